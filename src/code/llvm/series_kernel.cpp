#include "code/llvm/series_kernel.hpp"

#include <algorithm>

#include "code/llvm/series_parts.hpp"
#include "code/llvm/series_whole.hpp"

namespace anholon::llvm_code {

namespace {

// Beyond this many series one function with all loops takes the code generator too long.
constexpr std::size_t max_whole = 120;
// And beyond this many its better code comes too late.
constexpr std::size_t max_thorough = 3000;

using Start = bool(double* memory, const double* scalars, double* rows, std::int64_t);
using Orders = void(double* memory, const double* scalars, double* rows, std::int64_t);

class Kernel : public SeriesKernel {
  public:
    explicit Kernel(const SeriesProgram& program)
        : program_(program),
          layout_(program_),
          loops_(program_, layout_),
          jit_(program.series.size() > max_thorough ? Effort::quick : Effort::thorough) {
        doubles = layout_.size;
        columns = layout_.columns;
        is_whole_ = program.series.size() <= max_whole;
        std::uint32_t parts = 1;
        if (is_whole_)
            emit_whole(jit_, program_, layout_, loops_);
        else
            parts = emit_parts(jit_, program_, layout_, loops_);
        jit_.compile();
        for (std::uint32_t k = 0; k < parts; ++k) {
            const std::string number = is_whole_ ? "" : std::to_string(k);
            start_.push_back(reinterpret_cast<Start*>(jit_.address("start" + number)));
            orders_.push_back(
                reinterpret_cast<Orders*>(jit_.address((is_whole_ ? "orders" : "order") + number)));
        }
    }

    bool start(double* memory, const double* scalars, double* rows) const override {
        return std::ranges::all_of(start_, [&](Start* part) { return part(memory, scalars, rows, 0); });
    }

    void orders(double* memory, const double* scalars, double* rows, std::size_t order) const override {
        if (is_whole_) return orders_[0](memory, scalars, rows, static_cast<std::int64_t>(order));
        std::fill(memory, memory + layout_.cleared, 0.0);
        for (std::size_t k = 1; k <= order; ++k) {
            for (Orders* part : orders_) part(memory, scalars, rows, static_cast<std::int64_t>(k));
            if (k < order) loops_.products(memory, k, order);
        }
    }

  private:
    SeriesProgram program_;
    SeriesLayout layout_;
    SeriesLoops loops_;
    Jit jit_;
    bool is_whole_;
    std::vector<Start*> start_;
    std::vector<Orders*> orders_;
};

}  // namespace

std::unique_ptr<SeriesKernel> series_kernel(const SeriesProgram& program) {
    return std::make_unique<Kernel>(program);
}

}  // namespace anholon::llvm_code
