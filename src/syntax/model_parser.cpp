#include "syntax/model_parser.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace anholon::syntax {

std::string nearest_or_list(std::string_view found, std::span<const std::string_view> words) {
    const std::vector<std::string> all(words.begin(), words.end());
    if (const auto meant = nearest(found, all)) return "did you mean '" + *meant + "'?";
    std::string list;
    for (std::size_t i = 0; i < all.size(); ++i)
        list += (i == 0 ? "" : i + 1 == all.size() ? " or " : ", ") + all[i];
    return "it can be " + list;
}

bool contains(std::span<const std::string_view> words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool ModelParser::accept_word(std::string_view word) {
    if (!at_word(word)) return false;
    cursor.next();
    return true;
}

bool ModelParser::at_statement_end(std::size_t ahead) const {
    const Token& token = cursor.peek(ahead);
    return token.starts_line || token.kind == TokenKind::semicolon || token.kind == TokenKind::end ||
           token.kind == TokenKind::right_brace;
}

void ModelParser::missing(std::string_view wanted, std::string help) {
    if (cursor.at(TokenKind::bad)) return;
    if (cursor.peek().starts_line && !cursor.at(TokenKind::end))
        return report(token_expected(cursor.gap(), wanted, "\n", std::move(help)));
    report(token_expected(span_here(), wanted, here(), std::move(help)));
}

bool ModelParser::expect(TokenKind kind, std::string_view wanted, std::string help) {
    if (cursor.accept(kind)) return true;
    missing(wanted, std::move(help));
    return false;
}

std::optional<Span> ModelParser::expect_name(std::string_view wanted) {
    if (cursor.at(TokenKind::name)) return cursor.next().span;
    missing(wanted);
    return std::nullopt;
}

std::optional<Span> ModelParser::expect_string(std::string_view wanted) {
    if (cursor.at(TokenKind::string)) return cursor.next().span;
    missing(wanted);
    return std::nullopt;
}

std::optional<Span> ModelParser::expect_number(std::string help) {
    if (cursor.at(TokenKind::number)) return cursor.next().span;
    missing("a number", std::move(help));
    return std::nullopt;
}

bool ModelParser::expect_statement_end() {
    if (at_statement_end()) return true;
    if (!cursor.at(TokenKind::bad)) report(statement_unfinished(cursor.peek().span, here()));
    return false;
}

void ModelParser::skip_block() {
    for (std::size_t level = 1; !cursor.at(TokenKind::end);) {
        const Token token = cursor.next();
        if (token.kind == TokenKind::left_brace) ++level;
        if (token.kind == TokenKind::right_brace && --level == 0) break;
    }
}

std::optional<Expression> ModelParser::expression(std::span<const std::string_view> stop_words,
                                                  ExpressionOptions::Newline newline,
                                                  ExpressionOptions::Units units) {
    return parse_expression(cursor, source, model.expressions, diagnostics,
                            {.newline = newline, .stop_words = stop_words, .units = units});
}

bool ModelParser::entries(std::vector<Expression>& out) {
    do {
        const auto entry = expression({}, ExpressionOptions::Newline::space);
        if (!entry) return false;
        out.push_back(*entry);
    } while (cursor.accept(TokenKind::comma));
    return true;
}

bool ModelParser::optional_tuple(std::string_view word, std::optional<Tuple>& out) {
    if (at_statement_end() || !accept_word(word)) return true;
    out = tuple();
    return out.has_value();
}

std::optional<Tuple> ModelParser::tuple() {
    Tuple out;
    out.span = cursor.peek().span;
    if (!expect(TokenKind::left_paren, "'('")) return std::nullopt;
    if (!entries(out.entries)) return std::nullopt;
    out.span = join(out.span, cursor.peek().span);
    if (!expect(TokenKind::right_paren, "')'")) return std::nullopt;
    return out;
}

bool ModelParser::definition(Definition& out, std::span<const std::string_view> stop_words,
                             ExpressionOptions::Units units) {
    const auto name = expect_name("a name");
    if (!name) return false;
    out.name = *name;
    while (cursor.accept(TokenKind::prime)) ++out.primes;
    if (!expect(TokenKind::equals, "'='")) return false;
    const auto value = expression(stop_words, ExpressionOptions::Newline::may_end, units);
    if (!value || !unit(out.unit)) return false;
    out.value = *value;
    out.span = join(*name, value->span);
    return true;
}

bool ModelParser::definitions(std::vector<Definition>& out, ExpressionOptions::Units units) {
    do {
        if (!definition(out.emplace_back(), {}, units)) return false;
    } while (cursor.accept(TokenKind::comma));
    return true;
}

bool ModelParser::unit(std::optional<Span>& out) {
    if (!cursor.at(TokenKind::left_bracket) || cursor.peek().starts_line) return true;
    const Token open = cursor.next();
    while (!cursor.at(TokenKind::right_bracket)) {
        const Token& token = cursor.peek();
        const bool fits = token.kind == TokenKind::name || token.kind == TokenKind::number ||
                          (token.kind >= TokenKind::minus && token.kind <= TokenKind::right_paren);
        if (!fits || token.starts_line) {
            missing("']'", "brackets hold a unit, such as [kg m^2/s]");
            return false;
        }
        cursor.next();
    }
    out = join(open.span, cursor.next().span);
    return true;
}

std::optional<Span> ModelParser::description() {
    if (!cursor.at(TokenKind::string) || cursor.peek().starts_line) return std::nullopt;
    return cursor.next().span;
}

}  // namespace anholon::syntax
