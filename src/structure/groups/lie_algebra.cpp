#include "structure/groups/lie_algebra.hpp"

#include <algorithm>
#include <cstdio>

#include "structure/evidence/fresh.hpp"
#include "structure/evidence/sentence.hpp"
#include "structure/groups/casimir.hpp"
#include "structure/groups/invariant_lines.hpp"
#include "structure/groups/servo_body.hpp"
#include "structure/zeros/vanishing.hpp"

namespace anholon {

namespace {

constexpr int kCasimirDegree = 3, kIntegralDegree = 2;
constexpr std::size_t kMaxEnclosed = 4;  // free velocities up to which invariant lines are enclosed

std::string_view verdict_of(GroupSystem::Law law) {
    switch (law) {
        case GroupSystem::Law::free: return "Euler-Poincare";
        case GroupSystem::Law::suslov: return "Suslov";
        case GroupSystem::Law::first_kind: return "servo first";
        case GroupSystem::Law::vakonomic: return "vakonomic";
        case GroupSystem::Law::second_kind: return "servo second";
    }
    return "";
}

std::string_view equations_of(GroupSystem::Law law) {
    switch (law) {
        case GroupSystem::Law::free: return "the Euler-Poincare equations";
        case GroupSystem::Law::suslov: return "the Euler-Poincare-Suslov equations";
        case GroupSystem::Law::first_kind: return "a servo-constraint of the first kind";
        case GroupSystem::Law::vakonomic: return "vakonomic equations";
        case GroupSystem::Law::second_kind: return "a servo-constraint of the second kind";
    }
    return "";
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

void say_casimirs(Fact& fact, const Setting& s, const GroupSystem& g, const ReducedSystem& r,
                  const Budget& budget, Vanishing& vanishes) {
    const std::vector<Expr> m = fresh_variables(s, "m", g.n());
    const PolynomialsFound found = casimirs(g, m, kCasimirDegree, budget);
    Sentence saying = briefly();
    saying << "Casimir functions, polynomials up to degree " << std::to_string(found.degree) << ": ";
    if (found.functions.empty()) saying << "none";
    for (std::size_t i = 0; i < found.functions.size(); ++i)
        saying << (i == 0 ? "" : "; ") << found.functions[i];
    fact.statement.push_back(saying);
    if (g.law != GroupSystem::Law::free && !g.is_second_kind()) return;
    const std::vector<Expr> k = momentum(g, r);
    Substitution at_momentum;
    for (std::size_t i = 0; i < g.n(); ++i) at_momentum.emplace_back(m[i], k[i]);
    for (const Expr& F : found.functions) {
        const Expr integral = substitute(F, at_momentum);
        if (vanishes(rate_along_motion(g, r, integral)).answer == Answer::yes)
            fact.statement.push_back(briefly()
                                     << "first integral, a Casimir function of "
                                     << (g.is_second_kind() ? "m + lambda b: " : "m: ") << integral);
    }
}

// Is b a multiple of a? All 2×2 minors vanish.
bool is_parallel(const GroupSystem& g, Vanishing& vanishes) {
    for (std::size_t i = 0; i < g.n(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (vanishes(g.a[0][i] * g.b[0][j] - g.a[0][j] * g.b[0][i]).answer != Answer::yes) return false;
    return true;
}

// False if the constraint cannot be kept.
bool say_realisability(Fact& fact, const GroupSystem& g, Vanishing& vanishes) {
    if (g.a.empty()) return true;
    const Expr D = realisability(g);
    const bool fails = vanishes(D).answer == Answer::yes;
    Sentence saying = briefly();
    saying << (fails ? "the constraint cannot be enforced: "
                     : "the constraint can be enforced if and only if ");
    saying.as_it_stands(D) << (fails ? " = 0" : " is not zero");
    fact.statement.push_back(saying);
    return !fails;
}

void say_plane(Fact& fact, const Setting& s, const ReducedSystem& r) {
    const PlaneQuadratic plane = plane_quadratic(s, r);
    for (const Expr& line : plane.equilibria)
        fact.statement.push_back(briefly()
                                 << "a line of equilibria: " << line << " = 0"
                                 << (plane.for_these_parameters ? ", for the parameters of the model" : ""));
    if (!plane.linear.empty())
        fact.statement.push_back(briefly() << "the time tau with dtau = (" << plane.equilibria[0]
                                           << ") dt makes the system linear: d" << r.x[0]
                                           << "/dtau = " << plane.linear[0] << ", d" << r.x[1]
                                           << "/dtau = " << plane.linear[1]);
    if (plane.every_line) {
        fact.statement.push_back(briefly() << "every line through the origin is invariant");
        return;
    }
    Sentence lines = briefly();
    lines << "invariant lines are the roots of " << plane.cubic;
    if (plane.real_lines) {
        lines << ": for the parameters of the model " << static_cast<std::size_t>(*plane.real_lines)
              << " real, counted with multiplicity, " << static_cast<std::size_t>(plane.distinct_lines)
              << " distinct";
        if (!plane.vanishes_off_origin) lines << "; odd and at most 3, since v vanishes only at the origin";
    }
    fact.statement.push_back(lines);
}

void say_enclosed(Fact& fact, const Setting& s, const ReducedSystem& r, const Budget& budget) {
    const auto v = quadratic_field(s, r);
    const auto lines = v ? enclosed_lines(*v, budget) : std::nullopt;
    if (!lines) {
        fact.statement.push_back(
            briefly() << "invariant lines are not decided: they are not finitely many simple ones, "
                         "or lie too close to each other");
        return;
    }
    Sentence saying = briefly();
    saying << lines->size()
           << " real invariant lines for the parameters of the model, all simple, of at most "
           << (std::size_t{1} << r.x.size()) - 1 << "; enclosed along ";
    for (std::size_t k = 0; k < lines->size(); ++k) {
        saying << (k == 0 ? "(" : ", (");
        for (std::size_t i = 0; i < r.x.size(); ++i) {
            char digits[32];
            std::snprintf(digits, sizeof digits, "%.6g", (*lines)[k].direction[i] + 0.0);
            saying << (i == 0 ? "" : ", ") << digits;
        }
        saying << ")";
    }
    fact.statement.push_back(saying);
}

void say_first_kind(Fact& fact, const Setting& s, const GroupSystem& g, const ReducedSystem& r,
                    const Budget& budget, Vanishing& vanishes) {
    Sentence saying = briefly();
    saying << "the reduced system is homogeneous and quadratic, so -x(-t) is a motion if x(t) is: ";
    for (std::size_t i = 0; i < r.x.size(); ++i)
        saying << (i == 0 ? "" : ", ") << dot(r.x[i]) << " = " << r.v[i];
    fact.statement.push_back(saying);
    const PolynomialsFound found = polynomial_integrals(r, kIntegralDegree, budget);
    for (const Expr& F : found.functions)
        if (vanishes(rate_along_motion(g, r, F)).answer == Answer::yes)
            fact.statement.push_back(briefly() << "first integral: " << F);
    if (found.functions.empty())
        fact.statement.push_back(briefly() << "no linear or quadratic first integral");
    if (g.law == GroupSystem::Law::suslov || (g.a.size() == 1 && is_parallel(g, vanishes)))
        fact.statement.push_back(
            briefly() << "a and b are parallel: the origin is stable, since the energy is an integral");
    if (r.x.size() == 2) say_plane(fact, s, r);
    if (r.x.size() > 2 && r.x.size() <= kMaxEnclosed) say_enclosed(fact, s, r, budget);
}

void say_second_kind(Fact& fact, const GroupSystem& g, const ReducedSystem& r, Vanishing& vanishes) {
    Substitution at_rest;
    for (const Expr& x : r.x) at_rest.emplace_back(x, g.context().zero());
    std::vector<Expr> rates = r.v;
    rates.insert(rates.end(), r.lambda.begin(), r.lambda.end());
    const bool rests = std::ranges::all_of(substitute(rates, at_rest),
                                           [&](Expr e) { return vanishes(e).answer == Answer::yes; });
    if (rests) fact.statement.push_back(briefly() << "rest with any lambda is an equilibrium");
}

}  // namespace

Fact lie_algebra(const Setting& s, const Budget& budget) {
    budget.check();
    const GroupSystemResult found = group_system(s);
    if (!found.system)
        return {.verdict = "not decided",
                .statement = {briefly() << "not decided: " << found.why_not},
                .proof = "none"};
    const GroupSystem& g = *found.system;
    Vanishing vanishes(s, budget);
    Fact fact;
    fact.verdict = verdict_of(g.law);
    fact.statement.push_back(briefly() << equations_of(g.law) << " on " << g.algebra);
    const auto r = say_realisability(fact, g, vanishes) ? reduced(g) : std::nullopt;
    if (!r) {
        fact.verdict = "not realisable";
        fact.proof = vanishes.proof();
        return fact;
    }
    budget.check();
    say_casimirs(fact, s, g, *r, budget, vanishes);
    if (g.is_second_kind())
        say_second_kind(fact, g, *r, vanishes);
    else
        say_first_kind(fact, s, g, *r, budget, vanishes);
    if (s.on_algebra() && g.algebra == "so(3)" && g.a.size() == 1 && g.is_second_kind())
        for (auto& sentence : servo_body(g, fresh_variables(s, "gamma", 3), vanishes))
            fact.statement.push_back(std::move(sentence));
    fact.proof = "exact linear algebra, " + vanishes.proof();
    return fact;
}

}  // namespace anholon
