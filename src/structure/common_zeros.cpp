#include "structure/common_zeros.hpp"

#include <algorithm>

#include "expr/normal_form.hpp"
#include "expr/walk.hpp"
#include "structure/wording.hpp"

namespace anholon {

namespace {

constexpr SimplifyOptions kThorough{.max_terms = 1500, .max_nodes = 3000, .max_angle_terms = 150};
constexpr std::size_t kMaxCases = 32, kMaxDepth = 8, kMaxMinors = 120;

// The values an expression may take, from below and from above; and whether 0 is left out.
struct Range {
    std::optional<Rational> low, high;
    bool nonzero = false;

    bool is_nonzero() const { return nonzero || (low && low->sign() > 0) || (high && high->sign() < 0); }
    int sign() const {  // of all values, 0 if they have several
        if (low && low->sign() >= 0) return 1;
        if (high && high->sign() <= 0) return -1;
        return 0;
    }
};

Range operator+(const Range& a, const Range& b) {
    Range r;
    if (a.low && b.low) r.low = *a.low + *b.low;
    if (a.high && b.high) r.high = *a.high + *b.high;
    r.nonzero = a.sign() != 0 && a.sign() == b.sign() && (a.is_nonzero() || b.is_nonzero());
    return r;
}

Range operator*(const Range& a, const Range& b) {
    Range r;
    r.nonzero = a.is_nonzero() && b.is_nonzero();
    if (a.low && a.high && b.low && b.high) {
        const auto [low, high] =
            std::minmax({*a.low * *b.low, *a.low * *b.high, *a.high * *b.low, *a.high * *b.high});
        r.low = low;
        r.high = high;
    } else if (a.sign() * b.sign() > 0) {
        r.low = 0;
    } else if (a.sign() * b.sign() < 0) {
        r.high = 0;
    }
    return r;
}

// Bounds are kept for integer powers of bounded ranges; of the others the sign.
Range power(const Range& a, const Rational& exponent) {
    const auto n = exponent.to_long();
    if (!n || *n < 0) {
        Range r{.low = {}, .high = {}, .nonzero = true};
        if (!n || *n % 2 == 0 || a.sign() > 0) r.low = 0;
        if (n && *n % 2 != 0 && a.sign() < 0) r.high = 0;
        if (!n) r.nonzero = a.is_nonzero() || exponent.sign() < 0;
        return r;
    }
    Range r = a;
    for (long k = 1; k < *n; ++k) r = r * a;
    if (*n % 2 == 0 && !(r.low && r.low->sign() >= 0)) r.low = 0;
    return r;
}

Range range_of_function(Function f) {
    switch (f) {
        case Function::sin:
        case Function::cos:
        case Function::tanh: return {.low = -1, .high = 1, .nonzero = false};
        case Function::exp: return {.low = 0, .high = {}, .nonzero = true};
        case Function::cosh: return {.low = 1, .high = {}, .nonzero = false};
        case Function::abs: return {.low = 0, .high = {}, .nonzero = false};
        default: return {};
    }
}

Range range_of_symbol(const System& system, Expr symbol) {
    if (symbol.symbol().kind == SymbolKind::pi) return {.low = 3, .high = 4, .nonzero = true};
    for (const Parameter& p : system.parameters) {
        if (p.symbol != symbol) continue;
        if (p.range) return {.low = p.range->first, .high = p.range->second, .nonzero = false};
        if (p.value.sign() > 0) return {.low = 0, .high = {}, .nonzero = true};
        if (p.value.sign() < 0) return {.low = {}, .high = 0, .nonzero = true};
    }
    return {};
}

Range constant_range(const Rational& a) { return {.low = a, .high = a, .nonzero = !a.is_zero()}; }

Range range_of(const System& system, Expr e) {
    Context& c = system.c();
    const Walk walk(e);
    std::vector<Range> ranges;
    const auto at = [&](NodeId id) { return ranges[walk.place(id)]; };
    for (const NodeId id : walk.nodes()) {
        const Node node = c.node(id);
        Range r;
        switch (node.kind) {
            case Kind::number: r = constant_range(c.number_at(id)); break;
            case Kind::symbol: r = range_of_symbol(system, Expr(c, id)); break;
            case Kind::multiple: r = constant_range(c.number_at(node.args[0])) * at(node.args[1]); break;
            case Kind::function: r = range_of_function(node.function); break;
            case Kind::sum:
                r = constant_range(c.number_at(node.args[0]));
                for (std::size_t k = 1; k < node.count; k += 2)
                    r = r + constant_range(c.number_at(node.args[k])) * at(node.args[k + 1]);
                break;
            case Kind::product:
                r = constant_range(1);
                for (std::size_t k = 0; k < node.count; k += 2)
                    r = r * power(at(node.args[k]), c.number_at(node.args[k + 1]));
                break;
        }
        ranges.push_back(r);
    }
    return ranges.back();
}

// Bases of a product that stand above the fraction line.
std::vector<Expr> bases(Expr e) {
    Context& c = e.context();
    const Node node = c.node(e.id());
    if (node.kind == Kind::multiple) return bases(Expr(c, node.args[1]));
    if (node.kind != Kind::product) return {e};
    std::vector<Expr> all;
    for (std::size_t k = 0; k < node.count; k += 2)
        if (c.number_at(node.args[k + 1]).sign() > 0) all.emplace_back(c, node.args[k]);
    return all;
}

// F = g² + (what does not hold g): the relation g² = … by which polynomials are reduced.
struct SquareRelation {
    std::size_t generator;
    Polynomial replacement;
};
std::optional<SquareRelation> square_relation(const Polynomial& F) {
    for (std::size_t g = 0; g < F.ring().generators(); ++g) {
        if (F.degree(g) != 2) continue;
        Polynomial rest = F.ring().zero();
        bool plain = true;
        F.for_each_term([&](const Rational& k, std::span<const long> exponents) {
            long others = 0;
            for (const long e : exponents) others += e;
            if (exponents[g] == 0)
                rest = rest - F.ring().term(k, exponents);
            else if (exponents[g] != 2 || others != 2 || !k.is_one())
                plain = false;
        });
        if (plain) return SquareRelation{g, rest};
    }
    return std::nullopt;
}

// The irreducible polynomials whose product is the numerator of e on the geometric constraints.
std::vector<Expr> polynomial_factors(const Setting& s, Expr e) {
    std::vector<Expr> all{e};
    for (const Constraint& k : s.system.constraints)
        if (k.kind == Constraint::Kind::geometric) all.push_back(k.residual);
    try {
        const NormalForms forms(all, kThorough.max_terms);
        Polynomial N = forms[0].numerator;
        for (std::size_t k = 1; k < all.size(); ++k)
            if (const auto relation = square_relation(forms[k].numerator))
                N = reduce(N, relation->generator, 2, relation->replacement);
        if (N.is_zero()) return {s.c.zero()};
        const auto factors = factor(N);
        if (!factors) return {e};
        std::vector<Expr> list;
        for (const auto& [p, exponent] : factors->powers)
            list.push_back(simplified(forms.expr(p), kThorough));
        return list;
    } catch (const TooLarge&) {
        return {e};
    }
}

bool is_zero_for_sure(Expr e) { return is_zero_modulo_primes(e).answer == Answer::yes; }

}  // namespace

bool cannot_vanish(const System& system, Expr e) { return range_of(system, e).is_nonzero(); }

std::vector<Expr> vanishing_factors(const Setting& s, Expr e) {
    std::vector<Expr> factors;
    for (const Expr& base : bases(simplified(e, kThorough))) {
        if (cannot_vanish(s.system, base)) continue;
        for (const Expr& part : polynomial_factors(s, base))
            for (const Expr& f : bases(part))
                if (!cannot_vanish(s.system, f) && std::ranges::find(factors, f) == factors.end())
                    factors.push_back(f);
    }
    return factors;
}

namespace {

// Splits a system of equations into cases by its factors, each solved for a coordinate or a parameter where that is possible.
class CommonZeros {
  public:
    CommonZeros(const Setting& s, const Budget& budget) : s_(s), budget_(budget) {
        unknowns_ = s.q;
        for (const Parameter& p : s.system.parameters) unknowns_.push_back(p.symbol);
    }

