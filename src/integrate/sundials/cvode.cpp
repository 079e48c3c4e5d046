#include "integrate/sundials/cvode.hpp"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <utility>

#include "integrate/first_zero.hpp"
#include "integrate/rate_function.hpp"

namespace anholon {

namespace {

struct Free {
    void operator()(SUNContext c) const { SUNContext_Free(&c); }
    void operator()(N_Vector v) const { N_VDestroy(v); }
    void operator()(SUNMatrix m) const { SUNMatDestroy(m); }
    void operator()(SUNLinearSolver s) const { SUNLinSolFree(s); }
    void operator()(void* memory) const { CVodeFree(&memory); }
};
template <class T>
using Owned = std::unique_ptr<std::remove_pointer_t<T>, Free>;

void demand(int outcome, const char* what) {
    if (outcome < 0)
        throw std::runtime_error(std::string("CVODE refuses ") + what + " (" + std::to_string(outcome) + ")");
}

std::vector<Expr> functions(const std::vector<Event>& events) {
    std::vector<Expr> list;
    for (const Event& e : events) list.push_back(e.function);
    return list;
}

int sign(double x) { return (x > 0) - (x < 0); }

class Cvode : public Integrator {
  public:
    // What all motions of a problem share; copied, its functions share their code.
    struct Code {
        Code(Problem problem, const CvodeOptions& how)
            : events(std::move(problem.events)),
              rates(std::move(problem.equations), how.make),
              event_functions(rates.equations(), functions(events), how.make),
              options(how) {
            rates.prepare_jacobian();
        }
        std::vector<Event> events;
        RateFunction rates;
        StateFunctions event_functions;
        CvodeOptions options;
    };

    explicit Cvode(std::shared_ptr<const Code> code)
        : code_(std::move(code)),
          events_(code_->events),
          rates_(code_->rates),
          event_functions_(code_->event_functions),
          tolerance_(code_->options.tolerance) {
        if (!(tolerance_ > 0)) throw std::invalid_argument("the tolerance must be positive");
        const auto n = static_cast<sunindextype>(rates_.size());
        SUNContext context;
        demand(SUNContext_Create(nullptr, &context), "to start");
        context_.reset(context);
        y_.reset(N_VNew_Serial(n, context));
        A_.reset(SUNDenseMatrix(n, n, context));
        solver_.reset(SUNLinSol_Dense(y_.get(), A_.get(), context));
        memory_.reset(
            CVodeCreate(code_->options.method == CvodeOptions::Method::bdf ? CV_BDF : CV_ADAMS, context));
        if (!memory_) throw std::bad_alloc();
        x_.resize(rates_.size());
        dense_.resize(rates_.size());
        shift_.assign(rates_.size(), 0.0);
        previous_shift_ = shift_;
        jacobian_.resize(x_.size() * x_.size());
        z_.resize(rates_.unknowns());
        for (std::size_t k = 0; k < events_.size(); ++k)
            (events_[k].ends_step ? ending_ : passed_).push_back(k);
        values_.resize(events_.size());
        signs_.resize(events_.size());
        event_scales_.resize(ending_.size());
    }

    std::unique_ptr<Integrator> another() const override { return std::make_unique<Cvode>(code_); }

    void start(double t, std::span<const double> x, std::span<const double> p) override;
    void correct(std::span<const double> x) override;
    Step step(double limit) override;
    double time() const override { return t_; }
    std::span<const double> state() const override { return x_; }
    void at(double t, std::span<double> x) const override;

  private:
    std::span<double> y() const { return {N_VGetArrayPointer(y_.get()), x_.size()}; }
    void set_up();
    void restart();
    void head_for(double limit);
    void note_crossings(Step& step, double t);
    void evaluate_events(double t, std::span<const double> x);
    std::optional<FirstZero> first_end(double from, double to);
    void end_at_first_zero(Step& step);
    bool is_regular(double t);
    Step halted(Step step, int outcome) const;
    double weight_size(std::size_t i) const { return std::max(scale_[i], floor_); }
    void grow_scale(std::span<const double> x);

    // CVODE integrates y, the state being x = y + shift_.
    std::span<const double> shifted(N_Vector y) {
        const double* from = N_VGetArrayPointer(y);
        for (std::size_t i = 0; i < dense_.size(); ++i) dense_[i] = from[i] + shift_[i];
        return dense_;
    }

