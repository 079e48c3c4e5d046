#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/plot.hpp"
#include "report/simulation.hpp"

namespace anholon {

// One panel of a picture of a motion: columns against the time or against another column.
struct Panel {
    enum class Draw {
        lines,   // through samples inside the steps
        rows,    // a point for each row
        events,  // a point for each event
    };

    std::vector<std::string> y;
    std::string x = {};  // the time if empty
    Draw draw = Draw::lines;
    bool has_log_x = false, has_log_y = false;
    std::optional<bool> has_equal_scale =
        std::nullopt;  // if the units of both sides agree, where nothing is said
};

// What pictures need besides the report: all columns, also those that are computed for pictures only, and the rows.
struct PlottedRows {
    std::vector<Observable> columns;
    History rows;
};

// The numbers that the curves of a picture refer to, and the picture.
class MotionPlots {
  public:
    // Without panels: the columns that were asked for, else the coordinates, one panel for each unit.
    MotionPlots(const std::string& title, std::vector<Panel> panels, const SimulationReport& report,
                const PlottedRows& plotted);
    std::span<const Plot> plots() const { return plots_; }

  private:
    std::vector<double> numbers(const std::string& column, Panel::Draw draw) const;
    const Observable& observable(const std::string& name) const;
    std::vector<Panel> standard_panels() const;
    Plot plot(const Panel& panel);

    const SimulationReport& report_;
    const PlottedRows& plotted_;
    std::vector<std::unique_ptr<std::vector<double>>> numbers_;  // the curves refer to them
    std::vector<Plot> plots_;
};

}  // namespace anholon
