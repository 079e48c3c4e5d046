#include <gtest/gtest.h>

#include <algorithm>

#include "expr/walk.hpp"
#include "structure/distribution/degeneracy.hpp"
#include "structure/distribution/growth.hpp"
#include "structure/distribution/integrability.hpp"
#include "structure/evidence/asked.test.hpp"
#include "structure/evidence/sentence.hpp"
#include "structure/groups/lie_algebra.hpp"
#include "structure/integrals/energy.hpp"
#include "structure/integrals/integrals.hpp"
#include "structure/integrals/reductions.hpp"
#include "structure/multiplier/chaplygin_multiplier.hpp"
#include "structure/substitution/substitution.hpp"
#include "structure/substitution/wheels.hpp"
#include "study/standstill/equilibria.hpp"
#include "study/standstill/symmetries.hpp"

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

Expr symbol_in(Expr e, const std::string& name) {
    for (const Expr& x : symbols_of(e))
        if (symbol_text(x.symbol()) == name) return x;
    ADD_FAILURE() << "no symbol " << name << " in " << text(e);
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
    const System axle = from_gallery("two-wheels-on-axle");
    const Growth found = growth_of(Setting(axle), Budget(60));
    const std::vector<std::size_t> vector{2, 3, 4};
    EXPECT_EQ(found.generic.dimensions, vector);
    EXPECT_EQ(found.at_stated_point->vector.dimensions, vector);
    EXPECT_EQ(found.dimension, 5U);
    EXPECT_FALSE(found.is_bracket_generating());
    EXPECT_TRUE(found.is_the_same_everywhere());
    const Fact fact = asked(axle, "growth");
    EXPECT_EQ(numbers(result<Data::List>(fact.results, "growth_vector")), vector);
    EXPECT_EQ(numbers(result<Data::List>(fact.results, "at_stated_point")), vector);
    EXPECT_TRUE(result<Data::List>(fact.results, "drops_where").empty());
    // [X, Y] vanishes where d(y^2)/dy does.
    const System square = changed_model(gallery_text("nonholonomic-particle"), with_square);
    const Growth drops = growth_of(Setting(square), Budget(60));
    ASSERT_EQ(drops.places->drop.locus.cases.size(), 1U);
    EXPECT_EQ(drops.places->drop.locus.cases[0].conditions, std::vector<Expr>{letter(square, "y")});
    EXPECT_FALSE(drops.is_the_same_everywhere());
}

// z'^2 = k^2 (x'^2 + y'^2) is a cone of velocities, whose tip is rest.
TEST(Results, DegeneracyAtTheTipOfAppellsCone) {
    const System system = from_gallery("appell-hamel");
    const Degeneracy found = degeneracy_of(Setting(system), Budget(60));
    EXPECT_EQ(found.verdict, DegeneracyVerdict::somewhere);
    EXPECT_EQ(found.constraints.kind, Degeneracy::Rows::Kind::gradients);
    ASSERT_EQ(found.constraints.locus.cases.size(), 1U);
    EXPECT_EQ(found.constraints.locus.cases[0].conditions.size(), 3U);
    const std::vector<Expr> v = system.velocities();
    for (const Expr& e : found.constraints.locus.cases[0].conditions)
        EXPECT_NE(std::ranges::find(v, e), v.end()) << text(e);
    EXPECT_EQ(found.law.ground, Degeneracy::Law::Ground::energy);
    EXPECT_EQ(found.law.where, Degeneracy::Where::nowhere);
}

// L* = m/2 ((1 + b² y²) x'² + y'²) gives (1 + b² y²) x'' = −2 b² y x' y' and y'' = b² y x'²; right are −b² y x' y' and 0.
TEST(Results, WhatSubstitutedEquationsLack) {
    const System system = from_gallery("nonholonomic-particle");
    const ConstraintSubstitution found = constraint_substitution(Setting(system), Budget(60));
    EXPECT_EQ(found.verdict, SubstitutionVerdict::wrong);
    ASSERT_EQ(found.equations.size(), 2U);
    const Expr factor = letter(system, "m") * pow(letter(system, "b"), 2) * letter(system, "y");
    const Expr dx = letter(system, "x'"), dy = letter(system, "y'");
    EXPECT_TRUE(vanishes(found.equations[0].simplified - factor * dx * dy));
    EXPECT_TRUE(vanishes(found.equations[1].simplified + factor * dx * dx));
    EXPECT_EQ(found.constraints_are_integrable, Answer::no);
    EXPECT_TRUE(found.hadamard->combinations.empty());  // 1 − 2·1/2 at least
    EXPECT_TRUE(found.late.empty());
    const Fact fact = asked(system, "substitution");
    EXPECT_EQ(result<std::size_t>(result<Data::Fields>(fact.results, "hadamard"), "constraints"), 1U);
    EXPECT_TRUE(result<bool>(fact.results, "quadratic_forms_change_nothing"));
}

