#include "structure/measure/constrained_inertia.hpp"

#include "expr/simplify.hpp"

namespace anholon {

ConstrainedInertia constrained_inertia(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const std::size_t l = X.l(), n = X.n();
    ConstrainedInertia result;
    result.M = hessian(s.L_in_frame(), X.eta());
    Substitution at_rest;
    for (const Expr& eta : X.eta()) at_rest.emplace_back(eta, s.c.zero());
    for (Expr& e : result.M.entries()) e = substitute(e, at_rest);
    result.G = Matrix(s.c, l, l);
    for (std::size_t i = 0; i < l; ++i)
        for (std::size_t j = 0; j < l; ++j) result.G(i, j) = result.M(i, j);
    result.det_G = simplified(determinant(result.G));
    const InverseResult inverted = inverse(result.G);
    if (inverted.outcome != InverseResult::Outcome::regular) return result;
    result.is_regular = true;
    result.inverse_G = inverted.inverse;
    result.K = Matrix(s.c, n, l);
    for (std::size_t a = l; a < n; ++a)
        for (std::size_t k = 0; k < l; ++k)
            for (std::size_t j = 0; j < l; ++j) result.K(a, j) += result.M(a, k) * result.inverse_G(k, j);
    return result;
}

}  // namespace anholon
