#include "integrate/factorization.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace anholon {

// Powers of two: scaling rounds nothing.
bool Factorization::scale(std::span<const double> A) {
    const auto inverse_size = [](double largest) {
        return largest > 0 ? std::ldexp(1.0, -std::ilogb(largest)) : 1.0;
    };
    lu_.assign(A.begin(), A.end());
    row_scale_.assign(n_, 1);
    column_scale_.assign(n_, 1);
    for (std::size_t j = 0; j < n_; ++j) {
        double largest = 0;
        for (std::size_t i = 0; i < n_; ++i) {
            if (!std::isfinite(at(i, j))) {
                smallest_column_ = j;
                smallest_ = std::numeric_limits<double>::quiet_NaN();
                return false;
            }
            largest = std::max(largest, std::fabs(at(i, j)));
        }
        column_scale_[j] = inverse_size(largest);
    }
    for (std::size_t i = 0; i < n_; ++i) {
        double largest = 0;
        for (std::size_t j = 0; j < n_; ++j)
            largest = std::max(largest, std::fabs(at(i, j) * column_scale_[j]));
        row_scale_[i] = inverse_size(largest);
        for (std::size_t j = 0; j < n_; ++j) lu_[i * n_ + j] *= row_scale_[i] * column_scale_[j];
    }
    return true;
}

bool Factorization::factor(std::span<const double> A, std::size_t n) {
    n_ = n;
    smallest_ = 1;
    smallest_column_ = 0;
    sign_ = 0;
    order_.resize(n);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    if (!scale(A)) return false;
    norm_ = 0;
    for (std::size_t j = 0; j < n; ++j) {
        double sum = 0;
        for (std::size_t i = 0; i < n; ++i) sum += std::fabs(at(i, j));
        norm_ = std::max(norm_, sum);
    }
    int sign = 1;
    const double least = 4 * static_cast<double>(n) * std::numeric_limits<double>::epsilon();
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t p = k;
        for (std::size_t i = k + 1; i < n; ++i)
            if (std::fabs(at(i, k)) > std::fabs(at(p, k))) p = i;
        const double pivot = std::fabs(at(p, k));
        if (pivot < smallest_) {
            smallest_ = pivot;
            smallest_column_ = k;
        }
        if (pivot < least) return false;
        if (p != k) {
            sign = -sign;
            std::swap(order_[p], order_[k]);
            for (std::size_t j = 0; j < n; ++j) std::swap(lu_[p * n + j], lu_[k * n + j]);
        }
        if (at(k, k) < 0) sign = -sign;
        for (std::size_t i = k + 1; i < n; ++i) {
            const double factor = lu_[i * n + k] /= lu_[k * n + k];
            if (factor == 0) continue;
            for (std::size_t j = k + 1; j < n; ++j) lu_[i * n + j] -= factor * lu_[k * n + j];
        }
    }
    sign_ = sign;
    return true;
}

void Factorization::solve(std::span<double> b) const {
    work_.resize(n_);
    for (std::size_t i = 0; i < n_; ++i) {
        double sum = b[order_[i]] * row_scale_[order_[i]];
        for (std::size_t j = 0; j < i; ++j) sum -= at(i, j) * work_[j];
        work_[i] = sum;
    }
    for (std::size_t i = n_; i-- > 0;) {
        double sum = work_[i];
        for (std::size_t j = i + 1; j < n_; ++j) sum -= at(i, j) * work_[j];
        work_[i] = sum / at(i, i);
    }
    for (std::size_t i = 0; i < n_; ++i) b[i] = work_[i] * column_scale_[i];
}

double Factorization::condition() const {
    if (!(smallest_ >= 4 * static_cast<double>(n_) * std::numeric_limits<double>::epsilon()))
        return std::numeric_limits<double>::infinity();
    double largest = 0;
    std::vector<double> column(n_);
    for (std::size_t k = 0; k < n_; ++k) {
        std::ranges::fill(column, 0.0);
        column[k] = 1 / row_scale_[k];
        solve(column);
        double sum = 0;
        for (std::size_t i = 0; i < n_; ++i) sum += std::fabs(column[i] / column_scale_[i]);
        largest = std::max(largest, sum);
    }
    return norm_ * largest;
}

}  // namespace anholon
