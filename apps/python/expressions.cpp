#include "expressions.hpp"

#include <charconv>
#include <cmath>

#include "expr/copy.hpp"
#include "expr/derivative.hpp"
#include "expr/print.hpp"
#include "expr/simplify.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "library/internals.hpp"
#include "model/state/parameter_values.hpp"
#include "proof/zero_claim.hpp"
#include "report/data.hpp"
#include "request/failure.hpp"
#include "request/words.hpp"

namespace anholon::binding {

namespace {

using Of = Refusal::Of;

constexpr std::pair<const char*, Function> functions[] = {
    {"sin", Function::sin},   {"cos", Function::cos},   {"tan", Function::tan},   {"asin", Function::asin},
    {"acos", Function::acos}, {"atan", Function::atan}, {"sinh", Function::sinh}, {"cosh", Function::cosh},
    {"tanh", Function::tanh}, {"exp", Function::exp},   {"log", Function::log},   {"abs", Function::abs},
    {"sign", Function::sign}};

Expr symbol_named(const std::string& name, System& system) {
    const std::size_t dots = name.size() - std::min(name.size(), name.find('\''));
    const Expr e = system.c().find(name.substr(0, name.size() - dots), static_cast<int>(dots));
    if (e && e.is_symbol()) return e;
    const Expr read = request::expression("name", name, system);
    if (read.is_symbol()) return read;
    throw Refusal(Of::words, "name-no-symbol", "'" + name + "' stands for " + text_in_brief(read),
                  "a parameter, a coordinate, a velocity or t is needed here");
}

Rational exact(double number, System& system) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, library::finite(number, "value")).ptr;
    const Expr e = request::expression("value", std::string(digits, end), system);
    return e.number();
}

}  // namespace

template <class F>
auto Expression::worked(F&& f) const {
    return library::answered(nullptr, [&] {
        const std::lock_guard lock(of_->one_at_a_time);
        return f();
    });
}

Expression Expression::read(const std::shared_ptr<Expressions>& of, const std::string& text) {
    return library::answered(nullptr, [&] {
        const std::lock_guard lock(of->one_at_a_time);
        return Expression(of, request::expression("expression", text, of->system));
    });
}

Expression Expression::copied(const std::shared_ptr<Expressions>& of, const Expr& e) {
    const std::lock_guard lock(of->one_at_a_time);
    return {of, anholon::copied(e, of->system.c())};
}

Expression Expression::combined(char operation, const Expression& other) const {
    if (of_ != other.of_) throw library::error_of("models-differ", "the expressions are of different models");
    return worked([&]() -> Expression {
        const Expr a = e_, b = other.e_;
        switch (operation) {
            case '+': return {of_, a + b};
            case '-': return {of_, a - b};
            case '*': return {of_, a * b};
            case '/': return {of_, a / b};
            default: return {of_, pow(a, b)};
        }
    });
}

Expression Expression::negated() const {
    return worked([&] { return Expression(of_, -e_); });
}

Expression Expression::applied(const std::string& function) const {
    return worked([&]() -> Expression {
        if (function == "sqrt") return {of_, sqrt(e_)};
        for (const auto& [name, f] : functions)
            if (function == name) return {of_, apply(f, e_)};
        throw Refusal(Of::words, "function-unknown", "there is no function '" + function + "'");
    });
}

Expression Expression::derivative(const std::string& name) const {
    return worked([&] { return Expression(of_, anholon::derivative(e_, symbol_named(name, of_->system))); });
}

Expression Expression::time_derivative() const {
    return worked([&] { return Expression(of_, anholon::time_derivative(e_)); });
}

Expression Expression::simplified() const {
    return worked([&] { return Expression(of_, anholon::simplified(e_)); });
}

Expression Expression::substituted(const std::vector<std::pair<std::string, Expression>>& values) const {
    return worked([&] {
        Substitution replace;
        for (const auto& [name, value] : values) {
            if (value.of_ != of_)
                throw Refusal(Of::words, "models-differ", "the expressions are of different models");
            replace.emplace_back(symbol_named(name, of_->system), value.e_);
        }
        return Expression(of_, substitute(e_, replace));
    });
}

ZeroVerdict Expression::is_zero() const {
    return worked([&] { return proof::prove_zero(e_, {.seed = 0}).verdict; });
}

bool Expression::is_same(const Expression& other) const { return of_ == other.of_ && e_ == other.e_; }

double Expression::value(const std::vector<std::pair<std::string, double>>& at) const {
    return worked([&] {
        Point point;
        for (const auto& [name, value] : at)
            point.emplace_back(symbol_named(name, of_->system), exact(value, of_->system));
        const auto is_given = [&](const Expr& symbol) {
            return std::ranges::any_of(point, [&](const auto& pair) { return pair.first == symbol; });
        };
        for (const auto& [symbol, value] : parameter_point(of_->system))
            if (!is_given(symbol)) point.emplace_back(symbol, value);
        for (const Expr& symbol : symbols_of(e_))
            if (symbol.symbol().kind != SymbolKind::pi && !is_given(symbol))
                throw Refusal(Of::words, "value-missing",
                              "'" + symbol_text(symbol.symbol()) + "' has no value");
        const Ball ball = enclosure(e_, point);
        if (!ball.is_finite() || !std::isfinite(ball.midpoint()))
            throw Refusal(Of::system, "value-none", "the expression has no finite value there");
        return ball.midpoint();
    });
}

std::string Expression::text() const {
    return worked([&] { return anholon::text(e_); });
}

std::string Expression::latex() const {
    return worked([&] { return anholon::latex(e_); });
}

std::string Expression::tree() const {
    return worked([&] { return to_line(as_json(Data(e_))); });
}

std::vector<std::string> Expression::symbols() const {
    return worked([&] {
        std::vector<std::string> names;
        for (const Expr& symbol : symbols_of(e_))
            if (symbol.symbol().kind != SymbolKind::pi) names.push_back(symbol_text(symbol.symbol()));
        return names;
    });
}

}  // namespace anholon::binding
