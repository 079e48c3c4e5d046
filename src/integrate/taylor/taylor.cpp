#include "integrate/taylor/taylor.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/text.hpp"
#include "code/compiler.hpp"
#include "code/critical.hpp"
#include "integrate/aligned.hpp"
#include "integrate/roots.hpp"
#include "integrate/taylor/order.hpp"
#include "integrate/taylor/polynomial.hpp"

namespace anholon {

namespace {

std::vector<Expr> functions(const std::vector<Event>& events) {
    std::vector<Expr> list;
    for (const Event& e : events) list.push_back(e.function);
    return list;
}

int sign(double x) { return (x > 0) - (x < 0); }

// A zero that is closer to the start, as a part of the time and of the step, is where the motion starts.
constexpr double rounding = 0x1p-46;

struct Zero {
    std::size_t event;
    double at;  // as a part of the step
    int direction;
};

}  // namespace

// What all motions of a problem share.
struct Taylor::Code {
    Code(const Problem& problem, const TaylorOptions& options)
        : program(series_program(problem.equations, functions(problem.events))),
          confines(critical_series(program)),
          tolerance(options.tolerance),
          order(taylor::order_for(options.tolerance)),
          events(problem.events) {
        for (const CriticalSeries& c : confines) program.watched.push_back(c.series);  // beside the events
        kernel = compiler().series(program);
    }

    SeriesProgram program;
    std::vector<CriticalSeries> confines;
    double tolerance;
    std::size_t order;
    std::vector<Event> events;
    std::unique_ptr<const SeriesKernel> kernel;
};

struct Taylor::Motion {
    explicit Motion(std::shared_ptr<const Code> shared)
        : code(std::move(shared)),
          signs(events.size()),
          memory(kernel->doubles),
          rows((max_order + 1) * kernel->columns),
          x(kernel->columns),
          rest(kernel->columns),
          there(2 * kernel->columns),
          slope(kernel->columns),
          change(kernel->columns),
          reach(kernel->columns),
          scale(kernel->columns) {}

    std::size_t n() const { return program.states - 1; }  // without t
    double& t() const { return x[n()]; }

    void forget() {
        std::ranges::fill(signs, 0);
        stands_at.clear();
    }

    Step step(double limit) {
        Step result{.from = t(), .to = t()};
        change_of = std::numeric_limits<double>::quiet_NaN();
        if (!expand())
            return failed(result, Step::Outcome::singular,
                          "the linear system for the accelerations is singular");
        double h = 0;
        taylor::step_sizes(table(), n(), tolerance, scale.data(), &h);
        if (std::isnan(h))
            return failed(result, Step::Outcome::singular, "the rates of change have no finite value");
        if (h < 16 * std::numeric_limits<double>::epsilon() * std::abs(t()) || h == 0)
            return failed(
                result, Step::Outcome::stuck,
                "these equations have a singularity so close that a further step would be shorter than "
                "rounding");
        const double left = limit - t();
        bool is_last = h >= std::abs(left);
        h = is_last ? left : std::copysign(h, left);
        if (!confines.empty()) is_last = !confined(h) && is_last;
        while (!is_met(h, is_last ? limit : stays_open)) {
            h /= 2;
            is_last = false;
            if (std::abs(h) < 16 * std::numeric_limits<double>::epsilon() * std::abs(t()) || h == 0) break;
        }
        if (!is_last && (std::abs(h) < 16 * std::numeric_limits<double>::epsilon() * std::abs(t()) || h == 0))
            return failed(result, Step::Outcome::stuck,
                          "the equations divide by an expression that vanishes here");
        if (!events.empty()) is_last = !shortened(h) && is_last;
        from = t();
        const double whole = h;
        std::vector<Zero> found = events.empty() ? std::vector<Zero>{} : zeros(whole);
        if (const auto end = first_end(found); end != found.end()) {
            is_last = is_last && end->at == 1;
            h *= end->at;
            cut(found, *end, whole);
            for (const Zero& zero : found)
                if (zero.at == found.back().at && ends(zero)) result.ended_by.push_back(zero.event);
        }
        set_change(h);
        if (!std::all_of(change.data(), change.data() + n(), [](double d) { return std::isfinite(d); }))
            return failed(result, Step::Outcome::singular, "the rates of change have no finite value");
        taylor::add_compensated(x.data(), rest.data(), change.data(), program.states);
        if (is_last) {
            t() = limit;
            rest[n()] = 0;
        }
        result.to = t();
        pass(found, whole, result);
        return result;
    }

