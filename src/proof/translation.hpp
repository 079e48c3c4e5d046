#pragma once

#include <map>
#include <span>
#include <vector>

#include "expr/expr.hpp"
#include "proof/program.hpp"

namespace anholon::proof {

// Expressions as nodes of a program. Symbols become variables under their names, or what is said here. Functions that programs do
// not have are written by those they have: tan u = sin u/cos u, asin u = atan(u/√(1 − u²)), u^(p/q) by roots, and arguments of sin,
// cos and exp are expanded, so that their multiples are seen. √(u² v) is |u| √v.
class Translation {
  public:
    Translation(Program& program, Context& context) : program_(program), c_(context) {}

    void say(Expr symbol, Id node) { nodes_[symbol.id()] = node; }
    void prefix(std::string text) { prefix_ = std::move(text); }  // of the names of symbols
    const std::string& prefix() const { return prefix_; }

    Id operator()(Expr e);
    std::vector<Id> operator()(std::span<const Expr> e);

  private:
    Id translated(NodeId id);
    Id at(NodeId id) const { return nodes_.at(id); }
    Id product(const std::vector<std::pair<NodeId, Rational>>& factors);
    Id fractional_power(NodeId base, const Rational& exponent);
    Id square_root(NodeId base);
    Id function(NodeId id);
    Id of_argument(Function f, Expr argument);
    bool has_known_values(Function f, Expr argument) const;

    Program& program_;
    Context& c_;
    std::string prefix_;
    std::map<NodeId, Id> nodes_;
};

}  // namespace anholon::proof
