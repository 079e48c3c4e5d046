#pragma once

#include "motion/simulation_words.hpp"
#include "study/limit.hpp"

namespace anholon::request {

// What do motions tend to as forces that realise the constraints grow, or as a parameter tends to a limit?
struct Limit {
    SimulationWords start;  // parameters, initial values, --until, --tol
    std::optional<std::string> as =
        {};  // viscous, added-mass or mixed; the model's own realisation if not given
    std::optional<std::string> numbers = {};  // LOW..HIGH[:COUNT] of N
    std::optional<std::string> mu = {};       // of mixed
    std::optional<std::string> over = {};     // NAME=FROM..TO[:COUNT], instead
};

struct LimitFound {
    std::string system, what;  // "viscous realisation"; "rho -> 0.001"
    std::string number;        // the name of what changes: N, rho
    double until = 0;
    std::vector<std::string> columns;
    std::vector<double> numbers;
    std::vector<EndOfMotion> ends;
    struct Candidate {
        std::string name;  // "nonholonomic"
        EndOfMotion end;
        Approach approach;
        std::string missing;  // why there is no such motion
    };
    std::vector<Candidate> candidates;
};

// Throws Refusal where the model has no velocity constraints that forces could realise.
void refuse_without_realisation(const System& system);

// `against` is the other model of a limit over a parameter. Throws Refusal.
LimitFound answer(const Limit& request, const std::string& title, const System& system,
                  const System* against = nullptr, const std::string& title_of_other = {});

}  // namespace anholon::request
