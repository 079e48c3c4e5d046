#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "algebra/polynomial.hpp"
#include "expr/elementary.hpp"
#include "expr/expr.hpp"

namespace anholon {

// An expression divides by what is identically zero.
struct DividesByZero : std::runtime_error {
    explicit DividesByZero(Expr divisor)
        : std::runtime_error("division by an expression that is identically zero"), divisor(divisor) {}
    Expr divisor;
};

// Expressions as fractions of polynomials with integer coefficients in generators that obey known relations:
// symbols; sin a, cos a with sin² = 1 − cos² for base angles a; roots r with r^q = radicand; |u| with |u|² = u²;
// exp a, log u, … as transcendental ones. A numerator that reduces to 0 proves that the expression is zero.
// Where the roots are independent, and no others occur, one that does not proves it is not.
class NormalForms {
  public:
    // Throws TooLarge or DividesByZero.
    explicit NormalForms(std::span<const Expr> e, std::size_t max_terms = 200000,
                         Choices choices = Choices::reduced,
                         double max_work = std::numeric_limits<double>::infinity());
    ~NormalForms();
    NormalForms(NormalForms&&) noexcept;

    const Fraction& operator[](std::size_t i) const { return results_[i]; }
    const PolynomialRing& ring() const { return *ring_; }

    struct Angle {
        std::size_t sin, cos;  // generators
        Expr angle;
    };
    const std::vector<Angle>& angles() const { return angles_; }
    Expr generator(std::size_t i) const { return generators_[i]; }
    Expr expr(const Polynomial& p) const;  // Σ terms, as they stand
    bool has_roots() const { return has_roots_; }

  private:
    class Builder;
    std::unique_ptr<PolynomialRing> ring_;  // its address outlives a move: polynomials point to it
    std::vector<Expr> generators_;
    std::vector<Angle> angles_;
    std::vector<Fraction> results_;
    bool has_roots_ = false;
};

}  // namespace anholon
