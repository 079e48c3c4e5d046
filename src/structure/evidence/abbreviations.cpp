#include "structure/evidence/abbreviations.hpp"

#include <algorithm>

#include "expr/linear.hpp"
#include "expr/operations.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "mechanics/points/unit_sphere.hpp"

namespace anholon {

namespace {

using Exponents = Abbreviations::Exponents;
constexpr std::size_t kMaxDegree = 4, kMaxMonomials = 40, kMorePoints = 3, kMaxOperations = 400;

bool is_among(Expr x, const std::vector<std::vector<Expr>>& lists) {
    return std::ranges::any_of(lists,
                               [&](const auto& list) { return std::ranges::find(list, x) != list.end(); });
}

// All of one degree in so many letters.
void add_monomials(std::vector<Exponents>& all, Exponents begun, std::size_t letters, std::size_t degree) {
    if (begun.size() + 1 == letters) {
        begun.push_back(degree);
        all.push_back(std::move(begun));
        return;
    }
    for (std::size_t e = degree + 1; e-- > 0;) {
        Exponents next = begun;
        next.push_back(e);
        add_monomials(all, std::move(next), letters, degree - e);
    }
}

// Those of one degree; and all up to a degree.
struct Bases {
    std::vector<std::vector<Exponents>> homogeneous, mixed;
};
Bases bases(std::size_t letters) {
    auto [homogeneous, mixed] = Bases{};
    if (letters == 0) return {{{Exponents{}}}, {}};  // Σ q² = 1 itself
    for (std::size_t degree = 0; degree <= kMaxDegree; ++degree) {
        std::vector<Exponents> list;
        add_monomials(list, {}, letters, degree);
        if (list.size() <= kMaxMonomials) homogeneous.push_back(std::move(list));
    }
    for (std::size_t degree = 1; degree <= 2 && degree < homogeneous.size(); ++degree) {
        std::vector<Exponents> list;
        for (std::size_t d = 0; d <= degree; ++d)
            list.insert(list.end(), homogeneous[d].begin(), homogeneous[d].end());
        if (list.size() <= kMaxMonomials) mixed.push_back(std::move(list));
    }
    return {homogeneous, mixed};
}

Expr monomial(Context& c, const std::vector<Expr>& letters, const Exponents& exponents) {
    Expr product = c.one();
    for (std::size_t j = 0; j < letters.size(); ++j)
        if (exponents[j] > 0) product *= pow(letters[j], Rational(static_cast<long>(exponents[j])));
    return product;
}

// A point with rational coordinates on each sphere, seen from a pole: q = (1 − u², 2u)/(1 + u²).
Substitution rational_point(const Setting& s, const std::vector<std::vector<Expr>>& spheres, std::size_t k) {
    Substitution at;
    std::uint64_t key = 1000 * k;
    for (const auto& q : spheres) {
        std::vector<Rational> u;
        Rational square = 0;
        for (std::size_t i = 1; i < q.size(); ++i) {
            ++key;
            u.push_back(
                Rational(static_cast<long>(mix(7, key) % 13) - 6, 2 + static_cast<long>(mix(8, key) % 3)));
            square += u.back() * u.back();
        }
        at.emplace_back(q[0], s.c.number((1 - square) / (1 + square)));
        for (std::size_t i = 1; i < q.size(); ++i)
            at.emplace_back(q[i], s.c.number(2 * u[i - 1] / (1 + square)));
    }
    return at;
}

// A look at the values modulo a prime, for the stated parameters, which rules most functions out.
class Trial {
  public:
    Trial(const Setting& s, const std::vector<std::vector<Expr>>& spheres,
          const std::vector<Abbreviations::Letter>& letters, Expr e)
        : F_(field_primes()[0]) {
        Substitution stated;
        for (const Parameter& p : s.system.parameters) stated.emplace_back(p.symbol, s.c.number(p.value));
        std::vector<Expr> all;
        for (const auto& letter : letters) all.push_back(letter.value);
        all.push_back(e);
        for (std::size_t k = 0; k < kMaxMonomials + kMorePoints && is_possible_; ++k) {
            Substitution at = rational_point(s, spheres, k);
            at.insert(at.end(), stated.begin(), stated.end());
            values_.emplace_back();
            try {
                for (const Expr& value : substitute(all, at)) {
                    const auto residue = value.is_number() ? F_.from(value.number()) : std::nullopt;
                    is_possible_ = is_possible_ && residue;
                    values_.back().push_back(residue.value_or(F_.zero()));
                }
            } catch (const Undefined&) {  // a division by what is zero there
                is_possible_ = false;
            }
        }
    }

    // Whether the function may be a combination of these monomials.
    bool allows(const std::vector<Exponents>& basis) const {
        if (!is_possible_) return false;
        ResidueRows rows;
        for (std::size_t k = 0; k < basis.size() + kMorePoints; ++k) {
            ResidueRow row;
            for (const Exponents& exponents : basis) {
                Residue m = F_.one();
                for (std::size_t j = 0; j < exponents.size(); ++j)
                    m = F_.multiply(m, F_.power(values_[k][j], static_cast<std::uint64_t>(exponents[j])));
                row.push_back(m);
            }
            row.push_back(values_[k].back());
            rows.push_back(std::move(row));
        }
        const Echelon e = echelon(F_, rows, basis.size() + 1);
        return e.pivots.empty() || e.pivots.back() < basis.size();
    }

