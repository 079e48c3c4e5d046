#pragma once

#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/rational.hpp"

namespace anholon {

class Context;

// The place of an expression in its context. Whatever an expression is built from has a smaller id, so
// ascending ids are a topological order of the DAG, and no algorithm here needs recursion.
enum class NodeId : std::uint32_t {};
inline std::uint32_t index(NodeId id) { return static_cast<std::uint32_t>(id); }

enum class Kind : std::uint8_t {
    number,    // a rational
    symbol,    // a parameter, a variable with its dots, time, π
    sum,       // c₀ + Σ cᵢ tᵢ
    product,   // Π bᵢ^eᵢ, eᵢ rational; a lone power is a product of one factor
    multiple,  // c·e, c a number
    function,  // f(u), atan2(y, x), choose(u, a, b)
};

enum class Function : std::uint8_t {
    sin,
    cos,
    tan,
    asin,
    acos,
    atan,
    atan2,
    sinh,
    cosh,
    tanh,
    exp,
    log,
    abs,
    sign,
    choose
};

std::string_view name(Function f);

// What a symbol stands for decides how it moves (Dt) and how it is printed.
enum class SymbolKind : std::uint8_t {
    constant,  // a parameter: m, g
    variable,  // a function of time: a coordinate, a quasi-velocity, a multiplier, and their dots
    time,      // t
    pi,
};

struct Symbol {
    std::string name;
    SymbolKind kind = SymbolKind::constant;
    int dots = 0;            // x is 0, x' is 1, x'' is 2
    std::string latex = {};  // as the model wants it in LaTeX, without dots; empty if by its name
};

// Thrown by an operation that has no value: 1/0, 0^0, log(0), tan(π/2), a number of a billion digits.
struct Undefined : std::domain_error {
    using std::domain_error::domain_error;
};

// Thrown for a symbol that cannot be made: an ill-formed name, or one name for two kinds of thing.
struct BadSymbol : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// An immutable expression: a handle of two words, cheap to copy, valid as long as its context lives.
// Equal expressions of one context in canonical form are the same node, so == is exact and immediate;
// it decides identity of form, not of value: for that ask is_zero(a - b) (expr/zero.hpp).
class Expr {
  public:
    Expr() = default;
    Expr(Context& context, NodeId id) : context_(&context), id_(id) {}

    explicit operator bool() const { return context_ != nullptr; }  // false for an empty handle
    Context& context() const {
        assert(context_);
        return *context_;
    }
    NodeId id() const { return id_; }
    Kind kind() const;
    friend bool operator==(const Expr& a, const Expr& b) {
        return a.context_ == b.context_ && a.id_ == b.id_;
    }

    bool is_number() const { return kind() == Kind::number; }
    bool is_symbol() const { return kind() == Kind::symbol; }
    const Rational& number() const;  // of a number
    const Symbol& symbol() const;    // of a symbol

  private:
    Context* context_ = nullptr;
    NodeId id_{};
};

// c·e, the shape in which sums keep their terms.
struct Term {
    Rational coefficient;
    Expr expr;
};

Expr sum(Context& context, std::span<const Term> terms);
Expr sum(Context& context, std::span<const Expr> terms);
Expr product(Context& context, std::span<const Expr> factors);

Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
Expr operator*(Expr a, Expr b);
Expr operator/(Expr a, Expr b);
Expr operator-(Expr a);
Expr operator+(Expr a, const Rational& b);
Expr operator-(Expr a, const Rational& b);
Expr operator*(Expr a, const Rational& b);
Expr operator/(Expr a, const Rational& b);
Expr operator+(const Rational& a, Expr b);
Expr operator-(const Rational& a, Expr b);
Expr operator*(const Rational& a, Expr b);
Expr operator/(const Rational& a, Expr b);
inline Expr& operator+=(Expr& a, Expr b) { return a = a + b; }
inline Expr& operator-=(Expr& a, Expr b) { return a = a - b; }
inline Expr& operator*=(Expr& a, Expr b) { return a = a * b; }
inline Expr& operator/=(Expr& a, Expr b) { return a = a / b; }

Expr pow(Expr base, const Rational& exponent);
Expr pow(Expr base, Expr exponent);  // a number, or else exp(exponent·log base)
Expr sqrt(Expr a);
Expr apply(Function f, Expr a);
Expr sin(Expr a);
Expr cos(Expr a);
Expr tan(Expr a);
Expr asin(Expr a);
Expr acos(Expr a);
Expr atan(Expr a);
Expr atan2(Expr y, Expr x);
Expr sinh(Expr a);
Expr cosh(Expr a);
Expr tanh(Expr a);
Expr exp(Expr a);
Expr log(Expr a);
Expr abs(Expr a);
Expr sign(Expr a);
// a where u > 0, b elsewhere. The branch that is not taken need not have a value.
Expr choose(Expr u, Expr a, Expr b);
Expr min(Expr a, Expr b);
Expr max(Expr a, Expr b);

// x ↦ x', of a variable symbol.
Expr dot(Expr variable);

}  // namespace anholon
