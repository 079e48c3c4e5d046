#include <gtest/gtest.h>

#include <algorithm>

#include "structure/distribution/integrability.hpp"
#include "structure/evidence/asked.test.hpp"
#include "structure/integrals/integrals.hpp"

// What programs read: expressions, numbers and names, not sentences.

namespace anholon {
namespace {

Expr letter(const System& system, const std::string& name) {
    for (const Parameter& p : system.parameters)
        if (symbol_text(p.symbol.symbol()) == name) return p.symbol;
    for (const auto& list : {system.q(), system.velocities()})
        for (const Expr& x : list)
            if (symbol_text(x.symbol()) == name) return x;
    ADD_FAILURE() << "no letter " << name;
    return {};
}

template <class Value>
const Value& result(const Data::Fields& fields, const char* name) {
    const Data* data = Data::find(fields, name);
    if (!data) throw std::runtime_error(std::string("no result ") + name);
    return std::get<Value>(data->value);
}

Expr formula_of(const Fact& fact, const char* name) { return result<Expr>(fact.results, name); }

std::vector<std::size_t> numbers(const Data::List& list) {
    std::vector<std::size_t> out;
    for (const Data& item : list) out.push_back(std::get<std::size_t>(item.value));
    return out;
}

const Changes with_potential{
    {"constraint slope", "param g = 9.81 [m/s^2]\n  potential m*g*y\n  constraint slope"}};
const Changes with_square{{"z' = b*y*x'", "z' = b^2*y^2*x'"}};

// Bates and Sniatycki: v = y' and the momentum along d/dx - b z d/dy + b y d/dz.
TEST(Results, IntegralsAreExpressions) {
    const System system = from_gallery("nonholonomic-particle");
    const FirstIntegrals found = first_integrals(Setting(system), Budget(60));
    ASSERT_EQ(found.list.size(), 3U);
    EXPECT_TRUE(vanishes(found.list[0].value - letter(system, "y'")));
    EXPECT_EQ(found.list[0].velocity_degree, 1U);
    EXPECT_EQ(found.list[1].velocity_degree, 1U);
    EXPECT_EQ(found.list[2].velocity_degree, 2U);
    EXPECT_FALSE(found.list[2].printed);  // the energy
    EXPECT_FALSE(found.energy_is_jacobis);
    const IntegralReasons reasons = integral_reasons(Setting(system), Budget(60));
    ASSERT_EQ(reasons.symmetries.size(), 2U);
    EXPECT_TRUE(vanishes(reasons.symmetries[1].xi[2] - letter(system, "b") * letter(system, "y")));

    const System falling = changed_model(gallery_text("nonholonomic-particle"), with_potential);
    for (const FirstIntegral& I : first_integrals(Setting(falling), Budget(60)).list)
        EXPECT_FALSE(vanishes(I.value - letter(falling, "y'")));
    const Fact fact = asked("nonholonomic-particle", "integrals");
    EXPECT_EQ(result<Data::List>(fact.results, "integrals").size(), 3U);
    EXPECT_EQ(result<Data::List>(fact.results, "noether_fields").size(), 2U);
}

// The difference of the wheels' turns determines the direction: docs/concepts/integrability.md.
TEST(Results, IntegrabilityHasTheCombinationAndItsFunction) {
    const System system = from_gallery("two-wheels-on-axle");
    const Integrability found = integrability_of(Setting(system), Budget(60));
    EXPECT_EQ(found.verdict, IntegrabilityVerdict::partly_integrable);
    EXPECT_EQ(found.constraints.size(), 3U);
    ASSERT_EQ(found.combinations.size(), 1U);
    const Expr F = found.combinations[0].function, r = letter(system, "r");
    EXPECT_TRUE(vanishes(derivative(F, letter(system, "phi1")) + derivative(F, letter(system, "phi2"))));
    EXPECT_TRUE(vanishes(derivative(F, letter(system, "psi")) * r -
                         2 * letter(system, "s") * derivative(F, letter(system, "phi1"))));
    const System free = from_gallery("nonholonomic-particle");
    EXPECT_EQ(integrability_of(Setting(free), Budget(60)).integrable, 0U);
}

TEST(Results, GrowthVectors) {
    const Fact axle = asked("two-wheels-on-axle", "growth");
    EXPECT_EQ(numbers(result<Data::List>(axle.results, "growth_vector")),
              (std::vector<std::size_t>{2, 3, 4}));
    EXPECT_EQ(numbers(result<Data::List>(axle.results, "at_stated_point")),
              (std::vector<std::size_t>{2, 3, 4}));
    EXPECT_EQ(result<std::size_t>(axle.results, "dimension"), 5U);
    EXPECT_FALSE(result<bool>(axle.results, "is_bracket_generating"));
    EXPECT_TRUE(result<Data::List>(axle.results, "drops_where").empty());
    // [X, Y] vanishes where d(y^2)/dy does.
    const Fact square = asked("nonholonomic-particle", "growth", with_square);
    EXPECT_EQ(result<Data::List>(square.results, "drops_where").size(), 1U);
}

// The density sqrt(1 + b² y²), its inverse in the momenta, and Chaplygin's multiplier, the same for two degrees of freedom.
TEST(Results, DensityAndMultiplier) {
    for (const bool is_square : {false, true}) {
        const System system =
            changed_model(gallery_text("nonholonomic-particle"), is_square ? with_square : Changes{});
        const Expr slope = pow(letter(system, "b") * letter(system, "y"), is_square ? 2 : 1);
        const Expr root = pow(1 + pow(slope, 2), Rational(1, 2));
        const Fact measure = asked(system, "measure");
        EXPECT_TRUE(vanishes(formula_of(measure, "density") - root)) << all_lines(measure);
        EXPECT_TRUE(vanishes(formula_of(measure, "density_in_momenta") - 1 / root));
        const Fact multiplier = asked(system, "chaplygin-multiplier");
        EXPECT_TRUE(vanishes(formula_of(multiplier, "multiplier") - 1 / root)) << all_lines(multiplier);
        EXPECT_FALSE(result<bool>(multiplier.results, "after_reduction"));
    }
}

TEST(Results, JacobisIntegralHasItsField) {
    const System system = from_gallery("ball-on-rotating-plane");
    const Fact fact = asked(system, "energy");
    const Data::List& field = result<Data::List>(fact.results, "field");
    const std::vector<Expr> q = system.q();
    const auto x = static_cast<std::size_t>(std::ranges::find(q, letter(system, "x")) - q.begin());
    EXPECT_TRUE(vanishes(std::get<Expr>(field[x].value) + letter(system, "Omega") * letter(system, "y")));
    EXPECT_EQ(result<Data::List>(fact.results, "powers").size(), 2U);
    EXPECT_FALSE(Data::find(asked("chaplygin-sleigh", "energy").results, "powers"));
}

// Chaplygin: gliding straight is stable in one direction only.
TEST(Results, SteadyMotionsOfTheSleigh) {
    const Fact fact = asked("chaplygin-sleigh", "equilibria");
    const Data::List& rest = result<Data::List>(fact.results, "equilibria");
    ASSERT_EQ(rest.size(), 1U);
    EXPECT_EQ(result<Data::List>(std::get<Data::Fields>(rest[0].value), "free").size(), 3U);
    const Data::List& steady = result<Data::List>(fact.results, "steady_motions");
    ASSERT_EQ(steady.size(), 1U);
    const auto& family = std::get<Data::Fields>(steady[0].value);
    EXPECT_EQ(result<Data::List>(family, "free").size(), 1U);
    std::vector<std::string> verdicts;
    for (const Data& sample : result<Data::List>(family, "stability"))
        verdicts.push_back(result<std::string>(std::get<Data::Fields>(sample.value), "verdict"));
    EXPECT_NE(std::ranges::find(verdicts, "unstable"), verdicts.end());
    EXPECT_NE(std::ranges::find(verdicts, "stable, asymptotically except along the family"), verdicts.end());
}

}  // namespace
}  // namespace anholon
