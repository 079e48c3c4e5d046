#include "request/lyapunov.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/model_text.hpp"
#include "request/linearize.hpp"
#include "request/model.hpp"

namespace anholon::request {
namespace {

struct Asked {
    std::string model;
    const char* until;
    std::vector<std::string> values = {};
    bool is_full = false;
};

LyapunovSpectrum exponents(const Asked& asked) {
    Lyapunov request;
    request.start.values = asked.values;
    request.start.until = asked.until;
    const StatedModel model =
        stated(text_of_gallery(asked.model),
               {.reduced = !asked.is_full, .if_smaller = true, .moves = true, .words = &request.start});
    return answer(request, model.system);
}

// Chaplygin's ball and top, the rolling disc and hoop, tops and Suslov's problem are integrable.
TEST(LyapunovOfTheGallery, VanishWhereASystemIsIntegrable) {
    for (const char* name :
         {"chaplygin-ball", "chaplygin-top", "rolling-disc", "rolling-hoop", "ball-inside-cylinder",
          "heavy-top-quaternion", "spherical-pendulum", "suslov-gravity", "rubber-ball"}) {
        const LyapunovSpectrum s = exponents({name, "100"});
        EXPECT_FALSE(s.ended) << name << ": " << *s.ended;
        EXPECT_TRUE(s.is_complete) << name;
        for (const Exponent& e : s.exponents)
            EXPECT_FALSE(e.is_told_from_zero()) << name << ": " << e.value << " ± " << e.error;
        for (const NeutralDirection& d : s.neutral) EXPECT_TRUE(d.vanishes) << name << ": " << d.why;
        ASSERT_TRUE(s.sum && s.divergence) << name;
        EXPECT_NEAR(*s.sum, *s.divergence, 1e-10) << name;
    }
}

// The rattleback spins about the vertical: both exponents of the growing oscillation are its real part.
TEST(LyapunovOfTheGallery, AreTheEigenvaluesOfASteadyMotion) {
    SimulationWords words;
    words.values = {"q0=0", "q1=1", "q2=0", "q3=0", "w1=0", "w2=0", "w3=-5"};
    const LyapunovSpectrum s = exponents({"rattleback", "8", words.values});
    ASSERT_GE(s.exponents.size(), 4u);
    EXPECT_NEAR(s.exponents[0].value, 2.1206924, 0.02);
    EXPECT_NEAR(s.exponents[1].value, 2.1206924, 0.02);
    EXPECT_NEAR(s.exponents[s.exponents.size() - 1].value, -0.2025213, 0.02);
    EXPECT_NEAR(*s.sum, *s.divergence, 1e-9);
    EXPECT_NEAR(*s.divergence, 2 * (2.1206923979 - 0.2025212833), 1e-7);
}

// Full and reduced, the exponents are the same, besides those of the symmetries that the core leaves out.
TEST(LyapunovOfTheGallery, DoNotDependOnTheCoordinates) {
    const LyapunovSpectrum core = exponents({"off-hooked-trailers", "30"}),
                           full = exponents({"off-hooked-trailers", "30", {}, true});
    ASSERT_TRUE(core.divergence && full.divergence);
    EXPECT_NEAR(*core.divergence, *full.divergence, 1e-9);
    EXPECT_NEAR(core.exponents.back().value, full.exponents.back().value, 3e-2);
    EXPECT_GT(full.exponents.size() + full.neutral.size(), core.exponents.size() + core.neutral.size());
}

}  // namespace
}  // namespace anholon::request
