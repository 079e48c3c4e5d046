#include "mechanics/points/manifold_points.hpp"

#include <algorithm>
#include <numeric>

#include "algebra/roots.hpp"
#include "base/text.hpp"
#include "expr/elementary.hpp"
#include "expr/walk.hpp"
#include "mechanics/points/unit_sphere.hpp"

namespace anholon {

namespace {

constexpr std::size_t lanes = ModularPoints::lanes;
constexpr std::size_t kPatience = 8;    // draws without a point, until any level is taken
constexpr std::size_t kMaxDegree = 12;  // of a geometric constraint in one coordinate

}  // namespace

ManifoldPoints::ManifoldPoints(const Setting& s, std::span<const Expr> expressions, Keep keep,
                               const Substitution& stated, Levels levels)
    : s_(s), keep_(keep), levels_(levels) {
    std::vector<Expr> all(expressions.begin(), expressions.end());
    for (const Constraint& k : s.system.constraints)
        if (k.kind == Constraint::Kind::geometric) constraints_.push_back(k.residual);
    for (const Expr& F : s.system.relations)
        if (auto x = on_unit_sphere(F, s.q); !x.empty())
            spheres_.push_back(std::move(x));
        else
            constraints_.push_back(F);
    if (keep == Keep::all_constraints) take_velocity_constraints(stated);
    for (const auto* list : {&constraints_, &at_rest_, &jacobian_, &solved_, &levels_of_})
        all.insert(all.end(), list->begin(), list->end());
    for (const Expr& e : s.q) all.push_back(e);
    if (s.on_algebra()) all.insert(all.end(), s.q_dot.begin(), s.q_dot.end());
    if (!constraints_.empty() && (angles_ = tied_angles(s, constraints_, stated)))
        for (const Expr& e : angles_->expressions()) all.push_back(e);
    rewritten_ = anholon::elementary(stated.empty() ? all : substitute(all, stated), Choices::kept);
    // Regular states are those where the roots of the system itself exist; other expressions have values at some of them.
    std::vector<Expr> own{s.L};
    own.insert(own.end(), s.Q.begin(), s.Q.end());
    for (const Constraint& k : s.system.constraints) own.push_back(k.residual);
    own = anholon::elementary(stated.empty() ? own : substitute(own, stated), Choices::kept);
    squares_ = std::make_shared<const std::set<NodeId>>(symbols_under_roots(s.c, Walk(s.c, own)));
    for (std::size_t i = 0; i < all.size(); ++i) rewritten_of_[all[i].id()] = rewritten_[i];
    std::vector<Expr> F;
    for (const Expr& f : levels_of_) F.push_back(rewritten_of_.at(f.id()));
    if (!F.empty()) level_degree_ = complexity(s.c, Walk(s.c, F), F).degree;
}

void ManifoldPoints::take_velocity_constraints(const Substitution& stated) {
    if (s_.has_nonlinear_constraints() && !s_.not_solved()) {
        dependent_ = s_.solved().dependent;
        solved_ = s_.solved().g;
    } else if (!s_.has_nonlinear_constraints() || find_levels(stated)) {
        const ConstraintRows rows = constraint_rows(s_.system);
        if (rows.empty()) return;
        at_rest_ = rows.a0;
        jacobian_.assign(rows.a.entries().begin(), rows.a.entries().end());
    }
}

// Whether all nonlinear constraints are levels.
bool ManifoldPoints::find_levels(const Substitution& stated) {
    std::vector<Expr> all = s_.velocity_constraints();
    all.push_back(s_.L);
    all.insert(all.end(), s_.Q.components().begin(), s_.Q.components().end());
    const auto places = [&](Expr p) {
        return std::ranges::count_if(all, [&](const Expr& e) { return Walk(e).contains(p.id()); });
    };
    for (const Constraint& k : s_.system.constraints) {
        if (k.kind != Constraint::Kind::nonlinear) continue;
        const auto c = std::ranges::find_if(s_.system.parameters, [&](const Parameter& p) {
            return derivative(k.residual, p.symbol) == -s_.c.one() && places(p.symbol) == 1 &&
                   std::ranges::find(stated, p.symbol, &std::pair<Expr, Expr>::first) == stated.end();
        });
        if (c == s_.system.parameters.end()) {
            levels_of_.clear();
            level_values_.clear();
            return false;
        }
        levels_of_.push_back(k.residual + c->symbol);
        level_values_.push_back(c->symbol);
    }
    return true;
}

void ManifoldPoints::set_levels() {
    const auto values = evaluate(levels_of_);
    for (std::size_t k = 0; k < values.size(); ++k) set(level_values_[k], values[k]);
}

std::vector<ManifoldPoints::Values> ManifoldPoints::evaluate(std::span<const Expr> e) {
    std::vector<Expr> roots;
    for (const Expr& x : e) roots.push_back(rewritten_of_.at(x.id()));
    if (roots.empty()) return {};
    const Walk walk(s_.c, roots);
    points_->evaluate(walk);
    std::vector<Values> values;
    for (std::size_t lane = 0; lane < lanes; ++lane) alive_[lane] = alive_[lane] && points_->is_alive(lane);
    for (const Expr& x : roots) values.push_back((*points_)[walk.place(x.id())]);
    return values;
}

std::vector<Expr> ManifoldPoints::elementary_with_constraints(std::span<const Expr> e) const {
    std::vector<Expr> out;
    const auto add = [&](std::span<const Expr> list) {
        for (const Expr& x : list) out.push_back(rewritten_of_.at(x.id()));
    };
    add(e);
    for (const auto* list : {&constraints_, &at_rest_, &jacobian_, &solved_, &levels_of_}) add(*list);
    return out;
}

namespace {

Complexity complexity_of(const Context& c, const Walk& walk, std::span<const Expr> e, double steps) {
    Complexity K = complexity(c, walk, e);
    K.degree = (K.degree + 1) * steps;
    return K;
}

}  // namespace

Observation::Observation(const ManifoldPoints& points, std::span<const Expr> expressions, double steps,
                         std::span<const Expr> unknowns)
    : expressions_(points.elementary_with_constraints(expressions)),
      walk_(points.s_.c, expressions_),
      K_(complexity_of(points.s_.c, walk_, expressions_, steps * points.degree())),
      evidence_(walk_, K_, unknowns) {}

void Observation::add(ManifoldPoints& points, const std::array<bool, lanes>& drawn) {
    if (evidence_.has_branches()) points.points_->evaluate(walk_);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        if (!drawn[lane]) continue;
        if (!evidence_.has_branches()) {
            if (points.is_alive(lane)) evidence_.add_good();
        } else if (points.is_alive(lane) || points.points_->failure(lane)) {
            evidence_.add(*points.points_, lane);
        }
    }
}

