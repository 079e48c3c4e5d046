#include <gtest/gtest.h>

#include "structure/evidence/asked.test.hpp"

namespace anholon {
namespace {

// All verdicts are in tests/facts_table.txt.

// The longest formulas of the gallery: what they are is told by their length, and the verdict on them by residues.
TEST(FactsOfTheGallery, OfABicycle) {
    const System bicycle = from_gallery("whipple-bicycle");
    const Fact energy = asked(bicycle, "energy");
    EXPECT_TRUE(says(energy, "the energy, an expression of")) << all_lines(energy);
    const Fact substitution = asked(bicycle, "substitution", 24);
    EXPECT_EQ(substitution.verdict.text(), "wrong");
    EXPECT_TRUE(says(substitution, "the equation of steering lacks an expression of"))
        << all_lines(substitution);
    const Fact degeneracy = asked(bicycle, "degeneracy");
    EXPECT_TRUE(says(degeneracy, "they are independent at a generic point and at the stated one"))
        << all_lines(degeneracy);
    EXPECT_TRUE(says(degeneracy, "too many unknowns; it is at a generic point and at the stated one"));
}

}  // namespace
}  // namespace anholon
