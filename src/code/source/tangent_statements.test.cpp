#include "code/source/tangent_statements.hpp"

#include <gtest/gtest.h>

#include "expr/context.hpp"
#include "expr/expr.hpp"

// What the lines are; that they are right is seen by compiling them: tests/fmu.test.py.
namespace anholon {
namespace {

std::string lines(const Expr& f, const std::vector<Expr>& inputs, std::size_t changing) {
    return tangent_statements(program(std::vector{f}, inputs),
                              {.input = [](std::size_t k) { return "x[" + std::to_string(k) + "]"; },
                               .direction = [&](std::size_t k) -> std::optional<std::string> {
                                   if (k >= changing) return std::nullopt;
                                   return "dx[" + std::to_string(k) + "]";
                               },
                               .output = [](std::size_t) { return "d[0]"; }});
}

TEST(TangentStatements, ComputeOnlyWhatIsNeeded) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y");
    EXPECT_EQ(lines(x * y, {x, y}, 2),
              "    const double d1 = dx[0] * x[1] + x[0] * dx[1];\n    d[0] = d1;\n");
    EXPECT_EQ(lines(x * y, {x, y}, 1), "    const double d1 = dx[0] * x[1];\n    d[0] = d1;\n");
    EXPECT_EQ(lines(y, {x, y}, 1), "    d[0] = 0.0;\n");
    EXPECT_EQ(lines(sin(x), {x, y}, 1),
              "    const double d1 = dx[0] == 0.0 ? 0.0 : (cos(x[0])) * dx[0];\n    d[0] = d1;\n");
}

}  // namespace
}  // namespace anholon
