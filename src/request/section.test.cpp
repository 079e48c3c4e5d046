#include "request/section.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/text.hpp"
#include "model/model_text.hpp"
#include "model/refusal.hpp"
#include "request/model.hpp"
#include "request/words.hpp"

namespace anholon::request {
namespace {

struct Studied {
    const char* name;
    const char* text;  // of a model that is not in the gallery
    const char *at, *fix, *columns;
};

// Of the gallery, and of systems whose initial states are symmetric, at rest or far from the section.
const Studied systems[] = {
    {"suslov-chaos", nullptr, "w1:up", "energy=102.5", "gamma3,w2"},
    {"asymmetric-chaplygin-top", nullptr, "gamma1*r2 - gamma2*r1:up", "energy=457.9", "gamma3,w3"},
    {"paraboloid-rattleback", nullptr, "gamma1:up", "energy=752", "gamma2,w3"},
    {"unbalanced-rubber-ball", nullptr, "gamma1*r2 - gamma2*r1:up", "energy=428", "gamma3,w3"},
    {"HenonHeiles",
     "model HenonHeiles { coord x, y; kinetic (x'^2 + y'^2)/2; potential (x^2 + y^2)/2 + x^2*y - y^3/3; "
     "init x' = 0.4; expect integral energy }",
     "x:down", "energy=0.08", "y,y'"},
    {"DoublePendulum",
     "model DoublePendulum { coord a, b; kinetic a'^2 + b'^2/2 + a'*b'*cos(a - b); "
     "potential -9.81*(2*cos(a) + cos(b)); init b' = 6 }",
     "a:up", "", "b,b'"},
};

StatedModel studied_model(const Studied& studied, Section& request) {
    Source source = studied.text ? Source(studied.name, studied.text) : text_of_gallery(studied.name);
    request.start.columns = studied.columns;
    request.at = studied.at;
    if (*studied.fix != '\0') request.fix = {studied.fix};
    return stated(std::move(source),
                  {.reduced = true, .if_smaller = true, .moves = true, .words = &request.start});
}

class ClickedSection : public testing::TestWithParam<Studied> {};

// States that a motion takes exist: each has to be found by its two columns alone, and the motion passes there as it is asked to.
TEST_P(ClickedSection, FindsEveryPointOfAnOrbitBack) {
    Section request;
    const StatedModel model = studied_model(GetParam(), request);
    request.count = "8";
    const SectionFound orbit = answer(request, model.system);
    ASSERT_EQ(orbit.orbits.size(), 1u);
    ASSERT_EQ(orbit.orbits[0].points.size(), 8u);

    const Flow flow(model.system, read_initial_state(request.start, model.system));
    const Crossed where = crossed("--at", request.at, model.system);
    const Expr at = of_state(flow, where.function, request.at);
    StateFunctions section(flow.equations(), std::span(&at, 1));
    std::vector<Expr> shown;
    for (const Observable& column : orbit.columns) shown.push_back(column.value);
    StateFunctions columns(flow.equations(), shown);
    RateFunction rates(flow.equations());
    for (const SectionPoint& point : orbit.orbits[0].points) {
        Section click = request;
        click.count = "1";
        click.start.until = "1e-9";  // the start is what matters
        for (std::size_t k = 0; k < 2; ++k)
            click.from.push_back(orbit.columns[k].name + "=" + decimal(point.columns[k], 17));
        const SectionFound found = answer(click, model.system);
        ASSERT_EQ(found.orbits.size(), 1u);
        const SectionStart& start = found.orbits[0].start;
        std::vector<double> here(shown.size()), dx(start.x.size());
        columns(0, start.x, start.p, {}, here);
        for (std::size_t k = 0; k < 2; ++k)
            EXPECT_NEAR(here[k], point.columns[k], 1e-9 * std::max(1.0, std::fabs(point.columns[k])));
        // The function of the section a little later.
        rates.set_parameters(start.p);
        ASSERT_TRUE(rates.rates(0, start.x, dx));
        std::vector<double> later = start.x;
        double speed = 0, value = 0;
        for (const double v : dx) speed = std::max(speed, std::fabs(v));
        for (std::size_t k = 0; k < dx.size(); ++k) later[k] += 1e-6 / speed * dx[k];
        section(0, later, start.p, {}, std::span(&value, 1));
        EXPECT_GT(value * where.direction, 0);
        EXPECT_LT(found.orbits[0].drift, 1e-9);
    }
}

INSTANTIATE_TEST_SUITE_P(Systems, ClickedSection, testing::ValuesIn(systems), [](const auto& info) {
    std::string name = info.param.name;
    std::ranges::replace(name, '-', '_');
    return name;
});

std::string refused(const Section& request, const System& system) {
    try {
        answer(request, system);
    } catch (const Refusal& e) {
        return e.diagnostics.all().front().code + ": " + e.diagnostics.all().front().message;
    }
    return "accepted";
}

// E = ½ (3 + 1.25) w2² + 100 (γ1/2 + γ3) with w1 = 0 makes γ1² + γ3² = 1.175 there, so that no state has these values.
TEST(Section, SaysThatNothingWasFoundWhereNothingIs) {
    Section request;
    const StatedModel model = studied_model(systems[0], request);
    request.from = {"gamma3=0.384669", "w2=2.50692"};
    EXPECT_EQ(
        refused(request, model.system),
        "level-empty: no state was found on these levels from 64 starts: the constraints of the system");
}

// A pendulum's x' = 1 at x = 0 passes upward, and never downward.
TEST(Section, TellsStatesThatPassTheOtherWay) {
    const StatedModel model = stated(Source("plane",
                                            "model Plane { coord x, y; kinetic (x'^2 + y'^2)/2; "
                                            "potential (x^2 + 2*y^2)/2; init x = 0.3 }"));
    Section request;
    request.at = "x:down";
    request.from = {"x'=1", "y=0.1"};
    request.fix = {"energy=2"};
    EXPECT_EQ(
        refused(request, model.system),
        "level-empty: no state was found on these levels from 64 starts that passes through the section "
        "in this direction; some pass the other way");
    request.at = "x:up";
    request.count = "2";
    EXPECT_EQ(refused(request, model.system), "accepted");
}

}  // namespace
}  // namespace anholon::request
