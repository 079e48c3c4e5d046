#include "study/lyapunov.hpp"

#include <algorithm>
#include <cmath>

#include "base/deadline.hpp"
#include "expr/derivative.hpp"
#include "expr/introduce.hpp"
#include "study/variations.hpp"

namespace anholon {

namespace {

// With Σ ∂f_i/∂x_i as the rate of one more variable.
RateEquations with_divergence(RateEquations equations, const Flow& flow) {
    const RateEquations& e = flow.equations();
    Expr sum = e.t.context().zero();
    for (std::size_t i = 0; i < e.state.size(); ++i) sum = sum + derivative(e.rates[i], e.state[i]);
    equations.state.push_back(
        introduced(e.t.context(), "divergence", SymbolKind::variable, "mean divergence"));
    equations.rates.push_back(sum);
    return equations;
}

}  // namespace

Exponents::Exponents(const Flow& flow, const LyapunovOptions& options)
    : flow_(flow), options_(options), functions_(flow) {
    if (options.count > 0) prepare(options.count, false);
}

Exponents::Exponents(const Exponents& other)
    : flow_(other.flow_),
      options_(other.options_),
      functions_(other.functions_),
      run_(other.run_ ? std::optional(other.run_->another()) : std::nullopt),
      count_(other.count_),
      has_divergence_(other.has_divergence_) {}

void Exponents::prepare(std::size_t count, bool has_divergence) {
    if (run_ && count_ == count && has_divergence_ == has_divergence) return;
    count_ = count;
    has_divergence_ = has_divergence;
    RateEquations equations = with_variations(flow_.equations(), count);
    if (has_divergence) equations = with_divergence(std::move(equations), flow_);
    run_.emplace(flow_, std::move(equations), std::vector<Event>{},
                 FlowRunOptions{options_.tolerance, options_.method});
}

LyapunovSpectrum Exponents::operator()(std::span<const double> start, std::span<const double> p) {
    ExplainedDirections may = ExplainedDirections::all(flow_);
    std::vector<std::string> notes;
    for (;;) {
        TangentGrowth growth(flow_, functions_, start, p);
        const ExplainedDirections explained = growth.directions(may);
        const std::size_t all = growth.dimension() - explained.integrals.size() - (explained.flow ? 1 : 0);
        prepare(options_.count == 0 ? all : std::min(options_.count, all), options_.count == 0);
        std::vector<double> y = growth.begin(explained, count_, options_.seed);
        y.resize(run_->size());
        run_->start(0, y, p);
        std::optional<std::string> ended = follow(growth);
        if (!growth.failed()) {
            LyapunovSpectrum found =
                growth.spectrum(has_divergence_ ? std::optional(run_->state().back()) : std::nullopt);
            found.ended = std::move(ended);
            found.notes.insert(found.notes.begin(), notes.begin(), notes.end());
            found.steps = run_->steps();
            found.method = run_->method();
            found.tolerance = run_->tolerance();
            return found;
        }
        notes.push_back(growth.why_failed());
        may = *growth.failed();
    }
}

// Why the motion ended before its time, if it did.
std::optional<std::string> Exponents::follow(TangentGrowth& growth) {
    const double begin =
        std::copysign(std::min(std::fabs(options_.transient), std::fabs(options_.until)), options_.until);
    for (const double end : {begin, options_.until}) {
        while (run_->time() != end) {
            if (!run_->step(end)) return run_->why();
            growth.allow(run_->tolerance() * static_cast<double>(run_->steps()));
            if (!growth.renormalise(run_->time(), run_->state()))
                return "a tangent vector can no longer be told from the others";
            run_->correct();
            if (options_.averages && growth.has_averages())
                options_.averages(run_->time(), growth.averages());
            if (!options_.goes_on(run_->time())) return "interrupted";
            Deadline::check();
        }
        if (end == begin) growth.begin_averages(run_->state().back());
    }
    return std::nullopt;
}

LyapunovSpectrum lyapunov_spectrum(const Flow& flow, const LyapunovOptions& options) {
    return Exponents(flow, options)(flow.start(), flow.parameters());
}

}  // namespace anholon
