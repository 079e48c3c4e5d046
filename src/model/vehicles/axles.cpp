#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/linear.hpp"
#include "model/check.hpp"
#include "model/language/errors.hpp"
#include "model/language/vehicle_errors.hpp"
#include "model/vehicles/vehicle.hpp"

namespace anholon {

namespace {

using namespace syntax;
using Support = AxleStatement::Support;

std::size_t wheels_on(const AxleStatement& axle) {
    if (!axle.support || axle.support->kind == Support::Kind::skate) return 0;
    return axle.support->kind == Support::Kind::wheel ? 1 : 2;
}

std::string axle_name(const Elaboration& model, const AxleStatement& axle) {
    return ascii_name(model.source.text(axle.name));
}

// What is written of a wheel, or of each wheel of a pair.
struct Wheel {
    Expr radius, half_track, mass, spin, turn;
};

Wheel read_wheel(Elaboration& model, const Support& s) {
    const Expr one = model.context().one();
    const bool is_pair = s.kind == Support::Kind::pair, rolls = s.kind != Support::Kind::skate;
    const std::string owner = is_pair ? "a pair of wheels" : "a wheel";
    if (rolls && !s.radius) model.report(part_missing(s.span, owner, "radius"));
    if (is_pair && !s.track) model.report(part_missing(s.span, owner, "track"));
    Wheel out{.radius = optional_quantity(model, s.radius, "a radius", metres()),
              .half_track = optional_quantity(model, s.track, "a track", metres()) / Rational(2),
              .mass = optional_quantity(model, s.mass, "a mass", kilograms()),
              .spin = optional_quantity(model, s.spin, "a moment of inertia", moment_of_inertia()),
              .turn = optional_quantity(model, s.turn, "a moment of inertia", moment_of_inertia())};
    // After a mistake a wheel goes on with a radius of one, so that nothing is divided by zero.
    if (out.radius == model.context().zero()) out.radius = one;
    return out;
}

// The wheels or the skate of an axle; the axes have their origin at the middle between the wheels.
class Lowering {
  public:
    Lowering(Elaboration& model, const AxleStatement& axle, const std::string& frame, const PlaneAxes& axes)
        : model_(model),
          axle_(axle),
          name_(axle_name(model, axle)),
          frame_(frame),
          axes_(axes),
          v_(velocity(axes.origin)),
          forward_(axes.across(v_)),
          sideways_(axes.along(v_)),
          omega_(time_derivative(axes.angle)) {
        const PartName part{name_, axle.name};
        for (const std::size_t i : {0, 1})
            part_abbreviation(model, part, name_ + "_" + "xy"[i], axes.origin[i], metres());
        part_abbreviation(model, part, name_ + "_v", forward_, metres() / seconds());
    }

    void skate(const Wheel& w) {
        const Expr zero = model_.context().zero();
        add_energy((w.mass * speed_squared() + w.turn * square(omega_)) / Rational(2));
        add_rigid_part(model_, name_ + "_skate", w.mass, {sideways_, forward_}, {zero, zero, w.turn},
                       {zero, zero, omega_});
        add_row("side", sideways_);
        add_road("side", n());
        add_mass(w.mass, zero);
    }

    // 003 (2.1), (2.3): each wheel, at ±l along the axle, has (v, n) = 0 and (v, τ) = h φ̇.
    void roll(const Wheel& w, const std::vector<Expr>& turns) {
        const std::size_t count = turns.size();
        const Rational wheels(static_cast<long>(count));
        RollingAxle rolling{.name = name_, .turns = turns, .speed_squared = speed_squared(), .omega = omega_};
        rolling.kinetic = wheels * (w.mass * (rolling.speed_squared + square(w.half_track * omega_)) +
                                    w.turn * square(omega_));
        for (std::size_t k = 0; k < count; ++k) {
            const std::string number = count == 1 ? "" : std::to_string(k + 1);
            const Expr l = k == 0 ? w.half_track : -w.half_track, speed = forward_ + l * omega_;
            rolling.kinetic = rolling.kinetic + w.spin * square(dot(turns[k]));
            rolling.rates.push_back(speed / w.radius);
            rolling.rolling.push_back(name_ + "_roll" + number);
            add_row("side" + number, sideways_);
            add_row("roll" + number, speed - w.radius * dot(turns[k]));
            add_road("side" + number, n());
            add_road("roll" + number, tau());
            add_mass(w.mass, l);
            add_wheel("wheel" + number, w, l, dot(turns[k]));
        }
        rolling.kinetic = rolling.kinetic / Rational(2);
        // 003 (3.13), with the wheels' own masses in m and j
        const Expr rolled = w.spin / square(w.radius);
        rolling.skate_mass = wheels * (w.mass + rolled);
        rolling.skate_moment = wheels * (w.turn + (w.mass + rolled) * square(w.half_track));
        add_energy(rolling.kinetic);
        model_.system.rolling_axles.push_back(std::move(rolling));
    }

  private:
    // Rolling forwards, it turns about −n.
    void add_wheel(const std::string& local, const Wheel& w, const Expr& l, const Expr& rate) {
        const Expr zero = model_.context().zero();
        add_rigid_part(model_, name_ + "_" + local, w.mass, {sideways_, forward_ + l * omega_},
                       {w.spin, w.turn, w.turn}, {-rate, zero, omega_});
    }

