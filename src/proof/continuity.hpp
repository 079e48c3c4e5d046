#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "proof/claim.hpp"
#include "proof/field_numbers.hpp"

namespace anholon::proof {

struct Discontinuous : Unprovable {
    explicit Discontinuous(std::string jump) : Unprovable{std::move(jump)} {}
};

// Which functions of a claim jump where others vanish, found once for all points.
class Jumps {
  public:
    Jumps(const Program& program, const Sample& near) : program_(program), near_(near) {}
    bool has(Id f, Id g);  // does f jump where g = 0?
    // Is f infinite where g = 0, with these variables put to zero? Known for one f and one list of them.
    bool is_infinite(Id f, Id g, const std::vector<Id>& zeros);

  private:
    const Program& program_;
    const Sample& near_;
    std::map<std::pair<Id, Id>, bool> known_, infinite_;
};

// A function that is constant along motions piece by piece may jump between the pieces: |x|/x, atan x + atan 1/x. So the functions
// of an integral or a map must have no jump while the conditions hold: with the signs known from these and from hints alone,
// divisors exclude 0, arguments of sign and conditions exclude 0, radicands are not negative, arguments of logarithms are
// positive, and atan2 stays off its cut. Nor may velocities jump, where L, a momentum or a constraint does. Throws Discontinuous, with
// the jump. Returns the functions at whose zeros nothing is stated, but for the poles of terms, which a motion cannot pass.
std::vector<std::string> demand_continuous(const Subject& subject, const Claim& claim,
                                           Evaluation<FieldNumbers>& at,
                                           std::span<const Condition> conditions, Jumps& jumps);

// The arguments of sign and `if`, in the claim and in the functions of its system, that may be 0: nothing is stated there.
std::vector<std::string> switches(const Subject& subject, const Claim& claim, Evaluation<FieldNumbers>& at,
                                  std::span<const Condition> conditions, Jumps& jumps);

// No motion changes a parameter. So what must not vanish for the functions of an integral or a map to be continuous, and holds
// parameters alone, becomes a condition of the claim.
void add_conditions_on_parameters(const Subject& subject, Claim& claim);

}  // namespace anholon::proof
