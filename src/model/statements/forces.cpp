#include "model/statements/elaboration.hpp"

#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "model/language/errors.hpp"

namespace anholon {

namespace {

using namespace syntax;

// The force on a coordinate times the coordinate is an energy.
void check_force_dimension(Elaboration& model, const ForceStatement::Item& item,
                           const std::optional<Dimension>& dimension) {
    const auto known = model.dimensions.find(ascii_name(model.source.text(item.coordinate)));
    if (!dimension || !model.energy_dimension || known == model.dimensions.end() || !known->second) return;
    if (*dimension * *known->second != *model.energy_dimension)
        model.report(unit_misfit(item.value.span, "a force on " + model.text(item.coordinate), *dimension,
                                 *model.energy_dimension / *known->second));
}

// A force e on η does the work e·η: Q_i = e ∂η/∂q̇_i.
void force(Elaboration& model, const ForceStatement::Item& item, const std::vector<Expr>& v) {
    const std::string name = model.text(item.coordinate);
    std::optional<Dimension> dimension;
    const Expr value = model.read(item.value, model.inner, &dimension);
    const Meaning* meaning = model.outer.find(name);
    if (!meaning) return model.report(name_unknown(item.coordinate, name, model.outer, model.source));
    if (!value || model.has_acceleration(value, item.value.span, "a force")) return;
    if (meaning->noun == "coordinate") check_force_dimension(model, item, dimension);
    if (meaning->noun == "coordinate" || meaning->noun == "velocity") {
        const Expr velocity = model.system.algebra ? meaning->value : dot(meaning->value);
        for (std::size_t i = 0; i < v.size(); ++i)
            if (v[i] == velocity) model.system.Q[i] += value;
    } else if (meaning->noun == "quasi-velocity") {
        const Meaning* definition = model.inner.find(name);
        if (!definition || !definition->value) return;
        const std::vector<Expr> slope = gradient(definition->value, v);
        for (std::size_t i = 0; i < v.size(); ++i) model.system.Q[i] += value * slope[i];
    } else {
        model.report(force_on_what(item.coordinate, name, meaning->noun));
    }
}

void torque(Elaboration& model, const Tuple& components) {
    std::vector<Expr>& Q = model.system.Q;
    if (components.entries.size() != Q.size())
        return model.report(tuple_length(components.span, "a torque", components.entries.size(), Q.size()));
    for (std::size_t i = 0; i < Q.size(); ++i) {
        const Expr value = model.read(components.entries[i], model.inner);
        if (value && !model.has_acceleration(value, components.entries[i].span, "a torque")) Q[i] += value;
    }
}

}  // namespace

void read_forces(Elaboration& model) {
    const std::vector<Expr> v = model.system.velocities();
    model.system.Q.assign(v.size(), model.context().zero());
    model.each<ForceStatement>([&](const ForceStatement& s, const Statement&) {
        for (const auto& item : s.items) force(model, item, v);
    });
    model.each<TorqueStatement>([&](const TorqueStatement& s, const Statement&) {
        if (model.system.algebra) torque(model, s.components);
    });
    add_drives(model);
    // Rayleigh: Q = −∂R/∂q̇.
    if (!model.system.dissipation) return;
    const std::vector<Expr> slope = gradient(model.system.dissipation, v);
    for (std::size_t i = 0; i < v.size(); ++i) model.system.Q[i] -= slope[i];
}

}  // namespace anholon
