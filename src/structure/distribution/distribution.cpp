#include "structure/distribution/distribution.hpp"

#include <algorithm>

#include "expr/complexity.hpp"
#include "expr/elementary.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

bool moves(const Setting& s, const ConstraintRows& rows) {
    for (const Expr& a0 : rows.a0)
        if (is_zero_modulo_primes(a0).answer != Answer::yes) return true;
    return !rows.empty() && std::ranges::any_of(rows.a.entries(), [&](const Expr& a) {
        return is_zero_modulo_primes(derivative(a, s.t)).answer != Answer::yes;
    });
}

}  // namespace

Distribution distribution(const Setting& s) {
    const ConstraintRows rows = constraint_rows(s.system);
    Distribution D{.s = s, .frame = s.frame(), .moves = moves(s, rows), .q = s.q};
    const std::size_t n = s.n();
    // q̇_i = B_is η_s + B_i0
    Substitution at_rest, standing;
    for (const Expr& v : s.v) at_rest.emplace_back(v, s.c.zero());
    for (const Expr& e : D.frame.eta()) standing.emplace_back(e, s.c.zero());
    D.X.assign(n + 1, Field(n + 1, s.c.zero()));
    D.X[0][0] = s.c.one();
    for (std::size_t i = 0; i < n; ++i) {
        const Expr rate = D.frame.in_eta(s.v[i]);
        const auto B = gradient(rate, D.frame.eta());
        D.X[0][i + 1] = simplified(substitute(rate, standing), kQuick);
        for (std::size_t a = 1; a <= n; ++a) D.X[a][i + 1] = simplified(B[a - 1], kQuick);
    }
    D.eta = Matrix(s.c, n, n + 1);
    for (std::size_t a = 1; a <= n; ++a) {
        const auto A = gradient(D.frame.definition(a), s.v);
        D.eta(a - 1, 0) = substitute(D.frame.definition(a), at_rest);
        for (std::size_t i = 0; i < n; ++i) D.eta(a - 1, i + 1) = A[i];
    }
    if (D.moves) D.free.push_back(0);
    for (std::size_t r = 1; r <= D.frame.l(); ++r) D.free.push_back(r);
    std::size_t alpha = D.frame.l();
    for (const Constraint& k : s.system.constraints) {
        ++alpha;
        if (k.kind == Constraint::Kind::geometric) continue;
        D.constraint.push_back(alpha);
        D.names.push_back(k.name);
    }
    D.dimension = D.frame.l() + D.constraint.size() + (D.moves ? 1 : 0);
    return D;
}

namespace {

// Linear forms L_ki q_i with rational coefficients: as many angles of the free operators as are independent, then coordinates.
Matrix angle_forms(const Distribution& D) {
    Context& c = D.s.c;
    const std::size_t n = D.q.size();
    std::vector<std::vector<Expr>> rows;
    const auto matrix = [&] {
        Matrix L(c, rows.size(), n);
        for (std::size_t k = 0; k < rows.size(); ++k)
            for (std::size_t i = 0; i < n; ++i) L(k, i) = rows[k][i];
        return L;
    };
    const auto add = [&](std::vector<Expr> row) {
        if (!std::ranges::all_of(row, &Expr::is_number)) return;
        rows.push_back(std::move(row));
        if (rank(matrix()).rank != rows.size()) rows.pop_back();
    };
    std::vector<Expr> components;
    for (const std::size_t r : D.free) components.insert(components.end(), D.X[r].begin(), D.X[r].end());
    const Walk walk(c, components);
    for (const NodeId id : walk.nodes()) {
        const Node node = c.node(id);
        if (node.kind == Kind::function && (node.function == Function::sin || node.function == Function::cos))
            add(gradient(Expr(c, node.args[0]), D.q));
    }
    for (std::size_t i = 0; i < n; ++i) add(gradient(D.q[i], D.q));
    return matrix();
}

}  // namespace

Distribution in_simpler_angles(const Distribution& D) {
    Context& c = D.s.c;
    const std::size_t n = D.q.size();
    const bool tied = std::ranges::any_of(
        D.s.system.constraints, [](const Constraint& k) { return k.kind == Constraint::Kind::geometric; });
    if (D.s.on_algebra() || tied) return D;
    const Matrix L = angle_forms(D), C = inverse(L).inverse;
    Distribution E = D;
    Substitution there;
    for (std::size_t k = 0; k < n; ++k) {
        std::string name = "phi";
        while (c.find(name)) name += "_";
        E.q[k] = c.variable(name);
        E.back.emplace_back(E.q[k], dot(L.row(k), D.q));
    }
    for (std::size_t i = 0; i < n; ++i) there.emplace_back(D.q[i], dot(C.row(i), E.q));
    for (std::size_t a = 0; a <= n; ++a)
        for (std::size_t k = 0; k < n; ++k)
            E.X[a][k + 1] =
                simplified(substitute(dot(L.row(k), std::span(D.X[a]).subspan(1)), there), kQuick);
    E.eta = Matrix(c, n, n + 1);
    for (std::size_t a = 0; a < n; ++a) {
        E.eta(a, 0) = substitute(D.eta(a, 0), there);
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t i = 0; i < n; ++i) E.eta(a, k + 1) += D.eta(a, i + 1) * C(i, k);
            E.eta(a, k + 1) = simplified(substitute(E.eta(a, k + 1), there), kQuick);
        }
    }
    return E;
}

bool has_short_operators(const Distribution& D) {
    constexpr double kMaxDegree = 2000;
    std::vector<Expr> components;
    for (const std::size_t r : D.free) components.insert(components.end(), D.X[r].begin(), D.X[r].end());
    components = elementary(components);
    return complexity(D.s.c, Walk(D.s.c, components), components).degree <= kMaxDegree;
}

Field bracket(const Distribution& D, const Field& U, const Field& V) {
    const Setting& s = D.s;
    const auto along = [&](const Field& W) {
        Direction direction{{s.t, W[0]}};
        for (std::size_t i = 0; i < D.q.size(); ++i) direction.emplace_back(D.q[i], W[i + 1]);
        return direction;
    };
    const Field first = directional_derivative(V, along(U)), second = directional_derivative(U, along(V));
    Field W;
    for (std::size_t i = 0; i < U.size(); ++i) W.push_back(first[i] - second[i]);
    for (std::size_t i = 0; s.on_algebra() && i < s.n(); ++i)
        for (std::size_t j = 0; j < s.n(); ++j)
            for (std::size_t k = 0; k < s.n(); ++k)
                W[i + 1] += s.system.algebra->c(i, j, k) * U[j + 1] * V[k + 1];
    return W;
}

Field modulo(const Distribution& D, Field U, const Budget& budget) {
    Field reduced = U;
    for (const std::size_t r : D.free) {
        const Expr part = simplified(r == 0 ? U[0] : D.form(r, U), kQuick);
        for (std::size_t i = 0; i < U.size() && part != D.s.c.zero(); ++i) reduced[i] -= part * D.X[r][i];
    }
    for (Expr& e : reduced) {
        budget.check();
        e = simplified(e, kQuick);
    }
    return reduced;
}

}  // namespace anholon
