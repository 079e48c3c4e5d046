#pragma once

#include <optional>
#include <vector>

#include "expr/enclosure.hpp"
#include "expr/expr.hpp"

namespace anholon {

// Singular points of a linear equation that are the roots of one irreducible polynomial, or the point at infinity.
struct SingularPoints {
    Expr polynomial = {};  // empty: infinity
    std::size_t count = 1;
    std::vector<Expr> places = {};  // the roots, where they are written
    bool is_regular = false;
    // The exponents are the roots r of r² + b r + c = 0, where these are the same at all of the points: b and c, and the roots unless
    // they are complex numbers.
    std::vector<Expr> indicial = {}, exponents = {};
    bool is_infinity() const { return !polynomial; }
};

// y″ + P(x) y′ + Q(x) y = 0 with rational P and Q, its singular points and what it is called. Computed from P and Q alone.
struct SecondOrderEquation {
    Expr x, P, Q;
    std::vector<SingularPoints> points = {};
    enum class Kind {
        constant_coefficients,
        euler,      // two regular singular points, or fewer
        legendre,   // three, with the exponents 0, 0 at two of them
        gauss,      // three: Riemann's P-function
        heun,       // four
        fuchsian,   // more
        irregular,  // some are irregular
    } kind = Kind::irregular;
    Expr argument = {};        // Legendre and Gauss: z(x), which takes the points to ±1, ∞ or 0, 1, ∞
    Expr degree_product = {};  // Legendre: ν(ν + 1)
    std::vector<Expr> hypergeometric =
        {};  // Gauss: a, b, c of F(a, b; c; z), and the exponents that are split off at z = 0 and 1
    std::vector<Expr> solutions = {};  // products of powers and a polynomial of low degree

    std::size_t singular_points() const;
};

// Y with Y′ = a Y as a product of powers of polynomials in x; nothing where it is none. At the point, if one is given, the polynomials
// are positive.
std::optional<Expr> product_of_powers(Expr a, Expr x, const Point& at = {});

// Nothing where a coefficient is not rational in x, or is too long.
std::optional<SecondOrderEquation> second_order_equation(Expr P, Expr Q, Expr x);

}  // namespace anholon
