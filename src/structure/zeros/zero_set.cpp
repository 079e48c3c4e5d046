#include "structure/zeros/zero_set.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "expr/derivative.hpp"
#include "expr/enclosure.hpp"
#include "expr/normal_form.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"

namespace anholon {

namespace {

constexpr std::size_t max_branches = 400, max_terms = 2000;

// Nothing that this file knows how to solve.
struct NotSolved {
    std::string what;
};

// A polynomial as Σ c_k g^k in one generator, the c_k as expressions.
std::map<long, Expr> coefficients(const NormalForms& forms, const Polynomial& p, std::size_t generator) {
    std::map<long, Polynomial> parts;
    p.for_each_term([&](const Rational& c, std::span<const long> exponents) {
        std::vector<long> rest(exponents.begin(), exponents.end());
        const long k = std::exchange(rest[generator], 0);
        const Polynomial term = forms.ring().term(c, rest);
        const auto [place, is_new] = parts.try_emplace(k, term);
        if (!is_new) place->second = place->second + term;
    });
    std::map<long, Expr> out;
    for (const auto& [k, part] : parts) out.emplace(k, forms.expr(part));
    return out;
}

class Solver {
  public:
    Solver(std::span<const Expr> variables, const ConstantValues& constants, const Budget& budget)
        : variables_(variables.begin(), variables.end()), constants_(constants), budget_(budget) {}

    ZeroSet run(std::vector<Expr> equations) {
        descend({std::move(equations), {}});
        remove_parts();
        return std::move(out_);
    }

  private:
    struct Branch {
        std::vector<Expr> equations;
        Substitution solved;
    };
    // A way to make a factor vanish: values of a variable, or more equations.
    struct Way {
        Expr variable = {}, value = {};
        std::vector<Expr> equations = {};
    };
    struct Factor {
        Expr expr;
        std::vector<Way> ways;
        bool branches = false;  // is a case distinction needed?
    };

    bool is_variable(Expr e) const { return std::ranges::find(variables_, e) != variables_.end(); }
    std::vector<Expr> variables_in(Expr e) const {
        std::vector<Expr> list;
        for (const Expr& x : symbols_of(e))
            if (is_variable(x)) list.push_back(x);
        return list;
    }
    double value(Expr e) const { return value_at(e, constants_); }
    // Values are exact, or within 1e-40 of what an angle in degrees is.
    bool vanishes(Expr constant) const {
        if (is_zero_modulo_primes(constant).answer == Answer::yes) return true;
        return std::fabs(value(constant)) < 1e-25;
    }

    void descend(Branch branch) {
        budget_.check();
        if (++branches_ > max_branches) return give_up("there are too many cases");
        std::vector<std::vector<Factor>> factored;
        try {
            for (const Expr& e : branch.equations) {
                const auto factors = factors_of(e);
                if (!factors) continue;        // it holds
                if (factors->empty()) return;  // it cannot hold
                factored.push_back(*factors);
            }
        } catch (const NotSolved& reason) {
            return give_up(reason.what);
        } catch (const TooLarge&) {
            return give_up("an equation is too long");
        } catch (const DividesByZero&) {
            return;  // the equations have no value on this branch
        } catch (const Undefined&) {
            return;
        }
        if (factored.empty()) return finish(branch);
        const std::vector<Factor>* best = nullptr;
        for (const auto& factors : factored) {
            const bool is_solved =
                std::ranges::all_of(factors, [](const Factor& f) { return !f.ways.empty(); });
            if (is_solved && (!best || cost(factors) < cost(*best))) best = &factors;
        }
        if (!best) return give_up("no equation could be solved for one of its variables");
        for (const Factor& factor : *best)
            for (const Way& way : factor.ways) follow(branch, way);
    }

    static std::size_t cost(const std::vector<Factor>& factors) {
        std::size_t sum = 0;
        for (const Factor& f : factors) sum += f.ways.size() + (f.branches ? 4 : 0);
        return sum;
    }

