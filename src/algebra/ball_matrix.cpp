#include "algebra/ball_matrix.hpp"

#include <acb_mat.h>

#include <algorithm>
#include <cmath>

#include "algebra/exactly.hpp"
#include "algebra/prime_field.hpp"

namespace anholon {

namespace {

// Arb's numbers from balls and back, as sums of doubles: each takes 53 bits.
void set(arb_ptr x, Ball ball, long precision) {
    arb_zero(x);
    Ball rest = ball.exact_midpoint();
    arb_t part;
    arb_init(part);
    for (long bits = 0; bits < precision + 53 && rest.midpoint_sign() != 0; bits += 53) {
        const double digits = rest.midpoint();
        arb_set_d(part, digits);
        arb_add(x, x, part, ARF_PREC_EXACT);
        rest.subtract(rest, Ball(exactly(digits), 53), 4 * precision);
    }
    arb_clear(part);
    mag_t radius;
    mag_init(radius);
    for (const double more : {ball.radius(), std::fabs(rest.midpoint()), rest.radius()}) {
        mag_set_d(radius, more);
        mag_add(arb_radref(x), arb_radref(x), radius);
    }
    mag_clear(radius);
}

Ball ball_of(arb_srcptr x, long precision) {
    Ball out(0, precision);
    arf_t rest, part;
    arf_init(rest);
    arf_init(part);
    arf_set(rest, arb_midref(x));
    for (long bits = 0; bits < precision + 53 && !arf_is_zero(rest); bits += 53) {
        const double digits = arf_get_d(rest, ARF_RND_DOWN);
        out.add(out, Ball(exactly(digits), 53), 4 * precision);
        arf_set_d(part, digits);
        arf_sub(rest, rest, part, ARF_PREC_EXACT, ARF_RND_DOWN);
    }
    out = out.widened(mag_get_d(arb_radref(x))).widened(std::fabs(arf_get_d(rest, ARF_RND_UP)));
    arf_clear(rest);
    arf_clear(part);
    return out;
}

class AcbMatrix {
  public:
    explicit AcbMatrix(std::size_t n) { acb_mat_init(m_, static_cast<slong>(n), static_cast<slong>(n)); }
    ~AcbMatrix() { acb_mat_clear(m_); }
    AcbMatrix(const AcbMatrix&) = delete;
    AcbMatrix& operator=(const AcbMatrix&) = delete;
    acb_mat_struct* get() { return m_; }
    acb_ptr at(std::size_t i, std::size_t j) {
        return acb_mat_entry(m_, static_cast<slong>(i), static_cast<slong>(j));
    }

  private:
    acb_mat_t m_;
};

class AcbVector {
  public:
    explicit AcbVector(std::size_t n) : n_(static_cast<slong>(n)), v_(_acb_vec_init(n_)) {}
    ~AcbVector() { _acb_vec_clear(v_, n_); }
    AcbVector(const AcbVector&) = delete;
    AcbVector& operator=(const AcbVector&) = delete;
    acb_ptr get() { return v_; }

