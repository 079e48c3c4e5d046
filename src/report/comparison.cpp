#include "report/comparison.hpp"

#include "base/text.hpp"
#include "base/words.hpp"
#include "report/layout.hpp"

namespace anholon::request {

namespace {

using Kind = Conjugacy::Kind;

const char* name(Comparison::Image::From from) {
    using From = Comparison::Image::From;
    switch (from) {
        case From::given: return "given";
        case From::name: return "by name";
        case From::stated: return "as stated";
        case From::found: return "found";
    }
    return "";
}

const char* name(Kind kind) {
    switch (kind) {
        case Kind::equivalence: return "equivalence";
        case Kind::quotient: return "quotient";
        case Kind::embedding: return "embedding";
        case Kind::neither: break;
    }
    return "neither";
}

std::string kind_sentence(const Comparison& c) {
    const Conjugacy& v = c.verdict;
    const std::string sizes = "dimensions " + std::to_string(v.a) + " and " + std::to_string(v.b) +
                              ", rank " + std::to_string(v.rank);
    switch (v.kind) {
        case Kind::equivalence:
            return "equivalent: the map is invertible near states in general position (" + sizes + ")";
        case Kind::quotient:
            return "a quotient: the map is onto, and " + c.a + " has " + std::to_string(v.a - v.rank) +
                   " more variable" + (v.a - v.rank == 1 ? "" : "s") + " that the motion of " + c.b +
                   " does not need (" + sizes + ")";
        case Kind::embedding:
            return "an embedding: " + c.a + " moves as an invariant part of " + c.b + " (" + sizes + ")";
        case Kind::neither: break;
    }
    return "the map is neither one to one nor onto (" + sizes + ")";
}

std::string values_of(const Comparison& c) {
    return c.parameters == Parameters::free ? "for all values of the parameters"
                                            : "at the stated values of the parameters";
}

std::string verdict_sentence(const Comparison& c) {
    if (c.map.empty()) return "not decided: no map was found";
    switch (c.verdict.holds) {
        case Answer::yes:
            return "the map takes motions to motions, " + values_of(c) +
                   ": proved at random states, by prime field (chance of error below " +
                   rounded_up(c.verdict.error_bound) + "; seed " + std::to_string(c.verdict.seed) + ")";
        case Answer::no:
            return "the map does NOT take motions to motions; it fails in " + joined(c.verdict.differs);
        case Answer::unknown: return "not decided: " + c.verdict.reason;
    }
    return "";
}

}  // namespace

std::string as_text(const Comparison& c, std::size_t width) {
    std::string out = c.a + " -> " + c.b + "\n";
    std::size_t widest = 0;
    for (const Comparison::Image& image : c.map) widest = std::max(widest, cells(image.name));
    for (const Comparison::Image& image : c.map) {
        std::string start = "  " + image.name + std::string(widest - cells(image.name), ' ') + " = ";
        const bool is_told = image.from == Comparison::Image::From::stated;
        out += formula(start, image.value + (is_told ? "   (its stated value)" : ""), widest + 7, width);
    }
    if (!c.rate.empty()) out += formula("  dt = ", "(" + c.rate + ") dt", 9, width);
    if (!c.where.empty()) out += formula("  where ", joined(c.where), 8, width);
    out += paragraph("  ", verdict_sentence(c), 4, width);
    if (c.verdict.holds == Answer::yes && !c.map.empty()) out += paragraph("  ", kind_sentence(c), 4, width);
    if (!c.witness.empty()) out += paragraph("  ", "at " + c.witness, 4, width);
    for (const std::string& note : c.notes) out += paragraph("  note: ", note, 4, width);
    if (c.verdict.holds != Answer::yes && c.dimension_of_a && c.dimension_of_b &&
        *c.dimension_of_a != *c.dimension_of_b)
        out += paragraph("  ",
                         "not equivalent by any invertible map: the spaces of states have the dimensions " +
                             std::to_string(*c.dimension_of_a) + " and " + std::to_string(*c.dimension_of_b),
                         4, width);
    return out;
}

Json as_json(const Comparison& c) {
    const auto optional = [](const std::string& s) { return s.empty() ? Json() : Json(s); };
    const auto count = [](const std::optional<std::size_t>& n) { return n ? Json(*n) : Json(); };
    Json::Array differs, notes;
    Json::Array map, where;
    for (const std::string& words : c.where) where.emplace_back(words);
    for (const std::string& what : c.verdict.differs) differs.emplace_back(what);
    for (const std::string& note : c.notes) notes.emplace_back(note);
    for (const Comparison::Image& image : c.map)
        map.push_back(
            Json::object({{"name", image.name}, {"value", image.value}, {"from", name(image.from)}}));
    const bool is_decided = !c.map.empty() && c.verdict.holds != Answer::unknown;
    const bool holds = is_decided && c.verdict.holds == Answer::yes;
    return Json::object({{"a", c.a},
                         {"b", c.b},
                         {"map", Json::array(std::move(map))},
                         {"time", optional(c.rate)},
                         {"where", Json::array(std::move(where))},
                         {"holds", is_decided ? Json(holds) : Json()},
                         {"kind", holds ? Json(name(c.verdict.kind)) : Json()},
                         {"parameters", c.parameters == Parameters::free ? "all" : "stated"},
                         {"error_bound", c.verdict.error_bound},
                         {"reason", optional(c.verdict.reason)},
                         {"differs", Json::array(std::move(differs))},
                         {"witness", optional(c.witness)},
                         {"dimensions", Json::array({count(c.dimension_of_a), count(c.dimension_of_b)})},
                         {"rank", c.verdict.rank},
                         {"notes", Json::array(std::move(notes))}});
}

}  // namespace anholon::request
