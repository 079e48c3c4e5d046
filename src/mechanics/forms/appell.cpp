#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

namespace {

// Accelerations that are free to choose, and what all q̈ and q̇ are in terms of them.
struct FreeAccelerations {
    std::vector<Expr> free;
    Substitution lower;
};

FreeAccelerations free_accelerations(const AdaptedFrame& X, const Setting& s, Equations& e) {
    use_free_state(s, X, e);
    return {dots(X.free()), X.motion()};
}

FreeAccelerations free_accelerations(const Setting& s, Equations& e) {
    if (!s.no_frame()) return free_accelerations(s.frame(), s, e);
    const SolvedConstraints& g = s.solved();
    const Substitution restrict = g.restriction(s.system);
    FreeAccelerations result{{}, restrict};
    for (std::size_t a = 0; a < g.dependent.size(); ++a)
        result.lower.emplace_back(dot(s.v[g.dependent[a]]), substitute(Dt(g.g[a]), restrict));
    for (const std::size_t r : g.independent) result.free.push_back(dot(s.v[r]));
    use_independent_state(s, e);
    return result;
}

Reason needs_free_accelerations(const Setting& s) {
    if (Reason why = needs_coordinates(s)) return why;
    return s.no_frame() ? needs_solved(s) : std::nullopt;
}

// ½ q̈ᵀ M q̈ + q̈·b, as a function of the free accelerations.
Expr quadratic_in_accelerations(const Setting& s, const Covector& b, const Substitution& lower) {
    const Matrix M = hessian(s.L, s.v);
    const std::vector<Expr> a = s.accelerations();
    Expr S = s.c.zero();
    for (std::size_t i = 0; i < s.n(); ++i) {
        S += a[i] * b[i];
        for (std::size_t j = 0; j < s.n(); ++j) S += M(i, j) * a[i] * a[j] / 2;
    }
    return substitute(S, lower);
}

Covector bias(const Setting& s) {
    Substitution at_rest;
    for (const Expr& a : s.accelerations()) at_rest.emplace_back(a, s.c.zero());
    return Covector(substitute(s.lagrange(s.L).components(), at_rest));
}

// Of bodies:  S = Σ ½ m w² + ½ ω̇·I ω̇ + ω̇·(Ω×Iω),  w = v̇ + Ω×v, in axes that turn with Ω.
Expr of_bodies(const Setting& s, const Substitution& lower) {
    Expr S = s.c.zero();
    for (const RigidBody& body : s.system.bodies) {
        const Vector3 &v = body.velocity, &omega = body.omega;
        const Vector3 w = Vector3{Dt(v[0]), Dt(v[1]), Dt(v[2])} + cross(body.turning, v),
                      alpha{Dt(omega[0]), Dt(omega[1]), Dt(omega[2])};
        S += body.mass * dot(w, w) / 2 + body.inertia.energy(alpha) +
             dot(alpha, cross(body.turning, body.inertia.times(omega)));
    }
    return substitute(S, lower);
}

}  // namespace

Reason appell_inapplicable(const Setting& s) { return needs_free_accelerations(s); }

// Gibbs–Appell:  ∂S/∂η̇_s = Π_s.  Of bodies S is their energy of accelerations and Π = Q − ∂V/∂q; else                theory §3.8
// S = ½ q̈ᵀ M q̈ + q̈·([L] − M q̈),  Π = Q.
Equations appell(const Setting& s) {
    Equations e;
    const bool has_bodies = !s.system.bodies.empty() && !s.no_frame_of_bodies();
    const FreeAccelerations free =
        has_bodies ? free_accelerations(s.frame_of_bodies(), s, e) : free_accelerations(s, e);
    const Expr S = has_bodies ? of_bodies(s, free.lower) : quadratic_in_accelerations(s, bias(s), free.lower);
    const Covector force = has_bodies ? Covector(s.Q - d(s.V, s.q)) : s.Q;
    e.definitions.push_back({named("S"), S});
    std::vector<Expr> residuals;
    for (const Expr& a : free.free) {
        // Π_s = Π_i ∂q̈_i/∂η̇_s
        Expr work = s.c.zero();
        for (std::size_t i = 0; i < s.n(); ++i)
            work += substitute(force[i], free.lower) * derivative(substitute(dot(s.v[i]), free.lower), a);
        residuals.push_back(derivative(S, a) - work);
        e.lines.push_back({{}, derivative(S, a), {{work, ""}}});
    }
    set_linear_system(e, residuals, free.free);
    return e;
}

Reason gauss_inapplicable(const Setting& s) { return needs_free_accelerations(s); }

// Gauss:  the accelerations that the constraints allow make  Z = ½ (q̈ − a)ᵀ M (q̈ − a)  least, M a = Q − ([L] − M q̈).   theory §3.15
// Z is used up to what does not depend on q̈, so M need not be invertible.
Equations gauss(const Setting& s) {
    Equations e;
    const FreeAccelerations free = free_accelerations(s, e);
    const Expr Z = quadratic_in_accelerations(s, bias(s) - s.Q, free.lower);
    e.definitions.push_back({named("Z"), Z});
    std::vector<Expr> residuals;
    for (const Expr& a : free.free) {
        residuals.push_back(derivative(Z, a));
        e.lines.push_back({{}, residuals.back(), {}});
    }
    set_linear_system(e, residuals, free.free);
    return e;
}

}  // namespace anholon
