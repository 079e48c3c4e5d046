#include "study/lyapunov.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "code/tiered.hpp"
#include "expr/derivative.hpp"
#include "expr/introduce.hpp"
#include "integrate/least_squares.hpp"
#include "study/birkhoff.hpp"
#include "study/flow_run.hpp"
#include "study/variations.hpp"

namespace anholon {

namespace {

using Vector = std::vector<double>;

// Vectors of a length below this part of what they were before are rounding.
constexpr double independent_part = 1e-9;
// Rates below this part of the state, in a unit of time, are those of a motion that stands still.
constexpr double standing_still = 1e-11;
constexpr std::size_t most_samples = 2000;
// An integral that changes by more, relatively, is none.
constexpr double kept = 1e-7;

double norm(std::span<const double> v) {
    return std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0));
}

// Orthonormal vectors, made one after the other by Gram and Schmidt, each twice so that no digits are lost.
class OrthonormalBasis {
  public:
    // What is left of the vector is its new length before it is normalised; 0, and nothing is added, if it depends on the others.
    double add(std::span<double> v) {
        const double before = norm(v);
        for (int pass = 0; pass < 2; ++pass)
            for (const Vector& e : vectors_) {
                const double part = std::inner_product(v.begin(), v.end(), e.begin(), 0.0);
                for (std::size_t i = 0; i < v.size(); ++i) v[i] -= part * e[i];
            }
        const double rest = norm(v);
        if (!(rest > independent_part * before)) return 0;
        for (double& entry : v) entry /= rest;
        vectors_.emplace_back(v.begin(), v.end());
        return rest;
    }

    std::size_t size() const { return vectors_.size(); }

  private:
    std::vector<Vector> vectors_;
};

// Gradients as expressions, row after row.
std::vector<Expr> gradients(std::span<const Expr> functions, const std::vector<Expr>& x) {
    std::vector<Expr> rows;
    for (const Expr& F : functions) {
        const std::vector<Expr> row = gradient(F, x);
        rows.insert(rows.end(), row.begin(), row.end());
    }
    return rows;
}

// The lengths that the gradients of the surface and of the integrals, and ẋ, add to each other at a state: logarithms of volumes.
struct Volumes {
    double surface = 0;
    Vector integrals;
    double flow = 0;
};

// What may be explained. Where that fails on the way, the work begins anew with less.
struct Explained {
    bool flow = true;
    std::vector<Flow::Integral> integrals;
};

class Spectrometer {
  public:
    Spectrometer(Flow& flow, const LyapunovOptions& options, const Explained& explained)
        : may_(explained),
          flow_(flow),
          options_(options),
          n_(flow.size()),
          p_(flow.parameters()),
          x_(flow.start()),
          rates_(flow.equations(), flow.equations().rates, tiered),
          surface_(flow.equations(), gradients(flow.surface(), flow.equations().state), tiered),
          f_(n_) {
        choose_directions();
        const std::size_t all = out_.dimension - out_.neutral.size();
        count_ = options.count == 0 ? all : std::min(options.count, all);
        out_.is_complete = count_ == all;
        out_.variables = n_;
        make_integrator();
        growth_.resize(count_);
    }

    LyapunovSpectrum run() {
        place_tangents();
        first_integrals_ = integrals_at(0);
        run_->start(0, y_, p_);
        const double begin =
            std::copysign(std::min(std::fabs(options_.transient), std::fabs(options_.until)), options_.until);
        if (!advance_to(begin)) return ended_early();
        begin_averages();
        advance_to(options_.until);
        if (failed_) return {};
        finish();
        out_.steps = run_->steps();
        return std::move(out_);
    }

    // What was to be explained and cannot be, if there is such a thing.
    const std::optional<Explained>& failed() const { return failed_; }
    const std::string& why_failed() const { return why_failed_; }

  private:
    // --- directions whose exponents follow

