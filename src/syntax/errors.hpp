#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.hpp"
#include "base/source.hpp"

// The mistakes one can make in spelling, one function each.
namespace anholon::syntax {

// Text of a user, fit to be quoted inside a message.
std::string quoted(std::string_view text);

Diagnostic text_encoding(Span span, char32_t byte);
Diagnostic character_unknown(Span span, char32_t first, std::string help);
Diagnostic string_unterminated(Span span);
Diagnostic number_malformed(Span span, std::string message, std::string help);
Diagnostic name_too_long(Span span, std::size_t limit);

Diagnostic expression_empty(Span span);
Diagnostic equals_doubled(Span span);
Diagnostic unit_unclosed(Span open);
Diagnostic coordinate_with_argument(Span span, std::string_view name);
Diagnostic operand_missing(Span span, std::string where);
Diagnostic comparison_misplaced(Span span);
Diagnostic comparison_expected(Span span);
Diagnostic comparison_chained(Span span);
Diagnostic paren_unclosed(Span open);
Diagnostic paren_expected(Span span, std::string_view found, Span open);
Diagnostic paren_unmatched(Span span);
Diagnostic trailing_input(Span span, std::string_view found, std::string help);
Diagnostic multiplication_implicit(Span span, std::string help);
Diagnostic power_operator(Span span);
Diagnostic prime_misplaced(Span span);
Diagnostic nesting_too_deep(Span span, int limit);

Diagnostic model_missing(Span span);
Diagnostic model_second(Span span, std::string_view found);
Diagnostic brace_unclosed(Span open);
Diagnostic statement_unknown(Span span, std::string_view found, std::string help);
Diagnostic statement_unfinished(Span span, std::string_view found);
Diagnostic token_expected(Span span, std::string_view wanted, std::string_view found, std::string help = "");
Diagnostic motion_unknown(Span span, std::string_view found, std::string help);
Diagnostic expectation_unknown(Span span, std::string_view found, std::string help);
Diagnostic setting_unknown(Span span, std::string_view found, std::string help);
Diagnostic body_part_unknown(Span span, std::string_view found, std::string help);
Diagnostic body_part_twice(Span span, std::string_view part, Span first);
Diagnostic contact_unknown(Span span, std::string_view found, std::string help);
Diagnostic joint_unknown(Span span, std::string_view found, std::string help);
Diagnostic motor_part_unknown(Span span, std::string_view found, std::string help);
Diagnostic motor_part_twice(Span span, std::string_view part, Span first);
Diagnostic vehicle_part_unknown(Span span, std::string_view owner, std::string_view found, std::string help);
Diagnostic vehicle_part_twice(Span span, std::string_view owner, std::string_view part, Span first);
Diagnostic axle_supports_twice(Span span, std::string_view axle, Span first);
Diagnostic picture_item_unknown(Span span, std::string_view found, std::string help);
Diagnostic picture_part_unknown(Span span, std::string_view item, std::string_view found, std::string help);
Diagnostic picture_part_twice(Span span, std::string_view item, std::string_view part, Span first);
// A colour, a role or a view.
Diagnostic picture_word_unknown(Span span, std::string_view noun, std::string_view found, std::string help);

}  // namespace anholon::syntax
