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

ParsedStatement parse_param(ModelParser& parser) {
    ParamStatement out;
    do {
        ParameterItem item;
        static constexpr std::string_view stop[] = {"in"};
        if (!parser.definition(item.definition, stop)) return std::nullopt;
        if (parser.accept_word("in")) {
            const auto low = parser.expression();
            if (!low || !parser.expect(TokenKind::range, "'..'", "a range is written 0.1..10"))
                return std::nullopt;
            const auto high = parser.expression();
            if (!high) return std::nullopt;
            item.range = {*low, *high};
        }
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
