#include "report/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/layout.hpp"
#include "report/sparkline.hpp"
#include "request/simulate.hpp"

namespace anholon {

namespace {

using End = SimulationResult::End;

std::string_view name(End end) {
    switch (end) {
        case End::reached: return "reached";
        case End::event: return "event";
        case End::left: return "left";
        case End::interrupted: return "interrupted";
        case End::singular: return "singular";
        case End::stuck: return "stuck";
        case End::unrowed: return "no value";
        case End::undetermined: return "undetermined";
    }
    return "";
}

// What is shown of a drift; it may not be a number.
bool is_worse(const Drift& a, const Drift& b) { return !(a.relative <= b.relative); }

constexpr std::size_t longest_name = 24;  // of a column that stands beside its value

// The range of what changes; of what only rounding changes there is none.
std::string range_text(const std::vector<double>& values) {
    if (values.empty()) return "";
    const auto [low, high] = std::ranges::minmax(values);
    if (high - low <= 1e-9 * std::max(std::fabs(low), std::fabs(high))) return "";
    return fmt::format("{:.4g} to {:.4g}", low, high);
}

// Name, last value, the curve as wide as the line allows, the range. A long name has a line of its own.
std::string final_values(const SimulationReport& report, std::size_t width) {
    std::string out;
    if (report.result.final.empty()) return out;
    struct Row {
        std::string name, value, range;
        std::size_t column;
    };
    std::vector<Row> rows;
    std::size_t names = 0, values = 0, ranges = 0;
    for (std::size_t k = 1; k < report.columns.size(); ++k) {
        const Observable& o = report.columns[k];
        if (o.is_detail) continue;
        rows.push_back({o.name, fmt::format("{:.12g}", report.result.final[k]),
                        range_text(report.history.column(k)), k});
        const Row& row = rows.back();
        if (cells(row.name) <= longest_name) names = std::max(names, cells(row.name));
        values = std::max(values, row.value.size());
        ranges = std::max(ranges, row.range.size());
    }
    const std::size_t used = names + values + ranges + 8;
    const std::size_t room = used < width ? std::min<std::size_t>(width - used, 24) : 0;
    const std::vector<double> t = report.history.column(0);
    for (const Row& row : rows) {
        const bool is_long = cells(row.name) > names;
        if (is_long) out += formula("  ", row.name, 4, width);
        std::string line = "  " + (is_long ? "" : row.name);
        line += std::string(2 + names - cells(line), ' ') + fmt::format("  {:<{}}", row.value, values);
        if (!row.range.empty() && room >= 6)
            line += "  " + sparkline(t, report.history.column(row.column), room);
        if (!row.range.empty()) line += "  " + row.range;
        out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return out;
}

constexpr std::size_t most_events = 50;  // that are listed in the summary

std::string events_text(const SimulationReport& report, std::size_t width) {
    std::string out;
    for (std::size_t k = 0; k < report.events.size(); ++k)
        if (std::ranges::find(report.result.events, k, &MetEvent::event) == report.result.events.end())
            out += paragraph("  ", report.events[k].name + " never passes through 0", 4, width);
    const std::vector<MetEvent>& met = report.result.events;
    for (std::size_t k = 0; k < std::min(met.size(), most_events); ++k)
        out += paragraph("  ",
                         fmt::format("t = {:.12g}  {} {}", met[k].t, report.events[met[k].event].name,
                                     met[k].direction > 0 ? "grows through 0" : "falls through 0"),
                         4, width);
    if (met.size() > most_events)
        out += paragraph("  ",
                         fmt::format("and {} more; --events FILE and --json give all {} with their states",
                                     met.size() - most_events, met.size()),
                         4, width);
    return out.empty() ? out : "events\n" + out;
}

constexpr std::size_t most_phases = 20;  // of friction

std::string friction_text(const SimulationResult& r, std::size_t width) {
    std::string out;
    for (std::size_t k = 0; k < std::min(r.friction.size(), most_phases); ++k)
        out += paragraph("  ", fmt::format("from t = {:.12g}  {}", r.friction[k].t, r.friction[k].words), 4,
                         width);
    if (r.friction.size() > most_phases)
        out += paragraph("  ",
                         fmt::format("and {} more; --json gives all {}", r.friction.size() - most_phases,
                                     r.friction.size()),
                         4, width);
    return out.empty() ? out : "friction\n" + out;
}

std::string drift_text(const SimulationReport& report, std::size_t width) {
    std::string out;
    const auto& drifts = report.result.drifts;
    std::size_t names = std::string_view("correction").size();
    for (const Drift& d : drifts)
        if (cells(d.name) + 12 <= width) names = std::max(names, cells(d.name));
    for (const Drift& d : drifts) {
        const bool is_long = cells(d.name) > names;
        if (is_long) out += formula("  ", d.name, 4, width);
        out += fmt::format("  {:<{}}  {:.1e}\n", is_long ? "" : d.name, names, d.relative);
    }
    if (report.result.correction > 0)
        out += fmt::format("  {:<{}}  {:.1e}\n", "correction", names, report.result.correction);
    return out.empty() ? out : "drift\n" + out;
}

std::string values_text(const SimulationReport& report, std::size_t width) {
    std::string out;
    for (std::size_t k = 0; k < report.values.size(); ++k) {
        const ValueVerdict& v = report.values[k];
        const std::string verdict = !v.reason.empty() ? "not decided: " + v.reason
                                    : v.holds         ? "holds"
                                                      : fmt::format("DOES NOT HOLD: it is {:.15g}", v.value);
        out += paragraph("  ", report.expected[k] + ": " + verdict, 6, width);
    }
    return out.empty() ? out : "expectations\n" + out;
}

Json friction_json(const SimulationResult& r) {
    Json::Array list;
    for (const FrictionPhase& phase : r.friction)
        list.push_back(Json::object({{"t", phase.t},
                                     {"contact", phase.contact},
                                     {"mode", std::string(phase.mode)},
                                     {"words", phase.words}}));
    return Json::array(std::move(list));
}

Json row_json(const std::vector<Observable>& columns, const std::vector<double>& row) {
    Json::Object out;
    for (std::size_t k = 0; k < std::min(columns.size(), row.size()); ++k)
        out.emplace_back(columns[k].name, row[k]);
    return Json::object(std::move(out));
}

}  // namespace

const Drift* worst(const std::vector<Drift>& drifts) {
    const auto found =
        std::ranges::max_element(drifts, [](const Drift& a, const Drift& b) { return is_worse(b, a); });
    return found == drifts.end() ? nullptr : &*found;
}

std::string as_text(const SimulationReport& report, std::size_t width) {
    const SimulationResult& r = report.result;
    std::string out =
        paragraph("", fmt::format("{}: {}, by {}", report.system, report.form->title, r.method), 2, width) +
        fmt::format("t = {:.12g} after {} step{}\n", r.final.empty() ? r.t : r.final[0], r.steps,
                    r.steps == 1 ? "" : "s");
    if (r.switches > 0)
        out += fmt::format("{} {} on the way\n", r.switches, r.switches == 1 ? "switch" : "switches");
    if (r.end == SimulationResult::End::left) out += paragraph("", request::why_it_ended(r), 2, width);
    out += friction_text(r, width);
    out += final_values(report, width) + events_text(report, width) + drift_text(report, width) +
           values_text(report, width);
    for (const std::string& note : r.notes) out += paragraph("", note, 2, width);
    out += fmt::format("seconds: derive {:.3f}, compile {:.3f}, integrate {:.3f}\n", r.seconds.derive,
                       r.seconds.compile, r.seconds.integrate);
    return out;
}

Json as_json(const SimulationReport& report) {
    const SimulationResult& r = report.result;
    Json::Object drift;
    for (const Drift& d : r.drifts) drift.emplace_back(d.name, d.relative);
    Json::Array events, notes, expectations;
    for (const MetEvent& met : r.events)
        events.push_back(Json::object({{"event", report.events[met.event].name},
                                       {"t", met.t},
                                       {"direction", met.direction > 0 ? "up" : "down"},
                                       {"stops", report.events[met.event].stops},
                                       {"state", row_json(report.columns, met.row)}}));
    for (const std::string& note : r.notes) notes.push_back(note);
    for (std::size_t k = 0; k < report.values.size(); ++k) {
        const ValueVerdict& v = report.values[k];
        expectations.push_back(Json::object({{"expect", report.expected[k]},
                                             {"holds", v.reason.empty() ? Json(v.holds) : Json()},
                                             {"value", v.reason.empty() ? Json(v.value) : Json()},
                                             {"reason", v.reason.empty() ? Json() : Json(v.reason)}}));
    }
    Json::Object out{{"system", report.system},
                     {"form", report.form->id},
                     {"method", r.method},
                     {"tolerance", report.tolerance},
                     {"end", name(r.end)},
                     {"reason", r.reason.empty() ? Json() : Json(r.reason)},
                     {"t", r.t},
                     {"final", row_json(report.columns, r.final)},
                     {"drift", Json::object(std::move(drift))},
                     {"corrections", Json::object({{"largest", r.correction}})},
                     {"events", Json::array(std::move(events))},
                     {"steps", r.steps},
                     {"switches", r.switches},
                     {"rows", r.rows},
                     {"expectations", Json::array(std::move(expectations))},
                     {"notes", Json::array(std::move(notes))},
                     {"seconds", Json::object({{"derive", r.seconds.derive},
                                               {"compile", r.seconds.compile},
                                               {"integrate", r.seconds.integrate}})}};
    if (!r.friction.empty()) out.emplace_back("friction", friction_json(r));
    return Json::object(std::move(out));
}

}  // namespace anholon
