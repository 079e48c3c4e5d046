#include "structure/distribution/common_zeros.hpp"

#include <algorithm>

#include "algebra/prime_field.hpp"
#include "expr/enclosure.hpp"
#include "expr/operations.hpp"
#include "expr/walk.hpp"
#include "mechanics/points/generic_rank.hpp"
#include "structure/distribution/distribution.hpp"
#include "structure/evidence/constant_relations.hpp"
#include "structure/evidence/polynomial_factors.hpp"
#include "structure/evidence/sentence.hpp"
#include "structure/zeros/range.hpp"

namespace anholon {

namespace {

constexpr SimplifyOptions kThorough{.max_terms = 1500, .max_nodes = 3000, .max_angle_terms = 150};
constexpr std::size_t kMaxCases = 32, kMaxDepth = 8, kMaxMinors = 120, kMaxOperations = 80;
constexpr std::uint64_t kMaxTrials = 300;

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

}  // namespace

std::vector<Expr> vanishing_factors(const Setting& s, Expr e) {
    std::vector<Expr> factors;
    for (const Expr& base : bases(simplified(e, kThorough))) {
        if (cannot_vanish(s.system, base)) continue;
        for (const PolynomialFactor& part : polynomial_factors(s, base, kThorough.max_terms))
            for (const Expr& f : bases(part.polynomial))
                if (!cannot_vanish(s.system, f) && std::ranges::find(factors, f) == factors.end())
                    factors.push_back(f);
    }
    return factors;
}

namespace {

bool is_tied(const Setting& s, Expr u) {
    return std::ranges::any_of(s.system.constraints, [&](const Constraint& k) {
        return k.kind == Constraint::Kind::geometric && Walk(k.residual).contains(u.id());
    });
}

bool is_too_large(Expr e) { return operations(e).total() > kMaxOperations; }

// Values of both signs at points where everything is defined, and so a zero between them.
bool changes_sign(const Setting& s, Expr f) {
    bool positive = false, negative = false;
    const std::vector<Expr> symbols = symbols_of(f);
    for (std::uint64_t trial = 0; trial < kMaxTrials && !(positive && negative); ++trial) {
        Point point;
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            if (symbols[i].symbol().kind == SymbolKind::pi) continue;
            const Range r = range_of_symbol(s.system, symbols[i]);
            const Rational low = r.low ? *r.low : r.high ? *r.high - 4 : Rational(-4);
            const Rational high = r.high ? *r.high : low + (r.low ? 4 : 8);
            point.emplace_back(symbols[i],
                               low + (high - low) * Rational(static_cast<long>(mix(trial, i) % 1000), 1000));
        }
        const Ball value = enclosure(f, point);
        if (!value.is_finite() || value.contains_zero()) continue;
        (value.midpoint() > 0 ? positive : negative) = true;
    }
    return positive && negative;
}

// Splits a system of equations into cases by its factors, each solved for a coordinate or a parameter where that is possible.
class CommonZeros {
  public:
    CommonZeros(const Setting& s, const Budget& budget) : s_(s), budget_(budget), unknowns_(s.v) {
        unknowns_.insert(unknowns_.end(), s.q.begin(), s.q.end());
        for (const Parameter& p : s.system.parameters) unknowns_.push_back(p.symbol);
    }

    Locus run(const std::vector<Expr>& functions) {
        std::vector<Case> kept;
        for (const Case& k : split(functions, 0)) {
            if (std::ranges::any_of(kept, [&](const Case& wider) { return lies_in(k, wider); })) continue;
            std::erase_if(kept, [&](const Case& narrow) { return lies_in(narrow, k); });
            kept.push_back(k);
        }
        Locus locus;
        for (const Case& k : kept)
            if (!contradicts_constraints(k)) locus.cases.push_back({k.conditions, is_attained(k)});
        if (too_large_) return {.decided = false, .cases = {}, .error_bound = 0};
        locus.error_bound = error_bound_;
        return united(locus, {});
    }

  private:
    struct Case {
        std::vector<Expr> conditions;
        std::vector<Substitution> solved;  // one after another
    };
    struct Equation {
        Expr function;
        std::vector<Expr> factors;
    };

