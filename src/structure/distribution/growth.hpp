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

struct GrowthAtPoint {
    enum class Outcome {
        vector,               // `vector`, as far as it is known
        dependent_forms,      // the constraint forms are dependent there: the distribution is singular
        off_the_constraints,  // the coordinates as stated do not satisfy the geometric constraints
        pole_of_a_velocity,   // of a stated quasi-velocity
    } outcome = Outcome::vector;
    GrowthVector vector = {};
    bool for_almost_all_parameters = false;  // those whose values are no rational numbers
    bool is_known() const {
        return outcome == Outcome::dependent_forms || (outcome == Outcome::vector && vector.open.empty());
    }
};

// Where the growth vector of a generic point is not known to hold.
struct GrowthPlaces {
    bool operators_are_too_long = false;  // for brackets as formulas: nothing is known
    GrowthDrop drop = {};
    Locus irregular = {};  // where the quasi-velocities are dependent, and their brackets say nothing
};

// The growth of the distribution that the velocity constraints allow.                                     theory §5.2
struct Growth {
    GrowthVerdict verdict = GrowthVerdict::undecided;
    std::string reason = {};    // of undecided
    std::size_t dimension = 0;  // of the configurations, and of time if the constraints move
    bool moves = false;
    GrowthVector generic = {};
    std::optional<GrowthAtPoint> at_stated_point = {};  // not on a Lie algebra, where all points are alike
    std::optional<GrowthPlaces> places = {};
    bool out_of_time = false;  // before these were known
    double error_bound = 0;

    bool is_bracket_generating() const { return generic.dimensions.back() == dimension; }
    bool drop_is_known() const;  // on all levels, everywhere
    bool is_the_same_everywhere() const;
};
Growth growth_of(const Setting& s, const Budget& budget);

}  // namespace anholon
