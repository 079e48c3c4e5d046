#include "structure/multiplier/hojman.hpp"

#include <algorithm>

#include "expr/linear.hpp"
#include "expr/operations.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "mechanics/forms/registry.hpp"
#include "structure/integrals/energy.hpp"
#include "structure/integrals/integrals.hpp"
#include "structure/symmetries/affine_symmetries.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMostVariables = 8, kMostFree = 4;
constexpr std::size_t kMostOperations = 300;  // of the field

}  // namespace

Expr StateField::along(const std::vector<Expr>& Y, const Expr& f) const {
    Expr sum = f.context().zero();
    for (std::size_t i = 0; i < x.size(); ++i) sum += Y[i] * derivative(f, x[i]);
    return sum;
}

std::vector<Expr> StateField::bracket(const std::vector<Expr>& A, const std::vector<Expr>& B) const {
    std::vector<Expr> out;
    for (std::size_t i = 0; i < x.size(); ++i) out.push_back(simplified(along(A, B[i]) - along(B, A[i])));
    return out;
}

JacobiIdentity jacobi_identity(std::span<const Expr> x, const Bivector& J, const Budget& budget) {
    const std::size_t n = x.size();
    const auto nested = [&](std::size_t i, std::size_t j, std::size_t k) {  // {x_i, {x_j, x_k}}
        Expr sum = x[0].context().zero();
        for (std::size_t m = 0; m < n; ++m) sum += J(i, m) * derivative(J(j, k), x[m]);
        return sum;
    };
    JacobiIdentity out;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j)
            for (std::size_t k = j + 1; k < n; ++k) {
                budget.check();
                const ZeroVerdict zero =
                    is_zero_modulo_primes(nested(i, j, k) + nested(j, k, i) + nested(k, i, j));
                if (zero.answer != Answer::yes)
                    return {.holds = zero.answer, .failing = {i, j, k}, .reason = zero.reason};
                out.error_bound += zero.error_bound;
            }
    return out;
}

namespace {

struct NoField {
    std::string reason;
    bool is_outside;
};

// In the quasi-velocities of Hamel's equations.
StateField state_field(const Setting& s) {
    if (!s.system.functions_of_place().empty())
        throw NoField{"the coordinates are not independent: geometric constraints tie them", true};
    if (s.system.motion.axiom != Axiom::nonholonomic)
        throw NoField{"the law of this model is not the nonholonomic one", true};
    if (s.has_nonlinear_constraints()) throw NoField{"a constraint is not linear in the velocities", true};
    const EquationForm& form = *find_form("hamel");
    if (const Reason reason = form.inapplicable(s)) throw NoField{*reason, true};
    if (s.frame().l() > kMostFree || s.q.size() + s.frame().l() > kMostVariables)
        throw NoField{"the system has too many variables", false};
    const Equations equations = form.derive(s);
    const Solution solved = anholon::solved(equations);
    if (solved.outcome != Solution::Outcome::unique)
        throw NoField{"the accelerations are not determined", false};
    Substitution z;
    for (std::size_t k = 0; k < equations.unknowns.size(); ++k)
        z.emplace_back(equations.unknowns[k], solved.x[k]);
    StateField out{equations.state, {}};
    for (const Expr& rate : equations.rates) out.X.push_back(simplified(substitute(rate, z)));
    if (operations(out.X).total() > kMostOperations)
        throw NoField{"the equations of motion are too long", false};
    for (const Expr& symbol : symbols_of(s.c, out.X)) {
        if (symbol == s.t) throw NoField{"the equations depend on time", true};
        const bool is_known =
            std::ranges::find(out.x, symbol) != out.x.end() || symbol.symbol().kind != SymbolKind::variable;
        if (!is_known) throw NoField{"the equations hold what is no variable of the state", true};
    }
    return out;
}

// Functions of t, q, q̇ in the variables of the state, on the constraints.
Expr in_state(const Setting& s, const Expr& e) {
    return simplified(substitute(s.frame().in_eta(e), s.frame().on_constraints()));
}

struct Integral {
    Expr value;
    bool is_energy;
};

// The energy, integrals that the model expects, and those that are found: each proved on the field, none a function of those before.
std::vector<Integral> known_integrals(const Setting& s, const StateField& motion, const Budget& budget) {
    std::vector<Integral> out;
    const auto add = [&](const Expr& e, bool is_energy) {
        budget.check();
        const Expr F = in_state(s, e);
        for (const Expr& symbol : symbols_of(F))
            if (symbol == s.t || (symbol.symbol().kind == SymbolKind::variable &&
                                  std::ranges::find(motion.x, symbol) == motion.x.end()))
                return;
        if (!vanishes(motion.along(motion.X, F))) return;
        std::vector<Expr> all;
        for (const Integral& one : out) all.push_back(one.value);
        all.push_back(F);
        const RankResult independent = rank(jacobian(all, motion.x));
        if (independent.rank == all.size()) out.push_back({F, is_energy});
    };
    add(energy_of(s, moving_lagrangian(s)), true);
    for (const Expectation& expected : s.system.expectations)
        if (expected.kind == Expectation::Kind::integral && expected.left) add(expected.left, false);
    if (!s.on_algebra())
        for (const FirstIntegral& one : first_integrals(s, budget).list)
            if (one.valid == Parameters::free) add(one.value, false);
    return out;
}

// Y = η_s ∂/∂η_s, then what affine symmetries of the coordinates make of the state.
std::vector<std::vector<Expr>> candidates(const Setting& s, const StateField& motion, const Budget& budget) {
    std::vector<std::vector<Expr>> out(1);
    for (const Expr& x : motion.x) out[0].push_back(std::ranges::find(s.q, x) == s.q.end() ? x : s.c.zero());
    if (s.on_algebra()) return out;
    const AdaptedFrame& frame = s.frame();
    for (const AffineField& field : affine_symmetries(s, budget).fields) {
        const std::vector<Expr> xi = components(field, s), rates = velocity_components(field, s);
        Direction prolonged;
        for (std::size_t i = 0; i < s.q.size(); ++i) {
            prolonged.emplace_back(s.q[i], xi[i]);
            prolonged.emplace_back(s.v[i], rates[i]);
        }
        std::vector<Expr> Y;
        for (const Expr& x : motion.x) {
            const auto q = std::ranges::find(s.q, x);
            if (q != s.q.end()) {
                Y.push_back(xi[static_cast<std::size_t>(q - s.q.begin())]);
                continue;
            }
            for (const std::size_t r : frame.free_indices())
                if (frame.eta(r) == x)
                    Y.push_back(in_state(s, directional_derivative(frame.definition(r), prolonged)));
        }
        if (Y.size() == motion.x.size()) out.push_back(std::move(Y));
    }
    return out;
}

// [Y, X] is a combination of X and Y, which are independent.
bool spans_an_integrable_plane(const StateField& motion, const std::vector<Expr>& Y, double& error_bound) {
    Matrix two(motion.x[0].context(), 2, motion.x.size()), three(motion.x[0].context(), 3, motion.x.size());
    const std::vector<Expr> Z = motion.bracket(Y, motion.X);
    for (std::size_t i = 0; i < motion.x.size(); ++i) {
        two(0, i) = three(0, i) = motion.X[i];
        two(1, i) = three(1, i) = Y[i];
        three(2, i) = Z[i];
    }
    const RankResult all = rank(three);
    error_bound += all.error_bound;
    return rank(two).rank == 2 && all.rank == 2;
}

// F and H of degrees d and e under Y: F^e/H^d, with the degrees freed of common factors.
Expr casimir(const StateField& motion, const std::vector<Expr>& Y, const Expr& F, const Expr& H) {
    const Expr of_F = simplified(motion.along(Y, F) / F), of_H = simplified(motion.along(Y, H) / H);
    if (!of_F.is_number() || !of_H.is_number()) return {};
    const Rational d = of_F.number(), e = of_H.number();
    if (d.is_zero()) return F;
    if (e.is_zero()) return {};
    const Rational ratio = d / e;  // F/H^ratio, as a power that is whole
    const Rational times(ratio.denominator());
    return simplified(pow(F, times) / pow(H, ratio * times));
}

std::vector<Expr> casimirs(const StateField& motion, const std::vector<Expr>& Y,
                           const std::vector<Integral>& integrals, const Expr& H) {
    std::vector<Expr> out;
    for (const Integral& one : integrals) {
        if (one.value == H) continue;
        const Expr C = casimir(motion, Y, one.value, H);
        if (!C || !vanishes(motion.along(Y, C)) || !vanishes(motion.along(motion.X, C))) continue;
        out.push_back(C);
        if (rank(jacobian(out, motion.x)).rank != out.size()) out.pop_back();
    }
    return out;
}

}  // namespace

