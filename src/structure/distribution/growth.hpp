#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "structure/distribution/common_zeros.hpp"
#include "structure/distribution/distribution.hpp"
#include "structure/evidence/fact.hpp"

namespace anholon {

// The dimensions of D ⊂ D + [D, D] ⊂ D + [D, D] + [D, [D, D]] ⊂ …, the last when nothing new comes.
struct GrowthVector {
    std::vector<std::size_t> dimensions;
    double error_bound = 0;
    std::string open;  // why it is not known further; empty if it is
    bool is_bracket_generating(const Distribution& D) const { return dimensions.back() == D.dimension; }
};

// Throws TooLarge where brackets as formulas take more operations than that, all lengths together.
GrowthVector generic_growth(const Distribution& D, const Budget& budget,
                            double max_operations = std::numeric_limits<double>::infinity());

// At a point of the configurations, given by values of coordinates and parameters without symbols; D's frame must be regular there.
GrowthVector growth_at(const Distribution& D, const Substitution& point, const GrowthVector& generic,
                       const Budget& budget);

// Where some dimension is smaller than at a generic point, level by level as far as that is decided.
struct GrowthDrop {
    Locus locus;
    std::size_t levels = 0;  // of the growth vector that it speaks of
};
GrowthDrop growth_drop(const Distribution& D, const GrowthVector& generic, const Budget& budget);

Fact growth(const Setting& s, const Budget& budget);

}  // namespace anholon
