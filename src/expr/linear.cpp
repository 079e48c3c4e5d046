#include "expr/linear.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

#include "expr/context.hpp"
#include "expr/modular.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"

namespace anholon {

namespace {

// Minors share theirs; those of more rows, if few entries vanish, are too long.
constexpr std::size_t most_for_minors = 10;

// Row reduction of a matrix together with its values at random points.
class Elimination {
  public:
    Elimination(const Matrix& A, std::uint64_t seed) : A_(A), product_of_pivots_(A.context().one()) {
        const std::size_t steps = std::max(A.rows(), A.columns());
        sample_ = sample_modulo_primes(A.entries(), steps * steps, seed, reason_);
        if (!sample_) return;
        for (std::size_t k = 0; k < A_.entries().size(); ++k)
            if (is_zero(k)) A_.entries()[k] = A_.context().zero();
    }

    bool is_decided() const { return sample_.has_value(); }
    const std::string& reason() const { return reason_; }
    double error_bound() const { return sample_ ? sample_->error_bound : 1; }
    const Matrix& matrix() const { return A_; }
    const std::vector<std::size_t>& pivot_columns() const { return pivots_; }
    Expr product_of_pivots() const { return product_of_pivots_; }  // with the sign of the exchanges of rows

    // To reduced echelon form on the first `columns` columns; only to echelon form if `values_only`, and then without
    // building expressions.
    enum class Build { expressions, values_only };
    // Pivots column by column, so that the first columns are solved for; or wherever they are simplest and fill in least.
    enum class Pivots { in_order, sparse };
    enum class Holding { anything, constants };  // what a pivot may hold
    void run(std::size_t columns, Build build, Pivots order, Holding holding = Holding::anything) {
        std::vector<bool> is_done(columns, false);
        for (const std::size_t j : pivots_) is_done[j] = true;
        for (std::size_t step = 0; step < columns && pivots_.size() < A_.rows(); ++step) {
            const std::size_t row = pivots_.size();
            std::optional<Place> pivot;
            for (std::size_t j = order == Pivots::in_order ? step : 0; j < columns; ++j) {
                if (is_done[j]) continue;
                if (const auto found = best_in_column(row, j, order, holding);
                    found && (!pivot || found->key < pivot->key))
                    pivot = found;
                if (order == Pivots::in_order) break;
            }
            if (!pivot) continue;
            const std::size_t j = pivot->column;
            is_done[j] = true;
            swap_rows(pivot->row, row);
            pivots_.push_back(j);
            if (build == Build::expressions) product_of_pivots_ *= A_(row, j);
            scale_row(row, j, build);
            for (std::size_t i = build == Build::expressions ? 0 : row + 1; i < A_.rows(); ++i)
                if (i != row && !is_zero(at(i, j))) subtract_row(i, row, j, build);
        }
    }

    // Pivots that stand alone in their row or column of what is left: factors of the determinant, which alone vanishes with them.
    void run_alone(std::size_t columns) {
        std::vector<bool> is_done(columns, false);
        for (const std::size_t j : pivots_) is_done[j] = true;
        while (const auto place = alone(is_done)) {
            const std::size_t row = pivots_.size(), j = place->second;
            is_done[j] = true;
            swap_rows(place->first, row);
            pivots_.push_back(j);
            product_of_pivots_ *= A_(row, j);
            scale_row(row, j, Build::expressions);
            for (std::size_t i = 0; i < A_.rows(); ++i)
                if (i != row && !is_zero(at(i, j))) subtract_row(i, row, j, Build::expressions);
        }
    }

