#include "code/eliminated.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "code/program.hpp"
#include "expr/context.hpp"
#include "expr/derivative.hpp"
#include "expr/introduce.hpp"
#include "expr/substitute.hpp"

namespace anholon {

namespace {

// A pivot on the diagonal is taken unless another is larger by this factor.
constexpr double preference = 8;
constexpr double least_pivot = 1e-13;

bool is_zero(const Expr& e) { return e.is_number() && e.number().is_zero(); }

// W = L U with rows in the order of the pivots; the diagonal of L is 1.
class Elimination {
  public:
    Elimination(const Matrix& W, std::span<const std::size_t> pivots)
        : rows_(pivots), U_(W.context(), pivots.size(), pivots.size()), L_(U_) {
        const std::size_t n = rows_.size();
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) U_(i, j) = W(rows_[i], j);
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t i = k + 1; i < n; ++i) {
                if (is_zero(U_(i, k))) continue;
                L_(i, k) = U_(i, k) / U_(k, k);
                for (std::size_t j = k + 1; j < n; ++j) U_(i, j) = U_(i, j) - L_(i, k) * U_(k, j);
            }
    }

    // z with W z = r.
    std::vector<Expr> solved(std::span<const Expr> r) const {
        const std::size_t n = rows_.size();
        std::vector<Expr> z(n);
        for (std::size_t i = 0; i < n; ++i) {
            z[i] = r[rows_[i]];
            for (std::size_t k = 0; k < i; ++k)
                if (!is_zero(L_(i, k))) z[i] = z[i] - L_(i, k) * z[k];
        }
        for (std::size_t i = n; i-- > 0;) {
            for (std::size_t j = i + 1; j < n; ++j) z[i] = z[i] - U_(i, j) * z[j];
            z[i] = z[i] / U_(i, i);
        }
        return z;
    }

  private:
    std::span<const std::size_t> rows_;
    Matrix U_, L_;
};

Substitution known_unknowns(const RateEquations& e, const std::vector<Expr>& z) {
    Substitution known;
    for (std::size_t k = 0; k < z.size(); ++k) known.emplace_back(e.unknowns[k], z[k]);
    return known;
}

RateEquations without_unknowns(RateEquations e, std::vector<Expr> rates) {
    e.rates = std::move(rates);
    e.unknowns.clear();
    e.W = {};
    e.r.clear();
    return e;
}

}  // namespace

RateEquations eliminated(const RateEquations& equations, std::span<const std::size_t> pivots) {
    if (equations.unknowns.empty()) return equations;
    const std::vector<Expr> z = Elimination(equations.W, pivots).solved(equations.r);
    return without_unknowns(equations, substitute(equations.rates, known_unknowns(equations, z)));
}

RateEquations eliminated_with_variations(const RateEquations& e, std::span<const std::size_t> pivots,
                                         std::size_t count) {
    const std::size_t n = e.unknowns.size();
    std::optional<Elimination> W;
    std::vector<Expr> z, of_system;  // of_system: W by rows, then r
    if (n > 0) {
        W.emplace(e.W, pivots);
        z = W->solved(e.r);
        of_system.assign(e.W.entries().begin(), e.W.entries().end());
        of_system.insert(of_system.end(), e.r.begin(), e.r.end());
    }
    const Substitution known = known_unknowns(e, z);
    RateEquations out = without_unknowns(e, substitute(e.rates, known));
    for (std::size_t k = 0; k < count; ++k) {
        Direction along;
        for (std::size_t i = 0; i < e.state.size(); ++i) {
            const std::string name = "v" + std::to_string(k + 1) + "_" + std::to_string(i + 1);
            const Expr v = introduced(e.t.context(), name, SymbolKind::variable, "tangent vector");
            along.emplace_back(e.state[i], v);
            out.state.push_back(v);
        }
        if (n > 0) {
            const std::vector<Expr> change = directional_derivative(of_system, along);
            std::vector<Expr> r(change.end() - static_cast<long>(n), change.end());
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j) r[i] = r[i] - change[i * n + j] * z[j];
            const std::vector<Expr> dz = W->solved(r);
            for (std::size_t i = 0; i < n; ++i) along.emplace_back(e.unknowns[i], dz[i]);
        }
        const std::vector<Expr> rates = substitute(directional_derivative(e.rates, along), known);
        out.rates.insert(out.rates.end(), rates.begin(), rates.end());
    }
    return out;
}

std::vector<std::size_t> pivots_at(const RateEquations& e, double t, std::span<const double> x,
                                   std::span<const double> p) {
    const std::size_t n = e.unknowns.size();
    if (n == 0) return {};
    std::vector<Expr> inputs{e.t};
    inputs.insert(inputs.end(), e.state.begin(), e.state.end());
    inputs.insert(inputs.end(), e.parameters.begin(), e.parameters.end());
    std::vector<double> values{t};
    values.insert(values.end(), x.begin(), x.end());
    values.insert(values.end(), p.begin(), p.end());
    std::vector<double> W = run(program(e.W.entries(), inputs), values);
    const auto at = [&](std::size_t i, std::size_t j) -> double& { return W[i * n + j]; };
    for (std::size_t i = 0; i < n; ++i) {  // rows of the same size
        double largest = 0;
        for (std::size_t j = 0; j < n; ++j) largest = std::max(largest, std::fabs(at(i, j)));
        if (!(largest > 0) || !std::isfinite(largest)) return {};
        for (std::size_t j = 0; j < n; ++j) at(i, j) /= largest;
    }
    std::vector<std::size_t> rows(n);
    std::iota(rows.begin(), rows.end(), 0);
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t best = k;
        for (std::size_t i = k + 1; i < n; ++i) {
            const double advantage = best == k ? preference : 1;
            if (std::fabs(at(rows[i], k)) > advantage * std::fabs(at(rows[best], k))) best = i;
        }
        std::swap(rows[k], rows[best]);
        const double pivot = at(rows[k], k);
        if (!(std::fabs(pivot) > least_pivot)) return {};
        for (std::size_t i = k + 1; i < n; ++i) {
            const double factor = at(rows[i], k) / pivot;
            for (std::size_t j = k; j < n; ++j) at(rows[i], j) -= factor * at(rows[k], j);
        }
    }
    return rows;
}

}  // namespace anholon
