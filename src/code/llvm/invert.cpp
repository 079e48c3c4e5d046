#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "code/llvm/series_loops.hpp"

namespace anholon::llvm_code {

// Gauss–Jordan with pivots from the column, in place. An inverse rather than factors: it is applied at every order, and a product with
// it has no chain of dependent divisions.
extern "C" ANHOLON_CLONES bool anholon_invert(double* W, std::int64_t n) {
    std::array<std::int64_t, 16> few;
    std::vector<std::int64_t> many(n > static_cast<std::int64_t>(few.size()) ? static_cast<std::size_t>(n)
                                                                             : 0);
    std::int64_t* from = many.empty() ? few.data() : many.data();  // which row each pivot came from
    for (std::int64_t k = 0; k < n; ++k) {
        std::int64_t best = k;
        for (std::int64_t i = k + 1; i < n; ++i)
            if (std::abs(W[i * n + k]) > std::abs(W[best * n + k])) best = i;
        from[k] = best;
        const double pivot = W[best * n + k];
        if (!(std::abs(pivot) > 0) || !std::isfinite(pivot)) return false;
        if (best != k) std::swap_ranges(W + k * n, W + (k + 1) * n, W + best * n);
        const double inverse = 1 / pivot;
        W[k * n + k] = 1;
        for (std::int64_t j = 0; j < n; ++j) W[k * n + j] *= inverse;
        for (std::int64_t i = 0; i < n; ++i) {
            if (i == k) continue;
            const double f = W[i * n + k];
            W[i * n + k] = 0;
            for (std::int64_t j = 0; j < n; ++j) W[i * n + j] -= f * W[k * n + j];
        }
    }
    for (std::int64_t k = n; k-- > 0;)  // the rows were exchanged, so the columns of the inverse are
        if (const std::int64_t best = from[k]; best != k)
            for (std::int64_t i = 0; i < n; ++i) std::swap(W[i * n + k], W[i * n + best]);
    return true;
}

}  // namespace anholon::llvm_code
