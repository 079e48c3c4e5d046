#pragma once

#include "structure/distribution/bracket_jets.hpp"
#include "structure/distribution/growth.hpp"

namespace anholon {

// The growth vector from the values of brackets at random points of the manifold, and the words of the brackets that, with
// the fields themselves, are independent there: over functions near a generic point they span each D^k, so that the next
// is spanned by these and their brackets with the fields.
struct GrowthByJets {
    GrowthVector vector;
    std::vector<BracketWord> words;
};
// Nothing where jets do not apply.
std::optional<GrowthByJets> growth_by_jets(const Distribution& D, const Budget& budget);

// At a point, given as in growth_at, by the values of all brackets there.
GrowthVector growth_at_by_jets(const Distribution& D, const GrowthVector& generic, const Substitution& point,
                               const Budget& budget);

// Whether the same words are independent at a point, given as in growth_at: then the growth vector is the same there.
bool is_generic_at(const Distribution& D, const GrowthByJets& generic, const Substitution& point,
                   const Budget& budget);

}  // namespace anholon
