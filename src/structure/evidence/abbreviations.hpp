#pragma once

#include "structure/evidence/budget.hpp"
#include "structure/evidence/state_sampler.hpp"

namespace anholon {

// The functions that a model itself has named, as far as they are polynomials in coordinates of unit length: the direction
// cosines of a body in its quaternion. A function of these alone is shorter in them.
class Abbreviations {
  public:
    explicit Abbreviations(const Setting& s);

    struct Letter {
        Expr symbol, value;
    };
    using Exponents = std::vector<std::size_t>;  // of a monomial in them
    const std::vector<Letter>& letters() const { return letters_; }

    // The same value on the constraint manifold, in the letters: coefficients of velocities and momenta, factors of products and
    // arguments of functions are polynomials in the letters where they can be, and stay as they are where not.
    Expr in_letters(Expr e, const Budget& budget) const;

  private:
    Expr written(Expr e, const Budget& budget) const;
    // Of a function of the coordinates alone.
    Expr fitted(Expr e, const Budget& budget) const;
    Expr fitted(Expr e, const std::vector<Exponents>& basis,
                const Budget& budget) const;  // empty if it is none
    bool holds_coordinates(Expr e) const;

    const Setting& s_;
    std::vector<Letter> letters_;
    std::vector<std::vector<Expr>> spheres_;  // coordinates q with Σ q² = 1, those of each constraint
};

}  // namespace anholon
