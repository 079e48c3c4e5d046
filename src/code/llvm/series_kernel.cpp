#include "code/llvm/series_kernel.hpp"

#include <algorithm>

#include "code/llvm/arithmetic.hpp"
#include "code/llvm/jit.hpp"
#include "code/recurrence.hpp"

namespace anholon::llvm_code {

namespace {

// An inner sum Σ_{0<j<k} a_j b_{k−j} is not formed when its order comes. As soon as a_k and b_k are known, they are multiplied with
// all earlier b_i and a_i, and the products go to the sums of the orders k + i to come: a multiplication of vectors by a number,
// without sums across a register. A sum keeps the orders k+1..k+8 in one register that moves on by a place an order. Pairs with i > 8
// only matter to orders from 18 on; they go to a second, smaller array.
constexpr std::uint32_t near = 8, far = 4;
static_assert(2 * (near + far) >= max_order);
constexpr std::uint32_t first_far_order = 2 * (near + 1);
constexpr std::size_t max_series_of_four = 400;

// Where things stand in the memory of a step, in doubles.
struct Layout {
    explicit Layout(const SeriesProgram& p) : history(p.series.size(), none) {
        for (const Convolution& c : p.convolutions)
            for (const std::uint32_t s : {c.a, c.b})
                if (history[s] == none) history[s] = histories++;
        const auto place = [&](std::size_t count) {
            const std::size_t at = size;
            size += (count + 7) / 8 * 8;
            return at;
        };
        cleared = place(0);
        near_history = place(histories * near);
        far_history = place(histories * far);
        near_sum = place(p.sums * near);
        far_sum = place(p.sums * 2 * near);  // orders from first_far_order on; read and written beyond
        cleared_end = size;
        leading = place(p.series.size());
        newest = place(p.series.size());
        pivot = place(p.series.size());
        for (const LinearBlock& block : p.blocks) inverse.push_back(place(block.size() * block.size()));
    }
    static constexpr std::uint32_t none = ~0U;
    std::vector<std::uint32_t> history;  // by series: its place among those that are convolved
    std::uint32_t histories = 0;
    std::size_t size = 0, cleared, cleared_end, near_history, far_history, near_sum, far_sum, leading, newest,
                pivot;
    std::vector<std::size_t> inverse;
};

class Emission : public Arithmetic {
  public:
    Emission(Jit& jit, llvm::IRBuilder<>& builder, const SeriesProgram& program, const Layout& layout)
        : Arithmetic(builder, 1), jit_(jit), p_(program), at_(layout), values_(program.series.size()) {}

    // bool start(memory, scalars, row): order 0.
    void start() {
        begin("start", b.getInt1Ty());
        std::vector<bool> is_inverted(p_.blocks.size());
        for (std::uint32_t i = 0; i < p_.series.size(); ++i) {
            if (p_.series[i].kind == Series::Kind::unknown && p_.series[i].b == 0)
                solve_at_start(p_.series[i].a);
            values_[i] = made(leading_coefficient(*this, p_, i));
            store(values_[i], at_.leading + i);
            store(values_[i], at_.newest + i);
            store_pivot(i);
        }
        store_row(b.getInt64(0), &Emission::leading);
        b.CreateRet(b.getTrue());
    }

    // void orders(memory, scalars, rows, last): the orders 1 to `last`, stretch by stretch.
    void orders() {
        llvm::Function* f = begin("orders", b.getVoidTy());
        last_ = f->getArg(3);
        end_ = block(f, "end");
        Value k = b.getInt64(1);
        for (const Stretch& stretch : stretches()) k = emit(stretch, k);
        b.CreateBr(end_);
        b.SetInsertPoint(end_);
        b.CreateRetVoid();
    }

    // --- what coefficient() and leading_coefficient() ask for

