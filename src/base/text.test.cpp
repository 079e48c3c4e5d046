#include "base/text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace anholon {
namespace {

TEST(Text, DecodesWhatItEncodes) {
    for (const char32_t c : {U'a', U'é', U'θ', U'−', U'𝑥', char32_t{0x10ffff}}) {
        const std::string bytes = encode(c);
        const CodePoint back = decode(bytes, 0);
        EXPECT_TRUE(back.valid);
        EXPECT_EQ(back.value, c);
        EXPECT_EQ(back.size, bytes.size());
    }
}

TEST(Text, RefusesWhatIsNotUtf8) {
    // A lone continuation, an overlong '/', a surrogate, past the last plane, cut short.
    for (const std::string bytes :
         {"\x80", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xce", "\xff"}) {
        const CodePoint c = decode(bytes, 0);
        EXPECT_FALSE(c.valid) << printable(bytes);
        EXPECT_EQ(c.size, 1u);
    }
}

TEST(Text, NamesAreAsciiOrGreekLettersThenDigits) {
    for (const char* name : {"x", "theta", "θ", "x1", "α_β", "Ω2", "m_1", "µ"})
        EXPECT_TRUE(is_identifier(name)) << name;
    for (const char* name : {"", "1x", "_x", "x y", "é", "я", "x'", "x-1", "\xff", "x\xff", "ά"})
        EXPECT_FALSE(is_identifier(name)) << printable(name);
}

TEST(Text, GreekLettersHaveAsciiNames) {
    EXPECT_EQ(ascii_name("θ"), "theta");
    EXPECT_EQ(ascii_name("θ1"), "theta1");
    EXPECT_EQ(ascii_name("α_β"), "alpha_beta");
    EXPECT_EQ(ascii_name("Ω"), "Omega");
    EXPECT_EQ(ascii_name("\u2126"), "Omega");
    EXPECT_EQ(ascii_name("\u00b5"), "mu");
    EXPECT_EQ(ascii_name("ϕ"), ascii_name("φ"));
    EXPECT_EQ(ascii_name("ϑ"), "theta");
    EXPECT_EQ(ascii_name("ϵ"), ascii_name("ε"));
    EXPECT_EQ(ascii_name("ς"), "sigma");
    EXPECT_EQ(ascii_name("x_1"), "x_1");
}

TEST(Text, EveryGreekLetterHasADistinctNameInItsCase) {
    std::vector<std::string> names;
    for (char32_t c = U'Α'; c <= U'ω'; ++c) {
        if (c == 0x3a2 || c == U'ς' || (c > U'Ω' && c < U'α')) continue;
        names.push_back(ascii_name(encode(c)));
        EXPECT_NE(names.back(), encode(c)) << code_point_name(c);
    }
    ASSERT_EQ(names.size(), 48u);
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::unique(names.begin(), names.end()), names.end());
}

TEST(Text, EditDistanceCountsASwapOnce) {
    EXPECT_EQ(edit_distance("thtea", "theta"), 1u);
    EXPECT_EQ(edit_distance("tetha", "theta"), 2u);
    EXPECT_EQ(edit_distance("", "abc"), 3u);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
    EXPECT_EQ(edit_distance("same", "same"), 0u);
}

TEST(Text, NearestIsCloseOrNothing) {
    const std::vector<std::string> names{"theta", "phi", "x", "mass"};
    EXPECT_EQ(nearest("tetha", names), "theta");
    EXPECT_EQ(nearest("Theta", names), "theta");
    EXPECT_EQ(nearest("X", names), "x");
    EXPECT_EQ(nearest("y", names), std::nullopt);
    EXPECT_EQ(nearest("omega", names), std::nullopt);
    EXPECT_EQ(nearest(std::string(1000000, 'a'), names), std::nullopt);
}

TEST(Text, DecimalsHaveTheirDigits) {
    EXPECT_EQ(decimal(1.0 / 3, 3), "0.333");
    EXPECT_EQ(decimal(-20, 6), "-20");
    EXPECT_EQ(std::stod(decimal(0.1, 17)), 0.1);
}

TEST(Text, BoundsAreRoundedUp) {
    EXPECT_EQ(rounded_up(4.4e-33), "1e-32");
    EXPECT_EQ(rounded_up(1e-30), "1e-30");
    EXPECT_EQ(rounded_up(0.9), "1e0");
}

TEST(Text, PrintableLetsNothingMoveTheCursor) {
    EXPECT_EQ(printable("a\x1b[31m\r\n"), "a\\x1b[31m\\x0d\\x0a");
    EXPECT_EQ(printable("\xff"), "\\xff");
    EXPECT_EQ(printable("\u202e"), "\\u{202e}");
    EXPECT_EQ(printable("θ é 日"), "θ é 日");
}

}  // namespace
}  // namespace anholon
