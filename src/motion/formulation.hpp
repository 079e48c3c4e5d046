#pragma once

#include <optional>
#include <string>
#include <vector>

#include "motion/law.hpp"

namespace anholon {

// A function whose time integral goes along with the motion.
struct Quadrature {
    Expr symbol;     // a variable of its own
    Expr integrand;  // in t, q, q̇, q̈, η, λ, parameters and the other quadratures
};

// A system's equations in one form, and what is said of the system in t, q, q̇, q̈, η and λ as functions of this form's
// x and z.
class Formulation {
  public:
    // The form applies. Throws Unavailable where a quadrature holds what the form does not know.
    Formulation(const System& system, const EquationForm& form,
                const IndependentVelocities& independent = std::nullopt,
                const std::vector<Quadrature>& quadratures = {});

    void
    shorten();  // the equations, to what is cheapest to execute: without z where W = 1, and code/lean.hpp

    const System& system() const { return system_; }
    const EquationForm& form() const { return form_; }
    const RateEquations& equations() const { return rates_; }
    std::size_t coordinates() const { return system_.coordinates.size(); }  // the first of x
    std::size_t velocities() const { return velocity_count_; }  // those of x that follow: q̇, η, p

    // Throws Unavailable.
    Expr lowered(Expr e) const;
    std::vector<Expr> lowered(std::vector<Expr> e) const;

    // x in t, q, q̇, λ.
    const std::vector<Expr>& state_in_velocities() const { return state_in_velocities_; }
    // Whether the free velocities are some of the velocities, or quasi-velocities that the system states: a choice that may
    // degenerate.
    bool has_free_velocities() const { return independent_ || is_stated_; }
    // Whether power series of the motion end where it switches.
    bool has_roots_at_switches() const { return has_roots_at_switches_; }
    // Which of the velocities; nothing for stated quasi-velocities, and where all velocities are kept.
    const IndependentVelocities& independent() const { return independent_; }

  private:
    void find_free_velocities(const Equations& e);
    void take_roots_beyond_switches();
    void set_substitution(const Equations& e);
    bool knows(Expr symbol) const;

    const System& system_;
    const EquationForm& form_;
    RateEquations rates_;
    std::size_t velocity_count_ = 0;
    std::vector<Expr> state_in_velocities_;
    IndependentVelocities independent_;
    bool is_stated_ = false, has_roots_at_switches_ = false;
    Substitution rates_of_states_, quasi_, lower_;
    Substitution solved_;  // z, where the equations have been made explicit
};

// An expression holds what a form of the equations does not know, such as multipliers.
struct Unavailable : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

}  // namespace anholon
