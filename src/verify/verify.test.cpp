#include "verify/verify.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "model/read_model.test.hpp"

namespace anholon {
namespace {

const FormVerdict& verdict(const std::vector<FormVerdict>& verdicts, const std::string& id) {
    for (const FormVerdict& v : verdicts)
        if (v.form->id == id) return v;
    throw std::runtime_error("no form " + id);
}

const char* const sleigh = R"(model Sleigh {
  param m = 1, J = 0.4, a = 0.3
  coord x, y, theta
  kinetic m/2*((x' - a*theta'*sin(theta))^2 + (y' + a*theta'*cos(theta))^2) + J/2*theta'^2
  constraint blade: cos(theta)*y' - sin(theta)*x' = 0
  EXTRA
})";

System sleigh_with(const std::string& extra) {
    std::string text = sleigh;
    text.replace(text.find("EXTRA"), 5, extra);
    return model(text);
}

// ẍ of the first coordinate, by multipliers.
Expr first_acceleration(const System& system) {
    const Equations e = find_form("lagrange-multipliers")->derive(Setting(system));
    return solve(e.W, e.r).x.at(0);
}

TEST(Verify, FormsAgreeAndControlsAreFoundOut) {
    const System system = sleigh_with("quasi v = cos(theta)*x' + sin(theta)*y', w = theta'");
    const auto verdicts = verify(system);
    EXPECT_EQ(verdicts.size(), all_forms().size());
    std::size_t agreeing = 0;
    for (const FormVerdict& v : verdicts) {
        EXPECT_TRUE(is_as_it_must_be(v)) << v.form->id;
        agreeing += v.form->role == EquationForm::Role::form && v.agrees == Answer::yes;
    }
    EXPECT_EQ(agreeing, 22u);
    for (const char* id : {"forbidden", "poeschl", "hamel-without-brackets", "vakonomic"}) {
        EXPECT_EQ(verdict(verdicts, id).agrees, Answer::no) << id;
        EXPECT_FALSE(verdict(verdicts, id).difference.empty()) << id;
    }
}

// ẏ = c^m_rs η_r y_m − X_s H with m, r, s free alone: right where the free fields are closed under brackets, and where L has no momentum
// across the constraints, as for a skate whose mass centre is on its blade; wrong as soon as it is off it.
TEST(Verify, PoeschlsCanonicalEquationsNeedIntegrableConstraints) {
    const auto agrees = [](const std::string& text) {
        const System system = model(text);
        return verdict(verify(system, {.only = find_form("poeschl")}), "poeschl").agrees;
    };
    const std::string plane =
        "model P { param b = 0.7; coord x, y, z; kinetic x'^2 + (2 + y^2)*y'^2 + z'^2; constraint ";
    EXPECT_EQ(agrees(plane + "z' = b*y*x' + b*x*y' }"), Answer::yes);
    EXPECT_EQ(agrees(plane + "z' = b*y*x' }"), Answer::no);
    EXPECT_EQ(
        agrees("model Skate { param m = 1, J = 2; coord x, y, phi; kinetic m/2*(x'^2 + y'^2) + J/2*phi'^2;"
               " constraint x'*sin(phi) = y'*cos(phi); quasi v = x'*cos(phi) + y'*sin(phi), w = phi' }"),
        Answer::yes);
    const System system = sleigh_with("quasi v = cos(theta)*x' + sin(theta)*y', w = theta'");
    const FormVerdict wrong = verdict(verify(system, {.only = find_form("poeschl")}), "poeschl");
    EXPECT_EQ(wrong.agrees, Answer::no);
    EXPECT_FALSE(wrong.difference.empty());
}

// Equal spheres: the brackets close on the sphere of the contact points, |x| = 2 R, and not beside it.
TEST(Expectations, BracketsNeedToCloseWhereTheGeometricConstraintsHold) {
    const auto holonomic = [](const std::string& radius) {
        const System system = model(
            "model B { param R = 0.5, r = 0.4; support dome sphere(R); body ball { mass 1; shape ball(" +
            radius + ") }; contact ball on dome rubber; init z = R + " + radius +
            ", wx = 0.3; expect holonomic }");
        return check_expectations(system).at(0).holds;
    };
    EXPECT_EQ(holonomic("R"), Answer::yes);
    EXPECT_EQ(holonomic("r"), Answer::no);
}

