#include <algorithm>

#include "code/source/c_functions.hpp"
#include "code/source/dop853_text.hpp"
#include "code/source/fill.hpp"
#include "code/source/fmu.hpp"
#include "code/source/fmu_templates.hpp"
#include "code/source/functions.hpp"
#include "code/source/language.hpp"
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

std::string changes_of(const Component& c) {
    std::string list;
    const std::vector<bool> is_tunable = tunable_parameters(c);
    for (std::size_t k = 0; k < is_tunable.size(); ++k)
        list += (list.empty() ? "" : ", ") + std::string(c.is_input[k]   ? "is_input"
                                                         : is_tunable[k] ? "is_tunable"
                                                                         : "is_fixed");
    return list.empty() ? "is_fixed" : list;
}

}  // namespace

FmuReferences::FmuReferences(const Component& c)
    : state(1),
      rates(state + c.equations.state.size()),
      parameters(rates + c.equations.state.size()),
      values(parameters + c.equations.parameters.size()),
      guards(values + c.equations.readings.values.size()),
      count(guards + c.guards.size()) {}

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
                        {"of_nothing", std::to_string(of.count)}});
    add_guards(c, values);
    const std::string kept = kept_functions(c, values);
    // inline: without a warning where one is not called
    const CDialect dialect{.scope = "static inline ", .inner = "static inline ", .data = "static "};
    return c_description(e) + fmu_head_text + c_counts(e) + c_functions(e, {}, dialect) + kept +
           fill(fmu_motion_text, values) + fill(fmu_instance_text, values) +
           fill(version == FmiVersion::two ? fmi2_text : fmi3_text, values);
}

}  // namespace anholon
