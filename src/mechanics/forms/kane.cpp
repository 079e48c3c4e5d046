#include <functional>

#include "mechanics/forms/cartesian.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"
#include "mechanics/gyrostat.hpp"

namespace anholon {

namespace {

// A velocity with an inertia: of a mass centre, an angular velocity, a Cartesian coordinate of a point mass.
struct Part {
    std::vector<std::vector<Expr>> partial;  // ∂v/∂η_s by s
    std::vector<Expr> bias;                  // what inertia opposes to it where η̇ = 0, less the weight
    std::function<std::vector<Expr>(const std::vector<Expr>&)> inertia;  // m v, I ω
};

std::vector<Expr> list(const Vector3& a) { return {a.begin(), a.end()}; }

std::vector<Part> parts(const Setting& s) {
    const AdaptedFrame& X = s.frame_of_bodies();
    Substitution motion = X.motion(), at_rest;
    for (const Expr& eta : X.free()) at_rest.emplace_back(dot(eta), s.c.zero());
    for (auto& [from, to] : motion) to = substitute(to, at_rest);
    const auto lowered = [&](const Vector3& a) {
        const std::vector<Expr> low = substitute(a, motion);
        return Vector3{low[0], low[1], low[2]};
    };
    const auto bias = [&](const Vector3& a) { return lowered({Dt(a[0]), Dt(a[1]), Dt(a[2])}); };
    const auto partial = [&](const std::vector<Expr>& v) {
        std::vector<std::vector<Expr>> out;
        for (const Expr& eta : X.free()) {
            out.emplace_back();
            for (const Expr& component : v) out.back().push_back(derivative(component, eta));
        }
        return out;
    };
    std::vector<Part> out;
    for (const auto& [body, rotors] : gyrostats(s.system)) {
        const Vector3 v = lowered(body.velocity), omega = lowered(body.omega), Omega = lowered(body.turning);
        const Vector3 force = body.mass * (bias(body.velocity) + cross(Omega, v)) - body.weight;
        Vector3 momentum = body.inertia.times(omega);
        for (const auto& [C, axis, spin] : rotors) {
            const Expr w = substitute(spin, motion);
            momentum = momentum + C * w * axis;
            out.push_back({partial({w}), {C * substitute(Dt(spin), motion)}, [C](const std::vector<Expr>& u) {
                               return std::vector<Expr>{C * u[0]};
                           }});
        }
        const Vector3 torque = body.inertia.times(bias(body.omega)) + cross(Omega, momentum);
        out.push_back({partial(list(v)), list(force), [m = body.mass](const std::vector<Expr>& u) {
                           return list(m * Vector3{u[0], u[1], u[2]});
                       }});
        out.push_back({partial(list(omega)), list(torque), [I = body.inertia](const std::vector<Expr>& u) {
                           return list(I.times({u[0], u[1], u[2]}));
                       }});
    }
    if (!s.system.bodies.empty()) return out;
    const Matrix M = hessian(s.T, s.v);
    for (std::size_t i = 0; i < s.n(); ++i)
        out.push_back({partial({substitute(s.v[i], motion)}),
                       {M(i, i) * substitute(dot(s.v[i]), motion)},
                       [m = M(i, i)](const std::vector<Expr>& u) { return std::vector<Expr>{m * u[0]}; }});
    return out;
}

}  // namespace

Reason kane_inapplicable(const Setting& s) {
    if (!s.system.bodies.empty()) return s.no_frame_of_bodies();
    if (Reason why = needs_coordinates_and_frame(s)) return why;
    if (Reason why = needs_point_masses(s)) return "there are no bodies, and " + *why;
    return std::nullopt;
}

// Kane: with the partial velocities ∂v/∂η_s of the mass centres and ∂ω/∂η_s,                      theory §3.9, 002 (2.14)
//   Σ (m (v̇ + Ω×v) − m g)·∂v/∂η_s + (I ω̇ + Ω×Iω)·∂ω/∂η_s = −X_s V + Q_s,
// v and ω in axes of the body that turn with Ω; of a rotor, C ẇ ∂w/∂η_s, and Ω×C w e beside Ω×Iω. So W_rs = Σ m ∂v/∂η_r·∂v/∂η_s + ∂ω/∂η_r·I ∂ω/∂η_s.
Equations kane(const Setting& s) {
    const AdaptedFrame& X = s.frame_of_bodies();
    const Substitution zero = X.on_constraints();
    Equations e;
    use_free_state(s, X, e);
    e.unknowns = dots(X.free());
    e.W = Matrix(s.c, X.l(), X.l());
    const std::vector<Part> all = parts(s);
    const bool has_weights = !s.system.bodies.empty() && s.system.V_of_weights;
    const Expr V = has_weights ? s.V - s.system.V_of_weights : s.V;
    for (std::size_t k = 0; k < X.l(); ++k) {
        Expr bias = s.c.zero();
        for (const Part& part : all) {
            bias += dot(part.partial[k], part.bias);
            const std::vector<Expr> momentum = part.inertia(part.partial[k]);
            for (std::size_t r = 0; r <= k; ++r) e.W(r, k) += dot(part.partial[r], momentum);
        }
        for (std::size_t r = 0; r < k; ++r) e.W(k, r) = e.W(r, k);
        const Expr potential = -X.apply(k + 1, V), force = substitute(X.force(k + 1), zero);
        e.r.push_back(potential + force - bias);
        e.lines.push_back({{}, bias, {{potential, ""}, {force, ""}}});
    }
    for (std::size_t k = 0; k < X.l(); ++k) e.lines[k].left += dot(e.W.row(k), e.unknowns);
    return e;
}

}  // namespace anholon
