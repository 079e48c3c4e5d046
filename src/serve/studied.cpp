#include "serve/studied.hpp"

#include <algorithm>

#include "base/words.hpp"
#include "request/study_words.hpp"
#include "serve/asks.hpp"

namespace anholon::serve {

std::vector<Field> study_fields(std::vector<Field> more) {
    std::vector<Field> all{optional("full", boolean(), "of the system as it is stated instead of its core"),
                           optional("until", value(), "the longest time"),
                           optional("tolerance", value(), "the relative error per step"),
                           optional("method", serve::text(), "of integration")};
    all.insert(all.end(), more.begin(), more.end());
    return start_fields(std::move(all));
}

namespace {

// The field that an option of the command is called.
std::string field_of(std::string_view option) { return option == "tol" ? "tolerance" : std::string(option); }

}  // namespace

Studied::Studied(Call& call, std::string_view study) : call_(call) {
    const std::string experiment = call.text("experiment");
    for (const request::StudyWord& word : request::study_words(call.source(), study, experiment))
        of_experiment_.emplace_back(word.option, word.value.empty() ? "true" : word.value);
    start_ = {.parameters = call.assignments("parameters"),
              .values = call.assignments("initial"),
              .experiment = experiment,
              .until = word("until"),
              .every = word("every"),
              .tolerance = word("tol")};
    if (call.has("columns"))
        start_.columns = joined(call.texts("columns"), ",");
    else
        start_.columns = word("columns");
    const bool is_full = call.has("full") ? call.flag("full") : word("full").has_value();
    model_.emplace(request::stated(
        call.source(), {.reduced = !is_full, .if_smaller = true, .moves = true, .words = &start_}));
    call.warn(model_->said, model_->source);
}

std::optional<std::string> Studied::word(std::string_view option) const {
    const std::string field = field_of(option);
    if (const Json* given = call_.field(field); given && !std::holds_alternative<bool>(given->value()) &&
                                                !std::holds_alternative<Json::Array>(given->value()))
        return call_.word(field);
    const auto found = std::ranges::find(of_experiment_, option, [](const auto& pair) { return pair.first; });
    return found == of_experiment_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> Studied::words(std::string_view option) const {
    const std::string field = field_of(option);
    if (const Json* given = call_.field(field))
        return std::holds_alternative<Json::Array>(given->value()) ? call_.texts(field)
                                                                   : call_.assignments(field);
    std::vector<std::string> out;
    for (const auto& [name, value] : of_experiment_)
        if (name == option) out.push_back(value);
    return out;
}

}  // namespace anholon::serve
