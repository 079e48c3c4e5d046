#include "code/llvm/solve_emission.hpp"

#include <llvm/IR/MDBuilder.h>

#include <algorithm>
#include <limits>

namespace anholon::llvm_code {

namespace {

using Value = llvm::Value*;

// Solves the systems of those lanes whose bits are set.
extern "C" void anholon_solve_lanes(SolveLinear* solve, double* W_r, double* z, double* sign, std::uint64_t n,
                                    std::uint64_t lanes, std::uint64_t which, bool is_symmetric) {
    thread_local std::vector<double> one;
    one.resize(std::max(one.size(), n * (n + 2)));
    double* const solution = one.data() + n * (n + 1);
    for (std::uint64_t lane = 0; lane < lanes; ++lane) {
        if ((which >> lane & 1) == 0) continue;
        for (std::uint64_t k = 0; k < n * (n + 1); ++k) one[k] = W_r[k * lanes + lane];
        sign[lane] = solve(one.data(), n, is_symmetric, solution);
        for (std::uint64_t k = 0; k < n; ++k)
            z[k * lanes + lane] = sign[lane] != 0 ? solution[k] : std::numeric_limits<double>::quiet_NaN();
    }
}

class SolveEmission {
  public:
    SolveEmission(Arithmetic& m, const LinearSystem& system, Value memory, std::span<Value const> W_r)
        : m_(m), s_(system), n_(system.unknowns), memory_(memory), W_r_(W_r.begin(), W_r.end()) {
        for (Value& entry : W_r_) entry = m_.made(entry);
    }

    std::vector<Value> run() {
        if (n_ == 1) return solve_one();
        store(m_.number(1), s_.sign);
        if (s_.is_symmetric && n_ <= most_positive_unknowns) return solve_positive();
        call_for(b().getInt64((std::uint64_t{1} << m_.lanes) - 1));
        return loaded();
    }

  private:
    llvm::IRBuilder<>& b() { return m_.b; }
    Value W(std::size_t i, std::size_t j) const { return W_r_[i * n_ + j]; }
    Value address(std::size_t place) { return b().CreateConstInBoundsGEP1_64(m_.type, memory_, place); }
    void store(Value value, std::size_t place) { b().CreateStore(value, address(place)); }

    std::vector<Value> solve_one() {
        Value const zero = m_.number(0), one = m_.number(1),
                    endless = m_.number(std::numeric_limits<double>::infinity());
        Value const size = m_.call(Op::abs, W(0, 0), nullptr);
        Value const is_regular =
            b().CreateAnd(b().CreateFCmpOGT(size, zero), b().CreateFCmpOLT(size, endless));
        Value const sign = b().CreateSelect(b().CreateFCmpOGT(W(0, 0), zero), one, m_.number(-1));
        store(b().CreateSelect(is_regular, sign, zero), s_.sign);
        return {b().CreateSelect(is_regular, m_.divide(W_r_[1], W(0, 0)),
                                 m_.number(std::numeric_limits<double>::quiet_NaN()))};
    }

    // As solve_positive does, operation by operation. `is_fine`: are the pivots positive?
    std::vector<Value> by_factors(Value& is_fine) {
        std::vector<std::vector<Value>> L(n_, std::vector<Value>(n_)), U = L;
        std::vector<Value> inverse(n_), y(n_);
        const auto minus_product = [&](Value sum, Value u, Value v) {
            return m_.subtract(sum, m_.multiply(u, v));
        };
        is_fine = nullptr;
        for (std::size_t j = 0; j < n_; ++j) {
            Value pivot = W(j, j);
            for (std::size_t k = 0; k < j; ++k) pivot = minus_product(pivot, L[j][k], U[k][j]);
            Value const is_positive =
                b().CreateFCmpOGT(pivot, m_.multiply(m_.number(least_pivot(n_)), W(j, j)));
            is_fine = is_fine == nullptr ? is_positive : b().CreateAnd(is_fine, is_positive);
            inverse[j] = m_.divide(m_.number(1), pivot);
            for (std::size_t i = j + 1; i < n_; ++i) {
                Value u = W(j, i);
                for (std::size_t k = 0; k < j; ++k) u = minus_product(u, L[j][k], U[k][i]);
                U[j][i] = u;
                L[i][j] = m_.multiply(u, inverse[j]);
            }
        }
        for (std::size_t i = 0; i < n_; ++i) {
            y[i] = W_r_[n_ * n_ + i];
            for (std::size_t k = 0; k < i; ++k) y[i] = minus_product(y[i], L[i][k], y[k]);
        }
        for (std::size_t i = n_; i-- > 0;) {
            y[i] = m_.multiply(y[i], inverse[i]);
            for (std::size_t k = i + 1; k < n_; ++k) y[i] = minus_product(y[i], L[k][i], y[k]);
        }
        return y;
    }

