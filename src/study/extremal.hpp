#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "study/flow_run.hpp"

namespace anholon {

// What the end of an extremal has to satisfy: a function of x and p that takes this value.
struct EndCondition {
    std::string name;  // of the coordinate
    Expr function;     // q_i; or ∂(L − λ_μ f_μ)/∂q̇_i, which vanishes where q_i is free
    double value = 0;
    bool is_free = false;
};

struct ExtremalOptions {
    double time = 1;  // from the start to the end
    std::vector<EndCondition> end = {};
    Expr lagrangian = {};     // as a function of x and p
    std::size_t starts = 20;  // from which Newton's method sets out, the first being the flow's own
    std::uint64_t seed = 1;   // of the others
    FlowRunOptions run = {1e-12};
};

// A time at which a neighbouring extremal from the same place meets this one to first order.
struct ConjugatePoint {
    double t = 0;
    std::size_t multiplicity = 1;
};

// A solution of the two-point problem.
struct Extremal {
    std::vector<double> start, end;               // x
    double action = 0;                            // ∫ L dt
    double residual = 0;                          // of the conditions at the end, the largest
    std::size_t rounds = 0;                       // of Newton's method
    std::vector<ConjugatePoint> conjugates = {};  // before the end
    bool end_is_conjugate = false;
    bool is_of_family = false;  // neighbours satisfy the same conditions to first order
    std::size_t reach = 0;      // dimension of the places that extremals nearby reach
};

struct ExtremalsFound {
    std::vector<Extremal> extremals;  // the least action first; each once
    std::size_t starts = 0;           // that were tried
    std::size_t arrived = 0;          // that led to a solution
    double nearest = 0;               // the least residual where none was found
    std::string lost = {};            // why a motion ended before its time, if one did
    std::string_view method = {};
    double tolerance = 0;
};

// Extremals that start at the coordinates of the flow's start and end as demanded: shooting by Newton's method for what the start leaves open,
// that is, the velocities that the constraints allow and the multipliers, with derivatives from the equations in variations.
// Throws NoFlow where the motion cannot be followed at all.
ExtremalsFound extremals(const Flow& flow, const ExtremalOptions& options);

}  // namespace anholon
