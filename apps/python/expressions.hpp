#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "expr/zero.hpp"
#include "model/system.hpp"

namespace anholon::binding {

// The expressions of one model: a fork of its system, in which one thread works at a time.
class Expressions {
  public:
    explicit Expressions(System fork) : system(std::move(fork)) {}

    System system;
    std::recursive_mutex one_at_a_time;
};

// An expression of a model. Operations throw Error.
class Expression {
  public:
    Expression(std::shared_ptr<Expressions> of, Expr e) : of_(std::move(of)), e_(e) {}
    static Expression read(const std::shared_ptr<Expressions>& of, const std::string& text);
    // Of another context.
    static Expression copied(const std::shared_ptr<Expressions>& of, const Expr& e);

    Expression combined(char operation, const Expression& other) const;  // + - * / ^
    Expression negated() const;
    Expression applied(const std::string& function) const;
    Expression derivative(const std::string& name) const;
    Expression time_derivative() const;
    Expression simplified() const;
    Expression substituted(const std::vector<std::pair<std::string, Expression>>& values) const;
    ZeroVerdict is_zero() const;
    bool is_same(const Expression& other) const;  // by its form
    // At values of the symbols by their names; parameters have those of the model.
    double value(const std::vector<std::pair<std::string, double>>& at) const;

    std::string text() const;
    std::string latex() const;
    std::string tree() const;  // as JSON: docs/concepts/facts.md
    std::vector<std::string> symbols() const;

  private:
    template <class F>
    auto worked(F&& f) const;

    std::shared_ptr<Expressions> of_;
    Expr e_;
};

}  // namespace anholon::binding