    taylor::Rows table() const { return {rows.data(), kernel->columns, 1, order}; }

    // The series from the state on. Their values of order 0 are those at the end of the last step, where they were compared with its
    // series, if nothing has changed the state since.
    bool expand() {
        const std::size_t columns = kernel->columns, size = program.states * sizeof(double);
        if (!is_started || std::memcmp(x.data(), there.data(), size) != 0) {
            std::copy_n(x.data(), program.states, there.data());
            if (!begin_there()) return false;
        }
        is_started = false;
        std::copy_n(there.data(), 2 * columns, rows.data());
        kernel->orders(memory.data(), scalars.data(), rows.data(), order);
        return true;
    }

    // Order 0 of the series at the state `there`, and the rates behind it.
    bool begin_there() {
        is_started = kernel->start(memory.data(), scalars.data(), there.data());
        return is_started;
    }

    // --- what a step must not pass over

    std::span<const double> scaled(std::size_t which, double h) {
        double power = 1;
        const std::size_t column = program.states + events.size() + which;
        for (std::size_t k = 0; k <= order; ++k, power *= h)
            polynomial[k] = rows[k * kernel->columns + column] * power;
        return {polynomial.data(), order + 1};
    }

    void find_what_matters() {
        matters.assign(confines.size(), true);
        const bool chooses = std::ranges::any_of(
            program.series, [](const Series& s) { return s.kind == Series::Kind::chosen; });
        if (!chooses) return;
        SeriesProgram of_motion = program;
        of_motion.watched.resize(events.size());
        const std::vector<CriticalSeries> now = critical_series(of_motion, scalars);
        for (std::size_t c = 0; c < confines.size(); ++c)
            matters[c] = std::ranges::find(now, confines[c]) != now.end();
    }

    // Whether h had to be shortened, so that no divisor vanishes or becomes very small on the way, and nothing rises from zero.
    bool confined(double& h) {
        const double whole = h;
        const std::size_t first = program.states + events.size();
        taylor::reaches(table(), first, first + confines.size(), h, reach.data());
        for (std::size_t c = 0; c < confines.size(); ++c) {
            using Kind = CriticalSeries::Kind;
            const double harmless =
                confines[c].kind == Kind::divisor ? (1 - least) * std::abs(rows[first + c]) : least_way;
            if (!matters[c] || reach[first + c] <= harmless) continue;
            switch (confines[c].kind) {
                case Kind::divisor: keep_from_poles(c, h); break;
                case Kind::exponent:
                    while (rises(scaled(c, h))) h *= 0.7;
                    break;
                case Kind::saturating:
                    while (comes_back(scaled(c, h))) h *= 0.7;
                    break;
            }
        }
        return h != whole;
    }

    // The sum of the terms that lead towards +1 or −1 times infinity.
    static double towards(int direction, std::span<const double> p) {
        double sum = 0;
        for (std::size_t k = 1; k < p.size(); ++k) sum += std::max(0.0, direction * p[k]);
        return sum;
    }

    static constexpr double least = 1.0 / 64;  // to which a divisor may shrink
    static constexpr double least_way = 0.5;   // of what exponents and saturating functions are made of

    // e^−745 is 0 to a double; a rise by e^40 is more than a series can show.
    static bool rises(std::span<const double> u) {
        const double rise = towards(1, u);
        return rise > 40 && u[0] + rise > -745;
    }

    // 1 − tanh² u is 0 to a double from |u| = 18.7 on.
    static bool comes_back(std::span<const double> u) {
        constexpr double flat = 17;
        const double way = towards(u[0] > 0 ? -1 : 1, u);
        return std::abs(u[0]) > flat && std::abs(u[0]) - way < flat && way > least_way;
    }

