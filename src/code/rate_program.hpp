#pragma once

#include "code/program.hpp"
#include "code/rate_equations.hpp"

namespace anholon {

// W z = r and ẋ = G(t, x, p, z) as one program in three parts, one behind the other: what does not change during a motion; what needs
// no z, with W and r; what needs z. Common parts are computed once, also those of W, r and G.
struct RateProgram {
    Program program;  // of t, x, p and z; its outputs are W by rows, r and G
    std::size_t states = 0, unknowns = 0;
    std::uint32_t constants = 0;  // the end of the first part
    std::uint32_t z = 0;          // the place of z_1; the others follow, then the third part
    bool is_symmetric = false;    // is W, by its expressions?

    std::uint32_t size() const { return static_cast<std::uint32_t>(program.instructions.size()); }
    // A motion's memory: the values of all instructions at their places, then W by rows and r, then the sign of det W.
    std::size_t doubles() const { return sign() + 1; }
    std::size_t system() const { return size(); }  // the place of W
    std::size_t sign() const { return size() + unknowns * (unknowns + 1); }
    // Puts the values of the first part into the memory of a motion.
    void set_parameters(std::span<const double> p, double* memory) const;
    // The same for one of several motions side by side, each of whose numbers stands `lanes` times.
    void set_parameters(std::span<const double> p, double* memory, std::size_t lane, std::size_t lanes) const;
};

RateProgram rate_program(const RateEquations& equations);

}  // namespace anholon
