#include "structure/hamilton_jacobi/hamilton_jacobi.hpp"

#include <gtest/gtest.h>

#include "expr/print.hpp"
#include "model/request.hpp"
#include "structure/evidence/asked.test.hpp"
#include "structure/hamilton_jacobi/separation.hpp"
#include "structure/hamilton_jacobi/shared_motions.hpp"

namespace anholon {
namespace {

Budget enough() { return Budget(60); }

using Separated = Separation::Verdict;
using Shared = SharedMotions::Verdict;

Separation separated(const System& system) {
    const Setting s(system);
    EXPECT_FALSE(no_hamilton_jacobi(s));
    return separation(s, hamilton_jacobi(s), enough());
}

Separation separated(const std::string& text) { return separated(model(text)); }  // its expressions are gone

// Which are separable is in the books: Stäckel 1891, Levi-Civita 1904, Landau and Lifshitz §48.
const char* const kepler =
    "model Kepler { param m = 2, k = 3, F = 1; coord xi, eta, phi\n"
    "  kinetic m/2*((xi + eta)/4*(xi'^2/xi + eta'^2/eta) + xi*eta*phi'^2)\n"
    "  potential -2*k/(xi + eta) + F*(xi - eta)/2 }";
const char* const centres =
    "model TwoCentres { param m = 1, c = 2, k1 = 3, k2 = 1/2; coord u, v\n"
    "  kinetic m*c^2/2*(cosh(u)^2 - cos(v)^2)*(u'^2 + v'^2)\n"
    "  potential (-(k1 + k2)*cosh(u) - (k1 - k2)*cos(v))/(c*(cosh(u)^2 - cos(v)^2)) }";
const char* const top =
    "model Top { param A = 2, C = 1, P = 3; coord theta, psi, phi\n"
    "  kinetic A/2*(theta'^2 + sin(theta)^2*psi'^2) + C/2*(phi' + cos(theta)*psi')^2; potential P*cos(theta) "
    "}";
const char* const stackel =
    "model Ellipsoidal { coord a, b, c\n"
    "  kinetic ((a - b)*(a - c)*a'^2 + (b - a)*(b - c)*b'^2 + (c - a)*(c - b)*c'^2)/2\n"
    "  potential a^3/((a - b)*(a - c)) + b^3/((b - a)*(b - c)) + c^4/((c - a)*(c - b)) }";

TEST(Separation, OfClassicalSystems) {
    for (const char* text : {kepler, centres, top, stackel,
                             "model Free { param m = 1; coord x, y; kinetic m*(x'^2 + y'^2)/2 }"}) {
        const Separation found = separated(text);
        EXPECT_EQ(found.verdict, Separated::separable) << text << found.reason;
        EXPECT_TRUE(found.is_complete) << text << found.not_written;
        EXPECT_EQ(found.integrals.size(), found.constants.size());
    }
}

TEST(Separation, ATermThatCouplesDestroysIt) {
    EXPECT_EQ(separated(changed(kepler, "F*(xi - eta)/2", "F*(xi^2 - eta)/2")).verdict,
              Separated::not_separable);
    EXPECT_EQ(separated(changed(centres, "- cos(v)^2)*(u'^2", "+ cos(v)^2)*(u'^2")).verdict,
              Separated::not_separable);
    EXPECT_EQ(separated(changed(top, "P*cos(theta)", "P*cos(theta + psi)")).verdict,
              Separated::not_separable);
    EXPECT_EQ(separated(changed(stackel, "c^4/((c - a)", "c^4/((c - a)*(1 + a)")).verdict,
              Separated::not_separable);
    const Separation chaotic = separated(
        "model HenonHeiles { coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 + y^2)/2 + x^2*y - y^3/3 }");
    EXPECT_EQ(chaotic.verdict, Separated::not_separable);
    ASSERT_TRUE(chaotic.coupled);
    EXPECT_TRUE(chaotic.where);
}

TEST(Separation, OfTimeThatIsNotCyclic) {
    const char* const growing =
        "model Growing { param m = 1, k = 2; coord x, y; kinetic m*exp(t)*(x'^2 + y'^2)/2\n"
        "  potential k*exp(-t)*y^2 + sin(t) }";
    const System system = model(growing);
    const Separation found = separated(system);
    EXPECT_EQ(found.verdict, Separated::separable) << found.reason;
    EXPECT_TRUE(found.is_complete) << found.not_written;
    EXPECT_EQ(separated(changed(growing, "exp(-t)*y^2", "exp(t)*y^2")).verdict, Separated::not_separable);
}

// S_x S_y = h g(x, y) separates iff ln g is a sum: momenta are coupled, and no coordinate is cyclic.
TEST(Separation, WithCoupledMomenta) {
    const char* const null = "model Null { coord x, y; kinetic x*(1 + y^2)*x'*y'; init x = 1 }";
    const Separation found = separated(std::string(null));
    EXPECT_EQ(found.verdict, Separated::separable) << found.reason;
    EXPECT_TRUE(found.is_complete) << found.not_written;
    EXPECT_EQ(separated(changed(null, "x*(1 + y^2)", "(x + 1 + y^2)")).verdict, Separated::not_separable);
}

// S_y = √(2 m h − a²): all by elementary quadratures.
TEST(Separation, OfAFreeParticleIsWrittenOut) {
    const System system = model("model Free { param m = 1; coord x, y; kinetic m*(x'^2 + y'^2)/2 }");
    const Separation found = separated(system);
    ASSERT_EQ(found.parts.size(), 3u);
    EXPECT_TRUE(found.S.quadratures.empty());
    EXPECT_EQ(text(found.S.closed), "a_x*x - h*t + sqrt(2*m*h - a_x^2)*y");
}

CompleteIntegral examined(const System& system, const std::string& S, const std::vector<std::string>& names) {
    const Setting s(system);
    Scope scope = scope_of(system);
    std::vector<Expr> constants;
    for (const std::string& name : names) {
        constants.push_back(system.c().constant(name));
        scope.add(name, {.value = constants.back(), .noun = "constant"});
    }
    const Source source("S", S);
    Diagnostics said;
    const Expr e = read_expression(source, scope, system, said);
    EXPECT_TRUE(e);
    return complete_integral(s, hamilton_jacobi(s), e, constants, enough());
}

const char* const falling =
    "model Falling { param m = 1, g = 9; coord x, y; kinetic m*(x'^2 + y'^2)/2; potential -m*g*t*x }";

// ẍ = g t: p_x = a + m g t²/2, S_t = −p²/2m + m g t x.
TEST(CompleteIntegral, MayDependOnTime) {
    const System system = model(falling);
    const char* const S = "(a + m*g*t^2/2)*x + b*y - (a^2 + b^2)*t/(2*m) - a*g*t^3/6 - m*g^2*t^5/40";
    const CompleteIntegral right = examined(system, S, {"a", "b"});
    EXPECT_EQ(right.solves.answer, Answer::yes);
    EXPECT_EQ(right.rank, 2u);
    EXPECT_EQ(right.moves.answer, Answer::yes);
    for (const auto& kept : right.kept) EXPECT_EQ(kept.answer, Answer::yes);
    const CompleteIntegral wrong = examined(system, changed(S, "t^5/40", "t^5/41"), {"a", "b"});
    EXPECT_EQ(wrong.solves.answer, Answer::no);
    EXPECT_EQ(wrong.moves.answer, Answer::yes);  // a function of time alone moves nothing
    const CompleteIntegral other = examined(system, changed(S, "m*g*t^2/2", "m*g*t^2/3"), {"a", "b"});
    EXPECT_EQ(other.solves.answer, Answer::no);
    EXPECT_EQ(other.moves.answer, Answer::no);
}

TEST(CompleteIntegral, NeedsAsManyConstantsAsVelocities) {
    const System system = model("model Free { param m = 1; coord x, y; kinetic m*(x'^2 + y'^2)/2 }");
    EXPECT_EQ(examined(system, "a*x - a^2*t/(2*m)", {"a"}).rank, 1u);
    EXPECT_EQ(examined(system, "a*x + a*b*y - a^2*(1 + b^2)*t/(2*m)", {"a", "b"}).rank, 2u);
    EXPECT_EQ(examined(system, "(a + b)*(x + y) - (a + b)^2*t/m", {"a", "b"}).rank, 1u);
    EXPECT_EQ(examined(system, "m*((x - a)^2 + (y - b)^2)/(2*t)", {"a", "b"}).rank, 2u);
}

// In quasi-velocities the equation is another, its solutions are the same.
TEST(CompleteIntegral, IsTheSameInQuasiVelocities) {
    const System system = model(
        "model Free { param m = 1; coord x, y; kinetic m*(x'^2 + y'^2)/2\n"
        "  quasi u = x'*cos(y) + y'*sin(y); quasi w = y'*cos(y) - x'*sin(y) + 1 }");
    const CompleteIntegral found = examined(system, "a*x + b*y - (a^2 + b^2)*t/(2*m)", {"a", "b"});
    EXPECT_EQ(found.solves.answer, Answer::yes);
    EXPECT_EQ(found.rank, 2u);
    EXPECT_EQ(found.moves.answer, Answer::yes);
}

// On the plane z = x, with the redundant coordinate z.
TEST(CompleteIntegral, OfRedundantCoordinates) {
    const System system = model(
        "model Plane { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; constraint plane: z = x\n"
        "  init x = 1, z = 1 }");
    const char* const S = "a*(x + z) + b*y - (a^2 + b^2/2)*t";
    const CompleteIntegral found = examined(system, S, {"a", "b"});
    EXPECT_EQ(found.solves.answer, Answer::yes);
    EXPECT_EQ(found.rank, 2u);
    EXPECT_EQ(found.moves.answer, Answer::yes);
    EXPECT_EQ(examined(system, changed(S, "b^2/2", "b^2"), {"a", "b"}).solves.answer, Answer::no);
}

SharedMotions shared(const std::string& text) {
    const System system = model(text);
    return shared_motions(Setting(system), enough());
}

// X_s (X_0 S + H) − ⟨[L], X_s⟩ = N_s at y_s = X_s S, whatever S is.
TEST(SharedMotions, AreWhereTheBracketsVanish) {
    const System system = model(gallery_text("chaplygin-sleigh-incline"));
    const Setting s(system);
    const AdaptedFrame& X = s.frame();
    const HamiltonJacobi equation = hamilton_jacobi(s);
    const Expr x = s.q[0], y = s.q[1], angle = s.q[2];
    const Expr S = x * x * y + pow(angle, 3) * x + s.t * y + sin(x * angle);
    const CompleteIntegral found = complete_integral(s, equation, S, {}, enough());
    const CurveFamily curves = curve_family(s, equation, found.momenta);
    Substitution along = X.on_constraints();
    for (const std::size_t k : X.free_indices()) along.emplace_back(X.eta(k), curves.eta[k - 1]);
    const SharedMotions shared = shared_motions(s, enough());
    ASSERT_EQ(shared.mu.size(), 1u);
    const Expr Y = substitute(derivative(s.L_in_frame(), X.eta(X.n())), along);
    for (const std::size_t k : X.free_indices()) {
        const Expr N =
            substitute(substitute(shared.N[k - 1], {{shared.mu[0], Y - X.apply(X.n(), S)}}), along);
        EXPECT_FALSE(vanishes(N));
        EXPECT_TRUE(vanishes(X.apply(k, found.left) - curves.residuals[k - 1] - N));
    }
}

// Rumyantsev, Sumbatov 1978: straight uniform runs.
TEST(SharedMotions, OfASleighAreSteady) {
    const System system = model(gallery_text("chaplygin-sleigh"));
    const SharedMotions found = shared_motions(Setting(system), enough());
    EXPECT_EQ(found.verdict, Shared::steady) << found.reason;
    ASSERT_EQ(found.families.size(), 1u);
    ASSERT_EQ(found.families[0].conditions.size(), 1u);
    EXPECT_EQ(text(found.families[0].conditions[0].first), "w");
}

TEST(SharedMotions, DownASlopeAreNotSteady) {
    EXPECT_EQ(shared(gallery_text("chaplygin-sleigh-incline")).verdict, Shared::some);
}

// All motions are vakonomic, too, iff Hamilton's principle holds of all: another file decides that by other means.
TEST(SharedMotions, AreAllWhereHamiltonsPrincipleHolds) {
    for (const char* name : {"vertical-rolling-disc", "two-wheels-on-axle", "chaplygin-sleigh", "blackall",
                             "nonholonomic-particle", "nonholonomic-planimeter", "one-wheeled-vehicle",
                             "sleigh-with-rotor", "constraints-as-integrals"}) {
        const SharedMotions found = shared(gallery_text(name));
        ASSERT_NE(found.verdict, Shared::undecided) << name << found.reason;
        EXPECT_EQ(found.verdict == Shared::all, asked(name, "principles").verdict.text() == "both") << name;
    }
}

TEST(SharedMotions, AreNotDecidedWhereTimeEnters) {
    const SharedMotions found = shared(gallery_text("bilimovich-pendulum"));
    EXPECT_EQ(found.verdict, Shared::undecided);
    EXPECT_FALSE(found.reason.empty());
}

TEST(HamiltonJacobi, NeedsAPotentialAndLinearConstraints) {
    for (const char* name : {"towed-wheel", "appell-hamel", "free-top", "vakonomic-skate"}) {
        const System system = model(gallery_text(name));
        EXPECT_TRUE(no_hamilton_jacobi(Setting(system))) << name;
    }
}

}  // namespace
}  // namespace anholon
