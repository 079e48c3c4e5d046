#include <algorithm>
#include <cmath>
#include <map>

#include "newton_euler/assembly.hpp"

// Bodies: theory §6, docs/language.md.
namespace anholon::newton_euler {

using namespace syntax;

namespace {

Vector axis_called(const std::string& name) {
    Vector out;
    out[static_cast<std::size_t>(name[0] - 'x')] = 1.0;
    return out;
}

Tensor diagonal(const Jet& a, const Jet& b, const Jet& c) {
    Tensor out{};
    out[0][0] = a;
    out[1][1] = b;
    out[2][2] = c;
    return out;
}

// R I Rᵀ
Tensor turned(const Tensor& I, const Rotation& R) {
    Tensor out;
    for (std::size_t k = 0; k < 3; ++k) {
        Vector e;
        e[k] = 1.0;
        out[k] = R * (I * R.seen(e));
    }
    return out;
}

// Of a homogeneous solid of mass one, about axes of which the third is its own.
Tensor tensor_of_solid(const std::string& kind, const std::vector<Jet>& s) {
    const auto of_axis = [](const Jet& across, const Jet& along) { return diagonal(across, across, along); };
    const auto of_three = [&](const Jet& factor) {
        const Jet a = s[0] * s[0], b = s[1] * s[1], c = s[2] * s[2];
        return diagonal(factor * (b + c), factor * (a + c), factor * (a + b));
    };
    const Jet square = s[0] * s[0];
    if (kind == "ball") return of_axis(0.4 * square, 0.4 * square);
    if (kind == "disc") return of_axis(0.25 * square, 0.5 * square);
    if (kind == "hoop") return of_axis(0.5 * square, square);
    if (kind == "rod") return of_axis(square / Jet(12.0), 0.0);
    if (kind == "cylinder") return of_axis(0.25 * square + s[1] * s[1] / Jet(12.0), 0.5 * square);
    if (kind == "ellipsoid") return of_three(0.2);
    if (kind == "box") return of_three(1.0 / 12);
    throw NotSupported("the shape '" + kind + "'");
}

bool is_small(const Vector& v) {
    return std::ranges::all_of(v.entry, [](const Jet& x) { return std::abs(x.value()) < 1e-12; });
}

}  // namespace

Vector operator*(const Tensor& I, const Vector& w) { return w[0] * I[0] + w[1] * I[1] + w[2] * I[2]; }

Tensor Assembly::inertia_of(const BodyStatement& written) const {
    const Jet mass = number(*written.mass);
    if (written.shape) {
        std::vector<Jet> sizes;
        for (const Expression& e : written.shape->sizes.entries) sizes.push_back(number(e));
        Tensor out = tensor_of_solid(reader_.name(written.shape->name), sizes);
        for (Vector& column : out) column = mass * column;
        if (!written.shape->axis) return out;
        // A turn that takes the third axis to the one that is given.
        return turned(out, Rotation{axes_about(direction(*written.shape->axis))});
    }
    const BodyStatement::Inertia& given = *written.inertia;
    std::vector<Jet> I;
    for (const auto& row : given.moments.rows)
        for (const Expression& e : row) I.push_back(number(e));
    I.resize(6, 0.0);
    Tensor out = {Vector{{I[0], I[3], I[4]}}, Vector{{I[3], I[1], I[5]}}, Vector{{I[4], I[5], I[2]}}};
    if (given.angle) out = turned(out, turn(direction(*given.axis), number(*given.angle)));
    if (given.point) {
        const Vector p = point(given.point);
        for (std::size_t k = 0; k < 3; ++k) {
            out[k] = out[k] + (mass * p[k]) * p;
            out[k][k] = out[k][k] - mass * dot(p, p);
        }
    }
    return out;
}

bool Assembly::is_of_revolution(const BodyStatement& written, const Vector& n) const {
    const Tensor I = inertia_of(written);
    for (std::size_t k = 0; k < 3; ++k) {
        Vector e;
        e[k] = 1.0;
        if (!is_small(cross(n, I * e) - I * cross(n, e))) return false;
    }
    const auto face = face_of(written);
    if (!face) return true;
    static const std::set<std::string> round = {"rim", "torus", "base", "cylinder", "cone", "revolution"};
    const bool is_ball = face->kind == "sphere" || face->kind == "point";
    const bool has_axis =
        round.contains(face->kind) || (face->kind == "paraboloid" && face->sizes->size() == 1);
    return (is_ball || (has_axis && is_small(cross(face->axis, n)))) && is_small(cross(face->centre, n));
}

std::set<std::string> Assembly::spinning_bodies(const Reader& reader, const Names& names) {
    Assembly with(reader, names);
    std::set<std::string> held, placed, out;
    with.each<JointStatement>([&](const JointStatement& joint) {
        held.insert(reader.name(joint.carrier.body));
        if (!placed.insert(reader.name(joint.carried.body)).second)
            held.insert(reader.name(joint.carried.body));
    });
    std::map<std::string, const JointStatement*> joints;
    with.each<JointStatement>(
        [&](const JointStatement& j) { joints.emplace(reader.name(j.carried.body), &j); });
    with.each<BodyStatement>([&](const BodyStatement& body) {
        const std::string name = reader.name(body.name);
        if (held.contains(name)) return;
        const auto joint = joints.find(name);
        if (joint != joints.end() && joint->second->kind == JointStatement::Kind::hinge) {
            const Vector n = with.direction(*joint->second->axis);
            if (is_small(cross(with.point(joint->second->carried.point), n)) &&
                with.is_of_revolution(body, n))
                out.insert(name);
        } else if (joint == joints.end() && !body.angles.empty()) {
            const Vector n = axis_called(reader.name(body.angles.back().axis));
            if (is_small(cross(with.point(body.fixed_point), n)) && with.is_of_revolution(body, n))
                out.insert(name);
        }
    });
    return out;
}

Assembly::Body* Assembly::find(Span span) {
    const auto found = std::ranges::find(bodies_, reader_.name(span), &Body::name);
    return found == bodies_.end() ? nullptr : &*found;
}

Jet Assembly::coordinate(const std::string& name) const {
    const auto found = names.find(name);
    if (found == names.end())
        throw NotSupported("the coordinate '" + name + "', which the system does not have");
    return found->second;
}

void Assembly::tie(const std::string& name, const Jet& value) {
    ties.push_back({name, value});
    rows.push_back({name, rate(value)});
}

void Assembly::place(Body& body) {
    const BodyStatement& written = *body.written;
    const auto own = [&](const std::string& local) { return coordinate(body.prefix + local); };
    Rotation& R = body.pose.axes;
    if (written.planar) {
        R = turn(axis_called("z"), own("phi"));
        body.told = body.told_of_surface = R;
        body.pose.centre = {{own("x"), own("y"), 0.0}};
        return;
    }
    if (written.angles.empty()) {
        const std::array<Jet, 4> q{own("q0"), own("q1"), own("q2"), own("q3")};
        R = of_quaternion(q);
        tie(body.prefix + "unit", q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - Jet(1.0));
        body.told_of_surface = R;
    }
    for (const BodyStatement::Turn& t : written.angles) {
        const bool is_last = &t == &written.angles.back();
        if (is_last) body.told_of_surface = R;
        R = R * turn(axis_called(reader_.name(t.axis)), coordinate(reader_.name(t.angle)));
    }
    if (!spinning_->contains(body.name)) body.told_of_surface = R;
    body.told = R;
    if (written.fixed_point)
        body.pose.centre = -(R * point(written.fixed_point));
    else
        body.pose.centre = {{own("x"), own("y"), own("z")}};
}

void Assembly::place_by_joint(Body& body, const JointStatement& joint) {
    using Kind = JointStatement::Kind;
    const Body* carrier = find(joint.carrier.body);
    const Pose at = carrier ? carrier->pose : Pose{};
    Vector a = point(joint.carrier.point);
    Jet freedom;
    if (joint.coordinate) {
        const std::string name = reader_.name(*joint.coordinate);
        if (joint.law) set_name(name, number(*joint.law));
        freedom = coordinate(name);
    }
    Rotation& R = body.pose.axes;
    R = at.axes;
    if (joint.kind == Kind::hinge) R = at.axes * turn(direction(*joint.axis), freedom);
    if (joint.kind == Kind::slider) a = a + freedom * direction(*joint.axis);
    if (joint.kind == Kind::ball) {
        std::array<Jet, 4> q;
        for (std::size_t k = 0; k < 4; ++k) q[k] = coordinate(body.prefix + "q" + std::to_string(k));
        R = of_quaternion(q);
        tie(body.prefix + "unit", q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - Jet(1.0));
    }
    body.told = body.told_of_surface = spinning_->contains(body.name) ? at.axes : R;
    body.pose.centre = at.place_of(a) - R * point(joint.carried.point);
}

void Assembly::name_velocities(const Body& body) {
    const auto tell = [&](const std::string& local, const Jet& value) {
        names.try_emplace(body.prefix + local, value);
    };
    const Vector Omega = body.pose.axes.angular_velocity(), omega = body.told.seen(Omega);
    const Vector gamma = body.told.seen(axis_called("z")), v = rate(body.pose.centre);
    for (std::size_t i = 0; i < 3; ++i) {
        const std::string number = std::to_string(i + 1), letter(1, "xyz"[i]);
        tell("w" + number, omega[i]);
        tell("w" + letter, Omega[i]);
        tell("gamma" + number, gamma[i]);
        tell(letter, body.pose.centre[i]);
        tell("v" + letter, v[i]);
    }
}

// What carries comes before what it carries.
void Assembly::add_bodies() {
    std::map<std::string, const JointStatement*> placing;
    std::vector<const JointStatement*> closing;
    each<JointStatement>([&](const JointStatement& joint) {
        if (!placing.emplace(reader_.name(joint.carried.body), &joint).second) closing.push_back(&joint);
    });
    std::vector<const BodyStatement*> left;
    each<BodyStatement>([&](const BodyStatement& body) { left.push_back(&body); });
    const std::size_t count = left.size();
    bodies_.reserve(count);
    while (!left.empty()) {
        const auto next = std::ranges::find_if(left, [&](const BodyStatement* b) {
            const auto joint = placing.find(reader_.name(b->name));
            return joint == placing.end() || reader_.name(joint->second->carrier.body) == "space" ||
                   find(joint->second->carrier.body);
        });
        const BodyStatement& written = **next;
        left.erase(next);
        const std::string name = reader_.name(written.name);
        Body& body = bodies_.emplace_back(Body{&written,
                                               name,
                                               count == 1 ? "" : name + "_",
                                               {},
                                               Rotation::none(),
                                               Rotation::none(),
                                               parts.size()});
        const auto joint = placing.find(name);
        if (joint == placing.end())
            place(body);
        else
            place_by_joint(body, *joint->second);
        name_velocities(body);
        parts.push_back({name, body.pose, number(*written.mass), inertia_of(written)});
    }
    for (const JointStatement* joint : closing) close(*joint);
}

// The points agree, the axes agree, as far as the joint demands it.
void Assembly::close(const JointStatement& joint) {
    using Kind = JointStatement::Kind;
    const Body &body = *find(joint.carried.body), *carrier = find(joint.carrier.body);
    const Pose at = carrier ? carrier->pose : Pose{};
    const Vector apart =
        body.pose.place_of(point(joint.carried.point)) - at.place_of(point(joint.carrier.point));
    const auto demand = [&](const Vector& v, const std::string& what) {
        for (std::size_t i = 0; i < 3; ++i) tie(body.name + "_" + what, v[i]);
    };
    const Vector n = joint.axis ? direction(*joint.axis) : axis_called("z");
    demand(joint.kind == Kind::slider ? cross(at.axes * n, apart) : apart, "place");
    if (joint.kind == Kind::hinge) demand(cross(at.axes * n, body.pose.axes * n), "axis");
    if (joint.kind == Kind::slider || joint.kind == Kind::weld)
        for (std::size_t k = 0; k < 3; ++k) demand(cross(at.axes.axes[k], body.pose.axes.axes[k]), "axes");
}

void Assembly::act(const Body& body, const Vector& place, const Vector& force) {
    Part& part = parts[body.part];
    part.force = part.force + force;
    part.torque = part.torque + cross(place - body.pose.centre, force);
}

void Assembly::load(const LoadStatement& s) {
    const Body* body = find(s.on.body);
    if (!body) return;
    Vector F = reader_.vector(s.components, names);
    if (s.is_follower) F = body->pose.axes * F;
    if (s.is_torque)
        parts[body->part].torque = parts[body->part].torque + F;
    else
        act(*body, body->pose.place_of(point(s.on.point)), F);
}

void Assembly::spring(const SpringStatement& s) {
    const Body *first = find(s.first.body), *second = find(s.second.body);
    const Pose still;
    const Vector a = (first ? first->pose : still).place_of(point(s.first.point));
    const Vector b = (second ? second->pose : still).place_of(point(s.second.point));
    const Vector apart = b - a;
    const Jet k = number(s.coefficient);
    Vector pull;  // on the first
    if (!s.is_damper && !s.length) {
        pull = k * apart;
    } else {
        const Jet distance = length(apart);
        const Jet tension =
            s.is_damper ? k * rate(distance) : k * (distance - reader_.value_or_zero(s.length, names));
        pull = tension * ((Jet(1.0) / distance) * apart);
    }
    if (first) act(*first, a, pull);
    if (second) act(*second, b, -pull);
}

const JointStatement* Assembly::hinge_called(const std::string& angle) const {
    const JointStatement* out = nullptr;
    each<JointStatement>([&](const JointStatement& j) {
        if (j.kind == JointStatement::Kind::hinge && j.coordinate && reader_.name(*j.coordinate) == angle)
            out = &j;
    });
    return out;
}

// On the carried body as told, on its carrier the opposite.
void Assembly::act_along(const JointStatement& hinge, const Jet& torque) {
    const Body *carried = find(hinge.carried.body), *carrier = find(hinge.carrier.body);
    const Pose at = carrier ? carrier->pose : Pose{};
    const Vector M = torque * (at.axes * direction(*hinge.axis));
    parts[carried->part].torque = parts[carried->part].torque + M;
    if (carrier) parts[carrier->part].torque = parts[carrier->part].torque - M;
}

void Assembly::internal_torque(const InternalTorqueStatement& s) {
    if (s.hinge) return act_along(*hinge_called(reader_.name(*s.hinge)), number(*s.value));
    const std::string first = reader_.name(s.first), second = reader_.name(s.second);
    if (s.components) {
        const Body *on = find(s.first), *by = find(s.second);
        Vector M = reader_.vector(*s.components, names);
        if (s.is_follower && on) M = on->pose.axes * M;
        if (on) parts[on->part].torque = parts[on->part].torque + M;
        if (by) parts[by->part].torque = parts[by->part].torque - M;
        return;
    }
    const JointStatement* hinge = nullptr;
    each<JointStatement>([&](const JointStatement& j) {
        const std::string carried = reader_.name(j.carried.body), carrier = reader_.name(j.carrier.body);
        const bool joins = (carried == first && carrier == second) || (carried == second && carrier == first);
        if (!hinge && joins && j.kind == JointStatement::Kind::hinge) hinge = &j;
    });
    const Jet e = number(*s.value);
    act_along(*hinge, reader_.name(hinge->carried.body) == first ? e : -e);
}

void Assembly::add_loads() {
    each<GravityStatement>([&](const GravityStatement& s) {
        const Vector g = number(s.strength) * direction(s.direction);
        for (const Body& body : bodies_) act(body, body.pose.centre, parts[body.part].mass * g);
    });
    each<SpringStatement>([&](const SpringStatement& s) { spring(s); });
    each<LoadStatement>([&](const LoadStatement& s) { load(s); });
    each<InternalTorqueStatement>([&](const InternalTorqueStatement& s) { internal_torque(s); });
    each<MotorStatement>([&](const MotorStatement& s) {
        if (const JointStatement* hinge = hinge_called(reader_.name(s.angle))) act_along(*hinge, pulls_[&s]);
    });
}

}  // namespace anholon::newton_euler
