#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "expr/context.hpp"

namespace anholon {

// Powers of m, kg, s, A, K, mol, cd. Angles have none: rad = 1.
struct Dimension {
    std::array<Rational, 7> powers;

    bool is_one() const;
    friend bool operator==(const Dimension&, const Dimension&) = default;
};

Dimension operator*(const Dimension& a, const Dimension& b);
Dimension operator/(const Dimension& a, const Dimension& b);
Dimension pow(const Dimension& a, const Rational& exponent);
Dimension metres();
Dimension kilograms();
Dimension seconds();
std::string to_string(const Dimension& dimension);  // "kg m^2/s^2"; "1" without dimension

// A unit is so many SI units of its dimension: factor · (π/180)^degrees.
struct Unit {
    Dimension dimension;
    Rational factor = 1;
    long degrees = 0;

    bool is_coherent() const { return factor.is_one() && degrees == 0; }
    Expr scale(Context& context) const;
};

// The coherent unit of what was written in another: m for "cm". Empty for an empty text.
std::string si_unit(const std::string& written);

// Reads [kg m^2/s], the brackets included. Blanks and '*' multiply, '/' divides by the one factor after it.
std::optional<Unit> read_unit(Span span, const Source& source, Diagnostics& diagnostics);

}  // namespace anholon