    std::vector<Value> solve_positive() {
        Value is_fine = nullptr;
        std::vector<Value> z = by_factors(is_fine);
        auto* const start = b().GetInsertBlock();
        auto *rare = block("pivoting"), *done = block("solved");
        llvm::MDBuilder metadata(b().getContext());
        b().CreateCondBr(m_.lanes == 1 ? is_fine : b().CreateAndReduce(is_fine), done, rare,
                         metadata.createBranchWeights(1 << 20, 1));
        b().SetInsertPoint(rare);
        for (std::size_t k = 0; k < n_; ++k) store(z[k], s_.z + k);
        Value bits = b().CreateNot(is_fine);
        if (m_.lanes > 1) bits = b().CreateBitCast(bits, b().getIntNTy(static_cast<unsigned>(m_.lanes)));
        call_for(b().CreateZExt(bits, b().getInt64Ty()));
        const std::vector<Value> other = loaded();
        b().CreateBr(done);
        b().SetInsertPoint(done);
        for (std::size_t k = 0; k < n_; ++k) {
            auto* phi = b().CreatePHI(m_.type, 2);
            phi->addIncoming(z[k], start);
            phi->addIncoming(other[k], rare);
            z[k] = phi;
        }
        return z;
    }

    void call_for(Value lanes) {
        for (std::size_t k = 0; k < W_r_.size(); ++k) store(W_r_[k], s_.at + k);
        llvm::Type *const pointer = b().getPtrTy(), *const whole = b().getInt64Ty();
        auto* signature = llvm::FunctionType::get(
            b().getVoidTy(), {pointer, pointer, pointer, pointer, whole, whole, whole, b().getInt1Ty()},
            false);
        const auto as_pointer = [&](auto* function) {
            return b().CreateIntToPtr(b().getInt64(reinterpret_cast<std::uint64_t>(function)), pointer);
        };
        auto* call =
            b().CreateCall(signature, as_pointer(&anholon_solve_lanes),
                           {as_pointer(s_.solve), address(s_.at), address(s_.z), address(s_.sign),
                            b().getInt64(n_), b().getInt64(m_.lanes), lanes, b().getInt1(s_.is_symmetric)});
        call->addParamAttr(7, llvm::Attribute::ZExt);
    }

    std::vector<Value> loaded() {
        std::vector<Value> z;
        for (std::size_t k = 0; k < n_; ++k) z.push_back(b().CreateLoad(m_.type, address(s_.z + k)));
        return z;
    }

    llvm::BasicBlock* block(const char* name) {
        return llvm::BasicBlock::Create(b().getContext(), name, b().GetInsertBlock()->getParent());
    }

    Arithmetic& m_;
    const LinearSystem& s_;
    std::size_t n_;
    Value memory_;
    std::vector<Value> W_r_;
};

}  // namespace

std::vector<Value> emit_solution(Arithmetic& m, const LinearSystem& system, Value memory,
                                 std::span<Value const> W_r) {
    return SolveEmission(m, system, memory, W_r).run();
}

}  // namespace anholon::llvm_code
