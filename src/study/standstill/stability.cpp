#include "study/standstill/stability.hpp"

#include <algorithm>
#include <cmath>

#include "algebra/polynomial.hpp"
#include "base/deadline.hpp"
#include "expr/derivative.hpp"
#include "model/request.hpp"
#include "study/standstill/corners.hpp"
#include "study/standstill/enclosed_standstill.hpp"
#include "study/standstill/exact_linear_part.hpp"

namespace anholon {

namespace {

constexpr double relative_zero = 1e-9;

std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// Parameters that are zero are no letters.
Substitution zeros_of(const System& system, const SteadyPart& part) {
    Substitution zeros;
    const std::vector<Expr>& symbols = part.formulation().equations().parameters;
    for (std::size_t k = 0; k < symbols.size(); ++k)
        if (part.parameters()[k] == 0) zeros.emplace_back(symbols[k], system.c().zero());
    return zeros;
}

}  // namespace

bool conserves_energy(const System& system, const Substitution& values) {
    const auto vanishes = [&](Expr e) { return anholon::vanishes(substitute(e, values)); };
    if (system.algebra || system.motion.axiom != Axiom::nonholonomic || !system.frictions.empty() ||
        !std::ranges::all_of(system.Q, vanishes))
        return false;
    Substitution reversed, at_rest;
    for (const Expr& v : system.velocities()) {
        reversed.emplace_back(v, -v);
        at_rest.emplace_back(v, system.c().zero());
    }
    for (const Constraint& k : system.constraints) {
        if (k.kind == Constraint::Kind::nonlinear || !vanishes(derivative(k.residual, system.t)))
            return false;
        if (k.kind == Constraint::Kind::linear && !vanishes(substitute(k.residual, at_rest))) return false;
    }
    return vanishes(derivative(system.L, system.t)) && vanishes(system.L - substitute(system.L, reversed));
}

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
        return {Verdict::stable, "every nearby state is stationary as well"};
    if (n > 0 && neutral == 0) return {Verdict::asymptotic, "all real parts are negative"};
    if (decaying > 0 && neutral == spectrum.zeros && spectrum.zeros == family)
        return {Verdict::asymptotic_but_family,
                "the zero eigenvalues are those of the family, all others have negative real parts"};
    if (neutral > spectrum.zeros)
        return {Verdict::undecided, "no eigenvalue has a positive real part, and " +
                                        std::to_string(neutral - spectrum.zeros) +
                                        " are imaginary: the linear equations do not decide"};
    return {Verdict::undecided,
            "no eigenvalue has a positive real part, and " + counted(spectrum.zeros, "eigenvalue") +
                (spectrum.zeros == 1 ? " vanishes" : " vanish") + ": the linear equations do not decide"};
}

namespace {

Stability stability(const EnclosedStandstill& proved) {
    Spectrum spectrum;
    for (const EnclosedEigenvalue& mu : proved.eigenvalues) {
        // At least as many are exactly zero as the family has dimensions.
        const bool is_zero = mu.contains_zero();
        if (is_zero) ++spectrum.zeros;
        const bool is_neutral = is_zero || mu.real.contains_zero();
        spectrum.values.emplace_back(is_neutral ? 0 : mu.real.midpoint(),
                                     is_zero ? 0 : mu.imaginary.midpoint());
    }
    return stability(spectrum, proved.family);
}

// The theorem of Lagrange and Dirichlet: a strict minimum of T + V on what the constraints allow.
bool has_least_energy(SteadyPart& part, const System& system, const std::vector<double>& x) try {
    if (part.what() != Standstill::equilibrium) return false;
    const Expr energy = part.formulation().lowered(energy_of(system));
    const bool is_conserved =
        system.algebra
            ? vanishes(dot(gradient(energy, part.state()), explicit_rates(part.formulation().equations())))
            : conserves_energy(system, zeros_of(system, part));
    return is_conserved && has_strict_minimum(part, x, energy);
} catch (const Undefined&) {  // as it is written it has no value there
    return false;
}

// "2 eigenvalues with positive real parts, 1 zero"
std::string counts(const Spectrum& s) {
    const double zero = relative_zero * s.radius;
    std::size_t growing = 0, decaying = 0;
    for (const auto& mu : s.values) {
        if (mu.real() > zero) ++growing;
        if (mu.real() < -zero) ++decaying;
    }
    const std::size_t imaginary = s.values.size() - growing - decaying - s.zeros;
    std::string out;
    const auto add = [&](std::size_t count, const char* what) {
        if (count > 0) out += (out.empty() ? "" : ", ") + std::to_string(count) + " " + what;
    };
    add(growing, "with positive real part");
    add(decaying, "with negative real part");
    add(imaginary, "imaginary");
    add(s.zeros, "zero");
    return "eigenvalues: " + out;
}

// The standstill near x in formulas, where these are found with little work.
std::optional<ExactStandstill> exact_near(SteadyPart& part, const System& system,
                                          const std::vector<double>& x, const Budget& work) {
    if (work.is_over()) return std::nullopt;
    try {
        return exact_standstill(part, system, x, part.exact_parameters(), part.values(), work);
    } catch (const NotExact&) {
    } catch (const TooLarge&) {
    } catch (const Undefined&) {
    }
    return std::nullopt;
}

std::size_t zeros(const EnclosedStandstill& proved) {
    return static_cast<std::size_t>(
        std::ranges::count_if(proved.eigenvalues, &EnclosedEigenvalue::contains_zero));
}

class StabilityProof {
  public:
    StabilityProof(Standing& out, SteadyPart& part, const System& system, const std::vector<double>& x,
                   const Budget& work)
        : out_(out), part_(part), system_(system), x_(x), work_(work) {}

