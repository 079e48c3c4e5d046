#include <map>

#include "syntax/model_parser.hpp"

namespace anholon::syntax {

namespace {

constexpr std::string_view frame_parts[] = {"mass", "inertia", "at", "pose"};
constexpr std::string_view axle_parts[] = {"skate", "wheel", "wheels", "offset", "mass", "inertia", "at"};
constexpr std::string_view skate_parts[] = {"mass", "turn"};
constexpr std::string_view wheel_parts[] = {"radius", "mass", "spin", "turn"};
constexpr std::string_view pair_parts[] = {"radius", "track", "mass", "spin", "turn"};

using Support = AxleStatement::Support;
using Slot = std::optional<Expression>*;

// The words that have been read, so that none comes twice.
class PartNames {
  public:
    PartNames(ModelParser& parser, std::string_view owner, std::span<const std::string_view> known)
        : parser_(parser), owner_(owner), known_(known) {}

    // The next word; nothing after a mistake.
    std::optional<std::string_view> next() {
        if (!parser_.cursor.at(TokenKind::name)) {
            parser_.missing("a part of " + owner_, nearest_or_list("", known_));
            return std::nullopt;
        }
        const Token word = parser_.cursor.next();
        const std::string_view what = parser_.text(word);
        if (!contains(known_, what)) {
            parser_.report(vehicle_part_unknown(word.span, owner_, what, nearest_or_list(what, known_)));
            return std::nullopt;
        }
        const auto [first, is_new] = seen_.try_emplace(what, word.span);
        if (!is_new) parser_.report(vehicle_part_twice(word.span, owner_, what, first->second));
        return what;
    }

  private:
    ModelParser& parser_;
    std::string owner_;
    std::span<const std::string_view> known_;
    std::map<std::string_view, Span> seen_;
};

bool read(ModelParser& parser, std::optional<Expression>& out) {
    out = parser.expression();
    return out.has_value();
}

bool read(ModelParser& parser, std::optional<Tuple>& out) {
    out = parser.tuple();
    return out.has_value();
}

// at (x, y), which may be absent
bool place(ModelParser& parser, std::optional<Tuple>& out) {
    return !parser.accept_word("at") || read(parser, out);
}

// theta, theta = e
std::optional<HingeAngle> hinge_angle(ModelParser& parser) {
    const auto name = parser.expect_name("the name of an angle");
    if (!name) return std::nullopt;
    HingeAngle out{*name};
    if (parser.cursor.accept(TokenKind::equals) && !read(parser, out.law)) return std::nullopt;
    return out;
}

bool connecting_word(ModelParser& parser, std::string_view word, const char* shape) {
    if (parser.accept_word(word)) return true;
    parser.missing("'" + std::string(word) + "'", shape);
    return false;
}

bool frame_part(ModelParser& parser, FrameStatement& out, PartNames& names) {
    const auto what = names.next();
    if (!what) return false;
    const bool good = *what == "mass"      ? read(parser, out.mass)
                      : *what == "inertia" ? read(parser, out.inertia)
                      : *what == "at"      ? read(parser, out.centre)
                                           : read(parser, out.pose);
    return good && parser.expect_statement_end();
}

// radius h, track 2*l, mass m, spin i, turn j
bool support_parts(ModelParser& parser, Support& out, std::string_view owner,
                   std::span<const std::string_view> known) {
    PartNames names(parser, owner, known);
    do {
        const auto what = names.next();
        if (!what) return false;
        const Slot slot = *what == "radius"  ? &out.radius
                          : *what == "track" ? &out.track
                          : *what == "mass"  ? &out.mass
                          : *what == "spin"  ? &out.spin
                                             : &out.turn;
        if (!read(parser, *slot)) return false;
    } while (parser.cursor.accept(TokenKind::comma));
    return true;
}

bool support(ModelParser& parser, AxleStatement& out, std::string_view keyword) {
    using Kind = Support::Kind;
    const Span at = parser.cursor.token(parser.cursor.index() - 1).span;
    if (out.support) parser.report(axle_supports_twice(at, parser.source.text(out.name), out.support->span));
    Support read{keyword == "skate" ? Kind::skate : keyword == "wheel" ? Kind::wheel : Kind::pair, at};
    const bool is_bare = read.kind == Kind::skate && parser.at_statement_end();
    if (!is_bare) {
        const bool good = read.kind == Kind::skate ? support_parts(parser, read, "a skate", skate_parts)
                          : read.kind == Kind::wheel
                              ? support_parts(parser, read, "a wheel", wheel_parts)
                              : support_parts(parser, read, "a pair of wheels", pair_parts);
        if (!good) return false;
        read.span = join(at, parser.cursor.token(parser.cursor.index() - 1).span);
    }
    if (!out.support) out.support = read;
    return true;
}

bool axle_part(ModelParser& parser, AxleStatement& out, PartNames& names) {
    const auto what = names.next();
    if (!what) return false;
    const bool good = *what == "mass"      ? read(parser, out.mass)
                      : *what == "inertia" ? read(parser, out.inertia)
                      : *what == "at"      ? read(parser, out.centre)
                      : *what == "offset"  ? read(parser, out.offset)
                                           : support(parser, out, *what);
    return good && parser.expect_statement_end();
}

}  // namespace

ParsedStatement parse_frame(ModelParser& parser) {
    FrameStatement out;
    const auto name = parser.expect_name("the name of the frame");
    if (!name || !parser.expect(TokenKind::left_brace, "'{'")) return std::nullopt;
    out.name = *name;
    PartNames names(parser, "a frame", frame_parts);
    if (!parser.block([&] { return frame_part(parser, out, names); })) return std::nullopt;
    return out;
}

// hitch trailer at (x, y) to car at (x, y) turns phi
ParsedStatement parse_hitch(ModelParser& parser) {
    constexpr const char* shape = "write hitch trailer at (0, a) to car at (0, -b) turns phi";
    HitchStatement out;
    const auto frame = parser.expect_name("the name of a frame");
    if (!frame || !place(parser, out.place) || !connecting_word(parser, "to", shape)) return std::nullopt;
    out.frame = *frame;
    const auto carrier = parser.expect_name("the name of a frame");
    if (!carrier || !place(parser, out.carrier_place) || !connecting_word(parser, "turns", shape))
        return std::nullopt;
    out.carrier = *carrier;
    const auto angle = hinge_angle(parser);
    if (!angle) return std::nullopt;
    out.angle = *angle;
    return out;
}

// axle front on car at (x, y) steers theta { … }
ParsedStatement parse_axle(ModelParser& parser) {
    AxleStatement out;
    const auto name = parser.expect_name("the name of the axle");
    if (!name || !connecting_word(parser, "on", "write axle front on car at (0, b) { skate }"))
        return std::nullopt;
    out.name = *name;
    const auto frame = parser.expect_name("the name of a frame");
    if (!frame || !place(parser, out.pivot)) return std::nullopt;
    out.frame = *frame;
    if (parser.accept_word("steers")) {
        out.angle = hinge_angle(parser);
        if (!out.angle) return std::nullopt;
    }
    if (!parser.expect(TokenKind::left_brace, "'{'", "an axle carries a skate, a wheel or wheels"))
        return std::nullopt;
    PartNames names(parser, "an axle", axle_parts);
    if (!parser.block([&] { return axle_part(parser, out, names); })) return std::nullopt;
    return out;
}

}  // namespace anholon::syntax
