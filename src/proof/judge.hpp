#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proof/claim.hpp"

namespace anholon::proof {

struct Judgement {
    enum class Outcome { holds, fails, open } outcome = Outcome::open;
    double log2_error = 0;  // of holds: the chance that it is wrong is below 2 to this
    double error_bound() const { return std::exp2(std::max(log2_error, -1000.0)); }
    std::size_t points = 0;    // at which it was seen to hold
    std::size_t branches = 1;  // of roots and signs, the most at one point
    // If it holds: is it defined, and are the equations regular, at a state with the parameters of the sample?
    bool has_state_as_given = false;
    std::vector<std::string> except = {};  // functions at whose zeros nothing is stated
    std::string reason;                    // of open
    bool may_jump = false;                 // of open: it is not shown to be continuous
    bool is_empty =
        false;  // of open: it holds in fields, but no real state was found at which it has a meaning
    bool leaves_constraints = false;  // the recipe draws points that are no states, and were left out
    Sample witness;                   // of fails: a real state, by its free variables,
    bool is_beside_recipe =
        false;  // solved for, where the recipe has no rational values: no part of a certificate
    std::vector<std::pair<std::string, std::string>> state;  // the same by all variables that matter,
    std::string value;                                       // and what should vanish there, to a few digits
    std::vector<std::size_t>
        differing;  // which of the things that should vanish do not, at some point of a field
};

struct JudgeOptions {
    std::uint64_t seed = 0;  // of primes and points; 0 for one of this run
    double wanted_log2 = -60;
    bool looks_for_witness = true;
};

// Decides whether a claim holds, by random points of prime fields and a real state at which it has a meaning; or fails, by a real state at
// which balls separate what should be equal. What is neither proved nor refuted is open. Where the claim has no sample, a state is
// looked for near that of the system, and noted.
Judgement judge(Subject& subject, Claim& claim, const JudgeOptions& options = {});

// One claim with all that a certificate needs. Without a subject if nothing had to be judged.
struct Judged {
    std::shared_ptr<Subject> subject = {};
    Claim claim = {};
    Judgement judgement = {};
};

// A real state in the domain of a system at which its law determines the rates, near the system's sample: rational values of the
// free variables. Nothing if none is found.
std::optional<Sample> regular_state(Subject& subject, std::size_t system, std::uint64_t seed);

}  // namespace anholon::proof
