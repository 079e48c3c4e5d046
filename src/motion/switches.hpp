#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "integrate/integrator.hpp"
#include "integrate/taylor/taylor.hpp"
#include "motion/formulation.hpp"

namespace anholon {

// The switches of a system and of what is asked of its motion: the u of every sign(u), |u| and if(u > 0, …) that moves. On each
// side of u = 0 everything is smooth; which side it is, is a parameter.
class Switches {
  public:
    // Besides the system, expressions that are integrated along or watched, and those that are only evaluated. All are replaced by
    // what they are on one side; the latter bring no switches of their own.
    Switches(const System& system, const std::vector<Expr*>& moved, const std::vector<Expr*>& evaluated);
    ~Switches();

    bool is_empty() const { return switches_.empty(); }
    // The system on one side of each switch; the sides are its last parameters. The system itself if there are none.
    const System& system() const { return held_ ? *held_ : stated_; }

    // The zeros at which a motion in this form leaves its side: each ends a step.
    void watch(const Formulation& formulation, std::vector<Event>& events) const;

    // Where a motion is, and how far it is to go.
    struct Place {
        const Formulation& formulation;
        double t;
        std::span<const double> x;
        double left;  // to the end, negative backward
    };
    // Sets the sides, the last of the parameters p, for a motion that starts here. What stands in the way, in words.
    std::optional<std::string> start(const Place& place, std::vector<double>& p);
    // The same where these have reached their zero.
    std::optional<std::string> cross(const Place& place, std::span<const std::size_t> reached,
                                     std::vector<double>& p);

  private:
    enum class Leaving { falling = -1, staying = 0, growing = 1, nowhere = 2 };
    struct Local;
    Local& local(const Formulation& formulation);
    std::optional<Taylor::EventSeries> look(const Place& place, std::span<const double> p);
    struct Trial {
        std::vector<double> p;
        Taylor::EventSeries series;
    };
    std::vector<Trial> trials(const Place& place, const std::vector<std::size_t>& open,
                              std::vector<double> p);
    Leaving leaving(const Place& place, const Trial& trial, std::size_t k, double rate_size);
    std::optional<std::string> decide(const Place& place, const std::vector<std::size_t>& open,
                                      std::vector<double>& p);
    std::optional<std::string> jump(const Place& place, std::size_t k, std::span<const double> p);
    bool accumulates(double t);
    std::span<double> sides(std::vector<double>& p) const { return std::span(p).last(switches_.size()); }
    std::string names(const std::vector<std::size_t>& which) const;

    const System& stated_;
    std::optional<System> held_;
    std::vector<Switch> switches_;
    std::vector<std::string> words_;  // u as stated
    std::vector<std::unique_ptr<Local>> locals_;
    std::vector<double> times_;  // of the last crossings
};

}  // namespace anholon
