#pragma once

#include <string>
#include <vector>

#include "report/plot.hpp"
#include "report/simulation.hpp"
#include "request/plot.hpp"

namespace anholon {

// What pictures need besides the report: all columns, also those that are computed for pictures only, and the rows.
struct PlottedRows {
    std::vector<Observable> columns;
    History rows;
};

// The numbers that the curves of a picture refer to, and the picture.
class MotionPlots {
  public:
    // Without panels: the columns that were asked for, else the coordinates, one panel for each unit.
    MotionPlots(const std::string& title, std::vector<request::Panel> panels, const SimulationReport& report,
                const PlottedRows& plotted);
    std::span<const Plot> plots() const { return plots_; }

  private:
    std::vector<double> numbers(const std::string& column, request::Panel::Draw draw) const;
    const Observable& observable(const std::string& name) const;
    std::vector<request::Panel> standard_panels() const;
    Plot plot(const request::Panel& panel);

    const SimulationReport& report_;
    const PlottedRows& plotted_;
    std::vector<std::unique_ptr<std::vector<double>>> numbers_;  // the curves refer to them
    std::vector<Plot> plots_;
};

}  // namespace anholon