    Locus run(std::vector<Expr> functions) {
        split(std::move(functions), {}, 0);
        if (locus_.cases.size() > kMaxCases) return {.decided = false, .cases = {}};
        std::ranges::sort(locus_.cases, {}, [](const auto& k) { return k.size(); });
        std::vector<std::vector<Expr>> kept;
        for (const auto& k : locus_.cases) {
            const auto is_within = [&](const auto& wider) {
                return std::ranges::all_of(wider,
                                           [&](const Expr& f) { return std::ranges::find(k, f) != k.end(); });
            };
            if (std::ranges::none_of(kept, is_within)) kept.push_back(k);
        }
        locus_.cases = std::move(kept);
        return std::move(locus_);
    }

  private:
    struct Equation {
        Expr function;
        std::vector<Expr> factors;
    };

    void split(const std::vector<Expr>& functions, const std::vector<Expr>& conditions, std::size_t depth) {
        budget_.check();
        if (locus_.cases.size() > kMaxCases) return;
        std::vector<Equation> equations;
        for (const Expr& f : functions) {
            if (is_zero_for_sure(f)) continue;
            auto factors = vanishing_factors(s_, f);
            if (factors.empty()) return;
            if (std::ranges::any_of(factors, is_zero_for_sure)) continue;
            equations.push_back({f, std::move(factors)});
        }
        if (equations.empty()) {
            locus_.cases.push_back(conditions);
            return;
        }
        std::ranges::stable_sort(equations, {}, [&](const Equation& e) { return difficulty(e, functions); });
        for (const Expr& factor : equations[0].factors) branch(factor, equations, conditions, depth);
    }

