#include "structure/substitution/quasi_holonomic.hpp"

#include <algorithm>
#include <bit>

#include "expr/linear.hpp"
#include "expr/simplify.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxCoordinates = 6;  // of which all subsets are tried

bool is_nonzero(Expr e) { return is_zero_modulo_primes(e).answer != Answer::yes; }

// Coordinates that nothing depends on.
std::vector<std::size_t> absent_coordinates(const Setting& s, const ConstraintRows& rows) {
    std::vector<Expr> physics{s.L};
    physics.insert(physics.end(), s.Q.begin(), s.Q.end());
    physics.insert(physics.end(), rows.a.entries().begin(), rows.a.entries().end());
    physics.insert(physics.end(), rows.a0.begin(), rows.a0.end());
    std::vector<std::size_t> absent;
    for (std::size_t i = 0; i < s.q.size(); ++i)
        if (std::ranges::none_of(physics, [&](Expr e) { return is_nonzero(derivative(e, s.q[i])); }))
            absent.push_back(i);
    return absent;
}

// ẏ_i − g_i = Σ C_iα f_α, one row a coordinate, one column a constraint.
using Representation = Matrix;

// From the rows that hold ẏ alone, where they are as many: nothing is added to what the author wrote.
std::optional<Representation> as_written(const Setting& s, const ConstraintRows& rows,
                                         const std::vector<std::size_t>& y) {
    std::vector<std::size_t> with;
    for (std::size_t k = 0; k < rows.names.size(); ++k)
        if (std::ranges::any_of(y, [&](std::size_t i) { return is_nonzero(rows.a(k, i)); }))
            with.push_back(k);
    if (with.size() != y.size()) return std::nullopt;
    Matrix block(s.c, y.size(), y.size());
    for (std::size_t k = 0; k < with.size(); ++k)
        for (std::size_t j = 0; j < y.size(); ++j) block(k, j) = rows.a(with[k], y[j]);
    const InverseResult inverted = inverse(block);
    if (inverted.outcome != InverseResult::Outcome::regular) return std::nullopt;
    Representation C(s.c, y.size(), rows.names.size());
    for (std::size_t i = 0; i < y.size(); ++i)
        for (std::size_t k = 0; k < with.size(); ++k) C(i, with[k]) = simplified(inverted.inverse(i, k));
    return C;
}

class Search {
  public:
    Search(const Setting& s, const Budget& budget, Vanishing& vanishes)
        : s_(s), budget_(budget), vanishes_(vanishes), X_(s.frame()), rows_(constraint_rows(s.system)) {}

    std::vector<QuasiHolonomicSet> run() {
        std::vector<std::size_t> absent = absent_coordinates(s_, rows_);
        if (absent.size() > kMaxCoordinates) absent.resize(kMaxCoordinates);
        std::vector<unsigned> subsets;
        for (unsigned bits = 1; bits < 1u << absent.size(); ++bits)
            if (static_cast<std::size_t>(std::popcount(bits)) <= rows_.names.size()) subsets.push_back(bits);
        std::ranges::stable_sort(subsets, std::greater<>{}, [](unsigned b) { return std::popcount(b); });
        std::vector<QuasiHolonomicSet> found;
        for (const unsigned bits : subsets) {
            budget_.check();
            std::vector<std::size_t> y;
            for (std::size_t i = 0; i < absent.size(); ++i)
                if (bits >> i & 1) y.push_back(absent[i]);
            if (auto set = judge(y)) found.push_back(std::move(*set));
        }
        return found;
    }

  private:
    // (∂L/∂ẏ_i)* = θ_i0 + θ_iu η_u, in the free η; η_0 = 1.
    Expr theta(std::size_t i) const {
        return substitute(X_.in_eta(derivative(s_.L, s_.v[i])), X_.on_constraints());
    }

