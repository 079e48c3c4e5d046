#include "structure/multiplier/reduced_multiplier.hpp"

#include <algorithm>

#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "mechanics/forms/core.hpp"
#include "mechanics/points/generic_rank.hpp"
#include "structure/evidence/abbreviations.hpp"
#include "structure/measure/logarithmic_ansatz.hpp"
#include "structure/measure/prescribed_derivatives.hpp"
#include "structure/multiplier/jacobi_conditions.hpp"
#include "structure/symmetries/affine_symmetries.hpp"

namespace anholon {

namespace {

using At = StateSampler::At;
using Vectors = std::vector<std::vector<Expr>>;

bool all_vanish(const std::vector<VanishingVerdict>& verdicts) {
    return std::ranges::all_of(verdicts, [](const auto& v) { return v.answer == Answer::yes; });
}

// The fields of translations, rotations, … under which L itself and the constraints stay as they are.
Vectors symmetry_fields(const Setting& s, const Budget& budget) {
    Vectors fields;
    for (const AffineField& field : affine_symmetries(s, budget).fields) {
        if (!field.keeps_L()) continue;
        const std::vector<Expr> xi = components(field, s), dv = velocity_components(field, s);
        const Expr change = dot(gradient(s.L, s.q), xi) + dot(gradient(s.L, s.v), dv);
        if (all_vanish(vanish(s, {change}, At::states, Parameters::free, budget))) fields.push_back(xi);
    }
    return fields;
}

Expr along(const Setting& s, const std::vector<Expr>& field, Expr f) {
    Direction direction;
    for (std::size_t i = 0; i < s.q.size(); ++i) direction.emplace_back(s.q[i], field[i]);
    return directional_derivative(f, direction);
}

// The rank of some fields, or differentials, at a random state.
std::optional<std::size_t> generic_rank_of(const Setting& s, const Vectors& rows, const Budget& budget) {
    std::vector<Expr> table;
    for (const auto& row : rows) table.insert(table.end(), row.begin(), row.end());
    if (table.empty()) return 0;
    StateSampler sampler(s, table, At::states, 11);
    const auto samples = sampler.draw(1, budget);
    if (!samples) return std::nullopt;
    const auto values = rows_of_length(s.q.size())(*samples->fields[0], samples->rows[0][0]);
    return echelon(*samples->fields[0], values, s.q.size()).pivots.size();
}

class Reduction {
  public:
    Reduction(const Setting& s, const Budget& budget)
        : s_(s), budget_(budget), inertia_(constrained_inertia(s)), names_(s) {}

    ReducedMultiplier run() {
        const auto undecided = [](const char* why) { return ReducedMultiplier{.reason = why}; };
        if (!inertia_.is_regular) return undecided("the kinetic energy on the constraints is degenerate");
        if (const std::string why = outside(); !why.empty()) return {.why_not = why};
        bracket_.emplace(s_, inertia_);
        symmetries_ = symmetry_fields(s_, budget_);
        found_ = symmetries_.size();
        // Three momenta that a symmetry changes are no functions on the reduced system.
        if (bracket_->l() == 3) symmetries_ = keeping_momenta();
        if (const std::string why = not_reducible(); !why.empty()) return {.why_not = why};
        if (reduced_dimension_ == 0) {
            if (bracket_->l() == 3)
                if (const auto found = proved({})) return *found;
            return {.why_not = is_core() ? "it has no configuration"
                                         : "reduction by the symmetries leaves no configuration"};
        }
        if (!find_invariants())
            return undecided("no functions were found in which the reduced configuration can be written");
        const JacobiConditions jacobi(s_, *bracket_, inertia_, symmetries_);
        double error = 0;
        for (const Parameters parameters : {Parameters::free, Parameters::stated}) {
            const auto [solvable, bound] = jacobi.are_solvable(parameters, budget_);
            error += bound;
            if (solvable == Answer::unknown)
                return undecided("no configuration was found at which the bracket can be evaluated");
            if (solvable == Answer::yes) break;
            if (parameters == Parameters::stated) return none("", error);
        }
        if (const auto found = search(jacobi)) return *found;
        if (const auto closed = contradiction()) return none(closed->where, closed->error_bound);
        return undecided(is_core() ? "no multiplier was found in closed form"
                                   : "no multiplier was found in closed form for the system reduced by its "
                                     "symmetries");
    }

  private:
    // A core is the system that its symmetries have left: no others are used.
    bool is_core() const { return anholon::is_core(s_.system); }

