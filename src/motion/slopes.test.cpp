#include "motion/slopes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "integrate/rate_function.hpp"
#include "model/gallery.hpp"
#include "model/model.hpp"
#include "motion/law.hpp"

namespace anholon {
namespace {

// Against the Jacobian that is derived as expressions, near the origin of the state space.
TEST(Slopes, AreTheEntriesOfTheJacobian) {
    for (const char* name :
         {"chaplygin-sleigh", "rolling-disc", "trailer-2", "suslov-gravity", "roller-racer"}) {
        Diagnostics diagnostics;
        const auto system =
            elaborate_model(Source(name, std::string(find_in_gallery(name)->text)), diagnostics);
        ASSERT_TRUE(system) << name;
        const Setting setting(*system);
        const EquationForm& form = form_to_integrate(setting);
        const RateEquations equations = rate_equations(*system, form, form.derive(setting));
        RateFunction rates(equations);
        Slopes slopes(equations);
        const std::size_t n = equations.state.size();
        std::vector<double> x(n), p, expected(n * n), found(n * n);
        for (std::size_t k = 0; k < n; ++k) x[k] = 0.3 + 0.1 * std::sin(static_cast<double>(k + 1));
        for (const Rational& value : equations.parameter_values) p.push_back(value.to_double());
        ASSERT_TRUE(rates.jacobian(0, x, expected)) << name << ": " << rates.why();
        ASSERT_TRUE(slopes(0, x, p, found)) << name;
        for (std::size_t k = 0; k < n * n; ++k)
            EXPECT_NEAR(found[k], expected[k], 1e-11 * std::max(1.0, std::fabs(expected[k])))
                << name << ' ' << k;
    }
}

}  // namespace
}  // namespace anholon
