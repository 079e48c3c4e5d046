#include "study/branch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/bracketed_zero.hpp"

namespace anholon {

namespace {

constexpr double narrow = 1e-6;     // parts of a step that are not divided any further
constexpr double same_part = 1e-3;  // of a step: what is nearer together is one thing

// One direction of a branch.
class Walk {
  public:
    Walk(BranchProblem& problem, SolutionCurve& curve, const BranchOptions& options)
        : problem_(problem), curve_(curve), options_(options) {}

    struct Place {
        CurvePoint point;
        double arc = 0;
        std::optional<LinearGrowth> growth = std::nullopt;
    };
    // Adds what it finds; the first place is not added.
    BranchEnd run(const Place& first, Branch& out) {
        Place here = first;
        before_.reset();
        double step = curve_.first_step();
        for (std::size_t count = 0; count < options_.most_points; ++count) {
            problem_.refer_to(here.point.u);
            auto next = curve_.next(here.point, step);
            if (!next) return {BranchEnd::Why::stuck, curve_.why()};
            const auto bound = bound_between(here.point, *next);
            if (bound) next = bound;
            if (bound && bound->u == here.point.u) return {BranchEnd::Why::bound, ""};  // it begins there
            Place there{std::move(*next), 0, {}};
            there.arc = here.arc + curve_.distance(here.point.u, there.point.u);
            there.growth = problem_.growth(there.point.u);
            if (count > 0 || options_.begins == BranchOptions::From::point) look_between(here, there, out);
            before_ = here.growth ? std::optional(Before{*here.growth, here.arc}) : std::nullopt;
            out.points.push_back({there.point.u, there.arc, there.growth, problem_.extent(there.point.u)});
            if (bound) return {BranchEnd::Why::bound, ""};
            if (count > 2 && curve_.passes(here.point, there.point, first.point))
                return {BranchEnd::Why::closed, ""};
            if (std::string why = problem_.ended_at(there.point.u); !why.empty()) {
                if (problem_.end() == BranchProblem::End::located)
                    out.points.back() = last_before(here, there);
                return {BranchEnd::Why::ended, std::move(why)};
            }
            here = std::move(there);
        }
        return {BranchEnd::Why::count, ""};
    }

  private:
    // The last point at which the branch has not ended yet.
    PointOfBranch last_before(const Place& a, const Place& b) {
        double low = 0, high = 1;
        std::optional<CurvePoint> last;
        while (high - low > 1e-12) {
            const double middle = low + (high - low) / 2;
            auto there = curve_.between(a.point, b.point, middle);
            if (!there) break;
            const bool has_ended = !problem_.ended_at(there->u).empty();
            (has_ended ? high : low) = middle;
            if (!has_ended) last = std::move(there);
        }
        const CurvePoint& end = last ? *last : a.point;
        return {end.u, a.arc + curve_.distance(a.point.u, end.u), problem_.growth(end.u)};
    }

    std::optional<CurvePoint> bound_between(const CurvePoint& a, const CurvePoint& b) {
        const std::size_t place = problem_.value_place();
        for (const double bound : {options_.from, options_.to}) {
            const bool is_outside = bound == options_.from ? b.u[place] < bound : b.u[place] > bound;
            if (!is_outside) continue;
            if (auto there = value_between(curve_, a, b, place, bound)) {
                there->u[place] = bound;
                return there;
            }
            return a;
        }
        return std::nullopt;
    }

    // --- what lies between two neighbours

    void look_between(const Place& a, const Place& b, Branch& out) {
        std::vector<SpecialPoint> found;
        if (const auto fold = fold_between(curve_, a.point, b.point, problem_.value_place()))
            add(found, Bifurcation::fold, fold->u, a, b);
        if (auto crossing = branch_point_between(curve_, a.point, b.point);
            crossing && is_between(crossing->u, a, b)) {
            add(found, Bifurcation::branch_point, crossing->u, a, b);
            found.back().other = std::move(crossing->other);
        }
        if (a.growth && b.growth) {
            const Sample from{0, *a.growth}, to{1, *b.growth};
            const auto middle = seems_to_return(a, b) ? sample(a, b, 0.5) : std::nullopt;
            if (middle) divide(a, b, from, *middle, found);
            divide(a, b, middle ? *middle : from, to, found);
        }
        std::ranges::sort(found, {}, &SpecialPoint::arc);
        std::ranges::move(found, std::back_inserter(out.special));
    }

