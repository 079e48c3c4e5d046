#include "model/model.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/enclosure.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "model/builtin.hpp"
#include "model/check.hpp"
#include "model/dimension.hpp"
#include "model/errors.hpp"
#include "model/expression.hpp"
#include "model/lie_algebra.hpp"
#include "model/scope.hpp"
#include "syntax/statement.hpp"

namespace anholon {

std::string_view name(Axiom axiom) {
    switch (axiom) {
        case Axiom::nonholonomic: return "nonholonomic";
        case Axiom::vakonomic: return "vakonomic";
        case Axiom::servo_force: return "servo force";
        case Axiom::servo_momentum: return "servo momentum";
        case Axiom::viscous: return "viscous";
        case Axiom::added_mass: return "added-mass";
        case Axiom::free: return "free";
    }
    return "";
}

std::string_view name(Constraint::Kind kind) {
    switch (kind) {
        case Constraint::Kind::geometric: return "geometric";
        case Constraint::Kind::linear: return "linear";
        case Constraint::Kind::nonlinear: return "nonlinear";
    }
    return "";
}

namespace {

using namespace syntax;

constexpr std::size_t max_coordinates = 1000;

// A number of the model: exactly, and as a rational.
struct Constant {
    Expr exact;
    Rational value;
};

class Elaboration {
  public:
    Elaboration(const ModelTree& tree, const Source& source, Diagnostics& diagnostics)
        : tree_(tree), source_(source), diagnostics_(diagnostics) {
        system_.context = std::make_unique<Context>();
        system_.t = context().time();
        declare("t", {system_.t, "time"});
        declare("pi", {context().pi(), "number"});
        dimensions_["t"] = seconds();
        dimensions_["pi"] = Dimension{};
        system_.name = text(tree.name);
    }

    std::optional<System> run() {
        each<ParamStatement>([&](const auto& s, const auto&) {
            for (const ParameterItem& item : s.items) parameter(item);
        });
        each<CoordStatement>([&](const auto& s, const auto&) {
            for (const CoordinateItem& item : s.items) coordinate(item);
        });
        algebra();
        for (const Statement& s : tree_.statements) {
            if (const auto* let = std::get_if<LetStatement>(&s.what))
                for (const Definition& d : let->items) abbreviation(d);
            if (const auto* quasi = std::get_if<QuasiStatement>(&s.what))
                for (const Definition& d : quasi->items) quasi_velocity(d);
            if (const auto* description = std::get_if<DescriptionStatement>(&s.what)) {
                if (!system_.description.empty()) system_.description += ' ';
                system_.description += string_value(source_.text(description->text));
            }
            if (const auto* cite = std::get_if<CiteStatement>(&s.what))
                system_.citations.push_back(string_value(source_.text(cite->text)));
        }
        energy();
        forces();
        constraints();
        motion();
        if (!diagnostics_.failed()) check_system(system_, source_, tree_.name, diagnostics_);
        multipliers();
        each<InitStatement>([&](const auto& s, const auto&) { initial_values(s.items, system_.init); });
        each<ExpectStatement>([&](const auto& s, const Statement& at) { expectation(s, at.span); });
        each<ExperimentStatement>([&](const auto& s, const Statement& at) { experiment(s, at.span); });
        if (diagnostics_.failed()) return std::nullopt;
        return std::move(system_);
    }

  private:
    Context& context() { return *system_.context; }
    std::string text(Span span) const { return std::string(source_.text(span)); }
    void report(Diagnostic d) { diagnostics_.add(std::move(d)); }

    template <class Kind>
    void each(auto&& visit) {
        for (const Statement& s : tree_.statements)
            if (const Kind* what = std::get_if<Kind>(&s.what); what && !diagnostics_.full()) visit(*what, s);
    }

    template <class Kind>
    const Statement* first(auto&& accepts) const {
        for (const Statement& s : tree_.statements)
            if (const Kind* what = std::get_if<Kind>(&s.what); what && accepts(*what)) return &s;
        return nullptr;
    }
    template <class Kind>
    const Statement* first() const {
        return first<Kind>([](const Kind&) { return true; });
    }

    // --- names

    void declare(std::string_view name, const Meaning& meaning) {
        inner_.add(name, meaning);
        outer_.add(name, meaning);
    }

    bool may_declare(Span span) {
        const std::string_view name = source_.text(span);
        if (find_builtin(name)) {
            report(name_reserved(span, name));
            return false;
        }
        if (const Meaning* known = outer_.find(name)) {
            report(name_duplicate(span, name, *known));
            return false;
        }
        return true;
    }

    // A symbol for a new name, declared in both scopes; empty after a mistake.
    Expr new_symbol(Span span, std::string noun, bool varies) {
        if (!may_declare(span)) return {};
        const std::string name = ascii_name(source_.text(span));
        try {
            const Expr symbol = varies ? context().variable(name) : context().constant(name);
            declare(name, {symbol, std::move(noun), span});
            return symbol;
        } catch (const BadSymbol& reason) {
            report(symbol_bad(span, reason.what()));
            return {};
        }
    }

