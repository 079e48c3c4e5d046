#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "integrate/rate_function.hpp"

namespace anholon {

// Two flows ẋ = F(x), ẏ = G(y, p), in numbers; what has to vanish of y; states x at which they are compared.
struct FlowPair {
    std::vector<std::vector<double>> states, rates;  // x and F(x)
    std::function<bool(std::span<const double> y, std::span<const double> p, std::span<double> dy)> G;
    std::function<void(std::span<const double> y, std::span<const double> p, std::span<double> C)> kept;
    std::size_t size = 0;             // of y
    std::size_t kept_size = 0;        // of C
    std::vector<double> parameters;   // p as stated
    std::vector<std::size_t> wanted;  // the places of those of p that are to be found
};

// y = P x + c, by rows, with the parameters that were found.
struct AffineMap {
    std::vector<double> P, c, parameters;
    double residual =
        0;  // the largest by which P F(x) and G(P x + c, p) differ, in parts of the largest rate
};

// Looks for an affine map onto the space of y that takes motions to motions: by the method of Gauss and Newton, damped, from the
// identity and from `starts` random matrices. Of a family of maps the one with most entries 0, then 1 or −1, is taken. The same in every run.
std::optional<AffineMap> affine_map(const FlowPair& pair, std::size_t starts);

// A number as a fraction p/q with |p| q of at most `most`, within a relative 1e-11.
std::optional<std::pair<long, long>> fraction(double x, double most);

}  // namespace anholon