    void choose_directions() {
        OrthonormalBasis basis;
        add_rows(surface_, flow_.surface().size(), 0, x_, basis);
        out_.dimension = n_ - basis.size();
        std::vector<Expr> functions;
        for (const Flow::Integral& integral : may_.integrals) {
            StateFunctions slopes(flow_.equations(), gradient(integral.function, flow_.equations().state));
            Vector row(n_);
            slopes(0, x_, p_, {}, row);
            const double size = norm(row);
            const bool is_new = std::isfinite(size) && size > 0 && basis.size() < n_ && basis.add(row) > 0;
            if (!is_new) continue;  // of γ·γ on its surface, say, or of the energy at rest
            functions.push_back(integral.function);
            used_.push_back(integral);
            out_.neutral.push_back({"the integral " + integral.name});
        }
        integrals_.emplace(flow_.equations(), gradients(functions, flow_.equations().state), tiered);
        values_.emplace(flow_.equations(), functions, tiered);
        has_flow_ = may_.flow && flow_.is_autonomous() && moves(x_) && basis.size() < n_;
        if (has_flow_) out_.neutral.push_back({"the direction of the motion itself"});
    }

    bool moves(const Vector& x) {
        rates_(run_ ? run_->time() : 0, x, p_, {}, f_);
        double largest = 1e-300;
        for (const double value : x) largest = std::max(largest, std::fabs(value));
        return norm(f_) > standing_still * largest;
    }

    // Adds the rows of gradients to a basis; returns the sum of the logarithms of what each adds.
    double add_rows(StateFunctions& rows, std::size_t count, double t, std::span<const double> x,
                    OrthonormalBasis& basis, Vector* each = nullptr) {
        Vector all(rows.size());
        if (count > 0) rows(t, x, p_, {}, all);
        double sum = 0;
        for (std::size_t k = 0; k < count; ++k) {
            const double added = basis.add(std::span(all).subspan(k * n_, n_));
            if (added == 0 && each) give_up_integral(k, "its gradient vanishes or follows from the others'");
            const double log = added > 0 ? std::log(added) : 0;
            if (each) each->push_back(log);
            sum += log;
        }
        return sum;
    }

    // The gradients and ẋ at the state, in this order, as the first vectors of a basis.
    Volumes explained(OrthonormalBasis& basis) {
        const double t = run_->time();
        Volumes out;
        out.surface = add_rows(surface_, flow_.surface().size(), t, x_, basis);
        add_rows(*integrals_, used_.size(), t, x_, basis, &out.integrals);
        if (has_flow_) {
            if (!moves(x_)) give_up_flow();
            out.flow = std::log(norm(f_));
            if (basis.add(f_) == 0) give_up_flow();
        }
        return out;
    }

    void give_up_flow() {
        failed_ = may_;
        failed_->flow = false;
        why_failed_ = "the motion comes to a standstill, so its direction explains no exponent";
    }

    void give_up_integral(std::size_t k, const std::string& why) {
        failed_ = may_;
        std::erase_if(failed_->integrals,
                      [&](const Flow::Integral& integral) { return integral.name == used_[k].name; });
        why_failed_ = "the integral " + used_[k].name + " explains no exponent: " + why;
    }

    Vector integrals_at(double t) {
        Vector values(used_.size());
        if (!values.empty()) (*values_)(t, x_, p_, {}, values);
        return values;
    }

    void watch_integrals() {
        const Vector now = integrals_at(run_->time());
        for (std::size_t k = 0; k < now.size(); ++k) {
            const double scale = std::max(std::fabs(first_integrals_[k]), 1e-3);
            if (!(std::fabs(now[k] - first_integrals_[k]) <= kept * scale))
                give_up_integral(k, "the motion does not keep it");
        }
    }

    // --- the motion with its tangent vectors

    void make_integrator() {
        RateEquations equations = with_variations(flow_.equations(), count_);
        if (out_.is_complete) add_divergence(equations);
        y_.resize(equations.state.size());
        run_.emplace(flow_, std::move(equations), std::vector<Event>{},
                     FlowRunOptions{options_.tolerance, options_.method});
        out_.method = run_->method();
        out_.tolerance = run_->tolerance();
    }

    // Σ ∂f_i/∂x_i as the rate of one more variable.
    void add_divergence(RateEquations& equations) const {
        const RateEquations& e = flow_.equations();
        Expr sum = e.t.context().zero();
        for (std::size_t i = 0; i < n_; ++i) sum = sum + derivative(e.rates[i], e.state[i]);
        equations.state.push_back(
            introduced(e.t.context(), "divergence", SymbolKind::variable, "mean divergence"));
        equations.rates.push_back(sum);
    }

