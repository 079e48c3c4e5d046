#include "request/model.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/words.hpp"
#include "expr/print.hpp"
#include "model/model.hpp"
#include "model/refusal.hpp"
#include "model/request.hpp"
#include "model/state/initial_state.hpp"
#include "request/inputs.hpp"
#include "request/level.hpp"
#include "request/reduced.hpp"

namespace anholon::request {

namespace {

StatedModel elaborated(Source source, const FixedParameters& fixed = {}) {
    StatedModel out{std::move(source)};
    std::optional<System> system = elaborate_model(out.source, out.said, fixed);
    if (!system) throw Refusal(out.said, out.source, Refusal::Of::model);
    out.system = std::move(*system);
    return out;
}

FixedParameters fixed_parameters(const std::vector<std::string>& words, const System& system) {
    FixedParameters fixed;
    for (const std::string& word : words) {
        const Source source("-p", word);
        Diagnostics said;
        const auto value = read_exact_parameter(source, system, said);
        if (!value || said.failed()) throw Refusal(said, source);
        const std::string name = value->first.symbol().name;
        if (!fixed.emplace(name, value->second).second)
            throw Refusal(Refusal::Of::words, "setting-twice", "'" + name + "' is given twice");
    }
    return fixed;
}

void check_start(StatedModel& model, Start start) {
    const auto failure = initial_state(model.system, {.is_strict = start == Start::strict}).failure;
    if (!failure) return;
    Diagnostic said = told(*failure);
    const bool is_refused = failure->why == NoState::Why::moves_given;
    if (!is_refused) said.severity = Severity::warning;
    model.said.add(std::move(said));
    if (is_refused) throw Refusal(model.said, model.source, Refusal::Of::model);
}

// NAME=VALUE, of a coordinate or a velocity.
bool is_of(const System& system, const std::string& word) {
    const std::string name = ascii_name(without_blanks_around(word.substr(0, word.find('='))));
    const auto is_named = [&](const Expr& x) { return symbol_text(x.symbol()) == name; };
    return std::ranges::any_of(system.q(), is_named) || std::ranges::any_of(system.velocities(), is_named);
}

void reduce(StatedModel& model, const ModelRequest& request) {
    InitialStateOptions start;
    if (request.words) {
        start = read_initial_state(*request.words, model.system);
        possible_initial_state(model.system, start);
    }
    Reduced core = reduced(model.system, request.rest, start);
    const auto warn = [&](const char* code, const std::string& message) {
        model.said.add({Severity::warning, code, message, {}});
    };
    if (core.not_reduced && request.if_smaller) return;
    if (core.not_reduced) return warn("not-reduced", "the system is its own core: " + *core.not_reduced);
    if (core.is_unwatched && (request.moves || request.rest == Rest::along))
        warn("contact-unwatched",
             "the core has no reactions, so loss of contact is not noticed: compare with the full system");
    if (request.words)
        std::erase_if(request.words->values, [&](const std::string& word) {
            return !request.keeps_given || !is_of(core.system, word);
        });
    model.system = std::move(core.system);
}

void keep_levels(System& system, const System& closed, const ModelRequest& request) {
    InitialStateOptions start;
    if (request.words) start = read_initial_state(*request.words, system);
    start.is_strict = start.is_strict || request.start == Start::strict;
    add_levels(system, closed, request.levels, start);
}

}  // namespace

StatedModel stated(Source source, const ModelRequest& request) {
    return stated(elaborated(std::move(source)), request);
}

StatedModel stated(StatedModel model, const ModelRequest& request) {
    StatedModel out = std::move(model);
    if (!request.parameters.empty()) {
        const FixedParameters fixed = fixed_parameters(request.parameters, out.system);
        out = elaborated(out.source, fixed);
    }
    if (request.words && !request.words->inputs.empty()) {
        const FixedParameters moved = moved_inputs(*request.words, out.system, request.takes_tables);
        if (!moved.empty()) out = elaborated(out.source, moved);
        add_letters(request.words->tables, out.system);
    }
    if (request.start != Start::unchecked) check_start(out, request.start);
    const System full = out.system;
    if (request.reduced) reduce(out, request);
    if (request.levels.empty()) return out;
    const bool has_rest = is_core(out.system) && request.rest == Rest::along;
    keep_levels(out.system, has_rest ? reduced(full).system : out.system, request);
    return out;
}

}  // namespace anholon::request