HojmanStructure hojman_structure(const Setting& s, const Budget& budget) {
    HojmanStructure out;
    try {
        out.motion = state_field(s);
    } catch (const NoField& none) {
        out.reason = none.reason;
        if (none.is_outside) out.verdict = PoissonVerdict::does_not_apply;
        return out;
    }
    if (out.motion.x.size() < 2) {
        out.verdict = PoissonVerdict::does_not_apply;
        out.reason = "the state has one variable";
        return out;
    }
    const std::vector<Integral> integrals = known_integrals(s, out.motion, budget);
    out.integrals = integrals.size();
    bool is_scaling = true;
    for (const std::vector<Expr>& Y : candidates(s, out.motion, budget)) {
        const bool scales = std::exchange(is_scaling, false);
        budget.check();
        double error_bound = 0;
        if (!spans_an_integrable_plane(out.motion, Y, error_bound)) continue;
        for (const Integral& one : integrals) {
            const Expr rate = simplified(out.motion.along(Y, one.value));
            if (vanishes(rate)) continue;
            out.Y = Y;
            out.scales_velocities = scales;
            out.H = one.value;
            out.H_is_energy = one.is_energy;
            out.rate = rate;
            const std::size_t n = out.motion.x.size();
            out.J = Matrix(s.c, n, n);
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j)
                    out.J(i, j) = simplified((out.motion.X[i] * Y[j] - out.motion.X[j] * Y[i]) / rate);
            const JacobiIdentity jacobi = jacobi_identity(out.motion.x, out.J, budget);
            if (jacobi.holds == Answer::no)
                throw std::logic_error("Hojman's structure does not satisfy Jacobi's identity");
            if (jacobi.holds == Answer::unknown) {
                out.reason = jacobi.reason;
                return out;
            }
            out.casimirs = casimirs(out.motion, Y, integrals, out.H);
            out.error_bound = error_bound + jacobi.error_bound;
            out.verdict = PoissonVerdict::found;
            return out;
        }
    }
    out.verdict = PoissonVerdict::none_found;
    return out;
}

}  // namespace anholon
