#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <set>

#include "model/read_model.test.hpp"
#include "model/state/parameter_values.hpp"
#include "newton_euler/assembly.hpp"
#include "scene/drawing.hpp"
#include "syntax/statement.hpp"
#include "verify/real_states.hpp"

// Where a scene puts the parts of a model, against the second way from the text to positions, which shares nothing with the first.
namespace anholon {
namespace {

using newton_euler::Assembly;
using newton_euler::Jet;
using newton_euler::Names;
using ItemKind = PictureItem::Kind;
using ItemRole = PictureItem::Role;

Point3 number(const newton_euler::Vector& v) { return {v[0].value(), v[1].value(), v[2].value()}; }
Point3 minus(const Point3& a, const Point3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
double product(const Point3& a, const Point3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double distance(const Point3& a, const Point3& b) { return std::sqrt(product(minus(a, b), minus(a, b))); }

std::array<Point3, 3> axes_of(const double* q) {
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    return {Point3{1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)},
            Point3{2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)},
            Point3{2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)}};
}

// A text, and what the other way reads of it.
struct Text {
    explicit Text(const std::string& text) : source("test.anh", text) {
        Diagnostics diagnostics;
        tree = *syntax::parse_model(source, diagnostics);
    }
    Source source;
    syntax::ModelTree tree;
    newton_euler::Reader reader{tree, source};
    std::set<std::string> spinning;
};

// A model at random states: its scene, a frame per state, and its parts by the other way.
struct AtStates {
    std::unique_ptr<Text> text;
    System system;
    SceneInMotion shown;
    std::vector<Assembly> parts;
    std::vector<RealState> states;
    std::vector<double> parameters;

