#include "study/variations.hpp"

#include <cassert>

#include "expr/derivative.hpp"
#include "expr/introduce.hpp"

namespace anholon {

RateEquations with_variations(const RateEquations& equations, std::size_t count) {
    assert(equations.unknowns.empty());
    RateEquations out = equations;
    for (std::size_t k = 0; k < count; ++k) {
        Direction along;
        for (std::size_t i = 0; i < equations.state.size(); ++i) {
            const Expr& x = equations.state[i];
            const std::string name = "v" + std::to_string(k + 1) + "_" + std::to_string(i + 1);
            const Expr v = introduced(x.context(), name, SymbolKind::variable, "tangent vector");
            along.emplace_back(x, v);
            out.state.push_back(v);
        }
        const std::vector<Expr> rates = directional_derivative(equations.rates, along);
        out.rates.insert(out.rates.end(), rates.begin(), rates.end());
    }
    return out;
}

}  // namespace anholon