    static Cvode& self(void* data) { return *static_cast<Cvode*>(data); }
    static int right_side(double t, N_Vector y, N_Vector dy, void* data) {
        Cvode& me = self(data);
        return me.rates_.rates(t, me.shifted(y), {N_VGetArrayPointer(dy), me.x_.size()}) ? 0 : 1;
    }
    static int jacobian(double t, N_Vector y, N_Vector, SUNMatrix J, void* data, N_Vector, N_Vector,
                        N_Vector) {
        Cvode& me = self(data);
        if (!me.rates_.jacobian(t, me.shifted(y), me.jacobian_)) return 1;
        const std::size_t n = me.x_.size();
        for (std::size_t j = 0; j < n; ++j) {
            double* column = SM_COLUMN_D(J, static_cast<sunindextype>(j));
            for (std::size_t i = 0; i < n; ++i) column[i] = me.jacobian_[i * n + j];
        }
        return 0;
    }
    static int weights(N_Vector y, N_Vector w, void* data) {
        Cvode& me = self(data);
        me.grow_scale(me.shifted(y));
        double* out = N_VGetArrayPointer(w);
        for (std::size_t i = 0; i < me.x_.size(); ++i) out[i] = 1 / (me.tolerance_ * me.weight_size(i));
        return 0;
    }
    static int event_values(double t, N_Vector y, double* g, void* data) {
        Cvode& me = self(data);
        const auto x = me.shifted(y);
        if (me.event_functions_.need_unknowns() && !me.rates_.solve(t, x, me.z_)) return -1;
        me.event_functions_(t, x, me.rates_.parameters(), me.z_, me.values_);
        for (std::size_t k = 0; k < me.passed_.size(); ++k) g[k] = me.values_[me.passed_[k]];
        return 0;
    }
    static void say_nothing(int, const char*, const char*, char*, void*) {}

