#include "structure/groups/lie_algebra.hpp"

#include <algorithm>

#include "structure/evidence/fresh.hpp"
#include "structure/zeros/vanishing.hpp"

namespace anholon {

namespace {

constexpr int kCasimirDegree = 3, kIntegralDegree = 2;
constexpr std::size_t kMaxEnclosed = 4;  // free velocities up to which invariant lines are enclosed

LieAlgebraVerdict verdict_of(GroupSystem::Law law) {
    switch (law) {
        case GroupSystem::Law::free: return LieAlgebraVerdict::euler_poincare;
        case GroupSystem::Law::suslov: return LieAlgebraVerdict::suslov;
        case GroupSystem::Law::first_kind: return LieAlgebraVerdict::servo_first;
        case GroupSystem::Law::vakonomic: return LieAlgebraVerdict::vakonomic;
        case GroupSystem::Law::second_kind: return LieAlgebraVerdict::servo_second;
    }
    return LieAlgebraVerdict::undecided;
}

// m + λ_μ b_μ, with ω on the constraints
std::vector<Expr> momentum(const GroupSystem& g, const ReducedSystem& r) {
    std::vector<Expr> k;
    for (std::size_t i = 0; i < g.n(); ++i) {
        k.push_back(substitute(dot(g.I.row(i), g.omega), r.on_constraints));
        if (g.is_second_kind())
            for (std::size_t mu = 0; mu < g.b.size(); ++mu) k[i] += g.lambda[mu] * g.b[mu][i];
    }
    return k;
}

// Ḟ along ẋ = v and, for the second kind, λ̇
Expr rate_along_motion(const GroupSystem& g, const ReducedSystem& r, Expr F) {
    Direction along;
    for (std::size_t i = 0; i < r.x.size(); ++i) along.emplace_back(r.x[i], r.v[i]);
    if (g.is_second_kind())
        for (std::size_t mu = 0; mu < g.lambda.size(); ++mu) along.emplace_back(g.lambda[mu], r.lambda[mu]);
    return directional_derivative(F, along);
}

void find_casimirs(LieAlgebraSystem& found, const Setting& s, const GroupSystem& g, const ReducedSystem& r,
                   const Budget& budget, Vanishing& vanishes) {
    const std::vector<Expr> m = fresh_variables(s, "m", g.n());
    found.casimirs = casimirs(g, m, kCasimirDegree, budget);
    if (g.law != GroupSystem::Law::free && !g.is_second_kind()) return;
    const std::vector<Expr> k = momentum(g, r);
    Substitution at_momentum;
    for (std::size_t i = 0; i < g.n(); ++i) at_momentum.emplace_back(m[i], k[i]);
    for (const Expr& F : found.casimirs.functions) {
        const Expr integral = substitute(F, at_momentum);
        if (vanishes(rate_along_motion(g, r, integral)).answer == Answer::yes)
            found.casimir_integrals.push_back(integral);
    }
}

// Is b a multiple of a? All 2×2 minors vanish.
bool is_parallel(const GroupSystem& g, Vanishing& vanishes) {
    for (std::size_t i = 0; i < g.n(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (vanishes(g.a[0][i] * g.b[0][j] - g.a[0][j] * g.b[0][i]).answer != Answer::yes) return false;
    return true;
}

void find_first_kind(LieAlgebraSystem& found, const Setting& s, const GroupSystem& g, const ReducedSystem& r,
                     const Budget& budget, Vanishing& vanishes) {
    found.x = r.x;
    found.v = r.v;
    found.polynomial_integrals = polynomial_integrals(r, kIntegralDegree, budget);
    for (const Expr& F : found.polynomial_integrals.functions)
        if (vanishes(rate_along_motion(g, r, F)).answer == Answer::yes) found.integrals.push_back(F);
    found.energy_is_integral =
        g.law == GroupSystem::Law::suslov || (g.a.size() == 1 && is_parallel(g, vanishes));
    found.energy_is_definite = found.energy_is_integral && is_energy_definite(s, g, r);
    if (r.x.size() == 2) found.plane = plane_quadratic(s, r);
    if (r.x.size() != 2 && found.energy_is_definite) found.equilibria = reduced_equilibria(s, r, budget);
    if (r.x.size() > 2 && r.x.size() <= kMaxEnclosed) {
        const auto v = quadratic_field(s, r);
        found.lines_were_enclosed = true;
        found.lines = v ? enclosed_lines(*v, budget) : std::nullopt;
    }
}

bool rests_with_any_lambda(const GroupSystem& g, const ReducedSystem& r, Vanishing& vanishes) {
    Substitution at_rest;
    for (const Expr& x : r.x) at_rest.emplace_back(x, g.context().zero());
    std::vector<Expr> rates = r.v;
    rates.insert(rates.end(), r.lambda.begin(), r.lambda.end());
    return std::ranges::all_of(substitute(rates, at_rest),
                               [&](Expr e) { return vanishes(e).answer == Answer::yes; });
}

}  // namespace

LieAlgebraSystem lie_algebra_system(const Setting& s, const Budget& budget) {
    budget.check();
    const GroupSystemResult result = group_system(s);
    if (!result.system)
        return {
            .verdict = result.is_outside ? LieAlgebraVerdict::does_not_apply : LieAlgebraVerdict::undecided,
            .reason = result.why_not};
    const GroupSystem& g = *result.system;
    Vanishing vanishes(s, budget);
    LieAlgebraSystem found{
        .verdict = verdict_of(g.law), .algebra = g.algebra, .law = g.law, .omega = g.omega};
    if (!g.a.empty()) {
        found.realisability = realisability(g);
        found.vanishes_identically = vanishes(found.realisability).answer == Answer::yes;
    }
    const auto r = found.vanishes_identically ? std::nullopt : reduced(g);
    if (!r) {
        found.verdict = LieAlgebraVerdict::not_realisable;
        found.proof = vanishes.proof();
        return found;
    }
    budget.check();
    find_casimirs(found, s, g, *r, budget, vanishes);
    if (g.is_second_kind())
        found.rests_with_any_lambda = rests_with_any_lambda(g, *r, vanishes);
    else
        find_first_kind(found, s, g, *r, budget, vanishes);
    if (s.on_algebra() && g.algebra == "so(3)" && g.a.size() == 1 && g.is_second_kind())
        found.body = servo_body(g, fresh_variables(s, "gamma", 3), vanishes);
    found.proof = vanishes.proof();
    found.proof.method = "exact linear algebra";
    return found;
}

}  // namespace anholon
