#include "integrate/taylor/taylor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "code/compiler.hpp"
#include "integrate/taylor/aligned.hpp"
#include "integrate/taylor/order.hpp"
#include "integrate/taylor/polynomial.hpp"
#include "integrate/taylor/roots.hpp"

namespace anholon {

namespace {

std::vector<Expr> functions(const std::vector<Event>& events) {
    std::vector<Expr> list;
    for (const Event& e : events) list.push_back(e.function);
    return list;
}

int sign(double x) { return (x > 0) - (x < 0); }

}  // namespace

struct Taylor::Motion {
    Motion(const Problem& problem, const TaylorOptions& options)
        : program(series_program(problem.equations, functions(problem.events))),
          kernel(compiler().series(program)),
          tolerance(options.tolerance),
          order(taylor::order_for(options.tolerance)),
          events(problem.events),
          signs(problem.events.size()),
          memory(kernel->doubles),
          rows((max_order + 1) * kernel->columns),
          x(kernel->columns),
          rest(kernel->columns),
          change(kernel->columns),
          scale(kernel->columns) {}

    std::size_t n() const { return program.states - 1; }  // without t
    double& t() const { return x[n()]; }

    void forget() { std::ranges::fill(signs, 0); }

    Step step(double limit) {
        Step result{.from = t(), .to = t()};
        std::copy_n(x.data(), program.states, rows.data());
        if (!(*kernel)(memory.data(), scalars.data(), rows.data(), order))
            return failed(result, Step::Outcome::singular,
                          "the linear system for the accelerations is singular");
        const taylor::Rows table{rows.data(), kernel->columns, 1, order};
        double h = 0;
        taylor::step_sizes(table, n(), tolerance, scale.data(), &h);
        if (std::isnan(h))
            return failed(result, Step::Outcome::singular, "the rates of change have no finite value");
        if (h < 16 * std::numeric_limits<double>::epsilon() * std::abs(t()) || h == 0)
            return failed(result, Step::Outcome::stuck,
                          "the motion has no further step longer than rounding");
        const double left = limit - t();
        const bool is_last = h >= std::abs(left);
        h = is_last ? left : std::copysign(h, left);
        taylor::increments(table, program.states, &h, change.data());
        taylor::add_compensated(x.data(), rest.data(), change.data(), program.states);
        if (is_last) {
            t() = limit;
            rest[n()] = 0;
        }
        from = result.from;
        result.to = t();
        if (!events.empty()) result.crossings = crossings(h);
        return result;
    }

    static Step failed(Step& step, Step::Outcome outcome, std::string reason) {
        step.outcome = outcome;
        step.reason = std::move(reason);
        return step;
    }

    std::vector<Crossing> crossings(double h) {
        std::vector<Crossing> found;
        std::vector<double> p(order + 1);
        for (std::size_t e = 0; e < events.size(); ++e) {
            double power = 1;
            for (std::size_t k = 0; k <= order; ++k, power *= h)
                p[k] = rows[k * kernel->columns + program.states + e] * power;
            const auto add = [&](double at, int direction) {
                signs[e] = direction;
                if (events[e].direction == 0 || events[e].direction == direction)
                    found.push_back({e, from + at * h, direction});
            };
            const int at_start = sign(p[0]);
            // Rounding may put a zero at the seam of two steps into neither.
            if (signs[e] != 0 && at_start == -signs[e]) add(0, at_start);
            if (signs[e] == 0) signs[e] = at_start;
            for (const double root : taylor::sign_changes(p)) {
                if (signs[e] == 0) signs[e] = -sign(taylor::value(p, (1 + root) / 2));
                add(root, signs[e] == 0 ? 1 : -signs[e]);
            }
        }
        std::ranges::stable_sort(
            found, [&](const Crossing& a, const Crossing& b) { return h > 0 ? a.t < b.t : a.t > b.t; });
        return found;
    }

    SeriesProgram program;
    std::unique_ptr<SeriesKernel> kernel;
    double tolerance;
    std::size_t order;
    std::vector<Event> events;
    std::vector<int> signs;  // of each event's function since its last zero
    AlignedDoubles memory, rows, x, rest, change, scale;
    std::vector<double> scalars;
    double from = 0;  // where the last step began
};

Taylor::Taylor(const Problem& problem, const TaylorOptions& options)
    : motion_(std::make_unique<Motion>(problem, options)) {}
Taylor::~Taylor() = default;

void Taylor::start(double t, std::span<const double> x, std::span<const double> p) {
    Motion& m = *motion_;
    m.scalars = run(m.program.scalars, p);
    std::ranges::copy(x, m.x.data());
    m.t() = m.from = t;
    for (AlignedDoubles* list : {&m.rest, &m.scale}) std::fill_n(list->data(), m.program.states, 0.0);
    m.forget();
}

void Taylor::correct(std::span<const double> x) {
    for (std::size_t i = 0; i < x.size(); ++i)
        if (x[i] != motion_->x[i]) {
            motion_->x[i] = x[i];
            motion_->rest[i] = 0;
        }
}

Step Taylor::step(double limit) { return motion_->step(limit); }
double Taylor::time() const { return motion_->t(); }
std::span<const double> Taylor::state() const { return {motion_->x.data(), motion_->n()}; }
std::size_t Taylor::order() const { return motion_->order; }

void Taylor::at(double t, std::span<double> x) const {
    const Motion& m = *motion_;
    if (t == m.t()) return void(std::copy_n(m.x.data(), m.n(), x.begin()));
    const AlignedDoubles change(m.kernel->columns);
    const double h = t - m.from;
    taylor::increments({m.rows.data(), m.kernel->columns, 1, m.order}, m.program.states, &h, change.data());
    for (std::size_t i = 0; i < m.n(); ++i) x[i] = m.rows[i] + change[i];
}

}  // namespace anholon
