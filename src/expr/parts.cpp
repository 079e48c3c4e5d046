#include "expr/parts.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "expr/common_factors.hpp"
#include "expr/gathered_constants.hpp"
#include "expr/introduce.hpp"
#include "expr/printed_length.hpp"
#include "expr/rebuild.hpp"
#include "expr/simplify.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

constexpr double kLongPart = 26;               // of parts that are cut first
constexpr double kReadAtOnce = 20;             // cos(theta) needs no name
constexpr std::size_t kSimplifiedNodes = 300;  // parts up to this size are simplified
constexpr std::size_t kSimplifiedTerms = 200;

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
        CommonFactors shared(c_, walk, signature, options_.gain);
        const auto name = [&](Expr value) {
            values_.emplace_back(new_symbol(holds_only_constants(value)), value);
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
            const std::vector<Expr> now = substitute(roots(), back);
            std::copy_n(now.begin(), main_.size(), main_.begin());
            for (std::size_t k = 0; k < values_.size(); ++k) values_[k].second = now[main_.size() + k];
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
