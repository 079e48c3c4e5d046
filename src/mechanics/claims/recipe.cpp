#include "mechanics/claims/recipe.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "algebra/residue_matrix.hpp"
#include "expr/derivative.hpp"
#include "expr/enclosure.hpp"
#include "expr/introduce.hpp"
#include "expr/modular.hpp"
#include "expr/normal_form.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "mechanics/points/generic_rank.hpp"
#include "proof/linear_system.hpp"

namespace anholon {

namespace {

using proof::DrawStep;
using proof::Id;

// R with R² = e, without a root that would be a branch of its own; nothing if e is no square.
std::optional<Expr> root_of_square(const Expr& e) {
    const auto part = [&](const NormalForms& forms, const Polynomial& p) -> std::optional<Expr> {
        const auto factors = factor(p);
        if (!factors) return std::nullopt;
        Expr out = sqrt(e.context().number(factors->constant));
        if (!out.is_number()) return std::nullopt;
        for (const auto& [polynomial, power] : factors->powers) {
            if (power % 2 != 0) return std::nullopt;
            out *= pow(forms.expr(polynomial), power / 2);
        }
        return out;
    };
    try {
        const NormalForms forms(std::span(&e, 1));
        const auto above = part(forms, forms[0].numerator), below = part(forms, forms[0].denominator);
        if (above && below) return *above / *below;
    } catch (const std::runtime_error&) {  // TooLarge, DividesByZero
    }
    return std::nullopt;
}

// F = k (Σ x_i² − R²) with k and R numbers or functions of parameters.
struct Sphere {
    std::vector<Expr> x;
    Expr radius;
};

bool holds_parameters_alone(const Expr& e) {
    return std::ranges::all_of(symbols_of(e),
                               [](const Expr& x) { return x.symbol().kind == SymbolKind::constant; });
}

std::optional<Sphere> sphere(const Expr& F, std::span<const Expr> coordinates) {
    const Walk walk(F);
    Sphere out;
    Expr k, rest = F;
    for (const Expr& x : coordinates) {
        if (!walk.contains(x.id())) continue;
        const Expr half = derivative(derivative(F, x), x) / Rational(2);
        if (!holds_parameters_alone(half) || vanishes(half) || (k && !vanishes(half - k)))
            return std::nullopt;
        k = half;
        out.x.push_back(x);
        rest -= k * pow(x, 2);
    }
    if (out.x.size() < 2) return std::nullopt;
    const Expr square = simplified(-rest / k);
    if (!holds_parameters_alone(square)) return std::nullopt;
    if (square.is_number() && square.number().sign() <= 0) return std::nullopt;
    const auto radius = root_of_square(square);
    if (!radius) return std::nullopt;
    out.radius = *radius;
    return out;
}

class Recipes {
  public:
    Recipes(const Setting& s, std::span<const std::size_t> enforced, const Point& start,
            bool parameters_are_fixed, proof::Program& program, proof::Translation& translate)
        : s_(s), enforced_(enforced), start_(start), p_(program), translate_(translate) {
        for (const Parameter& p : s.system.parameters)
            if (parameters_are_fixed)
                fixed_.emplace_back(p.symbol, p.exact);
            else
                parameters_.push_back(p.symbol);
    }

    Recipe run() {
        draw_spheres();
        for (const std::size_t k : enforced_) out_.constraints.push_back(translate_(constraint(k).residual));
        solve_positions();
        solve_velocities();
        DrawStep free{.kind = DrawStep::Kind::free, .names = {}};
        for (const Expr& x : variables())
            if (!drawn_.contains(x.id())) free.names.push_back(translate_(x));
        for (const Recipe::OnSphere& point : out_.on_spheres) free.names.push_back(point.a);
        out_.steps.insert(out_.steps.begin(), free);
        return std::move(out_);
    }

  private:
    const Constraint& constraint(std::size_t k) const { return s_.system.constraints[k]; }

    std::vector<Expr> variables() const {
        std::vector<Expr> all{s_.t};
        all.insert(all.end(), parameters_.begin(), parameters_.end());
        all.insert(all.end(), s_.q.begin(), s_.q.end());
        all.insert(all.end(), s_.v.begin(), s_.v.end());
        return all;
    }

