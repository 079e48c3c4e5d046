#include "request/continue.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include "base/text.hpp"
#include "base/words.hpp"
#include "model/state/parameter_values.hpp"
#include "request/method.hpp"
#include "request/standstill_words.hpp"
#include "request/words.hpp"
#include "study/branch_of_orbits.hpp"
#include "study/branch_of_standstills.hpp"
#include "study/orbits_of_hopf.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;
using Kind = Continue::Of;

struct CurveKind {
    std::string_view word;
    Bifurcation kind;
};
constexpr CurveKind curve_kinds[] = {{"fold", Bifurcation::fold},
                                     {"branch-point", Bifurcation::branch_point},
                                     {"zero-eigenvalue", Bifurcation::zero_eigenvalue},
                                     {"zero-pair", Bifurcation::zero_pair},
                                     {"hopf", Bifurcation::hopf},
                                     {"meeting-pairs", Bifurcation::meeting_pairs},
                                     {"period-doubling", Bifurcation::period_doubling},
                                     {"neimark-sacker", Bifurcation::neimark_sacker}};
constexpr std::size_t most_branches = 1000;
constexpr double same_point = 1e-6;

// A branch that is to be followed.
struct Waiting {
    CurvePoint near;
    std::string origin = {};
    std::optional<std::size_t> parent = std::nullopt;
    double periods = 1;
    std::optional<SpecialPoint> hopf = std::nullopt;  // whose orbits it is
    BranchOptions::From begins = BranchOptions::From::point;
    BranchOptions::Ways ways = BranchOptions::Ways::both;
};

class Diagram {
  public:
    Diagram(const Continue& request, const System& system) : request_(request), system_(system) {}

    ContinueFound run() {
        if (request_.over.empty())
            throw Refusal(Of::words, "over-missing",
                          "a branch needs a value that changes: --over NAME=LOW..HIGH", "--over v=1..10");
        out_.of = request_.of;
        read_kinds();
        if (request_.branches) most_ = count("--branches", *request_.branches, most_branches);
        if (request_.of == Kind::orbit)
            follow_orbits();
        else
            follow_standstills();
        find_ratios();
        return std::move(out_);
    }

  private:
    BranchOptions branch_options(const Point& parameters) const {
        BranchOptions options{.from = out_.from, .to = out_.to};
        if (!request_.step) return options;
        options.largest_step = number("--step", *request_.step, system_, parameters);
        if (!(options.largest_step > 0 && options.largest_step <= 0.5))
            throw Refusal(Of::words, "step-bad", "--step takes a part of the interval, from 0 to 0.5",
                          "--step 0.02");
        return options;
    }

    void take(const Range& range, const InitialStateOptions& initial) {
        out_.name = range.text;
        out_.from = range.low;
        out_.to = range.high;
        out_.unit = shown_unit(system_, range.function);
        if (is_parameter(range.text, system_)) refuse_outside(range, initial);
        refuse_count(range);
    }

    void refuse_outside(const Range& range, const InitialStateOptions& initial) const {
        for (const double end : {range.low, range.high})
            refuse_derived_outside(system_, initial,
                                   {range.function, Rational::parse(decimal(end, 17)).value_or(Rational(0))});
    }

    static void refuse_count(const Range& range) {
        if (range.count)
            throw Refusal(Of::words, "words-bad",
                          "--over takes NAME=LOW..HIGH here: the steps are chosen by the curve",
                          "--step 0.01 makes them smaller");
    }

    // A parameter, a variable that may have an initial value, or an expression.
    Sweep::What what_of(const Range& range, const Point& parameters) const {
        if (is_parameter(range.text, system_)) return Sweep::What::parameter;
        const Source source("--over", range.text + "=0");
        Diagnostics said;
        const bool is_variable =
            read_initial_value(source, system_, said, parameters).has_value() && !said.failed();
        return is_variable ? Sweep::What::initial_value : Sweep::What::function;
    }

    // --- curves in two values