// Systems nobody would build: T with linear and time-dependent terms, affine constraints that move, forces of every kind.
// Every form must agree on each of them.
TEST(Verify, EveryFormAgreesOnRandomSystems) {
    std::mt19937_64 engine(11);
    const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine); };
    for (int trial = 0; trial < 12; ++trial) {
        const int n = 3 + trial % 2, m = 1 + below(n - 1);
        const std::vector<std::string> q{"x", "y", "z", "u"};
        const auto coordinate = [&] { return q[static_cast<std::size_t>(below(n))]; };
        const auto function = [&]() -> std::string {
            const std::string a = coordinate(), b = coordinate();
            switch (below(6)) {
                case 0: return a;
                case 1: return "sin(" + a + ")";
                case 2: return "cos(" + a + " - " + b + ")";
                case 3: return a + "*" + b;
                case 4: return "(1 + " + a + "^2)";
                default: return "t*" + a;
            }
        };
        std::string text = "model R {\n param p = 2\n coord ", kinetic;
        for (int i = 0; i < n; ++i) text += (i == 0 ? "" : ", ") + q[static_cast<std::size_t>(i)];
        for (int i = 0; i < n; ++i) {
            const std::string v = q[static_cast<std::size_t>(i)] + "'";
            kinetic += (i == 0 ? "" : " + ") +
                       ("(p + " + function() + "^2)*" + v + "^2/2 + " + function() + "*" + v);
            if (i > 0) kinetic += " + " + function() + "*x'*" + v + "/5";
        }
        text += "\n kinetic " + kinetic + "\n potential p*" + function() + "*" + function() + "\n";
        text += " force on x: " + function() + "*y', y: " + function() + "\n dissipation z'^2/2\n";
        for (int k = 0; k < m; ++k) {
            std::string sum = q[static_cast<std::size_t>(k)] + "'";
            for (int i = m; i < n; ++i)
                sum += " + " + function() + "*" + q[static_cast<std::size_t>(i)] + "'";
            if (below(2) == 0) sum += " + " + function();
            text += " constraint c" + std::to_string(k) + ": " + sum + " = 0\n";
        }
        const System system = model(text + "}");
        std::size_t agreeing = 0;
        for (const FormVerdict& v : verify(system)) {
            EXPECT_TRUE(is_as_it_must_be(v)) << v.form->id << " " << v.reason << v.difference << "\n" << text;
            agreeing += v.form->role == EquationForm::Role::form && v.agrees == Answer::yes;
        }
        EXPECT_GE(agreeing, 13u) << text;
    }
}

TEST(Verify, ForcesAndDissipationReachEveryForm) {
    const System system =
        sleigh_with("potential m*sin(theta)*x\n force on x: y*x', theta: x\n dissipation x'^2*theta'^2/2");
    for (const FormVerdict& v : verify(system)) EXPECT_TRUE(is_as_it_must_be(v)) << v.form->id << v.reason;
    // Without the forces the accelerations are others: what was compared above did depend on them.
    const System bare = sleigh_with("");
    EXPECT_NE(text(first_acceleration(system)), text(first_acceleration(bare)));
}

TEST(Verify, VakonomicAndNonholonomicMotionCoincideWhereTheConstraintIsIntegrable) {
    const System holonomic = model(
        "model H { param m = 1\n coord x, y\n kinetic m/2*(x'^2 + y'^2)\n potential x*y\n"
        " constraint c: y*x' + 2*x*y' = 0\n}");  // x y² = const
    EXPECT_EQ(verdict(verify(holonomic), "vakonomic").agrees, Answer::yes);
    EXPECT_FALSE(verdict(verify(holonomic), "lagrange-redundant").inapplicable);
    const System nonholonomic = model(
        "model N { param m = 1\n coord x, y, z\n kinetic m/2*(x'^2 + y'^2 + z'^2)\n"
        " constraint c: z' - y*x' = 0\n}");
    EXPECT_EQ(verdict(verify(nonholonomic), "vakonomic").agrees, Answer::no);
    EXPECT_TRUE(verdict(verify(nonholonomic), "lagrange-redundant").inapplicable);
}

