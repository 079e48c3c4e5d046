#include "motion/slips.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "expr/derivative.hpp"

namespace anholon {

namespace {

bool holds_momenta(const System& system, const Formulation& formulation) {
    const std::vector<Expr>& state = formulation.equations().state;
    return formulation.form().id == "added-mass" && system.motion.stiffness &&
           std::ranges::find(state, system.velocities()[0]) == state.end();
}

std::vector<Expr> functions(const System& system, const Formulation& formulation) {
    if (!holds_momenta(system, formulation)) return {};
    const std::vector<Expr> v = system.velocities();
    std::vector<Expr> list{system.motion.stiffness};
    for (const Constraint& k : system.constraints) {
        const std::vector<Expr> slope = gradient(k.residual, v);
        list.push_back(k.residual);
        list.insert(list.end(), slope.begin(), slope.end());
        for (std::size_t i = 0; i < v.size(); ++i) list.push_back(slope[i] * v[i]);
    }
    return list;
}

}  // namespace

Slips::Slips(const System& system, const Formulation& formulation, const Formulation& law)
    : n_(system.velocities().size()),
      first_(formulation.coordinates()),
      functions_(law.equations(), functions(system, formulation)),
      values_(functions_.size()) {
    if (functions_.size() > 0) count_ = system.constraints.size();
}

void Slips::remove(double t, std::span<const double> y, std::span<const double> p, std::span<double> x) {
    if (count_ == 0) return;
    functions_(t, y, p, {}, values_);
    const double N = values_[0];
    for (std::size_t k = 0; k < count_; ++k) {
        const double* const slope = values_.data() + 1 + k * (2 * n_ + 1) + 1;
        const double slip = slope[-1];
        double size = 0;
        for (std::size_t i = 0; i < n_; ++i) size += std::fabs(slope[n_ + i]);
        if (std::fabs(slip) > 16 * std::numeric_limits<double>::epsilon() * size) continue;
        for (std::size_t i = 0; i < n_; ++i) x[first_ + i] -= N * slip * slope[i];
    }
}

}  // namespace anholon
