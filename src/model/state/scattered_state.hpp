#pragma once

#include <cstdint>

#include "algebra/rational.hpp"
#include "model/state/initial_state.hpp"

namespace anholon {

// States of the constraint manifold around the initial one, by number; the same in every run. The parameters are as stated.
class ScatteredStates {
  public:
    explicit ScatteredStates(const System& system);

    // At this time; nothing where the constraints cannot be met.
    std::optional<InitialState> at(std::uint64_t number, const Rational& t = 0) const;
    // A time between −1 and 1.
    static Rational time(std::uint64_t number);

  private:
    System free_;  // without quasi-velocities, which would be kept before the velocities are
    std::optional<InitialState> start_;
};

}  // namespace anholon