    // N(X_s) = Σ θ_i C_iα (c^α_rs η_r + c^α_0s): [f_α](X_s) on the constraints, f_α being quasi-velocities of the frame
    Expr N(const std::vector<std::size_t>& y, const Representation& C, std::size_t k) const {
        Expr sum = s_.c.zero();
        for (std::size_t a = 0; a < rows_.names.size(); ++a) {
            Expr bracket = X_.c(X_.l() + 1 + a, 0, k);
            for (std::size_t r = 1; r <= X_.l(); ++r) bracket += X_.eta(r) * X_.c(X_.l() + 1 + a, r, k);
            for (std::size_t i = 0; i < y.size(); ++i) sum += theta(y[i]) * C(i, a) * bracket;
        }
        return sum;
    }

    Vanishing::Result test(const std::vector<std::size_t>& y, const Representation& C) {
        Vanishing::Result all{.answer = Answer::yes};
        for (std::size_t k = 1; k <= X_.l(); ++k) {
            const Vanishing::Result one = vanishes_(N(y, C, k));
            if (one.answer != Answer::yes) return one;
            all.for_these_parameters = all.for_these_parameters || one.for_these_parameters;
        }
        return all;
    }

    // C from  C_iα a_αj = δ_ij (j in y)  and the coefficients of η_r η_u in N(X_s): linear in C.
    std::optional<Representation> representation(const std::vector<std::size_t>& y) const {
        const std::size_t m = rows_.names.size(), l = X_.l(), unknowns = y.size() * m;
        std::vector<std::vector<Expr>> equations;
        std::vector<Expr> right;
        for (std::size_t i = 0; i < y.size(); ++i)
            for (std::size_t j = 0; j < y.size(); ++j) {
                std::vector<Expr> row(unknowns, s_.c.zero());
                for (std::size_t a = 0; a < m; ++a) row[i * m + a] = rows_.a(a, y[j]);
                equations.push_back(std::move(row));
                right.push_back(i == j ? s_.c.one() : s_.c.zero());
            }
        for (std::size_t k = 1; k <= l; ++k)
            for (std::size_t r = 0; r <= l; ++r)
                for (std::size_t u = r; u <= l; ++u) {
                    equations.push_back(coefficient(y, k, r, u));
                    right.push_back(s_.c.zero());
                }
        Matrix A(s_.c, equations.size(), unknowns);
        for (std::size_t e = 0; e < equations.size(); ++e)
            for (std::size_t j = 0; j < unknowns; ++j) A(e, j) = equations[e][j];
        const Solution solution = solve(A, right);
        if (solution.outcome != Solution::Outcome::unique && solution.outcome != Solution::Outcome::many)
            return std::nullopt;
        Representation C(s_.c, y.size(), m);
        for (std::size_t i = 0; i < y.size(); ++i)
            for (std::size_t a = 0; a < m; ++a) C(i, a) = simplified(solution.x[i * m + a]);
        return C;
    }

    std::vector<Expr> coefficient(const std::vector<std::size_t>& y, std::size_t k, std::size_t r,
                                  std::size_t u) const {
        const std::size_t m = rows_.names.size();
        std::vector<Expr> row(y.size() * m, s_.c.zero());
        for (std::size_t i = 0; i < y.size(); ++i)
            for (std::size_t a = 0; a < m; ++a) {
                const std::size_t alpha = X_.l() + 1 + a;
                Expr& entry = row[i * m + a];
                entry = theta_part(y[i], u) * X_.c(alpha, r, k);
                if (u != r) entry += theta_part(y[i], r) * X_.c(alpha, u, k);
            }
        return row;
    }

    Expr theta_part(std::size_t i, std::size_t u) const {
        if (u > 0) return derivative(theta(i), X_.eta(u));
        Substitution rest;
        for (const Expr& e : X_.free()) rest.emplace_back(e, s_.c.zero());
        return substitute(theta(i), rest);
    }

