#include "mechanics/tied_coordinates.hpp"

#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/linear.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"

namespace anholon {

TiedCoordinates::TiedCoordinates(const Setting& s) {
    if (s.has_velocity_constraints() && !s.no_frame() && s.frame().is_closed() == Answer::yes) {
        places = s.solved().dependent;
        for (const Expr& g : s.solved().g) slope.push_back(gradient(g, s.v));
        return;
    }
    std::vector<Expr> F;
    for (const Constraint& k : s.system.constraints)
        if (k.kind == Constraint::Kind::geometric) F.push_back(k.residual);
    if (F.empty()) return;
    // The velocities that the constraints determine come first, so that the pivots are among them.
    std::vector<std::size_t> order = order_of_tying(s, s.solved().dependent);
    order.insert(order.end(), s.solved().independent.begin(), s.solved().independent.end());
    Matrix J(s.c, F.size(), order.size());
    for (std::size_t a = 0; a < F.size(); ++a)
        for (std::size_t j = 0; j < order.size(); ++j) J(a, j) = anholon::derivative(F[a], s.q[order[j]]);
    const auto null = kernel(J);
    if (!null.decided) {
        why_not = "the rank of the geometric constraints cannot be decided: " + null.reason;
        return;
    }
    for (std::size_t j = 0; j < order.size(); ++j) {
        if (std::ranges::find(null.free, j) != null.free.end()) continue;
        places.push_back(order[j]);
        std::vector<Expr> row(order.size(), s.c.zero());
        for (std::size_t b = 0; b < null.basis.size(); ++b)
            row[order[null.free[b]]] = simplified(null.basis[b][j]);
        slope.push_back(std::move(row));
    }
}

std::vector<std::size_t> order_of_tying(const Setting& s, std::vector<std::size_t> dependent) {
    std::vector<Expr> others;
    for (const Constraint& k : s.system.constraints)
        if (k.kind != Constraint::Kind::geometric) others.push_back(k.residual);
    const Walk walk(s.c, others);
    std::ranges::sort(dependent, std::greater<>{}, [&](std::size_t i) { return s.q[i].symbol().name; });
    std::ranges::stable_partition(dependent, [&](std::size_t i) { return !walk.contains(s.v[i].id()); });
    return dependent;
}

Expr TiedCoordinates::derivative(const Setting& s, Expr f, std::size_t i) const {
    Expr sum = anholon::derivative(f, s.q[i]);
    for (std::size_t a = 0; a < places.size(); ++a)
        sum += anholon::derivative(f, s.q[places[a]]) * slope[a][i];
    return sum;
}

bool TiedCoordinates::contains(std::size_t place) const {
    return std::ranges::find(places, place) != places.end();
}

}  // namespace anholon
