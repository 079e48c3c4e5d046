#include "request/section.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "base/text.hpp"
#include "base/words.hpp"
#include "expr/derivative.hpp"
#include "model/state/parameter_values.hpp"
#include "request/method.hpp"
#include "request/words.hpp"
#include "study/random_numbers.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

constexpr std::size_t most_points = 100'000'000, most_orbits = 1'000'000;
// Starts from which a state that is named by its place in the section is sought.
constexpr std::size_t most_tries = 64;

class Reader {
  public:
    Reader(const Section& request, const System& system)
        : request_(request),
          system_(system),
          start_(read_initial_state(request.start, system)),
          parameters_(parameter_point(system, start_)),
          flow_(system, start_) {}

    SectionFound answer() {
        SectionOptions options = read();
        std::vector<SectionStart> starts = this->starts(options);
        if (starts.empty()) throw Refusal(Of::state, "level-empty", not_found_);
        if (static_cast<double>(starts.size()) * static_cast<double>(options.count) > most_points)
            throw Refusal(
                Of::words, "points-too-many",
                "this asks for " +
                    decimal(static_cast<double>(starts.size()) * static_cast<double>(options.count), 3) +
                    " points, and at most " + decimal(most_points, 1) + " are kept");
        const FlowRun run(flow_, flow_.equations(), {}, options.run);
        out_.form = flow_.formulation().form().id;
        out_.parameters = flow_.parameters();
        out_.method = run.method();
        out_.tolerance = run.tolerance();
        out_.orbits = request_.inherit == Section::Inherit::nothing ? section(flow_, starts, options)
                                                                    : inherited(starts, options);
        if (request_.rotations) find_rotations();
        return std::move(out_);
    }

  private:
    std::vector<SectionOrbit> inherited(const std::vector<SectionStart>& starts,
                                        const SectionOptions& options) const {
        std::vector<std::vector<double>> parameters;
        for (const SectionStart& start : starts) parameters.push_back(start.p);
        if (request_.inherit == Section::Inherit::downward) std::ranges::reverse(parameters);
        return inherited_section(flow_, levels(), parameters, options);
    }

    std::vector<LevelDemand> levels() const {
        std::vector<LevelDemand> out;
        for (const std::string& text : request_.fix) {
            const Level fixed = level("--fix", text, system_, parameters_);
            out.push_back({of_state(flow_, fixed.function, text), fixed.value, fixed.text});
        }
        return out;
    }

    SectionOptions read() {
        SectionOptions options;
        read_where(options);
        const SimulationWords& words = request_.start;
        if (words.until) options.until = number("--until", *words.until, system_, parameters_, seconds());
        if (options.until == 0) throw Refusal(Of::words, "until-zero", "--until 0 leaves no time");
        if (request_.transient)
            options.transient = number("--transient", *request_.transient, system_, parameters_, seconds());
        if (!(options.transient >= 0 && options.transient < std::fabs(options.until)))
            throw Refusal(Of::words, "transient-bad",
                          "--transient takes a time from 0 to less than that of --until, " +
                              decimal(std::fabs(options.until), 6));
        if (words.tolerance) options.run.tolerance = tolerance(*words.tolerance, system_, parameters_);
        if (!request_.method_name.empty()) options.run.method = &method_named(request_.method_name);
        if (request_.count) options.count = count("--count", *request_.count, most_points);
        options.side_by_side = request_.side_by_side;
        options.found = request_.found;
        out_.columns = columns(flow_, words.columns, system_);
        for (const Observable& column : out_.columns) options.columns.push_back(column.value);
        if (request_.rotations && out_.columns.size() < 2)
            throw Refusal(Of::words, "rotation-columns", "rotation numbers are those of points in a plane",
                          "--columns x,y names its axes");
        return options;
    }

    void read_where(SectionOptions& options) {
        const auto& every = request_.start.every;
        if (request_.at.empty() == !every)
            throw Refusal(Of::words, "section-nowhere", "a section is either --at EXPR or --every TIME",
                          "--at \"theta - pi/2:up\"");
        out_.at = request_.at.empty() ? "t = k " + *every : request_.at;
        if (every) {
            options.every = number("--every", *every, system_, parameters_, seconds());
            if (!(options.every > 0))
                throw Refusal(Of::words, "every-not-positive", "--every takes a positive time");
            return;
        }
        const Crossed where = crossed("--at", request_.at, system_);
        options.function = of_state(flow_, where.function, request_.at);
        options.direction = where.direction;
    }

    void find_rotations() {
        out_.has_rotations = true;
        for (SectionOrbit& orbit : out_.orbits) {
            std::vector<double> x, y;
            for (const SectionPoint& point : orbit.points) {
                x.push_back(point.columns[0]);
                y.push_back(point.columns[1]);
            }
            orbit.rotation = rotation(x, y);
        }
    }

    // --- where orbits start

    std::vector<SectionStart> start_from(const SectionOptions& options) {
        std::vector<LevelDemand> demands = request_.fix.empty() ? own_levels() : levels();
        for (const std::string& text : request_.from) {
            const Level place = level("--from", text, system_, parameters_);
            demands.push_back({of_state(flow_, place.function, text), place.value, place.text});
        }
        if (options.every == 0) demands.push_back({options.function, 0, "the section"});
        return on_levels(demands, {}, {most_tries, passing(options)});
    }

