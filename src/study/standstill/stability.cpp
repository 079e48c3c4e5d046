#include "study/standstill/stability.hpp"

#include <algorithm>
#include <cmath>

#include "expr/derivative.hpp"
#include "integrate/least_squares.hpp"
#include "study/standstill/corners.hpp"

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

// Whether vᵀHv > 0 for all v ≠ 0 with Dv = 0: H of n × n numbers, D of m × n.
bool is_positive(const std::vector<double>& H, const std::vector<double>& D, std::size_t m, std::size_t n) {
    std::vector<std::vector<double>> basis;
    if (m > 0) {
        basis = kernel(D, m, n);
    } else {
        for (std::size_t k = 0; k < n; ++k) {
            basis.emplace_back(n, 0.0);
            basis.back()[k] = 1;
        }
    }
    const std::size_t l = basis.size();
    std::vector<double> on_basis(l * l, 0.0);
    double largest = 0;
    for (const double h : H) largest = std::max(largest, std::fabs(h));
    for (std::size_t a = 0; a < l; ++a)
        for (std::size_t b = 0; b < l; ++b)
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j)
                    on_basis[a * l + b] += basis[a][i] * H[i * n + j] * basis[b][j];
    return std::ranges::all_of(spectrum(on_basis, l).values,
                               [&](const auto& value) { return value.real() > relative_zero * largest; });
}

// Values of functions of q alone, or of q and velocities that vanish.
std::vector<double> values_at(SteadyPart& part, const std::vector<double>& x, const std::vector<Expr>& e) {
    std::vector<double> out(e.size());
    if (e.empty()) return out;
    StateFunctions functions(part.formulation().equations(), e);
    functions(0, x, part.parameters(), {}, out);
    return out;
}

// ∂V = λ_a ∂F_a, and V − λ_a F_a has positive second derivatives along F = 0; T is positive there, too.
bool is_strict_minimum_of_V(SteadyPart& part, const System& system, const std::vector<double>& x) {
    const std::vector<Expr> q = system.q(), v = system.velocities();
    const std::size_t n = q.size();
    Substitution at_rest;
    for (const Expr& u : v) at_rest.emplace_back(u, system.c().zero());
    const auto entries = [](const Matrix& M) {
        return std::vector<Expr>(M.entries().begin(), M.entries().end());
    };
    const Expr V = -substitute(system.L, at_rest);
    std::vector<Expr> dF, ddF;
    std::size_t m = 0;
    for (const Constraint& k : system.constraints) {
        if (k.kind != Constraint::Kind::geometric) continue;
        ++m;
        for (const Expr& slope : gradient(k.residual, q)) dF.push_back(slope);
        for (const Expr& second : entries(hessian(k.residual, q))) ddF.push_back(second);
    }
    std::vector<Expr> allowed = dF;  // of velocities
    for (const Constraint& k : system.constraints)
        if (k.kind == Constraint::Kind::linear)
            for (const Expr& slope : gradient(k.residual, v)) allowed.push_back(slope);
    const std::vector<double> slopes = values_at(part, x, gradient(V, q)), D = values_at(part, x, dF);
    std::vector<double> H = values_at(part, x, entries(hessian(V, q)));
    const std::vector<double> second = values_at(part, x, ddF),
                              M = values_at(part, x, substitute(entries(hessian(system.L, v)), at_rest));
    std::vector<double> columns(n * m);
    for (std::size_t a = 0; a < m; ++a)
        for (std::size_t i = 0; i < n; ++i) columns[i * m + a] = D[a * n + i];
    const std::vector<double> lambda = m > 0 ? least_squares(columns, n, m, slopes) : std::vector<double>();
    double size = 1;
    for (const double h : H) size = std::max(size, std::fabs(h));
    for (std::size_t i = 0; i < n; ++i) {
        double left = slopes[i];
        for (std::size_t a = 0; a < m; ++a) left -= lambda[a] * D[a * n + i];
        if (!(std::fabs(left) <= 1e-9 * size)) return false;
    }
    for (std::size_t a = 0; a < m; ++a)
        for (std::size_t k = 0; k < n * n; ++k) H[k] -= lambda[a] * second[a * n * n + k];
    return is_positive(H, D, m, n) && is_positive(M, values_at(part, x, allowed), allowed.size() / n, n);
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

namespace {

// Two eigenvalues about an imaginary one, as far from it as rounding moves a double one: √ε.
bool may_be_double(const Spectrum& spectrum, const std::complex<double>& mu) {
    constexpr double rounded = 1e-6;
    const double near = rounded * spectrum.radius;
    return mu.real() <= near && std::ranges::any_of(spectrum.values, [&](const auto& other) {
               return other != mu && std::abs(other - mu) <= near;
           });
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
    const auto unsure = static_cast<std::size_t>(std::ranges::count_if(
        spectrum.values, [&](const auto& mu) { return mu.real() > zero && may_be_double(spectrum, mu); }));
    if (growing > 0 && unsure == growing)
        return {
            Verdict::undecided,
            "eigenvalues lie so close to each other and to the imaginary axis that rounding may have moved "
            "them: the linear equations do not decide"};
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

Standing standing(SteadyPart& part, const System& system, const std::vector<double>& x,
                  const LinearPart& linear) {
    Standing out{spectrum(linear.A, linear.independent.size()), family_dimension(part, x, linear), {}};
    out.stability = stability(out.spectrum, out.family);
    using Verdict = Stability::Verdict;
    if (const auto u = corner_at(part, x)) {
        out.stability = {Verdict::undecided,
                         text_of_corner(*u) + ": the eigenvalues are those of one side, and decide nothing"};
        return out;
    }
    const double unsure = part.uncertainty_of_slopes(x);
    const auto may_be_zero = [&](const auto& mu) { return mu != 0.0 && std::abs(mu) <= unsure; };
    const auto surely_grows = [&](const auto& mu) { return mu.real() > unsure; };
    if (std::ranges::any_of(out.spectrum.values, may_be_zero) &&
        std::ranges::none_of(out.spectrum.values, surely_grows))
        out.stability = {Verdict::undecided,
                         "eigenvalues are so small that they may vanish at a nearby state: the linear "
                         "equations do not decide"};
    else if (part.what() == Standstill::equilibrium && out.stability.verdict == Verdict::undecided &&
             conserves_energy(system, zeros_of(system, part)) && is_strict_minimum_of_V(part, system, x))
        out.stability = {Verdict::stable, "the potential has a strict minimum here (Lagrange and Dirichlet)"};
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
