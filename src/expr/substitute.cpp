#include "expr/substitute.hpp"

#include <unordered_map>

#include "expr/build.hpp"
#include "expr/context.hpp"
#include "expr/rebuild.hpp"
#include "expr/walk.hpp"

namespace anholon {

std::vector<Expr> substitute(std::span<const Expr> roots, const Substitution& replace) {
    std::vector<Expr> result;
    if (roots.empty()) return result;
    Context& c = roots[0].context();
    std::unordered_map<std::uint32_t, NodeId> replacement;
    for (const auto& [from, to] : replace) replacement[index(from.id())] = to.id();

    const Walk walk(c, roots);
    std::vector<NodeId> values(walk.size());
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const auto found = replacement.find(index(walk[i]));
        values[i] = found != replacement.end()
                        ? found->second
                        : rebuild(c, walk[i], [&](NodeId a) { return values[walk.place(a)]; });
    }
    result.reserve(roots.size());
    for (const Expr& e : roots) result.emplace_back(c, values[walk.place(e.id())]);
    return result;
}

Substitution with_multiples(const Substitution& replace) {
    Substitution all;
    for (const auto& [from, to] : replace) {
        const auto [factor, id] = split_coefficient(from.context(), from.id());
        const Expr core(from.context(), id), value = to / factor;
        all.emplace_back(core, value);
        all.emplace_back(-core, -value);
    }
    return all;
}

Expr substitute(Expr e, const Substitution& replace) { return substitute(std::span(&e, 1), replace)[0]; }

}  // namespace anholon
