#include "expr/parts.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "expr/introduce.hpp"
#include "expr/rebuild.hpp"
#include "expr/simplify.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

constexpr double kNameLength = 3;              // s12
constexpr double kLongPart = 26;               // of parts that are cut first
constexpr double kReadAtOnce = 20;             // cos(theta) needs no name
constexpr std::size_t kSimplifiedNodes = 300;  // parts up to this size are simplified
constexpr std::size_t kSimplifiedTerms = 200;

// How many characters a node takes in print, if its arguments take what `length` says.
double printed_length(const Context& c, NodeId id, const auto& length) {
    const Node node = c.node(id);
    const auto number = [&](NodeId n) { return static_cast<double>(c.number_at(n).to_string().size()); };
    const auto factor = [&](NodeId n) {
        const Kind kind = c.node(n).kind;
        return length(n) + (kind == Kind::sum || kind == Kind::multiple ? 2 : 0);
    };
    double total = 0;
    switch (node.kind) {
        case Kind::number: return number(id);
        case Kind::symbol: {
            const Symbol& s = c.symbol_at(id);
            return static_cast<double>(s.name.size()) + s.dots;
        }
        case Kind::multiple: return number(node.args[0]) + 1 + factor(node.args[1]);
        case Kind::sum:
            for (std::size_t k = 1; k < node.count; k += 2) {
                const bool is_plain = abs(c.number_at(node.args[k])).is_one();
                total += 3 + length(node.args[k + 1]) + (is_plain ? 0 : 1 + number(node.args[k]));
            }
            return node.args[0] == Context::zero_id ? total - 3 : total + number(node.args[0]);
        case Kind::product:
            for (std::size_t k = 0; k < node.count; k += 2) {
                const Rational& e = c.number_at(node.args[k + 1]);
                total += 1 + factor(node.args[k]);
                if (!abs(e).is_one()) total += e.is_integer() ? 2 : 6;
            }
            return total - 1;
        case Kind::function:
            total = static_cast<double>(name(node.function).size()) + 2;
            for (const NodeId a : node.arguments()) total += length(a);
            return total;
    }
    return total;
}

// Characters that a name saves for a part of this length: its definition takes the part once more, and "s12 = ".
double gain(std::size_t count, double length) {
    constexpr double definition = 7;
    return static_cast<double>(count) * (length - kNameLength) - (length + definition);
}

// What stands in denominators and under roots.
std::set<NodeId> unbreakable(const Context& c, const Walk& walk) {
    std::set<NodeId> out;
    for (const NodeId id : walk.nodes()) {
        const Node node = c.node(id);
        if (node.kind != Kind::product) continue;
        for (std::size_t k = 0; k < node.count; k += 2) {
            const Rational& e = c.number_at(node.args[k + 1]);
            if (e.sign() < 0 || !e.is_integer()) out.insert(node.args[k]);
        }
    }
    return out;
}

// A number for each node of a walk that does not depend on ids, which depend on what was derived before, nor on which of S and −S is
// the node. `sign` is what makes the first term of a sum positive.
struct Signature {
    std::uint64_t key = 0;
    int sign = 1;
};

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    a ^= b + 0x9e3779b97f4a7c15ULL + (a << 6) + (a >> 2);
    return a * 0xff51afd7ed558ccdULL;
}

class Signatures {
  public:
    Signatures(Context& c, const Walk& walk) : c_(c), walk_(walk), all_(walk.size()) {
        for (std::size_t i = 0; i < walk.size(); ++i) all_[i] = of(walk[i]);
    }
    const Signature& operator[](NodeId id) const { return all_[walk_.place(id)]; }

  private:
    std::uint64_t number(const Rational& q) const { return std::hash<std::string>{}(q.to_string()); }

    Signature of(NodeId id) const {
        const Node node = c_.node(id);
        const auto kind = static_cast<std::uint64_t>(node.kind) + 1;
        switch (node.kind) {
            case Kind::number: return {mixed(kind, number(c_.number_at(id)))};
            case Kind::symbol: return {mixed(kind, std::hash<std::string>{}(symbol_text(c_.symbol_at(id))))};
            case Kind::multiple:
                return {mixed(number(abs(c_.number_at(node.args[0]))), (*this)[node.args[1]].key)};
            case Kind::sum: return of_terms(node);
            case Kind::product: return {of_factors(node)};
            case Kind::function: break;
        }
        std::uint64_t key = mixed(kind, static_cast<std::uint64_t>(node.function));
        for (const NodeId a : node.arguments()) key = mixed(key, (*this)[a].key);
        return {key};
    }

