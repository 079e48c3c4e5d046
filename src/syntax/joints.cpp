#include "syntax/model_parser.hpp"

namespace anholon::syntax {

namespace {

constexpr std::string_view joints[] = {"hinge", "slider", "ball", "weld"};

// BODY at (x, y, z)
bool place(ModelParser& parser, std::string_view wanted, BodyPoint& out) {
    const auto body = parser.expect_name(wanted);
    if (!body) return false;
    out.body = *body;
    return parser.optional_tuple("at", out.point);
}

// [NAME [= law]] along (x, y, z)
bool freedom(ModelParser& parser, JointStatement& out) {
    static constexpr std::string_view stop[] = {"along"};
    if (!parser.at_word("along")) {
        out.coordinate = parser.expect_name("the name of a coordinate");
        if (!out.coordinate) return false;
    }
    if (out.coordinate && parser.cursor.accept(TokenKind::equals)) {
        out.law = parser.expression(stop);
        if (!out.law) return false;
    }
    if (!parser.accept_word("along")) {
        parser.missing("'along'", "write joint wheel on frame hinge phi along (0, 1, 0)");
        return false;
    }
    out.axis = parser.tuple();
    return out.axis.has_value();
}

}  // namespace

ParsedStatement parse_joint(ModelParser& parser) {
    using Kind = JointStatement::Kind;
    JointStatement out;
    if (!place(parser, "the name of a body", out.carried)) return std::nullopt;
    if (!parser.accept_word("on")) {
        parser.missing("'on'", "write joint wheel on frame hinge phi along (0, 1, 0)");
        return std::nullopt;
    }
    if (!place(parser, "the name of a body, or 'space'", out.carrier)) return std::nullopt;
    if (parser.at_statement_end() || !parser.cursor.at(TokenKind::name)) {
        parser.missing("the kind of joint", nearest_or_list("", joints));
        return std::nullopt;
    }
    const Token word = parser.cursor.next();
    const std::string_view what = parser.text(word);
    if (!contains(joints, what)) {
        parser.report(joint_unknown(word.span, what, nearest_or_list(what, joints)));
        return std::nullopt;
    }
    out.kind_span = word.span;
    out.kind = what == "hinge"    ? Kind::hinge
               : what == "slider" ? Kind::slider
               : what == "ball"   ? Kind::ball
                                  : Kind::weld;
    if ((out.kind == Kind::hinge || out.kind == Kind::slider) && !freedom(parser, out)) return std::nullopt;
    return out;
}

// spring k between A at (x, y, z) and B at (x, y, z) length l
ParsedStatement parse_spring(ModelParser& parser, bool is_damper) {
    static constexpr std::string_view stop[] = {"between"};
    constexpr const char* shape = "write spring k between a at (0, 0, 0) and b at (0, 0, 0)";
    const auto coefficient = parser.expression(stop);
    if (!coefficient) return std::nullopt;
    SpringStatement out{is_damper, *coefficient, {}, {}};
    if (!parser.accept_word("between")) {
        parser.missing("'between'", shape);
        return std::nullopt;
    }
    if (!place(parser, "the name of a body, or 'space'", out.first)) return std::nullopt;
    if (!parser.accept_word("and")) {
        parser.missing("'and'", shape);
        return std::nullopt;
    }
    if (!place(parser, "the name of a body, or 'space'", out.second)) return std::nullopt;
    if (is_damper || parser.at_statement_end() || !parser.accept_word("length")) return out;
    out.length = parser.expression();
    if (!out.length) return std::nullopt;
    return out;
}

ParsedStatement parse_load(ModelParser& parser, Tuple components, bool is_torque) {
    LoadStatement out{is_torque, std::move(components), {}, false};
    if (!parser.accept_word("on")) {
        parser.missing("'on'", "write force (0, 0, F) on body at (x, y, z)");
        return std::nullopt;
    }
    if (!place(parser, "the name of a body", out.on)) return std::nullopt;
    out.is_follower = !parser.at_statement_end() && parser.accept_word("follower");
    return out;
}

// between A and B, or on hinge NAME
ParsedStatement parse_internal_torque(ModelParser& parser, InternalTorqueStatement out) {
    constexpr const char* shape = "write torque tau between wheel and frame, or torque tau on hinge phi";
    if (parser.accept_word("on")) {
        if (!parser.accept_word("hinge")) {
            parser.missing("'hinge'",
                           "write torque tau on hinge phi; a torque on a body has three components: "
                           "torque (0, 0, tau) on wheel");
            return std::nullopt;
        }
        out.hinge = parser.expect_name("the name of the hinge's angle");
        if (!out.hinge) return std::nullopt;
        return out;
    }
    if (!parser.accept_word("between")) {
        parser.missing("'between' or 'on hinge'", shape);
        return std::nullopt;
    }
    const auto first = parser.expect_name("the name of a body, or 'space'");
    if (!first) return std::nullopt;
    if (!parser.accept_word("and")) {
        parser.missing("'and'", shape);
        return std::nullopt;
    }
    const auto second = parser.expect_name("the name of a body, or 'space'");
    if (!second) return std::nullopt;
    out.first = *first;
    out.second = *second;
    out.is_follower = out.components && !parser.at_statement_end() && parser.accept_word("follower");
    return out;
}

}  // namespace anholon::syntax
