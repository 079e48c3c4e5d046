#include "study/standstill/exact_linear_part.hpp"

#include <algorithm>
#include <cmath>

#include "expr/derivative.hpp"
#include "expr/linear.hpp"
#include "expr/simplify.hpp"
#include "expr/zero.hpp"

namespace anholon {

namespace {

using Places = std::vector<std::size_t>;

Matrix part_of(const Matrix& M, const Places& rows, const Places& columns) {
    if (rows.empty() || columns.empty()) return {};
    Matrix out(M.context(), rows.size(), columns.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < columns.size(); ++j) out(i, j) = M(rows[i], columns[j]);
    return out;
}

Places range(std::size_t n) {
    Places list;
    for (std::size_t k = 0; k < n; ++k) list.push_back(k);
    return list;
}

// The rows and columns that elimination with full pivoting takes from a matrix of numbers, of `allowed` columns only.
struct Pivots {
    Places rows, columns;
};
Pivots pivots(std::vector<std::vector<double>> D, const Places& allowed) {
    Pivots out;
    std::vector<bool> used(D.size(), false);
    double first = 0;
    while (out.rows.size() < D.size()) {
        std::size_t row = 0, column = 0;
        double most = 0;
        for (std::size_t i = 0; i < D.size(); ++i)
            for (const std::size_t j : allowed)
                if (!used[i] && std::fabs(D[i][j]) > most * (1 + 1e-9)) {
                    most = std::fabs(D[i][j]);
                    row = i;
                    column = j;
                }
        first = std::max(first, most);
        if (!(most > 1e-9 * first)) break;
        used[row] = true;
        out.rows.push_back(row);
        out.columns.push_back(column);
        for (std::size_t i = 0; i < D.size(); ++i) {
            const double factor = used[i] ? 0 : D[i][column] / D[row][column];
            for (std::size_t j = 0; j < D[i].size() && factor != 0; ++j) D[i][j] -= factor * D[row][j];
        }
    }
    return out;
}

class Finder {
  public:
    Finder(const SteadyPart& part, const System& system, const ExactStandstill& at)
        : part_(part), system_(system), at_(at), n_(part.kept().size()), c_(system.c()) {
        for (const std::size_t k : part.kept()) kept_.push_back(part.state()[k]);
    }

    ExactLinearPart run() {
        choose_slice();
        choose_tangent();
        const RateEquations& e = part_.formulation().equations();
        std::vector<Expr> rates;
        for (const std::size_t k : part_.kept()) rates.push_back(e.rates[k]);
        Matrix slopes = here(jacobian(rates, kept_)) - turning_slopes();
        ExactLinearPart out;
        out.orbit = slice_.size();
        out.tied = dependent_.size() - slice_.size();
        for (const std::size_t k : independent_) out.variables.push_back(kept_[k]);
        out.G_x = across(slopes * T_);
        if (!e.unknowns.empty()) {
            out.G_z = across(here(jacobian(rates, e.unknowns)));
            out.W = here(e.W);
            out.R = here(residual_slopes(e)) * T_;
        }
        out.T = T_;
        out.family = dimension_of(at_);
        return out;
    }

    // Where a family goes through the standstill: ∂x/∂(its free letters), across the orbits.
    std::size_t dimension_there(const ExactStandstill& family) {
        choose_slice();
        choose_tangent();
        for (const auto& [variable, value] : family.kept)
            if (!vanishes(here(value) - here(variable))) return 0;
        return dimension_of(family);
    }

  private:
    std::size_t dimension_of(const ExactStandstill& family) const {
        if (family.free.empty()) return 0;
        std::vector<Expr> values;
        for (const auto& [variable, value] : family.kept) values.push_back(value);
        return rank(across(here(jacobian(values, family.free)))).rank.value_or(0);
    }

    Expr here(Expr e) const { return with_known_roots(system_, at_.at(e)); }
    Matrix here(Matrix M) const {
        const std::vector<Expr> values = at_.at(std::span<const Expr>(M.entries()));
        for (std::size_t k = 0; k < values.size(); ++k) M.entries()[k] = with_known_roots(system_, values[k]);
        return M;
    }

    std::vector<std::vector<double>> numbers(const Matrix& M) const {
        std::vector<std::vector<double>> rows(M.rows());
        for (std::size_t i = 0; i < M.rows(); ++i)
            for (std::size_t j = 0; j < M.columns(); ++j) {
                rows[i].push_back(at_.value(M(i, j)));
                if (!std::isfinite(rows[i].back()))
                    throw NotExact("the linear equations have no value there as they are written");
            }
        return rows;
    }

    // As many variables as the orbit has dimensions, coordinates before velocities: they stay where they are.
    void choose_slice() {
        const std::size_t r = at_.fields.size();
        if (r == 0) return;
        V_ = Matrix(c_, n_, r);
        for (std::size_t k = 0; k < r; ++k)
            for (std::size_t i = 0; i < n_; ++i)
                V_(i, k) = here(part_.symmetries().components()[at_.fields[k] * n_ + i]);
        const auto rows = numbers(transpose(V_));
        Places coordinates, all = range(n_);
        for (std::size_t i = 0; i < n_; ++i)
            if (part_.kept()[i] < part_.formulation().coordinates()) coordinates.push_back(i);
        slice_ = pivots(rows, coordinates).columns;
        if (slice_.size() < r) slice_ = pivots(rows, all).columns;
        if (slice_.size() < r) throw NotExact("the symmetries are dependent there");
    }

