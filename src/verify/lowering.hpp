#pragma once

#include <cstdint>
#include <string>

#include "expr/zero.hpp"
#include "model/system.hpp"
#include "syntax/model_tree.hpp"

namespace anholon {

// Whether a system moves as its bodies and vehicles must, by the laws of Newton and Euler for each part.
struct LoweringVerdict {
    bool has_parts = false;  // else there is nothing to compare
    Answer agrees = Answer::unknown;
    std::string reason = {};      // of unknown
    std::size_t states = 0;       // that were compared
    std::size_t reactions = 0;    // forces of contacts that were compared at them
    double worst = 0;             // difference of accelerations and reactions, relative to their size
    std::string difference = {};  // of no: what differs, at which state
};

struct LoweringOptions {
    std::uint64_t seed = 1;
    std::size_t states = 16;
    double tolerance = 1e-9;
};

// Compares the accelerations of a system with those of its text, taken another way (newton_euler), at random states of the
// constraint manifold near the initial one.
LoweringVerdict verify_lowering(const syntax::ModelTree& tree, const Source& source, const System& system,
                                const LoweringOptions& options = {});

// Both in one: reads the text once more. The text is that of the system.
LoweringVerdict verify_lowering(const Source& source, const System& system,
                                const LoweringOptions& options = {});

}  // namespace anholon