std::string Observation::why_not() const {
    const std::string seen = "it holds at " + std::to_string(good()) + " random points of prime fields, but ";
    return seen + (evidence_.degree_is_too_high()
                       ? "its degree is too high for a bound on the chance of error"
                       : "they leave a chance of error of " + rounded_up(error_bound()));
}

std::vector<ManifoldPoints::Values> ManifoldPoints::solve(const std::vector<Values>& W,
                                                          const std::vector<Values>& r) {
    const std::size_t n = r.size();
    std::vector<Values> z(n);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        if (!alive_[lane]) continue;
        const PrimeField& F = field(lane);
        std::vector<std::vector<Residue>> a(n, std::vector<Residue>(n + 1));
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) a[i][j] = W[i * n + j][lane];
            a[i][n] = r[i][lane];
        }
        for (std::size_t j = 0; j < n && alive_[lane]; ++j) {
            std::size_t pivot = j;
            while (pivot < n && a[pivot][j].is_zero()) ++pivot;
            if (pivot == n) {
                alive_[lane] = false;
                why_ = "the equations cannot be solved for their unknowns: W is singular";
                break;
            }
            std::swap(a[pivot], a[j]);
            const Residue inverse = F.inverse(a[j][j]);
            for (std::size_t k = j; k <= n; ++k) a[j][k] = F.multiply(a[j][k], inverse);
            for (std::size_t i = 0; i < n; ++i) {
                if (i == j || a[i][j].is_zero()) continue;
                const Residue factor = a[i][j];
                for (std::size_t k = j; k <= n; ++k)
                    a[i][k] = F.subtract(a[i][k], F.multiply(factor, a[j][k]));
            }
        }
        for (std::size_t i = 0; i < n && alive_[lane]; ++i) z[i][lane] = a[i][n];
    }
    return z;
}

