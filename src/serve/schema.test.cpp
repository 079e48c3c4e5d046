#include "serve/schema.hpp"

#include <gtest/gtest.h>

namespace anholon::serve {
namespace {

const Type start = record("Start", {{"model", text()},
                                    optional("parameters", map(value()), "by name"),
                                    optional("columns", list(text())),
                                    optional("at", one_of({"steady", "equilibrium"}))});

std::string wrong(const char* json, const Type& type = start) {
    return mismatch(parse_json(json), type).value_or("");
}

TEST(Schema, AcceptsWhatIsOfItsType) {
    EXPECT_EQ(wrong(R"({"model":"x"})"), "");
    EXPECT_EQ(wrong(R"({"model":"x","parameters":{"m":1,"h":"a/2","k":0.5},"columns":["w"],"at":"steady"})"),
              "");
    EXPECT_EQ(wrong(R"({"model":"x","parameters":null})"), "");
    EXPECT_EQ(wrong("3", integer()), "");
    EXPECT_EQ(wrong("3", number()), "");
    EXPECT_EQ(wrong("null", nullable(number())), "");
    EXPECT_EQ(wrong(R"({"a":[1]})", either({record({{"a", text()}}), record({{"a", list(number())}})})), "");
}

TEST(Schema, SaysWhereAndHowAValueDiffers) {
    EXPECT_EQ(wrong("[]"), "an object is expected, not a list");
    EXPECT_EQ(wrong("{}"), "model: a text is expected, and missing");
    EXPECT_EQ(wrong(R"({"model":7})"), "model: a text is expected, not a whole number");
    EXPECT_EQ(wrong(R"({"model":"x","modle":"y"})"), "modle: there is no such field");
    EXPECT_EQ(wrong(R"({"model":"x","parameters":{"m":[1]}})"),
              "parameters.m: a number or a text is expected, not a list");
    EXPECT_EQ(wrong(R"({"model":"x","columns":["a",2]})"),
              "columns[1]: a text is expected, not a whole number");
    EXPECT_EQ(wrong(R"({"model":"x","at":"rest"})"),
              "at: one of 'steady', 'equilibrium' is expected, not 'rest'");
    EXPECT_EQ(wrong("[1,2]", tuple(number(), 3)), "a list of 3 is expected, not a list");
    EXPECT_EQ(wrong("1.5", integer()), "a whole number is expected, not a number");
    EXPECT_EQ(wrong(R"({"a":true})", either({record({{"a", text()}}), list(text())})),
              "a: a text is expected, not true");
}

TEST(Schema, IsWrittenAsTypeScript) {
    EXPECT_EQ(typescript(list(nullable(number()))), "(number | null)[]");
    EXPECT_EQ(typescript(map(value())), "Record<string, number | string>");
    EXPECT_EQ(typescript(record({})), "Record<string, never>");
    EXPECT_EQ(typescript(tuple(number(), 3)), "[number, number, number]");
    EXPECT_EQ(typescript(list(named("Role", one_of({"a", "b"})))), "Role[]");
    EXPECT_EQ(typescript_declaration(named("Role", one_of({"a", "b"}))),
              "export type Role = \"a\" | \"b\";\n");
    EXPECT_EQ(typescript(record({{"a", text()}, optional("b-c", boolean())})),
              "{ a: string; \"b-c\"?: boolean }");
    EXPECT_EQ(typescript_declaration(start),
              "export interface Start {\n  model: string;\n  /** by name */\n  parameters?: Record<string, "
              "number | string>;\n  columns?: string[];\n  at?: \"steady\" | \"equilibrium\";\n}\n");
}

TEST(Schema, ListsRecordsOnceAndBeforeTheirUse) {
    std::vector<Type> records;
    collect_named(record("Whole", {{"first", start}, {"others", list(start)}}), records);
    ASSERT_EQ(records.size(), 2U);
    EXPECT_EQ(records[0].name(), "Start");
    EXPECT_EQ(records[1].name(), "Whole");
}

}  // namespace
}  // namespace anholon::serve
