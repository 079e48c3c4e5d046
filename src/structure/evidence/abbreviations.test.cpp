#include "structure/evidence/abbreviations.hpp"

#include <gtest/gtest.h>

#include "expr/expand.hpp"
#include "expr/print.hpp"
#include "structure/evidence/asked.test.hpp"

namespace anholon {
namespace {

struct Ball {
    System system = model(gallery_text("chaplygin-ball"));
    Setting s{system};
    Abbreviations names{s};
    Budget budget{60};
    Expr q(std::size_t i) const { return s.q[i]; }
    std::string in_letters(Expr e) const { return text(names.in_letters(e, budget)); }
    Expr g(std::size_t i) const {
        return std::vector<Expr>{2 * (q(1) * q(3) - q(0) * q(2)), 2 * (q(2) * q(3) + q(0) * q(1)),
                                 pow(q(0), 2) - pow(q(1), 2) - pow(q(2), 2) + pow(q(3), 2)}[i - 1];
    }
};

TEST(Abbreviations, AreTheNamedFunctionsOfTheQuaternion) {
    const Ball ball;
    ASSERT_EQ(ball.names.letters().size(), 3U);
    EXPECT_EQ(text(ball.names.letters()[0].symbol), "g1");
    EXPECT_EQ(ball.names.letters()[2].value, ball.g(3));
}

TEST(Abbreviations, WriteFunctionsOfDirectionCosines) {
    const Ball ball;
    EXPECT_EQ(ball.in_letters(ball.g(1)), "g1");
    const Expr I1 = ball.s.c.find("I1"), w1 = ball.s.frame().eta(1);
    // Multiplied out in the quaternion, where |q| = 1 has been used.
    EXPECT_EQ(ball.in_letters(1 - 2 * pow(ball.q(1), 2) - 2 * pow(ball.q(2), 2)), "g3");
    EXPECT_EQ(ball.in_letters(sqrt(expand(I1 * pow(ball.g(1), 2) + pow(ball.g(3), 2)))),
              "sqrt(I1*g1^2 + g3^2)");
    EXPECT_EQ(ball.in_letters(expand(w1 * ball.g(2) * ball.g(3) + w1)), "w1*(g2*g3 + 1)");
}

TEST(Abbreviations, LeaveOtherFunctionsAlone) {
    const Ball ball;
    for (const Expr& e :
         {ball.q(0), ball.q(0) * ball.q(1), ball.g(1) + ball.q(0) * ball.q(3), ball.s.c.find("x")})
        EXPECT_EQ(ball.names.in_letters(e, ball.budget), e) << text(e);
}

TEST(Abbreviations, NeedCoordinatesOfUnitLength) {
    std::string other(gallery_text("chaplygin-ball"));
    for (std::size_t at = other.find("  expect"); at != std::string::npos; at = other.find("  expect"))
        other.erase(at, other.find('\n', at) + 1 - at);
    const System system =
        changed_model(other, {{"q0^2 + q1^2 + q2^2 + q3^2 = 1", "q0^2 + q1^2 + q2^2 + q3^2 = 2"}});
    EXPECT_TRUE(Abbreviations(Setting(system)).letters().empty());
}

}  // namespace
}  // namespace anholon
