#include "study/chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "code/tiered.hpp"
#include "expr/derivative.hpp"
#include "expr/introduce.hpp"
#include "study/section.hpp"

namespace anholon {

std::string_view name(ChartPoint::Status status) {
    switch (status) {
        case ChartPoint::Status::done: return "done";
        case ChartPoint::Status::no_start: return "no start";
        case ChartPoint::Status::left: return "ended";
        case ChartPoint::Status::never: return "never";
        case ChartPoint::Status::open: return "open";
        case ChartPoint::Status::pending: return "pending";
    }
    return "";
}

namespace {

using Of = ChartMeasure::Kind;
using Status = ChartPoint::Status;

// The values of axes that are no parameters, then the levels.
std::vector<LevelDemand> demands(const Flow& flow, const ChartOptions& options) {
    std::vector<LevelDemand> list;
    for (const ChartAxis& axis : options.axes)
        if (!parameter_place(flow, axis.function)) list.push_back({axis.function, 0, axis.text});
    list.insert(list.end(), options.levels.begin(), options.levels.end());
    return list;
}

}  // namespace

ChartStarts::ChartStarts(const Flow& flow, const ChartOptions& options)
    : axes_(options.axes), levels_(flow, demands(flow, options)), x_(flow.start()), p_(flow.parameters()) {
    for (const ChartAxis& axis : axes_) parameter_of_.push_back(parameter_place(flow, axis.function));
}

std::optional<BatchStart> ChartStarts::operator()(std::size_t point) {
    std::size_t demand = 0;
    for (std::size_t k = 0; k < axes_.size(); ++k) {
        const double value = axes_[k].at(k == 0 ? point % axes_[0].count : point / axes_[0].count);
        if (parameter_of_[k])
            p_[*parameter_of_[k]] = value;
        else
            levels_.set(demand++, value);
    }
    auto x = levels_.near(x_, p_);
    if (!x) return std::nullopt;
    return BatchStart{std::move(*x), p_};
}

// Follows motions for a measure that is a number along them.
class ChartWork::Follower {
  public:
    Follower(const Flow& flow, const ChartOptions& options)
        : options_(options),
          n_(flow.size()),
          run_(flow, equations(flow, options), events(flow, options), options.run),
          value_(flow.equations(), std::vector<Expr>{options.measure.function}, tiered) {}
    Follower(const Follower& other)
        : options_(other.options_), n_(other.n_), run_(other.run_.another()), value_(other.value_) {}

    ChartPoint follow(std::span<const double> start, std::span<const double> p) {
        p_.assign(p.begin(), p.end());
        y_.assign(run_.size(), 0.0);
        std::ranges::copy(start, y_.begin());
        run_.start(0, y_, p_);
        met_ = 0;
        passages_.clear();
        low_.assign(n_, std::numeric_limits<double>::infinity());
        high_.assign(n_, -std::numeric_limits<double>::infinity());
        if (!advance(options_.transient, false)) return {0, Status::left};
        const double before = run_.state().back();
        largest_ = smallest_ = value_at(run_.time(), run_.state());
        first_ = std::nullopt;
        if (!advance(options_.until, true)) return {0, Status::left};
        return result(before);
    }

  private:
    Of kind() const { return options_.measure.kind; }

    static RateEquations equations(const Flow& flow, const ChartOptions& options) {
        RateEquations e = flow.equations();
        if (options.measure.kind != Of::mean) return e;
        e.state.push_back(introduced(e.t.context(), "gathered", SymbolKind::variable, "mean of a chart"));
        e.rates.push_back(options.measure.function);
        return e;
    }

    // Extrema are where the rate of the function vanishes.
    static std::vector<Event> events(const Flow& flow, const ChartOptions& options) {
        const ChartMeasure& m = options.measure;
        if (m.kind == Of::time || m.kind == Of::count || m.kind == Of::period)
            return {{m.function, m.direction}};
        if (m.kind != Of::max && m.kind != Of::min) return {};
        const RateEquations& e = flow.equations();
        Direction along{{e.t, e.t.context().one()}};
        for (std::size_t i = 0; i < e.state.size(); ++i) along.emplace_back(e.state[i], e.rates[i]);
        return {{directional_derivative(m.function, along)}};
    }

    double value_at(double t, std::span<const double> y) {
        double value = 0;
        value_(t, y.first(n_), p_, {}, {&value, 1});
        return value;
    }

    bool advance(double until, bool counts) {
        while (run_.time() != until) {
            if (!run_.step(until)) return false;
            if (counts) notice();
            if (counts && first_ && kind() == Of::time) return true;
            Deadline::check();
        }
        return true;
    }

    void notice() {
        for (const Crossing& crossing : run_.last_step().crossings) {
            if (options_.measure.direction != 0 && crossing.direction != options_.measure.direction) continue;
            ++met_;
            if (!first_) first_ = crossing.t;
            if (kind() == Of::time || kind() == Of::count) continue;
            run_.at(crossing.t, y_);
            if (kind() == Of::period)
                passages_.push_back({crossing.t, y_});
            else
                include(value_at(crossing.t, y_));
        }
        if (kind() == Of::period) include_state();
        if (kind() == Of::max || kind() == Of::min) include(value_at(run_.time(), run_.state()));
    }

    void include(double value) {
        largest_ = std::max(largest_, value);
        smallest_ = std::min(smallest_, value);
    }

    // The extent of the motion, against which returns are measured.
    void include_state() {
        for (std::size_t i = 0; i < n_; ++i) {
            low_[i] = std::min(low_[i], run_.state()[i]);
            high_[i] = std::max(high_[i], run_.state()[i]);
        }
    }