    // Coordinates take the values that solve the conditions, unless geometric constraints tie them; parameters may not.
    bool is_attained(const Case& k) const {
        const bool solved = k.solved.size() == k.conditions.size();
        for (std::size_t i = 0; i < k.conditions.size(); ++i) {
            if (std::ranges::any_of(symbols_of(k.conditions[i]), [&](Expr u) { return is_tied(s_, u); }))
                return false;
            if (!solved && k.conditions.size() > 1) return false;
            const bool by_coordinate = solved && k.solved[i][0].first.symbol().kind == SymbolKind::variable;
            if (!by_coordinate && !changes_sign(s_, k.conditions[i])) return false;
        }
        return true;
    }

    // Σ c_k f_k² = 1 on the geometric constraints with c_k ≥ 0: the conditions f_k = 0 cannot hold at once, as γ = 0 for a unit
    // vector γ.
    bool contradicts_constraints(const Case& k) {
        std::vector<Expr> squares;
        bool are_tied = false;
        for (const Expr& f : k.conditions) {
            squares.push_back(pow(f, 2));
            for (const Expr& u : symbols_of(f)) are_tied = are_tied || is_tied(s_, u);
        }
        if (!are_tied) return false;
        squares.push_back(s_.c.one());
        RelationProblem problem;
        problem.columns = squares.size();
        problem.conditions = rows_of_length(squares.size());
        StateSampler sampler(s_, squares, StateSampler::At::states);
        for (const Relation& relation : constant_relations(s_, sampler, problem, budget_).list) {
            if (relation.valid != Parameters::free || !std::ranges::all_of(relation.c, &Expr::is_number))
                continue;
            const int last = relation.c.back().number().sign();
            const bool is_sum =
                last != 0 && std::ranges::all_of(std::span(relation.c).first(squares.size() - 1),
                                                 [&](const Expr& c) { return c.number().sign() != last; });
            const auto proof = vanish(s_, {dot(relation.c, squares)}, StateSampler::At::states,
                                      Parameters::free, budget_)[0];
            if (!is_sum || proof.answer != Answer::yes) continue;
            error_bound_ += proof.error_bound;
            return true;
        }
        return false;
    }

    bool is_null(Expr f) {
        const ZeroVerdict verdict = is_zero_modulo_primes(f);
        if (verdict.answer == Answer::yes) error_bound_ += verdict.error_bound;
        return verdict.answer == Answer::yes;
    }

    // What solves one case satisfies all that another asks for.
    bool lies_in(const Case& narrow, const Case& wider) {
        return std::ranges::all_of(wider.conditions, [&](Expr f) {
            for (const Substitution& solved : narrow.solved) f = substitute(f, solved);
            return is_null(f);
        });
    }

    std::vector<Case> split(const std::vector<Expr>& functions, std::size_t depth) {
        budget_.check();
        std::vector<Equation> equations;
        for (const Expr& f : functions) {
            if (is_null(f)) continue;
            auto factors = vanishing_factors(s_, f);
            if (factors.empty()) return {};
            if (std::ranges::any_of(factors, is_too_large)) too_large_ = true;
            if (std::ranges::any_of(factors, [&](const Expr& e) { return is_null(e); })) continue;
            equations.push_back({f, std::move(factors)});
        }
        if (too_large_) return {};
        if (equations.empty()) return {Case{}};
        std::ranges::stable_sort(equations, {}, [&](const Equation& e) { return difficulty(e, functions); });
        std::vector<Case> all;
        for (const Expr& factor : equations[0].factors)
            for (Case& k : branch(factor, equations, depth)) all.push_back(std::move(k));
        too_large_ = too_large_ || all.size() > kMaxCases;
        return too_large_ ? std::vector<Case>{} : all;
    }

    // Equations that can be solved come first, and of these the ones in few unknowns.
    std::size_t difficulty(const Equation& e, const std::vector<Expr>& functions) const {
        std::size_t hard = 0, symbols = 0;
        for (const Expr& f : e.factors) {
            hard += solutions(f, functions).empty();
            symbols = std::max(symbols, symbols_of(f).size());
        }
        return hard * 1000 + symbols * 30 + e.factors.size();
    }