    // --- expressions

    // The meaning of an expression, its dimension checked once units are in use.
    Expr read(const Expression& e, const Scope& scope, std::optional<Dimension>* dimension = nullptr) {
        const std::size_t before = diagnostics_.errors();
        const Expr value = elaborate(tree_.expressions, e, source_, scope, context(), diagnostics_);
        if (units_given_ && diagnostics_.errors() == before) {
            const auto d = dimension_of(tree_.expressions, e, source_, dimensions_, diagnostics_);
            if (dimension) *dimension = d;
        }
        return value;
    }

    void same_dimension(const Expression& left, const std::optional<Dimension>& a, const Expression& right,
                        const std::optional<Dimension>& b) {
        if (a && b && *a != *b)
            report(unit_mismatch(join(left.span, right.span), *a, *b, left.span, right.span));
    }

    // Of numbers, π and parameters only.
    Expr constant_expression(const Expression& e, std::string_view what) {
        const Expr value = elaborate(tree_.expressions, e, source_, inner_, context(), diagnostics_);
        if (!value) return {};
        for (const Expr& symbol : symbols_of(value)) {
            const SymbolKind kind = symbol.symbol().kind;
            if (kind != SymbolKind::variable && kind != SymbolKind::time) continue;
            report(value_not_constant(e.span, what, symbol));
            return {};
        }
        return value;
    }

    std::optional<Constant> constant(const Expression& e, std::string_view what) {
        const Expr value = constant_expression(e, what);
        if (!value) return std::nullopt;
        try {
            Substitution replace;
            for (const Expr& symbol : symbols_of(value))
                if (const auto known = values_.find(index(symbol.id())); known != values_.end())
                    replace.emplace_back(symbol, known->second);
            return evaluated(substitute(value, replace), e.span, what);
        } catch (const Undefined& reason) {
            report(undefined(e.span, reason.what()));
            return std::nullopt;
        }
    }

    std::optional<Constant> evaluated(Expr exact, Span span, std::string_view what) {
        if (exact.is_number()) return Constant{exact, exact.number()};
        const Ball ball = enclosure(exact, {}, 256);
        const auto close = ball.is_finite() ? Rational::parse(ball.to_string(40)) : std::nullopt;
        if (close) return Constant{exact, *close};
        report(value_not_real(span, what));
        return std::nullopt;
    }

    std::optional<Constant> scaled(Constant c, Expr scale, Span span, std::string_view what) {
        return evaluated(c.exact * scale, span, what);
    }

    // --- declarations

    // The unit in brackets; one if there is none; nothing after a mistake.
    std::optional<Unit> unit(const std::optional<Span>& span) {
        if (!span) return Unit{};
        units_given_ = true;
        return read_unit(*span, source_, diagnostics_);
    }

    std::string unit_text(const std::optional<Span>& span) const {
        return span ? text({span->begin + 1, span->end - 1}) : "";
    }

    void parameter(const ParameterItem& item) {
        const Definition& d = item.definition;
        if (d.primes > 0) return report(prime_of_constant(d.span, source_.text(d.name), "parameter"));
        const auto u = unit(d.unit);
        auto value = constant(d.value, "a parameter");
        const Expr symbol = new_symbol(d.name, "parameter", false);
        if (!symbol || !value || !u) return;
        const Expr scale = u->scale(context());
        value = scaled(*value, scale, d.value.span, "a parameter");
        if (!value) return;
        Parameter p{symbol, value->value, value->exact, scale, {}, unit_text(d.unit), {}, d.name};
        if (item.description) p.description = string_value(source_.text(*item.description));
        if (item.range) range(item, *value, scale, p);
        const std::string name = symbol.symbol().name;
        if (d.unit) dimensions_[name] = u->dimension;
        values_.emplace(index(symbol.id()), value->exact);
        system_.parameters.push_back(std::move(p));
    }

    void range(const ParameterItem& item, const Constant& value, Expr scale, Parameter& p) {
        auto low = constant(item.range->first, "a range"), high = constant(item.range->second, "a range");
        if (low) low = scaled(*low, scale, item.range->first.span, "a range");
        if (high) high = scaled(*high, scale, item.range->second.span, "a range");
        if (!low || !high) return;
        const Span span = join(item.range->first.span, item.range->second.span);
        if (low->value > high->value) return report(range_empty(span));
        if (value.value < low->value || value.value > high->value)
            return report(
                value_outside_range(item.definition.value.span, source_.text(item.definition.name)));
        p.range = {low->value, high->value};
    }

