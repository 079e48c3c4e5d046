#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

namespace {

void define_brackets(const Setting& s, Equations& e) {
    const AdaptedFrame& X = s.frame();
    for (const std::size_t r : indices(0, X.l()))
        for (const std::size_t k : indices(r + 1, X.l()))
            for (const std::size_t m : X.all_indices()) {
                const Expr c = X.c(m, r, k);
                if (c == s.c.zero()) continue;
                const std::string pair = std::to_string(r) + std::to_string(k);
                e.definitions.push_back(
                    {{"c^" + std::to_string(m) + "_" + pair, "c^{" + std::to_string(m) + "}_{" + pair + "}"},
                     c});
            }
}

enum class Brackets { kept, left_out };

// (∂L̂/∂η_s)˙ = X_s L̂ + c^m_rs η_r ∂L̂/∂η_m + c^m_0s ∂L̂/∂η_m + Q(X_s)
Equations unrestricted(const Setting& s, Brackets brackets) {
    const AdaptedFrame& X = s.frame();
    const Expr L = s.L_in_frame();  // L̂(t, q, η), all η kept
    const FrameCovector y = X.d(L);
    const auto lowered = [&](Expr e) { return substitute(e, X.on_constraints()); };
    Equations e;
    e.definitions.push_back({named("L"), L});
    if (brackets == Brackets::kept) define_brackets(s, e);
    std::vector<Expr> residuals;
    for (const std::size_t k : X.free_indices()) {
        const Expr along = X.apply(k, L);
        const Expr transport = brackets == Brackets::kept ? X.transport(y, k) : s.c.zero();
        residuals.push_back(Dt(y[k]) - along - transport - X.force(k));
        e.lines.push_back(
            {lowered(y[k]),
             {},
             {{lowered(along), ""}, {lowered(transport), "brackets"}, {lowered(X.force(k)), ""}}});
    }
    close_in_free_velocities(s, e, residuals);  // sets η_α = 0, last
    return e;
}

}  // namespace

Reason hamel_inapplicable(const Setting& s) { return needs_frame(s); }

// Boltzmann–Hamel, Poincaré.                                                                      theory §3.10
Equations hamel(const Setting& s) { return unrestricted(s, Brackets::kept); }

Reason hamel_restricted_inapplicable(const Setting& s) { return needs_frame(s); }

// The variant with the restricted function Θ = L̂|_{η_α = 0}; the terms m > l keep ∂L̂/∂η_m on the constraints:   theory §3.10
//   (∂Θ/∂η_s)˙ = X_s Θ + (c^m_rs η_r + c^m_0s) ∂Θ/∂η_m + (c^α_rs η_r + c^α_0s) (∂L̂/∂η_α)|_{η_α = 0} + Q_s
Equations hamel_restricted(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const Expr L = s.L_in_frame(), Theta = substitute(L, X.on_constraints());
    const FrameCovector inner = X.d(Theta);  // ∂Θ/∂η_α = 0
    FrameCovector outer(substitute(gradient(L, X.eta()), X.on_constraints()));
    for (const std::size_t r : X.free_indices()) outer[r] = s.c.zero();
    Equations e;
    e.definitions.push_back({named("Theta", "\\Theta"), Theta});
    define_brackets(s, e);
    std::vector<Expr> residuals;
    for (const std::size_t k : X.free_indices()) {
        const Expr along = X.apply(k, Theta), force = substitute(X.force(k), X.on_constraints());
        const Expr transport = X.transport(inner, k), extra = X.transport(outer, k);
        residuals.push_back(Dt(inner[k]) - along - transport - extra - force);
        e.lines.push_back(
            {inner[k],
             {},
             {{along, ""}, {transport, "brackets"}, {extra, "terms of nonholonomicity"}, {force, ""}}});
    }
    close_in_free_velocities(s, e, residuals);
    return e;
}

Reason hamel_without_brackets_inapplicable(const Setting& s) { return needs_frame(s); }

// A control: Hamel's equations with the brackets forgotten are wrong wherever the brackets matter.
Equations hamel_without_brackets(const Setting& s) { return unrestricted(s, Brackets::left_out); }

}  // namespace anholon
