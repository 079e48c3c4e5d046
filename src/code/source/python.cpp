#include "code/source/languages.hpp"
#include "code/source/templates.hpp"

namespace anholon {

namespace {

const Language language{
    .local = "    @name@ = @value@\n",
    .assignment = "    @place@ = @value@\n",
    .element = "@array@[@i@]",
    .entry = "@array@[@i@, @j@]",
    .comment = "",
    .line_break = ",\n        ",
    .lenient = {{Op::square_root, "sqrt(@a@) if @a@ >= 0.0 else np.nan"},
                {Op::log, "log(@a@) if @a@ > 0.0 else np.nan"},
                {Op::power, "pow(@a@, @b@) if @a@ > 0.0 else 0.0 * @b@ if @a@ == 0.0 < @b@ else np.nan"},
                {Op::asin, "asin(@a@) if -1.0 <= @a@ <= 1.0 else np.nan"},
                {Op::acos, "acos(@a@) if -1.0 <= @a@ <= 1.0 else np.nan"},
                {Op::divide, "@a@ / @b@ if @b@ != 0.0 else np.nan"}},
    .operations = {{Op::sign, "np.sign(@a@)"}, {Op::choose, "@b@ if @a@ > 0.0 else @c@"}}};

constexpr const char* functions_text = R"("""
@description@

With SciPy: solve_ivp(rhs, (0, 10), x0, args=(parameters,))
"""

from math import acos, asin, atan, atan2, cos, cosh, exp, fabs, log, pow, sin, sinh, sqrt, tan, tanh

import numpy as np

# The parameter values and the initial state of the model.
parameters = np.array([@parameters@])
x0 = np.array([@x0@])

# Names of the elements of x, p and z and of the values.
state_names = [@state_names@]
parameter_names = [@parameter_names@]
unknown_names = [@unknown_names@]
value_names = [@value_names@]


def system(t, x, p):
    """W and r."""
    W, r = np.zeros((@nz@, @nz@)), np.zeros(@nz@)
@system@
    return W, r


def rates(t, x, p, z):
    """dx/dt, once z is known."""
    dx = np.zeros(@nx@)
@rates@
    return dx


def unknowns(t, x, p=parameters):
    """z, the solution of W z = r. LinAlgError where W is singular."""
    W, r = system(t, x, p)
    return np.linalg.solve(W, r)


def rhs(t, x, p=parameters):
    """dx/dt. FloatingPointError where it is not finite."""
    dx = rates(t, x, p, unknowns(t, x, p))
    if not np.all(np.isfinite(dx)):
        raise FloatingPointError(f"the rates are not finite at t = {t}")
    return dx


def reaction_system(t, x, p):
    """W and r of W y = r, where y are the accelerations and multipliers that values need."""
    W, r = np.zeros((@ny@, @ny@)), np.zeros(@ny@)
@reading_system@
    return W, r


def values(t, x, p=parameters):
    """The multipliers, abbreviations and derived parameters that value_names lists."""
    W, r = reaction_system(t, x, p)
    y, values = np.linalg.solve(W, r), np.zeros(@nv@)
@values@
    return values
)";

constexpr const char* switches_text = R"(

def switches(t, x, p=parameters):
    """The switching functions: dx/dt is smooth only on either side of their zeros. For events of solve_ivp."""
    z = unknowns(t, x, p)
    u = np.zeros(@nu@)
@switches@
    return u
)";

constexpr const char* jacobian_text = R"(

def derivatives(t, x, p, z):
    """B = r_x - W_x z, Gx and Gz: the parts of the Jacobian."""
    B, Gx, Gz = np.zeros((@nz@, @nx@)), np.zeros((@nx@, @nx@)), np.zeros((@nx@, @nz@))
@derivatives@
    return B, Gx, Gz


def jacobian(t, x, p=parameters):
    """d(dx/dt)/dx = Gx + Gz z_x, where W z_x = B."""
    W, r = system(t, x, p)
    B, Gx, Gz = derivatives(t, x, p, np.linalg.solve(W, r))
    return Gx + Gz @ np.linalg.solve(W, B)
)";

constexpr const char* test_text = R"(

def self_test():
    """The worst of the errors |found - expected|/(1 + |expected|), against exactly computed values at a point and at x0."""
    t = @t@
    x = np.array([@x@])
    p = np.array([@p@])
    W = np.array([@W@]).reshape(@nz@, @nz@)
    r = np.array([@r@])
    z = np.array([@z@])
    dx = np.array([@dx@])
    found_W, found_r = system(t, x, p)
    pairs = [(found_W, W), (found_r, r), (rates(t, x, p, z), dx), (unknowns(t, x, p), z), (rhs(t, x, p), dx)]
@test_jacobian@
@test_values@
@test_start@
    return np.max([np.max(np.abs(found - exact) / (1 + np.abs(exact)), initial=0) for found, exact in pairs])


if __name__ == "__main__":
    worst = self_test()
    print(f"worst relative error {worst:.1e}")
    raise SystemExit(0 if worst <= @tolerance@ else 1)
)";

constexpr const char* test_values_text = R"(    pairs.append((values(t, x, p), np.array([@point_values@])))
)";

constexpr const char* test_start_text = R"(    start_dx = np.array([@start_dx@])
    scale = @tolerance@ / @start_tolerance@  # rounding may be larger at the initial state
    pairs.append((start_dx + scale * (rhs(0.0, x0) - start_dx), start_dx))
)";

constexpr const char* test_start_values_text = R"(    start_values = np.array([@start_values@])
    pairs.append((start_values + scale * (values(0.0, x0) - start_values), start_values))
)";

constexpr const char* test_jacobian_text = R"(    J = np.array([@J@]).reshape(@nx@, @nx@)
    pairs.append((jacobian(t, x, p), J))
)";

}  // namespace

std::string python(const RateEquations& e, const ExportOptions& options) {
    return filled({.functions = functions_text,
                   .switches = switches_text,
                   .jacobian = jacobian_text,
                   .test = test_text,
                   .test_jacobian = test_jacobian_text,
                   .test_values = test_values_text,
                   .test_start = test_start_text,
                   .test_start_values = test_start_values_text,
                   .untested = "\n# @reason@\n"},
                  e, options, language);
}

}  // namespace anholon
