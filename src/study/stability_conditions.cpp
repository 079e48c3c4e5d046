#include "study/stability_conditions.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <optional>

#include "base/deadline.hpp"
#include "expr/introduce.hpp"
#include "expr/linear.hpp"
#include "expr/normal_form.hpp"
#include "expr/print.hpp"
#include "expr/simplify.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "structure/zeros/range.hpp"

namespace anholon {

namespace {

constexpr std::size_t most_terms = 100000, most_rows = 16;

using Polynomials = std::vector<Polynomial>;
using PolynomialMatrix = std::vector<Polynomials>;

Polynomial times(const Polynomial& a, const Polynomial& b) { return reduce(a * b); }

// By minors of the last rows, each once. Rows with few entries come last, where there are most minors.
class Minors {
  public:
    explicit Minors(PolynomialMatrix M) : M_(std::move(M)) {
        const auto entries = [](const Polynomials& row) {
            return std::ranges::count_if(row, [](const Polynomial& p) { return !p.is_zero(); });
        };
        // An even number of exchanges keeps the sign.
        for (std::size_t i = 0; i < M_.size(); ++i)
            for (std::size_t j = i + 1; j < M_.size(); ++j)
                if (entries(M_[j]) < entries(M_[i])) {
                    std::swap(M_[i], M_[j]);
                    is_negative_ = !is_negative_;
                }
    }

    Polynomial determinant() {
        const std::uint32_t all = (1U << M_.size()) - 1;
        const Polynomial d = minor(all);
        return is_negative_ ? -d : d;
    }

  private:
    // Of the last rows and these columns, as many.
    const Polynomial& minor(std::uint32_t columns) {
        if (const auto known = known_.find(columns); known != known_.end()) return known->second;
        Deadline::check();
        const PolynomialRing& ring = M_[0][0].ring();
        const auto count = static_cast<std::size_t>(std::popcount(columns));
        if (count == 0) return known_.emplace(columns, ring.constant(1)).first->second;
        const Polynomials& row = M_[M_.size() - count];
        Polynomial sum = ring.zero();
        bool is_minus = false;
        for (std::size_t j = 0; j < row.size(); ++j) {
            if ((columns >> j & 1U) == 0) continue;
            if (!row[j].is_zero()) {
                const Polynomial& below = minor(columns & ~(1U << j));
                if (!below.is_zero()) {
                    const Polynomial term = times(row[j], below);
                    sum = is_minus ? sum - term : sum + term;
                    if (sum.terms() > most_terms) throw TooLarge("the characteristic polynomial");
                }
            }
            is_minus = !is_minus;
        }
        return known_.emplace(columns, std::move(sum)).first->second;
    }

    PolynomialMatrix M_;
    std::map<std::uint32_t, Polynomial> known_;
    bool is_negative_ = false;
};

Polynomial determinant(PolynomialMatrix M) {
    if (M.size() > most_rows) throw NotExact("its linear equations are too many");
    return Minors(std::move(M)).determinant();
}

// A factor with its sign and exponent.
using Factored = std::pair<Rational, std::vector<std::pair<Polynomial, long>>>;

enum class IfTooLong { refuse, whole };

Factored factored(const Polynomial& p, IfTooLong otherwise) {
    if (p.is_constant()) return {p.constant(), {}};
    auto factors = factor(p);
    if (!factors && otherwise == IfTooLong::refuse) throw TooLarge("a polynomial that was not factored");
    if (!factors) return {1, {{p, 1}}};
    return {factors->constant, std::move(factors->powers)};
}

// Signs of polynomials that hold for all admissible values of the letters.
class Signs {
  public:
    Signs(const NormalForms& forms, const System& system, const ExactStandstill& at, KnownSigns& used)
        : forms_(forms), system_(system), at_(at), used_(used) {
        for (Parameter& p : system_.parameters)
            for (const auto& [symbol, value] : at.values)
                if (symbol == p.symbol) p.value = value;
    }
    void set_inertia(const Polynomial& determinant) {
        for (auto& [p, exponent] : factored(determinant, IfTooLong::whole).second) inertia_.push_back(p);
    }

