#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/walk.hpp"
#include "model/language/errors.hpp"
#include "model/language/vehicle_errors.hpp"
#include "model/vehicles/vehicle.hpp"

namespace anholon {

namespace {

using namespace syntax;

struct Frame {
    const FrameStatement* written;
    std::string name;
    std::string prefix;                     // of its names
    const HitchStatement* hitch = nullptr;  // to what carries it
    Expr hitch_angle;
    std::optional<PlaneAxes> axes = std::nullopt;
};

// The parts of all vehicles of a model, and how they hang together.
class Vehicles {
  public:
    explicit Vehicles(Elaboration& model) : model_(model) {}

    void lower() {
        collect_frames();
        collect_hitches();
        collect_axles();
        if (model_.diagnostics.errors() == errors_before_) check_cycles();
        const bool hangs_together = model_.diagnostics.errors() == errors_before_;
        declare_poses();
        declare_angles();
        for (const AxleStatement* axle : axles_) turns_.push_back(declare_wheel_turns(model_, *axle));
        if (!hangs_together) return;
        for (Frame& frame : frames_) lower(frame);
        for (std::size_t k = 0; k < axles_.size(); ++k) lower(k);
    }

  private:
    std::string name_at(Span span) const { return ascii_name(model_.source.text(span)); }

    Frame* find(Span span) {
        const std::string name = name_at(span);
        const auto found = std::ranges::find(frames_, name, &Frame::name);
        return found == frames_.end() ? nullptr : &*found;
    }

    // The frame of this name; nothing after a mistake.
    Frame* known_frame(Span span) {
        if (Frame* frame = find(span)) return frame;
        std::vector<std::string> known;
        for (const Frame& frame : frames_) known.push_back(frame.name);
        model_.report(frame_unknown(span, model_.source.text(span), known));
        return nullptr;
    }

    void collect_frames() {
        model_.each<FrameStatement>([&](const FrameStatement& s, const Statement&) {
            const std::string name = name_at(s.name);
            const auto [first, is_new] = parts_.try_emplace(name, s.name);
            if (!is_new) return model_.report(part_name_twice(s.name, name, first->second));
            frames_.push_back({&s, name, name + "_"});
        });
    }

    void collect_hitches() {
        model_.each<HitchStatement>([&](const HitchStatement& s, const Statement&) {
            Frame *frame = known_frame(s.frame), *carrier = known_frame(s.carrier);
            if (!frame || !carrier) return;
            if (frame->hitch) return model_.report(hitch_twice(s.frame, frame->name, frame->hitch->frame));
            if (const auto& pose = frame->written->pose)
                return model_.report(hitch_of_guided_frame(s.frame, frame->name, pose->span));
            frame->hitch = &s;
        });
    }

    void collect_axles() {
        std::map<std::string, const AxleStatement*> seen;
        model_.each<AxleStatement>([&](const AxleStatement& s, const Statement&) {
            const std::string name = name_at(s.name);
            known_frame(s.frame);
            const auto [first, is_new] = parts_.try_emplace(name, s.name);
            if (!is_new) {
                const auto other = seen.find(name);
                const bool moved = other != seen.end() && name_at(other->second->frame) != name_at(s.frame);
                return model_.report(moved ? axle_on_two_frames(s.name, name, name_at(other->second->frame),
                                                                name_at(s.frame), first->second)
                                           : part_name_twice(s.name, name, first->second));
            }
            seen.emplace(name, &s);
            if (!s.support) model_.report(axle_without_support(s.name, name));
            axles_.push_back(&s);
        });
    }

    void check_cycles() {
        std::set<std::string> reported;
        for (Frame& start : frames_) {
            std::vector<std::string> chain;
            for (Frame* f = &start; f && f->hitch && !reported.contains(f->name);
                 f = find(f->hitch->carrier)) {
                const auto again = std::ranges::find(chain, f->name);
                if (again == chain.end()) {
                    chain.push_back(f->name);
                    continue;
                }
                const std::vector<std::string> cycle(again, chain.end());
                reported.insert(cycle.begin(), cycle.end());
                model_.report(hitch_cycle(f->hitch->frame, cycle));
                break;
            }
        }
    }

    // x, y and ψ of the frames that no other carries.
    void declare_poses() {
        const auto is_free = [](const Frame& f) { return !f.hitch; };
        const bool is_one = std::ranges::count_if(frames_, is_free) == 1 && !model_.first<BodyStatement>();
        for (Frame& frame : frames_) {
            if (frame.hitch) continue;
            if (is_one) frame.prefix.clear();
            frame.axes = frame.written->pose ? guided_pose(frame) : free_pose(frame);
        }
    }

