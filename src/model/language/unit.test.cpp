#include "model/language/unit.hpp"

#include <gtest/gtest.h>

#include "expr/print.hpp"

namespace anholon {
namespace {

std::string read(std::string text) {
    const Source source("s", std::move(text));
    Diagnostics diagnostics;
    const auto unit = read_unit(source.all(), source, diagnostics);
    if (!unit) return diagnostics.all().at(0).code;
    Context context;
    const Expr scale = unit->scale(context);
    return (scale == context.one() ? "" : anholon::text(scale) + " ") + to_string(unit->dimension);
}

TEST(Unit, Readings) {
    EXPECT_EQ(read("[kg m^2/s]"), "kg m^2/s");
    EXPECT_EQ(read("[N]"), "kg m/s^2");
    EXPECT_EQ(read("[J/(kg K)]"), "m^2/(s^2 K)");
    EXPECT_EQ(read("[J/kg/K]"), "m^2/(s^2 K)");
    EXPECT_EQ(read("[N m s^2/rad]"), "kg m^2");
    EXPECT_EQ(read("[1/s]"), "1/s");
    EXPECT_EQ(read("[s^-1]"), "1/s");
    EXPECT_EQ(read("[m^(1/2)]"), "m^(1/2)");
    EXPECT_EQ(read("[rad]"), "1");
    EXPECT_EQ(read("[deg]"), "pi/180 1");
    EXPECT_EQ(read("[mm]"), "1/1000 m");
    EXPECT_EQ(read("[kN/cm^2]"), "10000000 kg/(m s^2)");
    EXPECT_EQ(read("[g]"), "1/1000 kg");
    EXPECT_EQ(read("[min]"), "60 s");
    EXPECT_EQ(read("[km/h]"), "5/18 m/s");
}

TEST(Unit, Mistakes) {
    EXPECT_EQ(read("[]"), "unit-malformed");
    EXPECT_EQ(read("[m/]"), "unit-malformed");
    EXPECT_EQ(read("[2 m]"), "unit-malformed");
    EXPECT_EQ(read("[m^x]"), "unit-malformed");
    EXPECT_EQ(read("[m^1000]"), "unit-malformed");
    EXPECT_EQ(read("[(m]"), "unit-malformed");
    EXPECT_EQ(read("[((((((((((m))))))))))]"), "unit-malformed");
    EXPECT_EQ(read("[furlong]"), "unit-unknown");
    EXPECT_EQ(read("[kmin]"), "unit-unknown");
}

}  // namespace
}  // namespace anholon
