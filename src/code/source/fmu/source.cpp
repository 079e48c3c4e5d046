#include <algorithm>

#include "code/source/c_functions.hpp"
#include "code/source/dop853_text.hpp"
#include "code/source/fill.hpp"
#include "code/source/fmu/fmi2_text.hpp"
#include "code/source/fmu/fmi3_text.hpp"
#include "code/source/fmu/fmi_text.hpp"
#include "code/source/fmu/fmu.hpp"
#include "code/source/fmu/instance_text.hpp"
#include "code/source/fmu/interface_text.hpp"
#include "code/source/fmu/state_text.hpp"
#include "code/source/fmu/stepping_text.hpp"
#include "code/source/functions.hpp"
#include "code/source/language.hpp"
#include "code/source/tangent_statements.hpp"
#include "expr/derivative.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

std::string at_least_one(std::size_t n) { return std::to_string(std::max<std::size_t>(n, 1)); }

// F and J of one list of constraints, by the variables that are corrected.
std::string kept_function(const RateEquations& e, const Component::Kept& kept, std::size_t stage) {
    std::vector<Expr> slopes;
    const std::vector<Expr> moving(e.state.begin() + static_cast<std::ptrdiff_t>(kept.first),
                                   e.state.begin() + static_cast<std::ptrdiff_t>(kept.first + kept.count));
    for (const Expr& F : kept.residuals)
        for (const Expr& slope : gradient(F, moving)) slopes.push_back(slope);
    const FunctionBody body = c_body(e, {{"F", kept.residuals}, {"J", slopes, kept.count}});
    return fill(fmu_kept_text, {{"stage", std::to_string(stage)},
                                {"unused", c_unused(body, {"t", "x", "p"})},
                                {"slopes", std::to_string(slopes.size())},
                                {"lines", body.lines}});
}

std::string kept_functions(const Component& c, Values& values) {
    std::string functions, calls;
    std::size_t most = 1, most_slopes = 1;
    for (std::size_t k = 0; k < c.kept.size(); ++k) {
        const Component::Kept& kept = c.kept[k];
        most = std::max(most, kept.residuals.size());
        most_slopes = std::max(most_slopes, kept.residuals.size() * kept.count);
        functions += kept_function(c.equations, kept, k + 1);
        calls += "    if (bring_back(kept" + std::to_string(k + 1) + ", " +
                 std::to_string(kept.residuals.size()) + ", " + std::to_string(kept.count) + ", " +
                 std::to_string(kept.first) + ", t, x, p, largest)) return 1;\n";
    }
    values["projections"] = calls;
    values["most_kept"] = std::to_string(most);
    values["most_slopes"] = std::to_string(most_slopes);
    values["most_squares"] = std::to_string(most * most);
    return functions + (c.kept.empty() ? "" : fill(fmu_projection_text, values));
}

void add_guards(const Component& c, Values& values) {
    FunctionOutput g{"g", {}}, scale{"scale", {}};
    std::vector<std::string> words;
    for (const Component::Guard& guard : c.guards) {
        g.entries.push_back(guard.value);
        scale.entries.push_back(guard.scale);
        words.push_back(guard.words);
    }
    const FunctionBody body = c_reading_body(c.equations, {g, scale});
    values["guards"] = body.lines;
    values["guards_unused"] =
        c_unused(body, {"t", "x", "p", "y"}) + (c.guards.empty() ? "    (void)g;\n    (void)scale;\n" : "");
    values["guard_words"] = c_strings(words);
    values["ng"] = std::to_string(c.guards.size());
    values["guard_cells"] = at_least_one(c.guards.size());
}

// The symbols that a function of the state depends on, and what they are in C; z are the unknowns, by whatever name.
struct Arguments {
    std::vector<Expr> symbols;
    std::vector<std::string> values, directions;

    Arguments(const RateEquations& e, const std::vector<Expr>& unknowns)
        : symbols{e.t}, values{"t"}, directions{"dt"} {
        add("x", e.state);
        add("p", e.parameters);
        add("z", unknowns);
    }
    void add(const std::string& array, const std::vector<Expr>& list) {
        for (std::size_t k = 0; k < list.size(); ++k) {
            const std::string place = "[" + std::to_string(k) + "]";
            symbols.push_back(list[k]);
            values.push_back(array + place);
            directions.push_back("d" + array + place);
        }
    }
};

enum class Unknowns { change, stay };

// A function that computes how these change along a direction.
std::string function_along(const std::string& name, const RateEquations& e,
                           const std::vector<Expr>& functions, const std::vector<Expr>& unknowns,
                           Unknowns which) {
    const Arguments arguments(e, unknowns);
    const std::size_t changing = arguments.symbols.size() - (which == Unknowns::stay ? unknowns.size() : 0);
    const std::string lines =
        tangent_statements(program(functions, arguments.symbols),
                           {.input = [&](std::size_t k) { return arguments.values[k]; },
                            .direction = [&](std::size_t k) -> std::optional<std::string> {
                                if (k >= changing) return std::nullopt;
                                return arguments.directions[k];
                            },
                            .output = [](std::size_t k) { return "d[" + std::to_string(k) + "]"; }});
    return fill(fmu_along_text, {{"name", name}, {"lines", lines}});
}

