#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "expr/expr.hpp"

namespace anholon {

// Coulomb's law at one contact: where it slips, the force −μ N v/|v| acts against the slip v; where it does not, any force up to μ N.
struct DryFriction {
    // One direction in which it may slip.
    struct Row {
        std::string name;
        Expr slip;   // a velocity, linear in q̇; those of one contact are orthogonal components
        Expr force;  // a variable: the force f along it, with the power f·slip
    };
    // What decides how a motion goes on, as parameters of a system that moves (motion/coulomb).
    struct Mode {
        Expr sticks;                  // 1 where it does not slip, 0 where it does
        Expr share;                   // of μ that acts: 1, or 0 to compare with
        Expr side;                    // the sign of N, of a guide that holds on both sides
        std::vector<Expr> direction;  // of the slip where it begins; with one row always
        Expr width;                   // the part of that direction in v/|v|, a small speed
        std::vector<Expr> watched;    // the direction along which the end of the slip is looked for
        Expr margin;                  // the speed along it at which it ends
    };
    std::string name;         // "ball on ground"
    std::string noun, place;  // "ball" that slides or rolls "on ground"
    Expr coefficient;         // μ
    Expr normal;              // N, linear in the multipliers
    std::vector<Row> rows;
    bool is_two_sided = false;  // a guide, which holds on both sides: μ |N|
    Expr side = {};             // of a guide: a constant that stands for the sign of N
    Expr width = {};            // of the regularised law v/√(v² + ε²): ε; empty if it is not
    Span span = {};
    std::optional<Mode> mode = std::nullopt;

    bool is_regularised() const { return static_cast<bool>(width); }
};

}  // namespace anholon
