#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "expr/expr.hpp"

namespace anholon {

// One node of the DAG. `args` are ids, by kind:
//   sum       [c₀, c₁, t₁, c₂, t₂, …]     numbers and terms
//   product   [b₁, e₁, b₂, e₂, …]         bases and exponents (numbers)
//   multiple  [c, e]
//   function  [u] or [y, x]
//   number, symbol: none; `index` is the place in the context's table
struct Node {
    Kind kind;
    Function function;  // of a function node
    std::uint32_t count;
    std::uint32_t index;
    std::uint32_t hash;
    const NodeId* args;

    std::span<const NodeId> arguments() const { return {args, count}; }
};

// The owner of expressions: each is stored once, and all memory goes with the context. Contexts share nothing that changes, so each
// thread may work in its own; one context is for one thread at a time (algebra/thread.hpp when it ends), unless it is frozen.
class Context {
  public:
    Context();
    ~Context();
    Context& operator=(const Context&) = delete;

    // A context of its own with the same expressions under the same ids: Expr(copy, e.id()) is e there.
    std::shared_ptr<Context> copy() const { return std::shared_ptr<Context>(new Context(*this)); }
    // From now on nothing new can be made here, which would throw std::logic_error; so any number of threads may read and copy.
    void freeze() { is_frozen_ = true; }
    bool is_frozen() const { return is_frozen_; }

    Expr number(const Rational& value) { return {*this, number_id(value)}; }
    Expr zero() { return {*this, zero_id}; }
    Expr one() { return {*this, one_id}; }
    Expr constant(std::string_view name);                // a parameter
    Expr variable(std::string_view name, int dots = 0);  // a function of time
    Expr time(std::string_view name = "t");
    Expr pi();
    // The symbol of this name as declared before, with so many dots; empty if there is none.
    Expr find(std::string_view name, int dots = 0);
    // How the name, of a symbol or of an expression, is written in LaTeX; empty if nothing was said of it.
    void set_latex(std::string_view name, const std::string& latex);
    std::string latex_of(std::string_view name) const;

    std::size_t size() const { return nodes_.size(); }
    std::size_t bytes() const;

    static constexpr NodeId zero_id{0}, one_id{1}, minus_one_id{2};

    // By value: interning moves the nodes, though never their arguments.
    Node node(NodeId id) const { return nodes_[index(id)]; }
    const Rational& number_at(NodeId id) const { return numbers_[node(id).index]; }
    const Symbol& symbol_at(NodeId id) const { return symbols_[node(id).index]; }

    NodeId number_id(const Rational& value);
    // The node with these contents: the old one if there is one. The canonical invariant is asserted here.
    NodeId intern(Kind kind, Function function, std::span<const NodeId> args);

    // What became of nodes that were asked the same before: forms derived one after another simplify the same rows.
    using Question = std::array<std::size_t, 4>;  // the node, and what is asked of it
    const std::map<Question, NodeId>& answers() const { return answers_; }
    void remember(const Question& question, NodeId answer);

  private:
    Context(const Context& other);
    Expr symbol(std::string_view name, SymbolKind kind, int dots);
    void demand_thawed() const;
    NodeId append(const Node& node);
    std::size_t slot_of(std::uint32_t hash, auto&& is_same) const;
    const NodeId* store(std::span<const NodeId> args);

    std::vector<Node> nodes_;
    std::deque<Rational> numbers_;
    std::deque<Symbol> symbols_;
    std::unordered_map<std::string, std::vector<NodeId>> symbol_ids_;  // by name, then dots
    std::map<std::string, std::string> latex_;                         // by name
    std::vector<std::uint32_t> table_;                                 // open addressing: id + 1, 0 is free
    std::vector<std::shared_ptr<NodeId[]>> blocks_;  // of arguments; copies share what is full
    std::size_t block_free_ = 0, stored_ = 0;
    NodeId* block_next_ = nullptr;
    std::map<Question, NodeId> answers_;
    bool is_frozen_ = false;
};

}  // namespace anholon
