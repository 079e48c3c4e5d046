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
#include "study/orthonormal_basis.hpp"
#include "study/variations.hpp"

namespace anholon {

namespace {

using Numbers = std::vector<double>;

// Rates below this part of the state, in a unit of time, are those of a motion that stands still.
constexpr double standing_still = 1e-11;
constexpr std::size_t most_samples = 2000;
// An integral that changes by more, relatively, is none.
constexpr double kept = 1e-7;

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
    Numbers integrals;
    double flow = 0;
};

// Which directions are explained: the integrals by their places in the flow's list.
struct Directions {
    bool flow = true;
    std::vector<std::size_t> integrals;
};

}  // namespace

// What is compiled once for all motions of a flow.
struct Exponents::Code {
    explicit Code(const Flow& flow)
        : rates(flow.equations(), flow.equations().rates, tiered),
          surface(flow.equations(), gradients(flow.surface(), flow.equations().state), tiered),
          integrals(flow.equations(), with_gradients(flow), tiered) {}
    Code(const Code& other)
        : rates(other.rates),
          surface(other.surface),
          integrals(other.integrals),
          run(other.run ? std::optional(other.run->another()) : std::nullopt),
          count(other.count),
          has_divergence(other.has_divergence) {}

    // For so many tangent vectors.
    void prepare(const Flow& flow, std::size_t vectors, bool with_divergence, const FlowRunOptions& options) {
        if (run && count == vectors && has_divergence == with_divergence) return;
        count = vectors;
        has_divergence = with_divergence;
        run.emplace(flow, equations(flow, count, has_divergence), std::vector<Event>{}, options);
    }

    static std::vector<Expr> with_gradients(const Flow& flow) {
        std::vector<Expr> all;
        for (const Flow::Integral& integral : flow.integrals()) all.push_back(integral.function);
        const std::vector<Expr> rows = gradients(all, flow.equations().state);
        all.insert(all.end(), rows.begin(), rows.end());
        return all;
    }

    // Σ ∂f_i/∂x_i is the rate of one more variable.
    static RateEquations equations(const Flow& flow, std::size_t count, bool has_divergence) {
        RateEquations out = with_variations(flow.equations(), count);
        if (!has_divergence) return out;
        const RateEquations& e = flow.equations();
        Expr sum = e.t.context().zero();
        for (std::size_t i = 0; i < e.state.size(); ++i) sum = sum + derivative(e.rates[i], e.state[i]);
        out.state.push_back(introduced(e.t.context(), "divergence", SymbolKind::variable, "mean divergence"));
        out.rates.push_back(sum);
        return out;
    }

    StateFunctions rates, surface, integrals;  // integrals: values, then gradients
    std::optional<FlowRun> run;
    std::size_t count = 0;  // of tangent vectors
    bool has_divergence = false;
};

// One motion with its tangent vectors.
class Exponents::Motion {
  public:
    Motion(Flow& flow, Code& code, const LyapunovOptions& options, std::span<const double> start,
           std::span<const double> p)
        : flow_(flow),
          code_(code),
          options_(options),
          n_(flow.size()),
          p_(p.begin(), p.end()),
          x_(start.begin(), start.end()),
          f_(n_),
          values_(code.integrals.size()) {}

    // The directions that are explained where the motion starts, of those that may be.
    Directions directions(const Directions& may) {
        Directions out{.flow = false, .integrals = {}};
        OrthonormalBasis basis;
        add_surface(basis);
        out_.dimension = n_ - basis.size();
        look_at_integrals();
        for (const std::size_t k : may.integrals) {
            Numbers row(gradient_of(k).begin(), gradient_of(k).end());
            const double size = norm(row);
            // Not that of γ·γ on its surface, nor that of the energy at rest.
            const bool is_new = std::isfinite(size) && size > 0 && basis.size() < n_ && basis.add(row) > 0;
            if (is_new) out.integrals.push_back(k);
        }
        out.flow = may.flow && flow_.is_autonomous() && moves() && basis.size() < n_;
        return out;
    }

    std::size_t dimension() const { return out_.dimension; }

