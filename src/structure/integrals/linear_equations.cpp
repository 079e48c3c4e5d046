#include "structure/integrals/linear_equations.hpp"

#include <algorithm>

#include "expr/introduce.hpp"
#include "expr/linear.hpp"
#include "expr/normal_form.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "mechanics/forms/core.hpp"
#include "mechanics/forms/registry.hpp"
#include "structure/integrals/rational_form.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMostVelocities = 4, kMostPlaces = 6;

// W η̇ = r, ṗ = g(p, η) with relations between p; and what p and η are in the system.
struct ClosedEquations {
    std::vector<Expr> p, rates, eta;
    Matrix W;
    std::vector<Expr> r, relations;
    Substitution in_state;

    bool holds(const Expr& x) const {
        for (const auto* list : {&rates, &r, &relations})
            if (!list->empty() && Walk(x.context(), *list).contains(x.id())) return true;
        return Walk(x.context(), W.entries()).contains(x.id());
    }
};

// Without coordinates that influence nothing, which may go along with a core.
std::optional<ClosedEquations> closed_on_algebra(const Setting& s) {
    if (!s.is_unconstrained()) return std::nullopt;
    const Equations law = law_of_motion(s.system).derive(s);
    ClosedEquations out{{}, {}, s.v, law.W, law.r, s.system.relations, {}};
    for (bool grows = true; grows;) {
        grows = false;
        for (std::size_t i = 0; i < s.q.size(); ++i) {
            if (std::ranges::find(out.p, s.q[i]) != out.p.end() || !out.holds(s.q[i])) continue;
            out.p.push_back(s.q[i]);
            out.rates.push_back(s.q_dot[i]);
            grows = true;
        }
    }
    if (out.p.empty()) out = {s.q, s.q_dot, s.v, law.W, law.r, s.system.relations, {}};
    return out;
}

std::optional<ClosedEquations> closed_of_core(const Setting& s) {
    if (s.system.motion.axiom != Axiom::nonholonomic || !s.system.states.empty() || no_core(s))
        return std::nullopt;
    const Core core = core_of(s);
    if (!core.constraints.empty()) return std::nullopt;
    ClosedEquations out{{}, {}, core.eta, core.W, core.r, core.relations, {}};
    for (const Core::Place& place : core.places) {
        out.p.push_back(place.symbol);
        out.rates.push_back(place.rate);
        if (place.value != place.symbol) out.in_state.emplace_back(place.symbol, place.value);
    }
    for (std::size_t k = 0; k < core.eta.size(); ++k)
        if (core.eta[k] != core.definitions[k]) out.in_state.emplace_back(core.eta[k], core.definitions[k]);
    return out;
}

// A turn of the whole by φ: it turns the coordinates (a, b) and the velocities (k, l) and adds φ to an angle, as far as there are such.
struct Turn {
    using Pair = std::optional<std::pair<std::size_t, std::size_t>>;
    Pair plane;
    std::optional<std::size_t> angle;
    Pair velocities;
    int sign = 1;  // the velocities turn by ±φ

    bool is_none() const { return !plane && !angle; }
};

std::vector<Turn::Pair> pairs_of(std::size_t count) {
    std::vector<Turn::Pair> out{std::nullopt};
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = i + 1; j < count; ++j) out.emplace_back(std::pair{i, j});
    return out;
}

// The coordinates that stand in sines and cosines.
std::vector<std::optional<std::size_t>> angles_of(const ClosedEquations& e) {
    Context& c = e.eta[0].context();
    std::vector<Expr> all(e.W.entries().begin(), e.W.entries().end());
    for (const auto* list : {&e.rates, &e.r, &e.relations}) all.insert(all.end(), list->begin(), list->end());
    const Walk walk(c, all);
    std::vector<std::optional<std::size_t>> out{std::nullopt};
    for (std::size_t i = 0; i < e.p.size(); ++i)
        if (walk.contains(sin(e.p[i]).id()) || walk.contains(cos(e.p[i]).id())) out.emplace_back(i);
    return out;
}