    const double* numbers_of_frame(std::size_t k) const {
        return shown.frames.data() + k * shown.scene.columns;
    }
    const Shape* shape(const std::string& name) const {
        for (const Shape& s : shown.scene.shapes)
            if (s.name == name) return &s;
        return nullptr;
    }
    // Wheels follow their axle under its name.
    const newton_euler::Part& part(const std::string& name, std::size_t frame, std::size_t wheel = 0) const {
        for (const newton_euler::Part& p : parts[frame].parts)
            if (p.name == name && wheel-- == 0) return p;
        throw std::runtime_error("no part " + name);
    }
    // The numbers of a shape in a frame, whether it moves or not.
    const double* numbers(const Shape& s, std::size_t k) const {
        return s.numbers() == 0 ? s.still.data() : numbers_of_frame(k) + s.at;
    }
};

std::vector<Observable> columns_of_state(const System& system) {
    std::vector<Observable> out{{"t", system.t}};
    for (const Coordinate& q : system.coordinates) out.push_back({"q", q.symbol});
    for (const Coordinate& q : system.coordinates) out.push_back({"v", dot(q.symbol)});
    for (const ControllerState& s : system.states) out.push_back({"s", s.symbol});
    return out;
}

AtStates at_random_states(const std::string& text, std::size_t count) {
    AtStates out{std::make_unique<Text>(text), model(text), {}, {}, {}, {}};
    RealStates states(out.system, 7);
    // The states of controllers have the last values.
    const auto of_controllers = static_cast<std::ptrdiff_t>(out.system.parameters.size());
    out.parameters = {states.parameters().begin(), states.parameters().begin() + of_controllers};
    const std::vector<double> controlled(states.parameters().begin() + of_controllers,
                                         states.parameters().end());
    const Point point = parameter_point(out.system);
    Names constants{{"pi", std::numbers::pi}}, generic = constants;
    long k = 0;
    for (const auto& [symbol, value] : point) {
        constants.emplace(symbol.symbol().name, value.to_double());
        generic.emplace(symbol.symbol().name, value.to_double() * (1 + 0.01 * static_cast<double>(++k)));
    }
    for (const auto& [name, value] : derived_values(out.system, point)) {
        constants.emplace(name, value);
        generic.emplace(name, value);
    }
    out.text->spinning = Assembly::spinning_bodies(out.text->reader, generic);
    std::vector<double> rows;
    for (std::size_t f = 0; f < count; ++f) {
        const auto state = states.draw();
        if (!state) break;
        Names names = constants;
        Jet time = state->t;
        time.c[1] = 1;
        names.emplace("t", time);
        rows.push_back(state->t);
        rows.insert(rows.end(), state->q.begin(), state->q.end());
        rows.insert(rows.end(), state->v.begin(), state->v.end());
        rows.insert(rows.end(), controlled.begin(), controlled.end());
        for (std::size_t i = 0; i < controlled.size(); ++i)
            names.emplace(out.system.states[i].symbol.symbol().name, controlled[i]);
        for (std::size_t i = 0; i < state->q.size(); ++i) {
            Jet q;
            q.c = {state->q[i], state->v[i], 0};
            names.emplace(out.system.coordinates[i].symbol.symbol().name, q);
        }
        out.parts.emplace_back(out.text->reader, std::move(names), out.text->spinning);
        out.states.push_back(*state);
    }
    out.shown = Drawing(out.system, columns_of_state(out.system)).scene(rows, out.parameters);
    return out;
}

// Systems that are in no gallery: joints of every kind, a loop, loads, supports of every kind at rest, moving and carried, odd steering.
const char* const odd_systems[] = {
    R"(model Crane {
  gravity 9.81 along (0, 0, -1)
  body cart { mass 5; shape box(1, 0.6, 0.4) }
  body boom { mass 1; shape rod(2) along (1, 0, 0) }
  body load { mass 2; shape ball(0.2) }
  joint cart on space at (0, 0, 0.5) slider s along (1, 0, 0)
  joint boom at (-1, 0, 0) on cart at (0, 0, 0.3) hinge beta along (0, 1, 0)
  joint load at (0, 0, 0.5) on boom at (1, 0, 0) ball
  spring 200 between boom at (0.5, 0, 0) and cart at (0.5, 0, 0) length 0.6
  damper 2 between load and cart at (0, 0, 0)
  torque (0, 0, 0.3) on load
  force (1, 0, 0) on cart at (0, 0, 0.2)
  init beta = -0.7, s' = 0.2
})",
    R"(model FourBar {
  gravity 9.81 along (0, 0, -1)
  body a { mass 1; shape rod(1) along (1, 0, 0) }
  body b { mass 1; shape rod(2) along (1, 0, 0) }
  body c { mass 1; shape rod(1.5) along (1, 0, 0) }
  body w { mass 0.5; shape ball(0.1) }
  joint a at (-0.5, 0, 0) on space at (0, 0, 0) hinge p along (0, 1, 0)
  joint b at (-1, 0, 0) on a at (0.5, 0, 0) hinge q along (0, 1, 0)
  joint c at (-0.75, 0, 0) on b at (1, 0, 0) hinge r along (0, 1, 0)
  joint c at (0.75, 0, 0) on space at (2, 0, 0) hinge along (0, 1, 0)
  joint w on b at (0, 0, 0.2) weld
  guess p = -1, q = 1, r = 1.5
  init p' = 3
})",
    R"(model Supports {
  gravity 9.81 along (0, 0, -1)
  support log cylinder(1, 6) along (0, 1, 0)
  support bowl cone(0.6, 5) inside at (5, 0, 0) turning exp(-t^2)
  support hill graph(0.1*x^2 + 0.05*y^2) at (10, 0, 0)
  body a { mass 1; shape ball(0.2) }
  body b { mass 1; shape ball(0.1) }
  body c { mass 1; shape ball(0.1) }
  contact a on log rolling
  contact b on bowl rolling
  contact c on hill rolling
  init a_z = 1.2, a_w2 = 0.1, b_x = 5.5, b_z = 1, c_x = 10.5, c_z = 0.2
})",
    R"(model Moving {
  gravity 9.81 along (0, 0, -1)
  ground plane z = 0.1*sin(t) turning 1/(2 + cos(t))
  support wave sphere(2) inside at (0.2*sin(2*t), 5, 2)
  body hoop { mass 1; shape hoop(0.3) }
  body egg { mass 1; shape ball(0.15) }
  contact egg on wave rolling
  contact hoop on ground rolling
  init hoop_x = 3, hoop_q0 = cos(0.7), hoop_q1 = sin(0.7), hoop_w3 = 5, egg_y = 5.3, egg_z = 0.2
})",
    R"(model OddSteering {
  frame tug { mass 2; inertia 0.3; at (0.1, -0.2) }
  axle front on tug at (0, 1) steers th = 0.5*sin(3*t) { wheels radius 0.2, track 0.7, mass 0.2, spin 0.004 }
  axle rear on tug at (0.2, -0.5) steers de = -th/(1 + th^2) { skate }
  frame trailer { mass 1; inertia 0.2; at (0, -1) }
  hitch trailer at (0, 0.3) to tug at (0, -1) turns phi
  axle castor on trailer at (0, -1.4) steers ga { offset (0, -0.2); wheel radius 0.1, mass 0.1, spin 0.001, turn 0.001 }
  init y' = 1, phi = 0.3
})"};

