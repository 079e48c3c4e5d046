#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "integrate/integrator.hpp"
#include "integrate/rate_function.hpp"
#include "integrate/taylor/taylor.hpp"
#include "motion/formulation.hpp"

namespace anholon {

// The switches of a system and of what is asked of its motion: the u of every sign(u), |u| and if(u > 0, …) that moves. On each
// side of u = 0 everything is smooth; which side it is, is a parameter.
class Switches {
  public:
    // Besides the system, expressions that are integrated along or watched, and those that are only evaluated. All are replaced by
    // what they are on one side; the latter bring no switches of their own.
    Switches(std::shared_ptr<const System> system, const std::vector<Expr*>& moved,
             const std::vector<Expr*>& evaluated);

    bool is_empty() const { return switches_.empty(); }
    // The system on one side of each switch; the sides are its last parameters, after the modes of dry friction. The system itself if
    // there are none.
    const System& system() const { return *held_; }

    // The zeros at which a motion in this form leaves its side: each ends a step.
    void watch(const Formulation& formulation, std::vector<Event>& events) const;

    std::size_t size() const { return switches_.size(); }
    const std::string& words(std::size_t k) const { return words_[k]; }  // u as stated
    bool is_of_time(std::size_t k) const { return is_of_time_[k]; }      // alone

  private:
    std::shared_ptr<const System> held_;
    std::vector<Switch> switches_;
    std::vector<std::string> words_;
    std::vector<bool> is_of_time_;
};

// The compiled switching functions in one form of the equations. Copies share the code.
class SwitchingFunctions {
  public:
    SwitchingFunctions(const Formulation& formulation, const System& system);

    // The functions in powers of time, and the longest step for which the series converge; where there are none, as where a root
    // begins, the functions and their rates.
    std::optional<Taylor::EventSeries> series(double t, std::span<const double> x, std::span<const double> p);
    double value(double t, std::span<const double> x, std::span<const double> p, std::size_t k);
    // Σ |terms| of u_k; 0 where it has no value.
    double size(double t, std::span<const double> x, std::span<const double> p, std::size_t k);
    // Σ |∂u/∂x ẋ| of u_k.
    double rate_size(double t, std::span<const double> x, std::span<const double> p, std::size_t k);
    // L and T, if a switch is in L.
    std::optional<std::array<double, 2>> lagrangian(double t, std::span<const double> x,
                                                    std::span<const double> p);

  private:
    std::vector<double> values(StateFunctions& functions, double t, std::span<const double> x,
                               std::span<const double> p);

    std::shared_ptr<const Taylor> taylor_;
    RateFunction rates_;
    StateFunctions L_;
    std::vector<StateFunctions> terms_of_each_, slopes_;
};

// On which side of each switch a motion is.
class Sides {
  public:
    explicit Sides(const Switches& switches) : switches_(&switches) {}

    // Where a motion is, and how far it is to go.
    struct Place {
        SwitchingFunctions& functions;
        double t;
        std::span<const double> x;
        double left;  // to the end, negative backward
    };
    // Sets the sides, the last of the parameters p, for a motion that starts here. What stands in the way, in words.
    std::optional<std::string> start(const Place& place, std::vector<double>& p);
    // The same where these have reached their zero.
    std::optional<std::string> cross(const Place& place, std::span<const std::size_t> reached,
                                     std::vector<double>& p);
    std::string names(const std::vector<std::size_t>& which) const;

  private:
    enum class Leaving { falling = -1, staying = 0, growing = 1, nowhere = 2 };
    struct Trial {
        std::vector<double> p;
        Taylor::EventSeries series;
    };
    static std::optional<Taylor::EventSeries> look(const Place& place, std::span<const double> p);
    std::vector<Trial> trials(const Place& place, const std::vector<std::size_t>& open,
                              std::vector<double> p) const;
    static Leaving leaving(const Place& place, const Trial& trial, std::size_t k, double rate_size);
    std::optional<std::string> decide(const Place& place, const std::vector<std::size_t>& open,
                                      std::vector<double>& p) const;
    std::optional<std::string> jump(const Place& place, std::size_t k, std::span<const double> p) const;
    bool accumulates(double t);
    std::span<double> sides(std::vector<double>& p) const { return std::span(p).last(switches_->size()); }

    const Switches* switches_;
    std::vector<double> times_;  // of the last crossings
};

}  // namespace anholon
