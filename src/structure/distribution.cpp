#include "structure/distribution.hpp"

#include <algorithm>

#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "verify/manifold_points.hpp"

namespace anholon {

namespace {

constexpr SimplifyOptions kQuick{.max_terms = 600, .max_nodes = 800, .max_angle_terms = 150};

bool moves(const Setting& s, const ConstraintRows& rows) {
    for (const Expr& a0 : rows.a0)
        if (is_zero_modulo_primes(a0).answer != Answer::yes) return true;
    return !rows.empty() && std::ranges::any_of(rows.a.entries(), [&](const Expr& a) {
        return is_zero_modulo_primes(derivative(a, s.t)).answer != Answer::yes;
    });
}

// Rows of residues brought to echelon form; which of them were independent.
std::vector<std::size_t> independent_rows(const PrimeField& F, std::vector<std::vector<Residue>> a) {
    std::vector<std::size_t> places(a.size()), found;
    for (std::size_t i = 0; i < a.size(); ++i) places[i] = i;
    const std::size_t columns = a.empty() ? 0 : a[0].size();
    std::size_t row = 0;
    for (std::size_t j = 0; j < columns && row < a.size(); ++j) {
        std::size_t pivot = row;
        while (pivot < a.size() && a[pivot][j].is_zero()) ++pivot;
        if (pivot == a.size()) continue;
        std::swap(a[pivot], a[row]);
        std::swap(places[pivot], places[row]);
        const Residue inverse = F.inverse(a[row][j]);
        for (std::size_t i = row + 1; i < a.size(); ++i) {
            const Residue factor = F.multiply(a[i][j], inverse);
            for (std::size_t k = j; k < columns && !factor.is_zero(); ++k)
                a[i][k] = F.subtract(a[i][k], F.multiply(factor, a[row][k]));
        }
        found.push_back(places[row++]);
    }
    std::ranges::sort(found);
    return found;
}

}  // namespace

Distribution distribution(const Setting& s) {
    const ConstraintRows rows = constraint_rows(s.system);
    Distribution D{.X = s.frame(), .moves = moves(s, rows)};
    if (D.moves) D.free.push_back(0);
    for (std::size_t r = 1; r <= D.X.l(); ++r) D.free.push_back(r);
    std::size_t alpha = D.X.l(), geometric = 0;
    for (const Constraint& k : s.system.constraints) {
        ++alpha;
        if (k.kind == Constraint::Kind::geometric) {
            ++geometric;
        } else {
            D.constraint.push_back(alpha);
            D.names.push_back(k.name);
        }
    }
    for (std::size_t a = 0; a <= D.X.n(); ++a) {
        D.operators.emplace_back();
        if (a == 0) D.operators.back().emplace_back(s.t, s.c.one());
        for (const Expr& q : s.q)
            if (const Expr rate = simplified(D.X.apply(a, q), kQuick); rate != s.c.zero())
                D.operators.back().emplace_back(q, rate);
    }
    D.dimension = s.n() - geometric + (D.moves ? 1 : 0);
    return D;
}

FrameField bracket(const Distribution& D, const FrameField& U, const FrameField& V) {
    const AdaptedFrame& X = D.X;
    const std::size_t n = X.n();
    Context& c = U[0].context();
    const auto along = [&](const FrameField& W, Expr f) {
        Expr sum = c.zero();
        for (std::size_t a = 0; a <= n; ++a)
            if (W[a] != c.zero()) sum += W[a] * directional_derivative(f, D.operators[a]);
        return sum;
    };
    FrameField W(n + 1, c.zero());
    for (std::size_t m = 0; m <= n; ++m) {
        if (V[m] != c.zero()) W[m] += along(U, V[m]);
        if (U[m] != c.zero()) W[m] -= along(V, U[m]);
    }
    for (std::size_t a = 0; a <= n; ++a)
        for (std::size_t b = 0; b <= n; ++b) {
            if (a == b || U[a] == c.zero() || V[b] == c.zero()) continue;
            for (std::size_t m = 1; m <= n; ++m)
                if (const Expr cm = simplified(X.c(m, a, b), kQuick); cm != c.zero())
                    W[m] += U[a] * V[b] * cm;
        }
    return W;
}

FrameField tidy(FrameField V) {
    for (Expr& e : V) e = simplified(e, kQuick);
    return V;
}

GenericRank generic_rank(const Setting& s, const Matrix& A) {
    GenericRank result;
    if (A.empty()) return {.rank = 0, .rows = {}};
    constexpr double kEnough = 1e-30;
    constexpr std::uint64_t kRounds = 12;
    ManifoldPoints points(s, A.entries(), ManifoldPoints::Keep::geometric_ones);
    const double steps = static_cast<double>(A.rows() * A.columns());
    std::size_t good = 0;
    result.error_bound = 1;
    for (std::uint64_t round = 0; round < kRounds && result.error_bound > kEnough; ++round) {
        if (!points.draw(1, round)) continue;
        const auto values = points.evaluate(A.entries());
        for (std::size_t lane = 0; lane < ModularPoints::lanes; ++lane) {
            if (!points.is_alive(lane)) continue;
            std::vector<std::vector<Residue>> a(A.rows(), std::vector<Residue>(A.columns()));
            for (std::size_t i = 0; i < A.rows(); ++i)
                for (std::size_t j = 0; j < A.columns(); ++j) a[i][j] = values[i * A.columns() + j][lane];
            auto rows = independent_rows(points.field(lane), std::move(a));
            if (rows.size() > result.rows.size()) result.rows = std::move(rows);
            ++good;
        }
        result.error_bound = good == 0 ? 1 : chance_of_error(points.elementary(), steps, good);
    }
    if (good == 0)
        result.reason = points.why().empty() ? "no point of the manifold was found" : points.why();
    else
        result.rank = result.rows.size();
    if (result.rank == std::min(A.rows(), A.columns())) result.error_bound = 0;  // a minor is not zero
    return result;
}

}  // namespace anholon
