#include "motion/slopes.hpp"

#include <algorithm>

#include "base/finite.hpp"

namespace anholon {

namespace {

std::vector<Expr> joined(std::initializer_list<std::span<const Expr>> lists) {
    std::vector<Expr> all;
    for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
    return all;
}

Program linear_system(const RateEquations& e) {
    if (e.unknowns.empty()) return {};
    return program(joined({e.W.entries(), e.r}), joined({std::span(&e.t, 1), e.state, e.parameters}));
}

}  // namespace

Slopes::Slopes(const RateEquations& e)
    : n_(e.state.size()),
      m_(e.unknowns.size()),
      linear_system_(linear_system(e)),
      rates_(program(e.rates, joined({std::span(&e.t, 1), e.state, e.parameters, e.unknowns}))),
      point_(1 + n_ + e.parameters.size() + m_),
      direction_(point_.size(), 0),
      W_r_(linear_system_.outputs()),
      dW_r_(W_r_.size()),
      dx_(n_) {}

// Of W z = r along e_j: W z_j = r_j − W_j z; then G along e_j and z_j.
bool Slopes::operator()(double t, std::span<const double> x, std::span<const double> p, std::span<double> J) {
    point_[0] = t;
    std::ranges::copy(p, std::ranges::copy(x, point_.begin() + 1).out);
    const std::span<double> z = std::span(point_).last(m_), z_slope = std::span(direction_).last(m_);
    if (m_ > 0) {
        linear_system_.place(point_, W_r_);
        if (!are_finite(W_r_) || !factors_.factor(std::span(W_r_).first(m_ * m_), m_)) return false;
        std::ranges::copy(std::span(W_r_).last(m_), z.begin());
        factors_.solve(z);
    }
    rates_.place(point_, dx_);
    for (std::size_t j = 0; j < n_; ++j) {
        direction_[1 + j] = 1;
        std::ranges::fill(z_slope, 0.0);
        if (m_ > 0) {
            linear_system_.along(direction_, dW_r_);
            for (std::size_t i = 0; i < m_; ++i) {
                z_slope[i] = dW_r_[m_ * m_ + i];
                for (std::size_t k = 0; k < m_; ++k) z_slope[i] -= dW_r_[i * m_ + k] * z[k];
            }
            factors_.solve(z_slope);
        }
        rates_.along(direction_, dx_);
        for (std::size_t i = 0; i < n_; ++i) J[i * n_ + j] = dx_[i];
        direction_[1 + j] = 0;
    }
    return are_finite(J);
}

}  // namespace anholon
