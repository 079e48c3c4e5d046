#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "code/rate_equations.hpp"

namespace anholon {

// A function of t, x, p and z whose zeros along the motion are wanted: those at which it changes its sign.
struct Event {
    Expr function;
    int direction =
        0;  // +1: only where it grows through zero as the steps go, −1: only where it falls, 0: both
    // A step goes no further than its first zero. The zero at which the last step ended does not count; nor, without a direction, does
    // one that differs from the start of a motion by rounding.
    bool ends_step = false;
};

// What is to be integrated.
struct Problem {
    RateEquations equations;
    std::vector<Event> events = {};
};

struct Crossing {
    std::size_t event;  // its place in the problem
    double t;
    int direction;  // +1 or −1, as the steps go
};

struct Step {
    enum class Outcome {
        advanced,
        singular,  // W has no inverse here, or the rates no value
        stuck,     // no step is short enough
    };
    Outcome outcome = Outcome::advanced;
    double from = 0, to = 0;
    std::vector<Crossing> crossings = {};  // in the order in which they are met
    // The events at whose zero the step ended, also among its crossings. The step may have no length if the zero is where the last
    // step ended.
    std::vector<std::size_t> ended_by = {};
    std::string reason = {};  // unless it advanced: what stands in the way, with numbers
};

// One motion, step by step. Time may run backward.
class Integrator {
  public:
    virtual ~Integrator() = default;
    // Another motion of the same problem by the same code, not started.
    virtual std::unique_ptr<Integrator> another() const = 0;

    virtual void start(double t, std::span<const double> x, std::span<const double> p) = 0;
    // The state as something else made it, such as a projection onto constraints; the time stays.
    virtual void correct(std::span<const double> x) = 0;
    // One step towards `limit` and not beyond it.
    virtual Step step(double limit) = 0;

    virtual double time() const = 0;
    virtual std::span<const double> state() const = 0;
    // The state at a time within the last step.
    virtual void at(double t, std::span<double> x) const = 0;

    // All that further steps depend on, to come back to: the steps from there are the same to the last bit. False if the method cannot.
    virtual bool mark(std::vector<double>&) const { return false; }
    virtual void return_to(std::span<const double>) {}
};

}  // namespace anholon