    LyapunovSpectrum follow(const Directions& explained) {
        explained_ = explained;
        y_.resize(run().size());
        growth_.resize(code_.count);
        name_directions();
        place_tangents();
        first_values_ = values_of_integrals();
        run().start(0, y_, p_);
        const double begin =
            std::copysign(std::min(std::fabs(options_.transient), std::fabs(options_.until)), options_.until);
        if (advance_to(begin)) {
            begin_averages();
            advance_to(options_.until);
        }
        if (!failed_) finish();
        return std::move(out_);
    }

    // What was to be explained and cannot be, if there is such a thing.
    const std::optional<Directions>& failed() const { return failed_; }
    const std::string& why_failed() const { return why_failed_; }

  private:
    FlowRun& run() { return *code_.run; }

    // --- directions whose exponents follow

    void name_directions() {
        for (const std::size_t k : explained_.integrals)
            out_.neutral.push_back({"the integral " + flow_.integrals()[k].name});
        if (explained_.flow) out_.neutral.push_back({"the direction of the motion itself"});
    }

    bool moves() {
        code_.rates(t_, x_, p_, {}, f_);
        double largest = 1e-300;
        for (const double value : x_) largest = std::max(largest, std::fabs(value));
        return norm(f_) > standing_still * largest;
    }

    void look_at_integrals() { code_.integrals(t_, x_, p_, {}, values_); }
    std::span<double> gradient_of(std::size_t k) {
        return std::span(values_).subspan(flow_.integrals().size() + k * n_, n_);
    }

    Numbers values_of_integrals() {
        look_at_integrals();
        Numbers out;
        for (const std::size_t k : explained_.integrals) out.push_back(values_[k]);
        return out;
    }

    // The logarithm of the volume that the gradients of the surface span.
    double add_surface(OrthonormalBasis& basis) {
        Numbers rows(code_.surface.size());
        if (!rows.empty()) code_.surface(t_, x_, p_, {}, rows);
        double sum = 0;
        for (std::size_t k = 0; k < flow_.surface().size(); ++k)
            if (const double added = basis.add(std::span(rows).subspan(k * n_, n_)); added > 0)
                sum += std::log(added);
        return sum;
    }

    // The gradients and ẋ at the state, in this order, as the first vectors of a basis.
    Volumes explain(OrthonormalBasis& basis) {
        Volumes out;
        out.surface = add_surface(basis);
        look_at_integrals();
        for (std::size_t k = 0; k < explained_.integrals.size(); ++k) {
            const double added = basis.add(gradient_of(explained_.integrals[k]));
            if (added == 0) give_up_integral(k, "its gradient vanishes or follows from the others'");
            out.integrals.push_back(added > 0 ? std::log(added) : 0);
        }
        if (!explained_.flow) return out;
        if (!moves()) give_up_flow();
        out.flow = std::log(norm(f_));
        if (basis.add(f_) == 0) give_up_flow();
        return out;
    }

    void give_up_flow() {
        failed_ = explained_;
        failed_->flow = false;
        why_failed_ = "the motion comes to a standstill, so its direction explains no exponent";
    }

    void give_up_integral(std::size_t k, const std::string& why) {
        failed_ = explained_;
        failed_->integrals.erase(failed_->integrals.begin() + static_cast<long>(k));
        why_failed_ = "the integral " + flow_.integrals()[explained_.integrals[k]].name +
                      " explains no exponent: " + why;
    }

    void watch_integrals() {
        const Numbers now = values_of_integrals();
        for (std::size_t k = 0; k < now.size(); ++k) {
            double scale = std::fabs(first_values_[k]);
            const std::span<const double> slopes = gradient_of(explained_.integrals[k]);
            for (std::size_t i = 0; i < n_; ++i) scale = std::max(scale, std::fabs(slopes[i] * x_[i]));
            if (!(std::fabs(now[k] - first_values_[k]) <= kept * scale))
                return give_up_integral(k, "the motion does not keep it");
        }
    }

    // --- the motion with its tangent vectors

    std::span<double> tangent(std::size_t k) { return std::span(y_).subspan((k + 1) * n_, n_); }

