#include "calculus/block_inverse.hpp"

#include <algorithm>
#include <vector>

#include "expr/context.hpp"
#include "expr/linear.hpp"
#include "expr/simplify.hpp"
#include "expr/zero.hpp"

namespace anholon {

namespace {

using Indices = std::vector<std::size_t>;

constexpr std::size_t most_for_minors = 4;

bool is_there(const Expr& e) { return e != e.context().zero(); }

// A column for each row where it is not zero, no two the same; empty if there is none.
class Matching {
  public:
    explicit Matching(const Matrix& A) : A_(A), row_of_(A.rows(), A.rows()) {}

    Indices run() {
        for (std::size_t i = 0; i < A_.rows(); ++i) {
            seen_.assign(A_.rows(), false);
            if (!augment(i)) return {};
        }
        Indices column_of(A_.rows());
        for (std::size_t j = 0; j < A_.rows(); ++j) column_of[row_of_[j]] = j;
        return column_of;
    }

  private:
    bool augment(std::size_t i) {
        for (std::size_t j = 0; j < A_.rows(); ++j) {
            if (seen_[j] || !is_there(A_(i, j))) continue;
            seen_[j] = true;
            if (row_of_[j] != A_.rows() && !augment(row_of_[j])) continue;
            row_of_[j] = i;
            return true;
        }
        return false;
    }

    const Matrix& A_;
    Indices row_of_;
    std::vector<bool> seen_;
};

// Rows that hold each other's columns together, each block after those whose columns it holds.
std::vector<Indices> blocks_of(const Matrix& A, const Indices& column_of) {
    const std::size_t n = A.rows();
    std::vector<std::vector<bool>> reaches(n, std::vector<bool>(n));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < n; ++k) reaches[i][k] = i == k || is_there(A(i, column_of[k]));
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n && reaches[i][k]; ++j)
                reaches[i][j] = reaches[i][j] || reaches[k][j];
    std::vector<Indices> blocks;
    std::vector<bool> done(n);
    for (std::size_t i = 0; i < n; ++i) {
        if (done[i]) continue;
        Indices& block = blocks.emplace_back();
        for (std::size_t k = 0; k < n; ++k)
            if (reaches[i][k] && reaches[k][i]) {
                block.push_back(k);
                done[k] = true;
            }
    }
    const auto holds = [&](const Indices& block) { return std::ranges::count(reaches[block[0]], true); };
    std::ranges::stable_sort(blocks, {}, holds);
    return blocks;
}

std::optional<Matrix> inverse_by_minors(const Matrix& A, const SimplifyOptions& options) {
    const Expr det = simplified(determinant(A), options);
    if (vanishes(det)) return std::nullopt;
    Matrix out = simplified(adjugate(A), options);
    for (Expr& e : out.entries()) e = e / det;
    return out;
}

std::optional<Matrix> inverse_by_elimination(const Matrix& A, const SimplifyOptions& options) {
    const InverseResult whole = inverse(A);
    if (whole.outcome != InverseResult::Outcome::regular) return std::nullopt;
    return simplified(whole.inverse, options);
}

// M⁻¹: number pivots are cleared as they are found, what remains is inverted by minors.
std::optional<Matrix> inverse_of_block(Matrix M, const SimplifyOptions& options) {
    Context& c = M.context();
    const std::size_t n = M.rows();
    Matrix R = Matrix::identity(c, n);
    Indices pivot_row(n, n), rest_rows(n), rest_columns;
    for (std::size_t i = 0; i < n; ++i) rest_rows[i] = i;
    for (std::size_t j = 0; j < n; ++j) {
        const auto found = std::ranges::find_if(
            rest_rows, [&](std::size_t i) { return is_there(M(i, j)) && M(i, j).is_number(); });
        if (found == rest_rows.end()) {
            rest_columns.push_back(j);
            continue;
        }
        const std::size_t p = *found;
        rest_rows.erase(found);
        pivot_row[j] = p;
        const Rational scale = Rational(1) / M(p, j).number();
        for (std::size_t k = 0; k < n; ++k) {
            M(p, k) = M(p, k) * scale;
            R(p, k) = R(p, k) * scale;
        }
        for (std::size_t i = 0; i < n; ++i) {
            const Expr factor = M(i, j);
            if (i == p || !is_there(factor)) continue;
            for (std::size_t k = 0; k < n; ++k) {
                M(i, k) = M(i, k) - factor * M(p, k);
                R(i, k) = R(i, k) - factor * R(p, k);
            }
        }
    }
    const std::size_t r = rest_rows.size();
    // A quaternion, say: elimination and what simplifies it do better.
    if (r == n && n == most_for_minors) return inverse_by_elimination(M, options);
    Matrix out(c, n, n);
    if (r > 0) {
        Matrix S(c, r, r), T(c, r, n);
        for (std::size_t i = 0; i < r; ++i) {
            for (std::size_t j = 0; j < r; ++j) S(i, j) = M(rest_rows[i], rest_columns[j]);
            for (std::size_t k = 0; k < n; ++k) T(i, k) = R(rest_rows[i], k);
        }
        const auto inverted =
            r > most_for_minors ? inverse_by_elimination(S, options) : inverse_by_minors(S, options);
        if (!inverted) return std::nullopt;
        const Matrix x = *inverted * T;
        for (std::size_t j = 0; j < r; ++j)
            for (std::size_t k = 0; k < n; ++k) out(rest_columns[j], k) = x(j, k);
    }
    for (std::size_t j = 0; j < n; ++j) {
        if (pivot_row[j] == n) continue;
        for (std::size_t k = 0; k < n; ++k) {
            out(j, k) = R(pivot_row[j], k);
            for (const std::size_t other : rest_columns)
                out(j, k) = out(j, k) - M(pivot_row[j], other) * out(other, k);
        }
    }
    return out;
}

}  // namespace

std::optional<Matrix> block_inverse(const Matrix& A, const SimplifyOptions& options) {
    const std::size_t n = A.rows();
    const Indices column_of = Matching(A).run();
    if (column_of.empty()) return std::nullopt;
    const std::vector<Indices> blocks = blocks_of(A, column_of);
    const auto is_simple = [&](const Indices& b) {
        return b.size() == 1 && A(b[0], column_of[b[0]]).is_number();
    };
    if (std::ranges::count_if(blocks, is_simple) + 2 > std::ssize(blocks)) return std::nullopt;
    Context& c = A.context();
    Matrix B(c, n, n);
    // Of a block with rows I and columns J:  B_J = A_IJ⁻¹ (1_I − A_I,known B_known).
    Indices known;
    for (const Indices& rows : blocks) {
        const std::size_t m = rows.size();
        Matrix M(c, m, m), right(c, m, n);
        for (std::size_t i = 0; i < m; ++i) {
            for (std::size_t j = 0; j < m; ++j) M(i, j) = A(rows[i], column_of[rows[j]]);
            for (std::size_t k = 0; k < n; ++k) {
                right(i, k) = rows[i] == k ? c.one() : c.zero();
                for (const std::size_t j : known) right(i, k) = right(i, k) - A(rows[i], j) * B(j, k);
            }
        }
        const auto inverted = inverse_of_block(M, options);
        if (!inverted) return std::nullopt;
        const Matrix x = *inverted * right;
        for (std::size_t j = 0; j < m; ++j)
            for (std::size_t k = 0; k < n; ++k) B(column_of[rows[j]], k) = x(j, k);
        for (const std::size_t i : rows) known.push_back(column_of[i]);
    }
    return B;
}

}  // namespace anholon
