#pragma once

#include <span>

#include "structure/evidence/fact.hpp"

namespace anholon {

// The accelerations of the vehicle, and of the sleigh with these skates in place of its wheels, at states that both have in common.
struct SkateVerdict {
    Answer answer = Answer::unknown;
    double error_bound = 0;
    Expr differs;        // of no: a coordinate whose acceleration is another one
    std::string reason;  // of unknown
};
SkateVerdict compare_with_skates(const Setting& s, std::span<const RollingAxle> skates, const Budget& budget);

// Whether the wheels of a vehicle may be replaced by skates: the equations of all other coordinates stay as they are, and the turns
// of the wheels are quadratures.                                                                     theory §6, 003 §3
struct WheelsAsSkates {
    WheelsVerdict verdict = WheelsVerdict::undecided;
    std::string reason = {};                  // of undecided
    std::string turn_acts = {};               // of no: where the turn of a wheel acts but by rolling
    Expr differs = {};                        // of no: a coordinate whose acceleration is another one
    std::vector<Expr> kept = {};              // coordinates whose equations do not change
    std::span<const RollingAxle> axles = {};  // of the system: each is a skate
    struct Quadrature {
        Expr rate, value;  // of the turn of a wheel
    };
    std::vector<Quadrature> quadratures = {};
    double error_bound = 0;
};
WheelsAsSkates wheels_as_skates(const Setting& setting, const Budget& budget);

}  // namespace anholon
