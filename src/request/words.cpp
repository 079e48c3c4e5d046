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

std::vector<Observable> columns(const Flow& flow, const std::optional<std::string>& words,
                                const System& system) {
    std::vector<Observable> out;
    if (!words) {
        for (const Expr& x : flow.equations().state)
            out.push_back({.name = symbol_text(x.symbol()), .value = x});
        return out;
    }
    for (const std::string& word : split_outside_parentheses(*words, ',')) {
        const std::size_t equals = word.find('=');
        const std::string text = equals == std::string::npos ? word : word.substr(equals + 1);
        out.push_back({.name = without_blanks_around(word.substr(0, equals)),
                       .value = of_state(flow, expression("--columns", text, system), text)});
    }
    return out;
}

namespace {

// Outside it the values of a parameter have no meaning.
std::optional<std::pair<double, double>> range_of(const Expr& parameter, const System& system) {
    for (const Parameter& p : system.parameters)
        if (p.symbol == parameter && p.range)
            return std::pair{p.range->first.to_double(), p.range->second.to_double()};
    return std::nullopt;
}

}  // namespace

Draw draw(const char* option, const std::string& text, const Flow& flow, const Point& parameters) {
    const System& system = flow.system();
    const std::string form = "EXPR=normal(MEAN, DEVIATION) or EXPR=uniform(LOW, HIGH)",
                      example = "w3=normal(-5, 0.1)";
    const std::size_t equals = equals_sign(option, text, form, example), open = text.find('(', equals);
    const std::string name = without_blanks_around(text.substr(0, equals)),
                      all = without_blanks_around(text.substr(equals + 1));
    const std::string law =
        open == std::string::npos ? "" : without_blanks_around(text.substr(equals + 1, open - equals - 1));
    const bool is_normal = law == "normal";
    if ((!is_normal && law != "uniform") || !all.ends_with(')'))
        throw Refusal(Of::words, "words-bad", std::string(option) + " takes " + form + ", not '" + text + "'",
                      example);
    const std::string inside = all.substr(law.size() + 1 + all.substr(law.size()).find('('));
    const std::vector<std::string> numbers =
        split_outside_parentheses(inside.substr(0, inside.size() - 1), ',');
    if (numbers.size() != 2)
        throw Refusal(Of::words, "words-bad", law + " has two numbers: '" + text + "'", example);
    const Value first = value_of(option, name, numbers[0], system, parameters);
    // A deviation has the unit of the mean, but not its range.
    const Value second =
        value_of(option, name, is_normal ? "(" + numbers[0] + ") + (" + numbers[1] + ")" : numbers[1], system,
                 parameters);
    Draw out{.text = name,
             .function = first.function,
             .law = is_normal ? Draw::Law::normal : Draw::Law::uniform,
             .first = first.value,
             .second = is_normal ? second.value - first.value : second.value};
    if (is_normal ? !(out.second > 0) : !(out.first < out.second))
        throw Refusal(
            Of::words, "draw-empty",
            is_normal ? "the deviation in '" + text + "' is not positive"
                      : "the interval in '" + text + "' is empty: its first number must be the smaller one");
    if (parameter_place(flow, out.function))
        out.range = range_of(out.function, system);
    else
        out.function = of_state(flow, out.function, name);
    return out;
}

}  // namespace anholon::request
