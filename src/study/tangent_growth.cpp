#include "study/tangent_growth.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "code/tiered.hpp"
#include "expr/derivative.hpp"
#include "integrate/least_squares.hpp"

namespace anholon {

namespace {

using Numbers = std::vector<double>;

// Rates below this part of the state, in a unit of time, are those of a motion that stands still.
constexpr double standing_still = 1e-9;
constexpr std::size_t most_samples = 2000;
// An integral may change by so much, relatively, whatever the errors of steps.
constexpr double kept = 1e-7;

std::vector<Expr> integrals_with_gradients(const Flow& flow) {
    std::vector<Expr> all;
    for (const Flow::Integral& integral : flow.integrals()) all.push_back(integral.function);
    const std::vector<Expr> rows = gradients(all, flow.equations().state);
    all.insert(all.end(), rows.begin(), rows.end());
    return all;
}

}  // namespace

std::vector<Expr> gradients(std::span<const Expr> functions, const std::vector<Expr>& x) {
    std::vector<Expr> rows;
    for (const Expr& F : functions) {
        const std::vector<Expr> row = gradient(F, x);
        rows.insert(rows.end(), row.begin(), row.end());
    }
    return rows;
}

TangentFunctions::TangentFunctions(const Flow& flow)
    : rates(flow.equations(), flow.equations().rates, tiered),
      surface(flow.equations(), gradients(flow.surface(), flow.equations().state), tiered),
      integrals(flow.equations(), integrals_with_gradients(flow), tiered) {}

ExplainedDirections ExplainedDirections::all(const Flow& flow) {
    ExplainedDirections out;
    out.integrals.resize(flow.integrals().size());
    std::iota(out.integrals.begin(), out.integrals.end(), 0);
    return out;
}

TangentGrowth::TangentGrowth(const Flow& flow, TangentFunctions& functions, std::span<const double> start,
                             std::span<const double> p)
    : flow_(flow),
      functions_(functions),
      n_(flow.size()),
      p_(p.begin(), p.end()),
      x_(start.begin(), start.end()),
      f_(n_),
      values_(functions.integrals.size()) {}

// --- directions whose exponents follow

ExplainedDirections TangentGrowth::directions(const ExplainedDirections& may) {
    ExplainedDirections out{.flow = false, .integrals = {}};
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

bool TangentGrowth::moves() {
    functions_.rates(t_, x_, p_, {}, f_);
    double largest = 1e-300;
    for (const double value : x_) largest = std::max(largest, std::fabs(value));
    return norm(f_) > standing_still * largest;
}

void TangentGrowth::look_at_integrals() { functions_.integrals(t_, x_, p_, {}, values_); }

std::span<double> TangentGrowth::gradient_of(std::size_t integral) {
    return std::span(values_).subspan(flow_.integrals().size() + integral * n_, n_);
}

Numbers TangentGrowth::values_of_integrals() {
    look_at_integrals();
    Numbers out;
    for (const std::size_t k : explained_.integrals) out.push_back(values_[k]);
    return out;
}

// The logarithm of the volume that the gradients of the surface span.
double TangentGrowth::add_surface(OrthonormalBasis& basis) {
    Numbers rows(functions_.surface.size());
    if (!rows.empty()) functions_.surface(t_, x_, p_, {}, rows);
    double sum = 0;
    for (std::size_t k = 0; k < flow_.surface().size(); ++k)
        if (const double added = basis.add(std::span(rows).subspan(k * n_, n_)); added > 0)
            sum += std::log(added);
    return sum;
}

Numbers TangentGrowth::Volumes::of_neutral() const {
    Numbers out;
    for (const double added : integrals) out.push_back(-added);
    out.push_back(flow);
    return out;
}

// The gradients and ẋ at the state, in this order, as the first vectors of a basis.
TangentGrowth::Volumes TangentGrowth::explain(OrthonormalBasis& basis) {
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

void TangentGrowth::give_up_flow() {
    failed_ = explained_;
    failed_->flow = false;
    why_failed_ = "the motion comes to a standstill, so its direction explains no exponent";
}

void TangentGrowth::give_up_integral(std::size_t k, const std::string& why) {
    failed_ = explained_;
    failed_->integrals.erase(failed_->integrals.begin() + static_cast<long>(k));
    why_failed_ =
        "the integral " + flow_.integrals()[explained_.integrals[k]].name + " explains no exponent: " + why;
}

void TangentGrowth::watch_integrals() {
    const Numbers now = values_of_integrals();
    for (std::size_t k = 0; k < now.size(); ++k) {
        double scale = std::fabs(first_values_[k]);
        const std::span<const double> slopes = gradient_of(explained_.integrals[k]);
        for (std::size_t i = 0; i < n_; ++i) scale = std::max(scale, std::fabs(slopes[i] * x_[i]));
        if (!(std::fabs(now[k] - first_values_[k]) <= std::max(kept, allowed_) * scale))
            return give_up_integral(k, "the motion does not keep it");
    }
}

// --- tangent vectors

Numbers TangentGrowth::begin(const ExplainedDirections& explained, std::size_t count, std::uint64_t seed) {
    explained_ = explained;
    count_ = count;
    growth_.resize(count);
    sums_.assign(count, 0.0);
    for (const std::size_t k : explained_.integrals)
        out_.neutral.push_back({"the integral " + flow_.integrals()[k].name});
    if (explained_.flow) out_.neutral.push_back({"the direction of the motion itself"});
    neutral_growth_.resize(out_.neutral.size());
    first_values_ = values_of_integrals();
    std::mt19937_64 random(seed);
    OrthonormalBasis basis;
    last_ = explain(basis);
    Numbers y = x_;
    for (std::size_t k = 0; k < count; ++k) {
        Numbers v(n_);
        for (double& entry : v) entry = static_cast<double>(random() >> 11) * 0x1p-52 - 1;
        basis.add(v);
        y.insert(y.end(), v.begin(), v.end());
    }
    return y;
}

bool TangentGrowth::renormalise(double t, std::span<double> y) {
    t_ = t;
    std::copy_n(y.begin(), n_, x_.begin());
    OrthonormalBasis basis;
    const Numbers before = last_.of_neutral();
    last_ = explain(basis);
    watch_integrals();
    if (failed_) return false;
    for (std::size_t k = 0; k < count_; ++k) {
        const double length = basis.add(y.subspan((k + 1) * n_, n_));
        if (!(length > 0)) return false;
        if (!averages_) continue;
        growth_[k].push_back(std::log(length));
        sums_[k] += growth_[k].back();
    }
    if (!averages_) return true;
    const Numbers now = last_.of_neutral();
    for (std::size_t k = 0; k < neutral_growth_.size(); ++k) neutral_growth_[k].push_back(now[k] - before[k]);
    times_.push_back(t);
    return true;
}

void TangentGrowth::begin_averages(double divergence) {
    averages_ = true;
    out_.from = t_;
    first_ = last_;
    first_divergence_ = divergence;
}

Numbers TangentGrowth::averages() const {
    Numbers out = sums_;
    for (double& sum : out) sum /= std::fabs(t_ - out_.from);
    return out;
}

// --- results

LyapunovSpectrum TangentGrowth::spectrum(std::optional<double> divergence) {
    out_.variables = n_;
    out_.is_complete = count_ + out_.neutral.size() == out_.dimension;
    out_.until = t_;
    if (times_.empty()) out_.from = out_.until;
    if (time() == 0) return std::move(out_);
    find_neutral();
    find_exponents();
    keep_history();
    if (divergence && out_.is_complete) check_sum(*divergence);
    if (out_.is_complete) kaplan_yorke();
    return std::move(out_);
}

double TangentGrowth::time() const { return std::fabs(out_.until - out_.from); }

// Is the growth no more than that of t², over the whole time, whose unit is a step, and over its second half?
bool TangentGrowth::is_power_of_time(const MeanRate& rate) const {
    const double whole = 2 * std::log(1 + static_cast<double>(times_.size()));
    const double second_half = 2 * std::log(2 * out_.until / (out_.from + out_.until));
    return std::fabs(rate.value) * time() <= whole &&
           (std::fabs(2 * rate.value - rate.half) - rate.spread) * time() / 2 <= second_half;
}

// The logarithm of what volumes on the surface grow by, where all directions are there.
double TangentGrowth::growth_of_volume() const {
    double sum = 0;
    for (const auto* directions : {&growth_, &neutral_growth_})
        for (const Numbers& changes : *directions) sum = std::accumulate(changes.begin(), changes.end(), sum);
    return sum;
}

void TangentGrowth::find_neutral() {
    for (std::size_t k = 0; k < out_.neutral.size(); ++k) {
        const MeanRate rate = plain_rate({out_.from, times_, neutral_growth_[k]});
        NeutralDirection& direction = out_.neutral[k];
        direction.value = rate.value;
        direction.vanishes = is_power_of_time(rate);
        const bool is_flow = explained_.flow && k + 1 == out_.neutral.size();
        if (direction.vanishes || (rate.value < 0) == is_flow) continue;
        out_.depends_on_coordinates = true;
        out_.notes.push_back(
            (is_flow ? "|ẋ|" : "the gradient of " + direction.why) +
            " grows faster than a power of time: if it goes on so, the motion leaves every bounded "
            "region, and its exponents depend on the coordinates");
    }
}

void TangentGrowth::find_exponents() {
    // Where volumes do not shrink, chaos sticks to regular motions, for times t with the probability t^-1.5 or so: Chirikov and
    // Shepelyansky 1984. Then rates are correlated as 1/√t. Shrinking to 1/e in each part of the time ends this.
    constexpr double parts = 8;
    out_.has_confidence = out_.is_complete && growth_of_volume() <= -parts;
    const Memory memory = out_.has_confidence ? Memory::fading : Memory::lasting;
    for (const Numbers& changes : growth_) {
        const Gathered gathered{out_.from, times_, changes};
        const MeanRate mean = mean_rate(gathered), plain = plain_rate(gathered, memory);
        const double least = is_power_of_time(plain) ? std::fabs(mean.value) : 0;
        const double spread = mean.is_weighted ? mean.spread : plain.spread;
        out_.exponents.push_back({.value = mean.value,
                                  .error = std::max(spread, least),
                                  .if_regular = std::max(mean.spread, least),
                                  .half = mean.half,
                                  .is_weighted = mean.is_weighted});
    }
    std::ranges::stable_sort(out_.exponents, std::greater<>(), &Exponent::value);
}

void TangentGrowth::keep_history() {
    Numbers sums(count_, 0.0);
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
void TangentGrowth::check_sum(double divergence) {
    out_.sum = growth_of_volume() / time();
    if (is_surface_kept())
        out_.divergence = (divergence - first_divergence_ + last_.surface - first_.surface) / time();
    else
        out_.notes.emplace_back(
            "the sum of the exponents is not checked: beside the surface of the constraints its functions "
            "change");
}

// Whether the functions of the surface are constant beside it as well, so that its normal directions add nothing to the divergence:
// A in ∇Ṙ = A ∇R has no trace. Looked at where the motion ends.
bool TangentGrowth::is_surface_kept() {
    const RateEquations& e = flow_.equations();
    const std::size_t m = flow_.surface().size();
    if (m == 0) return true;
    Direction along{{e.t, e.t.context().one()}};
    for (std::size_t i = 0; i < n_; ++i) along.emplace_back(e.state[i], e.rates[i]);
    const std::vector<Expr> change = directional_derivative(flow_.surface(), along);
    StateFunctions slopes(e, gradients(change, e.state));
    Numbers rows(m * n_), of_surface(m * n_), transposed(n_ * m);
    slopes(out_.until, x_, p_, {}, rows);
    functions_.surface(out_.until, x_, p_, {}, of_surface);
    for (std::size_t k = 0; k < m; ++k)
        for (std::size_t i = 0; i < n_; ++i) transposed[i * m + k] = of_surface[k * n_ + i];
    double trace = 0;
    for (std::size_t k = 0; k < m; ++k)
        trace += least_squares(transposed, n_, m, std::span(rows).subspan(k * n_, n_))[k];
    return std::fabs(trace) <= 1e-9;
}

// On the common level of the integrals. Exponents that cannot be told from zero count as 0, unless volumes then would not shrink as
// they do.
void TangentGrowth::kaplan_yorke() {
    if (out_.depends_on_coordinates) return;
    Numbers all;
    for (const Exponent& e : out_.exponents) all.push_back(e.is_told_from_zero() ? e.value : 0);
    if (explained_.flow) all.push_back(out_.neutral.back().vanishes ? 0 : out_.neutral.back().value);
    constexpr double shrinking = -1e-6;  // logarithm of a volume
    if (out_.divergence && *out_.divergence * time() < shrinking) {
        const double of_volume = std::accumulate(all.begin(), all.end(), 0.0);
        if (std::fabs(of_volume - *out_.divergence) > 0.1 * std::fabs(*out_.divergence)) {
            out_.notes.emplace_back(
                "the Kaplan–Yorke dimension is not decided: volumes shrink, and over this time exponents "
                "cannot be told from zero");
            return;
        }
    }
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

bool LyapunovSpectrum::is_consistent() const {
    if (!sum || !divergence) return true;
    double largest = std::fabs(*divergence);
    for (const Exponent& e : exponents) largest = std::max(largest, std::fabs(e.value));
    return std::fabs(*sum - *divergence) <=
           std::max(1e-6, 1e3 * tolerance) * std::max(largest, 1 / std::fabs(until - from));
}

}  // namespace anholon
