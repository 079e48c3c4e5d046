#include "request/animate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/finite.hpp"
#include "model/read_model.test.hpp"

namespace anholon::request {
namespace {

const Shape& shape(const Scene& scene, const std::string& name) {
    for (const Shape& s : scene.shapes)
        if (s.name == name) return s;
    throw std::runtime_error("no shape " + name);
}

Animate asked(double frames, const std::string& until, std::vector<std::string> parameters = {}) {
    Animate out;
    out.frames = frames;
    out.until = until;
    out.parameters = std::move(parameters);
    return out;
}

TEST(Animate, HasAFrameForEachRowAndTheLastAtTheEnd) {
    const System system = from_gallery("rattleback");
    const MotionShown shown = answer(asked(60, "1.7"), system);
    EXPECT_EQ(shown.count, 103u);
    EXPECT_EQ(shown.rows.size(), shown.count * shown.columns.size());
    EXPECT_EQ(shown.frames.size(), shown.count * shown.scene.columns);
    EXPECT_EQ(shown.rows[(shown.count - 1) * shown.columns.size()], 1.7);
    EXPECT_EQ(shown.columns[0].name, "t");
    EXPECT_TRUE(are_finite(shown.frames));
    EXPECT_TRUE(shown.scene.notes.empty());
}

TEST(Animate, HasAtMostTwentyThousandFrames) {
    const System system = model("model A { body b { mass 1; shape ball(1) }\n init x' = 1 }");
    EXPECT_EQ(answer(asked(60, "1000"), system).count, most_frames);
    EXPECT_EQ(answer(asked(60, "-1"), system).count, 61u);
    EXPECT_EQ(answer(asked(60, "0"), system).count, 1u);
    EXPECT_THROW(answer(asked(0, "1"), system), Refusal);
}

TEST(Animate, TakesOtherParametersWithoutBeingMadeAnew) {
    const System system = from_gallery("rattleback");
    const AnimatedSystem animated(system, asked(20, "1"));
    const Animate longer = asked(20, "1", {"a=0.3", "h=0.005"});
    ASSERT_TRUE(animated.fits(longer));
    const MotionShown first = animated.answer(asked(20, "1")), other = animated.answer(longer),
                      alone = answer(longer, system);
    EXPECT_EQ(shape(first.scene, "stone").sizes, (std::vector<double>{0.2, 0.03, 0.02}));
    EXPECT_EQ(shape(other.scene, "stone").sizes, (std::vector<double>{0.3, 0.03, 0.02}));
    ASSERT_EQ(other.frames.size(), alone.frames.size());
    for (std::size_t k = 0; k < other.frames.size(); ++k)
        EXPECT_NEAR(other.frames[k], alone.frames[k], 1e-9 * std::max(1.0, std::abs(alone.frames[k])));
    Animate columns = longer;
    columns.more = {"w1^2"};
    EXPECT_FALSE(animated.fits(columns));
}

// What simulates a system shows it as well, unless the picture has variables of its own or columns are missing.
TEST(Animate, UsesWhatHasBeenDerived) {
    const System system = from_gallery("whipple-bicycle");
    const Animate request = asked(20, "1");
    const MovingSystem moving(system, read_simulation(request, system));
    EXPECT_EQ(&AnimatedSystem(system, request, &moving).moving(), &moving);
    const auto goes_on = [](double) { return true; };
    const MotionShown shown = answer(request, system, goes_on, &moving), alone = answer(request, system);
    EXPECT_EQ(shown.frames, alone.frames);
    EXPECT_EQ(shown.rows, alone.rows);
    Animate few = request;
    few.columns = "v";
    const MovingSystem narrow(system, read_simulation(few, system));
    EXPECT_NE(&AnimatedSystem(system, few, &narrow).moving(), &narrow);
    EXPECT_EQ(answer(few, system, goes_on, &narrow).frames, alone.frames);

    const System top = from_gallery("free-top");
    ASSERT_FALSE(top.staging.variables.empty());
    const MovingSystem without(top, read_simulation(request, top));
    EXPECT_EQ(answer(request, top, goes_on, &without).frames, answer(request, top).frames);
}

TEST(Animate, AddsColumnsToTheStandardOnes) {
    const System system = from_gallery("rattleback");
    Animate request = asked(10, "1");
    request.columns = "w1^2, speed=sqrt(x'^2 + y'^2)";
    const MotionShown shown = answer(request, system);
    EXPECT_EQ(shown.columns.back().name, "speed");
    EXPECT_EQ(shown.columns[1].name, "q0");
    EXPECT_EQ(shape(shown.scene, "stone").motion, Shape::Motion::pose);
}

// A form without multipliers knows no reactions; everything else is shown.
TEST(Animate, ShowsWhatTheFormKnows) {
    const System system = from_gallery("vakonomic-skate");
    EXPECT_NO_THROW(answer(asked(10, "1"), system));
    const System free = model(
        "model A { ground plane z = 0\n gravity 9.81 along (0, 0, -1)\n body b { mass 1; shape ball(1) }\n"
        "contact b on ground rolling\n motion viscous N = 10\n init w1 = 1 }");
    const MotionShown shown = answer(asked(10, "0.1"), free);
    EXPECT_EQ(shape(shown.scene, "b").kind, PictureItem::Kind::ball);
    EXPECT_TRUE(are_finite(shown.frames));
}

TEST(Animate, EveryModelOfTheGalleryHasAPicture) {
    for (const GalleryModel& m : gallery()) {
        const System system = model(std::string(m.text));
        const MotionShown shown = answer(asked(20, "0.5"), system);
        EXPECT_FALSE(shown.scene.shapes.empty()) << m.name;
        EXPECT_TRUE(shown.scene.notes.empty()) << m.name << ": " << shown.scene.notes[0];
        EXPECT_TRUE(are_finite(shown.frames)) << m.name;
        EXPECT_GT(shown.scene.size, 0) << m.name;
        for (std::size_t k = 0; k < 3; ++k) EXPECT_LE(shown.scene.low[k], shown.scene.high[k]) << m.name;
        for (const Shape& s : shown.scene.shapes) {
            for (const double size : s.sizes)
                EXPECT_TRUE(size > 0 || s.kind == PictureItem::Kind::plane ||
                            s.kind == PictureItem::Kind::disc)
                    << m.name << " " << s.name;
            if (!s.on.empty()) {
                EXPECT_NO_THROW(shape(shown.scene, s.on)) << m.name << " " << s.name;
            }
        }
    }
}

}  // namespace
}  // namespace anholon::request
