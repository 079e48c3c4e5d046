#pragma once

#include <optional>
#include <vector>

#include "mechanics/setting.hpp"

namespace anholon {

// Geometric constraints made ready to be solved for angles, as those of a bicycle on its two wheels for its pitch: coordinates that
// stand in them with numbers in front, as heights do, are eliminated, and the square roots in what is left get letters.
struct TiedAngles {
    struct Height {
        Expr coordinate, value;  // free of all such coordinates
    };
    struct Tie {
        Expr residual;    // = 0, without heights
        Expr in_letters;  // the same, linear in letters
        Expr letter[2];   // for roots,
        Expr square[2];   // and their squares; zero where there is no root
    };
    std::vector<Height> heights;
    std::vector<Tie> ties;

    std::vector<Expr> expressions() const;  // all that has to be evaluated
};

// Of functions of the place that vanish. Nothing if there are more roots than that.
std::optional<TiedAngles> tied_angles(const Setting& s, std::span<const Expr> functions,
                                      const Substitution& stated);

}  // namespace anholon
