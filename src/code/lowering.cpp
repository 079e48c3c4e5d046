#include <algorithm>
#include <map>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "code/program.hpp"
#include "code/scaled_sums.hpp"
#include "code/shared_factors.hpp"
#include "expr/walk.hpp"

// Expressions as programs of few operations. Sums are scaled (scaled_sums.hpp), products and then sums are cut into pairs that are made once
// (shared_factors.hpp), and what the products of one sum have in common stands outside: a x + a y = a (x + y).
namespace anholon {

namespace {

Op operation(Function f) {
    switch (f) {
        case Function::sin: return Op::sin;
        case Function::cos: return Op::cos;
        case Function::tan: return Op::tan;
        case Function::asin: return Op::asin;
        case Function::acos: return Op::acos;
        case Function::atan: return Op::atan;
        case Function::atan2: return Op::atan2;
        case Function::sinh: return Op::sinh;
        case Function::cosh: return Op::cosh;
        case Function::tanh: return Op::tanh;
        case Function::exp: return Op::exp;
        case Function::log: return Op::log;
        case Function::abs: return Op::abs;
        case Function::sign: return Op::sign;
        case Function::choose: return Op::choose;
    }
    return Op::sin;
}

class Lowering {
  public:
    Lowering(std::span<const Expr> outputs, std::span<const Expr> inputs)
        : c_(outputs[0].context()), walk_(c_, outputs), places_(walk_.size()), sum_of_(walk_.size()) {
        program_.inputs.assign(inputs.begin(), inputs.end());
        for (std::size_t k = 0; k < inputs.size(); ++k)
            input_of_[inputs[k].id()] = static_cast<std::uint32_t>(k);
    }

    Program run(std::span<const Expr> outputs) {
        find_constant();
        find_sums(outputs);
        scaled_.choose_scales();
        plan_products();
        plan_sums();
        for (std::size_t i = 0; i < walk_.size(); ++i)
            if (is_needed_[i]) places_[i] = lowered(i);
        for (const Expr& e : outputs) program_.outputs.push_back(place(e.id()));
        return std::move(program_);
    }

  private:
    using Place = std::uint32_t;
    using Factor = SharedFactors::Factor;
    using Factors = std::vector<Factor>;
    using Signed = std::pair<bool, Place>;  // whether it is negative

    // --- what there is to compute

    // Which nodes do not change during a motion: made of numbers and parameters.
    void find_constant() {
        is_constant_.resize(walk_.size());
        for (std::size_t i = 0; i < walk_.size(); ++i) {
            const Node node = c_.node(walk_[i]);
            if (node.kind == Kind::symbol) {
                const SymbolKind kind = c_.symbol_at(walk_[i]).kind;
                is_constant_[i] = kind == SymbolKind::constant || kind == SymbolKind::pi;
            } else {
                is_constant_[i] =
                    std::ranges::all_of(node.arguments(), [&](NodeId a) { return is_constant(a); });
            }
        }
    }
    bool is_number(NodeId id) const { return c_.node(id).kind == Kind::number; }
    bool is_constant(NodeId id) const { return is_number(id) || is_constant_[walk_.place(id)]; }

    // Numbers are made where they are used: most are exponents and coefficients ±1.
    void need(NodeId id) {
        if (!is_number(id)) is_needed_[walk_.place(id)] = true;
    }
    void ask_for(NodeId id) {
        need(id);
        if (!is_number(id)) is_asked_for_[walk_.place(id)] = true;
    }

    // Products are not needed by themselves where they are summands.
    void find_sums(std::span<const Expr> outputs) {
        is_needed_.assign(walk_.size(), false);
        is_asked_for_.assign(walk_.size(), false);
        for (const Expr& e : outputs) ask_for(e.id());
        for (std::size_t i = walk_.size(); i-- > 0;) {
            if (!is_needed_[i]) continue;
            const Node node = c_.node(walk_[i]);
            if (is_constant_[i] || node.kind == Kind::function || node.kind == Kind::symbol)
                for (const NodeId a : node.arguments()) ask_for(a);
            else
                add_sum(i, node);
        }
        std::ranges::reverse(scaled_.sums);  // from parts to what they are parts of
        for (std::size_t s = 0; s < scaled_.sums.size(); ++s)
            sum_of_[walk_.place(scaled_.sums[s].node)] = s + 1;
    }

