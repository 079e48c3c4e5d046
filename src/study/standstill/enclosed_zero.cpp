#include "study/standstill/enclosed_zero.hpp"

#include <algorithm>
#include <cmath>

#include "algebra/exactly.hpp"
#include "expr/derivative.hpp"

namespace anholon {

namespace {

constexpr long bits = enclosure_precision;

BallMatrix midpoints(BallMatrix A) {
    for (std::size_t i = 0; i < A.rows(); ++i)
        for (std::size_t j = 0; j < A.columns(); ++j) A(i, j) = A(i, j).exact_midpoint();
    return A;
}

// A radius is rounded up: it is 0 only if the value is exact.
bool is_exactly_zero(const Ball& b) { return b.contains_zero() && b.radius() == 0; }

class Finder {
  public:
    Finder(const std::vector<Expr>& equations, const std::vector<std::pair<Expr, double>>& near,
           const EnclosedPoint& given)
        : near_(near), given_(given), m_(equations.size()), n_(near.size()) {
        std::vector<Expr> unknowns;
        for (const auto& [symbol, value] : near) {
            unknowns.push_back(symbol);
            x_.push_back(Ball(exactly(value), bits));
        }
        functions_ = equations;
        const Matrix slopes = jacobian(equations, unknowns);
        functions_.insert(functions_.end(), slopes.entries().begin(), slopes.entries().end());
    }

    std::optional<EnclosedZero> run() {
        if (m_ == 0 || n_ == 0) return nothing_to_solve();
        const At start = at(x_);
        if (!start.J.is_finite()) return std::nullopt;
        for (std::size_t i = 0; i < m_; ++i)
            if (!vanishes(start, i)) rows_.push_back(i);
        if (rows_.empty()) return vanish_around() ? nothing_to_solve() : std::nullopt;
        constexpr double relative_zero = 1e-9;
        const PivotPlaces chosen = pivot_places(start.J.part(rows_, all_unknowns()), relative_zero);
        if (chosen.rows.size() < rows_.size()) return std::nullopt;
        columns_ = chosen.columns;
        std::ranges::sort(columns_);
        if (!converges() || !is_near()) return std::nullopt;
        return proved();
    }

  private:
    struct At {
        std::vector<Ball> F;
        BallMatrix J;
    };
    At at(const std::vector<Ball>& x) const {
        EnclosedPoint point = given_;
        for (std::size_t k = 0; k < n_; ++k) point.emplace_back(near_[k].first, x[k]);
        std::vector<Ball> all = enclosures(functions_, point, bits);
        At out{{all.begin(), all.begin() + static_cast<long>(m_)}, BallMatrix(m_, n_)};
        for (std::size_t i = 0; i < m_; ++i)
            for (std::size_t j = 0; j < n_; ++j) out.J(i, j) = std::move(all[m_ + i * n_ + j]);
        return out;
    }
    bool vanishes(const At& here, std::size_t i) const {
        for (std::size_t j = 0; j < n_; ++j)
            if (!is_exactly_zero(here.J(i, j))) return false;
        return is_exactly_zero(here.F[i]);
    }
    std::vector<std::size_t> all_unknowns() const {
        std::vector<std::size_t> all(n_);
        for (std::size_t k = 0; k < n_; ++k) all[k] = k;
        return all;
    }
    BallMatrix column(const std::vector<Ball>& F) const {
        BallMatrix out(rows_.size(), 1);
        for (std::size_t i = 0; i < rows_.size(); ++i) out(i, 0) = F[rows_[i]];
        return out;
    }
    BallMatrix J_on(const At& here) const { return here.J.part(rows_, columns_); }

    std::optional<EnclosedZero> nothing_to_solve() const {
        EnclosedZero out{given_, {}, all_unknowns(), BallMatrix::identity(n_)};
        for (std::size_t k = 0; k < n_; ++k) out.at.emplace_back(near_[k].first, x_[k]);
        return out;
    }

