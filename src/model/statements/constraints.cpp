#include "model/statements/elaboration.hpp"

#include <map>

#include "base/text.hpp"
#include "model/check.hpp"
#include "model/language/errors.hpp"

namespace anholon {

namespace {

using namespace syntax;

Expr residual(Elaboration& model, const ConstraintStatement& s) {
    std::optional<Dimension> left_dimension, right_dimension;
    const Expr left = model.read(*s.left, model.inner, &left_dimension);
    const Expr right = model.read(*s.right, model.inner, &right_dimension);
    if (!left || !right) return {};
    model.same_dimension(*s.left, left_dimension, *s.right, right_dimension);
    return left - right;
}

Expr covector(Elaboration& model, const Tuple& tuple) {
    if (!model.system.algebra) {
        if (!model.first<AlgebraStatement>()) model.report(covector_needs_algebra(tuple.span));
        return {};
    }
    return combination(model, tuple, "a covector");
}

}  // namespace

Expr combination(Elaboration& model, const Tuple& b, std::string_view what) {
    const std::vector<Expr>& omega = model.system.algebra->omega;
    if (b.entries.size() != omega.size()) {
        model.report(tuple_length(b.span, what, b.entries.size(), omega.size()));
        return {};
    }
    std::vector<Expr> terms;
    for (std::size_t i = 0; i < omega.size(); ++i) {
        const Expr b_i = model.constant_expression(b.entries[i], what);
        if (!b_i) return {};
        terms.push_back(b_i * omega[i]);
    }
    return sum(model.context(), terms);
}

void read_constraints(Elaboration& model) {
    std::map<std::string, Span> names;
    for (const Constraint& c : model.system.constraints) names.emplace(c.name, c.span);  // of bodies
    std::size_t count = 0;
    model.each<ConstraintStatement>([&](const ConstraintStatement& s, const Statement& at) {
        ++count;
        Constraint c;
        c.name = s.name ? ascii_name(model.source.text(*s.name)) : "c" + std::to_string(count);
        c.span = s.name ? *s.name : at.span;
        const auto [old, is_new] = names.try_emplace(c.name, c.span);
        if (!is_new) return model.report(constraint_name_duplicate(c.span, c.name, old->second));
        c.residual = s.covector ? covector(model, *s.covector) : residual(model, s);
        if (!c.residual || model.has_acceleration(c.residual, at.span, "a constraint")) return;
        c.kind = constraint_kind(c.residual, model.system.velocities());
        model.system.constraints.push_back(std::move(c));
    });
}

// λ if there is one constraint, λ_name if there are more, and λ1, λ2, … for those on velocities.
void declare_multipliers(Elaboration& model) {
    std::size_t on_velocities = 0;
    for (const Constraint& c : model.system.constraints) {
        std::string name = model.system.constraints.size() == 1 ? "lambda" : "lambda_" + c.name;
        for (int suffix = 2; model.outer.find(name); ++suffix)
            name = "lambda_" + c.name + (suffix == 2 ? "" : "_" + std::to_string(suffix));
        const Expr symbol = model.context().variable(name);
        model.system.multipliers.push_back(symbol);
        model.outer.add(name, {symbol, "multiplier", c.span});
        if (c.kind != Constraint::Kind::geometric)
            model.outer.add("lambda" + std::to_string(++on_velocities), {symbol, "multiplier", c.span});
    }
}

}  // namespace anholon