    std::string outside() const {
        const AdaptedFrame& X = s_.frame();
        if (X.l() < 2 || X.l() > 3)
            return "only systems with two or three free velocities after reduction are examined";
        for (const Expr& q : s_.q)
            if (!vanishes(X.apply(0, q))) return "the constraints are not homogeneous";
        Substitution at_rest;
        for (const Expr& eta : X.eta()) at_rest.emplace_back(eta, s_.c.zero());
        for (const Expr& p : gradient(s_.L_in_frame(), X.eta()))
            if (!vanishes(substitute(p, at_rest))) return "the Lagrangian has terms linear in velocities";
        Expr power = s_.c.zero();
        for (std::size_t r = 1; r <= X.l(); ++r) {
            const Expr Q = substitute(X.force(r), X.on_constraints());
            power += Q * X.eta(r);
            if (!is_quadratic(Q))
                return "some forces have no potential and are not quadratic in the velocities";
        }
        const auto works = vanish(s_, {definitions_of(power)}, At::states, Parameters::free, budget_)[0];
        return works.answer == Answer::yes ? "" : "some forces without a potential do work";
    }

    // A form of the second degree in the free velocities, zero included: η_s ∂Q/∂η_s = 2Q, and its second derivatives hold none.
    bool is_quadratic(const Expr& Q) const {
        const std::vector<Expr> eta = s_.frame().free(), slopes = gradient(Q, eta);
        if (!vanishes(dot(slopes, eta) - 2 * Q)) return false;
        const Matrix seconds = hessian(Q, eta);
        return std::ranges::all_of(seconds.entries(), [&](const Expr& e) {
            return std::ranges::all_of(gradient(e, eta), vanishes);
        });
    }

    Expr definitions_of(const Expr& e) const {
        Substitution definitions;
        for (std::size_t r = 1; r <= s_.frame().l(); ++r)
            definitions.emplace_back(s_.frame().eta(r), s_.frame().definition(r));
        return substitute(e, definitions);
    }

    // The symmetries have to lead into all directions that the constraints forbid.
    std::string not_reducible() {
        const std::size_t dimension = s_.q.size() - s_.system.functions_of_place().size();
        Vectors all = symmetries_;
        const auto of_group = generic_rank_of(s_, all, budget_);
        for (std::size_t r = 1; r <= bracket_->l(); ++r) all.push_back(bracket_->X(r));
        const auto together = generic_rank_of(s_, all, budget_);
        if (!of_group || together != dimension)
            return "the symmetries do not lead into all directions that the constraints forbid";
        reduced_dimension_ = dimension - *of_group;
        return "";
    }

    bool is_invariant(Expr f) const {
        std::vector<Expr> changes;
        for (const auto& xi : symmetries_) changes.push_back(along(s_, xi, f));
        return all_vanish(vanish(s_, changes, At::states, Parameters::free, budget_));
    }

    // Functions that the symmetries leave alone, with as many independent differentials as the reduced configuration has
    // dimensions: those with a name, coordinates, the inertia and the potential, and their derivatives.
    bool find_invariants() {
        std::vector<std::pair<Expr, Expr>> candidates;  // as printed, in q
        for (const auto& letter : names_.letters()) candidates.emplace_back(letter.symbol, letter.value);
        for (const Expr& q : s_.q) candidates.emplace_back(q, q);
        for (const Expr& e : inertia_.G.entries()) candidates.emplace_back(e, e);
        candidates.emplace_back(s_.V, s_.V);
        const std::size_t named = names_.letters().size() + (is_core() ? s_.q.size() : 0);
        for (std::size_t k = 0; k < candidates.size(); ++k) {
            budget_.check();
            const auto [printed, f] = candidates[k];
            const bool is_named = k < named;
            if (!holds_coordinates(f) || !is_invariant(f)) continue;
            // All that have a name belong together: γ_1, γ_2, γ_3, though two of them would do.
            if (adds(f) || is_named) {
                invariants_.emplace_back(printed, f);
                for (std::size_t r = 1; !is_named && r <= bracket_->l(); ++r) {
                    const Expr derivative = bracket_->along(r, f);
                    candidates.emplace_back(derivative, derivative);
                }
            }
            if (rank_ == reduced_dimension_ && k + 1 >= named) return true;
        }
        return rank_ == reduced_dimension_;
    }

