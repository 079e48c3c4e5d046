#include "model/statements/elaboration.hpp"

#include <algorithm>
#include <charconv>

#include "expr/derivative.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "model/algebra/lie_algebra.hpp"
#include "model/language/errors.hpp"
#include "model/language/expression.hpp"

namespace anholon {

namespace {

using namespace syntax;

std::optional<std::size_t> whole_number(std::string_view digits) {
    std::size_t out = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    return out;
}

// e12 ↦ 12
std::optional<std::size_t> basis_index(std::string_view name) {
    return name.starts_with('e') ? whole_number(name.substr(1)) : std::nullopt;
}

std::optional<StructureConstants> algebra_of_names(Elaboration& model, const AlgebraStatement& written) {
    std::optional<StructureConstants> out;
    for (const auto& factor : written.factors) {
        const auto size = factor.size ? whole_number(model.source.text(*factor.size)) : std::size_t{3};
        const bool sized = factor.size || model.source.text(factor.name) == "heisenberg";
        const auto one = sized && size ? named_algebra(model.context(), model.source.text(factor.name), *size)
                                       : std::nullopt;
        if (!one || (out && out->n + one->n > max_algebra_dimension)) {
            model.report(algebra_unknown(factor.span, model.source.text(factor.span)));
            return std::nullopt;
        }
        out = out ? product(model.context(), *out, *one) : *one;
    }
    return out;
}

// The highest basis element that a table, an inertia tensor or a covector speaks of.
std::size_t table_dimension(const Elaboration& model, const AlgebraStatement& written) {
    std::size_t n = 0;
    for (const auto& row : written.table) {
        for (const Span index : {row.first, row.second})
            n = std::max(n, whole_number(model.source.text(index)).value_or(0));
        for (auto i = static_cast<std::uint32_t>(row.value.first);
             i <= static_cast<std::uint32_t>(row.value.root); ++i) {
            const TreeNode& node = model.tree.expressions[NodeIndex{i}];
            if (node.kind == NodeKind::name)
                n = std::max(n, basis_index(model.source.text(node.name)).value_or(0));
            if (node.kind == NodeKind::number && row.value.first == row.value.root)
                n = std::max(n, whole_number(model.source.text(node.span)).value_or(0));
        }
    }
    for (const Statement& s : model.tree.statements) {
        if (const auto* inertia = std::get_if<InertiaStatement>(&s.what))
            n = std::max(n, inertia->rows[0].size());
        if (const auto* constraint = std::get_if<ConstraintStatement>(&s.what);
            constraint && constraint->covector)
            n = std::max(n, constraint->covector->entries.size());
    }
    return n;
}

struct BracketTable {
    std::vector<Expr> basis = {};
    Scope scope = {};  // the basis and the names of the model
    StructureConstants c;
    std::map<std::pair<std::size_t, std::size_t>, Span> rows = {};  // where [e_r, e_s], r < s, was given
};

// The right side of a bracket, where 3 is e3 and −3 is −e3; empty after a mistake.
Expr bracket_value(Elaboration& model, const Expression& written, const BracketTable& table) {
    const Expr value = elaborate(model.tree.expressions, written, model.source, table.scope, model.context(),
                                 model.diagnostics);
    if (!value || !value.is_number()) return value;
    const auto k = abs(value.number()).to_long();
    if (!k || *k > static_cast<long>(table.basis.size())) {
        model.report(bracket_not_linear(written.span));
        return {};
    }
    return *k == 0 ? value : table.basis[static_cast<std::size_t>(*k) - 1] * Rational(value.number().sign());
}

// The c_m of Σ c_m e_m; nothing if the value is not of this form with constant c_m.
std::optional<std::vector<Expr>> linear_coefficients(Expr value, const std::vector<Expr>& basis) {
    std::vector<Expr> out;
    Expr rest = value;
    for (const Expr& element : basis) {
        out.push_back(derivative(value, element));
        for (const Expr& symbol : symbols_of(out.back())) {
            const bool is_basis = std::find(basis.begin(), basis.end(), symbol) != basis.end();
            if (!is_basis && symbol.symbol().kind == SymbolKind::constant) continue;
            if (symbol.symbol().kind == SymbolKind::pi) continue;
            return std::nullopt;
        }
        rest = rest - out.back() * element;
    }
    if (is_zero(rest).answer != Answer::yes) return std::nullopt;
    return out;
}

bool bracket(Elaboration& model, const AlgebraStatement::Bracket& row, BracketTable& table) {
    const std::size_t n = table.basis.size();
    const auto r = whole_number(model.source.text(row.first)),
               s = whole_number(model.source.text(row.second));
    if (!r || !s || *r == *s || *r < 1 || *s < 1 || *r > n || *s > n) {
        model.report(bracket_index(join(row.first, row.second)));
        return false;
    }
    const auto [old, is_new] = table.rows.try_emplace(std::minmax(*r, *s), row.span);
    if (!is_new) {
        model.report(bracket_twice(row.span, old->second));
        return false;
    }
    const Expr value = bracket_value(model, row.value, table);
    if (!value) return false;
    const auto coefficients = linear_coefficients(value, table.basis);
    if (!coefficients) {
        model.report(bracket_not_linear(row.value.span));
        return false;
    }
    for (std::size_t m = 0; m < n; ++m) table.c.set(*r - 1, *s - 1, m, (*coefficients)[m]);
    return true;
}

std::optional<StructureConstants> algebra_of_table(Elaboration& model, const AlgebraStatement& written,
                                                   Span span) {
    const std::size_t n = table_dimension(model, written);
    if (n == 0 || n > max_algebra_dimension) {
        model.report(bracket_index(span));
        return std::nullopt;
    }
    BracketTable table{.c = StructureConstants(model.context(), n)};
    for (std::size_t k = 1; k <= n; ++k) {
        table.basis.push_back(model.context().constant("basis_element_" + std::to_string(k)));
        table.scope.add("e" + std::to_string(k), {table.basis.back(), "basis element"});
    }
    for (const std::string& name : model.inner.names()) table.scope.add(name, *model.inner.find(name));
    bool good = true;
    for (const auto& row : written.table) good = bracket(model, row, table) && good;
    if (!good) return std::nullopt;
    if (const auto failure = jacobi_failure(model.context(), table.c)) {
        model.report(jacobi_fails(span, (*failure)[0] + 1, (*failure)[1] + 1, (*failure)[2] + 1));
        return std::nullopt;
    }
    return table.c;
}

void declare_velocities(Elaboration& model) {
    LieAlgebra& algebra = *model.system.algebra;
    const Statement* statement = model.first<VelocitiesStatement>();
    const auto* given = statement ? &std::get<VelocitiesStatement>(statement->what) : nullptr;
    if (given && given->names.size() != algebra.dimension) {
        model.report(velocities_count(statement->span, given->names.size(), algebra.dimension));
        given = nullptr;
    }
    for (std::size_t i = 0; i < algebra.dimension; ++i) {
        if (given) {
            const Expr symbol = model.new_symbol(given->names[i], "velocity", SymbolKind::variable);
            algebra.omega.push_back(symbol ? symbol : model.context().variable("w" + std::to_string(i + 1)));
            continue;
        }
        const std::string name = "w" + std::to_string(i + 1);
        if (const Meaning* known = model.outer.find(name)) {
            Diagnostic d = name_duplicate(known->declared.value_or(model.tree.name), name,
                                          {{}, "velocity of the algebra", std::nullopt});
            d.help = "give the velocities other names: velocities omega1, …";
            model.report(std::move(d));
            algebra.omega.push_back(model.context().variable("velocity_" + name));
            continue;
        }
        algebra.omega.push_back(model.context().variable(name));
        model.declare(name, {algebra.omega.back(), "velocity"});
    }
}

}  // namespace

void read_algebra(Elaboration& model) {
    const Statement* statement = model.first<AlgebraStatement>();
    if (!statement) {
        for (const Statement& s : model.tree.statements)
            if (std::holds_alternative<InertiaStatement>(s.what) ||
                std::holds_alternative<TorqueStatement>(s.what) ||
                std::holds_alternative<VelocitiesStatement>(s.what))
                model.report(algebra_missing(s.keyword, model.source.text(s.keyword)));
        return;
    }
    model.each<AlgebraStatement>([&](const auto&, const Statement& s) {
        if (&s != statement) model.report(algebra_twice(s.keyword, statement->keyword));
    });
    if (!model.system.coordinates.empty())
        return model.report(algebra_with_coordinates(statement->keyword, model.system.coordinates[0].span));
    const auto& written = std::get<AlgebraStatement>(statement->what);
    const auto c = written.factors.empty() ? algebra_of_table(model, written, statement->span)
                                           : algebra_of_names(model, written);
    if (!c) return;
    LieAlgebra algebra;
    algebra.dimension = c->n;
    algebra.constants = c->c;
    algebra.name = "table";
    for (std::size_t i = 0; i < written.factors.size(); ++i)
        algebra.name = (i == 0 ? "" : algebra.name + " * ") + model.text(written.factors[i].span);
    model.system.algebra = std::move(algebra);
    declare_velocities(model);
}

}  // namespace anholon
