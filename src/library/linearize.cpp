#include "library/internals.hpp"
#include "model/fork.hpp"
#include "report/linearisation.hpp"

namespace anholon {
inline namespace v0 {

Linearization linearize(const Model& model, const LinearizeRequest& asked) {
    return library::answered(model, asked.limits, [&] {
        const System system = fork(model.frozen().system);
        const bool is_steady = asked.at == LinearizeRequest::At::steady;
        const auto found = std::get<Linearisation>(
            request::answer(request::Linearize{.at = is_steady ? Standstill::steady : Standstill::equilibrium,
                                               .start = {.parameters = library::assignments(asked.parameters),
                                                         .values = library::assignments(asked.initial),
                                                         .experiment = asked.experiment},
                                               .where = asked.where},
                            system));
        Linearization out{.state = {},
                          .variables = found.variables,
                          .matrix = found.A,
                          .eigenvalues = found.spectrum.values,
                          .stability = std::string(anholon::name(found.stability.verdict)),
                          .reason = found.stability.reason,
                          .inputs = {},
                          .outputs = {},
                          .B = {},
                          .C = {},
                          .D = {},
                          .text = as_text(model.name(), found, asked.width),
                          .json = to_string(as_json(model.name(), found))};
        if (found.space) {
            const std::size_t n = found.variables.size();
            const auto reach = [&](const std::optional<ModeReach>& r) -> std::optional<Linearization::Reach> {
                if (!r) return std::nullopt;
                return Linearization::Reach{r->rank ? *r->rank == n : r->missed.empty(), r->rank.has_value(),
                                            r->missed};
            };
            out.inputs = found.space->inputs;
            out.outputs = found.space->outputs;
            out.B = found.space->B;
            out.C = found.space->C;
            out.D = found.space->D;
            out.controllable = reach(found.space->controllability);
            out.observable = reach(found.space->observability);
        }
        for (const NamedValue& x : found.state) out.state.emplace_back(x.name, x.value);
        return out;
    });
}

}  // namespace v0
}  // namespace anholon