    void follow(const Branch& branch, const Way& way) {
        Branch next = branch;
        if (way.variable) {
            const Substitution step{{way.variable, way.value}};
            try {
                next.equations = substitute(next.equations, step);
                for (auto& [x, e] : next.solved) e = simplified(substitute(e, step));
            } catch (const Undefined&) {
                return;  // the equations have no value there
            }
            next.solved.emplace_back(way.variable, way.value);
        }
        next.equations.insert(next.equations.end(), way.equations.begin(), way.equations.end());
        descend(std::move(next));
    }

    // Nothing if e is zero; no factors if it never is. Factors of constants alone are dropped.
    std::optional<std::vector<Factor>> factors_of(Expr e) const {
        const NormalForms forms(std::span(&e, 1), max_terms);
        const Polynomial& p = forms[0].numerator;
        if (p.is_zero()) return std::nullopt;
        if (forms.has_roots()) {
            if (!variables_in(e).empty() && !occurs_without_roots(forms))
                throw NotSolved{"an equation contains roots"};
        }
        const auto split = factor(p);
        if (!split) throw NotSolved{"an equation could not be factored"};
        std::vector<Factor> list;
        for (const auto& [q, power] : split->powers) {
            const Expr expr = forms.expr(q);
            if (variables_in(expr).empty()) {
                if (vanishes(expr)) return std::nullopt;
                continue;
            }
            if (auto f = solved(forms, q, expr)) list.push_back(std::move(*f));
        }
        return list;
    }

    // Roots of constants are constants.
    bool occurs_without_roots(const NormalForms& forms) const {
        for (std::size_t i = 0; i < forms.ring().generators(); ++i) {
            const Expr g = forms.generator(i);
            if (g && g.kind() == Kind::product && !variables_in(g).empty()) return false;
        }
        return true;
    }

    // Nothing if the factor has no real zero. Without ways if none was found.
    std::optional<Factor> solved(const NormalForms& forms, const Polynomial& p, Expr expr) const {
        Factor out{expr, {}};
        const std::vector<Expr> in = variables_in(expr);
        for (std::size_t g = 0; g < forms.ring().generators(); ++g) {
            const Expr x = forms.generator(g);
            if (p.degree(g) != 1 || !x.is_symbol() || !is_variable(x) || is_angle(forms, p, x)) continue;
            const auto c = coefficients(forms, p, g);
            const Expr slope = c.at(1), rest = c.contains(0) ? c.at(0) : x.context().zero();
            const bool is_constant = variables_in(slope).empty();
            if (is_constant && vanishes(slope)) continue;
            Factor found{expr, {{x, simplified(-rest / slope), {}}}, !is_constant};
            if (!is_constant) found.ways.push_back({{}, {}, {slope, rest}});
            if (is_constant) return found;
            if (out.ways.empty()) out = std::move(found);
        }
        if (in.size() == 1 && out.ways.empty()) return of_one_variable(forms, p, in[0], expr);
        if (in.size() == 2 && out.ways.empty()) out.ways = of_two_angles(forms, p, in, expr);
        return out;
    }

    bool is_angle(const NormalForms& forms, const Polynomial& p, Expr x) const {
        return std::ranges::any_of(forms.angles(), [&](const NormalForms::Angle& a) {
            if (p.degree(a.sin) == 0 && p.degree(a.cos) == 0) return false;
            const auto in = symbols_of(a.angle);
            return std::ranges::find(in, x) != in.end();
        });
    }

    std::optional<Factor> of_one_variable(const NormalForms& forms, const Polynomial& p, Expr x,
                                          Expr expr) const {
        for (const NormalForms::Angle& a : forms.angles())
            if (a.angle == x) return of_angle(forms, p, a, expr);
        for (std::size_t g = 0; g < forms.ring().generators(); ++g)
            if (forms.generator(g) == x && p.degree(g) == 2)
                return quadratic(coefficients(forms, p, g), x, expr);
        return Factor{expr, {}};
    }

