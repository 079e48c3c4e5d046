#pragma once

#include "proof/claim.hpp"
#include "proof/field_numbers.hpp"

namespace anholon::proof {

struct Discontinuous : Unprovable {
    explicit Discontinuous(std::string jump) : Unprovable{std::move(jump)} {}
};

// A function that is constant along motions piece by piece may jump between the pieces: |x|/x, atan x + atan 1/x. So the functions
// of an integral or a map must have no jump while the conditions hold: with the signs known from these and from hints alone,
// divisors exclude 0, arguments of sign and conditions exclude 0, radicands are not negative, arguments of logarithms are
// positive, and atan2 stays off its cut. Throws Discontinuous, with the jump.
void demand_continuous(const Subject& subject, const Claim& claim, Evaluation<FieldNumbers>& at,
                       std::span<const Condition> conditions);

// The arguments of sign and `if`, in the claim and in the functions of its system, that may be 0: nothing is stated there.
std::vector<std::string> switches(const Subject& subject, const Claim& claim, Evaluation<FieldNumbers>& at,
                                  std::span<const Condition> conditions);

// No motion changes a parameter. So what must not vanish for the functions of an integral or a map to be continuous, and holds
// parameters alone, becomes a condition of the claim.
void add_conditions_on_parameters(const Subject& subject, Claim& claim);

}  // namespace anholon::proof