    // Constraints and the slice, solved for as many variables: δx = T δx_independent.
    void choose_tangent() {
        const std::vector<Expr>& F = part_.constraints();
        const std::size_t m = F.size() + slice_.size();
        dependent_.clear();
        Matrix D;
        Pivots chosen;
        if (m > 0) {
            D = Matrix(c_, m, n_);
            if (!F.empty()) {
                const Matrix slopes = here(jacobian(F, kept_));
                for (std::size_t i = 0; i < F.size(); ++i)
                    for (std::size_t j = 0; j < n_; ++j) D(i, j) = slopes(i, j);
            }
            for (std::size_t a = 0; a < slice_.size(); ++a) D(F.size() + a, slice_[a]) = c_.one();
            chosen = pivots(numbers(D), range(n_));
            dependent_ = chosen.columns;
        }
        for (std::size_t k = 0; k < n_; ++k)
            if (std::ranges::find(dependent_, k) == dependent_.end()) independent_.push_back(k);
        if (independent_.empty()) throw NotExact("no variable is free to change there");
        T_ = Matrix(c_, n_, independent_.size());
        for (std::size_t j = 0; j < independent_.size(); ++j) T_(independent_[j], j) = c_.one();
        if (dependent_.empty()) return;
        const InverseResult tied =
            inverse_times(part_of(D, chosen.rows, dependent_), part_of(D, chosen.rows, independent_));
        if (tied.outcome != InverseResult::Outcome::regular)
            throw NotExact("the constraints are dependent there");
        for (std::size_t i = 0; i < dependent_.size(); ++i)
            for (std::size_t j = 0; j < independent_.size(); ++j) T_(dependent_[i], j) = -tied.inverse(i, j);
    }

    // c_k ∂ξ_k/∂x
    Matrix turning_slopes() const {
        Matrix sum(c_, n_, n_);
        for (std::size_t k = 0; k < at_.fields.size(); ++k) {
            if (at_.turning[k].is_number() && at_.turning[k].number().is_zero()) continue;
            const auto& all = part_.symmetries().components();
            const auto first = all.begin() + static_cast<long>(at_.fields[k] * n_);
            const Matrix slopes =
                here(jacobian(std::vector<Expr>(first, first + static_cast<long>(n_)), kept_));
            for (std::size_t i = 0; i < n_ * n_; ++i)
                sum.entries()[i] += at_.turning[k] * slopes.entries()[i];
        }
        return sum;
    }

    // r_x − W_x z
    Matrix residual_slopes(const RateEquations& e) const {
        std::vector<Expr> gaps;
        for (std::size_t i = 0; i < e.unknowns.size(); ++i) {
            Expr gap = e.r[i];
            for (std::size_t j = 0; j < e.unknowns.size(); ++j) gap -= e.W(i, j) * e.unknowns[j];
            gaps.push_back(gap);
        }
        return jacobian(gaps, kept_);
    }

    // Moved along the orbit into the slice; rows of the independent variables.
    Matrix across(const Matrix& columns) const {
        Matrix moved = columns;
        if (!slice_.empty()) {
            const InverseResult along = inverse_times(part_of(V_, slice_, range(V_.columns())),
                                                      part_of(columns, slice_, range(columns.columns())));
            if (along.outcome != InverseResult::Outcome::regular)
                throw NotExact("the symmetries are dependent there");
            moved = columns - V_ * along.inverse;
        }
        return part_of(moved, independent_, range(columns.columns()));
    }

    const SteadyPart& part_;
    const System& system_;
    const ExactStandstill& at_;
    std::size_t n_;
    Context& c_;
    std::vector<Expr> kept_;
    Places slice_, independent_, dependent_;
    Matrix V_, T_;
};

}  // namespace

Matrix ExactLinearPart::A() const {
    if (W.empty()) return simplified(G_x);
    const InverseResult z = inverse_times(W, R);
    if (z.outcome != InverseResult::Outcome::regular)
        throw NotExact("the equations of motion are singular there");
    return simplified(G_x + G_z * z.inverse);
}

std::size_t family_through(const SteadyPart& part, const System& system, const ExactStandstill& at,
                           const ExactStandstill& family) {
    try {
        return Finder(part, system, at).dimension_there(family);
    } catch (const NotExact&) {
        return 0;
    }
}

std::size_t wider_family(SteadyPart& part, const System& system, const std::vector<double>& x,
                         const ExactStandstill& at, const Substitution& numbers,
                         const ConstantValues& parameters, const Budget& budget) {
    constexpr double step = 0.1;
    const auto linear = part.linear_part(x);
    if (!linear) return 0;
    std::vector<double> beside = x;
    double weight = step;
    for (const std::vector<double>& direction : family_directions(part, x, *linear)) {
        for (std::size_t i = 0; i < direction.size(); ++i) beside[part.kept()[i]] += weight * direction[i];
        weight *= 0.7;
    }
    if (!part.settle(beside)) return 0;
    try {
        return family_through(part, system, at,
                              exact_standstill(part, system, beside, numbers, parameters, budget, at.free));
    } catch (const NotExact&) {
        return 0;
    }
}

ExactLinearPart exact_linear_part(const SteadyPart& part, const System& system, const ExactStandstill& at) {
    return Finder(part, system, at).run();
}

}  // namespace anholon
