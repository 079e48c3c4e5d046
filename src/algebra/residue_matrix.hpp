#pragma once

#include <optional>
#include <vector>

#include "algebra/prime_field.hpp"

namespace anholon {

using ResidueRow = std::vector<Residue>;
using ResidueRows = std::vector<ResidueRow>;

// The reduced echelon form: row k has a 1 in column pivots[k], where all other rows have 0. Zero rows are gone.
struct Echelon {
    ResidueRows rows;
    std::vector<std::size_t> pivots;  // ascending
    std::size_t columns = 0;
};
Echelon echelon(const PrimeField& field, ResidueRows rows, std::size_t columns);

// A basis of {c : rows c = 0}. Each vector has a 1 in a column of its own, its last that is not 0, and the others have 0 there.
struct KernelVector {
    std::size_t free;
    ResidueRow c;
};
std::vector<KernelVector> kernel(const PrimeField& field, const Echelon& e);

// Rows that come one by one, kept in reduced echelon form; zero rows are left out.
class RowSpace {
  public:
    RowSpace(const PrimeField& field, std::size_t columns) : field_(field), columns_(columns) {}
    bool add(ResidueRow row);  // whether it is independent of those before
    std::vector<ResidueRow> kernel() const;

  private:
    void subtract(ResidueRow& row, const ResidueRow& other, Residue factor) const;

    PrimeField field_;
    std::size_t columns_;
    ResidueRows rows_;
    std::vector<std::size_t> pivots_;  // in the order of the rows
};

// The fraction a/b with |a|, b < bound that is this residue; nothing if there is none. A random residue has one with a chance
// of about 2^-1 for the bound 2^30, so what is found must be tried modulo another prime.
std::optional<Rational> as_fraction(const PrimeField& field, Residue a, long bound = 1L << 30);

}  // namespace anholon
