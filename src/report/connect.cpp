#include "report/connect.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "report/layout.hpp"

namespace anholon {

namespace {

using request::Connections;

// What is as small as rounding beside the largest of its kind is shown as 0.
double shown(double value, std::span<const double> all) {
    double largest = 0;
    for (const double other : all) largest = std::max(largest, std::fabs(other));
    return std::fabs(value) < 1e-13 * largest ? 0 : value;
}

std::string places(const std::vector<std::pair<std::string, double>>& place) {
    std::string out;
    for (const auto& [name, value] : place)
        out += fmt::format("{}{} = {:.9g}", out.empty() ? "" : ", ", name, value);
    return out;
}

// None where the kinetic energy is not positive along the curve.
std::optional<double> length(const Connections& found, const Extremal& e) {
    const double square = 2 * e.action * found.time;
    if (!found.is_geodesic || !(square >= 0)) return std::nullopt;
    return std::sqrt(square);
}

constexpr std::size_t shown_points = 6;

std::string conjugates(const Extremal& e) {
    std::string out;
    for (const ConjugatePoint& c : std::span(e.conjugates).first(std::min(shown_points, e.conjugates.size())))
        out += fmt::format("{}t = {:.9g}{}", out.empty() ? "" : ", ", c.t,
                           c.multiplicity > 1 ? fmt::format(" ({} times)", c.multiplicity) : "");
    if (e.conjugates.size() > shown_points)
        out += fmt::format(" and {} more", e.conjugates.size() - shown_points);
    if (out.empty())
        out = "no conjugate point before the end";
    else
        out = fmt::format("conjugate point{} at {}", e.conjugates.size() == 1 ? "" : "s", out);
    return out + (e.end_is_conjugate ? "; the end is conjugate to the start" : "");
}

std::string extremal(const Connections& found, std::size_t number, std::size_t width) {
    const Extremal& e = found.found.extremals[number];
    const auto sentence = [&](const std::string& words) { return paragraph("  ", words, 4, width); };
    std::string out = fmt::format("\n{}. action {:.12g}", number + 1, e.action);
    if (const auto l = length(found, e)) out += fmt::format(", length {:.12g}", *l);
    out += "\n";
    std::size_t widest = 0;
    for (std::size_t i = found.coordinates; i < found.variables.size(); ++i)
        widest = std::max(widest, cells(found.variables[i]));
    for (std::size_t i = found.coordinates; i < found.variables.size(); ++i)
        out += fmt::format("  {:<{}}  {:.12g}\n", found.variables[i], widest, shown(e.start[i], e.start));
    if (!found.free.empty()) {
        std::string ends;
        for (std::size_t i = 0; i < found.coordinates; ++i)
            for (const std::string& name : found.free)
                if (name == found.variables[i])
                    ends += fmt::format("{}{} = {:.9g}", ends.empty() ? "" : ", ", name, e.end[i]);
        out += sentence("it ends at " + ends);
    }
    out += sentence(conjugates(e));
    if (e.is_of_family) out += sentence("it is one of a family with the same ends and the same action");
    return out + sentence(fmt::format("it misses its end by {:.1e} after {} rounds", e.residual, e.rounds));
}

}  // namespace

std::string as_text(const std::string& system, const Connections& found, std::size_t width) {
    const ExtremalsFound& all = found.found;
    const auto sentence = [&](const std::string& words) { return paragraph("", words, 2, width); };
    std::string out = sentence(fmt::format("{}: {} from {} to {} in the time {:.9g}", system,
                                           all.extremals.size() == 1 ? "an extremal" : "extremals",
                                           places(found.from), places(found.to), found.time));
    for (const std::string& name : found.free) out += sentence("the end of " + name + " is free");
    if (all.extremals.empty()) {
        out += sentence(fmt::format("none was found from {} starts; ", all.starts) +
                        (std::isfinite(all.nearest)
                             ? fmt::format("the nearest one misses its end by {:.2e}", all.nearest)
                             : "no motion lasted until the end"));
        if (!all.lost.empty()) out += sentence("note: a motion ended before its time: " + all.lost);
    } else {
        const Extremal& first = all.extremals.front();
        if (first.reach < found.dimension)
            out += sentence(fmt::format(
                "the neighbours of extremal 1 from the same start reach places of {} dimensions only, "
                "to first order; all places have {}",
                first.reach, found.dimension));
        for (std::size_t k = 0; k < all.extremals.size(); ++k) out += extremal(found, k, width);
        out += "\n";
        out += sentence(
            fmt::format("{} of {} starts led to these; there may be others", all.arrived, all.starts));
    }
    return out + sentence(fmt::format("shooting by {} at the tolerance {:.3g}", all.method, all.tolerance));
}

Json as_json(const std::string& system, const Connections& found) {
    const auto object = [](const std::vector<std::pair<std::string, double>>& list) {
        Json::Object out;
        for (const auto& [name, value] : list) out.emplace_back(name, value);
        return Json::object(std::move(out));
    };
    Json::Array list, free;
    for (const std::string& name : found.free) free.emplace_back(name);
    for (const Extremal& e : found.found.extremals) {
        Json::Object start, end;
        Json::Array points;
        const std::optional<double> l = length(found, e);
        for (std::size_t i = 0; i < found.variables.size(); ++i) {
            start.emplace_back(found.variables[i], e.start[i]);
            end.emplace_back(found.variables[i], e.end[i]);
        }
        for (const ConjugatePoint& c : e.conjugates)
            points.push_back(Json::object({{"t", c.t}, {"multiplicity", c.multiplicity}}));
        list.push_back(Json::object({{"action", e.action},
                                     {"length", l ? Json(*l) : Json()},
                                     {"start", Json::object(std::move(start))},
                                     {"end", Json::object(std::move(end))},
                                     {"conjugate_points", Json::array(std::move(points))},
                                     {"end_is_conjugate", e.end_is_conjugate},
                                     {"is_of_family", e.is_of_family},
                                     {"dimension", e.reach},
                                     {"residual", e.residual},
                                     {"rounds", e.rounds}}));
    }
    const ExtremalsFound& all = found.found;
    return Json::object(
        {{"system", system},
         {"from", object(found.from)},
         {"to", object(found.to)},
         {"free", Json::array(std::move(free))},
         {"time", found.time},
         {"extremals", Json::array(std::move(list))},
         {"starts", all.starts},
         {"arrived", all.arrived},
         {"nearest", all.extremals.empty() && std::isfinite(all.nearest) ? Json(all.nearest) : Json()},
         {"method", all.method},
         {"tolerance", all.tolerance}});
}

}  // namespace anholon
