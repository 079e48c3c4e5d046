#include "study/curve_of_bifurcations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

#include "base/finite.hpp"
#include "integrate/bracketed_zero.hpp"
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

// F(u, b) = 0 and a condition; the unknowns are those of the branch and b.
class BifurcationProblem : public CurveProblem {
  public:
    BifurcationProblem(BranchProblem& base, const SpecialPoint& from, const SecondValue& second)
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

    std::size_t unknowns() const override { return N_ + 1; }
    std::string why() const override { return base_.why(); }
    std::size_t second_place() const { return N_; }
    std::size_t first_place() const { return base_.value_place(); }
    Bifurcation kind() const { return kind_; }

    virtual Vector scales() const {
        Vector out = base_scales_;
        out.push_back(second_.to - second_.from);
        return out;
    }
    virtual Vector beginning(const SpecialPoint& from) {
        Vector out = from.u;
        out.push_back(second_.value);
        return out;
    }

    void refer_to(std::span<const double> v) override {
        set(v);
        base_.refer_to(v.first(N_));
        const auto g = growth(v);
        if (is_pair(kind_) && g)
            if (const auto pair = pair_near(*g, trace_)) trace_ = pair->trace;
        if (kind_ == meeting_pairs && g) frequency_ = nearest_frequency(*g);
    }

    std::optional<LinearGrowth> growth(std::span<const double> v) {
        set(v);
        return base_.growth(v.first(N_));
    }
    // The trace of the pair along the curve; that of none where there is no pair.
    double trace(const LinearGrowth& g) const {
        const auto pair = pair_near(g, trace_);
        return pair ? pair->trace : nan;
    }
    double frequency(std::span<const double> v) {
        if (kind_ == meeting_pairs) return frequency_;
        if (!is_pair(kind_)) return 0;
        const auto g = growth(v);
        return g ? frequency_of(kind_, trace(*g)) : 0;
    }