  private:
    PrimeField F_;
    ResidueRows values_;  // of the letters and the function, at each point
    bool is_possible_ = true;
};

}  // namespace

Abbreviations::Abbreviations(const Setting& s) : s_(s) {
    for (const Expr& F : s.system.functions_of_place())
        if (auto q = on_unit_sphere(F, s.q); !q.empty()) spheres_.push_back(std::move(q));
    for (const auto& [name, value] : s.system.lets) {
        const std::vector<Expr> symbols = symbols_of(value);
        const bool is_function =
            !symbols.empty() && !value.is_symbol() &&
            std::ranges::all_of(symbols, [&](const Expr& x) { return is_among(x, spheres_); });
        const Expr taken = s.c.find(name);
        if (is_function && (!taken || (taken.symbol().kind == SymbolKind::variable &&
                                       std::ranges::find(s.q, taken) == s.q.end())))
            letters_.push_back({s.c.variable(name), value});
    }
}

bool Abbreviations::holds_coordinates(Expr e) const {
    return std::ranges::any_of(symbols_of(e), [&](const Expr& x) { return is_among(x, spheres_); });
}

Expr Abbreviations::fitted(Expr e, const Budget& budget) const {
    if (!holds_coordinates(e)) return e;
    const auto [homogeneous, mixed] = bases(letters_.size());
    const Trial trial(s_, spheres_, letters_, e);
    const auto first = [&](const std::vector<std::vector<Exponents>>& list) {
        for (const auto& basis : list) {
            budget.check();
            if (!trial.allows(basis)) continue;
            if (const Expr found = fitted(e, basis, budget)) return found;
        }
        return Expr();
    };
    const Expr form = first(homogeneous), polynomial = first(mixed);
    if (!form) return polynomial ? polynomial : e;
    // A form shows more symmetry; a polynomial has to be much shorter.
    const bool is_better = polynomial && 3 * operations(polynomial).total() < 2 * operations(form).total();
    return is_better ? polynomial : form;
}

Expr Abbreviations::fitted(Expr e, const std::vector<Exponents>& basis, const Budget& budget) const {
    const std::size_t points = basis.size() + kMorePoints;
    Matrix A(s_.c, points, basis.size());
    std::vector<Expr> b;
    for (std::size_t i = 0; i < points; ++i) {
        const Substitution at = rational_point(s_, spheres_, i);
        std::vector<Expr> values;
        for (const Letter& letter : letters_) values.push_back(substitute(letter.value, at));
        for (std::size_t k = 0; k < basis.size(); ++k) A(i, k) = monomial(s_.c, values, basis[k]);
        b.push_back(substitute(e, at));
    }
    const Solution solved = solve(A, b);
    if (solved.outcome != Solution::Outcome::unique && solved.outcome != Solution::Outcome::many) return {};
    std::vector<Expr> symbols, values;
    for (const Letter& letter : letters_) {
        symbols.push_back(letter.symbol);
        values.push_back(letter.value);
    }
    Expr in_symbols = s_.c.zero(), in_values = s_.c.zero();
    for (std::size_t k = 0; k < basis.size(); ++k) {
        const Expr coefficient = simplified(solved.x[k]);
        in_symbols += coefficient * monomial(s_.c, symbols, basis[k]);
        in_values += coefficient * monomial(s_.c, values, basis[k]);
    }
    const auto same = vanish(s_, {e - in_values}, StateSampler::At::states, Parameters::free, budget)[0];
    return same.answer == Answer::yes ? in_symbols : Expr();
}

// A polynomial of the second degree in velocities and momenta has coefficients that are written one by one.
Expr Abbreviations::written(Expr e, const Budget& budget) const {
    if (!holds_coordinates(e)) return e;
    const Node node = s_.c.node(e.id());
    switch (node.kind) {
        case Kind::multiple: return Expr(s_.c, node.args[0]) * written({s_.c, node.args[1]}, budget);
        case Kind::product: {
            Expr product = s_.c.one();
            for (std::size_t k = 0; k < node.count; k += 2)
                product *= pow(written({s_.c, node.args[k]}, budget), s_.c.number_at(node.args[k + 1]));
            if (!holds_coordinates(product)) return product;
            break;
        }
        case Kind::function:
            if (node.count == 1) return apply(node.function, written({s_.c, node.args[0]}, budget));
            return e;
        case Kind::sum: break;
        default: return e;
    }
    std::vector<Expr> moving;
    Substitution at_rest;
    for (const Expr& x : symbols_of(e))
        if (x.symbol().kind == SymbolKind::variable && !is_among(x, spheres_)) {
            moving.push_back(x);
            at_rest.emplace_back(x, s_.c.zero());
        }
    Expr result = fitted(substitute(e, at_rest), budget), same = substitute(e, at_rest);
    for (std::size_t i = 0; i < moving.size(); ++i) {
        const Expr slope = derivative(e, moving[i]), linear = substitute(slope, at_rest);
        same += linear * moving[i];
        result += fitted(linear, budget) * moving[i];
        for (std::size_t j = 0; j <= i; ++j) {
            const Expr half = substitute(derivative(slope, moving[j]), at_rest) / (i == j ? 2 : 1);
            same += half * moving[i] * moving[j];
            result += fitted(half, budget) * moving[i] * moving[j];
        }
    }
    return vanishes(same - e) ? result : e;
}

Expr Abbreviations::in_letters(Expr e, const Budget& budget) const {
    if (spheres_.empty() || !holds_coordinates(e) || operations(e).total() > kMaxOperations) return e;
    try {
        const Expr result = written(e, budget);
        if (holds_coordinates(result)) return e;
        const Expr shorter = simplified(result);
        return operations(shorter).total() <= operations(e).total() ? shorter : e;
    } catch (const Undefined&) {  // it is no polynomial in what moves: it has no value at rest
        return e;
    }
}

}  // namespace anholon