    std::span<double> tangent(std::size_t k) { return std::span(y_).subspan((k + 1) * n_, n_); }

    void place_tangents() {
        std::mt19937_64 random(options_.seed);
        std::ranges::copy(x_, y_.begin());
        for (std::size_t k = 0; k < count_; ++k)
            for (double& entry : tangent(k)) entry = static_cast<double>(random() >> 11) * 0x1p-52 - 1;
        OrthonormalBasis basis;
        explained(basis);
        for (std::size_t k = 0; k < count_; ++k) basis.add(tangent(k));
    }

    bool advance_to(double end) {
        while (run_->time() != end) {
            if (!run_->step(end)) return stop(run_->why());
            if (!renormalise() || failed_) return false;
            if (!options_.goes_on(run_->time())) return stop("interrupted");
            Deadline::check();
        }
        return true;
    }

    bool stop(const std::string& why) {
        out_.ended = why;
        return false;
    }

    // Makes the tangent vectors orthonormal and notes what they have grown by.
    bool renormalise() {
        std::ranges::copy(run_->state(), y_.begin());
        std::copy_n(y_.begin(), n_, x_.begin());
        OrthonormalBasis basis;
        last_ = explained(basis);
        watch_integrals();
        for (std::size_t k = 0; k < count_; ++k) {
            const double length = basis.add(tangent(k));
            if (!(length > 0)) return stop("a tangent vector can no longer be told from the others");
            if (averages_) growth_[k].push_back(std::log(length));
        }
        std::ranges::copy(y_, run_->state().begin());
        run_->correct();
        if (averages_) times_.push_back(run_->time());
        return true;
    }

    // --- results

    void begin_averages() {
        averages_ = true;
        out_.from = run_->time();
        OrthonormalBasis basis;
        first_ = last_ = explained(basis);
        first_divergence_ = y_.back();
    }

    LyapunovSpectrum ended_early() {
        out_.until = out_.from = run_->time();
        return std::move(out_);
    }

    void finish() {
        out_.until = times_.empty() ? out_.from : times_.back();
        const double time = std::fabs(out_.until - out_.from);
        if (time == 0) return;
        const double resolution =
            2 * std::log(1 + static_cast<double>(times_.size())) / time;  // of growth as a power of time
        for (const Vector& changes : growth_) {
            const MeanRate mean = mean_rate({out_.from, times_, changes});
            const bool may_vanish = std::fabs(mean.value) <= resolution;
            const double error = may_vanish ? std::max(mean.spread, std::fabs(mean.value)) : mean.spread;
            out_.exponents.push_back({mean.value, error, mean.half, mean.is_weighted});
        }
        std::ranges::stable_sort(out_.exponents, std::greater<>(), &Exponent::value);
        for (std::size_t k = 0; k < used_.size(); ++k)
            out_.neutral[k].value = -(last_.integrals[k] - first_.integrals[k]) / time;
        if (has_flow_) out_.neutral.back().value = (last_.flow - first_.flow) / time;
        for (NeutralDirection& direction : out_.neutral)
            direction.vanishes = std::fabs(direction.value) <= resolution;
        keep_history();
        if (out_.is_complete) check_sum(time);
    }

    void keep_history() {
        Vector sums(count_, 0.0);
        const std::size_t stride = times_.size() / most_samples + 1;
        for (std::size_t i = 0; i < times_.size(); ++i) {
            for (std::size_t k = 0; k < count_; ++k) sums[k] += growth_[k][i];
            if ((i + 1) % stride != 0 && i + 1 != times_.size()) continue;
            LyapunovSpectrum::Sample sample{times_[i], sums};
            for (double& s : sample.estimates) s /= std::fabs(times_[i] - out_.from);
            out_.history.push_back(std::move(sample));
        }
    }

