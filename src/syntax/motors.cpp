#include <algorithm>
#include <array>
#include <map>

#include "syntax/model_parser.hpp"

namespace anholon::syntax {

namespace {

using Slot = std::optional<Expression> MotorStatement::*;

constexpr std::pair<std::string_view, Slot> slots[] = {
    {"gear", &MotorStatement::gear},         {"resistance", &MotorStatement::resistance},
    {"constant", &MotorStatement::constant}, {"inductance", &MotorStatement::inductance},
    {"rotor", &MotorStatement::rotor},       {"friction", &MotorStatement::friction},
    {"voltage", &MotorStatement::voltage},   {"torque", &MotorStatement::torque},
};

constexpr auto words = [] {
    std::array<std::string_view, std::size(slots)> out;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = slots[i].first;
    return out;
}();

bool part(ModelParser& parser, MotorStatement& out, std::map<std::string_view, Span>& seen) {
    if (!parser.cursor.at(TokenKind::name)) {
        parser.missing("a part of the motor", nearest_or_list("", words));
        return false;
    }
    const Token word = parser.cursor.next();
    const std::string_view what = parser.text(word);
    const auto slot = std::ranges::find(slots, what, &std::pair<std::string_view, Slot>::first);
    if (slot == std::end(slots)) {
        parser.report(motor_part_unknown(word.span, what, nearest_or_list(what, words)));
        return false;
    }
    const auto [first, is_new] = seen.try_emplace(what, word.span);
    if (!is_new) parser.report(motor_part_twice(word.span, what, first->second));
    auto& value = out.*slot->second;
    value = parser.expression();
    return value && parser.expect_statement_end();
}

}  // namespace

// motor drive on wheel_phi { gear 30; resistance R; constant k; voltage u }
ParsedStatement parse_motor(ModelParser& parser) {
    constexpr const char* shape = "write motor drive on phi { resistance R; constant k; voltage u }";
    MotorStatement out;
    const auto name = parser.expect_name("the name of the motor");
    if (!name) return std::nullopt;
    out.name = *name;
    if (!parser.accept_word("on")) {
        parser.missing("'on'", shape);
        return std::nullopt;
    }
    const auto angle = parser.expect_name("the name of an angle");
    if (!angle || !parser.expect(TokenKind::left_brace, "'{'", shape)) return std::nullopt;
    out.angle = *angle;
    std::map<std::string_view, Span> seen;
    if (!parser.block([&] { return part(parser, out, seen); })) return std::nullopt;
    return out;
}

}  // namespace anholon::syntax
