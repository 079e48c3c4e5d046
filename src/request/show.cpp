#include "request/show.hpp"

#include "facts/questions.hpp"
#include "model/refusal.hpp"
#include "model/vehicles/skates.hpp"
#include "syntax/format.hpp"
#include "syntax/statement.hpp"

namespace anholon::request {

Description described(const StatedModel& model, bool is_strict) {
    InitialStateResult initial = initial_state(model.system, {.is_strict = is_strict});
    if (initial.failure) {
        Diagnostics said = model.said;
        said.add(told(*initial.failure));
        const bool moves = initial.failure->why == NoState::Why::moves_given;
        throw Refusal(said, model.source, moves ? Refusal::Of::state : Refusal::Of::model);
    }
    return {model.system, std::move(*initial.state)};
}

OnSkates on_skates(const StatedModel& model) {
    const Fact fact = answer(*find_question("wheels"), Setting(model.system), Budget(60));
    if (fact.verdict != "yes") throw Refusal(Refusal::Of::system, "no-skates", fact.statement.front().text);
    Diagnostics said;
    const auto tree = syntax::parse_model(model.source, said);
    const Source sleigh(model.source.name(), with_skates(*tree, model.source));
    const auto laid_out = syntax::formatted(sleigh, said);
    if (!laid_out) throw Refusal(said, sleigh, Refusal::Of::model);
    return {*laid_out, fact.proof};
}

}  // namespace anholon::request
