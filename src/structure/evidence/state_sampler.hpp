#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "algebra/residue_matrix.hpp"
#include "mechanics/points/manifold_points.hpp"
#include "structure/evidence/budget.hpp"

namespace anholon {

// The realisations of constraints, and free motion, leave the velocities free.
bool keeps_velocity_constraints(Axiom axiom);

// The values of expressions at states, modulo two primes: a row for each state.
struct Samples {
    std::array<std::optional<PrimeField>, ModularPoints::lanes> fields;
    std::array<ResidueRows, ModularPoints::lanes> rows;
};

// Values of the parameters modulo the primes, in the order of the system.
using ParameterPoint = std::vector<ModularPoints::Values>;

// What values the parameters have: other ones in each state, the same ones in all, or those that the model states.
struct ParameterValues {
    enum class Kind { anew, common, stated } kind = Kind::anew;
    ParameterPoint common;
};

// Random states (t, q, q̇) of the constraint manifold over prime fields and the values of expressions there. Along the
// motion q̈, λ and λ̇ are those of the system's own law; otherwise expressions hold t, q, q̇ alone.
class StateSampler {
  public:
    enum class At { states, motion };
    StateSampler(const Setting& s, std::vector<Expr> expressions, At at, std::uint64_t seed = 1);

    void set_parameters(const ParameterValues& values);
    ParameterPoint random_parameters(std::uint64_t key) const;

    // At least so many states modulo each prime; nothing if they cannot be found, with the reason in why().
    std::optional<Samples> draw(std::size_t states, const Budget& budget);
    const std::string& why() const { return why_; }

    // The chance that something computed in `steps` rational steps vanishes at so many states without being zero.
    double chance_of_error(double steps, std::size_t states) const;
    // So many that little chance is left: more where roots leave each state little to say.
    std::size_t enough_states() const;

  private:
    void solve_motion();
    void start(const Substitution& stated);

    const Setting& s_;
    std::vector<Expr> expressions_, all_;
    std::uint64_t seed_, round_ = 0;
    std::string why_;
    std::optional<Equations> law_;
    std::vector<Expr> W_;
    std::optional<ManifoldPoints> points_;
    bool is_stated_ = false;
};

// Whether expressions vanish at all states, or along all motions; with all parameters free, or at the model's values.
struct VanishingVerdict {
    Answer answer = Answer::unknown;
    double error_bound = 0;
    std::string reason;  // of unknown
};
enum class Parameters { free, stated };
std::vector<VanishingVerdict> vanish(const Setting& s, const std::vector<Expr>& e, StateSampler::At at,
                                     Parameters parameters, const Budget& budget);

}  // namespace anholon
