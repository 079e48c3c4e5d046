#include "mechanics/forms/projection.hpp"

#include "mechanics/forms/writing.hpp"

namespace anholon {

namespace {

Equations on_chetaevs_displacements(const Setting& s, const Covector& E) {
    const std::vector<Expr> f = s.velocity_constraints();
    const auto displacements = kernel(jacobian(f, s.v));
    if (!displacements.decided) throw Undefined(displacements.reason);
    Equations e;
    std::vector<Expr> residuals;
    for (const auto& X : displacements.basis) {
        residuals.push_back(E(Vector(X)));
        e.lines.push_back({{}, residuals.back(), {}});
    }
    for (const Expr& fk : f) {
        residuals.push_back(Dt(fk));
        e.lines.push_back({{}, fk, {}});
    }
    set_linear_system(e, residuals, s.accelerations());
    use_coordinate_state(s, e);
    return e;
}

}  // namespace

Equations projected(const Setting& s, const Covector& E) {
    if (s.no_frame()) return on_chetaevs_displacements(s, E);
    const AdaptedFrame& X = s.frame();
    const Substitution in_free = X.motion();
    Equations e;
    std::vector<Expr> residuals;
    for (const std::size_t k : X.free_indices()) {
        residuals.push_back(substitute(E(X.displacement(k)), in_free));
        e.lines.push_back({{}, residuals.back(), {}});
    }
    set_linear_system(e, residuals, dots(X.free()));
    use_free_state(s, e);
    return e;
}

}  // namespace anholon
