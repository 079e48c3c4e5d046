#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "expr/enclosure.hpp"
#include "expr/matrix.hpp"

namespace anholon {

using Numbers = std::vector<double>;

// The decimal number that is read as x.
Rational rational(double x);

// δ with J δ = r that minimises Σ (δ_k/ease_k)², for as many independent rows as there are. What has no ease does not move.
Numbers least_movement(const std::vector<Numbers>& J, const Numbers& r, const Numbers& ease);

// Equations f(x) = 0, or f(x) = w with a variable w of its own, whose symbols other than x have fixed values. They are solved in
// floating point by the method of Gauss and Newton. Vectors of variables are x followed by the w.
class MovableEquations {
  public:
    // `targets` are the places of the functions that have a w.
    MovableEquations(std::vector<Expr> f, std::vector<Expr> x, std::vector<std::size_t> targets, Point fixed);

    std::size_t count() const { return f_.size(); }

    struct Values {
        Numbers r;
        std::vector<Numbers> J;
        Numbers rounding;  // by which doubles near x change r: beyond this nothing can be asked of it

        bool hold() const;
        double worst() const;  // the largest residual beyond rounding
    };
    // Nothing where a function has no value.
    std::optional<Values> at(const Numbers& x) const;

    // Moves x from where it is until the equations hold. False if they do not; x is then where they nearly did.
    bool solve(Numbers& x, const Numbers& ease) const;

    // Of the equations that hold at x, one whose gradient vanishes there: it has no solution nearby at which it could be
    // differentiated to some use. Compared with the gradients at a point nearby.
    std::optional<std::size_t> degenerate(const Numbers& x, const Numbers& nearby) const;

  private:
    std::vector<Expr> f_, x_, all_;
    std::vector<std::size_t> targets_;
    Point fixed_;
};

}  // namespace anholon