    void keep_from_poles(std::size_t c, double& h) {
        for (int round = 0; round < 60; ++round) {
            const std::span<const double> b = scaled(c, h);
            double change = 0;
            for (std::size_t k = 1; k < b.size(); ++k) change += std::abs(b[k]);
            if (!(change > (1 - least) * std::abs(b[0])) || b[0] == 0) return;
            if (const std::vector<double> zeros = sign_changes(b); !zeros.empty()) {
                if (is_regular_before(zeros[0] * h)) return;
                h *= zeros[0] / 2;
                continue;
            }
            double smallest = std::abs(b[0]);
            for (const double at : {0.25, 0.5, 0.75, 1.0})
                smallest = std::min(smallest, std::abs(value_of_polynomial(b, at)));
            if (smallest >= least * std::abs(b[0])) return;
            h /= 2;
        }
    }

    // Whether the rates just before a zero of a divisor are those that the series give there: then the dividend vanishes as well.
    bool is_regular_before(double zero) {
        if (!look_at(zero * (1 - 0x1p-10))) return false;
        for (std::size_t i = 0; i < n(); ++i) {
            const double rate = slope[i], found = there[kernel->columns + i];
            if (!(std::abs(found - rate) <= 1e-6 * (std::abs(found) + std::abs(rate)))) return false;
        }
        return true;
    }

    static constexpr double stays_open = std::numeric_limits<double>::quiet_NaN();

    // Whether the rates at the end of a step, and within one much longer than the last, are those of its series. A series knows nothing
    // of what was below rounding where it began, nor of powers beyond its order. The step ends at the time `end` exactly, if it is given.
    bool is_met(double h, double end) {
        static constexpr double within[] = {0.29, 0.53, 0.71, 0.87};
        const bool is_longer = !(std::abs(h) <= 4 * std::abs(t() - from));
        if (is_longer &&
            !std::ranges::all_of(within, [&](double part) { return is_met_at(part * h, h, stays_open); }))
            return false;
        return is_met_at(h, h, end);
    }

    // The rates as the equations give them where the series lead, there[columns + i], and as the series give them, slope[i]. False
    // where the equations give none. The state is the one that a step of length h ends with, to the last bit.
    bool look_at(double h, double end = stays_open) {
        taylor::increments_and_slopes(table(), n(), h, change.data(), slope.data());
        change[n()] = change_of = h;
        for (std::size_t i = 0; i < program.states; ++i) there[i] = x[i] + (change[i] + rest[i]);
        if (!std::isnan(end)) there[n()] = end;
        return begin_there();
    }

    bool is_met_at(double at, double h, double end) {
        if (!look_at(at, end)) return false;
        const double unlike = std::max(1e-6, 1e3 * tolerance.value);
        return taylor::is_met(table(), n(),
                              {.rate = there.data() + kernel->columns,
                               .slope = slope.data(),
                               .change = change.data(),
                               .scale = scale.data(),
                               .h = h,
                               .least = unlike,
                               .least_of_ended = std::max(10 * tolerance.value, 0x1p-46),
                               .noise = 1e-10});
    }

    // x(t + h) − x(t), by the series.
    void set_change(double h) {
        if (change_of == h) return;
        taylor::increments(table(), n(), &h, change.data());
        change[n()] = change_of = h;
    }

    static Step failed(Step& step, Step::Outcome outcome, std::string reason) {
        step.outcome = outcome;
        step.reason = std::move(reason);
        return step;
    }

    bool is_wanted(const Zero& zero) const {
        const int direction = events[zero.event].direction;
        return direction == 0 || direction == zero.direction;
    }

    bool ends(const Zero& zero) const { return events[zero.event].ends_step && is_wanted(zero); }

    std::vector<Zero>::iterator first_end(std::vector<Zero>& found) const {
        return std::ranges::find_if(found, [&](const Zero& zero) { return ends(zero); });
    }

    // Leaves what is met up to the end of a step that was to have the length h. What differs from the end by rounding is met there.
    void cut(std::vector<Zero>& found, const Zero end, double h) const {
        const double near =
            end.at + rounding * std::max(std::abs(from), std::abs(from + end.at * h)) / std::abs(h);
        std::erase_if(found,
                      [&](const Zero& zero) { return zero.at > end.at && !(zero.at <= near && ends(zero)); });
        for (Zero& zero : found) zero.at = std::min(zero.at, end.at);
    }

    double coefficient(std::size_t event, std::size_t k) const {
        return rows[k * kernel->columns + program.states + event];
    }

