#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/trajectory_sink.hpp"

namespace anholon {

// A NetCDF-4 file of columns along one unlimited dimension, the first of them the coordinate. Made by the module report/netcdf.
// A name that NetCDF does not allow is changed, and stands as it was in the attribute `name`.
class NetcdfFile {
  public:
    virtual ~NetcdfFile() = default;
    virtual void describe(const std::vector<Attribute>& attributes) = 0;
    virtual void append(std::span<const double> rows) = 0;
    virtual void close() = 0;
};

// Written to `file`; messages call it `shown`. Throws std::runtime_error.
using CreateNetcdf = NetcdfFile*(const std::string& file, const std::string& shown,
                                 const std::vector<Column>& columns);

// Numbers on a grid, with the reason where there is none, each as a variable of its own beside its axes.
struct NetcdfGrid {
    struct Axis {
        std::string name;
        std::vector<double> values;
    };
    std::vector<Axis> axes;  // the last runs fastest
    std::string measure;     // the name of the numbers
    std::vector<double> values;
    std::vector<signed char> statuses;
    std::string status_meanings;  // words, from 0 on
    std::vector<Attribute> attributes;
};
using WriteNetcdfGrid = void(const std::string& file, const std::string& shown, const NetcdfGrid& grid);
inline constexpr const char* netcdf_grid_entry = "anholon_write_netcdf_grid";

inline constexpr const char* netcdf_module = "anholon_report_netcdf";
inline constexpr const char* netcdf_entry = "anholon_create_netcdf";

}  // namespace anholon