    std::uint64_t of_factors(const Node& node) const {
        std::vector<std::uint64_t> keys;
        for (std::size_t k = 0; k < node.count; k += 2)
            keys.push_back(mixed((*this)[node.args[k]].key, number(c_.number_at(node.args[k + 1]))));
        std::ranges::sort(keys);
        std::uint64_t key = 5;
        for (const std::uint64_t k : keys) key = mixed(key, k);
        return key;
    }

    // The sign of a term is that of its coefficient and of its factors, each of which may be turned itself.
    Signature of_terms(const Node& node) const {
        std::vector<std::pair<std::uint64_t, int>> terms;
        const auto add = [&](const Rational& k, std::uint64_t key, int sign) {
            terms.emplace_back(mixed(key, number(abs(k))), k.sign() * sign);
        };
        if (node.args[0] != Context::zero_id) add(c_.number_at(node.args[0]), 1, 1);
        for (std::size_t k = 1; k < node.count; k += 2)
            add(c_.number_at(node.args[k]), (*this)[node.args[k + 1]].key, sign_of(node.args[k + 1]));
        std::ranges::sort(terms);
        std::uint64_t key = 3;
        for (const auto& [term, sign] : terms) key = mixed(key, term + (sign == terms[0].second ? 0 : 1));
        return {key, terms[0].second};
    }

    int sign_of(NodeId id) const {
        const Node node = c_.node(id);
        if (node.kind != Kind::product) return (*this)[id].sign;
        int sign = 1;
        for (std::size_t k = 0; k < node.count; k += 2) {
            const Rational& e = c_.number_at(node.args[k + 1]);
            if (e.is_integer() && !(e / 2).is_integer()) sign *= (*this)[node.args[k]].sign;
        }
        return sign;
    }

    Context& c_;
    const Walk& walk_;
    std::vector<Signature> all_;
};

bool is_constant(Expr e) {
    return std::ranges::all_of(symbols_of(e), [](const Expr& s) {
        return s.symbol().kind == SymbolKind::constant || s.symbol().kind == SymbolKind::pi;
    });
}

std::vector<bool> constants(Context& c, const Walk& walk) {
    std::vector<bool> out(walk.size());
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const Node node = c.node(walk[i]);
        const auto is_one = [&](NodeId a) { return out[walk.place(a)]; };
        out[i] = node.kind == Kind::symbol ? c.symbol_at(walk[i]).kind == SymbolKind::constant ||
                                                 c.symbol_at(walk[i]).kind == SymbolKind::pi
                                           : std::ranges::all_of(node.arguments(), is_one);
    }
    return out;
}

// Terms that differ in constant factors alone, put together: (a + b)*x - b*x is a*x.
Expr with_gathered_constants(Expr e) {
    Context& c = e.context();
    const Node node = c.node(e.id());
    if (node.kind == Kind::multiple)
        return c.number_at(node.args[0]) * with_gathered_constants(Expr(c, node.args[1]));
    if (node.kind != Kind::sum) return e;
    std::map<NodeId, Expr> coefficients;  // by the rest of the term
    for (std::size_t k = 1; k < node.count; k += 2) {
        Expr constant = c.number(c.number_at(node.args[k])), rest = c.one();
        const Node term = c.node(node.args[k + 1]);
        const auto add = [&](Expr factor) { (is_constant(factor) ? constant : rest) *= factor; };
        if (term.kind == Kind::product)
            for (std::size_t j = 0; j < term.count; j += 2)
                add(pow(Expr(c, term.args[j]), c.number_at(term.args[j + 1])));
        else
            add(Expr(c, node.args[k + 1]));
        const auto [group, is_new] = coefficients.emplace(rest.id(), constant);
        if (!is_new) group->second += constant;
    }
    std::vector<Expr> terms{Expr(c, node.args[0])};
    for (const auto& [rest, constant] : coefficients) terms.push_back(simplified(constant) * Expr(c, rest));
    return sum(c, terms);
}