    // The zeros of events are those of their series, whose last terms must be as small as those of the state. Whether h had to be
    // shortened for that.
    bool shortened(double& h) const {
        constexpr double part = 0.8;
        bool is_shorter = false;
        for (std::size_t e = 0; e < events.size(); ++e) {
            const auto converges = [&] {
                double size = 0, power = 1;
                for (std::size_t k = 0; k + 1 < order; ++k, power *= h)
                    size = std::max(size, std::abs(coefficient(e, k) * power));
                const double last = std::max(std::abs(coefficient(e, order - 1) * power),
                                             std::abs(coefficient(e, order) * power * h));
                return !(last > tolerance.value * size) || !std::isfinite(last);
            };
            for (; !converges(); h *= part) is_shorter = true;
        }
        return is_shorter;
    }

    // Two zeros between which the function does not get beyond rounding are one that it only touches.
    static void drop_touches(const std::vector<double>& p, std::vector<double>& roots) {
        double size = 0;
        for (const double term : p) size += std::abs(term);
        for (std::size_t k = 0; k + 1 < roots.size();) {
            const double between = value_of_polynomial(p, (roots[k] + roots[k + 1]) / 2);
            if (std::abs(between) > 64 * std::numeric_limits<double>::epsilon() * size)
                ++k;
            else
                roots.erase(roots.begin() + static_cast<std::ptrdiff_t>(k),
                            roots.begin() + static_cast<std::ptrdiff_t>(k) + 2);
        }
    }

    // All zeros within a step of length h, in order; signs[e] becomes the sign before the first one of event e.
    std::vector<Zero> zeros(double h) {
        std::vector<Zero> found;
        std::vector<double> p(order + 1);
        for (std::size_t e = 0; e < events.size(); ++e) {
            double power = 1;
            for (std::size_t k = 0; k <= order; ++k, power *= h) p[k] = coefficient(e, k) * power;
            if (std::ranges::find(stands_at, e) != stands_at.end()) p[0] = 0;
            std::vector<double> roots = sign_changes(p);
            if (events[e].ends_step && events[e].direction == 0 && signs[e] == 0 && !roots.empty() &&
                roots[0] * std::abs(h) <= rounding * (std::abs(from) + std::abs(h))) {
                p[0] = 0;
                roots = sign_changes(p);
            }
            drop_touches(p, roots);
            int now = sign(p[0]);
            // Rounding may put a zero at the seam of two steps into neither.
            if (signs[e] != 0 && now == -signs[e]) {
                found.push_back({e, 0, now});
            } else {
                if (signs[e] != 0) now = signs[e];
                if (now == 0) now = sign(value_of_polynomial(p, roots.empty() ? 0.5 : roots[0] / 2));
                signs[e] = now;
            }
            for (const double root : roots) {
                now = now == 0 ? 1 : -now;
                found.push_back({e, root, now});
            }
        }
        std::ranges::stable_sort(found, {}, &Zero::at);
        return found;
    }

    // Reports the zeros that the step has met.
    void pass(const std::vector<Zero>& found, double h, Step& step) {
        for (const Zero& zero : found) {
            signs[zero.event] = zero.direction;
            const bool is_end = !step.ended_by.empty() && zero.at == found.back().at;
            const double when = is_end ? step.to : from + zero.at * h;
            if (is_wanted(zero)) step.crossings.push_back({zero.event, when, zero.direction});
        }
        stands_at = step.ended_by;
        for (const std::size_t e : stands_at) signs[e] = 0;
    }

