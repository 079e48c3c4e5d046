#pragma once

#include "structure/evidence/fact.hpp"
#include "structure/integrals/linear_solutions.hpp"

namespace anholon {

// What the fact `integrals` says of integrals that solve linear equations: sentences and data.
std::vector<Fact::Sentence> said_of(const LinearEquations& equations, const LinearSolutions& solutions);
Data::Fields data(const LinearEquations& equations, const LinearSolutions& solutions);

std::string_view name(SecondOrderEquation::Kind kind);  // "Legendre"

}  // namespace anholon