    // a x² + b x + c
    std::optional<Factor> quadratic(std::map<long, Expr> k, Expr x, Expr expr) const {
        const Expr zero = x.context().zero();
        for (const long i : {0L, 1L}) k.try_emplace(i, zero);
        if (vanishes(k[2])) return Factor{expr, {}};
        const Expr discriminant = k[1] * k[1] - Rational(4) * k[2] * k[0];
        if (vanishes(discriminant)) return Factor{expr, {{x, simplified(-k[1] / (Rational(2) * k[2])), {}}}};
        if (value(discriminant) < 0) return std::nullopt;
        Factor out{expr, {}};
        for (const int sign : {1, -1})
            out.ways.push_back(
                {x,
                 simplified((-k[1] + Rational(sign) * sqrt(simplified(discriminant))) / (Rational(2) * k[2])),
                 {}});
        return out;
    }

    // α sin x + γ cos x + β; or a polynomial in cos x alone, a cos² x + b.
    std::optional<Factor> of_angle(const NormalForms& forms, const Polynomial& p,
                                   const NormalForms::Angle& angle, Expr expr) const {
        const Expr x = angle.angle, zero = x.context().zero(), pi = x.context().pi();
        Factor out{expr, {}};
        if (is_angle_itself(forms, p, x)) return out;
        const Expr alpha = part(forms, p, angle, 1, 0), gamma = part(forms, p, angle, 0, 1),
                   beta = part(forms, p, angle, 0, 0), square = part(forms, p, angle, 0, 2);
        if (p.degree(angle.sin) == 0 && p.degree(angle.cos) == 2 && vanishes(gamma)) {
            if (vanishes(square)) return out;
            const Expr c2 = simplified(-beta / square);
            if (value(c2) < 0 || value(c2) > 1) return std::nullopt;
            const Expr first = acos(sqrt(c2));
            out.ways = {{x, first, {}}, {x, -first, {}}, {x, pi - first, {}}, {x, first - pi, {}}};
            return out;
        }
        if (p.degree(angle.sin) + p.degree(angle.cos) > 1 &&
            !(p.degree(angle.sin) == 1 && p.degree(angle.cos) == 1 && vanishes(part(forms, p, angle, 1, 1))))
            return out;
        if (vanishes(alpha) && vanishes(gamma)) return out;
        if (vanishes(beta)) {
            const Expr first = vanishes(alpha)   ? pi / Rational(2)
                               : vanishes(gamma) ? zero
                                                 : -atan(gamma / alpha);
            out.ways = {{x, simplified(first), {}},
                        {x, simplified(vanishes(alpha) ? -first : first + pi), {}}};
            return out;
        }
        const Expr length = simplified(sqrt(alpha * alpha + gamma * gamma)),
                   ratio = simplified(-beta / length);
        if (std::fabs(value(ratio)) > 1) return std::nullopt;
        const Expr middle = vanishes(alpha) ? zero : atan2(alpha, gamma);
        const int sign = vanishes(alpha) && value(gamma) < 0 ? -1 : 1;
        const Expr away = acos(Rational(sign) * ratio);
        out.ways = {{x, simplified(middle + away), {}}, {x, simplified(middle - away), {}}};
        return out;
    }

    // α sin x + γ cos x with α² + γ² a constant, as sin(x − y) is: exactly two solutions, π apart. Those tried are y and its
    // reflections.
    std::vector<Way> of_two_angles(const NormalForms& forms, const Polynomial& p, const std::vector<Expr>& in,
                                   Expr expr) const {
        const Expr x = in[0], y = in[1], pi = x.context().pi();
        const auto angle = std::ranges::find(forms.angles(), x, &NormalForms::Angle::angle);
        if (angle == forms.angles().end() || is_angle_itself(forms, p, x) || is_angle_itself(forms, p, y))
            return {};
        const Expr alpha = part(forms, p, *angle, 1, 0), gamma = part(forms, p, *angle, 0, 1);
        const auto is_zero = [](Expr e) { return is_zero_modulo_primes(e).answer == Answer::yes; };
        if (!is_zero(expr - alpha * sin(x) - gamma * cos(x))) return {};
        const Expr square = alpha * alpha + gamma * gamma;
        if (!is_zero(derivative(square, y)) || is_zero(square)) return {};
        for (const Expr& tried : {y, -y, y + pi / Rational(2), pi / Rational(2) - y})
            if (is_zero(substitute(expr, {{x, tried}}))) return {{x, tried, {}}, {x, tried + pi, {}}};
        return {};
    }