    void coordinate(const CoordinateItem& item) {
        if (system_.coordinates.size() == max_coordinates) {
            if (!too_many_) report(coordinates_too_many(item.name, max_coordinates));
            too_many_ = true;
            return;
        }
        const auto u = unit(item.unit);
        if (u && !u->is_coherent())
            report(unit_scaled(*item.unit, source_.text(item.name),
                               u->dimension.is_one() ? "rad" : to_string(u->dimension),
                               source_.text(*item.unit)));
        const Expr symbol = new_symbol(item.name, "coordinate", true);
        if (!symbol || !u) return;
        Coordinate c{symbol, {}, unit_text(item.unit), {}, item.name};
        if (item.unit) dimensions_[symbol.symbol().name] = u->dimension;
        if (item.modulus) c.modulus = constant_expression(*item.modulus, "a modulus");
        if (item.description) c.description = string_value(source_.text(*item.description));
        system_.coordinates.push_back(std::move(c));
    }

    void abbreviation(const Definition& d) {
        if (d.unit) report(unit_unexpected(*d.unit));
        std::optional<Dimension> dimension;
        const Expr value = read(d.value, inner_, &dimension);
        if (d.primes > 0 || !may_declare(d.name)) {
            if (d.primes > 0) report(symbol_bad(d.span, "a definition gives a name without primes"));
            return;
        }
        // After a mistake in its value the name is known all the same, so that its uses are no mistakes.
        declare(source_.text(d.name), {value, "abbreviation", d.name});
        if (value) system_.lets.emplace_back(ascii_name(source_.text(d.name)), value);
        dimensions_[ascii_name(source_.text(d.name))] = dimension;
    }

    void quasi_velocity(const Definition& d) {
        if (d.unit) report(unit_unexpected(*d.unit));
        std::optional<Dimension> dimension;
        const Expr value = read(d.value, inner_, &dimension);
        if (d.primes > 0 || !may_declare(d.name)) {
            if (d.primes > 0) report(symbol_bad(d.span, "a quasi-velocity has a name without primes"));
            return;
        }
        const std::string name = ascii_name(source_.text(d.name));
        dimensions_[name] = dimension;
        try {
            const Expr symbol = context().variable(name);
            inner_.add(name, {value, "quasi-velocity", d.name});
            outer_.add(name, {symbol, "quasi-velocity", d.name});
            if (value && !has_acceleration(value, d.value.span, "a quasi-velocity"))
                system_.quasi.push_back({symbol, value, d.name});
        } catch (const BadSymbol& reason) {
            report(symbol_bad(d.name, reason.what()));
        }
    }

    bool has_acceleration(Expr e, Span span, std::string_view where) {
        const int most = system_.algebra ? 0 : 1;
        for (const Expr& symbol : symbols_of(e)) {
            if (symbol.symbol().kind != SymbolKind::variable || symbol.symbol().dots <= most) continue;
            report(acceleration_unexpected(span, where, symbol));
            return true;
        }
        return false;
    }

    // --- Lie algebras

    void algebra() {
        const Statement* statement = first<AlgebraStatement>();
        if (!statement) {
            for (const Statement& s : tree_.statements)
                if (std::holds_alternative<InertiaStatement>(s.what) ||
                    std::holds_alternative<TorqueStatement>(s.what) ||
                    std::holds_alternative<VelocitiesStatement>(s.what))
                    report(algebra_missing(s.keyword, source_.text(s.keyword)));
            return;
        }
        each<AlgebraStatement>([&](const auto&, const Statement& s) {
            if (&s != statement) report(algebra_twice(s.keyword, statement->keyword));
        });
        if (!system_.coordinates.empty())
            return report(algebra_with_coordinates(statement->keyword, system_.coordinates[0].span));
        const auto& written = std::get<AlgebraStatement>(statement->what);
        const auto c = written.factors.empty() ? table(written, statement->span) : named(written);
        if (!c) return;
        LieAlgebra algebra;
        algebra.dimension = c->n;
        algebra.constants = c->c;
        algebra.name = "table";
        for (std::size_t i = 0; i < written.factors.size(); ++i)
            algebra.name = (i == 0 ? "" : algebra.name + " * ") + text(written.factors[i].span);
        system_.algebra = std::move(algebra);
        velocities_of_algebra();
    }

    std::optional<StructureConstants> named(const AlgebraStatement& written) {
        std::optional<StructureConstants> out;
        for (const auto& factor : written.factors) {
            const auto size = factor.size ? number(*factor.size) : std::size_t{3};
            const bool sized = factor.size || source_.text(factor.name) == "heisenberg";
            const auto one =
                sized && size ? named_algebra(context(), source_.text(factor.name), *size) : std::nullopt;
            if (!one || (out && out->n + one->n > max_algebra_dimension)) {
                report(algebra_unknown(factor.span, source_.text(factor.span)));
                return std::nullopt;
            }
            out = out ? product(context(), *out, *one) : *one;
        }
        return out;
    }

    std::optional<std::size_t> number(Span span) const {
        const std::string_view digits = source_.text(span);
        std::size_t out = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
        if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
        return out;
    }

