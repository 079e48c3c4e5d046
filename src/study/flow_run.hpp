#pragma once

#include <memory>

#include "motion/method.hpp"
#include "study/flow.hpp"

namespace anholon {

struct FlowRunOptions {
    double tolerance = 1e-12;
    const Method* method = nullptr;  // the cheapest one if not given
};

// One motion of a flow step by step, on its surface and as long as the system is what it was stated to be; other variables may be
// integrated along behind x. For one thread at a time.
class FlowRun {
  public:
    // `equations` begin with those of the flow.
    FlowRun(const Flow& flow, RateEquations equations, std::vector<Event> events,
            const FlowRunOptions& options);

    FlowRun another() const;  // by the same code, not started

    std::string_view method() const { return method_->name; }
    double tolerance() const { return tolerance_; }
    std::size_t size() const { return y_.size(); }

    void start(double t, std::span<const double> y, std::span<const double> p);
    // One step towards the limit. False where the motion ends; why() then tells.
    bool step(double limit);
    const Step& last_step() const { return step_; }
    const std::string& why() const { return why_; }
    std::size_t steps() const { return steps_; }

    double time() const { return integrator_->time(); }
    // x and what is integrated along; what stands there after correct() goes on.
    std::span<double> state() { return y_; }
    void correct() { integrator_->correct(y_); }
    void at(double t, std::span<double> y) const { integrator_->at(t, y); }  // within the last step

  private:
    FlowRun(const Flow& flow, const Method* method, double tolerance, std::unique_ptr<Integrator> integrator,
            std::size_t size);

    Flow flow_;
    const Method* method_;
    double tolerance_;
    std::unique_ptr<Integrator> integrator_;
    std::vector<double> y_, p_;
    Step step_;
    std::string why_;
    std::size_t steps_ = 0;
};

}  // namespace anholon
