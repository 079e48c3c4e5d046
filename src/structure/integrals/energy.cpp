#include "structure/integrals/energy.hpp"

#include <algorithm>

#include "expr/build.hpp"
#include "mechanics/forms/core.hpp"
#include "model/request.hpp"
#include "structure/evidence/abbreviations.hpp"
#include "structure/evidence/constant_relations.hpp"
#include "structure/integrals/noether.hpp"

namespace anholon {

namespace {

using At = StateSampler::At;

Expr stiffness(const Setting& s) { return s.system.motion.stiffness; }

std::vector<const Constraint*> velocity_constraints(const Setting& s) {
    std::vector<const Constraint*> list;
    for (const Constraint& k : s.system.constraints)
        if (k.kind != Constraint::Kind::geometric) list.push_back(&k);
    return list;
}

using Power = EnergyBalance::Power;

Expr pairing(const Covector& force, const Setting& s) { return force(Vector(s.v)); }

// The power of what keeps the velocity constraint number k up, by the axiom of motion (theory §2).
Expr reaction_power(const Setting& s, std::size_t k, const Constraint& f, Expr lambda) {
    const Motion& motion = s.system.motion;
    switch (motion.axiom) {
        case Axiom::nonholonomic: return lambda * pairing(d(f.residual, s.v), s);
        case Axiom::vakonomic:
            return lambda * pairing(s.lagrange(f.residual), s) + dot(lambda) * pairing(d(f.residual, s.v), s);
        case Axiom::servo_force: return lambda * pairing(Covector(motion.directions.at(k)), s);
        case Axiom::servo_momentum:
            return -(lambda * pairing(s.lagrange(motion.momenta.at(k)), s)) -
                   dot(lambda) * pairing(d(motion.momenta.at(k), s.v), s);
        case Axiom::viscous: return -stiffness(s) / 2 * pairing(d(pow(f.residual, 2), s.v), s);
        case Axiom::added_mass:
        case Axiom::free: return s.c.zero();
    }
    return s.c.zero();
}

// Ė = Q_i q̇_i − ∂L/∂t + the power of the reactions.
std::vector<Power> powers(const Setting& s) {
    using enum Power::Source;
    std::vector<Power> parts{{forces, "", pairing(s.Q, s)},
                             {time, "", -derivative(moving_lagrangian(s), s.t)}};
    const std::vector<Expr> lambda = s.multipliers();
    std::size_t k = 0;
    for (std::size_t i = 0; i < s.system.constraints.size(); ++i) {
        const Constraint& f = s.system.constraints[i];
        if (f.kind == Constraint::Kind::geometric)
            parts.push_back({reaction, f.name, -lambda[i] * derivative(f.residual, s.t)});
        else
            parts.push_back({reaction, f.name, reaction_power(s, k++, f, lambda[i])});
    }
    return parts;
}

// With the names of the stated quasi-velocities where their definitions occur.
Expr with_quasi_velocities(const Setting& s, Expr e) {
    Substitution names;
    for (const QuasiVelocity& quasi : s.system.quasi) {
        const auto [coefficient, id] = split_coefficient(s.c, quasi.definition.id());
        names.emplace_back(Expr(s.c, id), quasi.symbol / coefficient);
    }
    return substitute(e, names);
}

// Velocities by the free ones, where there are such and that is shorter: on the constraints, for people.
Expr on_constraints(const Setting& s, Expr e, const Budget& budget) {
    Expr as_given = operations(simplified(e)).total() < operations(e).total() ? simplified(e) : e;
    const Expr in_quasi = with_quasi_velocities(s, as_given);
    if (operations(in_quasi).total() < operations(as_given).total()) as_given = in_quasi;
    if (!keeps_velocity_constraints(s.system.motion.axiom) || s.no_frame()) return as_given;
    const Expr free = Abbreviations(s).in_letters(
        simplified(substitute(s.frame().in_eta(e), s.frame().on_constraints())), budget);
    return operations(free).total() <= operations(as_given).total() ? free : as_given;
}

// Which of X_0 = ∂/∂t, c^m_0s = 0, X_0 L̂ = 0, Q_s = 0 fail, and what then changes y_s η_s − L̂.
std::optional<EnergyBalance::Failing> failing_conditions(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const auto fails = [&](Expr e) {
        return is_zero_modulo_primes(substitute(e, X.on_constraints())).answer != Answer::yes;
    };
    EnergyBalance::Failing failing{.X_0_L_vanishes = fails(X.apply(0, s.L_in_frame()))};
    for (const Expr& q : s.q) failing.X_0_is_time = failing.X_0_is_time || fails(X.apply(0, q));
    for (std::size_t k = 1; k <= X.l(); ++k) {
        failing.Q_vanish = failing.Q_vanish || fails(X.force(k));
        for (std::size_t m = 1; m <= X.n(); ++m)
            failing.c_0_vanish = failing.c_0_vanish || fails(X.c(m, 0, k));
    }
    if (!failing.X_0_is_time && !failing.c_0_vanish && !failing.X_0_L_vanishes && !failing.Q_vanish)
        return std::nullopt;
    failing.power = simplified(power_in_frame(s));
    return failing;
}

std::optional<EnergyIntegral> proved(const Setting& s, Expr E, const std::vector<Expr>& xi, Parameters valid,
                                     const Budget& budget) {
    EnergyIntegral found{E - dot(xi, gradient(s.L, s.v)), xi, valid};
    const auto proof = vanish(s, {Dt(found.value)}, At::motion, valid, budget)[0];
    found.error_bound = proof.error_bound;
    return proof.answer == Answer::yes ? std::optional(found) : std::nullopt;
}

// Fields ξ = (c_ij q_j + c_i) ∂/∂q_i first, then that of the frame, ξ_i = B_i0.
std::optional<EnergyIntegral> jacobi_integral(const Setting& s, Expr E, const Budget& budget) {
    const ConstraintRows rows = constraint_rows(s.system);
    const std::vector<LinearField> fields = linear_fields(s);
    const Covector p = d(s.L, s.v);
    // At each state: −(p_i q_j)˙ …, Ė; then for each constraint a_i q_j …, a_0.
    std::vector<Expr> table;
    for (const auto& [i, f] : fields) table.push_back(-Dt(f * p[i]));
    table.push_back(Dt(E));
    for (std::size_t m = 0; m < rows.a0.size(); ++m) {
        for (const auto& [i, f] : fields) table.push_back(f * rows.a(m, i));
        table.push_back(rows.a0[m]);
    }
    RelationProblem problem;
    problem.columns = fields.size() + 1;
    problem.conditions_per_state = 1 + rows.a0.size();
    problem.conditions = rows_of_length(problem.columns);
    StateSampler sampler(s, table, At::motion);
    for (const Relation& relation : constant_relations(s, sampler, problem, budget).list) {
        const Expr scale = relation.c.back();
        if (scale == s.c.zero()) continue;
        std::vector<Expr> c;
        for (const Expr& ck : relation.c) c.push_back(simplified(ck / scale));
        if (auto found = proved(s, E, combined(s, fields, c), relation.valid, budget)) return found;
    }
    if (s.no_frame()) return std::nullopt;
    return proved(s, E, s.frame().frame().B0(), Parameters::free, budget);
}

bool may_have_jacobi_integral(const Setting& s) {
    return !s.on_algebra() && s.system.motion.axiom == Axiom::nonholonomic && !s.has_nonlinear_constraints();
}

// The parts of Ė that do not vanish, as they are shown.
std::vector<Power> working_powers(const Setting& s, const Budget& budget) {
    const std::vector<Power> parts = powers(s);
    std::vector<Expr> values;
    for (const Power& p : parts) values.push_back(p.value);
    const auto verdicts = vanish(s, values, At::motion, Parameters::free, budget);
    std::vector<Power> working;
    for (std::size_t k = 0; k < parts.size(); ++k)
        if (verdicts[k].answer != Answer::yes)
            working.push_back(
                {parts[k].source, parts[k].constraint, on_constraints(s, parts[k].value, budget)});
    return working;
}

// A core may have let go of coordinates that the energy holds, such as the height of a ball in a cylinder.
bool lacks_energy(const Setting& s) { return is_core(s.system) && !s.system.energy; }

}  // namespace

Expr moving_lagrangian(const Setting& s) {
    Expr L = s.L;
    if (s.system.motion.axiom == Axiom::added_mass)
        for (const Constraint* f : velocity_constraints(s)) L += stiffness(s) / 2 * pow(f->residual, 2);
    return L;
}

Expr energy_of(const Setting& s, Expr L) {
    if (s.system.energy) return s.system.energy;  // of a core, which L* does not give where constraints move
    const Expr E = energy_of(L, s.v), sum = s.T + s.V;
    return is_zero_modulo_primes(E - sum).answer == Answer::yes ? sum : E;
}

Expr power_in_frame(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const Expr L = s.L_in_frame();
    const Covector y = d(L, X.eta());
    Expr power = -X.apply(0, L);
    for (std::size_t k = 1; k <= X.l(); ++k) power += X.eta(k) * (y(X.bracket(0, k)) + X.force(k));
    return substitute(power, X.on_constraints());
}

EnergySearch energy_integral(const Setting& s, const Budget& budget) {
    if (lacks_energy(s)) return {};
    const Expr E = energy_of(s, moving_lagrangian(s));
    for (const Parameters valid : {Parameters::free, Parameters::stated}) {
        const auto verdict = vanish(s, {Dt(E)}, At::motion, valid, budget)[0];
        if (verdict.answer == Answer::yes) return {EnergyIntegral{E, {}, valid, verdict.error_bound}, ""};
        if (verdict.answer == Answer::unknown) return {std::nullopt, verdict.reason};
    }
    if (!may_have_jacobi_integral(s)) return {};
    return {jacobi_integral(s, E, budget), ""};
}

EnergyBalance energy_balance(const Setting& s, const Budget& budget) {
    if (lacks_energy(s))
        return {.reason =
                    "the energy depends on coordinates that the core has left: ask it of the full system"};
    const EnergySearch search = energy_integral(s, budget);
    if (!search.undecided.empty()) return {.reason = search.undecided};
    EnergyBalance balance{.verdict = EnergyVerdict::none};
    if (const auto& integral = search.integral) {
        balance.verdict = integral->is_jacobis() ? EnergyVerdict::jacobi : EnergyVerdict::energy;
        balance.integral = integral->value;
        balance.xi = integral->xi;
        balance.valid = integral->valid;
        balance.error_bound = integral->error_bound;
    } else {
        balance.integral = energy_of(s, moving_lagrangian(s));
        balance.jacobi_was_sought = may_have_jacobi_integral(s);
    }
    balance.value = on_constraints(s, balance.integral, budget);
    if (search.integral && balance.is_conserved_for_all()) return balance;
    if (s.system.motion.axiom == Axiom::nonholonomic && !s.no_frame())
        balance.failing = failing_conditions(s);
    balance.powers = working_powers(s, budget);
    return balance;
}

}  // namespace anholon
