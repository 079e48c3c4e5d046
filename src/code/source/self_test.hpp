#pragma once

#include <optional>
#include <vector>

#include "code/source/fill.hpp"
#include "code/source/functions.hpp"

namespace anholon {

// What an exported program is compared with: a point that doubles state exactly, and the values there, each the double nearest
// to an enclosure of some 70 digits. Matrices by rows.
struct SelfTest {
    double t = 0;
    std::vector<double> x, p;
    std::vector<double> W, r;  // W z = r
    std::vector<double> z, dx;
    std::vector<double> J;       // d(dx/dt)/dx, if asked for
    std::vector<double> values;  // of the readings; none if not all are known there
};

// `derivatives` are those of the equations, or empty if there is no Jacobian to test. Nothing if no point was found at which all
// values exist and W is regular.
std::optional<SelfTest> self_test(const RateEquations& e, const std::vector<FunctionOutput>& derivatives);

// The same where the model starts: t = 0, x = e.initial, the model's parameters. `values` are those of the readings, none if
// not all exist there. Nothing if the rates do not exist there.
struct StartTest {
    std::vector<double> dx, values;
    double tolerance = 0;  // rounding may be larger here than at a point of our choice
};
std::optional<StartTest> start_test(const RateEquations& e);

inline constexpr const char* no_self_test =
    "No self-test: no point was found at which all values exist and W is regular.";

// Its lists under their names, and the tolerance: errors |found − expected|/(1 + |expected|) stay well below it.
Values test_values(const SelfTest& test, const Language& language);

}  // namespace anholon
