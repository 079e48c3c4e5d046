#include "report/envelope.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace anholon {
namespace {

TEST(Json, KeepsOrderAndEscapes) {
    const Json json =
        Json::object({{"b", 1}, {"a", Json::array({true, nullptr, 0.5, "q\"\n"})}, {"θ", "\xff"}});
    EXPECT_EQ(to_string(json),
              "{\n  \"b\": 1,\n  \"a\": [\n    true,\n    null,\n    0.5,\n    \"q\\\"\\n\"\n  ],\n  \"θ\": "
              "\"\xef\xbf\xbd\"\n}");
    EXPECT_EQ(to_string(Json::array({std::numeric_limits<double>::infinity()})), "[\n  null\n]");
    EXPECT_EQ(to_string(Json::object({})), "{}");
}

TEST(Envelope, Success) {
    EXPECT_EQ(to_string(success("zero", Json::object({{"answer", "yes"}}), {{.code = "w", .message = "m"}},
                                {"1.2.3", {"zero", "x"}})),
              R"({
  "schema": "anholon.zero/1",
  "ok": true,
  "result": {
    "answer": "yes"
  },
  "warnings": [
    {
      "code": "w",
      "message": "m",
      "line": null,
      "column": null,
      "help": null
    }
  ],
  "provenance": {
    "version": "1.2.3",
    "command": [
      "anholon",
      "zero",
      "x"
    ]
  }
})");
}

TEST(Envelope, Failure) {
    const Source source("s", "a\n + b");
    Diagnostics diagnostics;
    diagnostics.add({.code = "c", .message = "m", .span = {5, 6}, .help = "h"});
    diagnostics.add({.severity = Severity::warning, .code = "w", .message = "m", .span = {0, 1}});
    const std::string json =
        to_string(failure("", messages(diagnostics, source, Severity::error), {}, {}, {"1", {}}));
    EXPECT_EQ(json, R"({
  "schema": "anholon/1",
  "ok": false,
  "errors": [
    {
      "code": "c",
      "message": "m",
      "line": 2,
      "column": 4,
      "help": "h"
    }
  ],
  "warnings": [],
  "provenance": {
    "version": "1",
    "command": [
      "anholon"
    ]
  }
})");
}

}  // namespace
}  // namespace anholon
