#include "report/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/sparkline.hpp"

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

std::size_t widest(const auto& list, auto&& text_of) {
    std::size_t width = 0;
    for (const auto& item : list) width = std::max(width, text_of(item).size());
    return std::min<std::size_t>(width, 60);
}

// A curve of what changes; of what only rounding changes there is none.
std::string curve(const std::vector<double>& values) {
    const auto [low, high] = std::ranges::minmax(values);
    if (high - low <= 1e-9 * std::max(std::fabs(low), std::fabs(high))) return "";
    return "  " + sparkline(values, 24);
}

std::string final_values(const SimulationReport& report) {
    std::string out;
    if (report.result.final.empty()) return out;
    const std::size_t width = widest(report.columns, [](const Observable& o) { return o.name; });
    for (std::size_t k = 1; k < report.columns.size(); ++k) {
        const std::string line = curve(report.history.column(k));
        out += fmt::format("  {:<{}}  {:<{}.12g}{}\n", report.columns[k].name, width, report.result.final[k],
                           line.empty() ? 0 : 18, line);
    }
    return out;
}

std::string events_text(const SimulationReport& report) {
    std::string out;
    for (std::size_t k = 0; k < report.events.size(); ++k)
        if (std::ranges::find(report.result.events, k, &MetEvent::event) == report.result.events.end())
            out += fmt::format("  {} is not met\n", report.events[k].name);
    for (const MetEvent& met : report.result.events) {
        if (out.size() > 4000) return "events\n" + out + "  …\n";
        out += fmt::format("  t = {:.12g}  {} {}\n", met.t, report.events[met.event].name,
                           met.direction > 0 ? "grows through 0" : "falls through 0");
    }
    return out.empty() ? out : "events\n" + out;
}

std::string drift_text(const SimulationReport& report) {
    std::string out;
    const auto& drifts = report.result.drifts;
    const std::size_t width = widest(drifts, [](const Drift& d) { return d.name; });
    for (const Drift& d : drifts) out += fmt::format("  {:<{}}  {:.1e}\n", d.name, width, d.relative);
    if (report.result.correction > 0)
        out += fmt::format("  {:<{}}  {:.1e}\n", "correction", width, report.result.correction);
    return out.empty() ? out : "drift\n" + out;
}

std::string values_text(const SimulationReport& report) {
    std::string out;
    for (std::size_t k = 0; k < report.values.size(); ++k) {
        const ValueVerdict& v = report.values[k];
        out += "  " + report.expected[k] + ": ";
        if (!v.reason.empty())
            out += v.reason + "\n";
        else
            out +=
                fmt::format("{}\n", v.holds ? "holds" : fmt::format("DOES NOT HOLD: it is {:.15g}", v.value));
    }
    return out.empty() ? out : "expectations\n" + out;
}

Json row_json(const std::vector<Observable>& columns, const std::vector<double>& row) {
    Json::Object out;
    for (std::size_t k = 0; k < row.size(); ++k) out.emplace_back(columns[k].name, row[k]);
    return Json::object(std::move(out));
}

}  // namespace

const Drift* worst(const std::vector<Drift>& drifts) {
    const auto found =
        std::ranges::max_element(drifts, [](const Drift& a, const Drift& b) { return is_worse(b, a); });
    return found == drifts.end() ? nullptr : &*found;
}

std::string why_it_ended(const SimulationResult& result) {
    return fmt::format("the motion ends at t = {:.10g}: {}", result.t, result.reason);
}

std::string as_text(const SimulationReport& report) {
    const SimulationResult& r = report.result;
    std::string out = fmt::format("{}: {}, by {}\nt = {:.12g} after {} steps\n", report.system,
                                  report.form->title, r.method, r.final.empty() ? r.t : r.final[0], r.steps);
    if (r.switches > 0)
        out += fmt::format("{} {} on the way\n", r.switches, r.switches == 1 ? "switch" : "switches");
    if (r.end == SimulationResult::End::left) out += why_it_ended(r) + "\n";
    out += final_values(report) + events_text(report) + drift_text(report) + values_text(report);
    for (const std::string& note : r.notes) out += note + "\n";
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
    return Json::object({{"system", report.system},
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
                                                   {"integrate", r.seconds.integrate}})}});
}

}  // namespace anholon
