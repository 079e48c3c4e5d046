#include "study/cloud.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/deadline.hpp"
#include "base/finite.hpp"
#include "base/text.hpp"
#include "code/tiered.hpp"
#include "integrate/batch.hpp"
#include "integrate/runge_kutta/lanes.hpp"
#include "integrate/taylor/batch.hpp"
#include "motion/method_choice.hpp"

namespace anholon {

namespace {

using Status = CloudMotion::Status;

// Motions of a piece of work: enough to fill lanes many times.
constexpr std::size_t least_piece = 256, most_pieces = 1024;
// Motions in lanes return to the surface, where there is one, at least so often.
constexpr double returns = 16;

std::vector<LevelDemand> demands(const Flow& flow, const CloudOptions& options) {
    std::vector<LevelDemand> list;
    for (const Draw& d : options.draws)
        if (!parameter_place(flow, d.function)) list.push_back({d.function, 0, d.text + " as it is drawn"});
    list.insert(list.end(), options.levels.begin(), options.levels.end());
    return list;
}

const Method& method_of(const Flow& flow, const CloudOptions& options) {
    return options.run.method ? *options.run.method
                              : *cheapest_method(flow.equations(), options.run.tolerance).method;
}

std::shared_ptr<const LaneMethod> lanes_of(const Flow& flow, const CloudOptions& options) {
    const Method& method = method_of(flow, options);
    const bool is_forward = options.times.back() > 0;
    if (!flow.is_autonomous() || flow.is_guarded() || !is_forward) return nullptr;
    const LaneOptions lanes{.tolerance = std::max(options.run.tolerance, method.least_tolerance)};
    if (method.name == "dop853") return dop853_lanes(flow.equations(), lanes);
    if (method.name == "taylor") return taylor_lanes(flow.equations(), lanes);
    return nullptr;
}

// Moves motions of the cloud, one piece after the other.
class Mover {
  public:
    Mover(const Flow& flow, const CloudOptions& options)
        : flow_(flow),
          options_(options),
          levels_(flow, demands(flow, options)),
          columns_(flow.equations(), options.columns, tiered),
          lanes_(lanes_of(flow, options)),
          run_(flow, flow.equations(), {}, options.run) {
        for (const Draw& d : options.draws) parameter_of_.push_back(parameter_place(flow, d.function));
    }

    Mover another() const { return Mover(*this, run_.another()); }

    std::string_view method() const { return run_.method(); }
    double tolerance() const { return run_.tolerance(); }
    std::size_t lanes() const { return lanes_ ? lanes_->lanes : 1; }

    // The motions with their numbers drawn; their moments by time and column.
    std::vector<std::vector<Moments>> move(std::span<CloudMotion> motions) {
        moments_.assign(options_.times.size(), std::vector<Moments>(options_.columns.size()));
        std::vector<Moving> moving;
        for (CloudMotion& motion : motions)
            if (auto start = this->start(motion)) moving.push_back({&motion, std::move(*start)});
        if (lanes_)
            move_in_lanes(moving);
        else
            for (Moving& m : moving) move_alone(m);
        return std::move(moments_);
    }

  private:
    struct Moving {
        CloudMotion* motion;
        BatchStart at;
    };

    Mover(const Mover& other, FlowRun run)
        : flow_(other.flow_),
          options_(other.options_),
          levels_(other.levels_),
          columns_(other.columns_),
          lanes_(other.lanes_),
          run_(std::move(run)),
          parameter_of_(other.parameter_of_) {}

    static void end(CloudMotion& motion, Status status, std::string why) {
        motion.columns.clear();
        motion.status = status;
        motion.why = std::move(why);
    }

    std::optional<BatchStart> start(CloudMotion& motion) {
        std::vector<double> p = flow_.parameters();
        std::size_t demand = 0;
        for (std::size_t k = 0; k < options_.draws.size(); ++k) {
            const Draw& draw = options_.draws[k];
            const double value = motion.drawn[k];
            if (draw.range && (value < draw.range->first || value > draw.range->second)) {
                end(motion, Status::no_start, draw.text + " is drawn outside its range");
                return std::nullopt;
            }
            if (parameter_of_[k])
                p[*parameter_of_[k]] = value;
            else
                levels_.set(demand++, value);
        }
        auto x = levels_.near(flow_.start(), p);
        if (!x) {
            end(motion, Status::no_start,
                "no state meets " + levels_.missed().substr(0, levels_.missed().find(':')));
            return std::nullopt;
        }
        return BatchStart{std::move(*x), std::move(p)};
    }

