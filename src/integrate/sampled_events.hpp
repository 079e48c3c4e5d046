#pragma once

#include <functional>
#include <span>
#include <vector>

#include "integrate/integrator.hpp"

namespace anholon {

// The zeros of events along a motion that can be sampled within each step.
class SampledEvents {
  public:
    using Values =
        std::function<void(double t, std::span<double> values)>;  // of all events, at a time of the step

    explicit SampledEvents(std::vector<Event> events);

    bool is_empty() const { return events_.empty(); }
    void forget();  // a motion starts
    // Adds the zeros between the step's ends to it, in their order. The first that ends the step is its new end.
    void meet(Step& step, const Values& values);

    // What further steps depend on, added to a list; and taken from the end of one.
    void mark(std::vector<double>& list) const;
    void return_to(std::span<const double> list);

  private:
    bool is_wanted(std::size_t event, int direction) const;
    bool ends(std::size_t event, int direction) const;
    void cross(Step& step, std::size_t event, double t, int direction);
    void meet_at_start(Step& step, std::span<const double> at_start);
    void meet_behind_start(Step& step, const Values& values);

    std::vector<Event> events_;
    std::vector<int> signs_;              // since the last zero; 0 if not known
    std::vector<double> scales_;          // the largest values
    std::vector<std::size_t> stands_at_;  // the events at whose zero the last step ended
};

}  // namespace anholon
