#include <algorithm>

#include "base/text.hpp"
#include "model/picture/sketch.hpp"
#include "model/vehicles/vehicle.hpp"

// Vehicles on the plane z = 0: frames as plates above it, axles as rods, wheels as upright discs, skates as blades.
namespace anholon {

namespace {

using namespace syntax;
using Kind = PictureItem::Kind;
using Role = PictureItem::Role;
using SupportKind = AxleStatement::Support::Kind;

class VehicleSketch {
  public:
    explicit VehicleSketch(Sketch& sketch) : sketch_(sketch), model_(sketch.model()), c_(sketch.c()) {}

    void draw() {
        if (model_.plane_parts.empty()) return;
        if (!model_.first<GroundStatement>())
            sketch_.add({.kind = Kind::plane,
                         .name = "ground",
                         .part = "ground",
                         .role = Role::support,
                         .place = {c_.zero(), c_.zero(), c_.zero()},
                         .sizes = {c_.zero(), c_.zero()}});
        find_sizes();
        for (const PlanePart& part : model_.plane_parts)
            if (part.frame) draw_frame(part);
        std::size_t count = 0;
        model_.each<HitchStatement>(
            [&](const HitchStatement& hitch, const Statement&) { draw_hitch(hitch, ++count); });
        for (const PlanePart& part : model_.plane_parts)
            if (part.axle) draw_axle(part);
    }

  private:
    static PlaneAxes axes_of(const PlanePart& part) { return {{part.pose[0], part.pose[1]}, part.pose[2]}; }
    Vector3 above(const PlaneVector& p, const Expr& z) const { return {p[0], p[1], z}; }
    PlaneVector origin() const { return {c_.zero(), c_.zero()}; }
    Axes axes_in_space(const Expr& angle) const {
        const Expr C = cos(angle), S = sin(angle), zero = c_.zero();
        return {Vector3{C, S, zero}, Vector3{-S, C, zero}, Vector3{zero, zero, c_.one()}};
    }

    const PlanePart* find_frame(Span name) const {
        const auto found = std::ranges::find_if(model_.plane_parts, [&](const PlanePart& part) {
            return part.frame && part.name == ascii_name(model_.source.text(name));
        });
        return found == model_.plane_parts.end() ? nullptr : &*found;
    }

    Expr radius_of(const AxleStatement& axle) {
        return optional_quantity(model_, axle.support->radius, "a radius", metres());
    }

    // A rectangle around the origin, the mass centre and whatever is attached, in axes of the frame.
    struct Extent {
        PlaneVector low, high;
        Expr width() const { return high[0] - low[0]; }
        Expr depth() const { return high[1] - low[1]; }
    };
    Extent extent_of(const PlanePart& part) {
        Extent out{origin(), origin()};
        const auto include = [&](const PlaneVector& p, const Expr& half_width) {
            out.low = {min(out.low[0], p[0] - half_width), min(out.low[1], p[1])};
            out.high = {max(out.high[0], p[0] + half_width), max(out.high[1], p[1])};
        };
        include(place(model_, part.frame->centre, "the place of a mass centre"), c_.zero());
        model_.each<AxleStatement>([&](const AxleStatement& axle, const Statement&) {
            if (find_frame(axle.frame) != &part) return;
            const Expr track = optional_quantity(model_, axle.support->track, "a track", metres());
            include(place(model_, axle.pivot, "the place of an axle"), track * Rational(3, 8));
        });
        model_.each<HitchStatement>([&](const HitchStatement& hitch, const Statement&) {
            if (find_frame(hitch.frame) == &part)
                include(place(model_, hitch.place, "the place of a hitch"), c_.zero());
        });
        return out;
    }

    // The longest side of all frames, by what is attached to them; where that is all at one point, by the moment of inertia: a plate has
    // width² + depth² = 12 J/m. Frames are above the ground at the radius of the largest wheel, or, on skates, a little.
    void find_sizes() {
        size_ = c_.zero();
        for (const PlanePart& part : model_.plane_parts) {
            if (!part.frame) continue;
            const Extent extent = extent_of(part);
            size_ = max(size_, max(extent.width(), extent.depth()));
        }
        for (const PlanePart& part : model_.plane_parts) {
            if (size_ != c_.zero() || !part.frame || !part.frame->mass || !part.frame->inertia) continue;
            const Expr m = quantity(model_, *part.frame->mass, "a mass", kilograms()),
                       J = quantity(model_, *part.frame->inertia, "a moment of inertia", moment_of_inertia());
            size_ = sqrt(Rational(6) * J / m);
        }
        for (const PlanePart& part : model_.plane_parts)
            if (part.axle && part.axle->support->kind != SupportKind::skate) {
                const Expr r = radius_of(*part.axle);
                height_ = height_ ? max(height_, r) : r;
            }
        if (!height_) height_ = size_ / Rational(8);
    }

    // A frame to which nothing is attached is a bar above the others, such as the rider of a snakeboard.
    void draw_frame(const PlanePart& part) {
        const PlaneAxes axes = axes_of(part);
        const Extent extent = extent_of(part);
        const bool is_bare = extent.width() == c_.zero() && extent.depth() == c_.zero();
        const Expr least = size_ / Rational(5), thickness = size_ / Rational(30);
        const Rational half(1, 2);
        const PlaneVector middle{half * (extent.low[0] + extent.high[0]),
                                 half * (extent.low[1] + extent.high[1])};
        sketch_.add(
            {.kind = Kind::box,
             .name = part.name,
             .part = part.name,
             .role = Role::body,
             .place = above(axes.point(middle), is_bare ? height_ + Rational(3, 2) * thickness : height_),
             .axes = axes_in_space(axes.angle),
             .sizes = {is_bare ? size_ * Rational(3, 5) : max(extent.width(), least),
                       is_bare ? size_ / Rational(8) : max(extent.depth(), least), thickness}});
        if (part.frame->mass && part.frame->centre)
            sketch_.dot(
                part.name + "_centre", part.name, Role::joint,
                above(axes.point(place(model_, part.frame->centre, "the place of a mass centre")), height_));
    }

