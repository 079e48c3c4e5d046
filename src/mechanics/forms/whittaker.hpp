#pragma once

#include "mechanics/setting.hpp"

namespace anholon {

// Whittaker's equations with the quasi-coordinate of η_1 as the independent variable, by an explicit K(q, y, h) = −y_1 on H = h.    theory §3.16
// H is quadratic in y_1, so there are two roots: one for each sign of η_1 = ±√D.
struct WhittakerReduction {
    Expr h;                                   // the constant of energy
    Expr K, dt;                               // K and dt/dπ_1 = −∂K/∂h = 1/η_1, in q, y and h
    std::vector<Expr> y;                      // y_2, …, y_l
    std::vector<Expr> q_rates, y_rates;       // dq/dπ_1, dy/dπ_1, in q, y and h
    Expr energy;                              // h in q, q̇
    std::vector<Expr> momenta_in_velocities;  // y in q, q̇
};

// `first`: the place of η_1 among the free velocities, 1..l. The form applies. Throws Undefined where the momenta do not determine the
// velocities.
WhittakerReduction whittaker_reduction(const Setting& s, std::size_t first, int sign);

}  // namespace anholon
