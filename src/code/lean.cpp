#include "code/lean.hpp"

#include <algorithm>

#include "code/series.hpp"
#include "expr/divide_through.hpp"
#include "expr/operations.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

// Beyond this simplification takes longer than it saves in most motions.
constexpr std::size_t max_operations = 8000;
constexpr SimplifyOptions modest{.max_terms = 300, .max_nodes = 250};
// Nodes of all that is simplified together: five times what the longest equations of the gallery have. It counts work, not time, so that
// the same equations come out however fast the machine is.
constexpr std::size_t max_nodes = 12000;

std::vector<Expr> parts(const RateEquations& e) {
    std::vector<Expr> all;
    if (!e.W.empty()) all.assign(e.W.entries().begin(), e.W.entries().end());
    all.insert(all.end(), e.r.begin(), e.r.end());
    all.insert(all.end(), e.rates.begin(), e.rates.end());
    return all;
}

RateEquations with_parts(RateEquations e, std::span<const Expr> all) {
    const auto take = [&](std::span<Expr> to) {
        std::ranges::copy(all.first(to.size()), to.begin());
        all = all.subspan(to.size());
    };
    if (!e.W.empty()) take(e.W.entries());
    take(e.r);
    take(e.rates);
    return e;
}

// The shortest first, as far as the budget goes.
std::vector<Expr> simplified_within_budget(std::span<const Expr> given) {
    std::vector<std::pair<std::size_t, std::size_t>> order;  // nodes, place
    for (std::size_t k = 0; k < given.size(); ++k) order.emplace_back(Walk(given[k]).size(), k);
    std::ranges::sort(order);
    std::vector<Expr> out(given.begin(), given.end());
    std::size_t spent = 0;
    for (const auto& [nodes, k] : order) {
        if ((spent += nodes) > max_nodes) break;
        out[k] = simplified(given[k], modest);
    }
    return out;
}

}  // namespace

RateEquations lean(const RateEquations& equations) {
    const std::vector<Expr> given = parts(equations);
    if (given.empty() || operations(given).total() > max_operations) return equations;
    const std::vector<Expr> simple = simplified_within_budget(given);
    std::vector<Expr> mixed = simple;  // simplified rates of coordinates may share less with each other
    std::copy(given.end() - static_cast<long>(equations.rates.size()), given.end(),
              mixed.end() - static_cast<long>(equations.rates.size()));
    RateEquations best = equations;
    std::size_t least = series_program(equations).convolutions.size();
    std::vector<std::vector<Expr>> known{given};
    const auto consider = [&](std::vector<Expr> candidate) {
        if (std::ranges::find(known, candidate) != known.end()) return;
        const RateEquations e = with_parts(equations, candidate);
        if (const std::size_t count = series_program(e).convolutions.size(); count < least) {
            least = count;
            best = e;
        }
        known.push_back(std::move(candidate));
    };
    for (const std::vector<Expr>* list :
         std::initializer_list<const std::vector<Expr>*>{&simple, &mixed, &given}) {
        consider(*list);
        consider(divide_through(*list));
    }
    return best;
}

}  // namespace anholon
