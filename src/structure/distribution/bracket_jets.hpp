#pragma once

#include "algebra/residue_matrix.hpp"
#include "structure/distribution/distribution.hpp"

namespace anholon {

// [X_r1, [X_r2, … X_rk]] of the fields that span a distribution, by their places in D.free.
using BracketWord = std::vector<std::size_t>;

// The values of such brackets at points modulo primes, without a formula for them: a bracket is made of derivatives, and
// derivatives are what f(P + εU) has in front of ε when ε² = 0. Each bracket takes one more ε, so that a word of k letters is
// computed with 2^(k−1) residues for each number. The fields are not formulas either: at P + εU + … the forms A are numbers
// with ε, and A X_r = e_r is solved there. sin u, cos u, e^u, √u, … are variables of their own, with their own components of the
// fields, so that nothing but rational operations is left.
class BracketJets {
  public:
    explicit BracketJets(const Distribution& D);

    // Why it is not for this distribution: no coordinates, or too many functions.
    Reason inapplicable() const { return why_not_; }
    // What has to be known of a point: expressions in D's coordinates, parameters among them.
    const std::vector<Expr>& variables() const { return variables_; }
    // The components of a bracket, that of time first, at a point where the variables have these values; nothing where there is
    // a division by zero.
    std::optional<ResidueRow> value(const PrimeField& field, std::span<const Residue> at,
                                    const BracketWord& word) const;
    // The forms, and the differentials of the functions in them: what the fields are computed from.
    const std::vector<Expr>& entries() const { return entries_; }

  private:
    void add_functions(const Distribution& D);
    void compile(Context& c);

    std::size_t n_;
    Reason why_not_;
    std::vector<std::size_t> fields_;  // D.free
    // Time and coordinates, functions of them, then what does not move.
    std::vector<Expr> variables_, entries_;

    struct Step {
        bool is_needed = false;
        Kind kind = Kind::number;
        Rational number = 0;                                       // of a number or a sum
        std::size_t variable = 0;                                  // of a symbol
        std::vector<std::pair<std::size_t, long>> factors = {};    // of a product: steps and exponents
        std::vector<std::pair<std::size_t, long>> roots = {};      // of a product: variables and exponents
        std::vector<std::pair<std::size_t, Rational>> terms = {};  // of a sum: steps and coefficients
    };
    std::vector<Step> program_;
    std::vector<std::size_t> results_;  // a step for each entry
    friend class JetEvaluation;
};

}  // namespace anholon
