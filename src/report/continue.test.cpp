#include "report/continue.hpp"

#include <gtest/gtest.h>

#include "model/read_model.test.hpp"

namespace anholon {

namespace {

request::ContinueFound orbits(const std::string& text, const std::string& over, const std::string& period) {
    const System system = model(text);
    request::Continue asked{.of = request::Continue::Of::orbit, .over = over};
    asked.orbit.period = period;
    return answer(asked, system);
}

}  // namespace

// At q = 0.3 x = 0 is unstable between b₂ = 3.99250292… and a₂ = 4.03706187…: less than a step, so that no point of the branch need lie there.
TEST(ContinueText, SaysWhatIsUnstableBetweenItsPoints) {
    for (const char* over : {"a=1.368..5", "a=1.4..5", "a=2..4.5", "a=3.9..9"}) {
        const request::ContinueFound f = orbits(
            "model Mathieu { param a = 4.2, q = 0.3; coord x; kinetic x'^2/2; potential (a - "
            "2*q*cos(2*t))*x^2/2 }",
            over, "pi");
        for (const SpecialPoint& point : f.branches[0].branch.special) {
            const double a = point.u[f.value_place];
            EXPECT_EQ(point.before == 0, a < 4) << over;
            EXPECT_NEAR(a, a < 4 ? 3.992502927 : 4.037061875, 1e-8) << over;
        }
        const std::string text = as_text("Mathieu", f, 80);
        EXPECT_NE(text.find("to 3.992502927: no unstable multipliers"), std::string::npos) << over << text;
        EXPECT_NE(text.find("a = 3.992502927 to 4.037061875: 1 unstable multiplier"), std::string::npos)
            << over << text;
        EXPECT_NE(text.find("a = 4.037061875 to "), std::string::npos) << over << text;
    }
}

}  // namespace anholon