    // e12 ↦ 12
    std::optional<std::size_t> basis_index(std::string_view name) const {
        std::size_t out = 0;
        if (name.size() < 2 || name[0] != 'e') return std::nullopt;
        const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), out);
        if (error != std::errc{} || end != name.data() + name.size()) return std::nullopt;
        return out;
    }

    // The highest basis element that a table, an inertia tensor or a covector speaks of.
    std::size_t table_dimension(const AlgebraStatement& written) const {
        std::size_t n = 0;
        for (const auto& row : written.table) {
            for (const Span index : {row.first, row.second}) n = std::max(n, number(index).value_or(0));
            for (auto i = static_cast<std::uint32_t>(row.value.first);
                 i <= static_cast<std::uint32_t>(row.value.root); ++i) {
                const TreeNode& node = tree_.expressions[NodeIndex{i}];
                if (node.kind == NodeKind::name)
                    n = std::max(n, basis_index(source_.text(node.name)).value_or(0));
                if (node.kind == NodeKind::number && row.value.first == row.value.root)
                    n = std::max(n, number(node.span).value_or(0));
            }
        }
        for (const Statement& s : tree_.statements) {
            if (const auto* inertia = std::get_if<InertiaStatement>(&s.what))
                n = std::max(n, inertia->rows[0].size());
            if (const auto* constraint = std::get_if<ConstraintStatement>(&s.what);
                constraint && constraint->covector)
                n = std::max(n, constraint->covector->entries.size());
        }
        return n;
    }

    std::optional<StructureConstants> table(const AlgebraStatement& written, Span span) {
        const std::size_t n = table_dimension(written);
        if (n == 0 || n > max_algebra_dimension) {
            report(bracket_index(span));
            return std::nullopt;
        }
        Scope scope;
        std::vector<Expr> basis;
        for (std::size_t k = 1; k <= n; ++k) {
            basis.push_back(context().constant("basis_element_" + std::to_string(k)));
            scope.add("e" + std::to_string(k), {basis.back(), "basis element"});
        }
        for (const std::string& name : inner_.names()) scope.add(name, *inner_.find(name));
        StructureConstants c(context(), n);
        std::map<std::pair<std::size_t, std::size_t>, Span> seen;
        bool good = true;
        for (const auto& row : written.table) good = bracket(row, basis, scope, c, seen) && good;
        if (!good) return std::nullopt;
        if (const auto failure = jacobi_failure(context(), c)) {
            report(jacobi_fails(span, (*failure)[0] + 1, (*failure)[1] + 1, (*failure)[2] + 1));
            return std::nullopt;
        }
        return c;
    }

    bool bracket(const AlgebraStatement::Bracket& row, const std::vector<Expr>& basis, const Scope& scope,
                 StructureConstants& c, std::map<std::pair<std::size_t, std::size_t>, Span>& seen) {
        const std::size_t n = basis.size();
        const auto r = number(row.first), s = number(row.second);
        if (!r || !s || *r == *s || *r < 1 || *s < 1 || *r > n || *s > n) {
            report(bracket_index(join(row.first, row.second)));
            return false;
        }
        const auto [old, is_new] = seen.try_emplace(std::minmax(*r, *s), row.span);
        if (!is_new) {
            report(bracket_twice(row.span, old->second));
            return false;
        }
        Expr value = elaborate(tree_.expressions, row.value, source_, scope, context(), diagnostics_);
        if (!value) return false;
        if (value.is_number()) {  // 3 for e3, −3 for −e3
            const auto k = abs(value.number()).to_long();
            if (!k || *k > static_cast<long>(n)) {
                report(bracket_not_linear(row.value.span));
                return false;
            }
            if (*k > 0) value = basis[static_cast<std::size_t>(*k) - 1] * Rational(value.number().sign());
        }
        Expr rest = value;
        for (std::size_t m = 0; m < n; ++m) {
            const Expr coefficient = derivative(value, basis[m]);
            for (const Expr& symbol : symbols_of(coefficient)) {
                const bool is_basis = std::find(basis.begin(), basis.end(), symbol) != basis.end();
                if (!is_basis && symbol.symbol().kind == SymbolKind::constant) continue;
                if (symbol.symbol().kind == SymbolKind::pi) continue;
                report(bracket_not_linear(row.value.span));
                return false;
            }
            rest = rest - coefficient * basis[m];
            c.set(*r - 1, *s - 1, m, coefficient);
        }
        if (is_zero(rest).answer == Answer::yes) return true;
        report(bracket_not_linear(row.value.span));
        return false;
    }

