#include "model/request.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/enclosure.hpp"
#include "expr/print.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "model/language/dimension.hpp"
#include "model/language/errors.hpp"
#include "model/language/expression.hpp"
#include "model/language/unit.hpp"
#include "model/reactions.hpp"
#include "model/state/state_variable.hpp"
#include "model/system_units.hpp"
#include "syntax/statement.hpp"

namespace anholon {

Expr energy_of(Expr L, std::span<const Expr> v) { return v.empty() ? -L : dot(gradient(L, v), v) - L; }
Expr energy_of(const System& system) {
    return system.energy ? system.energy : energy_of(system.L, system.velocities());
}

// No place of declaration is given: it is in another source than what is asked.
Scope scope_of(const System& system) {
    Scope scope;
    scope.add("t", {system.t, "time"});
    scope.add("pi", {system.c().pi(), "number"});
    for (const Parameter& p : system.parameters)
        scope.add(p.symbol.symbol().name, {p.symbol, p.is_input ? "input" : "parameter"});
    for (const DerivedParameter& p : system.derived) scope.add(p.name, {p.definition, "parameter"});
    for (const Coordinate& q : system.coordinates)
        scope.add(q.symbol.symbol().name, {q.symbol, "coordinate"});
    // The velocity x' of a core that knows no x: the name stands for x all the same, and has no value.
    if (system.algebra)
        for (const Expr& w : system.algebra->omega) {
            const Symbol& symbol = w.symbol();
            if (symbol.dots == 0)
                scope.add(symbol.name, {w, "velocity"});
            else
                scope.add(symbol.name, {system.c().variable(symbol.name), left_out});
        }
    for (const QuasiVelocity& eta : system.quasi)
        scope.add(eta.symbol.symbol().name, {eta.symbol, "quasi-velocity"});
    for (const ControllerState& s : system.states) scope.add(s.symbol.symbol().name, {s.symbol, "state"});
    for (const Output& o : system.outputs) scope.add(o.name, {o.value, "output"});
    for (const auto& [name, value] : system.lets) scope.add(name, {value, "abbreviation"});
    std::size_t on_velocities = 0;
    for (std::size_t k = 0; k < system.multipliers.size(); ++k) {
        const Expr symbol = system.multipliers[k];
        scope.add(symbol.symbol().name, {symbol, "multiplier"});
        if (system.constraints[k].kind != Constraint::Kind::geometric)
            scope.add("lambda" + std::to_string(++on_velocities), {symbol, "multiplier"});
    }
    for (const DryFriction& f : system.frictions)
        for (const DryFriction::Row& row : f.rows)
            scope.add(row.force.symbol().name, {row.force, "force of friction"});
    for (const KnownMultiplier& k : system.reactions)
        scope.add(k.symbol.symbol().name, {k.value, "multiplier"});
    scope.add("energy", {energy_of(system), "abbreviation"});
    return scope;
}

namespace {

// The reaction that a misspelt name probably means; nothing if something else in the model is as near.
std::optional<std::string> nearly_a_reaction(const std::string& name, const Scope& scope,
                                             const System& system) {
    if (name.find('_') == std::string::npos || nearest(name, scope.names())) return std::nullopt;
    return nearest(name, reaction_names(system));
}

// The scope with the reactions that the text names: they are derived only if they are asked for.
std::optional<Scope> with_reactions(const Source& source, const Scope& scope, const System& system,
                                    Diagnostics& diagnostics) {
    std::optional<Scope> more;
    const std::string_view text = source.text(source.all());
    const auto is_part = [](char c) {
        return is_digit(static_cast<unsigned char>(c)) || c == '_' || (c >= 'a' && c <= 'z') ||
               (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
    };
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_part(text[end])) ++end;
        const std::string name = ascii_name(text.substr(at, end - at));
        if (end > at && !scope.find(name))
            if (const auto reaction = reaction_named(system, name)) {
                if (!reaction->value) {
                    const Span all = source.all();
                    diagnostics.add(reaction_not_known({static_cast<std::uint32_t>(all.begin + at),
                                                        static_cast<std::uint32_t>(all.begin + end)},
                                                       name, reaction->why_not));
                    return std::nullopt;
                }
                if (!more) more = scope;
                more->add(name, {reaction->value, "reaction"});
            } else if (const auto meant = nearly_a_reaction(name, scope, system)) {
                const auto first = static_cast<std::uint32_t>(source.all().begin + at);
                Diagnostic unknown = name_unknown({first, static_cast<std::uint32_t>(first + (end - at))},
                                                  name, scope, source);
                unknown.help = "did you mean the reaction '" + *meant + "'?";
                diagnostics.add(std::move(unknown));
                return std::nullopt;
            }
        at = end + 1;
    }
    return more;
}

}  // namespace

