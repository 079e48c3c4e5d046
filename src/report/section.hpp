#pragma once

#include <string>

#include "report/heat_map.hpp"
#include "report/json.hpp"
#include "report/plot.hpp"
#include "report/trajectory.hpp"
#include "request/model.hpp"
#include "request/section.hpp"

namespace anholon {

std::string as_text(const std::string& system, const request::SectionFound& found, std::size_t width);
Json as_json(const std::string& system, const request::SectionFound& found);
// How many points and steps, how exact, and what went wrong.
std::string summary(const request::SectionFound& found, std::size_t width);

// The points as rows: time, orbit, then their columns; as .nc, .csv or .json. Throws UnknownFileFormat.
void write_points(const std::string& path, const request::StatedModel& model, const Provenance& provenance,
                  const request::SectionFound& found);

// So many points that dots would hide each other: a map of their density is the better picture.
bool is_crowded(const request::SectionFound& found);
HeatMap section_map(const std::string& title, const std::string& words, const request::SectionFound& found);

// One column against another, a colour per orbit. `words` is "Y:X" in names of columns; the first two columns if empty. Throws Refusal.
class SectionPlot {
  public:
    SectionPlot(const std::string& title, const std::string& words, const request::SectionFound& found);
    const Plot& plot() const { return plot_; }

  private:
    std::vector<std::vector<double>> numbers_;  // the curves refer to them
    Plot plot_;
};

}  // namespace anholon