    // 0 if it is not known.
    int operator()(const Polynomial& p) {
        const Expr e = forms_.expr(p);
        const std::vector<Expr> letters = letters_of(e);
        if (letters.empty()) {
            const Ball value = enclosure(e, at_.values, 256);
            if (value.is_finite() && !value.contains_zero()) return value.midpoint() > 0 ? 1 : -1;
            return 0;
        }
        const Range range = range_of(system_, e);
        if (range.sign() != 0) {
            for (const Expr& letter : letters) note(letter);
            if (!range.is_nonzero()) add(used_.nonzero, simplified(e));
            return range.sign();
        }
        if (std::ranges::find(inertia_, p) != inertia_.end()) {
            const Ball value = enclosure(e, at_.values, 256);
            if (!value.is_finite() || value.contains_zero()) return 0;
            if (changes_in_range(e, letters, value.midpoint() > 0)) return 0;
            add(used_.inertia, simplified(e));
            return value.midpoint() > 0 ? 1 : -1;
        }
        return 0;
    }
    // It is squared.
    void note_nonzero(const Polynomial& p) {
        const Expr e = forms_.expr(p);
        if (letters_of(e).empty() || range_of(system_, e).is_nonzero()) return;
        if (std::ranges::find(inertia_, p) == inertia_.end()) add(used_.nonzero, simplified(e));
    }

  private:
    static void add(std::vector<Expr>& list, const Expr& e) {
        if (std::ranges::find(list, e) == list.end()) list.push_back(e);
    }
    static std::vector<Expr> letters_of(const Expr& e) {
        std::vector<Expr> list = symbols_of(e);
        std::erase_if(list, [](const Expr& x) { return x.symbol().kind == SymbolKind::pi; });
        return list;
    }
    // At an end of a stated range, the other letters at their values; of what has to be positive, 0 says no more than that.
    bool changes_in_range(const Expr& e, const std::vector<Expr>& letters, bool is_positive) const {
        for (const Parameter& p : system_.parameters) {
            if (!p.range || std::ranges::find(letters, p.symbol) == letters.end()) continue;
            for (const Rational& end : {p.range->first, p.range->second}) {
                if (end.sign() == 0) continue;
                Point at = at_.values;
                for (auto& [letter, value] : at)
                    if (letter == p.symbol) value = end;
                const Ball there = enclosure(e, at, 256);
                if (there.is_finite() && !there.contains_zero() && (there.midpoint() > 0) != is_positive)
                    return true;
            }
        }
        return false;
    }
    void note(const Expr& letter) {
        for (const Parameter& p : system_.parameters)
            if (p.symbol == letter) add(p.range ? used_.by_range : used_.by_value, letter);
    }

    const NormalForms& forms_;
    System system_;
    const ExactStandstill& at_;
    KnownSigns& used_;
    Polynomials inertia_;
};

class Conditions {
  public:
    Conditions(const NormalForms& forms, Signs& signs) : forms_(forms), signs_(signs) {}

    // Π p_i^k_i > 0
    void add(const std::string& name, const std::vector<std::pair<Polynomial, long>>& product) {
        One one{name, {}, 1};
        std::vector<std::pair<Polynomial, long>> all;
        for (const auto& [p, power] : product) {
            if (p.is_zero()) {  // never positive
                list_.push_back({name, {}, -1});
                return;
            }
            const Factored parts = factored(p, IfTooLong::whole);
            if (parts.first.sign() < 0 && power % 2 != 0) one.sign = -one.sign;
            for (const auto& [q, exponent] : parts.second) {
                const auto known = std::ranges::find_if(all, [&](const auto& f) { return f.first == q; });
                if (known == all.end())
                    all.emplace_back(q, exponent * power);
                else
                    known->second += exponent * power;
            }
        }
        for (const auto& [q, exponent] : all) {
            if (exponent % 2 == 0) {
                signs_.note_nonzero(q);
                continue;
            }
            if (const int sign = signs_(q); sign != 0)
                one.sign *= sign;
            else
                one.factors.push_back(q);
        }
        list_.push_back(std::move(one));
    }

    // What one condition says of a single factor is known in the others; none is said twice.
    std::vector<StabilityCondition> said() {
        for (const One& known : list_)
            for (One& other : list_) {
                if (known.factors.size() != 1 || other.factors.size() < 2) continue;
                const auto place = std::ranges::find(other.factors, known.factors[0]);
                if (place == other.factors.end()) continue;
                other.factors.erase(place);
                other.sign *= known.sign;
            }
        std::vector<StabilityCondition> out;
        std::vector<One> before;
        for (const One& one : list_) {
            const bool is_there = std::ranges::any_of(
                before, [&](const One& b) { return b.sign == one.sign && b.factors == one.factors; });
            if (is_there || (one.factors.empty() && one.sign > 0)) continue;
            before.push_back(one);
            StabilityCondition said{one.name, {}, one.sign};
            for (const Polynomial& p : one.factors) said.factors.push_back(forms_.expr(p));
            out.push_back(std::move(said));
        }
        return out;
    }

