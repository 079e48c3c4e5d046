#pragma once

#include <span>

namespace anholon {

// A quantity that a motion gathers: its change over each of the time intervals that end at `times`, the first of which begins at `from`.
struct Gathered {
    double from = 0;
    std::span<const double> times, changes;
};

// A mean rate over the whole time, and how far off it may be.
struct MeanRate {
    double value = 0, spread = 0;
    double half = 0;  // over the first half
    bool is_weighted = false;
};

// How far the rates at two times are correlated. Lasting: their correlation falls as 1/√time, as beside islands of regular motion, so that
// the variance of a mean falls as slowly with the length of its time.
enum class Memory { fading, lasting };

// The plain average. Its spread is at least half the width of its 95 % confidence interval, if the memory is no longer than that.
MeanRate plain_rate(const Gathered& gathered, Memory memory = Memory::fading);

// The plain average, or the one with weights exp(−1/(s(1−s))), s from 0 to 1 along the time, where its spread is clearly smaller. On
// quasi-periodic motions it converges faster than any power of the time: Das, Saiki, Sander and Yorke 2017. For motions that are not
// chaotic.
MeanRate mean_rate(const Gathered& gathered);

}  // namespace anholon
