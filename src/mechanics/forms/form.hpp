#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mechanics/setting.hpp"

namespace anholon {

// One form of the equations of motion, or one axiom of motion.
struct EquationForm {
    std::string id;       // as on the command line: "hamel"
    std::string title;    // "Boltzmann–Hamel"
    std::string source;   // "Hamel 1904"
    std::string formula;  // the equation in one line of mathematics
    enum class Role {
        form,     // of the nonholonomic equations: must agree with all others
        axiom,    // another law of motion: agrees only where theory says so
        control,  // wrong on purpose, or in general
    } role;
    Reason (*inapplicable)(const Setting&);
    Equations (*derive)(const Setting&);
    // Rewrites what people read of them, where it is long; nothing if they are read as they are derived.
    void (*write)(const Setting&, Equations&) = nullptr;
};

}  // namespace anholon
