#include "syntax/model_parser.hpp"

namespace anholon::syntax {

namespace {

constexpr std::string_view motions[] = {"nonholonomic", "vakonomic",  "servo",
                                        "viscous",      "added-mass", "free"};

// (a, b) is a tuple and not an expression if a comma stands at the level of its first parenthesis.
bool at_tuple(const ModelParser& parser) {
    if (!parser.cursor.at(TokenKind::left_paren)) return false;
    std::size_t level = 0;
    for (std::size_t i = parser.cursor.index();; ++i) {
        const TokenKind kind = parser.cursor.token(i).kind;
        if (kind == TokenKind::end || kind == TokenKind::left_brace || kind == TokenKind::right_brace)
            return false;
        if (kind == TokenKind::left_paren) ++level;
        if (kind == TokenKind::right_paren && --level == 0) return false;
        if (kind == TokenKind::comma && level == 1) return true;
    }
}

// N = e
ParsedStatement realisation(ModelParser& parser, MotionStatement::Kind kind) {
    MotionStatement out{kind};
    const auto name = parser.expect_name("N");
    if (!name || !parser.expect(TokenKind::equals, "'='", "write N = 100")) return std::nullopt;
    const auto value = parser.expression();
    if (!value) return std::nullopt;
    out.values.push_back(*value);
    return out;
}

ParsedStatement servo(ModelParser& parser, MotionStatement::Kind kind) {
    MotionStatement out{kind};
    if (kind == MotionStatement::Kind::servo_momentum && !parser.cursor.at(TokenKind::left_paren)) {
        if (!parser.expect_name("N") || !parser.expect(TokenKind::equals, "'='", "write N = …"))
            return std::nullopt;
        do {
            const auto value = parser.expression();
            if (!value) return std::nullopt;
            out.values.push_back(*value);
        } while (parser.cursor.accept(TokenKind::comma));
        return out;
    }
    do {
        auto one = parser.tuple();
        if (!one) return std::nullopt;
        out.tuples.push_back(std::move(*one));
    } while (parser.cursor.accept(TokenKind::comma));
    return out;
}

}  // namespace

ParsedStatement parse_energy(ModelParser& parser, EnergyStatement::Kind kind) {
    const auto value = parser.expression();
    if (!value) return std::nullopt;
    return EnergyStatement{kind, *value};
}

ParsedStatement parse_force(ModelParser& parser) {
    if (parser.cursor.at(TokenKind::left_paren)) {
        auto components = parser.tuple();
        if (!components) return std::nullopt;
        return parse_load(parser, std::move(*components), false);
    }
    if (!parser.accept_word("on")) {
        parser.missing("'on'", "write force on x: …");
        return std::nullopt;
    }
    ForceStatement out;
    do {
        const auto name = parser.expect_name("a coordinate");
        if (!name || !parser.expect(TokenKind::colon, "':'", "write force on x: …")) return std::nullopt;
        const auto value = parser.expression();
        if (!value) return std::nullopt;
        out.items.push_back({*name, *value});
    } while (parser.cursor.accept(TokenKind::comma));
    return out;
}

ParsedStatement parse_constraint(ModelParser& parser) {
    ConstraintStatement out;
    if (parser.cursor.at(TokenKind::name) && parser.cursor.peek(1).kind == TokenKind::colon) {
        out.name = parser.cursor.next().span;
        parser.cursor.next();
    }
    if (at_tuple(parser)) {
        out.covector = parser.tuple();
        if (!out.covector) return std::nullopt;
        return out;
    }
    out.left = parser.expression();
    if (!out.left || !parser.expect(TokenKind::equals, "'='", "a constraint is an equation"))
        return std::nullopt;
    out.right = parser.expression();
    if (!out.right) return std::nullopt;
    return out;
}

// friction mu on floor: x' - v, y' regularised eps
ParsedStatement parse_friction(ModelParser& parser) {
    static constexpr std::string_view before_on[] = {"on"}, before_width[] = {"regularised"};
    constexpr const char* shape = "write friction mu on floor: x'";
    const auto coefficient = parser.expression(before_on);
    if (!coefficient) return std::nullopt;
    if (!parser.accept_word("on")) {
        parser.missing("'on'", shape);
        return std::nullopt;
    }
    const auto constraint = parser.expect_name("the name of a constraint");
    if (!constraint || !parser.expect(TokenKind::colon, "':'", shape)) return std::nullopt;
    FrictionStatement out{*coefficient, *constraint, {}};
    do {
        const auto slip = parser.expression(before_width);
        if (!slip) return std::nullopt;
        out.slips.push_back(*slip);
    } while (parser.cursor.accept(TokenKind::comma));
    if (parser.at_statement_end() || !parser.accept_word("regularised")) return out;
    out.width = parser.expression();
    if (!out.width) return std::nullopt;
    return out;
}

ParsedStatement parse_motion(ModelParser& parser) {
    using Motion = MotionStatement::Kind;
    if (parser.at_statement_end() || !parser.cursor.at(TokenKind::name)) {
        parser.missing("a law of motion", nearest_or_list("", motions));
        return std::nullopt;
    }
    const Token word = parser.cursor.next();
    const std::string_view what = parser.text(word);
    if (what == "nonholonomic") return MotionStatement{Motion::nonholonomic};
    if (what == "vakonomic") return MotionStatement{Motion::vakonomic};
    if (what == "free") return MotionStatement{Motion::free};
    if (what == "viscous") return realisation(parser, Motion::viscous);
    if (what == "added" && parser.cursor.at(TokenKind::minus) &&
        parser.text(parser.cursor.peek(1)) == "mass") {
        parser.cursor.next();
        parser.cursor.next();
        return realisation(parser, Motion::added_mass);
    }
    if (what == "servo" && parser.accept_word("force")) return servo(parser, Motion::servo_force);
    if (what == "servo" && parser.accept_word("momentum")) return servo(parser, Motion::servo_momentum);
    if (what == "servo") {
        parser.missing("'force' or 'momentum'");
        return std::nullopt;
    }
    parser.report(motion_unknown(word.span, what, nearest_or_list(what, motions)));
    return std::nullopt;
}

}  // namespace anholon::syntax
