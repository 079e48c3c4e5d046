#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "code/explicit_equations.hpp"
#include "code/program.hpp"
#include "code/tiered.hpp"
#include "expr/zero.hpp"
#include "integrate/rate_function.hpp"
#include "mechanics/forms/registry.hpp"
#include "model/read_model.test.hpp"
#include "motion/law.hpp"
#include "motion/simulation.hpp"
#include "newton_euler/newton_euler.hpp"
#include "syntax/statement.hpp"
#include "verify/random_assembly.test.hpp"
#include "verify/real_states.hpp"
#include "verify/verify.hpp"

namespace anholon {
namespace {

const EquationForm& form() { return *find_form("articulated-body"); }

std::string why_not(const std::string& text) {
    const System system = model(text);
    return form().inapplicable(Setting(system)).value_or("");
}

// Links of unlike inertia with products, hinges along all axes in turn.
std::string chain(int n) {
    std::string text = "model Chain { param m = 1.3, l = 0.7, g = 9.81\n gravity g along (0, 0, -1)\n";
    const std::string axes[] = {"(1, 0, 0)", "(0, 1, 0)", "(0, 0, 1)"};
    std::string init;
    for (int i = 1; i <= n; ++i) {
        const std::string k = std::to_string(i), before = std::to_string(i - 1);
        text += " body b" + k + " { mass m; inertia (0.11, 0.12, 0.05; 0.01, 0.02, 0.005) }\n joint b" + k +
                " at (0.1, 0, l/2) on " + (i == 1 ? "space" : "b" + before + " at (0, 0.05, -l/2)") +
                " hinge p" + k + " along " + axes[i % 3] + "\n";
        init += (i == 1 ? "" : ", ") + ("p" + k) + " = " + std::to_string(i % 5 - 2) + "/10, p" + k +
                "' = " + std::to_string(i % 3 - 1) + "/4";
    }
    return text + " init " + init + "\n}\n";
}

// The textbook's equations of two rods, in their angles θ against the vertical.
TEST(ArticulatedBody, DoublePendulum) {
    const System system = model(R"(model A {
  param m = 1, n = 2, l = 1, a = 0.4, b = 0.3, J = 0.1, K = 0.2, g = 9.81
  gravity g along (0, 0, -1)
  body upper { mass m; inertia (1, J, 1) }
  body lower { mass n; inertia (1, K, 1) }
  joint upper at (0, 0, a) on space hinge phi along (0, 1, 0)
  joint lower at (0, 0, b) on upper at (0, 0, a - l) hinge psi along (0, 1, 0)
})");
    const Equations e = form().derive(Setting(system));
    ASSERT_EQ(e.r.size(), 2u);
    Context& c = system.c();
    const auto symbol = [&](const char* name) { return c.find(name); };
    const Expr m = symbol("m"), n = symbol("n"), l = symbol("l"), a = symbol("a"), b = symbol("b"),
               J = symbol("J"), K = symbol("K"), g = symbol("g"), phi = symbol("phi"), psi = symbol("psi");
    const Expr w1 = dot(phi), w2 = dot(phi) + dot(psi), a1 = e.r[0], a2 = e.r[0] + e.r[1];
    const Expr first = (J + m * a * a + n * l * l) * a1 + n * l * b * cos(psi) * a2 -
                       n * l * b * sin(psi) * w2 * w2 + (m * a + n * l) * g * sin(phi);
    const Expr second = (K + n * b * b) * a2 + n * l * b * cos(psi) * a1 + n * l * b * sin(psi) * w1 * w1 +
                        n * b * g * sin(phi + psi);
    EXPECT_TRUE(vanishes(first));
    EXPECT_TRUE(vanishes(second));
}

void expect_proved(const std::string& text) {
    const System system = model(text);
    const Reason why = form().inapplicable(Setting(system));
    ASSERT_FALSE(why) << *why << "\n" << text;
    for (const FormVerdict& v : verify(system, {.only = &form()})) {
        if (v.form != &form()) continue;
        EXPECT_EQ(v.agrees, Answer::yes) << v.reason << v.difference << "\n" << text;
    }
}

TEST(ArticulatedBody, IsProvedForEveryJoint) {
    const std::string head = "model A { gravity 9.81 along (0.1, 0.2, -1)\n";
    const std::string link = " { mass 1.2; inertia (0.1, 0.12, 0.15; 0.01, 0.02, -0.01) }\n";
    for (const std::string& text : std::vector<std::string>{
             chain(3),
             // a tree with two arms, on a slider; one hinge along no axis of its body
             head + "body cart" + link + "body a" + link + "body b" + link + "body c" + link +
                 "joint cart on space slider s along (1, 0, 0)\n"
                 "joint a at (0, 0, 0.4) on cart at (0.2, 0, 0) hinge p along (0, 1, 0)\n"
                 "joint b at (0.1, 0, 0.3) on cart at (-0.2, 0, 0) hinge q along (1, 2, 2)\n"
                 "joint c on b at (0, 0, -0.3) slider r along (0, 0.6, 0.8) }",
             // ball joints, one below the other
             head + "body a" + link + "body b" + link +
                 "joint a at (0, 0.1, 0.4) on space ball\n"
                 "joint b at (0.1, 0, 0.3) on a at (0, 0, -0.4) ball }",
             // a ball joint between hinges
             head + "body a" + link + "body b" + link + "body c" + link +
                 "joint a at (0, 0.1, 0.4) on space hinge p along (1, 0, 0)\n"
                 "joint b at (0.1, 0, 0.3) on a at (0, 0, -0.4) ball\n"
                 "joint c at (0.1, 0, 0.3) on b at (0, 0, -0.4) hinge r along (0, 1, 0) }",
             // a base that floats, with an arm
             head + "body base" + link + "body arm" + link +
                 "joint arm at (0.1, 0, 0.3) on base at (0, 0, -0.4) hinge p along (0, 1, 0) }",
             // angles, with and without a fixed point
             head + "body a { mass 1; inertia (0.1, 0.12, 0.15; 0.01, 0, 0); angles psi about z, theta about "
                    "x, phi about z; pose "
                    "about (0, 0.1, -0.3) } }",
             head +
                 "body a { mass 1; inertia (0.1, 0.12, 0.15; 0.01, 0, 0); angles psi about z, theta about x, "
                 "phi about z }\n"
                 "body b" +
                 link + "joint b at (0.1, 0, 0.3) on a at (0, 0, -0.4) hinge p along (0, 1, 0) }",
             // in a plane
             "model A { gravity 9.81 along (0, -1, 0)\n"
             "body a { mass 1; inertia (0.1, 0.12, 0.15); pose planar }\n body b { mass 1; inertia (0.1, "
             "0.1, "
             "0.1) }\n"
             "joint b at (0.1, 0.3, 0) on a at (0, -0.4, 0) hinge p along (0, 0, 1) }",
             // welded masses; a rotor whose axes stay with its carrier
             head + "body a" + link +
                 "body w { mass 0.3; shape ball(0.1) }\n body r { mass 0.5; shape disc(0.2) }\n" +
                 "body v { mass 0.2; inertia (0.01, 0.02, 0.02) }\n"
                 "joint a at (0, 0.1, 0.4) on space hinge p along (1, 0, 0)\n"
                 "joint w on a at (0.3, 0, 0) weld\n joint v at (0, 0, 0.1) on w weld\n"
                 "joint r on w at (0, 0.2, 0) hinge s along (0, 0, 1) }",
             // joints that move as told
             head + "body arm" + link + "body bead" + link + "body bob" + link +
                 "joint arm at (0.1, 0, 0) on space hinge turn = sin(t) along (0, 0, 1)\n"
                 "joint bead on arm slider way = t^3 along (1, 0, 0)\n"
                 "joint bob at (0, 0, 0.4) on bead hinge p along (0, 1, 0) }",
             // loads of all kinds, and forces along coordinates
             head + "param k = 3\n body a" + link + "body b" + link + "body c" + link +
                 "joint a at (0, 0.1, 0.4) on space hinge p along (1, 0, 0)\n"
                 "joint b at (0.1, 0, 0.3) on a at (0, 0, -0.4) hinge q along (0, 1, 0)\n"
                 "joint c at (0.1, 0, 0.3) on b at (0, 0, -0.4) ball\n"
                 "spring k between b at (0, 0, -0.4) and space at (1, 0, 0) length 0.5\n"
                 "spring 2 between c and a at (0.3, 0, 0)\n"
                 "damper 0.2 between b and space at (0, 0.5, 0)\n damper 0.3 between c at (0.1, 0, 0) and a\n"
                 "force (0.3, 0, 0.1) on c at (0, 0, -0.4) follower\n torque (0, 0.1*cos(t), 0.2) on b\n"
                 "force on p: -0.3*p' + sin(t), q: 0.2*p\n potential k*q^2/2 + k*c_q1^2 }",
         })
        expect_proved(text);
}

// Trees that nobody wrote.
TEST(ArticulatedBody, IsProvedForRandomTrees) {
    std::size_t count = 0;
    for (std::uint64_t seed = 1; seed < 400 && count < 12; ++seed) {
        const std::string text = RandomAssembly(seed).text();
        Diagnostics diagnostics;
        const auto system = elaborate_model(Source("test.anh", text), diagnostics);
        if (!system || system->velocities().size() > 8 || form().inapplicable(Setting(*system))) continue;
        ++count;
        expect_proved(text);
    }
    EXPECT_EQ(count, 12u);
}

// The accelerations of the form at random states, beside those of the second way from a text to its motion.
void expect_as_newton_and_euler(const std::string& text, int states) {
    const Source source("test.anh", text);
    Diagnostics diagnostics;
    const auto tree = syntax::parse_model(source, diagnostics);
    const System system = model(text);
    std::vector<std::string> names;
    newton_euler::NewtonEuler::Parameters p;
    for (const Coordinate& q : system.coordinates) names.push_back(q.symbol.symbol().name);
    for (const Parameter& one : system.parameters) p.emplace(one.symbol.symbol().name, one.value.to_double());
    const newton_euler::NewtonEuler laws(*tree, source, names, p, p);
    RateFunction rates(explicit_equations(rate_equations(system, form(), form().derive(Setting(system)))));
    RealStates random(system, 7);
    for (int k = 0; k < states; ++k) {
        const auto state = random.draw();
        ASSERT_TRUE(state);
        std::vector<double> x = state->q, dx(2 * x.size());
        x.insert(x.end(), state->v.begin(), state->v.end());
        ASSERT_TRUE(rates.rates(state->t, x, dx)) << rates.why();
        const std::vector<double> right = laws.at({state->t, state->q, state->v}).accelerations;
        double scale = 1;
        for (const double a : right) scale = std::max(scale, std::abs(a));
        for (std::size_t i = 0; i < right.size(); ++i)
            EXPECT_NEAR(dx[right.size() + i], right[i], 1e-10 * scale) << names[i];
    }
}

TEST(ArticulatedBody, AgreesWithNewtonAndEuler) {
    expect_as_newton_and_euler(chain(5), 4);
    expect_as_newton_and_euler(chain(20), 1);
}

SimulationResult moved(const System& system, const EquationForm* form, double until) {
    SimulationOptions options{.until = until, .every = until, .form = form, .make = tiered};
    const MovingSystem moving(system, options);
    return Run(moving).run();
}

TEST(ArticulatedBody, AChainOfFiveMovesAsInOtherForms) {
    const System system = model(chain(5));
    const SimulationResult ours = moved(system, &form(), 2);
    ASSERT_EQ(ours.end, SimulationResult::End::reached) << ours.reason;
    for (const char* other : {"maggi", "kane"}) {
        const SimulationResult theirs = moved(system, find_form(other), 2);
        ASSERT_EQ(theirs.end, SimulationResult::End::reached) << theirs.reason;
        ASSERT_EQ(ours.final.size(), theirs.final.size());
        for (std::size_t k = 0; k < ours.final.size(); ++k)
            EXPECT_NEAR(ours.final[k], theirs.final[k], 1e-10) << other << " " << k;
    }
}

TEST(ArticulatedBody, AChainOfTwentyKeepsItsEnergy) {
    const System system = model(chain(20));
    EXPECT_EQ(form_to_integrate(Setting(system)).id, "articulated-body");
    const SimulationResult result = moved(system, nullptr, 1);
    ASSERT_EQ(result.end, SimulationResult::End::reached) << result.reason;
    bool has_energy = false;
    for (const Drift& drift : result.drifts)
        if (drift.name == "energy") {
            has_energy = true;
            EXPECT_TRUE(drift.is_due);
            EXPECT_LT(drift.relative, 1e-12);
        }
    EXPECT_TRUE(has_energy);
}

std::size_t operations_of_chain(int n) {
    const System system = model(chain(n));
    const RateEquations e =
        explicit_equations(rate_equations(system, form(), form().derive(Setting(system))));
    std::vector<Expr> inputs{e.t};
    for (const auto* list : {&e.state, &e.parameters})
        inputs.insert(inputs.end(), list->begin(), list->end());
    return program(e.rates, inputs).operations();
}

// Three more links, one hinge along each axis, take as many operations wherever they are.
TEST(ArticulatedBody, OperationsGrowWithTheNumberOfLinks) {
    const std::size_t a = operations_of_chain(9), b = operations_of_chain(18), c = operations_of_chain(27);
    EXPECT_NEAR(static_cast<double>(c - b), static_cast<double>(b - a), 0.02 * static_cast<double>(b - a));
}

// Rates so long that they are differentiated along directions, beside differences of them.
TEST(ArticulatedBody, LongChainsHaveAJacobian) {
    const System system = model(chain(80));
    RateFunction rates(explicit_equations(rate_equations(system, form(), form().derive(Setting(system)))));
    const std::size_t n = rates.size();
    std::vector<double> x(n), J(n * n), above(n), below(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = 0.3 * std::sin(static_cast<double>(3 * i + 1));
    ASSERT_TRUE(rates.jacobian(0, x, J)) << rates.why();
    for (const std::size_t j : {std::size_t{0}, n / 4, n / 2, n - 1}) {
        const double h = 1e-5, at = x[j];
        x[j] = at + h;
        ASSERT_TRUE(rates.rates(0, x, above));
        x[j] = at - h;
        ASSERT_TRUE(rates.rates(0, x, below));
        x[j] = at;
        double scale = 1;
        for (std::size_t i = 0; i < n; ++i) scale = std::max(scale, std::abs(J[i * n + j]));
        for (std::size_t i = 0; i < n; ++i)
            EXPECT_NEAR(J[i * n + j], (above[i] - below[i]) / (2 * h), 1e-6 * scale) << i << ", " << j;
    }
}

TEST(ArticulatedBody, SaysWhyItDoesNotApply) {
    EXPECT_EQ(why_not("model A { coord x; kinetic x'^2/2 }"),
              "there are no bodies, or the kinetic energy has other parts as well");
    EXPECT_EQ(why_not("model A { ground plane z = 0\n body b { mass 1; shape ball(0.1) }\n contact b on "
                      "ground rolling }"),
              "'height' constrains the bodies beyond the tree of their joints");
    EXPECT_EQ(why_not(gallery_text("trailer-2")),
              "there are no bodies, or the kinetic energy has other parts as well");
}

}  // namespace
}  // namespace anholon
