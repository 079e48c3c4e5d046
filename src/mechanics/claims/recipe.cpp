#include "mechanics/claims/recipe.hpp"

#include <algorithm>
#include <set>

#include "algebra/residue_matrix.hpp"
#include "expr/derivative.hpp"
#include "expr/modular.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"

namespace anholon {

namespace {

using proof::DrawStep;
using proof::Id;

// F = k (Σ x_i² − R²) with R a number or a power of parameters.
struct Sphere {
    std::vector<Expr> x;
    Expr radius;
};

std::optional<Sphere> sphere(const Expr& F, std::span<const Expr> coordinates) {
    Context& c = F.context();
    const Walk walk(F);
    Sphere out;
    Expr k, rest = F;
    for (const Expr& x : coordinates) {
        if (!walk.contains(x.id())) continue;
        const Expr second = derivative(derivative(F, x), x);
        if (!second.is_number() || second.number().is_zero() || (k && second / Rational(2) != k))
            return std::nullopt;
        k = second / Rational(2);
        out.x.push_back(x);
        rest -= k * pow(x, 2);
    }
    if (out.x.size() < 2) return std::nullopt;
    const Expr square = simplified(-rest / k);
    for (const Expr& symbol : symbols_of(square))
        if (symbol.symbol().kind != SymbolKind::constant) return std::nullopt;
    if (square.is_number() && square.number().sign() <= 0) return std::nullopt;
    out.radius = sqrt(square);
    // A root that is left would be a branch of its own.
    const Walk of_radius(out.radius);
    for (const NodeId id : of_radius.nodes()) {
        const Node node = c.node(id);
        for (std::size_t i = 0; node.kind == Kind::product && i < node.count; i += 2)
            if (!c.number_at(node.args[i + 1]).is_integer()) return std::nullopt;
    }
    return out;
}

class Recipes {
  public:
    Recipes(const Setting& s, std::span<const std::size_t> enforced, bool parameters_are_fixed,
            proof::Program& program, proof::Translation& translate)
        : s_(s), enforced_(enforced), p_(program), translate_(translate) {
        if (!parameters_are_fixed)
            for (const Parameter& p : s.system.parameters) parameters_.push_back(p.symbol);
    }

    Recipe run() {
        draw_spheres();
        for (const std::size_t k : enforced_) out_.constraints.push_back(translate_(constraint(k).residual));
        for (std::size_t k = 0; k < enforced_.size(); ++k)
            if (constraint(enforced_[k]).kind == Constraint::Kind::geometric && !is_settled_[k])
                solve_position(k);
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
                a.push_back(p_.variable("draw_" + p_.name_at(translate_(found->x[i]))));
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

    // What stands in a constraint is not to be solved for in a later one.
    void settle(const Expr& F) {
        for (const Expr& x : symbols_of(F)) settled_.insert(x.id());
    }

    bool may_solve_for(const Expr& F, const Expr& x) const {
        if (drawn_.contains(x.id()) || settled_.contains(x.id()) || !Walk(F).contains(x.id())) return false;
        const Expr slope = derivative(F, x);
        return !Walk(slope).contains(x.id()) && vanishes(derivative(slope, x)) && !vanishes(slope);
    }

    // The last coordinate first, those with a number in front before others, then parameters.
    std::optional<Expr> name_to_solve_for(const Expr& F, std::vector<Expr> candidates) const {
        std::ranges::reverse(candidates);
        std::ranges::stable_sort(candidates, {},
                                 [&](const Expr& x) { return !derivative(F, x).is_number(); });
        candidates.insert(candidates.end(), parameters_.begin(), parameters_.end());
        for (const Expr& x : candidates)
            if (may_solve_for(F, x)) return x;
        return std::nullopt;
    }

    void solve(std::size_t k, Id name) {
        out_.steps.push_back(
            {.kind = DrawStep::Kind::solve, .names = {name}, .nodes = {}, .constraints = {{k}}});
    }

    void put_on_level(std::size_t k) {
        const Id level = p_.variable("level_" + constraint(enforced_[k]).name);
        out_.constraints[k] = p_.subtract(out_.constraints[k], level);
        out_.levels.push_back({level, k});
        solve(k, level);
    }

    void solve_position(std::size_t k) {
        const Expr F = constraint(enforced_[k]).residual;
        if (const auto x = name_to_solve_for(F, s_.q)) {
            drawn_.insert(x->id());
            solve(k, translate_(*x));
        } else {
            put_on_level(k);
        }
        settle(F);
    }

    // Rates of positions and linear constraints together, for velocities that they determine at a random point; nonlinear ones after
    // them, for a parameter that stands nowhere else, or on any level.
    void solve_velocities() {
        std::vector<std::size_t> linear;
        for (std::size_t k = 0; k < enforced_.size(); ++k)
            if (constraint(enforced_[k]).kind != Constraint::Kind::nonlinear) linear.push_back(k);
        if (!linear.empty()) {
            DrawStep step{.kind = DrawStep::Kind::solve, .names = {}};
            for (const std::size_t j : dependent(linear)) {
                step.names.push_back(translate_(s_.v[j]));
                drawn_.insert(s_.v[j].id());
            }
            for (const std::size_t k : linear) {
                const bool is_position = constraint(enforced_[k]).kind == Constraint::Kind::geometric;
                step.constraints.push_back({k, is_position});
                if (!is_position) settle(constraint(enforced_[k]).residual);
            }
            out_.steps.push_back(step);
        }
        for (std::size_t k = 0; k < enforced_.size(); ++k) {
            if (constraint(enforced_[k]).kind != Constraint::Kind::nonlinear) continue;
            const Expr F = constraint(enforced_[k]).residual;
            const auto x = name_to_solve_for(F, {});
            if (x) drawn_.insert(x->id());
            if (x)
                solve(k, translate_(*x));
            else
                put_on_level(k);
            settle(F);
        }
    }

    // The velocities that stand behind: columns of the first nonzero minor from the last velocity on.
    std::vector<std::size_t> dependent(const std::vector<std::size_t>& linear) const {
        const std::size_t n = s_.n();
        std::vector<Expr> f;
        for (const std::size_t k : linear) {
            const Constraint& c = constraint(enforced_[k]);
            f.push_back(c.kind == Constraint::Kind::geometric
                            ? substitute(time_derivative(c.residual), s_.kinematics(s_.v))
                            : c.residual);
        }
        const Matrix a = jacobian(f, s_.v);
        std::string why;
        const auto sample = sample_modulo_primes(a.entries(), n, 1, why);
        if (!sample || sample->fields.empty()) return {};
        ResidueRows rows(f.size(), ResidueRow(n));
        for (std::size_t i = 0; i < f.size(); ++i)
            for (std::size_t j = 0; j < n; ++j) rows[i][j] = sample->values[i * n + (n - 1 - j)][0];
        std::vector<std::size_t> out;
        for (const std::size_t pivot : echelon(sample->fields[0], std::move(rows), n).pivots)
            out.push_back(n - 1 - pivot);
        return out;
    }

    const Setting& s_;
    std::span<const std::size_t> enforced_;
    proof::Program& p_;
    proof::Translation& translate_;
    Recipe out_;
    std::vector<Expr> parameters_;
    std::set<NodeId> drawn_, settled_;
    std::vector<bool> is_settled_;
};

}  // namespace

Recipe recipe(const Setting& s, std::span<const std::size_t> enforced, bool parameters_are_fixed,
              proof::Program& program, proof::Translation& translate) {
    return Recipes(s, enforced, parameters_are_fixed, program, translate).run();
}

}  // namespace anholon