    // The rows and columns without pivots solved by minors over their one determinant, which is all that is divided by: no
    // poles of single pivots where a rotation has none. False where that would be long, or the determinant vanishes.
    bool finish_by_minors(std::size_t columns) {
        constexpr std::size_t kMaxBlock = most_for_minors;
        constexpr std::size_t kLarge = 4;  // rotations in quaternions
        constexpr SimplifyOptions kModest{.max_terms = 200, .max_nodes = 150};
        std::vector<std::size_t> left;
        for (std::size_t j = 0; j < columns; ++j)
            if (std::ranges::find(pivots_, j) == pivots_.end()) left.push_back(j);
        const std::size_t k = left.size(), first = pivots_.size();
        if (k < 2 || k > kMaxBlock || first + k != A_.rows()) return false;
        Context& c = A_.context();
        Matrix M(c, k, k);
        for (std::size_t i = 0; i < k; ++i)
            for (std::size_t j = 0; j < k; ++j) M(i, j) = A_(first + i, left[j]);
        const Expr det = simplified(determinant(M), kModest);
        if (is_zero_modulo_primes(det).answer != Answer::no) return false;
        // The determinant divides last, but where it may cancel.
        const bool is_large = k >= kLarge;
        Matrix inverse = adjugate(M);
        if (is_large)
            for (Expr& e : inverse.entries()) e = simplified(e / det, kModest);
        Matrix solved(c, k, A_.columns());
        for (std::size_t i = 0; i < k; ++i)
            for (std::size_t col = columns; col < A_.columns(); ++col) {
                for (std::size_t j = 0; j < k; ++j) solved(i, col) += inverse(i, j) * A_(first + j, col);
                if (!is_large) solved(i, col) /= det;
            }
        for (std::size_t col = columns; col < A_.columns(); ++col) {
            for (std::size_t p = 0; p < first; ++p)
                for (std::size_t i = 0; i < k; ++i) A_(p, col) -= A_(p, left[i]) * solved(i, col);
            for (std::size_t i = 0; i < k; ++i) A_(first + i, col) = solved(i, col);
        }
        pivots_.insert(pivots_.end(), left.begin(), left.end());
        return true;
    }

  private:
    std::size_t at(std::size_t i, std::size_t j) const { return i * A_.columns() + j; }
    std::size_t points() const { return sample_->fields.size(); }

    bool is_zero(std::size_t k) const {
        return std::ranges::all_of(sample_->values[k], [](Residue r) { return r.is_zero(); });
    }

    // A row and a column.
    std::optional<std::pair<std::size_t, std::size_t>> alone(const std::vector<bool>& is_done) const {
        const std::size_t from = pivots_.size(), none = A_.rows();
        std::vector<std::size_t> in_column(is_done.size()), row_of(is_done.size(), none);
        for (std::size_t i = from; i < A_.rows(); ++i) {
            std::size_t in_row = 0, last = 0;
            for (std::size_t j = 0; j < is_done.size(); ++j) {
                if (is_done[j] || is_zero(at(i, j))) continue;
                ++in_row;
                ++in_column[j];
                row_of[j] = i;
                last = j;
            }
            if (in_row == 1 && is_pivot(i, last)) return std::pair{i, last};
        }
        for (std::size_t j = 0; j < is_done.size(); ++j)
            if (in_column[j] == 1 && is_pivot(row_of[j], j)) return std::pair{row_of[j], j};
        return std::nullopt;
    }

    // It differs from zero at every point.
    bool is_pivot(std::size_t i, std::size_t j) const {
        return std::ranges::none_of(sample_->values[at(i, j)], [](Residue r) { return r.is_zero(); });
    }

    struct Place {
        std::tuple<int, std::size_t, NodeId> key;
        std::size_t row, column;
    };

    // A pivot must differ from zero at every point, or its inverse has no value there. Numbers first, then what holds
    // constants alone, then variables; of those the one that fills in least (Markowitz), then the oldest.
    std::optional<Place> best_in_column(std::size_t from, std::size_t j, Pivots order,
                                        Holding holding) const {
        std::optional<Place> best;
        const auto filled = [&](std::size_t i, std::size_t k) { return A_(i, k).id() != Context::zero_id; };
        std::size_t in_column = 0;
        for (std::size_t i = from; i < A_.rows() && order == Pivots::sparse; ++i) in_column += filled(i, j);
        for (std::size_t i = from; i < A_.rows(); ++i) {
            if (!is_pivot(i, j)) continue;
            if (holding == Holding::constants && rank_of(A_(i, j)) > 1) continue;
            std::size_t fill = 0;
            if (order == Pivots::sparse) {
                std::size_t in_row = 0;
                for (std::size_t k = 0; k < A_.columns(); ++k) in_row += filled(i, k);
                fill = (in_row - 1) * (in_column - 1);
            }
            const Place place{{rank_of(A_(i, j)), fill, A_(i, j).id()}, i, j};
            if (!best || place.key < best->key) best = place;
        }
        return best;
    }

