#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "expr/enclosure.hpp"
#include "integrate/spectrum.hpp"
#include "study/standstill/steady_part.hpp"

namespace anholon {

// Whether inputs reach all of δx, or outputs tell all of it.
struct ModeReach {
    // Of (B, AB, …) or its dual, exactly, where the standstill and all entries are rational numbers.
    std::optional<std::size_t> rank = std::nullopt;
    // Eigenvalues μ at which (μ − A, B) or its dual loses rank, to rounding.
    std::vector<std::complex<double>> missed = {};
};

// δẋ = A δx + B δu, δy = C δx + D δu near a standstill, for the variables of its linear equations.       Hautus 1969, Kalman 1963
struct StateSpace {
    std::vector<std::string> inputs = {}, outputs = {};
    std::vector<double> B = {}, C = {}, D = {};  // by rows
    std::optional<ModeReach> controllability = std::nullopt, observability = std::nullopt;
    std::vector<std::string> notes = {};  // inputs and outputs that are left out, and why
};

// Nothing if the system has neither inputs nor outputs. `values`: of the parameters.
std::optional<StateSpace> state_space(const System& system, SteadyPart& part, const std::vector<double>& x,
                                      const LinearPart& linear, const Spectrum& spectrum,
                                      const Point& values);

}  // namespace anholon
