#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/standstill/standstill_search.hpp"

namespace anholon {

// A parameter, a variable of the initial state that is kept at its value, or another function of the state, such as the energy, and the
// interval through which it goes.
struct Sweep {
    enum class What { parameter, initial_value, function } what = What::parameter;
    Expr symbol;  // or the function
    std::string name;
    double from = 0, to = 0;  // from < to

    double length() const { return to - from; }
};

// The standstills at the values of a sweep that are connected with one of them.
class StandstillPath {
  public:
    // Begins at the value that the options give, or the nearest in the interval. What neither is kept by the options nor determined by
    // the equations, because standstills come in families, is kept as it is there. Throws what a StandstillSearch throws.
    StandstillPath(const System& system, const LinearisationOptions& options, const Sweep& sweep);

    struct Point {
        double value = 0;
        std::vector<double> x, slope;  // dx/dvalue, empty where it is not known yet
    };
    const Point& beginning() const { return beginning_; }
    // The variables that choose one standstill from its family, by their places in the state.
    const std::vector<std::size_t>& chosen() const { return chosen_; }
    // All that is kept, the value of the sweep where that is no parameter and the chosen variables among it.
    const std::vector<SteadyPart::Held>& held() const { return all_held_; }
    // The place of the sweep among the parameters, or among what is held.
    std::size_t varied() const { return varied_; }
    SteadyPart& part() { return search_.part(); }
    const MotionSymmetries& symmetries() const { return search_.symmetries(); }

    // By steps that are halved where the state jumps or is not found. Nothing if it ends on the way, at the value end().
    std::optional<Point> follow(const Point& from, double to);
    double end() const { return end_; }
    // At a point that was followed to. Nothing where the linear equations have no value.
    std::optional<LinearPart> linear_part(const Point& point);

  private:
    void set(double value);
    bool settle(std::vector<double>& x) { return part().settle(x, *held_); }
    double value_of(const Expr& function, const std::vector<double>& x);
    void begin_keeping(StandstillSearch::Found found);
    std::vector<std::size_t> choose(const std::vector<double>& x);
    bool is_nearly_straight(const Point& from, double to, const std::vector<double>& x);
    double distance(const std::vector<double>& a, const std::vector<double>& b);

    Sweep sweep_;
    StandstillSearch search_;
    std::vector<double> parameters_;
    std::size_t varied_ = 0;
    std::vector<SteadyPart::Held> all_held_;
    std::optional<SteadyPart::HeldFunctions> held_;
    std::vector<std::size_t> chosen_;
    Point beginning_;
    double end_ = 0;
};

}  // namespace anholon
