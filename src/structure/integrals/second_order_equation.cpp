#include "structure/integrals/second_order_equation.hpp"

#include <algorithm>
#include <array>

#include "expr/derivative.hpp"
#include "expr/linear.hpp"
#include "expr/normal_form.hpp"
#include "expr/simplify.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "structure/integrals/rational_form.hpp"

namespace anholon {

namespace {

using Named = SecondOrderEquation::Kind;
constexpr std::size_t kMaxTerms = 2000;
constexpr long kMaxDegree = 3;         // of the polynomials in elementary solutions
constexpr std::size_t kMaxPoints = 6;  // whose exponents are combined in search of them

// Coefficients of a polynomial in x, ascending.
using Coefficients = std::vector<Expr>;

bool is_number(const Expr& e, const Rational& value) { return e.is_number() && e.number() == value; }

Polynomial derivative_by(const Polynomial& p, std::size_t generator) {
    Polynomial out = p.ring().zero();
    p.for_each_term([&](const Rational& k, std::span<const long> exponents) {
        if (exponents[generator] == 0) return;
        std::vector<long> lower(exponents.begin(), exponents.end());
        const Rational factor = k * Rational(lower[generator]--);
        out = out + p.ring().term(factor, lower);
    });
    return out;
}

Coefficients coefficients_in(const NormalForms& forms, const Polynomial& p, std::size_t x) {
    Context& c = forms.generator(x).context();
    Coefficients out(static_cast<std::size_t>(std::max(p.degree(x), 0L)) + 1, c.zero());
    for (const auto& [exponents, part] : by_exponents(p, std::array{x}))
        out[static_cast<std::size_t>(exponents[0])] = simplified(forms.expr(part));
    return out;
}

Coefficients remainder(Coefficients a, const Coefficients& d) {
    while (a.size() >= d.size()) {
        const Expr factor = a.back() / d.back();
        for (std::size_t k = 0; k + 1 < d.size(); ++k) {
            Expr& changed = a[a.size() - d.size() + k];
            changed = simplified(changed - factor * d[k]);
        }
        a.pop_back();
    }
    a.resize(d.size() - 1, d[0].context().zero());
    return a;
}

// k with a = k b; nothing where there is none.
std::optional<Expr> ratio(const Coefficients& a, const Coefficients& b) {
    std::optional<Expr> k;
    for (std::size_t i = 0; i < b.size() && !k; ++i)
        if (!vanishes(b[i])) k = simplified(a[i] / b[i]);
    if (!k) return std::nullopt;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!vanishes(a[i] - *k * b[i])) return std::nullopt;
    return k;
}

// √e without a root where e is a square.
Expr root_of(Expr e) {
    Context& c = e.context();
    try {
        const NormalForms forms(std::span(&e, 1), kMaxTerms);
        if (forms[0].is_zero()) return c.zero();
        const auto above = factor(forms[0].numerator), below = factor(forms[0].denominator);
        if (!above || !below) return sqrt(simplified(e));
        Expr root = c.one(), inside = c.number(above->constant / below->constant);
        const auto put = [&](const auto& factors, long sign) {
            for (const auto& [p, k] : factors.powers) {
                root = root * pow(forms.expr(p), Rational(sign * (k / 2)));
                if (k % 2 != 0) inside = inside * pow(forms.expr(p), Rational(sign));
            }
        };
        put(*above, 1);
        put(*below, -1);
        return simplified(root) * sqrt(simplified(inside));
    } catch (const TooLarge&) {
        return sqrt(simplified(e));
    }
}

// The roots r of r² + b r + c = 0; none where they are complex numbers.
std::vector<Expr> roots_of_quadratic(Expr b, Expr c) {
    const Expr discriminant = simplified(b * b - 4 * c);
    if (discriminant.is_number() && discriminant.number().sign() < 0) return {};
    const Expr half = root_of(discriminant);
    return {simplified((half - b) / Rational(2)), simplified((-half - b) / Rational(2))};
}

void set_exponents(SingularPoints& point, Expr b, Expr c) {
    point.indicial = {simplified(b), simplified(c)};
    point.exponents = roots_of_quadratic(b, c);
}

// P and Q as fractions of polynomials.
class Analysis {
  public:
    explicit Analysis(SecondOrderEquation& e)
        : e_(e), c_(e.x.context()), forms_(std::array{e.P, e.Q, e.x}, kMaxTerms) {
        for (std::size_t i = 0; i < forms_.ring().generators(); ++i)
            if (forms_.generator(i) == e.x) x_ = i;
    }

