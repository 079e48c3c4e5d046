#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/system.hpp"

namespace anholon {

// One variable of the initial state: what the model says of it, and its value once the constraints hold.
struct InitialVariable {
    Expr symbol;  // q, q̇ or ω, η, λ; or the expression of an abbreviation
    std::string name = {};
    std::optional<double> given = std::nullopt;
    double value = 0;
    double scale = 0;  // the largest value of the variables that were solved for together

    bool is_changed() const;  // beyond rounding
};

struct InitialState {
    std::vector<InitialVariable> q, v, eta, lambda;  // in the order of the system's own lists
    std::vector<InitialVariable> states;             // of controllers
    std::vector<InitialVariable> abbreviations;      // those that have an initial value
    double residual = 0;                             // the largest residual of a constraint

    std::vector<const std::vector<InitialVariable>*> parts() const {
        return {&q, &v, &eta, &lambda, &states, &abbreviations};
    }
    bool is_changed() const;  // is any given value not kept?
};

// Where a motion stands.
struct StateAt {
    double t = 0;
    std::vector<std::pair<Expr, double>> values = {};  // of q, q̇ or ω, λ, states
};

struct InitialStateOptions {
    const Experiment* experiment = nullptr;  // its parameters and init come before the model's
    std::vector<std::pair<Expr, Rational>> parameters = {};  // instead of those values
    std::vector<std::pair<Expr, Rational>> values = {};      // instead of, or beside, that init
    bool is_strict = false;                                  // given values must not move
    // A motion that goes on with other values: its state and its time instead of every init, guess and default. The quasi-velocities
    // that the system states are kept before the velocities are.
    std::optional<StateAt> standing = std::nullopt;
};

// Why there is no initial state.
struct NoState {
    enum class Why {
        no_solution,     // no real values satisfy this constraint
        together,        // none satisfy it together with the others
        degenerate,      // its gradient vanishes where it holds
        moves_given,     // a given value would have to move, and must not
        open_loop,       // a joint that closes a loop of bodies cannot
        turned_loop,     // it can, but with other axes than those it demands
        turned_contact,  // two surfaces can, but from the wrong side
    };
    Why why = Why::together;
    std::string constraint;  // or the given variable
    Span span = {};
    double residual = 0;
    double given = 0, value = 0;  // moves_given
};

struct InitialStateResult {
    std::optional<InitialState> state;
    std::optional<NoState> failure;
};

// An equation that the initial state satisfies, and whose it is.
struct StateDemand {
    Expr residual;
    std::string name;
    Span span;
    bool needs_gradient = false, is_of_loop = false;
    std::optional<std::size_t> target = {};  // residual = this variable, not 0
    Expr positive = {};                      // where the residual vanishes as it is meant; of a contact
};
std::vector<StateDemand> demands_on_coordinates(const System& system);
std::vector<StateDemand> demands_on_velocities(const System& system);

// Completes `init`, coordinates first, then velocities. Given values are kept, and what is not given moves as little as possible
// from its guess, or from 0, until the constraints hold. Only where that is impossible do given values move, as little as possible.
// Constraints that share no variables are solved separately, and what satisfies its constraints does not move.
// Laws that do not maintain the velocity constraints (viscous, added mass, free) do not impose them at the start either.
// All in floating point.
InitialStateResult initial_state(const System& system, const InitialStateOptions& options = {});

// The mistake, at the constraint or the given value that is responsible.
Diagnostic told(const NoState& failure);

struct NoInitialState : std::runtime_error {
    explicit NoInitialState(Diagnostic d) : std::runtime_error(d.message), diagnostic(std::move(d)) {}
    Diagnostic diagnostic;
};
// The same where a state is needed. Throws NoInitialState.
InitialState possible_initial_state(const System& system, const InitialStateOptions& options = {});

}  // namespace anholon
