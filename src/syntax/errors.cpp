#include "syntax/errors.hpp"

#include <cstdio>

#include "base/text.hpp"

namespace anholon::syntax {

std::string quoted(std::string_view text) {
    constexpr std::size_t most = 40;
    std::string out = "'";
    std::size_t width = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Glyph g = glyph(text, at);
        width += g.width;
        if (width > most) {
            out += "…";
            break;
        }
        out += g.shown;
        at += g.size;
    }
    return out + "'";
}

Diagnostic text_encoding(Span span, char32_t byte) {
    char shown[8];
    std::snprintf(shown, sizeof shown, "0x%02x", static_cast<unsigned>(byte & 0xff));
    return {.code = "text-encoding",
            .message = std::string("this is not UTF-8 text: it contains the byte ") + shown,
            .span = span,
            .help = "save the file as UTF-8 text"};
}

Diagnostic character_unknown(Span span, char32_t first, std::string help) {
    return {
        .code = "character-unknown",
        .message = "character '" + encode(first) + "' (" + code_point_name(first) + ") has no meaning here",
        .span = span,
        .help = std::move(help)};
}

Diagnostic string_unterminated(Span span) {
    return {.code = "string-unterminated",
            .message = "this string is never closed",
            .span = span,
            .help = "close it with '\"' on the same line"};
}

Diagnostic number_malformed(Span span, std::string message, std::string help) {
    return {.code = "number-malformed", .message = std::move(message), .span = span, .help = std::move(help)};
}

Diagnostic name_too_long(Span span, std::size_t limit) {
    return {.code = "name-too-long",
            .message = "a name can have at most " + std::to_string(limit) + " bytes",
            .span = span};
}

Diagnostic expression_empty(Span span) {
    return {.code = "expression-empty",
            .message = "an expression is expected here",
            .span = span,
            .help = "write one such as m*x'^2/2"};
}

Diagnostic equals_doubled(Span span) {
    return {.code = "equals-doubled",
            .message = "an equation is written with one '='",
            .span = span,
            .help = "write x' = y'"};
}

Diagnostic unit_unclosed(Span open) {
    return {.code = "unit-unclosed",
            .message = "this '[' is never closed",
            .span = open,
            .help = "brackets hold a unit, such as [kg m^2/s]"};
}

Diagnostic coordinate_with_argument(Span span, std::string_view name) {
    return {
        .code = "coordinate-with-argument",
        .message = "a coordinate is always a function of time",
        .span = span,
        .help = "write coord " + std::string(name) + "; its time derivative is " + std::string(name) + "'"};
}

Diagnostic operand_missing(Span span, std::string where) {
    return {.code = "operand-missing", .message = "an operand is missing " + std::move(where), .span = span};
}

Diagnostic comparison_misplaced(Span span) {
    return {.code = "comparison-misplaced",
            .message = "a comparison is allowed only in the condition of 'if'",
            .span = span,
            .help = "write if(a < b, …, …)"};
}

Diagnostic comparison_expected(Span span) {
    return {.code = "comparison-expected",
            .message = "the condition of 'if' must be a comparison",
            .span = span,
            .help = "write if(a < b, …, …); comparisons are joined by 'and', 'or' and 'not'"};
}

Diagnostic comparison_chained(Span span) {
    return {.code = "comparison-chained",
            .message = "a comparison can have only two sides",
            .span = span,
            .help = "write a < b and b < c"};
}

Diagnostic paren_unclosed(Span open) {
    return {.code = "paren-unclosed", .message = "this '(' is never closed", .span = open};
}

Diagnostic paren_expected(Span span, std::string_view found, Span open) {
    return {.code = "paren-expected",
            .message = "')' is expected before " + quoted(found),
            .span = span,
            .notes = {{"it would close this '('", open}}};
}

Diagnostic paren_unmatched(Span span) {
    return {.code = "paren-unmatched", .message = "this ')' closes nothing", .span = span};
}

Diagnostic trailing_input(Span span, std::string_view found, std::string help) {
    return {.code = "trailing-input",
            .message = "the expression ends before " + quoted(found),
            .span = span,
            .help = std::move(help)};
}

Diagnostic multiplication_implicit(Span span, std::string help) {
    return {.code = "multiplication-implicit",
            .message = "two operands with no operator between them",
            .span = span,
            .help = std::move(help)};
}

Diagnostic power_operator(Span span) {
    return {.code = "power-operator",
            .message = "'**' is not an operator here",
            .span = span,
            .help = "use '^' for powers"};
}

Diagnostic prime_misplaced(Span span) {
    return {.code = "prime-misplaced",
            .message = "a prime can follow only a name",
            .span = span,
            .help = "x' is the time derivative of x; write out the derivative of anything longer"};
}

Diagnostic nesting_too_deep(Span span, int limit) {
    return {.code = "nesting-too-deep",
            .message = "the expression is nested deeper than " + std::to_string(limit) + " levels",
            .span = span};
}

namespace {

std::string found_or_end(std::string_view found) {
    if (found == "\n") return "the end of the line";
    return found.empty() ? std::string("the end of the text") : quoted(found);
}

}  // namespace

Diagnostic model_missing(Span span) {
    return {.code = "model-missing",
            .message = "this file contains no model",
            .span = span,
            .help = "begin with: model Name { … }"};
}