    Value leading(std::uint32_t operand) {
        if (is_scalar(operand)) return load(scalars_, operand & ~scalar_flag);
        if (k_ == nullptr) return values_[operand];
        return load(memory_, at_.leading + operand);
    }
    Value newest(std::uint32_t operand) { return is_scalar(operand) ? nullptr : values_[operand]; }
    Value state(std::uint32_t i) { return load(rows_, i); }
    Value rate(std::uint32_t i) {
        const std::uint32_t operand = p_.rates[i];
        if (!is_scalar(operand)) return load(memory_, at_.newest + operand);
        return b.CreateSelect(b.CreateICmpEQ(k_, b.getInt64(1)), leading(operand), number(0));
    }
    Value inner(std::uint32_t sum) { return load(memory_, at_.near_sum + sum * near); }
    Value pivot(std::uint32_t i) { return load(memory_, at_.pivot + i); }
    Value over_k(Value v) { return multiply(v, inverse_k_); }
    Value times_k(Value v) { return multiply(v, as_double_); }
    Value unknown(std::uint32_t block, std::uint32_t j) {
        if (j == 0) right_side(block);
        const std::size_t n = p_.blocks[block].size();
        Value z = nullptr;
        for (std::size_t i = 0; i < n; ++i)
            z = add_product(load(memory_, at_.inverse[block] + j * n + i), right_[i], z);
        return made(z);
    }

  private:
    // Orders that can be treated alike. Of the sums only `width` orders ahead are touched.
    struct Stretch {
        Value end;  // the first order beyond
        std::uint32_t width;
        bool is_early;  // k ≤ 8: the newest coefficients enter the near histories
        bool is_late;   // k > 8: far products
    };

    // A small program is worth four versions: in the first and in the last orders half a register will do.
    std::vector<Stretch> stretches() {
        Value beyond = b.CreateAdd(last_, b.getInt64(1));
        if (p_.series.size() > max_series_of_four) return {{beyond, near, true, true}};
        Value ninth = b.getInt64(near + 1), end = b.CreateSub(last_, b.getInt64(far));
        return {{b.getInt64(far + 1), far, true, false},
                {ninth, near, true, false},
                {b.CreateIntrinsic(llvm::Intrinsic::umax, {b.getInt64Ty()}, {ninth, end}), near, false, true},
                {beyond, far, false, false}};
    }

    // for (; k < end; ++k); ends altogether after the coefficients of the last order.
    Value emit(const Stretch& stretch, Value first) {
        auto* f = b.GetInsertBlock()->getParent();
        auto *before = b.GetInsertBlock(), *head = block(f, "head"), *body = block(f, "order"),
             *sums = block(f, "sums"), *done = block(f, "done");
        b.CreateBr(head);
        b.SetInsertPoint(head);
        auto* k = b.CreatePHI(b.getInt64Ty(), 2);
        k->addIncoming(first, before);
        b.CreateCondBr(b.CreateICmpULT(k, stretch.end), body, done);

        b.SetInsertPoint(body);
        k_ = k;
        as_double_ = b.CreateUIToFP(k, type);
        inverse_k_ = b.CreateFDiv(number(1), as_double_);
        new_coefficients();
        b.CreateCondBr(b.CreateICmpEQ(k, last_), end_, sums);

        b.SetInsertPoint(sums);
        near_products(stretch);
        if (stretch.is_early && stretch.is_late)
            when(b.CreateICmpULE(k, b.getInt64(near)), [&] { enter_near(near); });
        else if (stretch.is_early)
            enter_near(stretch.width);
        if (stretch.is_late) {
            Value ninth = b.getInt64(near + 1);
            when(b.CreateAnd(b.CreateICmpUGE(k, ninth), b.CreateICmpULE(b.CreateAdd(k, ninth), last_)),
                 [&] { far_products(); });
        }
        k->addIncoming(b.CreateAdd(k, b.getInt64(1)), b.GetInsertBlock());
        b.CreateBr(head);
        b.SetInsertPoint(done);
        return k;
    }

