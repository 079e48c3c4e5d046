#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace anholon {

// The eigenvalues of an n × n matrix by rows. Those that vanish are found by ranks, not by their size: rounding moves a zero
// with a Jordan block of k rows as far as ε^(1/k).
struct Spectrum {
    std::vector<std::complex<double>> values;  // the largest real part first, then the largest imaginary part
    std::size_t zeros = 0;                     // how many of them vanish: they are exactly 0
    std::size_t kernel = 0;                    // how many independent eigenvectors these have
    double radius = 0;                         // the largest |μ|
};
Spectrum spectrum(std::span<const double> A, std::size_t n);

}  // namespace anholon
