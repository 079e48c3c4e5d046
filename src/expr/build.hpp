#pragma once

#include <utility>
#include <vector>

#include "expr/context.hpp"

namespace anholon {

// c·e as a number and a node that is neither number nor multiple; (c, one) for a number.
std::pair<Rational, NodeId> split_coefficient(const Context& context, NodeId id);

// Gathers c₀ + Σ cᵢ eᵢ and brings it to canonical form: flattened, sorted, collected, content pulled out.
class SumBuilder {
  public:
    explicit SumBuilder(Context& context) : context_(context) {}
    void add(const Rational& coefficient, NodeId id);
    NodeId finish();

  private:
    Rational content() const;

    Context& context_;
    Rational constant_;
    std::vector<std::pair<NodeId, Rational>> terms_;
};

// Gathers c·Π bᵢ^eᵢ and brings it to canonical form. Throws Undefined for 0^0 and 1/0.
class ProductBuilder {
  public:
    explicit ProductBuilder(Context& context) : context_(context) {}
    void multiply(NodeId id, const Rational& exponent = 1);
    void scale(const Rational& number) { coefficient_ *= number; }
    NodeId finish();

  private:
    void multiply_number(const Rational& base, const Rational& exponent);
    bool is_settled(NodeId base, const Rational& exponent) const;
    void collect();

    Context& context_;
    Rational coefficient_ = 1;
    std::vector<std::pair<NodeId, Rational>> factors_;
};

NodeId multiple(Context& context, const Rational& coefficient, NodeId id);

}  // namespace anholon
