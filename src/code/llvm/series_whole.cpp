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
        store_rates();
        b.CreateRet(b.getTrue());
    }

    void orders() {
        last_ = begin("orders", b.getVoidTy())->getArg(3);
        end_ = block("end");
        for (std::uint32_t i = 0; i < at_.histories; ++i)
            store_vector(zeros(near), near, at_.near_history + i * near);
        carried_.order = b.getInt64(1);
        for (std::uint32_t i = 0; i < p_.states; ++i) carried_.rates.push_back(load(rows_, at_.columns + i));
        carried_.sums.assign(p_.sums, zeros(half));
        for (const Stretch& stretch : stretches()) emit(stretch);
        b.CreateBr(end_);
        b.SetInsertPoint(end_);
        b.CreateRetVoid();
    }

    Value rate(std::uint32_t i) override { return carried_.rates[i]; }
    Value inner(std::uint32_t sum) override {
        return b.CreateExtractElement(carried_.sums[sum], std::uint64_t{0});
    }

  private:
    bool keeps_newest(std::uint32_t) const override { return false; }

    // Orders that can be treated alike. Of the sums only `width` orders ahead are touched.
    struct Stretch {
        Value end;  // the first order beyond
        std::uint32_t width;
        bool is_early;  // k ≤ 8: the newest coefficients enter the near histories
        bool has_far;   // the order N − 8 is among them
    };

    // What one order leaves to the next, in registers: k, ẋ_{k−1}, and the sums of the orders k, k + 1, …
    struct Carried {
        Value order = nullptr;
        std::vector<Value> rates, sums;
    };

    std::vector<Stretch> stretches() {
        Value beyond = b.CreateAdd(last_, b.getInt64(1)), ninth = b.getInt64(near + 1);
        Value end = b.CreateSub(last_, b.getInt64(half - 1));  // then half a register holds what is left
        return {{b.getInt64(half + 1), half, true, false},
                {ninth, near, true, false},
                {b.CreateIntrinsic(llvm::Intrinsic::smax, {b.getInt64Ty()}, {ninth, end}), near, false, true},
                {beyond, half, false, false}};
    }

    // for (; k < end; ++k); ends altogether after the coefficients of the last order.
    void emit(const Stretch& stretch) {
        for (Value& sum : carried_.sums) sum = resized(sum, stretch.width);
        auto *before = b.GetInsertBlock(), *head = block("head"), *body = block("order"),
             *sums = block("sums"), *done = block("done");
        b.CreateBr(head);
        b.SetInsertPoint(head);
        const Carried entering = phis(before);
        b.CreateCondBr(b.CreateICmpULT(carried_.order, stretch.end), body, done);

        b.SetInsertPoint(body);
        set_order(carried_.order);
        new_coefficients(0, static_cast<std::uint32_t>(p_.series.size()));
        store_row(k_, &SeriesEmission::newest);
        b.CreateCondBr(b.CreateICmpEQ(k_, last_), end_, sums);

        b.SetInsertPoint(sums);
        near_products(stretch);
        if (stretch.is_early) enter(stretch.width);
        if (stretch.has_far) far_products();
        for (std::uint32_t i = 0; i < p_.states; ++i) carried_.rates[i] = made(newest(p_.rates[i]));
        carried_.order = b.CreateAdd(k_, b.getInt64(1));
        close(entering);
        b.CreateBr(head);
        b.SetInsertPoint(done);
        carried_ = entering;
    }

    // --- what goes from one order to the next

    template <class F>
    static void for_each(Carried& c, F&& f) {
        f(c.order);
        for (auto* list : {&c.rates, &c.sums})
            for (Value& v : *list) f(v);
    }

    // Each value that is carried becomes one that comes from `before` or from a block still to be named.
    Carried phis(llvm::BasicBlock* before) {
        for_each(carried_, [&](Value& v) {
            auto* phi = b.CreatePHI(v->getType(), 2);
            phi->addIncoming(v, before);
            v = phi;
        });
        return carried_;
    }
    void close(Carried entering) {
        std::vector<Value> now;
        for_each(carried_, [&](Value& v) { now.push_back(v); });
        std::size_t i = 0;
        for_each(entering, [&](Value& phi) {
            llvm::cast<llvm::PHINode>(phi)->addIncoming(now[i++], b.GetInsertBlock());
        });
    }

    // --- vectors along the orders

    llvm::Type* vector(std::uint32_t width) { return llvm::FixedVectorType::get(type, width); }
    Value zeros(std::uint32_t width) { return llvm::Constant::getNullValue(vector(width)); }
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
    static std::uint32_t width_of(Value v) {
        return llvm::cast<llvm::FixedVectorType>(v->getType())->getNumElements();
    }
    // The first lanes from `first` on, and zeros.
    Value lanes_of(Value v, std::uint32_t first, std::uint32_t width) {
        std::vector<int> lanes;
        const std::uint32_t old = width_of(v);
        for (std::uint32_t i = first; i < first + width; ++i)
            lanes.push_back(static_cast<int>(std::min(i, old)));
        return b.CreateShuffleVector(v, zeros(old), lanes);
    }
    Value resized(Value v, std::uint32_t width) { return width_of(v) == width ? v : lanes_of(v, 0, width); }

    // Which lane of a near history is that of order k.
    Value lane_of_k(std::uint32_t width) {
        std::vector<llvm::Constant*> orders;
        for (std::uint32_t i = 0; i < width; ++i) orders.push_back(b.getInt64(1 + i));
        return b.CreateICmpEQ(llvm::ConstantVector::get(orders), b.CreateVectorSplat(width, k_));
    }
    std::size_t near_history(std::uint32_t series) { return at_.near_history + at_.history[series] * near; }

    // sum + a_k b_i + a_i b_k over the lanes i, and a_k b_k in the lane of k: the histories do not hold order k yet, so one of them is
    // taken with it.
    Value with_products(Value sum, const Convolution& c, std::uint32_t width, Value lane) {
        Value a_k = broadcast(c.a, width), b_i = load_vector(width, near_history(c.b));
        Value b_with_k = lane == nullptr ? b_i : b.CreateSelect(lane, broadcast(c.b, width), b_i);
        if (c.a == c.b) return fma(a_k, b.CreateFAdd(b_i, b_with_k), sum);
        return fma(broadcast(c.b, width), load_vector(width, near_history(c.a)), fma(a_k, b_with_k, sum));
    }

    void near_products(const Stretch& stretch) {
        Value lane = stretch.is_early ? lane_of_k(stretch.width) : nullptr;
        for (Value& sum : carried_.sums) sum = lanes_of(sum, 1, stretch.width);
        for (const Convolution& c : p_.convolutions)
            carried_.sums[c.sum] = with_products(carried_.sums[c.sum], c, stretch.width, lane);
    }

    void enter(std::uint32_t width) {
        Value lane = lane_of_k(width);
        for (std::uint32_t s = 0; s < p_.series.size(); ++s) {
            if (at_.history[s] == SeriesLayout::none) continue;
            const std::size_t k = near_history(s);
            store_vector(b.CreateSelect(lane, broadcast(s, width), load_vector(width, k)), width, k);
        }
    }

    // --- pairs of coefficients beyond the near ones

    // The place of the coefficient k ≥ 2 in a far history.
    Value far_place(std::uint32_t series, Value k) {
        const std::size_t first = at_.far_history + at_.history[series] * SeriesLayout::far_width;
        return address(address(memory_, first),
                       b.CreateSub(k, b.getInt64(first_far - SeriesLayout::far_zeros)));
    }

    // Orders up to N − 9 are kept; at N − 8 their products go to the sums, which then hold the orders N − 7 to N.
    void far_products() {
        when(b.CreateICmpULE(b.CreateAdd(k_, b.getInt64(first_far)), last_), [&] {
            for (std::uint32_t s = 0; s < p_.series.size(); ++s)
                if (at_.history[s] != SeriesLayout::none) store_at(values_[s], far_place(s, k_));
        });
        auto *before = b.GetInsertBlock(), *body = block("far"), *after = block("after");
        Value has_come = b.CreateICmpEQ(b.CreateAdd(k_, b.getInt64(near)), last_);
        Value is_far = b.CreateICmpUGE(last_, b.getInt64(first_far_order));
        b.CreateCondBr(b.CreateAnd(has_come, is_far), body, after);

        b.SetInsertPoint(body);
        auto* j = b.CreatePHI(b.getInt64Ty(), 2);
        j->addIncoming(b.getInt64(first_far), before);
        std::vector<llvm::PHINode*> running;
        for (Value& sum : carried_.sums) {
            running.push_back(b.CreatePHI(vector(near), 2));
            running.back()->addIncoming(sum, before);
        }
        std::vector<Value> totals(running.begin(), running.end());
        Value first = b.CreateSub(b.CreateSub(last_, b.getInt64(near - 1)), j);  // N − 7 − j
        for (const Convolution& c : p_.convolutions) {
            Value a_j = b.CreateVectorSplat(near, SeriesEmission::load(far_place(c.a, j)));
            Value b_i = b.CreateAlignedLoad(vector(near), far_place(c.b, first), llvm::Align(8));
            totals[c.sum] = fma(a_j, b_i, totals[c.sum]);
        }
        Value next = b.CreateAdd(j, b.getInt64(1));
        j->addIncoming(next, body);
        for (std::size_t i = 0; i < totals.size(); ++i) running[i]->addIncoming(totals[i], body);
        b.CreateCondBr(b.CreateICmpULE(b.CreateAdd(next, b.getInt64(first_far)), last_), body, after);

        b.SetInsertPoint(after);
        for (std::size_t i = 0; i < totals.size(); ++i) {
            auto* phi = b.CreatePHI(vector(near), 2);
            phi->addIncoming(carried_.sums[i], before);
            phi->addIncoming(totals[i], body);
            carried_.sums[i] = phi;
        }
    }

    void when(Value condition, auto&& body) {
        auto *yes = block("when"), *after = block("after");
        b.CreateCondBr(condition, yes, after);
        b.SetInsertPoint(yes);
        body();
        b.CreateBr(after);
        b.SetInsertPoint(after);
    }

    Value last_ = nullptr;
    llvm::BasicBlock* end_ = nullptr;
    Carried carried_;
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
