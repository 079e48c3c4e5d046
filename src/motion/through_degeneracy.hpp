#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "motion/passage.hpp"
#include "motion/run.hpp"

namespace anholon {

// One motion, led on through and around the configurations where its constraints become dependent: in the time of the blow-up, chart by
// chart (motion/blow_up), and from one side to the other where a smooth motion passes (motion/passage). docs/concepts/degeneracy.md
class ThroughDegeneracy {
  public:
    // The columns hold no accelerations and no reactions: these have no bound near the set. Throws Refusal and NoInitialState.
    ThroughDegeneracy(const MovingSystem& moving, std::vector<Observable> columns);

    SimulationResult run(const SimulationObserver& observer = {});

  private:
    using Vector = std::vector<double>;

    // Where the last step leads, by τ or by θ.
    struct Piece {
        double from = 0, to = 0;      // of τ or θ
        double t_from = 0, t_to = 0;  // t there
        bool is_passage = false;
    };

    void start();
    void step(const SimulationObserver& observer);
    bool advance();
    bool passes();
    void take(const ChartChoice& choice, double s, std::span<const double> row);
    void keep_on_constraints();
    void watch_approach();
    bool holds_along(const Passage& passage, double from, double to);
    void meet_in_passage();
    void report(const SimulationObserver& observer);
    void halt(SimulationResult::End end, double t, const std::string& reason);
    bool approaches_slowly();
    void come_to_a_halt();

    void look(std::span<const double> x);
    ChartChoice best_choice() const;
    double part_of_best_minor() const;
    int minor_sign() const;
    double closeness() const;
    Vector combination() const;  // y of the chart
    void change_chart();
    void inspect_chart();

    void at(double parameter, std::span<double> x) const;
    void state_at(double t, Vector& x) const;
    bool emit(const SimulationObserver& observer, const Vector& x, double t);
    bool evaluate(const Vector& x, double t);
    void cut_at(double t);
    double row_time(std::size_t k) const;
    std::string place(std::span<const double> x) const;
    void note(double t, const std::string& words);

    const SimulationOptions& options() const { return moving_.options(); }
    std::size_t n() const { return n_; }
    double s() const { return x_[chart_->place_of_s()]; }

    const MovingSystem& moving_;
    const System& system_;
    const Formulation& law_;
    std::size_t n_, m_;
    std::vector<Observable> columns_;
    StateFunctions column_functions_, rows_of_constraints_;
    DriftMonitor drift_;
    DriftMonitor::Place first_;
    std::vector<Event> events_;
    std::vector<Expr> event_functions_;
    std::map<ChartChoice, std::unique_ptr<BlowUpChart>> charts_;
    BlowUpChart* chart_ = nullptr;
    std::unique_ptr<Integrator> integrator_;
    std::optional<Passage> passage_;  // the last
    Vector p_, x_, y_, none_, row_;
    Vector A_;  // (A, a₀) by rows, where look() was called last
    Vector column_scale_, row_scale_;
    int direction_ = 1;
    Piece piece_;
    std::vector<Crossing> crossings_;  // within it
    SimulationResult result_;
    std::size_t next_row_ = 0;
    std::optional<double> last_row_at_;
    // The present approach to the set.
    struct Approach {
        bool is_close = false;
        bool has_passed = false;  // and still comes out of the set
        double least = 1, t = 0;  // closeness, and where
        std::size_t steps = 0;
        double t_before = 0;
    } approach_;
    double first_closeness_ = 1;
    std::size_t untold_ = 0;  // passages and approaches beyond those of the notes
    double last_untold_at_ = 0;
};

// The columns of a motion that are known on the degenerate set.
std::vector<Observable> without_reactions(const MovingSystem& moving);

}  // namespace anholon