    void velocities_of_algebra() {
        LieAlgebra& algebra = *system_.algebra;
        const Statement* statement = first<VelocitiesStatement>();
        const auto* given = statement ? &std::get<VelocitiesStatement>(statement->what) : nullptr;
        if (given && given->names.size() != algebra.dimension) {
            report(velocities_count(statement->span, given->names.size(), algebra.dimension));
            given = nullptr;
        }
        for (std::size_t i = 0; i < algebra.dimension; ++i) {
            if (given) {
                const Expr symbol = new_symbol(given->names[i], "velocity", true);
                algebra.omega.push_back(symbol ? symbol : context().variable("w" + std::to_string(i + 1)));
                continue;
            }
            const std::string name = "w" + std::to_string(i + 1);
            if (const Meaning* known = outer_.find(name)) {
                Diagnostic d = name_duplicate(known->declared.value_or(tree_.name), name,
                                              {{}, "velocity of the algebra", std::nullopt});
                d.help = "call the velocities otherwise: velocities omega1, …";
                report(std::move(d));
                algebra.omega.push_back(context().variable("velocity_" + name));
                continue;
            }
            algebra.omega.push_back(context().variable(name));
            declare(name, {algebra.omega.back(), "velocity"});
        }
    }

    // T = ½ ω·Iω
    void inertia(const InertiaStatement& s, Span span) {
        const LieAlgebra& algebra = *system_.algebra;
        const std::size_t n = algebra.dimension;
        std::size_t rest = 0;
        for (std::size_t r = 1; r < s.rows.size(); ++r) rest += s.rows[r].size();
        if (s.rows[0].size() != n || (rest != 0 && rest != n * (n - 1) / 2))
            return report(inertia_length(span, s.rows[0].size(), rest, n));
        std::vector<Expr> entries;
        for (const auto& row : s.rows)
            for (const Expression& e : row) entries.push_back(read(e, inner_));
        std::vector<Expr> terms;
        for (const Expr& entry : entries)
            if (!entry) return;
        for (std::size_t i = 0; i < n; ++i)
            terms.push_back(entries[i] * algebra.omega[i] * algebra.omega[i] / Rational(2));
        for (std::size_t i = 0, at = n; i < n && rest > 0; ++i)
            for (std::size_t j = i + 1; j < n; ++j)
                terms.push_back(entries[at++] * algebra.omega[i] * algebra.omega[j]);
        system_.T = system_.T ? system_.T + sum(context(), terms) : sum(context(), terms);
    }

    // --- energy and forces

    void energy() {
        using Kind = EnergyStatement::Kind;
        const Statement* lagrangian =
            first<EnergyStatement>([](const auto& e) { return e.kind == Kind::lagrangian; });
        const Statement* kinetic =
            first<EnergyStatement>([](const auto& e) { return e.kind == Kind::kinetic; });
        bool good = true;
        each<EnergyStatement>([&](const EnergyStatement& e, const Statement& s) {
            if (lagrangian && &s != lagrangian && e.kind != Kind::dissipation)
                report(energy_twice(s.keyword, "the energy", lagrangian->keyword));
            std::optional<Dimension> dimension;
            const Expr value = read(e.value, inner_, &dimension);
            if (!value || has_acceleration(value, e.value.span, "an energy")) {
                good = false;
                return;
            }
            energy_dimension(e, dimension);
            Expr& place = e.kind == Kind::kinetic      ? system_.T
                          : e.kind == Kind::potential  ? system_.V
                          : e.kind == Kind::lagrangian ? system_.L
                                                       : system_.dissipation;
            place = place ? place + value : value;
        });
        if (system_.algebra)
            each<InertiaStatement>([&](const InertiaStatement& i, const Statement& s) {
                if (const Statement* other = kinetic ? kinetic : lagrangian)
                    return report(energy_twice(s.keyword, "the energy", other->keyword));
                if (first<InertiaStatement>() != &s)
                    return report(energy_twice(s.keyword, "the inertia", first<InertiaStatement>()->keyword));
                inertia(i, s.span);
            });
        const bool stated = lagrangian || kinetic || (first<AlgebraStatement>() && first<InertiaStatement>());
        if (system_.coordinates.empty() && !first<AlgebraStatement>()) {
            if (!first<CoordStatement>()) report(coordinates_missing(tree_.name));
        } else if (!stated) {
            const auto* only =
                first<EnergyStatement>([](const auto& e) { return e.kind == Kind::potential; });
            report(energy_missing(only ? only->keyword : tree_.name));
        }
        if (good) complete_energy();
    }

    // All energies have one dimension, Rayleigh's function that of power.
    void energy_dimension(const EnergyStatement& e, std::optional<Dimension> dimension) {
        if (!dimension) return;
        if (e.kind == EnergyStatement::Kind::dissipation) dimension = *dimension * seconds();
        if (!energy_dimension_) {
            energy_dimension_ = dimension;
            energy_span_ = e.value.span;
        } else if (*energy_dimension_ != *dimension) {
            report(unit_mismatch(e.value.span, *energy_dimension_, *dimension, energy_span_, e.value.span));
        }
    }

    void complete_energy() {
        if (system_.L) {
            Substitution at_rest;
            for (const Expr& v : system_.velocities()) at_rest.emplace_back(v, context().zero());
            try {
                system_.V = -substitute(system_.L, at_rest);
            } catch (const Undefined&) {
                system_.V = context().zero();  // no limit at rest: all of L depends on velocities
            }
            system_.T = system_.L + system_.V;
            return;
        }
        if (!system_.V) system_.V = context().zero();
        if (!system_.T) system_.T = context().zero();
        system_.L = system_.T - system_.V;
    }

