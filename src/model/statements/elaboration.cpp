#include "model/statements/elaboration.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "expr/enclosure.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "model/language/builtin.hpp"
#include "model/language/errors.hpp"
#include "model/language/expression.hpp"

namespace anholon {

namespace {

// A picture decides nothing about the rest of the model.
bool is_in_picture(const syntax::ModelTree& tree, Span span) {
    return std::ranges::any_of(tree.statements, [&](const syntax::Statement& s) {
        return std::holds_alternative<syntax::PictureStatement>(s.what) && s.span.begin <= span.begin &&
               span.end <= s.span.end;
    });
}

}  // namespace

Elaboration::Elaboration(const syntax::ModelTree& tree, const Source& source, Diagnostics& diagnostics)
    : tree(tree), source(source), diagnostics(diagnostics) {
    system.context = std::make_unique<Context>();
    system.t = context().time();
    declare("t", {system.t, "time"});
    declare("pi", {context().pi(), "number"});
    dimensions["t"] = seconds();
    dimensions["pi"] = Dimension{};
    system.name = text(tree.name);
    for (const syntax::TreeNode& node : tree.expressions.nodes) {
        if (node.kind != syntax::NodeKind::quantity || is_in_picture(tree, node.span)) continue;
        system.has_quantities = true;
        Diagnostics ignored;
        const auto unit = read_unit(node.name, source, ignored);
        units_given = units_given || (unit && !unit->dimension.is_one());
    }
}

void Elaboration::declare(std::string_view name, const Meaning& meaning) {
    inner.add(name, meaning);
    outer.add(name, meaning);
}

bool Elaboration::may_declare(Span span) {
    const std::string_view name = source.text(span);
    if (find_builtin(name)) {
        report(name_reserved(span, name));
        return false;
    }
    if (const Meaning* known = outer.find(name)) {
        report(name_duplicate(span, name, *known));
        return false;
    }
    return true;
}

Expr Elaboration::new_symbol(Span span, std::string noun, SymbolKind kind) {
    if (!may_declare(span)) return {};
    const std::string name = ascii_name(source.text(span));
    try {
        const Expr symbol =
            kind == SymbolKind::variable ? context().variable(name) : context().constant(name);
        declare(name, {symbol, std::move(noun), span});
        return symbol;
    } catch (const BadSymbol& reason) {
        report(symbol_bad(span, reason.what()));
        return {};
    }
}

Expr Elaboration::read(const syntax::Expression& e, const Scope& scope, std::optional<Dimension>* dimension) {
    const std::size_t before = diagnostics.errors();
    const Expr value = elaborate(tree.expressions, e, source, scope, context(), diagnostics);
    if (units_given && diagnostics.errors() == before) {
        const auto d = dimension_of(tree.expressions, e, source, dimensions, diagnostics);
        if (dimension) *dimension = d;
    }
    return value;
}

std::vector<Expr> Elaboration::domain(const syntax::Expression& e) {
    return radicands(tree.expressions, e, source, outer, context());
}

Expr Elaboration::constant_expression(const syntax::Expression& e, std::string_view what) {
    const Expr value = elaborate(tree.expressions, e, source, inner, context(), diagnostics);
    if (!value) return {};
    for (const Expr& symbol : symbols_of(value)) {
        const SymbolKind kind = symbol.symbol().kind;
        if (kind != SymbolKind::variable && kind != SymbolKind::time) continue;
        report(value_not_constant(e.span, what, symbol));
        return {};
    }
    return value;
}

std::optional<Constant> Elaboration::constant(const syntax::Expression& e, std::string_view what) {
    const Expr value = constant_expression(e, what);
    if (!value) return std::nullopt;
    try {
        Substitution replace;
        for (const Expr& symbol : symbols_of(value))
            if (const auto known = values.find(index(symbol.id())); known != values.end())
                replace.emplace_back(symbol, known->second);
        return evaluated(substitute(value, replace), e.span, what);
    } catch (const Undefined& reason) {
        report(undefined(e.span, reason.what()));
        return std::nullopt;
    }
}

std::optional<Constant> Elaboration::evaluated(Expr exact, Span span, std::string_view what) {
    if (exact.is_number()) return Constant{exact, exact.number()};
    const Ball ball = enclosure(exact, {}, 256);
    const auto close = ball.is_finite() ? Rational::parse(ball.to_string(40)) : std::nullopt;
    if (close) return Constant{exact, *close};
    report(value_not_real(span, what));
    return std::nullopt;
}

void Elaboration::same_dimension(const syntax::Expression& left, const std::optional<Dimension>& a,
                                 const syntax::Expression& right, const std::optional<Dimension>& b) {
    if (a && b && *a != *b)
        report(unit_mismatch(Mismatch::sides, join(left.span, right.span), *a, *b, left.span, right.span));
}

bool Elaboration::has_acceleration(Expr e, Span span, std::string_view where) {
    const int most = system.algebra ? 0 : 1;
    for (const Expr& symbol : symbols_of(e)) {
        const bool is_rate_of_state = std::ranges::any_of(system.states, [&](const ControllerState& s) {
            return symbol.symbol().dots > 0 && symbol.symbol().name == s.symbol.symbol().name;
        });
        if (is_rate_of_state) {
            report(rate_unexpected(span, where, symbol));
            return true;
        }
        if (symbol.symbol().kind != SymbolKind::variable || symbol.symbol().dots <= most) continue;
        report(acceleration_unexpected(span, where, symbol));
        return true;
    }
    return false;
}

}  // namespace anholon
