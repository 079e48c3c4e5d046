#include "request/abbreviations.hpp"

#include <algorithm>
#include <map>

#include "expr/operations.hpp"
#include "expr/simplify.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "mechanics/direction_cosines.hpp"
#include "mechanics/letters.hpp"

namespace anholon::request {

namespace {

std::vector<Expr> values(const std::vector<Expr*>& page) {
    std::vector<Expr> out;
    for (const Expr* e : page) out.push_back(*e);
    return out;
}

void assign(const std::vector<Expr*>& page, std::span<const Expr> values) {
    for (std::size_t k = 0; k < page.size(); ++k) *page[k] = values[k];
}

bool is_used(const std::vector<Expr>& symbols, Expr symbol) {
    return std::ranges::find(symbols, symbol) != symbols.end();
}

// A page in direction cosines, where that is shorter. It holds where the quaternions have length one.
void use_cosines(const System& system, const std::vector<Expr*>& page, bool simplify,
                 std::vector<KnownName>& names) {
    for (const auto& q : unit_quaternions(system)) {
        const DirectionCosines cosines(system, q);
        const std::vector<Expr> before = values(page);
        Expr length = system.c().zero();
        for (const Expr& x : q) length += x * x;
        const Substitution unit = with_multiples({{length, system.c().one()}});
        std::vector<Expr> after;
        for (const Expr& e : before) {
            const auto written = cosines.written(std::span(&e, 1));
            const Expr now = written ? written->front() : substitute(e, unit);
            after.push_back(now != e && simplify ? simplified(now, {.max_nodes = most_simplified_nodes})
                                                 : now);
        }
        if (operations(after).total() >= operations(before).total()) continue;
        assign(page, after);
        const std::vector<Expr> symbols = symbols_of(system.c(), after);
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t j = 0; j < 3; ++j)
                if (const Expr letter = cosines.rows()[row][j]; is_used(symbols, letter))
                    names.push_back({letter, cosines.values()[row][j]});
    }
}

// How often each node is an argument of another.
std::map<NodeId, std::size_t> uses(Context& c, std::span<const Expr> e) {
    std::map<NodeId, std::size_t> count;
    const Walk walk(c, e);
    for (const NodeId id : walk.nodes())
        for (const NodeId a : c.node(id).arguments()) ++count[a];
    return count;
}

NodeId without_factor(Expr e) {
    const Node node = e.context().node(e.id());
    return node.kind == Kind::multiple ? node.args[1] : e.id();
}

// What the model has named, where it occurs more than once.
void use_lets(const System& system, const std::vector<Expr*>& page, std::vector<KnownName>& names) {
    constexpr std::size_t least_operations = 2;
    const auto count = uses(system.c(), values(page));
    Substitution lets;
    for (const auto& [name, value] : system.lets) {
        const auto times = count.find(without_factor(value));
        if (operations(value).total() < least_operations || times == count.end() || times->second < 2)
            continue;
        const Expr letter = letter_for(system, value, name, "let", lets.size());
        lets.emplace_back(value, letter);
        names.push_back({letter, value});
    }
    if (!lets.empty()) assign(page, substitute(values(page), with_multiples(lets)));
}

}  // namespace

std::vector<KnownName> abbreviate(const System& system, const std::vector<Expr*>& page,
                                  const PartsOptions& options) {
    std::vector<KnownName> names;
    if (!needs_cutting(values(page), options)) return names;
    use_cosines(system, page, options.simplify, names);
    use_lets(system, page, names);
    std::vector<Expr*> all = page;
    for (KnownName& known : names) all.push_back(&known.value);
    const Parts parts = cut_into_parts(values(all), options);
    assign(all, parts.main);
    names.insert(names.end(), parts.values.begin(), parts.values.end());
    return names;
}

}  // namespace anholon::request
