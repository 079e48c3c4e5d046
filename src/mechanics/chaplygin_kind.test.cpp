#include "mechanics/chaplygin_kind.hpp"

#include <gtest/gtest.h>

#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/registry.hpp"
#include "model/read_model.test.hpp"
#include "verify/verify.hpp"

namespace anholon {
namespace {

std::vector<std::string> names(const Setting& s, const std::vector<std::size_t>& places) {
    std::vector<std::string> list;
    for (const std::size_t i : places) list.push_back(s.q[i].symbol().name);
    return list;
}

using Names = std::vector<std::string>;

TEST(ChaplyginKind, ABodyOnAPlaneHasTheCoordinatesOfItsMassCentre) {
    for (const char* name :
         {"chaplygin-ball", "chaplygin-top", "rattleback", "rubber-ball", "rolling-ball"}) {
        const System system = model(gallery_text(name));
        const Setting s(system);
        const ChaplyginKind kind(s);
        ASSERT_FALSE(kind.why_not) << name << ": " << *kind.why_not;
        EXPECT_EQ(names(s, kind.y), (Names{"x", "y"})) << name;
        EXPECT_EQ(kind.beside, std::string(name) == "rubber-ball" ? Names{"spin"} : Names{}) << name;
    }
}

TEST(ChaplyginKind, SaysWhereACoordinateOccurs) {
    const auto why = [](const std::string& text) {
        const System system = model(text);
        return chaplygin_inapplicable(Setting(system)).value_or("");
    };
    EXPECT_EQ(why(gallery_text("blackall")),
              "the constraints contain 'z', whose velocity the constraints determine");
    EXPECT_EQ(why(gallery_text("spherical-pendulum")), "all constraints are geometric");
    EXPECT_EQ(why(gallery_text("free-top")), "there are no constraints");
    EXPECT_EQ(why(gallery_text("suslov")), "the model is stated on a Lie algebra, without coordinates");
    const std::string ball = gallery_text("chaplygin-ball");
    EXPECT_EQ(why(ball), "");
    // A spring along x: y alone is left out, and the constraint on x' keeps its place beside it.
    const System sprung = model(changed(ball, "constraint unit", "potential 1 [N/m]*x^2\n  constraint unit"));
    const Setting s(sprung);
    EXPECT_EQ(names(s, ChaplyginKind(s).y), Names{"y"});
    EXPECT_EQ(ChaplyginKind(s).beside, Names{"along"});
    EXPECT_EQ(why(changed(ball, "constraint unit", "potential 1 [N/m]*(x^2 + y^2)\n  constraint unit")),
              "the Lagrangian contains 'x', whose velocity the constraints determine");
}

// K' = K × ω for K = ∂L*/∂ω, L* = ½ (ω, Iω) + ½ D (ω² − (ω, γ)²), and X L* = −D (ω, γ) ω × γ:
// so [L*] = K' − K × ω − X L* = D (ω, γ) ω × γ.
TEST(ChaplyginKind, TheTermsOfChaplyginsBall) {
    const System system = model(gallery_text("chaplygin-ball"));
    const Setting s(system);
    const Equations e = chaplygin(s);
    const auto symbol = [&](const char* name) { return system.c().find(name); };
    std::vector<Expr> w, g;
    for (const char* name : {"w1", "w2", "w3"}) w.push_back(symbol(name));
    for (const auto& [name, value] : system.lets)
        if (name == "g1" || name == "g2" || name == "g3") g.push_back(value);
    ASSERT_EQ(g.size(), 3u);
    const Expr wg = w[0] * g[0] + w[1] * g[1] + w[2] * g[2];
    const Expr D = symbol("m") * pow(symbol("a"), 2);
    const Expr q3 = sqrt(1 - pow(symbol("q0"), 2) - pow(symbol("q1"), 2) - pow(symbol("q2"), 2));
    for (std::size_t j = 0; j < 3; ++j) {
        const std::size_t k = (j + 1) % 3, l = (j + 2) % 3;
        const Expr by_hand = D * wg * (w[k] * g[l] - w[l] * g[k]);
        ASSERT_EQ(e.lines[j].right[1].note, "terms of nonholonomicity");
        const Expr difference = substitute(e.lines[j].right[1].value - by_hand, {{symbol("q3"), q3}});
        EXPECT_EQ(is_zero(difference).answer, Answer::yes) << j;
    }
}

// Bodies by quaternions and by angles, on a slope, with a rotor, of rubber, on a plane that moves, two at once.
TEST(ChaplyginKind, TheFormAgreesForBodiesOfTheBodyLanguage) {
    const std::string plane =
        "param m = 1, R = 0.4, g = 9.81; gravity g along (0, 0, -1); ground plane z = 0\n";
    const std::string of_disc =
        "body disc { mass m; shape disc(R) along (0, 1, 0); surface rim(R) along (0, 1, 0)\n"
        "angles psi about z, theta about x, phi about y }\n contact disc on ground rolling\n init theta = "
        "0.2\n";
    const std::vector<std::string> texts{
        "model M { " + plane + of_disc + "}",
        "model M { " + plane + of_disc + "constraint upright: theta = 0 }",
        "model M { " + plane +
            "body disc { mass m; shape disc(R); surface rim(R) }\n contact disc on ground rolling\n"
            "init q0 = cos(0.6), q1 = sin(0.6) }",
        "model M { param m = 1, a = 0.5, c = 0.3; gravity 9.81 along (3/5, 0, -4/5); ground plane z = 0\n"
        "body egg { mass m; shape ellipsoid(a, a, c) }\n contact egg on ground rolling\n"
        "init q0 = cos(0.2), q1 = sin(0.2) }",
        "model M { " + plane +
            "body hoop { mass m; shape hoop(R); surface rim(R) }\n body rotor { mass 0.3; inertia (1, 1, 2) "
            "}\n"
            "joint rotor on hoop at (0, 0, 0) hinge s along (0, 0, 1)\n contact hoop on ground rolling\n"
            "init hoop_q0 = cos(0.6), hoop_q1 = sin(0.6) }",
        "model M { " + plane +
            "body ring { mass m; inertia (1, 1, 2); surface torus(R, 0.1) }\n contact ring on ground rubber\n"
            "init q0 = cos(0.6), q1 = sin(0.6) }",
        "model M { param m = 1, a = 0.4, e = 0.1; gravity 9.81 along (0, 0, -1)\n"
        "ground plane z = sin(t)/10\n body b { mass m; inertia (1, 2, 5/2); surface sphere(a) at (0, 0.05, "
        "e) }\n"
        "contact b on ground rolling }",
    };
    for (const std::string& text : texts) {
        const System system = model(text);
        EXPECT_TRUE(not_chaplygins_in_coordinates(Setting(system))) << text;
        for (const FormVerdict& v : verify(system, {.only = find_form("chaplygin"), .progress = {}}))
            if (v.form->id == "chaplygin") {
                EXPECT_EQ(v.agrees, Answer::yes) << text;
            }
    }
}

}  // namespace
}  // namespace anholon
