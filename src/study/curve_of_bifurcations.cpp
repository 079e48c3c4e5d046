#include "study/curve_of_bifurcations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/bracketed_zero.hpp"
#include "study/bifurcation_problem.hpp"
#include "study/branch_point.hpp"

namespace anholon {

namespace {

using Vector = std::vector<double>;
using enum Bifurcation;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

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

}  // namespace

std::optional<BifurcationCurve> follow_bifurcation(BranchProblem& base, const SpecialPoint& from,
                                                   const SecondValue& second, const BranchOptions& options,
                                                   std::string& why) {
    const auto problem = bifurcation_problem(base, from, second, why);
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
