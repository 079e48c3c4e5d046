#include "code/source/tangent_statements.hpp"

#include <set>
#include <vector>

#include "code/source/c_functions.hpp"

namespace anholon {

namespace {

// The derivative of v = f(a) by a; empty where f has more arguments than one that may change.
std::string_view slope(Op op) {
    switch (op) {
        case Op::square_root: return "0.5 / @v@";
        case Op::power: return "@b@ * pow(@a@, @b@ - 1.0)";
        case Op::sin: return "cos(@a@)";
        case Op::cos: return "-sin(@a@)";
        case Op::tan: return "1.0 + @v@ * @v@";
        case Op::asin: return "1.0 / sqrt(1.0 - @a@ * @a@)";
        case Op::acos: return "-1.0 / sqrt(1.0 - @a@ * @a@)";
        case Op::atan: return "1.0 / (1.0 + @a@ * @a@)";
        case Op::sinh: return "cosh(@a@)";
        case Op::cosh: return "sinh(@a@)";
        case Op::tanh: return "1.0 - @v@ * @v@";
        case Op::exp: return "@v@";
        case Op::log: return "1.0 / @a@";
        case Op::abs: return "@a@ < 0.0 ? -1.0 : 1.0";
        default: return "";
    }
}

using Slot = std::optional<std::string>;  // nothing: it does not change

// The derivative of an instruction; nothing where it does not change.
Slot derivative(Op op, const Values& names, const Slot& da, const Slot& db, const Slot& dc) {
    Values all = names;
    all["da"] = da.value_or("0.0");
    all["db"] = db.value_or("0.0");
    all["dc"] = dc.value_or("0.0");
    const auto told = [&](std::string_view text) { return fill(text, all); };
    if (!slope(op).empty())
        return da ? Slot(told("@da@ == 0.0 ? 0.0 : (" + std::string(slope(op)) + ") * @da@")) : std::nullopt;
    switch (op) {
        case Op::add: return da && db ? Slot(told("@da@ + @db@")) : da ? da : db;
        case Op::subtract:
            return da && db ? Slot(told("@da@ - @db@")) : da ? da : db ? Slot(told("-@db@")) : db;
        case Op::negate: return da ? Slot(told("-@da@")) : da;
        case Op::multiply:
            if (da && db) return told("@da@ * @b@ + @a@ * @db@");
            return da ? Slot(told("@da@ * @b@")) : db ? Slot(told("@a@ * @db@")) : db;
        case Op::divide:
            if (da && db) return told("(@da@ - @v@ * @db@) / @b@");
            return da ? Slot(told("@da@ / @b@")) : db ? Slot(told("-@v@ * @db@ / @b@")) : db;
        case Op::atan2:
            return da || db ? Slot(told("(@b@ * @da@ - @a@ * @db@) / (@a@ * @a@ + @b@ * @b@)")) : da;
        case Op::choose: return db || dc ? Slot(told("@a@ > 0.0 ? @db@ : @dc@")) : db;
        default: return std::nullopt;
    }
}

bool is_of_name(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

// The names in a text, such as v12.
void add_names(std::string_view text, std::set<std::string, std::less<>>& names) {
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_of_name(text[end])) ++end;
        if (end > at) names.emplace(text.substr(at, end - at));
        at = end + 1;
    }
}

// Without the definitions `const double NAME = VALUE;` whose names no later line needs.
std::string needed(const std::string& text) {
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at) + 1;
        lines.push_back(std::string_view(text).substr(at, end - at));
        at = end;
    }
    constexpr std::string_view head = "    const double ";
    std::set<std::string, std::less<>> names;
    std::vector<std::string_view> kept;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        const std::size_t equals = line->find(" = ");
        const bool defines = line->starts_with(head);
        if (defines && !names.contains(line->substr(head.size(), equals - head.size()))) continue;
        add_names(line->substr(equals), names);
        kept.push_back(*line);
    }
    std::string out;
    for (auto line = kept.rbegin(); line != kept.rend(); ++line) out += *line;
    return out;
}

}  // namespace

std::string tangent_statements(const Program& program, const TangentPlaces& places) {
    // The values first, as any program has them; then the derivatives, in the same order.
    const Language& c = c_language();
    std::vector<std::string> written;
    const std::string values = statements({program.inputs, program.constants, program.instructions, {}}, c,
                                          {.input = places.input,
                                           .output = [](std::size_t) { return ""; },
                                           .value = [](std::size_t k) { return "v" + std::to_string(k); }});
    std::vector<Slot> change;
    std::size_t computed = 0;
    std::string lines;
    for (const auto& [op, a, b, c_] : program.instructions) {
        if (op == Op::input) {
            written.push_back(places.input(a));
            change.push_back(places.direction(a));
        } else if (op == Op::constant) {
            const double value = program.constants[a];
            written.push_back(value < 0 ? "(" + number(value) + ")" : number(value));
            change.push_back(std::nullopt);
        } else {
            const std::string place = std::to_string(++computed);
            const std::size_t count = argument_count(op);
            const auto of = [&](std::size_t k, std::uint32_t at) {
                return k < count ? change[at] : std::nullopt;
            };
            written.push_back("v" + place);
            Values names{{"v", written.back()}, {"a", written[a]}, {"b", written[b]}, {"c", written[c_]}};
            // The exponent of a power is a constant.
            const Slot d = derivative(op, names, of(0, a), of(1, b), of(2, c_));
            change.push_back(d ? Slot("d" + place) : std::nullopt);
            if (d) lines += fill(c.local, {{"name", *change.back()}, {"value", *d}});
        }
    }
    for (std::size_t k = 0; k < program.outputs.size(); ++k)
        lines += fill(c.assignment,
                      {{"place", places.output(k)}, {"value", change[program.outputs[k]].value_or("0.0")}});
    return needed(values + lines);
}

}  // namespace anholon
