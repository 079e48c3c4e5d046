#include "code/llvm/batch_kernel.hpp"

#include <algorithm>
#include <limits>

#include "code/llvm/series_emission.hpp"
#include "code/llvm/series_loops.hpp"

namespace anholon::llvm_code {

namespace {

constexpr std::size_t max_series = 400, max_block = 8;

// Orders k and k + 1 go together: of their inner sums Σ a_j b_{k−j} and Σ a_j b_{k+1−j} all but the newest terms are formed in one
// loop over j, so that each coefficient is loaded once for two products. So many sums at a time as registers allow.
constexpr std::size_t sums_at_once = 8;

struct BatchLayout : StepLayout {
    explicit BatchLayout(const SeriesProgram& p) : StepLayout(p), history(p.series.size(), none) {
        std::size_t histories = 0;
        for (const Convolution& c : p.convolutions)
            for (const std::uint32_t s : {c.a, c.b})
                if (history[s] == none) history[s] = depth * histories++;
        leading = size = depth * histories;
        newest = size += p.series.size();
        pivot = size += p.series.size();
        sums = size += p.series.size();
        size += 2 * p.sums;
        for (const LinearBlock& block : p.blocks) {
            inverse.push_back(size);
            size += block.size() * block.size();
        }
    }
    static constexpr std::size_t none = ~std::size_t{0}, depth = max_order + 2;
    std::vector<std::size_t> history;  // by series: where its coefficients stand, if it is convolved
    std::size_t sums;                  // two orders each
};

// W_0 of each lane becomes its inverse, or no numbers where it has none: the other lanes go on.
extern "C" void anholon_invert_lanes(double* W, std::int64_t n, std::int64_t lanes) {
    std::vector<double> one(static_cast<std::size_t>(n * n));
    for (std::int64_t lane = 0; lane < lanes; ++lane) {
        for (std::int64_t k = 0; k < n * n; ++k) one[static_cast<std::size_t>(k)] = W[k * lanes + lane];
        if (!anholon_invert(one.data(), n)) std::ranges::fill(one, std::numeric_limits<double>::quiet_NaN());
        for (std::int64_t k = 0; k < n * n; ++k) W[k * lanes + lane] = one[static_cast<std::size_t>(k)];
    }
}

class BatchEmission : public SeriesEmission {
  public:
    BatchEmission(Jit& jit, llvm::IRBuilder<>& builder, const SeriesProgram& program,
                  const BatchLayout& layout, std::size_t lanes)
        : SeriesEmission(jit, builder, program, layout, lanes), at_(layout) {}

    void start() {
        begin("start", b.getVoidTy());
        leading_coefficients(0, static_cast<std::uint32_t>(p_.series.size()));
        store_row(b.getInt64(0), &SeriesEmission::leading);
        b.CreateRetVoid();
    }

    // The orders 1 to `last`, or one more: two at a time.
    void orders() {
        auto* f = begin("orders", b.getVoidTy());
        auto *before = b.GetInsertBlock(), *body = block("orders"), *end = block("end");
        b.CreateBr(body);
        b.SetInsertPoint(body);
        auto* k = b.CreatePHI(b.getInt64Ty(), 2);
        k->addIncoming(b.getInt64(1), before);
        for (std::size_t c = 0; c < p_.convolutions.size();) c = earlier_products(k, c);
        first_ = nullptr;
        one_order(k);
        first_ = k;
        one_order(b.CreateAdd(k, b.getInt64(1)));
        Value next = b.CreateAdd(k, b.getInt64(2));
        k->addIncoming(next, b.GetInsertBlock());
        b.CreateCondBr(b.CreateICmpULE(next, f->getArg(3)), body, end);
        b.SetInsertPoint(end);
        b.CreateRetVoid();
    }

    Value inner(std::uint32_t sum) override {
        if (first_ == nullptr) return load(memory_, at_.sums + 2 * sum);
        // a_1 b_k + a_k b_1 were not known when the sums of order k + 1 were formed; for k = 1 they are one.
        Value total = load(memory_, at_.sums + 2 * sum + 1);
        Value is_one = b.CreateICmpEQ(first_, b.getInt64(1));
        for (const Convolution& c : p_.convolutions) {
            if (c.sum != sum) continue;
            total = add_product(at(c.a, b.getInt64(1)), at(c.b, first_), total);
            total = add_product(at(c.a, first_), b.CreateSelect(is_one, number(0), at(c.b, b.getInt64(1))),
                                total);
        }
        return total;
    }

  private:
    void invert(Value matrix, std::size_t n) override {
        call_address(reinterpret_cast<void*>(&anholon_invert_lanes), b.getVoidTy(),
                     {matrix, b.getInt64(n), b.getInt64(lanes)});
    }

    // The k-th coefficient of a convolved series.
    Value at(std::uint32_t series, Value k) {
        return load(address(memory_, b.CreateAdd(b.getInt64(at_.history[series]), k)));
    }

