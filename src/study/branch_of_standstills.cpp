#include "study/branch_of_standstills.hpp"

#include <algorithm>
#include <cmath>

#include "base/finite.hpp"
#include "expr/derivative.hpp"
#include "integrate/spectrum.hpp"

namespace anholon {

namespace {

constexpr double relative_zero = 1e-9;

// The parameter as a variable that stands still.
RateEquations with_variable(RateEquations e, std::size_t parameter) {
    const auto at = static_cast<long>(parameter);
    const Expr p = e.parameters[parameter];
    e.state.push_back(p);
    e.rates.push_back(p.context().zero());
    e.parameters.erase(e.parameters.begin() + at);
    e.parameter_values.erase(e.parameter_values.begin() + at);
    if (!e.parameter_units.empty()) e.parameter_units.erase(e.parameter_units.begin() + at);
    return e;
}

}  // namespace

BranchOfStandstills::BranchOfStandstills(const System& system, const LinearisationOptions& options,
                                         const Sweep& sweep)
    : sweep_(sweep),
      path_(std::make_unique<StandstillPath>(system, options, sweep)),
      parameters_(part().parameters().begin(), part().parameters().end()),
      guards_(system, part().formulation()) {
    held_.emplace(part(), path_->held());
    if (is_parameter()) differentiate();
    find_zeros();
    refer_to(beginning().u);
}

void BranchOfStandstills::differentiate() {
    const RateEquations& e = part().formulation().equations();
    const Expr p = e.parameters[path_->varied()];
    rates_.emplace(with_variable(e, path_->varied()));
    std::vector<Expr> functions;
    for (const Expr& R : part().constraints()) functions.push_back(derivative(R, p));
    for (const SteadyPart::Held& held : path_->held()) functions.push_back(derivative(held.function, p));
    for (const Expr& component : part().symmetries().components())
        functions.push_back(derivative(component, p));
    if (!functions.empty()) slopes_.emplace(e, functions);
}

// Those that vanish at neighbouring values as well: at one value alone more may.
void BranchOfStandstills::find_zeros() {
    std::optional<Spectrum> least;
    for (const double step : {0.0, 0.0137, -0.0137}) {
        StandstillPath::Point point = path_->beginning();
        const double value = point.value + step * sweep_.length();
        if (value < sweep_.from || value > sweep_.to) continue;
        const auto there = step == 0 ? point : path_->follow(point, value);
        const auto linear = there ? path_->linear_part(*there) : std::nullopt;
        if (!linear || !are_finite(linear->A)) continue;
        Spectrum s = spectrum(linear->A, linear->independent.size());
        if (!least || s.zeros < least->zeros) least = std::move(s);
    }
    if (least) chains_ = least->chains;
}

CurvePoint BranchOfStandstills::beginning() const {
    CurvePoint out;
    for (const std::size_t k : part().kept()) out.u.push_back(path_->beginning().x[k]);
    out.u.push_back(path_->beginning().value);
    out.tangent.assign(out.u.size(), 0.0);
    out.tangent.back() = sweep_.length();
    return out;
}

std::vector<double> BranchOfStandstills::scales(std::span<const double> u) const {
    std::vector<double> out;
    for (const double value : u) out.push_back(std::max(1.0, std::fabs(value)));
    out.back() = sweep_.length();
    return out;
}

std::vector<double> BranchOfStandstills::state(std::span<const double> u) const {
    std::vector<double> x = path_->beginning().x;
    for (std::size_t k = 0; k < part().kept().size(); ++k) x[part().kept()[k]] = u[k];
    std::vector<double> p = parameters_;
    if (is_parameter()) p[path_->varied()] = u.back();
    part().set_parameters(p);
    return x;
}

void BranchOfStandstills::refer_to(std::span<const double> u) {
    x0_.assign(u.begin(), u.end());
    slice_ = part().slice_at(state(u)).conditions();
}

std::optional<BranchOfStandstills::AlongParameter> BranchOfStandstills::along_parameter(
    const std::vector<double>& x, double value) {
    const std::size_t n = part().kept().size(), constraints = part().constraints().size();
    AlongParameter out{std::vector<double>(n, 0.0), std::vector<double>(constraints, 0.0),
                       std::vector<double>(path_->held().size(), 0.0),
                       std::vector<double>(n * part().symmetries().size(), 0.0)};
    if (!is_parameter()) {
        out.held[path_->varied()] = -1;  // F − value = 0
        return out;
    }
    std::vector<double> y = x, p(part().parameters().begin(), part().parameters().end());
    p.erase(p.begin() + static_cast<long>(path_->varied()));
    y.push_back(value);
    rates_->set_parameters(p);
    std::vector<double> J(y.size() * y.size());
    if (!rates_->jacobian(0, y, J)) return std::nullopt;
    for (std::size_t i = 0; i < n; ++i) out.rates[i] = J[part().kept()[i] * y.size() + y.size() - 1];
    if (!slopes_) return out;
    std::vector<double> slopes(slopes_->size());
    (*slopes_)(0, x, part().parameters(), {}, slopes);
    auto from = slopes.begin();
    for (auto* list : {&out.constraints, &out.held, &out.fields}) {
        std::copy_n(from, list->size(), list->begin());
        from += static_cast<long>(list->size());
    }
    return out;
}

// ẋ and D(ẋ − c_k ξ_k), what leads along the orbit taken away.
bool BranchOfStandstills::add_rates(const std::vector<double>& x, const AlongParameter& along, Rows& out) {
    const std::size_t n = part().kept().size(), r = part().symmetries().size();
    const auto rates = part().rates_at(x);
    const auto c = part().turning_at(x);
    if (!rates || !c) return false;
    const Slice slice = part().slice_at(x);
    const std::vector<double> turned = part().slopes_of_symmetries_at(x, *c);
    std::vector<std::vector<double>> columns;
    for (std::size_t j = 0; j <= n; ++j) {
        std::vector<double> column(n);
        for (std::size_t i = 0; i < n; ++i)
            if (j < n) {
                column[i] = rates->slopes[i * n + j] - (r > 0 ? turned[i * n + j] : 0);
            } else {
                column[i] = along.rates[i];
                for (std::size_t k = 0; k < r; ++k) column[i] -= (*c)[k] * along.fields[k * n + i];
            }
        columns.push_back(slice.across(std::move(column)));
    }
    const std::vector<double> across = slice.across(rates->values);
    for (std::size_t i = 0; i < n; ++i) {
        out.values.push_back(across[i]);
        for (std::size_t j = 0; j <= n; ++j) out.slopes.push_back(columns[j][i]);
    }
    return true;
}

std::optional<CurveProblem::Rows> BranchOfStandstills::at(std::span<const double> u) {
    const std::vector<double> x = state(u);
    const std::size_t n = part().kept().size();
    const auto along = along_parameter(x, u.back());
    Rows out;
    if (!along || !add_rates(x, *along, out)) return std::nullopt;
    const auto add = [&](double value, std::span<const double> row, double slope) {
        out.values.push_back(value);
        out.slopes.insert(out.slopes.end(), row.begin(), row.end());
        out.slopes.push_back(slope);
    };
    const SteadyPart::Residuals R = part().constraints_at(x), F = part().held_at(x, *held_);
    for (std::size_t k = 0; k < R.values.size(); ++k)
        add(R.values[k], std::span(R.slopes).subspan(k * n, n), along->constraints[k]);
    for (std::size_t k = 0; k < F.values.size(); ++k) {
        const bool varies = !is_parameter() && k == path_->varied();
        const double value = F.values[k] + (varies ? path_->held()[k].value - u.back() : 0);
        add(value, std::span(F.slopes).subspan(k * n, n), along->held[k]);
    }
    for (std::size_t a = 0; a * n < slice_.size(); ++a) {
        const std::span<const double> row = std::span(slice_).subspan(a * n, n);
        double value = 0;
        for (std::size_t k = 0; k < n; ++k) value += row[k] * (u[k] - x0_[k]);
        add(value, row, 0);
    }
    return out;
}

std::optional<LinearGrowth> BranchOfStandstills::growth(std::span<const double> u) {
    const auto linear = part().linear_part(state(u));
    if (!linear || !are_finite(linear->A)) return std::nullopt;
    const BesideZeros beside = beside_zeros(linear->A, linear->independent.size(), chains_);
    return LinearGrowth{
        .exponents = beside.values, .zero = relative_zero * beside.norm, .through_zero = beside.product};
}

std::string BranchOfStandstills::ended_at(std::span<const double> u) {
    if (guards_.is_empty()) return "";
    const std::vector<double> x = state(u);
    return guards_.broken(x, part().parameters()).value_or("");
}

}  // namespace anholon
