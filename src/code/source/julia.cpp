#include "code/source/languages.hpp"
#include "code/source/names.hpp"
#include "code/source/templates.hpp"

namespace anholon {

namespace {

const Language language{.local = "    @name@ = @value@\n",
                        .assignment = "    @place@ = @value@\n",
                        .element = "@array@[@i@]",
                        .entry = "@array@[@i@, @j@]",
                        .comment = "# ",
                        .line_break = ",\n        ",
                        .first_index = 1,
                        .lenient = {{Op::square_root, "@a@ >= 0.0 ? sqrt(@a@) : NaN"},
                                    {Op::log, "@a@ > 0.0 ? log(@a@) : NaN"},
                                    {Op::power, "@a@ >= 0.0 ? @a@^@b@ : NaN"},
                                    {Op::asin, "abs(@a@) <= 1.0 ? asin(@a@) : NaN"},
                                    {Op::acos, "abs(@a@) <= 1.0 ? acos(@a@) : NaN"}},
                        .operations = {{Op::power, "@a@^@b@"},
                                       {Op::atan2, "atan(@a@, @b@)"},
                                       {Op::abs, "abs(@a@)"},
                                       {Op::sign, "sign(@a@)"}}};

constexpr const char* functions_text = R"(@description@
#
# With DifferentialEquations.jl: ODEProblem(@module@.rhs!, @module@.x0, (0.0, 10.0), @module@.parameters)
module @module@

using LinearAlgebra

# The parameter values and the initial state of the model.
const parameters = Float64[@parameters@]
const x0 = Float64[@x0@]

# Names of the elements of x, p and z and of the values.
const state_names = String[@state_names@]
const parameter_names = String[@parameter_names@]
const unknown_names = String[@unknown_names@]
const value_names = String[@value_names@]

# W and r, in place.
function system!(W, r, x, p, t)
    fill!(W, 0)
@system@
    return nothing
end

# dx/dt, once z is known, in place.
function rates!(dx, x, p, t, z)
@rates@
    return nothing
end

# z, the solution of W z = r. SingularException where W is singular.
function unknowns(x, p, t)
    T = float(promote_type(eltype(x), eltype(p), typeof(t)))
    W, r = Matrix{T}(undef, @nz@, @nz@), Vector{T}(undef, @nz@)
    system!(W, r, x, p, t)
    return lu!(W) \ r
end

# dx/dt, in place. DomainError where it is not finite.
function rhs!(dx, x, p, t)
    rates!(dx, x, p, t, unknowns(x, p, t))
    all(isfinite, dx) || throw(DomainError(t, "the rates are not finite"))
    return nothing
end

# W and r of W y = r, where y are the accelerations and multipliers that values need, in place.
function reaction_system!(W, r, x, p, t)
    fill!(W, 0)
@reading_system@
    return nothing
end

# The multipliers, abbreviations and derived parameters that value_names lists, in place, once y is known.
function values!(values, x, p, t, y)
@values@
    return nothing
end

function values(x, p, t)
    T = float(promote_type(eltype(x), eltype(p), typeof(t)))
    W, r = Matrix{T}(undef, @ny@, @ny@), Vector{T}(undef, @ny@)
    reaction_system!(W, r, x, p, t)
    found = Vector{T}(undef, @nv@)
    values!(found, x, p, t, lu!(W) \ r)
    return found
end
)";

constexpr const char* switches_text = R"(
# The switching functions, in place: dx/dt is smooth only on either side of their zeros. For a VectorContinuousCallback.
function switches!(u, x, p, t)
    z = unknowns(x, p, t)
@switches@
    return nothing
end
)";

constexpr const char* jacobian_text = R"(
# B = r_x - W_x z, Gx and Gz, in place: the parts of the Jacobian.
function derivatives!(B, Gx, Gz, x, p, t, z)
    fill!(B, 0)
    fill!(Gx, 0)
    fill!(Gz, 0)
@derivatives@
    return nothing
end

# J = d(dx/dt)/dx = Gx + Gz z_x, where W z_x = B, in place: for ODEFunction(rhs!, jac = jacobian!).
function jacobian!(J, x, p, t)
    T = float(promote_type(eltype(x), eltype(p), typeof(t)))
    W, r = Matrix{T}(undef, @nz@, @nz@), Vector{T}(undef, @nz@)
    B, Gz = Matrix{T}(undef, @nz@, @nx@), Matrix{T}(undef, @nx@, @nz@)
    system!(W, r, x, p, t)
    factors = lu!(W)
    derivatives!(B, J, Gz, x, p, t, factors \ r)
    mul!(J, Gz, factors \ B, true, true)
    return nothing
end
)";

// Julia keeps matrices by columns, hence the transpositions.
constexpr const char* test_text = R"(
# The worst of the errors |found - expected|/(1 + |expected|), against exactly computed values at a point and at x0.
function self_test()
    t = @t@
    x = Float64[@x@]
    p = Float64[@p@]
    W = permutedims(reshape(Float64[@W@], @nz@, @nz@))
    r = Float64[@r@]
    z = Float64[@z@]
    dx = Float64[@dx@]
    found_W, found_r, found_rates, found_dx = zero(W), zero(r), zero(dx), zero(dx)
    system!(found_W, found_r, x, p, t)
    rates!(found_rates, x, p, t, z)
    rhs!(found_dx, x, p, t)
    pairs = Any[(found_W, W), (found_r, r), (found_rates, dx), (unknowns(x, p, t), z), (found_dx, dx)]
@test_jacobian@
@test_values@
@test_start@
    return maximum(maximum(abs.(found .- exact) ./ (1 .+ abs.(exact)); init = 0.0) for (found, exact) in pairs)
end

if abspath(PROGRAM_FILE) == @__FILE__
    worst = self_test()
    println("worst relative error ", worst)
    exit(worst <= @tolerance@ ? 0 : 1)
end
)";

constexpr const char* test_values_text = R"(    push!(pairs, (values(x, p, t), Float64[@point_values@]))
)";

constexpr const char* test_start_text =
    R"(    start_dx, scale = Float64[@start_dx@], @tolerance@ / @start_tolerance@
    found_start = zero(start_dx)
    rhs!(found_start, x0, parameters, 0.0)
    push!(pairs, (start_dx .+ scale .* (found_start .- start_dx), start_dx))
)";

constexpr const char* test_start_values_text = R"(    start_values = Float64[@start_values@]
    push!(pairs, (start_values .+ scale .* (values(x0, parameters, 0.0) .- start_values), start_values))
)";

constexpr const char* test_jacobian_text = R"(    J = permutedims(reshape(Float64[@J@], @nx@, @nx@))
    found_J = zero(J)
    jacobian!(found_J, x, p, t)
    push!(pairs, (found_J, J))
)";

}  // namespace

std::string julia(const RateEquations& e, const ExportOptions& options) {
    return filled({.functions = functions_text,
                   .switches = switches_text,
                   .jacobian = jacobian_text,
                   .test = test_text,
                   .test_jacobian = test_jacobian_text,
                   .test_values = test_values_text,
                   .test_start = test_start_text,
                   .test_start_values = test_start_values_text,
                   .untested = "\n# @reason@\n",
                   .end = "\nend\n"},
                  e, options, language,
                  // No name of Julia's own ends so, whatever the model is called.
                  {{"module", capitalised(e.name) + "System"}});
}

}  // namespace anholon
