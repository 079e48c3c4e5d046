#include <charconv>
#include <cmath>
#include <new>

#include "algebra/thread.hpp"
#include "base/deadline.hpp"
#include "base/text.hpp"
#include "code/source/languages.hpp"
#include "library/internals.hpp"
#include "mechanics/forms/registry.hpp"
#include "model/model_text.hpp"
#include "motion/law.hpp"
#include "study/standstill/standstill_search.hpp"

namespace anholon {
inline namespace v0 {

Error::Error(const std::string& what, std::vector<Diagnostic> found)
    : std::runtime_error(what), diagnostics(std::move(found)) {
    code = diagnostics.front().code;
    message = diagnostics.front().message;
}
Error::~Error() = default;

}  // namespace v0

namespace library {

namespace {

struct ThreadMemory {
    ~ThreadMemory() { release_thread_memory(); }
    bool is_minded = false;
};

// The reader of words names them as the options of the command.
std::string public_name(const std::string& option) {
    const std::pair<const char*, const char*> names[] = {
        {"-p", "parameters"},    {"-i", "initial"},     {"--columns", "columns"},
        {"--column", "columns"}, {"--event", "events"}, {"--quadrature", "quadratures"},
        {"--where", "where"}};
    for (const auto& [word, name] : names)
        if (option == word) return name;
    return option;
}

Error error_of_request(const Refusal& refusal) {
    if (!refusal.source) return error_of(refusal.diagnostics, nullptr);
    const Source named(public_name(refusal.source->name()), std::string(refusal.source->text()));
    return error_of(refusal.diagnostics, &named);
}

}  // namespace

void mind_thread() {
    static thread_local ThreadMemory memory;
    memory.is_minded = true;
}

std::vector<Error::Diagnostic> listed(const Diagnostics& diagnostics, const Source* source,
                                      Severity severity) {
    std::vector<Error::Diagnostic> list;
    for (const Diagnostic& d : diagnostics.all()) {
        if (d.severity != severity) continue;
        Error::Diagnostic one{d.code, d.message, d.help, {}};
        if (source != nullptr) {
            const Position place = source->position(d.span.begin);
            one.file = source->name();
            one.line = place.line;
            one.column = place.column;
        }
        list.push_back(std::move(one));
    }
    return list;
}

Error error_of(const Diagnostics& diagnostics, const Source* source) {
    std::vector<Error::Diagnostic> list = listed(diagnostics, source, Severity::error);
    if (source != nullptr) return {render(diagnostics, *source), std::move(list)};
    const Error::Diagnostic& first = list.front();
    std::string what = "error[" + first.code + "]: " + first.message;
    if (!first.help.empty()) what += "\n   = help: " + first.help;
    return {what, std::move(list)};
}

Error error_of(const std::string& code, const std::string& message, const std::string& help) {
    return error_of_request(Refusal(Refusal::Of::words, code, message, help));
}

void rethrow_as_error(const Source* source) {
    try {
        throw;
    } catch (const Error&) {
        throw;
    } catch (const Refusal& e) {
        throw error_of_request(e);
    } catch (const NoInitialState& e) {
        Diagnostics said;
        said.add(e.diagnostic);
        throw error_of(said, source);
    } catch (const ModelNotFound& e) {
        throw error_of("model-not-found", e.what(), e.help);
    } catch (const InputTooLarge& e) {
        throw error_of("input-too-large", e.what());
    } catch (const NotText& e) {
        throw error_of("file-binary", e.what(), "a model is a text file");
    } catch (const Unavailable& e) {
        throw error_of("unavailable", e.what(),
                       "the form lagrange-multipliers knows accelerations and multipliers");
    } catch (const NoStandstill& e) {
        throw error_of("no-standstill", e.what(), "other initial values start the search elsewhere");
    } catch (const ConditionOutside& e) {
        throw error_of("condition-outside", e.what());
    } catch (const DependsOnTime& e) {
        throw error_of("depends-on-time", std::string(e.what()) + ": nothing stands still");
    } catch (const NumberTooLarge& e) {
        throw error_of("number-too-large", e.what());
    } catch (const TimeIsUp& e) {
        throw error_of("budget", e.what());
    } catch (const Undefined& e) {
        throw error_of("undefined", std::string("undefined operation: ") + e.what());
    } catch (const std::bad_alloc&) {
        throw error_of("memory", "there is not enough memory for this computation");
    } catch (const std::exception& e) {
        throw error_of("failed", e.what());
    }
}

double finite(double number, const std::string& name) {
    if (std::isfinite(number)) return number;
    throw error_of("number-not-finite", "'" + name + "' is not a finite number");
}

std::vector<std::string> assignments(const Values& values) {
    std::vector<std::string> words;
    for (const auto& [name, value] : values) {
        char digits[32];
        const auto end = std::to_chars(digits, digits + sizeof digits, finite(value, name)).ptr;
        words.push_back(name + "=" + std::string(digits, end));
    }
    return words;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& words,
                         const std::string& otherwise) {
    const auto meant = nearest(word, words);
    return meant ? "did you mean '" + *meant + "'?" : otherwise;
}

const EquationForm* form_of(const std::string& id) {
    if (id.empty()) return nullptr;
    if (const EquationForm* form = find_form(id)) return form;
    std::vector<std::string> ids;
    for (const EquationForm& form : all_forms()) ids.push_back(form.id);
    throw error_of("form-unknown", "there is no form '" + id + "'", did_you_mean(id, ids));
}

void demand_applicable(const EquationForm& form, const Setting& setting) {
    if (const Reason why = form.inapplicable(setting))
        throw error_of("form-inapplicable", form.title + " does not apply: " + *why);
}

}  // namespace library
}  // namespace anholon