    std::vector<Case> branch(Expr factor, const std::vector<Equation>& equations, std::size_t depth) {
        std::vector<Expr> rest;
        for (std::size_t k = 1; k < equations.size(); ++k) rest.push_back(equations[k].function);
        const auto found = solutions(factor, rest);
        if (rest.empty())
            return {Case{{factor}, found.empty() ? found : std::vector<Substitution>{found[0]}}};
        if (found.empty() || depth == kMaxDepth) return {unsolved(factor, equations)};
        std::vector<std::vector<Case>> below;
        try {
            for (const Substitution& solved : found)
                below.push_back(split(substitute(rest, solved), depth + 1));
        } catch (const Undefined&) {  // the others have a pole there
            too_large_ = true;
            return {};
        }
        const bool alike = std::ranges::all_of(below, [&](const std::vector<Case>& cases) {
            return std::ranges::equal(cases, below[0], {}, &Case::conditions, &Case::conditions);
        });
        std::vector<Case> all;
        for (std::size_t i = 0; i < found.size(); ++i)
            for (Case& k : below[i]) {
                // Where the solutions differ in what else must hold, the case names the one that is meant.
                const Expr here = alike ? factor : found[i][0].first - found[i][0].second;
                k.conditions.insert(k.conditions.begin(), here);
                k.solved.insert(k.solved.begin(), found[i]);
                all.push_back(std::move(k));
            }
        return all;
    }

    // The other equations stand as they are.
    Case unsolved(Expr factor, const std::vector<Equation>& equations) const {
        Case k{{factor}, {}};
        for (std::size_t i = 1; i < equations.size(); ++i) {
            Expr product = s_.c.one();
            for (const Expr& f : equations[i].factors) product *= f;
            if (std::ranges::find(k.conditions, product) == k.conditions.end())
                k.conditions.push_back(product);
        }
        return k;
    }

    bool has_period(const std::vector<Expr>& functions, Expr u) const {
        return std::ranges::all_of(functions, [&](const Expr& f) {
            return vanishes(f - substitute(f, {{u, u + 2 * s_.c.pi()}}));
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
                    both.push_back({{u, simplified(u + (value - angle) / slope)}});
                return both;
            }
            const Expr slope = derivative(factor, u);
            if (!vanishes(derivative(slope, u)) || !cannot_vanish(s_.system, simplified(slope))) continue;
            return {{{u, simplified(u - factor / slope)}}};
        }
        return {};
    }