    void forces() {
        const std::vector<Expr> v = system_.velocities();
        system_.Q.assign(v.size(), context().zero());
        each<ForceStatement>([&](const ForceStatement& s, const Statement&) {
            for (const auto& item : s.items) force(item, v);
        });
        each<TorqueStatement>([&](const TorqueStatement& s, const Statement&) {
            if (!system_.algebra) return;
            if (s.components.entries.size() != v.size())
                return report(
                    tuple_length(s.components.span, "a torque", s.components.entries.size(), v.size()));
            for (std::size_t i = 0; i < v.size(); ++i) {
                const Expr value = read(s.components.entries[i], inner_);
                if (value && !has_acceleration(value, s.components.entries[i].span, "a torque"))
                    system_.Q[i] += value;
            }
        });
        if (!system_.dissipation) return;
        const std::vector<Expr> slope = gradient(system_.dissipation, v);
        for (std::size_t i = 0; i < v.size(); ++i) system_.Q[i] -= slope[i];
    }

    // A force e on η does the work e·η: Q_i = e ∂η/∂q̇_i.
    void force(const ForceStatement::Item& item, const std::vector<Expr>& v) {
        const std::string name = text(item.coordinate);
        std::optional<Dimension> dimension;
        const Expr value = read(item.value, inner_, &dimension);
        const Meaning* meaning = outer_.find(name);
        if (!meaning) return report(name_unknown(item.coordinate, name, outer_, source_));
        if (!value || has_acceleration(value, item.value.span, "a force")) return;
        const auto known = dimensions_.find(ascii_name(name));
        if (dimension && energy_dimension_ && known != dimensions_.end() && known->second &&
            meaning->noun == "coordinate" && *dimension * *known->second != *energy_dimension_)
            report(unit_misfit(item.value.span, "a force on " + name, *dimension,
                               *energy_dimension_ / *known->second));
        if (meaning->noun == "coordinate" || meaning->noun == "velocity") {
            const Expr velocity = system_.algebra ? meaning->value : dot(meaning->value);
            for (std::size_t i = 0; i < v.size(); ++i)
                if (v[i] == velocity) system_.Q[i] += value;
        } else if (meaning->noun == "quasi-velocity") {
            const Meaning* definition = inner_.find(name);
            if (!definition || !definition->value) return;
            const std::vector<Expr> slope = gradient(definition->value, v);
            for (std::size_t i = 0; i < v.size(); ++i) system_.Q[i] += value * slope[i];
        } else {
            report(force_on_what(item.coordinate, name, meaning->noun));
        }
    }

    // --- constraints and motion

    void constraints() {
        std::map<std::string, Span> names;
        std::size_t count = 0;
        each<ConstraintStatement>([&](const ConstraintStatement& s, const Statement& at) {
            ++count;
            Constraint c;
            c.name = s.name ? ascii_name(source_.text(*s.name)) : "c" + std::to_string(count);
            c.span = s.name ? *s.name : at.span;
            const auto [old, is_new] = names.try_emplace(c.name, c.span);
            if (!is_new) return report(constraint_name_duplicate(c.span, c.name, old->second));
            c.residual = s.covector ? covector(*s.covector) : residual(s);
            if (!c.residual || has_acceleration(c.residual, at.span, "a constraint")) return;
            c.kind = constraint_kind(c.residual, system_.velocities());
            system_.constraints.push_back(std::move(c));
        });
    }

    Expr residual(const ConstraintStatement& s) {
        std::optional<Dimension> left_dimension, right_dimension;
        const Expr left = read(*s.left, inner_, &left_dimension);
        const Expr right = read(*s.right, inner_, &right_dimension);
        if (!left || !right) return {};
        same_dimension(*s.left, left_dimension, *s.right, right_dimension);
        return left - right;
    }

    Expr covector(const Tuple& tuple) {
        if (!system_.algebra) {
            if (!first<AlgebraStatement>()) report(covector_needs_algebra(tuple.span));
            return {};
        }
        return combination(tuple, "a covector");
    }

    // Σ b_i ω_i
    Expr combination(const Tuple& tuple, std::string_view what) {
        const std::vector<Expr>& omega = system_.algebra->omega;
        if (tuple.entries.size() != omega.size()) {
            report(tuple_length(tuple.span, what, tuple.entries.size(), omega.size()));
            return {};
        }
        std::vector<Expr> terms;
        for (std::size_t i = 0; i < omega.size(); ++i) {
            const Expr b = constant_expression(tuple.entries[i], what);
            if (!b) return {};
            terms.push_back(b * omega[i]);
        }
        return sum(context(), terms);
    }

