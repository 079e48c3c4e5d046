#include "mechanics/adapted_frame.hpp"

#include <gtest/gtest.h>

#include "expr/operations.hpp"
#include "model/read_model.test.hpp"

namespace anholon {
namespace {

// A⁻¹ is put together from the constraints as they are written in the quasi-velocities.
TEST(AdaptedFrame, IsInverseToItsForms) {
    for (const char* name : {"chaplygin-ball", "rolling-disc", "cart-two-skates", "rattleback"}) {
        const System system = from_gallery(name);
        const AdaptedFrame X(system);
        const Matrix product = X.frame().A() * X.frame().B();
        for (std::size_t i = 0; i < X.n(); ++i)
            for (std::size_t j = 0; j < X.n(); ++j)
                EXPECT_EQ(is_zero_modulo_primes(product(i, j) - Rational(i == j ? 1 : 0)).answer, Answer::yes)
                    << name << " " << i << " " << j;
    }
}

// The velocity of a rolling ball in its angular velocity is as short as its constraint.
TEST(AdaptedFrame, KeepsWhatIsWrittenInQuasiVelocities) {
    const System ball = model(R"(model A {
  param r = 1
  ground plane z = 0
  body b { mass 1; shape ball(r) }
  contact b on ground rolling
  quasi w_x = wx, w_y = wy, w_z = wz
})");
    const Expr x = ball.coordinates[4].symbol;
    EXPECT_LE(operations(AdaptedFrame(ball).in_eta(dot(x))).total(), 8u);
}

}  // namespace
}  // namespace anholon
