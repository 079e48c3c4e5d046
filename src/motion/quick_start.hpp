#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "code/evaluator.hpp"
#include "model/state/initial_state.hpp"
#include "model/state/least_movement.hpp"

namespace anholon {

// Initial states by compiled functions, for any number of threads at once: what initial_state() finds, to rounding, where its way is
// plain. That is where the given values are kept and nothing is near a decision. Everywhere else there is no answer, and initial_state()
// has to be asked; so there are no refusals here.
class QuickStart {
  public:
    // For motions of this experiment, or of the model itself.
    QuickStart(const System& system, const Experiment* experiment);

    std::optional<InitialState> operator()(const InitialStateOptions& options) const;

  private:
    // Functions of t, p, q and v.
    struct Functions {
        std::size_t count = 0;
        std::shared_ptr<const Evaluator> evaluator = nullptr;
        Numbers operator()(const Numbers& at) const;
    };
    // A value of the text: of the variable at this place, in q, v, η and λ.
    struct StatedValue {
        std::size_t place;
        bool is_given;
    };
    // Demands that share variables: the places of these in q or v, then the targets.
    struct Cluster {
        bool of_velocities = false;
        std::size_t first = 0;  // of q or v among the inputs
        std::vector<std::size_t> variables = {},
                                 wishes = {};  // wishes: of quasi-velocities, by their place in η
        std::size_t demands = 0;               // the wishes are the last
        std::vector<bool> needs_gradient = {};
        bool is_linear = true;
        Functions all = {};  // residuals, their slopes by the variables, and by all inputs
    };
    struct Attempt;
    class Solution;

    Functions functions(const std::vector<Expr>& list) const;
    void add_clusters(std::vector<Cluster>& list, const std::vector<StateDemand>& demands,
                      const Cluster& blank, std::span<const Expr> variables,
                      std::span<const QuasiVelocity> wishes) const;
    bool solve(const Cluster& cluster, Attempt& attempt) const;
    bool read_off(Attempt& attempt) const;

    const System& system_;
    const Experiment* experiment_;
    bool is_possible_ = true;
    std::vector<Expr> inputs_;
    std::vector<bool> has_default_;  // q and v
    InitialState blank_;
    std::vector<StatedValue> stated_;
    Functions stated_values_;
    std::vector<Cluster> coordinates_, velocities_;
    Functions positive_;  // where loops close as they are meant to
    Functions quasi_;     // each, then its slopes by v
};

}  // namespace anholon
