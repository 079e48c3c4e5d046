#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace anholon {

// Doubles at a boundary of 64 bytes, zero at first: a vector register is loaded from one line of the cache.
class AlignedDoubles {
  public:
    explicit AlignedDoubles(std::size_t count = 0)
        : data_(
              static_cast<double*>(std::aligned_alloc(64, std::max<std::size_t>((count + 7) / 8, 1) * 64))) {
        if (!data_) throw std::bad_alloc();
        std::fill_n(data_.get(), std::max<std::size_t>((count + 7) / 8, 1) * 8, 0.0);
    }
    double* data() const { return data_.get(); }
    double& operator[](std::size_t i) const { return data_.get()[i]; }

  private:
    struct Free {
        void operator()(double* p) const { std::free(p); }
    };
    std::unique_ptr<double, Free> data_;
};

}  // namespace anholon