std::vector<std::string> texts_with_parts() {
    std::vector<std::string> out(std::begin(odd_systems), std::end(odd_systems));
    for (const GalleryModel& m : gallery()) {
        const std::string text(m.text);
        if (text.find("\n  body ") != std::string::npos || text.find("\n  frame ") != std::string::npos)
            out.push_back(text);
    }
    return out;
}

constexpr double bound = 1e-12;

// The shape keeps its place and its axes in axes of the part, whatever the state is.
void expect_fixed_to(const AtStates& at, const Shape& shape, const std::string& name, std::size_t wheel = 0) {
    std::optional<Point3> place;
    std::array<Point3, 3> turned{};
    for (std::size_t f = 0; f < at.parts.size(); ++f) {
        const newton_euler::Part& part = at.part(name, f, wheel);
        const Point3 centre = number(part.pose.centre);
        const double* n = at.numbers(shape, f);
        const Point3 off = minus({n[0], n[1], n[2]}, centre);
        const auto axes = axes_of(n + 3);
        Point3 here;
        std::array<Point3, 3> here_turned;
        for (std::size_t i = 0; i < 3; ++i) {
            const Point3 e = number(part.pose.axes.axes[i]);
            here[i] = product(off, e);
            // Of a wheel the height is another.
            if (shape.role == ItemRole::wheel && wheel > 0) here[i] = product({off[0], off[1], 0}, e);
            for (std::size_t k = 0; k < 3; ++k) here_turned[k][i] = product(axes[k], e);
        }
        if (!place) {
            place = here;
            turned = here_turned;
        }
        const double scale = std::max(1.0, std::abs(centre[0]) + std::abs(centre[1]));
        EXPECT_LT(distance(here, *place), bound * scale) << at.system.name << " " << shape.name;
        for (std::size_t k = 0; k < 3; ++k)
            EXPECT_LT(distance(here_turned[k], turned[k]), bound) << at.system.name << " " << shape.name;
    }
}

TEST(Scenes, ShowPartsWhereNewtonAndEulerHaveThem) {
    std::size_t bodies = 0;
    for (const std::string& text : texts_with_parts()) {
        const AtStates at = at_random_states(text, 5);
        ASSERT_GE(at.parts.size(), 3u) << at.system.name;
        for (const newton_euler::Part& part : at.parts[0].parts) {
            const Shape* shape = at.shape(part.name);
            if (!shape || shape->motion != Shape::Motion::pose) continue;
            expect_fixed_to(at, *shape, part.name);
            ++bodies;
        }
    }
    EXPECT_GE(bodies, 45u);
}

// The angular velocity and the momentum of the same parts.
TEST(Scenes, ShowAngularVelocityAndMomentum) {
    std::size_t arrows = 0;
    for (const std::string& text : texts_with_parts()) {
        const AtStates at = at_random_states(text, 3);
        for (const RigidBody& body : at.system.bodies) {
            const Shape *velocity = at.shape(body.name + "_velocity"),
                        *momentum = at.shape(body.name + "_momentum");
            if (!velocity || !momentum) continue;
            for (std::size_t f = 0; f < at.parts.size(); ++f) {
                const newton_euler::Part& part = at.part(body.name, f);
                const newton_euler::Vector omega = part.pose.axes.angular_velocity();
                const newton_euler::Vector L = part.pose.axes * (part.inertia * part.pose.axes.seen(omega));
                const auto vector = [&](const Shape& s) {
                    const double* n = at.numbers(s, f);
                    return Point3{n[3] - n[0], n[4] - n[1], n[5] - n[2]};
                };
                const double scale = std::sqrt(product(number(omega), number(omega))) + 1;
                EXPECT_LT(distance(vector(*velocity), number(omega)), 1e-11 * scale) << at.system.name;
                EXPECT_LT(distance(vector(*momentum), number(L)), 1e-11 * scale) << at.system.name;
                ++arrows;
            }
        }
    }
    EXPECT_GE(arrows, 60u);
}

