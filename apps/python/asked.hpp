#pragma once

#include <algorithm>

#include "model/fork.hpp"
#include "motion/side_by_side.hpp"
#include "questions.hpp"
#include "request/model.hpp"
#include "request/study_words.hpp"

namespace anholon::binding {

constexpr std::size_t width = 80;  // of texts

// One question while it is answered.
class Asked {
  public:
    Asked(const LoadedModel& model, const LoadedModel* other, Words words, const Hearing& hearing)
        : loaded(model),
          other(other),
          source(model.model().frozen().source),
          hearing(hearing),
          words_(std::move(words)) {}

    bool has(const std::string& option) const { return words_.contains(option); }
    std::vector<std::string> list(const std::string& option) const {
        const auto found = words_.find(option);
        return found == words_.end() ? std::vector<std::string>() : found->second;
    }
    std::optional<std::string> word(const std::string& option) const {
        const auto found = words_.find(option);
        return found == words_.end() ? std::nullopt : std::optional(found->second.front());
    }
    std::string text(const std::string& option, const std::string& otherwise = "") const {
        return word(option).value_or(otherwise);
    }
    bool flag(const std::string& option) const { return text(option, "false") == "true"; }
    std::uint64_t seed() const { return has("seed") ? std::stoull(text("seed")) : 1; }

    // What the experiment says of the study, where the question does not.
    void take(const std::string& study) {
        Words taken;
        for (const request::StudyWord& word : request::study_words(source, study, text("experiment")))
            if (!has(word.option)) taken[word.option].push_back(word.value.empty() ? "true" : word.value);
        words_.merge(taken);
    }

    SimulationWords start() const {
        SimulationWords out;
        out.parameters = list("p");
        out.values = list("i");
        out.inputs = list("input");
        out.experiment = text("experiment");
        out.until = word("until");
        out.every = word("every");
        out.tolerance = word("tol");
        out.columns = word("columns");
        out.is_strict = flag("strict");
        return out;
    }

    // The model as the question has it; what is said of it beyond its own warnings is kept.
    request::StatedModel stated(const request::ModelRequest& request) {
        request::StatedModel model =
            request::stated({source, {}, fork(loaded.model().frozen().system)}, request);
        hear(model.said);
        return model;
    }
    // As studies of motions work on it: its core, unless the full system is asked for.
    request::StatedModel studied(SimulationWords& words) {
        return stated({.reduced = !flag("full"), .if_smaller = true, .moves = true, .words = &words});
    }

    void hear(const Diagnostics& said) {
        for (const Diagnostic& d : said.all()) {
            const auto& known = loaded.model().warnings();
            if (d.severity == Severity::warning &&
                std::ranges::none_of(known, [&](const Error::Diagnostic& w) {
                    return w.code == d.code && w.message == d.message;
                }))
                warn(d.code, d.message, d.help);
        }
    }
    void warn(const std::string& code, const std::string& message, const std::string& help = "") {
        warnings.push_back({code, message, help});
    }

    SideBySideOptions side_by_side() const {
        return {.threads = hearing.threads, .progress = [this](std::size_t done, std::size_t all) {
                    hearing.progress(static_cast<double>(done), static_cast<double>(all));
                }};
    }

    Words words_without(const std::vector<std::string>& options) const {
        Words out = words_;
        for (const std::string& option : options) out.erase(option);
        return out;
    }

    const LoadedModel& loaded;
    const LoadedModel* other;  // the second model of a comparison
    const Source& source;
    const Hearing& hearing;
    std::vector<Answer::Warning> warnings;

  private:
    Words words_;
};

// A question by its name; the answer throws what the engine throws.
struct Question {
    const char* name;
    Answer (*answer)(Asked&);
};
std::vector<Question> studies();                  // section, chart, …, surface
std::vector<Question> questions_of_one_motion();  // path, variations, action, connect, quadrature
std::vector<Question> questions_of_two_models();  // compare, limit

}  // namespace anholon::binding
