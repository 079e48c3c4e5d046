#include "code/llvm/series_parts.hpp"

#include <algorithm>

namespace anholon::llvm_code {

namespace {

constexpr std::uint32_t part_size = 32;

class Parts : public SingleEmission {
  public:
    using SingleEmission::SingleEmission;

    std::uint32_t run() {
        const auto count = static_cast<std::uint32_t>(p_.series.size());
        std::uint32_t part = 0;
        for (std::uint32_t from = 0, to = 0; from < count; from = to, ++part) {
            to = std::min(from + part_size, count);
            while (to < count && is_inside_block(to)) ++to;
            emit(part, from, to, to == count);
        }
        return part;
    }

  private:
    // The unknowns of a block share their right side.
    bool is_inside_block(std::uint32_t i) const {
        return p_.series[i].kind == Series::Kind::unknown && p_.series[i].b > 0;
    }

    void emit(std::uint32_t part, std::uint32_t from, std::uint32_t to, bool is_last) {
        begin("start" + std::to_string(part), b.getInt1Ty());
        leading_coefficients(from, to);
        if (is_last) store_row(b.getInt64(0), &SeriesEmission::leading);
        if (is_last) store_rates();
        b.CreateRet(b.getTrue());

        auto* f = begin("order" + std::to_string(part), b.getVoidTy());
        set_order(f->getArg(3));
        new_coefficients(from, to);
        for (std::uint32_t i = from; i < to; ++i) store_newest(i);
        if (is_last) store_row(k_, &SeriesEmission::newest);
        b.CreateRetVoid();
    }
};

}  // namespace

std::uint32_t emit_parts(Jit& jit, const SeriesProgram& program, const SeriesLayout& layout,
                         const SeriesLoops& loops) {
    llvm::IRBuilder<> builder(jit.context());
    return Parts(jit, builder, program, layout, loops).run();
}

}  // namespace anholon::llvm_code
