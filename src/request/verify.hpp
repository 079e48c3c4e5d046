#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "mechanics/claims/model_claims.hpp"
#include "verify/eliminations.hpp"
#include "verify/lowering.hpp"
#include "verify/verify.hpp"

namespace anholon::request {

struct Verify {
    std::string title;  // what the system is called
    VerifyOptions options = {};
    bool eliminations = false;  // the forbidden form by every choice of eliminated velocities
};

// What `verify` has found out about one system.
struct Verification {
    std::string system;  // as it is called
    std::vector<FormVerdict> forms;
    Answer agree = Answer::yes;  // do all forms that must?
    LoweringVerdict model;       // of the model's parts
    struct Expected {
        std::string stated;  // as it is written
        ExpectationVerdict verdict;
    };
    std::vector<Expected> expectations;
    std::vector<std::string> inputs = {};           // which are held constant
    std::optional<Eliminations> eliminations = {};  // where they are asked for
    std::uint64_t seed = 0;                         // of the random primes and points
    std::shared_ptr<ModelClaims> claims = {};       // all that was judged, for a certificate
};

// The source is the text of the system, which must outlive the claims.
Verification answer(const Verify& request, const Source& source, const System& system);

}  // namespace anholon::request