    // Whether the motion passes through the section as it is asked to: a state on it may be one in which it passes the other way.
    std::function<bool(std::span<const double>)> passing(const SectionOptions& options) const {
        if (options.every > 0 || options.direction == 0) return {};
        const RateEquations& e = flow_.equations();
        Direction along{{e.t, system_.c().one()}};
        for (std::size_t k = 0; k < e.state.size(); ++k) along.emplace_back(e.state[k], e.rates[k]);
        const Expr rate = directional_derivative(options.function, along);
        auto function = std::make_shared<StateFunctions>(e, std::span(&rate, 1), interpreted);
        return [function, &p = flow_.parameters(), direction = options.direction](std::span<const double> x) {
            double value = 0;
            (*function)(0, x, p, {}, std::span(&value, 1));
            return value * direction > 0;
        };
    }

    // Of the integrals, at the initial state.
    std::vector<LevelDemand> own_levels() const {
        std::vector<Expr> functions;
        for (const Flow::Integral& integral : flow_.integrals()) functions.push_back(integral.function);
        StateFunctions integrals(flow_.equations(), functions, interpreted);
        std::vector<double> values(functions.size());
        if (!values.empty()) integrals(0, flow_.start(), flow_.parameters(), {}, values);
        std::vector<LevelDemand> out;
        for (std::size_t k = 0; k < functions.size(); ++k)
            out.push_back({functions[k], values[k], flow_.integrals()[k].name});
        return out;
    }

    std::vector<SectionStart> starts(const SectionOptions& options) {
        if (!request_.from.empty()) return start_from(options);
        std::vector<LevelDemand> demands = levels();
        std::vector<Range> ranges;
        for (const std::string& text : request_.over) {
            ranges.push_back(range("--over", text, system_, parameters_));
            if (!parameter_place(flow_, ranges.back().function))
                demands.push_back({of_state(flow_, ranges.back().function, text), 0, ranges.back().text});
        }
        if (ranges.empty() && demands.empty()) {
            if (request_.orbits)
                throw Refusal(Of::words, "orbits-alike", "all orbits would start at the same state",
                              "--over NAME=LOW..HIGH says where they start");
            return {{flow_.start(), flow_.parameters()}};
        }
        // Where a start is sought at all, it is sought on the section.
        if (!demands.empty() && options.every == 0) demands.push_back({options.function, 0, "the section"});
        return on_levels(demands, ranges);
    }

    std::vector<SectionStart> on_levels(const std::vector<LevelDemand>& demands,
                                        const std::vector<Range>& ranges,
                                        const LevelPoints::Many& many = {}) {
        LevelPoints levels(flow_, demands);
        std::vector<SectionStart> out;
        for (const std::vector<double>& values : places(ranges)) {
            std::vector<double> p = flow_.parameters();
            std::size_t demand = request_.fix.size();
            for (std::size_t k = 0; k < values.size(); ++k)
                if (const auto place = parameter_place(flow_, ranges[k].function))
                    p[*place] = values[k];
                else
                    levels.set(demand++, values[k]);
            auto x = levels.near(flow_.start(), p, many);
            // Of many places, the one before may be nearer.
            if (!x && !out.empty()) x = levels.near(out.back().x, p);
            if (x) {
                out.push_back({std::move(*x), std::move(p)});
            } else {
                ++out_.without_start;
                out_.missed = levels.missed();
                not_found_ = not_found(levels);
            }
        }
        return out;
    }

    // No more than was seen: there may be states that the search does not reach.
    static std::string not_found(const LevelPoints& levels) {
        std::string what = "no state was found on these levels";
        if (levels.tried() > 1) what += " from " + std::to_string(levels.tried()) + " starts";
        if (levels.unsuited() == 0) return what + ": " + levels.missed();
        return what + " that passes through the section in this direction; some pass the other way";
    }

    // A grid where every range has its count, random places otherwise.
    std::vector<std::vector<double>> places(const std::vector<Range>& ranges) const {
        if (ranges.empty()) return {{}};
        const bool is_grid = !request_.orbits;
        std::size_t all = 1;
        for (const Range& r : ranges) {
            if (is_grid != r.count.has_value())
                throw Refusal(Of::words, "orbits-unclear",
                              "orbits start on a grid, where every --over ends with :N, or at random places, "
                              "with --orbits K");
            all *= r.count.value_or(1);
            if (all > most_orbits)
                throw Refusal(Of::words, "orbits-too-many",
                              "at most " + decimal(most_orbits, 7) + " orbits are followed");
        }
        return is_grid ? grid(ranges, all) : random(ranges, count("--orbits", *request_.orbits, most_orbits));
    }

    static std::vector<std::vector<double>> grid(const std::vector<Range>& ranges, std::size_t all) {
        std::vector<std::vector<double>> out;
        for (std::size_t k = 0; k < all; ++k) {
            std::vector<double> place;
            std::size_t rest = k;
            for (const Range& r : ranges) {
                const std::size_t n = *r.count, i = rest % n;
                rest /= n;
                const double part = n == 1 ? 0.5 : static_cast<double>(i) / static_cast<double>(n - 1);
                place.push_back(r.low + part * (r.high - r.low));
            }
            out.push_back(std::move(place));
        }
        return out;
    }

    std::vector<std::vector<double>> random(const std::vector<Range>& ranges, std::size_t all) const {
        RandomNumbers numbers(request_.seed);
        std::vector<std::vector<double>> out(all);
        for (std::vector<double>& place : out)
            for (const Range& r : ranges) place.push_back(r.low + numbers.uniform() * (r.high - r.low));
        return out;
    }

    const Section& request_;
    const System& system_;
    InitialStateOptions start_;
    Point parameters_;
    Flow flow_;
    SectionFound out_;
    std::string not_found_;  // a sentence about the last place without a state
};

}  // namespace

SectionFound answer(const Section& request, const System& system) { return Reader(request, system).answer(); }

}  // namespace anholon::request
