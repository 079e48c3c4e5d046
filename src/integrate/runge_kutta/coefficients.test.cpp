#include "integrate/runge_kutta/coefficients.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace anholon::runge_kutta {
namespace {

// A rooted tree: Butcher's conditions have one for each. γ(τ) = ρ(τ) Π γ of its branches, and Φ_i(τ) = Π Σ_j a_ij Φ_j of its branches.
struct Tree {
    std::vector<Tree> branches;

    std::size_t order() const {
        std::size_t sum = 1;
        for (const Tree& b : branches) sum += b.order();
        return sum;
    }
    double density() const {
        double product = static_cast<double>(order());
        for (const Tree& b : branches) product *= b.density();
        return product;
    }
    std::string name() const {
        std::vector<std::string> names;
        for (const Tree& b : branches) names.push_back(b.name());
        std::ranges::sort(names);
        return "[" + std::accumulate(names.begin(), names.end(), std::string()) + "]";
    }
    std::vector<double> weights() const {
        std::vector<double> phi(all_stages, 1.0);
        for (const Tree& branch : branches) {
            const std::vector<double> inner = branch.weights();
            for (std::size_t i = 0; i < all_stages; ++i) {
                double sum = 0;
                for (std::size_t j = 0; j < i; ++j) sum += a[i][j] * inner[j];
                phi[i] *= sum;
            }
        }
        return phi;
    }
};

// All trees of an order: those of one less with a leaf added to each of their nodes.
void grow(const Tree& tree, std::vector<Tree>& list) {
    Tree one = tree;
    one.branches.push_back({});
    list.push_back(std::move(one));
    for (std::size_t k = 0; k < tree.branches.size(); ++k) {
        std::vector<Tree> grown;
        grow(tree.branches[k], grown);
        for (const Tree& branch : grown) {
            Tree other = tree;
            other.branches[k] = branch;
            list.push_back(std::move(other));
        }
    }
}

std::vector<Tree> trees_of(std::size_t order) {
    std::vector<Tree> list{{}};
    for (std::size_t k = 1; k < order; ++k) {
        std::vector<Tree> next, unlike;
        for (const Tree& tree : list) grow(tree, next);
        std::set<std::string> names;
        for (Tree& tree : next)
            if (names.insert(tree.name()).second) unlike.push_back(std::move(tree));
        list = std::move(unlike);
    }
    return list;
}

double worst(std::size_t order, const std::vector<double>& weights, double part = 1) {
    double most = 0;
    for (const Tree& tree : trees_of(order)) {
        const std::vector<double> phi = tree.weights();
        double sum = 0;
        for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * phi[i];
        most = std::max(most, std::fabs(sum - std::pow(part, order) / tree.density()));
    }
    return most;
}

TEST(Dop853Coefficients, ThereAreSoManyTrees) {
    const std::size_t counts[] = {1, 1, 2, 4, 9, 20, 48, 115, 286};
    for (std::size_t order = 1; order <= 9; ++order) EXPECT_EQ(trees_of(order).size(), counts[order - 1]);
}

TEST(Dop853Coefficients, TheStepHasOrder8) {
    const std::vector<double> weights(b, b + stages);
    for (std::size_t order = 1; order <= 8; ++order) EXPECT_LT(worst(order, weights), 2e-14) << order;
    EXPECT_GT(worst(9, weights), 1e-8);
}

TEST(Dop853Coefficients, TheErrorsAreThoseOfOrders5And3) {
    std::vector<double> five(b, b + stages), three(b3, b3 + stages);
    for (std::size_t j = 0; j < stages; ++j) five[j] -= error5[j];
    for (std::size_t order = 1; order <= 5; ++order) EXPECT_LT(worst(order, five), 2e-14) << order;
    EXPECT_GT(worst(6, five), 1e-5);
    for (std::size_t order = 1; order <= 3; ++order) EXPECT_LT(worst(order, three), 2e-14) << order;
    EXPECT_GT(worst(4, three), 1e-4);
}

TEST(Dop853Coefficients, StagesStandAtTheirTimes) {
    for (std::size_t i = 0; i < all_stages; ++i)
        EXPECT_NEAR(std::accumulate(a[i], a[i] + i, 0.0), c[i], 2e-14) << i;
}

// The weights of the dense output at a part s of the step.
std::vector<double> dense_weights(double s) {
    std::vector<double> weights(all_stages, 0.0);
    for (std::size_t j = 0; j < all_stages; ++j) {
        const double first = j == 0, end = j == stages, change = j < stages ? b[j] : 0;
        const double bend = first - change,
                     rows[] = {change, bend, change - end - bend, d[0][j], d[1][j], d[2][j], d[3][j]};
        double value = 0;
        for (std::size_t m = 7; m-- > 0;) value = (rows[m] + value) * (m % 2 == 0 ? s : 1 - s);
        weights[j] = value;
    }
    return weights;
}

TEST(Dop853Coefficients, TheDenseOutputHasOrder7) {
    for (const double s : {0.1, 0.37, 0.5, 0.82, 0.99}) {
        for (std::size_t order = 1; order <= 7; ++order)
            EXPECT_LT(worst(order, dense_weights(s), s), 2e-13) << order << " at " << s;
        EXPECT_GT(worst(8, dense_weights(s), s), 1e-12) << s;
    }
}

}  // namespace
}  // namespace anholon::runge_kutta
