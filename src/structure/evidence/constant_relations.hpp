#pragma once

#include <functional>
#include <string>
#include <vector>

#include "structure/evidence/state_sampler.hpp"

namespace anholon {

struct Relation;

// Functions f_1, f_2, … of the state, and linear conditions on constants c_1, c_2, … that are to hold at every state: for
// first integrals Σ c_k ḟ_k = 0. Both are computed from the values that a sampler gives for a state.
struct RelationProblem {
    std::size_t columns = 0;
    // The functions' values: what is a combination of earlier ones is left out. All count if there is none.
    std::function<ResidueRow(const PrimeField&, std::span<const Residue>)> values;
    std::function<ResidueRows(const PrimeField&, std::span<const Residue>)> conditions;
    std::size_t conditions_per_state = 1;
    // Which solutions are wanted, asked in their order: a test at given parameters after some were found. All are wanted if there is none.
    using Wanted = std::function<bool(const ResidueRow& c)>;
    std::function<Wanted(const ParameterValues&, const std::vector<Relation>&)> wanted;
};

// Conditions that stand in the sampled values one after another, each with so many coefficients.
std::function<ResidueRows(const PrimeField&, std::span<const Residue>)> rows_of_length(std::size_t columns);

struct Relation {
    std::vector<Expr> c;  // numbers, or functions of the parameters
    Parameters valid;     // for all parameters, or at the model's values of them
};

// All solutions: a basis, as far as its coefficients could be written down; candidates until they are proved. Those with
// numbers for coefficients come first, then functions of the parameters, then what the model's own values of them add.
struct Relations {
    std::vector<Relation> list;
    std::string why_not;  // why nothing could be found
};
Relations constant_relations(const Setting& s, StateSampler& sampler, const RelationProblem& problem,
                             const Budget& budget);

}  // namespace anholon
