#include "code/llvm/batch_kernel.hpp"

#include <algorithm>
#include <limits>

#include "code/llvm/series_emission.hpp"
#include "code/llvm/series_loops.hpp"

namespace anholon::llvm_code {

namespace {

constexpr std::size_t max_series = 20000, max_block = 24;
// Beyond this many series one function takes the code generator too long. They are cut into functions of fewer.
constexpr std::size_t max_whole = 120;
constexpr std::uint32_t series_of_part = 32;
constexpr std::size_t convolutions_of_part = 32;

// Several orders k, k + 1, … go together. Of their inner sums Σ a_j b_{n−j} all terms of coefficients below k are formed in one loop over
// j, so that each coefficient is loaded once for as many products; the terms with newer coefficients are added when their order comes.
// So many convolutions at a time as registers allow.
constexpr std::size_t convolutions_at_once = 2;

struct BatchLayout : StepLayout {
    explicit BatchLayout(const SeriesProgram& p)
        : StepLayout(p),
          is_whole(p.series.size() <= max_whole),
          at_once(is_whole ? 4 : 2),
          history(p.series.size(), none),
          low(history) {
        std::size_t histories = 0;
        for (const Convolution& c : p.convolutions)
            for (const std::uint32_t s : {c.a, c.b})
                if (history[s] == none) {
                    low[s] = (at_once - 1) * histories;
                    history[s] = depth * histories++;
                }
        size = depth * histories;
        for (std::size_t s = 0; s < low.size(); ++s)
            if (low[s] != none) low[s] = is_whole ? history[s] + 1 : low[s] + size;
        cleared = size;
        cleared_size = is_whole ? 0 : (at_once - 1) * histories;
        leading = size += cleared_size;
        newest = size += p.series.size();
        pivot = size += p.series.size();
        sums = size += p.series.size();
        size += at_once * p.sums;
        for (const LinearBlock& block : p.blocks) {
            inverse.push_back(size);
            size += block.size() * block.size();
        }
    }
    static constexpr std::size_t none = ~std::size_t{0}, depth = max_order + 4;
    bool is_whole;  // one function, or several
    // Four orders at once keep the arithmetic of a core busy; two are compiled sooner.
    std::size_t at_once;
    std::vector<std::size_t> history;  // by series: where its coefficients stand, if it is convolved
    // The coefficients from 1 on that sums of newer ones need once more. Functions that serve the first orders too read copies, which are
    // zero among these, where they are the newer ones.
    std::vector<std::size_t> low;
    std::size_t cleared, cleared_size;
    std::size_t sums;  // one for each order at once
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
        : SeriesEmission(jit, builder, program, layout, lanes),
          at_(layout),
          of_sum_(program.sums),
          rates_(program.states) {
        for (const Convolution& c : program.convolutions) of_sum_[c.sum].push_back(c);
    }

    void start() {
        begin("start", b.getVoidTy());
        leading_coefficients(0, static_cast<std::uint32_t>(p_.series.size()));
        store_row(b.getInt64(0), &SeriesEmission::leading);
        store_rates();
        b.CreateRetVoid();
    }

    // The orders 1 to `last`, or some more.
    void orders() {
        auto* f = begin("orders", b.getVoidTy());
        first_orders();
        auto *before = b.GetInsertBlock(), *body = block("orders"), *end = block("end");
        Value second = b.getInt64(1 + at_.at_once);
        b.CreateCondBr(b.CreateICmpULE(second, f->getArg(3)), body, end);
        b.SetInsertPoint(body);
        auto* k = b.CreatePHI(b.getInt64Ty(), 2);
        k->addIncoming(second, before);
        first_ = k;
        for (std::size_t c = 0; c < p_.convolutions.size();) c = earlier_products(c);
        for (step_ = 0; step_ < at_.at_once; ++step_) one_order(order(static_cast<std::int64_t>(step_)));
        keep_rates();
        Value next = order(static_cast<std::int64_t>(at_.at_once));
        k->addIncoming(next, b.GetInsertBlock());
        b.CreateCondBr(b.CreateICmpULE(next, f->getArg(3)), body, end);
        b.SetInsertPoint(end);
        b.CreateRetVoid();
    }

