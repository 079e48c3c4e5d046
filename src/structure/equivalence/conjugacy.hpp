#pragma once

#include <memory>

#include "proof/judge.hpp"
#include "structure/equivalence/push_forward.hpp"
#include "structure/evidence/state_sampler.hpp"

namespace anholon {

// Whether a map takes the motions of A to motions of B: judged as a claim (proof/judge.hpp).
struct Conjugacy {
    enum class Kind {
        equivalence,  // it is invertible near a state in general position
        quotient,     // onto: A is B with something that follows from its motion
        embedding,    // one to one: A is an invariant part of B
        neither,
    };
    Answer holds = Answer::unknown;
    double error_bound = 0;
    std::string reason;                // of unknown
    std::vector<std::string> differs;  // of no: "w'", "constraint blade"
    std::string witness;               // of no: a real state at which it fails
    std::uint64_t seed = 0;            // of the random primes and points
    Kind kind = Kind::neither;
    std::size_t a = 0, b = 0,
                rank = 0;  // the dimensions of the two spaces of states, and the rank of the map
    proof::Judged judged = {};
};

// `of_b` are the variables in which the map was written. The texts are those of the models, for a certificate.
struct ModelTexts {
    std::string a, b;
};
Conjugacy conjugacy(const Setting& a, const Setting& b, const Variables& of_b, const PushForward& map,
                    Parameters parameters, const Budget& budget, const ModelTexts& texts = {});

// The number of independent variables of a state, at a state in general position; nothing if no state is found.
std::optional<std::size_t> dimension(const Setting& s, const Variables& variables, const Budget& budget);

}  // namespace anholon
