#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "expr/expr.hpp"

namespace anholon {

// Expressions as people write them: m*g*l*cos(theta), -m*a*v*w/(J + m*a^2). Symbols stand in the order in which they
// were declared, constants before variables before functions. What is long, and shared or nested too deep for
// one line, gets a name, s1, s2, …: the size of what is printed is linear in the size of the DAG.
enum class Style { text, latex };

struct Printed {
    std::vector<std::string> main;                           // one for each expression
    std::vector<std::pair<std::string, std::string>> where;  // named parts, in the order of their use
};
Printed print(std::span<const Expr> e, Style style);

// One expression with its named parts below it. The text can be read back if there are none.
std::string text(Expr e);
std::string latex(Expr e);

// At most about 60 characters, for messages.
std::string text_in_brief(Expr e);

// θ̇₁ is theta1' as text, \dot{\theta}_{1} in LaTeX.
std::string symbol_text(const Symbol& symbol);
std::string symbol_latex(const Symbol& symbol);

}  // namespace anholon
