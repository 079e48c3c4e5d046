#pragma once

#include <string>
#include <vector>

#include "request/facts.hpp"

namespace anholon::request {

// What follows from the integrals and the measure of a core.
enum class Follows {
    not_shown,
    orbits,        // n − 1 integrals in n variables: orbits are their common levels
    euler_jacobi,  // n − 2 integrals and a measure of known density: quadratures
};
std::string_view name(Follows follows);

// The place of a system in the hierarchy of the dynamics of rolling bodies: what its core keeps.  theory §5; Borisov and Mamaev 2002
struct HierarchyRow {
    std::string system;
    Reason own_core = {};  // why the system itself stands in the place of a core
    std::size_t dof = 0;   // free velocities
    std::size_t dimension = 0;
    Fact measure = {}, integrals = {}, multiplier = {};
    std::size_t independent = 0;  // integrals found that are independent and free of time
    std::size_t by_linear = 0;    // integrals that linear equations have, without a formula
    Follows follows = Follows::not_shown;

    bool has_density() const;     // in closed form
    bool is_hamiltonian() const;  // after reduction, in the time of the multiplier or as it is
    // Those that linear equations have contain the linear ones that were found.
    std::size_t known_integrals() const;
};

struct Hierarchy {
    std::vector<HierarchyRow> rows;
    std::vector<std::string> left_out;  // systems with another law of motion than the nonholonomic one
};

// A row for a system, as the gallery or a file names it.
void add(Hierarchy& table, const std::string& title, const System& full, double seconds);

}  // namespace anholon::request