namespace {

// Without the factors 1 + t², which have no roots in the field.
void divide_by_circle(const PrimeField& F, std::vector<Residue>& polynomial) {
    while (polynomial.size() > 2) {
        // q_k = c_{k+2} − q_{k+2}; what remains are c_1 − q_1 and c_0 − q_0.
        std::vector<Residue> q(polynomial.size() - 2);
        const auto at = [&](std::size_t k) { return k < q.size() ? q[k] : F.zero(); };
        for (std::size_t k = q.size(); k-- > 0;) q[k] = F.subtract(polynomial[k + 2], at(k + 2));
        if (polynomial[0] != q[0] || polynomial[1] != at(1)) return;
        polynomial = std::move(q);
    }
}

}  // namespace

void ManifoldPoints::set(const Unknown& x, const Values& values) {
    if (x.is_angle)
        points_->set_angle(x.id, values);
    else
        points_->set(x.id, values);
}

// Symbols that stand outside of functions, and angles.
std::vector<ManifoldPoints::Unknown> ManifoldPoints::unknowns_of(Expr e, std::span<const Expr> symbols,
                                                                 std::span<const NodeId> settled) const {
    const Walk walk(rewritten_of_.at(e.id()));
    std::vector<Unknown> out;
    std::vector<bool> outside(walk.size(), false);
    outside[walk.place(rewritten_of_.at(e.id()).id())] = true;
    for (std::size_t i = walk.size(); i-- > 0;) {
        const Node node = s_.c.node(walk[i]);
        if (!outside[i] || node.kind == Kind::function) continue;
        for (const NodeId a : node.arguments()) outside[walk.place(a)] = true;
    }
    for (const Expr& x : symbols)
        if (walk.contains(x.id()) && outside[walk.place(x.id())]) out.push_back({x.id()});
    for (const NodeId id : walk.nodes()) {
        const Node node = s_.c.node(id);
        const bool is_angle =
            node.kind == Kind::function && (node.function == Function::sin || node.function == Function::cos);
        if (!is_angle || std::ranges::find(settled, node.args[0]) != settled.end()) continue;
        if (const Unknown angle{node.args[0], true}; std::ranges::find(out, angle) == out.end())
            out.push_back(angle);
    }
    return out;
}

// An expression as a polynomial in one unknown, by its coefficients; points where it is none of this degree drop out. Its values at 0, 1,
// 2, … are two more than the degree allows, so that a function that is no polynomial shows. Of an angle the polynomial is one in t,
// over as many factors 1 + t² as the degree allows.
std::array<std::vector<Residue>, lanes> ManifoldPoints::polynomial(Expr e, const Unknown& x,
                                                                   std::size_t degree) {
    std::array<std::vector<Residue>, lanes> values, out;
    for (std::size_t k = 0; k < degree + 3; ++k) {
        Values at;
        for (std::size_t lane = 0; lane < lanes; ++lane) at[lane] = field(lane).from(k);
        set(x, at);
        const Values value = evaluate(std::span(&e, 1))[0];
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const PrimeField& F = field(lane);
            const Residue scale = x.is_angle ? F.power(F.from(1 + k * k), degree / 2) : F.one();
            values[lane].push_back(F.multiply(value[lane], scale));
        }
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        if (!alive_[lane]) continue;
        out[lane] = interpolated(field(lane), values[lane]);
        alive_[lane] = out[lane].size() <= degree + 1;
        if (x.is_angle) divide_by_circle(field(lane), out[lane]);
    }
    return out;
}

