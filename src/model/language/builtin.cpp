#include "model/language/builtin.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.hpp"

namespace anholon {

namespace {

using Arguments = std::span<const Expr>;

Expr clamped(Expr x, Expr low, Expr high) { return choose(x - high, high, choose(low - x, low, x)); }

constexpr Builtin table[] = {
    {"sin", 1, "sin(x)", [](Arguments a) { return sin(a[0]); }},
    {"cos", 1, "cos(x)", [](Arguments a) { return cos(a[0]); }},
    {"tan", 1, "tan(x)", [](Arguments a) { return tan(a[0]); }},
    {"asin", 1, "asin(x)", [](Arguments a) { return asin(a[0]); }},
    {"acos", 1, "acos(x)", [](Arguments a) { return acos(a[0]); }},
    {"atan", 1, "atan(x)", [](Arguments a) { return atan(a[0]); }},
    {"atan2", 2, "atan2(y, x)", [](Arguments a) { return atan2(a[0], a[1]); }},
    {"sinh", 1, "sinh(x)", [](Arguments a) { return sinh(a[0]); }},
    {"cosh", 1, "cosh(x)", [](Arguments a) { return cosh(a[0]); }},
    {"tanh", 1, "tanh(x)", [](Arguments a) { return tanh(a[0]); }},
    {"exp", 1, "exp(x)", [](Arguments a) { return exp(a[0]); }},
    {"log", 1, "log(x)", [](Arguments a) { return log(a[0]); }},
    {"ln", 1, "ln(x)", [](Arguments a) { return log(a[0]); }},
    {"sqrt", 1, "sqrt(x)", [](Arguments a) { return sqrt(a[0]); }},
    {"abs", 1, "abs(x)", [](Arguments a) { return abs(a[0]); }},
    {"sign", 1, "sign(x)", [](Arguments a) { return sign(a[0]); }},
    {"step", 1, "step(x)", [](Arguments a) { return (1 + sign(a[0])) / 2; }},
    {"min", 2, "min(a, b)", [](Arguments a) { return min(a[0], a[1]); }},
    {"max", 2, "max(a, b)", [](Arguments a) { return max(a[0], a[1]); }},
    {"clamp", 3, "clamp(x, low, high)", [](Arguments a) { return clamped(a[0], a[1], a[2]); }},
    {"if", 3, "if(a < b, x, y)", [](Arguments a) { return choose(a[0], a[1], a[2]); }},
};

constexpr std::pair<std::string_view, std::string_view> elsewhere[] = {
    {"arcsin", "asin"}, {"arccos", "acos"}, {"arctan", "atan"}, {"arctan2", "atan2"},  {"tg", "tan"},
    {"arctg", "atan"},  {"sh", "sinh"},     {"ch", "cosh"},     {"th", "tanh"},        {"sgn", "sign"},
    {"signum", "sign"}, {"fabs", "abs"},    {"Abs", "abs"},     {"heaviside", "step"}, {"Heaviside", "step"},
    {"fmin", "min"},    {"fmax", "max"},    {"Min", "min"},     {"Max", "max"},
};

}  // namespace

std::span<const Builtin> builtins() { return table; }

const Builtin* find_builtin(std::string_view name) {
    const auto* found =
        std::find_if(std::begin(table), std::end(table), [&](const Builtin& b) { return b.name == name; });
    return found == std::end(table) ? nullptr : found;
}

std::string probable_builtin(std::string_view name) {
    for (const auto& [theirs, ours] : elsewhere)
        if (theirs == name) return std::string(ours);
    std::vector<std::string> names;
    for (const Builtin& b : table) names.emplace_back(b.name);
    return nearest(name, names).value_or("");
}

}  // namespace anholon