    bool converges() {
        const double small = std::exp2(-0.7 * bits);
        constexpr int most_steps = 60;
        for (int step = 0; step < most_steps; ++step) {
            const At here = at(x_);
            const auto by = solved(midpoints(J_on(here)), column(here.F), bits);
            if (!by || !by->is_finite()) return false;
            double longest = 0;
            for (std::size_t i = 0; i < columns_.size(); ++i) {
                Ball& x = x_[columns_[i]];
                const Ball change = (*by)(i, 0).exact_midpoint();
                longest = std::max(longest, std::fabs(change.midpoint()) /
                                                std::max(size(), std::numeric_limits<double>::min()));
                x.subtract(x, change, bits);
                x = x.exact_midpoint();
            }
            if (longest <= small) return true;
        }
        return false;
    }
    // The largest of the numbers near which it was sought: the scale of all of them.
    double size() const {
        double most = 0;
        for (const auto& [symbol, value] : near_) most = std::max(most, std::fabs(value));
        return most > 0 ? most : 1;
    }
    // It is the zero that was found in numbers, not another one.
    bool is_near() const {
        constexpr double same = 1e-6;
        for (std::size_t k = 0; k < n_; ++k)
            if (std::fabs(x_[k].midpoint() - near_[k].second) > same * size()) return false;
        return true;
    }

    std::vector<Ball> box() const {
        const double radius = size() * std::exp2(-0.5 * bits);
        std::vector<Ball> X = x_;
        for (const std::size_t k : columns_) X[k] = X[k].widened(radius);
        return X;
    }
    // Rows that were left out vanish in a neighbourhood.
    bool vanish_around() const {
        std::vector<Ball> X = x_;
        for (Ball& x : X) x = x.widened(size() * std::exp2(-0.5 * bits));
        const At there = at(X);
        for (std::size_t i = 0; i < m_; ++i)
            if (std::ranges::find(rows_, i) == rows_.end() && !vanishes(there, i)) return false;
        return true;
    }

    std::optional<EnclosedZero> proved() {
        const std::size_t l = columns_.size();
        const std::vector<Ball> X = box();
        const At here = at(x_), there = at(X);
        const auto inverse = solved(midpoints(J_on(here)), BallMatrix::identity(l), bits);
        if (!inverse || !there.J.is_finite() || !vanish_around()) return std::nullopt;
        const BallMatrix Y = midpoints(*inverse), step = product(Y, column(here.F), bits),
                         rest = difference(BallMatrix::identity(l), product(Y, J_on(there), bits), bits);
        BallMatrix distance(l, 1);
        for (std::size_t i = 0; i < l; ++i) distance(i, 0).subtract(X[columns_[i]], x_[columns_[i]], bits);
        const BallMatrix spread = product(rest, distance, bits);
        std::vector<Ball> K = x_;
        for (std::size_t i = 0; i < l; ++i) {
            Ball& k = K[columns_[i]];
            k.subtract(k, step(i, 0), bits);
            k.add(k, spread(i, 0), bits);
            if (!X[columns_[i]].contains_inside(k)) return std::nullopt;
        }
        return with_tangent(K);
    }

    std::optional<EnclosedZero> with_tangent(const std::vector<Ball>& K) const {
        EnclosedZero out{given_, columns_, {}, {}};
        for (std::size_t k = 0; k < n_; ++k) {
            out.at.emplace_back(near_[k].first, K[k]);
            if (std::ranges::find(columns_, k) == columns_.end()) out.free.push_back(k);
        }
        const At here = at(K);
        out.tangent = BallMatrix(n_, out.free.size());
        for (std::size_t j = 0; j < out.free.size(); ++j) out.tangent(out.free[j], j) = Ball(1, bits);
        if (out.free.empty()) return out;
        const auto tied = solved(J_on(here), here.J.part(rows_, out.free), bits);
        if (!tied) return std::nullopt;
        for (std::size_t i = 0; i < columns_.size(); ++i)
            for (std::size_t j = 0; j < out.free.size(); ++j)
                out.tangent(columns_[i], j).subtract(Ball(0, bits), (*tied)(i, j), bits);
        return out;
    }

    const std::vector<std::pair<Expr, double>>& near_;
    const EnclosedPoint& given_;
    std::size_t m_, n_;
    std::vector<Expr> functions_;  // the equations, then their slopes
    std::vector<Ball> x_;
    std::vector<std::size_t> rows_, columns_;  // that are solved, and for which unknowns
};

}  // namespace

std::optional<EnclosedZero> enclosed_zero(const std::vector<Expr>& equations,
                                          const std::vector<std::pair<Expr, double>>& near,
                                          const EnclosedPoint& given) {
    return Finder(equations, near, given).run();
}

}  // namespace anholon
