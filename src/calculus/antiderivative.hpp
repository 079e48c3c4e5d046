#pragma once

#include <optional>

#include "calculus/form.hpp"

namespace anholon {

// ∫ e dx, where it is found among powers, polynomials times sines and exponentials, and f(g)·g'; proved by differentiating.
std::optional<Expr> antiderivative(Expr e, Expr x);

// F with dF = ω, if ω is closed and the quadratures succeed; proved by differentiating.
std::optional<Expr> potential(const Form& omega);

// μω = dF: an integrating factor μ of an integrable form among products of powers of its coordinates, of their exponentials and of
// the functions that occur in it.
struct IntegratedForm {
    Expr factor, function;
};
std::optional<IntegratedForm> integrated(const Form& omega);

}  // namespace anholon
