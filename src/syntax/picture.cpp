#include <algorithm>
#include <array>
#include <map>

#include "syntax/model_parser.hpp"
#include "syntax/statement.hpp"

namespace anholon::syntax {

namespace {

using Item = PictureStatement::Item;

// The parts of items, as bits of a set.
enum Part : std::uint32_t {
    at = 1u << 0,
    from = 1u << 1,
    to = 1u << 2,
    of = 1u << 3,
    along = 1u << 4,
    turned = 1u << 5,
    attitude = 1u << 6,
    turning = 1u << 7,
    in = 1u << 8,
    on = 1u << 9,
    radius = 1u << 10,
    length = 1u << 11,
    height = 1u << 12,
    thickness = 1u << 13,
    tube = 1u << 14,
    turns = 1u << 15,
    size = 1u << 16,
    u = 1u << 17,
    v = 1u << 18,
    colour = 1u << 19,
    role = 1u << 20,
};

// In the order of the bits.
constexpr std::string_view part_words[] = {"at",       "from",      "to",   "of",    "along",  "turned",
                                           "attitude", "turning",   "in",   "on",    "radius", "length",
                                           "height",   "thickness", "tube", "turns", "size",   "u",
                                           "v",        "colour",    "role"};

constexpr std::uint32_t axes = at | in | along | turned | attitude | turning;
constexpr std::uint32_t looks = colour | role;
constexpr std::uint32_t solid = axes | looks;
constexpr std::uint32_t segment = in | from | to | looks;

constexpr std::pair<std::string_view, std::uint32_t> kinds[] = {
    {"ball", solid | radius},
    {"ellipsoid", solid | size},
    {"disc", solid | radius | thickness},
    {"ring", solid | radius | tube},
    {"cylinder", solid | radius | length},
    {"cone", solid | radius | height},
    {"box", solid | size},
    {"blade", solid | length},
    {"plane", solid | size},
    {"surface", solid | u | v},
    {"rod", segment | at | along | length | radius},
    {"spring", segment | radius | turns},
    {"arrow", segment | at | of | along | length},
    {"trace", of | in | on | looks},
    {"text", at | in | looks},
    {"axes", axes},
};

constexpr std::string_view colours[] = {"blue",  "orange", "green", "red",   "violet",
                                        "brown", "pink",   "grey",  "olive", "cyan"};
constexpr std::string_view roles[] = {"body",    "support",  "wheel",    "joint",    "load",
                                      "contact", "velocity", "momentum", "reaction", "other"};
constexpr std::string_view views[] = {"above", "space"};

std::vector<std::string_view> words_of(std::uint32_t parts) {
    std::vector<std::string_view> out;
    for (std::size_t k = 0; k < std::size(part_words); ++k)
        if (parts & (1u << k)) out.push_back(part_words[k]);
    return out;
}

bool expression(ModelParser& parser, Expression& out) {
    static constexpr auto stop = [] {
        std::array<std::string_view, std::size(part_words) + 1> out;
        std::copy(std::begin(part_words), std::end(part_words), out.begin());
        out.back() = "about";
        return out;
    }();
    const auto read = parser.expression(stop);
    if (read) out = *read;
    return read.has_value();
}

// One of a list of words on this line.
bool word(ModelParser& parser, std::string_view noun, std::span<const std::string_view> known, Span& out) {
    if (parser.at_statement_end() || !parser.cursor.at(TokenKind::name)) {
        parser.missing("a " + std::string(noun), nearest_or_list("", known));
        return false;
    }
    const Token token = parser.cursor.next();
    out = token.span;
    if (contains(known, parser.text(token))) return true;
    parser.report(picture_word_unknown(token.span, noun, parser.text(token),
                                       nearest_or_list(parser.text(token), known)));
    return false;
}

bool other_item(ModelParser& parser, std::optional<Span>& out) {
    if (parser.at_statement_end()) {
        parser.missing("the name of an item");
        return false;
    }
    out = parser.expect_name("the name of an item");
    return out.has_value();
}

bool tuple(ModelParser& parser, std::optional<Tuple>& out) {
    out = parser.tuple();
    return out.has_value();
}

// (x, y, z), or the name of an item
bool point(ModelParser& parser, std::optional<PictureStatement::Point>& out) {
    if (!parser.at_statement_end() && parser.cursor.at(TokenKind::name)) {
        out = PictureStatement::Point{std::nullopt, parser.cursor.next().span};
        return true;
    }
    if (!parser.cursor.at(TokenKind::left_paren) || parser.at_statement_end()) {
        parser.missing("a point", "a point is written (x, y) or (x, y, z), or is the name of an item");
        return false;
    }
    auto components = parser.tuple();
    if (!components) return false;
    const Span span = components->span;
    out = PictureStatement::Point{std::move(*components), span};
    return true;
}

bool turn(ModelParser& parser, Item& item) {
    PictureStatement::Turn out{};
    if (!expression(parser, out.angle) || !parser.optional_tuple("about", out.axis)) return false;
    item.turns.push_back(std::move(out));
    return true;
}

// u 0..1, v 0..2*pi
bool range(ModelParser& parser, Span letter, Item& item) {
    PictureStatement::Range out{letter, {}, {}};
    if (!expression(parser, out.low) ||
        !parser.expect(TokenKind::range, "'..'", "a range is written u 0..1") ||
        !expression(parser, out.high))
        return false;
    item.ranges.push_back(out);
    if (!parser.at_statement_end()) parser.cursor.accept(TokenKind::comma);
    return true;
}

bool read_part(ModelParser& parser, Part part, const Token& keyword, Item& item) {
    const auto read_word = [&](std::string_view noun, std::span<const std::string_view> known,
                               std::optional<Span>& out) { return word(parser, noun, known, out.emplace()); };
    switch (part) {
        case at: return point(parser, item.at);
        case from: return point(parser, item.from);
        case to: return point(parser, item.to);
        case of: return point(parser, item.of);
        case along: return tuple(parser, item.along);
        case turned: return turn(parser, item);
        case attitude: return tuple(parser, item.attitude);
        case turning: return tuple(parser, item.turning);
        case in: return other_item(parser, item.in);
        case on: return other_item(parser, item.on);
        case size: return tuple(parser, item.edges);
        case u:
        case v: return range(parser, keyword.span, item);
        case colour: return read_word("colour", colours, item.colour);
        case role: return read_word("role", roles, item.role);
        default: break;
    }
    item.sizes.push_back({keyword.span, {}});
    return expression(parser, item.sizes.back().value);
}

// The parts of an item, in any order, to the end of its line.
bool parts(ModelParser& parser, std::string_view kind, std::uint32_t allowed, Item& item) {
    std::map<std::size_t, Span> seen;
    while (!parser.at_statement_end()) {
        const Token keyword = parser.cursor.peek();
        const std::string_view found = parser.text(keyword);
        const auto known = std::ranges::find(part_words, found);
        const auto k = static_cast<std::size_t>(known - std::begin(part_words));
        if (keyword.kind == TokenKind::bad) return false;
        if (keyword.kind != TokenKind::name || known == std::end(part_words) || !(allowed & (1u << k))) {
            parser.report(
                picture_part_unknown(keyword.span, kind, found, nearest_or_list(found, words_of(allowed))));
            return false;
        }
        parser.cursor.next();
        const auto [first, is_new] = seen.try_emplace(k, keyword.span);
        if (!is_new && (1u << k) != turned)
            parser.report(picture_part_twice(keyword.span, kind, found, first->second));
        if (!read_part(parser, static_cast<Part>(1u << k), keyword, item)) return false;
    }
    return true;
}

bool parse_item(ModelParser& parser, PictureStatement& out) {
    if (!parser.cursor.at(TokenKind::name)) {
        if (!parser.cursor.at(TokenKind::bad))
            parser.report(picture_item_unknown(parser.span_here(), parser.here(),
                                               nearest_or_list("", picture_items())));
        return false;
    }
    const Token keyword = parser.cursor.next();
    const std::string_view what = parser.text(keyword);
    if (what == "view") {
        Span seen{};
        if (!word(parser, "view", views, seen)) return false;
        if (out.view) parser.report(picture_part_twice(keyword.span, "picture", "view", *out.view));
        out.view = seen;
        return parser.expect_statement_end();
    }
    const auto kind = std::ranges::find(kinds, what, &std::pair<std::string_view, std::uint32_t>::first);
    if (kind == std::end(kinds)) {
        parser.report(picture_item_unknown(keyword.span, what, nearest_or_list(what, picture_items())));
        return false;
    }
    Item item{keyword.span};
    const bool is_named = !parser.at_statement_end() && parser.cursor.at(TokenKind::name) &&
                          !contains(part_words, parser.here());
    if (is_named) item.name = parser.cursor.next().span;
    if (what == "text") {
        item.words = parser.expect_string("a string");
        if (!item.words) return false;
    }
    if (what == "surface" && !tuple(parser, item.surface)) return false;
    if (!parts(parser, what, kind->second, item)) return false;
    item.span = join(keyword.span, parser.cursor.token(parser.cursor.index() - 1).span);
    out.items.push_back(std::move(item));
    return parser.expect_statement_end();
}

}  // namespace

std::span<const std::string_view> picture_items() {
    static constexpr auto words = [] {
        std::array<std::string_view, std::size(kinds) + 1> out;
        for (std::size_t k = 0; k < std::size(kinds); ++k) out[k] = kinds[k].first;
        out.back() = "view";
        return out;
    }();
    return words;
}

std::vector<std::string_view> picture_parts(std::string_view item) {
    for (const auto& [name, parts] : kinds)
        if (name == item) return words_of(parts);
    return {};
}

std::span<const std::string_view> picture_colours() { return colours; }
std::span<const std::string_view> picture_roles() { return roles; }

ParsedStatement parse_picture(ModelParser& parser) {
    PictureStatement out;
    if (!parser.expect(TokenKind::left_brace, "'{'", "write picture { ball at (x, y) }")) return std::nullopt;
    if (!parser.block([&] { return parse_item(parser, out); })) return std::nullopt;
    return out;
}

}  // namespace anholon::syntax
