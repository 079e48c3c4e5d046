#include "study/linearisation.hpp"

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "integrate/least_squares.hpp"
#include "model/state/parameter_values.hpp"
#include "study/symbolic_stability.hpp"

namespace anholon {

namespace {

// Whether gA = 0, up to rounding.
bool annihilates(const std::vector<double>& g, const std::vector<double>& A) {
    const std::size_t l = g.size();
    double size_g = 0, size_A = 0, most = 0;
    for (const double value : g) size_g = std::max(size_g, std::fabs(value));
    for (const double value : A) size_A = std::max(size_A, std::fabs(value));
    for (std::size_t j = 0; j < l; ++j) {
        double sum = 0;
        for (std::size_t i = 0; i < l; ++i) sum += g[i] * A[i * l + j];
        most = std::max(most, std::fabs(sum));
    }
    return most <= 1e-9 * size_g * size_A;
}

// The model's integrals whose gradients are independent here: each is a zero eigenvalue, for dF(Aδx) = 0.
std::vector<std::string> integrals_at(StandstillEquations& equations, const std::vector<double>& x,
                                      const LinearPart& linear) {
    const std::size_t l = linear.independent.size(), n = equations.part().kept().size();
    std::vector<std::string> names;
    std::vector<double> gradients;
    for (StandstillEquations::Integral& integral : equations.integrals()) {
        std::vector<double> g(n), on_tangent(l, 0.0);
        integral.slopes(0, x, equations.part().parameters(), {}, g);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < l; ++j) on_tangent[j] += g[i] * linear.T[i * l + j];
        std::vector<double> tried = gradients;
        tried.insert(tried.end(), on_tangent.begin(), on_tangent.end());
        if (!std::ranges::all_of(on_tangent, [](double d) { return std::isfinite(d); })) continue;
        if (!annihilates(on_tangent, linear.A)) continue;  // the symmetries change it
        if (rank(tried, names.size() + 1, l, {1e-9}) != names.size() + 1) continue;
        gradients = std::move(tried);
        names.push_back(integral.name);
    }
    return names;
}

std::string counted(std::size_t count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::vector<std::string> explanation(const Linearisation& out, const System& system,
                                     const std::vector<std::string>& integrals) {
    std::vector<std::string> list;
    const bool is_steady = out.at == Standstill::steady;
    const auto constraints = static_cast<std::size_t>(std::ranges::count_if(
        system.constraints, [](const Constraint& k) { return k.kind != Constraint::Kind::geometric; }));
    if (out.family > 0) {
        // What stands still on a Lie algebra may turn.
        std::string line = counted(out.family, "belongs", "belong") + " to the family of " +
                           (is_steady || system.algebra ? "steady motions" : "equilibria") +
                           ", of dimension " + std::to_string(out.family);
        if (!is_steady && !system.algebra && constraints > 0 && keeps_velocity_constraints(*out.form))
            line += "; " + counted(constraints, "constraint", "constraints") +
                    " on velocities alone would give the dimension " + std::to_string(constraints);
        list.push_back(line);
        if (!is_steady && !out.cyclic.empty())
            list.push_back("cyclic coordinates, which give a family in any case: " + joined(out.cyclic));
    }
    const Spectrum& s = out.spectrum;
    if (s.kernel > out.family)
        list.push_back(counted(s.kernel - out.family, "has an eigenvector", "have eigenvectors") +
                       (out.family > 0 ? " across that family" : " along which there is no family") +
                       ": terms of higher order decide");
    if (s.zeros > s.kernel)
        list.push_back(counted(s.zeros - s.kernel, "has", "have") +
                       " no eigenvector: the linear equations drift along the others at a constant rate");
    if (s.zeros > 0 && !integrals.empty())
        list.push_back(
            counted(integrals.size(), "integral", "integrals") +
            " with independent gradients here, each with its zero eigenvalue: " + joined(integrals));
    return list;
}

}  // namespace

Linearisation linearisation(const System& system, const LinearisationOptions& options) {
    StandstillEquations equations(system, options.at);
    return linearisation(equations, options);
}

Linearisation linearisation(StandstillEquations& equations, const LinearisationOptions& options) {
    const System& system = equations.system();
    StandstillSearch search(equations, options);
    SteadyPart& part = search.part();
    const std::vector<double>& start = search.start();
    const std::vector<double> x = search.found().x;
    const auto linear = part.linear_part(x);
    if (!linear) throw NoStandstill("the linear equations have no value here: " + part.why());

    Standing standing = anholon::standing(part, system, x, *linear, work_for_formulas());
    if (standing.stability.verdict == Stability::Verdict::undecided && !standing.has_corner) {
        const auto exact = exact_stability(equations, x, standing, parameter_point(system, options.initial));
        const bool says_more =
            exact && (exact->verdict != Stability::Verdict::undecided || !standing.is_proved);
        if (says_more) standing.stability = *exact;
    }
    Linearisation out{.at = options.at,
                      .form = &part.formulation().form(),
                      .state = {},
                      .before = {},
                      .cyclic = {},
                      .turning = {},
                      .count = {},
                      .left_out = search.symmetries().left_out,
                      .variables = {},
                      .A = linear->A,
                      .oscillations = small_oscillations(part, x, *linear),
                      .spectrum = standing.spectrum,
                      .family = standing.family,
                      .zeros = {},
                      .stability = standing.stability};
    for (const std::size_t k : part.kept()) {
        const std::string name = symbol_text(part.state()[k].symbol());
        out.state.push_back({name, x[k]});
        if (std::fabs(x[k] - start[k]) > 1e-12 * std::max(1.0, std::fabs(start[k])))
            out.before.push_back({name, start[k]});
    }
    for (const Expr& q : part.cyclic()) out.cyclic.push_back(symbol_text(q.symbol()));
    if (options.at == Standstill::equilibrium) out.frozen = frozen_constraints(part, system, x, *linear);
    if (options.at == Standstill::steady)
        out.turning = turning_of(part, equations.symmetries(), equations.action(), x);
    out.count = {.state = x.size(),
                 .cyclic = x.size() - part.kept().size(),
                 .tied = part.kept().size() - linear->independent.size() - linear->orbit,
                 .orbit = linear->orbit};
    for (const std::size_t k : linear->independent) out.variables.push_back(out.state[k].name);
    out.space = state_space(system, part, x, *linear, out.spectrum, parameter_point(system, options.initial));
    out.zeros = explanation(out, system, integrals_at(equations, x, *linear));
    return out;
}

}  // namespace anholon
