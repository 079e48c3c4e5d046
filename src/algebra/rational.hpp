#pragma once

#include <cassert>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace anholon {

// An exact rational number of any size, always in lowest terms with a positive denominator.
//
// The two words are those of a FLINT fmpq: a value of at most 62 bits sits in the word itself, a larger
// one behind it. Small integers, nearly all that mechanics meets, are handled inline; FLINT does the rest.
class Rational {
  public:
    Rational() = default;
    Rational(long value) : num_(fits(value) ? value : 0) {
        if (!fits(value)) *this = from_wide(value);
    }
    Rational(int value) : num_(value) {}
    Rational(long numerator, long denominator);
    Rational(const Rational& other) {
        if (other.is_small()) {
            num_ = other.num_;
            den_ = other.den_;
        } else {
            *this = copy_of_big(other);
        }
    }
    Rational(Rational&& other) noexcept
        : num_(std::exchange(other.num_, 0)), den_(std::exchange(other.den_, 1)) {}
    Rational& operator=(const Rational& other) {
        if (this != &other) *this = Rational(other);
        return *this;
    }
    Rational& operator=(Rational&& other) noexcept {
        std::swap(num_, other.num_);
        std::swap(den_, other.den_);
        return *this;
    }
    ~Rational() {
        if (!is_small()) free_big();
    }

    // Reads "12", "-3/4", "0.1" (= 1/10), "2.5e-3"; nothing if the text is no number, or has more than
    // max_digits digits once written out.
    static std::optional<Rational> parse(std::string_view text, long max_digits = 100000);

    bool is_zero() const { return num_ == 0; }
    bool is_one() const { return num_ == 1 && den_ == 1; }
    bool is_integer() const { return den_ == 1; }
    int sign() const;
    Rational numerator() const;
    Rational denominator() const;
    std::size_t hash() const;
    std::size_t bits() const;  // of the larger of numerator and denominator
    double to_double() const { return is_small_integer() ? static_cast<double>(num_) : to_double_big(); }
    std::string to_string() const;             // "-3/4"
    std::optional<long> to_long() const;       // when it is an integer that fits
    std::uint64_t mod(std::uint64_t p) const;  // a/b mod p; p must not divide b

    friend bool operator==(const Rational& a, const Rational& b) {
        if (a.is_small() || b.is_small()) return a.num_ == b.num_ && a.den_ == b.den_;
        return equal_big(a, b);
    }
    friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

    friend Rational operator+(const Rational& a, const Rational& b) {
        if (a.is_small_integer() && b.is_small_integer()) return Rational(a.num_ + b.num_);
        return add_big(a, b);
    }
    friend Rational operator-(const Rational& a, const Rational& b) { return a + (-b); }
    friend Rational operator*(const Rational& a, const Rational& b) {
        long product;
        if (a.is_small_integer() && b.is_small_integer() && !__builtin_mul_overflow(a.num_, b.num_, &product))
            return Rational(product);
        return multiply_big(a, b);
    }
    friend Rational operator/(const Rational& a, const Rational& b);  // b ≠ 0
    Rational operator-() const { return is_small() ? Rational(raw{}, -num_, den_) : negate_big(*this); }
    Rational& operator+=(const Rational& b) { return *this = *this + b; }
    Rational& operator-=(const Rational& b) { return *this = *this - b; }
    Rational& operator*=(const Rational& b) { return *this = *this * b; }
    Rational& operator/=(const Rational& b) { return *this = *this / b; }

    friend class RationalAccess;  // gives the rest of src/algebra the fmpq behind the words

  private:
    struct raw {};
    Rational(raw, long num, long den) : num_(num), den_(den) {}
    static constexpr long kSmall = (1L << 62) - 1;
    static bool fits(long w) { return w >= -kSmall && w <= kSmall; }
    bool is_small() const { return fits(num_) && fits(den_); }
    bool is_small_integer() const { return den_ == 1 && fits(num_); }
    static Rational from_wide(long value);
    static Rational copy_of_big(const Rational& other);
    void free_big();
    double to_double_big() const;
    static bool equal_big(const Rational& a, const Rational& b);
    static Rational add_big(const Rational& a, const Rational& b);
    static Rational multiply_big(const Rational& a, const Rational& b);
    static Rational negate_big(const Rational& a);

    long num_ = 0;
    long den_ = 1;
};

Rational abs(const Rational& a);
Rational floor(const Rational& a);
// The largest g > 0 such that a/g and b/g are integers; the other one is zero if one is.
Rational gcd(const Rational& a, const Rational& b);
Rational lcm(const Rational& a, const Rational& b);  // of two positive integers
Rational pow(const Rational& a, long n);             // a ≠ 0 or n > 0

// |a| = Π prime^exponent, exponents of either sign; a factor too large to split stays as it is.
std::vector<std::pair<Rational, long>> factor(const Rational& a);

}  // namespace anholon
