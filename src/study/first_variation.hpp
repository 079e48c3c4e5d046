#pragma once

#include <string>
#include <vector>

#include "study/flow_run.hpp"

namespace anholon {

struct FirstVariationOptions {
    Rational until = Rational(1);  // T
    std::size_t harmonics = 3;     // test variations sin(kπt/T) X_j, k up to this
    FlowRunOptions run = {1e-13};
};

// The largest first variation of the action among the combinations of test variations whose coefficients have unit length, and a bound
// √T ‖·‖ of it by the size of its integrand: a variation that vanishes is as small as rounding beside this bound.
struct Stationarity {
    std::size_t variations = 0;  // how many independent ones there are
    double largest = 0, bound = 0;

    enum class Size {
        none,  // within the error of the quadratures
        open,  // too small to be told from their error
        some,
    };
    Size size(double tolerance) const {
        return largest <= 1e2 * tolerance * bound   ? Size::none
               : largest <= 1e5 * tolerance * bound ? Size::open
                                                    : Size::some;
    }
};

// The action along a motion, and what Hölder's and Hamilton's principles say of it.                           004, A to C
// δq = sin(kπt/T) X_j + w_α N_α with X_j a coordinate field projected on the virtual displacements and f_α(N_β) = δ_αβ. Hölder: w_α = 0. Hamilton: ẇ_α = [f_α](δq), so that δf_α = 0, and of the
// combinations those with w_α(T) = 0. In both, δ∫L dt + ∫Q δq dt is integrated as ∂L/∂q δq + ∂L/∂q̇ (δq)˙ + Q δq, without accelerations.
struct FirstVariation {
    double action = 0;
    std::vector<std::string>
        coordinates;  // along which there are test variations: as many as are independent at the start
    std::size_t harmonics = 0;
    Stationarity hoelder, hamilton;
    std::string_view method = {};
    double tolerance = 0;

    bool is_stationary(const Stationarity& s) const { return s.size(tolerance) == Stationarity::Size::none; }
    bool is_not_stationary(const Stationarity& s) const {
        return s.size(tolerance) == Stationarity::Size::some;
    }
};

// Of a system with coordinates and linear constraints. Throws NoFlow where the motion ends before its time.
FirstVariation first_variation(const Flow& flow, const FirstVariationOptions& options);

}  // namespace anholon
