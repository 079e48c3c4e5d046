#include "asked.hpp"
#include "report/comparison.hpp"
#include "report/limit.hpp"

// Whether two models move in the same way, and whether one is a limit of the other.

namespace anholon::binding {

namespace {

Answer compare(Asked& asked) {
    if (asked.other == nullptr)
        throw Refusal(Refusal::Of::words, "model-missing", "a comparison needs another model");
    request::Compare request{.map = asked.list("map"),
                             .time = asked.word("time"),
                             .where = asked.list("where"),
                             .find = asked.list("find")};
    const bool reduced = asked.flag("reduced");
    const request::StatedModel a =
        asked.stated({.parameters = asked.list("p"), .reduced = reduced, .if_smaller = true});
    const request::StatedModel b =
        request::stated(asked.other->model().frozen().source, {.reduced = reduced, .if_smaller = true});
    const request::Comparison found =
        answer(request, asked.loaded.title(), a.system, asked.other->title(), b.system);
    return {.result = as_json(found), .text = as_text(found, width)};
}

Answer limit(Asked& asked) {
    request::Limit request{.start = asked.start(),
                           .as = asked.word("as"),
                           .numbers = asked.word("N"),
                           .mu = asked.word("mu"),
                           .over = asked.word("over")};
    const request::StatedModel model = asked.stated(
        {.start = asked.flag("strict") ? request::Start::strict : request::Start::moved_if_needed});
    std::optional<request::StatedModel> other;
    if (asked.other != nullptr) other = request::stated(asked.other->model().frozen().source);
    const request::LimitFound found =
        answer(request, asked.loaded.title(), model.system, other ? &other->system : nullptr,
               asked.other != nullptr ? asked.other->title() : "");
    return {.result = as_json(found), .text = as_text(found, width)};
}

}  // namespace

std::vector<Question> questions_of_two_models() { return {{"compare", compare}, {"limit", limit}}; }

}  // namespace anholon::binding
