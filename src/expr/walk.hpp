#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "expr/context.hpp"

namespace anholon {

// All nodes that some expressions are made of, each once, arguments before what they are arguments of.
// Algorithms keep their values in arrays indexed by place in this order: one pass, linear in DAG nodes.
class Walk {
  public:
    Walk(const Context& context, std::span<const NodeId> roots);
    Walk(const Context& context, std::span<const Expr> roots);
    explicit Walk(Expr root);

    const std::vector<NodeId>& nodes() const& { return nodes_; }
    const std::vector<NodeId>& nodes() && = delete;  // would dangle in a range-for
    std::size_t size() const { return nodes_.size(); }
    NodeId operator[](std::size_t place) const { return nodes_[place]; }
    std::uint32_t place(NodeId id) const { return places_[index(id)]; }
    bool contains(NodeId id) const {
        const std::uint32_t i = index(id);
        return i / 64 < seen_.size() && (seen_[i / 64] >> (i % 64) & 1) != 0;
    }

  private:
    std::vector<NodeId> nodes_;
    std::vector<std::uint64_t> seen_;          // a bit for each id
    std::unique_ptr<std::uint32_t[]> places_;  // by id; set only for nodes of the walk
};

// The symbols that occur, in the order of their ids.
std::vector<Expr> symbols_of(Context& context, std::span<const Expr> roots);
std::vector<Expr> symbols_of(Expr root);

}  // namespace anholon
