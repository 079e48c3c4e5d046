#include "algebra/residue_matrix.hpp"

#include <algorithm>

namespace anholon {

Echelon echelon(const PrimeField& F, ResidueRows rows, std::size_t columns) {
    Echelon e;
    e.columns = columns;
    std::size_t rank = 0;
    for (std::size_t j = 0; j < columns && rank < rows.size(); ++j) {
        std::size_t pivot = rank;
        while (pivot < rows.size() && rows[pivot][j].is_zero()) ++pivot;
        if (pivot == rows.size()) continue;
        std::swap(rows[pivot], rows[rank]);
        const Residue inverse = F.inverse(rows[rank][j]);
        for (std::size_t k = j; k < columns; ++k) rows[rank][k] = F.multiply(rows[rank][k], inverse);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i == rank || rows[i][j].is_zero()) continue;
            const Residue factor = rows[i][j];
            for (std::size_t k = j; k < columns; ++k)
                rows[i][k] = F.subtract(rows[i][k], F.multiply(factor, rows[rank][k]));
        }
        e.pivots.push_back(j);
        ++rank;
    }
    rows.resize(rank);
    e.rows = std::move(rows);
    return e;
}

std::vector<KernelVector> kernel(const PrimeField& F, const Echelon& e) {
    std::vector<KernelVector> basis;
    for (std::size_t j = 0; j < e.columns; ++j) {
        if (std::ranges::binary_search(e.pivots, j)) continue;
        KernelVector v{j, ResidueRow(e.columns)};
        v.c[j] = F.one();
        for (std::size_t k = 0; k < e.pivots.size(); ++k) v.c[e.pivots[k]] = F.negate(e.rows[k][j]);
        basis.push_back(std::move(v));
    }
    return basis;
}

// Euclid's algorithm on (p, a), stopped half way (Wang 1981).
std::optional<Rational> as_fraction(const PrimeField& F, Residue a) {
    constexpr long kBound = 1L << 30;
    long r0 = static_cast<long>(F.prime()), r1 = static_cast<long>(F.value(a)), t0 = 0, t1 = 1;
    while (r1 >= kBound) {
        const long quotient = r0 / r1;
        r0 = std::exchange(r1, r0 - quotient * r1);
        t0 = std::exchange(t1, t0 - quotient * t1);
    }
    if (t1 == 0 || std::abs(t1) >= kBound) return std::nullopt;
    return t1 < 0 ? Rational(-r1, -t1) : Rational(r1, t1);
}

}  // namespace anholon
