#include "code/explicit_equations.hpp"

#include <cassert>

#include "expr/context.hpp"
#include "expr/substitute.hpp"

namespace anholon {

bool are_solved(const RateEquations& e) {
    if (e.unknowns.empty()) return false;
    const Expr zero = e.t.context().zero(), one = e.t.context().one();
    for (std::size_t i = 0; i < e.unknowns.size(); ++i)
        for (std::size_t j = 0; j < e.unknowns.size(); ++j)
            if (e.W(i, j) != (i == j ? one : zero)) return false;
    return true;
}

RateEquations explicit_equations(RateEquations e) {
    assert(are_solved(e));
    Substitution solved;
    for (std::size_t k = 0; k < e.unknowns.size(); ++k) solved.emplace_back(e.unknowns[k], e.r[k]);
    e.rates = substitute(e.rates, solved);
    e.unknowns.clear();
    e.W = {};
    e.r.clear();
    return e;
}

}  // namespace anholon
