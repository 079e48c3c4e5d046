#include "request/words.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/text.hpp"
#include "base/words.hpp"
#include "model/refusal.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

// The sign that separates an expression from its value: the last '=' outside parentheses is that of EXPR=VALUE.
std::size_t equals_sign(const char* option, const std::string& text, const std::string& form,
                        const std::string& example) {
    const std::size_t at = text.rfind('=');
    if (at == std::string::npos || without_blanks_around(text.substr(0, at)).empty())
        throw Refusal(Of::words, "words-bad", std::string(option) + " takes " + form + ", not '" + text + "'",
                      example);
    return at;
}

}  // namespace

double number(const char* option, const std::string& text, const System& system, const Point& parameters,
              const Dimension& dimension) {
    const Source source(option, text);
    Diagnostics said;
    const auto value = read_number(source, system, said, parameters, dimension);
    if (!value || said.failed()) throw Refusal(said, source);
    return value->to_double();
}

Expr expression(const char* option, const std::string& text, const System& system) {
    const Source source(option, text);
    Diagnostics said;
    const Expr e = read_expression(source, scope_of(system), system, said);
    if (!e || said.failed()) throw Refusal(said, source);
    return e;
}

std::size_t count(const char* option, const std::string& text, std::size_t most) {
    double value = 0;
    std::size_t end = 0;
    try {
        value = std::stod(text, &end);
    } catch (const std::exception&) {
    }
    if (end == text.size() && value >= 1 && value <= static_cast<double>(most) && value == std::floor(value))
        return static_cast<std::size_t>(value);
    throw Refusal(Of::words, "count-bad",
                  std::string(option) + " takes a whole number from 1 to " +
                      decimal(static_cast<double>(most), 10) + ", not '" + text + "'");
}

double tolerance(const std::string& text, const System& system, const Point& parameters) {
    const double value = number("--tol", text, system, parameters);
    if (value > 0 && value < 1) return value;
    throw Refusal(Of::words, "tolerance-bad", "--tol takes a number between 0 and 1", "such as 1e-10");
}

bool is_parameter(const std::string& name, const System& system) {
    return std::ranges::any_of(
               system.parameters,
               [&](const Parameter& p) { return p.symbol.symbol().name == ascii_name(name); }) ||
           std::ranges::any_of(system.derived,
                               [&](const DerivedParameter& d) { return d.name == ascii_name(name); });
}

namespace {

struct Value {
    Expr function;
    double value;
};

// A parameter or a variable of the state has its unit and its range, as with -p and -i; other expressions have numbers in SI units.
Value value_of(const char* option, const std::string& name, const std::string& value, const System& system,
               const Point& parameters) {
    const Source source(option, name + "=" + without_blanks_around(value));
    Diagnostics said;
    if (is_parameter(name, system)) {
        const auto read = read_parameter(source, system, said);
        if (!read || said.failed()) throw Refusal(said, source);
        return {read->first, read->second.to_double()};
    }
    const auto read = read_initial_value(source, system, said, parameters);
    if (read && !said.failed()) return {read->first, read->second.to_double()};
    return {expression(option, name, system), number(option, value, system, parameters)};
}

}  // namespace

Range range(const char* option, const std::string& text, const System& system, const Point& parameters) {
    const std::size_t equals = equals_sign(option, text, "EXPR=LOW..HIGH[:N]", "theta=0.1..0.3:10"),
                      dots = text.find("..", equals), colon = text.find(':', equals);
    if (dots == std::string::npos)
        throw Refusal(Of::words, "words-bad",
                      std::string(option) + " takes EXPR=LOW..HIGH[:N], not '" + text + "'",
                      "theta=0.1..0.3:10");
    const std::string name = without_blanks_around(text.substr(0, equals));
    const Value low = value_of(option, name, text.substr(equals + 1, dots - equals - 1), system, parameters),
                high = value_of(option, name,
                                text.substr(dots + 2, colon == std::string::npos ? colon : colon - dots - 2),
                                system, parameters);
    Range out{.text = name, .function = low.function, .low = low.value, .high = high.value, .count = {}};
    if (colon != std::string::npos)
        out.count = count(option, without_blanks_around(text.substr(colon + 1)), 1'000'000);
    if (!(out.low < out.high))
        throw Refusal(Of::words, "interval-empty",
                      "the interval '" + without_blanks_around(text.substr(equals + 1)) +
                          "' is empty: its first number must be the smaller one");
    return out;
}

Level level(const char* option, const std::string& text, const System& system, const Point& parameters) {
    const std::size_t equals = equals_sign(option, text, "EXPR=VALUE", "energy=3");
    const std::string name = without_blanks_around(text.substr(0, equals));
    const Value read = value_of(option, name, text.substr(equals + 1), system, parameters);
    return {text, read.function, read.value};
}

Crossed crossed(const char* option, const std::string& text, const System& system) {
    for (const auto& [end, direction] : {std::pair{":up", 1}, std::pair{":down", -1}})
        if (text.ends_with(end))
            return {expression(option, text.substr(0, text.size() - std::string_view(end).size()), system),
                    direction};
    return {expression(option, text, system), 0};
}

Expr of_state(const Flow& flow, const Expr& e, const std::string& text) {
    try {
        return flow.written(e);
    } catch (const Unavailable&) {
        throw Refusal(Of::words, "unavailable", "'" + text + "' is not a function of the state",
                      "a core leaves coordinates out; --full takes the system as it is stated");
    }
}

}  // namespace anholon::request
