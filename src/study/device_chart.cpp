#include "study/device_chart.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "code/cuda/ensemble_kernel.hpp"
#include "code/eliminated.hpp"
#include "code/tiered.hpp"
#include "expr/context.hpp"
#include "expr/introduce.hpp"
#include "integrate/gpu/ensemble.hpp"
#include "motion/watched_guards.hpp"
#include "study/birkhoff.hpp"

namespace anholon {

namespace {

using Of = ChartMeasure::Kind;
using Status = ChartPoint::Status;

// Points of a chart that are looked at before the kernel is written.
constexpr std::size_t looked_at = 33;

// One step of Newton's method onto the surface R = 0, with the least change: x − Jᵀ z, J Jᵀ z = R, J = ∂R/∂x. Behind each step of the
// integrator R is so small that its square does not count.
std::vector<Expr> onto_surface(const Flow& flow) {
    const std::vector<Expr>& R = flow.surface();
    if (R.empty()) return {};
    RateEquations e = flow.equations();
    const std::size_t m = R.size(), n = e.state.size();
    const std::vector<Expr> J = gradients(R, e.state);
    e.W = Matrix(e.t.context(), m, m);
    e.r = R;
    e.rates = e.state;
    std::vector<std::size_t> diagonal;
    for (std::size_t k = 0; k < m; ++k) {
        e.unknowns.push_back(introduced(e.t.context(), "moved" + std::to_string(k + 1), SymbolKind::variable,
                                        "step onto the surface"));
        diagonal.push_back(k);
        for (std::size_t l = 0; l < m; ++l)
            for (std::size_t i = 0; i < n; ++i) e.W(k, l) = e.W(k, l) + J[k * n + i] * J[l * n + i];
        for (std::size_t i = 0; i < n; ++i) e.rates[i] = e.rates[i] - J[k * n + i] * e.unknowns[k];
    }
    return eliminated(e, diagonal).rates;
}

// Functions of a formulation's state that stay positive. Throws Unavailable where it does not know what guards are about.
std::vector<Expr> written_guards(const std::vector<Guard>& guards, const Formulation& formulation,
                                 std::span<const double> at, std::span<const double> p) {
    RateEquations e = formulation.equations();
    e.rates.clear();
    for (const Guard& guard : guards) {
        const std::vector<Expr> both = formulation.lowered({guard.value, guard.scale});
        e.rates.push_back(both[0] + guard_rounding() * both[1]);
    }
    const std::vector<std::size_t> pivots = pivots_at(e, 0, at, p);
    if (pivots.empty() && !e.unknowns.empty())
        throw Unavailable("the equations for the reactions are singular at the start");
    return eliminated(e, pivots).rates;
}

// What Flow::broken looks at. Reactions that the equations of motion do not know follow from the law with multipliers, whose state is a
// function of that of the motion.
std::vector<Expr> guards_of(const Flow& flow) try {
    const Formulation& motion = flow.formulation();
    const Formulation law(flow.system(), law_behind(motion.form(), flow.system()));
    const std::vector<Guard> guards = watched_guards(flow.system(), motion.form(), law);
    if (guards.empty()) return {};
    try {
        return written_guards(guards, motion, flow.start(), flow.parameters());
    } catch (const Unavailable&) {
        const std::vector<Expr> state = motion.lowered(law.equations().state);
        StateFunctions of_law(flow.equations(), state);
        std::vector<double> y(state.size());
        of_law(0, flow.start(), flow.parameters(), {}, y);
        return motion.lowered(written_guards(guards, law, y, flow.parameters()));
    }
} catch (const Unavailable& e) {
    throw NotOnDevice(
        "a condition under which this system is what it is stated to be cannot be watched on a GPU: " +
        std::string(e.what()));
}

// What the kernel gathers for a measure.
std::optional<Measure::Kind> gathered(ChartMeasure::Kind kind) {
    switch (kind) {
        case Of::mean: return Measure::Kind::integral;
        case Of::max: return Measure::Kind::maximum;
        case Of::min: return Measure::Kind::minimum;
        case Of::count: return Measure::Kind::crossings;
        case Of::time: return Measure::Kind::first;
        case Of::lyapunov:
        case Of::final:
        case Of::period: break;
    }
    return std::nullopt;
}

bool are_same(const ExplainedDirections& a, const ExplainedDirections& b) {
    return a.flow == b.flow && a.integrals == b.integrals;
}

}  // namespace

// What the motion of a point starts with, and whether it ends as it should. For one thread at a time; copies share the code.
class DeviceChart::Preparation {
  public:
    explicit Preparation(const DeviceChart& chart)
        : chart_(chart),
          flow_(chart.flow_),
          starts_(chart.flow_, chart.options_),
          functions_(chart.flow_),
          value_(flow_.equations(), std::vector<Expr>{measured()}, tiered) {}

    std::optional<BatchStart> start(std::size_t point) { return starts_(point); }

