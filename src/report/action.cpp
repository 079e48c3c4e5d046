#include "report/action.hpp"

#include <fmt/format.h>

#include "report/layout.hpp"

namespace anholon {

namespace {

std::string judged(const FirstVariation& v, const Stationarity& s) {
    if (s.variations == 0)
        return "no combination of the test variations is allowed; more --harmonics give more of them";
    return fmt::format("{:.3e}, bounded by {:.3e} among {} variations: {}", s.largest, s.bound, s.variations,
                       v.is_stationary(s)       ? "it vanishes within the error"
                       : v.is_not_stationary(s) ? "it does not vanish"
                                                : "too small to be told from the error");
}

Json data(const FirstVariation& v, const Stationarity& s) {
    const bool is_known = s.variations > 0 && (v.is_stationary(s) || v.is_not_stationary(s));
    return Json::object({{"variations", s.variations},
                         {"largest", s.largest},
                         {"bound", s.bound},
                         {"vanishes", is_known ? Json(v.is_stationary(s)) : Json()}});
}

}  // namespace

std::string as_text(const std::string& system, const request::ActionFound& found, std::size_t width) {
    const FirstVariation& v = found.found;
    const auto sentence = [&](const std::string& words) { return paragraph("", words, 2, width); };
    std::string out =
        sentence(fmt::format("{}: the action along the motion from t = 0 to {:.9g}", system, found.until));
    out += fmt::format("  action  {:.15g}\n", v.action);
    std::string names;
    for (const std::string& name : v.coordinates) names += (names.empty() ? "" : ", ") + name;
    out +=
        sentence(fmt::format("first variation{}, for the test variations sin(k pi t/T), k = 1..{}, along {}",
                             found.has_forces ? " with the work of the forces" : "", v.harmonics, names));
    if (!found.has_velocity_constraints)
        out += paragraph("  all curves: ", judged(v, v.hoelder), 4, width);
    else {
        out += paragraph("  Hölder, virtual displacements: ", judged(v, v.hoelder), 4, width);
        out +=
            paragraph("  Hamilton, curves that satisfy the constraints: ", judged(v, v.hamilton), 4, width);
    }
    return out + sentence(fmt::format("quadratures along the motion, by {} at the tolerance {:.3g}", v.method,
                                      v.tolerance));
}

Json as_json(const std::string& system, const request::ActionFound& found) {
    Json::Array along;
    for (const std::string& name : found.found.coordinates) along.emplace_back(name);
    return Json::object({{"system", system},
                         {"until", found.until},
                         {"action", found.found.action},
                         {"coordinates", Json::array(std::move(along))},
                         {"harmonics", found.found.harmonics},
                         {"with_work_of_forces", found.has_forces},
                         {"hoelder", data(found.found, found.found.hoelder)},
                         {"hamilton", data(found.found, found.found.hamilton)},
                         {"method", found.found.method},
                         {"tolerance", found.found.tolerance}});
}

}  // namespace anholon
