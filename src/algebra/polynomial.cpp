#include "algebra/polynomial.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "algebra/coprime.hpp"
#include "algebra/flint.hpp"
#include "base/deadline.hpp"

// FLINT's header for multivariate polynomials needs its own include order.
#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_mpoly_factor.h>

namespace anholon {

namespace {

// No honest expression of mechanics goes beyond these; FLINT would go on for ever.
constexpr long kMaxDegree = 5000;
constexpr double kMaxProducts = 4e8;
constexpr std::size_t kMaxGcdTerms = 20000;
// What a greatest common divisor costs per term, in products of two terms.
constexpr double kDivisorOfATerm = 20;
constexpr long kMaxFactorDegree = 60;
constexpr std::size_t kMaxFactorTerms = 1000, kMaxFactorBits = 300;

}  // namespace

struct PolynomialRing::Implementation {
    fmpz_mpoly_ctx_t ctx;
    explicit Implementation(std::size_t n) { fmpz_mpoly_ctx_init(ctx, static_cast<slong>(n), ORD_LEX); }
    ~Implementation() { fmpz_mpoly_ctx_clear(ctx); }
};

struct Polynomial::Implementation {
    const PolynomialRing& ring;
    fmpz_mpoly_t p;
    explicit Implementation(const PolynomialRing& r) : ring(r) { fmpz_mpoly_init(p, r.implementation().ctx); }
    ~Implementation() { fmpz_mpoly_clear(p, ring.implementation().ctx); }
};

namespace {

fmpz_mpoly_ctx_struct* ctx(const PolynomialRing& r) { return r.implementation().ctx; }
fmpz_mpoly_struct* p(const Polynomial& a) { return a.implementation().p; }

long total_degree(const Polynomial& a) { return fmpz_mpoly_total_degree_si(p(a), ctx(a.ring())); }

// The sum of the degrees is found faster, and mostly decides.
bool has_higher_degree(const Polynomial& a, long bound) {
    long sum = 0;
    for (const long degree : a.degrees()) sum += degree;
    return sum > bound && total_degree(a) > bound;
}

// Exponents packed into 8 bits are below 128: the degree need not be counted term by term.
bool may_have_high_degree(const Polynomial& a) { return p(a)->bits > 8; }

class Exponents {  // an exponent vector of words, for FLINT's _si/_ui calls
  public:
    explicit Exponents(std::size_t n) : e_(std::max<std::size_t>(n, 1), 0) {}
    ulong* data() { return e_.data(); }
    ulong& operator[](std::size_t i) { return e_[i]; }

