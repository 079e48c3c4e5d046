#include "structure/geometry/connection.hpp"

#include <algorithm>

#include "expr/simplify.hpp"
#include "structure/evidence/abbreviations.hpp"
#include "structure/evidence/state_sampler.hpp"
#include "structure/geometry/wagner_curvature.hpp"
#include "structure/measure/constrained_inertia.hpp"
#include "structure/zeros/vanishing.hpp"

namespace anholon {

NonholonomicConnection::NonholonomicConnection(const Setting& s, const Budget& budget)
    : s_(s), X_(s.frame()), l_(X_.l()) {
    const ConstrainedInertia inertia = constrained_inertia(s);
    if (!inertia.is_regular)
        throw Undefined("the kinetic energy is degenerate in the velocities that the constraints allow");
    G_ = inertia.G;
    inverse_G_ = inertia.inverse_G;
    K_ = inertia.K;
    C_.assign(l_ * l_ * l_, s.c.zero());
    for (const std::size_t r : X_.free_indices())
        for (const std::size_t p : X_.free_indices())
            for (const std::size_t u : X_.free_indices()) {
                Expr sum = X_.c(u, r, p);
                for (std::size_t a = l_ + 1; a <= X_.n(); ++a) sum += X_.c(a, r, p) * K_(a - 1, u - 1);
                C_[at(u, r, p)] = simplified(sum);
                budget.check();
            }
    const auto lowered = [&](std::size_t r, std::size_t p, std::size_t t) {
        Expr sum = s.c.zero();
        for (const std::size_t u : X_.free_indices()) sum += C_[at(u, r, p)] * metric(u, t);
        return sum;
    };
    gamma_.assign(l_ * l_ * l_, s.c.zero());
    for (const std::size_t r : X_.free_indices())
        for (const std::size_t p : X_.free_indices()) {
            std::vector<Expr> first;  // 2 g(∇_r X_p, X_t)
            for (const std::size_t t : X_.free_indices())
                first.push_back(X_.apply(r, metric(p, t)) + X_.apply(p, metric(r, t)) -
                                X_.apply(t, metric(r, p)) + lowered(r, p, t) - lowered(p, t, r) +
                                lowered(t, r, p));
            for (const std::size_t u : X_.free_indices()) {
                Expr sum = s.c.zero();
                for (const std::size_t t : X_.free_indices()) sum += inverse_G_(u - 1, t - 1) * first[t - 1];
                gamma_[at(u, r, p)] = simplified(sum / 2);
                budget.check();
            }
        }
}

Expr NonholonomicConnection::across(std::size_t u, std::size_t a, std::size_t p) const {
    Expr sum = X_.c(u, a, p) + X_.apply(p, K_(a - 1, u - 1));
    for (std::size_t b = l_ + 1; b <= X_.n(); ++b) sum += X_.c(b, a, p) * K_(b - 1, u - 1);
    for (const std::size_t v : X_.free_indices()) sum -= K_(a - 1, v - 1) * C_[at(u, v, p)];
    return sum;
}

Expr NonholonomicConnection::curvature(std::size_t u, std::size_t p, std::size_t r, std::size_t s) const {
    Expr sum = X_.apply(r, gamma(u, s, p)) - X_.apply(s, gamma(u, r, p));
    for (const std::size_t v : X_.free_indices())
        sum += gamma(v, s, p) * gamma(u, r, v) - gamma(v, r, p) * gamma(u, s, v) -
               C_[at(v, r, s)] * gamma(u, v, p);
    for (std::size_t a = l_ + 1; a <= X_.n(); ++a) {
        const Expr c = X_.c(a, r, s);
        if (c != s_.c.zero()) sum -= c * across(u, a, p);
    }
    return simplified(sum);
}

std::vector<Expr> NonholonomicConnection::motion_residuals() const {
    std::vector<Expr> out;
    Substitution eta;
    for (const std::size_t s : X_.free_indices()) eta.emplace_back(X_.eta(s), X_.definition(s));
    for (const std::size_t u : X_.free_indices()) {
        Expr sum = substitute(Dt(X_.definition(u)), s_.kinematics(s_.v));
        for (const std::size_t r : X_.free_indices()) {
            sum -= inverse_G_(u - 1, r - 1) * (X_.force(r) - X_.apply(r, s_.V));
            for (const std::size_t p : X_.free_indices()) sum += gamma(u, r, p) * X_.eta(r) * X_.eta(p);
        }
        out.push_back(substitute(substitute(sum, X_.on_constraints()), eta));
    }
    return out;
}

namespace {

// Why a system has none; nothing if it has.
Reason no_connection(const Setting& s) {
    if (s.has_nonlinear_constraints()) return "a constraint is not linear in the velocities";
    if (const Axiom axiom = s.system.motion.axiom;
        axiom != Axiom::nonholonomic && s.has_velocity_constraints())
        return "the law of this model is not the nonholonomic one";
    const auto holds = [](const Expr& e, const Expr& x) { return !vanishes(derivative(e, x)); };
    Expr euler = -2 * s.T;
    for (const Expr& v : s.v) euler += v * derivative(s.T, v);
    if (!vanishes(euler) || holds(s.T, s.t))
        return "the kinetic energy is not a quadratic form of the velocities that does not depend on time";
    const Matrix M = hessian(s.T, s.v);
    for (const Expr& entry : M.entries())
        for (const Expr& v : s.v)
            if (holds(entry, v)) return "the kinetic energy is not quadratic in the velocities";
    const ConstraintRows rows = constraint_rows(s.system);
    if (!std::ranges::all_of(rows.a0, vanishes)) return "a constraint is not homogeneous in the velocities";
    for (const Expr& entry : rows.a.entries())
        if (holds(entry, s.t)) return "a constraint depends on time";
    return s.no_frame();
}

bool is_inertial(const Setting& s) {
    return std::ranges::all_of(s.Q.components(), vanishes) &&
           std::ranges::all_of(s.q, [&](const Expr& q) { return vanishes(derivative(s.V, q)); });
}

// Whether motions are what the connection says, by the multipliers' form at states over prime fields.
void prove_motions(ConnectionFound& found, const Setting& s, const NonholonomicConnection& connection,
                   Vanishing& vanishing, const Budget& budget) {
    for (const VanishingVerdict& one :
         vanish(s, connection.motion_residuals(), StateSampler::At::motion, Parameters::free, budget)) {
        if (one.answer == Answer::unknown) found.reason = one.reason;
        if (one.answer == Answer::no) throw std::logic_error("the connection disagrees with the motion");
        vanishing.count_error(one.error_bound);
    }
}

void find_parallelism(ConnectionFound& found, const Setting& s, const NonholonomicConnection& connection,
                      Vanishing& vanishing, const Budget& budget) {
    try {
        WagnerCurvature wagner = wagner_curvature(s, connection, budget);
        found.is_parallel = wagner.vanishes;
        found.parallelism_open = wagner.reason;
        found.wagner_fields = std::move(wagner.fields);
        found.wagner = std::move(wagner.components);
        if (wagner.vanishes == Answer::yes) vanishing.count_error(wagner.error_bound);
    } catch (const TimeIsUp&) {
        found.parallelism_open = "the time allowed is up";
    }
}

}  // namespace

ConnectionFound nonholonomic_connection(const Setting& s, const Budget& budget) {
    ConnectionFound found;
    if (const Reason why = no_connection(s)) {
        found.verdict = ConnectionVerdict::does_not_apply;
        found.reason = *why;
        found.proof = {FactProof::Kind::definition};
        return found;
    }
    found.velocities = s.frame().free();
    found.has_constraints = s.has_velocity_constraints();
    found.is_inertial = is_inertial(s);
    const NonholonomicConnection connection(s, budget);
    Vanishing vanishing(s, budget);
    prove_motions(found, s, connection, vanishing, budget);
    if (!found.reason.empty()) return found;
    const Abbreviations letters(s);
    const auto keep = [&](std::vector<ConnectionFound::Component>& list, std::vector<std::size_t> indices,
                          const Expr& value) {
        budget.check();
        const Vanishing::Result result = vanishing(value);
        if (result.answer == Answer::unknown) found.reason = result.reason;
        if (result.answer == Answer::no)
            list.push_back({std::move(indices), letters.in_letters(value, budget)});
    };
    const auto free = s.frame().free_indices();
    for (const std::size_t u : free)
        for (const std::size_t r : free)
            for (const std::size_t p : free) keep(found.gamma, {u, r, p}, connection.gamma(u, r, p));
    for (const std::size_t u : free)
        for (const std::size_t p : free)
            for (const std::size_t r : free)
                for (std::size_t t = r + 1; t <= connection.l(); ++t)
                    keep(found.curvature, {u, p, r, t}, connection.curvature(u, p, r, t));
    if (!found.reason.empty()) return found;
    find_parallelism(found, s, connection, vanishing, budget);
    found.verdict = found.curvature.empty() ? ConnectionVerdict::flat : ConnectionVerdict::curved;
    found.for_these_parameters = vanishing.for_these_parameters() ||
                                 (found.is_parallel == Answer::yes && !found.parallelism_open.empty());
    found.proof = vanishing.proof();
    return found;
}

}  // namespace anholon
