#include "code/eliminated.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "code/program.hpp"
#include "expr/substitute.hpp"

namespace anholon {

namespace {

// A pivot on the diagonal is taken unless another is larger by this factor.
constexpr double preference = 8;
constexpr double least_pivot = 1e-13;

bool is_zero(const Expr& e) { return e.is_number() && e.number().is_zero(); }

// U and y with U z = y.
struct Triangular {
    Matrix U;
    std::vector<Expr> y;
};

Triangular triangular(const RateEquations& e, std::span<const std::size_t> pivots) {
    const std::size_t n = e.unknowns.size();
    Triangular out{Matrix(e.W.context(), n, n), {}};
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) out.U(i, j) = e.W(pivots[i], j);
        out.y.push_back(e.r[pivots[i]]);
    }
    auto& [U, y] = out;
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t i = k + 1; i < n; ++i) {
            if (is_zero(U(i, k))) continue;
            const Expr factor = U(i, k) / U(k, k);
            for (std::size_t j = k + 1; j < n; ++j) U(i, j) = U(i, j) - factor * U(k, j);
            y[i] = y[i] - factor * y[k];
        }
    return out;
}

}  // namespace

RateEquations eliminated(const RateEquations& equations, std::span<const std::size_t> pivots) {
    const std::size_t n = equations.unknowns.size();
    if (n == 0) return equations;
    const auto [U, y] = triangular(equations, pivots);
    std::vector<Expr> z(n);
    for (std::size_t i = n; i-- > 0;) {
        Expr sum = y[i];
        for (std::size_t j = i + 1; j < n; ++j) sum = sum - U(i, j) * z[j];
        z[i] = sum / U(i, i);
    }
    Substitution known;
    for (std::size_t k = 0; k < n; ++k) known.emplace_back(equations.unknowns[k], z[k]);
    RateEquations out = equations;
    out.rates = substitute(equations.rates, known);
    out.unknowns.clear();
    out.W = {};
    out.r.clear();
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
