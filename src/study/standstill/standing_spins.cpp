#include "study/standstill/standing_spins.hpp"

#include <algorithm>

#include "expr/introduce.hpp"
#include "expr/simplify.hpp"
#include "mechanics/points/unit_sphere.hpp"
#include "model/space/vector3.hpp"

namespace anholon {

std::optional<StandingSpins> StandingSpins::of(const System& system, const SteadyPart& part) {
    const RateEquations& e = part.formulation().equations();
    const std::size_t nq = part.formulation().coordinates();
    const std::vector<Expr> q = system.q();
    if (!system.algebra || e.state.size() != nq + 3) return std::nullopt;
    for (const Expr& F : system.relations) {
        const std::vector<Expr> x = on_unit_sphere(F, q);
        if (x.size() != 3) continue;
        StandingSpins out;
        out.axis_ = x;
        out.omega_.assign(e.state.begin() + static_cast<long>(nq), e.state.end());
        const Vector3 rate =
            cross(Vector3{x[0], x[1], x[2]}, Vector3{out.omega_[0], out.omega_[1], out.omega_[2]});
        bool is_turned = true;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto place = std::ranges::find(e.state, x[i]) - e.state.begin();
            is_turned = is_turned && vanishes(e.rates[static_cast<std::size_t>(place)] - rate[i]);
        }
        if (!is_turned) continue;
        out.c_ = introduced(system.c(), "spin_along_axis", SymbolKind::variable, "spin", 0);
        return out;
    }
    return std::nullopt;
}

std::vector<Expr> StandingSpins::in_c(const std::vector<Expr>& conditions) const {
    Substitution spin;
    for (std::size_t i = 0; i < 3; ++i) spin.emplace_back(omega_[i], c_ * axis_[i]);
    std::vector<Expr> list = substitute(conditions, spin);
    std::erase_if(list, vanishes);
    return list;
}

std::vector<Expr> StandingSpins::variables(std::vector<Expr> kept) const {
    std::erase_if(kept, [&](const Expr& x) { return std::ranges::find(omega_, x) != omega_.end(); });
    kept.push_back(c_);
    return kept;
}

// ω_i = c γ_i; where c may have any value, the ω_k of a γ_k that does not vanish takes its place: c = ω_k/γ_k.
SolvedFamily StandingSpins::in_velocities(const SolvedFamily& family) const {
    const std::vector<Expr> axis = substitute(axis_, family.solved);
    const auto solved = std::ranges::find(family.solved, c_, &std::pair<Expr, Expr>::first);
    const bool is_free = solved == family.solved.end();
    std::size_t k = 3;
    for (std::size_t i = 3; i-- > 0;)
        if (!vanishes(axis[i]) && (k == 3 || axis[i].is_number())) k = i;
    const Expr c = is_free ? omega_[k] / axis[k] : solved->second;
    const Substitution known{{c_, c}};
    SolvedFamily out = family;
    std::erase_if(out.solved, [&](const auto& one) { return one.first == c_; });
    for (auto& [variable, value] : out.solved) value = simplified(substitute(value, known));
    for (std::size_t i = 0; i < 3; ++i)
        if (!is_free || i != k)
            out.solved.emplace_back(omega_[i], simplified(c * substitute(axis[i], known)));
    std::ranges::replace(out.free, c_, omega_[std::min<std::size_t>(k, 2)]);
    return out;
}

}  // namespace anholon