    void motion() {
        using Kind = MotionStatement::Kind;
        const Statement* statement = first<MotionStatement>();
        if (!statement) return;
        each<MotionStatement>([&](const auto&, const Statement& s) {
            if (&s != statement) report(motion_twice(s.keyword, statement->keyword));
        });
        const auto& s = std::get<MotionStatement>(statement->what);
        Motion& motion = system_.motion;
        motion.span = statement->span;
        switch (s.kind) {
            case Kind::nonholonomic: motion.axiom = Axiom::nonholonomic; break;
            case Kind::vakonomic: motion.axiom = Axiom::vakonomic; break;
            case Kind::free: motion.axiom = Axiom::free; break;
            case Kind::servo_force:
                motion.axiom = Axiom::servo_force;
                for (const Tuple& tuple : s.tuples) servo_direction(tuple);
                break;
            case Kind::servo_momentum:
                motion.axiom = Axiom::servo_momentum;
                servo_momenta(s);
                break;
            case Kind::viscous:
            case Kind::added_mass:
                motion.axiom = s.kind == Kind::viscous ? Axiom::viscous : Axiom::added_mass;
                motion.stiffness = constant_expression(s.values[0], "N");
                break;
        }
    }

    void servo_direction(const Tuple& tuple) {
        const std::size_t n = system_.velocities().size();
        if (tuple.entries.size() != n)
            return report(tuple_length(tuple.span, "a force", tuple.entries.size(), n));
        auto& direction = system_.motion.directions.emplace_back();
        for (const Expression& e : tuple.entries) {
            const Expr value = read(e, inner_);
            if (value && has_acceleration(value, e.span, "a force")) return;
            direction.push_back(value);
        }
    }

    void servo_momenta(const MotionStatement& s) {
        for (const Tuple& tuple : s.tuples) {
            if (!system_.algebra) return report(servo_vector_needs_algebra(tuple.span));
            system_.motion.momenta.push_back(combination(tuple, "a momentum"));
        }
        for (const Expression& e : s.values) {
            const Expr value = read(e, inner_);
            if (value && has_acceleration(value, e.span, "a momentum")) return;
            system_.motion.momenta.push_back(value);
        }
    }

    // λ if there is one constraint, λ_name if there are more, and λ1, λ2, … for those on velocities.
    void multipliers() {
        std::size_t on_velocities = 0;
        for (const Constraint& c : system_.constraints) {
            std::string name = system_.constraints.size() == 1 ? "lambda" : "lambda_" + c.name;
            for (int suffix = 2; outer_.find(name); ++suffix)
                name = "lambda_" + c.name + (suffix == 2 ? "" : "_" + std::to_string(suffix));
            const Expr symbol = context().variable(name);
            system_.multipliers.push_back(symbol);
            outer_.add(name, {symbol, "multiplier", c.span});
            if (c.kind != Constraint::Kind::geometric)
                outer_.add("lambda" + std::to_string(++on_velocities), {symbol, "multiplier", c.span});
        }
    }

    // --- what is to be done with the system

    void initial_values(const std::vector<Definition>& items, std::vector<InitialValue>& out) {
        for (const Definition& d : items) {
            if (diagnostics_.full()) return;
            const std::string name = text(d.name);
            const Meaning* meaning = outer_.find(name);
            Expr value = constant_expression(d.value, "an initial value");
            if (!meaning) {
                report(init_unknown(d.name, name, outer_, source_));
                continue;
            }
            const bool is_coordinate = meaning->noun == "coordinate";
            const bool is_state = is_coordinate || meaning->noun == "velocity" ||
                                  meaning->noun == "quasi-velocity" || meaning->noun == "multiplier";
            if (!is_state || !meaning->value || d.primes > (is_coordinate ? 1u : 0u)) {
                report(init_not_state(d.name, name + std::string(std::min(d.primes, 9u), '\''),
                                      is_state ? (is_coordinate ? "acceleration" : "rate") : meaning->noun));
                continue;
            }
            if (d.unit) value = with_unit(d, value);
            if (!value) continue;
            const Expr symbol = d.primes == 0 ? meaning->value : dot(meaning->value);
            const auto same = std::find_if(out.begin(), out.end(),
                                           [&](const InitialValue& i) { return i.symbol == symbol; });
            if (same != out.end()) {
                report(init_twice(d.name, name, same->span));
                continue;
            }
            out.push_back({symbol, value, d.name});
        }
    }

    Expr with_unit(const Definition& d, Expr value) {
        const auto u = read_unit(*d.unit, source_, diagnostics_);
        if (!u || !value) return {};
        const auto known = dimensions_.find(ascii_name(source_.text(d.name)));
        if (known != dimensions_.end() && known->second) {
            const Dimension wanted = *known->second / pow(seconds(), Rational(static_cast<long>(d.primes)));
            if (wanted != u->dimension) {
                report(unit_misfit(*d.unit,
                                   "'" + text(d.name) + std::string(std::min(d.primes, 9u), '\'') + "'",
                                   u->dimension, wanted));
                return {};
            }
        }
        return value * u->scale(context());
    }

