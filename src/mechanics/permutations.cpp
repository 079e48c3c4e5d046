#include "mechanics/permutations.hpp"

#include "expr/introduce.hpp"

namespace anholon {

std::vector<PermutationRelation> permutation_relations(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    std::vector<PermutationRelation> out;
    for (const std::size_t i : X.all_indices())
        out.push_back({X.eta(i),
                       introduced(s.c, "delta_" + X.eta(i).symbol().name, SymbolKind::variable,
                                  "virtual displacement", i),
                       s.c.zero()});
    for (const std::size_t i : X.all_indices())
        for (const std::size_t r : X.free_indices())
            for (const std::size_t k : indices(0, X.l()))
                if (r != k) out[i - 1].difference += X.c(i, r, k) * out[r - 1].displacement * X.eta(k);
    return out;
}

}  // namespace anholon
