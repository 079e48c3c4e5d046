#include "mechanics/forms/canonical.hpp"

#include <gtest/gtest.h>

#include "expr/print.hpp"
#include "mechanics/forms/registry.hpp"
#include "mechanics/forms/whittaker.hpp"
#include "mechanics/forms/writing.hpp"
#include "model/read_model.test.hpp"
#include "verify/verify.hpp"

namespace anholon {
namespace {

Answer agrees(const System& system, std::string_view form) {
    const FormVerdict v = verify(system, {.only = find_form(form)}).back();
    EXPECT_EQ(v.form->id, form);
    return v.inapplicable ? Answer::unknown : v.agrees;
}

// Terms linear in the velocities, inertia between all of them, constraints and quasi-velocities that depend on time, a force.
const char* const generic = R"(model G {
  param m = 1, k = 2
  coord x, y, z, u
  kinetic m/2*(x'^2 + y'^2*(1 + x^2) + z'^2 + u'^2) + m/2*y*u'*z' + m/4*z'*x' + y*u' + t*x'
  potential x^2*y + u*x
  force on y: -k*y'
  constraint c: z' = y*x' + t*u' + x
  quasi v = x'*(1 + y^2) + u'*t, w = y' + x*u', s = u'
})";

Expr defined(const Equations& e, const std::string& name) {
    for (const Definition& d : e.definitions)
        if (d.name.text == name) return d.value;
    throw std::runtime_error("no " + name);
}

TEST(CanonicalForms, RestrictedEquationsAgreeWhereTheConstraintsAndTheFrameMove) {
    const System system = model(generic);
    EXPECT_EQ(agrees(system, "chetaev"), Answer::yes);
    EXPECT_EQ(agrees(system, "chetaev-restricted"), Answer::yes);
}

// 002 (2.10), letter by letter, with H* as it is printed:
//   ẏ_s = (c^m_rs ∂H*/∂y_r + c^m_0s) y_m + (c^α_rs ∂H*/∂y_r + c^α_0s) (∂L̂/∂η_α) − X_s H* + Q_s
TEST(CanonicalForms, RestrictedEquationsAreThoseOfTheSource) {
    const System system = model(generic);
    const Setting s(system);
    const AdaptedFrame& X = s.frame();
    const Equations e = find_form("chetaev-restricted")->derive(s);
    const Expr H = defined(e, "H*");
    const std::vector<Expr> y = momenta(s, "y", X.free());
    Substitution velocities;
    for (const std::size_t r : X.free_indices()) velocities.emplace_back(X.eta(r), derivative(H, y[r - 1]));
    const std::vector<Expr> Y = substitute(gradient(s.L_in_frame(), X.eta()), X.on_constraints());
    for (const std::size_t k : X.free_indices()) {
        Expr inner = -X.apply(k, H) + substitute(X.force(k), X.on_constraints()), outer = s.c.zero();
        for (const std::size_t r : indices(0, X.l())) {
            const Expr rate = r == 0 ? s.c.one() : derivative(H, y[r - 1]);
            for (const std::size_t m : X.free_indices()) inner += X.c(m, r, k) * rate * y[m - 1];
            for (const std::size_t m : indices(X.l() + 1, X.n())) outer += X.c(m, r, k) * rate * Y[m - 1];
        }
        const Expr rate = substitute(e.rates[s.q.size() + k - 1], velocities);
        EXPECT_TRUE(vanishes(rate - substitute(inner + outer, velocities))) << k;
        // The terms of nonholonomicity matter in each of them.
        EXPECT_FALSE(vanishes(rate - substitute(inner, velocities))) << k;
    }
}

TEST(CanonicalForms, RestrictedEnergyOfTheSleigh) {
    const System system = model(gallery_text("chaplygin-sleigh"));
    const Setting s(system);
    const Expr H = defined(find_form("chetaev-restricted")->derive(s), "H*");
    const std::vector<Expr> y = momenta(s, "y", s.frame().free());
    const Expr m = s.c.find("m"), J = s.c.find("J"), a = s.c.find("a");
    EXPECT_TRUE(vanishes(H - y[0] * y[0] / (2 * m) - y[1] * y[1] / (2 * (J + m * a * a))));
}

const char* const cyclic = R"(model G {
  param m = 1
  coord x, y, z, u, s
  kinetic m/2*(x'^2 + y'^2 + z'^2 + u'^2*(1 + y^2) + s'^2) + m/2*y*u'*z' + m/4*u'*s'*cos(y) + m/4*z'*s' + y*u' + u'*x'/4
  potential POTENTIAL
  constraint c: z' = y*x'
})";

TEST(CanonicalForms, RouthsEquationsAgreeAndStopApplying) {
    const System system = model(changed(cyclic, "POTENTIAL", "y^2 + x*sin(y) + t*x"));
    EXPECT_EQ(agrees(system, "routh-canonical"), Answer::yes);
    const Setting s(system);
    const Equations e = find_form("routh-canonical")->derive(s);
    EXPECT_EQ(e.lines.size(), 2u);  // of 4 free velocities 2 are cyclic
    EXPECT_EQ(agrees(model(changed(cyclic, "POTENTIAL", "u^2 + s^2")), "routh-canonical"), Answer::unknown);
}

