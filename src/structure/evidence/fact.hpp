#pragma once

#include <string>
#include <vector>

#include "mechanics/setting.hpp"
#include "structure/evidence/budget.hpp"
#include "structure/evidence/data.hpp"
#include "structure/evidence/verdict.hpp"

namespace anholon {

// How an answer was proved.
struct FactProof {
    enum class Kind {
        none,
        definition,      // there is nothing to prove
        canonical_form,  // what must vanish is the number 0
        normal_form,     // its numerator reduces to 0
        exact,           // exact computation of another kind
        prime_field,     // random points modulo primes: certain but for `error_bound`
        witness,         // a state at which something is not zero
        floating_point,
    } kind = Kind::none;
    double error_bound = 0;
    std::string method = {};  // "ranks of brackets"; empty if the kind says all
};
std::string_view name(FactProof::Kind kind);  // "prime field"
std::string text(const FactProof& proof);     // "ranks of brackets, prime field, error below 1e-30"

// By random points modulo primes, or exactly where these have no chance to err.
FactProof by_points(double error_bound, std::string method = {},
                    FactProof::Kind exact = FactProof::Kind::exact);

// Something that can be said about a system without integrating it.
struct Fact {
    FactVerdict verdict;
    std::string reason = {};  // why it is not decided; empty if it is
    struct Sentence {
        std::string text, latex;
    };
    std::vector<Sentence> statement = {};  // a line each; the first says the verdict in mechanics' words
    FactProof proof = {};
    Data::Fields results = {};  // what was found, for programs: docs/concepts/facts.md
    // Functions of the state that are first integrals, or are not: the part of the answer that a certificate can state.
    struct Claim {
        std::string id;
        Expr integral;
        bool holds = true;
        bool for_all_parameters = true;  // otherwise for those declared
    };
    std::vector<Claim> claims = {};
    double seconds = 0;   // set by answer()
    bool failed = false;  // it could not be derived: not decided, and the program's fault
};

// Not decided, for this reason.
Fact undecided(FactVerdict verdict, const std::string& reason);

// The question makes no sense for this system, for this reason.
Fact inapplicable(FactVerdict verdict, const std::string& reason);

}  // namespace anholon
