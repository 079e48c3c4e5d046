#pragma once

#include <array>
#include <optional>
#include <string>

#include "model/attitude.hpp"
#include "model/elaboration.hpp"

// A rigid body on its way from a statement to the system: theory §6.
namespace anholon {

// I at the mass centre in axes of the body; T = ½ ω·Iω.
struct InertiaTensor {
    Vector3 diagonal;
    Vector3 products;  // I12, I13, I23

    Expr energy(const Vector3& omega) const;
};

// Where a convex surface touches the plane beneath it.
struct Support {
    Expr height;                 // of the surface's centre above the plane
    std::array<Expr, 2> place;   // of the point of contact, along x and y from the mass centre
    std::array<Expr, 2> motion;  // (ω×r) along x and y, r from the mass centre to that point
};

struct Body {
    const syntax::BodyStatement& written;
    std::string prefix;  // of its names: empty if it is the only one
    Attitude attitude;
    Vector3 position;  // of the mass centre, in axes of space
    Expr mass;
    InertiaTensor inertia;

    std::string name(std::string_view local) const { return prefix + std::string(local); }
};

// A constant of the body, its dimension checked; empty after a mistake.                                   bodies.cpp
Expr quantity(Elaboration& model, const syntax::Expression& e, std::string_view what,
              const Dimension& dimension);
// The same, and it is a positive number.
Expr positive_quantity(Elaboration& model, const syntax::Expression& e, std::string_view what,
                       const Dimension& dimension);
std::optional<Vector3> components(Elaboration& model, const syntax::Tuple& tuple, std::string_view what,
                                  const Dimension& dimension);
void declare_abbreviation(Elaboration& model, const Body& body, std::string_view local, Expr value,
                          const Dimension& dimension);
void add_body_constraint(Elaboration& model, const Body& body, std::string_view local, Expr residual,
                         Constraint::Kind kind);

// From `inertia` or `shape`; nothing after a mistake.                                                    inertia.cpp
std::optional<InertiaTensor> read_inertia(Elaboration& model, const syntax::BodyStatement& written,
                                          const Expr& mass);

// Of `surface`, or of a shape that has one, with its centre seen from the mass centre; nothing after a mistake, or if there is none.               surfaces.cpp
bool has_surface(const Elaboration& model, const syntax::BodyStatement& written);
std::optional<Support> read_support(Elaboration& model, const Body& body, const Vector3& centre);

// The constraints of the body's contact with the ground.                                               contacts.cpp
const syntax::ContactStatement* contact_of(const Elaboration& model, const syntax::BodyStatement& written);
void add_contact(Elaboration& model, const Body& body, const syntax::ContactStatement& contact,
                 const Expr& ground);
// The height of the ground; empty after a mistake, or if there is none.
Expr read_ground(Elaboration& model);
void check_contacts(Elaboration& model);

}  // namespace anholon
