#include "report/history.hpp"

#include <gtest/gtest.h>

namespace anholon {
namespace {

TEST(History, KeepsFewRowsEvenlyAndTheLast) {
    for (const int count : {1, 5, 10, 11, 12, 1000, 12345}) {
        History history(2, 10);
        for (int i = 0; i < count; ++i) history.add(std::vector<double>{1.0 * i, 2.0 * i});
        const auto t = history.column(0), x = history.column(1);
        ASSERT_LE(t.size(), 12u);
        ASSERT_EQ(t.size(), x.size());
        EXPECT_EQ(t.front(), 0);
        EXPECT_EQ(t.back(), count - 1);
        for (std::size_t k = 0; k < t.size(); ++k) EXPECT_EQ(x[k], 2 * t[k]);
        for (std::size_t k = 2; k + 1 < t.size(); ++k) EXPECT_EQ(t[k] - t[k - 1], t[1] - t[0]) << count;
    }
}

}  // namespace
}  // namespace anholon
