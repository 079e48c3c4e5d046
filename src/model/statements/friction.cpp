#include <algorithm>

#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/walk.hpp"
#include "model/check.hpp"
#include "model/language/errors.hpp"
#include "model/language/friction_errors.hpp"
#include "model/statements/elaboration.hpp"
#include "model/statements/friction.hpp"

// Dry friction: docs/concepts/friction.md.
namespace anholon {

using namespace syntax;

namespace {

bool has_velocity(const Expr& e) {
    return std::ranges::any_of(symbols_of(e), [](const Expr& s) {
        return s.symbol().kind == SymbolKind::variable && s.symbol().dots > 0;
    });
}

bool is_constant(const Expr& e) {
    return std::ranges::none_of(symbols_of(e), [](const Expr& s) {
        return s.symbol().kind == SymbolKind::variable || s.symbol().kind == SymbolKind::time;
    });
}

std::vector<std::string> names_of_geometric(const System& system) {
    std::vector<std::string> out;
    for (const Constraint& k : system.constraints)
        if (k.kind == Constraint::Kind::geometric && !k.may_follow) out.push_back(k.name);
    return out;
}

// Of orthogonal components of one slip; empty after a mistake.
Expr read_slip(Elaboration& model, const Expression& e) {
    std::optional<Dimension> dimension;
    const Expr slip = model.read(e, model.inner, &dimension);
    if (dimension && *dimension != metres() / seconds())
        model.report(unit_misfit(e.span, "a slip", *dimension, metres() / seconds()));
    if (!slip || model.has_acceleration(slip, e.span, "a slip")) return {};
    if (constraint_kind(slip, model.system.velocities()) == Constraint::Kind::linear) return slip;
    model.report(friction_slip_not_linear(e.span));
    return {};
}

void read_one(Elaboration& model, const FrictionStatement& s, const Statement& at) {
    const std::string on = ascii_name(model.source.text(s.constraint));
    const std::vector<std::string> known = names_of_geometric(model.system);
    if (std::ranges::find(known, on) == known.end())
        return model.report(friction_constraint_unknown(s.constraint, on, known));
    const auto same = std::ranges::find(model.system.frictions, on, &DryFriction::place);
    if (same != model.system.frictions.end())
        return model.report(friction_twice(s.constraint, on, same->span));
    if (s.slips.size() > 2) return model.report(friction_slip_count(s.slips[2].span, s.slips.size()));
    DryFriction out;
    out.name = out.place = on;
    out.is_two_sided = true;
    out.span = at.span;
    if (!read_coefficients(model, s.coefficient, s.width, out)) return;
    for (const Expression& e : s.slips) {
        const Expr slip = read_slip(model, e);
        if (!slip) return;
        const std::string number = s.slips.size() > 1 ? std::to_string(out.rows.size() + 1) : "";
        out.rows.push_back({"friction_" + on + number, slip, {}});
    }
    model.system.frictions.push_back(std::move(out));
    model.normals.push_back({{on, model.context().one()}});
}

}  // namespace

bool read_coefficients(Elaboration& model, const Expression& coefficient,
                       const std::optional<Expression>& width, DryFriction& out) {
    std::optional<Dimension> dimension;
    out.coefficient = model.read(coefficient, model.inner, &dimension);
    if (!out.coefficient) return false;
    if (dimension && !dimension->is_one())
        model.report(unit_misfit(coefficient.span, "a coefficient of friction", *dimension, Dimension{}));
    if (has_velocity(out.coefficient)) {
        model.report(friction_of_velocities(coefficient.span));
        return false;
    }
    if (is_constant(out.coefficient)) {
        const auto value = model.constant(coefficient, "a coefficient of friction");
        if (!value) return false;
        if (value->value.sign() < 0) {
            model.report(friction_negative(coefficient.span, "a coefficient of friction"));
            return false;
        }
    }
    if (!width) return true;
    std::optional<Dimension> of_width;
    model.read(*width, model.inner, &of_width);
    if (of_width && *of_width != metres() / seconds())
        model.report(
            unit_misfit(width->span, "the speed of a regularised law", *of_width, metres() / seconds()));
    const auto value = model.constant(*width, "the speed of a regularised law");
    if (!value) return false;
    if (value->value.sign() <= 0) {
        model.report(friction_width_not_positive(width->span));
        return false;
    }
    out.width = model.constant_expression(*width, "the speed of a regularised law");
    return static_cast<bool>(out.width);
}

void read_friction(Elaboration& model) {
    model.each<FrictionStatement>(
        [&](const FrictionStatement& s, const Statement& at) { read_one(model, s, at); });
    if (model.system.frictions.empty() || model.system.motion.axiom == Axiom::nonholonomic) return;
    model.report(friction_under_other_law(model.system.frictions[0].span, model.system.motion.span));
}

// Of each friction its forces, as variables, and the normal reaction in multipliers.
void declare_friction(Elaboration& model) {
    System& system = model.system;
    for (std::size_t k = 0; k < system.frictions.size(); ++k) {
        DryFriction& f = system.frictions[k];
        f.normal = model.context().zero();
        for (const auto& [constraint, part] : model.normals[k]) {
            const auto found = std::ranges::find(system.constraints, constraint, &Constraint::name);
            if (found == system.constraints.end())
                return model.report(friction_normal_unknown(f.span, f.name));
            f.normal +=
                part * system.multipliers[static_cast<std::size_t>(found - system.constraints.begin())];
        }
        if (f.is_two_sided) f.side = model.context().constant("side_" + f.place);
        for (DryFriction::Row& row : f.rows) {
            const std::string name = f.is_two_sided ? row.name : "lambda_" + row.name;
            row.force = model.context().variable(name);
            model.outer.add(name, {row.force, "force of friction", f.span});
        }
    }
}

}  // namespace anholon
