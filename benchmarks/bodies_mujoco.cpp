// bodies_mujoco UNTIL [long]: the rolling disc of ./bench bodies by MuJoCo.
//
// MuJoCo has no constraints on velocities but soft contacts with friction, so the disc is a flat cylinder on a plane, with the inertia
// of the disc, as hard and as rough as it can be made: elliptic cones, constraint impedance near 1, a time constant of two steps, and
// friction that outweighs the normal direction (impratio), with and without the solver's own removal of slip. It begins as deep in the
// plane as it stands at rest. Prints a line for each way and step: its name, seconds, steps, the largest relative change of the energy,
// the largest slip and gap, and where the mass centre is at the end.
// Built by ./bench where libmujoco-dev is installed; no part of Anholon.

#include <mujoco/mujoco.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

namespace {

constexpr double mass = 1, radius = 1, gravity = 9.81, diametral = 0.25, axial = 0.5, half_thickness = 1e-9;

struct Way {
    const char* name;
    const char* integrator;
    int noslip;
};

std::string model(const Way& way, double step) {
    char text[2048];
    std::snprintf(text, sizeof text,
                  R"(<mujoco>
  <option timestep="%.17g" gravity="0 0 -%.17g" integrator="%s" cone="elliptic" impratio="100" solver="Newton"
          iterations="200" tolerance="1e-15" noslip_iterations="%d" noslip_tolerance="1e-15"/>
  <default><geom solref="%.17g 1" solimp="0.9999 0.9999 0.001" friction="10 0 0" condim="3"/></default>
  <worldbody>
    <geom type="plane" size="100 100 1"/>
    <body name="disc" pos="0 0 %.17g">
      <freejoint/>
      <inertial pos="0 0 0" mass="%.17g" diaginertia="%.17g %.17g %.17g"/>
      <geom type="cylinder" size="%.17g %.17g"/>
    </body>
  </worldbody>
</mujoco>)",
                  step, gravity, way.integrator, way.noslip, 2 * step, radius, mass, diametral, diametral,
                  axial, radius, half_thickness);
    return text;
}

struct Free {
    void operator()(mjModel* m) const { mj_deleteModel(m); }
    void operator()(mjData* d) const { mj_deleteData(d); }
};
using Model = std::unique_ptr<mjModel, Free>;
using Data = std::unique_ptr<mjData, Free>;

Model compiled(const std::string& text) {
    static mjVFS files;
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "disc.xml", static_cast<int>(text.size()));
    std::memcpy(files.filedata[mj_findFileVFS(&files, "disc.xml")], text.data(), text.size());
    char error[1000] = "";
    Model m(mj_loadXML("disc.xml", &files, error, sizeof error));
    mj_deleteVFS(&files);
    if (!m) std::fprintf(stderr, "mujoco: %s\n", error);
    return m;
}

// θ = π/3 with axis (0, −sin θ, cos θ), body rates (0, 3 sin θ, −1); the mass centre moves with 1 along x. `depth` is how far it lies
// below the height at which the rim touches the plane.
void place(const mjModel* m, mjData* d, double depth) {
    mj_resetData(m, d);
    const double theta = M_PI / 3;
    d->qpos[0] = 0, d->qpos[1] = radius * std::cos(theta), d->qpos[2] = radius * std::sin(theta) - depth;
    d->qpos[3] = std::cos(theta / 2), d->qpos[4] = std::sin(theta / 2), d->qpos[5] = d->qpos[6] = 0;
    d->qvel[0] = radius, d->qvel[1] = d->qvel[2] = 0;
    d->qvel[3] = 0, d->qvel[4] = 3 * std::sin(theta), d->qvel[5] = -1;
    mj_forward(m, d);
}

// The depth at which the plane carries the weight: the vertical acceleration there is that of the rolling disc, which is almost none.
double standing_depth(const mjModel* m, mjData* d) {
    double low = -2 * half_thickness, high = 1e-2;
    for (int k = 0; k < 60; ++k) {
        const double depth = (low + high) / 2;
        place(m, d, depth);
        (d->qacc[2] > 0 ? high : low) = depth;
    }
    return (low + high) / 2;
}

struct Disc {
    double energy, slip, gap, centre[3];
};

Disc observed(const mjData* d) {
    const double *x = d->qpos, *v = d->qvel, *w = d->qvel + 3;  // w in axes of the disc
    double axis[3], up[3], arm[3], spin[3];
    const double e3[3] = {0, 0, 1};
    mju_rotVecQuat(axis, e3, x + 3);
    mju_rotVecQuat(spin, w, x + 3);
    const double sine = std::sqrt(1 - axis[2] * axis[2]);
    for (int i = 0; i < 3; ++i) up[i] = (e3[i] - axis[2] * axis[i]) / sine;
    for (int i = 0; i < 3; ++i) arm[i] = -radius * up[i];
    double turning[3];
    mju_cross(turning, spin, arm);
    Disc out{};
    out.energy = mass / 2 * mju_dot3(v, v) + diametral / 2 * (w[0] * w[0] + w[1] * w[1]) +
                 axial / 2 * w[2] * w[2] + mass * gravity * x[2];
    out.slip = std::hypot(v[0] + turning[0], v[1] + turning[1]);
    out.gap = std::fabs(x[2] - radius * sine);
    for (int i = 0; i < 3; ++i) out.centre[i] = x[i];
    return out;
}

void measure(const Way& way, double step, double until) {
    const Model m = compiled(model(way, step));
    if (!m) return;
    const Data d(mj_makeData(m.get()));
    const double depth = standing_depth(m.get(), d.get());
    const auto steps = static_cast<long>(std::llround(until / step));
    double seconds = HUGE_VAL, spent = 0;
    while (spent < 0.3) {
        place(m.get(), d.get(), depth);
        const auto start = std::chrono::steady_clock::now();
        for (long k = 0; k < steps; ++k) mj_step(m.get(), d.get());
        const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        seconds = std::min(seconds, taken);
        spent += taken;
    }
    place(m.get(), d.get(), depth);
    const Disc first = observed(d.get());
    double energy = 0, slip = first.slip, gap = first.gap;
    Disc now = first;
    for (long k = 0; k < steps; ++k) {
        mj_step(m.get(), d.get());
        now = observed(d.get());
        energy = std::max(energy, std::fabs(now.energy - first.energy) / first.energy);
        slip = std::max(slip, now.slip);
        gap = std::max(gap, now.gap);
    }
    std::printf("%s,%.0e %.9g %ld %.3g %.3g %.3g %.17g %.17g %.17g\n", way.name, step, seconds, steps, energy,
                slip, gap, now.centre[0], now.centre[1], now.centre[2]);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2 && argc != 3) return 2;
    const double until = std::atof(argv[1]);
    const bool is_long = argc == 3;
    for (const Way& way : {Way{"Euler", "Euler", 0}, Way{"Euler-noslip", "Euler", 50},
                           Way{"implicit", "implicit", 0}, Way{"RK4", "RK4", 0}})
        for (const double step : {1e-2, 1e-3, 1e-4, 1e-5})
            if (is_long || step > 1e-5 || std::strcmp(way.name, "Euler") == 0) measure(way, step, until);
    return 0;
}