    // The tangent vector behind the state; nothing where other directions are explained than the kernel knows.
    std::optional<TangentGrowth> growth(const BatchStart& start, std::vector<double>& y) {
        TangentGrowth out(flow_, functions_, start.x, start.p);
        if (!are_same(out.directions(ExplainedDirections::all(flow_)), chart_.explained_))
            return std::nullopt;
        y = out.begin(chart_.explained_, 1, chart_.options_.seed);
        return out;
    }

    ExplainedDirections directions(const BatchStart& start, std::size_t& dimension) {
        TangentGrowth growth(flow_, functions_, start.x, start.p);
        const ExplainedDirections out = growth.directions(ExplainedDirections::all(flow_));
        dimension = growth.dimension();
        return out;
    }

    double value(std::span<const double> x, std::span<const double> p) {
        double out = 0;
        value_(chart_.options_.until, x, p, {}, {&out, 1});
        return out;
    }

  private:
    Expr measured() const {
        const Expr& asked = chart_.options_.measure.function;
        return asked ? asked : flow_.equations().t;
    }

    const DeviceChart& chart_;
    Flow flow_;
    ChartStarts starts_;
    TangentFunctions functions_;
    StateFunctions value_;
};

// Of the points that have a start: their places among those that were asked for.
struct DeviceChart::Motions {
    std::vector<std::size_t> places;
    std::vector<BatchStart> starts;
    std::vector<double> x, parameters, tangents;  // [component][motion]
};

DeviceChart::DeviceChart(const Flow& flow, const ChartOptions& options) : flow_(flow), options_(options) {
    if (options.measure.kind == Of::period)
        throw NotOnDevice("the measure " + options.measure.text +
                          " compares many states of a motion, which are not kept on a GPU");
    if (options.run.method && options.run.method->name != "dop853")
        throw NotOnDevice("on a GPU motions are followed by dop853, not by " +
                          std::string(options.run.method->name));
    for (const ChartAxis& axis : options.axes)
        if (const auto place = parameter_place(flow, axis.function)) scanned_.push_back(*place);
    preparation_ = std::make_unique<Preparation>(*this);
    if (is_lyapunov()) explained_ = usual_directions();
    kernel_ = kernel_text(described(explained_));
}

DeviceChart::~DeviceChart() = default;

// What is explained at most of some points of the chart: the kernel is written for it.
ExplainedDirections DeviceChart::usual_directions() {
    std::map<std::pair<std::vector<std::size_t>, bool>, std::size_t> found;
    const std::size_t all = options_.points(), count = std::min(looked_at, all);
    std::size_t dimension = flow_.size();
    for (std::size_t k = 0; k < count; ++k) {
        const auto start = preparation_->start(count > 1 ? k * (all - 1) / (count - 1) : 0);
        if (!start) continue;
        const ExplainedDirections here = preparation_->directions(*start, dimension);
        ++found[{here.integrals, here.flow}];
    }
    if (found.empty()) return {.flow = flow_.is_autonomous(), .integrals = {}};
    const auto most = std::ranges::max_element(found, {}, [](const auto& one) { return one.second; });
    const ExplainedDirections out{.flow = most->first.second, .integrals = most->first.first};
    if (dimension != flow_.size() - flow_.surface().size())
        throw NotOnDevice("the constraints depend on each other, which a GPU does not sort out");
    if (dimension <= out.integrals.size() + (out.flow ? 1 : 0))
        throw NotOnDevice(
            "integrals and the motion's own direction explain all exponents: none is left to "
            "compute on a GPU");
    return out;
}

EnsembleKernel DeviceChart::described(const ExplainedDirections& explained) const {
    const RateEquations& whole = flow_.formulation().equations();
    EnsembleKernel kernel;
    kernel.tangents = is_lyapunov() ? 1 : 0;
    kernel.equations = eliminated_with_variations(
        whole, pivots_at(whole, 0, flow_.start(), flow_.parameters()), kernel.tangents);
    kernel.scanned = scanned_;
    kernel.parameters = flow_.parameters();
    kernel.projection = onto_surface(flow_);
    kernel.guards = guards_of(flow_);
    if (const auto kind = gathered(options_.measure.kind))
        kernel.measures = {{*kind, options_.measure.function, options_.measure.direction}};
    if (!is_lyapunov()) return kernel;
    std::vector<Expr> functions = flow_.surface();
    for (const std::size_t k : explained.integrals) functions.push_back(flow_.integrals()[k].function);
    kernel.normals = gradients(functions, flow_.equations().state);
    kernel.is_modulo_flow = explained.flow;
    return kernel;
}

std::vector<double> DeviceChart::stops() const {
    if (!is_lyapunov()) return {options_.transient, options_.until};
    std::vector<double> out{options_.transient};
    const double length = (options_.until - options_.transient) / static_cast<double>(stretches_of_exponents);
    for (std::size_t k = 1; k < stretches_of_exponents; ++k)
        out.push_back(options_.transient + static_cast<double>(k) * length);
    out.push_back(options_.until);
    return out;
}

DeviceChart::Motions DeviceChart::prepared(std::span<const std::size_t> numbers,
                                           std::vector<ChartPoint>& points,
                                           const SideBySideOptions& options) const {
    std::vector<std::optional<BatchStart>> starts(numbers.size());
    std::vector<std::vector<double>> vectors(numbers.size());
    const auto worker = [&] {
        auto own = std::make_shared<Preparation>(*preparation_);
        return [&, own](std::size_t k) {
            starts[k] = own->start(numbers[k]);
            if (!starts[k]) {
                points[k].status = Status::no_start;
            } else if (is_lyapunov() && !own->growth(*starts[k], vectors[k])) {
                points[k].status = Status::open;
                starts[k].reset();
            }
        };
    };
    SideBySideOptions silent = options;
    silent.progress = {};
    Motions out;
    if (!side_by_side(numbers.size(), worker, silent)) return out;
    for (std::size_t k = 0; k < numbers.size(); ++k)
        if (starts[k]) out.places.push_back(k);
    const std::size_t n = flow_.size(), count = out.places.size();
    out.x.resize(n * count);
    out.parameters.resize(scanned_.size() * count);
    out.tangents.resize(is_lyapunov() ? n * count : 0);
    for (std::size_t j = 0; j < count; ++j) {
        const BatchStart& start = *starts[out.places[j]];
        for (std::size_t i = 0; i < n; ++i) out.x[i * count + j] = start.x[i];
        for (std::size_t k = 0; k < scanned_.size(); ++k)
            out.parameters[k * count + j] = start.p[scanned_[k]];
        for (std::size_t i = 0; i < out.tangents.size() / count; ++i)
            out.tangents[i * count + j] = vectors[out.places[j]][n + i];
        out.starts.push_back(start);
    }
    return out;
}

std::vector<ChartPoint> DeviceChart::points(KernelMachine& machine, std::span<const std::size_t> numbers,
                                            const SideBySideOptions& options) const {
    std::vector<ChartPoint> out(numbers.size());
    const Motions motions = prepared(numbers, out, options);
    if (motions.places.empty()) return out;
    bool goes_on = true;
    LaunchOptions launch{.stops = stops(), .tolerance = options_.run.tolerance};
    launch.goes_on = [&](const EnsembleProgress& now) {
        if (options.progress)
            options.progress(static_cast<std::size_t>(now.part * static_cast<double>(numbers.size())),
                             numbers.size());
        goes_on = !should_stop(options);
        return goes_on;
    };
    const EnsembleResults found = run_ensemble(machine, kernel_.layout,
                                               {.count = motions.places.size(),
                                                .x = motions.x,
                                                .parameters = motions.parameters,
                                                .tangents_of_each = motions.tangents},
                                               launch);
    if (!goes_on) return std::vector<ChartPoint>(numbers.size());
    const auto worker = [&] {
        auto own = std::make_shared<Preparation>(*preparation_);
        return [&, own](std::size_t j) {
            out[motions.places[j]] = result(*own, motions.starts[j], found, j, launch.stops);
        };
    };
    SideBySideOptions silent = options;
    silent.progress = {};
    if (!side_by_side(motions.places.size(), worker, silent)) return std::vector<ChartPoint>(numbers.size());
    return out;
}

ChartPoint DeviceChart::result(Preparation& preparation, const BatchStart& start,
                               const EnsembleResults& found, std::size_t j,
                               std::span<const double> stops) const {
    if (found.status[j] == TrajectoryStatus::unexplained) return {0, Status::open};
    if (found.status[j] != TrajectoryStatus::done) return {0, Status::left};
    std::vector<double> y;
    for (std::size_t i = 0; i < found.layout.whole(); ++i) y.push_back(found.x(i, j));
    double value = 0;
    if (options_.measure.kind == Of::final) value = preparation.value(y, start.p);
    if (options_.measure.kind == Of::mean)
        value = found.measure(kernel_.measures[0], j) / (options_.until - options_.transient);
    if (options_.measure.kind == Of::max || options_.measure.kind == Of::min ||
        options_.measure.kind == Of::count)
        value = found.measure(kernel_.measures[0], j);
    if (options_.measure.kind == Of::time) {
        if (found.measure(kernel_.measures[0], j) == 0) return {0, Status::never};
        value = found.last_crossing(kernel_.measures[0], j);
    }
    if (is_lyapunov()) {
        std::vector<double> first, changes;
        auto growth = preparation.growth(start, first);
        if (!growth) return {0, Status::open};
        growth->allow(options_.run.tolerance * found.accepted(j));
        if (!growth->renormalise(options_.until, y)) return {0, Status::open};
        for (std::size_t k = 1; k < stops.size(); ++k)
            changes.push_back(found.growth_at(k, 0, j) - (k > 1 ? found.growth_at(k - 1, 0, j) : 0));
        value = mean_rate({stops[0], stops.subspan(1), changes}).value;
    }
    return std::isfinite(value) ? ChartPoint{value, Status::done} : ChartPoint{0, Status::left};
}

}  // namespace anholon
