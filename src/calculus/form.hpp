#pragma once

#include <map>
#include <span>
#include <vector>

#include "calculus/vector_field.hpp"

namespace anholon {

// An exterior form of degree k in (t, q): Σ ω_I dq_I over ascending index tuples I, axis 0 being time.
class Form {
  public:
    using Indices = std::vector<std::size_t>;

    Form(Chart chart, std::size_t degree) : chart_(std::move(chart)), degree_(degree) {}
    static Form function(Chart chart, Expr f);                      // degree 0
    static Form one_form(Chart chart, const Covector& components);  // n + 1 components, that of dt first

    const Chart& chart() const { return chart_; }
    std::size_t degree() const { return degree_; }
    const std::map<Indices, Expr>& components() const { return components_; }
    Expr component(const Indices& ascending) const;
    void add(Indices indices, Expr value);  // in any order, with its sign; repeated indices vanish
    bool is_zero_by_form() const { return components_.empty(); }

    // ω(X_1, …, X_k)
    Expr operator()(std::span<const VectorField> X) const;
    Expr operator()(const VectorField& X) const { return (*this)(std::span(&X, 1)); }
    Expr operator()(const VectorField& X, const VectorField& Y) const;

  private:
    Chart chart_;
    std::size_t degree_;
    std::map<Indices, Expr> components_;
};

Form operator+(const Form& a, const Form& b);
Form operator*(Expr f, const Form& a);
Form wedge(const Form& a, const Form& b);

// The exterior derivative: d(Σ ω_I dq_I) = Σ ∂_i ω_I dq_i ∧ dq_I
Form d(const Form& a);

}  // namespace anholon
