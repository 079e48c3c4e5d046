#include "model/space/inertia_tensor.hpp"

#include "expr/context.hpp"
#include "expr/zero.hpp"

namespace anholon {

Vector3 InertiaTensor::times(const Vector3& w) const {
    const auto& [I12, I13, I23] = products;
    return {diagonal[0] * w[0] + I12 * w[1] + I13 * w[2], I12 * w[0] + diagonal[1] * w[1] + I23 * w[2],
            I13 * w[0] + I23 * w[1] + diagonal[2] * w[2]};
}

// It commutes with the rotations: n×(I e) = I (n×e) for all e.
bool InertiaTensor::is_of_revolution_about(const Vector3& n) const {
    Context& c = n[0].context();
    for (std::size_t k = 0; k < 3; ++k) {
        Vector3 e{c.zero(), c.zero(), c.zero()};
        e[k] = c.one();
        for (const Expr& entry : cross(n, times(e)) - times(cross(n, e)))
            if (!vanishes(entry)) return false;
    }
    return true;
}

Expr InertiaTensor::energy(const Vector3& w) const {
    const Vector3 pairs{w[0] * w[1], w[0] * w[2], w[1] * w[2]};
    const Vector3 squares{w[0] * w[0], w[1] * w[1], w[2] * w[2]};
    return dot(diagonal, squares) / Rational(2) + dot(products, pairs);
}

}  // namespace anholon
