#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "integrate/integrator.hpp"
#include "integrate/rate_function.hpp"
#include "motion/formulation.hpp"

namespace anholon {

// The system with what decides how it moves, stick or slip at each contact, as its last parameters.
System with_friction_modes(const System& system);

// A contact that begins to slide, or ceases to.
struct FrictionPhase {
    double t;
    std::string words;
    std::string contact;
    std::string_view mode;  // "slides", "sticks", "reverses", "presses on the other side"
};

// Coulomb's law along a motion: at each contact, whether it sticks or slips and which way. Copies share the code.
class Coulomb {
  public:
    // The system has modes; its law is that of dry friction. Empty for other systems.
    Coulomb(const System& system, const Formulation& law, MakeEvaluator make);

    bool is_empty() const { return contacts_.empty(); }
    bool has_directions() const;  // of slips in the plane, not regularised
    // The zeros at which a motion leaves its mode: each ends a step.
    static void watch(const System& system, const Formulation& formulation, std::vector<Event>& events);

    // Where a motion is. The velocities change by no more than rounding, where a slip ends.
    struct Place {
        double t;
        std::span<double> y;  // the state of the law
        std::vector<double>& p;
    };
    // Modes with which the equations have values at every state, before anything is known of it.
    void prepare(std::vector<double>& p) const;
    // Each sets the modes among the parameters. What stands in the way, in words.
    std::optional<std::string> start(Place place);
    std::optional<std::string> resume(Place place);  // where forces or slips have jumped
    std::optional<std::string> cross(Place place, std::span<const std::size_t> reached);

    // Painlevé's paradox at a state, in words.
    std::optional<std::string> paradox(double t, std::span<const double> y, std::span<const double> p);
    // The same where it is so near that no step leads further.
    std::optional<std::string> near_paradox(double t, std::span<const double> y, std::span<const double> p);

    const std::vector<FrictionPhase>& phases() const { return phases_; }

  private:
    struct Contact {
        const DryFriction* law;
        std::size_t sticks, share, side, width, margin;  // places among the parameters
        std::vector<std::size_t> direction, watched;
        std::size_t first;  // its values: μ, N, v, v̇, φ, and the terms of v
        std::size_t terms;
        double scale = 0;  // of what cancels where its slip vanishes, so far

        std::size_t rows() const { return law->rows.size(); }
    };
    struct Watched {
        enum class What { slip, beginning, side, coefficient };
        std::size_t contact;
        What what;
    };
    using Numbers = std::vector<double>;
    // A way in which each contact might go on.
    struct Trial {
        Numbers p, z;
        double off;  // by how much it breaks the law, relatively
    };
    struct Choice {
        std::size_t contact;
        bool may_stick = true;
        Numbers direction = {};  // of the slip that begins, where it is known
    };

    bool solve(double t, std::span<const double> y, std::span<const double> p);  // → z_, values_
    double mu(const Contact& c) const { return values_[c.first]; }
    double N(const Contact& c) const { return values_[c.first + 1]; }
    std::span<const double> slip(const Contact& c) const { return part(c, 0); }
    std::span<const double> slip_rate(const Contact& c) const { return part(c, 1); }
    std::span<const double> force(const Contact& c) const { return part(c, 2); }
    std::span<const double> part(const Contact& c, std::size_t k) const {
        return std::span(values_).subspan(c.first + 2 + k * c.rows(), c.rows());
    }
    double size(const Contact& c) const;  // of the terms of the slip
    void measure(const Place& place);     // → the scales of slips
    bool slides(const Contact& c, std::span<const double> p) const { return p[c.sticks] == 0; }
    void let_stick(const Contact& c, std::span<double> p) const;
    void let_slide(const Contact& c, std::span<double> p, std::span<const double> along) const;
    void settle(const Contact& c, std::span<double> p, bool is_from_rest, double speed) const;

    Choice torn_loose(std::size_t k) const;
    bool solve_without_friction(const Place& place);  // → slips, which do not depend on it
    std::optional<std::string> decide(Place place, const std::vector<Choice>& open);
    void press_on_a_side(Place place);
    void try_all(const Place& place, const std::vector<Choice>& open, std::size_t k, Numbers p,
                 std::vector<Trial>& found);
    void try_sides(const Place& place, const std::vector<Choice>& open, std::size_t k, Numbers p,
                   std::vector<Trial>& found);
    void try_one(const Place& place, const std::vector<Choice>& open, Numbers p, std::vector<Trial>& found);
    // Rows that stick because others do, so that their forces are open within the law.
    struct Leaning {
        std::size_t contact;
        std::vector<std::size_t> rows;
    };
    bool leans(const Contact& c, std::span<const double> p) const;
    std::vector<Leaning> let_lean(const Place& place, Numbers& p);
    void try_leans(const Place& place, const std::vector<Choice>& open, std::span<const Leaning> leaning,
                   Numbers p, std::vector<Trial>& found);
    bool lean_otherwise(Place place);
    bool are_held(const Numbers& p) const;
    bool find_directions(const Place& place, const std::vector<Choice>& open, Numbers& p);
    double violation(const std::vector<Choice>& open, const Numbers& p) const;
    double pull(const Numbers& p) const;
    bool is_lost(Place place, const std::vector<Choice>& open, const std::vector<Trial>& found);
    bool is_pulled(const Place& place);
    void erase_backward(const Place& place, const std::vector<Choice>& open, std::vector<Trial>& found);
    double largest_acceleration(const Place& place);
    std::vector<const Trial*> different(const std::vector<Trial>& found, double acceleration) const;
    void end_slip(Place place, const Contact& c);
    std::optional<std::string> accumulation(double t);
    void tell(double t, const Contact& c, std::string_view mode);
    std::string words_of_paradox(double t, std::span<const double> y, std::span<const double> p,
                                 const Contact& c, double coefficient);
    double coefficient(double t, std::span<const double> y, Numbers p, const Contact& c);

    std::vector<Contact> contacts_;
    std::vector<Watched> watched_;
    std::size_t n_ = 0;  // coordinates
    double measured_at_ = 0;
    std::optional<RateFunction> rates_;
    std::optional<StateFunctions> functions_;
    Numbers z_, values_;
    std::vector<FrictionPhase> phases_;
    std::vector<double> times_;  // of the last changes
};

}  // namespace anholon
