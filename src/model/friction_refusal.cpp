#include "model/friction_refusal.hpp"

#include "model/refusal.hpp"

namespace anholon {

std::optional<std::string> no_smooth_equations(const System& system) {
    if (system.frictions.empty()) return std::nullopt;
    return "the model has dry friction (" + system.frictions[0].name +
           "): its equations change where a contact sticks or slips";
}

void refuse_friction(const System& system, const std::string& what) {
    if (const auto why = no_smooth_equations(system))
        throw Refusal(
            Refusal::Of::system, "friction-not-supported", what + " is not available: " + *why,
            "simulate and animate follow such motions; to study one phase, state the contact as rolling or "
            "sliding");
}

}  // namespace anholon
