#include "mechanics/forms/restricted.hpp"

#include "mechanics/forms/writing.hpp"

namespace anholon {

Restricted::Restricted(const Setting& s)
    : s_(s), restriction_(s.solved().restriction(s.system)), L_(substitute(s.L, restriction_)) {}

Expr Restricted::b(std::size_t a, std::size_t r) const { return derivative(g().g[a], s_.v[r]); }

Expr Restricted::force(std::size_t r) const {
    Expr Q = s_.Q[r];
    for (std::size_t a = 0; a < g().g.size(); ++a) Q += b(a, r) * s_.Q[alpha(a)];
    return (*this)(Q);
}

Equations Restricted::equations(const std::function<Line(std::size_t r)>& line) const {
    Equations e;
    e.definitions.push_back({named("L*", "L^{*}"), L_});
    std::vector<Expr> residuals, unknowns;
    for (const std::size_t r : g().independent) {
        Line l = line(r);
        Expr residual = Dt(l.under_dt) + l.left;
        for (const Line::Part& part : l.right) residual -= part.value;
        residuals.push_back((*this)(residual));
        unknowns.push_back(dot(s_.v[r]));
        l.left = (*this)(l.left);
        for (Line::Part& part : l.right) part.value = (*this)(part.value);
        e.lines.push_back(std::move(l));
    }
    set_linear_system(e, residuals, unknowns);
    use_independent_state(s_, e);
    return e;
}

}  // namespace anholon