    bool is_rational() const {
        for (std::size_t i = 0; i < forms_.ring().generators(); ++i) {
            if (i == x_ || !Walk(forms_.generator(i)).contains(e_.x.id())) continue;
            for (std::size_t k = 0; k < 2; ++k)
                if (forms_[k].numerator.degree(i) > 0 || forms_[k].denominator.degree(i) > 0) return false;
        }
        return true;
    }

    // Nothing is known if a denominator cannot be factored.
    bool find_points() {
        const auto of_P = factor(forms_[0].denominator), of_Q = factor(forms_[1].denominator);
        if (!of_P || !of_Q) return false;
        struct Pole {
            Polynomial d;
            long in_P, in_Q;
        };
        std::vector<Pole> poles;
        const auto add = [&](const Polynomial& d, long in_P, long in_Q) {
            if (d.degree(x_) <= 0) return;
            for (Pole& pole : poles)
                if (pole.d == d || pole.d == -d) {
                    pole.in_P += in_P;
                    pole.in_Q += in_Q;
                    return;
                }
            poles.push_back({d, in_P, in_Q});
        };
        for (const auto& [d, k] : of_P->powers) add(d, k, 0);
        for (const auto& [d, k] : of_Q->powers) add(d, 0, k);
        for (const Pole& pole : poles) add_point(pole.d, pole.in_P, pole.in_Q);
        add_infinity();
        return true;
    }

  private:
    void add_point(const Polynomial& d, long in_P, long in_Q) {
        SingularPoints point;
        const Coefficients a = coefficients_in(forms_, d, x_);
        point.polynomial = simplified(forms_.expr(d));
        point.count = a.size() - 1;
        if (point.count == 1) point.places = {simplified(-a[0] / a[1])};
        if (point.count == 2) point.places = roots_of_quadratic(a[1] / a[2], a[0] / a[2]);
        point.is_regular = in_P <= 1 && in_Q <= 2;
        if (point.is_regular) {
            const Polynomial slope = derivative_by(d, x_);
            const auto p = in_P == 1 ? residue(0, d, slope, a) : std::optional(c_.zero());
            const auto q = in_Q == 2 ? residue(1, pow(d, 2), pow(slope, 2), a) : std::optional(c_.zero());
            if (p && q) set_exponents(point, *p - Rational(1), *q);
        }
        e_.points.push_back(std::move(point));
    }

    // The value at the roots of d of the coefficient times d^k/d′^k, if it is the same at all of them.
    std::optional<Expr> residue(std::size_t which, const Polynomial& power, const Polynomial& slope,
                                const Coefficients& d) const {
        const auto rest = divide(forms_[which].denominator, power);
        if (!rest) return std::nullopt;
        return ratio(remainder(coefficients_in(forms_, forms_[which].numerator, x_), d),
                     remainder(coefficients_in(forms_, reduce(*rest * slope), x_), d));
    }

    // lim x^k f at infinity; nothing if it is infinite.
    std::optional<Expr> limit(std::size_t which, long k) const {
        const Fraction& f = forms_[which];
        const long order = f.is_zero() ? -1000 : f.numerator.degree(x_) - f.denominator.degree(x_);
        if (order + k > 0) return std::nullopt;
        if (order + k < 0) return c_.zero();
        return simplified(coefficients_in(forms_, f.numerator, x_).back() /
                          coefficients_in(forms_, f.denominator, x_).back());
    }

    // y ~ x^−r there: r² + (1 − lim x P) r + lim x² Q = 0.
    void add_infinity() {
        const auto p = limit(0, 1), q = limit(1, 2);
        const bool is_ordinary = p && is_number(*p, 2) && limit(1, 4);
        if (is_ordinary) return;
        SingularPoints infinity;
        infinity.is_regular = p && q;
        if (infinity.is_regular) set_exponents(infinity, 1 - *p, *q);
        e_.points.push_back(std::move(infinity));
    }

