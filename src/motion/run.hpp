#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "motion/moving_system.hpp"

namespace anholon {

struct MetEvent {
    std::size_t event;  // its place in the options
    double t;
    int direction;
    std::vector<double> row;
};

struct SimulationResult {
    enum class End {
        reached,       // the time that was asked for
        event,         // one that stops
        left,          // what the system was stated to be: a contact is lost, the end of a surface reached
        interrupted,   // by the observer, by a stop or by a deadline
        singular,      // the equations do not give the motion here
        stuck,         // no step is short enough
        unrowed,       // a column has no finite value here
        undetermined,  // the law does not determine the motion after a switch
    };
    End end = End::reached;
    double t = 0;
    std::string reason = {};  // of left, singular, stuck and undetermined; of a stop or a deadline
    std::vector<double> final = {};
    std::vector<Drift> drifts = {};  // since the start, or since values were set
    double correction = 0;           // the largest by which a projection onto constraints changed a variable
    std::vector<MetEvent> events = {};
    std::size_t steps = 0, rows = 0;
    std::size_t switches = 0;                  // how often the motion went to the other side of one
    std::vector<FrictionPhase> friction = {};  // in the order in which contacts slide and stick
    double condition =
        1;  // the largest of the mass matrix in its free velocities, as far as it was looked at
    std::size_t picks = 0;  // how often other velocities were taken for the independent ones
    std::vector<std::string> notes =
        {};                        // what was changed on the way: the method, the independent velocities
    std::string_view method = {};  // the last
    SimulationSeconds seconds = {};
};

// A condition of the mass matrix that loses half of the digits.
inline constexpr double ill_conditioned = 1e7;

struct SimulationObserver {
    std::function<void(std::span<const double>)> row = [](std::span<const double>) {};
    std::function<bool(double)> goes_on = [](double) { return true; };  // asked after every step
    // For pictures: the columns inside each step as well, in the order of time, whatever rows there are. `samples` says how many
    // a step has; the last is its end.
    std::function<void(std::span<const double>)> sample = [](std::span<const double>) {};
    std::function<std::size_t(std::size_t step)> samples = [](std::size_t) { return 0; };
};

// Options of one motion.
struct RunOptions {
    InitialStateOptions initial = {};
    double until = 10;                           // of either sign
    std::optional<double> every = std::nullopt;  // between rows; the integrator's own steps if not given
    std::vector<double> at = {};                 // rows at these times, in their order, and at no others
    // After t, in place of those of the moving system; of a system without switches.
    std::optional<std::vector<Observable>> columns = std::nullopt;
};

// Values with which a motion continues.
struct NewValues {
    std::vector<std::pair<Expr, Rational>> parameters = {}, values = {};
};

// One motion of a system: its state, its parameters, the memory of its integrator, its drift. For one thread at a time. To assign
// another run is to start anew.
class Run {
  public:
    // Throws NoInitialState.
    Run(const MovingSystem& moving, RunOptions options);
    explicit Run(const MovingSystem& moving);  // as the options of the moving system have it

    const std::vector<Observable>& columns() const { return columns_; }
    const EquationForm& form_of_equations() const { return moving_->form(); }
    const InitialState& initial() const { return initial_; }
    std::string_view method() const { return method_->name; }          // in use
    double tolerance() const { return moving_->tolerance(*method_); }  // of it
    std::span<const double> parameters() const {
        return std::span(p_).first(moving_->stated().parameters.size());
    }
    double largest_drift() const;  // relative, so far

    double t() const { return x_at_; }
    bool goes_on() const { return result_.end == SimulationResult::End::reached && x_at_ != asked_.until; }
    // One step of the integrator with all that belongs to it: rows, events, projection, guards, switches, other velocities. Whether
    // the motion goes on. A stop or a deadline of this thread ends it.
    bool step(const SimulationObserver& observer = {});
    // The time to which steps lead from now on. Until then the motion continues, forward or back.
    void head_for(double until);
    bool is_within_last_step(double t) const;
    // The columns at a time within the last step; nothing at any other time, and where they have no finite value.
    std::optional<std::vector<double>> at(double t);
    // Goes on with other values from where the motion stands, even if it has ended there. The rest of the state is put back on the
    // constraints. Throws NoInitialState where the values cannot be kept; the run is then as it was.
    void set(const NewValues& values);
    SimulationResult result();  // so far
    // All steps that are left.
    SimulationResult run(const SimulationObserver& observer = {});

