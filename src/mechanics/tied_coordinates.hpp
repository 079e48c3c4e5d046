#pragma once

#include "mechanics/setting.hpp"

namespace anholon {

// The geometric constraints F(t, q) = 0, and all constraints where they are integrable together, as functions y_a = Y_a(t, q_i) of the other coordinates, known by their derivatives; the y_a are
// among the coordinates whose velocities the solved constraints determine.
struct TiedCoordinates {
    explicit TiedCoordinates(const Setting& s);

    std::vector<std::size_t>
        places;  // of y_a among the coordinates, those that no other constraint moves first
    std::vector<std::vector<Expr>> slope;  // ∂Y_a/∂q_i, by a and i; zero where q_i is tied itself
    Reason why_not;

    // ∂f/∂q_i with the y_a put in: ∂f/∂q_i + ∂f/∂y_a ∂Y_a/∂q_i
    Expr derivative(const Setting& s, Expr f, std::size_t i) const;
    bool contains(std::size_t place) const;
};

// Dependent velocities, by index, in the order in which geometric constraints tie their coordinates: those that no other constraint
// contains first, and among them the last in the alphabet.
std::vector<std::size_t> order_of_tying(const Setting& s, std::vector<std::size_t> dependent);

}  // namespace anholon
