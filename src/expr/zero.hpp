#pragma once

#include <cstdint>
#include <string>

#include "expr/enclosure.hpp"
#include "expr/expr.hpp"

namespace anholon {

enum class Answer { yes, no, unknown };

enum class Proof {
    none,
    canonical_form,  // the expression is the number 0, or another number
    normal_form,     // its numerator reduces to 0 in the ring of polynomials modulo the relations
    prime_field,     // it vanishes at random points modulo primes: certain but for `error_bound`
    witness,         // at `witness` its value is enclosed away from zero
};

struct ZeroVerdict {
    Answer answer = Answer::unknown;
    Proof proof = Proof::none;
    double error_bound = 0;     // chance that a yes by prime field is wrong; 0 for the other proofs
    std::string reason;         // why the answer is unknown
    Point witness;              // a point where the expression is not zero
    std::string witness_value;  // its value there, to a few digits
};

struct ZeroOptions {
    enum class Use {
        any,          // prime fields, then the normal form if they leave it open
        normal_form,  // a yes must be proved by the normal form
        prime_field,
    } use = Use::any;
    std::uint64_t seed = 1;
    std::size_t max_terms = 200000;  // of the normal form
};

// Is e = 0 identically, wherever it is defined? Decided by exact arithmetic; a no always carries a witness.
ZeroVerdict is_zero(Expr e, const ZeroOptions& options = {});

// The quick question for pivots: yes, no or unknown by prime fields alone. Here no means that e differs from zero as
// an algebraic function of independent symbols, roots and transcendental functions, without a witness.
ZeroVerdict is_zero_modulo_primes(Expr e, std::uint64_t seed = 1);
// Whether it is zero by that test: what most algorithms ask.
inline bool vanishes(Expr e) { return is_zero_modulo_primes(e).answer == Answer::yes; }

std::string_view name(Proof proof);
std::string describe(const ZeroVerdict& verdict);  // a sentence or two for people

}  // namespace anholon
