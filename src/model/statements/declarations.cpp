#include "model/statements/elaboration.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "expr/copy.hpp"
#include "expr/print.hpp"
#include "expr/walk.hpp"
#include "model/language/errors.hpp"
#include "model/language/unit.hpp"

namespace anholon {

namespace {

using namespace syntax;

// The unit in brackets; one if there is none; nothing after a mistake.
std::optional<Unit> unit(Elaboration& model, const std::optional<Span>& span) {
    if (!span) return Unit{};
    const auto out = read_unit(*span, model.source, model.diagnostics);
    // An angle in degrees says nothing of the other names.
    if (out && !out->dimension.is_one()) model.units_given = true;
    return out;
}

std::string unit_text(const Elaboration& model, const std::optional<Span>& span) {
    return span ? model.text({span->begin + 1, span->end - 1}) : "";
}

// The range of a parameter that has this value; the parameter's own members are set.
void range(Elaboration& model, const ParameterItem& item, const Constant& value, Expr scale, auto& p) {
    const auto& [first, second] = *item.range;
    auto low = model.constant(first, "a range"), high = model.constant(second, "a range");
    const auto in_si = [&](const Expression& e, const Constant& c) {
        return has_quantity(model.tree.expressions, e) ? c
                                                       : model.evaluated(c.exact * scale, e.span, "a range");
    };
    if (low) low = in_si(first, *low);
    if (high) high = in_si(second, *high);
    if (!low || !high) return;
    const Span span = join(first.span, second.span);
    if (low->value > high->value) return model.report(range_empty(span));
    if (value.value < low->value || value.value > high->value)
        return model.report(
            value_outside_range(item.definition.value.span, model.source.text(item.definition.name)));
    p.range = {low->value, high->value};
    p.exact_range = {low->exact, high->exact};
}

// The parameters that an expression names, in the order of the text.
std::vector<std::string> named_parameters(const Elaboration& model, const Expression& e) {
    std::vector<std::string> names;
    for (auto i = static_cast<std::uint32_t>(e.first); i <= static_cast<std::uint32_t>(e.root); ++i) {
        const TreeNode& node = model.tree.expressions[NodeIndex{i}];
        if (node.kind != NodeKind::name) continue;
        const std::string name = ascii_name(model.source.text(node.name));
        const Meaning* meaning = model.outer.find(name);
        if (meaning && meaning->noun == "parameter" && std::ranges::find(names, name) == names.end())
            names.push_back(name);
    }
    return names;
}

// What all parameters have besides a symbol or a definition.
void describe(Elaboration& model, const ParameterItem& item, const Constant& value, Expr scale, auto& p) {
    p.scale = scale;
    p.unit = unit_text(model, item.definition.unit);
    p.span = item.definition.name;
    if (item.description) p.description = string_value(model.source.text(*item.description));
    if (item.range) range(model, item, value, scale, p);
}

// A parameter that others define stands for its definition everywhere, so that it follows them.
void derived_parameter(Elaboration& model, const ParameterItem& item, const Constant& value, const Unit& u,
                       std::vector<std::string> from) {
    const Definition& d = item.definition;
    if (!model.may_declare(d.name)) return;
    const Expr scale = u.scale(model.context());
    DerivedParameter p;
    p.name = ascii_name(model.source.text(d.name));
    p.definition = model.constant_expression(d.value, "a parameter") * scale;
    p.from = std::move(from);
    describe(model, item, value, scale, p);
    if (d.unit) model.dimensions[p.name] = u.dimension;
    model.declare(p.name, {p.definition, "parameter", d.name});
    model.system.derived.push_back(std::move(p));
}

enum class Letter { parameter, input };

// Something else stands for the letter: a number, or a function of time for an input.
void fixed_letter(Elaboration& model, const Definition& d, Letter letter, const Unit& u, Expr value) {
    if (!model.may_declare(d.name)) return;
    const std::string name = ascii_name(model.source.text(d.name));
    const Expr ours = copied(value, model.context());
    model.declare(name, {ours, letter == Letter::input ? "input" : "parameter", d.name});
    if (letter == Letter::input) model.system.lets.emplace_back(name, ours);
    if (d.unit) model.dimensions[name] = u.dimension;
}

void parameter(Elaboration& model, const ParameterItem& item, Letter letter) {
    const Definition& d = item.definition;
    const bool is_input = letter == Letter::input;
    const std::string noun = is_input ? "input" : "parameter", what = is_input ? "an input" : "a parameter";
    if (d.primes > 0) return model.report(prime_of_constant(d.span, model.source.text(d.name), noun));
    const auto u = unit(model, d.unit);
    auto value = model.constant(d.value, what);
    const std::string name = ascii_name(model.source.text(d.name));
    if (const auto known = model.fixed.find(name); known != model.fixed.end()) {
        if (u) fixed_letter(model, d, letter, *u, known->second);
        return;
    }
    const Expr scale = u ? u->scale(model.context()) : Expr();
    if (value && u) value = model.evaluated(value->exact * scale, d.value.span, what);
    auto from = named_parameters(model, d.value);
    if (!is_input && value && u && !from.empty())
        return derived_parameter(model, item, *value, *u, std::move(from));
    const Expr symbol = model.new_symbol(d.name, noun, SymbolKind::constant);
    if (!symbol || !value || !u) return;
    Parameter p{symbol, value->value, value->exact, {}, {}, {}, {}, {}};
    p.is_input = is_input;
    describe(model, item, *value, scale, p);
    if (d.unit) model.dimensions[symbol.symbol().name] = u->dimension;
    if (!d.unit && has_quantity(model.tree.expressions, d.value)) {
        const auto dimension =
            dimension_of(model.tree.expressions, d.value, model.source, model.dimensions, model.diagnostics);
        model.dimensions[symbol.symbol().name] = dimension;
        if (dimension) p.unit = to_string(*dimension);
    }
    model.values.emplace(index(symbol.id()), value->exact);
    model.system.parameters.push_back(std::move(p));
}

// What moves is told in SI units.
void check_coherent(Elaboration& model, const std::optional<Unit>& u, const std::optional<Span>& written,
                    Span name) {
    if (!u || u->is_coherent()) return;
    model.report(unit_scaled(*written, model.source.text(name),
                             u->dimension.is_one() ? "rad" : to_string(u->dimension),
                             model.source.text(*written)));
}

void coordinate(Elaboration& model, const CoordinateItem& item) {
    const auto u = unit(model, item.unit);
    check_coherent(model, u, item.unit, item.name);
    const Expr symbol = model.new_symbol(item.name, "coordinate", SymbolKind::variable);
    if (!symbol || !u) return;
    Coordinate c{symbol, {}, unit_text(model, item.unit), {}, item.name};
    if (item.unit) model.dimensions[symbol.symbol().name] = u->dimension;
    if (item.modulus) c.modulus = model.constant_expression(*item.modulus, "a modulus");
    if (item.description) c.description = string_value(model.source.text(*item.description));
    model.system.coordinates.push_back(std::move(c));
}

void controller_state(Elaboration& model, const StateStatement::Item& item) {
    const auto u = unit(model, item.unit);
    check_coherent(model, u, item.unit, item.name);
    const Expr symbol = model.new_symbol(item.name, "state", SymbolKind::variable);
    if (!symbol || !u) return;
    ControllerState s{symbol, {}, unit_text(model, item.unit), {}, item.name};
    if (item.unit) model.dimensions[symbol.symbol().name] = u->dimension;
    if (item.description) s.description = string_value(model.source.text(*item.description));
    if (item.value) {
        const Expr value = model.constant_expression(*item.value, "the start of a state");
        if (value) model.system.defaults.push_back({symbol, value, item.name});
    }
    model.system.states.push_back(std::move(s));
}

void rate(Elaboration& model, const Definition& d) {
    const std::string name = ascii_name(model.source.text(d.name));
    std::optional<Dimension> dimension;
    const Expr value = model.read(d.value, model.inner, &dimension);
    const auto state = std::ranges::find_if(
        model.system.states, [&](const ControllerState& s) { return s.symbol.symbol().name == name; });
    if (state == model.system.states.end() || d.primes != 1) {
        const Meaning* meaning = model.outer.find(name);
        return model.report(rate_of_what(d.span, model.text(d.name), d.primes, meaning ? meaning->noun : ""));
    }
    if (state->rate) return model.report(rate_twice(d.span, model.text(d.name)));
    if (!value || model.has_acceleration(value, d.value.span, "the rate of a state")) return;
    state->rate = value;
    const auto known = model.dimensions.find(name);
    if (!dimension || known == model.dimensions.end() || !known->second) return;
    if (*dimension * seconds() != *known->second)
        model.report(unit_misfit(d.value.span, "the rate of " + model.text(d.name), *dimension,
                                 *known->second / seconds()));
}

struct DefinedValue {
    Expr value;  // empty after a mistake in it
    std::optional<Dimension> dimension;
};

// The value of a definition; nothing if its name cannot be declared.
std::optional<DefinedValue> defined_value(Elaboration& model, const Definition& d,
                                          const std::string& when_primed) {
    if (d.unit) model.report(unit_unexpected(*d.unit));
    DefinedValue out;
    out.value = model.read(d.value, model.inner, &out.dimension);
    if (d.primes > 0) model.report(symbol_bad(d.span, when_primed));
    if (d.primes > 0 || !model.may_declare(d.name)) return std::nullopt;
    return out;
}

void abbreviation(Elaboration& model, const Definition& d) {
    const auto defined = defined_value(model, d, "a definition takes a name without primes");
    if (!defined) return;
    const std::string name = ascii_name(model.source.text(d.name));
    // After a mistake in its value the name is known all the same, so that its uses are no mistakes.
    model.declare(name, {defined->value, "abbreviation", d.name});
    if (defined->value) model.system.lets.emplace_back(name, defined->value);
    model.dimensions[name] = defined->dimension;
}

// An abbreviation with a name in files and tables.
void output(Elaboration& model, const OutputStatement::Item& item) {
    const Definition& d = item.definition;
    const auto u = unit(model, d.unit);
    check_coherent(model, u, d.unit, d.name);
    std::optional<Dimension> dimension;
    const Expr value = model.read(d.value, model.inner, &dimension);
    if (!model.may_declare(d.name)) return;
    const std::string name = ascii_name(model.source.text(d.name));
    model.declare(name, {value, "output", d.name});
    model.dimensions[name] = d.unit && u ? std::optional(u->dimension) : dimension;
    if (!value || !u) return;
    if (d.unit && dimension && *dimension != u->dimension)
        return model.report(
            unit_misfit(d.value.span, "the output " + model.text(d.name), *dimension, u->dimension));
    model.system.lets.emplace_back(name, value);
    Output out{name, value, unit_text(model, d.unit), {}, d.name};
    if (!d.unit && dimension) out.unit = to_string(*dimension);
    if (item.description) out.description = string_value(model.source.text(*item.description));
    model.system.outputs.push_back(std::move(out));
}

void quasi_velocity(Elaboration& model, const Definition& d) {
    const auto defined = defined_value(model, d, "the name of a quasi-velocity has no primes");
    if (!defined) return;
    const std::string name = ascii_name(model.source.text(d.name));
    model.dimensions[name] = defined->dimension;
    try {
        const Expr symbol = model.context().variable(name);
        model.inner.add(name, {defined->value, "quasi-velocity", d.name});
        model.outer.add(name, {symbol, "quasi-velocity", d.name});
        if (defined->value && !model.has_acceleration(defined->value, d.value.span, "a quasi-velocity"))
            model.system.quasi.push_back({symbol, defined->value, d.name});
    } catch (const BadSymbol& reason) {
        model.report(symbol_bad(d.name, reason.what()));
    }
}

}  // namespace

void declare_parameters(Elaboration& model) {
    model.each<ParamStatement>([&](const auto& s, const auto&) {
        for (const ParameterItem& item : s.items) parameter(model, item, Letter::parameter);
    });
    model.each<InputStatement>([&](const auto& s, const auto&) {
        for (const ParameterItem& item : s.items) parameter(model, item, Letter::input);
    });
}

void declare_coordinates(Elaboration& model) {
    bool too_many = false;
    model.each<CoordStatement>([&](const auto& s, const auto&) {
        for (const CoordinateItem& item : s.items) {
            if (model.system.coordinates.size() < max_coordinates)
                coordinate(model, item);
            else if (!std::exchange(too_many, true))
                model.report(coordinates_too_many(item.name, max_coordinates));
        }
    });
}

void declare_definitions(Elaboration& model) {
    check_order_of_motors(model);
    for (const Statement& s : model.tree.statements) {
        if (const auto* motor = std::get_if<MotorStatement>(&s.what)) define_motor(model, *motor);
        if (const auto* let = std::get_if<LetStatement>(&s.what))
            for (const Definition& d : let->items) abbreviation(model, d);
        if (const auto* outputs = std::get_if<OutputStatement>(&s.what))
            for (const OutputStatement::Item& item : outputs->items) output(model, item);
        if (const auto* quasi = std::get_if<QuasiStatement>(&s.what))
            for (const Definition& d : quasi->items) quasi_velocity(model, d);
    }
}

void declare_states(Elaboration& model) {
    model.each<StateStatement>([&](const auto& s, const auto&) {
        for (const StateStatement::Item& item : s.items) controller_state(model, item);
    });
    model.each<MotorStatement>([&](const auto& s, const auto&) { declare_current(model, s); });
}

void read_rates(Elaboration& model) {
    model.each<RateStatement>([&](const auto& s, const auto&) {
        for (const Definition& d : s.items) rate(model, d);
    });
    if (model.diagnostics.failed()) return;
    for (const ControllerState& s : model.system.states)
        if (!s.rate) model.report(rate_missing(s.span, model.text(s.span)));
}

void check_states_act_by_forces(Elaboration& model) {
    const System& system = model.system;
    const auto check = [&](const Expr& e, const std::string& where, std::optional<Span> place = {}) {
        if (!e) return;
        for (const Expr& symbol : symbols_of(e))
            for (const ControllerState& s : system.states)
                if (symbol.symbol().kind == SymbolKind::variable &&
                    symbol.symbol().name == s.symbol.symbol().name)
                    return model.report(
                        state_not_in_force(place.value_or(s.span), s.symbol.symbol().name, where));
    };
    check(system.T, "the kinetic energy");
    check(system.V, "the potential energy");
    for (const Constraint& c : system.constraints)
        check(c.residual, "the constraint '" + c.name + "'", c.span);
    for (const RedundantConstraint& c : system.redundant)
        check(c.residual, "the constraint '" + c.name + "'", c.span);
    for (const QuasiVelocity& eta : system.quasi)
        check(eta.definition, "the quasi-velocity '" + text(eta.symbol) + "'", eta.span);
    for (const auto& direction : system.motion.directions)
        for (const Expr& e : direction) check(e, "the direction of a reaction", system.motion.span);
    for (const Expr& e : system.motion.momenta) check(e, "the momentum of a servo", system.motion.span);
    check(system.motion.stiffness, "the law of motion", system.motion.span);
}

}  // namespace anholon
