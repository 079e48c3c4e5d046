#pragma once

#include "mechanics/setting.hpp"

// What the forms' files share in handing over their equations.

namespace anholon {

// State (q, q̇), unknowns q̈ and `extra` (multipliers).
void use_coordinate_state(const Setting& s, Equations& e);

// State (q, η_1..η_l) with q̇ = B η + B_0, unknowns η̇.
void use_free_state(const Setting& s, Equations& e);
void use_free_state(const Setting& s, const AdaptedFrame& X, Equations& e);

// State (q, η_1..η_n), the constrained ones kept.
void use_full_frame_state(const Setting& s, Equations& e);

// State (q, q̇_r) with q̇_α = g_α.
void use_independent_state(const Setting& s, Equations& e);

// Residuals lowered to the constraints and solved for the free accelerations: equations() of the textbooks. The residuals
// are functions of t, q, η, η̇; η_α and η̇_α are put to zero here, last.
void close_in_free_velocities(const Setting& s, Equations& e, std::span<const Expr> residuals);

std::vector<Expr> dots(std::span<const Expr> variables);
Label partial(const std::string& function, Expr variable);  // ∂L/∂w
Label named(const std::string& text, const std::string& latex = {});
std::string name_of(Expr symbol, bool latex);

// y_v, y_w, …: a variable for each velocity or coordinate.
std::vector<Expr> momenta(const Setting& s, const std::string& letter, std::span<const Expr> of);

// Y_s − y_s = 0 with Y_s = ∂L̂/∂η_s, solved for the free velocities; every y_s is defined.
void set_legendre_system(Equations& e, std::span<const Expr> Y, std::span<const Expr> y,
                         const std::vector<Expr>& free);
// The momenta in a frame: y_s that are variables for the free s, functions Y_α of the velocities for the others.
FrameCovector free_momenta(std::span<const Expr> y, std::vector<Expr> Y);
// What the variables y_s are in t, q, q̇.
void define_momenta(const Setting& s, Equations& e, std::span<const Expr> y, std::span<const Expr> Y);
bool is_quadratic(Expr L, std::span<const Expr> v);

Reason needs_frame(const Setting& s);
Reason needs_coordinates_and_frame(const Setting& s);
Reason needs_coordinates(const Setting& s);
Reason needs_solved(const Setting& s);

}  // namespace anholon