    // Seen from a pole: x_0 = R (1 − |a|²)/(1 + |a|²), x_k = R 2 a_k/(1 + |a|²).
    void draw_spheres() {
        std::vector<std::pair<Expr, std::size_t>> functions;  // and which constraint it is, if it is one
        for (std::size_t k = 0; k < enforced_.size(); ++k)
            if (constraint(enforced_[k]).kind == Constraint::Kind::geometric)
                functions.emplace_back(constraint(enforced_[k]).residual, k);
        for (const Expr& F : s_.system.relations) functions.emplace_back(F, enforced_.size());
        is_settled_.assign(enforced_.size(), false);
        for (const auto& [F, k] : functions) {
            const auto found = sphere(F, s_.q);
            if (!found ||
                std::ranges::any_of(found->x, [&](const Expr& x) { return drawn_.contains(x.id()); }))
                continue;
            std::vector<Id> a, squares;
            for (std::size_t i = 1; i < found->x.size(); ++i) {
                a.push_back(p_.variable("draw#" + p_.name_at(translate_(found->x[i]))));
                out_.on_spheres.push_back({a.back(), found->x[i], found->x[0], found->radius});
                squares.push_back(p_.power(a.back(), 2));
            }
            const Id square = p_.sum(squares), below = p_.sum({p_.number(1), square}),
                     R = translate_(found->radius);
            for (std::size_t i = 0; i < found->x.size(); ++i) {
                const Id above =
                    i == 0 ? p_.subtract(p_.number(1), square) : p_.product({p_.number(2), a[i - 1]});
                out_.steps.push_back({.kind = DrawStep::Kind::set,
                                      .names = {translate_(found->x[i])},
                                      .nodes = {p_.divide(p_.product({R, above}), below)}});
                drawn_.insert(found->x[i].id());
            }
            if (k < is_settled_.size()) {
                is_settled_[k] = true;
                settle(F);
            }
        }
    }

    // Variables of a solved constraint must not be solved for in a later one.
    void settle(const Expr& F) {
        for (const Expr& x : symbols_of(F)) settled_.insert(x.id());
    }

    // A parameter in which F is affine and which nothing else needs.
    std::optional<Expr> parameter_to_solve_for(const Expr& F) const {
        for (const Expr& x : parameters_) {
            if (drawn_.contains(x.id()) || settled_.contains(x.id()) || !Walk(F).contains(x.id())) continue;
            const Expr slope = derivative(F, x);
            if (!Walk(slope).contains(x.id()) && vanishes(derivative(slope, x)) && !vanishes(slope)) return x;
        }
        return std::nullopt;
    }

    void solve(std::size_t k, Id name) {
        out_.steps.push_back(
            {.kind = DrawStep::Kind::solve, .names = {name}, .nodes = {}, .constraints = {{k}}});
    }

    void put_on_level(std::size_t k) {
        const Id level = p_.variable("level#" + translate_.prefix() + constraint(enforced_[k]).name);
        out_.constraints[k] = p_.subtract(out_.constraints[k], level);
        out_.levels.push_back({level, k});
        solve(k, level);
    }

    // Constraints that are solved together for as many names.
    struct Block {
        std::vector<std::size_t> constraints;  // indices among the enforced ones
        std::vector<Expr> names;
        // For a single name in which the constraint is not affine: its value, or the sine and cosine of an angle, with the letter
        // root() for the square root of the radicand.
        std::vector<Expr> values = {};
        Expr radicand = {};
    };

    Expr residual(std::size_t k) const { return substitute(constraint(enforced_[k]).residual, fixed_); }

    bool needs(const Block& block, const Block& other) const {
        return std::ranges::any_of(block.constraints, [&](std::size_t k) {
            const Walk walk(residual(k));
            return std::ranges::any_of(other.names, [&](const Expr& x) { return walk.contains(x.id()); });
        });
    }

    // Blocks in an order in which each one needs names of earlier ones only; those that need each other are merged.
    std::vector<Block> in_order(const std::vector<Block>& blocks) const {
        const std::size_t n = blocks.size();
        std::vector<std::vector<bool>> reaches(n, std::vector<bool>(n));
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) reaches[i][j] = i != j && needs(blocks[i], blocks[j]);
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j)
                    if (reaches[i][k] && reaches[k][j]) reaches[i][j] = true;
        std::vector<std::pair<long, Block>> merged;  // with the number of blocks that are needed
        std::vector<bool> is_done(n);
        for (std::size_t i = 0; i < n; ++i) {
            if (is_done[i]) continue;
            Block one = blocks[i];
            for (std::size_t j = i + 1; j < n; ++j) {
                if (!reaches[i][j] || !reaches[j][i]) continue;
                is_done[j] = true;
                one.values.clear();
                one.constraints.insert(one.constraints.end(), blocks[j].constraints.begin(),
                                       blocks[j].constraints.end());
                one.names.insert(one.names.end(), blocks[j].names.begin(), blocks[j].names.end());
            }
            merged.emplace_back(std::ranges::count(reaches[i], true), std::move(one));
        }
        std::ranges::stable_sort(merged, {}, &std::pair<long, Block>::first);
        std::vector<Block> out;
        for (auto& [count, block] : merged) out.push_back(std::move(block));
        return out;
    }

