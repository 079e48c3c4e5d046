#include "report/stability_region.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/faults.hpp"
#include "base/pending_file.hpp"
#include "report/colour_map.hpp"
#include "report/layout.hpp"
#include "report/symbolic_stability.hpp"

namespace anholon {

using request::RegionFound;

namespace {

constexpr StabilityRegime regimes[] = {StabilityRegime::stable,  StabilityRegime::divergence,
                                       StabilityRegime::flutter, StabilityRegime::both,
                                       StabilityRegime::open,    StabilityRegime::missing};

Colour colour_of(StabilityRegime regime) {
    switch (regime) {
        case StabilityRegime::stable: return diverging(-0.7);
        case StabilityRegime::divergence: return diverging(0.95);
        case StabilityRegime::flutter: return diverging(0.45);
        case StabilityRegime::both: return {0.40, 0.12, 0.10};
        case StabilityRegime::open: return {0.88, 0.88, 0.88};
        case StabilityRegime::missing: return {1, 1, 1};
    }
    return {};
}

std::string words(StabilityRegime regime, SymbolicStability::Claim claim) {
    if (regime == StabilityRegime::stable && claim == SymbolicStability::Claim::first_order)
        return "stable to first order";
    if (regime == StabilityRegime::divergence || regime == StabilityRegime::flutter ||
        regime == StabilityRegime::both)
        return "unstable: " + std::string(name(regime));
    return std::string(name(regime));
}

std::string label(const std::string& name, const request::ShownUnit& unit) {
    if (unit.text.empty()) return name;
    return unit.text.starts_with('[') ? name + " " + unit.text : name + " [" + unit.text + "]";
}

struct Counts {
    std::map<StabilityRegime, std::size_t> of;
    explicit Counts(const StabilityRegion& region) {
        for (const StabilityRegime r : region.regimes) ++of[r];
    }
};

}  // namespace

std::string as_text(const std::string& system, const RegionFound& found, std::size_t width) {
    const StabilityRegion& r = found.region;
    const auto sentence = [&](const std::string& text) { return paragraph("", text, 2, width); };
    std::string out = sentence(fmt::format(
        "{}: stability for {} = {:.10g} to {:.10g} and {} = {:.10g} to {:.10g}, at {} x {} points", system,
        label(found.x_name, found.x_unit), r.x.low / found.x_unit.size, r.x.high / found.x_unit.size,
        label(found.y_name, found.y_unit), r.y.low / found.y_unit.size, r.y.high / found.y_unit.size,
        r.x.count, r.y.count));
    Counts counts(r);
    for (const StabilityRegime regime : regimes)
        if (counts.of[regime] > 0)
            out += fmt::format(
                "  {:5.1f} %  {}\n",
                100 * static_cast<double>(counts.of[regime]) / static_cast<double>(r.regimes.size()),
                words(regime, r.conditions.claim));
    out += sentence("the boundaries are zeros of the conditions, which hold in letters:");
    return out + as_text(system, r.conditions, width);
}

Json as_json(const std::string& system, const RegionFound& found) {
    const StabilityRegion& r = found.region;
    const auto axis = [](const RegionAxis& a, const std::string& name, const request::ShownUnit& unit) {
        return Json::object({{"name", name},
                             {"unit", unit.text},
                             {"low", a.low / unit.size},
                             {"high", a.high / unit.size},
                             {"count", a.count}});
    };
    Json::Array rows, boundaries;
    for (std::size_t i = 0; i < r.y.count; ++i) {
        Json::Array row;
        for (std::size_t j = 0; j < r.x.count; ++j) row.emplace_back(name(r.regimes[i * r.x.count + j]));
        rows.push_back(Json::array(std::move(row)));
    }
    for (const BoundaryPiece& b : r.boundaries)
        boundaries.push_back(Json::object(
            {{"condition", b.condition},
             {"from", Json::array({b.from[0] / found.x_unit.size, b.from[1] / found.y_unit.size})},
             {"to", Json::array({b.to[0] / found.x_unit.size, b.to[1] / found.y_unit.size})}}));
    return Json::object({{"system", system},
                         {"x", axis(r.x, found.x_name, found.x_unit)},
                         {"y", axis(r.y, found.y_name, found.y_unit)},
                         {"regimes", Json::array(std::move(rows))},
                         {"boundaries", Json::array(std::move(boundaries))},
                         {"conditions", as_json(system, r.conditions)}});
}

HeatMap region_map(const std::string& system, const RegionFound& found) {
    const StabilityRegion& r = found.region;
    HeatMap map{.title = system + ": stability",
                .x_label = label(found.x_name, found.x_unit),
                .y_label = label(found.y_name, found.y_unit),
                .z_label = "",
                .x_low = r.x.low / found.x_unit.size,
                .x_high = r.x.high / found.x_unit.size,
                .y_low = r.y.low / found.y_unit.size,
                .y_high = r.y.high / found.y_unit.size,
                .columns = r.x.count,
                .values = std::vector<double>(r.regimes.size(), 0.0),
                .reasons = {},
                .why = {}};
    for (const StabilityRegime regime : regimes) {
        map.why.push_back(words(regime, r.conditions.claim));
        map.colours.push_back(colour_of(regime));
    }
    for (const StabilityRegime regime : r.regimes)
        map.reasons.push_back(1 + static_cast<int>(std::ranges::find(regimes, regime) - std::begin(regimes)));
    for (const BoundaryPiece& b : r.boundaries)
        map.lines.push_back({b.from[0] / found.x_unit.size, b.from[1] / found.y_unit.size,
                             b.to[0] / found.x_unit.size, b.to[1] / found.y_unit.size});
    return map;
}

void write_region(const std::string& path, const std::string& system, const RegionFound& found) {
    if (file_ending(path, {".csv", ".svg", ".png", ".pdf"}) != ".csv") {
        write_heat_map(path, region_map(system, found));
        return;
    }
    const StabilityRegion& r = found.region;
    PendingFile file(path);
    file.write(found.x_name + "," + found.y_name + ",regime\n");
    for (std::size_t i = 0; i < r.y.count; ++i)
        for (std::size_t j = 0; j < r.x.count; ++j)
            file.write(fmt::format("{},{},{}\n", r.x.at(j) / found.x_unit.size, r.y.at(i) / found.y_unit.size,
                                   name(r.regimes[i * r.x.count + j])));
    file.commit();
}

}  // namespace anholon
