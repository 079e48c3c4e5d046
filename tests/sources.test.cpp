// Statements of the sources that compare two systems, so that no file of the gallery can state them alone.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "model/model.hpp"
#include "verify/verify.hpp"

namespace anholon {

namespace {

// Every expectation of the model is proved.
void all_hold(const std::string& text) {
    const Source source("model", text);
    Diagnostics diagnostics;
    const auto system = elaborate_model(source, diagnostics);
    ASSERT_TRUE(system.has_value());
    const auto verdicts = check_expectations(*system);
    ASSERT_FALSE(verdicts.empty());
    for (const ExpectationVerdict& v : verdicts)
        EXPECT_EQ(v.holds, Answer::yes) << source.text(v.expectation->span) << ": " << v.reason;
}

std::string file(const std::string& name) {
    std::ifstream in("tests/sources/" + name);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

Answer last_of(const std::string& text) {
    const Source source("model", text);
    Diagnostics diagnostics;
    const auto system = elaborate_model(source, diagnostics);
    return system ? check_expectations(*system).back().holds : Answer::unknown;
}

// Chaplygin's ball by quadratures on a curve of genus 2, where its angular momentum about the vertical vanishes.
TEST(Sources, ChaplyginsBallIsSeparated) {
    const std::string text = file("chaplygin-ball-separated.anh");
    all_hold(text);
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string other = text;
        other.replace(other.find(from), from.size(), to);
        return last_of(other);
    };
    EXPECT_EQ(changed("(1 + D*u)*v'^2", "(1 + 2*D*u)*v'^2"), Answer::no);
    // with angular momentum about the vertical u and v do not separate
    EXPECT_EQ(changed("I3*o3*g3 = 0", "I3*o3*g3 = 1"), Answer::no);
}

// The vectors K + r γ and their complement move as γ and K of another ball, on its level (K, γ) = 0.
TEST(Sources, ChaplyginsSubstitutionReducesEveryLevelToZero) {
    const std::string text = file("chaplygin-substitution.anh");
    all_hold(text);
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string other = text;
        other.replace(other.find(from), from.size(), to);
        return last_of(other);
    };
    EXPECT_EQ(changed("8*h*D*c^2", "7*h*D*c^2"), Answer::no);
    EXPECT_EQ(changed("let E = D*(1 + c/r)", "let E = D"), Answer::no);
    EXPECT_EQ(changed("(w1/o1*v')", "(v')"), Answer::no);  // not in the ball's own time
}

TEST(Sources, OneWheelIsAHeavierSkate) {
    // The energy (4.3) and the constraint (4.4) of the wheeled vehicles: the equations of gallery/one-wheeled-vehicle.anh.
    all_hold(R"(model Sleigh {
  param m = 1, j = 0.5, i = 0.02, h = 0.2, Rn = 0.1, Rt = 0.3
  coord psi, x, y
  let vn = x'*cos(psi) + y'*sin(psi)
  let vt = y'*cos(psi) - x'*sin(psi)
  kinetic (m + i/h^2)/2*(vn^2 + vt^2) + m*(Rn*vt - Rt*vn)*psi' + j/2*psi'^2
  constraint side: vn = 0
  quasi v = vt, w = psi'
  expect equation (m + i/h^2)*v' + m*Rn*w' = m*Rt*w^2
  expect equation m*Rn*v' + j*w' = -m*Rt*v*w
})");
}

TEST(Sources, WheelPairsAreSkates) {
    // The cart with its four wheels, (2.1) to (2.4), moves by (4.5) to (4.8) with m + 4i/h^2 and so on, (3.13).
    all_hold(R"(model Cart {
  param mf = 2, If = 1.5, eta = 0.1, mk = 0.3, jk = 0.1, i = 0.01, h = 0.2, l = 0.15, b1 = 0.6, b2 = 0.5
  coord psi, theta1, theta2, p11, p12, p21, p22, x, y
  let v1 = x'*cos(psi) + y'*sin(psi)
  let v2 = y'*cos(psi) - x'*sin(psi)
  let u1 = v1 - b1*psi', u2 = v1 + b2*psi'
  let W1 = psi' + theta1', W2 = psi' + theta2'
  kinetic mf/2*(v1^2 + v2^2) + mf*eta*v2*psi' + If/2*psi'^2
  kinetic mk/2*(u1^2 + v2^2) + jk/2*W1^2 + i/2*(p11'^2 + p12'^2)
  kinetic mk/2*(u2^2 + v2^2) + jk/2*W2^2 + i/2*(p21'^2 + p22'^2)
  constraint f1: u1*cos(theta1) + v2*sin(theta1) = 0
  constraint f2: u2*cos(theta2) + v2*sin(theta2) = 0
  constraint g11: v2*cos(theta1) - u1*sin(theta1) + l*W1 + h*p11' = 0
  constraint g12: v2*cos(theta1) - u1*sin(theta1) - l*W1 + h*p12' = 0
  constraint g21: v2*cos(theta2) - u2*sin(theta2) + l*W2 + h*p21' = 0
  constraint g22: v2*cos(theta2) - u2*sin(theta2) - l*W2 + h*p22' = 0
  quasi v = v2, w1 = theta1' + psi', w2 = theta2' + psi'
  let ms = mk + 2*i/h^2
  expect dof 3
  expect integral w1
  expect integral w2
  expect integral mf/2*(v1^2 + v2^2) + mf*eta*v2*psi' + If/2*psi'^2 + ms/2*(u1^2 + u2^2 + 2*v2^2)
  # the wheels follow by quadratures, (3.9)
  expect integral h*(p11 - p12) + 2*l*(psi + theta1)
})");
}