    bool is_affine(const Block& block) const {
        for (const std::size_t k : block.constraints)
            for (std::size_t i = 0; i < block.names.size(); ++i)
                for (std::size_t j = 0; j <= i; ++j)
                    if (!vanishes(derivative(derivative(residual(k), block.names[i]), block.names[j])))
                        return false;
        std::vector<Expr> f;
        for (const std::size_t k : block.constraints) f.push_back(residual(k));
        const Matrix slopes = jacobian(f, block.names);
        if (pivots(slopes).size() < f.size()) return false;
        // On one side of a sign a slope may vanish that does not on the other.
        const auto is_same_everywhere = [](const Expr& slope) { return slope.is_number(); };
        if (std::ranges::any_of(f, has_signs) && !std::ranges::all_of(slopes.entries(), is_same_everywhere))
            return false;
        const auto irreducible = f.size() == 1 ? is_irreducible(f[0], block.names[0]) : std::nullopt;
        return irreducible.value_or(is_regular_at_start(slopes));
    }

    // The zeros of a polynomial that is not irreducible have components that a solution for one name misses: x y = 0 for x, and k sin x
    // = 0 for k. Nothing if it is too large.
    static std::optional<bool> is_irreducible(const Expr& F, const Expr& name) {
        constexpr std::size_t most_terms = 1000;
        try {
            const NormalForms forms(std::span(&F, 1), most_terms);
            const auto factors = factor(forms[0].numerator);
            if (!factors) return std::nullopt;
            long count = 0;
            for (const auto& [polynomial, power] : factors->powers)
                for (std::size_t g = 0; g < forms.ring().generators(); ++g)
                    if (polynomial.degree(g) > 0 &&
                        (forms.generator(g) == name || holds_variables(forms.generator(g)))) {
                        count += power;
                        break;
                    }
            return count == 1;
        } catch (const std::runtime_error&) {  // TooLarge, DividesByZero
            return std::nullopt;
        }
    }

    static bool holds_variables(const Expr& e) {
        return std::ranges::any_of(symbols_of(e),
                                   [](const Expr& x) { return x.symbol().kind != SymbolKind::constant; });
    }

    bool is_regular_at_start(const Matrix& slopes) const {
        proof::LinearSystem<Ball> system;
        system.unknowns = slopes.columns();
        for (std::size_t i = 0; i < slopes.rows(); ++i) {
            std::vector<Ball> row;
            for (std::size_t j = 0; j < slopes.columns(); ++j) row.push_back(enclosure(slopes(i, j), start_));
            row.push_back(Ball());
            system.rows.push_back(std::move(row));
        }
        try {
            solved_fully(proof::RealNumbers(128), std::move(system));
            return true;
        } catch (const proof::NoValue&) {
            return false;
        }
    }

    bool falls_at_start(const Expr& F, const Expr& x) const {
        return enclosure(derivative(F, x), start_).midpoint() < 0;
    }

    Expr root(std::size_t k) const {
        return introduced(s_.c, "root_of_" + constraint(enforced_[k]).name, SymbolKind::constant,
                          "square root");
    }

    // A recipe must not contain them.
    static bool has_signs(const Expr& F) {
        const Walk walk(F);
        return std::ranges::any_of(walk.nodes(), [&](NodeId id) {
            const Node node = F.context().node(id);
            return node.kind == Kind::function &&
                   (node.function == Function::abs || node.function == Function::sign ||
                    node.function == Function::choose);
        });
    }

    // x from a x² + b x + c = 0: the root of the initial state. Nothing if F is not of this kind.
    std::optional<Block> quadratic(std::size_t k, const Expr& x) const {
        const Expr F = residual(k);
        const Expr first = derivative(F, x), second = derivative(first, x);
        if (Walk(second).contains(x.id()) || vanishes(second) || !is_irreducible(F, x).value_or(false))
            return std::nullopt;
        Context& c = F.context();
        const Expr slope = substitute(first, {{x, c.zero()}}), rest = substitute(F, {{x, c.zero()}});
        return Block{{k},
                     {x},
                     {((falls_at_start(F, x) ? -root(k) : root(k)) - slope) / second},
                     pow(slope, 2) - 2 * second * rest};
    }

