#include "study/bifurcation_problem.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/finite.hpp"
#include "integrate/least_squares.hpp"
#include "study/bordered_rows.hpp"

namespace anholon {

namespace {

using Vector = std::vector<double>;
using enum Bifurcation;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double apart = 1e-5;        // of two states whose difference gives a slope, in the scales
constexpr double separated = 1e-7;    // β of branches that do not cross
constexpr double nearly_zero = 1e-3;  // an exponent that the condition may mean, relative to the largest

bool is_pair(Bifurcation kind) { return kind == hopf || kind == neimark_sacker; }

std::complex<double> power(const LinearGrowth& g, std::size_t k) {
    return g.of == LinearGrowth::Of::map ? std::exp(g.exponents[k]) : g.exponents[k];
}

double largest(const LinearGrowth& g) {
    double most = 0;
    for (const auto& s : g.exponents) most = std::max(most, std::abs(s));
    return most;
}

// Two exponents of opposite real parts: conjugates on the axis at a Hopf point, μ and 1/μ at a Neimark–Sacker point. Beyond a point where
// they meet they are real, and the condition remains smooth.
struct Pair {
    std::size_t i = 0, j = 0;
    double sum = 0;    // of the real parts
    double trace = 0;  // s₁s₂ of a flow, μ₁ + μ₂ of a map
};
std::optional<Pair> pair_near(const LinearGrowth& g, double trace) {
    const bool is_map = g.of == LinearGrowth::Of::map;
    const double size = is_map ? 1 : std::max(nearly_zero * largest(g), std::sqrt(std::fabs(trace)));
    std::optional<Pair> best;
    double least = INFINITY;
    for (std::size_t i = 0; i < g.exponents.size(); ++i)
        for (std::size_t j = i + 1; j < g.exponents.size(); ++j) {
            const std::complex<double> a = power(g, i), b = power(g, j);
            const std::complex<double> real = is_map ? a * b : a + b;
            if (std::fabs(real.imag()) > 1e-8 * (std::abs(a) + std::abs(b))) continue;
            const Pair pair{i, j, g.exponents[i].real() + g.exponents[j].real(),
                            is_map ? (a + b).real() : (a * b).real()};
            const double cost =
                std::fabs(pair.sum) / size + std::fabs(pair.trace - trace) / (is_map ? 1 : size * size);
            if (cost >= least) continue;
            least = cost;
            best = pair;
        }
    return best;
}

double trace_of(Bifurcation kind, double frequency) {
    return kind == neimark_sacker ? 2 * std::cos(frequency) : frequency * frequency;
}
double frequency_of(Bifurcation kind, double trace) {
    return kind == neimark_sacker ? std::acos(std::clamp(trace / 2, -1.0, 1.0))
                                  : std::sqrt(std::max(trace, 0.0));
}

}  // namespace

BifurcationProblem::BifurcationProblem(BranchProblem& base, const SpecialPoint& from,
                                       const SecondValue& second)
    : base_(base),
      kind_(from.kind),
      second_(second),
      N_(base.unknowns()),
      base_scales_(base.scales(from.u)),
      trace_(trace_of(from.kind, from.frequency)),
      frequency_(from.frequency) {
    base.set_parameter(second.parameter, second.value);
    if (const auto g = base.growth(from.u)) {
        count_critical(*g);
        if (const double most = largest(*g); most > 1e-6) size_ = most;
    }
}

Vector BifurcationProblem::scales() const {
    Vector out = base_scales_;
    out.push_back(second_.to - second_.from);
    return out;
}

Vector BifurcationProblem::beginning(const SpecialPoint& from) const {
    Vector out = from.u;
    out.push_back(second_.value);
    return out;
}

void BifurcationProblem::refer_to(std::span<const double> v) {
    set(v);
    base_.refer_to(v.first(N_));
    const auto g = growth(v);
    if (is_pair(kind_) && g)
        if (const auto pair = pair_near(*g, trace_)) trace_ = pair->trace;
    if (kind_ == meeting_pairs && g) frequency_ = nearest_frequency(*g);
}

std::optional<LinearGrowth> BifurcationProblem::growth(std::span<const double> v) {
    set(v);
    return base_.growth(v.first(N_));
}

double BifurcationProblem::trace(const LinearGrowth& g) const {
    const auto pair = pair_near(g, trace_);
    return pair ? pair->trace : nan;
}

double BifurcationProblem::frequency(std::span<const double> v) {
    if (kind_ == meeting_pairs) return frequency_;
    if (!is_pair(kind_)) return 0;
    const auto g = growth(v);
    return g ? frequency_of(kind_, trace(*g)) : 0;
}

LinearGrowth BifurcationProblem::rest(const LinearGrowth& g) const {
    std::vector<std::size_t> leave;
    if (is_pair(kind_)) {
        if (const auto pair = pair_near(g, trace_)) leave = {pair->i, pair->j};
    } else {
        leave = by_distance(g);
        leave.resize(std::min(critical_, leave.size()));
    }
    LinearGrowth out{.exponents = {}, .zero = g.zero, .of = g.of};
    std::complex<double> through_zero = 1, through_minus_one = 1;
    const double size = std::max(largest(g), 1e-300);
    for (std::size_t k = 0; k < g.exponents.size(); ++k) {
        if (std::ranges::find(leave, k) != leave.end()) continue;
        out.exponents.push_back(g.exponents[k]);
        if (g.of == LinearGrowth::Of::map) {
            through_zero *= power(g, k) - 1.0;
            through_minus_one *= power(g, k) + 1.0;
        } else {
            through_zero *= g.exponents[k] / size;
        }
    }
    out.through_zero = through_zero.real();
    out.through_minus_one = through_minus_one.real();
    return out;
}

double BifurcationProblem::through_zero(const LinearGrowth& g) const {
    if (g.of == LinearGrowth::Of::map) return g.through_zero;
    std::complex<double> product = 1;
    for (const auto& s : g.exponents) product *= s / size_;
    return product.real();
}

std::string BifurcationProblem::ended_at(std::span<const double> v) {
    set(v);
    return base_.ended_at(v.first(N_));
}

// From where the exponents of the condition lie.
double BifurcationProblem::distance(const LinearGrowth& g, std::size_t k) const {
    const std::complex<double> place(0, kind_ == period_doubling ? std::numbers::pi
                                        : kind_ == meeting_pairs ? frequency_
                                                                 : 0);
    const std::complex<double> upper(g.exponents[k].real(), std::fabs(g.exponents[k].imag()));
    return std::abs(upper - place);
}

std::vector<std::size_t> BifurcationProblem::by_distance(const LinearGrowth& g) const {
    std::vector<std::size_t> order(g.exponents.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::ranges::sort(order, {}, [&](std::size_t k) { return distance(g, k); });
    return order;
}

// Where the curve begins: a conservative system has two at a fold, and where standstills come in families a fold may have none.
void BifurcationProblem::count_critical(const LinearGrowth& g) {
    for (std::size_t k = 0; k < g.exponents.size(); ++k)
        if (distance(g, k) <= nearly_zero * largest(g)) ++critical_;
    const std::size_t least = kind_ == fold ? 0 : kind_ == zero_pair ? 2 : kind_ == meeting_pairs ? 4 : 1;
    critical_ = std::max(critical_, least);
}

double BifurcationProblem::nearest_frequency(const LinearGrowth& g) const {
    double best = frequency_, least = INFINITY;
    for (const auto& s : g.exponents)
        if (const double far = std::abs(s - std::complex<double>(0, frequency_)); far < least) {
            least = far;
            best = std::fabs(s.imag());
        }
    return best;
}

std::optional<BifurcationProblem::Rows> BifurcationProblem::with_second(std::span<const double> v) {
    const double h = apart * (second_.to - second_.from);
    const auto at = [&](double b) {
        base_.set_parameter(second_.parameter, b);
        return base_.at(v.first(N_));
    };
    const auto above = at(v[N_] + h), below = at(v[N_] - h), here = at(v[N_]);
    if (!above || !below || !here) return std::nullopt;
    Rows out{here->values, {}};
    for (std::size_t i = 0; i < here->values.size(); ++i) {
        const auto row = here->slopes.begin() + static_cast<long>(i * N_);
        out.slopes.insert(out.slopes.end(), row, row + static_cast<long>(N_));
        out.slopes.push_back((above->values[i] - below->values[i]) / (2 * h));
    }
    return out;
}

namespace {

// With one condition g(u, b) = 0.
class OneCondition : public BifurcationProblem {
  public:
    using BifurcationProblem::BifurcationProblem;

    std::optional<Rows> at(std::span<const double> v) override {
        auto out = with_second(v);
        const auto g = out ? condition(v) : std::nullopt;
        if (!g || !are_finite(out->slopes)) return std::nullopt;
        const std::size_t n = N_ + 1, m = out->values.size();
        const Vector size = scales();
        Vector scaled = out->slopes;
        for (std::size_t i = 0; i < scaled.size(); ++i) scaled[i] *= size[i % n];
        // What F = 0 leaves free has two dimensions: across it Newton's method needs no slopes of g, since F vanishes before g does.
        Vector row(n, 0.0);
        for (const Vector& direction : least_directions(scaled, m, n, 2)) {
            const double slope = along(v, direction);
            if (!std::isfinite(slope)) return std::nullopt;
            for (std::size_t k = 0; k < n; ++k) row[k] += slope * direction[k] / size[k];
        }
        double length = 0;
        for (std::size_t k = 0; k < n; ++k) length = std::hypot(length, row[k] * size[k]);
        if (!(length > 0)) return std::nullopt;
        for (double& slope : row) slope /= length;
        out->values.push_back(*g / length);
        out->slopes.insert(out->slopes.end(), row.begin(), row.end());
        return out;
    }

  protected:
    virtual std::optional<double> condition(std::span<const double> v) = 0;
    // dg along a direction in the scales.
    double along(std::span<const double> v, const Vector& direction) {
        const Vector size = scales();
        double out = 0;
        for (const double side : {apart, -apart}) {
            Vector there(v.begin(), v.end());
            for (std::size_t k = 0; k < direction.size(); ++k) there[k] += side * size[k] * direction[k];
            const auto g = condition(there);
            if (!g) return nan;
            out += *g / (2 * side);
        }
        return out;
    }
};

class GrowthCurve : public OneCondition {
  public:
    using OneCondition::OneCondition;

  private:
    std::optional<double> condition(std::span<const double> v) override {
        const auto g = growth(v);
        if (!g) return std::nullopt;
        if (kind_ == period_doubling) return g->through_minus_one;
        if (kind_ == meeting_pairs) return squared_gap(*g, frequency_);
        if (!is_pair(kind_)) return through_zero(*g);
        const auto pair = pair_near(*g, trace_);
        if (!pair) return std::nullopt;
        return pair->sum / 2;
    }
};

class FoldCurve : public OneCondition {
  public:
    using OneCondition::OneCondition;

    void refer_to(std::span<const double> v) override {
        OneCondition::refer_to(v);
        if (auto now = tangent(v)) tangent_ = std::move(*now);
    }
    double bend(std::span<const double> v) override {
        const auto direction = tangent(v);
        return direction ? along(v, *direction) : nan;
    }

  private:
    // Of the branch with the same b, in the scales, in the direction of the last one.
    std::optional<Vector> tangent(std::span<const double> v) {
        set(v);
        const auto rows = base_.at(v.first(N_));
        if (!rows || !are_finite(rows->slopes)) return std::nullopt;
        Vector scaled = rows->slopes;
        for (std::size_t i = 0; i < scaled.size(); ++i) scaled[i] *= base_scales_[i % N_];
        Vector out = least_directions(scaled, rows->values.size(), N_, 1)[0];
        if (!tangent_.empty() && dot(out, tangent_) < 0)
            for (double& part : out) part = -part;
        return out;
    }
    std::optional<double> condition(std::span<const double> v) override {
        const auto direction = tangent(v);
        if (!direction) return std::nullopt;
        return (*direction)[base_.value_place()];
    }

    Vector tangent_;
};

// The last unknown is β.
class CurveOfBranchPoints : public BifurcationProblem {
  public:
    CurveOfBranchPoints(BranchProblem& base, const SpecialPoint& from, const SecondValue& second)
        : BifurcationProblem(base, from, second), curve_(base, {.scales = base_scales_}) {
        base.set_parameter(second.parameter, second.value);
        base.refer_to(from.u);
        if (!from.other) return;
        constexpr double beside = 0.01;
        Vector u = from.u;
        for (std::size_t k = 0; k < N_; ++k) u[k] += beside * from.other->tangent[k];
        const auto regular = curve_.corrected(u, from.other->tangent);
        if (!regular) return;
        rows_.emplace(curve_, regular->u);
        prepare(from.u);
    }

    bool is_prepared() const { return rows_ && rows_->are_complete() && !border_.psi.empty(); }
    std::size_t unknowns() const override { return N_ + 2; }
    Vector scales() const override {
        Vector out = BifurcationProblem::scales();
        out.push_back(1);
        return out;
    }
    Vector beginning(const SpecialPoint& from) const override {
        Vector out = BifurcationProblem::beginning(from);
        out.push_back(0);
        return out;
    }
    void refer_to(std::span<const double> v) override {
        BifurcationProblem::refer_to(v);
        prepare(v.first(N_));
    }
    std::string ended_at(std::span<const double> v) override {
        if (std::fabs(v[N_ + 1]) > separated)
            return "the branches do not cross any more: they separate where this value changes";
        return BifurcationProblem::ended_at(v);
    }

    std::optional<Rows> at(std::span<const double> v) override {
        const auto plain = with_second(v);
        const auto here = plain ? rows_->at(v.first(N_)) : std::nullopt;
        if (!here || !are_finite(here->J)) return std::nullopt;
        const std::size_t n = N_ + 2, m = plain->values.size();
        Rows out;
        for (std::size_t r = 0; r < m; ++r) {
            double psi = 0;
            for (std::size_t i = 0; i < rows_->count(); ++i)
                psi += rows_->combinations()[i][r] * border_.psi[i];
            out.values.push_back(plain->values[r] + v[N_ + 1] * psi);
            const auto row = plain->slopes.begin() + static_cast<long>(r * (N_ + 1));
            out.slopes.insert(out.slopes.end(), row, row + static_cast<long>(N_ + 1));
            out.slopes.push_back(psi);
        }
        const Bordered solved = bordered(here->J, N_, border_);
        const Vector u(v.begin(), v.begin() + static_cast<long>(N_));
        const double h = apart * (second_.to - second_.from);
        const auto J_at = [&](double b) {
            base_.set_parameter(second_.parameter, b);
            return rows_->at(u);
        };
        const auto above = J_at(v[N_] + h), below = J_at(v[N_] - h);
        set(v);
        if (!above || !below) return std::nullopt;
        for (std::size_t i = 0; i < 2; ++i) {
            const Vector bend = rows_->curvature(u, solved.w, solved.v[i]);
            if (bend.empty()) return std::nullopt;
            Vector row(n, 0.0);
            for (std::size_t k = 0; k < N_; ++k) row[k] = -bend[k] / base_scales_[k];
            for (std::size_t r = 0; r + 1 < N_; ++r)
                for (std::size_t k = 0; k < N_; ++k)
                    row[N_] -= solved.w[r] * (above->J[r * N_ + k] - below->J[r * N_ + k]) / (2 * h) *
                               solved.v[i][k];
            out.values.push_back(solved.g[i]);
            out.slopes.insert(out.slopes.end(), row.begin(), row.end());
        }
        return out;
    }

  private:
    void prepare(std::span<const double> u) {
        if (!rows_ || !rows_->are_complete()) return;
        rows_->turn_to(u);
        if (const auto here = rows_->at(u)) border_ = border_of(here->J, N_);
    }

    SolutionCurve curve_;
    std::optional<IndependentRows> rows_;
    Border border_;
};

}  // namespace

std::unique_ptr<BifurcationProblem> bifurcation_problem(BranchProblem& base, const SpecialPoint& from,
                                                        const SecondValue& second, std::string& why) {
    if (from.kind == several) {
        why = "several things happen there at once";
        return nullptr;
    }
    if (from.kind == fold) return std::make_unique<FoldCurve>(base, from, second);
    if (from.kind != branch_point) return std::make_unique<GrowthCurve>(base, from, second);
    auto out = std::make_unique<CurveOfBranchPoints>(base, from, second);
    why = "the branches near it are not regular";
    if (!out->is_prepared()) return nullptr;
    return out;
}

}  // namespace anholon