    bool holds_coordinates(Expr f) const {
        return std::ranges::any_of(symbols_of(f),
                                   [&](const Expr& x) { return std::ranges::find(s_.q, x) != s_.q.end(); });
    }

    // Along the allowed velocities and the symmetries, which together span all that is tangent to the geometric constraints.
    bool adds(Expr f) {
        std::vector<Expr> table;
        std::vector<Expr> functions;
        for (const auto& [printed, g] : invariants_) functions.push_back(g);
        functions.push_back(f);
        for (const Expr& g : functions)
            for (std::size_t r = 1; r <= bracket_->l(); ++r) table.push_back(bracket_->along(r, g));
        StateSampler sampler(s_, table, At::states, 13);
        const auto samples = sampler.draw(1, budget_);
        if (!samples) return false;
        const auto rows = rows_of_length(bracket_->l())(*samples->fields[0], samples->rows[0][0]);
        const std::size_t rank = echelon(*samples->fields[0], rows, bracket_->l()).pivots.size();
        if (rank <= rank_) return false;
        rank_ = rank;
        return true;
    }

    std::optional<ReducedMultiplier> search(const JacobiConditions& jacobi) {
        std::vector<Expr> dividing(inertia_.inverse_G.entries().begin(), inertia_.inverse_G.entries().end());
        std::vector<Expr> factors = density_factors(s_, std::span(&inertia_.det_G, 1), dividing);
        for (const auto& [printed, f] : invariants_)
            if (std::ranges::find(factors, f) == factors.end()) factors.push_back(f);
        std::erase_if(factors, [&](const Expr& P) { return !is_invariant(P); });
        for (const Relation& relation : jacobi.exponents(factors, *bracket_, budget_).list) {
            const Expr scale = relation.c.back();
            if (scale == s_.c.zero()) continue;
            LogarithmicAnsatz N{{}, {}, relation.valid};
            for (std::size_t j = 0; j < factors.size(); ++j)
                if (const Expr k = simplified(relation.c[j] / scale); k != s_.c.zero())
                    N.multiply(factors[j], -k);
            if (auto found = proved(N)) return found;
        }
        return std::nullopt;
    }

    // The conditions solved for the derivatives of σ, where they have one solution: whether these are no function's.
    // Functions of coordinates between which there are relations are not solved for.
    std::optional<Closure> contradiction() const {
        if (!s_.system.relations.empty()) return std::nullopt;
        const std::size_t l = bracket_->l(), of_T = l == 3 ? 1 : 0;
        std::vector<Expr> f;
        for (const auto& [printed, value] : invariants_) f.push_back(value);
        std::vector<std::vector<Expr>> rows;
        std::vector<Expr> right;
        for (std::size_t r = 1; r <= l; ++r)
            for (std::size_t k = r + 1; k <= l; ++k)
                for (const Expr& g : f) {
                    std::vector<Expr> row;
                    if (of_T == 1) row.push_back(factor_of_T(r, k, g));
                    for (const Expr& h : f)
                        row.push_back(bracket_->along(r, g) * bracket_->along(k, h) -
                                      bracket_->along(k, g) * bracket_->along(r, h));
                    rows.push_back(std::move(row));
                    right.push_back(-known_part(r, k, g));
                }
        Matrix A(s_.c, rows.size(), of_T + f.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t j = 0; j < rows[i].size(); ++j) A(i, j) = rows[i][j];
        const Solution solved = solve(A, right);
        if (solved.outcome != Solution::Outcome::unique) return std::nullopt;
        std::vector<Demand> demands;
        for (std::size_t r = 1; r <= l; ++r) {
            Expr u = s_.c.zero();
            for (std::size_t j = 0; j < f.size(); ++j) u -= solved.x[of_T + j] * bracket_->along(r, f[j]);
            demands.push_back({bracket_->X(r), u, "X_" + std::to_string(r)});
        }
        for (std::size_t a = 0; a < symmetries_.size(); ++a)
            demands.push_back({symmetries_[a], s_.c.zero(), "xi_" + std::to_string(a + 1)});
        Closure found;
        for (const Parameters parameters : {Parameters::free, Parameters::stated}) {
            const Closure closed = closure(s_, demands, parameters, budget_);
            if (closed.outcome != Closure::Outcome::contradiction) return std::nullopt;
            found.where = closed.where;
            found.error_bound += closed.error_bound + solved.error_bound;
        }
        return found;
    }