  private:
    std::vector<ulong> e_;
};

}  // namespace

PolynomialRing::PolynomialRing(std::size_t generators, std::size_t max_terms, double max_work)
    : generators_(generators),
      max_terms_(max_terms),
      work_left_(max_work),
      implementation_(std::make_unique<Implementation>(generators)) {}
PolynomialRing::~PolynomialRing() = default;

void PolynomialRing::spend(double work) const {
    work_left_ -= work;
    if (work_left_ < 0) throw TooLarge("the normal form takes more work than it is allowed");
}

Polynomial PolynomialRing::zero() const { return Polynomial(*this); }

Polynomial PolynomialRing::constant(const Rational& integer) const {
    assert(integer.is_integer());
    Polynomial a(*this);
    fmpz_mpoly_set_fmpz(p(a), RationalAccess::num(integer), ctx(*this));
    return a;
}

Polynomial PolynomialRing::generator(std::size_t i) const {
    Polynomial a(*this);
    fmpz_mpoly_gen(p(a), static_cast<slong>(i), ctx(*this));
    return a;
}

Polynomial PolynomialRing::term(const Rational& integer, std::span<const long> exponents) const {
    Polynomial a(*this);
    Exponents e(generators_);
    for (std::size_t i = 0; i < generators_; ++i) e[i] = static_cast<ulong>(exponents[i]);
    fmpz_mpoly_set_coeff_fmpz_ui(p(a), RationalAccess::num(integer), e.data(), ctx(*this));
    return a;
}

void PolynomialRing::relate(std::size_t generator, long power, const Polynomial& replacement) {
    relations_.push_back({generator, power, std::make_shared<const Polynomial>(replacement)});
}

Polynomial::Polynomial(const PolynomialRing& ring)
    : ring_(&ring), implementation_(std::make_unique<Implementation>(ring)) {}
Polynomial::Polynomial(const Polynomial& other) : Polynomial(other.ring()) {
    fmpz_mpoly_set(p(*this), p(other), ctx(ring()));
}
Polynomial::Polynomial(Polynomial&& other) noexcept = default;
Polynomial& Polynomial::operator=(Polynomial other) noexcept {
    std::swap(ring_, other.ring_);
    std::swap(implementation_, other.implementation_);
    return *this;
}
Polynomial::~Polynomial() = default;

bool Polynomial::is_zero() const { return fmpz_mpoly_is_zero(p(*this), ctx(ring())); }
bool Polynomial::is_one() const { return fmpz_mpoly_is_one(p(*this), ctx(ring())); }
bool Polynomial::is_constant() const { return fmpz_mpoly_is_fmpz(p(*this), ctx(ring())); }

Rational Polynomial::constant() const {
    assert(is_constant());
    Rational c;
    fmpz_mpoly_get_fmpz(RationalAccess::num(c), p(*this), ctx(ring()));
    return c;
}

std::size_t Polynomial::terms() const {
    return static_cast<std::size_t>(fmpz_mpoly_length(p(*this), ctx(ring())));
}

long Polynomial::degree(std::size_t generator) const {
    return fmpz_mpoly_degree_si(p(*this), static_cast<slong>(generator), ctx(ring()));
}

std::vector<long> Polynomial::degrees() const {
    std::vector<slong> out(ring().generators());
    fmpz_mpoly_degrees_si(out.data(), p(*this), ctx(ring()));
    return out;
}

bool Polynomial::leads_negative() const {
    return !is_zero() && fmpz_sgn(fmpz_mpoly_term_coeff_ref(p(*this), 0, ctx(ring()))) < 0;
}

void Polynomial::for_each_term(const std::function<void(const Rational&, std::span<const long>)>& f) const {
    Exponents e(ring().generators());
    std::vector<long> exponents(ring().generators());
    for (slong i = 0; i < static_cast<slong>(terms()); ++i) {
        Rational coefficient;
        fmpz_mpoly_get_term_coeff_fmpz(RationalAccess::num(coefficient), p(*this), i, ctx(ring()));
        fmpz_mpoly_get_term_exp_ui(e.data(), p(*this), i, ctx(ring()));
        for (std::size_t g = 0; g < exponents.size(); ++g) exponents[g] = static_cast<long>(e[g]);
        f(coefficient, exponents);
    }
}

bool operator==(const Polynomial& a, const Polynomial& b) {
    return fmpz_mpoly_equal(p(a), p(b), ctx(a.ring()));
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
    Polynomial r(a.ring());
    fmpz_mpoly_add(p(r), p(a), p(b), ctx(a.ring()));
    return r;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
    Polynomial r(a.ring());
    fmpz_mpoly_sub(p(r), p(a), p(b), ctx(a.ring()));
    return r;
}

Polynomial Polynomial::operator-() const {
    Polynomial r(ring());
    fmpz_mpoly_neg(p(r), p(*this), ctx(ring()));
    return r;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
    Deadline::check();
    if (static_cast<double>(a.terms()) * static_cast<double>(b.terms()) > kMaxProducts)
        throw TooLarge("a product of " + std::to_string(a.terms()) + " by " + std::to_string(b.terms()) +
                       " terms");
    if ((may_have_high_degree(a) || may_have_high_degree(b)) &&
        (has_higher_degree(a, kMaxDegree / 2) || has_higher_degree(b, kMaxDegree / 2)) &&
        total_degree(a) + total_degree(b) > kMaxDegree)
        throw TooLarge("a polynomial of degree over 5000");
    a.ring().spend(static_cast<double>(a.terms()) * static_cast<double>(b.terms()));
    Polynomial r(a.ring());
    fmpz_mpoly_mul(p(r), p(a), p(b), ctx(a.ring()));
    if (r.terms() > a.ring().max_terms())
        throw TooLarge("the normal form has more than " + std::to_string(a.ring().max_terms()) + " terms");
    return r;
}

Polynomial Polynomial::scaled(const Rational& integer) const {
    Polynomial r(ring());
    fmpz_mpoly_scalar_mul_fmpz(p(r), p(*this), RationalAccess::num(integer), ctx(ring()));
    return r;
}

Polynomial pow(const Polynomial& a, long n) {
    assert(n >= 0);
    if (a.terms() > 1 && std::log2(static_cast<double>(a.terms())) * static_cast<double>(n) > 1e5)
        throw TooLarge("a sum of " + std::to_string(a.terms()) + " terms to the power " + std::to_string(n));
    if (n > 0 && has_higher_degree(a, kMaxDegree / n)) throw TooLarge("a polynomial of degree over 5000");
    if (a.is_constant() && !a.is_zero() &&
        static_cast<double>(a.constant().bits()) * static_cast<double>(n) > 1e7)
        throw TooLarge("a number of over 10^7 bits");
    Polynomial result = a.ring().constant(1), square = a;
    for (; n != 0; n >>= 1) {
        if ((n & 1) != 0) result = reduce(result * square);
        if (n > 1) square = reduce(square * square);
    }
    return result;
}

namespace {

// The greatest number that divides it.
Rational content(const Polynomial& a) {
    Rational out;
    _fmpz_vec_content(RationalAccess::num(out), p(a)->coeffs, p(a)->length);
    return out;
}

}  // namespace

Polynomial gcd(const Polynomial& a, const Polynomial& b) {
    Deadline::check();
    if (a.terms() > kMaxGcdTerms || b.terms() > kMaxGcdTerms)
        throw TooLarge("a common divisor of polynomials of " + std::to_string(a.terms()) + " and " +
                       std::to_string(b.terms()) + " terms");
    if (are_coprime(a, b)) return a.ring().constant(gcd(content(a), content(b)));
    a.ring().spend(kDivisorOfATerm * static_cast<double>(a.terms() + b.terms()));
    Polynomial r(a.ring());
    if (!fmpz_mpoly_gcd(p(r), p(a), p(b), ctx(a.ring()))) throw TooLarge("a greatest common divisor");
    return r;
}

std::optional<Polynomial> divide(const Polynomial& a, const Polynomial& b) {
    assert(!b.is_zero());
    Polynomial r(a.ring());
    if (!fmpz_mpoly_divides(p(r), p(a), p(b), ctx(a.ring()))) return std::nullopt;
    return r;
}

Polynomial reduce(const Polynomial& a, std::size_t generator, long power, const Polynomial& replacement) {
    if (a.degree(generator) < power) return a;
    const PolynomialRing& ring = a.ring();
    const auto var = static_cast<slong>(generator);
    fmpz_mpoly_univar_t u;
    fmpz_mpoly_univar_init(u, ctx(ring));
    fmpz_mpoly_to_univar(u, p(a), var, ctx(ring));
    // Σ C_k g^k = Σ C_k R^(k div q) g^(k mod q), the powers of R grown as needed: k descends.
    struct Guard {
        fmpz_mpoly_univar_struct* u;
        const PolynomialRing& ring;
        ~Guard() { fmpz_mpoly_univar_clear(u, ctx(ring)); }
    } guard{u, ring};
    Polynomial result(ring);
    std::vector<Polynomial> powers{ring.constant(1)};
    for (slong i = fmpz_mpoly_univar_length(u, ctx(ring)); i-- > 0;) {
        const long k = fmpz_mpoly_univar_get_term_exp_si(u, i, ctx(ring));
        Polynomial coefficient(ring);
        fmpz_mpoly_univar_get_term_coeff(p(coefficient), u, i, ctx(ring));
        const auto times = static_cast<std::size_t>(k / power);
        while (powers.size() <= times) powers.push_back(powers.back() * replacement);
        if (times > 0) coefficient = coefficient * powers[times];
        for (long j = 0; j < k % power; ++j) coefficient = coefficient * ring.generator(generator);
        result = result + coefficient;
    }
    return result;
}

Polynomial reduce(const Polynomial& a) {
    const auto& relations = a.ring().relations();
    if (relations.empty()) return a;
    const std::vector<long> degree = a.degrees();
    if (std::ranges::all_of(relations, [&](const auto& r) { return degree[r.generator] < r.power; }))
        return a;
    Polynomial r = a;
    for (auto relation = relations.rbegin(); relation != relations.rend(); ++relation)
        r = reduce(r, relation->generator, relation->power, *relation->replacement);
    return r;
}

std::map<std::vector<long>, Polynomial> by_exponents(const Polynomial& a,
                                                     std::span<const std::size_t> generators) {
    std::map<std::vector<long>, Polynomial> groups;
    Exponents rest(a.ring().generators());
    a.for_each_term([&](const Rational& coefficient, std::span<const long> exponents) {
        std::vector<long> key;
        for (std::size_t g = 0; g < exponents.size(); ++g) rest[g] = static_cast<ulong>(exponents[g]);
        for (const std::size_t g : generators) {
            key.push_back(exponents[g]);
            rest[g] = 0;
        }
        const Polynomial& group = groups.try_emplace(std::move(key), a.ring()).first->second;
        fmpz_mpoly_push_term_fmpz_ui(p(group), RationalAccess::num(coefficient), rest.data(), ctx(a.ring()));
    });
    for (const auto& [key, group] : groups) fmpz_mpoly_sort_terms(p(group), ctx(a.ring()));
    return groups;
}

Polynomial compose(const Polynomial& a, std::span<const Polynomial> images) {
    const PolynomialRing& ring = a.ring();
    std::vector<std::size_t> replaced;
    for (std::size_t g = 0; g < images.size(); ++g)
        if (images[g] != ring.generator(g)) replaced.push_back(g);
    std::vector<std::vector<Polynomial>> powers(replaced.size(), {ring.constant(1)});
    Polynomial result(ring), product(ring);
    for (const auto& [exponents, coefficient] : by_exponents(a, replaced)) {
        Deadline::check();
        Polynomial image = ring.constant(1);
        for (std::size_t k = 0; k < replaced.size(); ++k) {
            while (std::ssize(powers[k]) <= exponents[k])
                powers[k].push_back(reduce(powers[k].back() * images[replaced[k]]));
            image = image * powers[k][static_cast<std::size_t>(exponents[k])];
        }
        fmpz_mpoly_mul(p(product), p(coefficient), p(image), ctx(ring));
        result = result + product;
    }
    return reduce(result);
}

std::optional<Polynomial::Factors> factor(const Polynomial& a) {
    if (has_higher_degree(a, kMaxFactorDegree) || a.terms() > kMaxFactorTerms ||
        static_cast<std::size_t>(std::abs(fmpz_mpoly_max_bits(p(a)))) > kMaxFactorBits)
        return std::nullopt;
    if (is_irreducible_by_a_linear_generator(a)) {
        const Rational number = a.leads_negative() ? -content(a) : content(a);
        return Polynomial::Factors{number, {{*divide(a, a.ring().constant(number)), 1}}};
    }
    fmpz_mpoly_factor_t f;
    fmpz_mpoly_factor_init(f, ctx(a.ring()));
    std::optional<Polynomial::Factors> result;
    if (fmpz_mpoly_factor(f, p(a), ctx(a.ring()))) {
        fmpz_mpoly_factor_sort(f, ctx(a.ring()));
        result.emplace();
        fmpz_mpoly_factor_get_constant_fmpz(RationalAccess::num(result->constant), f, ctx(a.ring()));
        for (slong i = 0; i < fmpz_mpoly_factor_length(f, ctx(a.ring())); ++i) {
            Polynomial base(a.ring());
            fmpz_mpoly_factor_get_base(p(base), f, i, ctx(a.ring()));
            result->powers.emplace_back(std::move(base), fmpz_mpoly_factor_get_exp_si(f, i, ctx(a.ring())));
        }
    }
    fmpz_mpoly_factor_clear(f, ctx(a.ring()));
    return result;
}

Fraction::Fraction(Polynomial n, Polynomial d) : numerator(reduce(n)), denominator(reduce(d)) {
    assert(!denominator.is_zero());
    if (numerator.is_zero())
        denominator = numerator.ring().constant(1);
    else if (!denominator.is_one())
        cancel(gcd(numerator, denominator));
}

Fraction::Fraction(Polynomial n) : numerator(reduce(n)), denominator(numerator.ring().constant(1)) {}

Fraction::Fraction(Polynomial n, Polynomial d, Coprime) : numerator(std::move(n)), denominator(std::move(d)) {
    if (numerator.is_zero()) denominator = numerator.ring().constant(1);
    if (denominator.leads_negative()) cancel(numerator.ring().constant(-1));
}

void Fraction::cancel(const Polynomial& common) {
    if (!common.is_one()) {
        numerator = *divide(numerator, common);
        denominator = *divide(denominator, common);
    }
    if (denominator.leads_negative()) {
        numerator = -numerator;
        denominator = -denominator;
    }
}

namespace {

// Whether a relation of the ring has something to replace in the product.
bool has_to_be_reduced(const Polynomial& a, const Polynomial& b) {
    if (a.ring().relations().empty() || a.is_zero() || b.is_zero()) return false;
    const std::vector<long> of_a = a.degrees(), of_b = b.degrees();
    return std::ranges::any_of(a.ring().relations(), [&](const PolynomialRing::Relation& r) {
        return of_a[r.generator] + of_b[r.generator] >= r.power;
    });
}

}  // namespace

// Of two fractions in lowest terms, A/(a g) + B/(b g) with a, b without common factors: A b + B a has common factors with g alone
// (P. Henrici 1956). The relations may bring up others.
Fraction operator+(const Fraction& a, const Fraction& b) {
    if (a.denominator == b.denominator) return {a.numerator + b.numerator, a.denominator};
    const bool is_whole = a.denominator.is_one() || b.denominator.is_one();
    const Polynomial g = is_whole ? a.numerator.ring().constant(1) : gcd(a.denominator, b.denominator);
    const bool is_coprime = g.is_one();
    const Polynomial da = is_coprime ? a.denominator : *divide(a.denominator, g),
                     db = is_coprime ? b.denominator : *divide(b.denominator, g);
    Polynomial numerator = a.numerator * db + b.numerator * da, denominator = da * b.denominator;
    if (has_to_be_reduced(a.numerator, db) || has_to_be_reduced(b.numerator, da) ||
        has_to_be_reduced(da, b.denominator))
        return {std::move(numerator), std::move(denominator)};
    Fraction sum(std::move(numerator), std::move(denominator), Fraction::Coprime{});
    if (!is_coprime && !sum.is_zero()) sum.cancel(gcd(sum.numerator, g));
    return sum;
}

// Of two fractions in lowest terms only factors across can cancel.
Fraction operator*(const Fraction& a, const Fraction& b) {
    Polynomial numerator = a.numerator * b.numerator, denominator = a.denominator * b.denominator;
    if (has_to_be_reduced(a.numerator, b.numerator) || has_to_be_reduced(a.denominator, b.denominator))
        return {std::move(numerator), std::move(denominator)};
    Fraction product(std::move(numerator), std::move(denominator), Fraction::Coprime{});
    if (product.is_zero()) return product;
    if (!b.denominator.is_one()) product.cancel(gcd(a.numerator, b.denominator));
    if (!a.denominator.is_one()) product.cancel(gcd(b.numerator, a.denominator));
    return product;
}

Fraction inverse(const Fraction& a) { return {a.denominator, a.numerator, Fraction::Coprime{}}; }

Fraction pow(const Fraction& a, long n) {
    if (n < 0) return pow(inverse(a), -n);
    if (n == 1) return a;
    const std::vector<long> above = a.numerator.degrees(), below = a.denominator.degrees();
    const bool is_reduced = std::ranges::none_of(a.numerator.ring().relations(), [&](const auto& r) {
        return std::max(above[r.generator], below[r.generator]) * n >= r.power;
    });
    Polynomial numerator = pow(a.numerator, n), denominator = pow(a.denominator, n);
    if (!is_reduced) return {std::move(numerator), std::move(denominator)};
    return {std::move(numerator), std::move(denominator), Fraction::Coprime{}};
}

bool operator==(const Fraction& a, const Fraction& b) {
    return reduce(a.numerator * b.denominator - b.numerator * a.denominator).is_zero();
}

}  // namespace anholon
