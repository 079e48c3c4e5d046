#include "model/statements/elaboration.hpp"

#include "expr/substitute.hpp"
#include "model/language/errors.hpp"

namespace anholon {

namespace {

using namespace syntax;

void add(Expr& sum, Expr term) { sum = sum ? sum + term : term; }

const Statement* first_of(const Elaboration& model, EnergyStatement::Kind kind) {
    return model.first<EnergyStatement>([&](const EnergyStatement& e) { return e.kind == kind; });
}

// All energies have one dimension, Rayleigh's function that of power.
void check_energy_dimension(Elaboration& model, const EnergyStatement& e,
                            std::optional<Dimension> dimension) {
    if (!dimension) return;
    if (e.kind == EnergyStatement::Kind::dissipation) dimension = *dimension * seconds();
    if (!model.energy_dimension) {
        model.energy_dimension = dimension;
        model.energy_span = e.value.span;
    } else if (*model.energy_dimension != *dimension) {
        model.report(unit_mismatch(Mismatch::energies, e.value.span, *model.energy_dimension, *dimension,
                                   model.energy_span, e.value.span));
    }
}

// T = ½ ω·Iω
void add_inertia(Elaboration& model, const InertiaStatement& s, Span span) {
    const LieAlgebra& algebra = *model.system.algebra;
    const std::size_t n = algebra.dimension;
    std::size_t rest = 0;
    for (std::size_t r = 1; r < s.rows.size(); ++r) rest += s.rows[r].size();
    if (s.rows[0].size() != n || (rest != 0 && rest != n * (n - 1) / 2))
        return model.report(inertia_length(span, s.rows[0].size(), rest, n));
    std::vector<Expr> entries;
    for (const auto& row : s.rows)
        for (const Expression& e : row) entries.push_back(model.read(e, model.inner));
    std::vector<Expr> terms;
    for (const Expr& entry : entries)
        if (!entry) return;
    for (std::size_t i = 0; i < n; ++i)
        terms.push_back(entries[i] * algebra.omega[i] * algebra.omega[i] / Rational(2));
    for (std::size_t i = 0, at = n; i < n && rest > 0; ++i)
        for (std::size_t j = i + 1; j < n; ++j)
            terms.push_back(entries[at++] * algebra.omega[i] * algebra.omega[j]);
    add(model.system.T, sum(model.context(), terms));
}

// L = T − V: whichever were not given.
void complete_energy(Elaboration& model) {
    System& system = model.system;
    if (system.L) {
        Substitution at_rest;
        for (const Expr& v : system.velocities()) at_rest.emplace_back(v, model.context().zero());
        try {
            system.V = -substitute(system.L, at_rest);
        } catch (const Undefined&) {
            system.V = model.context().zero();  // no limit at rest: all of L depends on velocities
        }
        system.T = system.L + system.V;
        return;
    }
    if (!system.V) system.V = model.context().zero();
    if (!system.T) system.T = model.context().zero();
    system.L = system.T - system.V;
}

// False after a mistake in one of them.
bool add_energies(Elaboration& model) {
    using Kind = EnergyStatement::Kind;
    const Statement* lagrangian = first_of(model, Kind::lagrangian);
    bool good = true;
    model.each<EnergyStatement>([&](const EnergyStatement& e, const Statement& s) {
        if (lagrangian && &s != lagrangian && e.kind != Kind::dissipation)
            model.report(energy_twice(s.keyword, "the energy", lagrangian->keyword));
        std::optional<Dimension> dimension;
        const Expr value = model.read(e.value, model.inner, &dimension);
        if (!value || model.has_acceleration(value, e.value.span, "an energy")) {
            good = false;
            return;
        }
        check_energy_dimension(model, e, dimension);
        Expr& place = e.kind == Kind::kinetic      ? model.system.T
                      : e.kind == Kind::potential  ? model.system.V
                      : e.kind == Kind::lagrangian ? model.system.L
                                                   : model.system.dissipation;
        add(place, value);
        if (e.kind == Kind::kinetic) model.bodies_make_up_energy = false;
    });
    add_rotors(model);
    return good;
}

// The statement that gives T or L.
const Statement* stated_energy(const Elaboration& model) {
    const Statement* kinetic = first_of(model, EnergyStatement::Kind::kinetic);
    return kinetic ? kinetic : first_of(model, EnergyStatement::Kind::lagrangian);
}

// The first body or frame: they bring their energy with them.
const Statement* stated_parts(const Elaboration& model) {
    const Statement* body = model.first<BodyStatement>();
    return body ? body : model.first<FrameStatement>();
}

void add_inertias(Elaboration& model) {
    const Statement* energy = stated_energy(model);
    const Statement* first = model.first<InertiaStatement>();
    model.each<InertiaStatement>([&](const InertiaStatement& inertia, const Statement& s) {
        if (energy) return model.report(energy_twice(s.keyword, "the energy", energy->keyword));
        if (first != &s) return model.report(energy_twice(s.keyword, "the inertia", first->keyword));
        add_inertia(model, inertia, s.span);
    });
}

void check_energy_stated(Elaboration& model) {
    const Statement* algebra = model.first<AlgebraStatement>();
    if (model.system.coordinates.empty() && !algebra) {
        if (!model.first<CoordStatement>() && !stated_parts(model))
            model.report(coordinates_missing(model.tree.name));
    } else if (!stated_energy(model) && !(algebra && model.first<InertiaStatement>()) &&
               !stated_parts(model)) {
        const Statement* potential = first_of(model, EnergyStatement::Kind::potential);
        model.report(energy_missing(potential ? potential->keyword : model.tree.name));
    }
}

}  // namespace

void read_energy(Elaboration& model) {
    const Statement *lagrangian = first_of(model, EnergyStatement::Kind::lagrangian),
                    *parts = stated_parts(model);
    if (lagrangian && parts) model.report(energy_twice(lagrangian->keyword, "the energy", parts->keyword));
    const bool good = add_energies(model);
    if (model.system.algebra) add_inertias(model);
    check_energy_stated(model);
    if (good) complete_energy(model);
}

}  // namespace anholon
