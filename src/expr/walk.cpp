#include "expr/walk.hpp"

#include <algorithm>
#include <bit>

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
    if (roots.empty()) return;
    const std::uint32_t top = index(*std::ranges::max_element(roots));
    seen_.assign(top / 64 + 1, 0);
    std::vector<NodeId> stack;
    std::size_t count = 0;
    const auto visit = [&](NodeId id) {
        const std::uint32_t i = index(id);
        std::uint64_t& word = seen_[i / 64];
        const std::uint64_t bit = std::uint64_t{1} << (i % 64);
        if ((word & bit) != 0) return;
        word |= bit;
        ++count;
        stack.push_back(id);
    };
    for (const NodeId root : roots) visit(root);
    while (!stack.empty()) {
        const Node node = context.node(stack.back());
        stack.pop_back();
        for (const NodeId a : node.arguments()) visit(a);
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
