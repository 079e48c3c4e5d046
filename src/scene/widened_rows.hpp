#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "motion/observables.hpp"

namespace anholon {

// The rows of a run in all columns of its system: one that this motion does not have, such as an integral without a value at its start, is not a
// number there.
class WidenedRows {
  public:
    WidenedRows(const std::vector<Observable>& all, const std::vector<Observable>& those_of_run) {
        for (const Observable& o : all)
            places_.push_back(static_cast<std::size_t>(
                std::ranges::find(those_of_run, o.name, &Observable::name) - those_of_run.begin()));
    }
    void append(std::span<const double> row) {
        for (const std::size_t k : places_)
            numbers_.push_back(k < row.size() ? row[k] : std::numeric_limits<double>::quiet_NaN());
    }
    const std::vector<double>& numbers() const { return numbers_; }

  private:
    std::vector<std::size_t> places_;
    std::vector<double> numbers_;
};

}  // namespace anholon