    void add_sum(std::size_t i, const Node& node) {
        ScaledSums::Sum sum{walk_[i], {}, {}, is_asked_for_[i]};
        if (node.kind == Kind::sum) {
            if (const Rational& c0 = c_.number_at(node.args[0]); !c0.is_zero())
                sum.summands.push_back({{c0, {}}, {}});
            for (std::size_t k = 1; k < node.count; k += 2)
                sum.summands.push_back(summand(c_.number_at(node.args[k]), node.args[k + 1]));
        } else {
            sum.summands.push_back(summand(1, walk_[i]));
        }
        for (const Summand& one : sum.summands)
            for (const Powers* list : {&one.k.powers, &one.factors})
                for (const auto& [base, e] : *list) need(base);
        scaled_.sums.push_back(std::move(sum));
    }

    Summand summand(Rational k, NodeId id) const {
        Node node = c_.node(id);
        if (node.kind == Kind::multiple) {
            k = k * c_.number_at(node.args[0]);
            id = node.args[1];
            node = c_.node(id);
        }
        Summand out{{k, {}}, {}};
        const auto add = [&](NodeId base, const Rational& e) {
            (is_constant(base) ? out.k.powers : out.factors).emplace_back(base, e);
        };
        if (node.kind == Kind::product)
            for (std::size_t j = 0; j < node.count; j += 2) add(node.args[j], c_.number_at(node.args[j + 1]));
        else
            add(id, 1);
        return out;
    }

    // --- products

    // A power of a base, of its value or of what is computed for it.
    using Base = std::tuple<NodeId, Rational, bool>;

    const ScaledSums::Sum* sum_at(NodeId id) const {
        if (is_number(id)) return nullptr;
        const std::size_t s = sum_of_[walk_.place(id)];
        return s == 0 ? nullptr : &scaled_.sums[s - 1];
    }

    // x², and x^(n + 1/2) = x^n √x: its factors may be shared.
    void each_factor(NodeId base, const Rational& e, auto&& f) const {
        const Rational size = abs(e);
        const bool is_below = e.sign() < 0, is_half = size.denominator() == Rational(2);
        const ScaledSums::Sum* sum = sum_at(base);
        const bool is_scaled =
            sum && !sum->scale.is_one_or_minus_one() && !(size.is_integer() && size <= Rational(2));
        if (is_half) f(Base{base, Rational(1, 2), is_scaled}, is_below);
        const Rational whole = is_half ? size - Rational(1, 2) : size;
        const bool is_square = whole == Rational(2);
        if (!whole.is_zero()) f(Base{base, is_square ? Rational(1) : whole, is_scaled}, is_below);
        if (is_square) f(Base{base, 1, is_scaled}, is_below);
    }

    // The products of all sums, each once, without their signs. Constant summands have none.
    void plan_products() {
        std::map<std::pair<ConstantFactor, Powers>, std::uint32_t> known;
        std::vector<std::pair<ConstantFactor, Factors>> products;
        std::map<Base, std::uint32_t> numbers;
        lists_.resize(scaled_.sums.size());
        for (std::size_t s = 0; s < lists_.size(); ++s)
            for (const Summand& one : scaled_.sums[s].summands) {
                if (one.factors.empty()) continue;
                ConstantFactor k = one.k;
                k.number = abs(k.number);
                const auto [found, is_new] = known.try_emplace({k, one.factors}, products.size());
                lists_[s].push_back({found->second, one.k.number.sign() < 0});
                if (!is_new) continue;
                Factors factors;
                for (const auto& [base, e] : one.factors)
                    each_factor(base, e, [&](const Base& b, bool is_below) {
                        const auto [at, is_first] = numbers.try_emplace(b, bases_.size());
                        if (is_first) bases_.push_back(b);
                        factors.push_back({at->second, is_below});
                    });
                products.emplace_back(std::move(k), std::move(factors));
            }
        std::vector<Factors> lists;
        for (auto& [k, factors] : products) {
            if (!k.is_one_or_minus_one()) factors.push_back(constant_factor(k));
            lists.push_back(std::move(factors));
        }
        const auto variable = static_cast<std::uint32_t>(bases_.size());
        products_.emplace(variable + static_cast<std::uint32_t>(constants_.size()), variable,
                          std::move(lists));
    }