    std::shared_ptr<const Code> code_;
    std::vector<Event> events_;
    RateFunction rates_;
    StateFunctions event_functions_;
    double tolerance_, t_ = 0, limit_ = 0, floor_ = 1e-4;
    int direction_ = 0;  // of time; 0 before the first step
    int standstills_ = 0, sign_ = 0;
    bool is_set_up_ = false, must_restart_ = false;
    std::vector<std::size_t> passed_, ending_;  // events by what they do to a step
    std::vector<double> values_;                // of all events
    std::vector<double> event_scales_;          // the largest values of those that end a step
    std::vector<int> signs_;                    // of those that end a step, where the last one ended
    std::vector<std::size_t> stands_at_;        // those at whose zero that was
    std::vector<double> x_, z_, scale_, shift_, previous_shift_, dense_, jacobian_;
    Owned<SUNContext> context_;
    Owned<N_Vector> y_;
    Owned<SUNMatrix> A_;
    Owned<SUNLinearSolver> solver_;
    Owned<void*> memory_;
};

void Cvode::set_up() {
    void* const m = memory_.get();
    demand(CVodeInit(m, right_side, t_, y_.get()), "the equations");
    demand(CVodeSetErrHandlerFn(m, say_nothing, nullptr), "its messages");
    demand(CVodeSetUserData(m, this), "its data");
    demand(CVodeWFtolerances(m, weights), "the tolerance");
    demand(CVodeSetLinearSolver(m, solver_.get(), A_.get()), "the linear solver");
    demand(CVodeSetJacFn(m, jacobian), "the Jacobian");
    demand(CVodeSetMaxNumSteps(m, -1), "the number of steps");
    demand(CVodeSetMaxErrTestFails(m, 30), "the number of failures");
    demand(CVodeSetMaxConvFails(m, 30), "the number of failures");
    if (!passed_.empty()) {
        demand(CVodeRootInit(m, static_cast<int>(passed_.size()), event_values), "the events");
        demand(CVodeSetNoInactiveRootWarn(m), "the events");
    }
    is_set_up_ = true;
}

void Cvode::restart() {
    std::ranges::copy(x_, y().begin());
    std::ranges::fill(shift_, 0.0);
    previous_shift_ = shift_;
    direction_ = 0;
    must_restart_ = false;
    if (is_set_up_)
        demand(CVodeReInit(memory_.get(), t_, y_.get()), "to start again");
    else
        set_up();
}

void Cvode::start(double t, std::span<const double> x, std::span<const double> p) {
    assert(x.size() == x_.size());
    t_ = t;
    x_.assign(x.begin(), x.end());
    rates_.set_parameters(p);
    scale_.assign(x_.size(), 0.0);
    standstills_ = 0;
    std::ranges::fill(signs_, 0);
    stands_at_.clear();
    sign_ = rates_.solve(t_, x_, z_) ? rates_.determinant_sign() : 0;
    grow_scale(x_);
    restart();
}

void Cvode::grow_scale(std::span<const double> x) {
    double largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        scale_[i] = std::max(scale_[i], std::fabs(x[i]));
        largest = std::max(largest, scale_[i]);
    }
    floor_ = largest > 0 ? 1e-4 * std::min(1.0, largest) : 1e-4;
}

// A correction of the size of the errors of some steps shifts the whole polynomial through the last ones, and the method keeps its order
// and its step: the rates there change no more than by such errors. A larger one starts anew.
void Cvode::correct(std::span<const double> x) {
    double worst = 0;
    for (std::size_t i = 0; i < x_.size(); ++i)
        worst = std::max(worst, std::fabs(x[i] - x_[i]) / (tolerance_ * weight_size(i)));
    previous_shift_ = shift_;
    for (std::size_t i = 0; i < x_.size(); ++i) {
        shift_[i] += x[i] - x_[i];
        x_[i] = x[i];
    }
    // Rounding alone may be more than a tight tolerance, and does not end a polynomial's usefulness.
    constexpr double rounding = 1e-11, of_some_steps = 100;
    if (worst > std::max(of_some_steps, rounding / tolerance_)) {
        const std::vector<double> before = previous_shift_;
        restart();
        previous_shift_ = before;
    }
}

// CVODE takes the direction of time from its first target.
void Cvode::head_for(double limit) {
    const int direction = limit > t_ ? 1 : -1;
    if (direction_ != direction) {
        if (direction_ != 0) restart();
        direction_ = direction;
        std::vector<int> wanted;
        for (const std::size_t k : passed_) wanted.push_back(events_[k].direction);
        if (!passed_.empty()) demand(CVodeSetRootDirection(memory_.get(), wanted.data()), "the events");
    }
    demand(CVodeSetStopTime(memory_.get(), limit), "the limit");
}

void Cvode::note_crossings(Step& step, double t) {
    std::vector<int> found(passed_.size());
    demand(CVodeGetRootInfo(memory_.get(), found.data()), "to name the events");
    for (std::size_t k = 0; k < found.size(); ++k)
        if (found[k] != 0) step.crossings.push_back({passed_[k], t, found[k]});
}

void Cvode::evaluate_events(double t, std::span<const double> x) {
    if (event_functions_.need_unknowns() && !rates_.solve(t, x, z_))
        std::ranges::fill(z_, std::numeric_limits<double>::quiet_NaN());
    event_functions_(t, x, rates_.parameters(), z_, values_);
}

std::optional<FirstZero> Cvode::first_end(double from, double to) {
    const auto is_wanted = [&](std::size_t k, int direction) {
        const int wanted = events_[ending_[k]].direction;
        return wanted == 0 || wanted == direction;
    };
    std::vector<double> x(x_.size());
    const auto evaluate = [&](double t, std::span<double> values) {
        at(t, x);
        evaluate_events(t, x);
        for (std::size_t k = 0; k < ending_.size(); ++k) values[k] = values_[ending_[k]];
    };
    const auto may_vanish_at_start = [&](std::size_t k) {
        return events_[ending_[k]].direction != 0 &&
               std::ranges::find(stands_at_, ending_[k]) == stands_at_.end();
    };
    SampledFunctions functions{ending_.size(), evaluate, is_wanted, may_vanish_at_start, event_scales_};
    for (std::size_t k = 0; k < ending_.size(); ++k)
        if (std::ranges::find(stands_at_, ending_[k]) != stands_at_.end())
            functions.start_at_zero.push_back(k);
    // Rounding may put a zero at the seam of two steps into neither.
    std::vector<double> at_start(ending_.size());
    evaluate(from, at_start);
    for (std::size_t k = 0; k < ending_.size(); ++k)
        functions.scales[k] = event_scales_[k] = std::max(event_scales_[k], std::fabs(at_start[k]));
    for (std::size_t k = 0; k < ending_.size(); ++k) {
        const int now = sign(at_start[k]), before = signs_[ending_[k]];
        if (before != 0 && now == -before && is_wanted(k, now)) return FirstZero{from, {{k, now}}};
    }
    return first_zero(functions, from, to);
}

// Cuts the step where an event ends it. The polynomial through it stays until the next one, which starts anew.
void Cvode::end_at_first_zero(Step& step) {
    const auto zero = first_end(step.from, step.to);
    if (zero) {
        std::vector<double> x(x_.size());
        at(zero->t, x);
        x_ = x;
        std::erase_if(step.crossings,
                      [&](const Crossing& c) { return (c.t - zero->t) * (step.to - step.from) > 0; });
        t_ = step.to = zero->t;
        for (const auto& [which, direction] : zero->functions) {
            step.ended_by.push_back(ending_[which]);
            step.crossings.push_back({ending_[which], t_, direction});
        }
        must_restart_ = true;
    }
    stands_at_ = step.ended_by;
    evaluate_events(t_, x_);
    for (const std::size_t k : ending_) signs_[k] = sign(values_[k]);
    for (const std::size_t k : stands_at_) signs_[k] = 0;
}

// Whether W stayed regular up to dense_: a step may cross a place where it is not without meeting it.
bool Cvode::is_regular(double t) {
    if (!rates_.solve(t, dense_, z_)) return true;  // the next step will say why
    const int before = std::exchange(sign_, rates_.determinant_sign());
    return before == 0 || before == sign_;
}

Step Cvode::step(double limit) {
    Step step{.from = t_, .to = t_};
    if (limit == t_) return step;
    if (must_restart_) restart();
    head_for(limit);
    previous_shift_ = shift_;
    double reached = t_;
    int outcome = CV_ROOT_RETURN;
    while (outcome == CV_ROOT_RETURN) {
        outcome = CVode(memory_.get(), limit, y_.get(), &reached, CV_ONE_STEP);
        if (outcome == CV_ROOT_RETURN) note_crossings(step, reached);
    }
    if (outcome < 0) return halted(std::move(step), outcome);
    const std::vector<double> before = x_;
    shifted(y_.get());
    x_ = dense_;
    step.to = t_ = reached;
    if (!ending_.empty()) end_at_first_zero(step);
    dense_ = x_;
    if (!is_regular(t_)) {
        x_ = before;
        step.to = t_ = step.from;
        step.outcome = Step::Outcome::singular;
        step.crossings.clear();
        step.ended_by.clear();
        step.reason = "the matrix of the equations becomes singular: its determinant changes sign";
        return step;
    }
    standstills_ = step.to == step.from && step.ended_by.empty() ? standstills_ + 1 : 0;
    if (standstills_ > 20) return halted(std::move(step), CV_ERR_FAILURE);
    return step;
}

Step Cvode::halted(Step step, int outcome) const {
    const bool is_rates = outcome == CV_RHSFUNC_FAIL || outcome == CV_FIRST_RHSFUNC_ERR ||
                          outcome == CV_REPTD_RHSFUNC_ERR || outcome == CV_UNREC_RHSFUNC_ERR ||
                          outcome == CV_RTFUNC_FAIL || outcome == CV_LSETUP_FAIL;
    step.outcome = is_rates ? Step::Outcome::singular : Step::Outcome::stuck;
    step.crossings.clear();
    char text[160];
    double h = 0;
    CVodeGetCurrentStep(memory_.get(), &h);
    std::snprintf(text, sizeof text,
                  "no step is short enough for the tolerance %g: the last one tried was %.3g", tolerance_,
                  std::fabs(h));
    step.reason = is_rates ? rates_.why() : text;
    return step;
}

void Cvode::at(double t, std::span<double> x) const {
    if (t == t_) {
        std::ranges::copy(x_, x.begin());
        return;
    }
    const int outcome = CVodeGetDky(memory_.get(), t, 0, y_.get());
    if (outcome < 0) throw std::out_of_range("the time is not within the last step");
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = y()[i] + previous_shift_[i];
}

}  // namespace

std::unique_ptr<Integrator> cvode(Problem problem, const CvodeOptions& options) {
    return std::make_unique<Cvode>(std::make_shared<const Cvode::Code>(std::move(problem), options));
}

}  // namespace anholon
