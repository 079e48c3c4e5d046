#include "expr/simplify.hpp"

#include <algorithm>
#include <map>

#include "expr/build.hpp"
#include "expr/normal_form.hpp"
#include "expr/operations.hpp"
#include "expr/print.hpp"
#include "expr/rebuild.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

// What reading costs: operations, and functions twice.
std::size_t cost(Expr e) {
    const Operations ops = operations(e);
    return ops.total() + ops.functions;
}

Expr cheaper(Expr a, Expr b) { return cost(b) < cost(a) ? b : a; }

// A fraction N/D of polynomials, written down in the best of several ways.
class Writing {
  public:
    Writing(Context& context, const NormalForms& forms, std::size_t max_angle_terms)
        : c_(context),
          forms_(forms),
          max_angle_terms_(max_angle_terms),
          N_(forms[0].numerator),
          D_(forms[0].denominator) {
        for (std::size_t g = 0; g < forms.ring().generators(); ++g) {
            const Expr meaning = forms.generator(g);  // nothing for those that do not occur
            meanings_.push_back(meaning);
            is_variable_.push_back(meaning && !is_constant(meaning));
            is_velocity_.push_back(meaning && meaning.is_symbol() && meaning.symbol().dots > 0);
        }
        for (const auto& a : forms.angles()) angles_.push_back(a);
    }

    Expr run() {
        put_angles_together();
        return written(best_circle(N_)) / written(best_circle(D_));
    }

  private:
    std::size_t terms() const { return N_.terms() + D_.terms(); }

    // cos a cos b + sin a sin b → cos(a − b): measure a from b, or from −b, wherever that leaves fewer terms.
    void put_angles_together() {
        constexpr std::size_t kMaxAngles = 12;
        if (angles_.size() > kMaxAngles || terms() > max_angle_terms_) return;
        for (bool better = true; better;) {
            better = false;
            for (auto& a : angles_)
                for (const auto& b : angles_)
                    for (const int sign : {1, -1})
                        if (&a != &b && measure_from(a, b, sign)) better = true;
        }
    }

    // a = φ + sign·b
    bool measure_from(NormalForms::Angle& a, const NormalForms::Angle& b, int sign) {
        if ((N_.degree(a.sin) + N_.degree(a.cos) + D_.degree(a.sin) + D_.degree(a.cos) <= 0) ||
            (N_.degree(b.sin) + N_.degree(b.cos) + D_.degree(b.sin) + D_.degree(b.cos) <= 0))
            return false;
        const PolynomialRing& R = forms_.ring();
        std::vector<Polynomial> images;
        for (std::size_t g = 0; g < R.generators(); ++g) images.push_back(R.generator(g));
        const Polynomial s = R.generator(a.sin), c = R.generator(a.cos);
        const Polynomial sb = R.generator(b.sin).scaled(sign), cb = R.generator(b.cos);
        images[a.sin] = s * cb + c * sb;
        images[a.cos] = c * cb - s * sb;
        Polynomial N = compose(N_, images), D = compose(D_, images);
        if (N.terms() + D.terms() >= terms()) return false;
        N_ = std::move(N);
        D_ = std::move(D);
        a.angle = a.angle - sign * b.angle;
        meanings_[a.sin] = sin(a.angle);
        meanings_[a.cos] = cos(a.angle);
        is_variable_[a.sin] = is_variable_[a.cos] = !is_constant(a.angle);
        return true;
    }

    // Of sin² = 1 − cos² and cos² = 1 − sin² for each angle the one that leaves fewer terms.
    Polynomial best_circle(Polynomial p) const {
        const PolynomialRing& R = forms_.ring();
        for (const auto& a : angles_) {
            const Polynomial s = R.generator(a.sin);
            Polynomial other = reduce(p, a.cos, 2, R.constant(1) - s * s);
            if (other.terms() < p.terms()) p = std::move(other);
        }
        return p;
    }

    // Π factors, or the sum as it stands.
    Expr written(const Polynomial& p) const {
        const Expr plain = sum(p);
        if (p.terms() <= 1) return plain;
        const auto factors = factor(p);
        if (!factors || (factors->powers.size() == 1 && factors->powers[0].second == 1)) return plain;
        Expr product = c_.number(factors->constant);
        for (const auto& [base, exponent] : factors->powers) product *= pow(sum(base), exponent);
        return cheaper(product, plain);
    }

    Expr sum(const Polynomial& p) const {
        Expr best = expr(p);
        if (p.terms() > 1) {
            best = cheaper(grouped(p, is_variable_), best);
            best = cheaper(grouped(p, is_velocity_), best);
        }
        return best;
    }

    static bool is_constant(Expr e) {
        return std::ranges::all_of(symbols_of(e), [](Expr s) {
            return s.symbol().kind == SymbolKind::constant || s.symbol().kind == SymbolKind::pi;
        });
    }

    Expr term(const Rational& coefficient, std::span<const long> exponents) const {
        ProductBuilder product(c_);
        product.scale(coefficient);
        for (std::size_t g = 0; g < exponents.size(); ++g)
            if (exponents[g] != 0) product.multiply(meanings_[g].id(), exponents[g]);
        return {c_, product.finish()};
    }

    Expr expr(const Polynomial& p) const {
        std::vector<Expr> terms;
        p.for_each_term([&](const Rational& k, std::span<const long> e) { terms.push_back(term(k, e)); });
        return anholon::sum(c_, terms);
    }

