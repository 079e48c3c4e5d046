#include "study/analytic_at.hpp"

#include <algorithm>

#include "expr/enclosure.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

// Proved to differ from zero at the values of the letters: its sign there; 0 otherwise.
int sign_there(const Expr& e, const ExactStandstill& at) {
    const Ball value = enclosure(at.at(e), at.values, 256);
    if (!value.is_finite() || value.contains_zero()) return 0;
    return value.midpoint() > 0 ? 1 : -1;
}

bool is_analytic(const Node& node, Context& c, const ExactStandstill& at) {
    if (node.kind == Kind::product) {
        for (std::size_t k = 0; k < node.count; k += 2)
            if (!c.number_at(node.args[k + 1]).is_integer() && sign_there(Expr(c, node.args[k]), at) == 0)
                return false;
        return true;
    }
    if (node.kind != Kind::function) return true;
    const Expr u(c, node.args[0]);
    switch (node.function) {
        case Function::abs:
        case Function::sign:
        case Function::choose:
        case Function::log: return sign_there(u, at) != 0;
        case Function::asin:
        case Function::acos: return sign_there(c.one() - u * u, at) > 0;
        case Function::atan2: return sign_there(u, at) != 0 || sign_there(Expr(c, node.args[1]), at) > 0;
        case Function::tan: return sign_there(cos(u), at) != 0;
        default: return true;
    }
}

}  // namespace

bool are_analytic_at(std::span<const Expr> functions, const ExactStandstill& at) {
    if (functions.empty()) return true;
    Context& c = functions[0].context();
    const Walk walk(c, functions);
    try {
        return std::ranges::all_of(walk.nodes(), [&](NodeId id) { return is_analytic(c.node(id), c, at); });
    } catch (const NotExact&) {
        return false;
    }
}

}  // namespace anholon
