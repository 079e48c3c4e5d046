#include "motion/stability.hpp"

#include <algorithm>

namespace anholon {

namespace {

constexpr double relative_zero = 1e-9;

std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
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
