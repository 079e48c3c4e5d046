// bodies_simbody UNTIL: the rolling disc of ./bench bodies by Simbody.
//
// The disc hangs on a chain of joints from its point of contact: place and heading of the contact, inclination, spin. So it touches the
// plane by construction, and two constraints let it roll. They are SpeedCouplers: of NoSlip1D, version 3.7, the accelerations agree with
// the velocities only if its point of contact is at rest, and the energy grows from the first step. Prints a line for each integrator and accuracy: its name, seconds,
// steps, the largest relative change of the energy, the largest slip and gap, and where the mass centre is at the end.
// Built by ./bench as C++17, which is what its headers are, where libsimbody-dev is installed; no part of Anholon.

#include <Simbody.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

using namespace SimTK;

namespace {

constexpr double mass = 1, radius = 1, gravity = 9.81, diametral = 0.25, axial = 0.5;

// w + R ψ˙ cos φ, or sin φ: of w = x˙ or y˙, ψ˙ and φ.
class Rolling : public Function {
  public:
    explicit Rolling(bool along) : shift_(along ? 0 : -Pi / 2) {}
    double calcValue(const Vector& x) const override {
        return x[0] + radius * x[1] * std::cos(x[2] + shift_);
    }
    double calcDerivative(const Array_<int>& by, const Vector& x) const override {
        int times_psi = 0, times_phi = 0;
        for (const int argument : by) {
            if (argument == 0) return by.size() == 1 ? 1 : 0;
            ++(argument == 1 ? times_psi : times_phi);
        }
        if (times_psi > 1) return 0;
        // Each derivative by φ turns the cosine by a quarter.
        return radius * (times_psi == 1 ? 1 : x[1]) * std::cos(x[2] + shift_ + times_phi * Pi / 2);
    }
    int getArgumentSize() const override { return 3; }
    int getMaxDerivativeOrder() const override { return 2; }
    Rolling* clone() const override { return new Rolling(*this); }

  private:
    double shift_;
};

struct Disc {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    Force::Gravity weight{forces, matter, Vec3(0, 0, -gravity)};
    MobilizedBody::Planar contact;   // its x axis is the heading
    MobilizedBody::Pin inclination;  // x up along the disc, y the axis of the disc
    MobilizedBody::Pin disc;         // z the axis of the disc

    Disc() {
        const Body::Rigid link(MassProperties(0, Vec3(0), Inertia(0)));
        contact = MobilizedBody::Planar(matter.Ground(), Transform(), link, Transform());
        inclination = MobilizedBody::Pin(contact, Transform(axes(YAxis, ZAxis)), link, Transform());
        const Body::Rigid body(MassProperties(mass, Vec3(0), Inertia(diametral, diametral, axial)));
        disc = MobilizedBody::Pin(inclination, Transform(axes(ZAxis, XAxis), Vec3(radius, 0, 0)), body,
                                  Transform());
        for (const int direction : {0, 1})
            Constraint::SpeedCoupler(
                matter, new Rolling(direction == 0),
                Array_<MobilizedBodyIndex>{contact.getMobilizedBodyIndex(), disc.getMobilizedBodyIndex()},
                Array_<MobilizerUIndex>{MobilizerUIndex(1 + direction), MobilizerUIndex(0)},
                Array_<MobilizedBodyIndex>{contact.getMobilizedBodyIndex()},
                Array_<MobilizerQIndex>{MobilizerQIndex(0)});
        system.realizeTopology();
    }

    // θ = π/3, φ˙ sin θ = 3 sin(π/3), ψ˙ + φ˙ cos θ = −1
    State start() const {
        State state = system.getDefaultState();
        inclination.setOneQ(state, 0, Pi / 3);
        contact.setU(state, Vec3(3, 2.5 * radius, 0));
        disc.setOneU(state, 0, -2.5);
        system.realize(state, Stage::Velocity);
        return state;
    }

    double slip(const State& state) const {
        const Vec3 at = disc.findStationAtGroundPoint(state, contact.getBodyOriginLocation(state));
        return disc.findStationVelocityInGround(state, at).norm();
    }
    double gap(const State& state) const {
        const double height = disc.getBodyOriginLocation(state)[2];
        const double cosine = disc.getBodyRotation(state).z()[2];
        return std::fabs(height - radius * std::sqrt(1 - cosine * cosine));
    }

  private:
    static Rotation axes(const CoordinateAxis& x, const CoordinateAxis& y) {
        return Rotation(UnitVec3(x), XAxis, Vec3(UnitVec3(y)), YAxis);
    }
};

// Its CPodes is left out: the step size runs to zero within the first second, at every accuracy.
std::unique_ptr<Integrator> integrator(const std::string& name, const MultibodySystem& system) {
    if (name == "RungeKuttaMerson") return std::make_unique<RungeKuttaMersonIntegrator>(system);
    if (name == "RungeKuttaFeldberg") return std::make_unique<RungeKuttaFeldbergIntegrator>(system);
    return std::make_unique<VerletIntegrator>(system);
}

template <class Work>
double seconds_of(Work&& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void measure(const Disc& disc, const std::string& name, double accuracy, double until) {
    const State start = disc.start();
    const auto made = [&] {
        auto method = integrator(name, disc.system);
        method->setAccuracy(accuracy);
        method->setConstraintTolerance(std::max(accuracy * 0.1, 1e-14));
        method->setFinalTime(until);
        return method;
    };
    double seconds = Infinity;
    double spent = 0;
    while (spent < 0.3) {
        auto timed = made();
        timed->initialize(start);
        const double taken = seconds_of([&] {
            while (timed->getTime() < until && timed->stepTo(until) != Integrator::EndOfSimulation) {
            }
        });
        seconds = std::min(seconds, taken);
        spent += taken;
    }
    auto watched = made();
    watched->setReturnEveryInternalStep(true);
    watched->initialize(start);
    double initial = 0, energy = 0, slip = 0, gap = 0;
    bool is_first = true;
    while (watched->getTime() < until) {
        if (watched->stepTo(until) == Integrator::EndOfSimulation) break;
        const State& state = watched->getState();
        disc.system.realize(state, Stage::Dynamics);
        const double E = disc.system.calcEnergy(state);
        if (is_first) initial = E;
        is_first = false;
        energy = std::max(energy, std::fabs(E - initial) / std::fabs(initial));
        slip = std::max(slip, disc.slip(state));
        gap = std::max(gap, disc.gap(state));
    }
    const State& state = watched->getState();
    disc.system.realize(state, Stage::Velocity);
    const Vec3 centre = disc.disc.getBodyOriginLocation(state);
    std::printf("%s,%.0e %.9g %d %.3g %.3g %.3g %.17g %.17g %.17g\n", name.c_str(), accuracy, seconds,
                watched->getNumStepsTaken(), energy, slip, gap, centre[0], centre[1], centre[2]);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const double until = std::atof(argv[1]);
    const Disc disc;
    for (const char* name : {"Verlet", "RungeKuttaFeldberg", "RungeKuttaMerson"})
        for (const double accuracy : {1e-3, 1e-5, 1e-7, 1e-9, 1e-11, 1e-13}) {
            if (std::string(name) == "Verlet" && accuracy < 1e-7)
                continue;  // of second order: it would take minutes
            try {
                measure(disc, name, accuracy, until);
            } catch (const std::exception& error) {
                std::fprintf(stderr, "simbody: %s at %.0e gives up: %s\n", name, accuracy, error.what());
            }
        }
    return 0;
}