    // The columns at one of the times. False where they have no value.
    bool take(std::size_t time, Moving& m) {
        m.motion->columns.resize(options_.columns.size());
        columns_(options_.times[time], m.at.x, m.at.p, {}, m.motion->columns);
        if (!are_finite(m.motion->columns)) {
            end(*m.motion, Status::ended, "a column has no finite value");
            return false;
        }
        for (std::size_t k = 0; k < options_.columns.size(); ++k) moments_[time][k].add(m.motion->columns[k]);
        return true;
    }

    void move_alone(Moving& m) {
        run_.start(0, m.at.x, m.at.p);
        for (std::size_t k = 0; k < options_.times.size(); ++k) {
            while (run_.time() != options_.times[k]) {
                if (!run_.step(options_.times[k])) return end(*m.motion, Status::ended, run_.why());
                Deadline::check();
            }
            std::ranges::copy(run_.state(), m.at.x.begin());
            if (!take(k, m)) return;
        }
        m.motion->status = Status::done;
    }

    void move_in_lanes(std::vector<Moving>& moving) {
        double t = 0;
        for (std::size_t k = 0; k < options_.times.size(); ++k) {
            const double whole = options_.times[k] - t;
            const double parts =
                flow_.surface().empty() ? 1 : std::ceil(returns * whole / options_.times.back());
            for (double part = 0; part < parts; ++part) advance(moving, whole / parts);
            t = options_.times[k];
            std::erase_if(moving, [&](Moving& m) { return !take(k, m); });
        }
        for (Moving& m : moving) m.motion->status = Status::done;
    }

    void advance(std::vector<Moving>& moving, double time) {
        Deadline::check();
        std::vector<BatchStart> starts;
        for (Moving& m : moving) starts.push_back(std::move(m.at));
        std::vector<BatchEnd> ends = integrate_batch(*lanes_, starts, time);
        for (std::size_t i = 0; i < moving.size(); ++i) {
            moving[i].at = {std::move(ends[i].x), std::move(starts[i].p)};
            if (ends[i].outcome != Step::Outcome::advanced)
                end(*moving[i].motion, Status::ended, ends[i].reason);
            else if (!flow_.project(0, moving[i].at.x, moving[i].at.p))
                end(*moving[i].motion, Status::ended, flow_.why());
        }
        std::erase_if(moving, [](const Moving& m) { return m.motion->status == Status::ended; });
    }

    Flow flow_;
    const CloudOptions& options_;
    LevelPoints levels_;
    StateFunctions columns_;
    std::shared_ptr<const LaneMethod> lanes_;
    FlowRun run_;
    std::vector<std::optional<std::size_t>> parameter_of_;  // by draw: its place among the parameters
    std::vector<std::vector<Moments>> moments_;
};

}  // namespace

Cloud cloud(const Flow& flow, const CloudOptions& options) {
    Cloud out;
    out.motions.resize(options.count);
    std::vector<std::vector<double>> numbers = drawn(options.draws, options.count, options.seed);
    for (std::size_t k = 0; k < options.count; ++k) out.motions[k].drawn = std::move(numbers[k]);
    const Mover first(flow, options);  // what it has compiled, the others share
    out.method = first.method();
    out.tolerance = first.tolerance();
    out.lanes = first.lanes();
    const std::size_t piece = std::max(least_piece, (options.count + most_pieces - 1) / most_pieces),
                      pieces = (options.count + piece - 1) / piece;
    std::vector<std::vector<std::vector<Moments>>> moments(pieces);
    const auto worker = [&] {
        auto mover = std::make_shared<Mover>(first.another());
        return [&, mover](std::size_t k) {
            const std::size_t from = k * piece;
            moments[k] =
                mover->move(std::span(out.motions).subspan(from, std::min(piece, options.count - from)));
        };
    };
    side_by_side(pieces, worker, options.side_by_side);
    for (std::size_t k = 0; k < pieces; ++k)
        if (moments[k].empty())  // a stop came
            for (std::size_t i = k * piece; i < std::min((k + 1) * piece, options.count); ++i)
                out.motions[i] = {.drawn = std::move(out.motions[i].drawn), .columns = {}};
    // In the order of the pieces, so that the sums round alike on any number of threads.
    out.moments.assign(options.times.size(), std::vector<Moments>(options.columns.size()));
    for (const auto& of_piece : moments)
        for (std::size_t t = 0; t < of_piece.size(); ++t)
            for (std::size_t k = 0; k < of_piece[t].size(); ++k) out.moments[t][k].add(of_piece[t][k]);
    return out;
}

}  // namespace anholon