    Vector3 n() const { return {cos(axes_.angle), sin(axes_.angle), model_.context().zero()}; }
    Vector3 tau() const { return {-sin(axes_.angle), cos(axes_.angle), model_.context().zero()}; }
    void add_road(const std::string& local, const Vector3& direction) {
        model_.system.towing.roads.push_back({frame_, name_ + "_" + local, direction});
    }
    // At l along the axle.
    void add_mass(const Expr& mass, const Expr& l) {
        const Expr zero = model_.context().zero();
        if (mass == zero) return;
        const PlaneVector place = axes_.point({l, zero});
        model_.system.towing.masses.push_back({frame_, mass, {place[0], place[1], zero}});
    }

    Expr speed_squared() const { return square(v_[0]) + square(v_[1]); }

    void add_energy(const Expr& T) { model_.system.T = model_.system.T + T; }

    void add_row(const std::string& local, const Expr& residual) {
        // The velocity may be given altogether where a frame is guided.
        const bool is_guided = model_.first<FrameStatement>([](const auto& f) { return f.pose.has_value(); });
        const auto kind =
            is_guided ? constraint_kind(residual, model_.system.velocities()) : Constraint::Kind::linear;
        model_.system.constraints.push_back({name_ + "_" + local, residual, kind, axle_.name, true, true});
    }

    Elaboration& model_;
    const AxleStatement& axle_;
    std::string name_, frame_;
    PlaneAxes axes_;
    PlaneVector v_;            // of the middle
    Expr forward_, sideways_;  // its components along τ and n
    Expr omega_;
};

std::vector<Expr> velocity_row(const Elaboration& model, const Expr& residual) {
    return gradient(residual, model.system.velocities());
}

// Whether these rows leave x, y and ψ no velocity: rank A = rank of A with ẋ, ẏ, ψ̇ beside it.
bool holds(Elaboration& model, const FreeFrame& frame, const std::vector<std::vector<Expr>>& rows) {
    const std::size_t n = model.system.coordinates.size();
    Matrix A(model.context(), rows.size(), n), B(model.context(), rows.size() + 3, n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t r = 0; r < rows.size(); ++r) A(r, i) = B(r, i) = rows[r][i];
        for (std::size_t k = 0; k < 3; ++k)
            if (model.system.coordinates[i].symbol == frame.pose[k])
                B(rows.size() + k, i) = model.context().one();
    }
    const auto a = rank(A).rank, b = rank(B).rank;
    return a && b && *a == *b;
}

}  // namespace

std::vector<Expr> declare_wheel_turns(Elaboration& model, const AxleStatement& axle) {
    std::vector<Expr> turns;
    const std::size_t count = wheels_on(axle);
    const std::string name = axle_name(model, axle);
    for (std::size_t k = 0; k < count; ++k) {
        const std::string side = count == 1 ? "wheel of " : k == 0 ? "right wheel of " : "left wheel of ";
        turns.push_back(part_coordinate(model, {name, axle.name},
                                        {.name = name + "_phi" + (count == 1 ? "" : std::to_string(k + 1)),
                                         .description = side + name,
                                         .is_angle = true}));
    }
    return turns;
}

void lower_axle(Elaboration& model, const AxleStatement& axle, const std::string& frame,
                const PlaneAxes& axes, const std::vector<Expr>& turns) {
    const std::string owner = "the axle '" + axle_name(model, axle) + "'";
    if (axle.centre && !axle.mass) model.report(part_missing(axle.name, owner, "mass"));
    add_plane_body(model, axle_name(model, axle), frame, axes,
                   place(model, axle.centre, "the place of a mass centre"),
                   optional_quantity(model, axle.mass, "a mass", kilograms()),
                   optional_quantity(model, axle.inertia, "a moment of inertia", moment_of_inertia()));
    const Wheel wheel = read_wheel(model, *axle.support);
    const PlaneVector middle = axes.point(place(model, axle.offset, "an offset"));
    Lowering lowering(model, axle, frame, {middle, axes.angle});
    if (turns.empty())
        lowering.skate(wheel);
    else
        lowering.roll(wheel, turns);
}

// What cannot move at all is no vehicle; the last axle in the text that takes part in holding it is named.
void check_vehicles_move(Elaboration& model) {
    if (model.diagnostics.failed()) return;
    for (const FreeFrame& frame : model.free_frames) {
        std::vector<std::vector<Expr>> rows;
        for (const Constraint& c : model.system.constraints)
            if (c.of_axle) rows.push_back(velocity_row(model, c.residual));
        if (rows.size() < 3 || !holds(model, frame, rows)) continue;
        rows.clear();
        for (const Constraint& c : model.system.constraints) {
            if (!c.of_axle) continue;
            rows.push_back(velocity_row(model, c.residual));
            if (!holds(model, frame, rows)) continue;
            model.report(
                vehicle_stuck(c.span, model.source.text(c.span), model.source.text(frame.name), frame.name));
            break;
        }
    }
}

}  // namespace anholon