// How far a point is from a triangle, roughly: from the nearest of many points of it.
double distance_to_mesh(const Mesh& mesh, const Point3& p) {
    double least = 1e300;
    const auto vertex = [&](std::uint32_t k) {
        return Point3{mesh.vertices[3 * k], mesh.vertices[3 * k + 1], mesh.vertices[3 * k + 2]};
    };
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
        const Point3 a = vertex(mesh.triangles[t]), b = vertex(mesh.triangles[t + 1]),
                     c = vertex(mesh.triangles[t + 2]);
        constexpr int parts = 8;
        for (int i = 0; i <= parts; ++i)
            for (int j = 0; i + j <= parts; ++j) {
                Point3 q;
                for (std::size_t k = 0; k < 3; ++k)
                    q[k] = a[k] + (b[k] - a[k]) * i / parts + (c[k] - a[k]) * j / parts;
                least = std::min(least, distance(q, p));
            }
    }
    return least;
}

// How far a point, in axes of the shape and seen from its place, is from its surface; against its size. A mesh is exact at its vertices
// only.
struct Off {
    double distance, allowed;
};
Off off_surface(const Shape& s, const Point3& p) {
    const std::vector<double>& z = s.sizes;
    const double across = std::hypot(p[0], p[1]);
    switch (s.kind) {
        case ItemKind::ball: return {std::abs(std::hypot(across, p[2]) - z[0]), 1e-11 * z[0]};
        case ItemKind::ellipsoid:
            return {std::abs(std::hypot(p[0] / z[0], p[1] / z[1], p[2] / z[2]) - 1), 1e-11};
        case ItemKind::ring: return {std::abs(std::hypot(across - z[0], p[2]) - z[1]), 1e-11 * z[0]};
        case ItemKind::disc:
            // Of a base or a flat side the whole plane touches; at a random state perhaps beyond its edge.
            if (z[1] == 0) return {std::abs(p[2]), 1e-11 * z[0]};
            return {std::hypot(across - z[0], p[2]), 1e-11 * z[0]};
        case ItemKind::cylinder: return {std::abs(across - z[0]), 1e-11 * z[0]};
        case ItemKind::cone: return {std::abs(across - p[2] * z[0] / z[1]), 1e-11 * z[0]};
        case ItemKind::plane: return {std::abs(p[2]), 1e-11};
        case ItemKind::surface: {
            double size = 0, top = -1e300;
            for (const double x : s.mesh.vertices) size = std::max(size, std::abs(x));
            for (std::size_t k = 2; k < s.mesh.vertices.size(); k += 3)
                top = std::max(top, s.mesh.vertices[k]);
            // On the quarter that is cut out of a ball that carries a rotor or a robot.
            if ((s.name == "shell" || s.name == "ball") && p[0] > 0 && p[1] < 0) return {0, 0};
            // On the part of a ball that a plane cuts off, where a random state may have turned it over.
            if (s.name == "lower" && p[2] > top) return {0, 0};
            return {distance_to_mesh(s.mesh, p), 0.03 * size};
        }
        default: return {0, 1};
    }
}