  private:
    slong n_;
    acb_ptr v_;
};

}  // namespace

bool BallMatrix::is_finite() const { return std::ranges::all_of(b_, &Ball::is_finite); }

BallMatrix BallMatrix::part(const std::vector<std::size_t>& rows,
                            const std::vector<std::size_t>& columns) const {
    BallMatrix out(rows.size(), columns.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < columns.size(); ++j) out(i, j) = (*this)(rows[i], columns[j]);
    return out;
}

BallMatrix BallMatrix::identity(std::size_t n) {
    BallMatrix one(n, n);
    for (std::size_t i = 0; i < n; ++i) one(i, i) = Ball(1, 2);
    return one;
}

BallMatrix product(const BallMatrix& A, const BallMatrix& B, long precision) {
    BallMatrix out(A.rows(), B.columns());
    Ball term;
    for (std::size_t i = 0; i < A.rows(); ++i)
        for (std::size_t j = 0; j < B.columns(); ++j)
            for (std::size_t k = 0; k < A.columns(); ++k) {
                term.multiply(A(i, k), B(k, j), precision);
                out(i, j).add(out(i, j), term, precision);
            }
    return out;
}

BallMatrix difference(BallMatrix A, const BallMatrix& B, long precision) {
    for (std::size_t i = 0; i < A.rows(); ++i)
        for (std::size_t j = 0; j < A.columns(); ++j) A(i, j).subtract(A(i, j), B(i, j), precision);
    return A;
}

BallMatrix transpose(const BallMatrix& A) {
    BallMatrix out(A.columns(), A.rows());
    for (std::size_t i = 0; i < A.rows(); ++i)
        for (std::size_t j = 0; j < A.columns(); ++j) out(j, i) = A(i, j);
    return out;
}

// Gauss's elimination.
std::optional<BallMatrix> solved(BallMatrix A, BallMatrix B, long precision) {
    const std::size_t n = A.rows();
    if (!A.is_finite() || !B.is_finite()) return std::nullopt;
    Ball term;
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t row = k;
        for (std::size_t i = k; i < n; ++i)
            if (std::fabs(A(i, k).midpoint()) > std::fabs(A(row, k).midpoint())) row = i;
        for (std::size_t j = 0; j < n; ++j) std::swap(A(k, j), A(row, j));
        for (std::size_t j = 0; j < B.columns(); ++j) std::swap(B(k, j), B(row, j));
        if (A(k, k).contains_zero()) return std::nullopt;
        const auto reduce = [&](BallMatrix& M, std::size_t i, std::size_t first, const Ball& factor) {
            for (std::size_t j = first; j < M.columns(); ++j) {
                term.multiply(factor, M(k, j), precision);
                M(i, j).subtract(M(i, j), term, precision);
            }
        };
        for (std::size_t i = 0; i < n; ++i) {
            if (i == k) continue;
            Ball factor;
            factor.divide(A(i, k), A(k, k), precision);
            reduce(A, i, k + 1, factor);
            reduce(B, i, 0, factor);
        }
    }
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < B.columns(); ++j) B(i, j).divide(B(i, j), A(i, i), precision);
    return B;
}

// By elimination without exchanges: the pivots are quotients of the principal minors.
bool is_positive_definite(BallMatrix A, long precision) {
    const std::size_t n = A.rows();
    Ball factor, term;
    for (std::size_t k = 0; k < n; ++k) {
        if (!A(k, k).is_finite() || A(k, k).contains_zero() || A(k, k).midpoint_sign() < 0) return false;
        for (std::size_t i = k + 1; i < n; ++i) {
            factor.divide(A(i, k), A(k, k), precision);
            for (std::size_t j = k; j < n; ++j) {
                term.multiply(factor, A(k, j), precision);
                A(i, j).subtract(A(i, j), term, precision);
            }
        }
    }
    return true;
}

namespace {

// Approximate eigenvectors of a matrix near A, whose eigenvalues are all different, so that these are independent though some are nearly not:
// multiple eigenvalues of A are those of no basis that is found in numbers.
void near_eigenvectors(AcbMatrix& R, AcbMatrix& A, std::size_t n, long precision) {
    AcbMatrix near(n);
    AcbVector values(n);
    acb_mat_get_mid(near.get(), A.get());
    mag_t size;
    mag_init(size);
    acb_mat_bound_frobenius_norm(size, near.get());
    arb_t change;
    arb_init(change);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            arf_set_mag(arb_midref(change), size);
            arb_mul_si(change, change, static_cast<slong>(mix(i + 1, j + 1) >> 34) - (1L << 29), precision);
            arb_mul_2exp_si(change, change, -30 - precision / 3);
            acb_add_arb(near.at(i, j), near.at(i, j), change, precision);
        }
    acb_mat_get_mid(near.get(), near.get());
    acb_mat_approx_eig_qr(values.get(), nullptr, R.get(), near.get(), nullptr, 0, precision);
    acb_mat_get_mid(R.get(), R.get());
    arb_clear(change);
    mag_clear(size);
}

