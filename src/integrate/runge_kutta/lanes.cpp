#include "integrate/runge_kutta/lanes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "code/compiler.hpp"
#include "integrate/aligned.hpp"
#include "integrate/rate_function.hpp"
#include "integrate/runge_kutta/stages.hpp"
#include "integrate/runge_kutta/step_control.hpp"

namespace anholon {

namespace {

using runge_kutta::c;
using runge_kutta::Eight;
using runge_kutta::eight;
using runge_kutta::stages;
using runge_kutta::Trial;

// What all threads share.
struct Code : LaneMethod {
    Code(const RateEquations& equations, const LaneOptions& options)
        : program(rate_program(equations)),
          rates(rate_code(program, width(options))),
          explained(equations),
          tolerance(options.tolerance > 0 ? options.tolerance : 1e-12) {
        states = program.states;
        parameters = equations.parameters.size();
        lanes = width(options);
    }
    std::unique_ptr<LaneMotions> motions(double until) const override;

    static std::size_t width(const LaneOptions& options) {
        const std::size_t lanes = options.lanes == 0 ? compiler().best_lanes() : options.lanes;
        if (lanes == 0 || lanes > runge_kutta::most_lanes || eight % lanes != 0)
            throw std::invalid_argument("motions move 1, 2, 4 or 8 side by side, not " +
                                        std::to_string(lanes));
        return lanes;
    }

    RateProgram program;
    std::unique_ptr<const RateCode> rates;
    RateFunction explained;  // says why there are none
    double tolerance;
};

// Each number of a motion stands `lanes` times, one after the other.
class Lanes : public LaneMotions {
  public:
    Lanes(const Code& code, double until)
        : code_(code),
          until_(until),
          n_(code.program.states),
          lanes_(code.lanes),
          columns_(runge_kutta::columns_for(n_, lanes_)),
          memory_(code.program.doubles() * lanes_),
          point_(columns_ + eight),
          x_(columns_),
          rest_(columns_),
          end_x_(columns_),
          end_rest_(columns_),
          k_(runge_kutta::all_stages * columns_),
          dense_(runge_kutta::dense_coefficients * columns_),
          value_(columns_),
          slope_(columns_),
          allowance_(n_, lanes_, code.tolerance),
          one_(lanes_),
          sign_(memory_.data() + code.program.sign() * lanes_) {}

    void start(std::size_t lane, const BatchStart& start) override;
    void advance() override;
    bool has_ended(std::size_t lane) const override { return one_[lane].phase == Phase::ended; }
    BatchEnd end(std::size_t lane) const override;

  private:
    enum class Phase { empty, starting, moving, ended };
    struct One {
        Phase phase = Phase::empty;
        double t = 0;
        double h = 0;  // the next trial's
        runge_kutta::TakenStep last = {};
        double sign = 1;  // of det W
        double root = 0;  // the eighth, of the error of this trial
        Trial trial = Trial::inaccurate;
        bool is_first = true;  // is this the first trial of a step?
        bool is_last = false;  // does it end at `until_`?
        std::size_t steps = 0;
        std::vector<double> p = {};
        double bad_at = 0;               // where there were no rates
        std::vector<double> bad_x = {};  // and with which state
        Step::Outcome outcome = Step::Outcome::advanced;
        std::string reason = {};
    };

    double* point_t() const { return point_.data() + eight - lanes_; }
    // The times at a part of this trial.
    void set_times(double part) const {
        for (std::size_t l = 0; l < eight; ++l) point_[l] = t_[l] + part * h_[l];
    }
    double* point_x() const { return point_.data() + eight; }
    double* k(std::size_t stage) const { return k_.data() + stage * columns_; }
    void rates(double* dx) const { (*code_.rates)(point_t(), memory_.data(), dx); }
    std::array<bool, eight> are_finite(const double* row) const;  // by lane
    std::vector<double> of_lane(const double* row, std::size_t lane) const;

    template <class Do>
    void for_each(Phase phase, Do&& work) {
        for (std::size_t lane = 0; lane < lanes_; ++lane)
            if (one_[lane].phase == phase) work(lane, one_[lane]);
    }

    void find_first_steps();
    void choose_lengths();
    void take_stages();
    void judge_errors();
    void judge_ends();
    void compare_with_polynomials();
    void finish();
    void without_rates(std::size_t lane, const double* t, const double* row);
    void fail(One& one) const;

