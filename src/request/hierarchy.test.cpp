#include "request/hierarchy.hpp"

#include <gtest/gtest.h>

#include "report/hierarchy.hpp"
#include "report/layout.hpp"
#include "structure/evidence/asked.test.hpp"

namespace anholon {
namespace {

using request::Follows;

request::HierarchyRow row(const std::string& name, const Changes& changes = {}) {
    request::Hierarchy table;
    add(table, name, changed_model(gallery_text(name), changes), 60);
    EXPECT_EQ(table.rows.size(), 1u);
    return table.rows.at(0);
}

// Chaplygin 1903; Borisov and Mamaev 2001
TEST(Hierarchy, ChaplyginsBall) {
    const auto ball = row("chaplygin-ball");
    EXPECT_EQ(ball.dof, 3u);
    EXPECT_EQ(ball.dimension, 5u);
    EXPECT_TRUE(ball.has_density());
    EXPECT_EQ(ball.known_integrals(), 3u);
    EXPECT_TRUE(ball.is_hamiltonian());
    EXPECT_EQ(ball.follows, Follows::euler_jacobi);
}

// Chaplygin 1897: energy, Jellett's and Routh's integrals. Of three different moments the ball keeps the energy alone.
TEST(Hierarchy, ARowChangesWithAMomentOfInertia) {
    EXPECT_EQ(row("chaplygin-top").follows, Follows::euler_jacobi);
    const auto other = row("chaplygin-top", {{"inertia (I1, I1, I3)", "inertia (I1, 1.2*I1, I3)"}});
    EXPECT_EQ(other.follows, Follows::not_shown);
    EXPECT_EQ(other.known_integrals(), 1u);
    EXPECT_FALSE(other.has_density());
}

// Two integrals of a disc solve linear equations: Chaplygin 1897, Appell and Korteweg 1900.
TEST(Hierarchy, ADiscHasIntegralsWithoutAFormula) {
    const auto disc = row("rolling-disc");
    EXPECT_EQ(disc.dimension, 4u);
    EXPECT_EQ(disc.by_linear, 2u);
    EXPECT_EQ(disc.known_integrals(), 3u);
    EXPECT_EQ(disc.follows, Follows::orbits);
    // A spring to the ground holds the place as well.
    const auto tied =
        row("rolling-disc", {{"expect dof", "param k = 1 [N/m]\n  potential k*x^2/2\n  expect dof"}});
    EXPECT_EQ(tied.by_linear, 0u);
    EXPECT_EQ(tied.follows, Follows::not_shown);
}

TEST(Hierarchy, ARattlebackIsShownToBeNothing) {
    const auto stone = row("rattleback");
    EXPECT_EQ(stone.dimension, 5u);
    EXPECT_EQ(stone.measure.verdict, MeasureVerdict::none);
    EXPECT_EQ(stone.known_integrals(), 1u);
    EXPECT_EQ(stone.follows, Follows::not_shown);
}

// One equation whose right side depends on time is not solved by that.
TEST(Hierarchy, NothingFollowsWhereTimeMatters) {
    const auto pendulum = row("bilimovich-pendulum");
    EXPECT_EQ(pendulum.dimension, 1u);
    EXPECT_EQ(pendulum.follows, Follows::not_shown);
}

TEST(Hierarchy, WhatDoesNotApplyIsNotDenied) {
    request::Hierarchy table;
    add(table, "held",
        model("model A { algebra r(2); inertia (1, 1); constraint (1, 0); constraint (0, 1) }"), 60);
    const std::string row = as_text(table, 80);
    EXPECT_NE(row.find("0    0    -        0    -"), std::string::npos) << row;
}

TEST(Hierarchy, LeavesOutOtherLaws) {
    request::Hierarchy table;
    add(table, "vakonomic-skate", model(gallery_text("vakonomic-skate")), 60);
    EXPECT_TRUE(table.rows.empty());
    EXPECT_EQ(table.left_out, std::vector<std::string>{"vakonomic-skate"});
}

TEST(Hierarchy, FitsIntoItsWidth) {
    request::Hierarchy table;
    add(table, "chaplygin-sleigh-incline", model(gallery_text("chaplygin-sleigh-incline")), 60);
    add(table, "suslov", model(gallery_text("suslov")), 60);
    for (const std::size_t width : {50, 80}) {
        std::string line;
        for (const char c : as_text(table, width) + "\n")
            if (c == '\n') {
                EXPECT_LE(cells(line), width) << line;
                line.clear();
            } else {
                line += c;
            }
    }
}

}  // namespace
}  // namespace anholon
