#include "motion/exported.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "integrate/rate_function.hpp"
#include "model/read_model.test.hpp"
#include "motion/law.hpp"

namespace anholon {
namespace {

// A program has all velocities: of the sleigh x' = v cos θ − … are values, since its state holds v and w.
TEST(Exported, VelocitiesThatAreNotInTheStateAreValues) {
    const System sleigh = model(
        "model Sleigh { coord x, y, th; kinetic (x'^2 + y'^2 + th'^2)/2; constraint blade: y'*cos(th) = "
        "x'*sin(th)\n"
        "quasi v = x'*cos(th) + y'*sin(th), w = th'; init th = 0.4, v = 2, w = 3 }");
    const ExportedEquations exported = exported_equations(sleigh, form_to_export(sleigh));
    const auto value = [&](const std::string& name) {
        const auto& values = exported.equations.readings.values;
        const auto at = std::ranges::find(values, name, [](const auto& v) { return v.first; });
        if (at == values.end()) throw std::runtime_error("no value " + name);
        StateFunctions function(exported.equations, std::vector{at->second});
        double out = 0;
        function(0, exported.equations.initial, {}, {}, {&out, 1});
        return out;
    };
    EXPECT_NEAR(value("x_dot"), 2 * std::cos(0.4), 1e-15);
    EXPECT_NEAR(value("y_dot"), 2 * std::sin(0.4), 1e-15);
    EXPECT_EQ(value("th_dot"), 3);
}

}  // namespace
}  // namespace anholon
