#include "model/vehicles/skates.hpp"

#include <gtest/gtest.h>

#include "model/read_model.test.hpp"
#include "syntax/format.hpp"
#include "syntax/statement.hpp"

namespace anholon {
namespace {

std::string on_skates(const std::string& text) {
    const Source source("s.anh", text);
    Diagnostics diagnostics;
    const auto tree = syntax::parse_model(source, diagnostics);
    EXPECT_TRUE(tree) << render(diagnostics, source);
    const std::string out = *syntax::formatted(Source("s.anh", with_skates(*tree, source)), diagnostics);
    EXPECT_TRUE(model(out).rolling_axles.empty());
    return out;
}

TEST(Skates, TakeThePlaceOfWheelsAndOfWhatWasSaidOfThem) {
    EXPECT_EQ(on_skates(R"(model A {
  param h = 0.1 [m], i = 1 [kg m^2], m = 1 [kg], l = 1 [m]
  frame f { mass m; inertia i }
  axle a on f { wheels radius h + h, track l, mass m, spin i + i, turn i }
  axle b on f at (0, l) steers theta { inertia i; wheel radius h }
  axle c on f { skate }
  let fast = a_phi1' + 1, slow = psi'
  let faster = 2*fast
  init y' = 1, a_phi1 = 2 [rad], theta = 0.1
  expect dof 2
  expect equation (h + h)*(a_phi1' + a_phi2') = 2*v2
  expect equation lambda_a_side1 = 0
  expect equation faster = 2*fast
  experiment default { until 4; init b_phi = 1, x = 2; param m = 2 [kg] }
  experiment other { until 4; init x = 2 }
}
)"),
              R"(model AOnSkates {
  param h = 0.1 [m], i = 1 [kg m^2], m = 1 [kg], l = 1 [m]
  frame f { mass m; inertia i }
  axle a on f { skate mass 2*(m + (i + i)/(h + h)^2), turn 2*i + (m + (i + i)/(h + h)^2)*l^2/2 }
  axle b on f at (0, l) steers theta { inertia i; skate }
  axle c on f { skate }
  let slow = psi'

  init y' = 1, theta = 0.1
  expect dof 2

  experiment default {
    until 4
    param m = 2 [kg]
    init x = 2
  }
  experiment other { until 4; init x = 2 }
}
)");
}

TEST(Skates, QuasiVelocitiesMadeOfTurnsGoAltogether) {
    EXPECT_EQ(on_skates(R"(model A {
  frame f { mass 1; inertia 1 }
  axle a on f { wheel radius 1, turn 2 }
  quasi u = a_phi', w = psi'
  init u = 1, w = 2, psi = 1
}
)"),
              R"(model AOnSkates {
  frame f { mass 1; inertia 1 }
  axle a on f { skate turn 2 }

  init psi = 1
}
)");
}

}  // namespace
}  // namespace anholon
