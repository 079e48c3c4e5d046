#include "integrate/runge_kutta/dop853.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/finite.hpp"
#include "code/rate_evaluator.hpp"
#include "integrate/aligned.hpp"
#include "integrate/rate_function.hpp"
#include "integrate/runge_kutta/stages.hpp"
#include "integrate/runge_kutta/step_control.hpp"
#include "integrate/sampled_events.hpp"

namespace anholon {

namespace {

using runge_kutta::stages;
using runge_kutta::Trial;

// A correction by so little of the tolerance leaves the rates as they are.
constexpr double negligible = 0.01;

std::vector<Expr> functions(const std::vector<Event>& events) {
    std::vector<Expr> list;
    for (const Event& e : events) list.push_back(e.function);
    return list;
}

class Dop853 : public Integrator {
  public:
    // What all motions of a problem share.
    struct Code {
        Code(Problem problem, const Dop853Options& options)
            : program(rate_program(problem.equations)),
              rates(tiered_rates(program)),
              explained(std::move(problem.equations)),
              event_functions(explained.equations(), functions(problem.events), options.make),
              events(std::move(problem.events)),
              tolerance(options.tolerance) {}
        RateProgram program;
        std::unique_ptr<const RateEvaluator> rates;
        RateFunction explained;  // says why there are none
        StateFunctions event_functions;
        SampledEvents events;
        double tolerance;
    };

    explicit Dop853(std::shared_ptr<const Code> code)
        : code_(std::move(code)),
          events_(code_->events),
          event_functions_(code_->event_functions),
          n_(code_->program.states),
          columns_(runge_kutta::columns_for(n_, 1)),
          memory_(code_->program.doubles()),
          point_(columns_ + 8),
          x_(columns_),
          rest_(columns_),
          from_x_(columns_),
          end_x_(columns_),
          end_rest_(columns_),
          k_(runge_kutta::all_stages * columns_),
          dense_(runge_kutta::dense_coefficients * columns_),
          value_(columns_),
          slope_(columns_),
          allowance_(n_, 1, code_->tolerance) {}

    std::unique_ptr<Integrator> another() const override { return std::make_unique<Dop853>(code_); }

    void start(double t, std::span<const double> x, std::span<const double> p) override;
    void correct(std::span<const double> x) override;
    Step step(double limit) override;
    double time() const override { return t_; }
    std::span<const double> state() const override { return {x_.data(), n_}; }
    void at(double t, std::span<double> x) const override;
    bool mark(std::vector<double>& list) const override;
    void return_to(std::span<const double> list) override;

  private:
    struct Taken {
        Trial trial;  // the last
        double h;
        bool is_last;  // does it end at the limit?
    };

    std::span<const double> first(const AlignedDoubles& row) const { return {row.data(), n_}; }
    double* point_x() const { return point_.data() + 8; }
    double* k(std::size_t stage) const { return k_.data() + stage * columns_; }
    // The rates where point_x() is.
    int rates(double t, double* dx) const {
        point_[7] = t;
        return (*code_->rates)(point_.data() + 7, memory_.data(), dx);
    }
    bool find_first_rates();
    double first_step(double limit);
    Trial attempt(double h);
    Taken take(double limit);
    bool take_stages(double h);
    bool is_met(double h);
    void prepare_dense() const;
    void meet_events(Step& step);
    Step& failed(Step& step, Step::Outcome outcome, std::string reason) const;
    std::string why_no_rates(double t, std::span<const double> x) const {
        return runge_kutta::why_no_rates(code_->explained, p_, t, x);
    }