std::vector<std::string> names_of_inputs(const System& system) {
    std::vector<std::string> names;
    for (const Parameter& p : system.parameters)
        if (p.is_input) names.push_back(symbol_text(p.symbol.symbol()));
    return names;
}

Expr read_expression(const Source& source, const Scope& given, const System& system,
                     Diagnostics& diagnostics) {
    const auto parsed = syntax::parse_expression(source, diagnostics);
    if (!parsed) return {};
    const auto more = with_reactions(source, given, system, diagnostics);
    if (diagnostics.failed()) return {};
    const Scope& scope = more ? *more : given;
    const Expr value = elaborate(parsed->tree, parsed->expression, source, scope, system.c(), diagnostics);
    // A plain number is in SI units, as in x - 1; where a number has a unit, dimensions are checked.
    if (!diagnostics.failed() && syntax::has_quantity(parsed->tree, parsed->expression))
        dimension_of(parsed->tree, parsed->expression, source, SystemUnits(system).of_names(), diagnostics);
    return diagnostics.failed() ? Expr() : value;
}

Expr read_equation(const Source& source, const Scope& scope, const System& system, Diagnostics& diagnostics) {
    const auto parsed = syntax::parse_equation(source, diagnostics);
    if (!parsed) return {};
    if (!parsed->right) return read_expression(source, scope, system, diagnostics);
    const auto side = [&](const syntax::Expression& e) {
        return elaborate(parsed->tree, e, source, scope, system.c(), diagnostics);
    };
    const Expr left = side(parsed->left), right = side(*parsed->right);
    if (!left || !right || diagnostics.failed()) return {};
    if (syntax::has_quantity(parsed->tree, parsed->left) ||
        syntax::has_quantity(parsed->tree, *parsed->right)) {
        const Dimensions names = SystemUnits(system).of_names();
        const auto wanted = dimension_of(parsed->tree, parsed->left, source, names, diagnostics),
                   given = dimension_of(parsed->tree, *parsed->right, source, names, diagnostics);
        if (wanted && given && *wanted != *given)
            diagnostics.add(unit_misfit(parsed->right->span, "the left side", *given, *wanted));
    }
    return diagnostics.failed() ? Expr() : left - right;
}

namespace {

using syntax::Definition;

std::optional<Dimension> dimension_of_unit(const std::string& unit) {
    if (unit.empty()) return std::nullopt;
    const Source source("unit", unit.starts_with("[") ? unit : "[" + unit + "]");
    Diagnostics ignored;
    const auto read = read_unit(source.all(), source, ignored);
    return read ? std::optional(read->dimension) : std::nullopt;
}

// The number that an expression of numbers, π and parameters stands for.
std::optional<Rational> number_of(Expr value, Span span, std::string_view what, const System& system,
                                  Diagnostics& diagnostics, const Point& parameters = {}) {
    Point at;
    for (const Expr& symbol : symbols_of(value)) {
        const auto p = std::ranges::find(system.parameters, symbol, &Parameter::symbol);
        if (p != system.parameters.end()) {
            const auto given = std::ranges::find(parameters, symbol, &std::pair<Expr, Rational>::first);
            at.emplace_back(symbol, given == parameters.end() ? p->value : given->second);
        } else if (symbol.symbol().kind != SymbolKind::pi) {
            diagnostics.add(value_not_constant(span, what, symbol));
            return std::nullopt;
        }
    }
    std::optional<Rational> number;
    if (value.is_number()) {
        number = value.number();
    } else if (const Ball ball = enclosure(value, at, 256); ball.is_finite()) {
        number = Rational::parse(ball.to_string(40));
    }
    if (number && std::isfinite(number->to_double())) return number;
    diagnostics.add(value_not_real(span, what));
    return std::nullopt;
}

struct Request {
    const Source& source;
    const System& system;
    Diagnostics& diagnostics;
    Scope scope;
    std::optional<syntax::ParsedDefinition> parsed;