    void read_kinds() {
        if (request_.second.empty() && !request_.curves.empty())
            throw Refusal(Of::words, "over-missing",
                          "a curve of bifurcations needs a second value that changes",
                          "a second --over PARAMETER=LOW..HIGH");
        for (const std::string& word : request_.curves) {
            const auto kind = std::ranges::find(curve_kinds, word, &CurveKind::word);
            if (kind == std::end(curve_kinds)) {
                std::vector<std::string> words;
                for (const CurveKind& one : curve_kinds) words.emplace_back(one.word);
                throw Refusal(Of::words, "words-bad", "--curve does not know '" + word + "'",
                              "it takes " + joined(words));
            }
            kinds_.push_back(kind->kind);
        }
    }

    // The interval of the second value, a parameter of the equations.
    std::optional<SecondValue> second_value(const InitialStateOptions& initial, const Point& parameters,
                                            const RateEquations& equations, std::span<const double> values) {
        if (request_.second.empty()) return std::nullopt;
        const Range range = request::range("--over", request_.second, system_, parameters);
        refuse_count(range);
        const auto at = std::ranges::find(equations.parameters, range.function);
        if (range.text == out_.name) throw Refusal(Of::words, "words-bad", "both --over name the same value");
        if (at == equations.parameters.end())
            throw Refusal(Of::words, "words-bad",
                          "the second --over takes a parameter, and '" + range.text + "' is none",
                          "initial values, integrals and the period can be the first");
        refuse_outside(range, initial);
        SecondValue out{.parameter = static_cast<std::size_t>(at - equations.parameters.begin()),
                        .value = 0,
                        .from = range.low,
                        .to = range.high};
        out.value = values[out.parameter];
        const ShownUnit unit = shown_unit(system_, range.function);
        if (!(out.value >= out.from && out.value <= out.to))
            throw Refusal(Of::state, "start-outside",
                          "the branch is followed with " + range.text + " = " +
                              decimal(out.value / unit.size, 10) + ", which is outside its interval",
                          "-p " + range.text + "=VALUE, or another interval");
        out_.second = ContinueFound::Second{range.text, unit, range.low, range.high};
        return out;
    }

    void follow_curves(BranchProblem& problem, const SecondValue& second, const BranchOptions& options,
                       auto&& prepare) {
        for (std::size_t b = 0; b < out_.branches.size(); ++b) {
            prepare(b);
            if (out_.branches[b].of_orbits != (request_.of == Kind::orbit)) continue;
            for (const SpecialPoint& point : out_.branches[b].branch.special) {
                if (!kinds_.empty() && std::ranges::find(kinds_, point.kind) == kinds_.end()) continue;
                std::vector<double> scales = problem.scales(point.u);
                scales.push_back(second.to - second.from);
                if (std::ranges::any_of(out_.curves, [&](const ContinueFound::OneCurve& known) {
                        return passes(known.curve, point, second.value, scales);
                    }))
                    continue;
                std::string why;
                auto curve = follow_bifurcation(problem, point, second, options, why);
                const double begins = point.u[out_.value_place];
                if (curve)
                    out_.curves.push_back({std::move(*curve), b, begins});
                else
                    out_.lost.push_back("the curve of the " + std::string(name(point.kind)) + " at " +
                                        out_.name + " = " + decimal(begins / out_.unit.size, 10) +
                                        " could not be followed: " + why);
            }
        }
    }

    // --- equilibria and steady motions

    void follow_standstills() {
        for (const auto& [word, given] : {std::pair{"--period", request_.orbit.period.has_value()},
                                          std::pair{"--at", !request_.orbit.at.empty()}})
            if (given)
                throw Refusal(
                    Of::words, "words-bad",
                    std::string(word) + " is of orbits; an equilibrium or a steady motion has no period");
        LinearisationOptions options{
            request_.of == Kind::steady ? Standstill::steady : Standstill::equilibrium,
            read_initial_state(request_.orbit.start, system_),
            {}};
        const Point parameters = parameter_point(system_, options.initial);
        refuse_moving(options, system_);
        for (const std::string& text : request_.orbit.fix)
            options.where.push_back(condition("--fix", text, system_));
        const Range range = request::range("--over", request_.over, system_, parameters);
        take(range, options.initial);
        const Sweep sweep{.what = what_of(range, parameters),
                          .symbol = range.function,
                          .name = range.text,
                          .from = range.low,
                          .to = range.high};
        if (sweep.what == Sweep::What::initial_value && request_.of == Kind::equilibrium &&
            !may_stand_still(sweep.symbol, system_))
            refuse_velocity(sweep.name);
        BranchOfStandstills problem(system_, options, sweep);
        describe(problem);
        const auto second = second_value(options.initial, parameters,
                                         problem.part().formulation().equations(), problem.parameters());
        const auto follow = [&](const Waiting& next) {
            BranchOptions walk = branch_options(parameters);
            walk.begins = next.begins;
            return next.hopf ? orbits_of(problem, next, sweep, options.initial, walk)
                             : branch(problem, next, walk);
        };
        const auto switched = [](const SpecialPoint& point, Waiting from) -> std::optional<Waiting> {
            if (point.kind != Bifurcation::hopf) return std::nullopt;
            from.near = {point.u, std::vector<double>(point.u.size(), 0.0)};
            from.hopf = point;
            return from;
        };
        follow_all({.near = problem.beginning()}, follow, switched);
        if (second) follow_curves(problem, *second, branch_options(parameters), [](std::size_t) {});
        add_periods();
    }

