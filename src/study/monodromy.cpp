#include "study/monodromy.hpp"

#include <algorithm>
#include <cmath>

#include "base/deadline.hpp"
#include "code/tiered.hpp"
#include "expr/derivative.hpp"
#include "integrate/determinant.hpp"
#include "integrate/spectrum.hpp"
#include "study/variations.hpp"

namespace anholon {

namespace {

constexpr double kept = 1e-6;  // dF M − dF of an integral, relative to |dF| |M|

std::vector<Expr> integrals_of(const Flow& flow) {
    std::vector<Expr> list;
    for (const Flow::Integral& integral : flow.integrals()) list.push_back(integral.function);
    return list;
}

RateEquations variations(const Flow& flow, std::optional<std::size_t> parameter) {
    RateEquations out = with_variations(flow.equations(), flow.size());
    return parameter ? with_parameter_variation(std::move(out), flow.equations(), *parameter) : out;
}

}  // namespace

std::vector<Expr> with_gradients(std::vector<Expr> list, const Flow& flow) {
    const std::size_t count = list.size();
    for (std::size_t k = 0; k < count; ++k) {
        const std::vector<Expr> row = gradient(list[k], flow.equations().state);
        list.insert(list.end(), row.begin(), row.end());
    }
    return list;
}

Monodromy::Monodromy(const Flow& flow, const FlowRunOptions& options, std::optional<std::size_t> parameter)
    : flow_(flow),
      n_(flow.size()),
      has_slope_(parameter.has_value()),
      run_(flow, variations(flow, parameter), {}, options),
      rates_(flow.equations(), flow.equations().rates, tiered),
      surface_(flow.equations(), with_gradients(flow.surface(), flow), tiered),
      integrals_(flow.equations(), with_gradients(integrals_of(flow), flow), tiered) {}

bool Monodromy::follow(std::span<const double> x, double T, std::span<const double> p) {
    std::vector<double> y(run_.size(), 0.0);
    std::ranges::copy(x, y.begin());
    for (std::size_t k = 0; k < n_; ++k) y[n_ + k * n_ + k] = 1;
    run_.start(0, y, p);
    while (run_.time() != T) {
        if (!run_.step(T)) return false;
        Deadline::check();
    }
    const std::span<const double> state = run_.state();
    end_.assign(state.begin(), state.begin() + static_cast<long>(n_));
    M_.resize(n_ * n_);
    for (std::size_t k = 0; k < n_; ++k)
        for (std::size_t i = 0; i < n_; ++i) M_[i * n_ + k] = state[n_ + k * n_ + i];
    if (has_slope_) slope_.assign(state.end() - static_cast<long>(n_), state.end());
    return true;
}

std::vector<double> Monodromy::rates_at(double t, std::span<const double> x, std::span<const double> p) {
    std::vector<double> f(n_);
    rates_(t, x, p, {}, f);
    return f;
}

Monodromy::Values Monodromy::values_of(StateFunctions& functions, std::span<const double> x,
                                       std::span<const double> p) const {
    std::vector<double> all(functions.size());
    if (all.empty()) return {};
    functions(0, x, p, {}, all);
    const auto middle = all.begin() + static_cast<long>(all.size() / (n_ + 1));
    return {{all.begin(), middle}, {middle, all.end()}};
}

Monodromy::Multipliers Monodromy::multipliers(std::span<const double> x, std::span<const double> p) {
    Multipliers out;
    OrthonormalBasis basis;
    Values R = surface_at(x, p), F = integrals_at(x, p);
    for (std::size_t k = 0; k < R.values.size(); ++k) basis.add(std::span(R.gradients).subspan(k * n_, n_));
    out.dimension = n_ - basis.size();
    for (std::size_t k = 0; k < F.values.size(); ++k) {
        const std::span<double> slopes = std::span(F.gradients).subspan(k * n_, n_);
        const std::string name = "the integral " + flow_.integrals()[k].name;
        if (!is_kept(slopes, basis))
            out.notes.push_back(name + " explains no multiplier: motions nearby do not keep it");
        else if (basis.add(slopes) > 0)
            out.explained.push_back(name);
    }
    std::vector<double> f = rates_at(0, x, p);
    if (flow_.is_autonomous() && basis.add(f) > 0)
        out.explained.emplace_back("the direction of the motion itself");
    for (std::size_t k = 0; k < n_; ++k) {
        std::vector<double> e(n_, 0.0);
        e[k] = 1;
        if (basis.size() < n_ && basis.add(e) > 0) out.across.push_back(e);
    }
    const std::size_t m = out.across.size();
    out.reduced.assign(m * m, 0.0);
    for (std::size_t a = 0; a < m; ++a)
        for (std::size_t b = 0; b < m; ++b)
            for (std::size_t i = 0; i < n_; ++i)
                for (std::size_t k = 0; k < n_; ++k)
                    out.reduced[a * m + b] += out.across[a][i] * M_[i * n_ + k] * out.across[b][k];
    const auto shifted = [&](double by) {
        std::vector<double> A = out.reduced;
        for (std::size_t a = 0; a < m; ++a) A[a * m + a] += by;
        return determinant(A, m);
    };
    out.through_one = shifted(-1);
    out.through_minus_one = shifted(1);
    out.values = spectrum(out.reduced, m).values;
    std::ranges::sort(out.values, [](auto u, auto v) {
        return std::abs(u) != std::abs(v) ? std::abs(u) > std::abs(v) : u.imag() > v.imag();
    });
    return out;
}

// Whether dF M = dF on the surface, whose normals the basis holds.
bool Monodromy::is_kept(std::span<const double> slopes, OrthonormalBasis basis) const {
    std::vector<double> change(n_);
    for (std::size_t k = 0; k < n_; ++k) {
        change[k] = -slopes[k];
        for (std::size_t i = 0; i < n_; ++i) change[k] += slopes[i] * M_[i * n_ + k];
    }
    return basis.size() == n_ || basis.add(change) <= kept * norm(slopes) * std::max(1.0, norm(M_));
}

}  // namespace anholon