    const Setting& s_;
    const Budget& budget_;
    std::vector<Expr> unknowns_;
    bool too_large_ = false;
    double error_bound_ = 0;
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

// Whether simplest rows make a minor that vanishes nowhere.
bool has_regular_minor(const Setting& s, const Matrix& A, std::size_t rank) {
    std::vector<std::pair<std::size_t, std::size_t>> order;
    for (std::size_t i = 0; i < A.rows(); ++i) order.emplace_back(operations(A.row(i)).total(), i);
    std::ranges::sort(order);
    Matrix sorted(s.c, A.rows(), A.columns());
    for (std::size_t i = 0; i < A.rows(); ++i)
        for (std::size_t j = 0; j < A.columns(); ++j) sorted(i, j) = A(order[i].second, j);
    const GenericRank simplest = generic_rank(s, sorted);
    if (simplest.rank != rank || rank != A.columns()) return false;
    Matrix minor(s.c, rank, rank);
    for (std::size_t i = 0; i < rank; ++i)
        for (std::size_t j = 0; j < rank; ++j) minor(i, j) = sorted(simplest.rows[i], j);
    return vanishing_factors(s, determinant(minor)).empty();
}

// Without rows and columns that hold nothing but one number, and the other one of its place: by a multiple of the row, or
// of the column, all else in it is taken away, and the rank falls by 1.
Matrix without_lone_numbers(const Matrix& A, std::size_t& rank, Context& c) {
    std::vector<std::vector<Expr>> rows;
    for (std::size_t i = 0; i < A.rows(); ++i) rows.emplace_back(A.row(i).begin(), A.row(i).end());
    const auto is_lone = [&](std::size_t i, std::size_t j) {
        if (!rows[i][j].is_number() || rows[i][j] == c.zero()) return false;
        const bool in_row = std::ranges::count(rows[i], c.zero()) + 1 == std::ssize(rows[i]);
        return in_row || std::ranges::count(rows, c.zero(), [&](const auto& row) { return row[j]; }) + 1 ==
                             std::ssize(rows);
    };
    for (bool found = true; found && rank > 1;) {
        found = false;
        for (std::size_t i = 0; i < rows.size() && !found; ++i)
            for (std::size_t j = 0; j < rows[i].size() && !found; ++j) {
                if (!is_lone(i, j)) continue;
                rows.erase(rows.begin() + static_cast<long>(i));
                for (auto& row : rows) row.erase(row.begin() + static_cast<long>(j));
                --rank;
                found = true;
            }
    }
    Matrix rest(c, rows.size(), rows.empty() ? 0 : rows[0].size());
    for (std::size_t i = 0; i < rest.rows(); ++i)
        for (std::size_t j = 0; j < rest.columns(); ++j) rest(i, j) = rows[i][j];
    return rest;
}

// A coordinate on which Σ minors² does not depend: the zeros do not either, and it may be put to 0.
Substitution idle_coordinates(const Setting& s, Expr gram) {
    Substitution at_zero;
    for (const Expr& u : s.q)
        if (!is_tied(s, u) && vanishes(derivative(gram, u))) at_zero.emplace_back(u, s.c.zero());
    return at_zero;
}

}  // namespace

bool Locus::is_attained() const { return std::ranges::any_of(cases, &Case::is_attained); }

Locus zeros_of_any(const Setting& s, const std::vector<Expr>& factors, const Budget& budget) {
    Locus all;
    for (const Expr& f : factors) {
        const Locus one = CommonZeros(s, budget).run({f});
        all = united(all,
                     one.decided ? one : Locus{.decided = true, .cases = {{{f}, false}}, .error_bound = 0});
    }
    return all;
}

Locus united(const Locus& a, const Locus& b) {
    Locus all{.decided = a.decided && b.decided, .cases = {}, .error_bound = a.error_bound + b.error_bound};
    for (const Locus* part : {&a, &b})
        for (const Locus::Case& k : part->cases)
            if (!is_within(k, all)) all.cases.push_back(k);
    return all;
}

bool is_within(const Locus::Case& narrow, const Locus& locus) {
    const auto is_asked = [&](const Expr& f) {
        return std::ranges::find(narrow.conditions, f) != narrow.conditions.end();
    };
    return std::ranges::any_of(locus.cases, [&](const Locus::Case& wider) {
        return std::ranges::all_of(wider.conditions, is_asked);
    });
}

Locus common_zeros(const Setting& s, const std::vector<Expr>& functions, const Budget& budget) {
    return CommonZeros(s, budget).run(functions);
}

Locus rank_loss(const Setting& s, const Matrix& whole, std::size_t rank, const Budget& budget) {
    if (rank == 0) return {};
    const Matrix A = without_lone_numbers(whole, rank, s.c);
    Substitution idle;
    if (has_regular_minor(s, A, rank)) return {};
    if (rank == std::min(A.rows(), A.columns())) {
        // Cauchy and Binet: det(A Aᵀ) = Σ minors²
        const Expr gram =
            A.rows() <= A.columns() ? determinant(A * transpose(A)) : determinant(transpose(A) * A);
        budget.check();
        if (vanishing_factors(s, gram).empty()) return {};
        idle = idle_coordinates(s, gram);
    }
    const auto rows = choices(A.rows(), rank), columns = choices(A.columns(), rank);
    if (rows.size() * columns.size() > kMaxMinors) return {.decided = false, .cases = {}, .error_bound = 0};
    std::vector<Expr> minors;
    for (const auto& r : rows)
        for (const auto& k : columns) {
            budget.check();
            Matrix minor(s.c, rank, rank);
            for (std::size_t i = 0; i < rank; ++i)
                for (std::size_t j = 0; j < rank; ++j) minor(i, j) = A(r[i], k[j]);
            const Expr value = substitute(determinant(minor), idle);
            if (!vanishes(value)) minors.push_back(value);
        }
    if (minors.empty()) return {.decided = false, .cases = {}, .error_bound = 0};
    return common_zeros(s, minors, budget);
}

Data data(const Locus& locus) {
    Data::List cases;
    for (const Locus::Case& c : locus.cases) cases.emplace_back(list_of(c.conditions));
    return cases;
}

Fact::Sentence described(const Locus& locus) {
    std::vector<Fact::Sentence> cases;
    for (const Locus::Case& k : locus.cases) {
        std::vector<Fact::Sentence> parts;
        for (const Expr& f : k.conditions) parts.push_back({text(f) + " = 0", "$" + latex(f) + " = 0$"});
        cases.push_back(listed(parts) + (k.is_attained ? "" : " (if that occurs)"));
    }
    return listed(cases, ", or ");
}

}  // namespace anholon