// (a*r + b)/r as a + b/r.
Expr distributed(Expr e) {
    Context& c = e.context();
    const Node node = c.node(e.id());
    if (node.kind == Kind::multiple) return c.number_at(node.args[0]) * distributed(Expr(c, node.args[1]));
    if (node.kind != Kind::product) return e;
    for (std::size_t k = 0; k < node.count; k += 2) {
        const Node base = c.node(node.args[k]);
        if (base.kind != Kind::sum || !c.number_at(node.args[k + 1]).is_one()) continue;
        const Expr rest = e / Expr(c, node.args[k]);
        Expr total = Expr(c, base.args[0]) * rest;
        for (std::size_t j = 1; j < base.count; j += 2)
            total += c.number_at(base.args[j]) * (Expr(c, base.args[j + 1]) * rest);
        return total;
    }
    return e;
}

// Factors that occur together in many products of a walk.
class SharedFactors {
  public:
    SharedFactors(Context& c, const Walk& walk, const Signatures& signature, double least)
        : c_(c), least_(least) {
        std::vector<double> length(walk.size());
        for (std::size_t i = 0; i < walk.size(); ++i) {
            const NodeId id = walk[i];
            length[i] = printed_length(c, id, [&](NodeId a) { return length[walk.place(a)]; });
            length_[id] = length[i];
            key_[id] = signature[id].key;
            const Node node = c.node(id);
            if (node.kind != Kind::product) continue;
            auto& factors = products_[id];
            for (std::size_t k = 0; k < node.count; k += 2)
                factors.push_back({node.args[k], node.args[k + 1]});
        }
    }

    void run(const auto& name) {
        share_roots(name);
        for (std::vector<Pair> best = best_pairs(); !best.empty(); best = best_pairs())
            for (const Pair& pair : best) {
                const Factor shared{new_name(name(power(pair.first) * power(pair.second))), Context::one_id};
                for (auto& [id, factors] : products_)
                    if (contains(factors, pair)) {
                        std::erase(factors, pair.first);
                        std::erase(factors, pair.second);
                        factors.push_back(shared);
                    }
            }
    }

    NodeId rebuilt(NodeId id, const auto& argument) const {
        const auto product = products_.find(id);
        if (product == products_.end()) return rebuild(c_, id, argument);
        Expr out = c_.one();
        for (const auto& [base, exponent] : product->second) {
            const NodeId image = is_new(base) ? base : argument(base);
            out *= pow(Expr(c_, image), c_.number_at(exponent));
        }
        return out.id();
    }

  private:
    struct Factor {
        NodeId base, exponent;
        friend bool operator==(const Factor&, const Factor&) = default;
        friend auto operator<=>(const Factor&, const Factor&) = default;
    };
    using Pair = std::pair<Factor, Factor>;

    bool is_new(NodeId id) const { return names_.contains(id); }
    Expr power(const Factor& f) const { return pow(Expr(c_, f.base), c_.number_at(f.exponent)); }

    NodeId new_name(Expr symbol) {
        names_.insert(symbol.id());
        length_[symbol.id()] = kNameLength;
        key_[symbol.id()] = names_.size();
        return symbol.id();
    }

    static bool contains(const std::vector<Factor>& factors, const Pair& pair) {
        return std::ranges::find(factors, pair.first) != factors.end() &&
               std::ranges::find(factors, pair.second) != factors.end();
    }

    double length(const Factor& f) const {
        const Rational& e = c_.number_at(f.exponent);
        const bool is_sum = !is_new(f.base) && c_.node(f.base).kind == Kind::sum;
        return length_.at(f.base) + (is_sum ? 2 : 0) + (abs(e).is_one() ? 0 : e.is_integer() ? 2 : 6);
    }

    std::uint64_t key(const Factor& f) const {
        return mixed(key_.at(f.base), std::hash<std::string>{}(c_.number_at(f.exponent).to_string()));
    }

    // base^(k/2) → root^k
    void share_roots(const auto& name) {
        std::map<NodeId, std::size_t> count;
        for (const auto& [id, factors] : products_)
            for (const Factor& f : factors)
                if (c_.number_at(f.exponent).denominator() == Rational(2)) ++count[f.base];
        std::vector<std::pair<std::uint64_t, NodeId>> chosen;
        for (const auto& [base, times] : count)
            if (gain(times, length_.at(base) + 6) >= least_) chosen.emplace_back(key_.at(base), base);
        std::ranges::sort(chosen);
        for (const auto& [unused, base] : chosen) {
            const Expr root = sqrt(Expr(c_, base));
            const NodeId symbol = new_name(name(root));
            for (auto& [id, factors] : products_)
                for (Factor& f : factors)
                    if (f.base == base && c_.number_at(f.exponent).denominator() == Rational(2))
                        f = {symbol, c_.number_id(c_.number_at(f.exponent) * 2)};
        }
    }

