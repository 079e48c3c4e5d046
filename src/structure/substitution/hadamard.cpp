#include "structure/substitution/hadamard.hpp"

#include "expr/linear.hpp"
#include "expr/simplify.hpp"
#include "structure/zeros/numerator.hpp"

namespace anholon {

SubstitutableCombinations hadamard(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const std::size_t l = X.l(), m = X.n() - l;
    SubstitutableCombinations out{.constraints = m};
    Matrix H(s.c, l * (l + 1) / 2, m);  // a row for each pair 0 ≤ r < s ≤ l
    std::size_t row = 0;
    for (std::size_t r = 0; r <= l; ++r)
        for (std::size_t k = r + 1; k <= l; ++k, ++row)
            for (std::size_t a = 0; a < m; ++a) H(row, a) = simplified(X.c(l + 1 + a, r, k));
    const KernelResult null = kernel(H);
    if (!null.decided) {
        out.why_not = null.reason;
        return out;
    }
    out.error_bound = null.error_bound;
    for (const auto& basis : null.basis) {
        out.kappa.push_back(simplified(basis));
        Expr sum = s.c.zero();
        for (std::size_t a = 0; a < m; ++a) sum += out.kappa.back()[a] * X.definition(l + 1 + a);
        out.combinations.push_back(numerator(sum));
    }
    return out;
}

}  // namespace anholon
