#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "study/flow_run.hpp"
#include "study/orthonormal_basis.hpp"

namespace anholon {

// x(T) with its derivatives by x(0) and by a parameter, from the equations in variations. For one thread at a time.
class Monodromy {
  public:
    // `parameter`: its place, if ∂x(T)/∂p is wanted.
    Monodromy(const Flow& flow, const FlowRunOptions& options, std::optional<std::size_t> parameter = {});

    const Flow& flow() const { return flow_; }
    FlowRun& run() { return run_; }

    // False where the motion does not last until T; run().why() then tells.
    bool follow(std::span<const double> x, double T, std::span<const double> p);
    const std::vector<double>& end() const { return end_; }                // x(T)
    const std::vector<double>& matrix() const { return M_; }               // ∂x(T)/∂x(0), by rows
    const std::vector<double>& parameter_slope() const { return slope_; }  // ∂x(T)/∂p

    std::vector<double> rates_at(double t, std::span<const double> x, std::span<const double> p);
    // Functions that vanish on the surface, and their gradients by rows.
    struct Values {
        std::vector<double> values, gradients;
    };
    Values surface_at(std::span<const double> x, std::span<const double> p) {
        return values_of(surface_, x, p);
    }
    Values integrals_at(std::span<const double> x, std::span<const double> p) {
        return values_of(integrals_, x, p);
    }

    // Of the closed motion that was followed last: M on the common level of the integrals, modulo ẋ.
    struct Multipliers {
        std::vector<std::complex<double>> values;       // the largest first
        double through_one = 1, through_minus_one = 1;  // det(M − 1) and det(M + 1) there
        std::vector<std::string> explained;             // those that are 1, and why
        std::vector<std::string> notes;
        std::size_t dimension = 0;                     // of the surface
        std::vector<std::vector<double>> across = {};  // a basis of what M acts on
        std::vector<double> reduced = {};              // M in this basis, by rows
    };
    Multipliers multipliers(std::span<const double> x, std::span<const double> p);

  private:
    Values values_of(StateFunctions& functions, std::span<const double> x, std::span<const double> p) const;
    bool is_kept(std::span<const double> slopes, OrthonormalBasis basis) const;

    Flow flow_;
    std::size_t n_;
    bool has_slope_;
    FlowRun run_;
    StateFunctions rates_, surface_, integrals_;  // surface_ and integrals_: values, then gradients
    std::vector<double> end_, M_, slope_;
};

// Functions of the state, then their gradients.
std::vector<Expr> with_gradients(std::vector<Expr> functions, const Flow& flow);

}  // namespace anholon
