#pragma once

#include <vector>

#include "mechanics/setting.hpp"

namespace anholon {

// The sets of m of the numbers 0..n−1, each in ascending order, in lexicographic order.
class Combinations {
  public:
    Combinations(std::size_t n, std::size_t m);

    double count() const;  // of all of them
    const std::vector<std::size_t>& chosen() const { return chosen_; }
    bool advance();  // false after the last

  private:
    std::size_t n_;
    std::vector<std::size_t> chosen_;
};

// Those of 0..n−1 that are not chosen, in ascending order.
std::vector<std::size_t> others(std::vector<std::size_t> chosen, std::size_t n);

// Velocities by index, in the order in which constraints should be solved for them. It depends on the system and on the names of its
// coordinates, not on the order in which these are declared: velocities that are quasi-velocities themselves come last, those of
// coordinates that L and the constraints contain before them; among equals come first those that the constraints give directly, as
// ẋ = …, and then the last in the alphabet.
std::vector<std::size_t> order_of_elimination(const Setting& s);

// The velocities that stay free when constraints are solved in this order. Empty if the system states its free velocities, or if the
// constraints are not linear.
IndependentVelocities left_by_elimination(const Setting& s);

}  // namespace anholon