// Sumbatov's (5): X' = u' R cos w, Y' = u' R sin w, and l² + p² = R². Of three constraints on a pair of wheels two at least are
// Hadamard's, 3 − 2·1/2.
TEST(Results, CriteriaOfSubstitution) {
    const System disc = from_gallery("vertical-rolling-disc");
    const ConstraintSubstitution upright = constraint_substitution(Setting(disc), Budget(60));
    EXPECT_EQ(upright.verdict, SubstitutionVerdict::right);
    ASSERT_TRUE(upright.sumbatov);
    EXPECT_EQ(upright.sumbatov->outcome, SumbatovCase::Outcome::by_F);
    EXPECT_EQ(upright.eliminated, (std::vector<std::string>{"x'", "y'"}));
    const ConstraintSubstitution pair =
        constraint_substitution(Setting(from_gallery("two-wheels-on-axle")), Budget(60));
    EXPECT_EQ(pair.hadamard->combinations.size(), 2U);
    EXPECT_EQ(pair.hadamard->constraints, 3U);
    const Fact fact = asked("two-wheels-on-axle", "substitution");
    const auto& hadamard = result<Data::Fields>(fact.results, "hadamard");
    EXPECT_EQ(result<Data::List>(hadamard, "combinations").size(), 2U);
    EXPECT_FALSE(result<Data::List>(result<Data::Fields>(fact.results, "quasi_holonomic"), "sets").empty());
}

// The density sqrt(1 + b² y²), its inverse in the momenta, and Chaplygin's multiplier, the same for two degrees of freedom:
// with it H = (P_x² + (1 + b² y²) P_y²)/2m.
TEST(Results, DensityAndMultiplier) {
    for (const bool is_square : {false, true}) {
        const System system =
            changed_model(gallery_text("nonholonomic-particle"), is_square ? with_square : Changes{});
        const Expr slope = pow(letter(system, "b") * letter(system, "y"), is_square ? 2 : 1);
        const Expr root = pow(1 + pow(slope, 2), Rational(1, 2));
        const Fact measure = asked(system, "measure");
        EXPECT_TRUE(vanishes(formula_of(measure, "density") - root)) << all_lines(measure);
        EXPECT_TRUE(vanishes(formula_of(measure, "density_in_momenta") - 1 / root));
        const ReducingMultiplier found = reducing_multiplier(Setting(system), Budget(60));
        EXPECT_TRUE(vanishes(found.N - 1 / root)) << text(found.N);
        const Expr H = found.hamiltonian, Px = symbol_in(H, "P_x"), Py = symbol_in(H, "P_y");
        const Expr expected = (pow(Px, 2) + pow(root * Py, 2)) / (2 * letter(system, "m"));
        EXPECT_TRUE(vanishes(H - expected)) << text(H);
        const Fact multiplier = asked(system, "chaplygin-multiplier");
        EXPECT_TRUE(vanishes(formula_of(multiplier, "multiplier") - 1 / root)) << all_lines(multiplier);
        EXPECT_TRUE(vanishes(formula_of(multiplier, "density_in_momenta") - 1 / root));
        EXPECT_FALSE(result<bool>(multiplier.results, "after_reduction"));
    }
}

