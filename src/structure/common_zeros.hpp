#pragma once

#include <span>
#include <vector>

#include "mechanics/setting.hpp"
#include "structure/fact.hpp"

namespace anholon {

// Whether interval arithmetic excludes e = 0: parameters run through their ranges, or keep the sign of their value if they have none;
// coordinates are any numbers.
bool cannot_vanish(const System& system, Expr e);

// Irreducible factors of e that may vanish, on the manifold of the geometric constraints; none if e cannot be zero there. A factor may
// be the whole of e where it is too large to be factored.
std::vector<Expr> vanishing_factors(const Setting& s, Expr e);

// Where functions vanish together: a union of cases, in each of which its conditions f = 0 hold at once. No case: nowhere.
struct Locus {
    bool decided = true;
    std::vector<std::vector<Expr>> cases;
};
Locus common_zeros(const Setting& s, std::vector<Expr> functions, const Budget& budget);

// Where a matrix of rank `rank` at a generic point has a smaller one: the zeros of all its minors of that size.
Locus rank_loss(const Setting& s, const Matrix& A, std::size_t rank, const Budget& budget);

// "x = 0 and y = 0, or z = 0"
Fact::Sentence described(const Locus& locus);

}  // namespace anholon