    // [X_k, X_r]f − ∂{y_r, y_k}/∂y_m X_m f, T = 0, and what T is multiplied by
    Expr known_part(std::size_t r, std::size_t k, Expr f) const {
        const std::vector<Expr> slopes = gradient(bracket_->of_momenta(r, k), bracket_->y());
        Expr known = bracket_->along(k, bracket_->along(r, f)) - bracket_->along(r, bracket_->along(k, f));
        for (std::size_t m = 1; m <= bracket_->l(); ++m) known -= slopes[m - 1] * bracket_->along(m, f);
        return known;
    }
    Expr factor_of_T(std::size_t r, std::size_t k, Expr f) const {
        Expr factor = s_.c.zero();
        for (std::size_t j = 1; j <= 3; ++j)
            for (std::size_t m = 1; m <= 3; ++m)
                factor -=
                    permutation_sign(r, k, j) * inertia_.inverse_G(j - 1, m - 1) * bracket_->along(m, f);
        return factor;
    }

    // T from the condition for one function f and one pair of velocities.
    bool set_T(const LogarithmicAnsatz& N) {
        if (bracket_->l() < 3 || reduced_dimension_ == 0) return true;
        const Expr sigma = -log(N.density(s_.c));
        for (const auto& [printed, f] : invariants_)
            for (std::size_t r = 1; r <= 3; ++r) {
                const std::size_t k = r % 3 + 1;
                const Expr factor = factor_of_T(r, k, f);
                if (vanish(s_, {factor}, At::states, N.valid, budget_)[0].answer != Answer::no) continue;
                const Expr rest = known_part(r, k, f) + bracket_->along(r, f) * bracket_->along(k, sigma) -
                                  bracket_->along(k, f) * bracket_->along(r, sigma);
                bracket_->set_T(shortened(-rest / factor));
                return true;
            }
        return false;
    }

    Expr shortened(Expr e) const {
        const Expr named = names_.in_letters(e, budget_);
        Substitution values;
        for (const auto& letter : names_.letters()) values.emplace_back(letter.symbol, letter.value);
        return substitute(named, values);
    }

    // Jacobi's identity of {., .}/N for all triples of reduced functions that are not trivial, at random values of y.
    std::vector<Expr> jacobi_residuals(Expr N) const {
        const auto divided = [&](Expr f, Expr g) { return bracket_->bracket(f, g) / N; };
        const auto residual = [&](Expr f, Expr g, Expr h) {
            return divided(divided(f, g), h) + divided(divided(g, h), f) + divided(divided(h, f), g);
        };
        const std::vector<Expr>& y = bracket_->y();
        std::vector<Expr> list;
        for (std::size_t r = 0; r < y.size(); ++r)
            for (std::size_t k = r + 1; k < y.size(); ++k)
                for (const auto& [printed, f] : invariants_) list.push_back(residual(f, y[r], y[k]));
        if (y.size() == 3) list.push_back(residual(y[0], y[1], y[2]));
        Substitution random;
        for (std::size_t r = 1; r <= y.size(); ++r) random.emplace_back(y[r - 1], s_.frame().definition(r));
        return substitute(list, random);
    }

    // The combinations ξ of the symmetries with [ξ, X_r] = 0.
    Vectors keeping_momenta() const {
        const std::size_t n = s_.q.size();
        std::vector<Expr> table;
        for (std::size_t r = 1; r <= bracket_->l(); ++r)
            for (std::size_t i = 0; i < n; ++i)
                for (const auto& xi : symmetries_)
                    table.push_back(along(s_, xi, bracket_->X(r)[i]) - bracket_->along(r, xi[i]));
        if (table.empty()) return {};
        RelationProblem problem;
        problem.columns = symmetries_.size();
        problem.conditions_per_state = bracket_->l() * n;
        problem.conditions = rows_of_length(symmetries_.size());
        StateSampler sampler(s_, table, At::states, 9);
        Vectors kept;
        for (const Relation& relation : constant_relations(s_, sampler, problem, budget_).list) {
            if (relation.valid != Parameters::free) continue;
            std::vector<Expr> xi(n, s_.c.zero()), changes;
            for (std::size_t a = 0; a < symmetries_.size(); ++a)
                for (std::size_t i = 0; i < n; ++i) xi[i] += relation.c[a] * symmetries_[a][i];
            for (std::size_t k = 0; k < table.size(); k += symmetries_.size())
                changes.push_back(dot(relation.c, std::span(table).subspan(k, symmetries_.size())));
            if (all_vanish(vanish(s_, changes, At::states, Parameters::free, budget_)))
                kept.push_back(std::move(xi));
        }
        return kept;
    }

