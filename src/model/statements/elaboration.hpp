#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "expr/context.hpp"
#include "model/language/dimension.hpp"
#include "model/language/scope.hpp"
#include "model/space/placement.hpp"
#include "model/system.hpp"
#include "syntax/model_tree.hpp"

namespace anholon {

// A number of the model: exactly, and as a rational.
struct Constant {
    Expr exact;
    Rational value;
};

inline constexpr std::size_t max_coordinates = 1000;

// The quaternion of a body, and where the body was named.
struct BodyAttitude {
    std::array<Expr, 4> q;
    Span body;
};

// x, y and ψ of a frame that no other carries, and where it was named.
struct FreeFrame {
    std::array<Expr, 3> pose;
    Span name;
    std::string prefix;  // of its names
};

// A frame of a vehicle or one of its axles, and where it is on the plane.
struct PlanePart {
    std::string name;
    std::array<Expr, 3> pose;  // x, y and ψ of its origin, or of the point at which an axle is attached
    const syntax::FrameStatement* frame = nullptr;  // one of the two
    const syntax::AxleStatement* axle = nullptr;
    std::vector<Expr> turns = {};  // of the wheels
};

// The force that a support exerts on a body: Σ λ·direction over its constraints.
struct Reaction {
    std::string prefix, suffix;                                      // of its names
    std::vector<std::pair<std::string, std::array<Expr, 3>>> parts;  // by constraint
    std::array<Expr, 3> normal;
    std::string body, support;
    Span span;
    std::array<Expr, 3> place;  // of the point of contact
};

// A motor: the torque with which it acts along an angle, and the moment of inertia of its rotor as the angle feels it.
struct Drive {
    Span motor;
    std::string angle;  // a coordinate
    Expr torque;
    Expr inertia = {};  // none without a rotor
};

// A model between its tree and its system: what is known so far, and how its names and expressions are read.
struct Elaboration {
    Elaboration(const syntax::ModelTree& tree, const Source& source, Diagnostics& diagnostics);

    const syntax::ModelTree& tree;
    const Source& source;
    Diagnostics& diagnostics;
    System system;
    Scope inner;  // quasi-velocities stand for their definitions
    Scope outer;  // quasi-velocities stand for themselves
    Dimensions dimensions;
    bool units_given = false;
    std::optional<Dimension> energy_dimension;
    Span energy_span;                      // of the energy that has this dimension
    std::map<std::uint32_t, Expr> values;  // of parameters, by node
    std::map<std::string, Expr> fixed;     // parameters that are numbers, with expressions of any context
    std::vector<BodyAttitude> attitudes;
    std::map<std::string, Placement> placements;  // of bodies, and of space
    std::vector<FreeFrame> free_frames;
    std::vector<Reaction> reactions;
    // Of each friction: the constraints whose multipliers make up its normal reaction, and their parts in it.
    std::vector<std::vector<std::pair<std::string, Expr>>> normals;
    std::vector<PlanePart> plane_parts;
    std::vector<Drive> drives;
    bool bodies_make_up_energy = true;  // no other part of T is stated

    Context& context() { return *system.context; }
    std::string text(Span span) const { return std::string(source.text(span)); }
    void report(Diagnostic d) { diagnostics.add(std::move(d)); }

    // Visits the statements of a kind, until there are too many mistakes.
    template <class Kind>
    void each(auto&& visit) {
        for (const syntax::Statement& s : tree.statements)
            if (const Kind* what = std::get_if<Kind>(&s.what); what && !diagnostics.full()) visit(*what, s);
    }

    template <class Kind>
    const syntax::Statement* first(auto&& accepts) const {
        for (const syntax::Statement& s : tree.statements)
            if (const Kind* what = std::get_if<Kind>(&s.what); what && accepts(*what)) return &s;
        return nullptr;
    }
    template <class Kind>
    const syntax::Statement* first() const {
        return first<Kind>([](const Kind&) { return true; });
    }

    // --- names

    void declare(std::string_view name, const Meaning& meaning);
    bool may_declare(Span span);
    // A constant or a variable of a new name, declared in both scopes; empty after a mistake.
    Expr new_symbol(Span span, std::string noun, SymbolKind kind);

    // --- expressions

