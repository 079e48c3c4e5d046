#pragma once

#include <vector>

#include "structure/zeros/vanishing.hpp"

namespace anholon {

// Equations E_s that lack N_s(t, q, u), of degree two at most in the free velocities u: their combinations Σ κ_s(t, q) E_s that lack nothing. As
// the N_s change with the frame as the E_s do, so many of them are right in any coordinates.                      theory §5.3, 001
struct RightCombinations {
    struct One {
        std::vector<Expr> kappa;            // by equation
        bool for_these_parameters = false;  // other values would make it wrong
    };
    std::vector<One> found = {};       // independent of each other, and proved
    std::size_t at_most = 0;           // of them there can be
    std::vector<Expr> linear_in = {};  // the functions in which the κ_s were sought, besides constants
    std::string why_not = {};          // nothing could be computed
};
RightCombinations right_combinations(const Setting& setting, const std::vector<Expr>& lacking,
                                     const std::vector<Expr>& velocities, Vanishing& vanishes,
                                     const Budget& budget);

}  // namespace anholon