  private:
    struct One {
        std::string name;
        Polynomials factors;
        int sign;
    };
    const NormalForms& forms_;
    Signs& signs_;
    std::vector<One> list_;
};

std::string coefficient_name(const std::string& s, std::size_t k) {
    if (k == 0) return "constant term";
    return "coefficient of " + s + (k == 1 ? "" : "^" + std::to_string(k));
}

// Δ_k of α_0 s^n + α_1 s^(n−1) + …
Polynomial hurwitz_determinant(const Polynomials& alpha, std::size_t k) {
    const PolynomialRing& ring = alpha[0].ring();
    PolynomialMatrix H(k, Polynomials(k, ring.zero()));
    for (std::size_t i = 1; i <= k; ++i)
        for (std::size_t j = 1; j <= k; ++j) {
            const long m = 2 * static_cast<long>(j) - static_cast<long>(i);
            if (m >= 0 && m < static_cast<long>(alpha.size()))
                H[i - 1][j - 1] = alpha[static_cast<std::size_t>(m)];
        }
    return determinant(std::move(H));
}

// Liénard and Chipart: α_n, α_(n−2), … and Δ_(n−1), Δ_(n−3), … are positive where α_0 is.
void lienard_chipart(Conditions& conditions, const Polynomials& alpha,
                     const std::function<std::string(std::size_t)>& coefficient,
                     const std::function<std::string(std::size_t)>& hurwitz) {
    const std::size_t n = alpha.size() - 1;
    for (std::size_t k = n; k <= n && k > 0; k -= 2) {
        conditions.add(coefficient(n - k), {{alpha[k], 1}, {alpha[0], 1}});
        if (k < 2) break;
    }
    for (std::size_t k = n - 1; k <= n - 1 && k > 0; k -= 2) {
        const Polynomial minor = hurwitz_determinant(alpha, k);
        if (k == 1)
            conditions.add(coefficient(n - 1), {{alpha[1], 1}, {alpha[0], 1}});
        else
            conditions.add(hurwitz(k), {{minor, 1}, {alpha[0], static_cast<long>(k % 2)}});
        if (k < 2) break;
    }
}

// Roots with negative real parts: of the polynomial itself. Imaginary and simple ones of an even polynomial g(s²): by Hermite and
// Biehler these are the cases in which g(s²) + s g'(s²) has such roots.
std::vector<StabilityCondition> conditions_of(const NormalForms& forms, Signs& signs,
                                              const Polynomials& coefficients, bool is_even,
                                              const std::string& s) {
    Conditions conditions(forms, signs);
    const auto coefficient = [&](std::size_t k) { return coefficient_name(s, k); };
    const std::size_t n = coefficients.size() - 1;
    Polynomials alpha;
    for (std::size_t k = n + 1; k-- > 0;) alpha.push_back(coefficients[k]);
    if (!is_even) {
        lienard_chipart(conditions, alpha, coefficient,
                        [](std::size_t k) { return "Hurwitz determinant " + std::to_string(k); });
        return conditions.said();
    }
    // s^(2k−1) has the coefficient k b_k of g' where s^(2k) has b_k.
    for (std::size_t k = 1; k <= n; k += 2)
        alpha[k] = coefficients[n - k + 1].scaled(Rational(static_cast<long>(n - k + 1) / 2));
    lienard_chipart(conditions, alpha, coefficient, [&](std::size_t k) {
        return n == 4 ? "discriminant in " + s + "^2"
                      : "Hurwitz determinant " + std::to_string(k) + " of g(" + s + "^2) + " + s + "*g'(" +
                            s + "^2)";
    });
    return conditions.said();
}

class Finder {
  public:
    Finder(const ExactLinearPart& linear, const System& system, const ExactStandstill& at)
        : linear_(linear), system_(system), at_(at), c_(system.c()) {}

