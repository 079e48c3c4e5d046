#pragma once

#include <optional>
#include <span>
#include <vector>

#include "algebra/rational.hpp"
#include "structure/evidence/budget.hpp"

namespace anholon {

// v_i(x) = Σ a_ijk x_j x_k with rational a, symmetric in j, k or not.
struct QuadraticField {
    std::size_t p = 0;
    std::vector<Rational> a;
    const Rational& operator()(std::size_t i, std::size_t j, std::size_t k) const {
        return a[(i * p + j) * p + k];
    }
};

// All real invariant lines of ẋ = v(x), v(ξ) ∥ ξ, proved one by one: in each chart ξ_k = 1, |ξ_i| ≤ 1 the box is bisected
// until Krawczyk's operator shows that a part holds no line or exactly one. Nothing if lines are not simple or lie too close.
struct EnclosedLine {
    std::vector<double> direction;  // midpoint, largest component 1
    double radius = 0;              // of the enclosure
};
std::optional<std::vector<EnclosedLine>> enclosed_lines(const QuadraticField& v, const Budget& budget);

}  // namespace anholon
