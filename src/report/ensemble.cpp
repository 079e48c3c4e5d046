#include "report/ensemble.hpp"

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

using request::EnsembleFound;

namespace {

using Status = CloudMotion::Status;

std::vector<double> ends_of(const EnsembleFound& found, std::size_t column) {
    std::vector<double> out;
    for (const CloudMotion& motion : found.cloud.motions)
        if (motion.status == Status::done) out.push_back(motion.columns[column]);
    return out;
}

std::vector<double> sorted(std::vector<double> numbers) {
    std::ranges::sort(numbers);
    return numbers;
}

// The number below which a part of the others lies, between neighbours by a straight line.
double quantile(const std::vector<double>& sorted, double part) {
    const double place = part * static_cast<double>(sorted.size() - 1);
    const auto k = static_cast<std::size_t>(place);
    if (k + 1 == sorted.size()) return sorted[k];
    return sorted[k] + (place - static_cast<double>(k)) * (sorted[k + 1] - sorted[k]);
}

std::size_t count_of(const EnsembleFound& found, Status status) {
    return static_cast<std::size_t>(std::ranges::count(found.cloud.motions, status, &CloudMotion::status));
}

// How often motions have no start or end early, by reason.
std::map<std::pair<Status, std::string>, std::size_t> reasons(const EnsembleFound& found) {
    std::map<std::pair<Status, std::string>, std::size_t> out;
    for (const CloudMotion& motion : found.cloud.motions)
        if (motion.status == Status::no_start || motion.status == Status::ended)
            ++out[{motion.status, motion.why}];
    return out;
}

std::string table(const EnsembleFound& found) {
    std::string out = fmt::format("{:<12} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}\n", "at the end", "mean",
                                  "deviation", "least", "median", "95 %", "greatest");
    for (std::size_t k = 0; k < found.columns.size(); ++k) {
        const Moments& m = found.cloud.moments.back()[k];
        const std::vector<double> ends = sorted(ends_of(found, k));
        out += fmt::format("{:<12} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g} {:>10.4g}\n",
                           shortened(found.columns[k].name, 12), m.mean(), m.deviation(), m.least(),
                           quantile(ends, 0.5), quantile(ends, 0.95), m.greatest());
    }
    return out;
}

TrajectoryHeader header_of(const request::StatedModel& model, const Provenance& provenance,
                           const EnsembleFound& found, std::vector<Column> columns) {
    TrajectoryHeader header{.title = model.system.name + ": ensemble",
                            .model_text = std::string(model.source.text()),
                            .form = found.form,
                            .method = std::string(found.cloud.method),
                            .tolerance = found.cloud.tolerance,
                            .parameters = {},
                            .provenance = provenance,
                            .columns = std::move(columns)};
    for (std::size_t k = 0; k < model.system.parameters.size(); ++k)
        header.parameters.push_back({symbol_text(model.system.parameters[k].symbol.symbol()),
                                     found.parameters[k], si_unit(model.system.parameters[k].unit)});
    return header;
}

// Of what is drawn, "drawn NAME" where a column has the name.
std::string drawn_name(const EnsembleFound& found, std::size_t k) {
    const std::string& name = found.drawn[k].name;
    const bool is_taken = std::ranges::find(found.columns, name, &Observable::name) != found.columns.end();
    return is_taken ? "drawn " + name : name;
}

}  // namespace

std::string as_text(const std::string& system, const EnsembleFound& found, std::size_t width) {
    const auto sentence = [&](const std::string& words) { return paragraph("", words, 2, width); };
    const std::size_t all = found.cloud.motions.size(), done = count_of(found, Status::done);
    std::string out = sentence(fmt::format("{}: {} motions to t = {:.6g}", system, all, found.times.back()));
    for (const std::string& d : found.draws) out += sentence("  drawn: " + d);
    if (done == all)
        out += sentence("all reach the end");
    else
        out += sentence(fmt::format("{} reach{} the end", done, done == 1 ? "es" : ""));
    for (const auto& [reason, count] : reasons(found))
        out +=
            sentence(reason.first == Status::no_start
                         ? fmt::format("{} cannot start: {}", count, reason.second)
                         : fmt::format("{} end{} before: {}", count, count == 1 ? "s" : "", reason.second));
    if (const std::size_t pending = count_of(found, Status::pending); pending > 0)
        out += sentence(fmt::format("{} not computed", pending));
    out += sentence(fmt::format(
        "by {} at the tolerance {:.3g}{}", found.cloud.method, found.cloud.tolerance,
        found.cloud.lanes > 1 ? fmt::format(", {} motions side by side", found.cloud.lanes) : ""));
    return done == 0 ? out : out + table(found);
}