    CharacteristicPolynomial run() {
        out_.s = introduced(c_, unused_letter(), SymbolKind::variable, "characteristic polynomial");
        const Matrix pencil = this->pencil();
        std::vector<Expr> entries(pencil.entries().begin(), pencil.entries().end());
        entries.push_back(out_.s);
        const NormalForms forms(entries, most_terms);
        for (std::size_t g = 0; g < forms.ring().generators(); ++g)
            if (forms.generator(g) == out_.s) s_ = g;
        const std::size_t n = pencil.rows(), l = linear_.variables.size();
        PolynomialMatrix M, W;
        for (std::size_t i = 0; i < n; ++i) {
            M.push_back(without_denominators(forms, i, n));
            if (i >= l) W.emplace_back(M.back().begin() + static_cast<long>(l), M.back().end());
        }
        const Polynomial whole = determinant(std::move(M));
        if (whole.is_zero()) throw NotExact("the equations of motion are singular there");
        Signs signs(forms, system_, at_, out_.signs);
        if (!W.empty()) signs.set_inertia(determinant(std::move(W)));
        for (const auto& [p, exponent] : factored(whole, IfTooLong::refuse).second)
            add(forms, signs, p, exponent);
        check_repeated();
        check_coinciding();
        return std::move(out_);
    }

  private:
    bool is_name_of_model(std::string_view name) const {
        const auto is_it = [&](const auto& thing) { return thing.symbol.symbol().name == name; };
        return std::ranges::any_of(system_.coordinates, is_it) ||
               std::ranges::any_of(system_.parameters, is_it) || std::ranges::any_of(system_.quasi, is_it);
    }
    std::string_view unused_letter() const {
        for (const std::string_view name : {"s", "mu", "lambda", "sigma"}) {
            if (!is_name_of_model(name)) return name;
        }
        return "s";
    }

    // (s − G_x, −G_z; −R, W)
    Matrix pencil() const {
        const std::size_t l = linear_.variables.size(), m = linear_.W.empty() ? 0 : linear_.W.rows();
        Matrix M(c_, l + m, l + m);
        for (std::size_t i = 0; i < l; ++i) {
            for (std::size_t j = 0; j < l; ++j) M(i, j) = -linear_.G_x(i, j);
            M(i, i) += out_.s;
            for (std::size_t j = 0; j < m; ++j) M(i, l + j) = -linear_.G_z(i, j);
        }
        for (std::size_t i = 0; i < m; ++i) {
            for (std::size_t j = 0; j < l; ++j) M(l + i, j) = -linear_.R(i, j);
            for (std::size_t j = 0; j < m; ++j) M(l + i, l + j) = linear_.W(i, j);
        }
        return M;
    }

    // A row times the least common multiple of its denominators.
    static Polynomials without_denominators(const NormalForms& forms, std::size_t row, std::size_t n) {
        Polynomial multiple = forms.ring().constant(1);
        for (std::size_t j = 0; j < n; ++j) {
            const Polynomial& d = forms[row * n + j].denominator;
            multiple = times(multiple, *divide(d, gcd(multiple, d)));
        }
        Polynomials out;
        for (std::size_t j = 0; j < n; ++j) {
            const Fraction& f = forms[row * n + j];
            out.push_back(times(f.numerator, *divide(multiple, f.denominator)));
        }
        return out;
    }

    void add(const NormalForms& forms, Signs& signs, const Polynomial& p, long exponent) {
        const long degree = p.degree(s_);
        if (degree == 0) return;
        out_.degree += static_cast<std::size_t>(degree * exponent);
        Polynomials coefficients(static_cast<std::size_t>(degree) + 1, forms.ring().zero());
        const std::size_t of_s[] = {s_};
        for (const auto& [power, coefficient] : by_exponents(p, of_s))
            coefficients[static_cast<std::size_t>(power[0])] = coefficient;
        if (degree == 1 && coefficients[0].is_zero()) {
            out_.zeros += static_cast<std::size_t>(exponent);
            return;
        }
        CharacteristicFactor factor;
        factor.multiplicity = exponent;
        factor.is_even = true;
        for (std::size_t k = 1; k < coefficients.size(); k += 2)
            if (!coefficients[k].is_zero()) factor.is_even = false;
        for (const Polynomial& a : coefficients)
            factor.coefficients.push_back(a.is_zero() ? c_.zero() : forms.expr(a));
        if (at_.value(factor.coefficients.back()) < 0)  // for people: the sign of all of it does not matter
            for (Expr& a : factor.coefficients) a = -a;
        factor.conditions =
            conditions_of(forms, signs, coefficients, factor.is_even, symbol_text(out_.s.symbol()));
        out_.factors.push_back(std::move(factor));
    }

