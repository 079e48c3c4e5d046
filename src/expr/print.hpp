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

// A symbol that stands for an expression, under its own name or the next of s1, s2, ….
struct KnownName {
    Expr symbol, value;
    bool keeps_name = true;
};

struct Naming {
    std::vector<KnownName> known = {};  // each is explained if it is used
    double unnamed = 2000;              // characters: if no expression has more, its parts get no names
};
Printed print(std::span<const Expr> e, Style style, const Naming& naming = {});

// One expression with its named parts below it. The text can be read back if there are none.
std::string text(Expr e);
std::string latex(Expr e);

// At most about 60 characters, for messages.
std::string text_in_brief(Expr e);

// θ̇₁ is theta1' as text, \dot{\theta}_{1} in LaTeX. As the model says it, or else: mB is m_{B}, tauR \tau_{R}, p_phi1
// p_{\varphi_{1}}, and main_phi1, the phi1 of main, \varphi_{1,\mathrm{main}}.
std::string symbol_text(const Symbol& symbol);
std::string symbol_latex(const Symbol& symbol);

}  // namespace anholon
