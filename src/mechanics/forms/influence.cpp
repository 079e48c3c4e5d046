#include "mechanics/forms/influence.hpp"

#include <algorithm>

#include "expr/dependence.hpp"
#include "expr/simplify.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "mechanics/direction_cosines.hpp"

namespace anholon {

bool holds(std::span<const Expr> functions, const Expr& symbol) {
    return !functions.empty() && Walk(symbol.context(), functions).contains(symbol.id());
}

bool drop(std::vector<Expr>& functions, const Expr& x) {
    if (!std::ranges::all_of(functions, [&](const Expr& f) { return is_constant_in(f, x); })) return false;
    for (const long value : {0, 1}) try {
            functions = substitute(functions, {{x, x.context().number(value)}});
            return true;
        } catch (const Undefined&) {
        }
    return false;
}

bool drop(std::vector<Expr>& functions, const std::array<Expr, 4>& q) {
    Context& c = q[0].context();
    const AnyAttitude any = any_attitude(q);
    try {
        for (const Expr& f : substitute(functions, any.q))
            for (const Expr& x : any.u)
                if (!is_constant_in(f, x)) return false;
    } catch (const Undefined&) {
        return false;
    }
    // In some attitudes a divisor vanishes.
    for (const auto& at : {std::array<Rational, 4>{1, 0, 0, 0},
                           {Rational(1, 5), Rational(2, 5), Rational(2, 5), Rational(4, 5)}})
        try {
            Substitution there;
            for (std::size_t i = 0; i < 4; ++i) there.emplace_back(q[i], c.number(at[i]));
            std::vector<Expr> written = substitute(functions, there);
            functions = at[0].is_one() ? std::move(written) : simplified(written);
            return true;
        } catch (const Undefined&) {
        }
    return false;
}

bool may_grow_together(std::span<const Expr> functions, std::span<const Expr> variables) {
    return std::ranges::all_of(functions, [&](const Expr& f) { return is_constant_along(f, variables); });
}

}  // namespace anholon