    double period_of_passages() const {
        constexpr double tolerance = 1e-5;
        std::vector<double> apart;
        for (std::size_t i = 0; i < n_; ++i) apart.push_back(tolerance * (high_[i] - low_[i]));
        return static_cast<double>(period(passages_, apart).value_or(0));
    }

    ChartPoint result(double before) {
        double value = 0;
        switch (kind()) {
            case Of::mean:
                value = (run_.state().back() - before) / (options_.until - options_.transient);
                break;
            case Of::max: value = largest_; break;
            case Of::min: value = smallest_; break;
            case Of::count: value = static_cast<double>(met_); break;
            case Of::period:
                if (!first_) return {0, Status::never};
                value = period_of_passages();
                break;
            case Of::time:
                if (!first_) return {0, Status::never};
                value = *first_;
                break;
            default: value = value_at(run_.time(), run_.state());
        }
        return std::isfinite(value) ? ChartPoint{value, Status::done} : ChartPoint{0, Status::left};
    }

    ChartOptions options_;
    std::size_t n_;
    FlowRun run_;
    StateFunctions value_;
    std::vector<double> p_, y_;
    double largest_ = 0, smallest_ = 0;
    std::optional<double> first_;
    std::size_t met_ = 0;
    std::vector<SectionPoint> passages_;
    std::vector<double> low_, high_;  // of the state
};

ChartWork::ChartWork(const Flow& flow, const ChartOptions& options)
    : flow_(flow), options_(options), starts_(flow, options) {
    if (options.measure.kind != Of::lyapunov) {
        follower_ = std::make_unique<Follower>(flow_, options_);
        return;
    }
    const LyapunovOptions largest{.until = options.until,
                                  .transient = options.transient,
                                  .count = 1,
                                  .seed = options.seed,
                                  .tolerance = options.run.tolerance,
                                  .method = options.run.method};
    exponents_.emplace(flow_, largest);
    const bool is_of_order_8 = !options.run.method || options.run.method->name == "dop853";
    if (flow.is_autonomous() && is_of_order_8) lanes_ = std::make_shared<const ExponentLanes>(flow_, largest);
}

ChartWork::ChartWork(const ChartWork& other)
    : flow_(other.flow_),
      options_(other.options_),
      starts_(other.starts_),
      exponents_(other.exponents_),
      lanes_(other.lanes_),
      follower_(other.follower_ ? std::make_unique<Follower>(*other.follower_) : nullptr) {}

ChartWork::~ChartWork() = default;

ChartPoint ChartWork::at(std::size_t point) {
    const auto start = starts_(point);
    if (!start) return {0, Status::no_start};
    if (follower_) return follower_->follow(start->x, start->p);
    const LyapunovSpectrum found = (*exponents_)(start->x, start->p);
    if (found.ended) return {0, Status::left};
    return {found.exponents.empty() ? 0 : found.exponents[0].value, Status::done};
}

// What lanes leave open is computed alone.
std::vector<ChartPoint> ChartWork::in_lanes(std::size_t from, std::size_t to, std::size_t threads) const {
    ChartWork own = *this;
    std::vector<ChartPoint> points(to - from);
    std::vector<BatchStart> starts;
    std::vector<std::size_t> places;
    for (std::size_t k = 0; k < points.size(); ++k) {
        if (auto start = own.starts_(from + k)) {
            starts.push_back(std::move(*start));
            places.push_back(k);
        } else {
            points[k].status = Status::no_start;
        }
    }
    const std::vector<ExponentLanes::Found> found = (*lanes_)(starts, threads);
    for (std::size_t i = 0; i < found.size(); ++i) {
        using Outcome = ExponentLanes::Found::Outcome;
        ChartPoint& point = points[places[i]];
        if (found[i].outcome == Outcome::open)
            point = own.at(from + places[i]);
        else if (found[i].outcome == Outcome::ended)
            point.status = Status::left;
        else
            point = {found[i].value, Status::done};
    }
    return points;
}

namespace {

// A few hundred at a time, so that a stop is heard; as many as fill the lanes of all threads many times.
constexpr std::size_t at_once = 256;

std::vector<ChartPoint> chart_points_in_lanes(const ChartWork& work, std::size_t from, std::size_t to,
                                              const SideBySideOptions& options) {
    std::vector<ChartPoint> points(to - from);
    // A piece per thread: each has lanes of its own.
    const auto worker = [&] {
        return [&](std::size_t piece) {
            const std::size_t begin = from + piece * at_once, end = std::min(begin + at_once, to);
            const std::vector<ChartPoint> done = work.in_lanes(begin, end, 1);
            std::ranges::copy(done, points.begin() + static_cast<std::ptrdiff_t>(begin - from));
        };
    };
    SideBySideOptions by_pieces = options;
    if (options.progress)
        by_pieces.progress = [&](std::size_t done, std::size_t) {
            options.progress(std::min(done * at_once, points.size()), points.size());
        };
    side_by_side((points.size() + at_once - 1) / at_once, worker, by_pieces);
    return points;
}

}  // namespace

std::vector<ChartPoint> chart_points(const ChartWork& work, std::size_t from, std::size_t to,
                                     const SideBySideOptions& options) {
    if (work.has_lanes()) return chart_points_in_lanes(work, from, to, options);
    std::vector<ChartPoint> points(to - from);
    const auto worker = [&] {
        auto own = std::make_shared<ChartWork>(work);
        return [&, own](std::size_t k) { points[k] = own->at(from + k); };
    };
    side_by_side(points.size(), worker, options);
    return points;
}

}  // namespace anholon
