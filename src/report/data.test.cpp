#include "report/data.hpp"

#include <gtest/gtest.h>

#include "model/read_model.test.hpp"

namespace anholon {
namespace {

std::string on_one_line(const Json& json) {
    std::string out;
    for (const char c : to_string(json))
        if (c != ' ' && c != '\n') out += c;
    return out;
}

TEST(Data, FormulasAreTextLatexAndTree) {
    const System system = model("model A { coord x, y; kinetic (x'^2 + y'^2)/2 }");
    const Expr x = system.q()[0], y = system.q()[1];
    EXPECT_EQ(on_one_line(as_json(Data(x))), R"({"text":"x","latex":"x","tree":["symbol","x"]})");
    const auto tree = [](Expr e) {
        const std::string all = on_one_line(as_json(Data(e)));
        const std::size_t start = all.find("\"tree\":") + 7;
        return all.substr(start, all.size() - start - 1);
    };
    EXPECT_EQ(tree(pow(x, 2)), R"(["power",["symbol","x"],["number","2"]])");
    EXPECT_EQ(tree(-x), R"(["product",["number","-1"],["symbol","x"]])");
    EXPECT_EQ(tree(2 * sin(y) / 3), R"(["product",["number","2/3"],["sin",["symbol","y"]]])");
    EXPECT_EQ(tree(x + 1), R"(["sum",["number","1"],["symbol","x"]])");
    EXPECT_EQ(tree(system.velocities()[0]), R"(["symbol","x'"])");
}

TEST(Data, TreesThatWouldBeTooLargeAreLeftOut) {
    const System system = model("model A { coord x; kinetic x'^2/2 }");
    Expr e = system.q()[0];
    for (int k = 0; k < 40; ++k) e = sin(e + cos(e));  // 2^40 nodes as a tree, 120 as a graph
    EXPECT_NE(on_one_line(as_json(Data(e))).find("\"tree\":null"), std::string::npos);
}

TEST(Data, ListsAndNamedParts) {
    const Data data =
        Data::Fields{{"count", std::size_t{2}}, {"names", list_of(std::vector<std::string>{"a", "b"})}};
    EXPECT_EQ(on_one_line(as_json(data)), R"({"count":2,"names":["a","b"]})");
}

}  // namespace
}  // namespace anholon
