#include "report/bifurcation.hpp"

#include <fmt/format.h>

#include "report/layout.hpp"
#include "report/section.hpp"

namespace anholon {

using request::BifurcationFound;

namespace {

constexpr std::size_t most_lines = 40;

std::string regime(const BifurcationFound& found, std::size_t orbit) {
    if (found.section.orbits[orbit].points.empty()) return "no points";
    const auto& period = found.periods[orbit];
    return period ? fmt::format("period {}", *period) : "not periodic";
}

// Neighbours of the same regime are told together.
std::string regimes(const BifurcationFound& found) {
    std::string out;
    std::size_t lines = 0;
    for (std::size_t from = 0, to = 0; from < found.values.size(); from = to) {
        const std::string what = regime(found, from);
        while (to < found.values.size() && regime(found, to) == what) ++to;
        if (lines++ == most_lines) return out + "  … and more; --json tells all\n";
        out += to - from == 1
                   ? fmt::format("  {:<14} {} = {:.8g}\n", what, found.parameter, found.values[from])
                   : fmt::format("  {:<14} {} = {:.8g} to {:.8g}\n", what, found.parameter,
                                 found.values[from], found.values[to - 1]);
    }
    return out;
}

}  // namespace

std::string as_text(const std::string& system, const BifurcationFound& found, std::size_t width) {
    const auto sentence = [&](const std::string& words) { return paragraph("", words, 2, width); };
    std::string out =
        sentence(fmt::format("{}: section at {} against {}{}", system, found.section.at, found.parameter,
                             found.inherit.empty() ? "" : ", each orbit from the end of the one before"));
    out += summary(found.section, width);
    return out + regimes(found) +
           sentence("periods are those of the points, told apart by a hundred-thousandth of their extent");
}

Json as_json(const std::string& system, const BifurcationFound& found) {
    Json::Array values, periods;
    for (const double value : found.values) values.emplace_back(value);
    for (const auto& period : found.periods) periods.push_back(period ? Json(*period) : Json());
    return Json::object({{"system", system},
                         {"parameter", found.parameter},
                         {"values", Json::array(std::move(values))},
                         {"periods", Json::array(std::move(periods))},
                         {"inherit", found.inherit.empty() ? Json() : Json(found.inherit)},
                         {"section", as_json(system, found.section)}});
}

}  // namespace anholon