    void when(Value condition, auto&& body) {
        auto* f = b.GetInsertBlock()->getParent();
        auto *yes = block(f, "when"), *after = block(f, "after");
        b.CreateCondBr(condition, yes, after);
        b.SetInsertPoint(yes);
        body();
        b.CreateBr(after);
        b.SetInsertPoint(after);
    }

    llvm::Function* begin(const char* name, llvm::Type* result) {
        auto* pointer = b.getPtrTy();
        auto* f = jit_.function(
            name, llvm::FunctionType::get(result, {pointer, pointer, pointer, b.getInt64Ty()}, false));
        for (unsigned i = 0; i < 3; ++i) f->addParamAttr(i, llvm::Attribute::NoAlias);
        memory_ = f->getArg(0), scalars_ = f->getArg(1), rows_ = f->getArg(2);
        k_ = nullptr;
        b.SetInsertPoint(block(f, "begin"));
        return f;
    }
    llvm::BasicBlock* block(llvm::Function* f, const char* name) {
        return llvm::BasicBlock::Create(jit_.context(), name, f);
    }

    Value address(Value base, std::size_t k) {
        return b.CreateConstInBoundsGEP1_64(b.getDoubleTy(), base, k);
    }
    Value load(Value base, std::size_t k) { return b.CreateLoad(type, address(base, k)); }
    void store(Value v, std::size_t k) { b.CreateStore(v, address(memory_, k)); }

    void store_pivot(std::uint32_t i) {
        const Series& s = p_.series[i];
        if (s.kind == Series::Kind::quotient) store(divide(number(1), leading(s.b)), at_.pivot + i);
        if (s.kind == Series::Kind::square_root) store(divide(number(0.5), values_[i]), at_.pivot + i);
        if (s.kind == Series::Kind::turned)
            store(b.CreateSelect(b.CreateFCmpOLT(leading(s.a), number(0)), number(-1), number(1)),
                  at_.pivot + i);
    }

    // z_0, with the inverse of W_0 that all orders use.
    void solve_at_start(std::uint32_t which) {
        const LinearBlock& block = p_.blocks[which];
        for (std::size_t k = 0; k < block.W.size(); ++k) store(leading(block.W[k]), at_.inverse[which] + k);
        auto* signature = llvm::FunctionType::get(b.getInt1Ty(), {b.getPtrTy(), b.getInt64Ty()}, false);
        auto* target =
            b.CreateIntToPtr(b.getInt64(reinterpret_cast<std::uint64_t>(&anholon_invert)), b.getPtrTy());
        Value is_regular =
            b.CreateCall(signature, target, {address(memory_, at_.inverse[which]), b.getInt64(block.size())});
        auto* f = b.GetInsertBlock()->getParent();
        auto *go_on = this->block(f, "regular"), *give_up = this->block(f, "singular");
        b.CreateCondBr(is_regular, go_on, give_up);
        b.SetInsertPoint(give_up);
        b.CreateRet(b.getFalse());
        b.SetInsertPoint(go_on);
    }

    void right_side(std::uint32_t which) {
        const LinearBlock& block = p_.blocks[which];
        right_.clear();
        for (std::size_t row = 0; row < block.size(); ++row)
            right_.push_back(k_ == nullptr ? leading(block.r[row]) : block_right_side(*this, block, row));
    }

    void new_coefficients() {
        std::ranges::fill(values_, nullptr);
        std::vector<Value> states;
        for (std::uint32_t i = 0; i < p_.series.size(); ++i) values_[i] = made(coefficient(*this, p_, i));
        for (const std::uint32_t operand : p_.rates)
            if (!is_scalar(operand)) store(values_[operand], at_.newest + operand);
        store_row(k_, &Emission::newest);
    }

    void store_row(Value k, Value (Emission::*value)(std::uint32_t)) {
        const std::size_t columns = (p_.states + p_.watched.size() + 7) / 8 * 8;
        Value row = b.CreateGEP(b.getDoubleTy(), rows_, b.CreateMul(k, b.getInt64(columns)));
        const auto put = [&](std::uint32_t operand, std::size_t column) {
            b.CreateStore(made((this->*value)(operand)), address(row, column));
        };
        for (std::uint32_t i = 0; i < p_.states; ++i) put(i, i);
        for (std::size_t i = 0; i < p_.watched.size(); ++i) put(p_.watched[i], p_.states + i);
    }

