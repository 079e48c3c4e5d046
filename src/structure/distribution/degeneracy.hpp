#pragma once

#include "structure/distribution/common_zeros.hpp"

namespace anholon {

// Where the constraint forms become dependent, and where the system's law cannot be solved for accelerations and multipliers
// (theory §2, §5.2).
struct Degeneracy {
    DegeneracyVerdict verdict = DegeneracyVerdict::undecided;
    std::string outside = {};  // why nothing was examined

    enum class Where { nowhere, somewhere, everywhere, open };
    // What is known at single points where a condition is not.
    enum class Regular { unknown, at_a_generic_point, at_the_stated_one_too, not_at_the_stated_one };

    // The rows a_μ, or the gradients ∂f/∂q̇ of nonlinear constraints at states that satisfy these: where they are dependent.
    struct Rows {
        enum class Kind { none, forms, gradients } kind = Kind::none;
        Where where = Where::nowhere;
        Locus locus = {};
        Regular regular = Regular::unknown;
    } constraints = {};

    struct Law {
        enum class Ground {
            energy,       // a sum of squares, or positive, for all velocities that the constraints allow
            velocity,     // that the constraints allow and that has no inertia
            inertia,      // is positive definite
            determinant,  // of the law
            nonlinear,    // constraints: it is open
            too_many_unknowns,  // for a determinant: it is open
            too_long,           // a condition: it is open
        } ground = Ground::determinant;
        Where where = Where::nowhere;
        Locus locus = {};           // where it cannot be solved
        Locus positive_until = {};  // values of parameters at which energy or inertia are positive no more
        Regular regular = Regular::unknown;
    } law = {};
    double error_bound = 0;
};
Degeneracy degeneracy_of(const Setting& s, const Budget& budget);

}  // namespace anholon
