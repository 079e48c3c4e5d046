#include "study/small_oscillations.hpp"

#include "integrate/factorization.hpp"
#include "integrate/least_squares.hpp"

namespace anholon {

namespace {

using Numbers = std::vector<double>;

// A dense matrix by rows.
struct Dense {
    std::size_t rows = 0, columns = 0;
    Numbers entries = {};

    Dense(std::size_t r, std::size_t c) : rows(r), columns(c), entries(r * c, 0.0) {}
    double& operator()(std::size_t i, std::size_t j) { return entries[i * columns + j]; }
    double operator()(std::size_t i, std::size_t j) const { return entries[i * columns + j]; }
    void add_row(const Numbers& row) {
        entries.insert(entries.end(), row.begin(), row.end());
        ++rows;
    }
    std::size_t rank() const { return anholon::rank(entries, rows, columns, {1e-9}); }
};

Dense operator*(const Dense& A, const Dense& B) {
    Dense C(A.rows, B.columns);
    for (std::size_t i = 0; i < A.rows; ++i)
        for (std::size_t k = 0; k < A.columns; ++k)
            for (std::size_t j = 0; j < B.columns; ++j) C(i, j) += A(i, k) * B(k, j);
    return C;
}

Dense operator-(Dense A, const Dense& B) {
    for (std::size_t k = 0; k < A.entries.size(); ++k) A.entries[k] -= B.entries[k];
    return A;
}

Dense transpose(const Dense& A) {
    Dense B(A.columns, A.rows);
    for (std::size_t i = 0; i < A.rows; ++i)
        for (std::size_t j = 0; j < A.columns; ++j) B(j, i) = A(i, j);
    return B;
}

// The rows and columns named.
Dense part_of(const Dense& A, const std::vector<std::size_t>& rows, const std::vector<std::size_t>& columns) {
    Dense B(rows.size(), columns.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < columns.size(); ++j) B(i, j) = A(rows[i], columns[j]);
    return B;
}

std::vector<std::size_t> range(std::size_t first, std::size_t end) {
    std::vector<std::size_t> list;
    for (std::size_t k = first; k < end; ++k) list.push_back(k);
    return list;
}

// The first rows that are independent of those before them.
std::vector<std::size_t> independent_rows(const Dense& A) {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < A.rows; ++i) {
        std::vector<std::size_t> tried = chosen;
        tried.push_back(i);
        if (part_of(A, tried, range(0, A.columns)).rank() == tried.size()) chosen = std::move(tried);
    }
    return chosen;
}

std::optional<Dense> inverse(const Dense& A) {
    Factorization factors;
    if (A.rows != A.columns || !factors.factor(A.entries, A.rows)) return std::nullopt;
    Dense B(A.rows, A.rows);
    for (std::size_t j = 0; j < A.rows; ++j) {
        Numbers column(A.rows, 0.0);
        column[j] = 1;
        factors.solve(column);
        for (std::size_t i = 0; i < A.rows; ++i) B(i, j) = column[i];
    }
    return B;
}

// Functions ℓ·x that δẋ = Aδx leaves constant: ℓA = 0. Those of coordinates alone first, which are what constraints tie
// together; then, if they are as many as are needed and no more, all others.
std::optional<std::vector<Numbers>> constants_of(const Dense& A, std::size_t coordinates,
                                                 std::size_t needed) {
    Dense conditions = transpose(A);
    const auto all = kernel(conditions.entries, conditions.rows, conditions.columns);
    for (std::size_t k = coordinates; k < A.rows; ++k) {
        Numbers row(A.rows, 0.0);
        row[k] = 1;
        conditions.add_row(row);
    }
    const auto of_coordinates = kernel(conditions.entries, conditions.rows, conditions.columns);
    if (of_coordinates.size() == needed) return of_coordinates;
    if (all.size() == needed) return all;
    return std::nullopt;
}

// T with x = T(s, ṡ): the inverse of the rows s, A_s and the constants, which are put to zero.
std::optional<Dense> state_in_positions(const Dense& A, const std::vector<std::size_t>& s,
                                        const std::vector<Numbers>& constants) {
    const std::size_t N = A.rows;
    Dense rows(0, N);
    for (const std::size_t i : s) {
        Numbers unit(N, 0.0);
        unit[i] = 1;
        rows.add_row(unit);
    }
    for (const std::size_t i : s) rows.add_row(part_of(A, {i}, range(0, N)).entries);
    for (const Numbers& constant : constants) rows.add_row(constant);
    if (rows.rank() < N) return std::nullopt;
    return inverse(rows);
}

// Σ with BΣ = 1: the first free velocities that can do it change with s, the others do not.
std::optional<Dense> displacements_of(const Dense& B) {
    const std::vector<std::size_t> own = independent_rows(transpose(B));
    if (own.size() != B.rows) return std::nullopt;  // nearly dependent: by columns fewer than by rows
    const auto inverted = inverse(part_of(B, range(0, B.rows), own));
    if (!inverted) return std::nullopt;
    Dense out(B.columns, B.rows);
    for (std::size_t i = 0; i < own.size(); ++i)
        for (std::size_t j = 0; j < B.rows; ++j) out(own[i], j) = (*inverted)(i, j);
    return out;
}

// The mass matrix W of the free velocities.
Dense masses(SteadyPart& part, std::span<const double> x) {
    const RateEquations& e = part.formulation().equations();
    Dense W(e.unknowns.size(), e.unknowns.size());
    StateFunctions entries(e, e.W.entries());
    entries(0, x, part.parameters(), {}, W.entries);
    return W;
}

}  // namespace