    // The orbits of a Hopf point, with the variables and the value in the columns of the standstills.
    Branch orbits_of(BranchOfStandstills& standstills, const Waiting& next, const Sweep& sweep,
                     const InitialStateOptions& initial, BranchOptions options) {
        options.ways = BranchOptions::Ways::ahead;
        options.begins = BranchOptions::From::point;
        options.most_points = 500;
        const auto lose = [&](const std::string& why) {
            out_.lost.push_back("the orbits of the Hopf point at " + out_.name + " = " +
                                decimal(next.near.u[out_.value_place] / out_.unit.size, 10) +
                                " are not followed: " + why);
            return Branch{};
        };
        try {
            const Flow flow(system_, initial);
            FlowRunOptions run{1e-13};
            if (!request_.orbit.method_name.empty()) run.method = &method_named(request_.orbit.method_name);
            if (request_.orbit.start.tolerance)
                run.tolerance =
                    tolerance(*request_.orbit.start.tolerance, system_, parameter_point(system_, initial));
            OrbitsOfHopf found = orbits_of_hopf(flow, standstills, *next.hopf, sweep, run);
            std::string why;
            auto branch = follow_branch(*found.problem, found.near, options, why);
            if (!branch) return lose(why);
            out_.method = found.problem->run().method();
            out_.tolerance = found.problem->run().tolerance();
            out_.explained = found.problem->explained();
            const std::size_t period = flow.size();
            const auto place = [&](std::vector<double>& u) {
                std::vector<double> moved;
                for (const std::size_t k : found.places) moved.push_back(u[k]);
                moved.push_back(u[period]);
                u = std::move(moved);
            };
            const auto place_extent = [&](std::vector<double>& values) {
                if (values.empty()) return;
                std::vector<double> moved;
                for (const std::size_t k : found.places)
                    if (k < period) moved.push_back(values[k]);
                values = std::move(moved);
            };
            for (PointOfBranch& point : branch->points) {
                place(point.u);
                place_extent(point.extent.largest);
                place_extent(point.extent.smallest);
            }
            for (SpecialPoint& point : branch->special) {
                place(point.u);
                point.other.reset();
            }
            return std::move(*branch);
        } catch (const NoOrbit& e) {
            return lose(e.what());
        } catch (const NoFlow& e) {
            return lose(e.what());
        }
    }

    void add_periods() {
        out_.has_periods = std::ranges::any_of(out_.branches, &ContinueFound::One::of_orbits);
        if (!out_.has_periods) return;
        out_.columns.emplace_back("period");
        for (ContinueFound::One& one : out_.branches) {
            if (one.of_orbits) continue;
            for (PointOfBranch& point : one.branch.points) point.u.push_back(0);
            for (SpecialPoint& point : one.branch.special) point.u.push_back(0);
        }
        for (ContinueFound::OneCurve& one : out_.curves) {
            for (PointOfCurve& point : one.curve.points) point.u.push_back(0);
            for (CodimensionTwo& point : one.curve.special) point.at.u.push_back(0);
        }
    }