    // s · Π p(s), each factor that has roots on the axis once and the others as often as they occur, annihilates A if no Jordan block
    // belongs to the axis.
    void check_repeated() {
        const auto is_repeated = [](const CharacteristicFactor& f) {
            return f.is_even && f.multiplicity > 1;
        };
        if (out_.zeros < 2 && std::ranges::none_of(out_.factors, is_repeated)) return;
        const Matrix A = linear_.A();
        Matrix product = out_.zeros > 0 ? A : Matrix::identity(c_, A.rows());
        for (const CharacteristicFactor& f : out_.factors) {
            Matrix value(c_, A.rows(), A.rows()), power = Matrix::identity(c_, A.rows());
            for (std::size_t k = 0; k < f.coefficients.size(); ++k) {
                if (k > 0) power = simplified(power * A);
                for (std::size_t i = 0; i < value.entries().size(); ++i)
                    value.entries()[i] += f.coefficients[k] * power.entries()[i];
            }
            for (long k = 0; k < (f.is_even ? 1 : f.multiplicity); ++k) product = simplified(product * value);
        }
        out_.is_semisimple = std::ranges::all_of(product.entries(), vanishes);
    }

    // Different even factors may have a root in common at the values of the letters: there each root on the axis is taken once.
    void check_coinciding() {
        if (!out_.is_semisimple || std::ranges::count_if(out_.factors, &CharacteristicFactor::is_even) < 2)
            return;
        Substitution values;
        for (const auto& [letter, value] : at_.values) values.emplace_back(letter, c_.number(value));
        std::vector<Expr> here{out_.s};
        for (const CharacteristicFactor& f : out_.factors) {
            here.push_back(c_.zero());
            for (std::size_t k = 0; k < f.coefficients.size(); ++k)
                here.back() +=
                    substitute(f.coefficients[k], values) * pow(out_.s, Rational(static_cast<long>(k)));
        }
        const NormalForms forms(here, most_terms);
        std::size_t s = 0;
        while (forms.generator(s) != out_.s) ++s;
        Polynomial multiple = forms.ring().constant(1);
        bool coincide = false;
        for (std::size_t k = 0; k < out_.factors.size(); ++k) {
            const Polynomial& p = forms[k + 1].numerator;
            if (!out_.factors[k].is_even) {
                for (long i = 0; i < out_.factors[k].multiplicity; ++i) multiple = times(multiple, p);
                continue;
            }
            const Polynomial common = gcd(multiple, p);
            coincide = coincide || common.degree(s) > 0;
            multiple = times(multiple, *divide(p, common));
        }
        if (!coincide) return;
        Matrix A = linear_.A();
        for (Expr& entry : A.entries()) entry = substitute(entry, values);
        A = simplified(A);
        Matrix value(c_, A.rows(), A.rows()), power = out_.zeros > 0 ? A : Matrix::identity(c_, A.rows());
        const std::size_t of_s[] = {s};
        long k = 0;
        for (const auto& [exponent, coefficient] : by_exponents(multiple, of_s)) {
            for (; k < exponent[0]; ++k) power = simplified(power * A);
            for (std::size_t i = 0; i < value.entries().size(); ++i)
                value.entries()[i] += forms.expr(coefficient) * power.entries()[i];
        }
        out_.is_semisimple = std::ranges::all_of(value.entries(), vanishes);
    }

    const ExactLinearPart& linear_;
    const System& system_;
    const ExactStandstill& at_;
    Context& c_;
    std::size_t s_ = 0;
    CharacteristicPolynomial out_;
};

}  // namespace

Expr StabilityCondition::expression(Context& c) const {
    Expr out = c.number(sign);
    for (const Expr& f : factors) out *= f;
    return out;
}

std::vector<StabilityCondition> conditions_of_positive(const Matrix& K, const System& system,
                                                       const ExactStandstill& at, KnownSigns& used,
                                                       const std::string& name) {
    std::vector<Expr> minors;
    for (std::size_t n = 1; n <= K.rows(); ++n) {
        Matrix minor(system.c(), n, n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) minor(i, j) = K(i, j);
        minors.push_back(determinant(minor));
    }
    // A ring without generators has no expressions.
    minors.push_back(introduced(system.c(), "s", SymbolKind::variable, "characteristic polynomial"));
    const NormalForms forms(minors, most_terms);
    Signs signs(forms, system, at, used);
    Conditions conditions(forms, signs);
    for (std::size_t n = 1; n <= K.rows(); ++n)
        conditions.add("minor " + std::to_string(n) + " of " + name,
                       {{forms[n - 1].numerator, 1}, {forms[n - 1].denominator, 1}});
    return conditions.said();
}

CharacteristicPolynomial characteristic_polynomial(const ExactLinearPart& linear, const System& system,
                                                   const ExactStandstill& at) {
    return Finder(linear, system, at).run();
}

}  // namespace anholon
