#include "report/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/faults.hpp"
#include "base/module.hpp"
#include "base/pending_file.hpp"
#include "base/sha256.hpp"
#include "report/layout.hpp"
#include "report/netcdf_file.hpp"

namespace anholon {

using request::ChartFound;

namespace {

using Status = ChartPoint::Status;

std::map<Status, std::size_t> counts(const ChartFound& r) {
    std::map<Status, std::size_t> out;
    for (std::size_t k = 0; k < r.points.size(); ++k)
        if (r.is_asked(k)) ++out[r.points[k].status];
    return out;
}

std::size_t asked(const ChartFound& r) {
    std::size_t sum = 0;
    for (const auto& [status, count] : counts(r)) sum += count;
    return sum;
}

std::string part_text(const StudyPart& part) { return fmt::format("{}/{}", part.number, part.of); }

std::string_view sentence_of(Status status) {
    switch (status) {
        case Status::no_start: return "have no start: no state with these values was found";
        case Status::left: return "end before their time";
        case Status::never: return "never meet the event";
        case Status::open:
            return "are left open: other integrals explain exponents there than elsewhere, or fail to do so "
                   "later; --device cpu computes them";
        case Status::pending: return "are not computed";
        case Status::done: break;
    }
    return "";
}

// Of exponents: over the time T beside a regular motion vectors grow about as T, so that what is smaller than ln T/T is not told from 0.
std::optional<double> told_from_zero(const ChartFound& r) {
    if (r.options.measure.kind != ChartMeasure::Kind::lyapunov) return std::nullopt;
    const double T = r.options.until - r.options.transient;
    return T > 1 ? std::optional(std::log(T) / T) : std::nullopt;
}

std::string axis_text(const ChartAxis& a) {
    return fmt::format("{} = {:.10g} to {:.10g} in {} values", a.text, a.low, a.high, a.count);
}

std::vector<double> values_of(const ChartAxis& axis) {
    std::vector<double> out;
    for (std::size_t k = 0; k < axis.count; ++k) out.push_back(axis.at(k));
    return out;
}

// A row per point: for formats of text.
void write_rows(PendingFile& file, const ChartFound& r) {
    const bool is_plane = r.options.axes.size() == 2;
    std::string out = r.options.axes[0].text + (is_plane ? "," + r.options.axes[1].text : "") + "," +
                      r.options.measure.text + ",status\n";
    for (std::size_t k = 0; k < r.points.size(); ++k) {
        const std::size_t i = k % r.options.axes[0].count, j = k / r.options.axes[0].count;
        append_number(out, r.options.axes[0].at(i));
        if (is_plane) append_number(out += ',', r.options.axes[1].at(j));
        out += ',';
        if (r.points[k].status == Status::done) append_number(out, r.points[k].value);
        out += fmt::format(",{}\n", name(r.points[k].status));
        if (out.size() > 1 << 16) {
            file.write(out);
            out.clear();
        }
    }
    file.write(out);
}

NetcdfGrid grid_of(const ChartFound& r, const request::StatedModel& model, const Provenance& provenance) {
    NetcdfGrid grid;
    for (std::size_t k = r.options.axes.size(); k-- > 0;)
        grid.axes.push_back({r.options.axes[k].text, values_of(r.options.axes[k])});
    grid.measure = r.options.measure.text;
    for (const ChartPoint& p : r.points) {
        grid.values.push_back(p.status == Status::done ? p.value : std::numeric_limits<double>::quiet_NaN());
        grid.statuses.push_back(static_cast<signed char>(p.status));
    }
    std::string meanings;
    for (int k = 0; k <= static_cast<int>(Status::pending); ++k) {
        std::string word(name(static_cast<Status>(k)));
        std::ranges::replace(word, ' ', '_');
        meanings += (k > 0 ? " " : "") + word;
    }
    grid.status_meanings = meanings;
    grid.attributes = {{"title", model.system.name + ": " + r.options.measure.text},
                       {"source", "anholon " + provenance.version},
                       {"method", std::string(r.method)},
                       {"device", r.device},
                       {"tolerance", r.tolerance},
                       {"until", r.options.until},
                       {"transient", r.options.transient},
                       {"model_sha256", sha256(model.source.text())},
                       {"model", std::string(model.source.text())}};
    return grid;
}

}  // namespace

std::string as_text(const std::string& system, const ChartFound& r, std::size_t width) {
    const auto sentence = [&](const std::string& words) { return paragraph("", words, 2, width); };
    std::string out = sentence(fmt::format("{}: chart of {}", system, r.options.measure.text));
    for (const ChartAxis& a : r.options.axes) out += sentence("over " + axis_text(a));
    double low = std::numeric_limits<double>::infinity(), high = -low, sum = 0;
    std::size_t done = 0;
    for (const ChartPoint& p : r.points) {
        if (p.status != Status::done) continue;
        low = std::min(low, p.value);
        high = std::max(high, p.value);
        sum += p.value;
        ++done;
    }
    out += sentence(fmt::format(
        "{}{} of {} points computed{}", r.part.is_whole() ? "" : fmt::format("part {}: ", part_text(r.part)),
        done, asked(r), r.resumed > 0 ? fmt::format(", {} of them before", r.resumed) : ""));
    if (done > 0)
        out += sentence(fmt::format("values from {:.6g} to {:.6g}, mean {:.6g}", low, high,
                                    sum / static_cast<double>(done)));
    if (const auto apart = told_from_zero(r); apart && done > 0) {
        std::size_t above = 0, below = 0;
        for (const ChartPoint& p : r.points) {
            if (p.status != Status::done) continue;
            above += p.value >= *apart ? 1 : 0;
            below += p.value <= -*apart ? 1 : 0;
        }
        out += sentence(fmt::format("{} positive, {} negative, {} not told from zero: below ln T/T = {:.2g}",
                                    above, below, done - above - below, *apart));
    }
    for (const auto& [status, count] : counts(r))
        if (status != Status::done) out += sentence(fmt::format("{} points {}", count, sentence_of(status)));
    if (r.device != "cpu") out += sentence("computed on " + r.device);
    if (!r.why_cpu.empty()) out += sentence("computed on the CPU: " + r.why_cpu);
    return out + sentence(fmt::format("motions from 0 to {:.6g}, measured from {:.6g} on, by {} at the "
                                      "tolerance {:.3g}",
                                      r.options.until, r.options.transient, r.method, r.tolerance));
}

Json as_json(const std::string& system, const ChartFound& r) {
    Json::Array axes, values, statuses;
    for (const ChartAxis& a : r.options.axes)
        axes.push_back(Json::object({{"name", a.text}, {"from", a.low}, {"to", a.high}, {"count", a.count}}));
    for (const ChartPoint& p : r.points) {
        values.push_back(p.status == Status::done ? Json(p.value) : Json());
        statuses.emplace_back(name(p.status));
    }
    return Json::object({{"system", system},
                         {"part", part_text(r.part)},
                         {"measure", r.options.measure.text},
                         {"axes", Json::array(std::move(axes))},
                         {"until", r.options.until},
                         {"transient", r.options.transient},
                         {"method", r.method},
                         {"device", r.device},
                         {"tolerance", r.tolerance},
                         {"values", Json::array(std::move(values))},
                         {"statuses", Json::array(std::move(statuses))}});
}

HeatMap heat_map(const std::string& system, const ChartFound& r) {
    const ChartAxis& x = r.options.axes[0];
    const ChartAxis* const y = r.options.axes.size() == 2 ? &r.options.axes[1] : nullptr;
    HeatMap map{.title = system + ": " + r.options.measure.text,
                .x_label = x.text,
                .y_label = y ? y->text : "",
                .z_label = r.options.measure.text,
                .x_low = x.low,
                .x_high = x.high,
                .y_low = y ? y->low : 0,
                .y_high = y ? y->high : 1,
                .columns = x.count,
                .values = {},
                .reasons = {},
                .why = {}};
    for (int k = 1; k <= static_cast<int>(Status::pending); ++k)
        map.why.emplace_back(name(static_cast<Status>(k)));
    for (const ChartPoint& p : r.points) {
        map.values.push_back(p.value);
        map.reasons.push_back(static_cast<int>(p.status));
    }
    if (const auto apart = told_from_zero(r))
        map.regimes = HeatMap::Regimes{*apart, "negative: attracts",
                                       fmt::format("below {:.2g}: regular", *apart), "positive: chaos"};
    return map;
}

void write_chart(const std::string& path, const request::StatedModel& model, const Provenance& provenance,
                 const ChartFound& found) {
    const std::string_view ending = file_ending(path, {".nc", ".csv", ".json"});
    PendingFile file(path);
    if (ending == ".csv") write_rows(file, found);
    if (ending == ".json") file.write(to_string(as_json(model.system.name, found)) + "\n");
    if (ending == ".nc")
        module_function<WriteNetcdfGrid>(netcdf_module, netcdf_grid_entry)(file.temporary(), path,
                                                                           grid_of(found, model, provenance));
    file.commit();
}

}  // namespace anholon
