#include "integrate/rate_function.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.hpp"
#include "code/linear_solve.hpp"
#include "expr/derivative.hpp"
#include "expr/operations.hpp"
#include "expr/print.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

std::vector<Expr> joined(std::initializer_list<std::span<const Expr>> lists) {
    std::vector<Expr> all;
    for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
    return all;
}

std::vector<Expr> inputs_of(const RateEquations& e) {
    return joined({std::span(&e.t, 1), e.state, e.parameters, e.unknowns});
}

std::vector<Expr> inputs_without_unknowns(const RateEquations& e) {
    return joined({std::span(&e.t, 1), e.state, e.parameters});
}

// The derivatives of so many operations by all variables are better taken one direction at a time.
constexpr std::size_t most_to_differentiate = 4000;

// The place of the first value that is not finite.
std::optional<std::size_t> not_finite(std::span<const double> values) {
    const auto bad = std::ranges::find_if(values, [](double v) { return !std::isfinite(v); });
    if (bad == values.end()) return std::nullopt;
    return static_cast<std::size_t>(bad - values.begin());
}

}  // namespace

RateFunction::RateFunction(RateEquations equations, MakeEvaluator make)
    : equations_(std::move(equations)), make_(make) {
    for (const Expr& symbol : joined({equations_.state, equations_.unknowns}))
        names_.push_back(symbol_text(symbol.symbol()));
    const auto without = inputs_without_unknowns(equations_);
    if (unknowns() > 0)
        linear_system_ = make_(program(joined({equations_.W.entries(), equations_.r}), without));
    rates_ = make_(program(equations_.rates, inputs_of(equations_)));
    for (const Rational& value : equations_.parameter_values) p_.push_back(value.to_double());
    W_r_.resize(unknowns() * (unknowns() + 1));
    point_.resize(without.size() + unknowns());
}

void RateFunction::set_parameters(std::span<const double> p) {
    assert(p.size() == equations_.parameters.size());
    p_.assign(p.begin(), p.end());
}

bool RateFunction::place(double t, std::span<const double> x) {
    assert(x.size() == size());
    point_[0] = t;
    std::ranges::copy(x, point_.begin() + 1);
    std::ranges::copy(p_, point_.begin() + 1 + static_cast<long>(size()));
    const auto bad = not_finite(x);
    return bad ? failed(Fault::state, *bad) : succeeded();
}

bool RateFunction::succeeded() {
    fault_ = Fault::none;
    return true;
}

bool RateFunction::failed(Fault fault, std::size_t culprit) {
    fault_ = fault;
    culprit_ = culprit;
    return false;
}

// Leaves z at the end of the point.
bool RateFunction::solve_here() {
    const std::size_t m = unknowns();
    if (m == 0) return true;
    (*linear_system_)(point_.data(), W_r_.data());
    const std::span<double> z(point_.end() - static_cast<long>(m), m);
    if (const auto bad = not_finite(W_r_)) return failed(Fault::entries, *bad);
    solved_ = W_r_;
    sign_ = solve_linear(solved_.data(), m, false, z.data());
    if (sign_ != 0) return true;
    if (!factor_here()) return failed(Fault::singular, factors_.smallest_column());
    std::ranges::copy(std::span(W_r_).subspan(m * m), z.begin());
    factors_.solve(z);
    sign_ = factors_.determinant_sign();
    return true;
}

bool RateFunction::factor_here() {
    return factors_.factor(std::span(W_r_).first(unknowns() * unknowns()), unknowns());
}

double RateFunction::condition() const {
    if (unknowns() == 0) return 1;
    Factorization factors;
    factors.factor(std::span(W_r_).first(unknowns() * unknowns()), unknowns());
    return factors.condition();
}

bool RateFunction::solve(double t, std::span<const double> x, std::span<double> z) {
    if (!place(t, x) || !solve_here()) return false;
    std::ranges::copy(std::span(point_).last(unknowns()), z.begin());
    return true;
}

bool RateFunction::rates(double t, std::span<const double> x, std::span<double> dx) {
    if (!place(t, x) || !solve_here()) return false;
    (*rates_)(point_.data(), dx.data());
    const auto bad = not_finite(dx.first(size()));
    return bad ? failed(Fault::rates, *bad) : succeeded();
}

