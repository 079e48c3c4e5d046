#include "code/llvm/series_whole.hpp"

namespace anholon::llvm_code {

namespace {

class Whole : public SingleEmission {
  public:
    using SingleEmission::SingleEmission;

    void start() {
        begin("start", b.getInt1Ty());
        leading_coefficients(0, static_cast<std::uint32_t>(p_.series.size()));
        store_row(b.getInt64(0), &SeriesEmission::leading);
        b.CreateRet(b.getTrue());
    }

    void orders() {
        last_ = begin("orders", b.getVoidTy())->getArg(3);
        end_ = block("end");
        Value k = b.getInt64(1);
        for (const Stretch& stretch : stretches()) k = emit(stretch, k);
        b.CreateBr(end_);
        b.SetInsertPoint(end_);
        b.CreateRetVoid();
    }

  private:
    // Orders that can be treated alike. Of the sums only `width` orders ahead are touched.
    struct Stretch {
        Value end;  // the first order beyond
        std::uint32_t width;
        bool is_early;  // k ≤ 8: the newest coefficients enter the near histories
        bool has_far;   // k > 8: far products
    };

    // In the first and in the last orders half a register will do.
    std::vector<Stretch> stretches() {
        Value beyond = b.CreateAdd(last_, b.getInt64(1)), ninth = b.getInt64(near + 1);
        Value end = b.CreateSub(last_, b.getInt64(far));
        return {{b.getInt64(far + 1), far, true, false},
                {ninth, near, true, false},
                {b.CreateIntrinsic(llvm::Intrinsic::umax, {b.getInt64Ty()}, {ninth, end}), near, false, true},
                {beyond, far, false, false}};
    }

    // for (; k < end; ++k); ends altogether after the coefficients of the last order.
    Value emit(const Stretch& stretch, Value first) {
        auto *before = b.GetInsertBlock(), *head = block("head"), *body = block("order"),
             *sums = block("sums"), *done = block("done");
        b.CreateBr(head);
        b.SetInsertPoint(head);
        auto* k = b.CreatePHI(b.getInt64Ty(), 2);
        k->addIncoming(first, before);
        b.CreateCondBr(b.CreateICmpULT(k, stretch.end), body, done);

        b.SetInsertPoint(body);
        set_order(k);
        new_coefficients(0, static_cast<std::uint32_t>(p_.series.size()));
        for (const std::uint32_t operand : p_.rates)
            if (!is_scalar(operand)) store_newest(operand);
        store_row(k, &SeriesEmission::newest);
        b.CreateCondBr(b.CreateICmpEQ(k, last_), end_, sums);

        b.SetInsertPoint(sums);
        near_products(stretch);
        if (stretch.is_early) enter(at_.near_history, near, stretch.width, lane_of_k(1, stretch.width));
        if (stretch.has_far)
            when(b.CreateICmpULE(b.CreateAdd(k, b.getInt64(near + 1)), last_), [&] { far_products(); });
        k->addIncoming(b.CreateAdd(k, b.getInt64(1)), b.GetInsertBlock());
        b.CreateBr(head);
        b.SetInsertPoint(done);
        return k;
    }

    void when(Value condition, auto&& body) {
        auto *yes = block("when"), *after = block("after");
        b.CreateCondBr(condition, yes, after);
        b.SetInsertPoint(yes);
        body();
        b.CreateBr(after);
        b.SetInsertPoint(after);
    }

    llvm::Type* vector(std::uint32_t width) { return llvm::FixedVectorType::get(type, width); }
    Value load_vector(std::uint32_t width, std::size_t k) {
        return b.CreateAlignedLoad(vector(width), address(memory_, k), llvm::Align(width * 8));
    }
    void store_vector(Value v, std::uint32_t width, std::size_t k) {
        b.CreateAlignedStore(v, address(memory_, k), llvm::Align(width * 8));
    }
    Value broadcast(std::uint32_t series, std::uint32_t width) {
        return b.CreateVectorSplat(width, values_[series]);
    }
    Value fma(Value x, Value y, Value z) {
        return b.CreateIntrinsic(llvm::Intrinsic::fmuladd, {x->getType()}, {x, y, z});
    }

