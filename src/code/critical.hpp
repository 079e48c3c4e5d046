#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "code/series.hpp"

namespace anholon {

// A series of a program that decides how far the others hold: a step whose state looks smooth may still pass over a pole, or over a
// pulse that was nothing but zero where the step began.
struct CriticalSeries {
    enum class Kind : std::uint8_t {
        divisor,     // it must not vanish: a factor of a divisor, or a radicand
        exponent,    // of exp: what rises from nothing must not be passed over
        saturating,  // the argument of tanh: likewise where it comes back from ±1
    } kind;
    std::uint32_t series;

    friend auto operator<=>(const CriticalSeries&, const CriticalSeries&) = default;
};

// Each once.
std::vector<CriticalSeries> critical_series(const SeriesProgram& program);
// Those of them that matter where the scalars have these values: not those of branches that are not taken.
std::vector<CriticalSeries> critical_series(const SeriesProgram& program, std::span<const double> scalars);

}  // namespace anholon
