#pragma once

#include <array>
#include <string>
#include <vector>

#include "model/system.hpp"

namespace anholon {

// An input as a function of time, by the rows of a table: from each of its times to the next a polynomial
// c0 + c1 s + c2 s² + c3 s³ of s = t − t_k. The letters t_k and c stand in the system for what they are in the piece that a motion is in.
class InputTable {
  public:
    enum class Kind {
        steps,   // the value of a row holds until the next one
        linear,  // from row to row
        cubic,  // the cubic spline without knots at the second and the last but one row (not-a-knot): twice differentiable
    };

    // At least two rows, of ascending times.
    InputTable(std::string input, Kind kind, std::vector<double> times, const std::vector<double>& values);

    const std::string& input() const { return input_; }
    Kind kind() const { return kind_; }
    const std::vector<double>& times() const { return times_; }
    double value(double t) const;

    // The input in its letters, in the context of t.
    Expr function(const Expr& t) const;
    // The letters as parameters, last in the system's list, with their values at t = 0.
    void add_letters(System& system) const;
    // The names of the letters, t_k first, and their values where a motion in this direction continues from t.
    std::vector<std::string> letters() const;
    std::vector<double> values_from(double t, int direction) const;

  private:
    std::size_t piece(double t, int direction) const;
    std::size_t coefficients() const { return kind_ == Kind::steps ? 1 : kind_ == Kind::linear ? 2 : 4; }

    std::string input_;
    Kind kind_;
    std::vector<double> times_;
    std::vector<std::array<double, 4>> pieces_;
};

std::string_view name(InputTable::Kind kind);

}  // namespace anholon
