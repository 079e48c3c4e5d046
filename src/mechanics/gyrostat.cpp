#include "mechanics/gyrostat.hpp"

#include <map>
#include <string>

namespace anholon {

namespace {

// A body and its place in the axes of the one that carries it at last.
struct Fixed {
    const RigidBody* body;
    Vector3 place;
};

// m (d²1 − d dᵀ)
InertiaTensor of_point(const Expr& mass, const Vector3& d) {
    return {mass * Vector3{d[1] * d[1] + d[2] * d[2], d[0] * d[0] + d[2] * d[2], d[0] * d[0] + d[1] * d[1]},
            -mass * Vector3{d[0] * d[1], d[0] * d[2], d[1] * d[2]}};
}

InertiaTensor operator+(const InertiaTensor& a, const InertiaTensor& b) {
    return {a.diagonal + b.diagonal, a.products + b.products};
}

// Without C e eᵀ.
InertiaTensor across(const InertiaTensor& a, const Expr& C, const Vector3& e) {
    return {a.diagonal - C * Vector3{e[0] * e[0], e[1] * e[1], e[2] * e[2]},
            a.products - C * Vector3{e[0] * e[1], e[0] * e[2], e[1] * e[2]}};
}

Gyrostat together(const std::vector<Fixed>& parts) {
    Gyrostat out{*parts[0].body, {}};
    RigidBody& all = out.body;
    if (parts.size() == 1) return out;
    Vector3 moment = all.mass * parts[0].place;
    for (std::size_t k = 1; k < parts.size(); ++k) {
        all.mass += parts[k].body->mass;
        all.weight = all.weight + parts[k].body->weight;
        moment = moment + parts[k].body->mass * parts[k].place;
    }
    const Vector3 centre = (Rational(1) / all.mass) * moment;
    all.velocity = all.velocity + cross(all.turning, centre);
    all.inertia = all.inertia + of_point(parts[0].body->mass, parts[0].place - centre);
    for (std::size_t k = 1; k < parts.size(); ++k) {
        const RigidBody& part = *parts[k].body;
        InertiaTensor inertia = part.inertia;
        if (const auto& e = part.attached->axis) {
            const Expr C = dot(*e, inertia.times(*e));
            inertia = across(inertia, C, *e);
            out.rotors.push_back({C, *e, dot(*e, part.omega)});
        }
        all.inertia = all.inertia + inertia + of_point(part.mass, parts[k].place - centre);
    }
    return out;
}

}  // namespace

std::vector<Gyrostat> gyrostats(const System& system) {
    const Expr zero = system.c().zero();
    std::vector<std::vector<Fixed>> groups;
    std::map<std::string, std::pair<std::size_t, Vector3>> where;  // the group of a body, and its place there
    for (const RigidBody& body : system.bodies) {
        std::size_t group = groups.size();
        Vector3 place{zero, zero, zero};
        if (body.attached) {
            const auto& [carriers, offset] = where.at(body.attached->carrier);
            group = carriers;
            place = offset + body.attached->place;
        } else {
            groups.emplace_back();
        }
        groups[group].push_back({&body, place});
        where.emplace(body.name, std::pair(group, place));
    }
    std::vector<Gyrostat> out;
    for (const auto& group : groups) out.push_back(together(group));
    return out;
}

}  // namespace anholon
