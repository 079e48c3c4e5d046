#include "mechanics/points/generic_rank.hpp"

#include <algorithm>

#include "algebra/residue_matrix.hpp"
#include "expr/complexity.hpp"

namespace anholon {

namespace {

// The indices of the rows that are independent of those before.
std::vector<std::size_t> independent_rows(const PrimeField& F, const ResidueRows& rows) {
    std::vector<std::size_t> found;
    RowSpace space(F, rows.empty() ? 0 : rows[0].size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (space.add(rows[i])) found.push_back(i);
    return found;
}

}  // namespace

GenericRank generic_rank(const Setting& s, const Matrix& A, const RankOptions& options) {
    GenericRank result;
    if (A.empty()) return {.rank = 0, .rows = {}};
    constexpr double kEnough = 1e-30;
    constexpr std::uint64_t kRounds = 12;
    ManifoldPoints points(s, A.entries(), options.keep, options.declared);
    if (!options.solves_for_parameters) points.keep_parameters();
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