// Chaplygin's sleigh: w' = −m a v w/(J + m a²) and v' = a w² diverge by −m a v/(J + m a²), and no function of the configuration can
// balance that: along straight lines it would grow without bound.
TEST(Results, DivergenceOfTheSleigh) {
    const System system = from_gallery("chaplygin-sleigh");
    const InvariantMeasure found = invariant_measure(Setting(system), Budget(60));
    EXPECT_EQ(found.verdict, MeasureVerdict::none);
    EXPECT_EQ(found.ground, InvariantMeasure::Ground::contradiction);
    EXPECT_TRUE(found.excludes_smooth_densities);
    ASSERT_EQ(found.demands.size(), 2U);
    const Expr m = letter(system, "m"), a = letter(system, "a"), J = letter(system, "J");
    EXPECT_TRUE(vanishes(found.demands[0].u + m * a / (J + m * a * a))) << text(found.demands[0].u);
    EXPECT_TRUE(vanishes(found.demands[1].u)) << text(found.demands[1].u);
    const Fact fact = asked(system, "measure");
    EXPECT_EQ(result<std::string>(fact.results, "contradiction"), found.bracket);
}

// Borisov and Mamaev 2001: N² = 1/(1 − D (γ, (I + D)⁻¹ γ)) up to a constant, D = m a², and {γ_i, p_j} = −ε_ijk γ_k.
TEST(Results, BracketOfChaplyginsBall) {
    const System system = from_gallery("chaplygin-ball");
    const ReducingMultiplier found = reducing_multiplier(Setting(system), Budget(60));
    EXPECT_EQ(found.verdict, MultiplierVerdict::multiplier);
    ASSERT_TRUE(found.reduced);
    EXPECT_EQ(found.reduced->symmetries.size(), 3U);
    EXPECT_EQ(found.reduced->reduced_dimension, 2U);
    const Expr N = found.reduced->N, D = letter(system, "m") * pow(letter(system, "a"), 2);
    Expr sum = system.c().zero(), product = system.c().one();
    std::vector<Expr> gamma;
    for (const std::string i : {"1", "2", "3"}) {
        gamma.push_back(symbol_in(N, "g" + i));
        const Expr I = letter(system, "I" + i);
        sum += pow(gamma.back(), 2) * (1 - D / (I + D));
        product *= I + D;
    }
    EXPECT_TRUE(vanishes(pow(N, -2) - product * sum)) << text(N);
    std::size_t of_gamma = 0;
    for (const auto& [f, g, value] : found.reduced->brackets)
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) {
                if (f != gamma[i] || g != found.reduced->momenta[j].first) continue;
                ++of_gamma;
                EXPECT_TRUE(vanishes(value - ((j + 3 - i) % 3 == 1 ? -1 : 1) * gamma[3 - i - j])) << i << j;
            }
    EXPECT_EQ(of_gamma, 6U);
    const Fact fact = asked(system, "chaplygin-multiplier");
    EXPECT_EQ(result<Data::List>(fact.results, "brackets").size(), 9U);
    EXPECT_EQ(result<Data::List>(fact.results, "symmetry_fields").size(), 3U);
}

// Jacobi's integral of a ball on a turntable: in axes that turn with it.
TEST(Results, JacobisIntegralHasItsField) {
    const System system = from_gallery("ball-on-rotating-plane");
    const EnergyBalance found = energy_balance(Setting(system), Budget(60));
    EXPECT_EQ(found.verdict, EnergyVerdict::jacobi);
    const std::vector<Expr> q = system.q();
    const auto place = [&](const char* name) {
        return static_cast<std::size_t>(std::ranges::find(q, letter(system, name)) - q.begin());
    };
    EXPECT_TRUE(vanishes(found.xi[place("x")] + letter(system, "Omega") * letter(system, "y")));
    EXPECT_TRUE(vanishes(found.xi[place("y")] - letter(system, "Omega") * letter(system, "x")));
    ASSERT_EQ(found.powers.size(), 2U);  // of the table, by friction
    for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_EQ(found.powers[k].source, EnergyBalance::Power::Source::reaction);
        EXPECT_EQ(found.powers[k].constraint, k == 0 ? "along" : "across");
    }
    ASSERT_TRUE(found.failing);
    EXPECT_TRUE(found.failing->X_0_is_time);
    EXPECT_FALSE(found.failing->Q_vanish);
    const Fact fact = asked(system, "energy");
    EXPECT_EQ(result<Data::List>(fact.results, "powers").size(), 2U);
    EXPECT_FALSE(Data::find(asked("chaplygin-sleigh", "energy").results, "powers"));
}

