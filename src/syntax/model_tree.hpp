#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "syntax/expression.hpp"

// A model as it is written: statements in their order, with the places where everything stands.
namespace anholon::syntax {

// name [primes] = value [unit]
struct Definition {
    Span name;
    std::uint32_t primes = 0;
    Expression value;
    std::optional<Span> unit = std::nullopt;  // with its brackets
    Span span;
};

struct ParameterItem {
    Definition definition;
    std::optional<std::pair<Expression, Expression>> range = std::nullopt;
    std::optional<Span> description = std::nullopt;
};

struct CoordinateItem {
    Span name;
    std::optional<Span> unit = std::nullopt;
    std::optional<Expression> modulus = std::nullopt;
    std::optional<Span> description = std::nullopt;
};

struct Tuple {
    std::vector<Expression> entries;
    Span span;
};

struct DescriptionStatement {
    Span text;
};
struct CiteStatement {
    Span text;
};
struct LatexStatement {
    struct Item {
        Span name, latex;
    };
    std::vector<Item> items;
};
struct ParamStatement {
    std::vector<ParameterItem> items;
};
struct CoordStatement {
    std::vector<CoordinateItem> items;
};
// input tau [N m] = 0 in -5..5 "right wheel"
struct InputStatement {
    std::vector<ParameterItem> items;
};
// state e [m s] = 0 "integral of the error"
struct StateStatement {
    struct Item {
        Span name;
        std::optional<Span> unit = std::nullopt;
        std::optional<Expression> value = std::nullopt;  // where it starts
        std::optional<Span> description = std::nullopt;
    };
    std::vector<Item> items;
};
// e' = x - target
struct RateStatement {
    std::vector<Definition> items;
};
// output v [m/s] = x' "speed"
struct OutputStatement {
    struct Item {
        Definition definition;
        std::optional<Span> description = std::nullopt;
    };
    std::vector<Item> items;
};
struct LetStatement {
    std::vector<Definition> items;
};
struct EnergyStatement {
    enum class Kind { kinetic, potential, lagrangian, dissipation } kind;
    Expression value;
};
struct ForceStatement {
    struct Item {
        Span coordinate;
        Expression value;
    };
    std::vector<Item> items;
};
struct ConstraintStatement {
    std::optional<Span> name;
    std::optional<Expression> left, right;  // or else:
    std::optional<Tuple> covector = std::nullopt;
};
struct QuasiStatement {
    std::vector<Definition> items;
};
struct MotionStatement {
    enum class Kind { nonholonomic, vakonomic, servo_force, servo_momentum, viscous, added_mass, free } kind;
    std::vector<Tuple> tuples = {};       // of servo force, or servo momentum on an algebra
    std::vector<Expression> values = {};  // of servo momentum; the one N of viscous and added-mass
};
struct InitStatement {
    std::vector<Definition> items;
};
struct GuessStatement {
    std::vector<Definition> items;
};
struct ExpectStatement {
    enum class Kind { dof, integral, energy, equation, value, holonomic, nonholonomic } kind;
    std::optional<Expression> left = std::nullopt, right = std::nullopt;  // dof: left is the count
    std::optional<Expression> time = std::nullopt, tolerance = std::nullopt;
};
struct ExperimentStatement {
    struct Setting {
        enum class Kind { until, every, tol } kind;
        Expression value;
        Span keyword;
    };
    // A word of a study, as its command would take it: section at x:up
    struct Study {
        Span study, option, value;  // the value is empty for a flag
    };
    Span name;
    std::vector<Setting> settings;
    std::vector<Definition> init;
    std::vector<Definition> guesses = {};
    std::vector<Definition> parameters = {};
    std::vector<Study> studies = {};
};
struct AlgebraStatement {
    struct Factor {
        Span name;                 // so, e, sl, heisenberg
        std::optional<Span> size;  // of so(3)
        Span span;
    };
    struct Bracket {
        Span first, second;  // [1, 2]
        Expression value;    // e3, or 3 for short
        Span span;
    };
    std::vector<Factor> factors;  // their product; none for a table
    std::vector<Bracket> table = {};
};
struct InertiaStatement {
    std::vector<std::vector<Expression>> rows;  // the diagonal; the rest, row by row
};
struct TorqueStatement {
    Tuple components;
};
struct BodyStatement {
    struct Solid {  // ball(r), disc(r) along (x, y, z)
        Span name;
        Tuple sizes;
        std::optional<Tuple> axis = std::nullopt;
    };
    struct Turn {  // psi about z
        Span angle;
        Span axis;  // x, y or z
    };
    struct Inertia {
        InertiaStatement moments;
        std::optional<Expression> angle = std::nullopt;  // turned φ about (x, y, z)
        std::optional<Tuple> axis = std::nullopt;
        std::optional<Tuple> point = std::nullopt;  // at (x, y, z)
        Span span = {};
    };
    Span name;
    std::optional<Expression> mass = std::nullopt;
    std::optional<Inertia> inertia = std::nullopt;
    std::optional<Solid> shape = std::nullopt;
    std::optional<Span> planar = std::nullopt;
    std::optional<Tuple> fixed_point = std::nullopt;  // of pose about (x, y, z)
    std::vector<Turn> angles = {};                    // in place of a quaternion
    std::optional<Solid> surface = std::nullopt;
    std::optional<Tuple> centre = std::nullopt;  // of surface … at (x, y, z)
};
struct BodyPoint {  // BODY at (x, y, z)
    Span body;      // or `space`
    std::optional<Tuple> point = std::nullopt;
};
struct JointStatement {
    enum class Kind { hinge, slider, ball, weld };
    BodyPoint carried, carrier;
    Kind kind;
    Span kind_span;
    std::optional<Span> coordinate = std::nullopt;
    std::optional<Expression> law = std::nullopt;
    std::optional<Tuple> axis = std::nullopt;
};
struct SpringStatement {
    bool is_damper;
    Expression coefficient;
    BodyPoint first, second;
    std::optional<Expression> length = std::nullopt;
};
struct LoadStatement {  // a force or a torque on a body
    bool is_torque;
    Tuple components;
    BodyPoint on;
    bool is_follower;  // its components are in axes of the body
};
// A torque with which two bodies act on each other: on the first as told, on the second the opposite.
struct InternalTorqueStatement {
    std::optional<Expression> value = std::nullopt;  // along the axis of a hinge
    std::optional<Tuple> components = std::nullopt;  // or a vector
    Span first = {}, second = {};                    // bodies, one of them may be `space`
    std::optional<Span> hinge = std::nullopt;        // its coordinate, in place of the two
    bool is_follower = false;                        // the components are in axes of the first
};
// motor NAME on ANGLE { … }
struct MotorStatement {
    Span name;
    Span angle = {};
    std::optional<Expression> gear = std::nullopt, resistance = std::nullopt, constant = std::nullopt,
                              inductance = std::nullopt, rotor = std::nullopt, friction = std::nullopt,
                              voltage = std::nullopt, torque = std::nullopt;
};
struct GroundStatement {
    Expression height;
    std::optional<Expression> turning = std::nullopt;
};
struct SupportStatement {
    Span name;
    BodyStatement::Solid surface;
    bool is_inside = false;
    std::optional<Span> carrier = std::nullopt;  // a body that it is fixed to
    std::optional<Tuple> place = std::nullopt;
    std::optional<Expression> turning = std::nullopt;
};
struct GravityStatement {
    Expression strength;
    Tuple direction;
};
struct ContactStatement {
    enum class Kind { rolling, rubber, sliding, skating, friction };
    Span body, support;
    Kind kind;
    std::optional<Expression> coefficient = std::nullopt, width = std::nullopt;  // of friction
};
struct FrictionStatement {  // friction mu on floor: x' regularised eps
    Expression coefficient;
    Span constraint;
    std::vector<Expression> slips;
    std::optional<Expression> width = std::nullopt;
};
struct VelocitiesStatement {
    std::vector<Span> names;
};
// The angle of a hinge: free, or given by a law.
struct HingeAngle {
    Span name;
    std::optional<Expression> law = std::nullopt;
};
struct FrameStatement {
    Span name;
    std::optional<Expression> mass = std::nullopt, inertia = std::nullopt;
    std::optional<Tuple> centre = std::nullopt;  // of at (x, y)
    std::optional<Tuple> pose = std::nullopt;    // (x, y, psi), given
};
struct HitchStatement {
    Span frame;
    std::optional<Tuple> place = std::nullopt;  // in the frame
    Span carrier = {};
    std::optional<Tuple> carrier_place = std::nullopt;
    HingeAngle angle = {};
};
struct AxleStatement {
    struct Support {
        enum class Kind { skate, wheel, pair };
        Kind kind;
        Span span;
        std::optional<Expression> radius = std::nullopt, track = std::nullopt, mass = std::nullopt,
                                  spin = std::nullopt, turn = std::nullopt;
    };
    Span name;
    Span frame = {};
    std::optional<Tuple> pivot = std::nullopt;
    std::optional<HingeAngle> angle = std::nullopt;
    std::optional<Expression> mass = std::nullopt, inertia = std::nullopt;
    std::optional<Tuple> centre = std::nullopt, offset = std::nullopt;  // both from the pivot
    std::optional<Support> support = std::nullopt;
};
// picture { … }
struct PictureStatement {
    struct Point {  // (x, y, z), or the place of another item
        std::optional<Tuple> components = std::nullopt;
        Span span = {};
    };
    struct Turn {  // turned φ about (x, y, z)
        Expression angle;
        std::optional<Tuple> axis = std::nullopt;
    };
    struct Size {  // radius R
        Span keyword;
        Expression value;
    };
    struct Range {  // u 0..1
        Span letter;
        Expression low, high;
    };
    struct Item {
        Span kind;
        Span span = {};
        std::optional<Span> name = std::nullopt;
        std::optional<Span> words = std::nullopt;     // of a text
        std::optional<Tuple> surface = std::nullopt;  // its point, a function of u and v
        std::vector<Range> ranges = {};
        std::optional<Point> at = std::nullopt, from = std::nullopt, to = std::nullopt, of = std::nullopt;
        std::optional<Tuple> along = std::nullopt, attitude = std::nullopt, turning = std::nullopt;
        std::vector<Turn> turns = {};
        std::optional<Span> in = std::nullopt, on = std::nullopt;  // other items
        std::vector<Size> sizes = {};
        std::optional<Tuple> edges = std::nullopt;  // of `size (a, b, c)`
        std::optional<Span> colour = std::nullopt, role = std::nullopt;
    };
    std::vector<Item> items;
    std::optional<Span> view = std::nullopt;
};

using StatementKind =
    std::variant<DescriptionStatement, CiteStatement, LatexStatement, ParamStatement, CoordStatement,
                 LetStatement, EnergyStatement, ForceStatement, ConstraintStatement, QuasiStatement,
                 MotionStatement, InitStatement, GuessStatement, ExpectStatement, ExperimentStatement,
                 AlgebraStatement, InertiaStatement, TorqueStatement, VelocitiesStatement, BodyStatement,
                 GroundStatement, GravityStatement, ContactStatement, JointStatement, SpringStatement,
                 LoadStatement, SupportStatement, FrameStatement, HitchStatement, AxleStatement,
                 PictureStatement, InputStatement, StateStatement, RateStatement, OutputStatement,
                 InternalTorqueStatement, MotorStatement, FrictionStatement>;

struct Statement {
    Span keyword;
    Span span;  // from the keyword to the last token
    StatementKind what;
};

struct ModelTree {
    Span name;
    std::vector<Statement> statements;
    Tree expressions;  // of all statements
};

}  // namespace anholon::syntax
