#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "algebra/rational.hpp"

namespace anholon::proof {

// A straight-line program: the language in which claims are stated, judged and written to certificates (docs/certificates.md).
// A node is named by its index; its arguments have smaller indices. Equal nodes are the same node.
using Id = std::uint32_t;

enum class Op : std::uint8_t {
    number,
    variable,
    pi,
    add,
    multiply,
    subtract,
    negate,
    divide,
    power,  // to an integer
    root,   // of degree 2, or odd
    exp,
    sin,
    cos,
    atan,
    log,
    atan2,  // of y and x
    abs,
    sign,
    choose,  // (g, a, b): a where g > 0, b where g < 0
};

class Program {
  public:
    struct Node {
        Op op;
        long n = 0;               // the exponent, or the degree of the root
        std::uint32_t label = 0;  // index of a number or a name
        std::uint32_t first = 0, count = 0;
    };

    Id number(const Rational& value);
    Id variable(const std::string& name);
    Id pi() { return intern(Op::pi, 0, 0, {}); }
    // With the values that are known at once: 0 + a = a, 1·a = a, a^1 = a.
    Id sum(std::vector<Id> terms);
    Id product(std::vector<Id> factors);
    Id subtract(Id a, Id b);
    Id negate(Id a);
    Id divide(Id a, Id b);
    Id power(Id a, long n);
    Id root(Id a, long n);
    Id square_root_of_either_sign(Id a) { return intern(Op::root, 2, 0, std::array{a}); }
    Id apply(Op function, Id a);  // exp, sin, cos, atan, log, abs, sign
    Id atan2(Id y, Id x);
    Id choose(Id g, Id a, Id b);

    std::size_t size() const { return nodes_.size(); }
    const Node& operator[](Id id) const { return nodes_[id]; }
    std::span<const Id> arguments(Id id) const {
        return {arguments_.data() + nodes_[id].first, nodes_[id].count};
    }
    const Rational& number_at(Id id) const { return numbers_[nodes_[id].label]; }
    const std::string& name_at(Id id) const { return names_[nodes_[id].label]; }
    bool is_number(Id id) const { return nodes_[id].op == Op::number; }
    bool is_zero(Id id) const { return is_number(id) && number_at(id).is_zero(); }
    bool is_one(Id id) const { return is_number(id) && number_at(id).is_one(); }

    // The nodes that these are made of, themselves included, in ascending order.
    std::vector<Id> below(std::span<const Id> roots) const;

  private:
    Id intern(Op op, long n, std::uint32_t label, std::span<const Id> arguments);

    std::vector<Node> nodes_;
    std::vector<Id> arguments_;
    std::vector<Rational> numbers_;
    std::vector<std::string> names_;
    std::map<std::vector<std::uint64_t>, Id> ids_;
    std::map<std::string, std::uint32_t> labels_;  // of names, and of numbers as text
};

// ∂f/∂x for each of the variables x.
std::vector<Id> gradient(Program& program, Id f, std::span<const Id> variables);

// The same nodes with others in place of variables.
using Replacement = std::map<Id, Id>;
std::vector<Id> replaced(Program& program, std::span<const Id> roots, const Replacement& by);

}  // namespace anholon::proof