    // The same as functions of some series each: start0, start1, …; order0_m, order1_m, … for the order k + m, of which k is given; and
    // earlier0, earlier1, … for the sums over coefficients below k. Returns how many there are of the first and of the last.
    std::pair<std::uint32_t, std::uint32_t> parts() {
        is_cut_ = true;
        const auto count = static_cast<std::uint32_t>(p_.series.size());
        std::uint32_t part = 0, group = 0;
        for (std::uint32_t from = 0, to = 0; from < count; from = to, ++part) {
            to = std::min(from + series_of_part, count);
            while (to < count && p_.series[to].kind == Series::Kind::unknown && p_.series[to].b > 0) ++to;
            emit_part(part, from, to);
        }
        for (std::size_t c = 0; c < p_.convolutions.size(); ++group) {
            first_ = begin("earlier" + std::to_string(group), b.getVoidTy())->getArg(3);
            const std::size_t end = c + convolutions_of_part;
            while (c < std::min(end, p_.convolutions.size())) c = earlier_products(c);
            b.CreateRetVoid();
        }
        return {part, group};
    }

    // Σ a_j b_{n−j} for n = k + m: to the terms below k come a_1 b_{n−1} to a_m b_k and a_{n−1} b_1 to a_k b_m; last those that were known
    // last.
    Value inner(std::uint32_t sum) override {
        Value total = has_earlier_ ? load(memory_, at_.sums + at_.at_once * sum + step_) : zero();
        for (std::size_t j = step_; j > 0; --j)
            for (const Convolution& c : of_sum_[sum]) {
                Value a_j = load(memory_, at_.history[c.a] + j), b_n = at(c.b, step_ - j);
                total = add_product(a_j, b_n, total);
                if (!has_earlier_) continue;
                Value a_n = at(c.a, step_ - j), b_j = load(memory_, at_.low[c.b] + j - 1);
                total = add_product(b_j, a_n, total);
            }
        return total;
    }

    Value rate(std::uint32_t i) override {
        if (is_scalar(p_.rates[i])) return has_earlier_ && !is_cut_ ? zero() : SeriesEmission::rate(i);
        return rates_[i] != nullptr ? rates_[i] : SeriesEmission::rate(i);
    }

  private:
    void invert(Value matrix, std::size_t n) override {
        call_address(reinterpret_cast<void*>(&anholon_invert_lanes), b.getVoidTy(),
                     {matrix, b.getInt64(n), b.getInt64(lanes)});
    }

    bool keeps_newest(std::uint32_t) const override { return is_cut_; }

    void emit_part(std::uint32_t part, std::uint32_t from, std::uint32_t to) {
        const std::string number = std::to_string(part);
        const bool is_last = to == p_.series.size();
        begin("start" + number, b.getVoidTy());
        leading_coefficients(from, to);
        if (is_last) store_row(b.getInt64(0), &SeriesEmission::leading);
        if (is_last) store_rates();
        b.CreateRetVoid();
        for (step_ = 0; step_ < at_.at_once; ++step_) {
            first_ = begin("order" + number + "_" + std::to_string(step_), b.getVoidTy())->getArg(3);
            set_order(order(static_cast<std::int64_t>(step_)));
            new_coefficients(from, to);
            for (std::uint32_t i = from; i < to; ++i) {
                store_newest(i);
                if (at_.history[i] != BatchLayout::none)
                    store_at(values_[i], place(i, static_cast<std::int64_t>(step_)));
            }
            if (is_last) store_row(k_, &SeriesEmission::newest);
            b.CreateRetVoid();
        }
    }

    Value order(std::int64_t m) { return b.CreateAdd(first_, b.getInt64(static_cast<std::uint64_t>(m))); }

    // The coefficient of order k + m of a convolved series.
    Value place(std::uint32_t series, std::int64_t m) {
        return address(address(memory_, at_.history[series]), order(m));
    }
    Value at(std::uint32_t series, std::size_t m) {
        return load(place(series, static_cast<std::int64_t>(m)));
    }

    // The orders from 1 on that go together: of their sums every term is one of newer coefficients.
    void first_orders() {
        first_ = b.getInt64(1);
        has_earlier_ = false;
        for (std::uint32_t i = 0; i < p_.states; ++i)
            if (!is_scalar(p_.rates[i])) rates_[i] = load(rows_, at_.columns + i);
        for (step_ = 0; step_ < at_.at_once; ++step_) one_order(order(static_cast<std::int64_t>(step_)));
        keep_rates();
        has_earlier_ = true;
    }

