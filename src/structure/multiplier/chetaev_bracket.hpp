#pragma once

#include "structure/multiplier/hojman.hpp"

namespace anholon {

// The bracket of Chetaev's canonical equations in q and y_s = ∂L̂/∂η_s, s = 1..l:
//   {q_i, q_j} = 0,   {q_i, y_s} = X_s q_i,   {y_r, y_s} = c^m_sr y_m   with the y_α of the constraints put in.
// The motion is ẋ = {x, H}. Where the bracket satisfies Jacobi's identity Chetaev's equations are Hamilton's in other variables (Rumyantsev
// 1994); under constraints it does iff they are integrable (van der Schaft, Maschke 1994).
struct ChetaevBracket {
    Answer is_poisson = Answer::unknown;
    std::string reason = {};   // of unknown
    std::vector<Expr> x = {};  // q, then letters for y
    Bivector J = {};
    Expr H = {};
    std::vector<Expr> failing = {};  // three variables for which Jacobi's identity fails
    double error_bound = 0;          // chance that the motion is not that of the bracket, or a yes wrong
};
ChetaevBracket chetaev_bracket(const Setting& s, const Budget& budget);

}  // namespace anholon
