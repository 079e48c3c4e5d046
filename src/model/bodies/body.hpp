#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/space/attitude.hpp"
#include "model/space/mount.hpp"
#include "model/statements/part.hpp"

// A rigid body on its way from a statement to the system: theory §6.
namespace anholon {

struct SurfaceKind;

// The surface that a body shows to what it touches, in axes of the body.
struct Surface {
    const SurfaceKind* kind;
    std::vector<Expr> sizes;
    std::vector<Expr> functions;  // of a surface given by functions of its parameters
    Vector3 centre;               // seen from the mass centre
    Vector3 axis;                 // a unit vector: of a rim, a torus, a blade

    bool is_of_revolution_about(const Vector3& axis) const;
};

// How a body moves, in its axes and in base velocities.
struct Twist {
    Vector3 velocity;  // of the mass centre
    Vector3 omega;     // the angular velocity
    Vector3 turning;   // the angular velocity of the axes
    std::optional<Vector3> turning_in_space =
        std::nullopt;  // the same in axes of space, where it is known by that

    Vector3 of_point(const Vector3& r) const { return velocity + cross(omega, r); }
};

inline constexpr const char* space = "space";  // what does not move

struct Body : Placement {
    const syntax::BodyStatement& written;
    std::string prefix;  // of its names: empty if it is the only one
    Expr mass;
    InertiaTensor inertia;
    std::optional<Surface> surface;
    Twist twist;  // how it moves, in its axes and in base velocities
    std::optional<Attachment> attached = std::nullopt;
    std::vector<Hold> holds = {};  // its joint, or what its pose leaves out
    Mount mount = {};

    std::string name(std::string_view local) const { return prefix + std::string(local); }
    // A vector given in `axes`, in those that w1 w2 w3 are told in: its own, or of the part in whose hinge it turns.
    Vector3 seen_from_named_axes(const Vector3& r) const {
        return written.angles.empty() ? r : seen_from_body(r);
    }
};

// A constant of the body, its dimension checked; empty after a mistake.                                   bodies.cpp
Expr quantity(Elaboration& model, const syntax::Expression& e, std::string_view what,
              const Dimension& dimension);
// The same, and it is a positive number.
Expr positive_quantity(Elaboration& model, const syntax::Expression& e, std::string_view what,
                       const Dimension& dimension);
std::optional<Vector3> components(Elaboration& model, const syntax::Tuple& tuple, std::string_view what,
                                  const Dimension& dimension);
// The same, of length one; no direction is zero.
std::optional<Vector3> unit_vector(Elaboration& model, const syntax::Tuple& tuple, std::string_view what);
PartName part_of(const Elaboration& model, const syntax::BodyStatement& body);
void add_body_constraint(Elaboration& model, const Body& body, std::string_view local, Expr residual,
                         Constraint::Kind kind);

// From `inertia` or `shape`; nothing after a mistake.                                                    inertia.cpp
std::optional<InertiaTensor> read_inertia(Elaboration& model, const syntax::BodyStatement& written,
                                          const Expr& mass);

// Of `surface`, or of a shape that has one; nothing after a mistake, or if there is none.               surfaces.cpp
bool has_surface(const Elaboration& model, const syntax::BodyStatement& written);
std::optional<Surface> read_surface(Elaboration& model, const syntax::BodyStatement& written);

struct SupportSurface;

// The constraints of the body's contacts.                                                              contacts.cpp
std::vector<const syntax::ContactStatement*> contacts_of(const Elaboration& model,
                                                         const syntax::BodyStatement& written);
// Whether the contacts leave ω free, in axes of the body, or only Ω_x and Ω_y; or velocities that the program has to find.
enum class FreeVelocities { all, in_the_plane, body_axes, space_axes, unknown };
FreeVelocities free_velocities(const Elaboration& model, const Body& body);
// The carrier is the body that the support is fixed to, if it is not at rest.
void add_contact(Elaboration& model, Body& body, const syntax::ContactStatement& contact,
                 const SupportSurface& support, const Body* carrier);
void check_contacts(Elaboration& model);

// The axes, the position and the velocity of a body that hangs on no other.                                 pose.cpp
void place_by_pose(Elaboration& model, Body& body, bool is_held);
void place_by_quaternion(Elaboration& model, Body& body);  // only its axes
// A velocity of a body, or a function of its place, that is a variable of its own, under a name that nothing else has.
Expr base_symbol(Elaboration& model, const Body& body, const std::string& local);
// Whether some body rolls: then velocities are short in axes of bodies.
bool rolls_somewhere(const Elaboration& model);
// Turns the axes and the body with them; only the body, if it may leave its axes and is one of revolution.
enum class Turned { axes, body };
Turned turn(Body& body, const Vector3& axis, const Expr& angle, const Expr& rate, bool may_stay);

// Bodies that hang on others.                                                                             joints.cpp
struct Joints {
    // The joint that places a body, and those that close loops.
    std::map<const syntax::BodyStatement*, const syntax::JointStatement*> placing;
    std::vector<const syntax::JointStatement*> closing;
    std::vector<const syntax::BodyStatement*> order;  // what carries comes before what it carries

    // Whether something else than the joint that places it takes hold of a body.
    bool holds(const Elaboration& model, const syntax::BodyStatement& body) const;
};
Joints read_joints(Elaboration& model);
void place_by_joint(Elaboration& model, Body& body, const Body* carrier, const syntax::JointStatement& joint,
                    bool carries);
void close_loop(Elaboration& model, const Body& body, const Body* carrier,
                const syntax::JointStatement& joint);

// Springs and dampers between points of bodies.                                                            loads.cpp
void add_springs(Elaboration& model);

const syntax::BodyStatement* find_body(const Elaboration& model, std::string_view name);
std::vector<std::string> body_names(const Elaboration& model);

}  // namespace anholon
