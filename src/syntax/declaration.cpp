#include "syntax/model_parser.hpp"

namespace anholon::syntax {

ParsedStatement parse_cite(ModelParser& parser) {
    const auto words = parser.expect_string("a citation in quotes");
    if (!words) return std::nullopt;
    return CiteStatement{*words};
}

// latex tauR "\\tau_R", roll "\\varphi"
ParsedStatement parse_latex(ModelParser& parser) {
    LatexStatement out;
    do {
        const auto name = parser.expect_name("the name of a symbol");
        if (!name) return std::nullopt;
        const auto latex = parser.expect_string("its LaTeX in quotes");
        if (!latex) return std::nullopt;
        out.items.push_back({*name, *latex});
    } while (parser.cursor.accept(TokenKind::comma));
    return out;
}

namespace {

// in 0.1..10 "mass"; neither is no mistake
bool range_and_description(ModelParser& parser, ParameterItem& item) {
    if (parser.accept_word("in")) {
        const auto low = parser.expression();
        if (!low || !parser.expect(TokenKind::range, "'..'", "a range is written 0.1..10")) return false;
        const auto high = parser.expression();
        if (!high) return false;
        item.range = {*low, *high};
    }
    item.description = parser.description();
    return true;
}

constexpr std::string_view before_range[] = {"in"};

}  // namespace

ParsedStatement parse_param(ModelParser& parser) {
    ParamStatement out;
    do {
        ParameterItem item;
        if (!parser.definition(item.definition, before_range) || !range_and_description(parser, item))
            return std::nullopt;
        out.items.push_back(std::move(item));
    } while (parser.cursor.accept(TokenKind::comma));
    return out;
}

// The unit follows the name, or the value as it does for a parameter.
ParsedStatement parse_input(ModelParser& parser) {
    InputStatement out;
    do {
        ParameterItem item;
        Definition& d = item.definition;
        const auto name = parser.expect_name("the name of an input");
        if (!name || !parser.unit(d.unit)) return std::nullopt;
        d.name = *name;
        if (!parser.expect(TokenKind::equals, "'='", "an input has a value: input tau [N m] = 0"))
            return std::nullopt;
        const auto value = parser.expression(before_range, ExpressionOptions::Newline::may_end,
                                             ExpressionOptions::Units::of_definition);
        if (!value || (!d.unit && !parser.unit(d.unit))) return std::nullopt;
        d.value = *value;
        d.span = join(*name, value->span);
        if (!range_and_description(parser, item)) return std::nullopt;
        out.items.push_back(std::move(item));
    } while (parser.cursor.accept(TokenKind::comma));
    return out;
}

ParsedStatement parse_state(ModelParser& parser) {
    StateStatement out;
    do {
        StateStatement::Item item;
        const auto name = parser.expect_name("the name of a state");
        if (!name || !parser.unit(item.unit)) return std::nullopt;
        item.name = *name;
        if (!parser.at_statement_end() && parser.cursor.accept(TokenKind::equals)) {
            item.value = parser.expression();
            if (!item.value) return std::nullopt;
        }
        item.description = parser.description();
        out.items.push_back(std::move(item));
    } while (parser.cursor.accept(TokenKind::comma));
    return out;
}

// From its first name: e' = …
ParsedStatement parse_rate(ModelParser& parser) {
    RateStatement out;
    if (!parser.definitions(out.items, ExpressionOptions::Units::of_numbers)) return std::nullopt;
    return out;
}

ParsedStatement parse_output(ModelParser& parser) {
    OutputStatement out;
    do {
        OutputStatement::Item item;
        Definition& d = item.definition;
        const auto name = parser.expect_name("the name of an output");
        if (!name || !parser.unit(d.unit)) return std::nullopt;
        d.name = *name;
        if (!parser.expect(TokenKind::equals, "'='", "an output has a value: output v [m/s] = x'"))
            return std::nullopt;
        const auto value = parser.expression();
        if (!value) return std::nullopt;
        d.value = *value;
        d.span = join(*name, value->span);
        item.description = parser.description();
        out.items.push_back(std::move(item));
    } while (parser.cursor.accept(TokenKind::comma));
    return out;
}

ParsedStatement parse_coord(ModelParser& parser) {
    CoordStatement out;
    do {
        CoordinateItem item;
        const auto name = parser.expect_name("the name of a coordinate");
        if (!name) return std::nullopt;
        item.name = *name;
        if (parser.cursor.at(TokenKind::left_paren) && !parser.cursor.peek().starts_line) {
            parser.report(coordinate_with_argument(parser.cursor.peek().span, parser.source.text(*name)));
            return std::nullopt;
        }
        if (!parser.unit(item.unit)) return std::nullopt;
        if (!parser.at_statement_end() && parser.accept_word("mod")) {
            item.modulus = parser.expression();
            if (!item.modulus) return std::nullopt;
        }
        item.description = parser.description();
        out.items.push_back(std::move(item));
    } while (parser.cursor.accept(TokenKind::comma));
    return out;
}

ParsedStatement parse_let(ModelParser& parser) {
    LetStatement out;
    if (!parser.definitions(out.items, ExpressionOptions::Units::of_numbers)) return std::nullopt;
    return out;
}

ParsedStatement parse_quasi(ModelParser& parser) {
    QuasiStatement out;
    if (!parser.definitions(out.items, ExpressionOptions::Units::of_numbers)) return std::nullopt;
    return out;
}

}  // namespace anholon::syntax
