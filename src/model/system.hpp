#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "expr/context.hpp"
#include "expr/matrix.hpp"
#include "model/dry_friction.hpp"
#include "model/picture.hpp"
#include "model/space/attitude.hpp"
#include "model/space/base_velocities.hpp"
#include "model/space/inertia_tensor.hpp"
#include "model/space/mount.hpp"

namespace anholon {

// The law that a system with its constraints obeys (theory §2): the same L and the same constraints give different motions.
enum class Axiom { nonholonomic, vakonomic, servo_force, servo_momentum, viscous, added_mass, free };

struct Parameter {
    Expr symbol;
    Rational value;  // in SI units; of 30 [deg] a rational within 1e-40 of pi/6
    Expr exact;      // the same, exactly: pi/6
    Expr scale;      // SI units in one of `unit`: pi/180 for deg; 1 as a rule
    std::optional<std::pair<Rational, Rational>> range;
    std::string unit;  // as written, empty if none
    std::string description;
    Span span;
    std::optional<std::pair<Expr, Expr>> exact_range = std::nullopt;  // the range in SI units, exactly
    bool is_of_table = false;  // a letter of a table of an input, which changes from row to row
    bool is_input =
        false;  // set from outside while the motion goes on, and constant from one setting to the next
};

// A parameter that other parameters define. In every expression of the system its definition stands in its place.
struct DerivedParameter {
    std::string name;
    Expr definition;                // in SI units, of numbers and of `System::parameters`
    std::vector<std::string> from;  // the parameters that its text names
    Expr scale;                     // as of a Parameter
    std::optional<std::pair<Rational, Rational>> range;
    std::string unit;
    std::string description;
    Span span;
    std::optional<std::pair<Expr, Expr>> exact_range = std::nullopt;
};

struct Coordinate {
    Expr symbol;
    Expr modulus;  // empty handle unless `mod` was given
    std::string unit;
    std::string description;
    Span span;
};

// A variable of a controller or an actuator, ẋ = rate. It acts on the motion by forces alone: no energy and no constraint holds it.
struct ControllerState {
    Expr symbol;  // a variable
    Expr rate;    // in t, q, q̇, parameters and states
    std::string unit;
    std::string description;
    Span span;
};

// A named function of the motion; it is an abbreviation as well.
struct Output {
    std::string name;
    Expr value;  // in t, q, q̇, q̈, parameters and states
    std::string unit;
    std::string description;
    Span span;
};

// residual = 0
struct Constraint {
    enum class Kind {
        geometric,  // F(t, q)
        linear,     // a_i(t, q) q̇_i + a_0(t, q)
        nonlinear,  // f(t, q, q̇)
    };
    std::string name;
    Expr residual;
    Kind kind;
    Span span;
    // Of a contact or a part of a vehicle: they may say one thing twice, what the author wrote should not.
    bool may_follow = false;
    bool of_axle = false;
    bool of_loop = false;  // of a joint that closes one
    Expr positive = {};    // where the constraint holds as it is meant; it may also hold elsewhere
};

// A constraint that was left out, and how it follows from those that stand.
struct RedundantConstraint {
    std::string name;
    std::string relation;  // "rear_side2 = rear_side1 (line 4)"
    Span span;
    // Of a geometric constraint whose velocities follow, but whose place does so only where the initial state satisfies it: sin φ = 0
    // beside cos φ = 1.
    Expr residual = {};
};

// A wheel, or a pair of equal wheels, that rolls on an axle of a vehicle; and the skate that may take its place: 003 §3.
struct RollingAxle {
    std::string name;
    std::vector<Expr> turns;           // φ, a coordinate for each wheel
    std::vector<Expr> rates;           // φ̇ as rolling demands it
    std::vector<std::string> rolling;  // the constraints that do
    Expr kinetic;                      // of the wheels
    Expr speed_squared, omega;         // of the middle between them; at which the axle turns
    Expr skate_mass, skate_moment;     // the latter about the vertical through that middle

