#include "motion/watched_guards.hpp"

namespace anholon {

Rational guard_rounding() { return Rational(1, 1'000'000'000); }

std::vector<Guard> watched_guards(const System& system, const EquationForm& form, const Formulation& law) {
    std::vector<Guard> list;
    if (form.role == EquationForm::Role::control) return list;
    for (const Guard& guard : system.guards) {
        try {
            law.lowered({guard.value, guard.scale});
            list.push_back(guard);
        } catch (const Unavailable&) {
            // A law without reactions.
        }
    }
    return list;
}

}  // namespace anholon