    bool is_angle_itself(const NormalForms& forms, const Polynomial& p, Expr x) const {
        for (std::size_t g = 0; g < forms.ring().generators(); ++g)
            if (forms.generator(g) == x && p.degree(g) > 0) return true;
        return false;
    }

    // The coefficient of sinⁱ cosʲ.
    static Expr part(const NormalForms& forms, const Polynomial& p, const NormalForms::Angle& angle, long i,
                     long j) {
        Polynomial sum = forms.ring().zero();
        p.for_each_term([&](const Rational& c, std::span<const long> exponents) {
            if (exponents[angle.sin] != i || exponents[angle.cos] != j) return;
            std::vector<long> rest(exponents.begin(), exponents.end());
            rest[angle.sin] = rest[angle.cos] = 0;
            sum = sum + forms.ring().term(c, rest);
        });
        return forms.expr(sum);
    }

    void finish(const Branch& branch) {
        SolvedFamily family{branch.solved, {}};
        for (const Expr& x : variables_)
            if (std::ranges::find(branch.solved, x, &std::pair<Expr, Expr>::first) == branch.solved.end())
                family.free.push_back(x);
        out_.families.push_back(std::move(family));
    }

    // Those that lie in another, larger one.
    void remove_parts() {
        std::ranges::stable_sort(out_.families, std::ranges::greater(),
                                 [](const SolvedFamily& f) { return f.free.size(); });
        std::vector<SolvedFamily> kept;
        for (const SolvedFamily& f : out_.families)
            if (std::ranges::none_of(kept, [&](const SolvedFamily& g) { return lies_in(f, g); }))
                kept.push_back(f);
        out_.families = std::move(kept);
    }

    static bool lies_in(const SolvedFamily& f, const SolvedFamily& g) {
        return std::ranges::all_of(g.solved, [&](const std::pair<Expr, Expr>& equation) {
            try {
                const Expr gap = substitute(equation.first - equation.second, f.solved);
                return is_zero_modulo_primes(gap).answer == Answer::yes;
            } catch (const Undefined&) {
                return false;
            }
        });
    }

    void give_up(const std::string& reason) {
        out_.is_complete = false;
        if (out_.reason.empty()) out_.reason = reason;
    }

    std::vector<Expr> variables_;
    const ConstantValues& constants_;
    const Budget& budget_;
    ZeroSet out_;
    std::size_t branches_ = 0;
};

}  // namespace

double value_at(Expr e, const ConstantValues& constants) {
    const Ball value = enclosure(e, Point(constants.begin(), constants.end()));
    return value.is_finite() ? value.midpoint() : std::nan("");
}

ConstantValues constant_values(const System& system) {
    ConstantValues values;
    for (const Parameter& p : system.parameters) values.emplace_back(p.symbol, p.value);
    return values;
}

Substitution vanishing(const ConstantValues& constants) {
    Substitution zeros;
    for (const auto& [symbol, value] : constants)
        if (value.is_zero()) zeros.emplace_back(symbol, symbol.context().zero());
    return zeros;
}

ZeroSet zero_set(std::span<const Expr> equations, std::span<const Expr> variables,
                 const ConstantValues& constants, const Budget& budget) {
    return Solver(variables, constants, budget).run(substitute(equations, vanishing(constants)));
}

}  // namespace anholon
