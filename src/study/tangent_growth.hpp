#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "study/birkhoff.hpp"
#include "study/flow.hpp"
#include "study/lyapunov_spectrum.hpp"
#include "study/orthonormal_basis.hpp"

namespace anholon {

// Gradients as expressions, row after row.
std::vector<Expr> gradients(std::span<const Expr> functions, const std::vector<Expr>& x);

// The functions of a state that the growth of tangent vectors is measured with. For one thread at a time; copies share the code.
struct TangentFunctions {
    explicit TangentFunctions(const Flow& flow);
    StateFunctions rates, surface, integrals;  // surface: gradients; integrals: values, then gradients
};

// Which directions are explained: the motion's own, and integrals by their places in the flow's list.
struct ExplainedDirections {
    bool flow = true;
    std::vector<std::size_t> integrals = {};
    static ExplainedDirections all(const Flow& flow);
};

// What tangent vectors beside one motion grow by. Whoever moves the state and the vectors calls `renormalise` from time to time.
class TangentGrowth {
  public:
    TangentGrowth(const Flow& flow, TangentFunctions& functions, std::span<const double> start,
                  std::span<const double> p);

    // The directions that are explained where the motion starts, of those that may be.
    ExplainedDirections directions(const ExplainedDirections& may);
    std::size_t dimension() const { return out_.dimension; }  // of the surface

    // The state followed by `count` orthonormal tangent vectors across what is explained, the same for the same seed.
    std::vector<double> begin(const ExplainedDirections& explained, std::size_t count, std::uint64_t seed);
    // What errors of steps may have changed integrals by, relatively: an integral that changes by more is none.
    void allow(double drift) { allowed_ = drift; }
    // At a later time: y is the state, its tangent vectors and possibly more. Makes the vectors orthonormal and notes what they have grown
    // by. False where they cannot be told apart, or where what was explained is so no longer: failed() then tells.
    bool renormalise(double t, std::span<double> y);
    void begin_averages(double divergence);  // from the time of the last call on
    bool has_averages() const { return averages_ && !times_.empty(); }
    std::vector<double> averages() const;  // plain ones so far, by tangent vector

    // What can still be explained, if that has become less, and why.
    const std::optional<ExplainedDirections>& failed() const { return failed_; }
    const std::string& why_failed() const { return why_failed_; }

    // The exponents so far. `divergence`: the integral of Σ ∂f_i/∂x_i, if it is known.
    LyapunovSpectrum spectrum(std::optional<double> divergence);

  private:
    // The lengths that the gradients of the surface and of the integrals, and ẋ, add to each other: logarithms of volumes.
    struct Volumes {
        double surface = 0;
        std::vector<double> integrals = {};
        double flow = 0;
        std::vector<double> of_neutral() const;  // of the directions that are explained, in their order
    };

    bool moves();
    void look_at_integrals();
    std::span<double> gradient_of(std::size_t integral);
    std::vector<double> values_of_integrals();
    double add_surface(OrthonormalBasis& basis);
    Volumes explain(OrthonormalBasis& basis);
    void give_up_flow();
    void give_up_integral(std::size_t k, const std::string& why);
    void watch_integrals();
    double time() const;
    bool is_power_of_time(const MeanRate& rate) const;
    double growth_of_volume() const;
    void find_neutral();
    void find_exponents();
    void keep_history();
    void check_sum(double divergence);
    bool is_surface_kept();
    void kaplan_yorke();

    const Flow& flow_;
    TangentFunctions& functions_;
    std::size_t n_, count_ = 0;
    double t_ = 0, allowed_ = 0;
    std::vector<double> p_, x_, f_;  // f_: ẋ
    std::vector<double> values_, first_values_;
    ExplainedDirections explained_;
    std::optional<ExplainedDirections> failed_;
    std::string why_failed_;
    bool averages_ = false;
    Volumes first_, last_;
    double first_divergence_ = 0;
    std::vector<std::vector<double>> growth_;          // logarithms, by tangent vector and call
    std::vector<std::vector<double>> neutral_growth_;  // of explained directions
    std::vector<double> sums_;                         // of these
    std::vector<double> times_;
    LyapunovSpectrum out_;
};

}  // namespace anholon
