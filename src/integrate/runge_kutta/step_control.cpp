#include "integrate/runge_kutta/step_control.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/clones.hpp"
#include "base/text.hpp"
#include "integrate/runge_kutta/stages.hpp"

namespace anholon::runge_kutta {

namespace {

// Of the step size from one step to the next: Hairer, Nørsett and Wanner, II.4 and the program of II.10. A refused trial costs as much as a
// step, so that a safety of 0.85 needs fewer evaluations at a given error than 0.9.
constexpr double safety = 0.85, most_growth = 6, most_shrinking = 3;
// A step whose rates have no value somewhere is tried again with so much of its length.
constexpr double retreat = 0.25;

double eighth_root(double x) { return std::sqrt(std::sqrt(std::sqrt(x))); }

// Are the values larger than what was largest?
ANHOLON_CLONES bool grow_largest(const double* x, std::size_t count, double* largest) {
    double growth = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double size = std::fabs(x[i]);
        growth += size > largest[i] ? 1 : 0;
        largest[i] = size > largest[i] ? size : largest[i];
    }
    return growth > 0;
}

// Of each lane the floor, and 1 over what is allowed to each variable.
template <std::size_t lanes>
inline __attribute__((always_inline)) void inverses_of(const double* scale, std::size_t n, double tolerance,
                                                       double* floors, double* inverse) {
    constexpr double least = 1e-100;  // the square of its inverse is a number
    double largest[lanes] = {}, floor[lanes];
    for (std::size_t i = 0; i < n * lanes; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            largest[lane] = scale[i + lane] > largest[lane] ? scale[i + lane] : largest[lane];
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const double part = 1e-4 * (largest[lane] < 1 ? largest[lane] : 1);
        floor[lane] = largest[lane] > 0 ? (part > least ? part : least) : 1e-4;
        floors[lane] = floor[lane];
    }
    for (std::size_t i = 0; i < n * lanes; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            inverse[i + lane] =
                1 / (tolerance * (scale[i + lane] > floor[lane] ? scale[i + lane] : floor[lane]));
}

ANHOLON_CLONES void find_inverses(const double* scale, std::size_t n, std::size_t lanes, double tolerance,
                                  double* floors, double* inverse) {
    switch (lanes) {
        case 1: return inverses_of<1>(scale, n, tolerance, floors, inverse);
        case 2: return inverses_of<2>(scale, n, tolerance, floors, inverse);
        case 4: return inverses_of<4>(scale, n, tolerance, floors, inverse);
        case 8: return inverses_of<8>(scale, n, tolerance, floors, inverse);
        default: return;
    }
}

}  // namespace

Allowance::Allowance(std::size_t n, std::size_t lanes, double tolerance)
    : n_(n),
      lanes_(lanes),
      tolerance_(tolerance),
      scale_(columns_for(n, lanes)),
      inverse_(columns_for(n, lanes)),
      floor_(lanes) {
    if (!(tolerance > 0)) throw std::invalid_argument("the tolerance must be positive");
}

void Allowance::start(std::size_t lane) {
    for (std::size_t i = 0; i < n_; ++i) scale_[i * lanes_ + lane] = 0;
    floor_[lane] = 0;  // of no values: to be found
}

void Allowance::grow(const double* x) {
    const bool has_grown = grow_largest(x, n_ * lanes_, scale_.data());
    if (!has_grown && std::ranges::all_of(floor_, [](double floor) { return floor > 0; })) return;
    find_inverses(scale_.data(), n_, lanes_, tolerance_, floor_.data(), inverse_.data());
}

double Allowance::allowed(std::size_t i, std::size_t lane) const {
    return tolerance_ * std::max(scale_[i * lanes_ + lane], floor_[lane]);
}

double Allowance::norm(const double* v, std::size_t lane) const {
    double sum = 0;
    for (std::size_t i = lane; i < n_ * lanes_; i += lanes_) sum += v[i] * inverse_[i] * v[i] * inverse_[i];
    return std::sqrt(sum);
}

double next_length(Trial trial, const TakenStep& trial_step, const TakenStep& before, bool is_first) {
    const auto [h, root] = trial_step;
    if (trial == Trial::without_rates) return retreat * h;
    if (trial == Trial::unlike) return h / 2;
    // (φ / φ_before)^(1/8) = (root / h) / (root_before / h_before)
    const double growth = before.root > 0 ? root * before.h / (h * before.root) : 1;
    const double by_trend = trial == Trial::fine ? std::max(1.0, growth) : 1;
    const double factor = std::clamp(root * by_trend / safety, 1 / most_growth, most_shrinking);
    return h / (trial == Trial::fine && !is_first ? std::max(1.0, factor) : factor);
}

double euler_step(double size, double speed, double longest) {
    return std::min(speed <= 1e-5 || size <= 1e-5 ? 1e-6 : 0.01 * size / speed, longest);
}

double first_length(double euler, double speed, double bend, double longest) {
    const double largest = std::max(bend, speed);
    const double by_order = largest <= 1e-15 ? std::max(1e-6, euler * 1e-3) : eighth_root(0.01 / largest);
    return std::min({100 * euler, by_order, longest});
}

bool may_miss(double h, double last) { return std::fabs(h) > 4 * std::fabs(last); }

double unlike_above(double tolerance) { return std::max(1e-6, 1e3 * tolerance); }

bool is_too_short(double h, double t) {
    return !(std::fabs(h) > 16 * std::numeric_limits<double>::epsilon() * std::fabs(t));
}

std::string why_stuck(double tolerance, double h) {
    return "no step is short enough for the tolerance " + decimal(tolerance, 3) +
           ": the last one tried was " + decimal(std::fabs(h), 3);
}

std::string why_no_rates(RateFunction rates, std::span<const double> p, double t, std::span<const double> x) {
    rates.set_parameters(p);
    std::vector<double> dx(x.size());
    if (!rates.rates(t, x, dx)) return rates.why();
    return "the matrix of the equations becomes singular: its determinant changes sign";
}

}  // namespace anholon::runge_kutta
