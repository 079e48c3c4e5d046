#include "report/progress.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace anholon {
namespace {

using Output = ProgressOptions::Output;

struct Watch {
    double now = 100;
    std::ostringstream out;

    ProgressOptions options(Output output, double from = 0, double to = 1000) {
        return {.what = "simulating", .from = from, .to = to, .output = output, .seconds = [this] {
                    return now;
                }};
    }
    std::string taken() {
        std::string text = out.str();
        out.str("");
        return text;
    }
};

TEST(Progress, OnATerminal) {
    Watch watch;
    {
        Progress progress(watch.out, watch.options(Output::terminal));
        watch.now += 0.4;
        progress.update(40);
        EXPECT_EQ(watch.taken(), "");
        watch.now += 3.35;
        progress.update(450, 1.23e-15);
        EXPECT_EQ(watch.taken(),
                  "\r\033[Ksimulating [########          ]  45%  t = 450  120/s  4.6 s left  drift 1.2e-15");
        watch.now += 0.05;
        progress.update(460);
        EXPECT_EQ(watch.taken(), "") << "ten times a second";
        watch.now += 1.2;
        progress.update(1000);
        EXPECT_EQ(watch.taken(),
                  "\r\033[Ksimulating [####################] 100%  t = 1000  200/s  0.0 s left");
    }
    EXPECT_EQ(watch.taken(), "\r\033[K");
}

TEST(Progress, IsSilentAboutShortWork) {
    Watch watch;
    {
        Progress progress(watch.out, watch.options(Output::terminal));
        watch.now += 0.49;
        progress.update(1000);
    }
    EXPECT_EQ(watch.taken(), "");
}

TEST(Progress, ClearsOnce) {
    Watch watch;
    Progress progress(watch.out, watch.options(Output::terminal));
    watch.now += 1;
    progress.update(1);
    watch.taken();
    progress.clear();
    progress.clear();
    EXPECT_EQ(watch.taken(), "\r\033[K");
}

TEST(Progress, InALog) {
    Watch watch;
    {
        Progress progress(watch.out, watch.options(Output::log));
        for (int i = 0; i < 200; ++i) {
            watch.now += 0.125;
            progress.update(i);
        }
    }
    EXPECT_EQ(watch.taken(),
              "simulating   7%  t = 79  7.9/s  117 s left\nsimulating  15%  t = 159  7.95/s  106 s left\n");
}

TEST(Progress, Backward) {
    Watch watch;
    Progress progress(watch.out, watch.options(Output::log, 0, -1000));
    watch.now += 20;
    progress.update(-500, 0.5);
    EXPECT_EQ(watch.taken(), "simulating  50%  t = -500  25/s  20 s left  drift 0.5\n");
}

TEST(Progress, OddIntervals) {
    Watch watch;
    Progress nothing(watch.out, watch.options(Output::log, 5, 5)),
        standing(watch.out, watch.options(Output::log));
    watch.now += 20;
    nothing.update(5);
    EXPECT_EQ(watch.taken(), "simulating 100%  t = 5  0/s  0.0 s left\n");
    standing.update(0);
    EXPECT_EQ(watch.taken(), "simulating   0%  t = 0  0/s\n");
}

TEST(Progress, LongTimes) {
    Watch watch;
    Progress progress(watch.out, watch.options(Output::log));
    const auto shown = [&](double elapsed, double t) {
        watch.now += elapsed;
        progress.update(t);
        const std::string text = watch.taken();
        return text.substr(text.find("/s") + 4);
    };
    EXPECT_EQ(shown(10, 1), "2.8 h left\n") << "10 s for one part in a thousand";
    EXPECT_EQ(shown(10, 10), "33 min left\n");
    EXPECT_EQ(shown(10, 0.01), "34.7 days left\n");
    EXPECT_EQ(shown(10, 1e-271), "over 1,000 days left\n");
}

TEST(Progress, NarrowTerminals) {
    Watch watch;
    for (const std::size_t columns : {10, 40, 50, 60}) {
        ProgressOptions options = watch.options(Output::terminal);
        options.columns = columns;
        Progress progress(watch.out, options);
        watch.now += 1;
        watch.taken();
        progress.update(500);
        EXPECT_LT(watch.taken().size() - std::string("\r\033[K").size(), columns);
    }
}

TEST(Progress, NeedsNoClockWhereItIsSilent) {
    std::ostringstream out;
    Progress progress(out, {.what = "simulating", .from = 0, .to = 1, .seconds = {}});
    progress.update(0.5);
    EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace anholon