    void place_tangents() {
        std::mt19937_64 random(options_.seed);
        std::ranges::copy(x_, y_.begin());
        for (std::size_t k = 0; k < code_.count; ++k)
            for (double& entry : tangent(k)) entry = static_cast<double>(random() >> 11) * 0x1p-52 - 1;
        OrthonormalBasis basis;
        explain(basis);
        for (std::size_t k = 0; k < code_.count; ++k) basis.add(tangent(k));
    }

    bool advance_to(double end) {
        while (t_ != end) {
            if (!run().step(end)) return stop(run().why());
            t_ = run().time();
            if (!renormalise() || failed_) return false;
            if (!options_.goes_on(t_)) return stop("interrupted");
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
        std::ranges::copy(run().state(), y_.begin());
        std::copy_n(y_.begin(), n_, x_.begin());
        OrthonormalBasis basis;
        last_ = explain(basis);
        watch_integrals();
        for (std::size_t k = 0; k < code_.count; ++k) {
            const double length = basis.add(tangent(k));
            if (!(length > 0)) return stop("a tangent vector can no longer be told from the others");
            if (averages_) growth_[k].push_back(std::log(length));
        }
        std::ranges::copy(y_, run().state().begin());
        run().correct();
        if (averages_) times_.push_back(t_);
        return true;
    }

    // --- results

    void begin_averages() {
        averages_ = true;
        out_.from = t_;
        OrthonormalBasis basis;
        first_ = last_ = explain(basis);
        first_divergence_ = y_.back();
    }

    void finish() {
        out_.variables = n_;
        out_.steps = run().steps();
        out_.method = run().method();
        out_.tolerance = run().tolerance();
        out_.is_complete = code_.count + out_.neutral.size() == out_.dimension;
        out_.until = times_.empty() ? t_ : times_.back();
        if (times_.empty()) out_.from = out_.until;
        const double time = std::fabs(out_.until - out_.from);
        if (time == 0) return;
        find_exponents(time);
        keep_history();
        if (code_.has_divergence && out_.is_complete) check_sum(time);
        if (out_.is_complete) kaplan_yorke();
    }

    void find_exponents(double time) {
        // Of growth as a power of time.
        const double resolution = 2 * std::log(1 + static_cast<double>(times_.size())) / time;
        for (const Numbers& changes : growth_) {
            const MeanRate mean = mean_rate({out_.from, times_, changes});
            const bool may_vanish = std::fabs(mean.value) <= resolution;
            const double error = may_vanish ? std::max(mean.spread, std::fabs(mean.value)) : mean.spread;
            out_.exponents.push_back({mean.value, error, mean.half, mean.is_weighted});
        }
        std::ranges::stable_sort(out_.exponents, std::greater<>(), &Exponent::value);
        for (std::size_t k = 0; k < explained_.integrals.size(); ++k)
            out_.neutral[k].value = -(last_.integrals[k] - first_.integrals[k]) / time;
        if (explained_.flow) out_.neutral.back().value = (last_.flow - first_.flow) / time;
        for (NeutralDirection& direction : out_.neutral)
            direction.vanishes = std::fabs(direction.value) <= resolution;
    }

    void keep_history() {
        Numbers sums(code_.count, 0.0);
        const std::size_t stride = times_.size() / most_samples + 1;
        for (std::size_t i = 0; i < times_.size(); ++i) {
            for (std::size_t k = 0; k < code_.count; ++k) sums[k] += growth_[k][i];
            if ((i + 1) % stride != 0 && i + 1 != times_.size()) continue;
            LyapunovSpectrum::Sample sample{times_[i], sums};
            for (double& s : sample.estimates) s /= std::fabs(times_[i] - out_.from);
            out_.history.push_back(std::move(sample));
        }
    }

    // Tangent vectors span volumes that grow by the divergence: the plain averages of all directions, over the finite time.
    void check_sum(double time) {
        double sum = 0;
        for (const Numbers& changes : growth_) sum = std::accumulate(changes.begin(), changes.end(), sum);
        sum /= time;
        for (const NeutralDirection& direction : out_.neutral) sum += direction.value;
        out_.sum = sum;
        if (is_surface_kept())
            out_.divergence =
                (run().state().back() - first_divergence_ + last_.surface - first_.surface) / time;
    }

    // Whether the functions of the surface are constant beside it as well, so that its normal directions add nothing to the divergence:
    // A in ∇Ṙ = A ∇R has no trace. Looked at where the motion ends.
    bool is_surface_kept() {
        const RateEquations& e = flow_.equations();
        const std::size_t m = flow_.surface().size();
        if (m == 0) return true;
        Direction along;
        for (std::size_t i = 0; i < n_; ++i) along.emplace_back(e.state[i], e.rates[i]);
        const std::vector<Expr> change = directional_derivative(flow_.surface(), along);
        StateFunctions slopes(e, gradients(change, e.state));
        Numbers rows(m * n_), of_surface(m * n_), transposed(n_ * m);
        slopes(out_.until, x_, p_, {}, rows);
        code_.surface(out_.until, x_, p_, {}, of_surface);
        for (std::size_t k = 0; k < m; ++k)
            for (std::size_t i = 0; i < n_; ++i) transposed[i * m + k] = of_surface[k * n_ + i];
        double trace = 0;
        for (std::size_t k = 0; k < m; ++k)
            trace += least_squares(transposed, n_, m, std::span(rows).subspan(k * n_, n_))[k];
        return std::fabs(trace) <= 1e-9;
    }

    // On the common level of the integrals.
    void kaplan_yorke() {
        Numbers all;
        for (const Exponent& e : out_.exponents) all.push_back(e.is_told_from_zero() ? e.value : 0);
        if (explained_.flow) all.push_back(out_.neutral.back().vanishes ? 0 : out_.neutral.back().value);
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

    Flow& flow_;
    Code& code_;
    const LyapunovOptions& options_;
    std::size_t n_;
    double t_ = 0;
    Numbers p_, x_, f_;  // x_: of the motion; f_: its rates
    Numbers y_;          // of the run: x, tangent vectors, the divergence
    Numbers values_, first_values_;
    Directions explained_;
    std::optional<Directions> failed_;
    std::string why_failed_;
    bool averages_ = false;
    Volumes first_, last_;
    double first_divergence_ = 0;
    std::vector<Numbers> growth_;  // logarithms, by tangent vector and step
    Numbers times_;
    LyapunovSpectrum out_;
};

Exponents::Exponents(const Flow& flow, const LyapunovOptions& options)
    : flow_(flow), options_(options), code_(std::make_unique<Code>(flow)) {
    if (options.count > 0) code_->prepare(flow_, options.count, false, {options.tolerance, options.method});
}
Exponents::Exponents(const Exponents& other)
    : flow_(other.flow_), options_(other.options_), code_(std::make_unique<Code>(*other.code_)) {}
Exponents::~Exponents() = default;

LyapunovSpectrum Exponents::operator()(std::span<const double> start, std::span<const double> p) {
    Directions may{.flow = true, .integrals = std::vector<std::size_t>(flow_.integrals().size())};
    std::iota(may.integrals.begin(), may.integrals.end(), 0);
    std::vector<std::string> notes;
    for (;;) {
        Motion motion(flow_, *code_, options_, start, p);
        const Directions explained = motion.directions(may);
        const std::size_t all = motion.dimension() - explained.integrals.size() - (explained.flow ? 1 : 0);
        code_->prepare(flow_, options_.count == 0 ? all : std::min(options_.count, all), options_.count == 0,
                       {options_.tolerance, options_.method});
        LyapunovSpectrum found = motion.follow(explained);
        if (!motion.failed()) {
            found.notes = std::move(notes);
            return found;
        }
        notes.push_back(motion.why_failed());
        may = *motion.failed();
    }
}

bool LyapunovSpectrum::is_consistent() const {
    if (!sum || !divergence) return true;
    double largest = std::fabs(*divergence);
    for (const Exponent& e : exponents) largest = std::max(largest, std::fabs(e.value));
    return std::fabs(*sum - *divergence) <=
           std::max(1e-6, 1e3 * tolerance) * std::max(largest, 1 / std::fabs(until - from));
}

LyapunovSpectrum lyapunov_spectrum(const Flow& flow, const LyapunovOptions& options) {
    return Exponents(flow, options)(flow.start(), flow.parameters());
}

}  // namespace anholon
