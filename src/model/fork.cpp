#include "model/fork.hpp"

namespace anholon {

namespace {

// Puts every expression of a system into another context. Each structure is taken apart into all of its members, so that none can be
// forgotten: with one more, this file does not compile.
class Rehouse {
  public:
    explicit Rehouse(Context& c) : c_(c) {}

    void operator()(Expr& e) const {
        if (e) e = Expr(c_, e.id());
    }
    template <class T>
    void operator()(std::vector<T>& list) const {
        for (T& one : list) (*this)(one);
    }
    template <class T, std::size_t n>
    void operator()(std::array<T, n>& list) const {
        for (T& one : list) (*this)(one);
    }
    template <class T>
    void operator()(std::optional<T>& one) const {
        if (one) (*this)(*one);
    }
    void operator()(std::pair<Expr, Expr>& p) const { all(p.first, p.second); }
    void operator()(std::pair<std::string, Expr>& p) const { (*this)(p.second); }
    void operator()(std::pair<Expr, Rational>& p) const { (*this)(p.first); }
    void operator()(std::map<std::string, Expr>& m) const {
        for (auto& [name, e] : m) (*this)(e);
    }

    void operator()(Parameter& p) const {
        auto& [symbol, value, exact, scale, range, unit, description, span, exact_range, is_of_table,
               is_input] = p;
        all(symbol, exact, scale, exact_range);
    }
    void operator()(DerivedParameter& p) const {
        auto& [name, definition, from, scale, range, unit, description, span, exact_range] = p;
        all(definition, scale, exact_range);
    }
    void operator()(Coordinate& q) const {
        auto& [symbol, modulus, unit, description, span] = q;
        all(symbol, modulus);
    }
    void operator()(ControllerState& s) const {
        auto& [symbol, rate, unit, description, span] = s;
        all(symbol, rate);
    }
    void operator()(Output& o) const {
        auto& [name, value, unit, description, span] = o;
        all(value);
    }
    void operator()(Constraint& k) const {
        auto& [name, residual, kind, span, may_follow, of_axle, of_loop, positive] = k;
        all(residual, positive);
    }
    void operator()(DryFriction::Row& r) const {
        auto& [name, slip, force] = r;
        all(slip, force);
    }
    void operator()(DryFriction::Mode& m) const {
        auto& [sticks, share, side, direction, width, watched, margin] = m;
        all(sticks, share, side, direction, width, watched, margin);
    }
    void operator()(DryFriction& f) const {
        auto& [name, noun, place, coefficient, normal, rows, is_two_sided, side, width, span, mode] = f;
        all(coefficient, normal, rows, side, width, mode);
    }
    void operator()(RedundantConstraint& k) const {
        auto& [name, relation, span, residual] = k;
        all(residual);
    }
    void operator()(RollingAxle& a) const {
        auto& [name, turns, rates, rolling, kinetic, speed_squared, omega, skate_mass, skate_moment] = a;
        all(turns, rates, kinetic, speed_squared, omega, skate_mass, skate_moment);
    }
    void operator()(QuasiVelocity& q) const {
        auto& [symbol, definition, span] = q;
        all(symbol, definition);
    }
    void operator()(InertiaTensor& I) const {
        auto& [diagonal, products] = I;
        all(diagonal, products);
    }
    void operator()(Attachment& a) const {
        auto& [carrier, place, axis] = a;
        all(place, axis);
    }
    void operator()(Attitude& a) const {
        auto& [alpha, beta, gamma, omega, Omega] = a;
        all(alpha, beta, gamma, omega, Omega);
    }
    void operator()(Hold& h) const {
        auto& [name, by, point, forces, moments, force_rows, moment_rows, has_all_rows] = h;
        all(point, forces, moments);
    }
    void operator()(Load& l) const {
        auto& [body, place, force, moment] = l;
        all(place, force, moment);
    }
    void operator()(Towing::Mass& m) const {
        auto& [frame, mass, place] = m;
        all(mass, place);
    }
    void operator()(Towing::Road& r) const {
        auto& [frame, constraint, direction] = r;
        all(direction);
    }
    void operator()(Towing& t) const {
        auto& [masses, roads, hitches] = t;
        all(masses, roads);
    }
    void operator()(Mount::Step& s) const {
        auto& [kind, axis, value, leaves_axes] = s;
        all(axis, value);
    }
    void operator()(Mount& m) const {
        auto& [carrier, at, on, steps] = m;
        all(at, on, steps);
    }
    void operator()(RigidBody& b) const {
        auto& [name, mass, inertia, velocity, omega, turning, weight, attached, position, axes, holds,
               mount] = b;
        all(mass, inertia, velocity, omega, turning, weight, attached, position, axes, holds, mount);
    }
    void operator()(BaseVelocities::Named& n) const {
        auto& [symbol, value, rate] = n;
        all(symbol, value, rate);
    }
    void operator()(BaseVelocities::Form& f) const {
        auto& [form, in_constraints] = f;
        all(form, in_constraints);
    }
    void operator()(BaseVelocities::Contact& k) const {
        auto& [constraints, forms] = k;
        all(forms);
    }
    void operator()(BaseVelocities& b) const {
        auto& [definitions, rates, named, contacts, rates_of_constraints] = b;
        all(definitions, rates, named, contacts, rates_of_constraints);
    }
    void operator()(Motion& m) const {
        auto& [axiom, directions, momenta, stiffness, span] = m;
        all(directions, momenta, stiffness);
    }
    void operator()(LieAlgebra& a) const {
        auto& [name, dimension, omega, constants, rates] = a;
        all(omega, constants, rates);
    }
    void operator()(FinishedEquations& e) const {
        auto& [W, r] = e;
        for (Expr& entry : W.entries()) (*this)(entry);
        all(r);
    }
    void operator()(KnownMultiplier& k) const {
        auto& [symbol, value, constraint, unit] = k;
        all(symbol, value);
    }
    void operator()(InitialValue& i) const {
        auto& [symbol, value, span] = i;
        all(symbol, value);
    }
    void operator()(Guard& g) const {
        auto& [value, scale, words] = g;
        all(value, scale);
    }
    void operator()(Expectation& e) const {
        auto& [kind, left, right, time, count, tolerance, name, span, domain] = e;
        all(left, right, time, domain);
    }
    void operator()(Experiment& e) const {
        auto& [name, until, every, tolerance, init, guesses, parameters, studies, span] = e;
        all(init, guesses, parameters);
    }
    void operator()(Switch& s) const {
        auto& [side, function] = s;
        all(side, function);
    }
    void operator()(DrawnSurface& d) const {
        auto& [u, v, point, ranges] = d;
        all(u, v, point, ranges);
    }
    void operator()(PictureItem& i) const {
        auto& [kind, name, part, role, place, axes, end, sizes, surface, text, colour, on, span] = i;
        all(place, axes, end, sizes, surface);
    }
    void operator()(DrawnVariable& v) const {
        auto& [symbol, rate] = v;
        all(symbol, rate);
    }
    void operator()(Staging& s) const {
        auto& [view, variables] = s;
        all(variables);
    }
    void operator()(System& s) const {
        auto& [name, description, citations, context, t, parameters, derived, coordinates, states, outputs,
               lets, has_quantities, T, V, L, energy, Q, dissipation, bodies, base, V_of_weights, gravity,
               constraints, redundant, relations, rolling_axles, loads, towing, multipliers, frictions, quasi,
               motion, algebra, finished, reactions, init, guesses, defaults, guards, expectations,
               experiments, picture, staging, switches] = s;
        all(t, parameters, derived, coordinates, states, outputs, lets, T, V, L, energy, Q, dissipation,
            bodies, base, V_of_weights, gravity, constraints, redundant, relations, rolling_axles, loads,
            towing, multipliers, frictions, quasi, motion, algebra, finished, reactions, init, guesses,
            defaults, guards, expectations, experiments, picture, staging, switches);
    }

  private:
    void all(auto&... parts) const { ((*this)(parts), ...); }

    Context& c_;
};

}  // namespace

System fork(const System& system) {
    System copy = system;
    copy.context = system.context->copy();
    Rehouse (*copy.context)(copy);
    return copy;
}

}  // namespace anholon
