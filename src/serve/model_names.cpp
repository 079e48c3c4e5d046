#include "serve/model_names.hpp"

#include <algorithm>
#include <map>

#include "expr/enclosure.hpp"
#include "expr/print.hpp"
#include "model/request.hpp"
#include "model/state/initial_state.hpp"
#include "model/state/parameter_values.hpp"
#include "model/state/state_variable.hpp"
#include "model/system_units.hpp"

namespace anholon::serve {

namespace {

// As written, without the brackets that a unit of several words has.
std::string shown_unit(const std::string& unit) {
    if (unit == "1") return "";
    return unit.starts_with("[") && unit.ends_with("]") ? unit.substr(1, unit.size() - 2) : unit;
}

std::string shown_latex(const Expr& e) { return e && e.is_symbol() ? symbol_latex(e.symbol()) : ""; }

double number(const Expr& e) { return e ? enclosure(e, {}, 80).midpoint() : 1; }

// What the model says of a symbol.
struct Said {
    std::string unit, description;
};
std::map<std::string, Said> said_of(const System& system) {
    std::map<std::string, Said> out;
    for (const Parameter& p : system.parameters)
        out[p.symbol.symbol().name] = {shown_unit(p.unit), p.description};
    for (const DerivedParameter& p : system.derived) out[p.name] = {shown_unit(p.unit), p.description};
    for (const Coordinate& q : system.coordinates)
        out[q.symbol.symbol().name] = {shown_unit(q.unit), q.description};
    for (const ControllerState& s : system.states)
        out[s.symbol.symbol().name] = {shown_unit(s.unit), s.description};
    for (const Output& o : system.outputs) out[o.name] = {shown_unit(o.unit), o.description};
    return out;
}

std::map<std::string, Span> places_of(const System& system) {
    std::map<std::string, Span> out;
    for (const Parameter& p : system.parameters) out[p.symbol.symbol().name] = p.span;
    for (const DerivedParameter& p : system.derived) out[p.name] = p.span;
    for (const Coordinate& q : system.coordinates) out[q.symbol.symbol().name] = q.span;
    for (const QuasiVelocity& w : system.quasi) out[w.symbol.symbol().name] = w.span;
    for (const ControllerState& s : system.states) out[s.symbol.symbol().name] = s.span;
    for (const Output& o : system.outputs) out[o.name] = o.span;
    return out;
}

}  // namespace

Type symbol_type() {
    return record("ModelSymbol", {{"name", text()},
                                  {"kind", text(), "parameter, coordinate, abbreviation, …"},
                                  {"unit", text()},
                                  {"description", text()},
                                  {"latex", text(), "empty for abbreviations"},
                                  {"line", nullable(integer()), "where it is declared"},
                                  {"column", nullable(integer())}});
}

Json symbols(const System& system, const Source& source) {
    const Scope scope = scope_of(system);
    const auto said = said_of(system);
    const auto places = places_of(system);
    const SystemUnits units(system);
    Json::Array out;
    for (const std::string& name : scope.names()) {
        const Meaning& meaning = *scope.find(name);
        const auto found = said.find(name);
        const auto written = places.find(name);
        const Span declared = written != places.end() ? written->second : Span();
        const bool has_place = declared.end > declared.begin;
        const Position place = source.position(declared.begin);
        out.push_back(Json::object(
            {{"name", name},
             {"kind", meaning.noun},
             {"unit", found != said.end() ? found->second.unit : shown_unit(units.unit_of(meaning.value))},
             {"description", found != said.end() ? found->second.description : ""},
             {"latex", shown_latex(meaning.value)},
             {"line", has_place ? Json(place.line) : Json()},
             {"column", has_place ? Json(place.column) : Json()}}));
    }
    return Json::array(std::move(out));
}

Type parameter_type() {
    return record("Parameter", {{"name", text()},
                                {"value", serve::number(), "in its unit"},
                                {"unit", text()},
                                {"description", text()},
                                {"low", nullable(serve::number()), "of the range that it may have"},
                                {"high", nullable(serve::number())},
                                {"derived", boolean(), "from others: it cannot be set"},
                                {"input", boolean(), "set from outside while the motion goes on"},
                                {"latex", text()}});
}

Json parameters(const System& system) {
    Json::Array out;
    const auto add = [&](const auto& p, const std::string& name, double value, const std::string& latex,
                         bool is_derived, bool is_input) {
        const double unit = number(p.scale);
        out.push_back(Json::object({{"name", name},
                                    {"value", value / unit},
                                    {"unit", shown_unit(p.unit)},
                                    {"description", p.description},
                                    {"low", p.range ? Json(p.range->first.to_double() / unit) : Json()},
                                    {"high", p.range ? Json(p.range->second.to_double() / unit) : Json()},
                                    {"derived", is_derived},
                                    {"input", is_input},
                                    {"latex", latex}}));
    };
    for (const Parameter& p : system.parameters)
        add(p, p.symbol.symbol().name, p.value.to_double(), symbol_latex(p.symbol.symbol()), false,
            p.is_input);
    const auto values = derived_values(system, parameter_point(system));
    for (const DerivedParameter& p : system.derived) {
        const auto value = std::ranges::find(values, p.name, [](const auto& named) { return named.first; });
        add(p, p.name, value->second, symbol_latex({.name = p.name}), true, false);
    }
    return Json::array(std::move(out));
}

Type state_type() {
    return record("StateEntry", {{"name", text()},
                                 {"kind", one_of({"coordinate", "velocity", "quasi-velocity", "multiplier",
                                                  "state", "abbreviation"})},
                                 {"unit", text()},
                                 {"description", text()},
                                 {"latex", text()},
                                 {"given", boolean(), "by the model or its default experiment"},
                                 {"value", nullable(serve::number()),
                                  "once the constraints hold; null where there is no such state"}});
}

Json state(const System& system) {
    InitialStateOptions options;
    const auto experiment = std::ranges::find(system.experiments, "default", &Experiment::name);
    if (experiment != system.experiments.end()) options.experiment = &*experiment;
    const InitialStateResult found = initial_state(system, options);
    const auto said = said_of(system);
    const SystemUnits units(system);
    Json::Array out;
    const auto add = [&](const Expr& symbol, const std::string& name, const char* kind, bool is_given,
                         const Json& value) {
        const auto known = said.find(name);
        out.push_back(Json::object(
            {{"name", name},
             {"kind", kind},
             {"unit", known != said.end() ? known->second.unit : shown_unit(units.unit_of(symbol))},
             {"description", known != said.end() ? known->second.description : ""},
             {"latex", shown_latex(symbol)},
             {"given", is_given},
             {"value", value}}));
    };
    if (found.state) {
        const std::pair<const std::vector<InitialVariable>*, const char*> parts[] = {
            {&found.state->q, "coordinate"},
            {&found.state->v, "velocity"},
            {&found.state->eta, "quasi-velocity"},
            {&found.state->states, "state"},
            {&found.state->abbreviations, "abbreviation"}};
        for (const auto& [variables, kind] : parts)
            for (const InitialVariable& x : *variables)
                add(x.symbol, x.name, kind, x.given.has_value(), Json(x.value));
    } else {
        for (const Expr& q : system.q()) add(q, name_of(q, system), "coordinate", false, {});
        for (const Expr& v : system.velocities()) add(v, name_of(v, system), "velocity", false, {});
        for (const QuasiVelocity& w : system.quasi)
            add(w.symbol, name_of(w.symbol, system), "quasi-velocity", false, {});
        for (const ControllerState& s : system.states)
            add(s.symbol, name_of(s.symbol, system), "state", false, {});
    }
    return Json::array(std::move(out));
}

}  // namespace anholon::serve
