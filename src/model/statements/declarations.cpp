#include "model/statements/elaboration.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "expr/copy.hpp"
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

void parameter(Elaboration& model, const ParameterItem& item) {
    const Definition& d = item.definition;
    if (d.primes > 0) return model.report(prime_of_constant(d.span, model.source.text(d.name), "parameter"));
    const auto u = unit(model, d.unit);
    auto value = model.constant(d.value, "a parameter");
    const std::string name = ascii_name(model.source.text(d.name));
    if (const auto number = model.fixed.find(name); number != model.fixed.end()) {
        if (!u || !model.may_declare(d.name)) return;
        model.declare(name, {copied(number->second, model.context()), "parameter", d.name});
        if (d.unit) model.dimensions[name] = u->dimension;
        return;
    }
    const Expr scale = u ? u->scale(model.context()) : Expr();
    if (value && u) value = model.evaluated(value->exact * scale, d.value.span, "a parameter");
    auto from = named_parameters(model, d.value);
    if (value && u && !from.empty()) return derived_parameter(model, item, *value, *u, std::move(from));
    const Expr symbol = model.new_symbol(d.name, "parameter", SymbolKind::constant);
    if (!symbol || !value || !u) return;
    Parameter p{symbol, value->value, value->exact, {}, {}, {}, {}, {}};
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

void coordinate(Elaboration& model, const CoordinateItem& item) {
    const auto u = unit(model, item.unit);
    if (u && !u->is_coherent())
        model.report(unit_scaled(*item.unit, model.source.text(item.name),
                                 u->dimension.is_one() ? "rad" : to_string(u->dimension),
                                 model.source.text(*item.unit)));
    const Expr symbol = model.new_symbol(item.name, "coordinate", SymbolKind::variable);
    if (!symbol || !u) return;
    Coordinate c{symbol, {}, unit_text(model, item.unit), {}, item.name};
    if (item.unit) model.dimensions[symbol.symbol().name] = u->dimension;
    if (item.modulus) c.modulus = model.constant_expression(*item.modulus, "a modulus");
    if (item.description) c.description = string_value(model.source.text(*item.description));
    model.system.coordinates.push_back(std::move(c));
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
        for (const ParameterItem& item : s.items) parameter(model, item);
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
    for (const Statement& s : model.tree.statements) {
        if (const auto* let = std::get_if<LetStatement>(&s.what))
            for (const Definition& d : let->items) abbreviation(model, d);
        if (const auto* quasi = std::get_if<QuasiStatement>(&s.what))
            for (const Definition& d : quasi->items) quasi_velocity(model, d);
    }
}

}  // namespace anholon