    Expr skate_kinetic() const {
        return (skate_mass * speed_squared + skate_moment * omega * omega) / Rational(2);
    }
};

// η = definition, an expression in t, q, q̇; linear in q̇.
struct QuasiVelocity {
    Expr symbol;
    Expr definition;
    Span span;
};

// A body that keeps its place in the axes of another, or turns there about its own axis of symmetry.
struct Attachment {
    std::string carrier;
    Vector3 place;                               // of the mass centre, seen from the carrier's
    std::optional<Vector3> axis = std::nullopt;  // that it turns about
};

// A joint or a contact by which a body is held: where it acts it passes on a force and a moment, each along the given directions.
// All vectors are in axes of space.
struct Hold {
    std::string name;  // of the joint's coordinate, or of the support
    std::string by;    // the body that holds it; empty if that is at rest or moves as told
    Vector3 point;
    std::vector<Vector3> forces, moments;
    // Of a contact: the constraints whose multipliers are these forces and moments; not all of them where a part of it is neither.
    std::vector<std::string> force_rows = {}, moment_rows = {};
    bool has_all_rows = true;
};

// What acts on a body besides its weight: a force at a place and a moment, in axes of space.
struct Load {
    std::string body;
    Vector3 place, force, moment;
};

// The parts of vehicles as far as they pull each other: masses and the forces of the road on each frame, and what carries it by a hitch.
struct Towing {
    struct Mass {
        std::string frame;
        Expr mass;
        Vector3 place;
    };
    struct Road {
        std::string frame, constraint;
        Vector3 direction;  // of the force that its multiplier is
    };
    struct Hitch {
        std::string frame, carrier;
    };
    std::vector<Mass> masses = {};
    std::vector<Road> roads = {};
    std::vector<Hitch> hitches = {};
};

// A body in the energy T = Σ ½ m v² + ½ ω·Iω.
struct RigidBody {
    std::string name;
    Expr mass;
    InertiaTensor inertia;
    // In base velocities, and in axes in which the inertia is constant:
    Vector3 velocity;                                   // of the mass centre
    Vector3 omega;                                      // the angular velocity
    Vector3 turning;                                    // the angular velocity of the axes
    Vector3 weight;                                     // the force of gravity, in these axes
    std::optional<Attachment> attached = std::nullopt;  // to a body that comes before it
    Vector3 position = {};                              // of the mass centre, in axes of space
    Attitude axes = {};                                 // those of `velocity` and `omega`
    std::vector<Hold> holds = {};
    std::optional<Mount> mount = std::nullopt;  // of a body that was stated as one
};

struct Motion {
    Axiom axiom = Axiom::nonholonomic;
    // servo_force: for each velocity constraint a covector m_μ, by coordinate (or by generator of the algebra).
    std::vector<std::vector<Expr>> directions;
    // servo_momentum: for each velocity constraint N_μ(q, q̇, t).
    std::vector<Expr> momenta;
    // viscous, added_mass: the large number N.
    Expr stiffness;
    Span span;
};

// A Lie algebra by its structure constants, [e_r, e_s] = c^m_rs e_m, indices from 0.
struct LieAlgebra {
    std::string name;  // "so(3)"
    std::size_t dimension = 0;
    std::vector<Expr> omega;       // the velocities: variables of the context
    std::vector<Expr> constants;   // of a core (mechanics/forms/core), functions of its coordinates
    std::vector<Expr> rates = {};  // of the coordinates on which the group acts: q̇ in t, q and omega
    const Expr& c(std::size_t m, std::size_t r, std::size_t s) const {
        return constants[(m * dimension + r) * dimension + s];
    }
};

// The equations W ω̇ = r in which a core was found, in t, q and ω: shorter than those that follow from its L and Q. Constraints add their
// multipliers.
struct FinishedEquations {
    Matrix W;
    std::vector<Expr> r;
};

// The multiplier of a constraint that was solved, in t, q, ω and ω̇.
struct KnownMultiplier {
    Expr symbol, value;
    std::string constraint, unit;
};

struct InitialValue {
    Expr symbol;  // q, q̇, η or λ, or the expression of an abbreviation
    Expr value;   // of constants only
    Span span;
};

// A function of t, q, q̇ and λ that stays positive as long as the system is what it was stated to be.
struct Guard {
    Expr value;
    Expr scale;         // rounding changes the value by a small part of this
    std::string words;  // what has happened where it vanishes
};

struct Expectation {
    enum class Kind { dof, integral, equation, value, holonomic, nonholonomic };
    Kind kind;
    Expr left;   // integral: the function; equation: the left side, such as w'; value: the expression
    Expr right;  // equation: the right side; value: what it should be
    Expr time;   // value: when
    std::size_t count = 0;  // dof
    Rational tolerance;     // value: absolute; 0 if not given
    std::string name;       // integral: as it is written; "energy" for the energy, which is not written out
    Span span;
    std::vector<Expr> domain = {};  // positive where both sides have a value as they are written
};

struct Experiment {
    std::string name;
    Rational until = 10, every = 0, tolerance = 0;  // 0: chosen by the program
    std::vector<InitialValue> init, guesses;
    std::vector<std::pair<Expr, Rational>> parameters;
    // The words of its studies: "section", "at", "x:up". A study reads them when it is asked for, in names of the system or its core.
    struct Study {
        std::string study, option, value;
        Span span;
    };
    std::vector<Study> studies = {};
    Span span;
};

// A function of t, q, q̇, q̈, η and λ, on each side of whose zero the system is smooth: the u of sign(u), |u| and if(u > 0, …).
struct Switch {
    Expr side;      // a parameter that stands for sign(u)
    Expr function;  // u
};

// A mechanical system as its author stated it, every number exact. A copy shares the context in which its expressions live.
struct System {
    std::string name, description;
    std::vector<std::string> citations;
    std::shared_ptr<Context> context;
    Expr t;
    std::vector<Parameter> parameters;  // the independent ones
    std::vector<DerivedParameter> derived;
    std::vector<Coordinate> coordinates;
    std::vector<ControllerState> states = {};
    std::vector<Output> outputs = {};
    std::vector<std::pair<std::string, Expr>> lets;  // as written, expanded
    bool has_quantities =
        false;     // some number in an expression has a unit: then no dimension follows from the expression
    Expr T, V, L;  // L = T − V, or as given: then T is its part that depends on velocities, V = −(the rest)
    Expr energy = {};     // where it is not v ∂L/∂v − L: of a core, that of the full system
    std::vector<Expr> Q;  // forces that come from no potential, −∂R/∂q̇ included; one a coordinate
    Expr dissipation;     // Rayleigh's function, empty if none
    std::vector<RigidBody> bodies;        // that make up T; none if it has other parts as well
    BaseVelocities base;                  // of the bodies
    Expr V_of_weights;                    // the part of V that their weights have; empty if none
    std::optional<Vector3> gravity;       // the acceleration of free fall, in axes of space
    std::vector<Constraint> constraints;  // none follows from the others
    std::vector<RedundantConstraint> redundant;
    // Functions of t and q that vanish in every state because the kinematics keeps them: γ·γ − 1 of a core.
    std::vector<Expr> relations;
    std::vector<RollingAxle> rolling_axles;  // of vehicles
    std::vector<Load> loads;                 // on bodies
    Towing towing;                           // of vehicles
    std::vector<Expr> multipliers;           // λ_μ: a variable for each constraint, for init and expect
    std::vector<DryFriction> frictions = {};
    std::vector<QuasiVelocity> quasi;  // the free ones, as stated; may be empty
    Motion motion;
    // L, Q and the constraints are then functions of omega, and of the coordinates on which the group acts, if there are any.
    std::optional<LieAlgebra> algebra;
    std::optional<FinishedEquations> finished;  // of a core
    std::vector<KnownMultiplier> reactions;     // of a core
    std::vector<InitialValue> init;
    std::vector<InitialValue> guesses;  // where the completion of `init` starts; of q and q̇
    std::vector<InitialValue>
        defaults;  // of coordinates and states that are not given, kept while the constraints allow them
    std::vector<Guard> guards;
    std::vector<Expectation> expectations;
    std::vector<Experiment> experiments;
    std::vector<PictureItem> picture;
    Staging staging;  // of the picture
    std::vector<Switch>
        switches;  // of a system on one side of each (motion/switches); none of a system as stated

    Context& c() const { return *context; }
    std::vector<Expr> q() const {
        std::vector<Expr> symbols;
        for (const Coordinate& coordinate : coordinates) symbols.push_back(coordinate.symbol);
        return symbols;
    }
    // F(t, q) = 0 in every state: of geometric constraints, and relations.
    std::vector<Expr> functions_of_place() const {
        std::vector<Expr> F;
        for (const Constraint& k : constraints)
            if (k.kind == Constraint::Kind::geometric) F.push_back(k.residual);
        F.insert(F.end(), relations.begin(), relations.end());
        return F;
    }
    // q̇, or ω on a Lie algebra.
    std::vector<Expr> velocities() const {
        if (algebra) return algebra->omega;
        std::vector<Expr> v;
        for (const Coordinate& coordinate : coordinates) v.push_back(dot(coordinate.symbol));
        return v;
    }
};

}  // namespace anholon
