#include <algorithm>

#include "expr/dependence.hpp"
#include "mechanics/forms/cartesian.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

Reason volterra_inapplicable(const Setting& s) { return needs_coordinates_and_frame(s); }

// Volterra in Maggi's correct form:  (∂L/∂η_r)˙ = Ḃ_ir ∂L/∂q̇_i + B_ir ∂L/∂q_i + P_r.                  theory §3.7, 002 (2.11)
Equations volterra(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const Frame& F = X.frame();
    const Substitution zero = X.on_constraints();
    const auto lowered = [&](Expr e) { return substitute(X.in_eta(e), zero); };
    const Expr L = substitute(s.L_in_frame(), zero);
    const Covector p = d(s.L, s.v), dL = d(s.L, s.q);
    Equations e;
    e.definitions.push_back({named("L"), L});
    std::vector<Expr> residuals;
    for (const std::size_t r : X.free_indices()) {
        Expr right = s.c.zero();
        for (std::size_t i = 0; i < s.n(); ++i)
            right += lowered(Dt(F.B(i, r))) * lowered(p[i]) + F.B(i, r) * lowered(dL[i]);
        const Expr y = derivative(L, X.eta(r)), force = substitute(X.force(r), zero);
        e.lines.push_back({y, {}, {{right, ""}, {force, ""}}});
        residuals.push_back(Dt(y) - right - force);
    }
    close_in_free_velocities(s, e, residuals);
    return e;
}

namespace {

bool is_nonzero(Expr e) { return is_zero_modulo_primes(e).answer != Answer::yes; }

}  // namespace

Reason needs_point_masses(const Setting& s) {
    const Matrix M = hessian(s.T, s.v);
    for (std::size_t i = 0; i < s.n(); ++i)
        for (std::size_t j = 0; j < s.n(); ++j) {
            if (i != j && is_nonzero(M(i, j)))
                return "the coordinates are not Cartesian coordinates of point masses";
            const auto changes_with = [&](const Expr& x) { return !is_constant_in(M(i, j), x); };
            if (changes_with(s.t) || std::ranges::any_of(s.q, changes_with))
                return "the coordinates are not Cartesian coordinates of point masses";
        }
    Expr rest = s.T;
    for (std::size_t i = 0; i < s.n(); ++i) rest -= M(i, i) * pow(s.v[i], 2) / 2;
    if (is_nonzero(rest)) return "the coordinates are not Cartesian coordinates of point masses";
    return std::nullopt;
}

Reason volterra_cartesian_inapplicable(const Setting& s) {
    if (Reason why = needs_coordinates_and_frame(s)) return why;
    if (Reason why = needs_point_masses(s)) return why;
    for (const Expr& b : s.frame().frame().B0())
        if (is_nonzero(b)) return "the constraints are not homogeneous in the velocities";
    for (const Expr& b : s.frame().frame().B().entries())
        if (is_nonzero(derivative(b, s.t))) return "the constraints depend on time";
    return std::nullopt;
}

// Volterra for point masses in Cartesian coordinates, B stationary:                                    theory §3.7, 002 (2.12)
//   (∂T/∂η_r)˙ = c^(k)_rs η_k η_s + P_r,   c^(k)_rs = m_i B_ik (∂B_ir/∂x_j) B_js
Equations volterra_cartesian(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const Frame& F = X.frame();
    const Matrix M = hessian(s.T, s.v);
    const Substitution zero = X.on_constraints();
    const Expr T = substitute(X.in_eta(s.T), zero);
    Equations e;
    e.definitions.push_back({named("T"), T});
    std::vector<Expr> residuals;
    for (const std::size_t r : X.free_indices()) {
        Expr quadratic = s.c.zero();
        for (const std::size_t k : X.free_indices())
            for (const std::size_t m : X.free_indices()) {
                Expr ckrs = s.c.zero();
                for (std::size_t i = 0; i < s.n(); ++i)
                    for (std::size_t j = 0; j < s.n(); ++j)
                        ckrs += M(i, i) * F.B(i, k) * derivative(F.B(i, r), s.q[j]) * F.B(j, m);
                quadratic += ckrs * X.eta(k) * X.eta(m);
            }
        const Expr y = derivative(T, X.eta(r));
        const Expr force = substitute(X.force(r), zero) - X.apply(r, s.V);
        e.lines.push_back({y, {}, {{quadratic, ""}, {force, ""}}});
        residuals.push_back(Dt(y) - quadratic - force);
    }
    close_in_free_velocities(s, e, residuals);
    return e;
}

}  // namespace anholon
