#pragma once

#include <span>
#include <vector>

#include "code/cuda/kernel_text.hpp"
#include "code/rate_equations.hpp"

namespace anholon {

// A number that is gathered along each trajectory, from the first stop on.
struct Measure {
    enum class Kind {
        maximum,
        minimum,
        integral,   // over time, with the order of the method
        crossings,  // how often the function changes its sign, and when it did last
        first,      // when it does so first, which ends the trajectory
    };
    Kind kind;
    Expr function;      // of t, x and p
    int direction = 0;  // of crossings: +1 where it grows through zero, −1 where it falls, 0 both
};

// Trajectories of ẋ = f(t, x, p), one per thread.
struct EnsembleKernel {
    // Without unknowns. The state is x, followed by the variables of so many tangent vectors.
    RateEquations equations;
    std::size_t tangents = 0;
    // The places of the parameters that differ between trajectories. The others have these values, which become part of the text.
    std::vector<std::size_t> scanned = {};
    std::vector<double> parameters;
    // Tangent vectors are made orthogonal to these covectors, functions of t, x and p, n in a row for n variables, and to ẋ: what they
    // grow by is then what they grow by within the levels of integrals and modulo the motion's own direction.
    std::vector<Expr> normals = {};
    bool is_modulo_flow = false;
    std::vector<Measure> measures = {};
    // Functions of t, x and p that replace x after each step, such as a projection onto a surface; none: x stays.
    std::vector<Expr> projection = {};
    // Functions of t, x and p that stay positive as long as the equations are those of the system.
    std::vector<Expr> guards = {};
    unsigned blocks_per_multiprocessor = 0;  // as many as the compiler shall make room for; 0: it decides
};

// Throws std::invalid_argument where the description contradicts itself.
KernelText kernel_text(const EnsembleKernel& kernel);

}  // namespace anholon
