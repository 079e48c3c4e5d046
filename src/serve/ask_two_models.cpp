#include "model/model_text.hpp"
#include "report/comparison.hpp"
#include "report/limit.hpp"
#include "request/model.hpp"
#include "serve/asks.hpp"

// Whether two models move in the same way, and what motions tend to.

namespace anholon::serve {

namespace {

// The other model: its text, or its name in the gallery.
std::optional<request::StatedModel> other_of(const Call& call, const request::ModelRequest& asked,
                                             std::string& title) {
    if (!call.has("other_text") && !call.has("other")) return std::nullopt;
    request::StatedModel model =
        request::stated(call.has("other_text") ? Source("other", call.text("other_text"))
                                               : text_of_gallery(call.text("other")),
                        asked);
    title = model.system.name;
    return model;
}

std::vector<Field> other_fields(std::vector<Field> more) {
    more.push_back(optional("other", text(), "the other model: its name in the gallery"));
    more.push_back(optional("other_text", text(), "or its text"));
    return more;
}

Json compared(Call& call) {
    const bool reduced = call.flag("reduced");
    const request::Compare asked{.map = call.texts("map"),
                                 .time = call.word("time"),
                                 .where = call.texts("where"),
                                 .find = call.texts("find")};
    const request::StatedModel a = request::stated(
        call.source(),
        {.parameters = call.assignments("parameters"), .reduced = reduced, .if_smaller = true});
    call.warn(a.said, a.source);
    std::string title;
    const auto b = other_of(call, {.reduced = reduced, .if_smaller = true}, title);
    if (!b) throw Refusal(Refusal::Of::words, "model-missing", "a comparison needs another model");
    return as_json(request::answer(asked, a.system.name, a.system, title, b->system));
}

Json limits(Call& call) {
    request::Limit asked{.start = {.parameters = call.assignments("parameters"),
                                   .values = call.assignments("initial"),
                                   .experiment = call.text("experiment")},
                         .as = call.word("as"),
                         .numbers = call.word("N"),
                         .mu = call.word("mu"),
                         .over = call.word("over")};
    asked.start.until = call.word("until");
    asked.start.tolerance = call.word("tolerance");
    const request::StatedModel model =
        request::stated(call.source(), {.start = request::Start::moved_if_needed});
    call.warn(model.said, model.source);
    std::string title;
    const auto other = other_of(call, {}, title);
    return as_json(
        request::answer(asked, model.system.name, model.system, other ? &other->system : nullptr, title));
}

}  // namespace

Ask ask_compare() {
    const Type image = record("MapImage", {{"name", text(), "of the other model"},
                                           {"value", text(), "in the names of this one"},
                                           {"from", one_of({"given", "by name", "as stated", "found"})}});
    return {.name = "compare",
            .about = "Whether a map takes the motions of a model to those of another",
            .fields = model_fields(other_fields(
                {optional("map", list(text()), "NAME = EXPR: of the other model, in the names of this one"),
                 optional("time", value(), "the rate of the other model's time"),
                 optional("where", list(text()), "EXPR > 0: which root is meant"),
                 optional("find", list(text()), "parameters of the other model that the search may choose"),
                 optional("parameters", map(value()), "of this model that are numbers"),
                 optional("reduced", boolean(), "compare the cores")})),
            .result = record("Comparison", {{"a", text()},
                                            {"b", text()},
                                            {"map", list(image)},
                                            {"time", nullable(text())},
                                            {"where", list(text())},
                                            {"holds", nullable(boolean()), "null: not decided"},
                                            {"kind", nullable(text())},
                                            {"parameters", one_of({"all", "stated"})},
                                            {"error_bound", number()},
                                            {"reason", nullable(text())},
                                            {"differs", list(text())},
                                            {"witness", nullable(text())},
                                            {"dimensions", list(nullable(integer()))},
                                            {"rank", integer()},
                                            {"notes", list(text())}}),
            .answer = compared};
}

Ask ask_limit() {
    const Type end =
        record("EndOfMotion", {{"values", list(number())}, {"error", number()}, {"method", text()}});
    const Type candidate = record("LimitCandidate", {{"name", text()},
                                                     {"end", list(number())},
                                                     {"distances", list(number())},
                                                     {"exponents", list(nullable(number()))},
                                                     {"exponent", nullable(number())},
                                                     {"is_limit", nullable(boolean())},
                                                     {"factors", list(number())},
                                                     {"floors", list(number())},
                                                     {"missing", nullable(text()), "why there is none"}});
    return {
        .name = "limit",
        .about = "What motions tend to as forces that realise the constraints grow, or a parameter changes",
        .fields = start_fields(
            other_fields({optional("as", one_of({"viscous", "added-mass", "mixed"})),
                          optional("N", text(), "FROM..TO[:COUNT]"),
                          optional("mu", value(), "the ratio of friction to added mass, of mixed"),
                          optional("over", text(), "NAME=FROM..TO[:COUNT]: instead, a parameter changes"),
                          optional("until", value(), "when motions are compared; 1 if not given"),
                          optional("tolerance", value(), "the relative error per step")})),
        .result = record("Limit", {{"system", text()},
                                   {"what", text()},
                                   {"number", text(), "the name of what changes"},
                                   {"until", number()},
                                   {"columns", list(text())},
                                   {"numbers", list(number())},
                                   {"ends", list(end)},
                                   {"candidates", list(candidate)}}),
        .answer = limits};
}

}  // namespace anholon::serve
