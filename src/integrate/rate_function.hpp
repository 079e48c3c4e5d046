#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "code/evaluator.hpp"
#include "code/rate_equations.hpp"
#include "code/tangent.hpp"
#include "integrate/factorization.hpp"

namespace anholon {

// W(t, x, p) z = r(t, x, p), ẋ = G(t, x, p, z) as numbers. For one thread at a time; copies share the code and nothing else.
class RateFunction {
  public:
    explicit RateFunction(RateEquations equations, MakeEvaluator make = interpreted);

    const RateEquations& equations() const { return equations_; }
    std::size_t size() const { return equations_.state.size(); }
    std::size_t unknowns() const { return equations_.unknowns.size(); }

    void set_parameters(std::span<const double> p);
    std::span<const double> parameters() const { return p_; }

    // Each is false where W has no inverse or a value is not finite; why() then tells.
    bool solve(double t, std::span<const double> x, std::span<double> z);
    bool rates(double t, std::span<const double> x, std::span<double> dx);
    // J = ∂ẋ/∂x by rows: G_x + G_z z_x with W z_x = r_x − W_x z. Its program is made when it is first asked for.
    bool jacobian(double t, std::span<const double> x, std::span<double> J);
    void prepare_jacobian();  // makes the program now, for all copies

    std::string why() const;  // nothing where the last call succeeded
    // The sign of det W where it was solved last: where it changes between two states, W is singular on the way.
    int determinant_sign() const { return sign_; }
    // ‖W‖‖W⁻¹‖ there, rows and columns scaled.
    double condition() const;

  private:
    enum class Fault { none, state, entries, singular, rates, slopes };
    bool succeeded();
    bool failed(Fault fault, std::size_t culprit);
    bool place(double t, std::span<const double> x);
    bool solve_here();
    bool factor_here();
    void differentiate_here(std::span<double> J);

    RateEquations equations_;
    std::vector<std::string> names_;  // of x, then of z
    MakeEvaluator make_;
    std::shared_ptr<const Evaluator> linear_system_, rates_, differentials_;
    std::optional<Tangent> long_rates_;  // in place of differentials_, where those would be very long
    Factorization factors_;              // of W where it is singular, and for the Jacobian
    int sign_ = 1;
    std::vector<double> p_, point_, W_r_, solved_, derivatives_, column_;  // point_: t, x, p, z
    Fault fault_ = Fault::none;                                            // of the last call
    std::size_t culprit_ = 0;
};

// Expressions in t, x, p and z along the motion of some equations. For one thread at a time; copies share the code.
class StateFunctions {
  public:
    StateFunctions(const RateEquations& equations, std::span<const Expr> functions,
                   MakeEvaluator make = interpreted);

    std::size_t size() const { return count_; }
    bool need_unknowns() const { return need_unknowns_; }  // otherwise z may be empty
    void operator()(double t, std::span<const double> x, std::span<const double> p, std::span<const double> z,
                    std::span<double> values);

  private:
    std::shared_ptr<const Evaluator> evaluator_;
    std::size_t count_ = 0;
    bool need_unknowns_ = false;
    std::vector<double> point_;
};

}  // namespace anholon