    static int rank_of(Expr e) {
        if (e.is_number()) return 0;
        const Walk walk(e);
        for (const NodeId id : walk.nodes())
            if (e.context().node(id).kind == Kind::symbol &&
                e.context().symbol_at(id).kind != SymbolKind::constant &&
                e.context().symbol_at(id).kind != SymbolKind::pi)
                return 2;
        return 1;
    }

    void swap_rows(std::size_t a, std::size_t b) {
        if (a == b) return;
        product_of_pivots_ = -product_of_pivots_;
        for (std::size_t j = 0; j < A_.columns(); ++j) {
            std::swap(A_(a, j), A_(b, j));
            std::swap(sample_->values[at(a, j)], sample_->values[at(b, j)]);
        }
    }

    void scale_row(std::size_t row, std::size_t j, Build build) {
        const Expr pivot = A_(row, j);
        std::vector<Residue> inverse(points());
        for (std::size_t l = 0; l < points(); ++l)
            inverse[l] = sample_->fields[l].inverse(sample_->values[at(row, j)][l]);
        for (std::size_t k = 0; k < A_.columns(); ++k) {
            auto& values = sample_->values[at(row, k)];
            for (std::size_t l = 0; l < points(); ++l)
                values[l] = sample_->fields[l].multiply(values[l], inverse[l]);
            if (build == Build::expressions) A_(row, k) = k == j ? A_.context().one() : A_(row, k) / pivot;
        }
    }

    void subtract_row(std::size_t i, std::size_t row, std::size_t j, Build build) {
        const Expr factor = A_(i, j);
        const std::vector<Residue> f = sample_->values[at(i, j)];
        for (std::size_t k = 0; k < A_.columns(); ++k) {
            if (A_(row, k).id() == Context::zero_id && build == Build::expressions) continue;
            auto& values = sample_->values[at(i, k)];
            const auto& above = sample_->values[at(row, k)];
            for (std::size_t l = 0; l < points(); ++l) {
                const PrimeField& F = sample_->fields[l];
                values[l] = F.subtract(values[l], F.multiply(f[l], above[l]));
            }
            if (build == Build::expressions)
                A_(i, k) = is_zero(at(i, k)) ? A_.context().zero() : A_(i, k) - factor * A_(row, k);
        }
    }