    // The pairs that save most, no two of which have a factor in common.
    std::vector<Pair> best_pairs() const {
        std::map<Pair, std::size_t> count;
        for (const auto& [id, factors] : products_)
            for (std::size_t i = 0; i < factors.size(); ++i)
                for (std::size_t j = 0; j < i; ++j) ++count[std::minmax(factors[i], factors[j])];
        struct Candidate {
            double saved;
            std::uint64_t key;
            Pair pair;
        };
        std::vector<Candidate> candidates;
        for (const auto& [pair, times] : count) {
            if (times < 2) continue;
            const double saved = gain(times, length(pair.first) + 1 + length(pair.second));
            if (saved >= least_) candidates.push_back({saved, key(pair), pair});
        }
        std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
            return a.saved != b.saved ? a.saved > b.saved : a.key < b.key;
        });
        std::set<Factor> taken;
        std::vector<Pair> best;
        for (const Candidate& c : candidates) {
            if (taken.contains(c.pair.first) || taken.contains(c.pair.second)) continue;
            taken.insert(c.pair.first);
            taken.insert(c.pair.second);
            best.push_back(c.pair);
        }
        return best;
    }

    std::uint64_t key(const Pair& pair) const {
        return mixed(std::min(key(pair.first), key(pair.second)),
                     std::max(key(pair.first), key(pair.second)));
    }

    Context& c_;
    double least_;
    std::map<NodeId, std::vector<Factor>> products_;
    std::map<NodeId, double> length_;
    std::map<NodeId, std::uint64_t> key_;
    std::set<NodeId> names_;
};

class Cutting {
  public:
    Cutting(std::span<const Expr> e, const PartsOptions& options)
        : c_(e[0].context()), options_(options), main_(e.begin(), e.end()) {}

    Parts run() {
        // First what is long, which is simplified then; short names before that would hide (a + b) - b.
        cut(Least::long_parts);
        simplify();
        put_back();
        cut(Least::any_gain);
        share_factors();
        constexpr int most = 2;
        for (int k = 0; k < most; ++k) {  // what was put back may cancel
            simplify();
            if (!put_back()) break;
        }
        cut(Least::any_gain);
        Parts out{main_, {}};
        for (const auto& [symbol, value] : values_) out.values.push_back({symbol, value, false});
        return out;
    }

  private:
    std::vector<Expr> roots() const {
        std::vector<Expr> all = main_;
        for (const auto& [symbol, value] : values_) all.push_back(value);
        return all;
    }

    static std::vector<std::uint32_t> uses(const Context& c, const Walk& walk) {
        std::vector<std::uint32_t> count(walk.size(), 0);
        for (const NodeId id : walk.nodes())
            for (const NodeId a : c.node(id).arguments()) ++count[walk.place(a)];
        return count;
    }

    // The nodes that become symbols.
    enum class Least { long_parts, any_gain };

    std::vector<NodeId> chosen(const Walk& walk, const std::vector<Expr>& roots, Least least) const {
        const std::vector<std::uint32_t> count = uses(c_, walk);
        std::set<NodeId> whole;
        for (const Expr& e : roots) {
            whole.insert(e.id());
            if (const Node node = c_.node(e.id()); node.kind == Kind::multiple) whole.insert(node.args[1]);
        }
        const std::set<NodeId> fixed = unbreakable(c_, walk);
        const std::vector<bool> constant = constants(c_, walk);
        std::vector<double> length(walk.size());
        std::vector<NodeId> out;
        for (std::size_t i = 0; i < walk.size(); ++i) {
            const NodeId id = walk[i];
            length[i] = printed_length(c_, id, [&](NodeId a) { return length[walk.place(a)]; });
            const Kind kind = c_.node(id).kind;
            if (kind == Kind::number || kind == Kind::symbol || kind == Kind::multiple || whole.contains(id))
                continue;
            const bool is_known = c_.node(id).kind == Kind::function && length[i] < kReadAtOnce;
            const bool is_shared = count[i] > 1 && !is_known &&
                                   (least == Least::long_parts ? length[i] >= kLongPart && !constant[i]
                                                               : gain(count[i], length[i]) >= options_.gain);
            const bool is_too_long = length[i] >= (fixed.contains(id) ? options_.fraction : options_.longest);
            if (!is_shared && !is_too_long) continue;
            out.push_back(id);
            length[i] = kNameLength;
        }
        return out;
    }

