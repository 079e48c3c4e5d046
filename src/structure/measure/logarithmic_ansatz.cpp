#include "structure/measure/logarithmic_ansatz.hpp"

#include <algorithm>
#include <array>

#include "expr/build.hpp"
#include "expr/elementary.hpp"
#include "expr/enclosure.hpp"
#include "expr/walk.hpp"
#include "mechanics/points/unit_sphere.hpp"
#include "structure/evidence/polynomial_factors.hpp"

namespace anholon {

namespace {

bool holds_coordinates(const Setting& s, Expr e) {
    return std::ranges::any_of(symbols_of(e),
                               [&](const Expr& x) { return std::ranges::find(s.q, x) != s.q.end(); });
}

constexpr std::size_t kMaxFactors = 40;

// Coordinates whose squares sum up to 1 have values with that sum: numbers beside the constraints may have the other sign.
void put_on_spheres(const Setting& s, Point& at) {
    for (const Expr& F : s.system.functions_of_place()) {
        const std::vector<Expr> x = on_unit_sphere(F, s.q);
        if (x.size() < 2 || x.size() > 4) continue;
        static constexpr std::array<std::array<long, 5>, 3> points{
            {{3, 4, 0, 0, 5}, {1, 2, 2, 0, 3}, {1, 2, 2, 4, 5}}};
        const auto& point = points[x.size() - 2];
        for (std::size_t i = 0; i < x.size(); ++i)
            for (auto& [symbol, value] : at)
                if (symbol == x[i]) value = Rational(point[i], point[4]);
    }
}

// ±e, whichever is positive at some configuration: powers that are not whole are to be real.
Expr made_positive(const Setting& s, Expr e) {
    Point at;
    for (const Parameter& p : s.system.parameters) at.emplace_back(p.symbol, p.value);
    for (std::size_t i = 0; i < s.q.size(); ++i)
        at.emplace_back(s.q[i], Rational(static_cast<long>(2 * i) + 3, 10));
    put_on_spheres(s, at);
    const Ball value = enclosure(e, at);
    return value.is_finite() && value.midpoint() < 0 ? -e : e;
}

}  // namespace

std::vector<Expr> density_factors(const Setting& s, std::span<const Expr> whole,
                                  std::span<const Expr> dividing) {
    std::vector<Expr> factors;
    const auto add = [&](Expr e) {
        if (factors.size() < kMaxFactors && holds_coordinates(s, e) &&
            std::ranges::find(factors, e) == factors.end())
            factors.push_back(e);
    };
    for (const Expr& e : whole)
        for (const auto& [base, exponent] : factors_of(s, e)) add(base);
    std::vector<Expr> all(whole.begin(), whole.end());
    all.insert(all.end(), dividing.begin(), dividing.end());
    if (all.empty()) return factors;
    const std::vector<Expr> flat = elementary(all);
    const Walk walk(s.c, flat);
    for (const NodeId id : walk.nodes()) {
        const Node node = s.c.node(id);
        if (node.kind == Kind::function && (node.function == Function::sin || node.function == Function::cos))
            add(Expr(s.c, id));
        for (std::size_t k = 0; node.kind == Kind::product && k < node.count; k += 2)
            if (s.c.number_at(node.args[k + 1]).sign() < 0) add(made_positive(s, Expr(s.c, node.args[k])));
    }
    for (const Expr& q : s.q)
        if (walk.contains(q.id())) add(q);
    // The first that do are taken: e^φ of an angle φ does not return to its value when φ does.
    for (const bool is_angle : {false, true})
        for (const Coordinate& q : s.system.coordinates)
            if (static_cast<bool>(q.modulus) == is_angle) add(exp(q.symbol));
    return factors;
}

std::vector<std::pair<Expr, Rational>> factors_of(const Setting& s, Expr e) {
    const auto [coefficient, id] = split_coefficient(s.c, e.id());
    const Node node = s.c.node(id);
    if (!holds_coordinates(s, e)) return {};
    if (node.kind != Kind::product) return {{made_positive(s, Expr(s.c, id)), 1}};
    std::vector<std::pair<Expr, Rational>> factors;
    for (std::size_t k = 0; k < node.count; k += 2)
        if (const Expr base(s.c, node.args[k]); holds_coordinates(s, base))
            factors.emplace_back(made_positive(s, base), s.c.number_at(node.args[k + 1]));
    return factors;
}

std::vector<std::pair<Expr, Rational>> irreducible_factors_of(const Setting& s, Expr fraction) {
    constexpr std::size_t max_terms = 20000;
    std::vector<std::pair<Expr, Rational>> factors;
    for (const PolynomialFactor& f : rational_factors(s, fraction, max_terms))
        for (const auto& [base, exponent] : factors_of(s, f.polynomial))
            factors.emplace_back(base, exponent * Rational(f.exponent));
    return factors;
}

void LogarithmicAnsatz::multiply(Expr factor, Expr exponent) {
    const auto found = std::ranges::find(factors, factor);
    if (found == factors.end()) {
        factors.push_back(factor);
        exponents.push_back(exponent);
    } else {
        exponents[static_cast<std::size_t>(found - factors.begin())] += exponent;
    }
}

std::optional<Expr> LogarithmicAnsatz::many_valued_in(const Setting& s) const {
    for (const Coordinate& q : s.system.coordinates)
        if (q.modulus && std::ranges::find(factors, exp(q.symbol)) != factors.end()) return q.symbol;
    return std::nullopt;
}

Expr LogarithmicAnsatz::density(Context& c) const {
    Expr product = c.one();
    for (std::size_t j = 0; j < factors.size(); ++j) {
        const Node node = c.node(factors[j].id());
        const bool is_exp = node.kind == Kind::function && node.function == Function::exp;
        product *= is_exp ? exp(exponents[j] * Expr(c, node.args[0])) : pow(factors[j], exponents[j]);
    }
    return product;
}

std::optional<LogarithmicAnsatz> solve_by_logarithms(const Setting& s, const std::vector<Expr>& factors,
                                                     const std::vector<std::vector<Expr>>& derivatives,
                                                     const std::vector<Expr>& w, StateSampler::At at,
                                                     const Budget& budget) {
    RelationProblem problem;
    problem.columns = factors.size() + 1;
    problem.conditions_per_state = w.size();
    problem.conditions = rows_of_length(problem.columns);
    std::vector<Expr> table;
    for (std::size_t r = 0; r < w.size(); ++r) {
        table.insert(table.end(), derivatives[r].begin(), derivatives[r].end());
        table.push_back(w[r]);
    }
    StateSampler sampler(s, table, at);
    for (const Relation& relation : constant_relations(s, sampler, problem, budget).list) {
        const Expr scale = relation.c.back();
        if (scale == s.c.zero()) continue;
        LogarithmicAnsatz found{{}, {}, relation.valid};
        std::vector<Expr> residuals = w;
        for (std::size_t j = 0; j < factors.size(); ++j) {
            const Expr k = simplified(relation.c[j] / scale);
            if (k == s.c.zero()) continue;
            found.factors.push_back(factors[j]);
            found.exponents.push_back(k);
            for (std::size_t r = 0; r < w.size(); ++r) residuals[r] += k * derivatives[r][j];
        }
        const auto proved = vanish(s, residuals, at, relation.valid, budget);
        if (!std::ranges::all_of(proved, [](const auto& v) { return v.answer == Answer::yes; })) continue;
        for (const auto& v : proved) found.error_bound = std::max(found.error_bound, v.error_bound);
        return found;
    }
    return std::nullopt;
}

}  // namespace anholon