// Two constraints as polynomials in y, and their resultant as one in x: a root of it, and the y that both have there.
bool ManifoldPoints::solve_for_two(Expr f, Expr g, std::span<const Expr> open,
                                   std::span<const NodeId> settled) {
    constexpr std::size_t degree = 4, most = 2 * degree * degree;
    const auto before = state();
    const auto is_alive = [&] { return std::ranges::any_of(alive_, [](bool b) { return b; }); };
    const std::vector<Unknown> of_f = unknowns_of(f, open, settled), of_g = unknowns_of(g, open, settled);
    std::vector<Unknown> candidates;
    for (const Unknown& x : of_f)
        if (std::ranges::find(of_g, x) != of_g.end()) candidates.push_back(x);
    for (const Unknown& x : candidates)
        for (const Unknown& y : candidates) {
            if (x == y) continue;
            restore(before);
            std::array<std::vector<Residue>, lanes> resultants;
            // Not from 0 on: an angle 0 may be too special to show the degree.
            constexpr std::size_t first = 1000003;
            for (std::size_t k = 0; k < most + 3 && is_alive(); ++k) {
                Values at;
                for (std::size_t lane = 0; lane < lanes; ++lane) at[lane] = field(lane).from(first + k);
                set(x, at);
                auto F = polynomial(f, y, degree), G = polynomial(g, y, degree);
                for (std::size_t lane = 0; lane < lanes; ++lane) {
                    if (!alive_[lane]) continue;
                    const PrimeField& p = field(lane);
                    const Residue circle = p.add(p.one(), p.multiply(at[lane], at[lane]));
                    const Residue scale = x.is_angle ? p.power(circle, degree / 2) : p.one();
                    for (auto* coefficients : {&F[lane], &G[lane]})
                        for (Residue& c : *coefficients) c = p.multiply(c, scale);
                    resultants[lane].push_back(resultant(p, F[lane], G[lane]));
                }
            }
            std::array<std::vector<Residue>, lanes> found;
            std::size_t tries = 0;
            const auto regular = alive_;
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                if (!regular[lane]) continue;
                const auto R = interpolated(field(lane), resultants[lane]);
                if (R.size() <= most + 1) found[lane] = roots(field(lane), R);
                for (Residue& root : found[lane]) root = field(lane).add(root, field(lane).from(first));
                tries = std::max(tries, found[lane].size());
            }
            Values solved_x{}, solved_y{};
            std::array<bool, lanes> is_solved{};
            for (std::size_t k = 0; k < tries; ++k) {
                Values at{};
                for (std::size_t lane = 0; lane < lanes; ++lane)
                    if (k < found[lane].size()) at[lane] = found[lane][k];
                alive_ = regular;
                set(x, at);
                const auto F = polynomial(f, y, degree), G = polynomial(g, y, degree);
                for (std::size_t lane = 0; lane < lanes; ++lane) {
                    if (!alive_[lane] || k >= found[lane].size()) continue;
                    const auto common = common_roots(field(lane), F[lane], G[lane]);
                    if (common.empty()) continue;
                    solved_x[lane] = at[lane];
                    solved_y[lane] = common[0];
                    is_solved[lane] = true;
                }
            }
            if (std::ranges::none_of(is_solved, [](bool b) { return b; })) continue;
            set(x, solved_x);
            set(y, solved_y);
            alive_ = is_solved;
            return true;
        }
    restore(before);
    return false;
}

// A root of a geometric constraint, a polynomial in one coordinate.
bool ManifoldPoints::solve_for_a_symbol(Expr residual, std::span<const Expr> candidates) {
    const auto before = state();
    for (const Expr& x : candidates) {
        if (!Walk(rewritten_of_.at(residual.id())).contains(x.id())) continue;
        restore(before);
        const auto coefficients = polynomial(residual, Unknown{x.id()}, kMaxDegree);
        Values root{};
        bool any = false;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if (!alive_[lane]) continue;
            const auto found = roots(field(lane), coefficients[lane]);
            if (found.empty()) {
                alive_[lane] = false;
            } else {
                root[lane] = found[0];
                any = true;
            }
        }
        if (!any) continue;
        set(x, root);
        return true;
    }
    restore(before);
    why_ = "no point of the constraint manifold was found";
    return false;
}

// Of E = A + B_1 ρ_1 + B_2 ρ_2 the product over all signs of the roots: a function of ρ_1² and ρ_2². Nothing if E is not linear.
ManifoldPoints::Values ManifoldPoints::norm(const TiedAngles::Tie& tie) {
    const auto at = [&](std::uint64_t first, std::uint64_t second) {
        for (std::size_t k = 0; k < 2; ++k) {
            if (tie.letter[k] == s_.c.zero()) continue;
            Values value;
            for (std::size_t lane = 0; lane < lanes; ++lane)
                value[lane] = field(lane).from(k == 0 ? first : second);
            set(tie.letter[k], value);
        }
        return evaluate(std::span(&tie.in_letters, 1))[0];
    };
    const Values E00 = at(0, 0), E10 = at(1, 0), E01 = at(0, 1), E23 = at(2, 3);
    const auto squares = evaluate(tie.square);
    Values result{};
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const PrimeField& F = field(lane);
        const auto times = [&](Residue a, Residue b) { return F.multiply(a, b); };
        const Residue A = E00[lane], B1 = F.subtract(E10[lane], A), B2 = F.subtract(E01[lane], A);
        const Residue linear = F.add(A, F.add(times(F.from(2), B1), times(F.from(3), B2)));
        alive_[lane] = alive_[lane] && linear == E23[lane];
        const Residue a = times(A, A), b1 = times(times(B1, B1), squares[0][lane]),
                      b2 = times(times(B2, B2), squares[1][lane]);
        const Residue sum = F.subtract(F.add(a, b1), b2);
        result[lane] = F.subtract(times(sum, sum), times(F.from(4), times(a, b1)));
    }
    return result;
}