std::vector<Turn> turns_of(const ClosedEquations& e) {
    std::vector<Turn> out{Turn{}};
    for (const auto& plane : pairs_of(e.p.size()))
        for (const auto& angle : angles_of(e))
            for (const auto& velocities : pairs_of(e.eta.size()))
                for (const int sign : {1, -1}) {
                    const Turn turn{plane, angle, velocities, sign};
                    const bool meets = plane && angle && (*angle == plane->first || *angle == plane->second);
                    if (!turn.is_none() && !meets && (velocities || sign > 0)) out.push_back(turn);
                }
    return out;
}

// A function that stands still under a turn, and its value where b = 0 and the angle is 0.
struct Invariant {
    Expr whole, factor;  // on the slice the velocity times the factor
};

// The equations where b = 0 and the angle is 0, in axes that turn with (a, b): the quotient by the turn. All other coordinates are
// functions of one of them, x.
class Slice {
  public:
    Slice(const ClosedEquations& e, const Turn& turn) : e_(e), turn_(turn), c_(e.eta[0].context()) {
        if (turn.plane) put_.emplace_back(e.p[turn.plane->second], c_.zero());
        if (turn.angle) put_.emplace_back(e.p[*turn.angle], c_.zero());
    }

    std::optional<LinearEquations> found() {
        std::vector<std::size_t> left;
        for (std::size_t i = 0; i < e_.p.size(); ++i)
            if (std::ranges::find(put_, e_.p[i], &std::pair<Expr, Expr>::first) == put_.end())
                left.push_back(i);
        std::vector<Expr> relations;
        for (const Expr& F : substitute(e_.relations, put_))
            if (!vanishes(F)) relations.push_back(F);
        if (left.size() != relations.size() + 1) return std::nullopt;
        // One that does not turn comes first.
        if (turn_.plane)
            std::ranges::stable_partition(left, [&](std::size_t i) { return i != turn_.plane->first; });
        for (const std::size_t i : left) {
            const auto others = solved(relations, left, i);
            if (!others) continue;
            x_ = i;
            places_ = put_;
            places_.insert(places_.end(), others->begin(), others->end());
            name_variable();
            if (auto equations = in_x()) return equations;
        }
        return std::nullopt;
    }

  private:
    // Where (a, b) turns and all is a function of a, the variable is the distance ρ = √(a² + b²), which a is on the slice.
    void name_variable() {
        variable_ = e_.p[x_];
        if (!turn_.plane || x_ != turn_.plane->first) return;
        variable_ = introduced(c_, "rho", SymbolKind::variable, "linear equations");
        for (auto& [symbol, value] : places_) value = substitute(value, {{e_.p[x_], variable_}});
        places_.emplace_back(e_.p[x_], variable_);
    }

    // The coordinates that are left besides x, in x: each from a relation that is linear in it or in its square.
    std::optional<Substitution> solved(std::vector<Expr> relations, const std::vector<std::size_t>& left,
                                       std::size_t x) const {
        Substitution out;
        std::vector<std::size_t> open;
        for (const std::size_t i : left)
            if (i != x) open.push_back(i);
        for (bool moves = true; moves && !open.empty();) {
            moves = false;
            for (std::size_t k = 0; k < open.size() && !moves; ++k)
                for (std::size_t j = 0; j < relations.size() && !moves; ++j) {
                    const Expr y = e_.p[open[k]];
                    const auto value = root(relations[j], y);
                    if (!value) continue;
                    for (auto& [symbol, known] : out) known = substitute(known, {{y, *value}});
                    out.emplace_back(y, *value);
                    relations.erase(relations.begin() + static_cast<long>(j));
                    relations = substitute(relations, {{y, *value}});
                    open.erase(open.begin() + static_cast<long>(k));
                    moves = true;
                }
        }
        return open.empty() ? std::optional(out) : std::nullopt;
    }

