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

namespace {

// Where the value of each instruction is needed: everywhere, nowhere, or in branches of choices alone.
class Needs {
  public:
    Needs(const Program& program, const std::vector<std::string>& written)
        : written_(written), conditions_(program.instructions.size()) {
        for (const std::uint32_t place : program.outputs) conditions_[place] = {everywhere};
        for (std::size_t k = program.instructions.size(); k-- > 0;) {
            const Instruction& i = program.instructions[k];
            const std::uint32_t arguments[] = {i.a, i.b, i.c};
            for (std::size_t j = 0; j < argument_count(i.op); ++j)
                for (const std::string& when : conditions_[k])
                    add(arguments[j], i.op == Op::choose && j > 0
                                          ? both(when, written_[i.a] + (j == 1 ? " > 0.0" : " <= 0.0"))
                                          : when);
        }
    }

    bool is_everywhere(std::size_t k) const {
        return conditions_[k].size() == 1 && conditions_[k][0] == everywhere;
    }
    // a > 0.0, or several of these joined.
    std::string text(std::size_t k) const {
        std::string out;
        for (const std::string& one : conditions_[k]) out += (out.empty() ? "" : " or ") + one;
        return out;
    }

  private:
    static constexpr const char* everywhere = "";

    static std::string both(const std::string& a, const std::string& b) {
        return a.empty() ? b : "(" + a + ") and " + b;
    }
    void add(std::size_t place, const std::string& when) {
        std::vector<std::string>& list = conditions_[place];
        if (when == everywhere || (list.size() == 1 && list[0] == everywhere))
            list = {everywhere};
        else if (std::ranges::find(list, when) == list.end())
            list.push_back(when);
    }

    const std::vector<std::string>& written_;
    std::vector<std::vector<std::string>> conditions_;
};

// What stands for the value of each instruction.
std::vector<std::string> value_texts(const Program& program, const Places& places) {
    std::vector<std::string> out;
    std::size_t values = 0;
    for (const Instruction& i : program.instructions) {
        if (i.op == Op::input) {
            out.push_back(places.input(i.a));
        } else if (i.op == Op::constant) {
            const double value = program.constants[i.a];
            out.push_back(value < 0 ? "(" + number(value) + ")" : number(value));
        } else {
            out.push_back(places.value(++values));
        }
    }
    return out;
}

}  // namespace

std::string statements(const Program& program, const Language& language, const Places& places) {
    const std::vector<std::string> written = value_texts(program, places);
    const Needs needs(program, written);
    std::string out;
    for (std::size_t k = 0; k < program.instructions.size(); ++k) {
        const auto& [op, a, b, c] = program.instructions[k];
        if (op == Op::input || op == Op::constant) continue;
        const bool is_lenient = !needs.is_everywhere(k);
        Values parts{{"a", written[a]}, {"b", written[b]}, {"c", written[c]}};
        if (is_lenient) parts["when"] = needs.text(k);
        out += fill(language.local,
                    {{"name", written[k]}, {"value", fill(operation(language, op, is_lenient), parts)}});
    }
    for (std::size_t k = 0; k < program.outputs.size(); ++k)
        out +=
            fill(language.assignment, {{"place", places.output(k)}, {"value", written[program.outputs[k]]}});
    return out;
}

}  // namespace anholon
