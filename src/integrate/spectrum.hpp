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
    std::vector<std::size_t> chains;           // the zeros with an eigenvector, those above these, and so on
};
Spectrum spectrum(std::span<const double> A, std::size_t n);

// The eigenvalues beside zeros that are known to be there, as the `chains` of a spectrum: others may vanish or nearly so, as they do
// where a parameter takes one through zero.
struct BesideZeros {
    std::vector<std::complex<double>> values;  // in the order of a spectrum
    double product = 1;                        // divided by that of as many of size `norm`
    double norm = 0;                           // of the matrix
};
BesideZeros beside_zeros(std::span<const double> A, std::size_t n, std::span<const std::size_t> chains);

}  // namespace anholon