    void one_order(Value k) {
        set_order(k);
        new_coefficients(0, static_cast<std::uint32_t>(p_.series.size()));
        for (std::uint32_t i = 0; i < p_.series.size(); ++i)
            if (at_.history[i] != BatchLayout::none)
                store_at(values_[i], address(memory_, b.CreateAdd(b.getInt64(at_.history[i]), k)));
        for (const std::uint32_t operand : p_.rates)
            if (!is_scalar(operand)) store_newest(operand);
        store_row(k, &SeriesEmission::newest);
    }

    // The sums of orders k and k + 1 over coefficients below k, from the convolution `c` on; returns where to go on.
    std::size_t earlier_products(Value k, std::size_t c) {
        struct Running {
            Convolution product;
            llvm::PHINode *sum, *next_sum, *b_before;
        };
        std::vector<Running> group;
        auto *before = b.GetInsertBlock(), *body = block("products"), *done = block("summed");
        auto* is_any = b.CreateICmpUGT(k, b.getInt64(1));
        b.CreateCondBr(is_any, body, done);
        b.SetInsertPoint(body);
        auto* j = b.CreatePHI(b.getInt64Ty(), 2);
        j->addIncoming(b.getInt64(1), before);
        const auto running = [&] {
            auto* phi = b.CreatePHI(type, 2);
            phi->addIncoming(number(0), before);
            return phi;
        };
        for (; c < p_.convolutions.size() && group.size() < sums_at_once; ++c)
            group.push_back({p_.convolutions[c], running(), running(), running()});
        std::vector<Value> totals, next_totals;
        Value back = b.CreateSub(k, j);
        for (Running& g : group) {
            Value a = at(g.product.a, j), b_now = at(g.product.b, back);
            totals.push_back(add_product(a, b_now, g.sum));
            next_totals.push_back(add_product(a, g.b_before, g.next_sum));
            g.sum->addIncoming(totals.back(), body);
            g.next_sum->addIncoming(next_totals.back(), body);
            g.b_before->addIncoming(b_now, body);
        }
        Value next = b.CreateAdd(j, b.getInt64(1));
        j->addIncoming(next, body);
        b.CreateCondBr(b.CreateICmpULT(next, k), body, done);
        b.SetInsertPoint(done);
        for (std::size_t i = 0; i < group.size(); ++i)
            put_sum(group[i].product, totals[i], next_totals[i], before, body);
        return c;
    }

    void put_sum(const Convolution& c, Value total, Value next_total, llvm::BasicBlock* before,
                 llvm::BasicBlock* body) {
        const auto finished = [&](Value from_body) -> Value {
            auto* phi = llvm::PHINode::Create(type, 2, "", b.GetInsertBlock()->begin());
            phi->addIncoming(number(0), before);
            phi->addIncoming(from_body, body);
            return phi;
        };
        const std::size_t place = at_.sums + 2 * c.sum;
        Value sums[2] = {finished(total), finished(next_total)};
        const bool is_first = is_first_of_sum(c);
        for (std::size_t i = 0; i < 2; ++i)
            store(is_first ? sums[i] : add(load(memory_, place + i), sums[i]), place + i);
    }

    bool is_first_of_sum(const Convolution& c) const {
        const auto first = std::ranges::find(p_.convolutions, c.sum, &Convolution::sum);
        return first->a == c.a && first->b == c.b;
    }

    const BatchLayout& at_;
    Value first_ = nullptr;  // of the pair of orders, when the second is at hand
};

class Kernel : public SeriesKernel {
  public:
    Kernel(const SeriesProgram& program, std::size_t width) : layout_(program), jit_(Effort::thorough) {
        lanes = width;
        doubles = layout_.size * width;
        columns = layout_.columns;
        llvm::IRBuilder<> builder(jit_.context());
        BatchEmission emission(jit_, builder, program, layout_, width);
        emission.start();
        emission.orders();
        jit_.compile();
        start_ = reinterpret_cast<decltype(start_)>(jit_.address("start"));
        orders_ = reinterpret_cast<decltype(orders_)>(jit_.address("orders"));
    }

    bool operator()(double* memory, const double* scalars, double* rows, std::size_t order) const override {
        start_(memory, scalars, rows, 0);
        orders_(memory, scalars, rows, static_cast<std::int64_t>(order));
        return true;
    }

  private:
    BatchLayout layout_;
    Jit jit_;
    void (*start_)(double*, const double*, double*, std::int64_t) = nullptr;
    void (*orders_)(double*, const double*, double*, std::int64_t) = nullptr;
};

}  // namespace

std::unique_ptr<SeriesKernel> batch_kernel(const SeriesProgram& program, std::size_t lanes) {
    const auto is_small = [](const LinearBlock& block) { return block.size() <= max_block; };
    if (program.series.size() > max_series || !std::ranges::all_of(program.blocks, is_small)) return nullptr;
    return std::make_unique<Kernel>(program, lanes);
}

}  // namespace anholon::llvm_code
