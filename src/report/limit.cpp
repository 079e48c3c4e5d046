#include "report/limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "report/layout.hpp"

namespace anholon::request {

namespace {

std::string verdict(const LimitFound& found, const LimitFound::Candidate& c) {
    if (!c.missing.empty()) return "there is no such motion to compare with: " + c.missing;
    const Approach& a = c.approach;
    if (!a.exponent)
        return fmt::format("the distance cannot be told from the error of the integration, {:.1g}",
                           a.floors.back());
    switch (a.tends) {
        case Answer::yes:
            return fmt::format("the limit: the distance goes as {}^{:.3f} (measured)", found.number,
                               *a.exponent);
        case Answer::no:
            return fmt::format("NOT the limit: the distance is still {:.3g} at {} = {:.6g}",
                               a.distances.back(), found.number, found.numbers.back());
        case Answer::unknown: break;
    }
    return fmt::format("not decided: the distance goes as {}^{:.3f}, {:.3g} in the end", found.number,
                       *a.exponent, a.distances.back());
}

std::string factors(const LimitFound& found, const Approach& a) {
    std::vector<std::string> list;
    for (std::size_t k = 0; k < a.factors.size(); ++k)
        list.push_back(fmt::format("{} {:.7g}", found.columns[k], a.factors[k]));
    return joined(list);
}

std::string name_of_power(const LimitFound& found, double exponent) {
    return exponent == -1 ? found.number : fmt::format("{}^{:g}", found.number, -exponent);
}

}  // namespace

std::string as_text(const LimitFound& found, std::size_t width) {
    std::string out = fmt::format("{}: {}, at t = {:g}\n", found.system, found.what, found.until);
    out += paragraph("  compared: ", joined(found.columns), 4, width);
    std::string head = fmt::format("  {:>9}", found.number);
    for (const LimitFound::Candidate& c : found.candidates)
        if (c.missing.empty()) head += fmt::format("  {:>19}", shortened("to " + c.name, 19));
    out += head + "\n";
    for (std::size_t k = 0; k < found.numbers.size(); ++k) {
        out += fmt::format("  {:>9.4g}", found.numbers[k]);
        for (const LimitFound::Candidate& c : found.candidates) {
            if (!c.missing.empty()) continue;
            const Approach& a = c.approach;
            const std::string exponent = a.exponents[k] ? fmt::format("{:+.3f}", *a.exponents[k])
                                         : a.distances[k] <= a.floors[k] ? "floor"
                                                                         : "";
            out += fmt::format("  {:>11.5e} {:>7}", a.distances[k], exponent);
        }
        while (out.back() == ' ') out.pop_back();
        out += "\n";
    }
    for (const LimitFound::Candidate& c : found.candidates) {
        out += paragraph("  " + c.name + ": ", verdict(found, c), 4, width);
        if (c.approach.tends == Answer::yes)
            out += paragraph(
                "    ",
                fmt::format("{} times the difference: {}", name_of_power(found, c.approach.rounded_exponent),
                            factors(found, c.approach)),
                6, width);
    }
    return out;
}

Json as_json(const LimitFound& found) {
    const auto numbers = [](const std::vector<double>& list) {
        Json::Array out;
        for (const double x : list) out.emplace_back(x);
        return Json::array(std::move(out));
    };
    const auto words = [](const std::vector<std::string>& list) {
        Json::Array out;
        for (const std::string& x : list) out.emplace_back(x);
        return Json::array(std::move(out));
    };
    Json::Array ends, candidates;
    for (const EndOfMotion& end : found.ends)
        ends.push_back(
            Json::object({{"values", numbers(end.values)}, {"error", end.error}, {"method", end.method}}));
    for (const LimitFound::Candidate& c : found.candidates) {
        Json::Array exponents;
        for (const auto& e : c.approach.exponents) exponents.push_back(e ? Json(*e) : Json());
        const bool has_motion = c.missing.empty();
        candidates.push_back(Json::object(
            {{"name", c.name},
             {"end", numbers(c.end.values)},
             {"distances", numbers(c.approach.distances)},
             {"exponents", Json::array(std::move(exponents))},
             {"exponent", c.approach.exponent ? Json(*c.approach.exponent) : Json()},
             {"is_limit",
              c.approach.tends == Answer::unknown ? Json() : Json(c.approach.tends == Answer::yes)},
             {"factors", numbers(c.approach.factors)},
             {"floors", numbers(c.approach.floors)},
             {"missing", has_motion ? Json() : Json(c.missing)}}));
    }
    return Json::object({{"system", found.system},
                         {"what", found.what},
                         {"number", found.number},
                         {"until", found.until},
                         {"columns", words(found.columns)},
                         {"numbers", numbers(found.numbers)},
                         {"ends", Json::array(std::move(ends))},
                         {"candidates", Json::array(std::move(candidates))}});
}

Plot plot_of(const LimitFound& found) {
    Plot plot{.title = found.system + ": " + found.what,
              .x_label = found.number,
              .y_label = fmt::format("distance at t = {:g}", found.until),
              .curves = {}};
    for (const LimitFound::Candidate& c : found.candidates)
        if (c.missing.empty())
            plot.curves.push_back({.label = "to " + c.name, .x = found.numbers, .y = c.approach.distances});
    plot.x_axis = plot.y_axis = Axis::Kind::logarithmic;
    return plot;
}

}  // namespace anholon::request