// sin and cos of an angle from t: the norm is a polynomial in t over a power of 1 + t², and of its roots one is looked for at which the
// constraint itself holds, whose square roots are squares.
bool ManifoldPoints::solve_for_an_angle(const TiedAngles::Tie& tie, std::span<const NodeId> settled) {
    constexpr std::size_t kMaxPower = 8;  // of 1 + t²
    const Walk walk(rewritten_of_.at(tie.residual.id()));
    const auto before = state();
    for (const NodeId id : walk.nodes()) {
        const Node node = s_.c.node(id);
        const bool is_angle =
            node.kind == Kind::function && (node.function == Function::sin || node.function == Function::cos);
        if (!is_angle || std::ranges::find(settled, node.args[0]) != settled.end()) continue;
        const auto symbols = symbols_of(Expr(s_.c, node.args[0]));
        if (std::ranges::none_of(symbols, [&](Expr x) { return std::ranges::find(s_.q, x) != s_.q.end(); }))
            continue;
        const NodeId angle = node.args[0];
        restore(before);
        std::array<std::vector<Residue>, lanes> samples;
        for (std::size_t k = 0; k < 2 * kMaxPower + 3; ++k) {
            Values t;
            for (std::size_t lane = 0; lane < lanes; ++lane) t[lane] = field(lane).from(k);
            points_->set_angle(angle, t);
            const Values N = norm(tie);
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                const PrimeField& F = field(lane);
                const Residue scale = F.power(F.from(1 + k * k), kMaxPower);
                samples[lane].push_back(F.multiply(N[lane], scale));
            }
        }
        std::array<std::vector<Residue>, lanes> found;
        std::size_t most = 0;
        const auto regular = alive_;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if (!regular[lane]) continue;
            const auto coefficients = interpolated(field(lane), samples[lane]);
            if (coefficients.size() <= 2 * kMaxPower + 1) found[lane] = roots(field(lane), coefficients);
            most = std::max(most, found[lane].size());
        }
        Values solved{};
        std::array<bool, lanes> is_solved{};
        for (std::size_t k = 0; k < most; ++k) {
            Values t{};
            for (std::size_t lane = 0; lane < lanes; ++lane)
                if (k < found[lane].size()) t[lane] = found[lane][k];
            alive_ = regular;
            points_->set_angle(angle, t);
            const Values value = evaluate(std::span(&tie.residual, 1))[0];
            for (std::size_t lane = 0; lane < lanes; ++lane)
                if (k < found[lane].size() && alive_[lane] && value[lane].is_zero()) {
                    solved[lane] = t[lane];
                    is_solved[lane] = true;
                }
        }
        if (std::ranges::none_of(is_solved, [](bool b) { return b; })) continue;
        points_->set_angle(angle, solved);
        alive_ = is_solved;
        return true;
    }
    return false;
}

// Each tie for a coordinate or an angle that stands in none before it.
bool ManifoldPoints::solve_ties(std::span<const std::size_t> order, std::uint64_t pairs) {
    std::vector<NodeId> settled;
    std::vector<Expr> open = open_coordinates();
    // What stands in it must stay as it is.
    const auto settle = [&](const TiedAngles::Tie& tie) {
        const Walk walk(rewritten_of_.at(tie.residual.id()));
        std::erase_if(open, [&](const Expr& x) { return walk.contains(x.id()); });
        for (const NodeId id : walk.nodes())
            if (s_.c.node(id).kind == Kind::function) settled.push_back(s_.c.node(id).args[0]);
    };
    for (std::size_t k = 0; k < order.size(); ++k) {
        const TiedAngles::Tie& tie = angles_->ties[order[k]];
        if ((pairs >> k & 1) != 0) {
            const TiedAngles::Tie& next = angles_->ties[order[++k]];
            if (!solve_for_two(tie.residual, next.residual, open, settled)) return false;
            settle(next);
        } else if (!solve_for_a_symbol(tie.residual, open) && !solve_for_an_angle(tie, settled)) {
            return false;
        }
        settle(tie);
    }
    return true;
}

