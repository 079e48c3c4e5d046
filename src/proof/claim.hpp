#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proof/program.hpp"

// Systems and claims about them, as they are judged (proof/judge.hpp) and written to certificates (docs/certificates.md).

namespace anholon::proof {

struct Condition {
    enum class Kind { positive, negative, nonzero } kind;
    Id node;
    bool is_of_law = false;  // not declared: where it does not hold the law has no value
};

enum class Law { none, free, nonholonomic, servo_force, servo_momentum, vakonomic };
std::string_view name(Law law);

// How points of the state space are made, one step after another.
struct DrawStep {
    enum class Kind {
        free,   // any value
        set,    // a function of names drawn before
        angle,  // the angle whose sine and cosine are given
        solve,  // names in which constraints are affine
    } kind;
    std::vector<Id> names;
    std::vector<Id> nodes = {};  // of set: the value; of angle: sine and cosine
    struct Of {
        std::size_t constraint;  // its index
        bool is_rate = false;    // dF/dt of a position constraint
    };
    std::vector<Of> constraints = {};  // those of the model that it satisfies, if it is no parametrisation
};

using Sample = std::map<std::string, Rational>;

struct System {
    std::string name, text;
    std::optional<Id> time;
    std::vector<Id> parameters, coordinates, velocities, multipliers;
    Id lagrangian = 0;
    std::vector<Id> forces;
    struct Constraint {
        std::string name;
        bool is_position;
        Id value;
        std::vector<Id> direction = {};   // of the force of a servo-constraint of the first kind
        std::optional<Id> momentum = {};  // of a servo-constraint of the second kind
    };
    std::vector<Constraint> constraints;
    Law law = Law::none;
    // With quasi-velocities w: q̇_i in t, q and w; the structure coefficients c^m_rs that are not zero. Elsewhere w_i = q̇_i.
    bool is_on_algebra = false;
    std::vector<Id> kinematics;
    struct Bracket {
        std::size_t m, r, s;
        Id value;
    };
    std::vector<Bracket> brackets;
    std::vector<Condition> domain;
    std::vector<Id> hints;
    std::vector<DrawStep> draw;  // empty if all variables are free
    Sample sample;
    // Parameters that were added: the constraint of the model holds where its level is 0.
    struct Level {
        Id level;
        std::size_t constraint;
    };
    std::vector<Level> levels;
    // A law that is none of these, as W z = r with z = (w', λ_ν, further unknowns). A certificate cannot express it.
    struct GivenLaw {
        std::vector<Id> W, r;  // W by rows
    };
    std::optional<GivenLaw> given = {};
    // Variables that move by a law of their own, ė = rate, such as the states of controllers. A certificate cannot express them.
    std::vector<std::pair<Id, Id>> moved;

    std::vector<Id> state()
        const;  // time, parameters, coordinates, velocities, multipliers, and what is moved
    std::vector<Id> free_names() const;
};

struct Claim {
    enum class Kind { zero, equation, integral, form, map };
    std::string id;
    Kind kind = Kind::zero;
    std::size_t system = 0;
    std::vector<Condition> where = {};
    std::vector<Id> hints = {};
    Id node = 0;  // of zero, equation, integral
    // Of claims about forms: functions that must vanish; functions of the state with a name; unknowns of its own, in which the equations are affine.
    std::vector<Id> equations = {};
    std::vector<std::pair<Id, Id>> definitions = {};
    std::vector<Id> extras = {};
    // Variables beside the state that may have any values. A certificate cannot express them.
    std::vector<Id> free = {};
    // Of claims about maps: the image of each variable of the other state, and dt_other/dt.
    std::size_t to = 0;
    std::vector<std::pair<Id, Id>> images = {};
    std::optional<Id> clock = {};
    // Instead of the other system its equations at the images: dφ/dt = f (G0 + G1 z) with W z = r, and what vanishes there. A
    // certificate cannot express it.
    struct Pushed {
        std::vector<Id> change, W, r, G0, G1, constraints;  // W and G1 by rows
    };
    std::optional<Pushed> pushed = {};
    Sample sample = {};
};
std::string_view name(Claim::Kind kind);

// The systems that some claims are about, and the nodes of all of them.
struct Subject {
    Program program;
    std::vector<System> systems;

    Id rate(Id variable) { return program.variable(program.name_at(variable) + "'"); }
    Id reaction(const System& system, std::size_t constraint) {
        return program.variable("lambda_" + system.constraints[constraint].name);
    }
};

}  // namespace anholon::proof
