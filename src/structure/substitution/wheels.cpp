#include "structure/substitution/wheels.hpp"

#include <algorithm>
#include <map>

#include "expr/simplify.hpp"
#include "mechanics/forms/forms.hpp"
#include "structure/evidence/state_sampler.hpp"

namespace anholon {

namespace {

constexpr double wanted_bound = 1e-20;

bool depends_on(Expr e, Expr x) { return is_zero(derivative(e, x)).answer != Answer::yes; }

bool is_turn(const System& system, Expr q) {
    return std::ranges::any_of(system.rolling_axles, [&](const RollingAxle& axle) {
        return std::ranges::find(axle.turns, q) != axle.turns.end();
    });
}

// Where the turn of a wheel, or its rate, acts but by rolling.
Reason turn_acts(const Setting& s, const RollingAxle& axle, Expr turn) {
    const std::string name = text(turn);
    const Expr rest = s.L - axle.kinetic;
    if (depends_on(rest, turn) || depends_on(rest, dot(turn))) return name + " enters the energy on its own";
    for (std::size_t i = 0; i < s.n(); ++i) {
        if (depends_on(s.Q[i], turn) || depends_on(s.Q[i], dot(turn))) return "a force depends on " + name;
        if (s.q[i] == turn && is_zero(s.Q[i]).answer != Answer::yes) return "a force acts on " + name;
    }
    for (const Constraint& c : s.system.constraints) {
        const bool rolls = std::ranges::find(axle.rolling, c.name) != axle.rolling.end();
        if (depends_on(c.residual, turn) || (!rolls && depends_on(c.residual, dot(turn))))
            return "the constraint " + c.name + " restricts " + name;
    }
    return std::nullopt;
}

Reason turns_act(const Setting& s) {
    for (const RollingAxle& axle : s.system.rolling_axles)
        for (const Expr& turn : axle.turns)
            if (const Reason why = turn_acts(s, axle, turn)) return why;
    return std::nullopt;
}

// [L_s]_z = Q_z + μ ∂f/∂ż, f = 0: 003 (3.1)–(3.3), with the term that (3.1)₃ lacks. z are all coordinates but the turns of wheels.
struct Sleigh {
    std::vector<std::size_t> z;
    Equations equations;

    Sleigh(const Setting& s, std::span<const RollingAxle> skates) {
        Expr L = s.L;
        std::vector<std::string> rolling;
        for (const RollingAxle& axle : skates) {
            L = L - axle.kinetic + axle.skate_kinetic();
            rolling.insert(rolling.end(), axle.rolling.begin(), axle.rolling.end());
        }
        std::vector<Expr> f, mu, unknowns, residuals;
        const std::vector<Expr> all = s.velocity_constraints(), multipliers = s.multipliers("mu");
        for (std::size_t k = 0; k < all.size(); ++k) {
            if (std::ranges::find(rolling, s.system.constraints[k].name) != rolling.end()) continue;
            f.push_back(all[k]);
            mu.push_back(multipliers[k]);
        }
        const Covector E = s.lagrange(L);
        for (std::size_t i = 0; i < s.n(); ++i) {
            if (is_turn(s.system, s.q[i])) continue;
            z.push_back(i);
            Expr residual = E[i] - s.Q[i];
            for (std::size_t k = 0; k < f.size(); ++k) residual -= mu[k] * derivative(f[k], s.v[i]);
            residuals.push_back(residual);
            unknowns.push_back(dot(s.v[i]));
        }
        for (std::size_t k = 0; k < f.size(); ++k) {
            residuals.push_back(Dt(f[k]));
            unknowns.push_back(mu[k]);
        }
        set_linear_system(equations, residuals, unknowns);
    }
};

std::vector<Expr> entries(const Equations& e) {
    return std::vector<Expr>(e.W.entries().begin(), e.W.entries().end());
}

}  // namespace

SkateVerdict compare_with_skates(const Setting& s, std::span<const RollingAxle> skates,
                                 const Budget& budget) {
    const Equations wheeled = lagrange_multipliers(s);
    const Sleigh sleigh(s, skates);
    const std::vector<Expr> W = entries(wheeled), V = entries(sleigh.equations);
    std::vector<Expr> all;
    for (const auto* part : {&W, &wheeled.r, &V, &sleigh.equations.r})
        all.insert(all.end(), part->begin(), part->end());
    ManifoldPoints points(s, all);
    SkateVerdict verdict;
    const double size = static_cast<double>(wheeled.unknowns.size() + sleigh.equations.unknowns.size());
    std::size_t good = 0;
    const auto bound = [&] { return chance_of_error(points.elementary(), 4 * size * size, good); };
    for (std::uint64_t round = 0; round < 256 && (good < 8 || bound() > wanted_bound); ++round) {
        budget.check();
        if (round >= 64 && good == 0) break;
        if (!points.draw(1, round)) continue;
        const auto ours = points.solve(points.evaluate(W), points.evaluate(wheeled.r));
        const auto theirs = points.solve(points.evaluate(V), points.evaluate(sleigh.equations.r));
        for (std::size_t lane = 0; lane < ModularPoints::lanes; ++lane) {
            if (!points.is_alive(lane)) continue;
            ++good;
            for (std::size_t k = 0; k < sleigh.z.size(); ++k)
                if (ours[sleigh.z[k]][lane] != theirs[k][lane])
                    return {.answer = Answer::no, .differs = s.q[sleigh.z[k]]};
        }
    }
    if (good < 8) {
        verdict.reason = points.why().empty() ? "too few states were found" : points.why();
        return verdict;
    }
    return {.answer = Answer::yes, .error_bound = bound()};
}

WheelsAsSkates wheels_as_skates(const Setting& s, const Budget& budget) {
    if (s.system.rolling_axles.empty()) return {.verdict = WheelsVerdict::does_not_apply};
    if (s.system.motion.axiom != Axiom::nonholonomic)
        return {.reason = "wheels and skates are compared under the nonholonomic law of motion only"};
    if (const Reason why = turns_act(s)) return {.verdict = WheelsVerdict::no, .turn_acts = *why};
    const SkateVerdict same = compare_with_skates(s, s.system.rolling_axles, budget);
    if (same.answer == Answer::unknown) return {.reason = same.reason};
    if (same.answer == Answer::no) return {.verdict = WheelsVerdict::no, .differs = same.differs};
    WheelsAsSkates found{
        .verdict = WheelsVerdict::yes, .axles = s.system.rolling_axles, .error_bound = same.error_bound};
    for (const Expr& q : s.q)
        if (!is_turn(s.system, q)) found.kept.push_back(q);
    for (const RollingAxle& axle : s.system.rolling_axles)
        for (std::size_t k = 0; k < axle.turns.size(); ++k)
            found.quadratures.push_back({dot(axle.turns[k]), simplified(axle.rates[k])});
    return found;
}

}  // namespace anholon
