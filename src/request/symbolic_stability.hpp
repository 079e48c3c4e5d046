#pragma once

#include <string>

#include "request/linearize.hpp"
#include "study/stability_region.hpp"

namespace anholon::request {

// What the linear equations of a standstill say for all values of some letters.
struct StabilityInLetters {
    Linearize standstill = {};
    std::string letters = "all";  // NAME,NAME,…: parameters that stay letters, or all
    double seconds = 60;          // of work
};

// Throws what answer(Linearize) throws, and Refusal where the standstill or its equations are not known in letters.
SymbolicStability answer(const StabilityInLetters& request, const System& system);

// Where in the plane of two letters the standstill is stable.
struct StabilityRegions {
    Linearize standstill = {};
    std::string region = {};   // NAME=LOW..HIGH,NAME=LOW..HIGH
    std::size_t points = 201;  // along each axis
    double seconds = 60;       // of work
};
struct RegionFound {
    StabilityRegion region;
    std::string x_name, y_name;
    ShownUnit x_unit, y_unit;
};
RegionFound answer(const StabilityRegions& request, const System& system);

// symbolic_stability() with refusals in place of what it throws.
SymbolicStability in_letters(const System& system, const SymbolicOptions& options);
// Throws Refusal where a variable that is asked to be a letter has a value of its own in the standstill.
void refuse_no_letter(const Expr& letter, const SymbolicStability& found, const System& system);
// A parameter or a variable by its name. Throws Refusal.
Expr letter(const std::string& name, const System& system);

}  // namespace anholon::request
