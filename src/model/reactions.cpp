#include "model/reactions.hpp"

#include <algorithm>
#include <set>

#include "expr/derivative.hpp"

namespace anholon {

namespace {

// Why a reaction is not known.
struct NotKnown {
    std::string why;
};

struct ForceAndMoment {
    Vector3 force, moment;
};

Vector3 second_derivative(const Vector3& place) {
    Vector3 out;
    for (std::size_t i = 0; i < 3; ++i) out[i] = time_derivative(time_derivative(place[i]));
    return out;
}

Vector3 no_vector(const System& system) {
    const Expr zero = system.c().zero();
    return {zero, zero, zero};
}

// The force of this multiplier. Throws NotKnown.
Expr multiplier_of(const System& system, const std::string& constraint) {
    const auto found = std::ranges::find(system.constraints, constraint, &Constraint::name);
    if (found == system.constraints.end())
        throw NotKnown{"the constraint '" + constraint +
                       "' follows from others, so the forces are not unique"};
    return system.multipliers[static_cast<std::size_t>(found - system.constraints.begin())];
}

void demand_multipliers_are_forces(const System& system) {
    if (system.algebra)
        throw NotKnown{"the system is stated on a Lie algebra, without the places of its bodies"};
    if (system.motion.axiom != Axiom::nonholonomic)
        throw NotKnown{"multipliers are forces under the nonholonomic law alone"};
}

bool ends_with_joint(const Hold& hold) { return hold.name.empty(); }
bool is_contact(const Hold& hold) {
    return !hold.name.empty() && hold.name != "point" && hold.name != "plane";
}

// What holds a body by its joint, by Newton's and Euler's laws for all that the body carries:                    theory §6
//   R = Σ (m a − m g − F),   L = Σ ((I ω)˙ − M + r×(m a − m g − F)),
// F and M being loads and the forces of contacts with what is not carried, r from the joint.
class JointReaction {
  public:
    JointReaction(const System& system, const RigidBody& body) : s_(system), body_(body) {}

    ForceAndMoment run() const {
        demand_multipliers_are_forces(s_);
        demand_known_places();
        const std::set<std::string> carried = carried_by(body_.name);
        ForceAndMoment sum{no_vector(s_), no_vector(s_)};
        for (const RigidBody& b : s_.bodies) {
            const bool is_carried = carried.contains(b.name);
            if (is_carried) add_inertia(b, sum);
            for (const Hold& hold : b.holds)
                if (is_contact(hold) && is_carried != carried.contains(hold.by))
                    add_contact(hold, is_carried, sum);
        }
        for (const Load& load : s_.loads)
            if (carried.contains(load.body)) {
                sum.force = sum.force - load.force;
                sum.moment = sum.moment - load.moment - cross(arm(load.place), load.force);
            }
        return {in_coordinates(sum.force), in_coordinates(sum.moment)};
    }

  private:
    // A constraint that is written as an equation does not say where its reaction acts.
    void demand_known_places() const {
        std::set<std::string> known;
        for (const RigidBody& b : s_.bodies)
            for (const Hold& hold : b.holds)
                for (const auto* rows : {&hold.force_rows, &hold.moment_rows})
                    known.insert(rows->begin(), rows->end());
        for (const Constraint& k : s_.constraints) {
            if (k.of_loop) throw NotKnown{"joints close a loop"};
            if (known.contains(k.name) || s_.base.rates_of_constraints.contains(k.name)) continue;
            throw NotKnown{"where the reaction of the constraint '" + k.name + "' acts is not stated"};
        }
    }

    // A body and those that its joints carry, directly or not.
    std::set<std::string> carried_by(const std::string& root) const {
        std::set<std::string> carried{root};
        for (bool grows = true; grows;) {
            grows = false;
            for (const RigidBody& b : s_.bodies)
                if (!b.holds.empty() && ends_with_joint(b.holds[0]) && carried.contains(b.holds[0].by))
                    grows = carried.insert(b.name).second || grows;
        }
        return carried;
    }

    Vector3 arm(const Vector3& place) const { return place - body_.holds[0].point; }

    Vector3 in_coordinates(const Vector3& a) const {
        Vector3 out;
        for (std::size_t i = 0; i < 3; ++i) out[i] = s_.base.in_coordinates(s_.base.without_names(a[i]));
        return out;
    }

    void add_inertia(const RigidBody& b, ForceAndMoment& sum) const {
        Vector3 a = second_derivative(in_coordinates(b.position));
        if (s_.gravity) a = a - *s_.gravity;
        const Vector3 omega = in_coordinates(b.omega), turning = in_coordinates(b.turning);
        Vector3 change;
        for (std::size_t i = 0; i < 3; ++i) change[i] = time_derivative(omega[i]);
        const Vector3 spin = b.inertia.times(change) + cross(turning, b.inertia.times(omega));
        sum.force = sum.force + b.mass * a;
        sum.moment = sum.moment + b.axes.in_space(spin) + cross(arm(b.position), b.mass * a);
    }

    void add_contact(const Hold& hold, bool is_on, ForceAndMoment& sum) const {
        if (!hold.has_all_rows || !s_.redundant.empty())
            throw NotKnown{"the forces at the contact with '" + hold.name + "' are not unique"};
        Vector3 force = no_vector(s_), moment = no_vector(s_);
        for (std::size_t k = 0; k < hold.forces.size(); ++k)
            force = force + multiplier_of(s_, hold.force_rows[k]) * hold.forces[k];
        for (std::size_t k = 0; k < hold.moments.size(); ++k)
            moment = moment + multiplier_of(s_, hold.moment_rows[k]) * hold.moments[k];
        moment = moment + cross(arm(hold.point), force);
        sum.force = is_on ? sum.force - force : sum.force + force;
        sum.moment = is_on ? sum.moment - moment : sum.moment + moment;
    }

