#include "proof/linear_system.hpp"

#include <algorithm>
#include <cmath>

#include "algebra/residue_matrix.hpp"

namespace anholon::proof {

LinearSolution<Residue> solved(const FieldNumbers& n, LinearSystem<Residue> system) {
    const std::size_t unknowns = system.unknowns;
    Echelon e = echelon(n.field(), std::move(system.rows), unknowns + 1);
    LinearSolution<Residue> out{std::vector<std::optional<Residue>>(unknowns), e.pivots.size(), {}};
    if (!e.pivots.empty() && e.pivots.back() == unknowns) {
        out.left.push_back(n.field().one());
        e.rows.pop_back();
        --out.rank;
    }
    for (std::size_t k = 0; k < e.rows.size(); ++k) {
        bool is_determined = true;
        for (std::size_t j = e.pivots[k] + 1; j < unknowns; ++j)
            is_determined = is_determined && e.rows[k][j].is_zero();
        if (is_determined) out.z[e.pivots[k]] = e.rows[k][unknowns];
    }
    return out;
}

LinearSolution<Ball> solved(const RealNumbers& n, LinearSystem<Ball> system, std::size_t rank) {
    auto& rows = system.rows;
    const std::size_t unknowns = system.unknowns;
    std::vector<std::size_t> column(unknowns);
    for (std::size_t j = 0; j < unknowns; ++j) column[j] = j;
    for (std::size_t k = 0; k < rank; ++k) {
        std::size_t row = k, at = k;
        double largest = -1;
        for (std::size_t i = k; i < rows.size(); ++i)
            for (std::size_t j = k; j < unknowns; ++j) {
                const Ball& entry = rows[i][column[j]];
                if (entry.contains_zero()) continue;
                const double size = std::abs(entry.midpoint());
                if (size > largest) {
                    largest = size;
                    row = i;
                    at = j;
                }
            }
        if (largest < 0)
            throw NoValue{"the equations do not determine their unknowns, or not to this precision"};
        std::swap(rows[k], rows[row]);
        std::swap(column[k], column[at]);
        const Ball inverse = n.inverse(rows[k][column[k]]);
        for (Ball& x : rows[k]) x = n.multiply(x, inverse);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i == k) continue;
            const Ball factor = n.negate(rows[i][column[k]]);
            for (std::size_t j = 0; j <= unknowns; ++j)
                rows[i][j] = n.add(rows[i][j], n.multiply(factor, rows[k][j]));
        }
    }
    LinearSolution<Ball> out{std::vector<std::optional<Ball>>(unknowns, n.from(0)), rank, {}};
    for (std::size_t k = rank; k < rows.size(); ++k) out.left.push_back(rows[k][unknowns]);
    for (std::size_t k = 0; k < rank; ++k) out.z[column[k]] = rows[k][unknowns];
    return out;
}

namespace {

template <class Scalar>
std::vector<Scalar> all_of(const LinearSolution<Scalar>& solution) {
    std::vector<Scalar> out;
    for (const auto& z : solution.z) {
        if (!z) throw NoValue{"constraints do not determine what they are solved for"};
        out.push_back(*z);
    }
    return out;
}

}  // namespace

std::vector<Residue> solved_fully(const FieldNumbers& n, LinearSystem<Residue> system) {
    return all_of(solved(n, std::move(system)));
}

std::vector<Ball> solved_fully(const RealNumbers& n, LinearSystem<Ball> system) {
    const std::size_t unknowns = system.unknowns;
    return all_of(solved(n, std::move(system), unknowns));
}

}  // namespace anholon::proof
