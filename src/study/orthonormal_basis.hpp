#pragma once

#include <cmath>
#include <numeric>
#include <span>
#include <vector>

namespace anholon {

inline double norm(std::span<const double> v) {
    return std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0));
}

// Orthonormal vectors, made one after the other by Gram and Schmidt, each twice so that no digits are lost.
class OrthonormalBasis {
  public:
    // What is left of the vector is its new length before it is normalised; 0, and nothing is added, if it depends on the others.
    double add(std::span<double> v) {
        const double before = norm(v);
        for (int pass = 0; pass < 2; ++pass)
            for (const std::vector<double>& e : vectors_) {
                const double part = std::inner_product(v.begin(), v.end(), e.begin(), 0.0);
                for (std::size_t i = 0; i < v.size(); ++i) v[i] -= part * e[i];
            }
        const double rest = norm(v);
        if (!(rest > independent_part * before)) return 0;
        for (double& entry : v) entry /= rest;
        vectors_.emplace_back(v.begin(), v.end());
        return rest;
    }

    std::size_t size() const { return vectors_.size(); }

  private:
    // A vector of which less is left is rounding.
    static constexpr double independent_part = 1e-9;

    std::vector<std::vector<double>> vectors_;
};

}  // namespace anholon
