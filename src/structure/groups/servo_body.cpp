#include "structure/groups/servo_body.hpp"

#include "expr/derivative.hpp"
#include "expr/linear.hpp"
#include "expr/simplify.hpp"

namespace anholon {

namespace {

using Triple = std::vector<Expr>;

Triple cross(const Triple& a, const Triple& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// I⁻¹x
Triple turned(const GroupSystem& g, std::span<const Expr> x) { return solve(g.I, x).x; }

// ω(γ) for κ = 1
Triple angular_velocity(const GroupSystem& g, std::span<const Expr> gamma) {
    const Triple Ig = turned(g, gamma), Ib = turned(g, g.b[0]);
    const Expr lambda = dot(g.a[0], Ig) / dot(g.a[0], Ib);
    Triple omega;
    for (std::size_t i = 0; i < 3; ++i) omega.push_back(Ig[i] - lambda * Ib[i]);
    return omega;
}

}  // namespace

Expr haar_divergence(const GroupSystem& g, std::span<const Expr> gamma) {
    const Triple rate = cross({gamma.begin(), gamma.end()}, angular_velocity(g, gamma));
    Expr sum = g.context().zero();
    for (std::size_t i = 0; i < 3; ++i) sum += derivative(rate[i], gamma[i]);
    return sum;
}

ServoBody servo_body(const GroupSystem& g, const std::vector<Expr>& gamma, Vanishing& vanishes) {
    ServoBody out;
    const auto is_zero = [&](Expr e) { return vanishes(e).answer == Answer::yes; };
    if (const Expr divergence = haar_divergence(g, gamma); !is_zero(divergence))
        out.haar_divergence = divergence;
    if (g.law == GroupSystem::Law::vakonomic) {
        // H = (k²/2) [(γ, I⁻¹γ) − (a, I⁻¹γ)²/(a, I⁻¹a)]
        const Triple Ig = turned(g, gamma), Ia = turned(g, g.a[0]);
        const Expr H = (dot(gamma, Ig) - pow(dot(g.a[0], Ig), 2) / dot(g.a[0], Ia)) / 2;
        const Triple rate = cross(gamma, angular_velocity(g, gamma));
        if (is_zero(dot(gradient(H, gamma), rate))) out.vakonomic_energy = H;
    }
    out.reduces_to_euler =
        is_zero(g.a[0][0]) && is_zero(g.a[0][1]) && is_zero(g.b[0][0]) && is_zero(g.b[0][1]);
    return out;
}

}  // namespace anholon