    // Rods from the origins of both frames to the hinge.
    void draw_hitch(const HitchStatement& hitch, std::size_t number) {
        const PlanePart *frame = find_frame(hitch.frame), *carrier = find_frame(hitch.carrier);
        if (!frame || !carrier) return;
        const std::string name = "hitch" + std::to_string(number);
        const PlaneVector on_frame = place(model_, hitch.place, "the place of a hitch"),
                          on_carrier = place(model_, hitch.carrier_place, "the place of a hitch");
        const Vector3 hinge = above(axes_of(*carrier).point(on_carrier), height_);
        sketch_.dot(name, frame->name, Role::joint, hinge);
        const auto rod = [&](const std::string& local, const PlanePart& part, const PlaneVector& p) {
            if (p != origin())
                sketch_.rod(name + local, part.name, Role::joint, above(axes_of(part).origin, height_),
                            hinge);
        };
        rod("_drawbar", *frame, on_frame);
        rod("_hook", *carrier, on_carrier);
    }

    void draw_axle(const PlanePart& part) {
        const AxleStatement& axle = *part.axle;
        const PlaneAxes pivot = axes_of(part);
        const PlaneVector offset = place(model_, axle.offset, "an offset");
        const PlaneAxes middle{pivot.point(offset), pivot.angle};
        if (offset != origin())
            sketch_.rod(part.name + "_fork", part.name, Role::joint, above(pivot.origin, height_),
                        above(middle.origin, height_));
        if (axle.support->kind == SupportKind::skate)
            skate(part, middle);
        else
            wheels(part, middle);
        reaction(part, middle);
    }

    // The path of the point that touches.
    void touch(const std::string& name, const std::string& part, const Vector3& place) {
        sketch_.dot(name + "_contact", part, Role::contact, place);
        sketch_.trace(name + "_trace", part, Role::contact, place, "");
    }

    // Along axis 2, the direction in which it moves.
    void skate(const PlanePart& part, const PlaneAxes& middle) {
        const Axes axes = axes_in_space(middle.angle);
        const Vector3 place = above(middle.origin, c_.zero());
        sketch_.add({.kind = Kind::blade,
                     .name = part.name,
                     .part = part.name,
                     .role = Role::wheel,
                     .place = place,
                     .axes = Axes{axes[1], -axes[0], axes[2]},
                     .sizes = {Rational(3, 2) * height_}});
        sketch_.rod(part.name + "_post", part.name, Role::joint, place, above(middle.origin, height_));
        touch(part.name, part.name, place);
    }

    // At ±l along the axle. Rolling forwards, a wheel turns about −n, n being axis 1.
    void wheels(const PlanePart& part, const PlaneAxes& middle) {
        const Expr r = radius_of(*part.axle);
        const Expr l =
            optional_quantity(model_, part.axle->support->track, "a track", metres()) / Rational(2);
        const Axes axes = axes_in_space(middle.angle);
        const bool is_pair = part.turns.size() == 2;
        for (std::size_t k = 0; k < part.turns.size(); ++k) {
            const Expr at = !is_pair ? c_.zero() : k == 0 ? l : -l;
            const PlaneVector centre = middle.point({at, c_.zero()});
            const Expr C = cos(part.turns[k]), S = sin(part.turns[k]);
            const std::string name = part.name + "_wheel" + (is_pair ? std::to_string(k + 1) : "");
            sketch_.add({.kind = Kind::disc,
                         .name = name,
                         .part = part.name,
                         .role = Role::wheel,
                         .place = above(centre, r),
                         .axes = Axes{C * axes[1] - S * axes[2], S * axes[1] + C * axes[2], axes[0]},
                         .sizes = {r, r / Rational(4)}});
            touch(name, part.name, above(centre, c_.zero()));
        }
        if (is_pair)
            sketch_.rod(part.name, part.name, Role::joint, above(middle.point({l, c_.zero()}), r),
                        above(middle.point({-l, c_.zero()}), r));
    }

    // What keeps the axle from slipping sideways: λ n. Both wheels of a pair take part, in shares that are not known.
    void reaction(const PlanePart& part, const PlaneAxes& middle) {
        const auto& all = model_.system.constraints;
        for (const char* local : {"_side", "_side1"}) {
            const auto found = std::ranges::find(all, part.name + local, &Constraint::name);
            if (found == all.end()) continue;
            const Expr& multiplier = model_.system.multipliers[static_cast<std::size_t>(found - all.begin())];
            sketch_.arrow(part.name + "_reaction", part.name, Role::reaction, above(middle.origin, c_.zero()),
                          multiplier * axes_in_space(middle.angle)[0]);
        }
    }

    Sketch& sketch_;
    Elaboration& model_;
    Context& c_;
    Expr size_, height_;
};

}  // namespace

void draw_vehicles(Sketch& sketch) { VehicleSketch(sketch).draw(); }

}  // namespace anholon
