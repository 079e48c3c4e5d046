#include "mechanics/points/unit_sphere.hpp"

#include "expr/derivative.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"

namespace anholon {

std::vector<Expr> on_unit_sphere(const Expr& F, std::span<const Expr> coordinates) {
    std::vector<Expr> x;
    const Walk walk(F);
    Expr sphere = -F.context().one();
    for (const Expr& q : coordinates)
        if (walk.contains(q.id())) {
            x.push_back(q);
            sphere += pow(q, 2);
        }
    const bool is_sphere = x.size() > 1 && (vanishes(F - sphere) || vanishes(F + sphere));
    return is_sphere ? x : std::vector<Expr>{};
}

}  // namespace anholon
