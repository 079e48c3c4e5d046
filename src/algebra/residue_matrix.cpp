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

bool RowSpace::add(ResidueRow row) {
    for (std::size_t k = 0; k < rows_.size(); ++k) subtract(row, rows_[k], row[pivots_[k]]);
    const auto pivot = std::ranges::find_if(row, [](Residue a) { return !a.is_zero(); });
    if (pivot == row.end()) return false;
    const auto place = static_cast<std::size_t>(pivot - row.begin());
    const Residue inverse = field_.inverse(*pivot);
    for (Residue& a : row) a = field_.multiply(a, inverse);
    for (ResidueRow& other : rows_) subtract(other, row, other[place]);
    rows_.push_back(std::move(row));
    pivots_.push_back(place);
    return true;
}

std::vector<ResidueRow> RowSpace::kernel() const {
    std::vector<ResidueRow> basis;
    for (std::size_t free = 0; free < columns_; ++free) {
        if (std::ranges::find(pivots_, free) != pivots_.end()) continue;
        ResidueRow v(columns_);
        v[free] = field_.one();
        for (std::size_t k = 0; k < rows_.size(); ++k) v[pivots_[k]] = field_.negate(rows_[k][free]);
        basis.push_back(std::move(v));
    }
    return basis;
}

void RowSpace::subtract(ResidueRow& row, const ResidueRow& other, Residue factor) const {
    if (factor.is_zero()) return;
    for (std::size_t j = 0; j < columns_; ++j)
        row[j] = field_.subtract(row[j], field_.multiply(factor, other[j]));
}

// Euclid's algorithm on (p, a), stopped half way (Wang 1981).
std::optional<Rational> as_fraction(const PrimeField& F, Residue a, long bound) {
    long r0 = static_cast<long>(F.prime()), r1 = static_cast<long>(F.value(a)), t0 = 0, t1 = 1;
    while (r1 >= bound) {
        const long quotient = r0 / r1;
        r0 = std::exchange(r1, r0 - quotient * r1);
        t0 = std::exchange(t1, t0 - quotient * t1);
    }
    if (t1 == 0 || std::abs(t1) >= bound) return std::nullopt;
    return t1 < 0 ? Rational(-r1, -t1) : Rational(r1, t1);
}

}  // namespace anholon