    void one_order(Value k) {
        set_order(k);
        new_coefficients(0, static_cast<std::uint32_t>(p_.series.size()));
        for (std::uint32_t i = 0; i < p_.series.size(); ++i)
            if (at_.history[i] != BatchLayout::none)
                store_at(values_[i], place(i, static_cast<std::int64_t>(step_)));
        store_row(k, &SeriesEmission::newest);
        for (std::uint32_t i = 0; i < p_.states; ++i)
            rates_[i] = is_scalar(p_.rates[i]) ? nullptr : values_[p_.rates[i]];
    }

    void keep_rates() {
        for (std::uint32_t i = 0; i < p_.states; ++i)
            if (rates_[i] != nullptr) store(rates_[i], at_.newest + p_.rates[i]);
        std::ranges::fill(rates_, nullptr);
    }

    // --- the terms of coefficients below k

    // Of one convolution: a sum for each of the orders at once, and b_{k−j−1+m}, m > 0, for the next j: what is already loaded.
    struct Running {
        Convolution product;
        std::vector<Value> totals, loaded;
    };

    // As many j from `first` on as there are orders at once:  totals[m] += a_j b_{k+m−j}. Coefficients from k on do not take part.
    void add_terms(Running& r, Value first, bool is_beginning) {
        const std::size_t count = at_.at_once;
        Value back = b.CreateSub(first_, first);          // k − first
        std::vector<Value> b_of(2 * count - 1, nullptr);  // b_{k−first+i} at the place i + count − 1
        for (std::size_t m = 1; m < count; ++m) b_of[count - 1 + m] = r.loaded[m - 1];
        for (std::size_t i = 0; i < count; ++i) {
            Value a_j = load(address(address(memory_, at_.history[r.product.a] + i), first));
            b_of[count - 1 - i] =
                load(address(address(memory_, at_.history[r.product.b]), b.CreateSub(back, b.getInt64(i))));
            for (std::size_t m = 0; m < count; ++m)
                if (Value other = b_of[count - 1 - i + m]; !is_beginning || i >= m)
                    r.totals[m] = add_product(a_j, other, r.totals[m]);
        }
        for (std::size_t m = 1; m < count; ++m) r.loaded[m - 1] = b_of[m - 1];
    }

    // The sums of the orders at once over coefficients below k, from the convolution `c` on; returns where to go on.
    std::size_t earlier_products(std::size_t c) {
        std::vector<Running> group;
        for (; c < p_.convolutions.size() && group.size() < convolutions_at_once; ++c)
            group.push_back({p_.convolutions[c], std::vector<Value>(at_.at_once, nullptr),
                             std::vector<Value>(at_.at_once - 1, nullptr)});
        auto *before = b.GetInsertBlock(), *beginning = block("beginning"), *body = block("products"),
             *done = block("summed");
        b.CreateCondBr(b.CreateICmpUGT(first_, b.getInt64(1)), beginning, done);
        b.SetInsertPoint(beginning);
        for (Running& r : group) add_terms(r, b.getInt64(1), true);
        std::vector<Value> at_first = totals(group);
        Value second = b.getInt64(1 + at_.at_once);
        b.CreateCondBr(b.CreateICmpULT(second, first_), body, done);

        b.SetInsertPoint(body);
        auto* j = b.CreatePHI(b.getInt64Ty(), 2);
        j->addIncoming(second, beginning);
        std::vector<llvm::PHINode*> phis;
        const auto carry = [&](Value& v) {
            phis.push_back(b.CreatePHI(type, 2));
            phis.back()->addIncoming(v, beginning);
            v = phis.back();
        };
        for (Running& r : group) {
            std::ranges::for_each(r.totals, carry);
            std::ranges::for_each(r.loaded, carry);
        }
        for (Running& r : group) add_terms(r, j, false);
        std::size_t next_phi = 0;
        const auto close = [&](Value v) { phis[next_phi++]->addIncoming(v, body); };
        for (Running& r : group) {
            std::ranges::for_each(r.totals, close);
            std::ranges::for_each(r.loaded, close);
        }
        Value next = b.CreateAdd(j, b.getInt64(at_.at_once));
        j->addIncoming(next, body);
        b.CreateCondBr(b.CreateICmpULT(next, first_), body, done);

        b.SetInsertPoint(done);
        const std::vector<Value> at_last = totals(group);
        std::vector<Value> sums;
        for (std::size_t i = 0; i < at_last.size(); ++i) {
            auto* phi = b.CreatePHI(type, 3);
            phi->addIncoming(number(0), before);
            phi->addIncoming(at_first[i], beginning);
            phi->addIncoming(at_last[i], body);
            sums.push_back(phi);
        }
        for (std::size_t g = 0; g < group.size(); ++g)
            for (std::size_t m = 0; m < at_.at_once; ++m)
                put_sum(group[g].product, m, sums[g * at_.at_once + m]);
        return c;
    }