// Routh: a balanced rotor keeps its momentum K (w + s), and its equation goes; the energy takes another one.
TEST(Results, CyclicDisplacementOfARotor) {
    const System system = from_gallery("sleigh-with-rotor");
    const Setting s(system);
    const Reductions found = reductions_of(s, Budget(60));
    EXPECT_EQ(found.verdict, ReductionsVerdict::cyclic_and_energy);
    EXPECT_EQ(found.equations(), 3U);
    EXPECT_EQ(found.equations_left(), 1U);
    const Expr v = s.frame().eta(1), w = s.frame().eta(2), spin = s.frame().eta(3);
    const Expr K = letter(system, "K"), m = letter(system, "m"), a = letter(system, "a");
    ASSERT_EQ(found.cyclic.size(), 1U);
    EXPECT_EQ(found.cyclic[0].velocity, spin);
    EXPECT_TRUE(vanishes(found.cyclic[0].momentum - K * (w + spin)));
    EXPECT_TRUE(vanishes(2 * found.energy - m * pow(v, 2) - (letter(system, "J") + m * a * a) * pow(w, 2) -
                         K * pow(w + spin, 2)));
    const Fact fact = asked(system, "reductions");
    EXPECT_EQ(result<std::size_t>(fact.results, "equations_left"), 1U);
    // Of the sleigh alone only the energy is constant.
    const System sleigh = from_gallery("chaplygin-sleigh");
    const Reductions one = reductions_of(Setting(sleigh), Budget(60));
    EXPECT_TRUE(one.cyclic.empty());
    EXPECT_EQ(one.equations_left(), 1U);
}

// The motions of the plane act on a sleigh and leave v and w; it can be driven backwards.
TEST(Results, SymmetriesOfTheSleigh) {
    const System system = from_gallery("chaplygin-sleigh");
    const Symmetries found = symmetries_of(Setting(system), Budget(60));
    EXPECT_EQ(found.verdict, SymmetriesVerdict::reversible);
    ASSERT_TRUE(found.reduction);
    EXPECT_EQ(found.reduction->fields, 3U);
    EXPECT_EQ(found.reduction->variables, 5U);
    EXPECT_EQ(found.reduction->left, 2U);
    EXPECT_EQ(std::ranges::count_if(found.fields.fields, &AffineField::is_translation), 2);
    const Involution& backwards = found.discrete.generators.back();
    EXPECT_TRUE(backwards.reverses_time);
    EXPECT_EQ(std::ranges::count(backwards.turned, true), 0);
    const Fact fact = asked(system, "symmetries");
    const Data::List& reflections = result<Data::List>(fact.results, "reflections");
    ASSERT_EQ(reflections.size(), 2U);
    EXPECT_EQ(result<Data::List>(std::get<Data::Fields>(reflections[0].value), "changed_signs").size(), 2U);
    const System rubbed = from_gallery("viscous-sleigh");
    EXPECT_EQ(symmetries_of(Setting(rubbed), Budget(60)).verdict, SymmetriesVerdict::no_reversal);
}

// Chaplygin: gliding straight is stable in one direction only.
TEST(Results, SteadyMotionsOfTheSleigh) {
    const System system = from_gallery("chaplygin-sleigh");
    const Equilibria found = equilibria_of(Setting(system), Budget(60));
    EXPECT_EQ(found.verdict, EquilibriaVerdict::first_kind);
    ASSERT_EQ(found.families.size(), 1U);
    EXPECT_EQ(found.families[0].dimension, 3U);
    ASSERT_EQ(found.steady->families.size(), 1U);
    for (const StabilitySample& sample : found.steady->families[0].stability) {
        ASSERT_EQ(sample.at.size(), 1U);  // v
        using enum Stability::Verdict;
        EXPECT_EQ(sample.verdict, sample.at[0].second < 0 ? unstable : asymptotic_but_family);
    }
    const Fact fact = asked(system, "equilibria");
    const Data::List& steady = result<Data::List>(fact.results, "steady_motions");
    ASSERT_EQ(steady.size(), 1U);
    EXPECT_EQ(result<Data::List>(std::get<Data::Fields>(steady[0].value), "free").size(), 1U);
}