    // A constant has a number after those of all bases. 1/3 divides by 3: one rounding instead of two.
    Factor constant_factor(ConstantFactor k) {
        const bool is_below =
            k.number.numerator().is_one() &&
            std::ranges::all_of(k.powers, [](const auto& p) { return p.second.sign() < 0; });
        if (is_below) {
            ConstantFactor inverse;
            inverse.multiply(k, -1);
            k = inverse;
        }
        const auto [found, is_new] = constant_numbers_.try_emplace(k, constants_.size());
        if (is_new) constants_.push_back(k);
        return {static_cast<std::uint32_t>(bases_.size() + found->second), is_below};
    }

    // --- sums

    // Of sums that are longer, the pairs are too many to look at.
    static constexpr std::size_t max_pairs = 50'000;

    void plan_sums() {
        std::vector<std::pair<std::size_t, std::size_t>> order;  // length, sum
        for (std::size_t s = 0; s < lists_.size(); ++s)
            if (lists_[s].size() > 1) order.emplace_back(lists_[s].size(), s);
        std::ranges::sort(order);
        std::vector<Factors> cut(lists_.size());
        std::size_t pairs = 0, count = 0;
        for (const auto& [length, s] : order) {
            if ((pairs += length * (length - 1) / 2) > max_pairs) break;
            cut[s] = lists_[s];
        }
        for (const Factors& list : lists_)
            for (const Factor& f : list) count = std::max<std::size_t>(count, f.base + 1);
        const auto products = static_cast<std::uint32_t>(count);
        shared_.emplace(products, products, std::move(cut), SharedFactors::Of::sums);
        for (std::size_t s = 0; s < lists_.size(); ++s)
            if (!(*shared_)[s].empty()) lists_[s] = (*shared_)[s];
        times_used_.assign(shared_->size(), 0);
        for (const Factors& list : lists_)
            for (const Factor& f : list) ++times_used_[f.base];
        for (std::uint32_t f = products; f < shared_->size(); ++f) {
            ++times_used_[shared_->pair(f).a];
            ++times_used_[shared_->pair(f).b];
        }
        pair_places_.resize(shared_->size());
    }

    // --- instructions

    Place emit(Op op, Place a, Place b = 0, Place c = 0) {
        if ((op == Op::add || op == Op::multiply) && a > b) std::swap(a, b);
        const Instruction instruction{op, a, b, c};
        const auto [found, is_new] =
            known_.try_emplace(instruction, static_cast<Place>(program_.instructions.size()));
        if (is_new) program_.instructions.push_back(instruction);
        return found->second;
    }

    Place number(double value) {
        const auto [found, is_new] =
            numbers_.try_emplace(value, static_cast<Place>(program_.constants.size()));
        if (is_new) program_.constants.push_back(value);
        return emit(Op::constant, found->second);
    }

    // The value of a node, whatever its scale.
    Place place(NodeId id) {
        if (is_number(id)) return number(c_.number_at(id).to_double());
        const Place at = places_[walk_.place(id)];
        const ScaledSums::Sum* sum = sum_at(id);
        if (!sum || sum->scale.is_one_or_minus_one()) return at;
        ConstantFactor back;
        back.multiply(sum->scale, -1);
        return scaled(back, at);
    }
    Place scaled(const ConstantFactor& k, Place at) {
        const ConstantFactor above{k.number.numerator(), k.powers};
        const Rational below = k.number.denominator();
        const Place value = above.is_one_or_minus_one() ? at : emit(Op::multiply, constant(above), at);
        return below.is_one() ? value : emit(Op::divide, value, number(below.to_double()));
    }

    Place lowered(std::size_t i) {
        const Node node = c_.node(walk_[i]);
        if (node.kind == Kind::symbol) return symbol(walk_[i]);
        if (node.kind == Kind::function)
            return emit(operation(node.function), place(node.args[0]),
                        node.count > 1 ? place(node.args[1]) : 0, node.count > 2 ? place(node.args[2]) : 0);
        if (is_constant_[i]) return constant_node(node);
        return sum(sum_of_[i] - 1);
    }

    Place symbol(NodeId id) {
        if (const auto found = input_of_.find(id); found != input_of_.end())
            return emit(Op::input, found->second);
        if (c_.symbol_at(id).kind == SymbolKind::pi) return number(std::numbers::pi);
        throw std::invalid_argument("'" + c_.symbol_at(id).name + "' is not an input of the program");
    }