    std::pair<Rational, NodeId> factor_and_core(Expr e) const {
        const Node node = c_.node(e.id());
        if (node.kind != Kind::multiple) return {1, e.id()};
        return {c_.number_at(node.args[0]), node.args[1]};
    }

    Expr new_symbol(bool is_constant) {
        const std::string k = std::to_string(++named_);
        const Expr symbol = is_constant
                                ? introduced(c_, "constant_part" + k, SymbolKind::constant, "part", named_)
                                : introduced(c_, "part" + k, SymbolKind::variable, "part", named_);
        symbols_of_parts_.insert(symbol.id());
        return symbol;
    }

    void cut(Least least) {
        const std::vector<Expr> all = roots();
        const Walk walk(c_, all);
        std::vector<NodeId> parts = chosen(walk, all, least);
        const Signatures signature(c_, walk);
        const std::vector<bool> constant = constants(c_, walk);
        std::ranges::stable_sort(parts, {}, [&](NodeId id) { return signature[id].key; });
        std::map<NodeId, NodeId> symbol_of;  // ± the symbol, in place of the node
        std::map<NodeId, Expr> symbols;
        for (const NodeId id : parts) {
            const Expr symbol = new_symbol(constant[walk.place(id)]);
            symbols.emplace(id, symbol);
            symbol_of.emplace(id, (Rational(signature[id].sign) * symbol).id());
        }
        // What is a part already has its name wherever else it occurs.
        for (const auto& [symbol, value] : values_) {
            const auto [factor, core] = factor_and_core(value);
            symbol_of.emplace(core, (symbol / factor).id());
        }
        std::vector<NodeId> image(walk.size()), whole(walk.size());
        const auto argument = [&](NodeId a) { return image[walk.place(a)]; };
        for (std::size_t i = 0; i < walk.size(); ++i) {
            image[i] = whole[i] = rebuild(c_, walk[i], argument);
            if (const auto symbol = symbol_of.find(walk[i]); symbol != symbol_of.end())
                image[i] = symbol->second;
        }
        const auto written = [&](Expr e) {
            const auto [factor, core] = factor_and_core(e);
            return factor * Expr(c_, whole[walk.place(core)]);
        };
        for (Expr& e : main_) e = written(e);
        for (auto& [symbol, value] : values_) value = written(value);
        for (const NodeId id : parts)
            values_.emplace_back(symbols.at(id), Rational(signature[id].sign) * written(Expr(c_, id)));
    }

    // Factors that stand together in many products, such as cos(lambda)*sin(steer), and roots.
    void share_factors() {
        const std::vector<Expr> all = roots();
        const Walk walk(c_, all);
        const Signatures signature(c_, walk);
        SharedFactors shared(c_, walk, signature, options_.gain);
        const auto name = [&](Expr value) {
            values_.emplace_back(new_symbol(is_constant(value)), value);
            return values_.back().first;
        };
        shared.run(name);
        const std::size_t old = all.size() - main_.size();
        std::vector<NodeId> image(walk.size());
        for (std::size_t i = 0; i < walk.size(); ++i)
            image[i] = shared.rebuilt(walk[i], [&](NodeId a) { return image[walk.place(a)]; });
        const auto moved = [&](Expr& e) { e = Expr(c_, image[walk.place(e.id())]); };
        for (Expr& e : main_) moved(e);
        for (std::size_t k = 0; k < old; ++k) moved(values_[k].second);
    }

    const std::vector<Expr>& symbols_in(Expr e) const {
        const auto [known, is_new] = symbols_.try_emplace(e.id());
        if (is_new) known->second = symbols_of(e);
        return known->second;
    }

    double length_of(Expr e) const {
        const auto [known, is_new] = lengths_.try_emplace(e.id(), 0);
        if (is_new) known->second = measured(e);
        return known->second;
    }

