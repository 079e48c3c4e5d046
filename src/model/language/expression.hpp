#pragma once

#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "expr/context.hpp"
#include "expr/expr.hpp"
#include "model/language/scope.hpp"
#include "syntax/expression.hpp"

namespace anholon {

inline constexpr int max_primes = 9;

// The meaning of an expression of the source, exact: 0.1 is 1/10. An empty handle if there was a mistake,
// which has been reported then.
Expr elaborate(const syntax::Tree& tree, const syntax::Expression& expression, const Source& source,
               const Scope& scope, Context& context, Diagnostics& diagnostics);

// What must not be negative for an expression to have a value as it is written, where √x·√x is not x: radicands, bases of fractional
// powers, arguments of logarithms, 1 − u² of asin u. None if it contains `if`, of which one branch needs no value.
std::vector<Expr> radicands(const syntax::Tree& tree, const syntax::Expression& expression,
                            const Source& source, const Scope& scope, Context& context);

// Gives every name of the tree that is not yet in scope a meaning by its looks: t is time, pi is π, a name
// that carries a prime anywhere is a variable, the rest are parameters. Names of functions are left alone.
void declare_unknown(const syntax::Tree& tree, const Source& source, Scope& scope, Context& context,
                     Diagnostics& diagnostics);

}  // namespace anholon
