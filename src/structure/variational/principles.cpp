#include "structure/variational/principles.hpp"

#include <algorithm>

#include "expr/linear.hpp"
#include "expr/operations.hpp"
#include "expr/simplify.hpp"
#include "mechanics/forms/registry.hpp"
#include "mechanics/letters.hpp"
#include "structure/evidence/abbreviations.hpp"
#include "structure/variational/prolonged_motion.hpp"

namespace anholon {

namespace {

constexpr double kLargestChance = 1e-10;      // of an error of what is claimed
constexpr std::size_t kFewUnknowns = 6;       // for which reactions are solved for by formulas
constexpr std::size_t kShortReaction = 60;    // operations
constexpr std::size_t kLongDeparture = 2000;  // operations beyond which nothing is simplified

bool is_velocity_constraint(const Constraint& k) { return k.kind != Constraint::Kind::geometric; }

double binomial(std::size_t n, std::size_t k) {
    double value = 1;
    for (std::size_t i = 1; i <= k; ++i)
        value = value * static_cast<double>(n - k + i) / static_cast<double>(i);
    return value;
}

// What the equations for λ consist of, with the time derivatives of a and b along the motion:
//   a λ + b u = 0,  λ̇ = u + Λ,  a_iμ = [f_μ]_i,  b_iμ = ∂f_μ/∂q̇_i.
// All constraints have a multiplier; only those of velocity constraints can make a differ from zero.
class MultiplierEquations {
  public:
    MultiplierEquations(const Setting& s, const Equations& law)
        : s_(s), law_(law), m_(s.system.constraints.size()) {
        const std::vector<Expr> f = s.velocity_constraints();
        for (std::size_t i = 0; i < s.n(); ++i)
            for (std::size_t k = 0; k < m_; ++k) b_.push_back(derivative(f[k], s.v[i]));
        std::vector<Covector> brackets;
        for (const Expr& function : f) brackets.push_back(s.lagrange(function));
        for (std::size_t i = 0; i < s.n(); ++i)
            for (std::size_t k = 0; k < m_; ++k) a_.push_back(brackets[k][i]);
    }

    struct Solutions {
        bool known = false, exist = false;
        std::size_t dimension = 0;
        double error_bound = 0;
        std::string reason = {};
    };
    // The λ that the equations and their first `derivatives` leave at a generic state.
    Solutions after(std::size_t derivatives, Parameters parameters, const Budget& budget) const {
        std::vector<Expr> table = table_of(derivatives);
        ProlongedMotion motion(s_, law_, std::max(derivatives, order_of_coefficients()), table, parameters);
        const std::size_t unknowns = m_ * (derivatives + 2);
        const double steps = static_cast<double>(unknowns + 1);
        const std::size_t states = motion.enough_states(steps);
        const auto samples = motion.draw(states, budget);
        if (!samples) return {.reason = motion.why()};
        std::size_t best = 0, with_right = 0;
        for (std::size_t lane = 0; lane < samples->rows.size(); ++lane)
            for (const ResidueRow& values : samples->rows[lane]) {
                const auto [rank, augmented] = ranks(*samples->fields[lane], values, derivatives);
                if (rank < best) continue;
                with_right = rank > best ? augmented : std::max(with_right, augmented);
                best = rank;
            }
        const double chance = motion.chance_of_error(steps, ModularPoints::lanes * states);
        if (chance > kLargestChance)
            return {.reason = "random states leave too large a chance of error, because of roots"};
        return {
            .known = true, .exist = with_right == best, .dimension = unknowns - best, .error_bound = chance};
    }

  private:
    // Accelerations stand in [f] where a constraint is not linear.
    std::size_t order_of_coefficients() const { return s_.has_nonlinear_constraints() ? 1 : 0; }

    // a, ȧ, …; b, ḃ, …; Λ, Λ̇, … as far as they are needed.
    std::vector<Expr> table_of(std::size_t derivatives) const {
        std::vector<Expr> table, a = a_, b = b_, reactions = s_.multipliers();
        for (std::size_t k = 0; k <= derivatives; ++k) {
            table.insert(table.end(), a.begin(), a.end());
            table.insert(table.end(), b.begin(), b.end());
            if (k == derivatives) break;
            table.insert(table.end(), reactions.begin(), reactions.end());
            a = rates_of(s_, a);
            b = rates_of(s_, b);
            for (Expr& reaction : reactions) reaction = dot(reaction);
        }
        return table;
    }

