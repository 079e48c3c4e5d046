#include <map>

#include "newton_euler/assembly.hpp"

// Frames, hitches and axles: 003 §2. Wheels are solid bodies that turn about their axle; their point on the ground has no velocity.
namespace anholon::newton_euler {

using namespace syntax;

namespace {

const Vector vertical{{0.0, 0.0, 1.0}};

Tensor moments(const Jet& first, const Jet& others, const Jet& third) {
    return {Vector{{first, 0.0, 0.0}}, Vector{{0.0, others, 0.0}}, Vector{{0.0, 0.0, third}}};
}

}  // namespace

void Assembly::add_vehicles() {
    std::map<std::string, const FrameStatement*> frames;
    std::vector<std::string> order;
    std::map<std::string, const HitchStatement*> hitches;
    each<FrameStatement>([&](const FrameStatement& s) {
        frames.emplace(reader_.name(s.name), &s);
        order.push_back(reader_.name(s.name));
    });
    if (frames.empty()) return;
    each<HitchStatement>([&](const HitchStatement& s) { hitches.emplace(reader_.name(s.frame), &s); });
    const bool is_one = frames.size() == hitches.size() + 1 && bodies_.empty();
    const auto prefix = [&](const std::string& frame) {
        return is_one && !hitches.contains(frame) ? "" : frame + "_";
    };

    struct Placed {
        Pose pose;
        Jet angle;
    };
    std::map<std::string, Placed> placed;
    const auto place = [&](const std::string& frame, const Vector& origin, const Jet& angle) {
        placed[frame] = {{turn(vertical, angle), origin}, angle};
        names.try_emplace(prefix(frame) + "x", origin[0]);
        names.try_emplace(prefix(frame) + "y", origin[1]);
        names.try_emplace(prefix(frame) + "psi", angle);
    };
    for (const auto& [name, s] : frames) {
        if (hitches.contains(name)) continue;
        const auto own = [&](const char* local) { return coordinate(prefix(name) + local); };
        if (s->pose)
            place(name, {{number(s->pose->entries[0]), number(s->pose->entries[1]), 0.0}},
                  number(s->pose->entries[2]));
        else
            place(name, {{own("x"), own("y"), 0.0}}, own("psi"));
    }
    // A law may use the angles before it.
    std::map<const AxleStatement*, Jet> steering;
    const auto angle = [&](const HingeAngle& a) {
        if (a.law) set_name(reader_.name(a.name), number(*a.law));
        return coordinate(reader_.name(a.name));
    };
    std::map<std::string, Jet> turns;
    for (const Statement& s : reader_.tree().statements) {
        if (const auto* hitch = std::get_if<HitchStatement>(&s.what))
            turns[reader_.name(hitch->frame)] = angle(hitch->angle);
        const auto* axle = std::get_if<AxleStatement>(&s.what);
        if (axle) steering[axle] = axle->angle ? angle(*axle->angle) : Jet(0.0);
    }
    while (placed.size() < frames.size())
        for (const auto& [name, hitch] : hitches) {
            const auto carrier = placed.find(reader_.name(hitch->carrier));
            if (placed.contains(name) || carrier == placed.end()) continue;
            const Jet psi = carrier->second.angle + turns[name];
            place(name,
                  carrier->second.pose.place_of(point(hitch->carrier_place)) -
                      turn(vertical, psi) * point(hitch->place),
                  psi);
        }
    for (const std::string& name : order) {
        const FrameStatement& s = *frames[name];
        const Pose& at = placed[name].pose;
        const Vector v = at.axes.seen(rate(at.centre));
        names.try_emplace(prefix(name) + "v1", v[0]);
        names.try_emplace(prefix(name) + "v2", v[1]);
        parts.push_back({name,
                         {at.axes, at.place_of(point(s.centre))},
                         reader_.value_or_zero(s.mass, names),
                         moments(0.0, 0.0, reader_.value_or_zero(s.inertia, names))});
    }
    each<AxleStatement>([&](const AxleStatement& s) {
        const Placed& frame = placed[reader_.name(s.frame)];
        add_axle(s, frame.pose, frame.angle + steering[&s]);
    });
}

void Assembly::add_axle(const AxleStatement& s, const Pose& frame, const Jet& angle) {
    using Kind = AxleStatement::Support::Kind;
    const std::string name = reader_.name(s.name);
    const Pose axle{turn(vertical, angle), frame.place_of(point(s.pivot))};
    const auto quantity = [&](const std::optional<Expression>& e) { return reader_.value_or_zero(e, names); };
    const auto add = [&](const Pose& pose, const Jet& mass, const Tensor& inertia) {
        parts.push_back({name, pose, mass, inertia});
    };
    add({axle.axes, axle.place_of(point(s.centre))}, quantity(s.mass),
        moments(0.0, 0.0, quantity(s.inertia)));
    const AxleStatement::Support& carried = *s.support;
    const Pose middle{axle.axes, axle.place_of(point(s.offset))};
    const Vector &along = middle.axes.axes[0], &forward = middle.axes.axes[1];
    names.try_emplace(name + "_x", middle.centre[0]);
    names.try_emplace(name + "_y", middle.centre[1]);
    names.try_emplace(name + "_v", dot(forward, rate(middle.centre)));
    const auto hold = [&](const Pose& wheel, const Vector& place, const Vector& direction) {
        rows.push_back({name + ": slips", dot(direction, wheel.velocity_at(place))});
    };
    if (carried.kind == Kind::skate) {
        add(middle, quantity(carried.mass), moments(0.0, 0.0, quantity(carried.turn)));
        return hold(middle, middle.centre, along);
    }
    const bool is_pair = carried.kind == Kind::pair;
    for (int k = 0; k < (is_pair ? 2 : 1); ++k) {
        const std::string number = is_pair ? std::to_string(k + 1) : "";
        Vector off;
        if (is_pair) off[0] = Jet(k == 0 ? 0.5 : -0.5) * quantity(carried.track);
        // Rolling forwards, it turns about −1.
        const Pose wheel{middle.axes * turn(Vector{{-1.0, 0.0, 0.0}}, coordinate(name + "_phi" + number)),
                         middle.place_of(off)};
        add(wheel, quantity(carried.mass),
            moments(quantity(carried.spin), quantity(carried.turn), quantity(carried.turn)));
        const Vector ground = wheel.centre - quantity(carried.radius) * vertical;
        hold(wheel, ground, along);
        hold(wheel, ground, forward);
    }
}

}  // namespace anholon::newton_euler
