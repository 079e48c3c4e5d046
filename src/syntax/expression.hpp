#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "syntax/token.hpp"

namespace anholon::syntax {

enum class NodeKind : std::uint8_t {
    number,
    name,
    plus,
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    call,
    less,
    less_equal,
    greater,
    greater_equal,
    both,      // and
    either,    // or
    opposite,  // not
    quantity,  // a number with a unit: 2 [cm]
    bad
};

// A comparison, or comparisons joined: what `if` decides by.
inline bool is_condition(NodeKind k) { return k >= NodeKind::less && k <= NodeKind::opposite; }

// An index into a tree's nodes.
enum class NodeIndex : std::uint32_t {};

struct TreeNode {
    NodeKind kind = NodeKind::bad;
    std::uint32_t primes = 0;  // of a name: x'' has 2
    Span span;                 // of the whole operation, without parentheses around it
    Span name;                 // of a name, of the function called, of the unit with its brackets
    NodeIndex
        left{};  // the operand of plus, negate and opposite, the number of a quantity; both operands of the binary ones
    NodeIndex right{};
    std::uint32_t first_argument = 0;  // of a call, in the tree's arguments
    std::uint32_t argument_count = 0;
};

// Trees lie flat. Children stand before their parents, so whoever visits the nodes in order of their index
// meets operands before operations and needs no recursion, however long a sum is.
struct Tree {
    std::vector<TreeNode> nodes;
    std::vector<NodeIndex> arguments;

    const TreeNode& operator[](NodeIndex i) const { return nodes[static_cast<std::uint32_t>(i)]; }
    std::span<const NodeIndex> arguments_of(const TreeNode& call) const {
        return std::span(arguments).subspan(call.first_argument, call.argument_count);
    }
};

// One expression of a tree: its nodes are [first, root].
struct Expression {
    NodeIndex first{};
    NodeIndex root{};
    Span span;  // with the parentheses around it
};

struct ExpressionOptions {
    // Outside parentheses, may an operand at the start of a line begin something new?
    enum class Newline { space, may_end } newline = Newline::space;
    // Names that end an expression, such as `in` in `m = 1 in 0..2`.
    std::span<const std::string_view> stop_words = {};
    // Whose is a unit at the end: 2 [cm]?
    enum class Units { of_numbers, of_definition } units = Units::of_numbers;
};

inline constexpr int max_nesting = 1000;

// Reads an expression at the cursor and leaves it on the first token that does not belong to it. Nothing is
// returned if there was a mistake; it has been reported then.
std::optional<Expression> parse_expression(Cursor& cursor, const Source& source, Tree& tree,
                                           Diagnostics& diagnostics, const ExpressionOptions& options = {});

struct ParsedExpression {
    Tree tree;
    Expression expression;
};

// Has a number of it a unit?
bool has_quantity(const Tree& tree, const Expression& expression);

// The whole text is one expression.
std::optional<ParsedExpression> parse_expression(const Source& source, Diagnostics& diagnostics);

struct ParsedEquation {
    Tree tree;
    Expression left;
    std::optional<Expression> right;  // none if there is no '='
};

// The whole text is an expression, or two with '=' between them.
std::optional<ParsedEquation> parse_equation(const Source& source, Diagnostics& diagnostics);

}  // namespace anholon::syntax
