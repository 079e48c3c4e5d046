#include "scene/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <set>

#include "base/finite.hpp"
#include "model/read_model.test.hpp"
#include "motion/simulation.hpp"
#include "scene/drawing.hpp"
#include "scene/mesh.hpp"
#include "scene/quaternion.hpp"

namespace anholon {
namespace {

using ItemKind = PictureItem::Kind;

// A motion with its scene.
struct Shown {
    System system;
    SceneInMotion shown;
    std::vector<double> t;
    std::vector<double> rows;

    const Shape& shape(const std::string& name) const {
        for (const Shape& s : shown.scene.shapes)
            if (s.name == name) return s;
        throw std::runtime_error("no shape " + name);
    }
    bool has(const std::string& name) const {
        return std::ranges::any_of(shown.scene.shapes, [&](const Shape& s) { return s.name == name; });
    }
    std::span<const double> numbers(const std::string& name, std::size_t frame) const {
        const Shape& s = shape(name);
        if (s.numbers() == 0) return s.still;
        return std::span(shown.frames).subspan(frame * shown.scene.columns + s.at, s.numbers());
    }
};

Shown shown(const std::string& statements, double until, std::size_t frames) {
    Shown out{model("model A {\n" + statements + "\n}"), {}, {}, {}};
    SimulationOptions options;
    options.until = until;
    options.every = until / static_cast<double>(frames);
    options.quadratures = drawn_quadratures(out.system);
    Simulation simulation(out.system, options);
    simulation.run({.row = [&](std::span<const double> row) {
        out.t.push_back(row[0]);
        out.rows.insert(out.rows.end(), row.begin(), row.end());
    }});
    out.shown = Drawing(out.system, simulation.columns()).scene(out.rows, simulation.parameters());
    return out;
}

TEST(Scene, TurnsWithoutJumpsOfTheQuaternion) {
    const Shown top = shown("body b { mass 1; shape ball(1) }\n init w3 = 2", 20, 400);
    for (std::size_t k = 0; k < top.t.size(); ++k) {
        const auto n = top.numbers("b", k);
        EXPECT_NEAR(n[5], std::sin(top.t[k]), 1e-11);
        EXPECT_NEAR(n[6], std::cos(top.t[k]), 1e-11);
    }
}

TEST(Scene, SupportsTurnByTheIntegralOfTheirAngularVelocity) {
    const Shown plate = shown(
        "ground plane z = 0 turning 0.6*t\n gravity 9.81 along (0, 0, -1)\n body b { mass 1; shape ball(0.1) "
        "}\n"
        "contact b on ground rolling\n init x = 1",
        2, 50);
    for (std::size_t k = 0; k < plate.t.size(); ++k) {
        const auto n = plate.numbers("ground", k);
        EXPECT_NEAR(n[5], std::sin(0.15 * plate.t[k] * plate.t[k]), 1e-12);
        EXPECT_NEAR(n[6], std::cos(0.15 * plate.t[k] * plate.t[k]), 1e-12);
    }
    EXPECT_EQ(plate.shape("b_contact_on_ground").on, "ground");
    EXPECT_EQ(plate.shape("b_contact_on_b").on, "b");
    EXPECT_EQ(plate.shape("ground").sizes, (std::vector<double>{0, 0}));
}

// Without an antiderivative among elementary functions, and with one that jumps: Simpson's rule knows the angle.
TEST(Scene, SupportsTurnByAngularVelocitiesWithoutAClosedIntegral) {
    const std::pair<const char*, double (*)(double)> laws[] = {
        {"3*exp(-t^2) + sin(t^2)", [](double t) { return 3 * std::exp(-t * t) + std::sin(t * t); }},
        {"1/(2 + cos(t))", [](double t) { return 1 / (2 + std::cos(t)); }},
        {"log(t + 1e-3)*exp(-t)", [](double t) { return std::log(t + 1e-3) * std::exp(-t); }}};
    for (const auto& [law, omega] : laws) {
        const Shown bowl = shown("support bowl sphere(1) inside at (0, 0, 1) turning " + std::string(law) +
                                     "\n gravity 9.81 along (0, 0, -1)\n body b { mass 1; shape ball(0.1) }\n"
                                     "contact b on bowl rolling\n init x = 0.4",
                                 8, 80);
        ASSERT_EQ(bowl.t.size(), 81u);
        EXPECT_TRUE(bowl.shown.scene.notes.empty());
        double angle = 0;
        for (std::size_t k = 0; k < bowl.t.size(); ++k) {
            constexpr int parts = 4000;
            const double before = k == 0 ? 0 : bowl.t[k - 1], h = (bowl.t[k] - before) / parts;
            for (int i = 0; i < parts; ++i) {
                const double t = before + i * h;
                angle += (omega(t) + 4 * omega(t + h / 2) + omega(t + h)) * h / 6;
            }
            const auto n = bowl.numbers("bowl", k);
            EXPECT_NEAR(2 * (n[3] * n[4] + n[6] * n[5]), std::sin(angle), 1e-9) << law << " at " << bowl.t[k];
            EXPECT_NEAR(1 - 2 * (n[4] * n[4] + n[5] * n[5]), std::cos(angle), 1e-9) << law;
        }
    }
}

// x blows up at a finite time: what cannot be drawn any more stands still, and no number is infinite, in single precision either.
TEST(Scene, EndsWhereNumbersAreTooLargeToBeDrawn) {
    const Shown away = shown(
        "coord x, y\n kinetic (x'^2 + y'^2)/2\n force on x: x^2\n init x = 1\n"
        "picture { ball b at (x, y) radius 0.1; arrow at (x, y) of (x', y') role velocity }",
        4, 200);
    for (const double number : away.shown.frames) EXPECT_LE(std::fabs(number), 1e18);
    EXPECT_EQ(away.shown.scene.notes,
              std::vector<std::string>({"'b' stands still where it is too far away to be drawn",
                                        "'arrow' stands still where it is too far away to be drawn"}));
}

// A level axis beside an upright one is not determined; the shape is drawn along its direction all the same.
TEST(Scene, DrawsWhatIsUprightAtSomeTime) {
    const Shown fan = shown(
        "coord b\n kinetic b'^2/2\n init b' = 1\n"
        "picture { disc d along (sin(b), 0, cos(b)) radius 1; blade k along (sin(b), 0, cos(b)) length 1\n"
        " cone c along (0, 0, 1 + b^2) radius 1 height 2 }",
        std::numbers::pi, 40);
    EXPECT_TRUE(fan.shown.scene.notes.empty());
    for (std::size_t k = 0; k < fan.t.size(); ++k) {
        const double b = fan.t[k];
        for (const auto& [name, axis] : {std::pair("d", 2), std::pair("k", 0)}) {
            const auto n = fan.numbers(name, k);
            const auto R = rotation({n[3], n[4], n[5], n[6]});
            const auto column = static_cast<std::size_t>(axis);
            EXPECT_NEAR(R[0][column], std::sin(b), 1e-9) << name << " at " << b;
            EXPECT_NEAR(R[2][column], std::cos(b), 1e-9) << name << " at " << b;
        }
    }
}

TEST(Scene, SaysThatAnAttitudeIsNotDetermined) {
    const Shown box = shown(
        "coord b\n kinetic b'^2/2\n init b' = 1\n"
        "picture { box k attitude (b, 0, 0, 0) size (1, 1, 1) }",
        1, 10);
    EXPECT_EQ(box.shown.scene.notes,
              std::vector<std::string>{"'k' stands still where its attitude is not determined"});
}

TEST(Scene, ShowsTheWeightAtTheContact) {
    const Shown ball = shown(
        "ground plane z = 0\n gravity 9.81 along (0, 0, -1)\n body b { mass 2; shape ball(0.1) }\n"
        "contact b on ground rolling\n init w1 = 3",
        1, 10);
    const auto n = ball.numbers("b_reaction", 10);
    EXPECT_NEAR(n[5] - n[2], 2 * 9.81, 1e-10);
    EXPECT_NEAR(n[2], 0, 1e-12);
    EXPECT_TRUE(ball.shown.scene.notes.empty());
}

TEST(Scene, DrawsSpringsFromPointToPoint) {
    const Shown two = shown(
        "body a { mass 1; shape box(1, 2, 3); pose planar }\n body b { mass 2; shape rod(2) along (1, 0, 0); "
        "pose planar }\n"
        "spring 3 between a at (0.5, 0, 0) and b at (0, 0.25, 0) length 1\n"
        "damper 0.1 between a and space at (1, 1, 0)\n force (1, 2, 0) on b at (0.1, 0, 0)\n init b_x = 3, "
        "a_phi' = 1",
        3, 30);
    const auto column = [&](const std::string& name, std::size_t frame) {
        for (std::size_t k = 0; k < two.system.coordinates.size(); ++k)
            if (two.system.coordinates[k].symbol.symbol().name == name)
                return two.rows[frame * (two.rows.size() / two.t.size()) + 1 + k];
        throw std::runtime_error(name);
    };
    for (std::size_t f = 0; f < two.t.size(); ++f) {
        const double phi = column("a_phi", f), psi = column("b_phi", f);
        const auto spring = two.numbers("spring1", f), damper = two.numbers("damper1", f);
        EXPECT_NEAR(spring[0], column("a_x", f) + 0.5 * std::cos(phi), 1e-12);
        EXPECT_NEAR(spring[1], column("a_y", f) + 0.5 * std::sin(phi), 1e-12);
        EXPECT_NEAR(spring[3], column("b_x", f) - 0.25 * std::sin(psi), 1e-12);
        EXPECT_NEAR(damper[3], 1, 0);
        const auto force = two.numbers("force1", f);
        EXPECT_NEAR(force[3] - force[0], 1, 1e-12);
        EXPECT_NEAR(force[4] - force[1], 2, 1e-12);
    }
    EXPECT_EQ(two.shown.scene.view, Scene::View::above);
}

TEST(Scene, KeepsItsSizeInFreeFall) {
    const Shown falling =
        shown("gravity 9.81 along (0, 0, -1)\n body b { mass 1; shape ball(0.1) }\n init x' = 1", 100, 300);
    const Scene& scene = falling.shown.scene;
    EXPECT_NEAR(scene.size, 0.2 * std::sqrt(3), 1e-12);
    EXPECT_LE(scene.high[2] - scene.low[2], 30 * scene.size);
    EXPECT_GE(scene.high[2] - scene.low[2], 5 * scene.size);
}

TEST(Scene, StaysWhereItWasWhereThereIsNoNumber) {
    const Shown gone = shown(
        "coord x\n kinetic x'^2/2\n init x = 1, x' = -1\n picture {\n ball one at (sqrt(x), 0, 0)\n"
        " ball two at (log(x - 5), 0, 0)\n ball three at (x, 0, 0)\n}",
        2, 20);
    EXPECT_TRUE(are_finite(gone.shown.frames));
    EXPECT_NEAR(gone.numbers("one", 5)[0], std::sqrt(0.5), 1e-12);
    EXPECT_EQ(gone.numbers("one", 15)[0], gone.numbers("one", 20)[0]);
    EXPECT_FALSE(gone.has("two"));
    EXPECT_EQ(gone.shown.scene.notes.size(), 2u);
    EXPECT_NEAR(gone.numbers("three", 20)[0], -1, 1e-12);
}

TEST(Scene, LeavesOutWhatTheEquationsDoNotGive) {
    const System system = from_gallery("rattleback");
    std::vector<Observable> columns{{"t", system.t}};
    std::vector<double> row{0};
    for (const Coordinate& q : system.coordinates) {
        columns.push_back({"q", q.symbol});
        row.push_back(columns.size() == 2 ? 1 : 0);
    }
    const SceneInMotion still = Drawing(system, columns).scene(row, std::vector<double>(20, 0.1));
    EXPECT_EQ(still.scene.notes.size(), 3u);  // the angular velocity, the momentum and the reaction
    EXPECT_TRUE(are_finite(still.frames));
    const auto is_arrow = [](const Shape& s) { return s.kind == ItemKind::arrow; };
    EXPECT_TRUE(std::ranges::none_of(still.scene.shapes, is_arrow));
}

TEST(Scene, HasNothingWithoutAPicture) {
    const Shown nothing = shown("coord x\n kinetic x'^2/2\n init x' = 1", 1, 4);
    EXPECT_TRUE(nothing.shown.scene.shapes.empty());
    EXPECT_TRUE(nothing.shown.frames.empty());
}

// --- every surface of a body and every support is drawn

TEST(Scene, DrawsEverySurface) {
    const std::map<std::string, ItemKind> kinds{
        {"sphere(0.5)", ItemKind::ball},
        {"ellipsoid(0.3, 0.4, 0.5)", ItemKind::ellipsoid},
        {"rim(0.5)", ItemKind::ring},
        {"torus(0.5, 0.1)", ItemKind::ring},
        {"paraboloid(0.5)", ItemKind::surface},
        {"cylinder(0.3) along (0, 1, 0)", ItemKind::cylinder},
        {"cone(0.5) along (0, 1, 0) at (0, -0.4, 0)", ItemKind::cone},
        {"revolution(sqrt(0.25 - z^2))", ItemKind::surface},
        {"revolution(0.3 - z^2, -0.2, 0.2)", ItemKind::surface},
        {"graph(x^2 + y^2) at (0, 0, -0.3)", ItemKind::surface},
        {"parametric(v, u, u^2 + v^2/2) at (0, 0, -0.3)", ItemKind::surface}};
    for (const auto& [surface, kind] : kinds) {
        const std::string text =
            "ground plane z = 0\n body b { mass 1; inertia (0.1, 0.1, 0.1); surface " + surface +
            " }\n contact b on ground rolling\n" +
            (surface.starts_with("rim") || surface.starts_with("torus") || surface.starts_with("revolution")
                 ? "init q0 = 0.8, q1 = 0.6, q2 = 0, q3 = 0"
                 : "");
        const Shown body = shown(text, 0.1, 2);
        EXPECT_EQ(body.shape("b").kind, kind) << surface;
        if (kind == ItemKind::surface) {
            EXPECT_GT(body.shape("b").mesh.triangles.size(), 1000u) << surface;
        }
        EXPECT_TRUE(body.shown.scene.notes.empty()) << surface << body.shown.scene.notes[0];
    }
}

TEST(Scene, DrawsABodyWithoutASurfaceByItsInertia) {
    // A homogeneous ellipsoid has the moments m (b² + c²)/5, …, about axes that are turned or not.
    const Shown straight =
        shown("body b { mass 5; inertia (0.25 + 0.16, 0.09 + 0.25, 0.09 + 0.16) }\n init w1 = 1", 1, 2);
    const Shape& ellipsoid = straight.shape("b");
    ASSERT_EQ(ellipsoid.kind, ItemKind::ellipsoid);
    EXPECT_NEAR(ellipsoid.sizes[0], 0.3, 0.01);
    EXPECT_NEAR(ellipsoid.sizes[1], 0.4, 0.01);
    EXPECT_NEAR(ellipsoid.sizes[2], 0.5, 0.01);
    const Shown turned = shown(
        "body b { mass 5; inertia (0.25 + 0.16, 0.09 + 0.25, 0.09 + 0.16) turned 0.7 about (1, 2, 2) }\n "
        "init w1 = 1",
        1, 2);
    const Mesh& mesh = turned.shape("b").mesh;
    ASSERT_FALSE(mesh.vertices.empty());
    double least = 1e300, most = 0;
    for (std::size_t k = 0; k < mesh.vertices.size(); k += 3) {
        const double r = std::hypot(mesh.vertices[k], mesh.vertices[k + 1], mesh.vertices[k + 2]);
        least = std::min(least, r);
        most = std::max(most, r);
    }
    EXPECT_NEAR(least, 0.3, 0.01);
    EXPECT_NEAR(most, 0.5, 0.01);
}

// --- meshes

long euler_characteristic(const Mesh& mesh) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    std::set<std::uint32_t> vertices;
    for (std::size_t t = 0; t < mesh.triangles.size(); t += 3)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = mesh.triangles[t + k], b = mesh.triangles[t + (k + 1) % 3];
            edges.insert({std::min(a, b), std::max(a, b)});
            vertices.insert(a);
        }
    return static_cast<long>(vertices.size()) - static_cast<long>(edges.size()) +
           static_cast<long>(mesh.triangles.size() / 3);
}

