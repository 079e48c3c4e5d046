#pragma once

#include <optional>

#include "structure/substitution/hadamard.hpp"
#include "structure/substitution/quasi_holonomic.hpp"
#include "structure/substitution/right_combinations.hpp"
#include "structure/substitution/sumbatov.hpp"

namespace anholon {

// One equation of the forbidden form [L*]_r = Q*_r, or of Hamel's with the restricted function, and what it lacks.
struct SubstitutedEquation {
    std::string name;  // of the coordinate or quasi-velocity
    Expr lacking;      // on its right side, as it was derived
    Vanishing::Result verdict;
    Expr simplified = {}, in_letters = {};  // of a wrong one
};

// Combinations of equations that are right though none of their parts is: Ferrers' nutation in the axes of a body.
struct CombinedEquations {
    std::vector<std::string> of = {};  // names of the equations
    std::size_t right_alone = 0;       // how many of them are
    RightCombinations all = {};
    std::vector<std::vector<Expr>> in_letters = {};  // the factors of each combination
};

// Constraints of Chaplygin's kind y' = g(z, z'), and those of them that may be substituted.
struct QuasiHolonomicConstraints {
    std::vector<std::string> coordinates = {};  // y; none if no constraint is of this kind
    // [g_i] = Σ k_ν ∂f_ν/∂ż, as 003 (3.11)
    struct Derivative {
        std::string coordinate;
        std::vector<std::pair<Expr, std::string>> terms;  // k_ν and the name of f_ν; none: integrable
    };
    struct Set {
        QuasiHolonomicSet set;
        std::vector<Derivative> derivatives = {};
    };
    std::vector<Set> sets = {};  // those that are quasi-holonomic, as the author wrote them if any are
};

// A choice of the velocities that are eliminated from L, and the equations that are right then, by name.
struct NamedChoice {
    std::vector<std::string> eliminated, right;
    bool is_right = false;              // all are
    bool for_these_parameters = false;  // other values would make some of them wrong
};

// Whether constraints may be put into the Lagrangian: the verdict on the forbidden form, and which constraints, combinations and
// single equations allow it.                                                                  theory §5.3, 003, 001
struct ConstraintSubstitution {
    SubstitutionVerdict verdict = SubstitutionVerdict::undecided;
    std::string reason = {};                    // of undecided
    bool is_outside = false;                    // undecided as the criteria do not apply
    std::vector<std::string> coordinates = {};  // of L*
    std::vector<std::string> eliminated = {};   // velocities, and coordinates that geometric constraints tie
    std::vector<SubstitutedEquation> equations = {};  // Lagrange's for L*; none on a Lie algebra
    // All choices of eliminated velocities, that of `equations` first: the verdict is that on the best of them.
    std::vector<NamedChoice> choices = {};
    double choices_not_examined = 0;                   // sets of as many velocities; some may be no choice
    std::string why_no_choices = {};                   // why no other choice was examined
    std::vector<Expr> velocities = {};                 // free quasi-velocities
    std::vector<SubstitutedEquation> restricted = {};  // Hamel's for the restricted L, where these are stated
    // What else is known, as far as the time allows.
    Answer constraints_are_integrable = Answer::unknown;
    std::optional<CombinedEquations> combinations = {};
    std::optional<QuasiHolonomicConstraints> quasi_holonomic = {};
    std::optional<SubstitutableCombinations> hadamard = {};
    std::optional<SumbatovCase> sumbatov = {};
    bool quadratic_forms_change_nothing = false;  // Σ a_km f_k f_m added to L: 003, proposition 1
    bool multipliers_vanish = false;              // along every motion: 001 §3
    enum class Topic {
        integrability,
        restricted,
        combinations,
        quasi_holonomic,
        hadamard,
        sumbatov,
        quadratic_forms,
        multipliers,
    };
    std::vector<Topic> late = {};  // not decided within the time allowed
    FactProof proof = {};
};
ConstraintSubstitution constraint_substitution(const Setting& setting, const Budget& budget);

}  // namespace anholon