    const Code& code_;
    double until_;
    std::size_t n_, lanes_, columns_;
    // point_: t from 8 − lanes on, x from 8 on.
    AlignedDoubles memory_, point_, x_, rest_, end_x_, end_rest_, k_, dense_, value_, slope_;
    runge_kutta::Allowance allowance_;
    std::vector<One> one_;  // of each lane
    const double* sign_;    // of det W where the rates were asked for, by lane
    Eight t_ = {};          // where this trial begins
    Eight h_ = {};          // its length; 0 in lanes that do not move
    Eight signs_ = {};      // that det W must have
};

std::array<bool, eight> Lanes::are_finite(const double* row) const {
    Eight sums;
    runge_kutta::nothing_of(row, columns_, sums);
    std::array<bool, eight> are{};
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
        double none = 0;
        for (std::size_t l = lane; l < eight; l += lanes_) none += sums[l];
        are[lane] = none == 0;
    }
    return are;
}

std::vector<double> Lanes::of_lane(const double* row, std::size_t lane) const {
    std::vector<double> values(n_);
    for (std::size_t i = 0; i < n_; ++i) values[i] = row[i * lanes_ + lane];
    return values;
}

// Lanes that have had no motion yet hold a copy: their numbers are of no use, but as good as others.
void Lanes::start(std::size_t lane, const BatchStart& start) {
    for (std::size_t l = 0; l < lanes_; ++l) {
        if (l != lane && one_[l].phase != Phase::empty) continue;
        code_.program.set_parameters(start.p, memory_.data(), l, lanes_);
        for (std::size_t i = 0; i < n_; ++i) {
            x_[i * lanes_ + l] = start.x[i];
            rest_[i * lanes_ + l] = 0;
        }
        allowance_.start(l);
    }
    one_[lane] = {.phase = until_ == 0 ? Phase::ended : Phase::starting, .p = start.p};
    allowance_.grow(x_.data());
}

BatchEnd Lanes::end(std::size_t lane) const {
    const One& one = one_[lane];
    return {one.t, of_lane(x_.data(), lane), one.steps, one.outcome, one.reason};
}

void Lanes::advance() {
    find_first_steps();
    choose_lengths();
    take_stages();
    runge_kutta::end_state(x_.data(), rest_.data(), k_.data(), columns_, h_, end_x_.data(), end_rest_.data());
    judge_errors();
    judge_ends();
    compare_with_polynomials();
    finish();
}

// The rates where motions start, and at the end of a step of Euler's method.
void Lanes::find_first_steps() {
    const auto is_starting = [](const One& one) { return one.phase == Phase::starting; };
    if (std::ranges::none_of(one_, is_starting)) return;
    for (std::size_t lane = 0; lane < lanes_; ++lane) point_t()[lane] = one_[lane].t;
    std::copy_n(x_.data(), columns_, point_x());
    rates(k(1));
    Eight euler{}, speed{};
    std::array<bool, eight> has_rates = are_finite(k(1));
    const double direction = until_ < 0 ? -1 : 1;
    for_each(Phase::starting, [&](std::size_t lane, One& one) {
        one.sign = sign_[lane];
        one.trial = Trial::without_rates;  // until there are some
        if (one.sign == 0 || !has_rates[lane]) {
            without_rates(lane, point_t(), x_.data());
            return fail(one);
        }
        for (std::size_t i = lane; i < n_ * lanes_; i += lanes_) k(0)[i] = k(1)[i];
        one.trial = Trial::inaccurate;
        speed[lane] = allowance_.norm(k(0), lane);
        euler[lane] =
            runge_kutta::euler_step(allowance_.norm(x_.data(), lane), speed[lane], std::fabs(until_));
        for (std::size_t i = lane; i < n_ * lanes_; i += lanes_)
            point_x()[i] = x_[i] + direction * euler[lane] * k(0)[i];
        point_t()[lane] = direction * euler[lane];
    });
    rates(k(1));
    has_rates = are_finite(k(1));
    for_each(Phase::starting, [&](std::size_t lane, One& one) {
        one.phase = Phase::moving;
        one.h = direction * euler[lane] * 1e-3;
        if (sign_[lane] == 0 || !has_rates[lane]) return;
        for (std::size_t i = lane; i < n_ * lanes_; i += lanes_) k(1)[i] -= k(0)[i];
        const double bend = allowance_.norm(k(1), lane) / euler[lane];
        one.h = direction * runge_kutta::first_length(euler[lane], speed[lane], bend, std::fabs(until_));
    });
}

void Lanes::choose_lengths() {
    Eight h{}, t{};
    for_each(Phase::moving, [&](std::size_t lane, One& one) {
        t[lane] = one.t;
        const double left = until_ - one.t;
        one.is_last = 1.01 * std::fabs(one.h) >= std::fabs(left);
        if (one.is_last) one.h = left;
        if (!one.is_last && runge_kutta::is_too_short(one.h, one.t)) return fail(one);
        one.trial = Trial::fine;
        h[lane] = one.h;
        signs_[lane] = one.sign;
    });
    t_ = runge_kutta::for_eight(t.data(), lanes_);
    h_ = runge_kutta::for_eight(h.data(), lanes_);
}

void Lanes::take_stages() {
    for (std::size_t i = 1; i < stages; ++i) {
        runge_kutta::stage_state(i, x_.data(), k_.data(), columns_, h_, point_x());
        set_times(c[i]);
        rates(k(i));
        if (std::memcmp(sign_, signs_.data(), lanes_ * sizeof(double)) == 0) continue;
        for_each(Phase::moving, [&](std::size_t lane, const One& one) {
            if (sign_[lane] != one.sign && one.trial == Trial::fine)
                without_rates(lane, point_t(), point_x());
        });
    }
}

void Lanes::judge_errors() {
    Eight root;
    runge_kutta::error_roots(k_.data(), columns_, n_, lanes_, h_.data(), allowance_.inverse(), root.data());
    set_times(1);
    for_each(Phase::moving, [&](std::size_t lane, One& one) {
        if (one.trial != Trial::fine) return;
        one.root = root[lane];
        if (!std::isfinite(one.root)) return without_rates(lane, point_t(), end_x_.data());
        if (one.root > 1) one.trial = Trial::inaccurate;
    });
}

// The rates at the end, the first of the next step.
void Lanes::judge_ends() {
    const auto is_fine = [](const One& one) {
        return one.phase == Phase::moving && one.trial == Trial::fine;
    };
    if (std::ranges::none_of(one_, is_fine)) return;
    std::copy_n(end_x_.data(), columns_, point_x());
    rates(k(stages));
    const std::array<bool, eight> has_rates = are_finite(k(stages));
    for_each(Phase::moving, [&](std::size_t lane, const One& one) {
        if (one.trial == Trial::fine && (sign_[lane] != one.sign || !has_rates[lane]))
            without_rates(lane, point_t(), end_x_.data());
    });
}

// A motion that has been smooth for long tells nothing of what is short and lies between two stages.
void Lanes::compare_with_polynomials() {
    Eight is_compared{}, largest{};
    for_each(Phase::moving, [&](std::size_t lane, const One& one) {
        is_compared[lane] = one.trial == Trial::fine && runge_kutta::may_miss(one.h, one.last.h);
    });
    if (std::ranges::none_of(is_compared, [](double is) { return is != 0; })) return;
    for (const std::size_t i : {13, 14, 15}) {
        runge_kutta::stage_state(i, x_.data(), k_.data(), columns_, h_, point_x());
        set_times(c[i]);
        rates(k(i));
    }
    runge_kutta::dense_output(x_.data(), end_x_.data(), k_.data(), columns_, h_, dense_.data());
    const double unlike = runge_kutta::unlike_above(code_.tolerance), *scale = allowance_.scale();
    for (std::size_t i = 0; i < n_ * lanes_; ++i)
        largest[i % lanes_] = std::max({largest[i % lanes_], scale[i], std::fabs(end_x_[i] - x_[i])});
    for (const double part : runge_kutta::compared_parts) {
        runge_kutta::dense_value(dense_.data(), columns_, part, point_x(), slope_.data());
        set_times(part);
        rates(value_.data());
        for (std::size_t lane = 0; lane < lanes_; ++lane) {
            if (is_compared[lane] == 0) continue;
            bool is_met = sign_[lane] == one_[lane].sign;
            for (std::size_t i = lane; i < n_ * lanes_; i += lanes_) {
                const double miss = std::fabs(value_[i] * h_[lane] - slope_[i]);
                const double size = std::max(scale[i], std::fabs(end_x_[i] - x_[i]));
                is_met = is_met && miss <= std::max(unlike * size, 1e-10 * largest[lane]);
            }
            if (!is_met) one_[lane].trial = Trial::unlike;
        }
    }
}

void Lanes::finish() {
    Eight is_taken{};
    for_each(Phase::moving, [&](std::size_t lane, One& one) {
        const runge_kutta::TakenStep now{one.h, one.root};
        const double next = runge_kutta::next_length(one.trial, now, one.last, one.is_first);
        one.is_first = one.trial == Trial::fine;
        if (one.is_first) {
            is_taken[lane] = 1;
            one.t = one.is_last ? until_ : one.t + one.h;
            one.last = now;
            ++one.steps;
            if (one.is_last) one.phase = Phase::ended;
        }
        one.h = next;
    });
    const Eight marks = runge_kutta::for_eight(is_taken.data(), lanes_);
    runge_kutta::take_over(end_x_.data(), columns_, marks, x_.data());
    runge_kutta::take_over(end_rest_.data(), columns_, marks, rest_.data());
    runge_kutta::take_over(k(stages), columns_, marks, k(0));
    allowance_.grow(x_.data());
}

void Lanes::without_rates(std::size_t lane, const double* t, const double* row) {
    one_[lane].trial = Trial::without_rates;
    one_[lane].bad_at = t[lane];
    one_[lane].bad_x = of_lane(row, lane);
}

// No step is short enough.
void Lanes::fail(One& one) const {
    one.phase = Phase::ended;
    const bool has_rates = one.trial != Trial::without_rates;
    one.outcome = has_rates ? Step::Outcome::stuck : Step::Outcome::singular;
    one.reason = has_rates ? runge_kutta::why_stuck(code_.tolerance, one.h)
                           : runge_kutta::why_no_rates(code_.explained, one.p, one.bad_at, one.bad_x);
}

std::unique_ptr<LaneMotions> Code::motions(double until) const {
    return std::make_unique<Lanes>(*this, until);
}

}  // namespace

std::unique_ptr<LaneMethod> dop853_lanes(const RateEquations& equations, const LaneOptions& options) {
    if (options.measure != ErrorMeasure::variable)
        throw std::invalid_argument("only series are measured by one norm of all variables");
    return std::make_unique<Code>(equations, options);
}

}  // namespace anholon