    // Do all angles of the model occur in whole multiples? Others cannot be drawn by their sine and cosine.
    bool has_whole_angles() const {
        std::vector<Expr> all{s_.L};
        all.insert(all.end(), s_.Q.begin(), s_.Q.end());
        for (const Constraint& k : s_.system.constraints) all.push_back(k.residual);
        Context& c = s_.c;
        const std::vector<Expr> fixed = substitute(all, fixed_);
        const Walk walk(c, fixed);
        for (const NodeId id : walk.nodes()) {
            const Node node = c.node(id);
            if (node.kind != Kind::function) continue;
            const Expr argument(c, node.args[0]);
            for (const Expr& x : symbols_of(argument)) {
                if (x.symbol().kind == SymbolKind::pi) return false;
                const Expr times = derivative(argument, x);
                if (times.is_number() && !times.number().is_integer()) return false;
            }
        }
        return true;
    }

    // sin x and cos x from a cos x + b sin x + c = 0, those of the initial state. Nothing if F is not of this kind.
    std::optional<Block> angle(std::size_t k, const Expr& x) const {
        const Expr F = residual(k);
        if (!has_whole_angles()) return std::nullopt;
        const Expr rest = F + derivative(derivative(F, x), x);
        if (!vanishes(derivative(rest, x)) || !is_irreducible(F, x).value_or(false)) return std::nullopt;
        const Substitution at_zero{{x, F.context().zero()}};
        const Expr c = substitute(rest, at_zero), a = substitute(F, at_zero) - c,
                   b = substitute(derivative(F, x), at_zero), square = pow(a, 2) + pow(b, 2);
        if (vanishes(square)) return std::nullopt;
        const Expr size = falls_at_start(F, x) ? root(k) : -root(k);
        return Block{
            {k}, {x}, {(a * size - b * c) / square, (-b * size - a * c) / square}, square - pow(c, 2)};
    }

    // Variables for which a constraint may be solved: the last coordinate first, those with a number in front before others, then parameters.
    std::vector<Expr> candidates(const Expr& F) const {
        std::vector<Expr> out(s_.q.rbegin(), s_.q.rend());
        std::ranges::stable_sort(out, {}, [&](const Expr& x) { return !derivative(F, x).is_number(); });
        out.insert(out.end(), parameters_.begin(), parameters_.end());
        const Walk walk(F);
        std::erase_if(out, [&](const Expr& x) {
            return !walk.contains(x.id()) || drawn_.contains(x.id()) || settled_.contains(x.id());
        });
        return out;
    }

    // Solves constraint k as well, with as few others as possible.
    std::optional<std::vector<Block>> with(std::vector<Block> blocks, std::size_t k) const {
        const auto added = [&](Block one) -> std::optional<std::vector<Block>> {
            std::vector<Block> more = blocks;
            more.push_back(std::move(one));
            more = in_order(more);
            for (const Block& block : more)
                if (std::ranges::find(block.constraints, k) != block.constraints.end() &&
                    block.values.empty() && !is_affine(block))
                    return std::nullopt;
            return more;
        };
        const Expr F = residual(k);
        std::optional<std::vector<Block>> merged;
        for (const Expr& x : candidates(F)) {
            if (std::ranges::any_of(
                    blocks, [&](const Block& b) { return std::ranges::find(b.names, x) != b.names.end(); }))
                continue;
            auto more = added({{k}, {x}});
            if (more && more->size() == blocks.size() + 1) return more;
            if (more && !merged) merged = std::move(more);
        }
        if (merged) return merged;
        if (has_signs(F)) return std::nullopt;
        for (const Expr& x : candidates(F))
            for (auto block : {quadratic(k, x), angle(k, x)})
                if (block)
                    if (auto more = added(std::move(*block)); more && more->size() == blocks.size() + 1)
                        return more;
        return std::nullopt;
    }