TEST(Sources, SquaresOfConstraintsChangeNothing) {
    // Proposition 1 of the wheeled vehicles.
    all_hold(R"(model Sleigh {
  param m = 1, J = 0.4, a = 0.3, kappa = 5
  coord x, y, theta
  let vx = x' - a*theta'*sin(theta)
  let vy = y' + a*theta'*cos(theta)
  let f = cos(theta)*y' - sin(theta)*x'
  kinetic m/2*(vx^2 + vy^2) + J/2*theta'^2 + kappa*cos(x)^2*f^2
  constraint blade: f = 0
  quasi v = cos(theta)*x' + sin(theta)*y', w = theta'
  expect equation v' = a*w^2
  expect equation w' = -m*a*v*w/(J + m*a^2)
})");
}

TEST(Sources, ServoAlongTheConstraintIsNonholonomic) {
    all_hold(R"(model Sleigh {
  param m = 1, J = 0.4, a = 0.3
  coord x, y, theta
  let vx = x' - a*theta'*sin(theta)
  let vy = y' + a*theta'*cos(theta)
  kinetic m/2*(vx^2 + vy^2) + J/2*theta'^2
  constraint blade: cos(theta)*y' - sin(theta)*x' = 0
  quasi v = cos(theta)*x' + sin(theta)*y', w = theta'
  motion servo force (-sin(theta), cos(theta), 0)
  expect equation v' = a*w^2
  expect equation w' = -m*a*v*w/(J + m*a^2)
})");
}

TEST(Sources, ServoMomentumAlongTheConstraintIsVakonomic) {
    // The equations of gallery/vakonomic-skate.anh with the sign of lambda changed.
    all_hold(R"(model Skate {
  param m = 1, J = 1, G = 1
  coord x, y, phi
  kinetic m/2*(x'^2 + y'^2) + J/2*phi'^2
  potential -m*G*x
  constraint blade: x'*sin(phi) - y'*cos(phi) = 0
  quasi v = x'*cos(phi) + y'*sin(phi), w = phi'
  motion servo momentum N = x'*sin(phi) - y'*cos(phi)
  expect equation v' = G*cos(phi) - lambda*w/m
  expect equation w' = lambda*v/J
  expect equation lambda' = m*G*sin(phi) + m*v*w
})");
}

TEST(Sources, VakonomicSkateRunsDown) {
    // x' = t cos(phi)^2, y' = t sin(phi) cos(phi), phi'' = t^2 sin(phi) cos(phi), where the momenta are t and 0 for m = J = G = 1.
    all_hold(R"(model Skate {
  param m = 1, J = 1, G = 1
  coord x, y, phi
  kinetic m/2*(x'^2 + y'^2) + J/2*phi'^2
  potential -m*G*x
  constraint blade: x'*sin(phi) - y'*cos(phi) = 0
  motion vakonomic
  expect integral m*x' - lambda*sin(phi) - m*G*t
  expect integral m*y' + lambda*cos(phi)
  expect equation m*x' = (m*x' - lambda*sin(phi))*cos(phi)^2 + (m*y' + lambda*cos(phi))*sin(phi)*cos(phi)
  expect equation m*y' = (m*x' - lambda*sin(phi))*sin(phi)*cos(phi) + (m*y' + lambda*cos(phi))*sin(phi)^2
  expect equation m*J*phi'' = ((m*x' - lambda*sin(phi))^2 - (m*y' + lambda*cos(phi))^2)*sin(phi)*cos(phi) - (m*x' - lambda*sin(phi))*(m*y' + lambda*cos(phi))*cos(2*phi)
})");
}

TEST(Sources, ServoGyroscopeTurnsItsMomentumWithTheBody) {
    // (I w + lambda b)' + w x (I w + lambda b) = 0
    all_hold(R"(model Body {
  param I11 = 2, I22 = 1.5, I33 = 3, I12 = 0.1, I13 = 0.3, I23 = 0.4, b1 = 0.2, b2 = 0.5, b3 = 1
  algebra so(3)
  inertia (I11, I22, I33; I12, I13, I23)
  constraint (0, 0, 1)
  motion servo momentum (b1, b2, b3)
  expect equation I11*w1' + I12*w2' + b1*lambda' = -w2*(I13*w1 + I23*w2 + b3*lambda)
  expect equation I12*w1' + I22*w2' + b2*lambda' = w1*(I13*w1 + I23*w2 + b3*lambda)
  expect integral (I11*w1 + I12*w2 + b1*lambda)^2 + (I12*w1 + I22*w2 + b2*lambda)^2 + (I13*w1 + I23*w2 + b3*lambda)^2
})");
}

TEST(Sources, RollingBallNeedsNoPush) {
    // Lagrange's equations without multipliers hold for all coordinates; here by the free law, on any motion of the ball.
    all_hold(R"(model Ball {
  param m = 1, a = 0.2, k = 0.4
  coord psi, theta, phi, x, y
  # Euler's angles: angular velocity in axes of the plane
  let ox = theta'*cos(psi) + phi'*sin(theta)*sin(psi)
  let oy = theta'*sin(psi) - phi'*sin(theta)*cos(psi)
  let oz = psi' + phi'*cos(theta)
  kinetic m/2*(x'^2 + y'^2) + k*m*a^2/2*(ox^2 + oy^2 + oz^2)
  constraint along: x' = a*oy
  constraint across: y' = -a*ox
  motion free
  expect integral x' - a*oy
  expect integral y' + a*ox
})");
}

}  // namespace

}  // namespace anholon
