#include "study/standstill_guards.hpp"

#include "code/tiered.hpp"
#include "model/request.hpp"
#include "motion/method.hpp"

namespace anholon {

StandstillGuards::StandstillGuards(const System& system, const Formulation& formulation)
    : law_(system, law_behind(formulation.form(), system)) {
    if (system.guards.empty()) return;
    Guards guards(system, formulation.form(), law_, tiered);
    if (guards.is_empty()) return;
    try {
        to_law_.emplace(formulation.equations(), formulation.lowered(law_.equations().state));
    } catch (const Unavailable&) {
        return;
    }
    if (to_law_->need_unknowns()) return;
    if (guards.need_unknowns()) rates_.emplace(law_.equations());
    y_.resize(law_.equations().state.size());
    z_.resize(law_.equations().unknowns.size());
    guards_.emplace(std::move(guards));
}

std::optional<std::string> StandstillGuards::broken(std::span<const double> x, std::span<const double> p) {
    if (!guards_) return std::nullopt;
    (*to_law_)(0, x, p, {}, y_);
    if (rates_) {
        rates_->set_parameters(p);
        if (!rates_->solve(0, y_, z_)) return std::nullopt;
    }
    return guards_->broken(0, y_, p, z_);
}

}  // namespace anholon
