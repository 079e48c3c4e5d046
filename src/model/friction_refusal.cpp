#include "model/friction_refusal.hpp"

#include "model/refusal.hpp"

namespace anholon {

namespace {

void refuse(const std::optional<std::string>& why, const std::string& what) {
    if (why)
        throw Refusal(
            Refusal::Of::system, "friction-not-supported", what + " is not available: " + *why,
            "simulate and animate follow such motions; to study one phase, state the contact as rolling or "
            "sliding");
}

}  // namespace

std::optional<std::string> no_smooth_equations(const System& system) {
    for (const DryFriction& f : system.frictions) {
        if (!f.is_regularised())
            return "the model has dry friction (" + f.name +
                   "): its equations change where a contact sticks or slips";
        if (f.is_two_sided)
            return "the model has dry friction (" + f.name +
                   "): its equations change where the constraint presses on the other side";
    }
    return std::nullopt;
}

std::optional<std::string> no_forces_of_the_state(const System& system) {
    if (system.frictions.empty()) return std::nullopt;
    if (auto why = no_smooth_equations(system)) return why;
    return "the model has dry friction (" + system.frictions[0].name +
           "): it depends on the normal reaction, which is no function of the state that is asked about";
}

void refuse_phases(const System& system, const std::string& what) {
    refuse(no_smooth_equations(system), what);
}

void refuse_friction(const System& system, const std::string& what) {
    refuse(no_forces_of_the_state(system), what);
}

}  // namespace anholon
