#include "model/state/parameter_values.hpp"

#include <cmath>

#include "base/text.hpp"
#include "model/language/errors.hpp"

namespace anholon {

namespace {

constexpr long precision = 80;

void set(Point& point, const std::vector<std::pair<Expr, Rational>>& assignments) {
    for (const auto& [symbol, value] : assignments)
        for (auto& [known, old] : point)
            if (known == symbol) old = value;
}

}  // namespace

Point parameter_point(const System& system, const InitialStateOptions& options) {
    Point point;
    for (const Parameter& p : system.parameters) point.emplace_back(p.symbol, p.value);
    if (options.experiment) set(point, options.experiment->parameters);
    set(point, options.parameters);
    return point;
}

std::vector<std::pair<std::string, double>> derived_values(const System& system, const Point& parameters) {
    std::vector<std::pair<std::string, double>> out;
    for (const DerivedParameter& d : system.derived)
        out.emplace_back(d.name, enclosure(d.definition, parameters, precision).midpoint());
    return out;
}

std::optional<Diagnostic> derived_outside_range(const System& system, const Point& parameters) {
    for (const DerivedParameter& d : system.derived) {
        const Ball value = enclosure(d.definition, parameters, precision);
        if (!value.is_finite()) return value_not_real(d.span, "the parameter '" + d.name + "'");
        if (!d.range) continue;
        const double x = value.midpoint(), rounding = 1e-15 * std::abs(x);
        if (x < d.range->first.to_double() - rounding || x > d.range->second.to_double() + rounding) {
            Diagnostic outside = value_outside_range(d.span, d.name);
            outside.notes.push_back({"with these parameters it is " + decimal(x, 10), d.span});
            return outside;
        }
    }
    return std::nullopt;
}

}  // namespace anholon
