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
    const auto mark = [&](NodeId id) {
        std::uint64_t& word = seen_[index(id) / 64];
        const std::uint64_t bit = std::uint64_t{1} << (index(id) % 64);
        if ((word & bit) == 0) word |= bit;  // mostly it is there, and a store would hold up the next load
    };
    for (const NodeId root : roots) mark(root);
    // Arguments have smaller ids than what they are arguments of: one pass downwards meets them all.
    std::size_t count = 0;
    for (std::uint32_t w = top / 64 + 1; w-- > 0;)
        for (std::uint64_t done = 0; (seen_[w] & ~done) != 0; ++count) {
            const auto bit = static_cast<std::uint32_t>(std::bit_width(seen_[w] & ~done) - 1);
            done |= std::uint64_t{1} << bit;
            const Node node = context.node(NodeId{w * 64 + bit});
            for (const NodeId a : node.arguments()) mark(a);
        }
    nodes_.reserve(count);
    places_ = std::make_unique_for_overwrite<std::uint32_t[]>(top + 1);
    for (std::uint32_t w = 0; w < seen_.size(); ++w)
        for (std::uint64_t bits = seen_[w]; bits != 0; bits &= bits - 1) {
            const std::uint32_t i = w * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
            places_[i] = static_cast<std::uint32_t>(nodes_.size());
            nodes_.push_back(NodeId{i});
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