TEST(Verify, AMovingConstraintNeedsItsBracketWithTime) {
    // ẏ = t ẋ: closed for fixed t, yet nonholonomic.
    const System system = model(
        "model M { param m = 1\n coord x, y\n kinetic m/2*(x'^2 + y'^2)\n constraint c: y' - t*x' = 0\n"
        " expect nonholonomic\n}");
    for (const FormVerdict& v : verify(system)) EXPECT_TRUE(is_as_it_must_be(v)) << v.form->id;
    EXPECT_EQ(check_expectations(system)[0].holds, Answer::yes);
}

// A servo motor that keeps a component of the angular velocity constant: I ω̇ = Iω×ω + λ e.
TEST(Verify, AConstraintOnALieAlgebraMayHaveAConstant) {
    const System system = model(
        "model M { param A = 2, B = 1.5, C = 3, D = 0.3, c = 0.7\n algebra so(3)\n inertia (A, B, C; 0, D, "
        "0)\n"
        " constraint k: w3 = c\n init w1 = 1, w2 = 0.2\n"
        " expect equation w1' = ((B - C)*w2*c - D*w1*w2)/A\n"
        " expect equation w2' = ((C - A)*w1*c + D*(w1^2 - c^2))/B\n}");
    for (const FormVerdict& v : verify(system)) EXPECT_TRUE(is_as_it_must_be(v)) << v.form->id;
    EXPECT_FALSE(verdict(verify(system), "hamel").inapplicable);
    for (const ExpectationVerdict& v : check_expectations(system))
        EXPECT_EQ(v.holds, Answer::yes) << v.reason;
}

TEST(Verify, ServoOfTheSecondKindWithTheConstraintItselfIsVakonomic) {
    const System servo = sleigh_with("motion servo momentum N = cos(theta)*y' - sin(theta)*x'");
    const Setting s(servo);
    // λ → −λ turns one into the other.
    Equations a = find_form("servo-momentum")->derive(s), b = find_form("vakonomic")->derive(s);
    const Expr lambda = servo.c().find("lambda");
    const Substitution turned{{lambda, -lambda}};
    const Solution za = solve(a.W, a.r), zb = solve(b.W, substitute(b.r, turned));
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(is_zero(za.x[i] - zb.x[i]).answer, Answer::yes);
}

TEST(Verify, ServoOfTheFirstKindAlongTheConstraintIsNonholonomic) {
    const System servo = sleigh_with("motion servo force (-sin(theta), cos(theta), 0)");
    EXPECT_EQ(verdict(verify(servo), "servo-force").agrees, Answer::yes);
    const System other = sleigh_with("motion servo force (-sin(theta), cos(theta), 1)");
    EXPECT_EQ(verdict(verify(other), "servo-force").agrees, Answer::no);
}

// Forms made of bodies hold on the manifold alone: points beside it would refute them.
TEST(Verify, BodiesThatTouchByPointsAndLines) {
    for (const char* surface :
         {"graph(x^2 + y^2 + x*y)", "revolution(1 + z^2/4)", "cylinder(0.3)", "cone(0.5)"}) {
        const auto verdicts = verify(
            model(std::string("model A { param g = 9.81; ground plane z = 0; gravity g along (0, 0, -1)\n"
                              "body b { mass 1; inertia (0.3, 0.4, 0.2); surface ") +
                  surface + " }\n contact b on ground rolling\n init q0 = 1, q1' = 0.25, q3' = 1 }"));
        for (const char* form : {"lagrange-multipliers", "maggi", "kane", "appell", "hamel"})
            EXPECT_EQ(verdict(verdicts, form).agrees, Answer::yes) << surface << " " << form;
    }
}

void expect_all_as_they_must_be(const std::vector<FormVerdict>& verdicts, const std::string& what) {
    for (const FormVerdict& v : verdicts) {
        EXPECT_TRUE(is_as_it_must_be(v)) << what << " " << v.form->id << ": " << v.reason;
        if (v.agrees == Answer::yes && v.proof == Proof::prime_field) {
            EXPECT_LT(v.error_bound, 1e-15) << what << " " << v.form->id;
        }
    }
    EXPECT_EQ(verdict(verdicts, "maggi").agrees, Answer::yes) << what;
}