Diagnostic model_second(Span span, std::string_view found) {
    return {.code = "model-second",
            .message = "nothing may follow the model, but here is " + quoted(found),
            .span = span,
            .help = "a file contains only one model"};
}

Diagnostic brace_unclosed(Span open) {
    return {.code = "brace-unclosed", .message = "this '{' is never closed", .span = open};
}

Diagnostic statement_unknown(Span span, std::string_view found, std::string help) {
    return {.code = "statement-unknown",
            .message = "no statement begins with " + quoted(found),
            .span = span,
            .help = std::move(help)};
}

Diagnostic statement_unfinished(Span span, std::string_view found) {
    return {.code = "statement-unfinished",
            .message = "the statement ends before " + quoted(found),
            .span = span,
            .help = "a statement ends with its line, or with ';'"};
}

Diagnostic token_expected(Span span, std::string_view wanted, std::string_view found, std::string help) {
    return {.code = "token-expected",
            .message = std::string(wanted) + " is expected before " + found_or_end(found),
            .span = span,
            .help = std::move(help)};
}

Diagnostic motion_unknown(Span span, std::string_view found, std::string help) {
    return {.code = "motion-unknown",
            .message = "no law of motion is called " + found_or_end(found),
            .span = span,
            .help = std::move(help)};
}

Diagnostic expectation_unknown(Span span, std::string_view found, std::string help) {
    return {.code = "expectation-unknown",
            .message = "no expectation is called " + found_or_end(found),
            .span = span,
            .help = std::move(help)};
}

Diagnostic setting_unknown(Span span, std::string_view found, std::string help) {
    return {.code = "setting-unknown",
            .message = "an experiment has no setting called " + found_or_end(found),
            .span = span,
            .help = std::move(help)};
}

Diagnostic body_part_unknown(Span span, std::string_view found, std::string help) {
    return {.code = "body-part-unknown",
            .message = "a body has no part called " + found_or_end(found),
            .span = span,
            .help = std::move(help)};
}

Diagnostic body_part_twice(Span span, std::string_view part, Span first) {
    return {.code = "body-part-twice",
            .message = "the body's " + std::string(part) + " is given twice",
            .span = span,
            .notes = {{"the first one is here", first}}};
}

Diagnostic contact_unknown(Span span, std::string_view found, std::string help) {
    return {.code = "contact-unknown",
            .message = "no contact is called " + found_or_end(found),
            .span = span,
            .help = std::move(help)};
}

Diagnostic joint_unknown(Span span, std::string_view found, std::string help) {
    return {.code = "joint-unknown",
            .message = "no joint is called " + found_or_end(found),
            .span = span,
            .help = std::move(help)};
}

Diagnostic motor_part_unknown(Span span, std::string_view found, std::string help) {
    return {.code = "motor-part-unknown",
            .message = "a motor has no part called " + found_or_end(found),
            .span = span,
            .help = std::move(help)};
}

Diagnostic motor_part_twice(Span span, std::string_view part, Span first) {
    return {.code = "motor-part-twice",
            .message = "the motor's " + std::string(part) + " is given twice",
            .span = span,
            .notes = {{"the first one is here", first}}};
}

Diagnostic vehicle_part_unknown(Span span, std::string_view owner, std::string_view found, std::string help) {
    return {.code = "vehicle-part-unknown",
            .message = std::string(owner) + " has no part called " + found_or_end(found),
            .span = span,
            .help = std::move(help)};
}

Diagnostic vehicle_part_twice(Span span, std::string_view owner, std::string_view part, Span first) {
    return {.code = "vehicle-part-twice",
            .message = "the " + std::string(part) + " of " + std::string(owner) + " is given twice",
            .span = span,
            .notes = {{"the first one is here", first}}};
}

Diagnostic axle_supports_twice(Span span, std::string_view axle, Span first) {
    return {.code = "axle-supports-twice",
            .message = "the axle " + quoted(axle) +
                       " can have only one of these: a skate, a wheel or a pair of wheels",
            .span = span,
            .notes = {{"the first one is here", first}},
            .help = "put a second wheel on an axle of its own"};
}

Diagnostic picture_item_unknown(Span span, std::string_view found, std::string help) {
    return {.code = "picture-item-unknown",
            .message = "a picture has no item called " + found_or_end(found),
            .span = span,
            .help = std::move(help)};
}

Diagnostic picture_part_unknown(Span span, std::string_view item, std::string_view found, std::string help) {
    return {.code = "picture-part-unknown",
            .message = quoted(item) + " has no part called " + found_or_end(found),
            .span = span,
            .help = std::move(help)};
}

Diagnostic picture_part_twice(Span span, std::string_view item, std::string_view part, Span first) {
    return {.code = "picture-part-twice",
            .message = "the " + quoted(part) + " of this " + std::string(item) + " is given twice",
            .span = span,
            .notes = {{"the first one is here", first}}};
}

Diagnostic picture_word_unknown(Span span, std::string_view noun, std::string_view found, std::string help) {
    return {.code = "picture-word-unknown",
            .message = "no " + std::string(noun) + " is called " + found_or_end(found),
            .span = span,
            .help = std::move(help)};
}

}  // namespace anholon::syntax