// With x = (q, η), s chosen among q: the rows s, A_s and the constants make x = T(s, ṡ), and W δη̇ = W A_η δx, taken along the
// displacements δη = Σ ṡ, is the equation for s.
std::optional<SmallOscillations> small_oscillations(SteadyPart& part, std::span<const double> x,
                                                    const LinearPart& linear) {
    const Formulation& f = part.formulation();
    const std::size_t l = f.velocities(), N = linear.independent.size();
    const bool has_accelerations_only =
        f.equations().unknowns.size() == l && f.equations().state.size() == f.coordinates() + l;
    if (!has_accelerations_only || N < l || l == 0) return std::nullopt;
    const std::size_t coordinates = N - l;  // independent ones; the velocities follow them
    for (std::size_t k = 0; k < l; ++k)
        if (part.kept()[linear.independent[coordinates + k]] != f.coordinates() + k) return std::nullopt;
    Dense A(N, N);
    A.entries = linear.A;
    const Dense B = part_of(A, range(0, coordinates), range(coordinates, N));
    const std::vector<std::size_t> s = independent_rows(B);
    const std::size_t r = s.size();
    if (r == 0) return std::nullopt;
    const auto constants = constants_of(A, coordinates, N - 2 * r);
    if (!constants) return std::nullopt;

    const auto T = state_in_positions(A, s, *constants);
    const auto displacements = displacements_of(part_of(B, s, range(0, l)));
    if (!T || !displacements) return std::nullopt;
    const std::vector<std::size_t> eta = range(coordinates, N), positions = range(0, r),
                                   speeds = range(r, 2 * r);
    const Dense forces = transpose(*displacements) * masses(part, x);
    const Dense A_eta = part_of(A, eta, range(0, N));
    const auto T_of = [&](const std::vector<std::size_t>& columns) {
        return part_of(*T, range(0, N), columns);
    };
    SmallOscillations out;
    for (const std::size_t i : s)
        out.coordinates.push_back(symbol_text(part.state()[part.kept()[linear.independent[i]]].symbol()));
    out.M = (forces * part_of(*T, eta, speeds)).entries;
    out.C = (forces * (part_of(*T, eta, positions) - A_eta * T_of(speeds))).entries;
    out.K = (Dense(r, r) - forces * (A_eta * T_of(positions))).entries;
    return out;
}

}  // namespace anholon
