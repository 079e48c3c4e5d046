#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/system.hpp"

namespace anholon {

// One variable of the initial state: what the model says of it, and what it is once the constraints hold.
struct InitialVariable {
    Expr symbol;  // q, q̇ or ω, η, λ
    std::optional<double> given = std::nullopt;
    double value = 0;

    bool is_changed() const;  // beyond rounding
};

struct InitialState {
    std::vector<InitialVariable> q, v, eta, lambda;  // in the order of the system's own lists
    double residual = 0;                             // the largest that a constraint keeps

    bool is_changed() const;  // is any given value not kept?
};

struct InitialStateOptions {
    const Experiment* experiment = nullptr;  // its parameters and init come before the model's
    std::vector<std::pair<Expr, Rational>> parameters = {};  // instead of those values
    std::vector<std::pair<Expr, Rational>> values = {};      // instead of, or beside, that init
};

// A state that no real numbers satisfy: which constraint stands against it, by how much.
struct NoState {
    std::string constraint;
    Span span;
    double residual = 0;
    bool of_loop = false;
};

struct InitialStateResult {
    std::optional<InitialState> state;
    std::optional<NoState> failure;
};

// Completes `init`. What is not given is 0 at first and then moves as little as it can until the constraints hold: the
// coordinates by the geometric ones, then the velocities by the others and by the geometric ones' rates. Where that does
// not suffice, given values move as well. Laws that do not hold the velocity constraints (viscous, added mass, free) do
// not ask for them at the start either. All in floating point.
InitialStateResult initial_state(const System& system, const InitialStateOptions& options = {});

// The mistake, at the constraint that stands against the state.
Diagnostic told(const NoState& failure);

struct NoInitialState : std::runtime_error {
    explicit NoInitialState(Diagnostic d) : std::runtime_error(d.message), diagnostic(std::move(d)) {}
    Diagnostic diagnostic;
};
// The same where a state is needed. Throws NoInitialState.
InitialState possible_initial_state(const System& system, const InitialStateOptions& options = {});

}  // namespace anholon
