#include "report/path.hpp"

#include <fmt/format.h>

#include "report/layout.hpp"
#include "report/trajectory.hpp"

namespace anholon {

std::string as_text(const std::string& system, const TracedPath& path, std::size_t width) {
    const auto sentence = [&](const std::string& words) { return paragraph("", words, 2, width); };
    std::string out = sentence(fmt::format(
        "{}: Whittaker's equations on the level H = {:.12g} of the energy; the independent variable is {}",
        system, path.energy,
        path.coordinate ? "the coordinate " + *path.coordinate
                        : "the quasi-coordinate whose rate is " + path.velocity));
    out += fmt::format("  {:<16} {:>24} {:>24}\n", "", "start", "end");
    for (std::size_t k = 0; k < path.columns.size(); ++k)
        out += fmt::format("  {:<16} {:>24.15g} {:>24.15g}\n", path.columns[k], path.rows.front()[k],
                           path.rows.back()[k]);
    out += sentence(fmt::format("{} rows, {} steps by {} at the tolerance {:.3g}", path.rows.size(),
                                path.steps, path.method, path.tolerance));
    out += sentence(fmt::format(
        "largest difference from the motion in time: {:.1e}{}", path.difference,
        path.compared_until ? fmt::format(", compared until it ended at t = {:.10g}", *path.compared_until)
                            : ""));
    if (path.ended) out += sentence("the path ends " + *path.ended);
    return out;
}

Json as_json(const std::string& system, const TracedPath& path) {
    Json::Array columns, rows;
    for (const std::string& name : path.columns) columns.emplace_back(name);
    for (const std::vector<double>& row : path.rows) {
        Json::Array values;
        for (const double value : row) values.emplace_back(value);
        rows.push_back(Json::array(std::move(values)));
    }
    return Json::object({{"system", system},
                         {"velocity", path.velocity},
                         {"coordinate", path.coordinate ? Json(*path.coordinate) : Json()},
                         {"energy", path.energy},
                         {"columns", Json::array(std::move(columns))},
                         {"rows", Json::array(std::move(rows))},
                         {"difference_from_motion", path.difference},
                         {"compared_until", path.compared_until ? Json(*path.compared_until) : Json()},
                         {"ended", path.ended ? Json(*path.ended) : Json()},
                         {"steps", path.steps},
                         {"method", path.method},
                         {"tolerance", path.tolerance}});
}

void write_path(const std::string& file, const request::StatedModel& model, const Provenance& provenance,
                const TracedPath& path) {
    TrajectoryHeader header{.title = model.system.name + ": path against " + path.columns[0],
                            .model_text = std::string(model.source.text()),
                            .form = "whittaker",
                            .method = path.method,
                            .tolerance = path.tolerance,
                            .parameters = {},
                            .provenance = provenance,
                            .columns = {}};
    for (const std::string& name : path.columns) header.columns.push_back({name});
    const auto out = open_trajectory(file, std::move(header));
    for (const std::vector<double>& row : path.rows) out->append(row);
    out->finish({.stopped = path.ended.value_or("")});
}

}  // namespace anholon
