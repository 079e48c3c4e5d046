#pragma once

#include <span>

#include "structure/evidence/fact.hpp"

namespace anholon {

// Whether the wheels of a vehicle may be replaced by skates: the equations of all other coordinates stay as they are, and the turns
// of the wheels are quadratures.                                                                     theory §6, 003 §3
//   verdict: yes | no | does not apply (no wheels from parts) | not decided
Fact wheels(const Setting& setting, const Budget& budget);

// The accelerations of the vehicle, and of the sleigh with these skates in place of its wheels, at states that both have in common.
struct SkateVerdict {
    Answer answer = Answer::unknown;
    double error_bound = 0;
    Expr differs;        // of no: a coordinate whose acceleration is another one
    std::string reason;  // of unknown
};
SkateVerdict compare_with_skates(const Setting& s, std::span<const RollingAxle> skates, const Budget& budget);

}  // namespace anholon
