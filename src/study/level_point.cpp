#include "study/level_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/prime_field.hpp"
#include "base/finite.hpp"
#include "base/text.hpp"
#include "code/tiered.hpp"
#include "expr/derivative.hpp"
#include "integrate/least_squares.hpp"

namespace anholon {

namespace {

constexpr int most_rounds = 100, most_halvings = 30;
// A residual that is this part of the terms it is made of is rounding.
constexpr double met = 1e-13, nearly_met = 1e-11;

std::vector<Expr> with_gradients(const Flow& flow, const std::vector<LevelDemand>& demands) {
    std::vector<Expr> all = flow.surface();
    for (const LevelDemand& d : demands) all.push_back(d.function);
    const std::size_t count = all.size();
    for (std::size_t k = 0; k < count; ++k) {
        const std::vector<Expr> slopes = gradient(all[k], flow.equations().state);
        all.insert(all.end(), slopes.begin(), slopes.end());
    }
    return all;
}

}  // namespace

LevelPoints::LevelPoints(const Flow& flow, std::vector<LevelDemand> demands)
    : n_(flow.size()),
      surface_(flow.surface().size()),
      residuals_(surface_ + demands.size()),
      slopes_(residuals_.size() * n_),
      all_(residuals_.size() * (n_ + 1)),
      scales_(residuals_.size()),
      functions_(flow.equations(), with_gradients(flow, demands), tiered) {
    for (std::size_t k = 0; k < surface_; ++k) texts_.emplace_back("the constraints of the system");
    for (const LevelDemand& d : demands) {
        texts_.push_back(d.text);
        values_.push_back(d.value);
    }
}

bool LevelPoints::evaluate(std::span<const double> x, std::span<const double> p) {
    functions_(0, x, p, {}, all_);
    const std::size_t m = residuals_.size();
    std::copy_n(all_.begin() + static_cast<long>(m), m * n_, slopes_.begin());
    for (std::size_t k = 0; k < m; ++k) {
        const double value = k < surface_ ? 0 : values_[k - surface_];
        residuals_[k] = all_[k] - value;
    }
    return are_finite(all_);
}

// Of what the functions are made of where the search starts.
void LevelPoints::set_scales(std::span<const double> x) {
    for (std::size_t k = 0; k < residuals_.size(); ++k) {
        scales_[k] = std::fabs(k < surface_ ? 0 : values_[k - surface_]);
        for (std::size_t i = 0; i < n_; ++i) scales_[k] += std::fabs(slopes_[k * n_ + i] * x[i]);
        if (scales_[k] == 0) scales_[k] = 1;
    }
}

double LevelPoints::size() const {
    double worst = 0;
    for (std::size_t k = 0; k < residuals_.size(); ++k)
        worst = std::max(worst, std::fabs(residuals_[k]) / scales_[k]);
    return worst;
}

std::optional<std::vector<double>> LevelPoints::near(std::vector<double> x, std::span<const double> p) {
    missed_ = "the functions have no value at the start";
    left_ = std::numeric_limits<double>::infinity();
    if (!evaluate(x, p)) return std::nullopt;
    set_scales(x);
    double before = size();
    for (int round = 0; round < most_rounds && before > met; ++round) {
        std::vector<double> right = residuals_;
        const std::vector<double> step = least_squares(slopes_, residuals_.size(), n_, right, {1e-12});
        double part = 1;
        std::vector<double> next(n_);
        bool falls = false;
        for (int halving = 0; halving < most_halvings && !falls; ++halving, part /= 2) {
            for (std::size_t i = 0; i < n_; ++i) next[i] = x[i] - part * step[i];
            falls = evaluate(next, p) && size() < before;
        }
        if (!falls) break;
        x = next;
        before = size();
    }
    evaluate(x, p);
    left_ = size();
    if (left_ <= nearly_met) return x;
    std::size_t worst = 0;
    for (std::size_t k = 0; k < residuals_.size(); ++k)
        if (std::fabs(residuals_[k]) * scales_[worst] > std::fabs(residuals_[worst]) * scales_[k]) worst = k;
    missed_ = texts_[worst];
    if (worst >= surface_)
        missed_ += ": " + decimal(all_[worst], 10) + " is the nearest value found to " +
                   decimal(values_[worst - surface_], 10);
    return std::nullopt;
}

namespace {

// The same number in [−1, 1) for the same start and variable.
double spread(std::size_t start, std::size_t variable) {
    return std::ldexp(static_cast<double>(mix(start, variable)), -63) - 1;
}

// Around x, by parts of the size of each variable, or of 1 where it is smaller: from a sixteenth to thirty-two times as much, then again.
std::vector<double> place_around(const std::vector<double>& x, std::size_t start) {
    constexpr std::size_t sizes = 10;
    const double part = std::ldexp(1.0, static_cast<int>((start - 1) % sizes) - 4);
    std::vector<double> out = x;
    for (std::size_t i = 0; i < x.size(); ++i)
        out[i] += part * std::max(1.0, std::fabs(x[i])) * spread(start, i);
    return out;
}

}  // namespace

std::optional<std::vector<double>> LevelPoints::near(const std::vector<double>& x, std::span<const double> p,
                                                     const Many& many) {
    std::string nearest;
    double least = std::numeric_limits<double>::infinity();
    unsuited_ = 0;
    for (tried_ = 0; tried_ < many.most;) {
        auto found = near(tried_ == 0 ? x : place_around(x, tried_), p);
        ++tried_;
        if (found && (!many.will_do || many.will_do(*found))) return found;
        if (found) ++unsuited_;
        if (!found && (nearest.empty() || left_ < least)) {
            nearest = missed_;
            least = left_;
        }
    }
    missed_ = nearest;
    return std::nullopt;
}

}  // namespace anholon
