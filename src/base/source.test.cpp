#include "base/source.hpp"

#include <gtest/gtest.h>

namespace anholon {
namespace {

TEST(Source, FindsLinesAndColumns) {
    const Source source("m.anh", "ab\nθ=1\r\n\nlast");
    EXPECT_EQ(source.line_count(), 4u);
    EXPECT_EQ(source.text(source.line_span(2)), "θ=1");
    EXPECT_EQ(source.text(source.line_span(3)), "");
    EXPECT_EQ(source.text(source.line_span(4)), "last");
    const Position equals = source.position(5);  // behind the two bytes of θ
    EXPECT_EQ(equals.line, 2u);
    EXPECT_EQ(equals.column, 2u);
    EXPECT_EQ(source.position(1000).line, 4u);
    EXPECT_EQ(source.position(1000).column, 5u);
}

TEST(Source, EmptyTextHasOneLine) {
    const Source source("m.anh", "");
    EXPECT_EQ(source.line_count(), 1u);
    EXPECT_EQ(source.position(0).column, 1u);
    EXPECT_EQ(source.text(Span{3, 9}), "");
}

}  // namespace
}  // namespace anholon