constexpr double turn = 2 * std::numbers::pi;

TEST(Meshes, AreClosedWhereSurfacesAre) {
    const SurfacePoint sphere = [](double u, double v) {
        return Point3{std::sin(u) * std::cos(v), std::sin(u) * std::sin(v), std::cos(u)};
    };
    const SurfacePoint torus = [](double u, double v) {
        return Point3{(2 + std::cos(u)) * std::cos(v), (2 + std::cos(u)) * std::sin(v), std::sin(u)};
    };
    const SurfacePoint tube = [](double u, double v) { return Point3{std::cos(v), std::sin(v), u}; };
    const SurfacePoint sheet = [](double u, double v) { return Point3{u, v, u * v}; };
    EXPECT_EQ(euler_characteristic(mesh_of(sphere, {0, turn / 2}, {0, turn})), 2);
    EXPECT_EQ(euler_characteristic(mesh_of(torus, {0, turn}, {0, turn})), 0);
    EXPECT_EQ(euler_characteristic(mesh_of(tube, {0, 1}, {0, turn})), 0);
    EXPECT_EQ(euler_characteristic(mesh_of(sheet, {0, 1}, {0, 1})), 1);
}

TEST(Meshes, AreSeenFromOutside) {
    for (const double sense : {1.0, -1.0}) {
        const SurfacePoint sphere = [&](double u, double v) {
            return Point3{3 + std::sin(u) * std::cos(v), sense * std::sin(u) * std::sin(v), std::cos(u)};
        };
        Mesh mesh = mesh_of(sphere, {0, turn / 2}, {0, turn}, 6, 8);
        turn_outward(mesh);
        const auto p = [&](std::size_t k) { return mesh.vertices.data() + 3 * mesh.triangles[k]; };
        // Across the first triangle, at the pole z = 1.
        EXPECT_GT((p(1)[0] - p(0)[0]) * (p(2)[1] - p(0)[1]) - (p(1)[1] - p(0)[1]) * (p(2)[0] - p(0)[0]), 0);
    }
}

