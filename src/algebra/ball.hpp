#pragma once

#include <memory>
#include <string>

#include "algebra/rational.hpp"

namespace anholon {

// A real number known to lie in an interval, by Arb's ball arithmetic: whatever is computed from balls encloses
// the true value. Outside a function's domain a ball is not finite.
class Ball {
  public:
    Ball();
    Ball(const Rational& value, long precision);
    Ball(const Ball& other);
    Ball(Ball&& other) noexcept;
    Ball& operator=(Ball other) noexcept;
    ~Ball();

    static Ball pi(long precision);
    Ball exact_midpoint() const;                    // the ball's midpoint alone
    Ball widened(double radius) const;              // the midpoint with this radius, and its own, around it
    bool contains_inside(const Ball& other) const;  // the other ball lies in the interior of this one

    bool is_finite() const;
    bool contains_zero() const;
    double midpoint() const;
    int midpoint_sign() const;  // also where the midpoint is too small or too large for a double
    double radius() const;
    std::string to_string(int digits) const;

    void add(const Ball& a, const Ball& b, long precision);
    void subtract(const Ball& a, const Ball& b, long precision);
    void multiply(const Ball& a, const Ball& b, long precision);
    void divide(const Ball& a, const Ball& b, long precision);
    void power(const Ball& a, const Rational& e, long precision);

    // By name: sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, log, abs, sign.
    enum class Operation { sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, log, abs, sign };
    void apply(Operation f, const Ball& a, long precision);
    void atan2(const Ball& y, const Ball& x, long precision);

  private:
    struct Value;
    std::unique_ptr<Value> value_;
};

}  // namespace anholon
