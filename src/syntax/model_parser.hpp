#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "syntax/errors.hpp"
#include "syntax/expression.hpp"
#include "syntax/model_tree.hpp"
#include "syntax/token.hpp"

namespace anholon::syntax {

// A model half read: the place in its tokens, the tree so far, and the parts that statements are made of. What returns
// a bool or an optional has reported its mistake if it returns false or nothing, unless it says otherwise.
struct ModelParser {
    Cursor cursor;
    const Source& source;
    Diagnostics& diagnostics;
    ModelTree model = {};

    // --- tokens

    std::string_view text(const Token& token) const { return source.text(token.span); }
    std::string_view here() const { return text(cursor.peek()); }
    Span span_here() const { return cursor.at(TokenKind::end) ? cursor.gap() : cursor.peek().span; }
    bool at_word(std::string_view word) const { return cursor.at(TokenKind::name) && here() == word; }
    bool accept_word(std::string_view word);  // without a report
    bool at_statement_end(std::size_t ahead = 0) const;

    void report(Diagnostic d) { diagnostics.add(std::move(d)); }
    // Says what is missing here, unless the lexer has already spoken of this place.
    void missing(std::string_view wanted, std::string help = "");
    bool expect(TokenKind kind, std::string_view wanted, std::string help = "");
    std::optional<Span> expect_name(std::string_view wanted);
    std::optional<Span> expect_string(std::string_view wanted);
    std::optional<Span> expect_number(std::string help);
    bool expect_statement_end();

    // --- parts of statements

    std::optional<Expression> expression(
        std::span<const std::string_view> stop_words = {},
        ExpressionOptions::Newline newline = ExpressionOptions::Newline::may_end,
        ExpressionOptions::Units units = ExpressionOptions::Units::of_numbers);
    // a, b, …  with line breaks anywhere
    bool entries(std::vector<Expression>& out);
    // (a, b, …)
    std::optional<Tuple> tuple();
    // word (a, b, …); no mistake if the word does not follow on this line
    bool optional_tuple(std::string_view word, std::optional<Tuple>& out);
    // name {'} = value [unit]
    bool definition(Definition& out, std::span<const std::string_view> stop_words = {},
                    ExpressionOptions::Units units = ExpressionOptions::Units::of_definition);
    bool definitions(std::vector<Definition>& out,
                     ExpressionOptions::Units units = ExpressionOptions::Units::of_definition);
    bool unit(std::optional<Span>& out);  // no unit is no mistake
    std::optional<Span> description();    // none is no mistake

    // Item by item to the end of a block in braces, whose first brace has just been read.
    template <class Item>
    bool block(Item&& item) {
        const Span open = cursor.token(cursor.index() - 1).span;
        while (!cursor.at(TokenKind::right_brace)) {
            if (cursor.accept(TokenKind::semicolon)) continue;
            if (cursor.at(TokenKind::end)) {
                report(brace_unclosed(open));
                return false;
            }
            if (!item()) {
                skip_block();
                return false;
            }
        }
        cursor.next();
        return true;
    }
    // After a mistake inside a block in braces: behind its end.
    void skip_block();
};

bool contains(std::span<const std::string_view> words, std::string_view word);
// The word probably meant, or all there are; a sentence for the user.
std::string nearest_or_list(std::string_view found, std::span<const std::string_view> words);

// The statements, each read from behind its keyword.

using ParsedStatement = std::optional<StatementKind>;

// declaration.cpp
ParsedStatement parse_cite(ModelParser& parser);
ParsedStatement parse_latex(ModelParser& parser);
ParsedStatement parse_param(ModelParser& parser);
ParsedStatement parse_input(ModelParser& parser);
ParsedStatement parse_state(ModelParser& parser);
ParsedStatement parse_rate(ModelParser& parser);  // from the name that it begins with
ParsedStatement parse_output(ModelParser& parser);
ParsedStatement parse_coord(ModelParser& parser);
ParsedStatement parse_let(ModelParser& parser);
ParsedStatement parse_quasi(ModelParser& parser);

// dynamics.cpp
ParsedStatement parse_energy(ModelParser& parser, EnergyStatement::Kind kind);
ParsedStatement parse_force(ModelParser& parser);
ParsedStatement parse_constraint(ModelParser& parser);
ParsedStatement parse_friction(ModelParser& parser);
ParsedStatement parse_motion(ModelParser& parser);

// lie_algebra.cpp
ParsedStatement parse_algebra(ModelParser& parser);
ParsedStatement parse_inertia(ModelParser& parser);
ParsedStatement parse_torque(ModelParser& parser);
ParsedStatement parse_velocities(ModelParser& parser);

// bodies.cpp
ParsedStatement parse_body(ModelParser& parser);
ParsedStatement parse_ground(ModelParser& parser);
ParsedStatement parse_support(ModelParser& parser);
ParsedStatement parse_gravity(ModelParser& parser);
ParsedStatement parse_contact(ModelParser& parser);

// joints.cpp
ParsedStatement parse_joint(ModelParser& parser);
ParsedStatement parse_spring(ModelParser& parser, bool is_damper);
ParsedStatement parse_load(ModelParser& parser, Tuple components, bool is_torque);
// From `between` or `on hinge`.
ParsedStatement parse_internal_torque(ModelParser& parser, InternalTorqueStatement out);

// motors.cpp
ParsedStatement parse_motor(ModelParser& parser);

// vehicles.cpp
ParsedStatement parse_frame(ModelParser& parser);
ParsedStatement parse_hitch(ModelParser& parser);
ParsedStatement parse_axle(ModelParser& parser);

// picture.cpp
ParsedStatement parse_picture(ModelParser& parser);

// experiment.cpp
ParsedStatement parse_init(ModelParser& parser);
ParsedStatement parse_guess(ModelParser& parser);
ParsedStatement parse_expect(ModelParser& parser);
ParsedStatement parse_experiment(ModelParser& parser);

}  // namespace anholon::syntax
