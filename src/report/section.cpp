#include "report/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "base/words.hpp"
#include "expr/print.hpp"
#include "model/refusal.hpp"
#include "model/system_units.hpp"
#include "report/histogram.hpp"
#include "report/layout.hpp"

namespace anholon {

using request::SectionFound;

namespace {

std::size_t points_of(const SectionFound& found) {
    std::size_t sum = 0;
    for (const SectionOrbit& orbit : found.orbits) sum += orbit.points.size();
    return sum;
}

std::string counted(std::size_t count, const std::string& what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// How often orbits ended early, by reason.
std::map<std::string, std::size_t> endings(const SectionFound& found) {
    std::map<std::string, std::size_t> out;
    for (const SectionOrbit& orbit : found.orbits)
        if (!orbit.ended.empty()) ++out[orbit.ended];
    return out;
}

std::string table(const SectionFound& found, std::size_t most, std::size_t width) {
    std::string out;
    std::size_t shown = 0;
    const std::size_t columns = std::min(found.columns.size(), (width - 17) / 16);
    std::string head = fmt::format("{:>5} {:>10}", "orbit", "t");
    for (std::size_t k = 0; k < columns; ++k)
        head += fmt::format(" {:>15}", shortened(found.columns[k].name, 15));
    out += head + "\n";
    for (std::size_t i = 0; i < found.orbits.size(); ++i)
        for (const SectionPoint& point : found.orbits[i].points) {
            if (shown++ == most) return out + fmt::format("  … and {} more\n", points_of(found) - most);
            out += fmt::format("{:>5} {:>10.6g}", i + 1, point.t);
            for (std::size_t k = 0; k < columns; ++k) out += fmt::format(" {:>15.9g}", point.columns[k]);
            out += "\n";
        }
    if (columns < found.columns.size())
        out += fmt::format("  {} not shown; --columns chooses\n",
                           counted(found.columns.size() - columns, "further column"));
    return out;
}

std::string rotations(const SectionFound& found, std::size_t width) {
    constexpr std::size_t most = 100;
    std::string out = fmt::format("rotation numbers in the plane of {} and {}\n", found.columns[0].name,
                                  found.columns[1].name);
    for (std::size_t k = 0; k < found.orbits.size(); ++k) {
        if (k == most) return out + fmt::format("  … and {} more\n", found.orbits.size() - most);
        const Rotation& r = found.orbits[k].rotation;
        const std::string start = fmt::format("{:>5}  ", k + 1);
        out += r.number ? fmt::format("{}{:.12f} ± {:.1e}\n", start, r.number->value, r.number->error)
                        : paragraph(start, "none: " + r.why_none, start.size(), width);
    }
    return out;
}

std::size_t place_of(const SectionFound& found, const std::string& name) {
    const auto at = std::ranges::find(found.columns, name, &Observable::name);
    if (at != found.columns.end()) return static_cast<std::size_t>(at - found.columns.begin());
    std::vector<std::string> names;
    for (const Observable& o : found.columns) names.push_back(o.name);
    throw Refusal(Refusal::Of::words, "column-unknown", "the points have no column '" + name + "'",
                  "they have " + joined(names));
}

// What a picture shows along an axis: a column of each point, or of the point that follows it, for maps of returns.
struct ShownColumn {
    std::size_t place = 0;
    bool is_next = false;
    std::string label;

    double of(const SectionOrbit& orbit, std::size_t point) const {
        return orbit.points[point + (is_next ? 1 : 0)].columns[place];
    }
};

ShownColumn shown_column(const SectionFound& found, const std::string& words) {
    std::string name = without_blanks_around(words);
    const std::string label = name;
    const bool is_next = name.starts_with("next ");
    if (is_next) name = without_blanks_around(name.substr(5));
    return {place_of(found, name), is_next, label};
}

// The points of one picture, by orbit.
struct ShownPoints {
    ShownColumn x, y;

    // "Y:X"; the first two columns without words.
    ShownPoints(const std::string& words, const SectionFound& found) {
        if (found.columns.size() < 2 && words.empty())
            throw Refusal(Refusal::Of::words, "plot-columns", "a picture of points needs two columns",
                          "--columns x,y");
        const std::size_t colon = words.find(':');
        y = shown_column(found, words.empty() ? found.columns[1].name : words.substr(0, colon));
        x = shown_column(found, words.empty() || colon == std::string::npos ? found.columns[0].name
                                                                            : words.substr(colon + 1));
    }

    std::size_t count(const SectionOrbit& orbit) const {
        const std::size_t last = x.is_next || y.is_next ? 1 : 0;
        return orbit.points.size() < last ? 0 : orbit.points.size() - last;
    }
};

constexpr std::size_t most_dots = 50'000;

}  // namespace

std::string as_text(const std::string& system, const SectionFound& found, std::size_t width) {
    std::string out = paragraph("", fmt::format("{}: section at {}", system, found.at), 2, width);
    out += summary(found, width);
    if (points_of(found) == 0) return out;
    if (found.has_rotations) out += rotations(found, width);
    return out + table(found, 20, width);
}

std::string summary(const SectionFound& found, std::size_t width) {
    const auto sentence = [&](const std::string& words) { return paragraph("", words, 2, width); };
    double longest = 0, drift = 0;
    std::size_t steps = 0, empty = 0;
    for (const SectionOrbit& orbit : found.orbits) {
        longest = std::max(longest, std::abs(orbit.until));
        drift = std::max(drift, orbit.drift);
        steps += orbit.steps;
        empty += orbit.points.empty() ? 1 : 0;
    }
    std::string out = sentence(fmt::format(
        "{} of {}, in {} by {} at the tolerance {:.3g}{}", counted(points_of(found), "point"),
        counted(found.orbits.size(), "orbit"), counted(steps, "step"), found.method, found.tolerance,
        drift > 0 ? fmt::format("; the integrals drift by at most {:.1e}", drift) : ""));
    if (found.without_start > 0)
        out += sentence(fmt::format("for {} no start was found on these levels; the last of them missed {}",
                                    counted(found.without_start, "orbit"), found.missed));
    if (empty > 0)
        out += sentence(fmt::format("{} never {} the section up to |t| = {:.6g}", counted(empty, "orbit"),
                                    empty == 1 ? "crosses" : "cross", longest));
    for (const auto& [why, count] : endings(found))
        out += sentence(fmt::format("{} before its end: {}",
                                    count == 1 ? "1 orbit ends" : fmt::format("{} orbits end", count), why));
    return out;
}

Json as_json(const std::string& system, const SectionFound& found) {
    Json::Array columns, orbits;
    for (const Observable& o : found.columns) columns.emplace_back(o.name);
    for (const SectionOrbit& orbit : found.orbits) {
        Json::Array points, start, parameters;
        for (const double x : orbit.start.x) start.emplace_back(x);
        for (const double p : orbit.start.p) parameters.emplace_back(p);
        for (const SectionPoint& point : orbit.points) {
            Json::Array row{Json(point.t)};
            for (const double value : point.columns) row.emplace_back(value);
            points.push_back(Json::array(std::move(row)));
        }
        orbits.push_back(Json::object(
            {{"start", Json::array(std::move(start))},
             {"parameters", Json::array(std::move(parameters))},
             {"points", Json::array(std::move(points))},
             {"until", orbit.until},
             {"steps", orbit.steps},
             {"drift", orbit.drift},
             {"rotation", orbit.rotation.number ? Json::object({{"value", orbit.rotation.number->value},
                                                                {"error", orbit.rotation.number->error}})
                                                : Json()},
             {"ended", orbit.ended.empty() ? Json() : Json(orbit.ended)}}));
    }
    return Json::object({{"system", system},
                         {"at", found.at},
                         {"columns", Json::array(std::move(columns))},
                         {"orbits", Json::array(std::move(orbits))},
                         {"without_start", found.without_start},
                         {"form", found.form},
                         {"method", found.method},
                         {"tolerance", found.tolerance}});
}

void write_points(const std::string& path, const request::StatedModel& model, const Provenance& provenance,
                  const SectionFound& found) {
    TrajectoryHeader header{.title = model.system.name + ": section at " + found.at,
                            .model_text = std::string(model.source.text()),
                            .form = found.form,
                            .method = std::string(found.method),
                            .tolerance = found.tolerance,
                            .parameters = {},
                            .provenance = provenance,
                            .columns = {{"t", "s", "time"}, {"orbit", "", "the orbit, counted from 1"}}};
    for (std::size_t k = 0; k < model.system.parameters.size(); ++k)
        header.parameters.push_back({symbol_text(model.system.parameters[k].symbol.symbol()),
                                     found.parameters[k], si_unit(model.system.parameters[k].unit)});
    for (const Observable& o : found.columns) header.columns.push_back({o.name, o.unit, o.description});
    const auto file = open_trajectory(path, std::move(header));
    std::vector<double> row;
    for (std::size_t i = 0; i < found.orbits.size(); ++i)
        for (const SectionPoint& point : found.orbits[i].points) {
            row = {point.t, static_cast<double>(i + 1)};
            row.insert(row.end(), point.columns.begin(), point.columns.end());
            file->append(row);
        }
    file->finish({});
}

bool is_crowded(const SectionFound& found) { return points_of(found) > most_dots; }

HeatMap section_map(const std::string& title, const std::string& words, const SectionFound& found) {
    const ShownPoints shown(words, found);
    std::vector<double> across, up;
    for (const SectionOrbit& orbit : found.orbits)
        for (std::size_t k = 0; k < shown.count(orbit); ++k) {
            across.push_back(shown.x.of(orbit, k));
            up.push_back(shown.y.of(orbit, k));
        }
    HeatMap map = density(across, up);
    map.title = title;
    map.x_label = shown.x.label;
    map.y_label = shown.y.label;
    return map;
}

SectionPlot::SectionPlot(const std::string& title, const std::string& words, const SectionFound& found) {
    const ShownPoints shown(words, found);
    plot_.title = title;
    plot_.x_label = shown.x.label;
    plot_.y_label = shown.y.label;
    // Against a parameter, which is constant along each orbit, colours would say nothing.
    const auto is_constant = [&](const SectionOrbit& orbit) {
        for (std::size_t k = 0; k < shown.count(orbit); ++k)
            if (shown.x.of(orbit, k) != shown.x.of(orbit, 0)) return false;
        return true;
    };
    const bool is_diagram = found.orbits.size() > 1 && std::ranges::all_of(found.orbits, is_constant);
    numbers_.resize(is_diagram ? 2 : 2 * found.orbits.size());
    for (std::size_t k = 0; k < found.orbits.size(); ++k)
        for (std::size_t i = 0; i < shown.count(found.orbits[k]); ++i) {
            numbers_[is_diagram ? 0 : 2 * k].push_back(shown.x.of(found.orbits[k], i));
            numbers_[is_diagram ? 1 : 2 * k + 1].push_back(shown.y.of(found.orbits[k], i));
        }
    for (std::size_t k = 0; k < numbers_.size(); k += 2)
        plot_.curves.push_back(
            {.label = "", .x = numbers_[k], .y = numbers_[k + 1], .mark = Curve::Mark::points});
}

}  // namespace anholon