    std::shared_ptr<const Code> code;
    const SeriesProgram& program = code->program;
    const std::vector<CriticalSeries>& confines = code->confines;
    const SeriesKernel* const kernel = code->kernel.get();
    const taylor::Tolerance tolerance = code->tolerance;
    const std::size_t order = code->order;
    const std::vector<Event>& events = code->events;
    std::vector<bool> matters;  // which series confine a step, by the branches that are taken
    std::vector<double> polynomial = std::vector<double>(max_order + 1);
    std::vector<int> signs;              // of each event's function since its last zero
    std::vector<std::size_t> stands_at;  // the events at whose zero the last step ended
    // `there`: a state, then its rates and nothing else; order 0 of its series stands in `memory` while is_started.
    AlignedDoubles memory, rows, x, rest, there, slope, change, reach, scale;
    bool is_started = false;
    std::vector<double> scalars;
    double change_of = 0;  // the step that `change` belongs to
    double from = 0;       // where the last step began
};

Taylor::Taylor(const Problem& problem, const TaylorOptions& options)
    : Taylor(std::make_shared<const Code>(problem, options)) {}
Taylor::Taylor(std::shared_ptr<const Code> code) : motion_(std::make_unique<Motion>(std::move(code))) {}
Taylor::~Taylor() = default;

std::unique_ptr<Integrator> Taylor::another() const {
    return std::unique_ptr<Integrator>(new Taylor(motion_->code));
}

void Taylor::start(double t, std::span<const double> x, std::span<const double> p) {
    Motion& m = *motion_;
    m.scalars = run(m.program.scalars, p);
    m.is_started = false;
    m.find_what_matters();
    if (t != m.t()) m.rest[m.n()] = 0;  // what rounding left is kept where the motion only goes on
    correct(x);
    m.t() = m.from = t;
    std::fill_n(m.scale.data(), m.program.states, 0.0);
    m.forget();
}

void Taylor::correct(std::span<const double> x) {
    for (std::size_t i = 0; i < x.size(); ++i)
        if (x[i] != motion_->x[i]) {
            motion_->x[i] = x[i];
            motion_->rest[i] = 0;
        }
}

bool Taylor::mark(std::vector<double>& list) const {
    const Motion& m = *motion_;
    list = {m.from};
    for (const AlignedDoubles* row : {&m.x, &m.rest, &m.scale})
        list.insert(list.end(), row->data(), row->data() + m.program.states);
    for (std::size_t e = 0; e < m.events.size(); ++e) {
        list.push_back(m.signs[e]);
        list.push_back(std::ranges::find(m.stands_at, e) != m.stands_at.end());
    }
    return true;
}

void Taylor::return_to(std::span<const double> list) {
    Motion& m = *motion_;
    m.from = list[0];
    list = list.subspan(1);
    for (const AlignedDoubles* row : {&m.x, &m.rest, &m.scale}) {
        std::copy_n(list.data(), m.program.states, row->data());
        list = list.subspan(m.program.states);
    }
    m.stands_at.clear();
    for (std::size_t e = 0; e < m.events.size(); ++e) {
        m.signs[e] = static_cast<int>(list[2 * e]);
        if (list[2 * e + 1] != 0) m.stands_at.push_back(e);
    }
}

Step Taylor::step(double limit) { return motion_->step(limit); }
double Taylor::time() const { return motion_->t(); }
std::span<const double> Taylor::state() const { return {motion_->x.data(), motion_->n()}; }
std::size_t Taylor::order() const { return motion_->order; }

std::optional<Taylor::EventSeries> Taylor::series_of_events(double t, std::span<const double> x,
                                                            std::span<const double> p) const {
    const Motion& m = *motion_;
    const AlignedDoubles memory(m.kernel->doubles), rows((max_order + 1) * m.kernel->columns),
        scale(m.kernel->columns);
    std::ranges::copy(x, rows.data());
    rows[m.n()] = t;
    const std::vector<double> scalars = run(m.program.scalars, p);
    if (!(*m.kernel)(memory.data(), scalars.data(), rows.data(), m.order)) return std::nullopt;
    EventSeries series{{}, 0};
    taylor::step_sizes({rows.data(), m.kernel->columns, 1, m.order}, m.n(), m.tolerance, scale.data(),
                       &series.step);
    if (std::isnan(series.step)) return std::nullopt;
    for (std::size_t e = 0; e < m.events.size(); ++e) {
        series.coefficients.emplace_back();
        for (std::size_t k = 0; k <= m.order; ++k)
            series.coefficients.back().push_back(rows[k * m.kernel->columns + m.program.states + e]);
    }
    return series;
}

void Taylor::at(double t, std::span<double> x) const {
    const Motion& m = *motion_;
    if (t == m.t()) return void(std::copy_n(m.x.data(), m.n(), x.begin()));
    const AlignedDoubles change(m.kernel->columns);
    const double h = t - m.from;
    taylor::increments({m.rows.data(), m.kernel->columns, 1, m.order}, m.program.states, &h, change.data());
    for (std::size_t i = 0; i < m.n(); ++i) x[i] = m.rows[i] + change[i];
}

}  // namespace anholon
