#pragma once

#include <string>
#include <vector>

#include "motion/side_by_side.hpp"
#include "study/draw.hpp"
#include "study/flow_run.hpp"
#include "study/level_point.hpp"
#include "study/moments.hpp"

namespace anholon {

struct CloudOptions {
    std::vector<Draw> draws;
    std::vector<LevelDemand> levels = {};  // on which all motions start
    std::size_t count = 1000;
    std::uint64_t seed = 1;
    std::vector<double> times;  // when the columns are looked at; from 0 away, the last ends the motions
    std::vector<Expr> columns;  // of t, x and p
    FlowRunOptions run = {1e-9};
    SideBySideOptions side_by_side = {};
};

struct CloudMotion {
    enum class Status : unsigned char {
        done,
        no_start,  // no state has these values
        ended,     // before its time
        pending,   // not computed
    };
    std::vector<double> drawn, columns;  // the columns at the end, where it is done
    Status status = Status::pending;
    std::string why = {};
};

struct Cloud {
    std::vector<CloudMotion> motions;
    std::vector<std::vector<Moments>> moments;  // by time and column, of the motions that last so long
    std::string_view method;
    double tolerance = 0;
    std::size_t lanes = 1;
};

// Motions that start at random, side by side: in lanes of a method that has them, where the equations do not depend on time and nothing
// needs to be watched, else one by one. The same numbers on any number of threads.
Cloud cloud(const Flow& flow, const CloudOptions& options);

}  // namespace anholon
