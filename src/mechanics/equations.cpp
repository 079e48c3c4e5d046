#include "mechanics/equations.hpp"

namespace anholon {

void set_linear_system(Equations& equations, std::span<const Expr> residuals, std::vector<Expr> unknowns) {
    if (residuals.size() != unknowns.size())
        throw Undefined("the number of independent constraints differs between branches of abs, sign or if");
    equations.unknowns = std::move(unknowns);
    if (residuals.empty()) return;
    Substitution at_rest;
    for (const Expr& z : equations.unknowns) at_rest.emplace_back(z, z.context().zero());
    equations.W = jacobian(residuals, equations.unknowns);
    equations.r = substitute(residuals, at_rest);
    for (Expr& e : equations.r) e = -e;
}

Solution solved(const Equations& equations) {
    Solution solution = solve(equations.W, equations.r);
    for (Expr& e : solution.x) e = simplified(e);
    return solution;
}

}  // namespace anholon