    // Which lane of a history that begins with order `first` is that of order k; none if k lies beyond.
    Value lane_of_k(std::uint32_t first, std::uint32_t width) {
        std::vector<llvm::Constant*> orders;
        for (std::uint32_t i = 0; i < width; ++i) orders.push_back(b.getInt64(first + i));
        return b.CreateICmpEQ(llvm::ConstantVector::get(orders), b.CreateVectorSplat(width, k_));
    }

    // sum + a_k b_i + a_i b_k over the lanes i, and a_k b_k in the lane of k. The histories, `stride` apart, do not hold
    // order k yet.
    Value with_products(Value sum, const Convolution& c, std::size_t histories, std::uint32_t stride,
                        std::uint32_t width, Value lane) {
        Value a = broadcast(c.a, width);
        Value b_i = load_vector(width, histories + at_.history[c.b] * stride);
        if (c.a == c.b) {
            sum = fma(b.CreateFAdd(a, a), b_i, sum);
            return lane == nullptr ? sum : b.CreateSelect(lane, fma(a, a, sum), sum);
        }
        Value b_k = broadcast(c.b, width);
        Value a_i = load_vector(width, histories + at_.history[c.a] * stride);
        sum = fma(b_k, a_i, fma(a, b_i, sum));
        return lane == nullptr ? sum : b.CreateSelect(lane, fma(a, b_k, sum), sum);
    }

    void enter(std::size_t histories, std::uint32_t stride, std::uint32_t width, Value lane) {
        for (std::uint32_t s = 0; s < p_.series.size(); ++s) {
            if (at_.history[s] == SeriesLayout::none) continue;
            const std::size_t k = histories + at_.history[s] * stride;
            store_vector(b.CreateSelect(lane, broadcast(s, width), load_vector(width, k)), width, k);
        }
    }

    // A sum moved on by an order. What far products have put into the order k + 8 comes into reach.
    Value moved(std::uint32_t sum, const Stretch& stretch) {
        Value old = load_vector(stretch.width, at_.near_sum + sum * near);
        std::vector<int> lanes;
        for (std::uint32_t i = 0; i < stretch.width; ++i) lanes.push_back(static_cast<int>(i + 1));
        Value entering = llvm::Constant::getNullValue(old->getType());
        if (stretch.has_far) {
            Value order = b.CreateSub(b.CreateAdd(k_, b.getInt64(near)), b.getInt64(first_far_order));
            Value place = b.CreateSelect(b.CreateICmpSGE(order, b.getInt64(0)), order,
                                         b.getInt64(SeriesLayout::far_width - 1));
            Value from =
                b.CreateGEP(type, address(memory_, at_.far_sum + sum * SeriesLayout::far_width), place);
            entering = b.CreateInsertElement(entering, b.CreateLoad(type, from), std::uint64_t{0});
        }
        return b.CreateShuffleVector(old, entering, lanes);
    }

    void near_products(const Stretch& stretch) {
        Value lane = stretch.is_early ? lane_of_k(1, stretch.width) : nullptr;
        for (std::size_t c = 0; c < p_.convolutions.size();) {
            const std::uint32_t s = p_.convolutions[c].sum;
            Value sum = moved(s, stretch);
            for (; c < p_.convolutions.size() && p_.convolutions[c].sum == s; ++c)
                sum = with_products(sum, p_.convolutions[c], at_.near_history, near, stretch.width, lane);
            store_vector(sum, stretch.width, at_.near_sum + s * near);
        }
    }

    // k ≥ 9: the orders k + 9 to k + 12.
    void far_products() {
        Value lane = lane_of_k(near + 1, far);
        Value shift = b.CreateSub(k_, b.getInt64(near + 1));
        for (const Convolution& c : p_.convolutions) {
            Value at =
                b.CreateGEP(type, address(memory_, at_.far_sum + c.sum * SeriesLayout::far_width), shift);
            Value sum = b.CreateAlignedLoad(vector(far), at, llvm::Align(8));
            b.CreateAlignedStore(with_products(sum, c, at_.far_history, far, far, lane), at, llvm::Align(8));
        }
        enter(at_.far_history, far, far, lane);
    }

    Value last_ = nullptr;
    llvm::BasicBlock* end_ = nullptr;
};

}  // namespace

void emit_whole(Jit& jit, const SeriesProgram& program, const SeriesLayout& layout,
                const SeriesLoops& loops) {
    llvm::IRBuilder<> builder(jit.context());
    Whole whole(jit, builder, program, layout, loops);
    whole.start();
    whole.orders();
}

}  // namespace anholon::llvm_code
