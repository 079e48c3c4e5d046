#pragma once

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "algebra/rational.hpp"

namespace anholon {

// Thrown when a result would outgrow what a ring allows: the question is then open, not answered.
struct TooLarge : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Polynomial;

// Z[x_1, …, x_n] modulo relations x_i^k = R(earlier generators): sin² = 1 − cos², r² = radicand.
// Relations are given in the order of the tower they build; each bounds the degree in its own generator, and
// together they make the remainder unique.
class PolynomialRing {
  public:
    // `max_work` bounds all that is done in the ring together, counted in products of two terms.
    explicit PolynomialRing(std::size_t generators, std::size_t max_terms = 200000,
                            double max_work = std::numeric_limits<double>::infinity());
    ~PolynomialRing();
    PolynomialRing(const PolynomialRing&) = delete;
    PolynomialRing& operator=(const PolynomialRing&) = delete;

    std::size_t generators() const { return generators_; }
    std::size_t max_terms() const { return max_terms_; }
    void spend(double work) const;  // throws TooLarge where there is not so much left
    Polynomial zero() const;
    Polynomial constant(const Rational& integer) const;
    Polynomial generator(std::size_t i) const;
    Polynomial term(const Rational& integer, std::span<const long> exponents) const;

    struct Relation {
        std::size_t generator;
        long power;
        std::shared_ptr<const Polynomial> replacement;
    };
    void relate(std::size_t generator, long power, const Polynomial& replacement);
    const std::vector<Relation>& relations() const { return relations_; }

    struct Implementation;
    Implementation& implementation() const { return *implementation_; }

  private:
    std::size_t generators_, max_terms_;
    mutable double work_left_;
    std::unique_ptr<Implementation> implementation_;
    std::vector<Relation> relations_;
};

class Polynomial {
  public:
    explicit Polynomial(const PolynomialRing& ring);
    Polynomial(const Polynomial& other);
    Polynomial(Polynomial&& other) noexcept;
    Polynomial& operator=(Polynomial other) noexcept;
    ~Polynomial();

    const PolynomialRing& ring() const { return *ring_; }
    bool is_zero() const;
    bool is_one() const;
    bool is_constant() const;
    Rational constant() const;  // of a constant polynomial
    std::size_t terms() const;
    long degree(std::size_t generator) const;
    std::vector<long> degrees() const;  // in each generator; of zero −1
    bool leads_negative() const;        // sign of the leading coefficient
    void for_each_term(const std::function<void(const Rational&, std::span<const long>)>& f) const;

    friend bool operator==(const Polynomial& a, const Polynomial& b);
    friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
    friend Polynomial operator-(const Polynomial& a, const Polynomial& b);
    friend Polynomial operator*(const Polynomial& a, const Polynomial& b);  // not yet reduced
    Polynomial operator-() const;
    Polynomial scaled(const Rational& integer) const;

    friend Polynomial pow(const Polynomial& a, long n);  // n ≥ 0, reduced at each step
    friend Polynomial gcd(const Polynomial& a, const Polynomial& b);
    friend std::optional<Polynomial> divide(const Polynomial& a, const Polynomial& b);  // when exact
    friend Polynomial reduce(const Polynomial& a);  // the remainder modulo the ring's relations
    // g^k replaced by R throughout, one relation only.
    friend Polynomial reduce(const Polynomial& a, std::size_t generator, long power,
                             const Polynomial& replacement);
    // Generators replaced by polynomials, all at once.
    friend Polynomial compose(const Polynomial& a, std::span<const Polynomial> images);
    struct Factors;
    friend std::optional<Factors> factor(const Polynomial& a);

    struct Implementation;
    Implementation& implementation() const { return *implementation_; }

  private:
    const PolynomialRing* ring_;
    std::unique_ptr<Implementation> implementation_;
};

// The terms by their exponents of some generators, without these.
std::map<std::vector<long>, Polynomial> by_exponents(const Polynomial& a,
                                                     std::span<const std::size_t> generators);

// c·Π pᵢ^kᵢ with irreducible pᵢ in a fixed order.
struct Polynomial::Factors {
    Rational constant;
    std::vector<std::pair<Polynomial, long>> powers;
};
std::optional<Polynomial::Factors> factor(const Polynomial& a);  // nothing where it would take too long

// N/D, reduced modulo the relations and freed of the common polynomial factors. Modulo sin² + cos² = 1 a value
// has several such fractions (s/(1 + c) = (1 − c)/s): equality is decided by cross-multiplication.
struct Fraction {
    Polynomial numerator, denominator;

    Fraction(Polynomial n, Polynomial d);
    explicit Fraction(Polynomial n);
    struct Coprime {};  // n and d have no common factor, and the relations leave them as they are
    Fraction(Polynomial n, Polynomial d, Coprime);
    bool is_zero() const { return numerator.is_zero(); }

    void cancel(const Polynomial& common);
};

Fraction operator+(const Fraction& a, const Fraction& b);
Fraction operator*(const Fraction& a, const Fraction& b);
Fraction inverse(const Fraction& a);  // a ≠ 0
Fraction pow(const Fraction& a, long n);
bool operator==(const Fraction& a, const Fraction& b);

}  // namespace anholon