    // A sum, product or multiple of constants.
    Place constant_node(const Node& node) {
        if (node.kind == Kind::multiple)
            return signed_constant({c_.number_at(node.args[0]), {{node.args[1], 1}}});
        if (node.kind == Kind::product) {
            ConstantFactor k;
            for (std::size_t j = 0; j < node.count; j += 2)
                k.powers.emplace_back(node.args[j], c_.number_at(node.args[j + 1]));
            return constant(k);
        }
        std::vector<Signed> summands;
        if (const Rational& c0 = c_.number_at(node.args[0]); !c0.is_zero())
            summands.emplace_back(c0.sign() < 0, number(abs(c0).to_double()));
        for (std::size_t k = 1; k < node.count; k += 2) {
            const Rational& by = c_.number_at(node.args[k]);
            summands.emplace_back(by.sign() < 0, constant({abs(by), {{node.args[k + 1], 1}}}));
        }
        return with_sign(total(summands));
    }

    Place signed_constant(ConstantFactor k) {
        const bool is_negative = k.number.sign() < 0;
        k.number = abs(k.number);
        return with_sign({is_negative, constant(k)});
    }
    Place with_sign(const Signed& s) { return s.first ? emit(Op::negate, s.second) : s.second; }

    Place constant(const ConstantFactor& k) {
        std::vector<Place> above, below;
        for (const auto& [base, e] : k.powers)
            (e.sign() > 0 ? above : below).push_back(power(place(base), abs(e)));
        if (!k.number.numerator().is_one()) above.push_back(number(k.number.numerator().to_double()));
        if (!k.number.denominator().is_one()) below.push_back(number(k.number.denominator().to_double()));
        return quotient(above, below);
    }

    Place times(const std::vector<Place>& factors) {
        Place product = factors[0];
        for (std::size_t k = 1; k < factors.size(); ++k) product = emit(Op::multiply, product, factors[k]);
        return product;
    }

    Place quotient(const std::vector<Place>& above, const std::vector<Place>& below) {
        const Place numerator = above.empty() ? number(1) : times(above);
        return below.empty() ? numerator : emit(Op::divide, numerator, times(below));
    }

    // base^e, e > 0: whole powers and half-whole ones by multiplications.
    Place power(Place base, const Rational& e) {
        if (e.denominator() == Rational(2)) {
            const Place root = emit(Op::square_root, base);
            const Rational whole = e - Rational(1, 2);
            return whole.is_zero() ? root : emit(Op::multiply, power(base, whole), root);
        }
        const auto n = e.to_long();
        if (!n || *n > 1024) return emit(Op::power, base, number(e.to_double()));
        Place result = base, square = base;
        bool has_result = false;
        for (long k = *n; k != 0; k >>= 1) {
            if ((k & 1) != 0) {
                result = has_result ? emit(Op::multiply, result, square) : square;
                has_result = true;
            }
            if (k > 1) square = emit(Op::multiply, square, square);
        }
        return result;
    }

    Place factor(std::uint32_t base) {
        if (products_->is_pair(base)) {
            const SharedFactors::Pair& pair = products_->pair(base);
            const Place a = factor(pair.a), b = factor(pair.b);
            return emit(pair.is_quotient ? Op::divide : Op::multiply, a, b);
        }
        if (base >= bases_.size()) return constant(constants_[base - bases_.size()]);
        const auto& [node, e, of_value] = bases_[base];
        return power(of_value ? place(node) : places_[walk_.place(node)], e);
    }

    Place product(const Factors& factors) {
        std::vector<Place> above, below;
        for (const auto& [base, is_below] : factors) (is_below ? below : above).push_back(factor(base));
        return quotient(above, below);
    }

    // Begins with a summand that is added, so that no sign has to be turned.
    Signed total(const std::vector<Signed>& summands) {
        const auto added = std::ranges::find(summands, false, &Signed::first);
        const bool turns = added == summands.end();
        const std::size_t first = turns ? 0 : static_cast<std::size_t>(added - summands.begin());
        Place sum = summands[first].second;
        for (std::size_t k = 0; k < summands.size(); ++k)
            if (k != first)
                sum = emit(summands[k].first == turns ? Op::add : Op::subtract, sum, summands[k].second);
        return {turns, sum};
    }

