#include "study/variations.hpp"

#include <cassert>

#include "expr/derivative.hpp"
#include "expr/introduce.hpp"

namespace anholon {

namespace {

// The rates along a tangent vector of so named components, and along what else is given.
void add_tangent(RateEquations& out, const RateEquations& equations, const std::string& letter,
                 Direction along) {
    for (std::size_t i = 0; i < equations.state.size(); ++i) {
        const Expr& x = equations.state[i];
        const Expr v = introduced(x.context(), letter + "_" + std::to_string(i + 1), SymbolKind::variable,
                                  "tangent vector");
        along.emplace_back(x, v);
        out.state.push_back(v);
    }
    const std::vector<Expr> rates = directional_derivative(equations.rates, along);
    out.rates.insert(out.rates.end(), rates.begin(), rates.end());
}

}  // namespace

RateEquations with_variations(const RateEquations& equations, std::size_t count) {
    assert(equations.unknowns.empty());
    RateEquations out = equations;
    for (std::size_t k = 0; k < count; ++k) add_tangent(out, equations, "v" + std::to_string(k + 1), {});
    return out;
}

RateEquations with_parameter_variation(RateEquations varied, const RateEquations& equations,
                                       std::size_t parameter) {
    const Expr& p = equations.parameters[parameter];
    add_tangent(varied, equations, "w", {{p, p.context().one()}});
    return varied;
}

}  // namespace anholon
