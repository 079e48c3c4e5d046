#include "model/request.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "expr/print.hpp"
#include "model/model.hpp"

namespace anholon {
namespace {

class Requests : public ::testing::Test {
  protected:
    Requests() {
        const Source source("test.anh", R"(model A {
          param m = 200 [g], l = 2 [m], alpha = 30 [deg]
          coord x [m], phi [rad]
          kinetic m*(x'^2 + l^2*phi'^2)/2
          constraint roll: x' = l*phi'
          quasi w = phi'
        })");
        Diagnostics diagnostics;
        system = std::move(*elaborate_model(source, diagnostics));
    }

    // The code of the first mistake, or the value.
    std::string parameter(const std::string& text) { return said(text, read_parameter); }
    std::string initial_value(const std::string& text) {
        return said(text, [](const Source& source, const System& of, Diagnostics& diagnostics) {
            return read_initial_value(source, of, diagnostics);
        });
    }

    std::string said(const std::string& text, auto&& read) {
        const Source source("request", text);
        Diagnostics diagnostics;
        const auto assignment = read(source, system, diagnostics);
        if (!assignment) return diagnostics.all().at(0).code;
        char number[40];
        std::snprintf(number, sizeof number, "%.6g", assignment->second.to_double());
        return symbol_text(assignment->first.symbol()) + " = " + number;
    }

    System system;
};

TEST_F(Requests, ParametersInTheUnitOfTheirDeclaration) {
    EXPECT_EQ(parameter("m=300"), "m = 0.3");
    EXPECT_EQ(parameter("m = 300 [kg]"), "m = 300");
    EXPECT_EQ(parameter("l=1/3"), "l = 0.333333");
    EXPECT_EQ(parameter("l=sqrt(2)*l"), "l = 2.82843");
    EXPECT_EQ(parameter("alpha=180"), "alpha = 3.14159");
    EXPECT_EQ(parameter("α=pi [rad]"), "alpha = 3.14159");
}

TEST_F(Requests, MistakesInParameters) {
    EXPECT_EQ(parameter("k=1"), "parameter-unknown");
    EXPECT_EQ(parameter("x=1"), "parameter-unknown");
    EXPECT_EQ(parameter("m'=1"), "parameter-unknown");
    EXPECT_EQ(parameter("m=x"), "value-not-constant");
    EXPECT_EQ(parameter("m=t"), "value-not-constant");
    EXPECT_EQ(parameter("m=log(-1)"), "undefined");
    EXPECT_EQ(parameter("m=log(-l)"), "value-not-real");
    EXPECT_EQ(parameter("m=1e400"), "value-not-real");
    EXPECT_EQ(parameter("m=1 [m]"), "unit-mismatch");
    EXPECT_EQ(parameter("m=1 [foo]"), "unit-unknown");
    EXPECT_EQ(parameter("m"), "token-expected");
    EXPECT_EQ(parameter("m=1, l=2"), "token-expected");
    EXPECT_EQ(parameter(""), "token-expected");
}

TEST_F(Requests, InitialValues) {
    EXPECT_EQ(initial_value("x=l"), "x = 2");
    EXPECT_EQ(initial_value("x'=3 [km/h]"), "x' = 0.833333");
    EXPECT_EQ(initial_value("phi=90 [deg]"), "phi = 1.5708");
    EXPECT_EQ(initial_value("w=-1"), "w = -1");
    EXPECT_EQ(initial_value("lambda=2"), "lambda = 2");
    EXPECT_EQ(initial_value("y=2"), "init-unknown");
    EXPECT_EQ(initial_value("m=2"), "init-not-state");
    EXPECT_EQ(initial_value("x''=2"), "init-not-state");
    EXPECT_EQ(initial_value("w'=2"), "init-not-state");
    EXPECT_EQ(initial_value("x'=3 [m]"), "unit-mismatch");
}

TEST_F(Requests, ExpressionsAndNumbers) {
    const auto read = [&](const std::string& text) {
        Diagnostics diagnostics;
        const Expr e = read_expression({"request", text}, scope_of(system), system, diagnostics);
        return e ? anholon::text(e) : diagnostics.all().at(0).code;
    };
    EXPECT_EQ(read("x + w'"), "x + w'");
    EXPECT_EQ(read("energy"), anholon::text(energy_of(system)));
    EXPECT_EQ(anholon::text(energy_of(system.L, {})), anholon::text(-system.L));  // time alone moves it
    EXPECT_EQ(read("lambda1"), "lambda");
    EXPECT_EQ(read("z"), "name-unknown");
    Diagnostics diagnostics;
    EXPECT_NEAR(read_number({"request", "2*pi"}, system, diagnostics)->to_double(), 2 * std::numbers::pi,
                1e-15);
    EXPECT_FALSE(read_number({"request", "x"}, system, diagnostics));
}

}  // namespace
}  // namespace anholon