    std::optional<Expr> root(const Expr& F, const Expr& y) const {
        const Expr slope = derivative(F, y), rest = substitute(F, {{y, c_.zero()}});
        const Expr curvature = derivative(slope, y);
        if (!Walk(F).contains(y.id())) return std::nullopt;
        if (vanishes(curvature)) {
            if (vanishes(slope)) return std::nullopt;
            return simplified(-rest / slope);
        }
        if (!vanishes(derivative(curvature, y)) || !vanishes(substitute(slope, {{y, c_.zero()}})))
            return std::nullopt;
        return sqrt(simplified(-2 * rest / curvature));
    }

    Expr there(const Expr& e) const { return substitute(e, places_); }

    // A distance is positive.
    Expr tidy(const Expr& e) const {
        const Expr root = sqrt(pow(variable_, Rational(2)));
        if (variable_ == e_.p[x_]) return rational_form(e);
        return rational_form(
            e, [&](const Expr& generator) { return generator == root ? variable_ : generator; });
    }

    // The rate of the angle of the turn that keeps a motion on the slice.
    std::optional<Expr> turning() const {
        if (turn_.is_none()) return c_.zero();
        if (turn_.angle) return there(e_.rates[*turn_.angle]);
        const Expr a = there(e_.p[turn_.plane->first]);
        if (vanishes(a)) return std::nullopt;
        return tidy(there(e_.rates[turn_.plane->second]) / a);
    }

    std::optional<LinearEquations> in_x() {
        const auto phi_dot = turning();
        if (!phi_dot) return std::nullopt;
        Matrix W = e_.W;
        for (Expr& entry : W.entries()) entry = tidy(there(entry));
        std::vector<Expr> r = e_.r;
        for (Expr& entry : r) entry = tidy(there(entry));
        const Solution z = solve(W, r);
        if (z.outcome != Solution::Outcome::unique) return std::nullopt;
        accelerations_ = z.x;
        if (turn_.velocities) {
            const auto [k, l] = *turn_.velocities;
            accelerations_[k] += *phi_dot * e_.eta[l] * Rational(turn_.sign);
            accelerations_[l] -= *phi_dot * e_.eta[k] * Rational(turn_.sign);
        }
        for (Expr& entry : accelerations_) entry = tidy(entry);
        x_dot_ = tidy(there(e_.rates[x_]));
        for (std::size_t n = 0; n < e_.eta.size(); ++n)
            if (auto equations = with_speed(n)) return equations;
        return std::nullopt;
    }

    // ẋ in the place of the n-th velocity.
    std::optional<LinearEquations> with_speed(std::size_t n) const {
        const Expr x = variable_, slope = derivative(x_dot_, e_.eta[n]), x_dot = dot(x);
        if (vanishes(slope) || !std::ranges::all_of(gradient(slope, e_.eta), vanishes)) return std::nullopt;
        const Expr rest = substitute(x_dot_, {{e_.eta[n], c_.zero()}});
        const Substitution speed{{e_.eta[n], (x_dot - rest) / slope}};
        LinearEquations out{.x = x, .in_state = e_.in_state};
        if (x != e_.p[x_]) out.in_state.emplace_back(x, substitute(distance(), e_.in_state));
        std::vector<Expr> u, rates;
        for (std::size_t k = 0; k < e_.eta.size(); ++k)
            if (k != n) {
                u.push_back(e_.eta[k]);
                rates.push_back(substitute(accelerations_[k], speed));
            }
        if (u.empty() || !set_matrix(out, u, rates, x_dot)) return std::nullopt;
        Direction along{{x, x_dot}};
        for (std::size_t k = 0; k < e_.eta.size(); ++k) along.emplace_back(e_.eta[k], accelerations_[k]);
        set_square(out, u, substitute(directional_derivative(x_dot_, along), speed), x_dot);
        set_functions(out, u, n);
        return out;
    }