    SecondOrderEquation& e_;
    Context& c_;
    NormalForms forms_;
    std::size_t x_ = 0;
};

bool are_zero(const std::vector<Expr>& indicial) {
    return indicial.size() == 2 && vanishes(indicial[0]) && vanishes(indicial[1]);
}

// One point for each place, in the order: finite ones, infinity.
struct Place {
    Expr at;  // empty: infinity
    std::vector<Expr> indicial, exponents;
};
std::vector<Place> places_of(const SecondOrderEquation& e) {
    std::vector<Place> out;
    for (const SingularPoints& point : e.points) {
        if (point.is_infinity()) out.push_back({{}, point.indicial, point.exponents});
        for (const Expr& at : point.places) out.push_back({at, point.indicial, point.exponents});
    }
    return out;
}

// Legendre's equation: y″ − 2z/(1 − z²) y′ + ν(ν + 1)/(1 − z²) y = 0; its exponents are 0, 0 at ±1 and ν + 1, −ν at infinity.
// Gauss's: Riemann's P-function is z^α (1 − z)^β F(a, b; c; z) with a = α + β + γ, b = α + β + γ′, c = 1 + α − α′.
void name_three_points(SecondOrderEquation& e) {
    const std::vector<Place> at = places_of(e);
    e.kind = Named::gauss;
    if (at.size() != 3) return;
    const bool has_infinity = !at[2].at;
    if (has_infinity && are_zero(at[0].indicial) && are_zero(at[1].indicial)) {
        const bool descends = at[0].at.is_number() && at[1].at.is_number() &&
                              (at[1].at.number() - at[0].at.number()).sign() < 0;
        const Expr low = at[descends ? 1 : 0].at, high = at[descends ? 0 : 1].at;
        e.kind = Named::legendre;
        e.argument = simplified((2 * e.x - low - high) / (high - low));
        e.degree_product = simplified(-at[2].indicial[1]);
        return;
    }
    if (std::ranges::any_of(at, [](const Place& p) { return p.exponents.empty(); })) return;
    const auto& alpha = at[0].exponents;
    const auto& beta = at[1].exponents;
    const auto& gamma = at[2].exponents;
    e.argument = has_infinity ? simplified((e.x - at[0].at) / (at[1].at - at[0].at))
                              : simplified((e.x - at[0].at) * (at[1].at - at[2].at) /
                                           ((e.x - at[2].at) * (at[1].at - at[0].at)));
    const Expr split = alpha[0] + beta[0];
    e.hypergeometric = {simplified(split + gamma[0]), simplified(split + gamma[1]),
                        simplified(1 + alpha[0] - alpha[1]), alpha[0], beta[0]};
}

void set_kind(SecondOrderEquation& e) {
    const bool are_regular = std::ranges::all_of(e.points, &SingularPoints::is_regular);
    const std::size_t count = e.singular_points();
    if (vanishes(derivative(e.P, e.x)) && vanishes(derivative(e.Q, e.x)))
        e.kind = Named::constant_coefficients;
    else if (!are_regular)
        e.kind = Named::irregular;
    else if (count <= 2)
        e.kind = Named::euler;
    else if (count == 3)
        name_three_points(e);
    else
        e.kind = count == 4 ? Named::heun : Named::fuchsian;
}

// Solutions Π d^ρ p(x), ρ being exponents at the roots of d and p a polynomial: its degree is what the exponents leave at infinity.
class ElementarySolutions {
  public:
    explicit ElementarySolutions(SecondOrderEquation& e) : e_(e), c_(e.x.context()) {}

    void find() {
        for (const SingularPoints& point : e_.points) {
            if (point.exponents.size() != 2) return;
            if (!point.is_infinity()) finite_.push_back(&point);
        }
        if (finite_.size() > kMaxPoints) return;
        for (std::size_t choice = 0; choice < (std::size_t{1} << finite_.size()); ++choice) try_one(choice);
    }

  private:
    void try_one(std::size_t choice) {
        if (e_.solutions.size() == 2) return;
        Expr degree = c_.zero(), product = c_.one(), logarithmic = c_.zero();
        for (std::size_t k = 0; k < finite_.size(); ++k) {
            const Expr rho = finite_[k]->exponents[choice >> k & 1];
            const Expr d = finite_[k]->polynomial;
            degree -= rho * Rational(static_cast<long>(finite_[k]->count));
            product = product * pow(d, rho);
            logarithmic += rho * derivative(d, e_.x) / d;
        }
        const auto infinity = std::ranges::find_if(e_.points, &SingularPoints::is_infinity);
        const std::vector<Expr> at_infinity =
            infinity == e_.points.end() ? std::vector{c_.zero()} : infinity->exponents;
        for (const Expr& rho : at_infinity) {
            const Expr n = simplified(degree - rho);
            if (!n.is_number() || !n.number().is_integer()) continue;
            if (n.number().sign() < 0 || n.number() > Rational(kMaxDegree)) continue;
            add(product, logarithmic, *n.number().to_long());
        }
    }