    double measured(Expr e) const {
        const Walk walk(e);
        std::vector<double> length(walk.size());
        for (std::size_t i = 0; i < walk.size(); ++i)
            length[i] = is_part(walk[i])
                            ? kNameLength
                            : printed_length(c_, walk[i], [&](NodeId a) { return length[walk.place(a)]; });
        return length.back();
    }

    void simplify() {
        if (!options_.simplify) return;
        const auto simple = [&](Expr& e) {
            if (Walk(e).size() > kSimplifiedNodes) return;
            const Expr gathered = with_gathered_constants(e);
            const Expr whole =
                simplified(gathered, {.max_terms = kSimplifiedTerms, .max_nodes = kSimplifiedNodes});
            for (const Expr& other : {gathered, whole, with_gathered_constants(distributed(whole))})
                if (length_of(other) < length_of(e)) e = other;
        };
        for (auto& [symbol, value] : values_) simple(value);
        for (Expr& e : main_) simple(e);
    }

    // What has become short, is used only once or not at all, or is the same as another, needs no name.
    bool put_back() {
        for (bool is_changed = false;; is_changed = true) {
            const std::vector<Expr> all = roots();
            const Walk walk(c_, all);
            const std::vector<std::uint32_t> count = uses(c_, walk);
            const std::set<NodeId> fixed = unbreakable(c_, walk);
            const auto times = [&](Expr s) { return walk.contains(s.id()) ? count[walk.place(s.id())] : 0; };
            std::map<NodeId, Expr> first;  // by value
            Substitution back;
            std::set<NodeId>
                settled;  // symbols that go in this round, and those that stand in what takes their place
            for (const auto& [symbol, value] : values_) {
                const std::vector<Expr>& inner = symbols_in(value);
                const auto is_settled = [&](const Expr& s) { return settled.contains(s.id()); };
                if (is_settled(symbol) || std::ranges::any_of(inner, is_settled)) continue;
                const Expr same = first.emplace(value.id(), symbol).first->second;
                if (same == symbol && !is_short(value, times(symbol), fixed.contains(symbol.id()))) continue;
                back.emplace_back(symbol, same == symbol ? value : same);
                settled.insert(symbol.id());
                settled.insert(same.id());
                for (const Expr& s : inner) settled.insert(s.id());
            }
            if (back.empty()) return is_changed;
            std::erase_if(values_, [&](const auto& part) {
                return std::ranges::find(back, part.first, &std::pair<Expr, Expr>::first) != back.end();
            });
            main_ = substitute(main_, back);
            for (auto& [symbol, value] : values_) value = substitute(value, back);
        }
    }

    bool is_short(Expr value, std::uint32_t count, bool is_in_fraction) const {
        if (count == 0 || value.is_number() || value.is_symbol()) return true;
        const double length = length_of(value);
        if (count < 2) return length < (is_in_fraction ? options_.fraction : options_.longest / 3);
        const bool is_long_fraction = is_in_fraction && length >= options_.fraction;
        return !is_long_fraction && gain(count, length) < options_.gain / 2;
    }

    bool is_part(NodeId id) const { return symbols_of_parts_.contains(id); }

    Context& c_;
    const PartsOptions& options_;
    std::vector<Expr> main_;
    Substitution values_;
    std::set<NodeId> symbols_of_parts_;
    std::size_t named_ = 0;
    // What was asked before; a walk takes time for the whole context.
    mutable std::map<NodeId, double> lengths_;
    mutable std::map<NodeId, std::vector<Expr>> symbols_;
};

}  // namespace

bool needs_cutting(std::span<const Expr> e, const PartsOptions& options) {
    if (e.empty()) return false;
    Context& c = e[0].context();
    const Walk walk(c, e);
    const std::set<NodeId> fixed = unbreakable(c, walk);
    std::vector<double> length(walk.size());
    for (std::size_t i = 0; i < walk.size(); ++i) {
        length[i] = printed_length(c, walk[i], [&](NodeId a) { return length[walk.place(a)]; });
        if (fixed.contains(walk[i]) && length[i] > options.fraction) return true;
    }
    return std::ranges::any_of(e,
                               [&](const Expr& x) { return length[walk.place(x.id())] > options.unnamed; });
}

Parts cut_into_parts(std::span<const Expr> e, const PartsOptions& options) {
    if (e.empty()) return {};
    return Cutting(e, options).run();
}

}  // namespace anholon