// A blade held by a spring stands wherever the spring pulls across it, and needs no reaction where the spring does not pull.
TEST(Results, EquilibriaOfABladeOnASpring) {
    const System system =
        changed_model(gallery_text("chaplygin-sleigh"),
                      {{"  kinetic", "  param k = 2 [N/m]\n  potential k/2*(x^2 + y^2)\n  kinetic"}});
    const Equilibria found = equilibria_of(Setting(system), Budget(60));
    EXPECT_EQ(found.verdict, EquilibriaVerdict::both_kinds);
    EXPECT_EQ(found.velocity_constraints, 1U);
    ASSERT_FALSE(found.families.empty());
    const RestFamily& across = found.families[0];
    EXPECT_EQ(across.kind, EquilibriumKind::second);
    EXPECT_EQ(across.dimension, 2U);
    ASSERT_EQ(across.without_reactions.size(), 1U);
    const Substitution& at = across.without_reactions[0].place.solved;
    for (const char* name : {"x", "y"}) EXPECT_TRUE(vanishes(substitute(letter(system, name), at))) << name;
    const Fact fact = asked(system, "equilibria");
    const auto& family = std::get<Data::Fields>(result<Data::List>(fact.results, "equilibria")[0].value);
    EXPECT_EQ(result<Data::List>(family, "without_reactions").size(), 1U);
}

// Suslov 1900: rotations about one line are steady, and in the time along it the body turns uniformly.
TEST(Results, LinesOfSuslovsProblem) {
    const System system = from_gallery("suslov");
    const LieAlgebraSystem found = lie_algebra_system(Setting(system), Budget(60));
    EXPECT_EQ(found.verdict, LieAlgebraVerdict::suslov);
    ASSERT_EQ(found.x.size(), 2U);
    const Expr line = letter(system, "I13") * found.x[0] + letter(system, "I23") * found.x[1];
    ASSERT_TRUE(found.plane);
    ASSERT_EQ(found.plane->equilibria.size(), 1U);
    const Expr l = found.plane->equilibria[0];
    EXPECT_TRUE(vanishes(derivative(line, found.x[0]) * derivative(l, found.x[1]) -
                         derivative(line, found.x[1]) * derivative(l, found.x[0])))
        << text(l);
    EXPECT_TRUE(vanishes(found.v[0] * letter(system, "I11") + found.x[1] * line));
    EXPECT_TRUE(vanishes(found.v[1] * letter(system, "I22") - found.x[0] * line));
    EXPECT_EQ(found.plane->real_lines, 1);
    EXPECT_TRUE(found.energy_is_integral);
    ASSERT_EQ(found.casimirs.functions.size(), 1U);
    const Fact fact = asked(system, "lie-algebra");
    EXPECT_EQ(result<Data::List>(fact.results, "lines_of_equilibria").size(), 1U);
    EXPECT_EQ(result<std::size_t>(fact.results, "real_lines"), 1U);
}

// 003 (3.13): a pair of wheels is a skate of mass 2 (mw + i/h²) and moment 2 (j + l² (mw + i/h²)); Remark 2: the difference of the
// turns of a pair is that of its direction.
TEST(Results, SkatesInPlaceOfWheels) {
    const System system = from_gallery("cart-two-wheel-pairs");
    const WheelsAsSkates found = wheels_as_skates(Setting(system), Budget(60));
    EXPECT_EQ(found.verdict, WheelsVerdict::yes);
    EXPECT_EQ(names_of(found.kept), (std::vector<std::string>{"x", "y", "psi", "theta1", "theta2"}));
    ASSERT_EQ(found.axles.size(), 2U);
    const Expr h = letter(system, "h"), l = letter(system, "l");
    const Expr rolling = letter(system, "mw") + letter(system, "i") / pow(h, 2);
    EXPECT_TRUE(vanishes(found.axles[0].skate_mass - 2 * rolling));
    EXPECT_TRUE(vanishes(found.axles[0].skate_moment - 2 * (letter(system, "j") + pow(l, 2) * rolling)));
    ASSERT_EQ(found.quadratures.size(), 4U);
    const Expr turning = letter(system, "psi'") + letter(system, "theta1'");
    const Expr difference = found.quadratures[0].value - found.quadratures[1].value;
    EXPECT_TRUE(vanishes(pow(difference, 2) - pow(2 * l * turning / h, 2))) << text(difference);
    EXPECT_EQ(result<Data::List>(asked(system, "wheels").results, "quadratures").size(), 4U);
    EXPECT_EQ(wheels_as_skates(Setting(from_gallery("chaplygin-sleigh")), Budget(60)).verdict,
              WheelsVerdict::does_not_apply);
}

}  // namespace
}  // namespace anholon
