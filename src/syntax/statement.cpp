#include "syntax/statement.hpp"

#include <array>
#include <utility>

#include "base/text.hpp"
#include "syntax/errors.hpp"
#include "syntax/model_parser.hpp"

namespace anholon::syntax {

namespace {

using Reader = ParsedStatement (*)(ModelParser&);

template <EnergyStatement::Kind kind>
ParsedStatement parse_energy(ModelParser& parser) {
    return parse_energy(parser, kind);
}

template <bool is_damper>
ParsedStatement parse_spring(ModelParser& parser) {
    return parse_spring(parser, is_damper);
}

constexpr std::pair<std::string_view, Reader> readers[] = {
    {"cite", parse_cite},
    {"latex", parse_latex},
    {"param", parse_param},
    {"input", parse_input},
    {"state", parse_state},
    {"output", parse_output},
    {"coord", parse_coord},
    {"let", parse_let},
    {"kinetic", parse_energy<EnergyStatement::Kind::kinetic>},
    {"potential", parse_energy<EnergyStatement::Kind::potential>},
    {"lagrangian", parse_energy<EnergyStatement::Kind::lagrangian>},
    {"dissipation", parse_energy<EnergyStatement::Kind::dissipation>},
    {"force", parse_force},
    {"quasi", parse_quasi},
    {"constraint", parse_constraint},
    {"friction", parse_friction},
    {"motion", parse_motion},
    {"init", parse_init},
    {"guess", parse_guess},
    {"expect", parse_expect},
    {"experiment", parse_experiment},
    {"algebra", parse_algebra},
    {"inertia", parse_inertia},
    {"torque", parse_torque},
    {"velocities", parse_velocities},
    {"body", parse_body},
    {"ground", parse_ground},
    {"support", parse_support},
    {"gravity", parse_gravity},
    {"contact", parse_contact},
    {"joint", parse_joint},
    {"spring", parse_spring<false>},
    {"damper", parse_spring<true>},
    {"motor", parse_motor},
    {"frame", parse_frame},
    {"hitch", parse_hitch},
    {"axle", parse_axle},
    {"picture", parse_picture},
};

ParsedStatement by_keyword(ModelParser& parser, const Token& keyword) {
    const std::string_view word = parser.text(keyword);
    for (const auto& [name, read] : readers) {
        if (name != word) continue;
        parser.cursor.next();
        return read(parser);
    }
    const std::vector<std::string> all(statement_keywords().begin(), statement_keywords().end());
    const auto meant = nearest(word, all);
    parser.report(statement_unknown(keyword.span, word,
                                    meant ? "did you mean '" + *meant + "'?"
                                          : "statements begin with a word such as param, coord or kinetic"));
    return std::nullopt;
}

// To the next token that can begin a statement, over whole blocks in braces.
void recover(ModelParser& parser, std::size_t begin) {
    if (parser.cursor.index() == begin) parser.cursor.next();
    for (std::size_t level = 0; !parser.cursor.at(TokenKind::end);) {
        const Token& token = parser.cursor.peek();
        if (level == 0 && (token.kind == TokenKind::right_brace || token.kind == TokenKind::semicolon))
            return;
        const bool begins =
            token.kind == TokenKind::string ||
            (token.kind == TokenKind::name && (contains(statement_keywords(), parser.text(token)) ||
                                               parser.cursor.peek(1).kind == TokenKind::name ||
                                               parser.cursor.peek(1).kind == TokenKind::prime));
        if (level == 0 && token.starts_line && begins) return;
        if (token.kind == TokenKind::left_brace) ++level;
        if (token.kind == TokenKind::right_brace) --level;
        parser.cursor.next();
    }
}

void parse_statement(ModelParser& parser) {
    if (parser.cursor.accept(TokenKind::semicolon)) return;
    const Token first = parser.cursor.peek();
    const std::size_t begin = parser.cursor.index();
    ParsedStatement what;
    if (first.kind == TokenKind::string) {
        parser.cursor.next();
        what = DescriptionStatement{first.span};
    } else if (first.kind != TokenKind::name) {
        if (first.kind != TokenKind::bad)
            parser.report(statement_unknown(first.span, parser.text(first),
                                            "statements begin with a word such as param"));
    } else if (parser.cursor.peek(1).kind == TokenKind::prime) {
        what = parse_rate(parser);
    } else {
        what = by_keyword(parser, first);
    }
    if (!what || !parser.expect_statement_end()) return recover(parser, begin);
    const Token& last = parser.cursor.token(parser.cursor.index() - 1);
    parser.model.statements.push_back({first.span, join(first.span, last.span), std::move(*what)});
}

}  // namespace

std::span<const std::string_view> statement_keywords() {
    static constexpr auto keywords = [] {
        std::array<std::string_view, std::size(readers)> out;
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = readers[i].first;
        return out;
    }();
    return keywords;
}

std::optional<ModelTree> parse_model(std::span<const Token> tokens, const Source& source,
                                     Diagnostics& diagnostics) {
    ModelParser parser{Cursor(tokens), source, diagnostics};
    if (parser.cursor.at(TokenKind::end) || !parser.at_word("model")) {
        if (!parser.cursor.at(TokenKind::bad)) parser.report(model_missing(parser.span_here()));
        return std::nullopt;
    }
    parser.cursor.next();
    const auto name = parser.expect_name("the name of the model");
    if (!name || !parser.cursor.at(TokenKind::left_brace)) {
        if (name) parser.missing("'{'");
        return std::nullopt;
    }
    parser.model.name = *name;
    const Token open = parser.cursor.next();
    while (!parser.cursor.at(TokenKind::right_brace) && !parser.cursor.at(TokenKind::end) &&
           !diagnostics.full())
        parse_statement(parser);
    if (diagnostics.full()) return std::nullopt;
    if (!parser.cursor.accept(TokenKind::right_brace)) {
        parser.report(brace_unclosed(open.span));
    } else if (!parser.cursor.at(TokenKind::end) && !parser.cursor.at(TokenKind::bad)) {
        parser.report(model_second(parser.cursor.peek().span, parser.here()));
    }
    if (diagnostics.failed()) return std::nullopt;
    return std::move(parser.model);
}

std::optional<ModelTree> parse_model(const Source& source, Diagnostics& diagnostics) {
    const std::vector<Token> tokens = lex(source, diagnostics);
    return parse_model(tokens, source, diagnostics);
}

std::optional<ParsedDefinition> parse_definition(const Source& source, Diagnostics& diagnostics) {
    const std::vector<Token> tokens = lex(source, diagnostics);
    ModelParser parser{Cursor(tokens), source, diagnostics};
    ParsedDefinition out;
    if (!parser.definition(out.definition)) return std::nullopt;
    if (!parser.cursor.at(TokenKind::end))
        parser.missing("the end of the value", "give one value for one name");
    if (diagnostics.failed()) return std::nullopt;
    out.tree = std::move(parser.model.expressions);
    return out;
}

}  // namespace anholon::syntax
