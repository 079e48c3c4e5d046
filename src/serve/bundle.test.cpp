#include "serve/bundle.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "base/temporary_folder.test.hpp"
#include "serve/token.hpp"

namespace anholon::serve {
namespace {

void write(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

TEST(Bundle, HoldsTheFilesOfAPageByTheirPaths) {
    const TemporaryFolder folder;
    const std::filesystem::path page = folder.path();
    write(page / "index.html", "<p>");
    write(page / "fonts/a.woff2", "font");
    write(page / ".built", "");
    write(page / "node_modules/x/index.js", "");
    const Bundle bundle = read_bundle(page);
    ASSERT_EQ(bundle.size(), 2U);
    EXPECT_EQ(bundle.at("/index.html").body, "<p>");
    EXPECT_EQ(bundle.at("/index.html").type, "text/html; charset=utf-8");
    EXPECT_EQ(bundle.at("/fonts/a.woff2").type, "font/woff2");
}

TEST(Bundle, NeedsAPage) {
    const TemporaryFolder folder;
    EXPECT_THROW(read_bundle(folder.path()), std::runtime_error);
    EXPECT_THROW(read_bundle(std::filesystem::path(folder.path()) / "none"), std::runtime_error);
}

TEST(Token, Is128RandomBits) {
    const std::string one = random_token(), other = random_token();
    EXPECT_EQ(one.size(), 32U);
    EXPECT_EQ(one.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_NE(one, other);
}

TEST(Token, IsComparedWhole) {
    EXPECT_TRUE(is_same_token("abc", "abc"));
    for (const char* wrong : {"", "ab", "abd", "xbc", "abcd"})
        EXPECT_FALSE(is_same_token("abc", wrong)) << wrong;
}

}  // namespace
}  // namespace anholon::serve