  private:
    Run(const MovingSystem& moving, RunOptions options, const Run* before);
    static std::vector<Observable> columns_of(const MovingSystem& moving, const RunOptions& options);
    double start_time() const { return asked_.initial.standing ? asked_.initial.standing->t : 0; }
    double time_left(double t) const;
    const SimulationOptions& options() const { return moving_->options(); }  // of all motions
    ActiveForm& form() const { return carrier_->form; }
    Integrator& integrator() const { return *carrier_->integrator; }
    void set_initial_state();
    void stand();
    void leave_out_integrals();
    void activate(const IndependentVelocities& independent, double t);
    void start(double t);
    void watch_stiffness(double t);
    void turn_round();
    void begin(const SimulationObserver& observer);
    enum class Watch { every_step, by_rule };
    void time_steps(const std::function<void()>& steps);
    void step(const SimulationObserver& observer, Watch watch);
    void move(const SimulationObserver& observer, Watch watch);
    bool advance(Step& step);
    bool crawls();
    void report(const Step& step, const SimulationObserver& observer);
    void settle(const Step& step, const SimulationObserver& observer);
    void turn();
    void finish(const SimulationObserver& observer);

    bool keeps_guards() const { return !guards_.is_empty() && !options().keeps_contact; }
    bool has_guards() const { return keeps_guards() || !coulomb_.is_empty(); }
    void set_mark(Watch watch);
    void return_to_mark(double watched_until);
    bool is_unwatched(const Step& step, const SimulationObserver& observer) const;
    bool has_row_within(const Step& step) const;
    bool glance(const Step& step);
    bool is_well(const Step& step);
    bool is_law_regular() const { return !has_unknowns_ || law_sign_ == 0 || law_sign_here_ == law_sign_; }
    bool are_velocities_well(double t);
    bool are_guards_well(const Step& step);
    double margin_of(const Pivots::Choice& choice) const;
    bool is_nearly_dependent(const Pivots::Choice& choice) const;
    void plan_stretch(bool may_lengthen);
    std::size_t longest_of_guards() const;
    struct Pace;
    static void plan(Pace& pace, std::size_t steps, std::size_t most);

    IndependentVelocities velocities_in_use() const;
    bool is_inspection_due() const { return result_.steps >= next_stiffness_check_; }
    bool is_good(const Pivots::Choice& choice) const;
    void note_condition();
    bool is_ill_conditioned(const Pivots::Choice& choice) const;
    bool would_be_better(const Pivots::Choice& choice, double condition) const;
    void watch_velocities();
    void pick(double t, const Pivots::Choice& choice);
    Pivots::Choice choice_at(double t);
    void curtail(Step& step);
    void shorten(Step& step, double end);
    bool ends_with_constraints(Step& step);
    bool are_dependent(double t);
    double where_dependent(double t);
    void end_before_dependence(Step& step);
    std::string dependence() const;
    bool ends_with_law(Step& step);
    void end_at(Step& step, double t, const std::string& reason);

    bool project(double t, std::span<double> x);
    bool state_at(double t, std::vector<double>& x);
    std::optional<std::vector<double>> columns_at(double t);
    void meet(const Step& step);
    void heed(const Step& step);
    std::optional<std::string> broken_at(double t);
    void interrupt_at(double t);
    void emit_rows(const SimulationObserver& observer, const Step& step, double end);
    void emit(const SimulationObserver& observer, double t, std::span<const double> x);
    void sample(const SimulationObserver& observer, const Step& step, double end);
    bool evaluate(double t, std::span<const double> x);  // → row_
    bool observe(double t, std::span<const double> x);
    bool read(double t, std::span<const double> x);  // → y_, and z_ if it is needed
    double row_time(std::size_t k) const;
    double next_stop() const;
    bool is_at_row(double t) const;
    void take_pieces(double t);
    void go_on_in_next_pieces(double t);
    void go_on_with_other_parameters(double t, const std::function<void()>& change);
    bool set_in_place(const NewValues& values);
    void start_on_a_side();
    std::optional<std::string> take_first_sides();
    void take_sides();
    void cross(const Step& step);
    void go_to_other_sides(double t, const std::vector<std::size_t>& reached);
    void set_friction(const std::function<std::optional<std::string>(Coulomb::Place)>& change, double t);
    void cross_friction(const Step& step);
    void name_paradox(double t);
    std::vector<double> values_of_jumping_events(double t);
    void meet_jumps(double t, const std::vector<double>& before);
    void halt(SimulationResult::End end, const std::string& reason);