TEST(Meshes, LeaveOutPointsThatAreNone) {
    const SurfacePoint half = [](double u, double v) -> std::optional<Point3> {
        if (u < 0) return std::nullopt;
        return Point3{u, v, std::sqrt(u)};
    };
    const Mesh mesh = mesh_of(half, {-1, 1}, {0, 1}, 10, 10);
    EXPECT_TRUE(are_finite(mesh.vertices));
    EXPECT_EQ(mesh.triangles.size() / 3, 100u);
}

TEST(Meshes, ReachAsFarAsTheirSurface) {
    // z = u²/2, which ends at u = 0 as a function of z.
    const SurfacePoint bowl = [](double z, double v) -> std::optional<Point3> {
        if (z < 0) return std::nullopt;
        return Point3{std::sqrt(2 * z) * std::cos(v), std::sqrt(2 * z) * std::sin(v), z};
    };
    const ParameterRange range = extended(bowl, Along::u, {0.1, 0.2}, 0, 1);
    EXPECT_NEAR(range.first, 0, 1e-9);
    EXPECT_GT(range.second, 0.6);
    EXPECT_LT(range.second, 1.2);
    const SurfacePoint tube = [](double u, double v) { return Point3{std::cos(v), std::sin(v), u}; };
    const ParameterRange round = extended(tube, Along::v, {1, 1.5}, 0, 0.1);
    EXPECT_NEAR(round.second - round.first, turn, 1e-12);
    const ParameterRange along = extended(tube, Along::u, {1, 1.5}, 0, 0.1);
    EXPECT_NEAR(along.first, 0.9, 0.011);
    EXPECT_NEAR(along.second, 1.6, 0.011);
}

TEST(Quaternions, TakeAxesToAxes) {
    for (const double angle : {0.1, 2.0, 3.1, 4.5}) {
        const double s = std::sin(angle / 2) / 3;
        const Quaternion q{s, 2 * s, 2 * s, std::cos(angle / 2)};
        const auto R = rotation(q);
        const auto found = quaternion_of({R[0][0], R[1][0], R[2][0]}, {R[0][2], R[1][2], R[2][2]});
        ASSERT_TRUE(found);
        for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(nearer(*found, q)[k], q[k], 1e-14);
    }
    EXPECT_FALSE(quaternion_of({1, 0, 0}, {2, 0, 0}));
    EXPECT_FALSE(quaternion_of({1, 0, 0}, {0, std::numeric_limits<double>::quiet_NaN(), 0}));
}

}  // namespace
}  // namespace anholon
