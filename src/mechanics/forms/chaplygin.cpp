#include "mechanics/chaplygin_kind.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/restricted.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

namespace {

// L and g_α free of the q_α:  [L*]_r = Q*_r + θ_α [g_α]_r.                                           theory §3.5
Equations in_coordinates(const Setting& s) {
    const Restricted on(s);
    std::vector<Covector> brackets;  // [g_α]
    for (const Expr& g : on.g().g) brackets.push_back(s.lagrange(g));
    return on.equations([&](std::size_t r) {
        Expr extra = s.c.zero();
        for (std::size_t a = 0; a < brackets.size(); ++a)
            extra += derivative(s.L, s.v[on.alpha(a)]) * brackets[a][r];  // θ_α [g_α]_r
        return Line{derivative(on.L(), s.v[r]),
                    -derivative(on.L(), s.q[r]),
                    {{on.force(r), ""}, {extra, "terms of nonholonomicity"}}};
    });
}

// ẏ_i = g_i(z, η) beside f_ν(z, η) = 0, which are quasi-velocities of the frame:                 theory §5.3, 003 theorem 2
//   [L*]_j = Q_j + θ_i [g_i]_j,   [u]_j = (∂u/∂η_j)˙ − X_j u − (c^m_rj η_r + c^m_0j) ∂u/∂η_m
Equations in_quasi_velocities(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const ChaplyginKind kind(s);
    const Expr L = simplified(kind.restricted(s, s.L), {.max_terms = 300, .max_nodes = 60});
    const auto lowered = [&](Expr e) { return substitute(X.in_eta(e), X.on_constraints()); };
    Equations e;
    e.definitions.push_back({named("L*", "L^{*}"), lowered(L)});
    for (std::size_t i = 0; i < kind.y.size(); ++i) {
        const Expr y = s.q[kind.y[i]];
        e.definitions.push_back(
            {named("g_" + name_of(y, false), "g_{" + name_of(y, true) + "}"), lowered(kind.g[i])});
    }
    std::vector<Expr> residuals;
    for (const std::size_t j : X.free_indices()) {
        const QuasiLagrange of_L = quasi_lagrange(s, L, j);
        Expr extra = s.c.zero();
        for (std::size_t i = 0; i < kind.y.size(); ++i) {
            const QuasiLagrange of_g = quasi_lagrange(s, kind.g[i], j);
            const Expr theta = X.in_eta(derivative(s.L, s.v[kind.y[i]]));
            extra += lowered(theta) * lowered(Dt(of_g.under_dt) + of_g.rest);  // θ_i [g_i]_j
        }
        residuals.push_back(Dt(of_L.under_dt) + of_L.rest - extra - X.force(j));
        e.lines.push_back({lowered(of_L.under_dt),
                           lowered(of_L.rest),
                           {{lowered(X.force(j)), ""}, {extra, "terms of nonholonomicity"}}});
    }
    close_in_free_velocities(s, e, residuals);
    return e;
}

}  // namespace

Reason chaplygin_inapplicable(const Setting& s) {
    const Reason in_these = not_chaplygins_in_coordinates(s);
    if (!in_these || s.is_unconstrained() || s.on_algebra() || s.has_nonlinear_constraints()) return in_these;
    return ChaplyginKind(s).why_not;
}

Equations chaplygin(const Setting& s) {
    return not_chaplygins_in_coordinates(s) ? in_quasi_velocities(s) : in_coordinates(s);
}

}  // namespace anholon
