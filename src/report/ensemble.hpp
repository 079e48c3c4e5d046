#pragma once

#include <string>

#include "report/heat_map.hpp"
#include "report/json.hpp"
#include "report/plot.hpp"
#include "report/trajectory.hpp"
#include "request/ensemble.hpp"
#include "request/model.hpp"

namespace anholon {

std::string as_text(const std::string& system, const request::EnsembleFound& found, std::size_t width);
Json as_json(const std::string& system, const request::EnsembleFound& found);

// The motions as rows: the time of their ends, their numbers, what was drawn, the columns at the end; as .nc, .csv or .json. Motions that do
// not reach the end are left out. Throws UnknownFileFormat.
void write_ends(const std::string& path, const request::StatedModel& model, const Provenance& provenance,
                const request::EnsembleFound& found);
// The moments as rows: time, number of motions, then mean, deviation, least and greatest value of each column.
void write_moments(const std::string& path, const request::StatedModel& model, const Provenance& provenance,
                   const request::EnsembleFound& found);

// Histograms of the columns at the end, one below the other; where there are several times, means and deviations against time.
class EnsemblePlots {
  public:
    EnsemblePlots(const std::string& title, const request::EnsembleFound& found);
    const std::vector<Plot>& plots() const { return plots_; }

  private:
    void add_histogram(const request::EnsembleFound& found, std::size_t column);
    void add_band(const request::EnsembleFound& found, std::size_t column);

    std::vector<std::vector<double>> numbers_;  // the curves refer to them
    std::vector<Plot> plots_;
};

// Where motions end, one column against another. `words` is "Y:X" in names of columns or of what is drawn. Throws Refusal.
HeatMap ends_map(const std::string& title, const std::string& words, const request::EnsembleFound& found);

}  // namespace anholon
