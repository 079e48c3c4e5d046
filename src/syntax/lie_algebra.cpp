#include "syntax/model_parser.hpp"

namespace anholon::syntax {

namespace {

// [1, 2] = e3
bool bracket(ModelParser& parser, std::vector<AlgebraStatement::Bracket>& table) {
    constexpr const char* shape = "write [1, 2] = e3";
    AlgebraStatement::Bracket out;
    out.span = parser.cursor.peek().span;
    if (!parser.expect(TokenKind::left_bracket, "'['", shape)) return false;
    for (Span* index : {&out.first, &out.second}) {
        if (index == &out.second && !parser.expect(TokenKind::comma, "','", shape)) return false;
        const auto number = parser.expect_number(shape);
        if (!number) return false;
        *index = *number;
    }
    if (!parser.expect(TokenKind::right_bracket, "']'", shape) ||
        !parser.expect(TokenKind::equals, "'='", shape))
        return false;
    const auto value = parser.expression();
    if (!value) return false;
    out.value = *value;
    out.span = join(out.span, value->span);
    table.push_back(out);
    return parser.expect_statement_end();
}

// so(3)
bool factor(ModelParser& parser, std::vector<AlgebraStatement::Factor>& factors) {
    AlgebraStatement::Factor out;
    const auto name = parser.expect_name("the name of an algebra");
    if (!name) return false;
    out.name = out.span = *name;
    if (!parser.at_statement_end() && parser.cursor.accept(TokenKind::left_paren)) {
        out.size = parser.expect_number("algebras are written so(3), e(2), sl(2)");
        if (!out.size) return false;
        out.span = join(out.span, parser.cursor.peek().span);
        if (!parser.expect(TokenKind::right_paren, "')'")) return false;
    }
    factors.push_back(out);
    return true;
}

}  // namespace

ParsedStatement parse_algebra(ModelParser& parser) {
    AlgebraStatement out;
    if (parser.at_word("table") && parser.cursor.peek(1).kind == TokenKind::left_brace) {
        parser.cursor.next();
        parser.cursor.next();
        if (!parser.block([&] { return bracket(parser, out.table); })) return std::nullopt;
        return out;
    }
    do {
        if (!factor(parser, out.factors)) return std::nullopt;
    } while (!parser.at_statement_end() && parser.cursor.accept(TokenKind::star));
    return out;
}

ParsedStatement parse_inertia(ModelParser& parser) {
    InertiaStatement out;
    if (!parser.expect(TokenKind::left_paren, "'('", "write inertia (I1, I2, I3; I12, I13, I23)"))
        return std::nullopt;
    do {
        if (!parser.entries(out.rows.emplace_back())) return std::nullopt;
    } while (parser.cursor.accept(TokenKind::semicolon));
    if (!parser.expect(TokenKind::right_paren, "')'")) return std::nullopt;
    return out;
}

ParsedStatement parse_torque(ModelParser& parser) {
    static constexpr std::string_view stop[] = {"between", "on"};
    const auto along_hinge = [&]() -> ParsedStatement {
        InternalTorqueStatement out;
        out.value = parser.expression(stop);
        if (!out.value) return std::nullopt;
        return parse_internal_torque(parser, std::move(out));
    };
    if (!parser.cursor.at(TokenKind::left_paren)) return along_hinge();
    const Cursor begin = parser.cursor;
    auto components = parser.tuple();
    if (!components) return std::nullopt;
    if (parser.at_statement_end()) return TorqueStatement{std::move(*components)};
    if (components->entries.size() == 1) {  // (a + b)*c is one number
        parser.cursor = begin;
        return along_hinge();
    }
    if (!parser.at_word("between")) return parse_load(parser, std::move(*components), true);
    InternalTorqueStatement out;
    out.components = std::move(*components);
    return parse_internal_torque(parser, std::move(out));
}

ParsedStatement parse_velocities(ModelParser& parser) {
    VelocitiesStatement out;
    do {
        const auto name = parser.expect_name("the name of a velocity");
        if (!name) return std::nullopt;
        out.names.push_back(*name);
    } while (parser.cursor.accept(TokenKind::comma));
    return out;
}

}  // namespace anholon::syntax
