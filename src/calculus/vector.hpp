#pragma once

#include <utility>
#include <vector>

#include "expr/context.hpp"
#include "expr/matrix.hpp"

namespace anholon {

// Components of one variance. Vectors and covectors are different types: a force pairs with a velocity, not with a force.
template <class Variance>
class Components {
  public:
    Components() = default;
    explicit Components(std::vector<Expr> values) : values_(std::move(values)) {}

    std::size_t size() const { return values_.size(); }
    const Expr& operator[](std::size_t i) const { return values_[i]; }
    Expr& operator[](std::size_t i) { return values_[i]; }
    std::span<const Expr> components() const { return values_; }
    auto begin() const { return values_.begin(); }
    auto end() const { return values_.end(); }

    friend Components operator+(Components a, const Components& b) {
        assert(a.size() == b.size());
        for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
        return a;
    }
    friend Components operator-(Components a, const Components& b) {
        assert(a.size() == b.size());
        for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
        return a;
    }
    friend Components operator*(Expr f, Components a) {
        for (std::size_t i = 0; i < a.size(); ++i) a[i] = f * a[i];
        return a;
    }
    friend bool operator==(const Components&, const Components&) = default;

  private:
    std::vector<Expr> values_;
};

using Vector = Components<struct Contravariant>;

class Covector : public Components<struct Covariant> {
  public:
    using Components::Components;
    Covector(Components components) : Components(std::move(components)) {}

    // ⟨α, X⟩ = α_i X_i
    Expr operator()(const Vector& X) const { return dot(components(), X.components()); }
};

// (∂f/∂x_1, …)
Covector d(Expr f, std::span<const Expr> x);

// d/dt with x → x' for every variable.
Expr Dt(Expr e);
Vector Dt(const Vector& v);
Covector Dt(const Covector& a);

}  // namespace anholon