// Discs of Gershgorin about the diagonal, as boxes.
void enclose_by_rows(AcbVector& discs, AcbMatrix& M, std::size_t n) {
    mag_t radius, entry;
    mag_init(radius);
    mag_init(entry);
    for (std::size_t i = 0; i < n; ++i) {
        mag_zero(radius);
        for (std::size_t j = 0; j < n; ++j) {
            if (i == j) continue;
            acb_get_mag(entry, M.at(i, j));
            mag_add(radius, radius, entry);
        }
        acb_set(discs.get() + i, M.at(i, i));
        acb_add_error_mag(discs.get() + i, radius);
    }
    mag_clear(radius);
    mag_clear(entry);
}

// Those that overlap, by way of others too, become one: each merges two groups, so that it ends.
void unite_overlapping(AcbVector& discs, std::size_t n, long precision) {
    std::vector<std::size_t> group(n);
    for (std::size_t i = 0; i < n; ++i) group[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                if (group[i] == group[j] || !acb_overlaps(discs.get() + i, discs.get() + j)) continue;
                acb_union(discs.get() + i, discs.get() + i, discs.get() + j, precision);
                const std::size_t merged = group[j];
                for (std::size_t k = 0; k < n; ++k)
                    if (group[k] == merged || group[k] == group[i]) {
                        group[k] = group[i];
                        acb_set(discs.get() + k, discs.get() + i);
                    }
                changed = true;
            }
    }
}

}  // namespace

// Those of R⁻¹AR: a union of k discs of Gershgorin apart from the others holds k of them.
std::optional<std::vector<EnclosedEigenvalue>> eigenvalues(const BallMatrix& A, long precision) {
    const std::size_t n = A.rows();
    if (!A.is_finite()) return std::nullopt;
    const long working = 2 * precision;
    AcbMatrix a(n), R(n), AR(n), M(n);
    AcbVector discs(n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) set(acb_realref(a.at(i, j)), A(i, j), precision);
    near_eigenvectors(R, a, n, working);
    acb_mat_mul(AR.get(), a.get(), R.get(), working);
    if (acb_mat_solve(M.get(), R.get(), AR.get(), working) == 0) return std::nullopt;
    enclose_by_rows(discs, M, n);
    unite_overlapping(discs, n, working);
    std::vector<EnclosedEigenvalue> out;
    for (std::size_t k = 0; k < n; ++k)
        out.push_back({ball_of(acb_realref(discs.get() + k), precision),
                       ball_of(acb_imagref(discs.get() + k), precision)});
    return out;
}

PivotPlaces pivot_places(const BallMatrix& A, double relative_zero) {
    std::vector<std::vector<double>> D(A.rows(), std::vector<double>(A.columns()));
    for (std::size_t i = 0; i < A.rows(); ++i)
        for (std::size_t j = 0; j < A.columns(); ++j) D[i][j] = A(i, j).midpoint();
    PivotPlaces out;
    std::vector<bool> used(A.rows(), false);
    double first = 0;
    while (out.rows.size() < std::min(A.rows(), A.columns())) {
        std::size_t row = 0, column = 0;
        double most = 0;
        for (std::size_t i = 0; i < A.rows(); ++i)
            for (std::size_t j = 0; j < A.columns() && !used[i]; ++j)
                if (std::fabs(D[i][j]) > most) {
                    most = std::fabs(D[i][j]);
                    row = i;
                    column = j;
                }
        first = std::max(first, most);
        if (!(most > relative_zero * first)) break;
        used[row] = true;
        out.rows.push_back(row);
        out.columns.push_back(column);
        for (std::size_t i = 0; i < A.rows(); ++i) {
            const double factor = used[i] ? 0 : D[i][column] / D[row][column];
            for (std::size_t j = 0; j < A.columns() && factor != 0; ++j) D[i][j] -= factor * D[row][j];
            if (!used[i]) D[i][column] = 0;
        }
    }
    return out;
}

}  // namespace anholon
