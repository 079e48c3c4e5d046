#include "structure/multiplier/chaplygin_multiplier.hpp"

#include <algorithm>

#include "expr/introduce.hpp"
#include "mechanics/chaplygin_kind.hpp"
#include "mechanics/forms/core.hpp"
#include "mechanics/forms/restricted.hpp"
#include "mechanics/letters.hpp"
#include "structure/evidence/sentence.hpp"
#include "structure/measure/measure.hpp"
#include "structure/multiplier/reduced_multiplier.hpp"

namespace anholon {

namespace {

using At = StateSampler::At;

Reason outside_hypotheses(const Setting& s) {
    if (s.system.motion.axiom != Axiom::nonholonomic) return "the motion is not nonholonomic";
    if (s.has_nonlinear_constraints()) return "constraints are nonlinear";
    std::vector<Expr> all{s.L};
    for (const Constraint& k : s.system.constraints) all.push_back(k.residual);
    for (const Expr& e : all)
        if (!vanishes(derivative(e, s.t))) return "the system depends on time";
    if (!std::ranges::all_of(s.Q, vanishes) && !is_core(s.system)) return "some forces have no potential";
    return std::nullopt;
}

// A core is reduced already: its coordinates and momenta are what a multiplier is sought for.
Fact of_core(const Setting& s, const Budget& budget) {
    std::string why_not;
    if (auto fact = multiplier_after_reduction(s, budget, why_not)) return std::move(*fact);
    return {.verdict = MultiplierVerdict::not_chaplygin,
            .statement = {Sentence() << "no multiplier is sought for this core: " << why_not},
            .proof = {FactProof::Kind::exact}};
}

// Lagrange's equations with their right sides: [L*]_r = S_r on the independent coordinates.
struct Reduced {
    Expr L;  // L*
    std::vector<Expr> q, v, p, S;
};

Reduced reduced(const Setting& s) {
    const Restricted on(s);
    Reduced result{on.L(), {}, {}, {}, {}};
    for (const std::size_t r : on.g().independent) {
        result.q.push_back(s.q[r]);
        result.v.push_back(s.v[r]);
        result.p.push_back(derivative(result.L, s.v[r]));
        result.S.push_back(Dt(result.p.back()) - derivative(result.L, s.q[r]));
    }
    return result;
}

bool holds_dependent(const Setting& s, Expr e) {
    return std::ranges::any_of(s.solved().dependent,
                               [&](std::size_t a) { return !vanishes(derivative(e, s.q[a])); });
}

// With dτ = N dt, σ = log N, the equations are Lagrange's for L*(q, N dq/dτ) iff
//   S_r = (p·q̇) ∂_r σ − p_r (q̇·∂σ):   d(N p_r)/dτ = ṗ_r + σ̇ p_r,   ∂_r L*(q, N q') = ∂_r L* + ∂_r σ (p·q̇).
std::optional<LogarithmicAnsatz> multiplier(const Setting& s, const Reduced& on, const Budget& budget) {
    const Matrix G = hessian(on.L, on.v);
    const Expr det = simplified(determinant(G));
    std::vector<Expr> dividing(G.entries().begin(), G.entries().end());
    std::vector<Expr> factors = density_factors(s, std::span(&det, 1), dividing);
    // N is a function of the independent coordinates.
    std::erase_if(factors, [&](const Expr& P) { return holds_dependent(s, P); });
    const Expr pv = dot(on.p, on.v);
    std::vector<std::vector<Expr>> derivatives(on.q.size());
    std::vector<Expr> w;
    for (std::size_t r = 0; r < on.q.size(); ++r) {
        w.push_back(-on.S[r]);
        for (const Expr& P : factors) {
            const std::vector<Expr> dP = gradient(P, on.q);
            derivatives[r].push_back((pv * dP[r] - on.p[r] * dot(dP, on.v)) / P);
        }
    }
    return solve_by_logarithms(s, factors, derivatives, w, At::motion, budget);
}

std::vector<Expr> symbols(const Setting& s, const std::vector<Expr>& q, const std::string& prefix) {
    std::vector<Expr> list;
    for (const Expr& x : q)
        list.push_back(
            introduced(s.c, prefix + x.symbol().name, SymbolKind::variable, "in the new time", list.size()));
    return list;
}

// The equations derived back: d/dτ ∂L/∂u − ∂L/∂q for L(q, u) = L*(q, N u) along the motion, u = q̇/N.
std::vector<Expr> lagrange_in_new_time(const Setting& s, const Reduced& on, Expr N) {
    const std::vector<Expr> u = symbols(s, on.q, "u_");
    Substitution faster, back;
    for (std::size_t r = 0; r < u.size(); ++r) {
        faster.emplace_back(on.v[r], N * u[r]);
        back.emplace_back(u[r], on.v[r] / N);
    }
    const Expr L = substitute(on.L, faster);
    std::vector<Expr> residuals;
    for (std::size_t r = 0; r < u.size(); ++r)
        residuals.push_back(Dt(substitute(derivative(L, u[r]), back)) / N -
                            substitute(derivative(L, on.q[r]), back));
    return residuals;
}

// H(q, P) = ½ G^rs P_r P_s/N² − L*|_{q̇ = 0}; nothing if L* has terms linear in velocities.
std::optional<Expr> hamiltonian(const Setting& s, const Reduced& on, Expr N, const std::vector<Expr>& P) {
    Substitution at_rest;
    for (const Expr& v : on.v) at_rest.emplace_back(v, s.c.zero());
    for (const Expr& p : on.p)
        if (!vanishes(substitute(p, at_rest))) return std::nullopt;
    const InverseResult G = inverse(hessian(on.L, on.v));
    if (G.outcome != InverseResult::Outcome::regular) return std::nullopt;
    const std::vector<Expr> velocities = simplified(G.inverse) * P;
    return simplified(dot(P, velocities) / (2 * pow(N, 2)) - substitute(on.L, at_rest));
}

// N^(l−1)
Expr power_of_N(const Setting& s, const Reduced& on) {
    return pow(letter_N(s), Rational(static_cast<long>(on.q.size()) - 1));
}

std::string joined_names(const std::vector<Expr>& symbols) {
    std::string out;
    for (const std::string& name : names_of(symbols)) out += (out.empty() ? "" : ", ") + name;
    return out;
}

Fact not_chaplygin(const std::string& why) {
    return {.verdict = MultiplierVerdict::not_chaplygin,
            .statement = {Sentence() << "not a Chaplygin system in these coordinates: " << why},
            .proof = {FactProof::Kind::exact}};
}

Fact already(const Reduced& on, double error_bound) {
    Fact fact{.verdict = MultiplierVerdict::lagrangian, .proof = by_points(error_bound)};
    fact.statement.push_back(Sentence() << "a Chaplygin system whose equations are Lagrange's for "
                                        << simplified(on.L) << ": the multiplier is 1");
    fact.results = {{"multiplier", on.L.context().one()},
                    {"coordinates", list_of(on.q)},
                    {"after_reduction", false},
                    {"lagrangian", simplified(on.L)}};
    return fact;
}

Fact found(const Setting& s, const Reduced& on, const LogarithmicAnsatz& sigma, const Budget& budget) {
    const Expr N = simplified(sigma.density(s.c));
    Fact fact{.verdict = MultiplierVerdict::multiplier};
    double error = sigma.error_bound;
    for (const auto& v : vanish(s, lagrange_in_new_time(s, on, N), At::motion, sigma.valid, budget)) {
        if (v.answer != Answer::yes)
            return undecided(MultiplierVerdict::undecided,
                             "the equations of motion could not be recovered: " + v.reason);
        error = std::max(error, v.error_bound);
    }
    fact.proof = by_points(error, "equations of motion recovered");
    Sentence first;
    first << "a Chaplygin system with the reducing multiplier " << N;
    fact.results = {{"multiplier", N},
                    {"coordinates", list_of(on.q)},
                    {"after_reduction", false},
                    {"for_all_parameters", sigma.valid == Parameters::free}};
    if (sigma.valid == Parameters::stated) first << ", for the stated values of the parameters";
    fact.statement.push_back(first);
    if (const auto angle = sigma.many_valued_in(s)) {
        fact.verdict = MultiplierVerdict::local;
        fact.statement.push_back(Sentence() << "it does not return to its value when the angle " << *angle
                                            << " does, so the new time is only local");
    }
    const std::vector<Expr> P = symbols(s, on.q, "P_");
    Sentence second;
    (second << "in the time given by ").formula("dtau = N dt", "d\\tau = N\\,dt")
        << " the equations are Lagrange's for ";
    second.formula("L*(q, N dq/dtau)", "L^{*}(q, N\\,dq/d\\tau)");
    if (const auto H = hamiltonian(s, on, N, P)) {
        (second << ", Hamilton's with ").equation("H", "H", *H);
        fact.results.emplace_back("hamiltonian", *H);
    }
    fact.statement.push_back(second);
    fact.statement.push_back(Sentence()
                             << "the density of the invariant measure in (q, p) is " << power_of_N(s, on));
    return fact;
}

// N^(l−1) would be the density of an invariant measure in (q, p), and any two such densities of the independent coordinates have
// a constant ratio: there is one candidate.
Fact by_the_measure(const Setting& s, const Reduced& on, const Budget& budget) {
    const Setting coordinates(s.system, s.solved().independent);
    const Fact asked = measure(coordinates, budget);
    Fact fact{.verdict = MultiplierVerdict::none, .proof = asked.proof};
    fact.results = {{"after_reduction", false}, {"coordinates", list_of(on.q)}};
    const std::string without =
        "a Chaplygin system without a reducing multiplier N(" + joined_names(on.q) + "): ";
    if (asked.verdict == MeasureVerdict::none) {
        fact.statement.push_back(
            Sentence() << without << "a multiplier would give an invariant measure, and there is none");
        return fact;
    }
    const auto density = invariant_density(coordinates, budget);
    if (!density || density->in_momenta.valid == Parameters::stated ||
        holds_dependent(s, density->in_momenta.density(s.c)))
        return undecided(MultiplierVerdict::undecided, "no multiplier was found in closed form");
    LogarithmicAnsatz N = density->in_momenta;
    for (Expr& exponent : N.exponents) exponent = exponent / static_cast<long>(on.q.size() - 1);
    const std::vector<Expr> residuals = lagrange_in_new_time(s, on, N.density(s.c));
    for (const auto& v : vanish(s, residuals, At::motion, Parameters::free, budget)) {
        if (v.answer == Answer::yes) continue;
        if (v.answer == Answer::unknown) return undecided(MultiplierVerdict::undecided, v.reason);
        fact.statement.push_back(Sentence()
                                 << without << "with a multiplier N the density of its measure, "
                                 << simplified(density->in_momenta.density(s.c)) << " in (q, p), would be "
                                 << power_of_N(s, on) << ", and that N does not reduce it");
        return fact;
    }
    return found(s, on, N, budget);
}

// Where there is none, the system that its symmetries leave may be Hamiltonian all the same.
Fact with_reduction(Fact fact, const Setting& s, const Budget& budget) {
    std::string why_not;
    if (fact.verdict != MultiplierVerdict::none) return fact;
    const auto reduced = multiplier_after_reduction(s, budget, why_not);
    if (!reduced || (reduced->verdict != MultiplierVerdict::multiplier &&
                     reduced->verdict != MultiplierVerdict::hamiltonian))
        return fact;
    fact.statement.insert(fact.statement.end(), reduced->statement.begin(), reduced->statement.end());
    fact.results.erase(fact.results.begin());  // after_reduction
    fact.results.insert(fact.results.begin(), reduced->results.begin(), reduced->results.end());
    fact.proof.method += (fact.proof.method.empty() ? "" : ", ") + reduced->proof.method +
                         std::string(reduced->proof.method.empty() ? "" : " ") + "for the reduced system";
    fact.proof.error_bound += reduced->proof.error_bound;
    return fact;
}

}  // namespace

Fact chaplygin_multiplier(const Setting& s, const Budget& budget) {
    if (const Reason why = outside_hypotheses(s)) return undecided(MultiplierVerdict::undecided, *why);
    if (is_core(s.system)) return of_core(s, budget);
    if (const Reason why = not_chaplygins_in_coordinates(s)) {
        if (!s.has_velocity_constraints()) return not_chaplygin(*why);
        std::string why_not;
        if (auto fact = multiplier_after_reduction(s, budget, why_not)) {
            if (!fact->verdict.is_undecided())
                fact->statement.push_back(Sentence()
                                          << "without reduction no multiplier was sought: " << *why);
            return std::move(*fact);
        }
        return not_chaplygin(*why + "; " + why_not);
    }
    const Reduced on = reduced(s);
    double error = 0;
    Answer lagrangian = Answer::yes;
    for (const auto& v : vanish(s, on.S, At::motion, Parameters::free, budget)) {
        if (v.answer == Answer::unknown) return undecided(MultiplierVerdict::undecided, v.reason);
        if (v.answer == Answer::no) lagrangian = Answer::no;
        error = std::max(error, v.error_bound);
    }
    if (lagrangian == Answer::yes) return already(on, error);
    if (const auto sigma = multiplier(s, on, budget)) return found(s, on, *sigma, budget);
    return with_reduction(by_the_measure(s, on, budget), s, budget);
}

}  // namespace anholon
