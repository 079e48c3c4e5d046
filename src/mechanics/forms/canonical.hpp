#pragma once

#include <span>

#include "mechanics/setting.hpp"

namespace anholon {

// H = y_s η_s − L in the momenta, for people, where the Legendre transform is small. L is restricted; e holds Y_s(η) = y_s as its
// linear system for the free velocities.
void define_hamiltonian(const Setting& s, Equations& e, const Label& name, std::span<const Expr> y,
                        const Expr& L);

}  // namespace anholon