    // Of the equations for (λ, u, u̇, …), and of these with their right side.
    std::pair<std::size_t, std::size_t> ranks(const PrimeField& F, const ResidueRow& values,
                                              std::size_t derivatives) const {
        const std::size_t n = s_.n(), unknowns = m_ * (derivatives + 2), block = 2 * n * m_ + m_;
        const auto a = [&](std::size_t k, std::size_t i, std::size_t mu) {
            return values[k * block + i * m_ + mu];
        };
        const auto b = [&](std::size_t k, std::size_t i, std::size_t mu) {
            return values[k * block + (n + i) * m_ + mu];
        };
        const auto reaction = [&](std::size_t k, std::size_t mu) {
            return values[k * block + 2 * n * m_ + mu];
        };
        const auto add = [&](Residue& to, Residue factor, Residue x) {
            to = F.add(to, F.multiply(factor, x));
        };
        ResidueRows left, whole;
        for (std::size_t j = 0; j <= derivatives; ++j)
            for (std::size_t i = 0; i < n; ++i) {
                // Σ_k C(j, k) (a^(j−k) λ^(k) + b^(j−k) u^(k)) with λ^(k) = u^(k−1) + Λ^(k−1)
                ResidueRow row(unknowns + 1, F.zero());
                for (std::size_t k = 0; k <= j; ++k) {
                    const Residue C = F.from(static_cast<std::uint64_t>(binomial(j, k)));
                    for (std::size_t mu = 0; mu < m_; ++mu) {
                        add(row[k * m_ + mu], C, a(j - k, i, mu));
                        if (k > 0) add(row[unknowns], F.multiply(C, a(j - k, i, mu)), reaction(k - 1, mu));
                        add(row[(k + 1) * m_ + mu], C, b(j - k, i, mu));
                    }
                }
                whole.push_back(row);
                row.pop_back();
                left.push_back(std::move(row));
            }
        return {echelon(F, left, unknowns).rows.size(), echelon(F, whole, unknowns + 1).rows.size()};
    }

