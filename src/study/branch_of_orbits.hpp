#pragma once

#include "study/branch.hpp"
#include "study/monodromy.hpp"
#include "study/orbit.hpp"

namespace anholon {

// What changes along a branch of orbits.
struct OrbitSweep {
    enum class What { parameter, function, period } what = What::parameter;
    Expr function = {};  // the parameter, or the function of the state
    std::string name = {};
    double from = 0, to = 0;
};

struct BranchOfOrbitsOptions {
    std::vector<LevelDemand> fixed = {};  // levels that all orbits lie on
    Expr drive = {};                      // the period of a system that depends on time, in the parameters
    FlowRunOptions run = {1e-13};
    std::optional<double> begins_at = {};  // the value of the parameter; that of the flow if not given
    double least_size = 1e-3;              // of the variables, for the lengths of steps
    // Without these an orbit may belong to a family of more dimensions.
    enum class Holds { families, nothing } holds = Holds::families;
};

// The periodic orbits over a parameter, an integral or another function of the state, or the period. The unknowns are x, T and the value:
//     x(T; x, p) − x = 0,  R(x, p) = 0,  f(x₀)·(x − x₀) = 0,  F_j(x, p) = c_j for what is held;
// of a driven system the period of the drive determines T in place of the phase condition. Orbits come in families of as many parameters as
// there are integrals, so as many quantities are held: first those that are asked for, then integrals, then variables.
class BranchOfOrbits : public BranchProblem {
  public:
    // Throws NoOrbit where there is no such curve.
    BranchOfOrbits(const Flow& flow, const PeriodicOrbit& orbit, const OrbitSweep& sweep,
                   const BranchOfOrbitsOptions& options);

    std::size_t unknowns() const override { return n_ + (sweep_.what == OrbitSweep::What::period ? 1 : 2); }
    std::optional<Rows> at(std::span<const double> u) override;
    std::string why() const override { return why_; }
    void refer_to(std::span<const double> u) override;
    std::size_t value_place() const override { return unknowns() - 1; }
    std::vector<double> scales(std::span<const double> u) const override;
    std::optional<LinearGrowth> growth(std::span<const double> u) override;
    std::string ended_at(std::span<const double> u) override;
    void set_parameter(std::size_t place, double value) override;
    OrbitExtent extent(std::span<const double> u) override;

    CurvePoint beginning() const { return beginning_; }
    // What is held, the function that changes not among it.
    struct Held {
        std::string name;
        double value;
    };
    const std::vector<Held>& held() const { return held_; }
    const FlowRun& run() { return monodromy_.run(); }
    const std::vector<std::string>& explained() const { return explained_; }
    std::vector<std::complex<double>> multipliers(std::span<const double> u);
    std::vector<std::string> explained_at(std::span<const double> u);  // multipliers that are 1, and why

    // Where a multiplier is −1, and its orbit is closed after two periods as well: the direction of the orbits of twice the period.
    std::optional<CurvePoint> doubled(std::span<const double> u);
    // Of a driven system: T in periods of the drive.
    double periods() const { return periods_; }
    void set_periods(double count) { periods_ = count; }

  private:
    struct Demand {
        Expr function;
        double value;
        bool varies;  // its value is the last unknown
    };
    std::span<const double> parameters(std::span<const double> u);
    bool follow(std::span<const double> u);
    void add_demands(std::span<const double> u, Rows& out);
    void prepare();
    void choose_held(const BranchOfOrbitsOptions& options);
    std::size_t freedom(const CurvePoint& point);  // the dimension of the kernel of DF

    Flow flow_;
    std::size_t n_;
    double least_size_;
    OrbitSweep sweep_;
    std::optional<std::size_t> parameter_;
    std::vector<double> p_;
    Expr drive_;
    double periods_ = 1;
    Monodromy monodromy_;
    FlowRun plain_;  // without variations
    std::vector<Demand> demands_;
    std::vector<Held> held_;
    // Values, gradients by x, slopes by the parameter: of the demands; slopes by the parameter of the surface; the drive with its slope.
    std::optional<StateFunctions> demand_functions_, surface_slopes_, drive_functions_;
    std::vector<double> x0_, f0_, followed_;
    CurvePoint beginning_;
    std::vector<std::string> explained_;
    std::string why_ = "the motion has no value";
};

}  // namespace anholon
