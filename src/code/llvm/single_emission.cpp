#include "code/llvm/single_emission.hpp"

namespace anholon::llvm_code {

namespace {

constexpr std::size_t max_written_out = 8;  // unknowns

extern "C" bool anholon_start_block(const SeriesLoops* loops, double* memory, const double* scalars,
                                    std::int64_t block) {
    return loops->start(memory, scalars, static_cast<std::size_t>(block));
}
extern "C" void anholon_solve_block(const SeriesLoops* loops, double* memory, std::int64_t block) {
    loops->solve(memory, static_cast<std::size_t>(block));
}

}  // namespace

void SingleEmission::return_false_unless(Value is_regular) {
    auto *go_on = block("regular"), *give_up = block("singular");
    b.CreateCondBr(is_regular, go_on, give_up);
    b.SetInsertPoint(give_up);
    b.CreateRet(b.getFalse());
    b.SetInsertPoint(go_on);
}

void SingleEmission::invert(Value matrix, std::size_t n) {
    return_false_unless(
        call_address(reinterpret_cast<void*>(&anholon_invert), b.getInt1Ty(), {matrix, b.getInt64(n)}));
}

bool SingleEmission::solve_in_loops(std::uint32_t which) {
    const LinearBlock& block = p_.blocks[which];
    if (block.size() <= max_written_out) return false;
    Value loops = b.CreateIntToPtr(b.getInt64(reinterpret_cast<std::uint64_t>(&loops_)), b.getPtrTy());
    if (k_ == nullptr) {
        return_false_unless(call_address(reinterpret_cast<void*>(&anholon_start_block), b.getInt1Ty(),
                                         {loops, memory_, scalars_, b.getInt64(which)}));
        return true;
    }
    // The loops read what this function may still hold in registers.
    for (std::uint32_t row = 0; row < block.size(); ++row)
        store(inner(block.first_sum + row), at_.near_sum + (block.first_sum + row) * near);
    for (const auto* list : {&block.W, &block.r})
        for (const std::uint32_t operand : *list)
            if (!is_scalar(operand) && values_[operand] != nullptr) store_newest(operand);
    call_address(reinterpret_cast<void*>(&anholon_solve_block), b.getVoidTy(),
                 {loops, memory_, b.getInt64(which)});
    return true;
}

}  // namespace anholon::llvm_code