    // Newton's method for a crossing may have led to one that was passed before.
    bool is_between(const std::vector<double>& u, const Place& a, const Place& b) const {
        const double length = (1 + same_part) * curve_.distance(a.point.u, b.point.u);
        return curve_.distance(a.point.u, u) <= length && curve_.distance(b.point.u, u) <= length;
    }

    // Whether something that was about to pass at the last points has not: it may have passed and come back within the step.
    bool seems_to_return(const Place& a, const Place& b) const {
        if (!before_ || passing(*a.growth, *b.growth).outcome != Passing::Outcome::none) return false;
        const LinearGrowth& was = before_->growth;
        if (was.exponents.size() != a.growth->exponents.size()) return false;
        const double ahead = (b.arc - a.arc) / std::max(a.arc - before_->arc, 1e-300);
        const auto is_about_to = [&](double earlier, double now) {
            return now * (now + (now - earlier) * ahead) < 0;
        };
        for (std::size_t k = 0; k < was.exponents.size(); ++k)
            if (std::fabs(a.growth->exponents[k].real()) > a.growth->zero &&
                is_about_to(was.exponents[k].real(), a.growth->exponents[k].real()))
                return true;
        return is_about_to(was.through_zero, a.growth->through_zero) ||
               is_about_to(was.through_minus_one, a.growth->through_minus_one);
    }

    void add(std::vector<SpecialPoint>& found, Bifurcation kind, const std::vector<double>& u, const Place& a,
             const Place& b) {
        const auto count = [](const Place& p) { return p.growth ? p.growth->unstable() : 0; };
        found.push_back({.kind = kind,
                         .u = u,
                         .arc = a.arc + curve_.distance(a.point.u, u),
                         .before = count(a),
                         .after = count(b)});
    }

    struct Sample {
        double part;
        LinearGrowth growth;
    };
    std::optional<Sample> sample(const Place& a, const Place& b, double part) {
        const auto there = curve_.between(a.point, b.point, part);
        auto growth = there ? problem_.growth(there->u) : std::nullopt;
        if (!growth) return std::nullopt;
        return Sample{part, std::move(*growth)};
    }

    // Until single things are left, or several that are not told apart.
    void divide(const Place& a, const Place& b, const Sample& from, const Sample& to,
                std::vector<SpecialPoint>& found) {
        const Passing between = passing(from.growth, to.growth);
        if (between.outcome == Passing::Outcome::none) return;
        if (between.test && locate(a, b, from, to, *between.test, found)) return;
        const auto middle =
            to.part - from.part < narrow ? std::nullopt : sample(a, b, from.part + (to.part - from.part) / 2);
        if (middle) {
            divide(a, b, from, *middle, found);
            divide(a, b, *middle, to, found);
            return;
        }
        if (is_known(a, b, from.part, to.part, found)) return;
        if (const auto there = curve_.between(a.point, b.point, from.part)) {
            add(found, Bifurcation::several, there->u, a, b);
            found.back().before = from.growth.unstable();
            found.back().after = to.growth.unstable();
        }
    }

