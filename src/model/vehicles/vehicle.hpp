#pragma once

#include <array>
#include <optional>
#include <string>

#include "model/bodies/body.hpp"

// A vehicle on the plane on its way from statements to the system: theory §6, 003 §2.
namespace anholon {

using PlaneVector = std::array<Expr, 2>;

// Axes on the plane: axis 1 along (cos ψ, sin ψ), axis 2 to the left of it. An axle lies along axis 1 and rolls along axis 2.
struct PlaneAxes {
    PlaneVector origin;
    Expr angle;

    PlaneVector point(const PlaneVector& p) const;  // of these axes, in space
    PlaneAxes turned(const PlaneVector& pivot, const Expr& by) const { return {point(pivot), angle + by}; }
    Expr along(const PlaneVector& v) const;   // (v, n)
    Expr across(const PlaneVector& v) const;  // (v, τ)
};

PlaneVector velocity(const PlaneVector& point);

Dimension moment_of_inertia();

// A constant of a part, its dimension checked; where it is absent, zero.                                vehicles.cpp
Expr optional_quantity(Elaboration& model, const std::optional<syntax::Expression>& e, std::string_view what,
                       const Dimension& dimension);
PlaneVector place(Elaboration& model, const std::optional<syntax::Tuple>& tuple, std::string_view what);

// A part as a body of the system, its velocities and its moments in axes that turn about the vertical with it. Its energy is added
// elsewhere.                                                                                            vehicles.cpp
void add_rigid_part(Elaboration& model, const std::string& name, const Expr& mass, const PlaneVector& v,
                    const Vector3& moments, const Vector3& omega);
// A body of this frame with its centre there, and T = ½ m v² + ½ J ω².
void add_plane_body(Elaboration& model, const std::string& name, const std::string& frame,
                    const PlaneAxes& axes, const PlaneVector& centre, const Expr& mass, const Expr& inertia);

// The wheel angles of an axle.                                                                             axles.cpp
std::vector<Expr> declare_wheel_turns(Elaboration& model, const syntax::AxleStatement& axle);
// Its energy and its constraints; the axes are those of the axle, with the origin at its pivot.
void lower_axle(Elaboration& model, const syntax::AxleStatement& axle, const std::string& frame,
                const PlaneAxes& axes, const std::vector<Expr>& turns);

}  // namespace anholon