    // --- the products of the newest coefficients with the earlier ones

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

    // sum + a_k b_i + a_i b_k over the lanes i, and a_k b_k in the lane of k. The histories do not hold order k yet. `stride` is how
    // far the histories stand apart.
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
            if (at_.history[s] == Layout::none) continue;
            const std::size_t k = histories + at_.history[s] * stride;
            store_vector(b.CreateSelect(lane, broadcast(s, width), load_vector(width, k)), width, k);
        }
    }
    void enter_near(std::uint32_t width) { enter(at_.near_history, near, width, lane_of_k(1, width)); }

    // A sum moved on by an order. What far products have put into the order k + 8 comes into reach.
    Value moved(std::uint32_t sum, const Stretch& stretch) {
        Value old = load_vector(stretch.width, at_.near_sum + sum * near);
        std::vector<int> lanes;
        for (std::uint32_t i = 0; i < stretch.width; ++i) lanes.push_back(static_cast<int>(i + 1));
        Value entering = llvm::Constant::getNullValue(old->getType());
        if (stretch.is_late) {
            Value order = b.CreateSub(b.CreateAdd(k_, b.getInt64(near)), b.getInt64(first_far_order));
            Value place =
                b.CreateSelect(b.CreateICmpSGE(order, b.getInt64(0)), order, b.getInt64(2 * near - 1));
            Value from = b.CreateGEP(type, address(memory_, at_.far_sum + sum * 2 * near), place);
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
            Value at = b.CreateGEP(type, address(memory_, at_.far_sum + c.sum * 2 * near), shift);
            Value sum = b.CreateAlignedLoad(vector(far), at, llvm::Align(8));
            b.CreateAlignedStore(with_products(sum, c, at_.far_history, far, far, lane), at, llvm::Align(8));
        }
        enter(at_.far_history, far, far, lane);
    }

    Jit& jit_;
    const SeriesProgram& p_;
    const Layout& at_;
    Value memory_ = nullptr, scalars_ = nullptr, rows_ = nullptr;
    Value k_ = nullptr, as_double_ = nullptr, inverse_k_ = nullptr;
    Value last_ = nullptr;
    llvm::BasicBlock* end_ = nullptr;
    std::vector<Value> values_;  // of the order at hand
    std::vector<Value> right_;
};

class Kernel : public SeriesKernel {
  public:
    explicit Kernel(const SeriesProgram& program) : layout_(program), jit_(Effort::thorough) {
        doubles = layout_.size;
        columns = (program.states + program.watched.size() + 7) / 8 * 8;
        llvm::IRBuilder<> builder(jit_.context());
        Emission emission(jit_, builder, program, layout_);
        emission.start();
        emission.orders();
        jit_.compile();
        start_ = reinterpret_cast<decltype(start_)>(jit_.address("start"));
        orders_ = reinterpret_cast<decltype(orders_)>(jit_.address("orders"));
    }

    bool operator()(double* memory, const double* scalars, double* rows, std::size_t order) const override {
        std::fill(memory + layout_.cleared, memory + layout_.cleared_end, 0.0);
        if (!start_(memory, scalars, rows, 0)) return false;
        orders_(memory, scalars, rows, static_cast<std::int64_t>(order));
        return true;
    }

  private:
    Layout layout_;
    Jit jit_;
    bool (*start_)(double*, const double*, double*, std::int64_t) = nullptr;
    void (*orders_)(double*, const double*, double*, std::int64_t) = nullptr;
};

}  // namespace

std::unique_ptr<SeriesKernel> series_kernel(const SeriesProgram& program) {
    return std::make_unique<Kernel>(program);
}

}  // namespace anholon::llvm_code
