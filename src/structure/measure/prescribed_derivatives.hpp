#pragma once

#include "structure/evidence/state_sampler.hpp"

namespace anholon {

// A field with the value that −σ is to have under it.
struct Demand {
    std::vector<Expr> field;
    Expr u;
    std::string name;  // "[X_1, X_2]"
};

// Whether there is a function σ with given derivatives along given fields, about generic configurations: the demands are closed
// under brackets, [X, Y]σ = −(X u_Y − Y u_X), until they span what they can or contradict each other.
struct Closure {
    enum class Outcome { consistent, contradiction, unknown } outcome = Outcome::unknown;
    std::string where = "";  // of a contradiction: the bracket
    std::size_t rank = 0;
    double error_bound = 0;
};
Closure closure(const Setting& s, const std::vector<Demand>& generators, Parameters parameters,
                const Budget& budget);

}  // namespace anholon
