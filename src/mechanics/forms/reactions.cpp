#include "mechanics/forms/reactions.hpp"

namespace anholon {

namespace {

// λ_α = B_iα ([L]_i − Q_i): what inertia and forces do on the displacement X_α that breaks the constraint α alone.
std::vector<Expr> by_lagrange(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const Substitution motion = X.motion();
    const Covector E = s.lagrange(s.L) - s.Q;
    std::vector<Expr> lambda;
    for (const std::size_t alpha : indices(X.l() + 1, X.n()))
        lambda.push_back(substitute(E(X.displacement(alpha)), motion));
    return lambda;
}

// The same of bodies:  λ_α = Σ (m (v̇ + Ω×v) − m g)·∂v/∂η_α + (I ω̇ + Ω×Iω)·∂ω/∂η_α + X_α V − Q_α.
std::vector<Expr> by_bodies(const Setting& s) {
    const AdaptedFrame& X = s.frame_of_bodies();
    const Substitution motion = X.motion(), zero = X.on_constraints();
    const auto lowered = [&](const Vector3& a) {
        const std::vector<Expr> low = substitute(a, motion);
        return Vector3{low[0], low[1], low[2]};
    };
    const std::vector<Expr> bound = X.constrained();
    std::vector<Expr> lambda(bound.size(), s.c.zero());
    const auto add = [&](const Vector3& velocity, const Vector3& force) {
        const Matrix partial = jacobian(substitute(velocity, X.velocities()), bound);
        for (std::size_t k = 0; k < bound.size(); ++k)
            for (std::size_t i = 0; i < 3; ++i) lambda[k] += substitute(partial(i, k), zero) * force[i];
    };
    for (const RigidBody& body : s.system.bodies) {
        const Vector3 Omega = lowered(body.turning);
        const auto rate = [&](const Vector3& a) { return lowered({Dt(a[0]), Dt(a[1]), Dt(a[2])}); };
        const Vector3 v = lowered(body.velocity), w = lowered(body.omega);
        add(body.velocity, body.mass * (rate(body.velocity) + cross(Omega, v)) - body.weight);
        add(body.omega, body.inertia.times(rate(body.omega)) + cross(Omega, body.inertia.times(w)));
    }
    const Expr V = s.system.V_of_weights ? s.V - s.system.V_of_weights : s.V;
    for (std::size_t k = 0; k < bound.size(); ++k) {
        const std::size_t alpha = X.l() + k + 1;
        lambda[k] += X.apply(alpha, V) - substitute(X.force(alpha), zero);
    }
    return lambda;
}

}  // namespace

std::vector<Expr> reactions(const Setting& s) {
    if (s.is_unconstrained()) return {};
    const bool is_of_bodies = !s.system.bodies.empty() && s.frame_of_bodies().goes_through_base_velocities();
    std::vector<Expr> lambda = is_of_bodies ? by_bodies(s) : by_lagrange(s);
    for (std::size_t k = 0; k < lambda.size(); ++k)
        if (s.system.base.rates_of_constraints.contains(s.system.constraints[k].name)) lambda[k] = Expr();
    return lambda;
}

}  // namespace anholon
