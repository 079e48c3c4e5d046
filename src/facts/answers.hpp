#pragma once

#include "structure/evidence/fact.hpp"
#include "structure/measure/measure.hpp"

// The facts whose sentences are written here, from what src/structure and src/study have found: a file each.

namespace anholon {

Fact integrability(const Setting& s, const Budget& budget);
Fact growth(const Setting& s, const Budget& budget);
Fact degeneracy(const Setting& s, const Budget& budget);
Fact substitution(const Setting& s, const Budget& budget);
Fact energy(const Setting& s, const Budget& budget);
Fact integrals(const Setting& s, const Budget& budget);
Fact measure(const Setting& s, const Budget& budget);
Fact chaplygin_multiplier(const Setting& s, const Budget& budget);
Fact equilibria(const Setting& s, const Budget& budget);
Fact symmetries(const Setting& s, const Budget& budget);
Fact lie_algebra(const Setting& s, const Budget& budget);
Fact reductions(const Setting& s, const Budget& budget);
Fact wheels(const Setting& s, const Budget& budget);

// That there is no multiplier may follow from there being no measure.
FactProof proof_of(const InvariantMeasure& found);

}  // namespace anholon
