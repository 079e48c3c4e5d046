#include "request/study_words.hpp"

#include "syntax/statement.hpp"

namespace anholon::request {

std::vector<StudyWord> study_words(const Source& model, std::string_view study,
                                   const std::string& experiment) {
    std::vector<StudyWord> out;
    Diagnostics unheard;
    const auto tree = syntax::parse_model(model, unheard);
    if (!tree) return out;
    for (const syntax::Statement& s : tree->statements) {
        const auto* const e = std::get_if<syntax::ExperimentStatement>(&s.what);
        if (!e || model.text(e->name) != (experiment.empty() ? "default" : experiment)) continue;
        for (const auto& word : e->studies)
            if (model.text(word.study) == study)
                out.push_back({std::string(model.text(word.option)),
                               std::string(model.text(word.value)),
                               {word.option.begin, word.value.end}});
    }
    return out;
}

}  // namespace anholon::request
