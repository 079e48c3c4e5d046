#include "code/source/templates.hpp"

#include "code/source/functions.hpp"
#include "code/source/self_test.hpp"

namespace anholon {

std::string filled(const Templates& templates, const RateEquations& e, const ExportOptions& options,
                   const Language& language, Values names) {
    const std::vector<Output> D = options.jacobian ? derivatives(e) : std::vector<Output>{};
    Values values = std::move(names);
    values.merge(Values{{"description", description(e, language)},
                        {"nx", std::to_string(e.state.size())},
                        {"nz", std::to_string(e.unknowns.size())},
                        {"parameters", list(parameter_values(e), language)},
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
        values["test_jacobian"] = options.jacobian ? fill(templates.test_jacobian, values) : "";
        text += fill(templates.test, values);
    } else {
        text += fill(templates.untested, values);
    }
    return text + fill(templates.end, values);
}

}  // namespace anholon