// (W z − r)_x with z held, G_x, G_z, one after the other.
void RateFunction::prepare_jacobian() {
    if (differentials_ || long_rates_) return;
    const RateEquations& e = equations_;
    if (unknowns() == 0 && operations(e.rates).total() > most_to_differentiate) {
        long_rates_.emplace(program(e.rates, inputs_of(e)));
        return;
    }
    std::vector<Expr> residuals;
    for (std::size_t i = 0; i < unknowns(); ++i) residuals.push_back(dot(e.W.row(i), e.unknowns) - e.r[i]);
    const Matrix E_x = residuals.empty() ? Matrix() : anholon::jacobian(residuals, e.state);
    const Matrix G_x = anholon::jacobian(e.rates, e.state);
    const Matrix G_z = residuals.empty() ? Matrix() : anholon::jacobian(e.rates, e.unknowns);
    const auto all = joined({E_x.entries(), G_x.entries(), G_z.entries()});
    differentials_ = make_(program(all, inputs_of(e)));
    derivatives_.resize(all.size());
}

// Column by column.
void RateFunction::differentiate_here(std::span<double> J) {
    const std::size_t n = size();
    std::vector<double> direction(point_.size()), column(n);
    long_rates_->place(point_, column);
    for (std::size_t j = 0; j < n; ++j) {
        direction[1 + j] = 1;
        long_rates_->along(direction, column);
        direction[1 + j] = 0;
        for (std::size_t i = 0; i < n; ++i) J[i * n + j] = column[i];
    }
}

bool RateFunction::jacobian(double t, std::span<const double> x, std::span<double> J) {
    prepare_jacobian();
    if (!place(t, x) || !solve_here()) return false;
    if (long_rates_) {
        differentiate_here(J);
        const auto wrong = not_finite(J.first(size() * size()));
        return wrong ? failed(Fault::slopes, *wrong / size()) : succeeded();
    }
    (*differentials_)(point_.data(), derivatives_.data());
    const std::size_t n = size(), m = unknowns();
    const double* const E_x = derivatives_.data();
    const double* const G_x = E_x + m * n;
    const double* const G_z = G_x + n * n;
    std::copy(G_x, G_x + n * n, J.begin());
    column_.resize(m);
    if (m > 0 && !factor_here()) return failed(Fault::singular, factors_.smallest_column());
    for (std::size_t j = 0; j < n && m > 0; ++j) {
        for (std::size_t k = 0; k < m; ++k) column_[k] = -E_x[k * n + j];
        factors_.solve(column_);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = 0; k < m; ++k) J[i * n + j] += G_z[i * m + k] * column_[k];
    }
    const auto bad = not_finite(J.first(n * n));
    return bad ? failed(Fault::slopes, *bad / n) : succeeded();
}

std::string RateFunction::why() const {
    switch (fault_) {
        case Fault::none: break;
        case Fault::state: return "'" + names_[culprit_] + "' is not finite";
        case Fault::entries: {
            const std::size_t m = unknowns(), row = culprit_ < m * m ? culprit_ / m : culprit_ - m * m;
            return "equation " + std::to_string(row + 1) + " of the " + std::to_string(m) +
                   " that give the accelerations has no value here";
        }
        case Fault::singular:
            return "the equations do not determine " + names_[size() + culprit_] +
                   " here: their matrix is singular (a pivot is " + decimal(factors_.smallest_pivot(), 3) +
                   " of the largest entry)";
        case Fault::rates: return "the rate of '" + names_[culprit_] + "' has no value here";
        case Fault::slopes:
            return "the derivatives of the rate of '" + names_[culprit_] + "' have no value here";
    }
    return "";
}

StateFunctions::StateFunctions(const RateEquations& equations, std::span<const Expr> functions,
                               MakeEvaluator make)
    : count_(functions.size()) {
    const auto inputs = inputs_of(equations);
    evaluator_ = make(program(functions, inputs));
    point_.resize(inputs.size());
    if (functions.empty()) return;
    const Walk walk(equations.t.context(), functions);
    need_unknowns_ = std::ranges::any_of(equations.unknowns, [&](Expr z) { return walk.contains(z.id()); });
}

void StateFunctions::operator()(double t, std::span<const double> x, std::span<const double> p,
                                std::span<const double> z, std::span<double> values) {
    if (count_ == 0) return;
    point_[0] = t;
    auto end = std::ranges::copy(x, point_.begin() + 1).out;
    end = std::ranges::copy(p, end).out;
    std::ranges::copy(z, end);
    (*evaluator_)(point_.data(), values.data());
}

}  // namespace anholon