    // Without the exponents that the condition is about.
    LinearGrowth rest(const LinearGrowth& g) const {
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

    // det A, or det(M − 1), in units that do not change along the curve.
    double through_zero(const LinearGrowth& g) const {
        if (g.of == LinearGrowth::Of::map) return g.through_zero;
        std::complex<double> product = 1;
        for (const auto& s : g.exponents) product *= s / size_;
        return product.real();
    }

    // Of a fold: how fast τ_a changes along the branch, which vanishes at a cusp.
    virtual double bend(std::span<const double>) { return nan; }
    virtual std::string ended_at(std::span<const double> v) {
        set(v);
        return base_.ended_at(v.first(N_));
    }

  protected:
    // From where the exponents of the condition lie.
    double distance(const LinearGrowth& g, std::size_t k) const {
        const std::complex<double> place(0, kind_ == period_doubling ? std::numbers::pi
                                            : kind_ == meeting_pairs ? frequency_
                                                                     : 0);
        const std::complex<double> upper(g.exponents[k].real(), std::fabs(g.exponents[k].imag()));
        return std::abs(upper - place);
    }
    std::vector<std::size_t> by_distance(const LinearGrowth& g) const {
        std::vector<std::size_t> order(g.exponents.size());
        for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
        std::ranges::sort(order, {}, [&](std::size_t k) { return distance(g, k); });
        return order;
    }
    // Where the curve begins: a conservative system has two at a fold, and where standstills come in families a fold may have none.
    void count_critical(const LinearGrowth& g) {
        for (std::size_t k = 0; k < g.exponents.size(); ++k)
            if (distance(g, k) <= nearly_zero * largest(g)) ++critical_;
        const std::size_t least = kind_ == fold ? 0 : kind_ == zero_pair ? 2 : kind_ == meeting_pairs ? 4 : 1;
        critical_ = std::max(critical_, least);
    }

    void set(std::span<const double> v) { base_.set_parameter(second_.parameter, v[N_]); }
    double nearest_frequency(const LinearGrowth& g) const {
        double best = frequency_, least = INFINITY;
        for (const auto& s : g.exponents)
            if (const double far = std::abs(s - std::complex<double>(0, frequency_)); far < least) {
                least = far;
                best = std::fabs(s.imag());
            }
        return best;
    }

    // F and its slopes by u and b.
    std::optional<Rows> with_second(std::span<const double> v) {
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

    BranchProblem& base_;
    Bifurcation kind_;
    SecondValue second_;
    std::size_t N_;
    Vector base_scales_;
    double trace_, frequency_;  // at the point that is referred to
    double size_ = 1;           // of the exponents where the curve begins
    std::size_t critical_ = 0;  // exponents that the condition is about
};

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
    Vector beginning(const SpecialPoint& from) override {
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

// What a second condition makes of a bifurcation.
std::string name_of(Bifurcation kind, Bifurcation second) {
    const auto is_zero = [](Bifurcation b) {
        return b == fold || b == branch_point || b == zero_eigenvalue || b == zero_pair;
    };
    const auto either = [&](auto&& a, auto&& b) { return (a(kind) && b(second)) || (a(second) && b(kind)); };
    const auto is = [](Bifurcation which) { return [which](Bifurcation b) { return b == which; }; };
    if (kind == fold && second == zero_eigenvalue) return "Bogdanov-Takens";
    if (is_zero(kind) && is_zero(second)) return "double zero";
    if (either(is_zero, is(hopf))) return "zero-Hopf";
    if (kind == hopf && second == hopf) return "double Hopf";
    if (either(is_zero, is(period_doubling))) return "fold-flip";
    if (either(is_zero, is(neimark_sacker))) return "fold-Neimark-Sacker";
    if (either(is(period_doubling), is(neimark_sacker))) return "flip-Neimark-Sacker";
    if (kind == period_doubling && second == period_doubling) return "1:2 resonance";
    if (kind == neimark_sacker && second == neimark_sacker) return "double Neimark-Sacker";
    return "a further " + std::string(name(second));
}

// One direction of a curve.
class CurveWalk {
  public:
    CurveWalk(BifurcationProblem& problem, SolutionCurve& curve, const BranchOptions& options,
              const SecondValue& second)
        : problem_(problem), curve_(curve), options_(options), second_(second) {}

    struct Place {
        CurvePoint point;
        double arc = 0;
        std::optional<LinearGrowth> growth = std::nullopt;
        double bend = nan;
    };
    Place place(CurvePoint point, double arc) {
        Place out{std::move(point), arc};
        out.growth = problem_.growth(out.point.u);
        if (problem_.kind() == fold) out.bend = problem_.bend(out.point.u);
        return out;
    }
    PointOfCurve shown(const CurvePoint& point, double arc) {
        const std::size_t N = problem_.second_place();
        return {{point.u.begin(), point.u.begin() + static_cast<long>(N)},
                point.u[N],
                arc,
                problem_.frequency(point.u)};
    }

    BranchEnd run(const Place& first, BifurcationCurve& out) {
        Place here = first;
        double step = curve_.first_step();
        for (std::size_t count = 0; count < options_.most_points; ++count) {
            problem_.refer_to(here.point.u);
            auto next = curve_.next(here.point, step);
            if (!next) return {BranchEnd::Why::stuck, curve_.why()};
            const auto bound = bound_between(here.point, *next);
            if (bound && bound->u == here.point.u) return {BranchEnd::Why::bound, ""};
            if (bound) next = bound;
            const double arc = here.arc + curve_.distance(here.point.u, next->u);
            Place there = place(std::move(*next), arc);
            if (auto last = look_between(here, there, out)) {
                out.points.push_back(*last);
                return {BranchEnd::Why::ended, "the pair of " + what() + "s meets and is real beyond"};
            }
            out.points.push_back(shown(there.point, there.arc));
            if (bound) return {BranchEnd::Why::bound, ""};
            if (count > 2 && curve_.passes(here.point, there.point, first.point))
                return {BranchEnd::Why::closed, ""};
            if (std::string why = problem_.ended_at(there.point.u); !why.empty())
                return {BranchEnd::Why::ended, std::move(why)};
            here = std::move(there);
        }
        return {BranchEnd::Why::count, ""};
    }

  private:
    std::string what() const { return problem_.kind() == neimark_sacker ? "multiplier" : "eigenvalue"; }

    // The nearest end of both intervals.
    std::optional<CurvePoint> bound_between(const CurvePoint& a, const CurvePoint& b) {
        struct Bound {
            std::size_t place;
            double value;
            bool is_low;
        };
        std::optional<CurvePoint> out;
        for (const Bound& bound : {Bound{problem_.first_place(), options_.from, true},
                                   Bound{problem_.first_place(), options_.to, false},
                                   Bound{problem_.second_place(), second_.from, true},
                                   Bound{problem_.second_place(), second_.to, false}}) {
            const double there = (out ? *out : b).u[bound.place];
            if (bound.is_low ? there >= bound.value : there <= bound.value) continue;
            const bool is_outside =
                bound.is_low ? a.u[bound.place] <= bound.value : a.u[bound.place] >= bound.value;
            if (is_outside) return a;
            auto crossed = value_between(curve_, a, b, bound.place, bound.value);
            if (!crossed) return a;
            crossed->u[bound.place] = bound.value;
            if (!out || curve_.distance(a.u, crossed->u) < curve_.distance(a.u, out->u)) out = crossed;
        }
        return out;
    }

    // Adds the points at which a second condition is met. The last point of the curve where its pair ends.
    std::optional<PointOfCurve> look_between(const Place& a, const Place& b, BifurcationCurve& out) {
        std::vector<CodimensionTwo> found;
        std::optional<PointOfCurve> last;
        const auto look = [&](const std::string& name, auto&& test) -> std::optional<PointOfCurve> {
            auto at = zero_between(a, b, test);
            if (at) found.push_back({name, *at});
            return at;
        };
        if (problem_.kind() == fold) look("cusp", [&](const Place& p) { return problem_.bend(p.point.u); });
        if (a.growth && b.growth) {
            const auto trace = [&](double zero) {
                return [this, zero](const Place& p) {
                    const auto g = problem_.growth(p.point.u);
                    return g ? problem_.trace(*g) - zero : nan;
                };
            };
            if (problem_.kind() == hopf) last = look("Bogdanov-Takens", trace(0));
            if (problem_.kind() == neimark_sacker) {
                last = look("1:1 resonance", trace(2));
                if (auto other = look("1:2 resonance", trace(-2))) last = other;
                look("1:3 resonance", trace(-1));
                look("1:4 resonance", trace(0));
            }
            const Passing second = passing(problem_.rest(*a.growth), problem_.rest(*b.growth));
            if (second.outcome == Passing::Outcome::one)
                look(name_of(problem_.kind(), second.test->kind), [&](const Place& p) {
                    const auto g = problem_.growth(p.point.u);
                    return g ? second.test->function(problem_.rest(*g)) : nan;
                });
        }
        std::ranges::sort(found, {}, [](const CodimensionTwo& c) { return c.at.arc; });
        for (CodimensionTwo& c : found)
            if (!last || c.at.arc <= last->arc) out.special.push_back(std::move(c));
        return last;
    }

    std::optional<PointOfCurve> zero_between(const Place& a, const Place& b, auto&& test) {
        if (!(test(a) * test(b) < 0)) return std::nullopt;
        const auto part = bracketed_zero(
            [&](double r) {
                if (r == 0 || r == 1) return test(r == 0 ? a : b);
                const auto there = curve_.between(a.point, b.point, r);
                return there ? test(Place{*there}) : nan;
            },
            0, 1);
        const auto there = part ? curve_.between(a.point, b.point, *part) : std::nullopt;
        if (!there) return std::nullopt;
        return shown(*there, a.arc + curve_.distance(a.point.u, there->u));
    }

    BifurcationProblem& problem_;
    SolutionCurve& curve_;
    const BranchOptions& options_;
    const SecondValue& second_;
};

void reverse(BifurcationCurve& curve) {
    for (PointOfCurve& point : curve.points) point.arc = -point.arc;
    for (CodimensionTwo& point : curve.special) point.at.arc = -point.at.arc;
    std::ranges::reverse(curve.points);
    std::ranges::reverse(curve.special);
}

std::unique_ptr<BifurcationProblem> problem_of(BranchProblem& base, const SpecialPoint& from,
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

}  // namespace

std::optional<BifurcationCurve> follow_bifurcation(BranchProblem& base, const SpecialPoint& from,
                                                   const SecondValue& second, const BranchOptions& options,
                                                   std::string& why) {
    const auto problem = problem_of(base, from, second, why);
    if (!problem) return std::nullopt;
    const Vector begins = problem->beginning(from);
    SolutionCurve curve(*problem, {.scales = problem->scales(),
                                   .first_step = options.largest_step / 4,
                                   .largest_step = options.largest_step});
    problem->refer_to(begins);
    // Across the direction of the second value, or of the first where the second turns.
    std::optional<CurvePoint> first;
    for (const std::size_t place : {problem->second_place(), problem->first_place()}) {
        Vector direction(problem->unknowns(), 0.0);
        direction[place] = curve.scale(place);
        first = curve.corrected(begins, direction);
        if (first) break;
    }
    if (!first) {
        why = curve.why();
        return std::nullopt;
    }
    BifurcationCurve out;
    out.kind = from.kind;
    CurveWalk walk(*problem, curve, options, second);
    CurveWalk::Place place = walk.place(*first, 0), back = place;
    for (double& part : back.point.tangent) part = -part;
    out.ends[0] = walk.run(back, out);
    reverse(out);
    problem->refer_to(first->u);
    out.points.push_back(walk.shown(*first, 0));
    if (out.ends[0].why == BranchEnd::Why::closed)
        out.ends[1] = out.ends[0];
    else
        out.ends[1] = walk.run(place, out);
    base.set_parameter(second.parameter, second.value);
    return out;
}

bool passes(const BifurcationCurve& curve, const SpecialPoint& point, double second,
            std::span<const double> scales) {
    if (curve.kind != point.kind) return false;
    const auto far = [&](const PointOfCurve& p, const std::vector<double>& u, double b) {
        double sum = std::pow((p.second - b) / scales.back(), 2);
        for (std::size_t k = 0; k < u.size(); ++k) sum += std::pow((p.u[k] - u[k]) / scales[k], 2);
        return std::sqrt(sum);
    };
    // Nearly on the straight line between two neighbours: the sum of the distances is hardly longer than the way.
    for (std::size_t k = 0; k + 1 < curve.points.size(); ++k) {
        const PointOfCurve &a = curve.points[k], &b = curve.points[k + 1];
        const double way = far(a, b.u, b.second);
        if (far(a, point.u, second) + far(b, point.u, second) < 1.02 * way) return true;
    }
    return false;
}

}  // namespace anholon
