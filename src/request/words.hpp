#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/request.hpp"
#include "motion/observables.hpp"
#include "study/draw.hpp"
#include "study/flow.hpp"

// Words of several requests.

namespace anholon::request {

// A number, or an expression of numbers and parameters. Throws Refusal.
double number(const char* option, const std::string& text, const System& system, const Point& parameters,
              const Dimension& dimension = {});
// An expression in the names of the system. Throws Refusal.
Expr expression(const char* option, const std::string& text, const System& system);
// A whole number from 1 on; 1e6 is one. Throws Refusal.
std::size_t count(const char* option, const std::string& text, std::size_t most);
// A tolerance between 0 and 1. Throws Refusal.
double tolerance(const std::string& text, const System& system, const Point& parameters);

// Of a parameter, derived or not.
bool is_parameter(const std::string& name, const System& system);

// EXPR=LOW..HIGH[:N]
struct Range {
    std::string text;  // of the expression
    Expr function;
    double low, high;
    std::optional<std::size_t> count;
};
Range range(const char* option, const std::string& text, const System& system, const Point& parameters);

// EXPR=VALUE
struct Level {
    std::string text;  // as it was asked
    Expr function;
    double value;
};
Level level(const char* option, const std::string& text, const System& system, const Point& parameters);

// EXPR[:up|down]
struct Crossed {
    Expr function;
    int direction;  // +1 up, −1 down, 0 both
};
Crossed crossed(const char* option, const std::string& text, const System& system);

// A function of the state of a flow. Throws Refusal, which calls it `text`.
Expr of_state(const Flow& flow, const Expr& e, const std::string& text);

// NAME or NAME=EXPR, separated by commas; the state of the flow if there are no words. Throws Refusal.
std::vector<Observable> columns(const Flow& flow, const std::optional<std::string>& words,
                                const System& system);

// EXPR=normal(MEAN, DEVIATION) or EXPR=uniform(LOW, HIGH). Throws Refusal.
Draw draw(const char* option, const std::string& text, const Flow& flow, const Point& parameters);

}  // namespace anholon::request
