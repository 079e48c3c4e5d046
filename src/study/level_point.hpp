#pragma once

#include <functional>
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
    // The same from up to `most` starts: x itself, then places around it, near and far, always the same ones. The first state that will
    // do, if there is a function that says so; tried() then tells how many starts it took, and unsuited() how many states would not do.
    struct Many {
        std::size_t most = 1;
        std::function<bool(std::span<const double> x)> will_do = {};
    };
    std::optional<std::vector<double>> near(const std::vector<double>& x, std::span<const double> p,
                                            const Many& many);
    std::size_t tried() const { return tried_; }
    std::size_t unsuited() const { return unsuited_; }
    // The demand that was met worst, in words; of many starts, from the one that came nearest.
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
    double left_ = 0;  // of the residuals, where the last search ended
    std::size_t tried_ = 0, unsuited_ = 0;
};

}  // namespace anholon