    void describe(BranchOfStandstills& problem) {
        SteadyPart& part = problem.part();
        for (const std::size_t k : part.kept()) out_.columns.push_back(symbol_text(part.state()[k].symbol()));
        out_.value_place = out_.columns.size();
        out_.columns.push_back(out_.name);
        for (const std::size_t k : problem.path().chosen())
            out_.held.push_back({symbol_text(part.state()[k].symbol()), problem.path().beginning().x[k]});
        for (const std::size_t zeros : problem.always_zero()) out_.always_zero += zeros;
        out_.form = part.formulation().form().title;
    }

    // --- orbits

    void follow_orbits() {
        OrbitInFlow first = orbit_in_flow(request_.orbit, system_);
        const Flow& flow = first.flow;
        const InitialStateOptions initial = read_initial_state(request_.orbit.start, system_);
        const Point parameters = parameter_point(system_, initial);
        const OrbitSweep sweep = orbit_sweep(flow, initial, parameters);
        BranchOfOrbitsOptions options{.fixed = first.options.levels, .drive = {}, .run = first.options.run};
        if (!flow.is_autonomous())
            options.drive = of_state(flow, expression("--period", *request_.orbit.period, system_),
                                     *request_.orbit.period);
        BranchOfOrbits problem(flow, first.orbit, sweep, options);
        const double begins = problem.beginning().u[problem.value_place()];
        if (!(begins >= out_.from && begins <= out_.to))
            throw Refusal(Of::state, "start-outside",
                          "the orbit that was found has " + out_.name + " = " + decimal(begins, 10) +
                              ", which is outside the interval",
                          "another start, or another interval");
        describe(problem, flow);
        const auto second = second_value(initial, parameters, flow.equations(), flow.parameters());
        const auto follow = [&](const Waiting& next) {
            BranchOptions walk = branch_options(parameters);
            walk.begins = next.begins;
            walk.ways = next.ways;
            problem.set_periods(next.periods);
            return branch(problem, next, walk);
        };
        const auto doubled = [&](const SpecialPoint& point, Waiting from) -> std::optional<Waiting> {
            if (point.kind != Bifurcation::period_doubling) return std::nullopt;
            auto near = problem.doubled(point.u);
            if (!near) return std::nullopt;
            from.near = std::move(*near);
            from.periods *= 2;
            from.ways = BranchOptions::Ways::ahead;
            return from;
        };
        const double periods = problem.periods();
        follow_all({.near = problem.beginning(), .periods = periods}, follow, doubled);
        if (second)
            follow_curves(problem, *second, branch_options(parameters),
                          [&](std::size_t branch) { problem.set_periods(periods_of(branch, periods)); });
    }

    // Doubled with each period doubling from the first branch on.
    double periods_of(std::size_t branch, double first) const {
        const ContinueFound::One& one = out_.branches[branch];
        if (!one.parent) return first;
        return periods_of(*one.parent, first) * (one.origin == name(Bifurcation::period_doubling) ? 2 : 1);
    }

    OrbitSweep orbit_sweep(const Flow& flow, const InitialStateOptions& initial, const Point& parameters) {
        const std::string name = request_.over.substr(0, request_.over.find('='));
        const bool of_period = without_blanks_around(name) == "period" && !is_parameter("period", system_);
        // The range of a time is read like that of any expression.
        const Range range =
            request::range("--over", of_period ? "t" + request_.over.substr(name.size()) : request_.over,
                           system_, parameters);
        take(range, initial);
        if (of_period) {
            out_.name = "period";
            if (!flow.is_autonomous())
                throw Refusal(Of::words, "period-of-drive",
                              "the equations depend on t, so the drive determines the period",
                              "--over a parameter of the drive");
            return {OrbitSweep::What::period, {}, "period", range.low, range.high};
        }
        if (parameter_place(flow, range.function))
            return {OrbitSweep::What::parameter, range.function, range.text, range.low, range.high};
        return {OrbitSweep::What::function, of_state(flow, range.function, range.text), range.text, range.low,
                range.high};
    }

    void describe(BranchOfOrbits& problem, const Flow& flow) {
        for (const Expr& x : flow.equations().state) out_.columns.push_back(symbol_text(x.symbol()));
        out_.columns.emplace_back("period");
        out_.value_place = problem.value_place();
        if (out_.value_place == out_.columns.size()) out_.columns.push_back(out_.name);
        for (const BranchOfOrbits::Held& held : problem.held()) out_.held.push_back({held.name, held.value});
        out_.explained = problem.explained();
        out_.form = flow.formulation().form().title;
        out_.method = problem.run().method();
        out_.tolerance = problem.run().tolerance();
    }