    PlaneAxes free_pose(const Frame& frame) {
        const PartName part{frame.name, frame.written->name};
        const auto coordinate = [&](const char* local, const Dimension& d, std::string description) {
            return part_coordinate(model_, part,
                                   {frame.prefix + local, d, std::move(description), d.is_one()});
        };
        const Expr x = coordinate("x", metres(), "position of " + frame.name);
        const Expr y = coordinate("y", metres(), "");
        const Expr psi = coordinate("psi", Dimension{}, "angle of " + frame.name);
        model_.free_frames.push_back({{x, y, psi}, frame.written->name, frame.prefix});
        return {{x, y}, psi};
    }

    PlaneAxes guided_pose(const Frame& frame) {
        const Tuple& pose = *frame.written->pose;
        Context& c = model_.context();
        PlaneAxes axes{{c.zero(), c.zero()}, c.zero()};
        if (pose.entries.size() != 3) {
            model_.report(tuple_length(pose.span, "a pose", pose.entries.size(), 3));
            return axes;
        }
        const std::array<Expr*, 3> parts{&axes.origin[0], &axes.origin[1], &axes.angle};
        for (std::size_t i = 0; i < 3; ++i)
            if (const Expr e = law(pose.entries[i], "a pose", i < 2 ? metres() : Dimension{})) *parts[i] = e;
        return axes;
    }

    // A function of coordinates and time; empty after a mistake.
    Expr law(const Expression& e, std::string_view what, const Dimension& dimension) {
        std::optional<Dimension> given;
        const Expr value = model_.read(e, model_.inner, &given);
        if (!value) return {};
        if (given && *given != dimension) model_.report(unit_misfit(e.span, what, *given, dimension));
        for (const Expr& symbol : symbols_of(value)) {
            if (symbol.symbol().kind != SymbolKind::variable || symbol.symbol().dots == 0) continue;
            model_.report(law_with_velocity(e.span, what, symbol));
            return {};
        }
        return value;
    }

    // Of hitches and axles in the order in which they stand, so that a law may use the angles before it.
    void declare_angles() {
        for (const Statement& s : model_.tree.statements) {
            if (const auto* hitch = std::get_if<HitchStatement>(&s.what)) {
                Frame* frame = find(hitch->frame);
                const Expr turn = angle(hitch->angle, "angle of " + name_at(hitch->frame));
                if (frame && frame->hitch == hitch) frame->hitch_angle = turn;
            }
            const auto* axle = std::get_if<AxleStatement>(&s.what);
            if (axle && axle->angle && std::ranges::find(axles_, axle) != axles_.end())
                steering_.emplace(axle, angle(*axle->angle, "angle of " + name_at(axle->name)));
        }
    }

    Expr angle(const HingeAngle& a, std::string description) {
        const Expr value = a.law ? law(*a.law, "an angle", Dimension{}) : Expr();
        const Expr zero = model_.context().zero();
        if (!model_.may_declare(a.name)) return zero;
        const std::string name = name_at(a.name);
        const PartName part{name, a.name};
        if (!a.law)
            return part_coordinate(model_, part,
                                   {.name = name, .description = std::move(description), .is_angle = true});
        part_abbreviation(model_, part, name, value ? value : zero, Dimension{});
        return value ? value : zero;
    }

    const PlaneAxes& axes_of(Frame& frame) {
        if (!frame.axes) {
            const PlaneAxes& carrier = axes_of(*find(frame.hitch->carrier));
            PlaneVector hook = place(model_, frame.hitch->place, "the place of a hitch");
            for (Expr& h : hook) h = -h;
            const PlaneAxes hinge = carrier.turned(
                place(model_, frame.hitch->carrier_place, "the place of a hitch"), frame.hitch_angle);
            frame.axes = {hinge.point(hook), hinge.angle};
        }
        return *frame.axes;
    }

    void lower(Frame& frame) {
        const FrameStatement& s = *frame.written;
        const PlaneAxes& axes = axes_of(frame);
        const PartName part{frame.name, s.name};
        const Dimension speed = metres() / seconds();
        if (frame.hitch || s.pose) {
            for (const std::size_t i : {0, 1})
                part_abbreviation(model_, part, frame.prefix + "xy"[i], axes.origin[i], metres());
            part_abbreviation(model_, part, frame.prefix + "psi", axes.angle, Dimension{});
        }
        const PlaneVector v = velocity(axes.origin);
        part_abbreviation(model_, part, frame.prefix + "v1", axes.along(v), speed);
        part_abbreviation(model_, part, frame.prefix + "v2", axes.across(v), speed);
        const std::string owner = "the frame '" + frame.name + "'";
        if (!s.mass && !s.pose) model_.report(part_missing(s.name, owner, "mass"));
        if (!s.inertia && !s.pose) model_.report(part_missing(s.name, owner, "inertia"));
        if (s.centre && !s.mass && s.pose) model_.report(part_missing(s.name, owner, "mass"));
        model_.plane_parts.push_back(
            {.name = frame.name, .pose = {axes.origin[0], axes.origin[1], axes.angle}, .frame = &s});
        if (frame.hitch) model_.system.towing.hitches.push_back({frame.name, name_at(frame.hitch->carrier)});
        add_plane_body(model_, frame.name, frame.name, axes,
                       place(model_, s.centre, "the place of a mass centre"),
                       optional_quantity(model_, s.mass, "a mass", kilograms()),
                       optional_quantity(model_, s.inertia, "a moment of inertia", moment_of_inertia()));
    }

