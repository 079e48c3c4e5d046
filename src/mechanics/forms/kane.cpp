#include "mechanics/forms/cartesian.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

namespace {

// A component of the velocity of a mass centre, or of an angular velocity, and what its inertia opposes to it.
struct Component {
    Expr velocity;
    Expr inertia_force;  // in accelerations: m v̇, or (I ω̇ + Ω×Iω)_i
};

// `lowered` brings velocities, `rate` their time derivatives to the free velocities and accelerations.
std::vector<Component> components(const Setting& s, auto&& lowered, auto&& rate) {
    std::vector<Component> out;
    for (const RigidBody& body : s.system.bodies) {
        Vector3 omega, alpha, Omega;
        for (std::size_t i = 0; i < 3; ++i) {
            const Expr v = lowered(body.velocity[i]);
            out.push_back({v, body.mass * rate(v)});
            omega[i] = lowered(body.omega[i]);
            alpha[i] = rate(omega[i]);
            Omega[i] = lowered(body.turning[i]);
        }
        const Vector3 torque = body.inertia.times(alpha) + cross(Omega, body.inertia.times(omega));
        for (std::size_t i = 0; i < 3; ++i) out.push_back({omega[i], torque[i]});
    }
    if (!s.system.bodies.empty()) return out;
    const Matrix M = hessian(s.T, s.v);
    for (std::size_t i = 0; i < s.n(); ++i) {
        const Expr v = lowered(s.v[i]);
        out.push_back({v, M(i, i) * rate(v)});
    }
    return out;
}

}  // namespace

Reason kane_inapplicable(const Setting& s) {
    if (Reason why = needs_coordinates_and_frame(s)) return why;
    if (!s.system.bodies.empty()) return std::nullopt;
    if (Reason why = needs_point_masses(s)) return "there are no bodies, and " + *why;
    return std::nullopt;
}

// Kane: with the partial velocities ∂v/∂η_s of the mass centres and ∂ω/∂η_s,                      theory §3.9, 002 (2.14)
//   Σ m v̇·∂v/∂η_s + (I ω̇ + Ω×Iω)·∂ω/∂η_s = −X_s V + Q_s
Equations kane(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const Substitution zero = X.on_constraints();
    const auto lowered = [&](Expr e) { return substitute(X.in_eta(e), zero); };
    Equations e;
    use_free_state(s, e);
    Substitution rates;
    for (std::size_t i = 0; i < s.n(); ++i) rates.emplace_back(s.v[i], e.velocities[i]);
    const auto rate = [&](Expr v) { return substitute(Dt(v), rates); };
    const std::vector<Component> all = components(s, lowered, rate);
    std::vector<Expr> residuals;
    for (std::size_t k = 1; k <= X.l(); ++k) {
        Expr inertia = s.c.zero();
        for (const auto& [velocity, force] : all) inertia += derivative(velocity, X.eta(k)) * force;
        const Expr potential = -X.apply(k, s.V), force = substitute(X.force(k), zero);
        residuals.push_back(inertia - potential - force);
        e.lines.push_back({{}, inertia, {{potential, ""}, {force, ""}}});
    }
    set_linear_system(e, residuals, dots(X.free()));
    return e;
}

}  // namespace anholon
