#include "study/linearisation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/prime_field.hpp"
#include "base/text.hpp"
#include "integrate/least_squares.hpp"
#include "model/parameter_values.hpp"
#include "model/request.hpp"
#include "motion/simulation.hpp"

namespace anholon {

namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
    return out;
}

std::vector<double> numbers(const ConstantValues& values) {
    std::vector<double> out;
    for (const auto& [symbol, value] : values) out.push_back(value.to_double());
    return out;
}

// The values of t, q, q̇ (0 in an equilibrium) and λ, as the law of motion holds them.
std::vector<double> law_values(const SteadyPart& part, const InitialState& initial, Standstill at) {
    std::vector<double> y(part.law_state().size(), 0.0);
    for (std::size_t k = 0; k < y.size(); ++k)
        for (const auto* list : {&initial.q, &initial.v, &initial.lambda})
            for (const InitialVariable& x : *list) {
                const bool moves = list == &initial.v && at == Standstill::equilibrium;
                if (x.symbol == part.law_state()[k]) y[k] = moves ? 0 : x.value;
            }
    return y;
}

// What is asked to be kept, as functions of the state with the values of the initial state.
std::vector<SteadyPart::Held> held(const SteadyPart& part, const LinearisationOptions& options,
                                   std::initializer_list<const std::vector<InitialVariable>*> lists) {
    const auto& given = options.initial.values;
    std::vector<SteadyPart::Held> held;
    for (const auto* list : lists)
        for (const InitialVariable& x : *list)
            if (std::ranges::find(given, x.symbol, &std::pair<Expr, Rational>::first) != given.end())
                held.push_back({part.formulation().lowered(x.symbol), x.value});
    return held;
}

using HeldList = std::vector<SteadyPart::Held>;

double speed(const SteadyPart& part, const std::vector<double>& x) {
    double sum = 0;
    for (std::size_t k = part.formulation().coordinates(); k < x.size(); ++k) sum += x[k] * x[k];
    return std::sqrt(sum);
}

// How near Newton's method came, in the best of its attempts.
struct Nearest {
    double residual = std::numeric_limits<double>::infinity();
    int steps = 0;
    std::string why;  // if rates had no value

    bool settle(SteadyPart& part, std::vector<double>& x, const HeldList& held) {
        if (part.settle(x, held)) return true;
        if (part.residual() < residual) {
            residual = part.residual();
            steps = part.steps();
        } else if (why.empty()) {
            why = part.why();
        }
        return false;
    }
    std::string text() const {
        if (std::isinf(residual)) return why;
        return "Newton's method stopped after " + std::to_string(steps) + (steps == 1 ? " step" : " steps") +
               ", with a rate of " + decimal(residual, 3) + " remaining";
    }
};

// From the state itself, then from places around it, farther and farther away: where a rate is extreme Newton's method does not
// know where to go.
std::optional<std::vector<double>> settled_near(SteadyPart& part, const std::vector<double>& start,
                                                const HeldList& held, Nearest& nearest) {
    constexpr std::size_t tries = 12;
    for (std::size_t attempt = 0; attempt <= tries; ++attempt) {
        std::vector<double> x = start;
        const double size = 2.0 * static_cast<double>(attempt) / tries;
        for (const std::size_t k : part.kept())
            if (k < part.formulation().coordinates() &&
                std::ranges::find(part.cyclic(), part.state()[k]) == part.cyclic().end())
                x[k] += size * (std::ldexp(static_cast<double>(mix(attempt, k)), -63) - 1);
        if (nearest.settle(part, x, held)) return x;
    }
    return std::nullopt;
}

