#include "study/rotation_number.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "study/birkhoff.hpp"

namespace anholon {

namespace {

constexpr std::size_t fewest_points = 32;
// In turns. Points that leave more than this free lie beside their middle, not around it; and where turns from point to point leave less
// than this free, they have no continuous branch.
constexpr double widest_gap = 0.6, narrowest_gap = 0.02;
constexpr double worst_error = 1e-3;

double part_of_turn(double turns) { return turns - std::floor(turns); }

// The largest gap between numbers on the circle of length 1.
struct Gap {
    double begin = 0, length = 1;
};

Gap largest_gap(std::vector<double> turns) {
    std::ranges::sort(turns);
    Gap out{turns.back(), 1 + turns.front() - turns.back()};
    for (std::size_t k = 0; k + 1 < turns.size(); ++k)
        if (turns[k + 1] - turns[k] > out.length) out = {turns[k], turns[k + 1] - turns[k]};
    return out;
}

MeanRate mean_of(std::span<const double> numbers) {
    std::vector<double> times;
    for (std::size_t k = 1; k <= numbers.size(); ++k) times.push_back(static_cast<double>(k));
    return mean_rate({0, times, numbers});
}

}  // namespace

Rotation rotation(std::span<const double> x, std::span<const double> y) {
    const std::string beside = "its points do not go around their middle";
    if (x.size() < fewest_points) return {{}, "it has fewer than 32 points"};
    const double x0 = mean_of(x).value, y0 = mean_of(y).value;
    std::vector<double> angles, turns;
    for (std::size_t k = 0; k < x.size(); ++k)
        angles.push_back(part_of_turn(std::atan2(y[k] - y0, x[k] - x0) / (2 * std::numbers::pi)));
    if (largest_gap(angles).length > widest_gap) return {{}, "its points do not lie around their middle"};
    for (std::size_t k = 0; k + 1 < angles.size(); ++k)
        turns.push_back(part_of_turn(angles[k + 1] - angles[k]));
    // A branch that no turn lies at the ends of.
    const Gap free = largest_gap(turns);
    const std::string no_mean = "its turns have no mean: the orbit may be chaotic";
    if (free.length < narrowest_gap) return {{}, no_mean};
    const double cut = free.begin + free.length / 2;
    for (double& turn : turns) turn = cut + part_of_turn(turn - cut);
    const MeanRate mean = mean_of(turns);
    if (mean.spread > worst_error) return {{}, no_mean};
    // A curve beside its middle, such as a crescent, has the number 0.
    if (std::fabs(mean.value - std::round(mean.value)) * static_cast<double>(turns.size()) < 1)
        return {{}, beside};
    return {RotationNumber{part_of_turn(mean.value), mean.spread}};
}

}  // namespace anholon