    // Tangent vectors span volumes that grow by the divergence: the plain averages of all directions, over the finite time.
    void check_sum(double time) {
        double sum = 0;
        for (const Vector& changes : growth_) sum = std::accumulate(changes.begin(), changes.end(), sum);
        sum /= time;
        for (const NeutralDirection& direction : out_.neutral) sum += direction.value;
        out_.sum = sum;
        if (is_surface_kept())
            out_.divergence =
                (run_->state().back() - first_divergence_ + last_.surface - first_.surface) / time;
        kaplan_yorke();
    }

    // Whether the functions of the surface are constant beside it as well, so that its normal directions add nothing to the divergence: the
    // slopes of Ṙ are then multiples of those of R without a diagonal. Looked at where the motion ends.
    bool is_surface_kept() {
        const RateEquations& e = flow_.equations();
        const std::size_t m = flow_.surface().size();
        if (m == 0) return true;
        Direction along;
        for (std::size_t i = 0; i < n_; ++i) along.emplace_back(e.state[i], e.rates[i]);
        const std::vector<Expr> change = directional_derivative(flow_.surface(), along);
        StateFunctions slopes(e, gradients(change, e.state));
        Vector rows(m * n_), of_surface(m * n_);
        slopes(out_.until, x_, p_, {}, rows);
        surface_(out_.until, x_, p_, {}, of_surface);
        // A ∇R = ∇Ṙ, row by row.
        Vector transposed(n_ * m);
        for (std::size_t k = 0; k < m; ++k)
            for (std::size_t i = 0; i < n_; ++i) transposed[i * m + k] = of_surface[k * n_ + i];
        double trace = 0;
        for (std::size_t k = 0; k < m; ++k)
            trace += least_squares(transposed, n_, m, std::span(rows).subspan(k * n_, n_))[k];
        return std::fabs(trace) <= 1e-9;
    }

    void kaplan_yorke() {
        Vector all;
        for (const Exponent& e : out_.exponents) all.push_back(e.is_told_from_zero() ? e.value : 0);
        if (has_flow_) all.push_back(out_.neutral.back().vanishes ? 0 : out_.neutral.back().value);
        std::ranges::sort(all, std::greater<>());
        double sum = 0;
        for (std::size_t k = 0; k < all.size(); ++k) {
            if (sum + all[k] < 0) {
                out_.kaplan_yorke = static_cast<double>(k) + sum / std::fabs(all[k]);
                return;
            }
            sum += all[k];
        }
        out_.kaplan_yorke = static_cast<double>(all.size());
    }

    const Explained& may_;
    std::optional<Explained> failed_;
    std::string why_failed_;
    Flow& flow_;
    const LyapunovOptions& options_;
    std::size_t n_, count_ = 0;
    Vector p_, x_;  // x_: of the motion
    StateFunctions rates_, surface_;
    std::vector<Flow::Integral> used_;
    std::optional<StateFunctions> integrals_, values_;  // their gradients, and they themselves
    Vector first_integrals_;
    Vector f_;
    Vector y_;  // of the integrator: x, tangent vectors, the divergence
    std::optional<FlowRun> run_;
    bool has_flow_ = false, averages_ = false;
    Volumes first_, last_;
    double first_divergence_ = 0;
    std::vector<Vector> growth_;  // logarithms, by tangent vector and step
    Vector times_;
    LyapunovSpectrum out_;
};

}  // namespace

bool LyapunovSpectrum::is_consistent() const {
    if (!sum || !divergence) return true;
    double largest = std::fabs(*divergence);
    for (const Exponent& e : exponents) largest = std::max(largest, std::fabs(e.value));
    return std::fabs(*sum - *divergence) <=
           std::max(1e-6, 1e3 * tolerance) * std::max(largest, 1 / std::fabs(until - from));
}

LyapunovSpectrum lyapunov_spectrum(Flow& flow, const LyapunovOptions& options) {
    Explained explained{true, flow.integrals()};
    std::vector<std::string> notes;
    for (;;) {
        Spectrometer spectrometer(flow, options, explained);
        LyapunovSpectrum found = spectrometer.run();
        if (!spectrometer.failed()) {
            found.notes.insert(found.notes.begin(), notes.begin(), notes.end());
            return found;
        }
        notes.push_back(spectrometer.why_failed());
        explained = *spectrometer.failed();
    }
}

}  // namespace anholon
