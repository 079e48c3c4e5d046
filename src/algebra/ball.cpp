#include "algebra/ball.hpp"

#include <arb.h>

#include "algebra/flint.hpp"

namespace anholon {

struct Ball::Value {
    arb_t x;
    Value() { arb_init(x); }
    ~Value() { arb_clear(x); }
    Value(const Value&) = delete;
    Value& operator=(const Value&) = delete;
};

Ball::Ball() : value_(std::make_unique<Value>()) {}
Ball::Ball(const Rational& value, long precision) : Ball() {
    arb_set_fmpq(value_->x, RationalAccess::of(value), precision);
}
Ball::Ball(const Ball& other) : Ball() { arb_set(value_->x, other.value_->x); }
Ball::Ball(Ball&& other) noexcept = default;
Ball& Ball::operator=(Ball other) noexcept {
    std::swap(value_, other.value_);
    return *this;
}
Ball::~Ball() = default;

Ball Ball::pi(long precision) {
    Ball b;
    arb_const_pi(b.value_->x, precision);
    return b;
}

Ball Ball::exact_midpoint() const {
    Ball b;
    arb_get_mid_arb(b.value_->x, value_->x);
    return b;
}

Ball Ball::widened(double radius) const {
    Ball b(*this);
    mag_t more;
    mag_init(more);
    mag_set_d(more, radius);
    mag_add(arb_radref(b.value_->x), arb_radref(b.value_->x), more);
    mag_clear(more);
    return b;
}

bool Ball::contains_inside(const Ball& other) const {
    return arb_contains_interior(value_->x, other.value_->x);
}

bool Ball::is_finite() const { return arb_is_finite(value_->x); }
bool Ball::contains_zero() const { return arb_contains_zero(value_->x); }
double Ball::midpoint() const { return arf_get_d(arb_midref(value_->x), ARF_RND_NEAR); }
int Ball::midpoint_sign() const { return arf_sgn(arb_midref(value_->x)); }
double Ball::radius() const { return mag_get_d(arb_radref(value_->x)); }

std::string Ball::to_string(int digits) const {
    // Writing 10^(10^18) down in decimals would take all the memory there is.
    if (const fmpz* exponent = ARF_EXPREF(arb_midref(value_->x));
        arb_is_finite(value_->x) && fmpz_bits(exponent) > 40) {
        char* power = fmpz_get_str(nullptr, 10, exponent);
        const std::string s = std::string(arf_sgn(arb_midref(value_->x)) < 0 ? "-" : "") + "2^" + power;
        flint_free(power);
        return "about " + s;
    }
    char* text = arb_get_str(value_->x, digits, ARB_STR_NO_RADIUS);
    std::string s = text;
    flint_free(text);
    return s;
}

void Ball::add(const Ball& a, const Ball& b, long precision) {
    arb_add(value_->x, a.value_->x, b.value_->x, precision);
}

void Ball::subtract(const Ball& a, const Ball& b, long precision) {
    arb_sub(value_->x, a.value_->x, b.value_->x, precision);
}

void Ball::multiply(const Ball& a, const Ball& b, long precision) {
    arb_mul(value_->x, a.value_->x, b.value_->x, precision);
}

void Ball::divide(const Ball& a, const Ball& b, long precision) {
    arb_div(value_->x, a.value_->x, b.value_->x, precision);
}

void Ball::power(const Ball& a, const Rational& e, long precision) {
    if (e.denominator() == Rational(2) && e.numerator().to_long()) {
        arb_sqrt(value_->x, a.value_->x, precision);
        arb_pow_fmpz(value_->x, value_->x, RationalAccess::num(e), precision);
    } else {
        arb_pow_fmpq(value_->x, a.value_->x, RationalAccess::of(e), precision);
    }
}

void Ball::apply(Operation f, const Ball& a, long precision) {
    arb_ptr y = value_->x;
    arb_srcptr x = a.value_->x;
    switch (f) {
        case Operation::sin: return arb_sin(y, x, precision);
        case Operation::cos: return arb_cos(y, x, precision);
        case Operation::tan: return arb_tan(y, x, precision);
        case Operation::asin: return arb_asin(y, x, precision);
        case Operation::acos: return arb_acos(y, x, precision);
        case Operation::atan: return arb_atan(y, x, precision);
        case Operation::sinh: return arb_sinh(y, x, precision);
        case Operation::cosh: return arb_cosh(y, x, precision);
        case Operation::tanh: return arb_tanh(y, x, precision);
        case Operation::exp: return arb_exp(y, x, precision);
        case Operation::log: return arb_log(y, x, precision);
        case Operation::abs: return arb_abs(y, x);
        case Operation::sign: return arb_sgn(y, x);
    }
}

void Ball::atan2(const Ball& y, const Ball& x, long precision) {
    arb_atan2(value_->x, y.value_->x, x.value_->x, precision);
}

}  // namespace anholon
