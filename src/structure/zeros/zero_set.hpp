#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "expr/expr.hpp"
#include "expr/substitute.hpp"
#include "model/system.hpp"
#include "structure/evidence/budget.hpp"

namespace anholon {

// Values that satisfy equations: some variables as functions of others, which are free.
struct SolvedFamily {
    Substitution solved;
    std::vector<Expr> free;
};

struct ZeroSet {
    std::vector<SolvedFamily> families;  // none lies in another
    bool is_complete = true;             // are these all real solutions?
    std::string reason;                  // why not
};

// The constants of the equations, with the values for which they are solved.
using ConstantValues = std::vector<std::pair<Expr, Rational>>;
ConstantValues constant_values(const System& system);  // of its parameters

// All real x with e(x) = 0, by factoring numerators and solving factor after factor: for a variable that occurs to the first power,
// to the second alone, or as sin and cos of itself to the first power. Constants stay letters; what depends on nothing else counts as zero where
// it is zero at their values, and roots and inverse functions are taken where they are real there.
ZeroSet zero_set(std::span<const Expr> equations, std::span<const Expr> variables,
                 const ConstantValues& constants, const Budget& budget);

// A constant that is zero is no letter: those, replaced by 0.
Substitution vanishing(const ConstantValues& constants);

// The value of an expression of constants there.
double value_at(Expr e, const ConstantValues& constants);

}  // namespace anholon
