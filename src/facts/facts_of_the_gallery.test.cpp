#include <gtest/gtest.h>

#include "structure/evidence/asked.test.hpp"

namespace anholon {
namespace {

// What is said of the gallery, so that no verdict changes unnoticed.
struct Row {
    const char *name, *energy, *integrals, *measure, *multiplier;
};
const Row rows[] = {
    {"added-mass-skate", "energy", "2 integrals", "measure", "not decided"},
    {"appell-hamel", "energy", "3 integrals", "not decided", "not decided"},
    {"ball-in-cylinder", "energy", "3 integrals", "measure", "Hamiltonian already"},
    {"ball-on-rotating-plane", "Jacobi's integral", "4 integrals", "measure", "not Chaplygin's"},
    {"beam-on-two-skates", "energy", "3 integrals", "none", "none"},
    {"bilimovich-pendulum", "energy", "3 integrals", "not decided", "not decided"},
    {"blackall", "energy", "2 integrals", "none", "none by these symmetries"},
    {"bottema-car", "energy", "2 integrals", "none", "none"},
    {"car-on-slope", "energy", "2 integrals", "none", "not Chaplygin's"},
    {"cart-two-skates", "energy", "3 integrals", "none", "none"},
    {"cart-two-wheel-pairs", "energy", "5 integrals", "none", "none"},
    {"castored-car", "energy", "2 integrals", "none", "none"},
    {"chaplygin-ball", "energy", "4 integrals", "measure", "multiplier"},
    {"chaplygin-sleigh", "energy", "1 integral", "none", "none"},
    {"chaplygin-sleigh-incline", "energy", "3 integrals", "measure", "multiplier"},
    {"constraints-as-integrals", "energy", "5 integrals", "measure", "not Chaplygin's"},
    {"free-top", "energy", "2 integrals", "measure", "not Chaplygin's"},
    {"gauss-thermostat", "none", "none found", "not decided", "not decided"},
    {"heavy-top-quaternion", "energy", "3 integrals", "measure", "not Chaplygin's"},
    {"jeantaud-car", "energy", "2 integrals", "none", "none"},
    {"nonholonomic-particle", "energy", "3 integrals", "measure", "multiplier"},
    {"nonholonomic-planimeter", "energy", "1 integral", "none", "none"},
    {"off-hooked-trailers", "energy", "2 integrals", "none", "not Chaplygin's"},
    {"one-wheeled-vehicle", "energy", "1 integral", "none", "local multiplier"},
    {"particle-on-moving-line", "energy", "2 integrals", "not decided", "not decided"},
    {"rattleback", "energy", "1 integral", "none", "none by these symmetries"},
    {"roller-racer", "energy", "1 integral", "none", "none"},
    {"roller-racer-on-wheels", "none", "2 integrals", "not decided", "not decided"},
    {"rolling-ball", "energy", "6 integrals", "measure", "Hamiltonian already"},
    {"rolling-disc", "energy", "1 integral", "measure", "none"},
    {"rolling-hoop", "energy", "1 integral", "measure", "none"},
    {"rubber-ball", "energy", "3 integrals", "measure", "multiplier"},
    {"servo-body-first", "none", "none found", "none", "not decided"},
    {"servo-body-second", "none", "1 integral", "not decided", "not decided"},
    {"servo-sleigh", "none", "1 integral", "none", "not decided"},
    {"snakeboard", "none", "none found", "not decided", "not decided"},
    {"spherical-pendulum", "energy", "2 integrals", "measure", "not Chaplygin's"},
    {"stueckler-car", "energy", "4 integrals", "none", "none"},
    {"suslov", "energy", "1 integral", "none", "not Chaplygin's"},
    {"suslov-gravity", "energy", "3 integrals", "measure", "multiplier"},
    {"towed-wheel", "none", "none found", "none", "not decided"},
    {"trailer-1", "energy", "2 integrals", "none", "none"},
    {"trailer-2", "energy", "2 integrals", "none", "none by these symmetries"},
    {"trailer-5", "energy", "2 integrals", "none", "not Chaplygin's"},
    {"two-wheels-on-axle", "energy", "5 integrals", "measure", "Lagrange's already"},
    {"vakonomic-skate", "energy", "2 integrals", "measure", "not decided"},
    {"vertical-rolling-disc", "energy", "4 integrals", "measure", "Lagrange's already"},
    {"viscous-sleigh", "none", "1 integral", "none", "not decided"},
    {"whipple-bicycle", "energy", "1 integral", "none", "none by these symmetries"},
};

void expect_verdict(const System& system, const char* name, const char* question, const char* verdict) {
    const Fact fact = asked(system, question);
    EXPECT_EQ(fact.verdict, verdict) << name << ", " << question << "\n" << all_lines(fact);
    EXPECT_FALSE(fact.statement.empty() || fact.proof.empty()) << name << ", " << question;
    for (const auto& line : fact.statement) {
        EXPECT_FALSE(line.text.empty()) << name << ", " << question;
        EXPECT_EQ(line.latex.find("$$"), std::string::npos) << line.latex;
    }
}

TEST(FactsOfTheGallery, Verdicts) {
    for (const Row& row : rows) {
        const System system = changed_model(std::string(find_in_gallery(row.name)->text), {});
        expect_verdict(system, row.name, "energy", row.energy);
        expect_verdict(system, row.name, "integrals", row.integrals);
        expect_verdict(system, row.name, "measure", row.measure);
        expect_verdict(system, row.name, "chaplygin-multiplier", row.multiplier);
    }
}

// The longest formulas of the gallery: what they are is told by their length, and the verdict on them by residues.
TEST(FactsOfTheGallery, OfABicycle) {
    const System bicycle = from_gallery("whipple-bicycle");
    const Fact energy = asked(bicycle, "energy");
    EXPECT_TRUE(says(energy, "the energy, an expression of")) << all_lines(energy);
    const Fact substitution = asked(bicycle, "substitution", 24);
    EXPECT_EQ(substitution.verdict, "wrong");
    EXPECT_TRUE(says(substitution, "the equation of steering lacks an expression of"))
        << all_lines(substitution);
    const Fact degeneracy = asked(bicycle, "degeneracy");
    EXPECT_TRUE(says(degeneracy, "they are independent at a generic point and at the stated one"))
        << all_lines(degeneracy);
    EXPECT_TRUE(says(degeneracy, "too many unknowns; it is at a generic point and at the stated one"));
}

}  // namespace
}  // namespace anholon