    std::size_t difficulty(const Equation& e, const std::vector<Expr>& functions) const {
        std::size_t hard = 0;
        for (const Expr& f : e.factors) hard += solutions(f, functions).empty();
        return hard * 100 + e.factors.size();
    }

    void branch(Expr factor, const std::vector<Equation>& equations, std::vector<Expr> conditions,
                std::size_t depth) {
        conditions.push_back(factor);
        std::vector<Expr> rest;
        for (std::size_t k = 1; k < equations.size(); ++k) rest.push_back(equations[k].function);
        const auto found = solutions(factor, rest);
        if (depth < kMaxDepth && (!found.empty() || rest.empty())) {
            if (rest.empty()) locus_.cases.push_back(conditions);
            for (const Substitution& solved : found)
                if (!rest.empty()) split(substitute(rest, solved), conditions, depth + 1);
            return;
        }
        // Not solvable here: the other equations stand as they are.
        for (std::size_t k = 1; k < equations.size(); ++k) {
            Expr product = s_.c.one();
            for (const Expr& f : equations[k].factors) product *= f;
            if (std::ranges::find(conditions, product) == conditions.end()) conditions.push_back(product);
        }
        locus_.cases.push_back(std::move(conditions));
    }

    bool has_period(const std::vector<Expr>& functions, Expr u) const {
        return std::ranges::all_of(functions, [&](const Expr& f) {
            return is_zero_for_sure(f - substitute(f, {{u, u + 2 * s_.c.pi()}}));
        });
    }

