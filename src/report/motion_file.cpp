#include "report/motion_file.hpp"

#include <fmt/format.h>

#include "expr/print.hpp"
#include "model/language/unit.hpp"
#include "model/state/parameter_values.hpp"
#include "request/simulate.hpp"

namespace anholon {

std::vector<Observable> reported(const Simulation& simulation) {
    std::vector<Observable> list = simulation.columns();
    while (!list.empty() && list.back().kind == Observable::Kind::plotted) list.pop_back();
    return list;
}

TrajectoryHeader header_of(const Simulation& simulation, const request::StatedModel& model,
                           const Provenance& provenance, std::string_view method,
                           const InitialStateOptions& initial) {
    const System& system = model.system;
    TrajectoryHeader header{.title = system.name,
                            .model_text = std::string(model.source.text()),
                            .form = simulation.form_of_equations().id,
                            .method = std::string(method),
                            .tolerance = simulation.tolerance(),
                            .parameters = {},
                            .provenance = provenance,
                            .columns = {}};
    for (std::size_t k = 0; k < system.parameters.size(); ++k) {
        if (system.parameters[k].is_of_table) continue;
        header.parameters.push_back({symbol_text(system.parameters[k].symbol.symbol()),
                                     simulation.parameters()[k], si_unit(system.parameters[k].unit)});
    }
    for (const auto& [name, value] : derived_values(system, parameter_point(system, initial)))
        header.parameters.push_back({name, value});
    for (const Observable& o : reported(simulation))
        header.columns.push_back({o.name, o.unit, o.description});
    return header;
}

TrajectoryHeader events_header(TrajectoryHeader header, const std::vector<WatchedEvent>& events) {
    std::string list;
    for (std::size_t k = 0; k < events.size(); ++k)
        list += fmt::format("{}{}: {}", k == 0 ? "" : "; ", k + 1, events[k].name);
    const std::vector<Column> more{{"event", "", "number of the event, " + list},
                                   {"direction", "", "1: grows through 0, -1: falls through 0"}};
    header.columns.insert(header.columns.begin() + 1, more.begin(), more.end());
    return header;
}

TrajectoryEnd end_of(const SimulationResult& result, const char* interrupted) {
    using End = SimulationResult::End;
    TrajectoryEnd end;
    if (result.end == End::interrupted)
        end.stopped = interrupted;
    else if (result.end != End::reached && result.end != End::event)
        end.stopped = request::why_it_ended(result);
    for (const Drift& d : result.drifts) end.drift.emplace_back(d.name, d.relative);
    return end;
}

void write_events(TrajectoryWriter& file, const SimulationReport& report, const char* interrupted) {
    for (const MetEvent& met : report.result.events) {
        std::vector<double> row{met.t, static_cast<double>(met.event + 1),
                                static_cast<double>(met.direction)};
        row.insert(row.end(), met.row.begin() + 1,
                   met.row.begin() + static_cast<long>(report.columns.size()));
        file.append(row);
    }
    file.finish(end_of(report.result, interrupted));
}

}  // namespace anholon