    Place sum(std::size_t s) {
        std::vector<Signed> constants, all;
        for (const Summand& one : scaled_.sums[s].summands)
            if (one.factors.empty()) {
                ConstantFactor size = one.k;
                size.number = abs(size.number);
                constants.emplace_back(one.k.number.sign() < 0, constant(size));
            }
        if (!constants.empty()) all.push_back(total(constants));
        if (!lists_[s].empty()) all.push_back(sum_of_products(lists_[s]));
        return with_sign(total(all));
    }

    struct Open {
        bool is_negative;
        Factors factors;
    };

    // Products that stand in this sum alone are open: a factor of several of them is taken out.
    Signed sum_of_products(const Factors& list) {
        std::vector<Signed> done;
        std::vector<Open> open;
        add_summands(list, done, open);
        return factored(std::move(done), std::move(open));
    }
    void add_summands(const Factors& list, std::vector<Signed>& done, std::vector<Open>& open) {
        for (const auto& [base, is_negative] : list) {
            if (!shared_->is_pair(base)) {
                const Factors& factors = (*products_)[base];
                if (times_used_[base] == 1 && factors.size() > 1)
                    open.push_back({is_negative, factors});
                else
                    done.emplace_back(is_negative, product(factors));
                continue;
            }
            const SharedFactors::Pair& pair = shared_->pair(base);
            const Factors both{{pair.a, is_negative}, {pair.b, is_negative != pair.is_quotient}};
            if (times_used_[base] == 1) {
                add_summands(both, done, open);
                continue;
            }
            if (!pair_places_[base])
                pair_places_[base] = sum_of_products({{pair.a, false}, {pair.b, pair.is_quotient}});
            const auto& [turns, at] = *pair_places_[base];
            done.emplace_back(is_negative != turns, at);
        }
    }

    Signed factored(std::vector<Signed> done, std::vector<Open> open) {
        while (const auto f = most_common(open)) {
            std::vector<Open> with, without;
            for (Open& one : open) {
                const auto at = std::ranges::find(one.factors, *f);
                const bool has = one.factors.size() > 1 && at != one.factors.end();
                if (has) one.factors.erase(at);
                (has ? with : without).push_back(std::move(one));
            }
            const auto [turns, inner] = factored({}, std::move(with));
            done.emplace_back(turns, f->is_below ? emit(Op::divide, inner, factor(f->base))
                                                 : emit(Op::multiply, inner, factor(f->base)));
            open = std::move(without);
        }
        for (const auto& [is_negative, factors] : open) done.emplace_back(is_negative, product(factors));
        return total(done);
    }

    // The factor that stands in most of the products that have others, and in two at least.
    static std::optional<Factor> most_common(const std::vector<Open>& open) {
        std::map<Factor, int> counts;
        for (const Open& one : open)
            for (std::size_t k = 0; k < one.factors.size() && one.factors.size() > 1; ++k)
                if (k == 0 || one.factors[k] != one.factors[k - 1]) ++counts[one.factors[k]];
        std::optional<Factor> best;
        int most = 1;
        for (const auto& [f, count] : counts)
            if (count > most) {
                most = count;
                best = f;
            }
        return best;
    }

    Context& c_;
    Walk walk_;
    std::vector<Place> places_;  // of the nodes that are needed; of sums, up to their scale
    Program program_;
    std::vector<bool> is_constant_, is_needed_, is_asked_for_;  // by place of the walk
    ScaledSums scaled_;
    std::vector<std::size_t> sum_of_;  // by place of the walk: 1 + the sum, or 0
    std::vector<Base> bases_;          // what products_ knows by number, and then the constants
    std::vector<ConstantFactor> constants_;
    std::map<ConstantFactor, std::size_t> constant_numbers_;
    std::optional<SharedFactors> products_, shared_;  // the latter: sums of products
    std::vector<Factors> lists_;                      // the products of each sum
    std::vector<int> times_used_;                     // products and pairs of them, in sums
    std::vector<std::optional<Signed>> pair_places_;
    std::map<NodeId, Place> input_of_;
    std::map<Instruction, Place> known_;
    std::map<double, Place> numbers_;
};

}  // namespace

Program program(std::span<const Expr> outputs, std::span<const Expr> inputs) {
    if (outputs.empty()) return {{inputs.begin(), inputs.end()}, {}, {}, {}};
    return Lowering(outputs, inputs).run(outputs);
}

}  // namespace anholon