std::vector<double> settled(SteadyPart& part, const System& system, const std::vector<double>& start,
                            const InitialState& initial, const LinearisationOptions& options) {
    const bool is_steady = options.at == Standstill::steady;
    const HeldList velocities =
        is_steady ? held(part, options, {&initial.v, &initial.eta, &initial.abbreviations}) : HeldList();
    HeldList all = held(part, options, {&initial.q});
    all.insert(all.end(), velocities.begin(), velocities.end());
    std::vector<double> first = start;
    std::optional<std::vector<double>> x;
    Nearest nearest;
    if (nearest.settle(part, first, all)) x = std::move(first);
    if (!x) x = settled_near(part, start, velocities, nearest);
    // Equations that are homogeneous in the velocities draw Newton's method to rest; a steady motion with the energy of the
    // initial state is nearer to what was asked for.
    if (x && is_steady && velocities.empty() && speed(part, *x) < 1e-6 * speed(part, start)) {
        const Expr energy = part.formulation().lowered(energy_of(system));
        StateFunctions value(part.formulation().equations(), std::span(&energy, 1));
        double E = 0;
        value(0, start, part.parameters(), {}, std::span(&E, 1));
        all.push_back({energy, E});
        if (const auto moving = settled_near(part, start, all, nearest)) return *moving;
    }
    if (x) return *x;
    const std::string what = is_steady ? "no steady motion" : "no equilibrium";
    throw NoStandstill(what + " was found near the initial state: " + nearest.text());
}

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
std::vector<std::string> integrals_at(const System& system, SteadyPart& part, const std::vector<double>& x,
                                      const LinearPart& linear) {
    const std::size_t l = linear.independent.size(), n = part.kept().size();
    std::vector<Expr> kept;
    for (const std::size_t k : part.kept()) kept.push_back(part.state()[k]);
    std::vector<std::string> names;
    std::vector<double> gradients;
    for (const Expectation& e : system.expectations) {
        if (e.kind != Expectation::Kind::integral) continue;
        std::vector<Expr> slopes;
        try {
            const Expr F = part.formulation().lowered(e.name == "energy" ? energy_of(system) : e.left);
            if (!derivative(F, system.t).is_number()) continue;
            slopes = gradient(F, kept);
        } catch (const Unavailable&) {
            continue;
        }
        std::vector<double> g(n), on_tangent(l, 0.0);
        StateFunctions functions(part.formulation().equations(), slopes);
        if (functions.need_unknowns()) continue;
        functions(0, x, part.parameters(), {}, g);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < l; ++j) on_tangent[j] += g[i] * linear.T[i * l + j];
        std::vector<double> tried = gradients;
        tried.insert(tried.end(), on_tangent.begin(), on_tangent.end());
        if (!std::ranges::all_of(on_tangent, [](double d) { return std::isfinite(d); })) continue;
        if (!annihilates(on_tangent, linear.A)) continue;  // the symmetries change it
        if (rank(tried, names.size() + 1, l, {1e-9}) != names.size() + 1) continue;
        gradients = std::move(tried);
        names.push_back(e.name == "energy" ? "energy" : text_in_brief(e.left));
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
        std::string line = counted(out.family, "belongs", "belong") + " to the family of " +
                           (is_steady ? "steady motions" : "equilibria") + ", of dimension " +
                           std::to_string(out.family);
        if (!is_steady && constraints > 0 && keeps_velocity_constraints(*out.form))
            line += "; " + counted(constraints, "constraint", "constraints") +
                    " on velocities alone would give the dimension " + std::to_string(constraints);
        list.push_back(line);
        if (!is_steady && !out.cyclic.empty())
            list.push_back("cyclic coordinates, which give a family in any case: " + joined(out.cyclic));
    }
    const Spectrum& s = out.spectrum;
    if (s.kernel > out.family)
        list.push_back(counted(s.kernel - out.family, "has an eigenvector", "have eigenvectors") +
                       " along which there is no family: terms of higher order decide");
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
    const ConstantValues parameters = parameter_point(system, options.initial);
    const MotionSymmetries symmetries =
        options.at == Standstill::steady ? motion_symmetries(system, parameters) : MotionSymmetries();
    Substitution values;
    for (const auto& [symbol, value] : parameters) values.emplace_back(symbol, system.c().number(value));
    SteadyPart part(system, options.at, symmetries.fields, values);
    part.set_parameters(numbers(parameters));
    const InitialState initial = possible_initial_state(system, options.initial);
    const std::vector<double> start = part.state_at(law_values(part, initial, options.at));
    const std::vector<double> x = settled(part, system, start, initial, options);
    const auto linear = part.linear_part(x);
    if (!linear) throw NoStandstill("the linear equations have no value here: " + part.why());

    const Standing standing = anholon::standing(part, system, x, *linear);
    Linearisation out{.at = options.at,
                      .form = &part.formulation().form(),
                      .state = {},
                      .before = {},
                      .cyclic = {},
                      .turning = {},
                      .count = {},
                      .left_out = symmetries.left_out,
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
    if (options.at == Standstill::steady) out.turning = turning_of(part, symmetries, x);
    out.count = {.state = x.size(),
                 .cyclic = x.size() - part.kept().size(),
                 .tied = part.kept().size() - linear->independent.size() - linear->orbit,
                 .orbit = linear->orbit};
    for (const std::size_t k : linear->independent) out.variables.push_back(out.state[k].name);
    out.zeros = explanation(out, system, integrals_at(system, part, x, *linear));
    return out;
}

}  // namespace anholon
