#pragma once

#include "algebra/residue_matrix.hpp"
#include "structure/distribution.hpp"

namespace anholon {

// [X_r1, [X_r2, … X_rk]] of the fields that span a distribution, by their places in D.free.
using BracketWord = std::vector<std::size_t>;

// The values of such brackets at points modulo primes, without a formula for them: a bracket is made of derivatives, and
// derivatives are what f(P + εU) has in front of ε when ε² = 0. Each bracket takes one more ε, so that a word of k letters is
// computed with 2^(k−1) residues for each number. sin u, cos u, e^u, … are variables of their own, with their own components
// of the fields, so that nothing but rational operations is left.
class BracketJets {
  public:
    explicit BracketJets(const Distribution& D);

    // Why it is not for these fields: roots, or no fields of coordinates.
    Reason inapplicable() const { return why_not_; }
    // What has to be known of a point: expressions in D's coordinates, parameters among them.
    const std::vector<Expr>& variables() const { return variables_; }
    // The components of a bracket, that of time first, at a point where the variables have these values; nothing where there is
    // a division by zero.
    std::optional<ResidueRow> value(const PrimeField& field, std::span<const Residue> at,
                                    const BracketWord& word) const;
    // The fields themselves in rational operations, for bounds on the chance of error.
    const std::vector<Expr>& elementary_components() const { return elementary_; }

  private:
    void add_functions(const Distribution& D, std::vector<Field>& fields);
    void compile(const Distribution& D, const std::vector<Field>& fields);

    Reason why_not_;
    std::vector<Expr> variables_, elementary_;
    std::size_t moving_ =
        0;  // of the variables, those along which the fields have components; they come first
    std::size_t components_ = 0;  // of these, time and coordinates

    struct Step {
        Kind kind;
        Rational number;                                      // of a number
        std::size_t variable = 0;                             // of a symbol
        std::vector<std::pair<std::size_t, long>> arguments;  // of a product: steps and exponents
        std::vector<std::pair<std::size_t, Rational>> terms;  // of a sum: steps and coefficients
    };
    struct Program {
        std::vector<Step> steps;
        std::vector<std::size_t> results;  // a step for each moving variable
    };
    std::vector<Program> programs_;  // of each field
    friend class JetEvaluation;
};

}  // namespace anholon