Json as_json(const std::string& system, const EnsembleFound& found) {
    Json::Array draws, columns, times, motions;
    for (const std::string& d : found.draws) draws.emplace_back(d);
    for (const Observable& o : found.columns) columns.emplace_back(o.name);
    for (std::size_t t = 0; t < found.times.size(); ++t) {
        Json::Array by_column;
        for (const Moments& m : found.cloud.moments[t])
            by_column.push_back(m.count() == 0 ? Json()
                                               : Json::object({{"count", m.count()},
                                                               {"mean", m.mean()},
                                                               {"deviation", m.deviation()},
                                                               {"least", m.least()},
                                                               {"greatest", m.greatest()}}));
        times.push_back(
            Json::object({{"t", found.times[t]}, {"moments", Json::array(std::move(by_column))}}));
    }
    const auto list = [](const std::vector<double>& numbers) {
        Json::Array out;
        for (const double number : numbers) out.emplace_back(number);
        return Json::array(std::move(out));
    };
    for (const CloudMotion& motion : found.cloud.motions)
        motions.push_back(
            Json::object({{"drawn", list(motion.drawn)},
                          {"end", motion.status == Status::done ? list(motion.columns) : Json()},
                          {"why", motion.status == Status::done      ? Json()
                                  : motion.status == Status::pending ? Json("not computed")
                                                                     : Json(motion.why)}}));
    return Json::object({{"system", system},
                         {"draws", Json::array(std::move(draws))},
                         {"columns", Json::array(std::move(columns))},
                         {"times", Json::array(std::move(times))},
                         {"motions", Json::array(std::move(motions))},
                         {"form", found.form},
                         {"method", found.cloud.method},
                         {"tolerance", found.cloud.tolerance}});
}

void write_ends(const std::string& path, const request::StatedModel& model, const Provenance& provenance,
                const EnsembleFound& found) {
    std::vector<Column> columns{{"t", "s", "time"}, {"motion", "", "the motion, counted from 1"}};
    for (std::size_t k = 0; k < found.drawn.size(); ++k)
        columns.push_back({drawn_name(found, k), "", "drawn: " + found.draws[k]});
    for (const Observable& o : found.columns) columns.push_back({o.name, o.unit, o.description});
    const auto file = open_trajectory(path, header_of(model, provenance, found, std::move(columns)));
    std::vector<double> row;
    for (std::size_t i = 0; i < found.cloud.motions.size(); ++i) {
        const CloudMotion& motion = found.cloud.motions[i];
        if (motion.status != Status::done) continue;
        row = {found.times.back(), static_cast<double>(i + 1)};
        row.insert(row.end(), motion.drawn.begin(), motion.drawn.end());
        row.insert(row.end(), motion.columns.begin(), motion.columns.end());
        file->append(row);
    }
    file->finish({});
}

void write_moments(const std::string& path, const request::StatedModel& model, const Provenance& provenance,
                   const EnsembleFound& found) {
    std::vector<Column> columns{{"t", "s", "time"}, {"motions", "", "that last so long"}};
    for (const Observable& o : found.columns)
        for (const char* what : {"mean", "deviation", "least", "greatest"})
            columns.push_back({o.name + " " + what, o.unit, o.description});
    const auto file = open_trajectory(path, header_of(model, provenance, found, std::move(columns)));
    for (std::size_t t = 0; t < found.times.size(); ++t) {
        const std::vector<Moments>& moments = found.cloud.moments[t];
        if (moments[0].count() == 0) break;
        std::vector<double> row{found.times[t], static_cast<double>(moments[0].count())};
        for (const Moments& m : moments)
            row.insert(row.end(), {m.mean(), m.deviation(), m.least(), m.greatest()});
        file->append(row);
    }
    file->finish({});
}