    std::shared_ptr<const Code> code_;
    SampledEvents events_;
    StateFunctions event_functions_;
    std::size_t n_, columns_;
    // point_: t at 7, x from 8 on. from_x_, end_x_: the ends of the last step, as the method has made them.
    AlignedDoubles memory_, point_, x_, rest_, from_x_, end_x_, end_rest_, k_;
    AlignedDoubles dense_, value_, slope_;
    runge_kutta::Allowance allowance_;
    std::vector<double> p_;
    double t_ = 0, from_ = 0,
           length_ = 0;       // where the last step began; how long it was before an event cut it
    double h_ = 0;            // the next step's; 0 before the first
    double root_ = 0;         // the eighth, of the error of the last attempt
    double last_root_ = 0;    // that of the last step
    int sign_ = 0;            // of det W
    bool has_rates_ = false;  // is the first stage that of x_?
    bool has_end_ = false;    // is the 13th that of end_x_?
    mutable bool has_dense_ = false;
    double bad_at_ = 0;          // where there were no rates
    std::vector<double> bad_x_;  // and with which state
};

void Dop853::start(double t, std::span<const double> x, std::span<const double> p) {
    assert(x.size() == n_);
    p_.assign(p.begin(), p.end());
    code_->program.set_parameters(p, memory_.data());
    for (std::size_t i = 0; i < n_; ++i)
        if (x[i] != x_[i] || t != t_)
            rest_[i] = 0;  // what rounding left is kept where the motion only goes on
    std::ranges::copy(x, x_.data());
    std::ranges::copy(x, from_x_.data());
    t_ = from_ = t;
    h_ = length_ = last_root_ = 0;
    sign_ = 0;
    has_rates_ = has_end_ = has_dense_ = false;
    allowance_.start(0);
    allowance_.grow(x_.data());
    events_.forget();
}

void Dop853::correct(std::span<const double> x) {
    for (std::size_t i = 0; i < n_; ++i) {
        if (x[i] == x_[i]) continue;
        if (!(std::fabs(x[i] - x_[i]) <= negligible * allowance_.allowed(i))) has_rates_ = has_end_ = false;
        x_[i] = x[i];
        rest_[i] = 0;
    }
}

bool Dop853::mark(std::vector<double>& list) const {
    list = {t_, h_, length_, last_root_, static_cast<double>(sign_), static_cast<double>(has_end_)};
    for (const double* row : {x_.data(), rest_.data(), allowance_.scale(), k(stages)})
        list.insert(list.end(), row, row + n_);
    events_.mark(list);
    return !has_rates_;
}

void Dop853::return_to(std::span<const double> list) {
    events_.return_to(list);
    t_ = from_ = list[0];
    h_ = list[1];
    length_ = list[2];
    last_root_ = list[3];
    sign_ = static_cast<int>(list[4]);
    has_end_ = list[5] != 0;
    has_rates_ = has_dense_ = false;
    allowance_.start(0);
    const double* from = list.data() + 6;
    for (double* row : {x_.data(), rest_.data(), allowance_.scale(), k(stages)}) {
        std::copy_n(from, n_, row);
        from += n_;
    }
    allowance_.grow(allowance_.scale());  // not by x, which may have been corrected since
}

// --- one step

// The first stage: the last one of the step before if the state is still its end.
bool Dop853::find_first_rates() {
    if (has_rates_) return true;
    if (has_end_) {
        std::copy_n(k(stages), n_, k(0));
    } else {
        std::copy_n(x_.data(), n_, point_x());
        const int sign = rates(t_, k(0));
        if (sign == 0 || !are_finite(std::span(k(0), n_))) return false;
        sign_ = sign;
    }
    return has_rates_ = true;
}

double Dop853::first_step(double limit) {
    const double longest = std::fabs(limit - t_), direction = limit < t_ ? -1 : 1;
    const double speed = allowance_.norm(k(0));
    const double h = runge_kutta::euler_step(allowance_.norm(x_.data()), speed, longest);
    for (std::size_t i = 0; i < n_; ++i) point_x()[i] = x_[i] + direction * h * k(0)[i];
    if (rates(t_ + direction * h, k(1)) == 0 || !are_finite(std::span(k(1), n_))) return direction * h * 1e-3;
    for (std::size_t i = 0; i < n_; ++i) k(1)[i] -= k(0)[i];
    return direction * runge_kutta::first_length(h, speed, allowance_.norm(k(1)) / h, longest);
}

bool Dop853::take_stages(double h) {
    const runge_kutta::Eight lengths = runge_kutta::for_eight(&h, 1);
    for (std::size_t i = 1; i < stages; ++i) {
        runge_kutta::stage_state(i, x_.data(), k_.data(), columns_, lengths, point_x());
        if (rates(t_ + runge_kutta::c[i] * h, k(i)) != sign_) return false;
    }
    return true;
}

// A step of length h to end_x_. Where W changes the sign of its determinant it is singular on the way.
Trial Dop853::attempt(double h) {
    const auto without_rates = [&](double t, const double* x) {
        bad_at_ = t;
        bad_x_.assign(x, x + n_);
        return Trial::without_rates;
    };
    if (!take_stages(h)) return without_rates(point_[7], point_x());
    runge_kutta::end_state(x_.data(), rest_.data(), k_.data(), columns_, runge_kutta::for_eight(&h, 1),
                           end_x_.data(), end_rest_.data());
    runge_kutta::error_roots(k_.data(), columns_, n_, 1, &h, allowance_.inverse(), &root_);
    if (!std::isfinite(root_)) return without_rates(t_ + h, end_x_.data());
    if (root_ > 1) return Trial::inaccurate;
    std::copy_n(end_x_.data(), n_, point_x());
    if (rates(t_ + h, k(stages)) != sign_ || !are_finite(std::span(k(stages), n_)))
        return without_rates(t_ + h, end_x_.data());
    has_dense_ = false;
    std::copy_n(x_.data(), n_, from_x_.data());
    from_ = t_;
    length_ = h;
    return Trial::fine;
}

// Whether the rates within a step much longer than the last are those of its polynomial: a motion that has been smooth for long tells
// nothing of what is short and lies between two stages.
bool Dop853::is_met(double h) {
    const double unlike = runge_kutta::unlike_above(code_->tolerance), *scale = allowance_.scale();
    prepare_dense();
    double largest = 0;
    for (std::size_t i = 0; i < n_; ++i)
        largest = std::max({largest, scale[i], std::fabs(end_x_[i] - x_[i])});
    for (const double part : runge_kutta::compared_parts) {
        runge_kutta::dense_value(dense_.data(), columns_, part, point_x(), slope_.data());
        if (rates(t_ + part * h, value_.data()) != sign_) return false;
        for (std::size_t i = 0; i < n_; ++i) {
            const double miss = std::fabs(value_[i] * h - slope_[i]);
            const double size = std::max(scale[i], std::fabs(end_x_[i] - x_[i]));
            if (!(miss <= std::max(unlike * size, 1e-10 * largest))) return false;
        }
    }
    return true;
}

// Shorter and shorter steps, until one can be taken or none is short enough.
Dop853::Taken Dop853::take(double limit) {
    const double left = limit - t_;
    const runge_kutta::TakenStep before{length_, last_root_};
    Taken now{Trial::inaccurate, h_, false};
    for (bool is_first = true;; is_first = false) {
        now.is_last = 1.01 * std::fabs(now.h) >= std::fabs(left);
        if (now.is_last) now.h = left;
        if (!now.is_last && runge_kutta::is_too_short(now.h, t_)) return now;
        now.trial = attempt(now.h);
        if (now.trial == Trial::fine && runge_kutta::may_miss(now.h, before.h) && !is_met(now.h))
            now.trial = Trial::unlike;
        const double next = runge_kutta::next_length(now.trial, {now.h, root_}, before, is_first);
        if (now.trial != Trial::fine) {
            now.h = next;
            continue;
        }
        last_root_ = root_;
        // A step that was cut short at the limit says nothing against the length that was meant.
        const bool was_cut = now.is_last && is_first && std::fabs(h_) > std::fabs(next);
        if (!was_cut) h_ = next;
        return now;
    }
}

Step Dop853::step(double limit) {
    Step result{.from = t_, .to = t_};
    if (limit == t_) return result;
    if (!find_first_rates()) return failed(result, Step::Outcome::singular, why_no_rates(t_, first(x_)));
    if (h_ == 0 || (h_ > 0) != (limit > t_)) h_ = first_step(limit);
    const Taken taken = take(limit);
    if (taken.trial == Trial::without_rates)
        return failed(result, Step::Outcome::singular, why_no_rates(bad_at_, bad_x_));
    if (taken.trial != Trial::fine)
        return failed(result, Step::Outcome::stuck, runge_kutta::why_stuck(code_->tolerance, taken.h));
    t_ = result.to = taken.is_last ? limit : t_ + taken.h;
    std::copy_n(end_x_.data(), n_, x_.data());
    std::copy_n(end_rest_.data(), n_, rest_.data());
    has_rates_ = false;
    has_end_ = true;
    allowance_.grow(x_.data());
    if (!events_.is_empty()) meet_events(result);
    return result;
}

Step& Dop853::failed(Step& step, Step::Outcome outcome, std::string reason) const {
    step.outcome = outcome;
    step.reason = std::move(reason);
    return step;
}

// --- within a step

void Dop853::prepare_dense() const {
    if (has_dense_) return;
    has_dense_ = true;
    const runge_kutta::Eight lengths = runge_kutta::for_eight(&length_, 1);
    for (const std::size_t i : {13, 14, 15}) {
        runge_kutta::stage_state(i, from_x_.data(), k_.data(), columns_, lengths, point_x());
        rates(from_ + runge_kutta::c[i] * length_, k(i));
    }
    runge_kutta::dense_output(from_x_.data(), end_x_.data(), k_.data(), columns_, lengths, dense_.data());
}

void Dop853::at(double t, std::span<double> x) const {
    if (t == t_ || from_ == t_) return void(std::copy_n(x_.data(), n_, x.begin()));
    prepare_dense();
    runge_kutta::dense_value(dense_.data(), columns_, (t - from_) / length_, value_.data(), slope_.data());
    std::copy_n(value_.data(), n_, x.begin());
}

// Where an event ends the step, the state is that of the polynomial.
void Dop853::meet_events(Step& step) {
    const double whole = step.to;
    const auto values = [&](double t, std::span<double> f) {
        at(t, {point_x(), n_});
        std::copy_n(point_x(), n_, value_.data());
        if (event_functions_.need_unknowns()) rates(t, slope_.data());
        const double* const z = memory_.data() + code_->program.z;
        event_functions_(t, first(value_), p_, {z, code_->program.unknowns}, f);
    };
    events_.meet(step, values);
    if (step.to == whole) return;
    std::vector<double> x(n_);
    at(step.to, x);
    std::ranges::copy(x, x_.data());
    std::fill_n(rest_.data(), n_, 0.0);
    t_ = step.to;
    has_end_ = false;
}

}  // namespace

std::unique_ptr<Integrator> dop853(Problem problem, const Dop853Options& options) {
    return std::make_unique<Dop853>(std::make_shared<const Dop853::Code>(std::move(problem), options));
}

}  // namespace anholon