    const Setting& s_;
    const Equations& law_;
    std::size_t m_;
    std::vector<Expr> a_, b_;
};

// Whether λ exist, by one derivative after another: where one leaves as many λ as the last, all further ones do.
void decide(VariationalPrinciples& found, const MultiplierEquations& equations, std::size_t constraints,
            Parameters parameters, const Budget& budget) {
    std::size_t last = constraints + 1;
    for (std::size_t k = 0;; ++k) {
        const MultiplierEquations::Solutions left = equations.after(k, parameters, budget);
        if (!left.known) {
            found.reason = left.reason;
            return;
        }
        found.derivatives = k;
        found.error_bound = std::max(found.error_bound, left.error_bound);
        if (k == 0) found.lambda_vanishes = left.dimension + found.multipliers == constraints;
        if (!left.exist) {
            found.verdict = PrinciplesVerdict::hoelder;
            return;
        }
        if (left.dimension == last || left.dimension == constraints) {
            found.verdict = PrinciplesVerdict::both;
            // Geometric constraints leave theirs free, which changes nothing.
            found.free_numbers = left.dimension - (constraints - found.multipliers);
            return;
        }
        last = left.dimension;
    }
}

void decide_nonholonomic(VariationalPrinciples& found, const Setting& s, const Budget& budget) {
    const Equations law = law_of_motion(s.system).derive(s);
    const MultiplierEquations equations(s, law);
    const std::size_t constraints = s.system.constraints.size();
    decide(found, equations, constraints, Parameters::free, budget);
    if (found.verdict != PrinciplesVerdict::hoelder || s.system.parameters.empty()) return;
    VariationalPrinciples here = found;
    here.verdict = PrinciplesVerdict::undecided;
    decide(here, equations, constraints, Parameters::stated, budget);
    if (here.verdict != PrinciplesVerdict::both) return;
    found = here;
    found.valid = Parameters::stated;
}

// Vakonomic motions satisfy d'Alembert's and Lagrange's principle iff λ_μ [f_μ](X_s) = 0: with λ at will, iff [f_μ](X_s) = 0.
void decide_vakonomic(VariationalPrinciples& found, const Setting& s, Parameters parameters,
                      const Budget& budget) {
    const AdaptedFrame& X = s.frame();
    std::vector<Expr> departures;
    const std::vector<Expr> f = s.velocity_constraints();
    for (const Expr& function : f) {
        const Covector bracket = s.lagrange(function);
        for (const std::size_t k : X.free_indices()) departures.push_back(bracket(X.displacement(k)));
    }
    found.verdict = PrinciplesVerdict::both;
    for (const VanishingVerdict& one : vanish(s, departures, StateSampler::At::states, parameters, budget)) {
        if (one.answer == Answer::unknown) {
            found.verdict = PrinciplesVerdict::undecided;
            found.reason = one.reason;
            return;
        }
        if (one.answer == Answer::no) found.verdict = PrinciplesVerdict::hamilton;
        found.error_bound = std::max(found.error_bound, one.error_bound);
    }
}

void decide_vakonomic(VariationalPrinciples& found, const Setting& s, const Budget& budget) {
    decide_vakonomic(found, s, Parameters::free, budget);
    if (found.verdict != PrinciplesVerdict::hamilton || s.system.parameters.empty()) return;
    VariationalPrinciples here = found;
    decide_vakonomic(here, s, Parameters::stated, budget);
    if (here.verdict != PrinciplesVerdict::both) return;
    found = here;
    found.valid = Parameters::stated;
}

void find_departures(VariationalPrinciples& found, const Setting& s, const Budget& budget) {
    if (const Reason why = s.no_frame()) {
        found.no_departures = *why;
        return;
    }
    const AdaptedFrame& X = s.frame();
    found.free = X.free();
    for (const Expr& eta : found.free) found.variations.push_back(momentum(s, "delta", eta));
    const Abbreviations letters(s);
    const std::vector<Constraint>& constraints = s.system.constraints;
    // The constraints are the last quasi-velocities, in their order.
    for (std::size_t mu = 0; mu < constraints.size(); ++mu) {
        if (!is_velocity_constraint(constraints[mu])) continue;
        VariationalPrinciples::Departure one{constraints[mu].name, s.c.zero(), {}};
        for (const std::size_t k : X.free_indices()) {
            Expr sum = X.c(X.l() + 1 + mu, 0, k);
            for (const std::size_t r : X.free_indices()) sum += X.c(X.l() + 1 + mu, r, k) * X.eta(r);
            one.coefficients.push_back(
                operations(sum).total() > kLongDeparture ? sum : letters.in_letters(simplified(sum), budget));
            one.value += one.coefficients.back() * found.variations[k - 1];
        }
        found.departures.push_back(std::move(one));
    }
}

// Λ_μ by formulas, of small systems.
void find_reactions(VariationalPrinciples& found, const Setting& s) {
    const Equations law = law_of_motion(s.system).derive(s);
    if (law.unknowns.size() > kFewUnknowns || s.no_frame()) return;
    const Solution z = solved(law);
    if (z.outcome != Solution::Outcome::unique) return;
    const AdaptedFrame& X = s.frame();
    for (std::size_t mu = 0; mu < s.system.constraints.size(); ++mu) {
        if (!is_velocity_constraint(s.system.constraints[mu])) continue;
        const Expr value = simplified(substitute(X.in_eta(z.x[s.n() + mu]), X.on_constraints()));
        if (operations(value).total() > kShortReaction) return found.reactions.clear();
        found.reactions.emplace_back(s.system.constraints[mu].name, value);
    }
}

}  // namespace

VariationalPrinciples variational_principles(const Setting& s, const Budget& budget) {
    VariationalPrinciples found;
    const Axiom axiom = s.system.motion.axiom;
    found.is_vakonomic = axiom == Axiom::vakonomic;
    found.has_velocity_constraints = s.has_velocity_constraints();
    found.has_forces = std::ranges::any_of(s.Q.components(), [&](const Expr& Q) { return Q != s.c.zero(); });
    found.multipliers =
        static_cast<std::size_t>(std::ranges::count_if(s.system.constraints, is_velocity_constraint));
    if (!found.has_velocity_constraints) {
        found.verdict = PrinciplesVerdict::both;
        return found;
    }
    if (found.is_vakonomic && s.no_frame())
        found.reason = *s.no_frame();
    else if (found.is_vakonomic)
        decide_vakonomic(found, s, budget);
    else if (axiom == Axiom::nonholonomic)
        decide_nonholonomic(found, s, budget);
    else
        found.reason = "the law of this model is neither the nonholonomic nor the vakonomic one";
    if (found.verdict == PrinciplesVerdict::undecided) return found;
    try {
        budget.check();
        find_departures(found, s, budget);
        if (found.verdict == PrinciplesVerdict::hoelder) find_reactions(found, s);
    } catch (const TimeIsUp&) {
        found.no_departures = "the time allowed is up";
    }
    return found;
}

}  // namespace anholon