const char* const links =
    "body crank { mass 1; inertia (0.1, 0.1, 0.02) }\n"
    "body rod { mass 2; inertia (0.3, 0.35, 0.4) }\n"
    "gravity 9.81 along (0, -1, 0)\n"
    "joint crank at (-0.25, 0, 0) on space hinge a along (0, 0, 1)\n";

// Two angles close a loop together; numbers for lengths, or letters.
TEST(Verify, ClosesPlaneLoops) {
    const std::string hinged = "joint rod at (-0.5, 0, 0) on crank at (0.25, 0, 0) hinge b along (0, 0, 1)\n";
    expect_all_as_they_must_be(
        verify(model("model FourBar {\n" + std::string(links) + hinged +
                     "body rocker { mass 1.5; inertia (0.2, 0.2, 0.25) }\n"
                     "joint rocker at (0.4, 0, 0) on rod at (0.5, 0, 0) hinge c along (0, 0, 1)\n"
                     "joint rocker at (-0.4, 0, 0) on space at (1, 0, 0) hinge along (0, 0, 1)\n"
                     "init a = 1, b = -0.5, c = 0.5, a' = 2 }")),
        "four-bar linkage");
    expect_all_as_they_must_be(verify(model("model SliderCrank {\n" + std::string(links) + hinged +
                                            "body piston { mass 0.7; inertia (0.1, 0.1, 0.1) }\n"
                                            "joint piston on space slider s along (1, 0, 0)\n"
                                            "joint piston on rod at (0.5, 0, 0) hinge along (0, 0, 1)\n"
                                            "init a = 1, b = -1.5, s = 1.2, a' = 2 }")),
                               "slider-crank");
    const System letters = model(
        "model A { param l1 = 0.5, l2 = 1, l3 = 0.8, d = 1, m = 1, g = 9.81; coord a, b, c\n"
        "kinetic m*l1^2*a'^2/6 + m*(l1^2*a'^2 + l2^2*b'^2/3 + l1*l2*a'*b'*cos(a - b))/2 + m*l3^2*c'^2/6\n"
        "potential m*g*(3*l1/2*sin(a) + l2/2*sin(b) + l3/2*sin(c))\n"
        "constraint l1*cos(a) + l2*cos(b) - l3*cos(c) - d = 0\n"
        "constraint l1*sin(a) + l2*sin(b) - l3*sin(c) = 0\n"
        "init a = 1, b = 0.3, c = 1.2, a' = 2\n expect integral energy\n expect integral a' }");
    expect_all_as_they_must_be(verify(letters), "four-bar linkage in letters");
    const auto expected = check_expectations(letters);
    EXPECT_EQ(expected[0].holds, Answer::yes) << expected[0].reason;
    EXPECT_EQ(expected[1].holds, Answer::no) << expected[1].reason;
}

// No three angles are solved for at once: the forms agree where the loop is not closed, too.
TEST(Verify, SpatialLoopsOnAnyLevel) {
    const System system =
        model("model RSSR {\n" + std::string(links) +
              "joint rod at (-0.5, 0, 0) on crank at (0.25, 0, 0) ball\n"
              "body rocker { mass 1.5; inertia (0.2, 0.22, 0.25) }\n"
              "joint rocker at (0, 0, -0.5) on space at (1, 0.3, 0) hinge c along (0, 1, 0)\n"
              "joint rod at (0.5, 0, 0) on rocker at (0, 0, 0.5) ball\n"
              "init a = 0.4\n expect integral energy\n expect integral a' }");
    const auto verdicts = verify(system);
    for (const char* form : {"lagrange-multipliers", "maggi", "hamel", "ferrers", "voronets", "gauss"})
        EXPECT_EQ(verdict(verdicts, form).agrees, Answer::yes)
            << form << ": " << verdict(verdicts, form).reason;
    const auto expected = check_expectations(system);
    EXPECT_EQ(expected[0].holds, Answer::yes) << expected[0].reason;
    EXPECT_NE(expected[1].holds, Answer::yes);
}

