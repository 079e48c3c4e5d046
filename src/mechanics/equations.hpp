#pragma once

#include <optional>
#include <string>
#include <vector>

#include "calculus/calculus.hpp"

namespace anholon {

// A name that is printed, such as L or ∂L/∂w.
struct Label {
    std::string text, latex;
};

// What a form prints before its equations: L = …, S = …, c^3_12 = ….
struct Definition {
    Label name;
    Expr value;
};

// d/dt(under_dt) + left = Σ right; the parts of the right side keep their order and, if they have one, their name.
struct Line {
    Expr under_dt;  // empty if there is none
    Expr left;      // empty if there is none
    struct Part {
        Expr value;
        std::string note;  // "terms of nonholonomicity", plain words; LaTeX puts it under a brace
    };
    std::vector<Part> right;
};

// The one shape of all equations of motion (theory §2): W(x) z = r(x), ẋ = G(x, z). Accelerations, multipliers and
// whatever else a form has to solve for are in z.
struct Equations {
    std::vector<Label> vectors;  // equations between vectors, as printed; their components are in W z = r
    std::vector<Definition> definitions;  // as printed
    std::vector<Line> lines;
    // Rates of what is not a coordinate of the system; if empty, q̇ is printed.
    std::vector<Definition> kinematics;

    std::vector<Expr> unknowns;  // z
    Matrix W;
    std::vector<Expr> r;

    std::vector<Expr> state;       // x
    std::vector<Expr> rates;       // G, in x and z
    std::vector<Expr> velocities;  // q̇ (or ω on a Lie algebra) in x and z
    Substitution state_of;         // those of x that are not q or q̇, in t, q, q̇
};

// W and r from equations that are linear in the unknowns. r is what is left when the unknowns are put to zero: terms that
// cancel mathematically but not by form would persist in E − W z.
void set_linear_system(Equations& equations, std::span<const Expr> residuals, std::vector<Expr> unknowns);

// z, explicitly, for people and for small systems; by elimination, then simplified.
Solution solved(const Equations& equations);

}  // namespace anholon