    // All u with factor = 0, as far as the other functions can tell.
    std::vector<Substitution> solutions(Expr factor, const std::vector<Expr>& others) const {
        Context& c = s_.c;
        const Node node = c.node(factor.id());
        const bool trigonometric =
            node.kind == Kind::function && (node.function == Function::sin || node.function == Function::cos);
        for (const Expr& u : unknowns_) {
            if (!Walk(factor).contains(u.id())) continue;
            if (trigonometric) {
                const Expr angle(c, node.args[0]), slope = derivative(angle, u);
                if ((slope != c.one() && slope != -c.one()) || !has_period(others, u)) continue;
                const Expr first = node.function == Function::cos ? c.pi() / 2 : c.zero();
                std::vector<Substitution> both;
                for (const Expr& value : {first, first + c.pi()})
                    both.push_back({{u, u + (value - angle) / slope}});
                for (Substitution& one : both) one[0].second = simplified(one[0].second);
                return both;
            }
            const Expr slope = derivative(factor, u);
            if (!is_zero_for_sure(derivative(slope, u)) || !cannot_vanish(s_.system, simplified(slope)))
                continue;
            return {{{u, simplified(u - factor / slope)}}};
        }
        return {};
    }

    const Setting& s_;
    const Budget& budget_;
    std::vector<Expr> unknowns_;
    Locus locus_;
};

std::vector<std::vector<std::size_t>> choices(std::size_t n, std::size_t k) {
    std::vector<std::vector<std::size_t>> all;
    std::vector<std::size_t> one(k);
    const auto extend = [&](const auto& self, std::size_t at, std::size_t from) -> void {
        if (all.size() > kMaxMinors) return;
        if (at == k) {
            all.push_back(one);
            return;
        }
        for (std::size_t i = from; i < n; ++i) {
            one[at] = i;
            self(self, at + 1, i + 1);
        }
    };
    extend(extend, 0, 0);
    return all;
}

// A coordinate on which Σ minors² does not depend: the zeros do not either, and it may be put to 0.
Substitution idle_coordinates(const Setting& s, Expr gram) {
    Substitution at_zero;
    const auto is_tied = [&](Expr u) {
        return std::ranges::any_of(s.system.constraints, [&](const Constraint& k) {
            return k.kind == Constraint::Kind::geometric && Walk(k.residual).contains(u.id());
        });
    };
    for (const Expr& u : s.q)
        if (!is_tied(u) && is_zero_for_sure(derivative(gram, u))) at_zero.emplace_back(u, s.c.zero());
    return at_zero;
}

}  // namespace

Locus common_zeros(const Setting& s, std::vector<Expr> functions, const Budget& budget) {
    return CommonZeros(s, budget).run(std::move(functions));
}

Locus rank_loss(const Setting& s, const Matrix& A, std::size_t rank, const Budget& budget) {
    if (rank == 0) return {};
    Substitution idle;
    if (rank == std::min(A.rows(), A.columns())) {
        // Cauchy and Binet: det(A Aᵀ) = Σ minors²
        const Expr gram =
            A.rows() <= A.columns() ? determinant(A * transpose(A)) : determinant(transpose(A) * A);
        budget.check();
        if (vanishing_factors(s, gram).empty()) return {};
        idle = idle_coordinates(s, gram);
    }
    const auto rows = choices(A.rows(), rank), columns = choices(A.columns(), rank);
    if (rows.size() * columns.size() > kMaxMinors) return {.decided = false, .cases = {}};
    std::vector<Expr> minors;
    for (const auto& r : rows)
        for (const auto& k : columns) {
            budget.check();
            Matrix minor(s.c, rank, rank);
            for (std::size_t i = 0; i < rank; ++i)
                for (std::size_t j = 0; j < rank; ++j) minor(i, j) = A(r[i], k[j]);
            const Expr value = substitute(determinant(minor), idle);
            if (!is_zero_for_sure(value)) minors.push_back(value);
        }
    return common_zeros(s, std::move(minors), budget);
}

Fact::Sentence described(const Locus& locus) {
    std::vector<Fact::Sentence> cases;
    for (const auto& conditions : locus.cases) {
        std::vector<Fact::Sentence> parts;
        for (const Expr& f : conditions) parts.push_back({text(f) + " = 0", "$" + latex(f) + " = 0$"});
        cases.push_back(listed(parts));
    }
    return listed(cases, ", or ");
}

}  // namespace anholon
