#include "code/source/functions.hpp"

#include <algorithm>
#include <cmath>

#include "code/source/languages.hpp"
#include "expr/build.hpp"
#include "expr/derivative.hpp"
#include "expr/print.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

std::vector<Expr> entries(const Matrix& A) { return {A.entries().begin(), A.entries().end()}; }

bool is_zero_number(const Expr& e) { return e.is_number() && e.number().is_zero(); }

// Without its name an input is a vector and a place in it.
struct Input {
    std::string_view array;
    std::size_t i = 0;
};

struct Inputs {
    std::vector<Expr> symbols;
    std::vector<Input> places;
    Inputs(const RateEquations& e, std::string_view array, const std::vector<Expr>& unknowns)
        : symbols{e.t}, places{{"t"}} {
        add("x", e.state);
        add("p", e.parameters);
        add(array, unknowns);
    }
    void add(std::string_view array, const std::vector<Expr>& list) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            symbols.push_back(list[i]);
            places.push_back({array, i});
        }
    }
};

// A backward pass a row: on long equations in many variables a third fewer operations than a forward pass a variable.
std::vector<Expr> rows_of_derivatives(const std::vector<Expr>& f, const std::vector<Expr>& x) {
    std::vector<Expr> rows;
    for (const Expr& row : f)
        for (const Expr& derivative : gradient(row, x)) rows.push_back(derivative);
    return rows;
}

}  // namespace

std::vector<FunctionOutput> linear_system(const RateEquations& e) {
    return {{"W", entries(e.W), e.unknowns.size()}, {"r", e.r}};
}

std::vector<FunctionOutput> rates(const RateEquations& e) { return {{"dx", e.rates}}; }

std::vector<Expr> switching_functions(const RateEquations& e) {
    std::vector<Expr> all = entries(e.W), found;
    for (const auto* list : {&e.r, &e.rates}) all.insert(all.end(), list->begin(), list->end());
    if (all.empty()) return found;
    Context& c = e.t.context();
    const Walk walk(c, all);
    for (const NodeId id : walk.nodes()) {
        const Node node = c.node(id);
        if (node.kind != Kind::function) continue;
        if (node.function != Function::abs && node.function != Function::sign &&
            node.function != Function::choose)
            continue;
        const auto [factor, core] = split_coefficient(c, node.args[0]);
        const Expr u(c, core);
        const bool moves = std::ranges::any_of(symbols_of(u), [&](const Expr& s) {
            return s.symbol().kind == SymbolKind::variable || s.symbol().kind == SymbolKind::time;
        });
        if (moves && std::ranges::find(found, u) == found.end()) found.push_back(u);
    }
    return found;
}

std::vector<FunctionOutput> derivatives(const RateEquations& e) {
    const std::size_t nx = e.state.size(), nz = e.unknowns.size();
    std::vector<Expr> residual;
    for (std::size_t i = 0; i < nz; ++i) residual.push_back(e.r[i] - dot(e.W.row(i), e.unknowns));
    return {{"B", rows_of_derivatives(residual, e.state), nx},
            {"Gx", rows_of_derivatives(e.rates, e.state), nx},
            {"Gz", rows_of_derivatives(e.rates, e.unknowns), nz}};
}

std::vector<FunctionOutput> reading_system(const RateEquations& e) {
    return {{"W", entries(e.readings.W), e.readings.unknowns.size()}, {"r", e.readings.r}};
}

std::vector<FunctionOutput> reading_values(const RateEquations& e) {
    FunctionOutput out{"values", {}};
    for (const auto& [name, value] : e.readings.values) out.entries.push_back(value);
    return {out};
}

namespace {

FunctionBody written(const Inputs& inputs, const std::vector<FunctionOutput>& outputs,
                     const Language& language) {
    FunctionBody result;
    std::vector<Expr> values;
    std::vector<std::string> places;
    const auto write = [&](const Expr& e, std::string place) {
        values.push_back(e);
        places.push_back(std::move(place));
    };
    for (const auto& [name, list, columns] : outputs)
        for (std::size_t k = 0; k < list.size(); ++k)
            if (columns == 0)
                write(list[k], element(language, name, k));
            else if (!is_zero_number(list[k]))
                write(list[k], entry(language, name, k / columns, k % columns, columns));
    const auto input = [&](std::size_t k) {
        const auto& [array, i] = inputs.places[k];
        result.used.insert(std::string(array));
        return k == 0 ? "t" : element(language, array, i);
    };
    result.lines = statements(program(values, inputs.symbols), language,
                              {.input = input,
                               .output = [&](std::size_t k) { return places[k]; },
                               .value = [](std::size_t k) { return "v" + std::to_string(k); }});
    return result;
}

}  // namespace

FunctionBody body(const RateEquations& e, const std::vector<FunctionOutput>& outputs,
                  const Language& language) {
    return written({e, "z", e.unknowns}, outputs, language);
}

FunctionBody reading_body(const RateEquations& e, const std::vector<FunctionOutput>& outputs,
                          const Language& language) {
    return written({e, "y", e.readings.unknowns}, outputs, language);
}

std::string description(const RateEquations& e, const Language& language) {
    std::string lines;
    const auto line = [&](const std::string& text) {
        std::string whole = std::string(language.comment) + text;
        whole.erase(whole.find_last_not_of(' ') + 1);
        lines += whole + "\n";
    };
    const auto listing = [&](const char* heading, const char* array, const std::vector<Expr>& symbols) {
        line("");
        line(symbols.empty() ? std::string(heading) + ": none" : std::string(heading) + ":");
        for (std::size_t k = 0; k < symbols.size(); ++k)
            line("  " + element(language, array, k) + " = " + text(symbols[k]));
    };
    line(e.title);
    line("");
    line("W(t, x, p) z = r(t, x, p),  dx/dt = G(t, x, p, z)");
    listing("State x", "x", e.state);
    listing("Parameters p", "p", e.parameters);
    listing("Unknowns z", "z", e.unknowns);
    if (const std::vector<Expr> u = switching_functions(e); !u.empty())
        listing("Switching functions u, at whose zeros dx/dt is not smooth", "u", u);
    line("");
    line(e.readings.values.empty() ? "Values: none" : "Values:");
    for (std::size_t k = 0; k < e.readings.values.size(); ++k)
        line("  " + element(language, "values", k) + " = " + e.readings.values[k].first);
    return lines;
}

std::vector<double> parameter_values(const RateEquations& e) {
    std::vector<double> values;
    for (std::size_t k = 0; k < e.parameter_values.size(); ++k) {
        const Rational& exact = e.parameter_values[k];
        values.push_back(exact.to_double());
        if (!std::isfinite(values.back()) || (values.back() == 0 && !exact.is_zero()))
            throw NumberTooLarge("the parameter '" + text(e.parameters[k]) + "' is too " +
                                 (values.back() == 0 ? "small" : "large") + " for a double");
    }
    return values;
}

std::vector<std::string> names_of(const std::vector<Expr>& symbols) {
    std::vector<std::string> out;
    for (const Expr& symbol : symbols) out.push_back(text(symbol));
    return out;
}

std::vector<std::string> value_names(const RateEquations& e) {
    std::vector<std::string> out;
    for (const auto& [name, value] : e.readings.values) out.push_back(name);
    return out;
}

}  // namespace anholon
