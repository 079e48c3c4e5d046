#include "study/flow_run.hpp"

#include <algorithm>

#include "code/tiered.hpp"
#include "motion/method_choice.hpp"

namespace anholon {

FlowRun::FlowRun(const Flow& flow, RateEquations equations, std::vector<Event> events,
                 const FlowRunOptions& options)
    : flow_(flow),
      method_(options.method ? options.method : cheapest_method(equations, options.tolerance).method),
      tolerance_(std::max(options.tolerance, method_->least_tolerance)),
      y_(equations.state.size()) {
    integrator_ = method_->make(Problem{std::move(equations), std::move(events)}, tolerance_, tiered);
}

FlowRun::FlowRun(const Flow& flow, const Method* method, double tolerance,
                 std::unique_ptr<Integrator> integrator, std::size_t size)
    : flow_(flow), method_(method), tolerance_(tolerance), integrator_(std::move(integrator)), y_(size) {}

FlowRun FlowRun::another() const { return {flow_, method_, tolerance_, integrator_->another(), y_.size()}; }

void FlowRun::start(double t, std::span<const double> y, std::span<const double> p) {
    std::ranges::copy(y, y_.begin());
    p_.assign(p.begin(), p.end());
    integrator_->start(t, y_, p_);
    why_.clear();
    steps_ = 0;
}

bool FlowRun::step(double limit) {
    step_ = integrator_->step(limit);
    ++steps_;
    if (step_.outcome != Step::Outcome::advanced) {
        why_ = step_.reason;
        return false;
    }
    std::ranges::copy(integrator_->state(), y_.begin());
    const std::span<double> x = std::span(y_).first(flow_.size());
    if (!flow_.project(time(), x, p_)) {
        why_ = flow_.why();
        return false;
    }
    if (const auto broken = flow_.broken(time(), x, p_)) {
        why_ = *broken;
        return false;
    }
    correct();
    return true;
}

}  // namespace anholon
