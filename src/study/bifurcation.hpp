#pragma once

#include <complex>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace anholon {

// What happens at a point of a branch of equilibria, steady motions or periodic orbits.
enum class Bifurcation {
    fold,             // the value turns back
    branch_point,     // another branch crosses
    zero_eigenvalue,  // an eigenvalue passes through 0, or a multiplier through 1, and no branch with the same held quantities crosses
    zero_pair,        // the same of an imaginary pair that is real beyond
    hopf,             // a pair of eigenvalues passes the imaginary axis
    meeting_pairs,  // two imaginary pairs, or two on the unit circle, meet and leave it: a Hamiltonian or reversible Hopf point
    period_doubling,  // a multiplier passes −1
    neimark_sacker,   // a pair of multipliers passes the unit circle
    several,          // more of these than can be told apart
};
std::string_view name(Bifurcation kind);

// Which motions beside one grow: its eigenvalues, or the logarithms of its multipliers. Those that are known to vanish are not among them.
struct LinearGrowth {
    std::vector<std::complex<double>> exponents;  // the largest real part first
    double zero = 0;                              // a real part that is not told from 0
    double through_zero =
        1;  // real, and changes its sign where one exponent passes 0 along the real axis, or a pair along both
    double through_minus_one = 1;  // the same where a multiplier passes −1
    enum class Of { flow, map } of = Of::flow;

    std::size_t unstable() const;
    std::size_t decaying() const;
    std::size_t neutral() const { return exponents.size() - unstable() - decaying(); }
};

// A function that vanishes where something passes.
struct BifurcationTest {
    Bifurcation kind;
    std::function<double(const LinearGrowth&)> function;
};
// Between two points of a branch: nothing happens, or one thing does; or several may, and the way between them is to be divided.
struct Passing {
    enum class Outcome { none, one, several } outcome = Outcome::none;
    std::optional<BifurcationTest> test = std::nullopt;
};
Passing passing(const LinearGrowth& a, const LinearGrowth& b);

// (s₁ − s₂)² of the two exponents nearest to iω: real, smooth where they meet, and it changes its sign there.
double squared_gap(const LinearGrowth& growth, double frequency);

// The imaginary part of the exponents that pass at a Hopf or Neimark–Sacker point or meet, at that point; 0 for others.
double frequency_at(Bifurcation kind, const LinearGrowth& before, const LinearGrowth& there,
                    const LinearGrowth& after);

}  // namespace anholon
