#include "study/standstill/standstill_equations.hpp"

#include <algorithm>
#include <numeric>

#include "expr/derivative.hpp"
#include "model/friction_refusal.hpp"
#include "model/request.hpp"
#include "motion/simulation.hpp"
#include "structure/symmetries/affine_symmetries.hpp"
#include "study/standstill/standstill_search.hpp"

namespace anholon {

namespace {

const System& without_friction(const System& system) {
    if (const auto why = no_smooth_equations(system)) throw NoStandstill(*why);
    return system;
}

}  // namespace

StandstillEquations::StandstillEquations(const System& system, Standstill at)
    : system_(without_friction(system)), part_(system, at) {}

void StandstillEquations::set(const ConstantValues& parameters, const Expr& varied) {
    Substitution fixed;
    for (const auto& [symbol, value] : parameters)
        if (!varied || symbol != varied) fixed.emplace_back(symbol, system_.c().number(value));
    part_.demand_autonomous(fixed);
    part_.set_parameters(parameters);
    if (at() == Standstill::steady) find_symmetries(parameters, varied);
}

// Symmetries at special values of a parameter that varies are not those of its other values.
void StandstillEquations::find_symmetries(const ConstantValues& parameters, const Expr& varied) {
    ConstantValues fixed = parameters;
    std::erase_if(fixed, [&](const auto& p) { return varied && p.first == varied; });
    Substitution special = special_values(fixed);
    if (special_ == special) return;
    special_.reset();  // until all of it is done
    symmetries_ = motion_symmetries(system_, fixed);
    part_.use(symmetries_.fields);
    std::vector<std::size_t> all(part_.state().size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    action_ = SymmetryAction(part_.formulation(), all, symmetries_.fields);
    if (symmetries_.left_out.empty()) special_ = std::move(special);
}

std::vector<StandstillEquations::Integral>& StandstillEquations::integrals() {
    if (integrals_) return *integrals_;
    std::vector<Integral> found;
    const Formulation& f = part_.formulation();
    std::vector<Expr> kept;
    for (const std::size_t k : part_.kept()) kept.push_back(part_.state()[k]);
    for (const Expectation& e : system_.expectations) {
        if (e.kind != Expectation::Kind::integral) continue;
        const bool is_energy = e.name == "energy";
        if (!is_energy && !e.left) continue;
        try {
            const Expr F = f.lowered(is_energy ? energy_of(system_) : e.left);
            if (!derivative(F, system_.t).is_number()) continue;
            StateFunctions slopes(f.equations(), gradient(F, kept));
            if (slopes.need_unknowns()) continue;
            found.push_back({is_energy ? "energy" : text_in_brief(e.left), std::move(slopes)});
        } catch (const Unavailable&) {
            // It holds what the state does not tell.
        }
    }
    return integrals_.emplace(std::move(found));
}

}  // namespace anholon