    Matrix A_;
    Expr product_of_pivots_;
    std::optional<ModularSample> sample_;
    std::string reason_;
    std::vector<std::size_t> pivots_;
};

using Build = Elimination::Build;
using Pivots = Elimination::Pivots;

Matrix beside(const Matrix& A, const Matrix& B) {
    Matrix C(A.context(), A.rows(), A.columns() + B.columns());
    for (std::size_t i = 0; i < A.rows(); ++i) {
        for (std::size_t j = 0; j < A.columns(); ++j) C(i, j) = A(i, j);
        for (std::size_t j = 0; j < B.columns(); ++j) C(i, A.columns() + j) = B(i, j);
    }
    return C;
}

}  // namespace

RankResult rank(const Matrix& A, std::uint64_t seed) {
    if (A.empty()) return {0, 0, {}};
    Elimination elimination(A, seed);
    if (!elimination.is_decided()) return {std::nullopt, 1, elimination.reason()};
    elimination.run(A.columns(), Build::values_only, Pivots::in_order);
    return {elimination.pivot_columns().size(), elimination.error_bound(), {}};
}

KernelResult kernel(const Matrix& A, std::uint64_t seed) {
    if (A.empty()) return {true, {}, {}, 0, {}};
    Elimination elimination(A, seed);
    if (!elimination.is_decided()) return {false, {}, {}, 1, elimination.reason()};
    elimination.run(A.columns(), Build::expressions, Pivots::in_order);
    KernelResult result{true, {}, {}, elimination.error_bound(), {}};
    const auto& pivots = elimination.pivot_columns();
    for (std::size_t free = 0; free < A.columns(); ++free) {
        if (std::ranges::binary_search(pivots, free)) continue;
        std::vector<Expr> v(A.columns(), A.context().zero());
        v[free] = A.context().one();
        for (std::size_t row = 0; row < pivots.size(); ++row)
            v[pivots[row]] = -elimination.matrix()(row, free);
        result.basis.push_back(std::move(v));
        result.free.push_back(free);
    }
    return result;
}

Solution solve(const Matrix& A, std::span<const Expr> b, std::uint64_t seed) {
    assert(!A.empty() && A.rows() == b.size());
    Matrix right(A.context(), b.size(), 1);
    std::ranges::copy(b, right.entries().begin());
    Elimination elimination(beside(A, right), seed);
    if (!elimination.is_decided()) return {Solution::Outcome::undecided, {}, 1, elimination.reason()};
    elimination.run(A.columns(), Build::expressions, Pivots::sparse);
    const auto& pivots = elimination.pivot_columns();
    for (std::size_t row = pivots.size(); row < A.rows(); ++row)
        if (elimination.matrix()(row, A.columns()).id() != Context::zero_id)
            return {Solution::Outcome::none,
                    {},
                    elimination.error_bound(),
                    "the equations contradict each other"};
    std::vector<Expr> x(A.columns(), A.context().zero());
    for (std::size_t row = 0; row < pivots.size(); ++row)
        x[pivots[row]] = elimination.matrix()(row, A.columns());
    const auto outcome = pivots.size() == A.columns() ? Solution::Outcome::unique : Solution::Outcome::many;
    return {outcome, std::move(x), elimination.error_bound(), {}};
}

InverseResult inverse(const Matrix& A, std::uint64_t seed) {
    return inverse_times(A, Matrix::identity(A.context(), A.rows()), seed);
}

InverseResult inverse_times(const Matrix& A, const Matrix& right, std::uint64_t seed) {
    assert(!A.empty() && A.rows() == A.columns() && right.rows() == A.rows());
    const std::size_t n = A.rows(), columns = right.columns();
    Elimination elimination(beside(A, right), seed);
    if (!elimination.is_decided()) return {InverseResult::Outcome::undecided, {}, 1, elimination.reason()};
    elimination.run(n, Build::expressions, Pivots::sparse, Elimination::Holding::constants);
    elimination.run_alone(n);
    if (!elimination.finish_by_minors(n)) elimination.run(n, Build::expressions, Pivots::sparse);
    const std::size_t rank = elimination.pivot_columns().size();
    if (rank < n)
        return {InverseResult::Outcome::singular,
                {},
                elimination.error_bound(),
                "the rank is " + std::to_string(rank) + ", not " + std::to_string(n)};
    Matrix B(A.context(), n, columns);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < columns; ++j)
            B(elimination.pivot_columns()[i], j) = elimination.matrix()(i, n + j);
    return {InverseResult::Outcome::regular, std::move(B), elimination.error_bound(), {}};
}

namespace {

// minors[S]: the determinant of the last |S| rows on the columns of S, expanded along the first of those rows.
Expr by_minors(const Matrix& A) {
    const std::size_t n = A.rows();
    std::vector<Expr> minors(std::size_t{1} << n);
    minors[0] = A.context().one();
    for (std::size_t columns = 1; columns < minors.size(); ++columns) {
        const std::size_t row = n - static_cast<std::size_t>(std::popcount(columns));
        std::vector<Term> terms;
        int sign = 1;
        for (std::size_t j = 0; j < n; ++j) {
            if ((columns >> j & 1) == 0) continue;
            terms.push_back({sign, A(row, j) * minors[columns & ~(std::size_t{1} << j)]});
            sign = -sign;
        }
        minors[columns] = sum(A.context(), terms);
    }
    return minors.back();
}

Expr by_elimination(const Matrix& A) {
    Elimination elimination(A, 1);
    if (!elimination.is_decided()) throw Undefined("no pivot can be decided: " + elimination.reason());
    elimination.run(A.columns(), Build::expressions, Pivots::in_order);
    return elimination.pivot_columns().size() == A.rows() ? elimination.product_of_pivots()
                                                          : A.context().zero();
}

}  // namespace

Expr determinant(const Matrix& A) {
    assert(!A.empty() && A.rows() == A.columns());
    return A.rows() <= most_for_minors ? by_minors(A) : by_elimination(A);
}

Matrix adjugate(const Matrix& A) {
    assert(!A.empty() && A.rows() == A.columns());
    const std::size_t n = A.rows();
    Matrix out = Matrix::identity(A.context(), n), minor(A.context(), n - 1, n - 1);
    for (std::size_t i = 0; i < n && n > 1; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t p = 0; p + 1 < n; ++p)
                for (std::size_t q = 0; q + 1 < n; ++q) minor(p, q) = A(p < j ? p : p + 1, q < i ? q : q + 1);
            out(i, j) = (i + j) % 2 == 0 ? determinant(minor) : -determinant(minor);
        }
    return out;
}

}  // namespace anholon
