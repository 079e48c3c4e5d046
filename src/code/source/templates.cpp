#include "code/source/templates.hpp"

#include "code/source/functions.hpp"
#include "code/source/self_test.hpp"

namespace anholon {

namespace {

// The part of the test at the initial state.
std::string started(const Templates& templates, const RateEquations& e, const Language& language,
                    Values values) {
    const auto start = start_test(e);
    if (!start) return "";
    values["start_dx"] = list(start->dx, language);
    values["start_values"] = list(start->values, language);
    values["start_tolerance"] = number(start->tolerance);
    return fill(templates.test_start, values) +
           (start->values.empty() ? "" : fill(templates.test_start_values, values));
}

}  // namespace

std::string filled(const Templates& templates, const RateEquations& e, const ExportOptions& options,
                   const Language& language, Values names) {
    const std::vector<FunctionOutput> D = options.jacobian ? derivatives(e) : std::vector<FunctionOutput>{};
    Values values = std::move(names);
    values.merge(Values{{"description", description(e, language)},
                        {"nx", std::to_string(e.state.size())},
                        {"nz", std::to_string(e.unknowns.size())},
                        {"parameters", list(parameter_values(e), language)},
                        {"x0", list(e.initial, language)},
                        {"state_names", quoted_names(names_of(e.state), language)},
                        {"parameter_names", quoted_names(names_of(e.parameters), language)},
                        {"unknown_names", quoted_names(names_of(e.unknowns), language)},
                        {"value_names", quoted_names(value_names(e), language)},
                        {"np", std::to_string(e.parameters.size())},
                        {"ny", std::to_string(e.readings.unknowns.size())},
                        {"nv", std::to_string(e.readings.values.size())},
                        {"reading_system", reading_body(e, reading_system(e), language).lines},
                        {"values", reading_body(e, reading_values(e), language).lines},
                        {"system", body(e, linear_system(e), language).lines},
                        {"rates", body(e, rates(e), language).lines},
                        {"derivatives", body(e, D, language).lines},
                        {"reason", no_self_test}});
    std::string text = fill(templates.functions, values);
    if (const std::vector<Expr> u = switching_functions(e); !u.empty()) {
        values["nu"] = std::to_string(u.size());
        values["switches"] = body(e, {{"u", u}}, language).lines;
        text += fill(templates.switches, values);
    }
    if (options.jacobian) text += fill(templates.jacobian, values);
    if (const auto test = self_test(e, D)) {
        values.merge(test_values(*test, language));
        values["test_values"] = test->values.empty() ? "" : fill(templates.test_values, values);
        values["test_start"] = started(templates, e, language, values);
        values["test_jacobian"] = options.jacobian ? fill(templates.test_jacobian, values) : "";
        text += fill(templates.test, values);
    } else {
        text += fill(templates.untested, values);
    }
    return text + fill(templates.end, values);
}

}  // namespace anholon