EnsemblePlots::EnsemblePlots(const std::string& title, const EnsembleFound& found) {
    for (std::size_t k = 0; k < found.columns.size(); ++k)
        found.times.size() > 1 ? add_band(found, k) : add_histogram(found, k);
    plots_[0].title = title;
    for (std::size_t k = 0, next = 0; k < plots_.size(); ++k)  // the numbers stay where they are now
        for (Curve& curve : plots_[k].curves) {
            curve.x = numbers_[next++];
            curve.y = numbers_[next++];
        }
}

void EnsemblePlots::add_histogram(const EnsembleFound& found, std::size_t column) {
    const Histogram h = histogram(sorted(ends_of(found, column)));
    std::vector<double> x{h.low}, y{0};
    for (std::size_t k = 0; k < h.counts.size(); ++k)
        for (const std::size_t end : {k, k + 1}) {
            x.push_back(h.low + h.width * static_cast<double>(end));
            y.push_back(static_cast<double>(h.counts[k]));
        }
    x.push_back(x.back());
    y.push_back(0);
    numbers_.push_back(std::move(x));
    numbers_.push_back(std::move(y));
    plots_.push_back({.title = "",
                      .x_label = found.columns[column].name,
                      .y_label = "motions",
                      .curves = {{.label = "", .x = {}, .y = {}}}});
}

void EnsemblePlots::add_band(const EnsembleFound& found, std::size_t column) {
    Plot plot{.title = "", .x_label = "t [s]", .y_label = found.columns[column].name, .curves = {}};
    for (const auto& [label, deviations] :
         {std::pair{"mean", 0.0}, std::pair{"mean + deviation", 1.0}, std::pair{"mean − deviation", -1.0}}) {
        std::vector<double> x, y;
        for (std::size_t t = 0; t < found.times.size(); ++t) {
            const Moments& m = found.cloud.moments[t][column];
            if (m.count() == 0) break;
            x.push_back(found.times[t]);
            y.push_back(m.mean() + deviations * m.deviation());
        }
        numbers_.push_back(std::move(x));
        numbers_.push_back(std::move(y));
        plot.curves.push_back({.label = label, .x = {}, .y = {}});
    }
    plots_.push_back(std::move(plot));
}

HeatMap ends_map(const std::string& title, const std::string& words, const EnsembleFound& found) {
    const std::size_t colon = words.find(':');
    std::vector<std::string> names;
    for (const Observable& o : found.columns) names.push_back(o.name);
    for (std::size_t k = 0; k < found.drawn.size(); ++k) names.push_back(drawn_name(found, k));
    const auto numbers = [&](const std::string& word) {
        const std::string name = without_blanks_around(word);
        const auto at = std::ranges::find(names, name);
        if (at == names.end())
            throw Refusal(Refusal::Of::words, "column-unknown", "the motions have no column '" + name + "'",
                          "they have " + joined(names));
        const auto k = static_cast<std::size_t>(at - names.begin());
        std::vector<double> out;
        for (const CloudMotion& motion : found.cloud.motions)
            if (motion.status == Status::done)
                out.push_back(k < found.columns.size() ? motion.columns[k]
                                                       : motion.drawn[k - found.columns.size()]);
        return out;
    };
    if (colon == std::string::npos)
        throw Refusal(Refusal::Of::words, "plot-columns",
                      "a picture of motions shows two columns, not '" + words + "'", "--plot Y:X");
    HeatMap map = density(numbers(words.substr(colon + 1)), numbers(words.substr(0, colon)));
    map.title = title;
    map.x_label = without_blanks_around(words.substr(colon + 1));
    map.y_label = without_blanks_around(words.substr(0, colon));
    return map;
}

}  // namespace anholon
