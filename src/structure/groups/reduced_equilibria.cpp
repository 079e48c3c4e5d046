#include "structure/groups/reduced_equilibria.hpp"

#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/enclosure.hpp"
#include "expr/linear.hpp"

namespace anholon {

bool is_energy_definite(const Setting& s, const GroupSystem& g, const ReducedSystem& r) {
    Expr twice = g.context().zero();
    for (std::size_t i = 0; i < g.n(); ++i) twice += dot(g.I.row(i), g.omega) * g.omega[i];
    const Matrix H = hessian(substitute(twice, r.on_constraints), r.x);
    const ConstantValues constants = constant_values(s.system);
    const Point values(constants.begin(), constants.end());
    for (std::size_t n = 1; n <= H.rows(); ++n) {
        Matrix minor(g.context(), n, n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) minor(i, j) = H(i, j);
        const Ball value = enclosure(determinant(minor), values, 256);
        if (!value.is_finite() || value.contains_zero() || value.midpoint() < 0) return false;
    }
    return true;
}

ReducedEquilibria reduced_equilibria(const Setting& s, const ReducedSystem& r, const Budget& budget) {
    const ZeroSet zeros = zero_set(r.v, r.x, constant_values(s.system), budget);
    ReducedEquilibria out{.are_all = zeros.is_complete, .reason = zeros.reason};
    for (const SolvedFamily& family : zeros.families)
        if (!family.free.empty()) out.families.push_back(family);
    return out;
}

}  // namespace anholon
