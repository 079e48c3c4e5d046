#include "request/hierarchy.hpp"

#include <algorithm>

#include "expr/zero.hpp"
#include "request/reduced.hpp"
#include "structure/integrals/linear_equations.hpp"

namespace anholon::request {

namespace {

Fact asked(const char* id, const Setting& s, double seconds) {
    return anholon::answer(*find_question(id), s, Budget(seconds));
}

template <class T>
const T* part(const Data::Fields& fields, std::string_view name) {
    const Data* found = Data::find(fields, name);
    return found ? std::get_if<T>(&found->value) : nullptr;
}

std::size_t independent_integrals(const Fact& integrals, const Expr& t) {
    const auto* list = part<Data::List>(integrals.results, "integrals");
    if (!list) return 0;
    return static_cast<std::size_t>(std::ranges::count_if(*list, [&](const Data& one) {
        const auto& fields = std::get<Data::Fields>(one.value);
        return *part<bool>(fields, "is_independent") && vanishes(derivative(*part<Expr>(fields, "value"), t));
    }));
}

bool has_energy(const Fact& integrals) {
    const auto* list = part<Data::List>(integrals.results, "integrals");
    return list && std::ranges::any_of(*list, [](const Data& one) {
               return *part<bool>(std::get<Data::Fields>(one.value), "is_energy");
           });
}

std::size_t degrees_of_freedom(const System& system) {
    return system.velocities().size() - system.constraints.size();
}

bool depends_on_time(const System& system) {
    std::vector<Expr> all{system.L};
    all.insert(all.end(), system.Q.begin(), system.Q.end());
    for (const Constraint& k : system.constraints) all.push_back(k.residual);
    for (const Expr& F : system.relations) all.push_back(F);
    if (system.algebra) all.insert(all.end(), system.algebra->rates.begin(), system.algebra->rates.end());
    return !std::ranges::all_of(all, [&](const Expr& e) { return vanishes(derivative(e, system.t)); });
}

// The last multiplier of Euler and Jacobi: of n equations that do not depend on time n − 2 integrals and a measure leave quadratures.
Follows what_follows(const HierarchyRow& row, const System& core) {
    if (depends_on_time(core)) return Follows::not_shown;
    const std::size_t known = row.known_integrals();
    if (known + 1 >= row.dimension) return Follows::orbits;
    return known + 2 >= row.dimension && row.has_density() ? Follows::euler_jacobi : Follows::not_shown;
}

}  // namespace

std::string_view name(Follows follows) {
    switch (follows) {
        case Follows::not_shown: return "not shown";
        case Follows::orbits: return "by levels";
        case Follows::euler_jacobi: return "Euler-Jacobi";
    }
    return "";
}

bool HierarchyRow::has_density() const { return Data::find(measure.results, "density") != nullptr; }

bool HierarchyRow::is_hamiltonian() const {
    using Verdict = MultiplierVerdict;
    const FactVerdict& v = multiplier.verdict;
    return v == Verdict::multiplier || v == Verdict::hamiltonian || v == Verdict::lagrangian;
}

std::size_t HierarchyRow::known_integrals() const {
    return std::max(independent, by_linear + (by_linear > 0 && has_energy(integrals) ? 1 : 0));
}

void add(Hierarchy& table, const std::string& title, const System& full, double seconds) {
    if (full.motion.axiom != Axiom::nonholonomic) {
        table.left_out.push_back(title);
        return;
    }
    const Reduced core = reduced(full);
    const Setting s = setting_for_questions(core.system);
    HierarchyRow row{.system = title, .own_core = core.not_reduced};
    row.dof = degrees_of_freedom(core.system);
    row.dimension = row.dof + s.q.size() - core.system.functions_of_place().size();
    row.measure = asked("measure", s, seconds);
    row.integrals = asked("integrals", s, seconds);
    row.multiplier = asked("chaplygin-multiplier", s, seconds);
    row.independent = independent_integrals(row.integrals, s.t);
    if (const auto linear = linear_equations(s, Budget(seconds))) row.by_linear = linear->obeying.size();
    row.follows = what_follows(row, core.system);
    table.rows.push_back(std::move(row));
}

}  // namespace anholon::request