    std::optional<ReducedMultiplier> proved(const LogarithmicAnsatz& ansatz) {
        if (!set_T(ansatz)) return std::nullopt;
        const Expr N = ansatz.density(s_.c);
        double error = 0;
        const auto holds = [&](const std::vector<Expr>& residuals, At at) {
            const auto verdicts = vanish(s_, residuals, at, ansatz.valid, budget_);
            for (const auto& v : verdicts) error = std::max(error, v.error_bound);
            return all_vanish(verdicts);
        };
        if (!holds(jacobi_residuals(N), At::states) || !holds(bracket_->equations_residuals(), At::motion))
            return std::nullopt;
        return found(ansatz, N, error);
    }

    // A verdict of none is about these symmetries: more of them leave a smaller configuration, over which there may be a multiplier.
    ReducedMultiplier what_was_sought(MultiplierVerdict verdict, double error) const {
        return {.verdict = verdict,
                .is_core = is_core(),
                .symmetries = symmetries_,
                .symmetries_not_used = found_ - symmetries_.size(),
                .reduced_dimension = reduced_dimension_,
                .error_bound = error};
    }

    ReducedMultiplier none(const std::string& contradiction, double error) const {
        ReducedMultiplier result = what_was_sought(
            is_core() ? MultiplierVerdict::none : MultiplierVerdict::none_by_symmetries, error);
        result.contradiction = contradiction;
        return result;
    }

    ReducedMultiplier found(const LogarithmicAnsatz& ansatz, Expr N, double error) const {
        using enum MultiplierVerdict;
        const bool is_one = ansatz.factors.empty();
        ReducedMultiplier result = what_was_sought(is_one ? hamiltonian : multiplier, error);
        result.N = is_one ? s_.c.one() : simplified(names_.in_letters(N, budget_));
        result.valid = ansatz.valid;
        result.hamiltonian = names_.in_letters(s_.V, budget_);
        for (std::size_t r = 1; r <= bracket_->l(); ++r)
            result.hamiltonian += bracket_->y()[r - 1] * s_.frame().eta(r) / 2;
        result.brackets = brackets();
        result.momenta = momenta();
        return result;
    }

    Expr named(Expr e) const { return names_.in_letters(simplified(e), budget_); }

    std::vector<ReducedMultiplier::Bracket> brackets() const {
        const std::vector<Expr>& y = bracket_->y();
        std::vector<ReducedMultiplier::Bracket> list;
        const auto add = [&](Expr f, Expr g, Expr value) {
            if (const Expr shown = named(value); !vanishes(shown)) list.push_back({f, g, shown});
        };
        for (const auto& [printed, f] : invariants_)
            for (std::size_t r = 1; r <= y.size(); ++r) add(printed, y[r - 1], bracket_->along(r, f));
        for (std::size_t r = 1; r <= y.size(); ++r)
            for (std::size_t k = r + 1; k <= y.size(); ++k)
                add(y[r - 1], y[k - 1], bracket_->of_momenta_briefly(r, k));
        return list;
    }

    std::vector<std::pair<Expr, Expr>> momenta() const {
        const std::vector<Expr>& y = bracket_->y();
        std::vector<std::pair<Expr, Expr>> list;
        for (std::size_t r = 1; r <= y.size(); ++r) {
            Expr value = s_.c.zero();
            for (std::size_t k = 1; k <= y.size(); ++k) value += inertia_.G(r - 1, k - 1) * s_.frame().eta(k);
            list.emplace_back(y[r - 1], named(value));
        }
        return list;
    }

    const Setting& s_;
    const Budget& budget_;
    ConstrainedInertia inertia_;
    Abbreviations names_;
    std::optional<AlmostPoisson> bracket_;
    Vectors symmetries_;
    std::size_t found_ = 0;  // symmetries, those included that are not used
    std::size_t reduced_dimension_ = 0, rank_ = 0;
    std::vector<std::pair<Expr, Expr>> invariants_;  // as printed, in q
};

}  // namespace

ReducedMultiplier multiplier_after_reduction(const Setting& s, const Budget& budget) {
    if (const Reason why = s.no_frame()) return {.why_not = *why};
    return Reduction(s, budget).run();
}

}  // namespace anholon