    void expectation(const ExpectStatement& s, Span span) {
        using Kind = ExpectStatement::Kind;
        Expectation e;
        e.span = span;
        std::optional<Dimension> left_dimension, right_dimension;
        if (s.kind == Kind::dof) {
            const auto count = constant(*s.left, "a number of degrees of freedom");
            const auto whole = count ? count->value.to_long() : std::nullopt;
            if (count && (!whole || *whole < 0)) return report(dof_not_count(s.left->span));
            if (!count) return;
            e.kind = Expectation::Kind::dof;
            e.count = static_cast<std::size_t>(*whole);
        } else if (s.kind == Kind::energy) {
            e.kind = Expectation::Kind::integral;
            e.name = "energy";
        } else if (s.kind == Kind::holonomic || s.kind == Kind::nonholonomic) {
            e.kind =
                s.kind == Kind::holonomic ? Expectation::Kind::holonomic : Expectation::Kind::nonholonomic;
        } else {
            e.kind = s.kind == Kind::integral   ? Expectation::Kind::integral
                     : s.kind == Kind::equation ? Expectation::Kind::equation
                                                : Expectation::Kind::value;
            e.left = read(*s.left, outer_, &left_dimension);
            if (s.right) e.right = read(*s.right, outer_, &right_dimension);
            // A value is measured in SI units, a number by itself.
            if (s.kind == Kind::equation) same_dimension(*s.left, left_dimension, *s.right, right_dimension);
            if (s.time) e.time = constant_expression(*s.time, "a time");
            if (!e.left || (s.right && !e.right) || (s.time && !e.time)) return;
        }
        if (s.tolerance) {
            const auto tolerance = constant(*s.tolerance, "a tolerance");
            if (!tolerance) return;
            if (tolerance->value.sign() <= 0)
                return report(setting_not_positive(s.tolerance->span, "within"));
            e.tolerance = tolerance->value;
        }
        system_.expectations.push_back(std::move(e));
    }

    void experiment(const ExperimentStatement& s, Span span) {
        Experiment e;
        e.name = text(s.name);
        e.span = span;
        for (const Experiment& other : system_.experiments)
            if (other.name == e.name) return report(experiment_twice(s.name, e.name, other.span));
        std::map<std::string, Span> seen;
        for (const auto& setting : s.settings) {
            using Setting = ExperimentStatement::Setting::Kind;
            const std::string name = text(setting.keyword);
            const auto [old, is_new] = seen.try_emplace(name, setting.keyword);
            if (!is_new) {
                report(setting_twice(setting.keyword, name, old->second));
                continue;
            }
            const auto value = constant(setting.value, "a setting");
            if (!value) continue;
            if (value->value.sign() <= 0) {
                report(setting_not_positive(setting.value.span, name));
                continue;
            }
            Rational& place = setting.kind == Setting::until   ? e.until
                              : setting.kind == Setting::every ? e.every
                                                               : e.tolerance;
            place = value->value;
        }
        initial_values(s.init, e.init);
        for (const Definition& d : s.parameters) experiment_parameter_value(d, e);
        system_.experiments.push_back(std::move(e));
    }

    void experiment_parameter_value(const Definition& d, Experiment& e) {
        const std::string name = ascii_name(source_.text(d.name));
        const auto p = std::find_if(system_.parameters.begin(), system_.parameters.end(),
                                    [&](const Parameter& one) { return one.symbol.symbol().name == name; });
        auto value = constant(d.value, "a parameter");
        if (p == system_.parameters.end() || d.primes > 0) return report(experiment_parameter(d.name, name));
        if (!value) return;
        for (const auto& [symbol, other] : e.parameters)
            if (symbol == p->symbol) return report(setting_twice(d.name, name, p->span));
        Expr scaled_value = d.unit ? with_unit(d, value->exact) : value->exact * p->scale;
        if (!scaled_value) return;
        if (const auto c = evaluated(scaled_value, d.value.span, "a parameter"))
            e.parameters.emplace_back(p->symbol, c->value);
    }

    const ModelTree& tree_;
    const Source& source_;
    Diagnostics& diagnostics_;
    System system_;
    Scope inner_;  // quasi-velocities stand for their definitions
    Scope outer_;  // quasi-velocities stand for themselves
    Dimensions dimensions_;
    bool units_given_ = false, too_many_ = false;
    std::optional<Dimension> energy_dimension_;
    Span energy_span_;
    std::map<std::uint32_t, Expr> values_;  // of parameters, by node
};

}  // namespace

std::optional<System> elaborate_model(const ModelTree& tree, const Source& source, Diagnostics& diagnostics) {
    auto system = Elaboration(tree, source, diagnostics).run();
    diagnostics.sort();
    return system;
}

std::optional<System> elaborate_model(const Source& source, Diagnostics& diagnostics) {
    const auto tree = parse_model(source, diagnostics);
    if (!tree) return std::nullopt;
    return elaborate_model(*tree, source, diagnostics);
}

}  // namespace anholon