    Request(const Source& text, const System& of, Diagnostics& out)
        : source(text),
          system(of),
          diagnostics(out),
          scope(scope_of(of)),
          parsed(syntax::parse_definition(text, out)) {}

    const Definition& definition() const { return parsed->definition; }
    std::string name() const { return ascii_name(source.text(definition().name)); }
    std::string written() const { return name() + std::string(definition().primes, '\''); }

    // `scale`: of a value without a unit of its own. `declared`: the unit of what has the value.
    std::optional<Rational> value(std::string_view what, Expr scale, const std::string& declared,
                                  const Point& parameters = {}) const {
        const Expr value = exact_value(scale, declared);
        if (!value) return std::nullopt;
        return number_of(value, definition().value.span, what, system, diagnostics, parameters);
    }

    // Empty after a mistake.
    Expr exact_value(Expr scale, const std::string& declared) const {
        Expr value = elaborate(parsed->tree, definition().value, source, scope, system.c(), diagnostics);
        if (!value) return {};
        const bool is_in_si = syntax::has_quantity(parsed->tree, definition().value);
        if (is_in_si && !definition().unit) {
            auto wanted = dimension_of_unit(declared);
            if (wanted) *wanted = *wanted / pow(seconds(), Rational(static_cast<long>(definition().primes)));
            const auto given = dimension_of(parsed->tree, definition().value, source,
                                            SystemUnits(system).of_names(), diagnostics);
            if (wanted && given && *wanted != *given)
                diagnostics.add(unit_misfit(definition().value.span, "'" + written() + "'", *given, *wanted));
            return diagnostics.failed() ? Expr() : value;
        }
        if (definition().unit) {
            const auto unit = read_unit(*definition().unit, source, diagnostics);
            if (!unit) return {};
            auto wanted = dimension_of_unit(declared);
            if (wanted) *wanted = *wanted / pow(seconds(), Rational(static_cast<long>(definition().primes)));
            if (wanted && *wanted != unit->dimension) {
                diagnostics.add(
                    unit_misfit(*definition().unit, "'" + written() + "'", unit->dimension, *wanted));
                return {};
            }
            scale = unit->scale(system.c());
        }
        return scale ? value * scale : value;
    }
};

}  // namespace

std::optional<Rational> read_number(const Source& source, const System& system, Diagnostics& diagnostics,
                                    const Point& parameters, const Dimension& dimension) {
    const auto parsed = syntax::parse_expression(source, diagnostics);
    if (!parsed) return std::nullopt;
    const Expr value =
        elaborate(parsed->tree, parsed->expression, source, scope_of(system), system.c(), diagnostics);
    if (!value) return std::nullopt;
    if (syntax::has_quantity(parsed->tree, parsed->expression)) {
        const auto given = dimension_of(parsed->tree, parsed->expression, source,
                                        SystemUnits(system).of_names(), diagnostics);
        if (given && *given != dimension)
            diagnostics.add(unit_misfit(source.all(), "this", *given, dimension));
        if (diagnostics.failed()) return std::nullopt;
    }
    return number_of(value, source.all(), "this", system, diagnostics, parameters);
}

namespace {

// Nothing after a mistake.
const Parameter* asked_parameter(const Request& request) {
    const auto& [source, system, diagnostics, scope, parsed] = request;
    const auto derived = std::ranges::find(system.derived, request.name(), &DerivedParameter::name);
    if (derived != system.derived.end() && request.definition().primes == 0) {
        diagnostics.add(parameter_derived(request.definition().name, derived->name, derived->from));
        return nullptr;
    }
    const auto p = std::ranges::find_if(
        system.parameters, [&](const Parameter& one) { return one.symbol.symbol().name == request.name(); });
    if (p == system.parameters.end() || request.definition().primes > 0) {
        Scope parameters;
        for (const Parameter& one : system.parameters)
            parameters.add(one.symbol.symbol().name, {one.symbol, "parameter"});
        Diagnostic d = experiment_parameter(request.definition().name, request.written());
        d.code = "parameter-unknown";
        d.help = name_unknown(d.span, request.name(), parameters, source).help;
        if (d.help.empty() && system.parameters.empty()) d.help = "the model has no parameters";
        if (d.help.empty()) {
            std::string list;
            for (const Parameter& one : system.parameters)
                list += (list.empty() ? "" : ", ") + symbol_text(one.symbol.symbol());
            d.help = "the parameters are " + list;
        }
        diagnostics.add(std::move(d));
        return nullptr;
    }
    return &*p;
}

bool is_in_range(const Request& request, const Parameter& p, const Rational& value) {
    if (!p.range || (value >= p.range->first && value <= p.range->second)) return true;
    request.diagnostics.add(value_outside_range(request.definition().value.span, request.name()));
    return false;
}

}  // namespace