// c^σ_ri and c^σ_0i: a charge in a magnetic field is a particle in a space with one cyclic dimension more, β being the charge.
TEST(CanonicalForms, CyclicMomentaActByBrackets) {
    const System system = model(R"(model Charge {
  coord x, y, z
  kinetic (x'^2 + y'^2*(1 + x^2) + (z' - x*y' - t*x^2)^2)/2
  potential x*y
  quasi a = x', b = y', c = z' - x*y' - t*x^2
})");
    EXPECT_EQ(agrees(system, "routh"), Answer::yes);
    EXPECT_EQ(agrees(system, "routh-canonical"), Answer::yes);
    const Setting s(system);
    const Equations e = find_form("routh-canonical")->derive(s);
    ASSERT_EQ(e.lines.size(), 2u);
    // m v̇ = β v × rot A + …: the force on a is −β (b + 2 t x), that on b is β a, up to the sign of the field
    const Expr beta = momenta(s, "beta", {{s.frame().eta(3)}}).front();
    EXPECT_FALSE(vanishes(derivative(e.rates[3], beta)));
    EXPECT_FALSE(vanishes(derivative(e.rates[4], beta)));
}

// 002, after (1.29): η_σ = ∂H/∂β_σ.
TEST(CanonicalForms, CyclicVelocitiesAreDerivativesOfTheEnergy) {
    const System system = model(gallery_text("sleigh-with-rotor"));
    const Setting s(system);
    const Equations e = find_form("routh-canonical")->derive(s);
    const Expr H = defined(e, "H"), beta = momenta(s, "beta", {{s.frame().eta(3)}}).front();
    const Solution eta = solved(e);
    EXPECT_TRUE(vanishes(derivative(H, beta) - eta.x[2]));
    EXPECT_FALSE(vanishes(derivative(H, beta)));
}

// K solves H = h, and dt/dπ_1 = −∂K/∂h: for both signs of the velocity, and every velocity in the place of the first.
TEST(CanonicalForms, WhittakersKIsOnTheLevelOfTheEnergy) {
    const System system = model(changed(cyclic, "POTENTIAL", "y^2 + x*sin(y)"));
    const Setting s(system);
    const AdaptedFrame& X = s.frame();
    const Expr Theta = substitute(s.L_in_frame(), X.on_constraints());
    const std::vector<Expr> free = X.free(), y = momenta(s, "y", free);
    for (const std::size_t first : X.free_indices())
        for (const int sign : {1, -1}) {
            const WhittakerReduction K = whittaker_reduction(s, first, sign);
            EXPECT_TRUE(vanishes(K.dt + derivative(K.K, K.h)));
            // η = η_1 (∂K/∂y_r; 1) has the momenta y with y_1 = −K, and the energy h.
            Substitution velocities;
            for (const std::size_t r : X.free_indices())
                velocities.emplace_back(X.eta(r), r == first ? 1 / K.dt : derivative(K.K, y[r - 1]) / K.dt);
            const std::vector<Expr> Y = gradient(Theta, free);
            for (const std::size_t r : X.free_indices())
                EXPECT_TRUE(vanishes(substitute(Y[r - 1], velocities) - (r == first ? -K.K : y[r - 1])));
            EXPECT_TRUE(vanishes(substitute(dot(Y, free) - Theta, velocities) - K.h));
        }
}

// Λ is homogeneous, so that  η'_s E_s + t' E_0 = 0  for the equations E = 0 as they are printed: that of time follows from the others.
TEST(CanonicalForms, TheParametricEquationOfTimeFollowsFromTheOthers) {
    const System system = model(generic);
    EXPECT_EQ(agrees(system, "parametric"), Answer::yes);
    const Setting s(system);
    const Equations e = find_form("parametric")->derive(s);
    const std::size_t l = s.frame().l();
    ASSERT_EQ(e.lines.size(), l + 1);
    const Substitution kinematics = s.kinematics(e.velocities);
    const auto residual = [&](const Line& line) {
        Expr E = Dt(line.under_dt);
        for (const Line::Part& part : line.right) E -= part.value;
        return E;
    };
    Expr sum = s.c.zero();
    for (std::size_t k = 0; k <= l; ++k) sum += e.state[s.q.size() + k] * residual(e.lines[k]);
    EXPECT_TRUE(vanishes(substitute(sum, kinematics)));
    EXPECT_FALSE(vanishes(substitute(residual(e.lines[l]), kinematics)));
}

// R is homogeneous, so that  η'_s E_s = 0  for the equations E = 0 as they are printed, whatever h does: they leave the parameter open, and
// R(q, η', h) = Λ + h t' has the momenta of Λ.                                                                     002 (1.20)
TEST(CanonicalForms, RouthsEquationsWithTimeIgnoredLeaveTheParameterOpen) {
    const System system = model(changed(cyclic, "POTENTIAL", "y^2 + x*sin(y)"));
    EXPECT_EQ(agrees(system, "routh-time"), Answer::yes);
    const Setting s(system);
    const Equations e = find_form("routh-time")->derive(s), of_time = find_form("parametric")->derive(s);
    const std::size_t l = s.frame().l();
    ASSERT_EQ(e.lines.size(), l + 1);
    Substitution constant = s.kinematics(e.velocities);
    const Expr t = e.state.back(), h = e.lines[l].under_dt;
    // t' moves so that h stays.
    constant.emplace_back(dot(t), -(Dt(h) - dot(t) * derivative(h, t)) / derivative(h, t));
    Expr sum = s.c.zero();
    for (std::size_t k = 0; k < l; ++k) {
        EXPECT_TRUE(vanishes(e.lines[k].under_dt - of_time.lines[k].under_dt));
        Expr E = Dt(e.lines[k].under_dt);
        for (const Line::Part& part : e.lines[k].right) E -= part.value;
        sum += e.state[s.q.size() + k] * E;
    }
    EXPECT_TRUE(vanishes(substitute(substitute(sum, {constant.back()}), s.kinematics(e.velocities))));
    EXPECT_TRUE(find_form("routh-time")->inapplicable(Setting(model(generic))));  // it depends on time
}

}  // namespace
}  // namespace anholon
