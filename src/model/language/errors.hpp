#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "model/language/builtin.hpp"
#include "model/language/scope.hpp"
#include "model/language/unit.hpp"

// The mistakes one can make in meaning, one function each.
namespace anholon {

Diagnostic name_unknown(Span span, std::string_view name, const Scope& scope, const Source& source);
Diagnostic function_unknown(Span span, std::string_view name, const Scope& scope);
Diagnostic function_bare(Span span, const Builtin& function);
Diagnostic argument_count(Span span, const Builtin& function, std::size_t given);
Diagnostic undefined(Span span, std::string reason);
Diagnostic symbol_bad(Span span, std::string reason);
Diagnostic number_too_long(Span span);
Diagnostic primes_too_many(Span span, std::string_view name, int limit);
Diagnostic prime_of_constant(Span span, std::string_view name, std::string_view noun);

// Declarations.
Diagnostic name_duplicate(Span span, std::string_view name, const Meaning& first);
Diagnostic constraint_name_duplicate(Span span, std::string_view name, Span first);
Diagnostic latex_bad(Span span, const std::string& fault);
Diagnostic latex_twice(Span span, std::string_view name, Span first);
Diagnostic latex_same(Span span, std::string_view name, const std::string& latex, std::string_view other);
Diagnostic name_reserved(Span span, std::string_view name);
Diagnostic value_not_constant(Span span, std::string_view what, Expr culprit);
Diagnostic value_not_real(Span span, std::string_view what);
Diagnostic range_empty(Span span);
Diagnostic value_outside_range(Span span, std::string_view name);
Diagnostic parameter_derived(Span span, std::string_view name, const std::vector<std::string>& from);
Diagnostic setting_not_positive(Span span, std::string_view what);

// Inputs, states, outputs.
Diagnostic input_unknown(Span span, std::string_view name, std::string_view noun,
                         const std::vector<std::string>& inputs);
Diagnostic input_feedback(Span span, std::string_view input, std::string_view name, std::string_view noun);
Diagnostic rate_of_what(Span span, std::string_view name, unsigned primes, std::string_view noun);
Diagnostic rate_twice(Span span, std::string_view name);
Diagnostic rate_missing(Span span, std::string_view name);
Diagnostic rate_unexpected(Span span, std::string_view where, Expr rate);
Diagnostic state_not_in_force(Span span, std::string_view name, std::string_view where);

// Energy and forces.
Diagnostic energy_missing(Span model);
Diagnostic energy_twice(Span span, std::string_view what, Span first);
Diagnostic coordinates_missing(Span model);
Diagnostic part_name_taken(Span span, std::string_view name, std::string_view owner, Span named);
Diagnostic coordinates_too_many(Span span, std::size_t limit);
Diagnostic acceleration_unexpected(Span span, std::string_view where, Expr acceleration);
Diagnostic force_on_what(Span span, std::string_view name, std::string_view noun);

// Constraints and quasi-velocities.
Diagnostic constraint_constant(Span span, std::string_view name, std::string_view residual);
Diagnostic constraint_always(Span span, std::string_view name);
Diagnostic constraint_redundant(Span span, std::string_view name, std::string_view from,
                                std::string_view relation, std::size_t rank);
Diagnostic constraint_contradictory(Span span, std::string_view name, std::string_view others,
                                    std::string_view demand, Span first);
Diagnostic covector_needs_algebra(Span span);
Diagnostic quasi_not_linear(Span span, std::string_view name);
Diagnostic quasi_dependent(Span span, std::string_view name, std::string_view relation);
Diagnostic quasi_count(Span span, std::size_t given, std::size_t wanted, std::size_t velocities,
                       std::size_t rank);
Diagnostic inertia_singular(Span span, std::string_view direction);

// Motion.
Diagnostic motion_twice(Span span, Span first);
Diagnostic motion_needs_constraints(Span span, std::string_view motion);
Diagnostic servo_count(Span span, std::string_view what, std::size_t given, std::size_t wanted);
Diagnostic tuple_length(Span span, std::string_view what, std::size_t given, std::size_t wanted);
Diagnostic servo_vector_needs_algebra(Span span);

// Lie algebras.
Diagnostic algebra_unknown(Span span, std::string_view name);
Diagnostic algebra_twice(Span span, Span first);
Diagnostic algebra_with_coordinates(Span span, Span coordinate);
Diagnostic algebra_missing(Span span, std::string_view keyword);
Diagnostic bracket_index(Span span);
Diagnostic bracket_twice(Span span, Span first);
Diagnostic bracket_not_linear(Span span);
Diagnostic jacobi_fails(Span span, std::size_t i, std::size_t j, std::size_t k);
Diagnostic inertia_length(Span span, std::size_t diagonal, std::size_t rest, std::size_t dimension);
Diagnostic velocities_count(Span span, std::size_t given, std::size_t wanted);

// Units.
Diagnostic unit_unknown(Span span, std::string_view name, std::string_view meant);
Diagnostic unit_malformed(Span span);
Diagnostic unit_scaled(Span span, std::string_view name, std::string_view si, std::string_view given);
Diagnostic unit_misfit(Span span, std::string_view what, const Dimension& given, const Dimension& wanted);
Diagnostic unit_unexpected(Span span);
// What has different dimensions.
enum class Mismatch { sides, terms, energies, arguments, branches, compared, components };
Diagnostic unit_mismatch(Mismatch of, Span span, const Dimension& left, const Dimension& right,
                         Span left_span, Span right_span);
Diagnostic unit_of_argument(Span span, std::string_view function, const Dimension& given);
Diagnostic unit_of_exponent(Span span, const Dimension& given);
Diagnostic unit_of_base(Span span, const Dimension& given);

// Initial values, expectations, experiments.
Diagnostic init_unknown(Span span, std::string_view name, const Scope& scope, const Source& source);
Diagnostic reaction_not_known(Span span, std::string_view name, std::string_view why);
Diagnostic init_not_state(Span span, std::string_view name, std::string_view noun);
Diagnostic guess_not_state(Span span, std::string_view name, std::string_view noun);
Diagnostic guess_of_given(Span span, std::string_view name, Span given);
Diagnostic init_twice(Span span, std::string_view name, Span first);
Diagnostic experiment_twice(Span span, std::string_view name, Span first);
Diagnostic experiment_parameter(Span span, std::string_view name);
Diagnostic setting_twice(Span span, std::string_view name, Span first);
Diagnostic dof_not_count(Span span);
Diagnostic state_impossible(Span span, std::string_view constraint, double residual);
Diagnostic constraint_unsatisfiable(Span span, std::string_view constraint, double residual);
Diagnostic constraint_degenerate(Span span, std::string_view constraint);
Diagnostic state_inconsistent(Span span, std::string_view symbol, std::string_view given,
                              std::string_view used);

}  // namespace anholon