    // Σ (coefficient)·(monomial in the main generators), the coefficients factored.
    Expr grouped(const Polynomial& p, const std::vector<bool>& is_main) const {
        std::vector<std::size_t> main_generators;
        for (std::size_t g = 0; g < is_main.size(); ++g)
            if (is_main[g]) main_generators.push_back(g);
        const auto groups = by_exponents(p, main_generators);
        if (groups.size() == p.terms() || groups.size() == 1) return expr(p);
        std::vector<Expr> terms;
        for (const auto& [main, coefficient] : groups) {
            const Polynomial best = best_circle(coefficient);
            Expr written = expr(best);
            if (best.terms() > 1)
                if (const auto factors = factor(best)) {
                    Expr product = c_.number(factors->constant);
                    for (const auto& [base, exponent] : factors->powers) product *= pow(expr(base), exponent);
                    written = cheaper(product, written);
                }
            std::vector<long> exponents(meanings_.size(), 0);
            for (std::size_t k = 0; k < main.size(); ++k) exponents[main_generators[k]] = main[k];
            terms.push_back(written * term(1, exponents));
        }
        return anholon::sum(c_, terms);
    }

    Context& c_;
    const NormalForms& forms_;
    std::size_t max_angle_terms_;
    Polynomial N_, D_;
    std::vector<Expr> meanings_;  // of the generators
    std::vector<bool> is_variable_, is_velocity_;
    std::vector<NormalForms::Angle> angles_;
};

// What the terms cost if they are written one by one.
std::size_t length(const Fraction& f) {
    std::size_t total = 0;
    const auto add = [&](const Rational&, std::span<const long> exponents) {
        for (const long e : exponents) total += e > 1 ? 2 : e;
        ++total;
    };
    f.numerator.for_each_term(add);
    f.denominator.for_each_term(add);
    return total;
}

// A fraction that is so much longer than what it was made of does not factor into something shorter; to find that out would take most
// of the time.
std::size_t longest(std::size_t cost) { return 6000 + 6 * cost; }

// Products of two terms on the way to a normal form. What became shorter in the gallery took 460,000 at most; what came to nothing took
// up to 27 million.
constexpr double kMaxWork = 700'000;

Expr newly_simplified_as_fraction(Expr e, const SimplifyOptions& options) {
    Context& c = e.context();
    const std::size_t given = cost(e);
    try {
        const NormalForms forms(std::span(&e, 1), options.max_terms, Choices::kept, kMaxWork);
        if (forms[0].is_zero()) return c.zero();
        if (forms.ring().generators() == 0)
            return c.number(forms[0].numerator.constant() / forms[0].denominator.constant());
        if (length(forms[0]) > longest(given)) return e;
        const Expr best = Writing(c, forms, options.max_angle_terms).run();
        return cost(best) <= given ? best : e;
    } catch (const TooLarge&) {
        return e;
    } catch (const DividesByZero& error) {
        throw Undefined(std::string(error.what()) + ": " + text_in_brief(error.divisor));
    }
}

// What an expression was simplified to before is remembered, by its node, the limits and whether it was taken as a whole.
Expr remembered(Expr e, const SimplifyOptions& options, std::size_t kind, auto&& simplify) {
    if (e.is_number() || e.is_symbol()) return e;
    Context& c = e.context();
    const Context::Question question{index(e.id()), options.max_terms, options.max_nodes,
                                     2 * options.max_angle_terms + kind};
    if (const auto known = c.answers().find(question); known != c.answers().end()) return {c, known->second};
    const Expr result = simplify(e, options);
    c.remember(question, result.id());
    return result;
}

Expr simplified_as_fraction(Expr e, const SimplifyOptions& options) {
    return remembered(e, options, 1, newly_simplified_as_fraction);
}

}  // namespace

namespace {

Expr newly_simplified(Expr e, const SimplifyOptions& options) {
    Context& c = e.context();
    const Walk walk(e);
    if (walk.size() > options.max_nodes) return e;
    // What stands inside a function or under a root is an expression of its own.
    std::vector<NodeId> values(walk.size());
    const auto inner = [&](NodeId a) {
        return simplified_as_fraction(Expr(c, values[walk.place(a)]), options).id();
    };
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const Node node = c.node(walk[i]);
        const auto plain = [&](NodeId a) { return values[walk.place(a)]; };
        if (node.kind == Kind::function) {
            values[i] = rebuild(c, walk[i], inner);
        } else if (node.kind == Kind::product) {
            ProductBuilder builder(c);
            for (std::size_t k = 0; k < node.count; k += 2) {
                const Rational& exponent = c.number_at(node.args[k + 1]);
                builder.multiply(exponent.is_integer() ? plain(node.args[k]) : inner(node.args[k]), exponent);
            }
            values[i] = builder.finish();
        } else {
            values[i] = rebuild(c, walk[i], plain);
        }
    }
    return simplified_as_fraction(Expr(c, values.back()), options);
}

}  // namespace

Expr simplified(Expr e, const SimplifyOptions& options) {
    return remembered(e, options, 0, newly_simplified);
}

std::vector<Expr> simplified(std::span<const Expr> e, const SimplifyOptions& options) {
    std::vector<Expr> result;
    for (const Expr& x : e) result.push_back(simplified(x, options));
    return result;
}

Matrix simplified(const Matrix& A, const SimplifyOptions& options) {
    Matrix B = A;
    for (Expr& e : B.entries()) e = simplified(e, options);
    return B;
}

}  // namespace anholon
