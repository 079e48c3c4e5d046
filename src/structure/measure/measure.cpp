#include "structure/measure/measure.hpp"

#include <algorithm>

#include "mechanics/forms/registry.hpp"
#include "model/model.hpp"
#include "structure/evidence/abbreviations.hpp"
#include "structure/measure/constrained_inertia.hpp"
#include "structure/measure/liouville.hpp"

namespace anholon {

namespace {

using At = StateSampler::At;
constexpr SimplifyOptions kModest{.max_terms = 300, .max_nodes = 120, .max_angle_terms = 30};

Reason outside_hypotheses(const Setting& s) {
    if (s.system.motion.axiom != Axiom::nonholonomic && s.system.motion.axiom != Axiom::servo_force)
        return "the motion is " + std::string(name(s.system.motion.axiom)) +
               ", neither nonholonomic nor a servo of the first kind";
    if (s.has_nonlinear_constraints()) return "constraints are nonlinear";
    if (Reason why = s.no_frame()) return why;
    std::vector<Expr> all{s.L};
    for (const Constraint& k : s.system.constraints) all.push_back(k.residual);
    for (const QuasiVelocity& k : s.system.quasi) all.push_back(k.definition);
    for (const Expr& force : s.Q) all.push_back(force);
    for (const Expr& e : all)
        if (!vanishes(derivative(e, s.t))) return "the system depends on time";
    const Matrix M = hessian(s.L, s.v);
    for (const Expr& e : M.entries())
        if (!std::ranges::all_of(gradient(e, s.v), vanishes))
            return "the Lagrangian is not quadratic in the velocities";
    return std::nullopt;
}

// The divergence of the equations in (q, y), y_s = ∂L̂/∂η_s, is w_r η_r + w_0 with
//   w_r = div X_r + c^s_rs + c^α_rs M_αk G^ks + the coefficient of η_r (of 1) in G^sk ∂Q_s/∂η_k,
//   M = ∂²L̂/∂η∂η, G its free block:
// the Hamiltonian part X_s H keeps volume, c^m_rs y_m ∂η_r/∂y_s vanishes by symmetry, and y_α = M_αk G^ks y_s.
struct Divergence {
    std::vector<std::size_t> generators{};  // r: 1..l, and 0 if X_0 moves q or w_0 is not zero
    std::vector<Expr> w{};                  // in their order
    std::vector<std::vector<Expr>> X{};     // the components of their fields
    Expr det_G{};
    Reason why_not{};
};

Expr divergence_of(const std::vector<Expr>& X, const Setting& s) {
    Expr sum = s.c.zero();
    for (std::size_t i = 0; i < s.q.size(); ++i) sum += derivative(X[i], s.q[i]);
    return sum;
}

// X_r without its time component.
std::vector<Expr> field(const Setting& s, std::size_t r) {
    std::vector<Expr> components;
    for (const Expr& q : s.q) components.push_back(s.frame().apply(r, q));
    return components;
}

Substitution at_rest(const Setting& s) {
    Substitution rest;
    for (const Expr& eta : s.frame().eta()) rest.emplace_back(eta, s.c.zero());
    return rest;
}

// G^sk ∂Q_s/∂η_k = u_0 + u_r η_r, by its coefficients.
std::vector<Expr> divergence_of_forces(const Setting& s, const Matrix& inverse_G, Reason& why_not) {
    const AdaptedFrame& X = s.frame();
    Expr sum = s.c.zero();
    for (std::size_t i = 1; i <= X.l(); ++i)
        for (std::size_t j = 1; j <= X.l(); ++j)
            sum += inverse_G(i - 1, j - 1) * substitute(derivative(X.force(i), X.eta(j)), X.on_constraints());
    std::vector<Expr> u{substitute(sum, at_rest(s))};
    for (const Expr& eta : X.free()) {
        u.push_back(derivative(sum, eta));
        for (const Expr& other : X.free())
            if (!vanishes(derivative(u.back(), other)))
                why_not = "a force is of higher than the second degree in the velocities";
    }
    return u;
}

Divergence divergence(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const std::size_t l = X.l(), n = X.n();
    Divergence result{.det_G = s.c.one()};
    if (l == 0) return result;
    const ConstrainedInertia inertia = constrained_inertia(s);
    result.det_G = inertia.det_G;
    if (!inertia.is_regular) {
        result.why_not = "the kinetic energy on the constraints is degenerate";
        return result;
    }
    const std::vector<Expr> of_forces = divergence_of_forces(s, inertia.inverse_G, result.why_not);
    for (std::size_t r = 0; r <= l; ++r) {
        const std::vector<Expr> components = field(s, r);
        Expr w = divergence_of(components, s) + of_forces[r];
        for (std::size_t k = 1; k <= l; ++k) {
            w += X.c(k, r, k);
            for (std::size_t a = l + 1; a <= n; ++a) w += X.c(a, r, k) * inertia.K(a - 1, k - 1);
        }
        if (r == 0 && vanishes(w) && std::ranges::all_of(components, vanishes)) continue;
        result.generators.push_back(r);
        result.w.push_back(simplified(w, kModest));
        result.X.push_back(components);
    }
    return result;
}

// In (q, η), from the accelerations η̇_s of the law itself: div X_r η_r + ∂η̇_s/∂η_s = w_r η_r + w_0.
Divergence divergence_of_servo(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    Divergence result{.det_G = s.c.one()};
    const Equations law = law_of_motion(s.system).derive(s);
    const Expr det = determinant(law.W);
    if (vanishes(det)) {
        result.why_not = "the law cannot be solved for the accelerations";
        return result;
    }
    // Cramer's rule: no division but by det W, which the stated values may not make 0 as they may a pivot.
    Substitution rates;
    for (std::size_t k = 0; k < law.unknowns.size(); ++k) {
        Matrix with_r = law.W;
        for (std::size_t i = 0; i < law.r.size(); ++i) with_r(i, k) = law.r[i];
        rates.emplace_back(law.unknowns[k], determinant(with_r) / det);
    }
    const Substitution rest = at_rest(s);
    Expr div = s.c.zero();
    for (std::size_t r = 1; r <= X.l(); ++r) {
        const Expr rate = substitute(X.in_eta(substitute(Dt(X.definition(r)), rates)), X.on_constraints());
        div += derivative(rate, X.eta(r)) + divergence_of(field(s, r), s) * X.eta(r);
    }
    for (std::size_t r = 0; r <= X.l(); ++r) {
        const Expr w = r == 0 ? div : derivative(div, X.eta(r));
        for (const Expr& eta : X.free())
            if (r > 0 && !vanishes(derivative(w, eta)))
                result.why_not = "a force is not linear in the velocities";
        const Expr here = simplified(substitute(w, rest));
        const std::vector<Expr> components = field(s, r);
        if (r == 0 && vanishes(here) && std::ranges::all_of(components, vanishes)) continue;
        result.generators.push_back(r);
        result.w.push_back(here);
        result.X.push_back(components);
    }
    return result;
}

bool is_servo(const Setting& s) { return s.system.motion.axiom == Axiom::servo_force; }

std::vector<Demand> demands(const Divergence& div) {
    std::vector<Demand> list;
    for (std::size_t r = 0; r < div.w.size(); ++r)
        list.push_back({div.X[r], div.w[r], "X_" + std::to_string(div.generators[r])});
    return list;
}

// X_r σ = −w_r closed under brackets.
Closure closure(const Setting& s, const Divergence& div, Parameters parameters, const Budget& budget) {
    return closure(s, demands(div), parameters, budget);
}

InvariantMeasure::LevelSet level_set(const Setting& s) {
    using enum InvariantMeasure::LevelSet;
    if (s.system.functions_of_place().empty()) return none;
    return s.system.relations.empty() ? constraints : relations;
}

InvariantMeasure decided(const Setting& s, MeasureVerdict verdict, InvariantMeasure::Ground ground) {
    return {.verdict = verdict,
            .ground = ground,
            .coordinates = {s.q.begin(), s.q.end()},
            .velocities = s.frame().free(),
            .level_set = level_set(s)};
}

InvariantMeasure found(const Setting& s, const InvariantDensity& density, const Budget& budget) {
    const Abbreviations names(s);
    const auto written = [&](const LogarithmicAnsatz& rho) {
        return names.in_letters(simplified(rho.density(s.c)), budget);
    };
    InvariantMeasure result = decided(s, MeasureVerdict::measure, InvariantMeasure::Ground::density);
    result.density = written(density.in_velocities);
    if (!is_servo(s)) result.density_in_momenta = written(density.in_momenta);
    result.valid = density.in_momenta.valid;
    result.error_bound = density.in_momenta.error_bound;
    return result;
}

InvariantMeasure none_on_the_circle(const Setting& s, const InvariantDensity& density, Expr angle) {
    InvariantMeasure result = decided(s, MeasureVerdict::none, InvariantMeasure::Ground::angle);
    result.density = simplified(density.in_velocities.density(s.c));
    result.angle = angle;
    result.error_bound = density.in_momenta.error_bound;
    return result;
}

InvariantMeasure by_closure(const Setting& s, const Divergence& div, const Closure& closed,
                            MeasureVerdict verdict, InvariantMeasure::Ground ground) {
    InvariantMeasure result = decided(s, verdict, ground);
    result.demands = demands(div);
    result.error_bound = closed.error_bound;
    return result;
}

// Of a force, near rest: it vanishes there with its slopes, as the terms of nonholonomicity of a core do.
bool is_of_second_order(const Setting& s, Expr force) {
    force = substitute(force, s.frame().on_constraints());
    const Substitution rest = at_rest(s);
    return vanishes(substitute(force, rest)) &&
           std::ranges::all_of(gradient(force, s.frame().free()),
                               [&](const Expr& slope) { return vanishes(substitute(slope, rest)); });
}

InvariantMeasure none(const Setting& s, const Divergence& div, const Closure& closed) {
    InvariantMeasure result =
        by_closure(s, div, closed, MeasureVerdict::none, InvariantMeasure::Ground::contradiction);
    result.bracket = closed.where;
    bool is_free = div.generators.front() != 0;  // homogeneous constraints: w_0 is not there
    for (std::size_t r = 1; r <= s.frame().l(); ++r)
        is_free = is_free && vanishes(s.frame().apply(r, s.V)) && is_of_second_order(s, s.frame().force(r));
    result.excludes_smooth_densities = is_free;
    return result;
}

InvariantMeasure exists_locally(const Setting& s, const Divergence& div, const Closure& closed,
                                Parameters valid) {
    InvariantMeasure result =
        by_closure(s, div, closed, MeasureVerdict::measure, InvariantMeasure::Ground::consistency);
    result.directions = closed.rank;
    result.valid = valid;
    return result;
}

using Factors = std::vector<std::pair<Expr, Rational>>;

// With the factors of det G as they are given.
std::optional<InvariantDensity> density_of(const Setting& s, const Divergence& div, const Factors& det_G,
                                           const Budget& budget) {
    std::vector<Expr> dividing = div.w, whole;
    for (const auto& X : div.X) dividing.insert(dividing.end(), X.begin(), X.end());
    for (const auto& [base, exponent] : det_G) whole.push_back(base);
    const std::vector<Expr> factors = density_factors(s, whole, dividing);
    std::vector<std::vector<Expr>> derivatives(div.w.size());
    for (std::size_t r = 0; r < div.w.size(); ++r) {
        Direction along;
        for (std::size_t i = 0; i < s.q.size(); ++i) along.emplace_back(s.q[i], div.X[r][i]);
        for (const Expr& P : factors) derivatives[r].push_back(directional_derivative(P, along) / P);
    }
    const auto sigma = solve_by_logarithms(s, factors, derivatives, div.w, At::states, budget);
    if (!sigma) return std::nullopt;
    InvariantDensity density{*sigma, *sigma};
    // ρ dq dy = ρ det G dq dη; of det G what is constant on the configurations, such as |q|², is left out.
    for (const auto& [base, exponent] : det_G) {
        const auto column = static_cast<std::size_t>(std::ranges::find(factors, base) - factors.begin());
        std::vector<Expr> derivatives_of_base;
        for (const auto& row : derivatives) derivatives_of_base.push_back(row[column]);
        const auto zero = vanish(s, derivatives_of_base, At::states, Parameters::free, budget);
        if (!std::ranges::all_of(zero, [](const auto& v) { return v.answer == Answer::yes; }))
            density.in_velocities.multiply(base, s.c.number(exponent));
    }
    return density;
}

// det G may be a product on the geometric constraints alone, as for a ball with an axis of symmetry off its centre.
std::optional<InvariantDensity> density_of(const Setting& s, const Divergence& div, const Budget& budget) {
    if (auto density = density_of(s, div, factors_of(s, div.det_G), budget)) return density;
    const Factors irreducible = irreducible_factors_of(s, div.det_G);
    return irreducible.size() < 2 ? std::nullopt : density_of(s, div, irreducible, budget);
}

}  // namespace

std::optional<InvariantDensity> invariant_density(const Setting& s, const Budget& budget) {
    if (is_servo(s) || outside_hypotheses(s)) return std::nullopt;
    const Divergence div = divergence(s);
    return div.why_not ? std::nullopt : density_of(s, div, budget);
}

InvariantMeasure invariant_measure(const Setting& s, const Budget& budget) {
    const auto undecided = [](const std::string& reason) { return InvariantMeasure{.reason = reason}; };
    if (auto measure = liouville_measure(s, budget)) return std::move(*measure);
    if (const Reason why = outside_hypotheses(s)) return undecided(*why);
    const Divergence div = is_servo(s) ? divergence_of_servo(s) : divergence(s);
    if (div.why_not) return undecided(*div.why_not);
    if (const auto density = density_of(s, div, budget)) {
        const auto angle = density->in_momenta.many_valued_in(s);
        if (!angle) return found(s, *density, budget);
        // Where the brackets span all directions there is no other solution.
        const std::size_t directions = s.q.size() - s.system.functions_of_place().size();
        if (closure(s, div, density->in_momenta.valid, budget).rank == directions)
            return none_on_the_circle(s, *density, *angle);
        return undecided("a density exists locally, but it is not a function of the angle " + text(*angle));
    }
    for (const Parameters parameters : {Parameters::free, Parameters::stated}) {
        const Closure closed = closure(s, div, parameters, budget);
        if (closed.outcome == Closure::Outcome::consistent) return exists_locally(s, div, closed, parameters);
        if (closed.outcome == Closure::Outcome::unknown) break;
        if (parameters == Parameters::stated) return none(s, div, closed);
    }
    return undecided("no configuration was found at which the equations can be evaluated");
}

}  // namespace anholon