    bool is_quadratic() const {
        const Matrix M = hessian(s_.L, s_.v);
        for (const Expr& entry : M.entries())
            for (const Expr& u : s_.v)
                if (is_nonzero(derivative(entry, u))) return false;
        return true;
    }

    // Can the constraints be solved for these velocities at all?
    bool is_solvable(const std::vector<std::size_t>& y) const {
        Matrix columns(s_.c, rows_.names.size(), y.size());
        for (std::size_t k = 0; k < rows_.names.size(); ++k)
            for (std::size_t j = 0; j < y.size(); ++j) columns(k, j) = rows_.a(k, y[j]);
        return rank(columns).rank == y.size();
    }

    std::optional<QuasiHolonomicSet> judge(const std::vector<std::size_t>& y) {
        if (!is_solvable(y)) return std::nullopt;
        QuasiHolonomicSet set{.y = y};
        if (const auto C = as_written(s_, rows_, y)) {
            set.verdict = test(y, *C);
            complete(set, *C);
            if (set.verdict.answer != Answer::no || y.size() == rows_.names.size()) return set;
        }
        if (!is_quadratic()) return set.g.empty() ? std::nullopt : std::optional(set);
        if (const auto C = representation(y)) {
            if (const auto verdict = test(y, *C); verdict.answer == Answer::yes) {
                set.as_written = false;
                set.verdict = verdict;
                complete(set, *C);
            }
        }
        if (set.g.empty()) set.verdict = {.answer = Answer::no};
        return set;
    }

    void complete(QuasiHolonomicSet& set, const Representation& C) const {
        set.g.clear();
        set.rest.clear();
        Substitution without_y;
        for (const std::size_t i : set.y) without_y.emplace_back(s_.v[i], s_.c.zero());
        for (std::size_t i = 0; i < set.y.size(); ++i) {
            Expr h = s_.c.zero();  // ẏ_i − g_i
            for (std::size_t a = 0; a < rows_.names.size(); ++a) h += C(i, a) * X_.definition(X_.l() + 1 + a);
            set.g.push_back(simplified(-substitute(h, without_y)));
        }
        for (std::size_t a = 0; a < rows_.names.size(); ++a) {
            bool used = false;
            for (std::size_t i = 0; i < set.y.size(); ++i) used = used || is_nonzero(C(i, a));
            if (!used) set.rest.push_back(rows_.names[a]);
        }
    }

    const Setting& s_;
    const Budget& budget_;
    Vanishing& vanishes_;
    const AdaptedFrame& X_;
    const ConstraintRows rows_;
};

}  // namespace

std::vector<QuasiHolonomicSet> quasi_holonomic_sets(const Setting& s, const Budget& budget,
                                                    Vanishing& vanishes) {
    return Search(s, budget, vanishes).run();
}

std::vector<Expr> lagrange_in_quasi_velocities(const Setting& s, Expr function) {
    const AdaptedFrame& X = s.frame();
    const Expr u = X.in_eta(function);
    const Covector y = d(u, X.eta());
    std::vector<Expr> components;
    for (std::size_t j = 1; j <= X.n(); ++j) {
        Expr transport = y(X.bracket(0, j));
        for (std::size_t r = 1; r <= X.n(); ++r) transport += X.eta(r) * y(X.bracket(r, j));
        components.push_back(X.in_eta(Dt(y[j - 1])) - X.apply(j, u) - transport);
    }
    return components;
}

std::vector<Expr> lagrange_along_frame(const Setting& s, Expr u) {
    const AdaptedFrame& X = s.frame();
    const Covector E = s.lagrange(u);
    std::vector<Expr> components;
    for (std::size_t j = 1; j <= X.n(); ++j) {
        Expr sum = s.c.zero();
        for (std::size_t i = 0; i < s.n(); ++i) sum += X.frame().B()(i, j - 1) * X.in_eta(E[i]);
        components.push_back(sum);
    }
    return components;
}

}  // namespace anholon