    void lower(std::size_t k) {
        const AxleStatement& axle = *axles_[k];
        const auto steered = steering_.find(&axle);
        const Expr angle = steered == steering_.end() ? model_.context().zero() : steered->second;
        const PlaneAxes axes =
            find(axle.frame)->axes->turned(place(model_, axle.pivot, "the place of an axle"), angle);
        lower_axle(model_, axle, name_at(axle.frame), axes, turns_[k]);
        model_.plane_parts.push_back({.name = name_at(axle.name),
                                      .pose = {axes.origin[0], axes.origin[1], axes.angle},
                                      .axle = &axle,
                                      .turns = turns_[k]});
    }

    Elaboration& model_;
    const std::size_t errors_before_ = model_.diagnostics.errors();
    std::map<std::string, Span> parts_;  // frames and axles by their names
    std::vector<Frame> frames_;
    std::vector<const AxleStatement*> axles_;
    std::vector<std::vector<Expr>> turns_;  // of the wheels, axle by axle
    std::map<const AxleStatement*, Expr> steering_;
};

// A name that a part takes; false if the model has given it to something else.
}  // namespace

Dimension moment_of_inertia() { return kilograms() * pow(metres(), Rational(2)); }

PlaneVector PlaneAxes::point(const PlaneVector& p) const {
    const Expr C = cos(angle), S = sin(angle);
    return {origin[0] + p[0] * C - p[1] * S, origin[1] + p[0] * S + p[1] * C};
}

Expr PlaneAxes::along(const PlaneVector& v) const { return v[0] * cos(angle) + v[1] * sin(angle); }
Expr PlaneAxes::across(const PlaneVector& v) const { return v[1] * cos(angle) - v[0] * sin(angle); }

PlaneVector velocity(const PlaneVector& point) {
    return {time_derivative(point[0]), time_derivative(point[1])};
}

Expr optional_quantity(Elaboration& model, const std::optional<Expression>& e, std::string_view what,
                       const Dimension& dimension) {
    const Expr value = e ? positive_quantity(model, *e, what, dimension) : Expr();
    return value ? value : model.context().zero();
}

PlaneVector place(Elaboration& model, const std::optional<Tuple>& tuple, std::string_view what) {
    const Expr zero = model.context().zero();
    PlaneVector out{zero, zero};
    if (!tuple) return out;
    if (tuple->entries.size() != 2) {
        model.report(tuple_length(tuple->span, what, tuple->entries.size(), 2));
        return out;
    }
    for (std::size_t i = 0; i < 2; ++i)
        if (const Expr e = quantity(model, tuple->entries[i], what, metres())) out[i] = e;
    return out;
}

void add_rigid_part(Elaboration& model, const std::string& name, const Expr& mass, const PlaneVector& v,
                    const Vector3& moments, const Vector3& omega) {
    const Expr zero = model.context().zero();
    if (mass == zero && moments == Vector3{zero, zero, zero}) return;
    model.system.bodies.push_back({.name = name,
                                   .mass = mass,
                                   .inertia = {moments, {zero, zero, zero}},
                                   .velocity = {v[0], v[1], zero},
                                   .omega = omega,
                                   .turning = {zero, zero, omega[2]},
                                   .weight = {zero, zero, zero}});
}

void add_plane_body(Elaboration& model, const std::string& name, const std::string& frame,
                    const PlaneAxes& axes, const PlaneVector& centre, const Expr& mass, const Expr& inertia) {
    const PlaneVector place = axes.point(centre), v = velocity(place);
    const Expr omega = time_derivative(axes.angle), zero = model.context().zero();
    if (mass != zero) model.system.towing.masses.push_back({frame, mass, {place[0], place[1], zero}});
    const Expr T = (mass * (square(v[0]) + square(v[1])) + inertia * square(omega)) / Rational(2);
    model.system.T = model.system.T ? model.system.T + T : T;
    add_rigid_part(model, name, mass, {axes.along(v), axes.across(v)}, {zero, zero, inertia},
                   {zero, zero, omega});
}

void lower_vehicles(Elaboration& model) {
    const Statement* first = model.first<FrameStatement>();
    if (!first) {
        for (const Statement& s : model.tree.statements)
            if (std::holds_alternative<AxleStatement>(s.what) ||
                std::holds_alternative<HitchStatement>(s.what))
                model.report(frames_missing(s.keyword, model.source.text(s.keyword)));
        return;
    }
    Vehicles(model).lower();
    if (!model.units_given || model.energy_dimension) return;
    model.energy_dimension = kilograms() * pow(metres() / seconds(), Rational(2));
    model.energy_span = first->span;
}

}  // namespace anholon
