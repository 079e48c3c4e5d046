#include "motion/stability.hpp"

#include <algorithm>
#include <cmath>

namespace anholon {

namespace {

constexpr double relative_zero = 1e-9;

std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// No constraints on velocities, no forces but those of V, L even in the velocities.
bool is_natural(const System& system) {
    const auto is_zero = [](Expr e) { return is_zero_modulo_primes(e).answer == Answer::yes; };
    const bool is_free = std::ranges::all_of(
        system.constraints, [](const Constraint& k) { return k.kind == Constraint::Kind::geometric; });
    if (!is_free || system.algebra || system.motion.axiom != Axiom::nonholonomic ||
        !std::ranges::all_of(system.Q, is_zero))
        return false;
    Substitution reversed;
    for (const Expr& v : system.velocities()) reversed.emplace_back(v, -v);
    return is_zero(system.L - substitute(system.L, reversed));
}

bool has_positive_masses(SteadyPart& part, const std::vector<double>& x) {
    const RateEquations& e = part.formulation().equations();
    std::vector<double> W(e.unknowns.size() * e.unknowns.size());
    StateFunctions entries(e, e.W.entries());
    entries(0, x, part.parameters(), {}, W);
    const Spectrum masses = spectrum(W, e.unknowns.size());
    return std::ranges::all_of(masses.values, [](const auto& m) { return m.real() > 0; });
}

}  // namespace

Stability stability(const Spectrum& spectrum, std::size_t family) {
    using Verdict = Stability::Verdict;
    const double zero = relative_zero * spectrum.radius;
    const auto growing = static_cast<std::size_t>(
        std::ranges::count_if(spectrum.values, [&](const auto& mu) { return mu.real() > zero; }));
    const auto decaying = static_cast<std::size_t>(
        std::ranges::count_if(spectrum.values, [&](const auto& mu) { return mu.real() < -zero; }));
    const std::size_t n = spectrum.values.size(), neutral = n - growing - decaying;
    if (growing > 0)
        return {Verdict::unstable, counted(growing, "eigenvalue") + " with a positive real part"};
    if (spectrum.zeros == n && family == n)
        return {Verdict::stable, "every state nearby stands still as well"};
    if (n > 0 && neutral == 0) return {Verdict::asymptotic, "all real parts are negative"};
    if (decaying > 0 && neutral == spectrum.zeros && spectrum.zeros == family)
        return {Verdict::asymptotic_but_family,
                "the zero eigenvalues are those of the family, all others have negative real parts"};
    if (neutral > spectrum.zeros)
        return {Verdict::undecided, "no eigenvalue grows, and " + std::to_string(neutral - spectrum.zeros) +
                                        " are imaginary: the linear equations do not decide"};
    return {Verdict::undecided, "no eigenvalue grows, and " + counted(spectrum.zeros, "eigenvalue") +
                                    (spectrum.zeros == 1 ? " vanishes" : " vanish") +
                                    ": the linear equations do not decide"};
}

// With M > 0 and M q̈ + K q = 0, K > 0 is the same as imaginary eigenvalues only, none of them zero.
Standing standing(SteadyPart& part, const System& system, const std::vector<double>& x,
                  const LinearPart& linear) {
    Standing out{spectrum(linear.A, linear.independent.size()), family_dimension(part, x, linear), {}};
    out.stability = stability(out.spectrum, out.family);
    const double zero = relative_zero * out.spectrum.radius;
    const bool oscillates = part.what() == Standstill::equilibrium && !out.spectrum.values.empty() &&
                            out.spectrum.zeros == 0 &&
                            std::ranges::all_of(out.spectrum.values,
                                                [&](const auto& mu) { return std::fabs(mu.real()) <= zero; });
    if (oscillates && is_natural(system) && has_positive_masses(part, x))
        out.stability = {Stability::Verdict::stable,
                         "the potential has a strict minimum here (Lagrange and Dirichlet)"};
    return out;
}

std::string_view name(Stability::Verdict verdict) {
    switch (verdict) {
        case Stability::Verdict::unstable: return "unstable";
        case Stability::Verdict::asymptotic: return "asymptotically stable";
        case Stability::Verdict::asymptotic_but_family: return "stable, asymptotically but for the family";
        case Stability::Verdict::stable: return "stable";
        case Stability::Verdict::undecided: return "not decided";
    }
    return "";
}

}  // namespace anholon
