#include "code/source/language.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "code/source/fill.hpp"
#include "code/source/languages.hpp"

namespace anholon {

namespace {

std::string_view in_c(Op op) {
    switch (op) {
        case Op::input:
        case Op::constant: break;
        case Op::add: return "@a@ + @b@";
        case Op::subtract: return "@a@ - @b@";
        case Op::multiply: return "@a@ * @b@";
        case Op::divide: return "@a@ / @b@";
        case Op::negate: return "-@a@";
        case Op::square_root: return "sqrt(@a@)";
        case Op::power: return "pow(@a@, @b@)";
        case Op::sin: return "sin(@a@)";
        case Op::cos: return "cos(@a@)";
        case Op::tan: return "tan(@a@)";
        case Op::asin: return "asin(@a@)";
        case Op::acos: return "acos(@a@)";
        case Op::atan: return "atan(@a@)";
        case Op::atan2: return "atan2(@a@, @b@)";
        case Op::sinh: return "sinh(@a@)";
        case Op::cosh: return "cosh(@a@)";
        case Op::tanh: return "tanh(@a@)";
        case Op::exp: return "exp(@a@)";
        case Op::log: return "log(@a@)";
        case Op::abs: return "fabs(@a@)";
        case Op::sign: return "(@a@ > 0.0) - (@a@ < 0.0)";
        case Op::choose: return "@a@ > 0.0 ? @b@ : @c@";
    }
    return "";
}

std::string_view operation(const Language& language, Op op, bool is_lenient) {
    if (const auto lenient = language.lenient.find(op); is_lenient && lenient != language.lenient.end())
        return lenient->second;
    const auto own = language.operations.find(op);
    return own != language.operations.end() ? own->second : in_c(op);
}

}  // namespace

std::string number(double value) {
    if (!std::isfinite(value)) throw NumberTooLarge("a number of this system is too large for a double");
    std::string s = decimal(value, 17);
    if (s.find_first_of(".en") == std::string::npos) s += ".0";
    return s;
}

std::string list(const std::vector<double>& values, const Language& language) {
    if (values.empty()) return std::string(language.empty_list);
    constexpr std::size_t a_line = 4;
    std::string s;
    for (std::size_t k = 0; k < values.size(); ++k) {
        if (k > 0) s += k % a_line == 0 ? language.line_break : ", ";
        s += number(values[k]);
    }
    return s;
}

std::string quoted_names(const std::vector<std::string>& list, const Language& language) {
    std::string s;
    for (const std::string& name : list) {
        std::string quoted;
        for (const char c : name) quoted += (c == language.quote ? language.quoted_quote : std::string(1, c));
        s += (s.empty() ? "" : ", ") + (language.quote + quoted) + language.quote;
    }
    return s.empty() ? std::string(language.no_names) : s;
}

std::string element(const Language& language, std::string_view array, std::size_t i) {
    return fill(language.element,
                {{"array", std::string(array)}, {"i", std::to_string(i + language.first_index)}});
}

std::string entry(const Language& language, std::string_view array, std::size_t i, std::size_t j,
                  std::size_t columns) {
    return fill(language.entry, {{"array", std::string(array)},
                                 {"i", std::to_string(i + language.first_index)},
                                 {"j", std::to_string(j + language.first_index)},
                                 {"k", std::to_string(i * columns + j)}});
}

std::string statements(const Program& program, const Language& language, const Places& places) {
    std::vector<std::string> written;  // what stands for the value of each instruction
    std::size_t values = 0;
    std::string out;
    const bool is_lenient =
        std::ranges::any_of(program.instructions, [](const Instruction& i) { return i.op == Op::choose; });
    for (const auto& [op, a, b, c] : program.instructions) {
        if (op == Op::input) {
            written.push_back(places.input(a));
        } else if (op == Op::constant) {
            const double value = program.constants[a];
            written.push_back(value < 0 ? "(" + number(value) + ")" : number(value));
        } else {
            written.push_back(places.value(++values));
            const std::string value = fill(operation(language, op, is_lenient),
                                           {{"a", written[a]}, {"b", written[b]}, {"c", written[c]}});
            out += fill(language.local, {{"name", written.back()}, {"value", value}});
        }
    }
    for (std::size_t k = 0; k < program.outputs.size(); ++k)
        out +=
            fill(language.assignment, {{"place", places.output(k)}, {"value", written[program.outputs[k]]}});
    return out;
}

}  // namespace anholon