    std::vector<Value> totals(const std::vector<Running>& group) const {
        std::vector<Value> list;
        for (const Running& r : group) list.insert(list.end(), r.totals.begin(), r.totals.end());
        return list;
    }

    void put_sum(const Convolution& c, std::size_t m, Value total) {
        const std::size_t place = at_.sums + at_.at_once * c.sum + m;
        const Convolution& first = of_sum_[c.sum].front();
        const bool is_first = first.a == c.a && first.b == c.b;
        store(is_first ? total : add(load(memory_, place), total), place);
    }

    const BatchLayout& at_;
    bool is_cut_ = false;      // into functions, which leave their coefficients in memory
    bool has_earlier_ = true;  // are there sums over coefficients below k?
    std::vector<std::vector<Convolution>> of_sum_;
    Value first_ = nullptr;     // k, the first of the orders at once
    std::size_t step_ = 0;      // the order at hand is k + step_
    std::vector<Value> rates_;  // of the order before, if it is one of those at once
};

using Code = void(double* memory, const double* scalars, double* rows, std::int64_t);

class Kernel : public SeriesKernel {
  public:
    Kernel(const SeriesProgram& program, std::size_t width) : layout_(program), jit_(Effort::thorough) {
        lanes = width;
        orders_at_once = layout_.at_once;
        doubles = layout_.size * width;
        columns = layout_.columns;
        llvm::IRBuilder<> builder(jit_.context());
        BatchEmission emission(jit_, builder, program, layout_, width);
        if (layout_.is_whole) {
            emission.start();
            emission.orders();
            jit_.compile();
            start_ = {code("start")};
            orders_ = {{code("orders")}};
            return;
        }
        const auto [parts, groups] = emission.parts();
        jit_.compile();
        orders_.resize(layout_.at_once);
        for (std::uint32_t k = 0; k < parts; ++k) {
            start_.push_back(code("start" + std::to_string(k)));
            for (std::size_t m = 0; m < layout_.at_once; ++m)
                orders_[m].push_back(code("order" + std::to_string(k) + "_" + std::to_string(m)));
        }
        for (std::uint32_t g = 0; g < groups; ++g) earlier_.push_back(code("earlier" + std::to_string(g)));
    }

    bool start(double* memory, const double* scalars, double* rows) const override {
        for (Code* part : start_) part(memory, scalars, rows, 0);
        return true;
    }

    void orders(double* memory, const double* scalars, double* rows, std::size_t order) const override {
        if (start_.size() == 1) return orders_[0][0](memory, scalars, rows, static_cast<std::int64_t>(order));
        std::fill_n(memory + layout_.cleared * lanes, layout_.cleared_size * lanes, 0.0);
        for (std::size_t k = 1; k <= order; k += layout_.at_once) {
            for (Code* group : earlier_) group(memory, scalars, rows, static_cast<std::int64_t>(k));
            for (const auto& parts : orders_)
                for (Code* part : parts) part(memory, scalars, rows, static_cast<std::int64_t>(k));
            if (k == 1) keep_low(memory);
        }
    }

  private:
    Code* code(const std::string& name) const { return reinterpret_cast<Code*>(jit_.address(name)); }

    void keep_low(double* memory) const {
        for (std::size_t s = 0; s < layout_.low.size(); ++s)
            if (layout_.low[s] != BatchLayout::none)
                std::copy_n(memory + (layout_.history[s] + 1) * lanes, (layout_.at_once - 1) * lanes,
                            memory + layout_.low[s] * lanes);
    }

    BatchLayout layout_;
    Jit jit_;
    std::vector<Code*> start_, earlier_;
    std::vector<std::vector<Code*>> orders_;  // by the place among the orders at once
};

}  // namespace

std::unique_ptr<SeriesKernel> batch_kernel(const SeriesProgram& program, std::size_t lanes) {
    const auto is_small = [](const LinearBlock& block) { return block.size() <= max_block; };
    if (program.series.size() > max_series || !std::ranges::all_of(program.blocks, is_small)) return nullptr;
    return std::make_unique<Kernel>(program, lanes);
}

}  // namespace anholon::llvm_code
