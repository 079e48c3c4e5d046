#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "code/rate_equations.hpp"
#include "integrate/integrator.hpp"

namespace anholon {

struct BatchStart {
    std::vector<double> x, p;  // state and parameters
};

struct BatchEnd {
    double t = 0;  // reached
    std::vector<double> x;
    std::size_t steps = 0;
    Step::Outcome outcome = Step::Outcome::advanced;
    std::string reason = {};  // unless it advanced to the end
};

// What the last terms of a series are compared with: the variable itself, or the largest of all variables, which allows longer steps where
// an error of the others in its proportion does no harm.
enum class ErrorMeasure { variable, norm };

struct LaneOptions {
    double tolerance = 0;   // of a step; 0: the method's own
    std::size_t lanes = 0;  // motions side by side: 1, 4 or 8; 0: what the processor does best
    bool is_plain = false;  // also a single lane by the code of several: to compare with
    ErrorMeasure measure = ErrorMeasure::variable;  // of series
};

// Motions side by side in one thread, each with a time and steps of its own. The numbers of one do not depend on the others, nor on its
// lane.
class LaneMotions {
  public:
    virtual ~LaneMotions() = default;
    // From t = 0 on. What was in the lane before is forgotten.
    virtual void start(std::size_t lane, const BatchStart& start) = 0;
    // One trial of a step of every motion that has not ended.
    virtual void advance() = 0;
    virtual bool has_ended(std::size_t lane) const = 0;
    virtual BatchEnd end(std::size_t lane) const = 0;
};

// A method with the code of some equations, for any number of batches and threads.
class LaneMethod {
  public:
    virtual ~LaneMethod() = default;
    virtual std::unique_ptr<LaneMotions> motions(double until) const = 0;

    std::size_t states = 0, parameters = 0;  // that each motion has
    std::size_t lanes = 1;
    std::string why_fewer = {};  // lanes than were asked for, in words
};

// taylor_lanes (integrate/taylor/batch.hpp), dop853_lanes (integrate/runge_kutta/lanes.hpp)
using MakeLanes = std::unique_ptr<LaneMethod> (*)(const RateEquations& equations, const LaneOptions& options);

struct BatchOptions {
    MakeLanes method;
    double tolerance = 0;
    std::size_t lanes = 0;
    std::size_t threads = 1;  // 0: as many as there are processors
    bool is_plain = false;
    ErrorMeasure measure = ErrorMeasure::variable;
};

struct BatchResult {
    std::vector<BatchEnd> ends;  // in the order of the starts
    std::size_t lanes = 1;
    std::string why_fewer = {};  // lanes than were asked for
};

// Many motions of one system from t = 0 to `until`, each with steps of its own length. A motion that ends makes room for the next at
// once; one that fails is its own result. The result does not depend on the number of threads, nor on the motions beside. Nothing but the
// equations is looked at: no projection, no guards, no events; src/motion/ensemble.hpp has them. What goes wrong in a thread is thrown here.
std::vector<BatchEnd> integrate_batch(const LaneMethod& method, std::span<const BatchStart> starts,
                                      double until, std::size_t threads = 1);
// The same with code for this batch alone.
BatchResult integrate_batch(const RateEquations& equations, std::span<const BatchStart> starts, double until,
                            const BatchOptions& options);

}  // namespace anholon
