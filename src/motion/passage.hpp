#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "motion/blow_up.hpp"

namespace anholon {

// A point of the degenerate set at which motions pass through it: an equilibrium x₀ of the blown-up equations with s = 0, and the smooth
// motion through it.
// The linear part there has the eigenvalue a = ds/dt across the set; along the set it has e, which rules how motions close by leave the
// smooth one or join it; −a as often as the codimension of the set exceeds 2; and zeros.
struct Passage {
    enum class Kind {
        crossing,  // nothing moves along the set: every motion that reaches it passes, and each has one continuation
        saddle,  // e/a < 0: one motion passes in each direction
        node,  // e/a > 0: a family of motions reaches the point from either side; each of one side joins each of the other
        degenerate,  // a or e vanishes: the linear part does not say what passes
    };
    Kind kind = Kind::degenerate;
    double a = 0;
    std::optional<double> e;      // unless the set is crossed as any other
    std::size_t codimension = 0;  // of the configurations at which the constraints are dependent
    std::vector<double> x0;       // s = 0
    // x(θ) = Σ c_k (θ/h)^k, |θ| ≤ h, θ' = a θ: s grows with θ, first as θ does.
    std::vector<std::vector<double>> coefficients;
    double h = 0;
    double theta = 0;   // where the motion that was asked about is closest
    double offset = 0;  // how far it is from there, each variable against its own size

    bool is_unique() const { return kind == Kind::crossing || kind == Kind::saddle; }
    void at(double theta, std::span<double> x) const;
};

std::string_view name(Passage::Kind kind);

// The passage to which a motion leads that is at x, s ≠ 0 and shrinking. Nothing where there is none close by, or where its series do not
// reach as far as x.
std::optional<Passage> passage_ahead(BlowUpChart& chart, std::span<const double> p,
                                     std::span<const double> x);

}  // namespace anholon