TEST(Scenes, ShowContactsOnBothSurfaces) {
    std::size_t contacts = 0;
    std::vector<std::string> texts = texts_with_parts();
    const std::string start = "model A { param g = 9.81\n gravity g along (0, 0, -1)\n";
    for (const std::string more :
         {"support s graph(x^2/4 + y^2/3)\n  body b { mass 1; shape ball(0.2) }\n contact b on s rolling\n "
          "init z = 0.3",
          "support s sphere(1) inside at (0, 0, 1) turning 2\n  body b { mass 1; shape ball(0.1) }\n contact "
          "b on s rolling\n init x = 0.3",
          "support s cone(0.7) inside\n  body b { mass 1; shape ball(0.1) }\n contact b on s rolling\n init "
          "x = 0.5, z = 0.7",
          "support s parametric((2 + cos(v))*cos(u), (2 + cos(v))*sin(u), sin(v))\n  body b { mass 1; shape "
          "ball(0.2) }\n contact b on s rolling\n guess x = 2, z = 1.2, support_v = 1.6",
          "ground plane z = 0\n  body b { mass 1; inertia (0.2, 0.2, 0.1); surface torus(0.5, 0.1) }\n "
          "contact b on ground rolling\n init q0 = 0.8, q1 = 0.6, q2 = 0, q3 = 0",
          "ground plane z = 0\n  body b { mass 1; inertia (0.2, 0.25, 0.1); surface paraboloid(0.5, 0.4) at "
          "(0, 0, -0.3) }\n contact b on ground rolling\n init q0 = 1, w1 = 0.1",
          "ground plane z = 0\n  body b { mass 1; inertia (0.2, 0.25, 0.1); surface revolution(sqrt(0.25 - "
          "z^2)) }\n contact b on ground rolling\n init q0 = 0.8, q1 = 0.6, q2 = 0, q3 = 0",
          "ground plane z = 0\n  body b { mass 1; inertia (0.2, 0.2, 0.1); surface cylinder(0.3) along (0, "
          "1, 0) }\n contact b on ground rolling\n init w2 = 1",
          "ground plane z = 0 turning 1\n  body b { mass 1; shape hoop(0.3) along (0, 1, 0) }\n contact b on "
          "ground rolling\n init w2 = 1"})
        texts.push_back(start + more + "}");
    for (const std::string& text : texts) {
        const AtStates at = at_random_states(text, 4);
        ASSERT_FALSE(at.states.empty()) << text;
        for (const Shape& s : at.shown.scene.shapes) {
            if (s.kind != ItemKind::ball || s.role != ItemRole::contact || !at.shape(s.part)) continue;
            for (const Shape& surface : at.shown.scene.shapes) {
                // The body itself, and what carries it.
                const bool is_body = surface.name == s.part;
                const bool is_support = surface.role == ItemRole::support &&
                                        (at.shape(s.name + "_on_" + surface.name) != nullptr);
                if (!is_body && !is_support) continue;
                if (surface.motion != Shape::Motion::pose && surface.motion != Shape::Motion::fixed) continue;
                for (std::size_t f = 0; f < at.states.size(); ++f) {
                    const double *n = at.numbers(s, f), *place = at.numbers(surface, f);
                    const Point3 off = minus({n[0], n[1], n[2]}, {place[0], place[1], place[2]});
                    const auto axes = axes_of(place + 3);
                    const Point3 p{product(off, axes[0]), product(off, axes[1]), product(off, axes[2])};
                    const auto [distance, allowed] = off_surface(surface, p);
                    EXPECT_LE(distance, allowed) << at.system.name << " " << surface.name << "\n" << text;
                    ++contacts;
                }
            }
        }
    }
    EXPECT_GE(contacts, 150u);
}

// A wheel stands upright on the ground and has rolled as far as its angle says; an axle joins both wheels.
TEST(Scenes, ShowWheelsOfVehicles) {
    std::size_t wheels = 0;
    for (const std::string& text : texts_with_parts()) {
        const AtStates at = at_random_states(text, 3);
        for (const Shape& s : at.shown.scene.shapes) {
            if (s.kind != ItemKind::disc || s.role != ItemRole::wheel || !at.shape(s.name + "_contact"))
                continue;
            ++wheels;
            expect_fixed_to(at, s, s.part, s.name.ends_with("2") ? 2 : 1);
            const Shape& contact = *at.shape(s.name + "_contact");
            for (std::size_t f = 0; f < at.states.size(); ++f) {
                const double *n = at.numbers(s, f), *p = at.numbers(contact, f);
                EXPECT_NEAR(n[2], s.sizes[0], 1e-13);
                EXPECT_NEAR(std::hypot(n[0] - p[0], n[1] - p[1]), 0, 1e-12);
                EXPECT_NEAR(p[2], 0, 0);
                EXPECT_NEAR(axes_of(n + 3)[2][2], 0, 1e-12);
            }
        }
    }
    EXPECT_GE(wheels, 8u);
}

}  // namespace
}  // namespace anholon
