#pragma once

#include <vector>

#include "proof/claim.hpp"

namespace anholon::proof {

// Does f jump where g vanishes, being bounded on one side at least? Found by evaluation on both sides of zeros of g, with all variables
// independent of each other, near the given values. This is evidence and no proof: where it finds a jump nothing is claimed to be constant,
// and where it finds none, what is claimed is stated where g ≠ 0 only.
bool jumps(const Program& program, Id f, Id g, const Sample& near);

// Does f grow without bound on both sides of all zeros of g that are found, where the variables `zeros` are 0? Evidence as well.
bool is_infinite(const Program& program, Id f, Id g, const std::vector<Id>& zeros, const Sample& near);

}  // namespace anholon::proof