    void run() {
        for (const PutToZero put : {PutToZero::none, PutToZero::velocities, PutToZero::all})
            if (take(enclosed_standstill(part_, system_, x_, put))) return;
        if (!proved_ || zeros(*proved_) > proved_->family)
            if (by_exact_standstill()) return;
        if (has_least_energy(part_, system_, x_)) {
            out_.stability = {Stability::Verdict::stable,
                              system_.algebra
                                  ? "the energy has a strict minimum here"
                                  : "the potential has a strict minimum here (Lagrange and Dirichlet)"};
            return;
        }
        leave_open();
    }

  private:
    bool take(std::optional<EnclosedStandstill> proved) {
        if (!proved) return false;
        proved_ = std::move(proved);
        out_.is_proved = true;
        out_.stability = stability(*proved_);
        return out_.stability.verdict != Stability::Verdict::undecided;
    }

    bool by_exact_standstill() {
        try {
            const Deadline deadline(work_.limit());
            out_.exact = exact_near(part_, system_, x_, work_);
            if (!out_.exact) return false;
            auto proved = enclosed_standstill(part_, system_, *out_.exact);
            if (!proved) return false;
            if (zeros(*proved) > proved->family && out_.family > proved->family)
                proved->family =
                    std::max(proved->family, wider_family(part_, system_, x_, *out_.exact,
                                                          part_.exact_parameters(), part_.values(), work_));
            return take(std::move(proved));
        } catch (const TimeIsUp&) {
            return false;
        }
    }

    void leave_open() {
        const Stability seen = anholon::stability(out_.spectrum, out_.family);
        if (out_.is_proved && seen.verdict == Stability::Verdict::undecided) {
            out_.stability = seen;
            return;
        }
        out_.stability = {Stability::Verdict::undecided,
                          (out_.is_proved ? "the signs of the eigenvalues are not proved"
                                          : "that the equations have a solution here is not proved") +
                              std::string("; seen in floating point: ") + counts(out_.spectrum)};
    }

    Standing& out_;
    SteadyPart& part_;
    const System& system_;
    const std::vector<double>& x_;
    const Budget& work_;
    std::optional<EnclosedStandstill> proved_;
};

}  // namespace

Standing standing(SteadyPart& part, const System& system, const std::vector<double>& x,
                  const LinearPart& linear, const Budget& work) {
    Standing out{spectrum(linear.A, linear.independent.size()), family_dimension(part, x, linear), {}};
    if (const auto u = corner_at(part, x)) {
        out.has_corner = true;
        out.stability = {Stability::Verdict::undecided,
                         text_of_corner(*u) + ": the eigenvalues are those of one side, and decide nothing"};
        return out;
    }
    StabilityProof(out, part, system, x, work).run();
    return out;
}

std::string_view name(Stability::Verdict verdict) {
    switch (verdict) {
        case Stability::Verdict::unstable: return "unstable";
        case Stability::Verdict::asymptotic: return "asymptotically stable";
        case Stability::Verdict::asymptotic_but_family:
            return "stable, asymptotically except along the family";
        case Stability::Verdict::stable: return "stable";
        case Stability::Verdict::undecided: return "not decided";
    }
    return "";
}

}  // namespace anholon
