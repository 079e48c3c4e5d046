#pragma once

// Private to src/algebra: FLINT's headers, and the view of a Rational as an fmpq.

#include <flint/flint.h>
#include <flint/fmpq.h>
#include <flint/fmpz.h>
#include <flint/fmpz_factor.h>

#include "algebra/rational.hpp"

namespace anholon {

class RationalAccess {
  public:
    static fmpz* num(Rational& a) { return &a.num_; }
    static fmpz* den(Rational& a) { return &a.den_; }
    static const fmpz* num(const Rational& a) { return &a.num_; }
    static const fmpz* den(const Rational& a) { return &a.den_; }
    static fmpq* of(Rational& a) { return reinterpret_cast<fmpq*>(&a.num_); }
    static const fmpq* of(const Rational& a) { return reinterpret_cast<const fmpq*>(&a.num_); }
};

static_assert(sizeof(fmpz) == sizeof(long) && sizeof(Rational) == sizeof(fmpq));

}  // namespace anholon
