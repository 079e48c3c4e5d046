#include "base/diagnostic.hpp"

#include <gtest/gtest.h>

#include <random>

#include "base/text.hpp"

namespace anholon {
namespace {

Span find(const Source& source, std::string_view text) {
    const auto at = static_cast<std::uint32_t>(source.text().find(text));
    return {at, at + static_cast<std::uint32_t>(text.size())};
}

TEST(Diagnostic, ReadsLikeAColleague) {
    const Source source("sleigh.anh",
                        "model Sleigh {\n  coord x, y, theta\n\n\n\n"
                        "constraint blade: x'*sin(theta) = y'*cos(tetha)\n}\n");
    const Diagnostic d{.code = "name-unknown",
                       .message = "no symbol 'tetha' in this model",
                       .span = find(source, "tetha"),
                       .help = "did you mean the coordinate 'theta' (line 2)?"};
    EXPECT_EQ(render(d, source),
              "sleigh.anh:6:42: error[name-unknown]: no symbol 'tetha' in this model\n"
              " 6 | constraint blade: x'*sin(theta) = y'*cos(tetha)\n"
              "   |                                          ^^^^^\n"
              "   = help: did you mean the coordinate 'theta' (line 2)?\n");
}

TEST(Diagnostic, NotesMayShowAnotherLine) {
    const Source source("s", "a\n\n\n\n\n\n\n\n\nb");
    const Diagnostic d{.severity = Severity::warning,
                       .code = "twice",
                       .message = "again",
                       .span = find(source, "a"),
                       .notes = {{"first", std::nullopt}, {"here", find(source, "b")}}};
    EXPECT_EQ(render(d, source),
              "s:1:1: warning[twice]: again\n"
              "  1 | a\n"
              "    | ^\n"
              "    = note: first\n"
              "    = note: here\n"
              " 10 | b\n"
              "    | ^\n");
}

TEST(Diagnostic, CaretsFollowWhatIsSeen) {
    const Source source("s", "\tθ日\x01\xff+oops");
    const Diagnostic d{.code = "c", .message = "m", .span = find(source, "oops")};
    EXPECT_EQ(render(d, source),
              "s:1:7: error[c]: m\n"
              " 1 |     θ日\\x01\\xff+oops\n"
              "   |                 ^^^^\n");
    const Diagnostic wide{.code = "c", .message = "m", .span = find(source, "θ日\x01")};
    EXPECT_EQ(render(wide, source),
              "s:1:2: error[c]: m\n"
              " 1 |     θ日\\x01\\xff+oops\n"
              "   |     ^^^^^^^\n");
}

TEST(Diagnostic, LongLinesAreCutAroundTheSpan) {
    const std::string filler(500, 'a');
    const Source source("s", filler + "HERE" + filler);
    const std::string shown = render({.code = "c", .message = "m", .span = find(source, "HERE")}, source);
    EXPECT_EQ(shown, "s:1:501: error[c]: m\n 1 | …" + std::string(33, 'a') + "HERE" + std::string(61, 'a') +
                         "…\n   | " + std::string(34, ' ') + "^^^^\n");
}

TEST(Diagnostic, LongSpansAreCutToo) {
    const Source source("s", "x + " + std::string(1000, 'y') + "\nz");
    const std::string shown = render({.code = "c", .message = "m", .span = {4, 1006}}, source);
    EXPECT_EQ(shown, "s:1:5: error[c]: m\n 1 | x + " + std::string(95, 'y') + "…\n   |     " +
                         std::string(95, '^') + "\n");
}

TEST(Diagnostic, EmptySpansHaveOneCaret) {
    const Source source("s", "ab");
    EXPECT_EQ(render({.code = "c", .message = "m", .span = {2, 2}}, source),
              "s:1:3: error[c]: m\n 1 | ab\n   |   ^\n");
    const Source empty("s", "");
    EXPECT_EQ(render({.code = "c", .message = "m", .span = {0, 0}}, empty),
              "s:1:1: error[c]: m\n 1 |\n   | ^\n");
}

TEST(Diagnostic, ColourOnlyOnDemand) {
    const Source source("s", "ab");
    const Diagnostic d{.code = "c", .message = "m\x1b", .span = {0, 1}, .help = "h"};
    EXPECT_EQ(render(d, source).find('\x1b'), std::string::npos);
    EXPECT_NE(render(d, source, {.colour = RenderOptions::Colour::ansi}).find("\x1b[1;31m"),
              std::string::npos);
}

TEST(Diagnostics, OnlyTheFirstAreKept) {
    const Source source("s", "ab");
    Diagnostics all;
    for (int i = 0; i < 1000; ++i) all.add({.code = "c", .message = "m", .span = {0, 1}});
    EXPECT_TRUE(all.full());
    EXPECT_EQ(all.errors(), 1000u);
    EXPECT_EQ(all.all().size(), Diagnostics::limit);
    EXPECT_TRUE(render(all, source).ends_with("s: and 980 more\n"));
}

TEST(Diagnostic, RandomBytesAndSpansAlwaysRender) {
    std::mt19937 random(7);
    for (int trial = 0; trial < 3000; ++trial) {
        std::string text(random() % 400, ' ');
        for (char& c : text) c = static_cast<char>(random());
        const Source source("s", text);
        const Span span{static_cast<std::uint32_t>(random() % 420),
                        static_cast<std::uint32_t>(random() % 420)};
        const std::string shown =
            render({.code = "c", .message = text, .span = span, .notes = {{"n", span}}, .help = "h"}, source);
        for (std::size_t at = 0; at < shown.size();) {
            const CodePoint c = decode(shown, at);
            ASSERT_TRUE(c.valid && (c.value >= 0x20 || c.value == '\n'));
            at += c.size;
        }
    }
}

}  // namespace
}  // namespace anholon