// r − W z
std::vector<Expr> residuals(const Matrix& W, const std::vector<Expr>& r, const std::vector<Expr>& z) {
    std::vector<Expr> out;
    for (std::size_t i = 0; i < z.size(); ++i) out.push_back(r[i] - dot(W.row(i), z));
    return out;
}

std::string functions_along(const Component& c) {
    const RateEquations& e = c.equations;
    const Readings& told = e.readings;
    std::vector<Expr> values, switches;
    for (const auto& [name, value] : told.values) values.push_back(value);
    for (const Component::Guard& guard : c.guards) values.push_back(guard.value);
    for (const Component::Switch& s : c.switches) switches.push_back(s.function);
    return function_along("residual_along", e, residuals(e.W, e.r, e.unknowns), e.unknowns, Unknowns::stay) +
           function_along("rates_along", e, e.rates, e.unknowns, Unknowns::change) +
           function_along("reaction_residual_along", e, residuals(told.W, told.r, told.unknowns),
                          told.unknowns, Unknowns::stay) +
           function_along("told_along", e, values, told.unknowns, Unknowns::change) +
           function_along("switching_along", e, switches, e.unknowns, Unknowns::change);
}

void add_switches(const Component& c, Values& values) {
    FunctionOutput u{"u", {}};
    std::vector<std::string> words;
    for (const Component::Switch& s : c.switches) {
        u.entries.push_back(s.function);
        words.push_back(s.words);
    }
    const FunctionBody body = c_body(c.equations, {u});
    values["switches"] = body.lines;
    values["switches_unused"] =
        c_unused(body, {"t", "x", "p", "z"}) + (c.switches.empty() ? "    (void)u;\n" : "");
    values["switch_words"] = c_strings(words);
    values["nu"] = std::to_string(c.switches.size());
    values["switch_cells"] = at_least_one(c.switches.size());
    values["first_side"] = std::to_string(c.stated_parameters());
    values["indicators"] = std::to_string(c.guards.size() + c.switches.size());
    values["told_cells"] = at_least_one(c.equations.readings.values.size() + c.guards.size());
}

std::string changes_of(const Component& c) {
    std::string list;
    const std::vector<bool> is_tunable = tunable_parameters(c);
    for (std::size_t k = 0; k < c.stated_parameters(); ++k)
        list += (list.empty() ? "" : ", ") + std::string(!is_tunable[k]  ? "is_fixed"
                                                         : c.is_input[k] ? "is_input"
                                                                         : "is_tunable");
    return list.empty() ? "is_fixed" : list;
}

}  // namespace

FmuReferences::FmuReferences(const Component& c)
    : state(1),
      rates(state + c.equations.state.size()),
      parameters(rates + c.equations.state.size()),
      values(parameters + c.stated_parameters()),
      guards(values + c.equations.readings.values.size()),
      switches(guards + c.guards.size()),
      count(switches + c.switches.size()) {}

std::vector<bool> tunable_parameters(const Component& c) {
    std::vector<bool> out;
    for (const Expr& p : c.equations.parameters)
        out.push_back(std::ranges::none_of(c.kept, [&](const Component::Kept& kept) {
            return std::ranges::any_of(kept.residuals, [&](const Expr& F) {
                const std::vector<Expr> symbols = symbols_of(F);
                return std::ranges::find(symbols, p) != symbols.end();
            });
        }));
    return out;
}

std::string fmu_source(const Component& c, FmiVersion version, const std::string& token) {
    const RateEquations& e = c.equations;
    Values values = c_values(e);
    const FmuReferences of(c);
    values.merge(Values{{"token", token},
                        {"tolerance", number(fmu_tolerance)},
                        {"x0", c_list(e.initial)},
                        {"parameters", c_list(parameter_values(e))},
                        {"changes", changes_of(c)},
                        {"tables", dop853_tables("static ")},
                        {"of_state", std::to_string(of.state)},
                        {"of_rates", std::to_string(of.rates)},
                        {"of_parameters", std::to_string(of.parameters)},
                        {"of_values", std::to_string(of.values)},
                        {"of_guards", std::to_string(of.guards)},
                        {"of_switches", std::to_string(of.switches)},
                        {"of_nothing", std::to_string(of.count)}});
    const bool is_two = version == FmiVersion::two;
    values.merge(Values{{"fmi", is_two ? "fmi2" : "fmi3"},
                        {"instance", is_two ? "fmi2Component" : "fmi3Instance"},
                        {"real", is_two ? "fmi2Real" : "fmi3Float64"},
                        {"state", is_two ? "state" : "State"},
                        {"deserialize", is_two ? "DeSerialize" : "Deserialize"},
                        {"rates", is_two ? "GetDerivatives" : "GetContinuousStateDerivatives"}});
    add_guards(c, values);
    add_switches(c, values);
    const std::string kept = kept_functions(c, values);
    // inline: without a warning where one is not called
    const CDialect dialect{.scope = "static inline ", .inner = "static inline ", .data = "static "};
    return c_description(e) + fmu_head_text + c_counts(e) + c_functions(e, {}, dialect) + kept +
           functions_along(c) + fill(fmu_motion_text, values) + fill(fmu_instance_text, values) +
           fill(fmu_stepping_text, values) + fill(fmu_interface_text, values) +
           fill(is_two ? fmi2_text : fmi3_text, values) + fill(fmi_text, values);
}

}  // namespace anholon
