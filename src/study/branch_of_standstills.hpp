#pragma once

#include <memory>

#include "study/branch.hpp"
#include "study/critical_values.hpp"
#include "study/standstill_guards.hpp"

namespace anholon {

// The equilibria or steady motions over a parameter, an initial value that is kept, or another function of the state. The unknowns are the
// variables that stand still and the value:
//     R(x, p) = 0,  ẋ − c_k ξ_k(x) = 0 across the symmetries ξ,  F_j(x, p) = c_j for what is held,  S·(x − x₀) = 0 across their orbit.
// What chooses one standstill from its family is held.
class BranchOfStandstills : public BranchProblem {
  public:
    // Throws what a StandstillPath throws.
    BranchOfStandstills(const System& system, const LinearisationOptions& options, const Sweep& sweep);

    std::size_t unknowns() const override { return part().kept().size() + 1; }
    std::optional<Rows> at(std::span<const double> u) override;
    std::string why() const override { return part().why(); }
    void refer_to(std::span<const double> u) override;
    std::size_t value_place() const override { return part().kept().size(); }
    std::vector<double> scales(std::span<const double> u) const override;
    std::optional<LinearGrowth> growth(std::span<const double> u) override;
    std::string ended_at(std::span<const double> u) override;
    End end() const override { return End::located; }
    void set_parameter(std::size_t place, double value) override { parameters_[place] = value; }

    CurvePoint beginning() const;
    std::optional<LinearPart> linear_part(std::span<const double> u) { return part().linear_part(state(u)); }
    SteadyPart& part() const { return path_->part(); }
    std::span<const double> parameters() const { return parameters_; }
    const StandstillPath& path() const { return *path_; }
    const std::vector<std::size_t>& always_zero() const { return chains_; }  // eigenvalues, by their chains

  private:
    std::vector<double> state(std::span<const double> u) const;  // and sets the parameter
    void differentiate();
    // Slopes with respect to the value.
    struct AlongParameter {
        std::vector<double> rates, constraints, held, fields;  // fields: of one symmetry after the other
    };
    std::optional<AlongParameter> along_parameter(const std::vector<double>& x, double value);
    bool add_rates(const std::vector<double>& x, const AlongParameter& along, Rows& out);
    void find_zeros();
    bool is_parameter() const { return sweep_.what == Sweep::What::parameter; }

    Sweep sweep_;
    std::unique_ptr<StandstillPath> path_;
    std::vector<double> parameters_;
    StandstillGuards guards_;
    std::optional<SteadyPart::HeldFunctions> held_;
    // Of a parameter: ẋ with it among the variables, and the slopes of constraints, held functions and symmetries.
    std::optional<RateFunction> rates_;
    std::optional<StateFunctions> slopes_;
    std::vector<double> x0_, slice_;  // S and where it is taken
    std::vector<std::size_t> chains_;
};

}  // namespace anholon
