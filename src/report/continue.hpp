#pragma once

#include <string>

#include "report/json.hpp"
#include "report/plot.hpp"
#include "request/continue.hpp"
#include "request/model.hpp"

namespace anholon {

std::string as_text(const std::string& system, const request::ContinueFound& found, std::size_t width);
Json as_json(const std::string& system, const request::ContinueFound& found);
// The points of all branches with their stability, or those of all curves, as rows: .nc, .csv or .json.
void write_branches(const std::string& path, const request::StatedModel& model, const Provenance& provenance,
                    const request::ContinueFound& found);

// A bifurcation diagram: stable parts as lines, unstable ones dashed, special points with their names.
class BifurcationDiagram {
  public:
    // `words`: the column that is shown; that which changes most if empty. Throws Refusal.
    BifurcationDiagram(const std::string& title, const std::string& words,
                       const request::ContinueFound& found);
    const Plot& plot() const { return plot_; }

  private:
    std::vector<std::vector<double>> numbers_;  // of the curves
    Plot plot_;
};

// Curves of bifurcations in the plane of both values, with the points where a second condition is met.
class CurveDiagram {
  public:
    CurveDiagram(const std::string& title, const request::ContinueFound& found);
    const Plot& plot() const { return plot_; }

  private:
    std::vector<std::vector<double>> numbers_;  // of the curves
    Plot plot_;
};

}  // namespace anholon
