#include "expr/walk.hpp"

#include <algorithm>
#include <bit>

#include "base/deadline.hpp"

namespace anholon {

namespace {

std::vector<NodeId> ids(std::span<const Expr> roots) {
    std::vector<NodeId> result;
    result.reserve(roots.size());
    for (const Expr& e : roots) result.push_back(e.id());
    return result;
}

}  // namespace

Walk::Walk(const Context& context, std::span<const NodeId> roots) {
    Deadline::check();
    if (roots.empty()) return;
    const std::uint32_t top = index(*std::ranges::max_element(roots));
    seen_.assign(top / 64 + 1, 0);
    // A bit for each word that is not zero: few nodes of a large context are found without looking at all its words.
    std::vector<std::uint64_t> filled(top / 4096 + 1, 0);
    const auto mark = [&](NodeId id) {
        std::uint64_t& word = seen_[index(id) / 64];
        const std::uint64_t bit = std::uint64_t{1} << (index(id) % 64);
        if ((word & bit) != 0) return;  // mostly it is there, and a store would hold up the next load
        if (word == 0) filled[index(id) / 4096] |= std::uint64_t{1} << (index(id) / 64 % 64);
        word |= bit;
    };
    for (const NodeId root : roots) mark(root);
    // Arguments have smaller ids than what they are arguments of: one pass downwards meets them all.
    std::size_t count = 0;
    const auto highest = [](std::uint64_t bits) {
        return static_cast<std::uint32_t>(std::bit_width(bits) - 1);
    };
    for (auto f = static_cast<std::uint32_t>(filled.size()); f-- > 0;)
        for (std::uint64_t past = 0; (filled[f] & ~past) != 0;) {
            const std::uint32_t w = f * 64 + highest(filled[f] & ~past);
            past |= std::uint64_t{1} << (w % 64);
            for (std::uint64_t done = 0; (seen_[w] & ~done) != 0; ++count) {
                const std::uint32_t bit = highest(seen_[w] & ~done);
                done |= std::uint64_t{1} << bit;
                const Node node = context.node(NodeId{w * 64 + bit});
                for (const NodeId a : node.arguments()) mark(a);
            }
        }
    nodes_.reserve(count);
    places_ = std::make_unique_for_overwrite<std::uint32_t[]>(top + 1);
    for (std::uint32_t f = 0; f < filled.size(); ++f)
        for (std::uint64_t words = filled[f]; words != 0; words &= words - 1) {
            const std::uint32_t w = f * 64 + static_cast<std::uint32_t>(std::countr_zero(words));
            for (std::uint64_t bits = seen_[w]; bits != 0; bits &= bits - 1) {
                const std::uint32_t i = w * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
                places_[i] = static_cast<std::uint32_t>(nodes_.size());
                nodes_.push_back(NodeId{i});
            }
        }
}

Walk::Walk(const Context& context, std::span<const Expr> roots) : Walk(context, ids(roots)) {}

Walk::Walk(Expr root) : Walk(root.context(), std::span(&root, 1)) {}

std::vector<Expr> symbols_of(Context& context, std::span<const Expr> roots) {
    std::vector<Expr> symbols;
    const Walk walk(context, roots);
    for (const NodeId id : walk.nodes())
        if (context.node(id).kind == Kind::symbol) symbols.emplace_back(context, id);
    return symbols;
}

std::vector<Expr> symbols_of(Expr root) { return symbols_of(root.context(), std::span(&root, 1)); }

}  // namespace anholon
