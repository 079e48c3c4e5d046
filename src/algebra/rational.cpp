#include "algebra/rational.hpp"

#include <arf.h>

#include <algorithm>
#include <charconv>

#include "algebra/flint.hpp"

namespace anholon {

namespace {

fmpq* q(Rational& a) { return RationalAccess::of(a); }
const fmpq* q(const Rational& a) { return RationalAccess::of(a); }

}  // namespace

Rational::Rational(long numerator, long denominator) {
    assert(denominator != 0);
    *this = Rational(numerator) / Rational(denominator);
}

Rational Rational::from_wide(long value) {
    Rational r;
    fmpz_set_si(&r.num_, value);
    return r;
}

Rational Rational::copy_of_big(const Rational& other) {
    Rational r;
    fmpq_set(q(r), q(other));
    return r;
}

void Rational::free_big() { fmpq_clear(q(*this)); }

bool Rational::equal_big(const Rational& a, const Rational& b) { return fmpq_equal(q(a), q(b)); }

Rational Rational::add_big(const Rational& a, const Rational& b) {
    Rational r;
    fmpq_add(q(r), q(a), q(b));
    return r;
}

Rational Rational::multiply_big(const Rational& a, const Rational& b) {
    Rational r;
    fmpq_mul(q(r), q(a), q(b));
    return r;
}

Rational Rational::negate_big(const Rational& a) {
    Rational r;
    fmpq_neg(q(r), q(a));
    return r;
}

Rational operator/(const Rational& a, const Rational& b) {
    assert(!b.is_zero());
    if (b.is_one()) return a;
    Rational r;
    fmpq_div(q(r), q(a), q(b));
    return r;
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) { return fmpq_cmp(q(a), q(b)) <=> 0; }

int Rational::sign() const { return fmpq_sgn(q(*this)); }

Rational Rational::numerator() const {
    Rational r;
    fmpz_set(&r.num_, &num_);
    return r;
}

Rational Rational::denominator() const {
    Rational r;
    fmpz_set(&r.num_, &den_);
    return r;
}

std::size_t Rational::hash() const {
    constexpr mp_limb_t big_prime = 0x1fffffffffffffffULL;  // 2⁶¹ − 1
    const auto word = [](const fmpz& w) {
        return fits(w) ? static_cast<mp_limb_t>(w) : fmpz_fdiv_ui(&w, big_prime);
    };
    return word(num_) * 0x9e3779b97f4a7c15ULL ^ (word(den_) + 0x7f4a7c15ULL);
}

std::size_t Rational::bits() const { return std::max(fmpz_bits(&num_), fmpz_bits(&den_)); }

double Rational::to_double_big() const {
    // Rounded to nearest: GMP's mpq_get_d cuts off, and would make 1/10 another number than 0.1.
    arf_t x;
    arf_init(x);
    arf_fmpz_div_fmpz(x, fmpq_numref(q(*this)), fmpq_denref(q(*this)), 53, ARF_RND_NEAR);
    const double d = arf_get_d(x, ARF_RND_NEAR);
    arf_clear(x);
    return d;
}

std::string Rational::to_string() const {
    char* text = fmpq_get_str(nullptr, 10, q(*this));
    std::string s = text;
    flint_free(text);
    return s;
}

std::optional<long> Rational::to_long() const {
    if (den_ != 1 || !fmpz_fits_si(&num_)) return std::nullopt;
    return fmpz_get_si(&num_);
}

std::uint64_t Rational::mod(std::uint64_t p) const {
    const mp_limb_t n = fmpz_fdiv_ui(&num_, p);
    if (den_ == 1) return n;
    const mp_limb_t d = fmpz_fdiv_ui(&den_, p);
    assert(d != 0);
    return n_mulmod2(n, n_invmod(d, p), p);
}

namespace {

bool all_digits(std::string_view s) {
    return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Rational integer(std::string_view digits) {
    Rational r;
    const std::string s(digits);
    fmpz_set_str(RationalAccess::num(r), s.c_str(), 10);
    return r;
}

}  // namespace

std::optional<Rational> Rational::parse(std::string_view text, long max_digits) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    if (static_cast<long>(text.size()) > max_digits) return std::nullopt;
    Rational value;
    if (const auto slash = text.find('/'); slash != text.npos) {
        const auto top = text.substr(0, slash), bottom = text.substr(slash + 1);
        if (!all_digits(top) || !all_digits(bottom)) return std::nullopt;
        const Rational denominator = integer(bottom);
        if (denominator.is_zero()) return std::nullopt;
        value = integer(top) / denominator;
    } else {
        long exponent = 0;
        if (const auto e = text.find_first_of("eE"); e != text.npos) {
            std::string_view digits = text.substr(e + 1);
            if (digits.starts_with('+')) digits.remove_prefix(1);
            const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
            if (digits.empty() || digits[0] == '+' || error != std::errc() ||
                end != digits.data() + digits.size())
                return std::nullopt;
            text = text.substr(0, e);
        }
        std::string digits(text);
        if (const auto point = text.find('.'); point != text.npos) {
            digits.erase(point, 1);
            exponent -= static_cast<long>(text.size() - point - 1);
        }
        if (!all_digits(digits)) return std::nullopt;
        if (exponent > max_digits || exponent < -max_digits) return std::nullopt;
        value = integer(digits) * pow(Rational(10), exponent);
    }
    return negative ? -value : value;
}

Rational abs(const Rational& a) { return a.sign() < 0 ? -a : a; }

Rational floor(const Rational& a) {
    if (a.is_integer()) return a;
    Rational r;
    fmpz_fdiv_q(RationalAccess::num(r), RationalAccess::num(a), RationalAccess::den(a));
    return r;
}

Rational gcd(const Rational& a, const Rational& b) {
    Rational r;
    fmpq_gcd(q(r), q(a), q(b));
    return r;
}

Rational lcm(const Rational& a, const Rational& b) {
    Rational r;
    fmpz_lcm(RationalAccess::num(r), RationalAccess::num(a), RationalAccess::num(b));
    return r;
}

Rational pow(const Rational& a, long n) {
    assert(!a.is_zero() || n > 0);
    Rational r;
    fmpq_pow_si(q(r), q(a), n);
    return r;
}

std::vector<std::pair<Rational, long>> factor(const Rational& a) {
    std::vector<std::pair<Rational, long>> factors;
    const auto split = [&](const fmpz* n, long sign) {
        fmpz_factor_t f;
        fmpz_factor_init(f);
        // Beyond 2¹²⁸ full factorisation may take for ever: trial division only.
        if (fmpz_bits(n) <= 128)
            fmpz_factor(f, n);
        else
            fmpz_factor_trial(f, n, 1000);
        for (slong i = 0; i < f->num; ++i) {
            Rational prime;
            fmpz_set(RationalAccess::num(prime), f->p + i);
            factors.emplace_back(std::move(prime), sign * static_cast<long>(f->exp[i]));
        }
        fmpz_factor_clear(f);
    };
    split(RationalAccess::num(a), 1);
    split(RationalAccess::den(a), -1);
    return factors;
}

}  // namespace anholon
