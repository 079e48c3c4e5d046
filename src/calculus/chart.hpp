#pragma once

#include <vector>

#include "expr/context.hpp"

namespace anholon {

// Coordinates q_1, …, q_n beside time t = q_0: the axes on which fields and forms have their components.
struct Chart {
    Expr t;
    std::vector<Expr> q;

    Chart(Expr time, std::vector<Expr> coordinates) : t(time), q(std::move(coordinates)) {
        assert(t.symbol().kind == SymbolKind::time);
    }
    Context& context() const { return t.context(); }
    std::size_t n() const { return q.size(); }
    std::size_t axes() const { return n() + 1; }
    Expr axis(std::size_t i) const { return i == 0 ? t : q[i - 1]; }
    std::vector<Expr> velocities() const {
        std::vector<Expr> v;
        for (const Expr& x : q) v.push_back(dot(x));
        return v;
    }
    friend bool operator==(const Chart&, const Chart&) = default;
};

}  // namespace anholon