    // p″ + (2e + P) p′ + (e′ + e² + P e + Q) p = 0 for the polynomial, e = Σ ρ d′/d.
    void add(Expr product, Expr e, long degree) {
        const Expr x = e_.x, first = 2 * e + e_.P, zeroth = derivative(e, x) + e * e + e_.P * e + e_.Q;
        std::vector<Expr> images;
        for (long k = 0; k <= degree; ++k) {
            Expr image = zeroth * pow(x, Rational(k));
            if (k > 0) image += first * Rational(k) * pow(x, Rational(k - 1));
            if (k > 1) image += pow(x, Rational(k - 2)) * Rational(k * (k - 1));
            images.push_back(image);
        }
        Matrix rows(c_, images.size() + 2, images.size());
        for (std::size_t i = 0; i < rows.rows(); ++i)
            for (std::size_t j = 0; j < images.size(); ++j)
                rows(i, j) =
                    substitute(images[j], {{x, c_.number(Rational(static_cast<long>(7 * i + 5), 3))}});
        const KernelResult found = kernel(rows);
        if (!found.decided || found.basis.empty()) return;
        Expr polynomial = c_.zero(), left = c_.zero();
        for (std::size_t k = 0; k < images.size(); ++k) {
            polynomial += found.basis[0][k] * pow(x, Rational(static_cast<long>(k)));
            left += found.basis[0][k] * images[k];
        }
        if (!vanishes(left)) return;
        const Expr solution = product * simplified(polynomial);
        for (const Expr& known : e_.solutions)
            if (vanishes(derivative(solution / known, x))) return;
        e_.solutions.push_back(solution);
    }

    SecondOrderEquation& e_;
    Context& c_;
    std::vector<const SingularPoints*> finite_;
};

}  // namespace

std::size_t SecondOrderEquation::singular_points() const {
    std::size_t sum = 0;
    for (const SingularPoints& point : points) sum += point.count;
    return sum;
}

std::optional<Expr> product_of_powers(Expr a, Expr x, const Point& at) {
    Expr left = a, Y = x.context().one();
    try {
        SecondOrderEquation e{.x = x, .P = simplified(-a), .Q = x.context().zero()};
        Analysis analysis(e);
        if (!analysis.is_rational() || !analysis.find_points()) return std::nullopt;
        for (const SingularPoints& point : e.points) {
            if (point.is_infinity()) continue;
            if (point.indicial.empty()) return std::nullopt;
            // Of y″ + P y′ = 0 the exponents are 0 and 1 − p, and p = −ρ.
            const Expr rho = simplified(-point.indicial[0] - Rational(1));
            const Ball there = at.empty() ? Ball() : enclosure(point.polynomial, at, 64);
            const bool is_negative = there.is_finite() && !there.contains_zero() && there.midpoint() < 0;
            Y = Y * pow(is_negative ? -point.polynomial : point.polynomial, rho);
            left -= rho * derivative(point.polynomial, x) / point.polynomial;
        }
        return vanishes(left) ? std::optional(Y) : std::nullopt;
    } catch (const TooLarge&) {
    } catch (const Undefined&) {
    } catch (const DividesByZero&) {
    }
    return std::nullopt;
}

std::optional<SecondOrderEquation> second_order_equation(Expr P, Expr Q, Expr x) {
    try {
        SecondOrderEquation e{.x = x, .P = rational_form(P), .Q = rational_form(Q)};
        Analysis analysis(e);
        if (!analysis.is_rational() || !analysis.find_points()) return std::nullopt;
        set_kind(e);
        if (e.kind != Named::constant_coefficients && e.kind != Named::irregular)
            ElementarySolutions(e).find();
        return e;
    } catch (const TooLarge&) {
    } catch (const Undefined&) {
    } catch (const DividesByZero&) {
    }
    return std::nullopt;
}

}  // namespace anholon
