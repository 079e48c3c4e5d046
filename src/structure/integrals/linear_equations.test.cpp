#include "structure/integrals/linear_equations.hpp"

#include <gtest/gtest.h>

#include "model/read_model.test.hpp"
#include "request/reduced.hpp"

namespace anholon {
namespace {

// How many integrals the force on s leaves to the core in q, q' and s'.
std::size_t integrals_with(const std::string& force) {
    const System full =
        model("model A { coord q, s\n kinetic (q'^2 + s'^2)/2\n potential cos(q)\n force on s: " + force +
              "\n init q = 1 }");
    const request::Reduced core = request::reduced(full);
    EXPECT_EQ(core.system.coordinates.size(), 1u);
    const Setting s(core.system);
    const auto found = linear_equations(s, Budget(10));
    return found ? found->obeying.size() : 0;
}

TEST(LinearEquations, AreThoseOfTheOtherVelocities) {
    EXPECT_EQ(integrals_with("q'*s'*sin(q)"), 1u);  // s' e^cos(q) is constant
    EXPECT_EQ(integrals_with("q'^2*sin(q)"), 0u);
    EXPECT_EQ(integrals_with("q'*s'^2*sin(q)"), 0u);
    EXPECT_EQ(integrals_with("q'*sin(q)"), 0u);
    EXPECT_EQ(integrals_with("s'*sin(q)"), 0u);
}

}  // namespace
}  // namespace anholon
