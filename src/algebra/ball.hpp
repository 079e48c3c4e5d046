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

    bool is_finite() const;
    bool contains_zero() const;
    double midpoint() const;
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
