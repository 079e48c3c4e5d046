#pragma once

#include <span>
#include <vector>

#include "mechanics/setting.hpp"
#include "structure/evidence/fact.hpp"

namespace anholon {

// Irreducible factors of e that may vanish, on the manifold of the geometric constraints; none if e cannot be zero there. A factor may
// be the whole of e where it is too large to be factored.
std::vector<Expr> vanishing_factors(const Setting& s, Expr e);

// Where functions vanish together: a union of cases, in each of which its conditions f = 0 hold at once. No case: nowhere.
struct Locus {
    struct Case {
        std::vector<Expr> conditions;
        bool is_attained = false;  // a real point is known to satisfy them
    };
    bool decided = true;  // false where a function is too large to be told
    std::vector<Case> cases;
    double error_bound = 0;  // chance that something was taken for zero and is not
    bool is_attained() const;
};
// Where one of the factors vanishes.
Locus zeros_of_any(const Setting& s, const std::vector<Expr>& factors, const Budget& budget);
Locus common_zeros(const Setting& s, const std::vector<Expr>& functions, const Budget& budget);
Locus united(const Locus& a, const Locus& b);
// Whether conditions make one of the cases hold, by the look of them.
bool is_within(const Locus::Case& narrow, const Locus& locus);

// Where a matrix of rank `rank` at a generic point has a smaller one: the zeros of all its minors of that size.
Locus rank_loss(const Setting& s, const Matrix& A, std::size_t rank, const Budget& budget);

// "x = 0 and y = 0, or z = 0"
Fact::Sentence described(const Locus& locus);

}  // namespace anholon