    // u̇ = ẋ (A(x) u + b(x)): what is left of each rate at ẋ = 0 vanishes, and so do the derivatives of its slope in ẋ by ẋ and twice by u.
    bool set_matrix(LinearEquations& out, const std::vector<Expr>& u, const std::vector<Expr>& rates,
                    const Expr& x_dot) const {
        Substitution without_u;
        for (const Expr& v : u) without_u.emplace_back(v, c_.zero());
        out.A = Matrix(c_, u.size(), u.size());
        for (std::size_t k = 0; k < u.size(); ++k) {
            const Expr slope = derivative(rates[k], x_dot);
            if (!vanishes(substitute(rates[k], {{x_dot, c_.zero()}})) || !vanishes(derivative(slope, x_dot)))
                return false;
            const Matrix seconds = hessian(slope, u);
            if (!std::ranges::all_of(seconds.entries(), vanishes)) return false;
            const std::vector<Expr> row = gradient(slope, u);
            for (std::size_t j = 0; j < u.size(); ++j)
                out.A(k, j) = substitute(substitute(row[j], without_u), {{x_dot, c_.zero()}});
            out.b.push_back(substitute(substitute(slope, without_u), {{x_dot, c_.zero()}}));
        }
        return true;
    }

    // 2 ẍ = α(x) ẋ² + β(x, u)
    void set_square(LinearEquations& out, const std::vector<Expr>& u, const Expr& x_ddot,
                    const Expr& x_dot) const {
        const Expr curvature = derivative(derivative(x_ddot, x_dot), x_dot);
        const Substitution standing{{x_dot, c_.zero()}};
        const bool is_even = vanishes(substitute(derivative(x_ddot, x_dot), standing)) &&
                             vanishes(derivative(curvature, x_dot));
        if (!is_even || !std::ranges::all_of(gradient(curvature, u), vanishes)) return;
        Substitution free = standing;
        for (const Expr& v : u) free.emplace_back(v, c_.zero());
        out.alpha = tidy(substitute(curvature, free));
        out.beta = 2 * substitute(x_ddot, standing);
    }

    // What the velocities on the slice are in every state; where a root would stand in them, they are multiplied by a.
    Expr distance() const {
        return sqrt(pow(e_.p[turn_.plane->first], Rational(2)) + pow(e_.p[turn_.plane->second], Rational(2)));
    }

    Invariant invariant(std::size_t k) const {
        const auto& pair = turn_.velocities;
        if (!pair || (k != pair->first && k != pair->second)) return {e_.eta[k], c_.one()};
        const bool is_first = k == pair->first;
        const Expr other =
            e_.eta[is_first ? pair->second : pair->first] * Rational(is_first ? turn_.sign : -turn_.sign);
        if (turn_.angle) {
            const Expr v = e_.p[*turn_.angle];
            return {cos(v) * e_.eta[k] + sin(v) * other, c_.one()};
        }
        const Expr a = e_.p[turn_.plane->first], b = e_.p[turn_.plane->second];
        if (variable_ != e_.p[x_]) return {(a * e_.eta[k] + b * other) / variable_, c_.one()};
        return {a * e_.eta[k] + b * other, there(a)};
    }

    void set_functions(LinearEquations& out, const std::vector<Expr>& u, std::size_t speed) const {
        std::vector<Expr> factors;
        Substitution divided;
        for (std::size_t k = 0; k < e_.eta.size(); ++k) {
            if (k == speed) continue;
            const Invariant f = invariant(k);
            const std::size_t number = out.obeying.size();
            out.obeying.push_back(f.whole);
            out.letters.push_back(f.whole == u[number]
                                      ? f.whole
                                      : introduced(c_, "U" + std::to_string(number + 1), SymbolKind::variable,
                                                   "linear equations", number));
            factors.push_back(f.factor);
            divided.emplace_back(u[number], out.letters[number] / f.factor);
        }
        for (std::size_t i = 0; i < u.size(); ++i) {
            for (std::size_t j = 0; j < u.size(); ++j) out.A(i, j) = factors[i] * out.A(i, j) / factors[j];
            out.A(i, i) += derivative(factors[i], out.x) / factors[i];
            out.b[i] = tidy(factors[i] * out.b[i]);
        }
        for (Expr& entry : out.A.entries()) entry = tidy(entry);
        if (out.beta) out.beta = tidy(substitute(out.beta, divided));
    }