    // --- all branches

    Branch branch(BranchProblem& problem, const Waiting& next, const BranchOptions& options) {
        std::string why;
        if (auto found = follow_branch(problem, next.near, options, why)) return std::move(*found);
        if (!out_.branches.empty()) {
            out_.lost.push_back("the branch from the " + next.origin + " at " + out_.name + " = " +
                                decimal(next.near.u[out_.value_place] / out_.unit.size, 10) +
                                " could not be followed: " + why);
            return {};
        }
        throw Refusal(Of::state, "no-branch", "the " + std::string(noun()) + " cannot be followed: " + why,
                      "other initial values, or another interval");
    }

    std::string_view noun() const {
        return request_.of == Kind::orbit    ? "orbit"
               : request_.of == Kind::steady ? "steady motion"
                                             : "equilibrium";
    }

    // The latest found first, so that a cascade is followed to its end.
    void follow_all(Waiting first, auto&& follow, auto&& switched) {
        std::deque<Waiting> waiting{std::move(first)};
        while (!waiting.empty() && out_.branches.size() < most_) {
            const Waiting next = std::move(waiting.front());
            waiting.pop_front();
            Branch branch = follow(next);
            if (branch.points.empty()) continue;
            const std::size_t index = out_.branches.size();
            std::deque<Waiting> more;
            for (const SpecialPoint& point : branch.special) {
                if (next.hopf || is_known(point.u)) continue;
                Waiting from{.near = {},
                             .origin = std::string(name(point.kind)),
                             .parent = index,
                             .periods = next.periods,
                             .begins = BranchOptions::From::meeting};
                if (point.other) {
                    from.near = *point.other;
                    more.push_back(std::move(from));
                } else if (auto other = switched(point, std::move(from))) {
                    more.push_back(std::move(*other));
                } else {
                    continue;
                }
                known_.push_back(point.u);
            }
            out_.branches.push_back({std::move(branch), next.origin, next.parent,
                                     next.near.u[out_.value_place],
                                     next.hopf.has_value() || request_.of == Kind::orbit});
            waiting.insert(waiting.begin(), more.begin(), more.end());
        }
        out_.left = waiting.size();
    }

    bool is_known(const std::vector<double>& u) const {
        return std::ranges::any_of(known_, [&](const std::vector<double>& other) {
            double most = 0;
            for (std::size_t k = 0; k < u.size(); ++k)
                most = std::max(most, std::fabs(u[k] - other[k]) / std::max(1.0, std::fabs(u[k])));
            return most < same_point;
        });
    }

    // Along the last chain of branches that double.
    void find_ratios() {
        if (out_.branches.empty()) return;
        std::size_t index = out_.branches.size() - 1;
        // The doubling that was found last, though its branch was not followed.
        const auto& last = out_.branches[index].branch.special;
        const auto next = std::ranges::find(last, Bifurcation::period_doubling, &SpecialPoint::kind);
        if (next != last.end()) out_.doublings.push_back(next->u[out_.value_place]);
        while (out_.branches[index].parent &&
               out_.branches[index].origin == name(Bifurcation::period_doubling)) {
            out_.doublings.push_back(out_.branches[index].begins_at);
            index = *out_.branches[index].parent;
        }
        std::ranges::reverse(out_.doublings);
        const std::vector<double>& v = out_.doublings;
        for (std::size_t k = 2; k < v.size(); ++k)
            if (v[k] != v[k - 1]) out_.ratios.push_back((v[k - 1] - v[k - 2]) / (v[k] - v[k - 1]));
    }

    const Continue& request_;
    const System& system_;
    ContinueFound out_;
    std::size_t most_ = 1;
    std::vector<Bifurcation> kinds_;          // of which curves are followed; all if empty
    std::vector<std::vector<double>> known_;  // points at which branches were taken
};

}  // namespace

ContinueFound answer(const Continue& request, const System& system) { return Diagram(request, system).run(); }

}  // namespace anholon::request
