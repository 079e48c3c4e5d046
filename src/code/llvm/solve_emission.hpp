#pragma once

#include <span>
#include <vector>

#include "code/linear_solve.hpp"
#include "code/llvm/arithmetic.hpp"

namespace anholon::llvm_code {

// W z = r in the middle of a program, and its places in memory.
struct LinearSystem {
    std::size_t unknowns;
    bool is_symmetric;
    std::size_t at, z, sign;  // of W by rows and r, of z_1, of the sign of det W
    SolveLinear* solve;       // of a single system
};

// z as instructions, in the digits of solve_linear (code/linear_solve.hpp): by W = L D Lᵀ in registers where W is symmetric and small. A
// lane whose pivots are not positive, and every lane of other systems, is solved by solve_linear; the others do not notice. `W_r`: the
// entries of W by rows, then r. The sign of det W is stored; where it is 0, z is not a number.
std::vector<llvm::Value*> emit_solution(Arithmetic& m, const LinearSystem& system, llvm::Value* memory,
                                        std::span<llvm::Value* const> W_r);

}  // namespace anholon::llvm_code