    void solve_positions() {
        std::vector<Block> blocks;
        std::vector<std::size_t> on_levels;
        for (std::size_t k = 0; k < enforced_.size(); ++k) {
            if (constraint(enforced_[k]).kind != Constraint::Kind::geometric || is_settled_[k]) continue;
            if (auto more = with(blocks, k))
                blocks = std::move(*more);
            else
                on_levels.push_back(k);
        }
        for (const Block& block : blocks) {
            constexpr std::array kinds{DrawStep::Kind::solve, DrawStep::Kind::set, DrawStep::Kind::angle};
            if (block.radicand)
                translate_.say(root(block.constraints[0]),
                               p_.square_root_of_either_sign(translate_(block.radicand)));
            DrawStep step{.kind = kinds.at(block.values.size()),
                          .names = translate_(block.names),
                          .nodes = translate_(block.values)};
            for (const std::size_t k : block.constraints) step.constraints.push_back({k});
            out_.steps.push_back(std::move(step));
            for (const Expr& x : block.names) drawn_.insert(x.id());
        }
        for (const std::size_t k : on_levels) put_on_level(k);
        for (std::size_t k = 0; k < enforced_.size(); ++k)
            if (constraint(enforced_[k]).kind == Constraint::Kind::geometric) settle(residual(k));
    }

    // Rates of positions and linear constraints together, for velocities that they determine at a random point of the manifold; nonlinear
    // ones after them, for a parameter that stands nowhere else, or on any level.
    void solve_velocities() {
        std::vector<std::size_t> linear;
        for (std::size_t k = 0; k < enforced_.size(); ++k)
            if (constraint(enforced_[k]).kind != Constraint::Kind::nonlinear) linear.push_back(k);
        if (!linear.empty()) {
            std::vector<Expr> f;
            for (const std::size_t k : linear)
                f.push_back(constraint(enforced_[k]).kind == Constraint::Kind::geometric
                                ? substitute(time_derivative(residual(k)), s_.kinematics(s_.v))
                                : residual(k));
            // Velocities that stand behind, and of dependent constraints the first ones.
            const std::vector<Expr> backwards(s_.v.rbegin(), s_.v.rend());
            const Matrix slopes = jacobian(f, backwards);
            DrawStep step{.kind = DrawStep::Kind::solve, .names = {}};
            for (const std::size_t j : pivots_on_manifold(slopes)) {
                step.names.push_back(translate_(backwards[j]));
                drawn_.insert(backwards[j].id());
            }
            for (const std::size_t i : pivots_on_manifold(transpose(slopes))) {
                const std::size_t k = linear[i];
                step.constraints.push_back({k, constraint(enforced_[k]).kind == Constraint::Kind::geometric});
            }
            for (const std::size_t k : linear)
                if (constraint(enforced_[k]).kind != Constraint::Kind::geometric) settle(residual(k));
            if (!step.names.empty()) out_.steps.push_back(step);
        }
        for (std::size_t k = 0; k < enforced_.size(); ++k) {
            if (constraint(enforced_[k]).kind != Constraint::Kind::nonlinear) continue;
            const Expr F = residual(k);
            const auto x = parameter_to_solve_for(F);
            if (x) drawn_.insert(x->id());
            if (x)
                solve(k, translate_(*x));
            else
                put_on_level(k);
            settle(F);
        }
    }

    // The columns of the first nonzero minor at a random point that satisfies the position constraints; where no such point is found, at
    // any: a point at which the constraints do not allow the rates found there is no state, and proves nothing.
    std::vector<std::size_t> pivots_on_manifold(const Matrix& a) const {
        const GenericRank columns =
            generic_rank(s_, transpose(a), {.declared = fixed_, .solves_for_parameters = false});
        return columns.rank ? columns.rows : pivots(a);
    }

    // The columns of the first nonzero minor at a random point.
    static std::vector<std::size_t> pivots(const Matrix& a) {
        std::string why;
        const auto sample = sample_modulo_primes(a.entries(), a.columns(), 1, why);
        if (!sample || sample->fields.empty()) return {};
        ResidueRows rows(a.rows(), ResidueRow(a.columns()));
        for (std::size_t i = 0; i < a.rows(); ++i)
            for (std::size_t j = 0; j < a.columns(); ++j) rows[i][j] = sample->values[i * a.columns() + j][0];
        return echelon(sample->fields[0], std::move(rows), a.columns()).pivots;
    }

    const Setting& s_;
    std::span<const std::size_t> enforced_;
    const Point& start_;
    proof::Program& p_;
    proof::Translation& translate_;
    Recipe out_;
    Substitution fixed_;
    std::vector<Expr> parameters_;
    std::set<NodeId> drawn_, settled_;
    std::vector<bool> is_settled_;
};

}  // namespace

Recipe recipe(const Setting& s, std::span<const std::size_t> enforced, const Point& start,
              bool parameters_are_fixed, proof::Program& program, proof::Translation& translate) {
    return Recipes(s, enforced, start, parameters_are_fixed, program, translate).run();
}

}  // namespace anholon
