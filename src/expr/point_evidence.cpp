#include "expr/point_evidence.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <ranges>

namespace anholon {

namespace {

// That something vanishes at one random point without being zero; at half of the points nothing is learnt from any number of them.
double chance_of_miss(const Complexity& K, double independent) {
    return (K.degree + 1) * K.root_factor * std::exp2(independent) /
           static_cast<double>(field_primes().back());
}
bool is_useless(double miss) { return !(miss < 0.5); }

// The same at each of some branches. With k further two-valued roots a component of the variety may carry but a 2⁻ᵏ-th of the points,
// unless the roots are known to be independent: then there is one component, and its points are those 2⁻ᵏ of all at which the
// roots exist.
double chance_of_error(const Complexity& K, double open, double independent, double branches,
                       std::size_t points) {
    const double miss = chance_of_miss(K, independent);
    if (is_useless(miss)) return 1;
    const double missed_branch = open == 0 ? 0 : std::pow(1 - std::exp2(-open), points);
    return branches * std::pow(miss, points) + missed_branch;
}

}  // namespace

double chance_of_error(const Complexity& K, std::size_t points) {
    return chance_of_error(K, static_cast<double>(K.branches()), 0, 1, points);
}

PointEvidence::PointEvidence(const Walk& walk, const Complexity& K, std::span<const Expr> unknowns)
    : walk_(walk), K_(K) {
    if (unknowns.empty()) return;
    Context& c = unknowns[0].context();
    for (const NodeId base : K.even_roots) {
        const Walk inside{Expr(c, base)};
        if (std::ranges::any_of(unknowns, [&](const Expr& z) { return inside.contains(z.id()); }))
            silent_.insert(base);
    }
}

void PointEvidence::add(const ModularPoints& points, std::size_t lane) {
    if (const auto& failure = points.failure(lane)) {
        if (!failure->is_division && !silent_.contains(failure->node)) no_squares_.insert(failure->node);
        return;
    }
    ++good_;
    ++on_branch_[signs(points, lane)];
}

void PointEvidence::add_good() {
    assert(!has_branches());
    ++good_;
    ++on_branch_[{}];
}

bool PointEvidence::degree_is_too_high() const { return is_useless(chance_of_miss(K_, 0)); }

double PointEvidence::error_bound() const {
    const auto known =
        std::ranges::count_if(K_.even_roots, [&](NodeId b) { return no_squares_.contains(b); });
    const auto open = std::ssize(K_.even_roots) - known + std::ssize(K_.nested);
    const double branches = std::exp2(static_cast<double>(K_.signs.size()));
    if (static_cast<double>(on_branch_.size()) < branches) return chance_of_error(K_, good_);
    const std::size_t least = std::ranges::min(on_branch_ | std::views::values);
    return chance_of_error(K_, static_cast<double>(open), static_cast<double>(known), branches, least);
}

// Which of them are squares, so that |u| = u.
std::vector<bool> PointEvidence::signs(const ModularPoints& points, std::size_t lane) const {
    std::vector<bool> out;
    for (const NodeId u : K_.signs) out.push_back(points.field(lane).is_square(points[walk_.place(u)][lane]));
    return out;
}

}  // namespace anholon
