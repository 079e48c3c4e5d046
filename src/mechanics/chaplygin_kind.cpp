#include "mechanics/chaplygin_kind.hpp"

#include <algorithm>

#include "expr/linear.hpp"
#include "expr/simplify.hpp"
#include "mechanics/tied_coordinates.hpp"

namespace anholon {

namespace {

bool is_nonzero(Expr e) { return is_zero_modulo_primes(e).answer != Answer::yes; }

bool any_contains(std::span<const Expr> list, Expr coordinate) {
    return std::ranges::any_of(list, [&](Expr e) { return is_nonzero(derivative(e, coordinate)); });
}

bool is_geometric(const System& system, const std::string& name) {
    return std::ranges::any_of(system.constraints, [&](const Constraint& k) {
        return k.name == name && k.kind == Constraint::Kind::geometric;
    });
}

// Where a coordinate occurs, so that it is no y.
Reason occurs(const Setting& s, std::span<const Expr> constraints, std::size_t i) {
    const std::string name = "'" + s.q[i].symbol().name + "', whose velocity the constraints determine";
    if (is_nonzero(derivative(s.L, s.q[i]))) return "the Lagrangian contains " + name;
    if (any_contains(constraints, s.q[i])) return "the constraints contain " + name;
    if (std::ranges::any_of(s.Q, [&](Expr Q) { return is_nonzero(derivative(Q, s.q[i])); }))
        return "a force contains " + name;
    return std::nullopt;
}

std::vector<Expr> entries(const ConstraintRows& rows) {
    std::vector<Expr> all(rows.a.entries().begin(), rows.a.entries().end());
    all.insert(all.end(), rows.a0.begin(), rows.a0.end());
    return all;
}

// Independent columns, the first ones first.
std::optional<std::vector<std::size_t>> pivots(const Matrix& a) {
    const KernelResult null = kernel(a);
    if (!null.decided) return std::nullopt;
    std::vector<std::size_t> columns;
    for (std::size_t j = 0; j < a.columns(); ++j)
        if (std::ranges::find(null.free, j) == null.free.end()) columns.push_back(j);
    return columns;
}

Matrix block(const ConstraintRows& rows, const std::vector<std::size_t>& of,
             const std::vector<std::size_t>& columns) {
    Matrix m(rows.a.context(), of.size(), columns.size());
    for (std::size_t k = 0; k < of.size(); ++k)
        for (std::size_t j = 0; j < columns.size(); ++j) m(k, j) = rows.a(of[k], columns[j]);
    return m;
}

Matrix transposed(const Matrix& m) {
    Matrix t(m.context(), m.columns(), m.rows());
    for (std::size_t i = 0; i < m.rows(); ++i)
        for (std::size_t j = 0; j < m.columns(); ++j) t(j, i) = m(i, j);
    return t;
}

// Of the coordinates for whose velocities the constraints are solved, those that occur nowhere and in no geometric constraint.
std::vector<std::size_t> absent_coordinates(const Setting& s, const Setting& solved,
                                            const ConstraintRows& rows) {
    const AdaptedFrame& X = s.frame();
    std::vector<Expr> physics = entries(rows);
    for (std::size_t k = 1; k <= X.l(); ++k) physics.push_back(X.definition(k));
    std::vector<std::size_t> absent;
    for (const std::size_t i : solved.solved().dependent) {
        bool in_geometric = false;
        for (std::size_t k = 0; k < rows.names.size(); ++k)
            in_geometric =
                in_geometric || (is_geometric(s.system, rows.names[k]) && is_nonzero(rows.a(k, i)));
        if (!in_geometric && !occurs(s, physics, i)) absent.push_back(i);
    }
    return absent;
}

// Why there is no y at all: where the first coordinate occurs whose velocity the constraints determine, and no geometric one does.
std::string why_there_is_none(const Setting& s, const Setting& solved, const ConstraintRows& rows,
                              const std::vector<std::size_t>& on_velocities) {
    if (on_velocities.empty()) return "all constraints are geometric";
    const TiedCoordinates tied(solved);
    const std::vector<Expr> constraints = entries(rows);
    for (const std::size_t i : solved.solved().dependent) {
        const bool moves =
            std::ranges::any_of(on_velocities, [&](std::size_t k) { return is_nonzero(rows.a(k, i)); });
        if (tied.contains(i) || !moves) continue;
        if (const Reason where = occurs(s, constraints, i)) return *where;
    }
    return "every coordinate whose velocity the constraints determine occurs in the Lagrangian, the forces "
           "or the "
           "constraints";
}

}  // namespace

std::vector<std::size_t> coordinates_that_occur_nowhere(const Setting& s) {
    std::vector<std::size_t> absent;
    for (std::size_t i = 0; i < s.q.size(); ++i)
        if (!occurs(s, s.solved().g, i)) absent.push_back(i);
    return absent;
}

Reason not_chaplygins_in_coordinates(const Setting& s) {
    if (s.is_unconstrained()) return "there are no constraints";
    if (const Reason why = s.not_solved()) return why;
    for (const std::size_t i : s.solved().dependent)
        if (const Reason where = occurs(s, s.solved().g, i)) return where;
    return std::nullopt;
}

ChaplyginKind::ChaplyginKind(const Setting& s, const Setting& solved) {
    if (why_not = solved.not_solved(); why_not) return;
    if (why_not = s.no_frame(); why_not) return;
    const ConstraintRows all = constraint_rows(s.system);
    std::vector<std::size_t> on_velocities;
    for (std::size_t k = 0; k < all.names.size(); ++k)
        if (!is_geometric(s.system, all.names[k])) on_velocities.push_back(k);
    const std::vector<std::size_t> absent = absent_coordinates(s, solved, all);
    if (!on_velocities.empty() && !absent.empty()) {
        const auto columns = pivots(block(all, on_velocities, absent));
        if (columns)
            for (const std::size_t j : *columns) y.push_back(absent[j]);
    }
    if (y.empty()) {
        why_not = why_there_is_none(s, solved, all, on_velocities);
        return;
    }
    const auto solvable = pivots(transposed(block(all, on_velocities, y)));
    if (!solvable || solvable->size() != y.size()) {
        why_not = "the rank of the constraints cannot be decided";
        return;
    }
    for (const std::size_t k : *solvable) rows.push_back(on_velocities[k]);
    for (const std::size_t k : on_velocities)
        if (std::ranges::find(rows, k) == rows.end()) beside.push_back(all.names[k]);
    const InverseResult inverted = inverse(block(all, rows, y));
    if (inverted.outcome != InverseResult::Outcome::regular) {
        why_not = inverted.reason;
        return;
    }
    C = simplified(inverted.inverse);
    // f_k is the quasi-velocity η_{l+1+k} of the frame:  g_i = ẏ_i − C_ik η_{l+1+k}
    const AdaptedFrame& X = s.frame();
    for (std::size_t i = 0; i < y.size(); ++i) {
        Expr gi = X.in_eta(s.v[y[i]]);
        for (std::size_t k = 0; k < rows.size(); ++k) gi -= C(i, k) * X.eta(X.l() + 1 + rows[k]);
        g.push_back(simplified(gi, {.max_terms = 300, .max_nodes = 60}));
    }
}

Expr ChaplyginKind::restricted(const Setting& s, Expr e) const {
    Substitution in_eta = s.frame().velocities();
    for (auto& [velocity, value] : in_eta)
        for (std::size_t i = 0; i < y.size(); ++i)
            if (velocity == s.v[y[i]]) value = g[i];
    return substitute(e, in_eta);
}

QuasiLagrange quasi_lagrange(const Setting& s, Expr u, std::size_t j) {
    const AdaptedFrame& X = s.frame();
    const FrameCovector slope = X.d(u);
    return {slope[j], -X.apply(j, u) - X.transport(slope, j)};
}

}  // namespace anholon
