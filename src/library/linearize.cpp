#include "library/internals.hpp"
#include "model/fork.hpp"
#include "model/request.hpp"
#include "report/linearisation.hpp"

namespace anholon {

namespace {

StandstillCondition condition(const std::string& text, const System& system) {
    if (text.find('=') == std::string::npos)
        throw library::error_of("condition-bad", "a condition is EXPR=VALUE, not '" + text + "'", "energy=3");
    const Source source("where", text);
    Diagnostics diagnostics;
    const Expr residual = read_equation(source, scope_of(system), system, diagnostics);
    if (!residual || diagnostics.failed()) throw Refusal(diagnostics, source);
    return {residual, text};
}

LinearisationOptions options_of(const LinearizeRequest& request, const System& system) {
    LinearisationOptions options{
        .at = request.at == LinearizeRequest::At::steady ? Standstill::steady : Standstill::equilibrium,
        .initial = read_initial_state({.parameters = library::assignments(request.parameters),
                                       .values = library::assignments(request.initial),
                                       .experiment = request.experiment},
                                      system)};
    if (const std::string moving = given_velocity(system, options); !moving.empty())
        throw library::error_of("velocity-in-equilibrium",
                                "in an equilibrium '" + moving + "' is 0 and cannot be given",
                                "a steady motion keeps the velocities that are given");
    for (const std::string& text : request.where) options.where.push_back(condition(text, system));
    return options;
}

}  // namespace

inline namespace v0 {

Linearization linearize(const Model& model, const LinearizeRequest& request) {
    return library::answered(model, [&] {
        const System system = fork(model.frozen().system);
        const Linearisation found = linearisation(system, options_of(request, system));
        Linearization out{.state = {},
                          .variables = found.variables,
                          .matrix = found.A,
                          .eigenvalues = found.spectrum.values,
                          .stability = std::string(anholon::name(found.stability.verdict)),
                          .reason = found.stability.reason,
                          .text = as_text(model.name(), found, request.width),
                          .json = to_string(as_json(model.name(), found))};
        for (const NamedValue& x : found.state) out.state.emplace_back(x.name, x.value);
        return out;
    });
}

}  // namespace v0
}  // namespace anholon
