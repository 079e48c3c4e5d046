#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace anholon {

// The most dimensions of a space that is cut into simplices.
inline constexpr std::size_t most_dimensions = 8;

using GridPoint = std::array<std::int16_t, most_dimensions>;

// A simplex of Freudenthal's triangulation of R^n: corner i is base + e_order[0] + … + e_order[i − 1], i = 0 … n. The triangulation is the
// same after every translation by whole numbers, so that it is one of a torus as well.                  Allgower, Georg 1990, §12.1
struct FreudenthalSimplex {
    GridPoint base{};
    std::array<std::uint8_t, most_dimensions> order{};

    friend bool operator==(const FreudenthalSimplex&, const FreudenthalSimplex&) = default;
};

// The one that contains y, in units of the grid.
FreudenthalSimplex simplex_around(std::span<const double> y);

// The other simplex that has all corners of this one but corner i.
FreudenthalSimplex across(const FreudenthalSimplex& simplex, std::size_t n, std::size_t i);

// Its corners, from 0 to n.
void corners_of(const FreudenthalSimplex& simplex, std::size_t n, std::span<GridPoint> corners);

}  // namespace anholon
