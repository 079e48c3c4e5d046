#include "calculus/vector.hpp"

#include "expr/derivative.hpp"

namespace anholon {

Covector d(Expr f, std::span<const Expr> x) { return Covector(gradient(f, x)); }

Expr Dt(Expr e) { return time_derivative(e); }
Vector Dt(const Vector& v) { return Vector(time_derivative(v.components())); }
Covector Dt(const Covector& a) { return Covector(time_derivative(a.components())); }

}  // namespace anholon
