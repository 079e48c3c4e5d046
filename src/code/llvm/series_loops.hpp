#pragma once

#include "base/clones.hpp"
#include "code/llvm/series_layout.hpp"

namespace anholon::llvm_code {

// What is the same for every convolution and every row of a linear system, as loops over tables: large programs keep their code
// short with it.
class SeriesLoops {
  public:
    SeriesLoops(const SeriesProgram& program, const SeriesLayout& layout);

    // After the coefficients of order k: their products with the earlier ones.
    void products(double* memory, std::size_t k, std::size_t last) const;

    // z_0 of a block, with the inverse of W_0; false if it has none.
    bool start(double* memory, const double* scalars, std::size_t block) const;
    // z_k of a block.
    void solve(double* memory, std::size_t block) const;

  private:
    void solve_in_place(double* memory, std::size_t block, double* z) const;

    struct Product {
        std::uint32_t a, b;            // newest coefficients, as places in memory
        std::uint32_t near_a, near_b;  // histories
        std::uint32_t far_a, far_b;
    };
    struct Sum {
        std::uint32_t begin, end;  // its products
        std::uint32_t near;
    };

    const SeriesProgram& p_;
    const SeriesLayout& at_;
    // First the sums of a single product of two different series, the most of all: a loop of their own needs no loop inside.
    std::vector<Product> products_;
    std::vector<Sum> sums_;
    std::size_t singles_ = 0;
    std::vector<std::uint32_t> convolved_;  // series

    template <class V, bool is_early>
    void near_products(double* memory, std::size_t k) const;
    friend void near_products(const SeriesLoops&, double*, std::size_t, std::size_t);
    friend void far_products(const SeriesLoops&, double*, std::size_t);
};

// W by rows is replaced by its inverse; false if it is singular.
extern "C" bool anholon_invert(double* W, std::int64_t n);

}  // namespace anholon::llvm_code