    bool locate(const Place& a, const Place& b, const Sample& from, const Sample& to,
                const BifurcationTest& test, std::vector<SpecialPoint>& found) {
        // A branch point has been found to more digits than the curve has there.
        const bool is_zero = test.kind == Bifurcation::zero_eigenvalue || test.kind == Bifurcation::zero_pair;
        const double root = from.part + (to.part - from.part) * test.function(from.growth) /
                                            (test.function(from.growth) - test.function(to.growth));
        if (is_zero && has_branch_point(found, a, b, root)) return true;
        const auto zero = bracketed_zero(
            [&](double part) {
                if (part == from.part) return test.function(from.growth);
                if (part == to.part) return test.function(to.growth);
                const auto there = sample(a, b, part);
                return there ? test.function(there->growth) : std::numeric_limits<double>::quiet_NaN();
            },
            from.part, to.part);
        const auto there = zero ? curve_.between(a.point, b.point, *zero) : std::nullopt;
        const auto growth = there ? problem_.growth(there->u) : std::nullopt;
        if (!growth) return false;
        const double h = curve_.distance(a.point.u, b.point.u);
        const auto is_here = [&](const SpecialPoint& s) {
            return curve_.distance(s.u, there->u) < same_part * h;
        };
        if (is_zero && std::ranges::any_of(found, is_here)) return true;
        add(found, test.kind, there->u, a, b);
        found.back().before = from.growth.unstable();
        found.back().after = to.growth.unstable();
        found.back().frequency = frequency_at(test.kind, from.growth, *growth, to.growth);
        return true;
    }

    // A fold or a branch point about this part of the way, which is not quite that of the length.
    bool is_known(const Place& a, const Place& b, double from, double to,
                  const std::vector<SpecialPoint>& found) const {
        const double h = curve_.distance(a.point.u, b.point.u);
        return std::ranges::any_of(found, [&](const SpecialPoint& s) {
            const double part = curve_.distance(a.point.u, s.u) / h;
            return part >= from - 10 * same_part && part <= to + 10 * same_part;
        });
    }
    // The root is that of a straight line.
    bool has_branch_point(const std::vector<SpecialPoint>& found, const Place& a, const Place& b,
                          double root) const {
        const double h = curve_.distance(a.point.u, b.point.u);
        return std::ranges::any_of(found, [&](const SpecialPoint& s) {
            return s.kind == Bifurcation::branch_point &&
                   std::fabs(curve_.distance(a.point.u, s.u) / h - root) < 0.1;
        });
    }

    // One point before the last.
    struct Before {
        LinearGrowth growth;
        double arc;
    };

    BranchProblem& problem_;
    SolutionCurve& curve_;
    const BranchOptions& options_;
    std::optional<Before> before_;
};

void reverse(Branch& branch) {
    for (PointOfBranch& point : branch.points) point.arc = -point.arc;
    for (SpecialPoint& point : branch.special) {
        point.arc = -point.arc;
        std::swap(point.before, point.after);
    }
    std::ranges::reverse(branch.points);
    std::ranges::reverse(branch.special);
}

}  // namespace

OrbitExtent BranchProblem::extent(std::span<const double> /*u*/) { return {}; }

std::optional<Branch> follow_branch(BranchProblem& problem, const CurvePoint& near,
                                    const BranchOptions& options, std::string& why) {
    SolutionCurve curve(problem, {.scales = problem.scales(near.u),
                                  .first_step = options.largest_step / 4,
                                  .largest_step = options.largest_step});
    problem.refer_to(near.u);
    const auto first = curve.corrected(near.u, near.tangent);
    if (!first) {
        why = curve.why();
        return std::nullopt;
    }
    Walk walk(problem, curve, options);
    const Walk::Place place{*first, 0, problem.growth(first->u)};
    Branch out;
    Walk::Place back = place;
    for (double& part : back.point.tangent) part = -part;
    if (options.ways == BranchOptions::Ways::both) {
        out.ends[0] = walk.run(back, out);
        reverse(out);
    } else {
        out.ends[0] = {BranchEnd::Why::meeting, ""};
    }
    out.points.push_back({first->u, 0, place.growth, problem.extent(first->u)});
    if (out.ends[0].why == BranchEnd::Why::closed) {
        out.ends[1] = out.ends[0];
        return out;
    }
    out.ends[1] = walk.run(place, out);
    return out;
}

}  // namespace anholon