    const MovingSystem* moving_;
    RunOptions asked_;
    std::optional<SimulationResult> before_;  // values were set
    SimulationResult result_;                 // since then
    std::vector<Observable> columns_;
    StateFunctions column_functions_;
    DriftMonitor drift_;
    DriftMonitor::Place first_;  // where the motion starts
    Guards guards_;
    Coulomb coulomb_;
    Impulse impulse_;
    bool is_paradox_ = false;  // what broken_at found
    std::optional<RateFunction> law_rates_;
    std::optional<Pivots> pivots_;
    std::optional<StateFunctions> jumping_functions_;
    Sides sides_;
    struct Carrier {
        std::shared_ptr<const CompiledForm> compiled;
        ActiveForm form;  // a copy of its own, as are the others
        std::optional<SwitchingFunctions> switching;
        const Method* method = nullptr;
        std::unique_ptr<Integrator> integrator;  // by that method
        Reason no_better;                        // why its velocities stay though others would be better
    };
    std::map<IndependentVelocities, Carrier> carriers_;  // by independent velocities
    Carrier* carrier_ = nullptr;                         // of the state now
    const Method* method_ = nullptr;
    bool has_started_ = false, has_begun_ = false;
    double begun_at_ = 0,
           stretch_from_ = 0;  // where the motion began, and the steps that are looked at together
    std::size_t stretch_steps_ = 0;
    bool has_unknowns_ = false;  // are z_ those of y_?
    double first_pick_ = 0, checked_at_ = 0;
    Pivots::Choice best_;                 // the velocities in use where they were picked
    std::vector<std::size_t> reference_;  // where all velocities are kept: those whose determinant is watched
    int law_sign_here_ = 0;               // of the law's determinant where it was solved last
    int sign_ = 0, law_sign_ = 0;         // of the determinants of the velocities in use and of the law
    bool is_curtailed_ = false;           // does the last step end before the integrator's?
    bool is_pick_due_ = false, is_restart_due_ = false;
    // Changes that the last step makes for the next one are delayed until it begins, so that the columns within the last one can be asked for.
    bool is_turn_due_ = false;
    Step last_;
    // The number of steps between two checks: motion/run_watch.cpp.
    struct Pace {
        std::size_t steps = 1;
        // How far what is looked at is from where it fails, 0 being there; the look before; its largest change per step of late.
        double margin = 0, margin_before = 0, change = 0;
    };
    struct Stretch {
        Pace velocities, guards;
        std::size_t unwatched = 0;       // steps since the mark
        std::size_t without_guards = 0;  // since the guards were asked
        std::vector<double> mark, x;     // of the integrator, where it began, and the state there
        double t = 0, correction = 0;    // there
        std::size_t steps_before = 0;    // those of the result there
        bool has_mark = false;
        std::optional<double> watched_until;  // every step up to there
    } stretch_;
    double dense_from_ = 0;          // where the integrator knows the motion from
    std::size_t steps_checked_ = 0;  // for stiffness
    InitialState initial_;
    int direction_ = 1;
    std::size_t next_row_ = 0, next_stiffness_check_ = 1;
    double rows_from_ = 0;  // the time from which rows are counted
    std::optional<double> last_row_at_;
    double x_at_ = 0, step_from_ = 0;  // the time of x_; where the last step began
    std::vector<double> p_, y_, z_, x_, row_;
    // Values read at a state, kept so that the law is not solved twice: of x_, and of the last other one.
    struct Reading {
        double t = 0;
        const ActiveForm* form = nullptr;
        std::vector<double> x, y, z;
        bool has_unknowns = false;
        int law_sign = 0;
    };
    Reading of_x_, of_other_;
};

}  // namespace anholon
