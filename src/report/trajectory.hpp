#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "report/provenance.hpp"

namespace anholon {

struct Column {
    std::string name;  // one of its kind
    std::string unit = {};
    std::string description = {};
};

struct ParameterValue {
    std::string name;
    double value;
    std::string unit = {};
};

// What a file says of a motion before its rows. The layouts are in docs/concepts/trajectory.md.
struct TrajectoryHeader {
    std::string title;
    std::string model_text;  // the file has its SHA-256 besides
    std::string form, method;
    double tolerance;
    std::vector<ParameterValue> parameters;
    Provenance provenance;
    std::vector<Column> columns;  // the first is the time
};

struct TrajectoryEnd {
    std::string stopped = {};                                // why before its end; empty where it is complete
    std::vector<std::pair<std::string, double>> drift = {};  // relative change of integrals and constraints
};

// A file that a motion is written to while it is computed. Nothing stands under its name before finish(); without finish()
// nothing is left of it. Both throw std::runtime_error with the path and the reason where the file cannot be written.
class TrajectoryWriter {
  public:
    virtual ~TrajectoryWriter() = default;
    // One value a column. Throws NotFinite, and writes nothing, if one is none; the rows before can still be finished.
    virtual void append(std::span<const double> row) = 0;
    virtual void finish(const TrajectoryEnd& end) = 0;
};

// NetCDF-4, CSV or JSON, as the path ends with .nc, .csv or .json; CSV for a stream such as /dev/stdout. Throws
// UnknownFileFormat for another ending.
std::unique_ptr<TrajectoryWriter> open_trajectory(const std::string& path, TrajectoryHeader header);

}  // namespace anholon