    const ClosedEquations& e_;
    const Turn& turn_;
    Context& c_;
    Substitution put_, places_;
    std::size_t x_ = 0;
    Expr variable_;
    std::vector<Expr> accelerations_;
    Expr x_dot_;
};

// Along every motion of the system itself: u̇ = ẋ (A u + b), and 2 ẍ = α ẋ² + β, which is forgotten where it is not proved.
class ProofAlongMotions {
  public:
    ProofAlongMotions(const Setting& s, LinearEquations& found, const Budget& budget)
        : s_(s), found_(found), budget_(budget) {
        for (std::size_t k = 0; k < found.letters.size(); ++k)
            if (found.letters[k] != found.obeying[k])
                values_.emplace_back(found.letters[k], found.obeying[k]);
        x_dot_ = rate(in_state(found.x));
    }

    bool succeeds() {
        std::vector<Expr> vanishing;
        for (std::size_t k = 0; k < found_.letters.size(); ++k) {
            const Expr slope = dot(found_.A.row(k), found_.letters) + found_.b[k];
            vanishing.push_back(rate(in_state(found_.obeying[k])) - x_dot_ * in_state(slope));
        }
        if (!vanish_all(vanishing)) return false;
        if (!found_.alpha) return true;
        const Expr square = pow(x_dot_, Rational(2));
        if (!vanish_all({2 * rate(x_dot_) - in_state(found_.alpha) * square - in_state(found_.beta)}))
            found_.alpha = found_.beta = Expr();
        return true;
    }

  private:
    Expr in_state(const Expr& e) const { return substitute(substitute(e, values_), found_.in_state); }
    Expr rate(const Expr& e) const { return substitute(Dt(e), s_.kinematics(s_.v)); }
    bool vanish_all(const std::vector<Expr>& e) {
        for (const auto& verdict : vanish(s_, e, StateSampler::At::motion, Parameters::free, budget_)) {
            if (verdict.answer != Answer::yes) return false;
            found_.error_bound = std::max(found_.error_bound, verdict.error_bound);
        }
        return true;
    }

    const Setting& s_;
    LinearEquations& found_;
    const Budget& budget_;
    Substitution values_;
    Expr x_dot_;
};

}  // namespace

bool LinearEquations::is_homogeneous() const {
    return std::ranges::all_of(b, [](const Expr& e) { return e.is_number() && e.number().is_zero(); });
}

std::optional<LinearEquations> linear_equations(const Setting& s, const Budget& budget) {
    const std::size_t kept = s.on_algebra() ? 0 : s.system.constraints.size();
    if (s.n() < kept + 2 || s.n() > kept + kMostVelocities) return std::nullopt;
    const auto e = s.on_algebra() ? closed_on_algebra(s) : closed_of_core(s);
    if (!e || e->p.empty() || e->p.size() > kMostPlaces || e->eta.size() < 2 || e->holds(s.t))
        return std::nullopt;
    for (const Turn& turn : turns_of(*e)) {
        budget.check();
        try {
            auto found = Slice(*e, turn).found();
            if (found && ProofAlongMotions(s, *found, budget).succeeds()) return found;
        } catch (const Undefined&) {
            // The slice lies where the equations have no value.
        } catch (const DividesByZero&) {
        }
    }
    return std::nullopt;
}

}  // namespace anholon