namespace {

// The ways to take some of m neighbours together two by two, a bit for the first of each pair; none together comes first.
std::vector<std::uint64_t> pairings(std::size_t m) {
    std::vector<std::uint64_t> out;
    for (std::uint64_t bits = 0; bits < (1ULL << (m - 1)); ++bits)
        if ((bits & bits << 1) == 0) out.push_back(bits);
    return out;
}

}  // namespace

// In the order that has served before; until there is one, in any.
bool ManifoldPoints::solve_for_angles() {
    constexpr std::size_t kMaxOrders = 120, kMaxTies = 8;
    if (!angles_ || angles_->ties.size() > kMaxTies) return false;
    const auto before = state();
    const std::size_t m = angles_->ties.size();
    bool is_solved = !order_.empty() && solve_ties(order_, pairs_);
    std::vector<std::size_t> order(m);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t tries = 0; order_.empty() && m > 0 && tries < kMaxOrders;) {
        for (const std::uint64_t pairs : pairings(m)) {
            ++tries;
            restore(before);
            if ((is_solved = solve_ties(order, pairs))) {
                order_ = order;
                pairs_ = pairs;
                break;
            }
        }
        if (is_solved || !std::ranges::next_permutation(order).found) break;
    }
    if (!is_solved) return false;
    for (const TiedAngles::Height& height : angles_->heights)
        set(height.coordinate, evaluate(std::span(&height.value, 1))[0]);
    return true;
}

// Those with few symbols first, such as the norm of a quaternion; what cannot be solved for is left, on some level.
bool ManifoldPoints::solve_what_can_be_solved() {
    std::vector<Expr> open = open_coordinates(), constraints = constraints_;
    const auto symbols = [&](const Expr& f) { return symbols_of(rewritten_of_.at(f.id())).size(); };
    std::ranges::stable_sort(constraints, {}, symbols);
    for (const Expr& f : constraints) {
        if (!solve_for_a_symbol(f, open)) continue;
        const Walk settled(rewritten_of_.at(f.id()));
        std::erase_if(open, [&](const Expr& x) { return settled.contains(x.id()); });
    }
    return std::ranges::any_of(alive_, [](bool b) { return b; });
}

// Seen from a pole: x = (1 − u², 2u)/(1 + u²) with random u. Every point of the sphere but the pole is one of these.
void ManifoldPoints::draw_spheres() {
    std::uint64_t key = 0;
    for (const std::vector<Expr>& x : spheres_) {
        std::vector<Values> values(x.size());
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const PrimeField& F = field(lane);
            Residue square = F.zero();
            for (std::size_t i = 1; i < x.size(); ++i) {
                values[i][lane] = F.from(mix(lane + 29, mix(F.prime() + draws_, key + i)));
                square = F.add(square, F.multiply(values[i][lane], values[i][lane]));
            }
            const Residue length = F.add(F.one(), square);
            if (length.is_zero()) {
                alive_[lane] = false;
                continue;
            }
            const Residue inverse = F.inverse(length);
            values[0][lane] = F.multiply(F.subtract(F.one(), square), inverse);
            for (std::size_t i = 1; i < x.size(); ++i)
                values[i][lane] = F.multiply(F.add(values[i][lane], values[i][lane]), inverse);
        }
        for (std::size_t i = 0; i < x.size(); ++i) set(x[i], values[i]);
        key += x.size();
    }
}

// The last first, without those that lie on spheres.
std::vector<Expr> ManifoldPoints::open_coordinates() const {
    std::vector<Expr> open(s_.q.rbegin(), s_.q.rend());
    for (const std::vector<Expr>& sphere : spheres_)
        std::erase_if(open, [&](const Expr& x) { return std::ranges::find(sphere, x) != sphere.end(); });
    return open;
}

// On a Lie algebra q̇ are functions of q and ω.
void ManifoldPoints::set_rates() {
    if (!s_.on_algebra() || s_.q.empty()) return;
    const auto rates = evaluate(s_.q_dot);
    for (std::size_t i = 0; i < s_.q.size(); ++i) set(dot(s_.q[i]), rates[i]);
}

