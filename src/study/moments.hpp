#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace anholon {

// Mean, deviation and extremes of numbers that come one by one (Welford 1962) or in heaps (Chan, Golub and LeVeque 1979).
class Moments {
  public:
    void add(double value) {
        ++count_;
        const double before = value - mean_;
        mean_ += before / static_cast<double>(count_);
        squares_ += before * (value - mean_);
        least_ = std::min(least_, value);
        greatest_ = std::max(greatest_, value);
    }
    void add(const Moments& other) {
        if (other.count_ == 0) return;
        const double all = static_cast<double>(count_ + other.count_), apart = other.mean_ - mean_,
                     part = static_cast<double>(other.count_) / all;
        squares_ += other.squares_ + apart * apart * part * static_cast<double>(count_);
        mean_ += apart * part;
        count_ += other.count_;
        least_ = std::min(least_, other.least_);
        greatest_ = std::max(greatest_, other.greatest_);
    }

    std::size_t count() const { return count_; }
    double mean() const { return mean_; }
    // Of what the numbers are a sample of; 0 where there is only one.
    double deviation() const {
        return count_ < 2 ? 0 : std::sqrt(squares_ / static_cast<double>(count_ - 1));
    }
    double least() const { return least_; }
    double greatest() const { return greatest_; }

  private:
    std::size_t count_ = 0;
    double mean_ = 0, squares_ = 0;  // squares_: Σ (value − mean)²
    double least_ = std::numeric_limits<double>::infinity(), greatest_ = -least_;
};

}  // namespace anholon