std::optional<Assignment> read_parameter(const Source& source, const System& system,
                                         Diagnostics& diagnostics) {
    const Request request(source, system, diagnostics);
    const Parameter* p = request.parsed ? asked_parameter(request) : nullptr;
    if (!p) return std::nullopt;
    const auto value = request.value("a parameter", p->scale, p->unit);
    if (!value || !is_in_range(request, *p, *value)) return std::nullopt;
    return Assignment{p->symbol, *value};
}

std::optional<std::pair<Expr, Expr>> read_exact_parameter(const Source& source, const System& system,
                                                          Diagnostics& diagnostics) {
    const Request request(source, system, diagnostics);
    const Parameter* p = request.parsed ? asked_parameter(request) : nullptr;
    if (!p) return std::nullopt;
    const Expr value = request.exact_value(p->scale, p->unit);
    const Span span = request.definition().value.span;
    const auto number = value ? number_of(value, span, "a parameter", system, diagnostics) : std::nullopt;
    if (!number || !is_in_range(request, *p, *number)) return std::nullopt;
    Substitution stated;
    for (const Parameter& one : system.parameters) stated.emplace_back(one.symbol, one.exact);
    return std::pair(p->symbol, substitute(value, stated));
}

const Parameter* find_input(std::string_view name, Span span, const System& system,
                            Diagnostics& diagnostics) {
    const auto p = std::ranges::find_if(
        system.parameters, [&](const Parameter& one) { return one.symbol.symbol().name == name; });
    if (p != system.parameters.end() && p->is_input) return &*p;
    const std::vector<std::string> inputs = names_of_inputs(system);
    const Scope scope = scope_of(system);
    const Meaning* meaning = scope.find(name);
    diagnostics.add(input_unknown(span, name, meaning ? meaning->noun : "", inputs));
    return nullptr;
}

std::optional<std::pair<Expr, Expr>> read_input(const Source& source, const System& system,
                                                Diagnostics& diagnostics) {
    const Request request(source, system, diagnostics);
    if (!request.parsed) return std::nullopt;
    const Parameter* p = find_input(request.written(), request.definition().name, system, diagnostics);
    if (!p) return std::nullopt;
    for (const syntax::TreeNode& node : request.parsed->tree.nodes) {
        if (node.kind != syntax::NodeKind::name) continue;
        const std::string name = ascii_name(source.text(node.name));
        const Meaning* meaning = request.scope.find(name);
        if (!meaning || !meaning->value) continue;
        const bool moves = meaning->noun == "input" ||
                           std::ranges::any_of(symbols_of(meaning->value), [](const Expr& symbol) {
                               return symbol.symbol().kind == SymbolKind::variable;
                           });
        if (!moves) continue;
        diagnostics.add(input_feedback(node.span, request.name(), name, meaning->noun));
        return std::nullopt;
    }
    const Expr value = request.exact_value(p->scale, p->unit);
    if (!value || diagnostics.failed()) return std::nullopt;
    return std::pair(p->symbol, value);
}

std::optional<Assignment> read_initial_value(const Source& source, const System& system,
                                             Diagnostics& diagnostics, const Point& parameters) {
    const Request request(source, system, diagnostics);
    if (!request.parsed) return std::nullopt;
    const Definition& d = request.definition();
    const Meaning* meaning = request.scope.find(request.name());
    if (!meaning) {
        diagnostics.add(init_unknown(d.name, request.name(), request.scope, source));
        return std::nullopt;
    }
    const Expr symbol = state_variable(*meaning, d.primes, system);
    if (!symbol) {
        diagnostics.add(init_not_state(d.name, request.written(), noun_of(*meaning, d.primes)));
        return std::nullopt;
    }
    std::string unit;
    for (const Coordinate& q : system.coordinates)
        if (q.symbol == meaning->value) unit = q.unit;
    for (const ControllerState& s : system.states)
        if (s.symbol == meaning->value) unit = s.unit;
    const auto value = request.value("an initial value", Expr(), unit, parameters);
    if (!value) return std::nullopt;
    return Assignment{symbol, *value};
}

}  // namespace anholon