void ManifoldPoints::draw_velocities() {
    const std::size_t n = s_.n();
    if (!solved_.empty()) {
        const auto values = evaluate(solved_);
        for (std::size_t k = 0; k < dependent_.size(); ++k) set(s_.v[dependent_[k]], values[k]);
        return;
    }
    if (at_rest_.empty()) return;
    // a q̇ = −a_0 with random values for what is free.
    const std::size_t m = at_rest_.size();
    const auto a = evaluate(jacobian_), a0 = evaluate(at_rest_);
    std::vector<Values> v(n);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        if (!alive_[lane]) continue;
        const PrimeField& F = field(lane);
        std::vector<std::vector<Residue>> rows(m, std::vector<Residue>(n + 1));
        for (std::size_t i = 0; i < m; ++i) {
            for (std::size_t j = 0; j < n; ++j) rows[i][j] = a[i * n + j][lane];
            rows[i][n] = F.negate(a0[i][lane]);
        }
        std::vector<std::optional<std::size_t>> pivot_row(n);
        std::size_t rank = 0;
        for (std::size_t j = n; j-- > 0 && rank < m;) {
            std::size_t pivot = rank;
            while (pivot < m && rows[pivot][j].is_zero()) ++pivot;
            if (pivot == m) continue;
            std::swap(rows[pivot], rows[rank]);
            const Residue inverse = F.inverse(rows[rank][j]);
            for (Residue& x : rows[rank]) x = F.multiply(x, inverse);
            for (std::size_t i = 0; i < m; ++i) {
                if (i == rank || rows[i][j].is_zero()) continue;
                const Residue factor = rows[i][j];
                for (std::size_t k = 0; k <= n; ++k)
                    rows[i][k] = F.subtract(rows[i][k], F.multiply(factor, rows[rank][k]));
            }
            pivot_row[j] = rank++;
        }
        for (std::size_t j = 0; j < n; ++j)
            if (!pivot_row[j]) v[j][lane] = F.from(mix(lane + 17, mix(field(lane).prime() + draws_, j)));
        for (std::size_t j = 0; j < n; ++j)
            if (pivot_row[j]) {
                Residue value = rows[*pivot_row[j]][n];
                for (std::size_t k = 0; k < n; ++k)
                    if (!pivot_row[k])
                        value = F.subtract(value, F.multiply(rows[*pivot_row[j]][k], v[k][lane]));
                v[j][lane] = value;
            }
    }
    for (std::size_t j = 0; j < n; ++j) set(s_.v[j], v[j]);
}

// Coordinates first; where they are arguments of functions, as angles are, a length that makes the configuration possible.
bool ManifoldPoints::solve_geometric_constraints() {
    std::vector<Expr> candidates = open_coordinates();
    for (const Parameter& p : s_.system.parameters)
        if (solves_for_parameters_ && !fixed_.contains(p.symbol.id())) candidates.push_back(p.symbol);
    const auto before = state();
    for (const Expr& f : constraints_) {
        if (!solve_for_a_symbol(f, candidates)) {
            restore(before);
            if (solve_for_angles()) break;
            if (levels_ == Levels::any_where_none_is_found && !has_found_) ++misses_;
            return false;
        }
        // What stands in it is settled, and not to be changed by the next.
        const Walk settled(rewritten_of_.at(f.id()));
        std::erase_if(candidates, [&](const Expr& x) { return settled.contains(x.id()); });
    }
    has_found_ = true;
    return true;
}

bool ManifoldPoints::are_velocities_solved() const {
    if (!s_.has_nonlinear_constraints() || !solved_.empty()) return true;
    return !levels_of_.empty() &&
           std::ranges::none_of(level_values_, [&](const Expr& c) { return fixed_.contains(c.id()); });
}

bool ManifoldPoints::draw(std::uint64_t seed, std::uint64_t round) {
    points_.emplace(s_.c, seed, round);
    points_->draw_squares(squares_);
    for (const auto& [symbol, values] : fixed_) points_->set(symbol, values);
    draws_ = mix(seed, round);
    alive_.fill(true);
    draw_spheres();
    on_any_level_ = misses_ >= kPatience;
    if (on_any_level_ ? !solve_what_can_be_solved() : !solve_geometric_constraints()) return false;
    if (keep_ == Keep::all_constraints && !are_velocities_solved()) {
        why_ = "a nonlinear constraint cannot be solved for a velocity in closed form";
        return false;
    }
    draw_velocities();
    set_levels();
    set_rates();
    if (std::ranges::none_of(alive_, [](bool b) { return b; })) return false;
    why_.clear();
    return true;
}

}  // namespace anholon
