#include "study/branch_of_orbits.hpp"

#include <algorithm>
#include <cmath>

#include "base/finite.hpp"
#include "base/text.hpp"
#include "code/tiered.hpp"
#include "expr/derivative.hpp"
#include "integrate/least_squares.hpp"

namespace anholon {

namespace {

constexpr double on_circle = 1e-6;   // ln|μ| that is not told from 0
constexpr double one_family = 1e-7;  // singular values of DF that vanish, relative to the largest
constexpr double at_rest = 1e-5;  // |ẋ| T of an orbit that has become an equilibrium, relative to the state
constexpr double much_longer = 1000;  // periods
constexpr double nearly_minus_one = 1e-5;

double largest(std::span<const double> values) {
    double most = 0;
    for (const double value : values) most = std::max(most, std::fabs(value));
    return most;
}

}  // namespace

BranchOfOrbits::BranchOfOrbits(const Flow& flow, const PeriodicOrbit& orbit, const OrbitSweep& sweep,
                               const BranchOfOrbitsOptions& options)
    : flow_(flow),
      n_(flow.size()),
      least_size_(options.least_size),
      sweep_(sweep),
      parameter_(sweep.what == OrbitSweep::What::parameter ? parameter_place(flow, sweep.function)
                                                           : std::nullopt),
      p_(flow.parameters()),
      drive_(options.drive),
      monodromy_(flow, options.run, parameter_),
      plain_(flow, flow.equations(), {}, options.run) {
    if (options.begins_at && parameter_) p_[*parameter_] = *options.begins_at;
    beginning_.u = orbit.start;
    beginning_.u.push_back(orbit.period);
    if (sweep.what != OrbitSweep::What::period) beginning_.u.push_back(parameter_ ? p_[*parameter_] : 0);
    beginning_.tangent.assign(unknowns(), 0.0);
    beginning_.tangent.back() = sweep.to - sweep.from;
    if (sweep.what == OrbitSweep::What::function) {
        StateFunctions value(flow.equations(), std::span(&sweep.function, 1));
        value(0, orbit.start, p_, {}, std::span(&beginning_.u.back(), 1));
        demands_.push_back({sweep.function, 0, true});
    }
    explained_ = orbit.explained;
    if (!flow.is_autonomous()) {
        double T = 0;
        StateFunctions(flow.equations(), std::span(&drive_, 1))(0, orbit.start, p_, {}, std::span(&T, 1));
        periods_ = orbit.period / T;
    }
    if (options.holds == BranchOfOrbitsOptions::Holds::families)
        choose_held(options);
    else
        prepare();
}

std::size_t BranchOfOrbits::freedom(const CurvePoint& point) {
    prepare();
    refer_to(point.u);
    const auto rows = at(point.u);
    if (!rows || !are_finite(rows->slopes)) throw NoOrbit("the orbit cannot be continued: " + why_);
    SolutionCurve curve(*this, {.scales = scales(point.u)});
    return kernel(curve.scaled_slopes(*rows), rows->values.size(), unknowns(), {one_family}).size();
}

void BranchOfOrbits::choose_held(const BranchOfOrbitsOptions& options) {
    const auto value_of = [&](const Expr& function) {
        double value = 0;
        StateFunctions functions(flow_.equations(), std::span(&function, 1));
        functions(0, std::span(beginning_.u).first(n_), p_, {}, std::span(&value, 1));
        return value;
    };
    const auto hold = [&](const std::string& name, const Expr& function, double value) {
        demands_.push_back({function, value, false});
        held_.push_back({name, value});
    };
    for (const LevelDemand& level : options.fixed)
        hold(level.text.substr(0, level.text.rfind('=')), level.function, level.value);
    std::size_t free = freedom(beginning_);
    if (free == 0)
        throw NoOrbit("the orbit cannot be continued in " + sweep_.name +
                      ": no other orbit nearby has the quantities that are held");
    std::vector<std::pair<std::string, Expr>> candidates;
    for (const Flow::Integral& integral : flow_.integrals())
        candidates.emplace_back(integral.name, integral.function);
    for (const Expr& x : flow_.equations().state) candidates.emplace_back(symbol_text(x.symbol()), x);
    for (const auto& [name, function] : candidates) {
        if (free <= 1) break;
        hold(name, function, value_of(function));
        const std::size_t left = freedom(beginning_);
        if (left < free && left > 0) {
            free = left;
            continue;
        }
        demands_.pop_back();
        held_.pop_back();
    }
    if (freedom(beginning_) != 1)
        throw NoOrbit(
            "the orbit belongs to a family of more than one dimension, and holding the integrals "
            "and variables of the state does not choose a curve from it");
}

void BranchOfOrbits::prepare() {
    const RateEquations& e = flow_.equations();
    const Expr p = parameter_ ? e.parameters[*parameter_] : Expr();
    const auto with_slopes = [&](std::vector<Expr> functions) {
        const std::vector<Expr> plain = functions;
        functions = with_gradients(std::move(functions), flow_);
        for (const Expr& f : plain) functions.push_back(p ? derivative(f, p) : e.t.context().zero());
        return functions;
    };
    std::vector<Expr> functions;
    for (const Demand& d : demands_) functions.push_back(d.function);
    demand_functions_.reset();
    if (!functions.empty()) demand_functions_.emplace(e, with_slopes(functions), tiered);
    if (surface_slopes_ || drive_functions_) return;
    if (!flow_.surface().empty()) {
        std::vector<Expr> slopes;
        for (const Expr& R : flow_.surface()) slopes.push_back(p ? derivative(R, p) : e.t.context().zero());
        surface_slopes_.emplace(e, slopes, tiered);
    }
    if (!flow_.is_autonomous())
        drive_functions_.emplace(e, std::vector{drive_, p ? derivative(drive_, p) : e.t.context().zero()});
}

std::vector<double> BranchOfOrbits::scales(std::span<const double> u) const {
    const double size = std::max(least_size_, largest(u.first(n_)));
    std::vector<double> out(unknowns(), size);
    out[n_] = std::fabs(u[n_]);
    out.back() = sweep_.to - sweep_.from;
    return out;
}

std::span<const double> BranchOfOrbits::parameters(std::span<const double> u) {
    if (parameter_) p_[*parameter_] = u.back();
    return p_;
}

bool BranchOfOrbits::follow(std::span<const double> u) {
    if (std::ranges::equal(followed_, u)) return true;
    followed_.clear();
    if (!(u[n_] > 0)) {
        why_ = "the period is not positive";
        return false;
    }
    if (!are_finite(u) || !monodromy_.follow(u.first(n_), u[n_], parameters(u))) {
        why_ = monodromy_.run().why();
        return false;
    }
    followed_.assign(u.begin(), u.end());
    return true;
}

void BranchOfOrbits::set_parameter(std::size_t place, double value) {
    if (p_[place] == value) return;
    p_[place] = value;
    followed_.clear();
}

void BranchOfOrbits::refer_to(std::span<const double> u) {
    x0_.assign(u.begin(), u.begin() + static_cast<long>(n_));
    f0_ = monodromy_.rates_at(0, x0_, parameters(u));
}

// Rows are divided by their lengths: multipliers may be large, and gradients have units. A row of M − 1 that vanishes but for rounding stays so.
std::optional<CurveProblem::Rows> BranchOfOrbits::at(std::span<const double> u) {
    if (!follow(u)) return std::nullopt;
    const std::size_t N = unknowns();
    const std::vector<double>&end = monodromy_.end(), &M = monodromy_.matrix();
    const std::vector<double> f = monodromy_.rates_at(u[n_], end, p_);
    Rows out;
    for (std::size_t i = 0; i < n_; ++i) {
        std::vector<double> row(N, 0.0);
        for (std::size_t k = 0; k < n_; ++k) row[k] = M[i * n_ + k] - (i == k ? 1 : 0);
        row[n_] = f[i];
        if (parameter_) row.back() = monodromy_.parameter_slope()[i];
        out.values.push_back(end[i] - u[i]);
        out.slopes.insert(out.slopes.end(), row.begin(), row.end());
    }
    add_demands(u, out);
    for (std::size_t i = 0; i < out.values.size(); ++i) {
        const std::span<double> row = std::span(out.slopes).subspan(i * N, N);
        const double length = i < n_ ? std::max(1.0, norm(row)) : norm(row);
        if (!(length > 0)) continue;
        for (double& slope : row) slope /= length;
        out.values[i] /= length;
    }
    return out;
}

// The phase or the drive, the surface, and what is held or changes.
void BranchOfOrbits::add_demands(std::span<const double> u, Rows& out) {
    const std::span<const double> x = u.first(n_);
    const auto add = [&](double value, std::span<const double> gradient, double by_period, double by_value) {
        std::vector<double> row(unknowns(), 0.0);
        std::ranges::copy(gradient, row.begin());
        row[n_] += by_period;
        row.back() += by_value;
        out.values.push_back(value);
        out.slopes.insert(out.slopes.end(), row.begin(), row.end());
    };
    if (flow_.is_autonomous()) {
        double value = 0;
        for (std::size_t i = 0; i < n_; ++i) value += f0_[i] * (x[i] - x0_[i]);
        add(value, f0_, 0, 0);
    } else {
        double T[2];
        (*drive_functions_)(0, x, p_, {}, T);
        add(u[n_] - periods_ * T[0], {}, 1, -periods_ * T[1]);
    }
    const Monodromy::Values R = monodromy_.surface_at(x, p_);
    std::vector<double> slopes(R.values.size());
    if (surface_slopes_) (*surface_slopes_)(0, x, p_, {}, slopes);
    for (std::size_t k = 0; k < R.values.size(); ++k)
        add(R.values[k], std::span(R.gradients).subspan(k * n_, n_), 0, slopes[k]);
    if (!demand_functions_) return;
    const std::size_t m = demands_.size();
    std::vector<double> all(demand_functions_->size());
    (*demand_functions_)(0, x, p_, {}, all);
    for (std::size_t k = 0; k < m; ++k)
        add(all[k] - (demands_[k].varies ? u.back() : demands_[k].value),
            std::span(all).subspan(m + k * n_, n_), 0, demands_[k].varies ? -1 : all[m + m * n_ + k]);
}

std::optional<LinearGrowth> BranchOfOrbits::growth(std::span<const double> u) {
    if (!follow(u)) return std::nullopt;
    const Monodromy::Multipliers found = monodromy_.multipliers(u.first(n_), p_);
    LinearGrowth out{.exponents = {},
                     .zero = on_circle,
                     .through_zero = found.through_one,
                     .through_minus_one = found.through_minus_one,
                     .of = LinearGrowth::Of::map};
    for (const auto& mu : found.values)
        out.exponents.emplace_back(std::log(std::max(std::abs(mu), 1e-300)), std::arg(mu));
    return out;
}

std::vector<std::complex<double>> BranchOfOrbits::multipliers(std::span<const double> u) {
    if (!follow(u)) return {};
    return monodromy_.multipliers(u.first(n_), p_).values;
}

std::vector<std::string> BranchOfOrbits::explained_at(std::span<const double> u) {
    if (!follow(u)) return {};
    return monodromy_.multipliers(u.first(n_), p_).explained;
}

std::string BranchOfOrbits::ended_at(std::span<const double> u) {
    if (u[n_] > much_longer * beginning_.u[n_]) return "the period has become " + decimal(u[n_], 6);
    if (!flow_.is_autonomous()) return "";
    const std::vector<double> f = monodromy_.rates_at(0, u.first(n_), parameters(u));
    if (norm(f) * u[n_] > at_rest * std::max(largest(u.first(n_)), 1e-3)) return "";
    return "the orbit has shrunk to an equilibrium";
}

// From so many places of each step, by the parabola through the highest and its neighbours.
OrbitExtent BranchOfOrbits::extent(std::span<const double> u) {
    constexpr std::size_t places = 8;
    if (!(u[n_] > 0)) return {};
    OrbitExtent out{std::vector<double>(n_, -INFINITY), std::vector<double>(n_, INFINITY)};
    std::vector<std::vector<double>> states;
    std::vector<double> times;
    plain_.start(0, u.first(n_), parameters(u));
    double from = 0;
    states.emplace_back(u.begin(), u.begin() + static_cast<long>(n_));
    times.push_back(0);
    while (plain_.time() != u[n_]) {
        if (!plain_.step(u[n_])) return {};
        for (std::size_t k = 1; k <= places; ++k) {
            const double t = from + (plain_.time() - from) * static_cast<double>(k) / places;
            states.emplace_back(n_);
            plain_.at(t, states.back());
            times.push_back(t);
        }
        from = plain_.time();
    }
    for (std::size_t i = 0; i < n_; ++i)
        for (const double side : {1.0, -1.0}) {
            double& best = side > 0 ? out.largest[i] : out.smallest[i];
            best = -INFINITY;
            for (std::size_t k = 0; k < states.size(); ++k) {
                const double here = side * states[k][i];
                best = std::max(best, here);
                if (k == 0 || k + 1 == states.size()) continue;
                const double before = side * states[k - 1][i], after = side * states[k + 1][i];
                if (here < before || here < after) continue;
                const double h = times[k] - times[k - 1], g = times[k + 1] - times[k];
                const double up = (here - before) / h, down = (after - here) / g;
                const double bend = (down - up) / (h + g), slope = up + bend * h;
                if (bend < 0) best = std::max(best, here - slope * slope / (4 * bend));
            }
            best *= side;
        }
    return out;
}

// (M + 1) v = 0, across the motion.
std::optional<CurvePoint> BranchOfOrbits::doubled(std::span<const double> u) {
    if (sweep_.what == OrbitSweep::What::period || !follow(u)) return std::nullopt;
    std::vector<double> A = monodromy_.matrix();
    for (std::size_t i = 0; i < n_; ++i) A[i * n_ + i] += 1;
    const auto directions = kernel(A, n_, n_, {nearly_minus_one});
    if (directions.size() != 1) return std::nullopt;
    std::vector<double> v = directions[0];
    const std::vector<double> f = monodromy_.rates_at(0, u.first(n_), p_);
    double along = 0;
    for (std::size_t i = 0; i < n_; ++i) along += f[i] * v[i];
    if (flow_.is_autonomous())
        for (std::size_t i = 0; i < n_; ++i) v[i] -= along / std::pow(norm(f), 2) * f[i];
    CurvePoint out{{u.begin(), u.end()}, std::move(v)};
    out.u[n_] *= 2;
    out.tangent.resize(unknowns(), 0.0);
    const double length = norm(out.tangent);
    const double size = scales(u)[0];
    for (double& part : out.tangent) part *= size / length;
    return out;
}

}  // namespace anholon