    const System& s_;
    const RigidBody& body_;
};

// R = Σ m a − Σ F over the frame that is pulled and those behind it, F being the forces of the road.
Vector3 hitch_force(const System& system, const std::string& frame) {
    demand_multipliers_are_forces(system);
    const Towing& towing = system.towing;
    for (const Constraint& k : system.constraints)
        if (!k.of_axle)
            throw NotKnown{"where the reaction of the constraint '" + k.name + "' acts is not stated"};
    // Of both wheels of an axle one alone may be said to resist sideways: their forces have one line.
    const auto is_stated = [&](const std::string& name) {
        return std::ranges::find(system.constraints, name, &Constraint::name) != system.constraints.end();
    };
    const auto is_other_wheel = [&](const std::string& name) {
        return name.ends_with("_side2") && is_stated(name.substr(0, name.size() - 1) + "1");
    };
    for (const RedundantConstraint& r : system.redundant)
        if (!is_other_wheel(r.name))
            throw NotKnown{"the constraint '" + r.name +
                           "' follows from others, so the forces of the road are not unique"};
    std::set<std::string> pulled{frame};
    for (bool grows = true; grows;) {
        grows = false;
        for (const Towing::Hitch& h : towing.hitches)
            if (pulled.contains(h.carrier)) grows = pulled.insert(h.frame).second || grows;
    }
    Vector3 force = no_vector(system);
    for (const Towing::Mass& m : towing.masses)
        if (pulled.contains(m.frame)) force = force + m.mass * second_derivative(m.place);
    for (const Towing::Road& r : towing.roads)
        if (pulled.contains(r.frame) && !(is_other_wheel(r.constraint) && !is_stated(r.constraint)))
            force = force - multiplier_of(system, r.constraint) * r.direction;
    return force;
}

// [L] − Q by one coordinate.
Expr reaction_by(const System& system, const Expr& q, std::size_t i) {
    return time_derivative(derivative(system.L, dot(q))) - derivative(system.L, q) - system.Q[i];
}

// A component, or the magnitude where the rest of the name is empty; nothing if the rest is no axis.
std::optional<NamedReaction> component(std::string_view axis, bool is_plane, auto&& find) {
    const std::string_view axes = is_plane ? "xy" : "xyz";
    if (!axis.empty() && (axis.size() != 2 || axis[0] != '_' || axes.find(axis[1]) == axes.npos))
        return std::nullopt;
    try {
        const Vector3 v = find();
        return NamedReaction{axis.empty() ? sqrt(dot(v, v)) : v[axes.find(axis[1])], {}};
    } catch (const NotKnown& no) {
        return NamedReaction{{}, no.why};
    }
}

struct ReactionKind {
    std::string_view middle;
    bool is_moment, is_joint;
};
constexpr ReactionKind kinds[] = {
    {"_joint_force", false, true}, {"_joint_torque", true, true}, {"_point_force", false, false}};
constexpr std::string_view hitch = "_hitch_force", of_coordinate = "R_";

bool has(const RigidBody& body, const ReactionKind& kind) {
    return !body.holds.empty() && body.position[0] &&
           (kind.is_joint ? ends_with_joint(body.holds[0]) : body.holds[0].name == "point");
}

}  // namespace

std::optional<NamedReaction> reaction_named(const System& system, std::string_view name) {
    const auto after = [&](const std::string& part,
                           std::string_view middle) -> std::optional<std::string_view> {
        const std::string start = part + std::string(middle);
        return name.starts_with(start) ? std::optional(name.substr(start.size())) : std::nullopt;
    };
    for (const RigidBody& body : system.bodies)
        for (const ReactionKind& kind : kinds)
            if (const auto axis = after(body.name, kind.middle); axis && has(body, kind))
                return component(*axis, false, [&] {
                    const ForceAndMoment found = JointReaction(system, body).run();
                    return kind.is_moment ? found.moment : found.force;
                });
    for (const Towing::Hitch& h : system.towing.hitches)
        if (const auto axis = after(h.frame, hitch))
            return component(*axis, true, [&] { return hitch_force(system, h.frame); });
    if (system.algebra) return std::nullopt;
    for (std::size_t i = 0; i < system.coordinates.size(); ++i)
        if (const Expr& q = system.coordinates[i].symbol;
            name == std::string(of_coordinate) + q.symbol().name)
            return NamedReaction{reaction_by(system, q, i), {}};
    return std::nullopt;
}

std::vector<std::string> reaction_names(const System& system) {
    std::vector<std::string> out;
    const auto add = [&](const std::string& start, std::string_view axes) {
        out.push_back(start);
        for (const char axis : axes) out.push_back(start + "_" + axis);
    };
    for (const RigidBody& body : system.bodies)
        for (const ReactionKind& kind : kinds)
            if (has(body, kind)) add(body.name + std::string(kind.middle), "xyz");
    for (const Towing::Hitch& h : system.towing.hitches) add(h.frame + std::string(hitch), "xy");
    if (!system.algebra)
        for (const Coordinate& q : system.coordinates)
            out.push_back(std::string(of_coordinate) + q.symbol.symbol().name);
    return out;
}

}  // namespace anholon