    // The meaning of an expression, its dimension checked once units are in use.
    Expr read(const syntax::Expression& e, const Scope& scope, std::optional<Dimension>* dimension = nullptr);
    // What is positive where an expression has a value as it is written.
    std::vector<Expr> domain(const syntax::Expression& e);
    // Of numbers, π and parameters only.
    Expr constant_expression(const syntax::Expression& e, std::string_view what);
    std::optional<Constant> constant(const syntax::Expression& e, std::string_view what);
    std::optional<Constant> evaluated(Expr exact, Span span, std::string_view what);

    void same_dimension(const syntax::Expression& left, const std::optional<Dimension>& a,
                        const syntax::Expression& right, const std::optional<Dimension>& b);
    bool has_acceleration(Expr e, Span span, std::string_view where);
};

// The steps, in the order in which elaborate_model takes them.

void declare_parameters(Elaboration& model);   // declarations.cpp
void declare_coordinates(Elaboration& model);  // declarations.cpp
void declare_states(Elaboration& model);       // declarations.cpp: of controllers
void lower_bodies(Elaboration& model);         // bodies.cpp
void lower_vehicles(Elaboration& model);       // vehicles.cpp
void read_algebra(Elaboration& model);         // algebra_model.cpp
void declare_definitions(
    Elaboration& model);               // declarations.cpp: abbreviations, outputs, quasi-velocities, motors
void read_rates(Elaboration& model);   // declarations.cpp: of states
void read_energy(Elaboration& model);  // energy.cpp
void read_forces(Elaboration& model);  // forces.cpp
void add_loads(Elaboration& model);    // loads.cpp: forces and torques on bodies
void read_constraints(Elaboration& model);            // constraints.cpp
void read_motion(Elaboration& model);                 // motion.cpp
void read_friction(Elaboration& model);               // friction.cpp
void check_vehicles_move(Elaboration& model);         // axles.cpp
void check_states_act_by_forces(Elaboration& model);  // declarations.cpp
void declare_multipliers(Elaboration& model);         // constraints.cpp
void declare_friction(Elaboration& model);            // friction.cpp: its forces
void declare_reactions(Elaboration& model);           // contacts.cpp
void read_initial_values(Elaboration& model);         // initial_values.cpp
void take_natural_velocities(Elaboration& model);     // natural_velocities.cpp: of vehicles without `quasi`
void read_expectations(Elaboration& model);           // expectations.cpp
void read_experiments(Elaboration& model);            // experiments.cpp
void draw_parts(Elaboration& model);                  // draw_parts.cpp: the picture of bodies and vehicles
void read_picture(Elaboration& model);                // picture.cpp
void read_latex_names(Elaboration& model);            // latex_names.cpp

// What several steps need.

// Of motors: the state that a current is, where there is an inductance; names, at their place in the text; rotors and torques.
//                                                                                                     motors.cpp
void declare_current(Elaboration& model, const syntax::MotorStatement& motor);
void check_order_of_motors(Elaboration& model);  // nothing may use what follows from it
void define_motor(Elaboration& model, const syntax::MotorStatement& motor);
void add_rotors(Elaboration& model);
void add_drives(Elaboration& model);  // torques on angles that are no hinges of bodies
// The hinge whose angle has this name; nothing if there is none.                                      motors.cpp
const syntax::JointStatement* hinge_called(const Elaboration& model, std::string_view angle);

// Σ b_i ω_i on an algebra; empty after a mistake.                                         constraints.cpp
Expr combination(Elaboration& model, const syntax::Tuple& b, std::string_view what);
// The force of a contact in multipliers; nothing where it is not determined.               contacts.cpp
std::optional<std::array<Expr, 3>> reaction_force(const Elaboration& model, const Reaction& reaction);
// Appends the values that the definitions give to the state.                              initial_values.cpp
void initial_values(Elaboration& model, const std::vector<syntax::Definition>& items,
                    std::vector<InitialValue>& out);
// Appends the starting values of the completion of the state; `given` have initial values.  initial_values.cpp
void guesses(Elaboration& model, const std::vector<syntax::Definition>& items,
             const std::vector<InitialValue>& given, std::vector<InitialValue>& out);
// The value in SI units, its unit compared with the dimension of the name.                initial_values.cpp
Expr with_unit(Elaboration& model, const syntax::Definition& d, Expr value);

}  // namespace anholon
