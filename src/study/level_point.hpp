#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/flow.hpp"

namespace anholon {

// Functions of the state of a flow that are to have given values, such as an energy or a variable.
struct LevelDemand {
    Expr function;  // of t, x and p
    double value = 0;
    std::string text = {};  // as it was asked
};

// States of a flow's surface that meet demands. For one thread at a time; copies share the code.
class LevelPoints {
  public:
    LevelPoints(const Flow& flow, std::vector<LevelDemand> demands);

    // The demand has another value from now on.
    void set(std::size_t demand, double value) { values_[demand] = value; }

    // The state near x that meets all demands, by Newton's method with the least change of the variables, or nothing; missed() then tells.
    std::optional<std::vector<double>> near(std::vector<double> x, std::span<const double> p);
    // The demand that was met worst, in words.
    const std::string& missed() const { return missed_; }

  private:
    bool evaluate(std::span<const double> x, std::span<const double> p);
    void set_scales(std::span<const double> x);
    double size() const;  // of the residuals, each in its own scale

    std::size_t n_, surface_;
    std::vector<std::string> texts_;
    std::vector<double> values_, residuals_, slopes_, all_, scales_;
    StateFunctions functions_;  // the functions, then their gradients
    std::string missed_;
};

}  // namespace anholon
