#pragma once

#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "report/trajectory.hpp"

namespace anholon {

class PendingFile;

// What a format does with a motion: the header when it is made, then blocks of rows, then the end.
class TrajectorySink {
  public:
    virtual ~TrajectorySink() = default;
    virtual void append(std::span<const double> rows) = 0;  // whole rows, one behind the other
    virtual void finish(const TrajectoryEnd& end) = 0;
};

inline constexpr std::size_t rows_in_block = 4096;

std::unique_ptr<TrajectorySink> csv_sink(PendingFile& file, const TrajectoryHeader& header);
std::unique_ptr<TrajectorySink> json_sink(PendingFile& file, const TrajectoryHeader& header);
std::unique_ptr<TrajectorySink> netcdf_sink(PendingFile& file, const TrajectoryHeader& header);

// The header and the end in one flat list, for the formats that have no other. A number that is not finite is a text.
struct Attribute {
    std::string name;
    std::variant<double, std::string> value;
};

std::vector<Attribute> attributes(const TrajectoryHeader& header);
std::vector<Attribute> attributes(const TrajectoryEnd& end);

// The shortest digits that are read back as the same number; they show that it is a floating-point number: "1.0".
void append_number(std::string& out, double value);

}  // namespace anholon
