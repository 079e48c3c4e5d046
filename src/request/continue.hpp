#pragma once

#include "request/linearize.hpp"
#include "request/orbit.hpp"
#include "study/curve_of_bifurcations.hpp"

namespace anholon::request {

struct Continue {
    enum class Of { equilibrium, steady, orbit } of = Of::equilibrium;
    std::string over = {};                 // EXPR=LOW..HIGH, or of an orbit period=LOW..HIGH
    std::string second = {};               // PARAMETER=LOW..HIGH: follow the bifurcations as curves in both
    std::vector<std::string> curves = {};  // which: fold, branch-point, hopf, …; all if empty
    Orbit orbit = {};                      // how the first one is found; its start and its levels are for all
    std::optional<std::string> branches = {};  // how many to follow; one if not given
    std::optional<std::string> step = {};      // the largest, as a part of the interval
};

// The branches of a bifurcation diagram.
struct ContinueFound {
    Continue::Of of = Continue::Of::equilibrium;
    std::string name;  // of the value that changes
    ShownUnit unit;
    double from = 0, to = 0;
    std::vector<std::string> columns;  // the unknowns by name, the value among them
    std::size_t value_place = 0;       // among the columns
    std::vector<NamedValue> held;
    std::size_t always_zero = 0;         // eigenvalues
    std::vector<std::string> explained;  // multipliers that are always 1
    std::string form, method;
    double tolerance = 0;

    struct One {
        Branch branch;
        std::string origin = {};  // where it branches off; empty for the first
        std::optional<std::size_t> parent = std::nullopt;
        double begins_at = 0;  // the value
        bool of_orbits = false;
    };
    std::vector<One> branches;
    bool has_periods =
        false;  // the last column is the period, of a branch of orbits from a Hopf point; 0 for what stands still
    // Curves of bifurcations in two values.
    struct Second {
        std::string name;
        ShownUnit unit;
        double from = 0, to = 0;
    };
    std::optional<Second> second;
    struct OneCurve {
        BifurcationCurve curve;
        std::size_t branch = 0;  // on which it begins
        double begins_at = 0;    // the value
    };
    std::vector<OneCurve> curves;

    std::size_t left = 0;           // further branches that were found and not followed
    std::vector<std::string> lost;  // branches that were found and could not be followed, and why

    // Of orbits that double one after the other: where they do, and the ratios of the distances between these values.
    std::vector<double> doublings, ratios;
};

// Throws Refusal, NoFlow, NoInitialState, NoOrbit, NoStandstill, ConditionOutside and DependsOnTime.
ContinueFound answer(const Continue& request, const System& system);

}  // namespace anholon::request