TEST(Verify, NoWitnessHasANegativeMass) {
    // √(m − 2) is real for heavy bodies only, so that many points are tried.
    const System system = model(
        "model A { param m = 3, k = -2; coord x, y; kinetic (m*x'^2 + sqrt(m - 2)*y'^2)/2; potential k*x*y\n"
        "constraint y' = x*x'/3 }");
    for (std::uint64_t seed = 1; seed <= 12; ++seed)
        for (const FormVerdict& v : verify(system, {.seed = seed, .progress = {}})) {
            EXPECT_EQ(v.difference.find("m = -"), std::string::npos) << v.form->id << v.difference;
            EXPECT_EQ(v.difference.find("k = 1"), std::string::npos) << v.form->id << v.difference;
        }
}

// The constraints' second row makes nonsense of some forms: their failure is their own.
TEST(Verify, OneFormsFailureIsItsOwn) {
    const auto verdicts = verify(model(
        "model A { coord a, b, x, y; kinetic a'^2 + b'^2; constraint y'*a = 0; constraint a'*b*x' = 0 }"));
    EXPECT_EQ(verdicts.size(), all_forms().size());
}

// √(x²(1 + y²)) = x√(1 + y²) is false where x < 0, and no seed may hide it.
TEST(Expectations, ARootsSignIsSeen) {
    const System system = model(
        "model A { coord x, y; kinetic (x'^2 + y'^2)/2\n"
        "expect equation sqrt(x^2*(1 + y^2)) = x*sqrt(1 + y^2)\n"
        "expect equation sqrt(x^2*(1 + y^2)) = abs(x)*sqrt(1 + y^2)\n"
        "expect equation sqrt(1 + x^2)*sqrt(1 + y^2)*sqrt(2 + x^2) = sqrt((1 + x^2)*(1 + y^2)*(2 + x^2))\n"
        "expect equation sqrt((1 + x^2)^2*(1 + y^2)) = (1 + x^2)*sqrt(1 + y^2) }");
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const auto verdicts = check_expectations(system, seed);
        EXPECT_EQ(verdicts[0].holds, Answer::no) << seed;
        for (const std::size_t k : {1, 2}) {
            EXPECT_EQ(verdicts[k].holds, Answer::yes) << seed << verdicts[k].reason;
            EXPECT_LT(verdicts[k].error_bound, 1e-15) << seed;
        }
        EXPECT_NE(verdicts[3].holds, Answer::no) << "true of real numbers, though not of all residues";
    }
}

TEST(Expectations, AreRefutedWhenWrong) {
    const System system = sleigh_with(
        "quasi v = cos(theta)*x' + sin(theta)*y', w = theta'\n expect dof 3\n expect holonomic\n"
        " expect integral m*v^2/2\n expect equation w' = m*a*v*w/(J + m*a^2)\n"
        " expect integral energy\n expect equation w' = -m*a*v*w/(J + m*a^2)");
    const auto verdicts = check_expectations(system);
    ASSERT_EQ(verdicts.size(), 6u);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(verdicts[i].holds, Answer::no) << i;
    for (std::size_t i = 4; i < 6; ++i) EXPECT_EQ(verdicts[i].holds, Answer::yes) << i << verdicts[i].reason;
}

// The velocities that a geometric constraint allows are an affine space; these are a cone.
TEST(Expectations, NonlinearConstraintsAreNonholonomic) {
    const auto verdicts = check_expectations(
        model("model A { coord x, y, z; kinetic x'^2 + y'^2 + z'^2; constraint z'^2 = x'^2 + y'^2\n"
              "init x' = 1, z' = 1\n expect nonholonomic\n expect holonomic }"));
    EXPECT_EQ(verdicts[0].holds, Answer::yes) << verdicts[0].reason;
    EXPECT_EQ(verdicts[1].holds, Answer::no) << verdicts[1].reason;
}

TEST(Registry, NamesAreUniqueAndEveryAxiomHasItsLaw) {
    std::set<std::string> ids;
    for (const EquationForm& form : all_forms()) {
        EXPECT_TRUE(ids.insert(form.id).second) << form.id;
        EXPECT_FALSE(form.title.empty() || form.source.empty() || form.formula.empty()) << form.id;
        EXPECT_EQ(find_form(form.id), &form);
    }
    EXPECT_EQ(find_form("newton"), nullptr);
    const System system = sleigh_with("motion viscous N = 100");
    EXPECT_EQ(law_of_motion(system).id, "viscous");
}

}  // namespace
}  // namespace anholon
