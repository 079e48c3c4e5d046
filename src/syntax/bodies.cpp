#include "syntax/model_parser.hpp"

namespace anholon::syntax {

namespace {

constexpr std::string_view parts[] = {"mass", "inertia", "shape", "pose", "angles", "surface"};
constexpr std::string_view contacts[] = {"rolling", "rubber", "sliding", "skating", "friction"};

// ellipsoid(a, b, c), disc(r) along (x, y, z)
bool solid(ModelParser& parser, std::string_view wanted, std::optional<BodyStatement::Solid>& out) {
    const auto name = parser.expect_name(wanted);
    if (!name) return false;
    out = BodyStatement::Solid{*name, {{}, *name}};
    if (parser.cursor.at(TokenKind::left_paren)) {
        auto sizes = parser.tuple();
        if (!sizes) return false;
        out->sizes = std::move(*sizes);
    }
    return parser.optional_tuple("along", out->axis);
}

// surface ellipsoid(a, b, c) at (x, y, z)
bool surface(ModelParser& parser, BodyStatement& out) {
    return solid(parser, "the name of a surface", out.surface) && parser.optional_tuple("at", out.centre);
}

// pose free, pose planar, pose about (x, y, z)
bool pose(ModelParser& parser, BodyStatement& out) {
    if (parser.accept_word("free")) return true;
    if (parser.at_word("planar")) {
        out.planar = parser.cursor.next().span;
        return true;
    }
    if (!parser.accept_word("about")) {
        parser.missing("'free', 'planar' or 'about'",
                       "write pose free, pose planar, or pose about (x, y, z) for a fixed point");
        return false;
    }
    out.fixed_point = parser.tuple();
    return out.fixed_point.has_value();
}

// angles psi about z, theta about x, phi about z
bool angles(ModelParser& parser, BodyStatement& out) {
    constexpr const char* shape = "write angles psi about z, theta about x, phi about z";
    do {
        const auto angle = parser.expect_name("the name of an angle");
        if (!angle) return false;
        if (!parser.accept_word("about")) {
            parser.missing("'about'", shape);
            return false;
        }
        if (!parser.at_word("x") && !parser.at_word("y") && !parser.at_word("z")) {
            parser.missing("'x', 'y' or 'z'", shape);
            return false;
        }
        out.angles.push_back({*angle, parser.cursor.next().span});
    } while (parser.cursor.accept(TokenKind::comma));
    return true;
}

// inertia (I1, I2, I3; I12, I13, I23) turned phi about (x, y, z) at (x, y, z)
bool inertia(ModelParser& parser, BodyStatement& out) {
    static constexpr std::string_view stop[] = {"about"};
    const Span first = parser.cursor.peek().span;
    auto read = parse_inertia(parser);
    if (!read) return false;
    out.inertia = BodyStatement::Inertia{std::get<InertiaStatement>(std::move(*read))};
    out.inertia->span = join(first, parser.cursor.token(parser.cursor.index() - 1).span);
    if (!parser.at_statement_end() && parser.accept_word("turned")) {
        out.inertia->angle = parser.expression(stop);
        if (!out.inertia->angle) return false;
        if (!parser.accept_word("about")) {
            parser.missing("'about'", "write turned phi about (0, 0, 1)");
            return false;
        }
        out.inertia->axis = parser.tuple();
        if (!out.inertia->axis) return false;
    }
    return parser.optional_tuple("at", out.inertia->point);
}

bool part(ModelParser& parser, BodyStatement& out, std::vector<Token>& seen) {
    if (!parser.cursor.at(TokenKind::name)) {
        parser.missing("a part of the body", nearest_or_list("", parts));
        return false;
    }
    const Token word = parser.cursor.next();
    const std::string_view what = parser.text(word);
    for (const Token& other : seen)
        if (parser.text(other) == what) parser.report(body_part_twice(word.span, what, other.span));
    seen.push_back(word);
    bool good = false;
    if (what == "mass") {
        out.mass = parser.expression();
        good = out.mass.has_value();
    } else if (what == "inertia") {
        good = inertia(parser, out);
    } else if (what == "shape") {
        good = solid(parser, "the name of a shape", out.shape);
    } else if (what == "pose") {
        good = pose(parser, out);
    } else if (what == "angles") {
        good = angles(parser, out);
    } else if (what == "surface") {
        good = surface(parser, out);
    } else {
        parser.report(body_part_unknown(word.span, what, nearest_or_list(what, parts)));
    }
    return good && parser.expect_statement_end();
}

}  // namespace

ParsedStatement parse_body(ModelParser& parser) {
    BodyStatement out;
    const auto name = parser.expect_name("the name of the body");
    if (!name || !parser.expect(TokenKind::left_brace, "'{'")) return std::nullopt;
    out.name = *name;
    std::vector<Token> seen;
    if (!parser.block([&] { return part(parser, out, seen); })) return std::nullopt;
    return out;
}

namespace {

// turning e; true if the word does not follow on this line
bool turning(ModelParser& parser, std::optional<Expression>& out) {
    if (parser.at_statement_end() || !parser.accept_word("turning")) return true;
    out = parser.expression();
    return out.has_value();
}

}  // namespace

ParsedStatement parse_ground(ModelParser& parser) {
    static constexpr std::string_view stop[] = {"turning"};
    constexpr const char* shape =
        "write ground plane z = 0; a slope is given by the direction of gravity, other supports by "
        "'support'";
    for (const std::string_view word : {"plane", "z"}) {
        if (parser.accept_word(word)) continue;
        parser.missing(word == "z" ? "'z'" : "'plane'", shape);
        return std::nullopt;
    }
    if (!parser.expect(TokenKind::equals, "'='", shape)) return std::nullopt;
    const auto height = parser.expression(stop);
    if (!height) return std::nullopt;
    GroundStatement out{*height};
    if (!turning(parser, out.turning)) return std::nullopt;
    return out;
}

// support wall cylinder(R) along (x, y, z) inside on BODY at (x, y, z) turning e
ParsedStatement parse_support(ModelParser& parser) {
    const auto name = parser.expect_name("the name of the support");
    if (!name) return std::nullopt;
    SupportStatement out{*name, {}};
    std::optional<BodyStatement::Solid> surface;
    if (!solid(parser, "the name of a surface", surface)) return std::nullopt;
    out.surface = std::move(*surface);
    out.is_inside = !parser.at_statement_end() && parser.accept_word("inside");
    if (!out.is_inside && !parser.at_statement_end()) parser.accept_word("outside");
    if (!parser.at_statement_end() && parser.accept_word("on")) {
        out.carrier = parser.expect_name("the name of a body");
        if (!out.carrier) return std::nullopt;
    }
    if (!parser.optional_tuple("at", out.place) || !turning(parser, out.turning)) return std::nullopt;
    return out;
}

ParsedStatement parse_gravity(ModelParser& parser) {
    static constexpr std::string_view stop[] = {"along"};
    const auto strength = parser.expression(stop);
    if (!strength) return std::nullopt;
    if (!parser.accept_word("along")) {
        parser.missing("'along'", "write gravity g along (0, 0, -1)");
        return std::nullopt;
    }
    auto direction = parser.tuple();
    if (!direction) return std::nullopt;
    return GravityStatement{*strength, std::move(*direction)};
}

ParsedStatement parse_contact(ModelParser& parser) {
    using Kind = ContactStatement::Kind;
    const auto body = parser.expect_name("the name of a body");
    if (!body) return std::nullopt;
    if (!parser.accept_word("on")) {
        parser.missing("'on'", "write contact ball on ground rolling");
        return std::nullopt;
    }
    constexpr const char* wanted = "'ground' or the name of a support";
    if (parser.at_statement_end()) {
        parser.missing(wanted);
        return std::nullopt;
    }
    const auto support = parser.expect_name(wanted);
    if (!support) return std::nullopt;
    if (parser.at_statement_end() || !parser.cursor.at(TokenKind::name)) {
        parser.missing("the kind of contact", nearest_or_list("", contacts));
        return std::nullopt;
    }
    const Token word = parser.cursor.next();
    const std::string_view what = parser.text(word);
    if (!contains(contacts, what)) {
        parser.report(contact_unknown(word.span, what, nearest_or_list(what, contacts)));
        return std::nullopt;
    }
    ContactStatement out{*body, *support,
                         what == "rolling"    ? Kind::rolling
                         : what == "rubber"   ? Kind::rubber
                         : what == "skating"  ? Kind::skating
                         : what == "friction" ? Kind::friction
                                              : Kind::sliding};
    if (out.kind != Kind::friction) return out;
    static constexpr std::string_view stop[] = {"regularised"};
    out.coefficient = parser.expression(stop);
    if (!out.coefficient) return std::nullopt;
    if (parser.at_statement_end() || !parser.accept_word("regularised")) return out;
    out.width = parser.expression();
    if (!out.width) return std::nullopt;
    return out;
}

}  // namespace anholon::syntax
