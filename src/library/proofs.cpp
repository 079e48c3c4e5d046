#include "library/internals.hpp"
#include "model/fork.hpp"
#include "report/facts.hpp"
#include "report/verification.hpp"

namespace anholon {

namespace {

Verdict verdict_of(Answer answer) {
    switch (answer) {
        case Answer::yes: return Verdict::yes;
        case Answer::no: return Verdict::no;
        case Answer::unknown: return Verdict::undecided;
    }
    return Verdict::undecided;
}

Verification plain(const request::Verification& found, std::size_t width) {
    Verification out{.verdict = verdict_of(found.agree),
                     .forms = {},
                     .expectations = {},
                     .text = as_text(found, width),
                     .json = to_string(as_json(found))};
    for (const FormVerdict& v : found.forms)
        out.forms.push_back({.form = v.form->id,
                             .applies = !v.inapplicable,
                             .must_agree = v.form->role == EquationForm::Role::form,
                             .agrees = v.inapplicable ? Verdict::undecided : verdict_of(v.agrees),
                             .how = request::verdict_text(v)});
    if (found.model.has_parts) out.bodies = verdict_of(found.model.agrees);
    for (const auto& [stated, v] : found.expectations)
        out.expectations.push_back(
            {.stated = stated, .holds = verdict_of(v.holds), .how = request::verdict_text(v)});
    return out;
}

}  // namespace

inline namespace v0 {

Verification verify(const Model& model, const VerifyRequest& asked) {
    return library::answered(model, asked.limits, [&] {
        const System system = fork(model.frozen().system);
        request::Verify request{.title = model.name()};
        request.options.seed = asked.seed;
        request.options.progress = [progress = library::progress_of(asked.limits)](const EquationForm& form) {
            progress(form.id);
        };
        return plain(request::answer(request, model.frozen().source, system), asked.width);
    });
}

std::vector<std::string> fact_names() { return request::fact_names(); }

std::vector<FactRow> facts(const Model& model, const FactsRequest& asked) {
    return library::answered(model, asked.limits, [&] {
        library::finite(asked.seconds_per_fact, "seconds_per_fact");
        System system = fork(model.frozen().system);
        const request::FactsFound page =
            request::answer(request::Facts{.names = asked.names,
                                           .seconds = asked.seconds_per_fact,
                                           .progress = library::progress_of(asked.limits)},
                            system);
        std::vector<FactRow> rows;
        for (const auto& [question, fact] : page.entries) {
            FactRow row{.question = std::string(question->id),
                        .title = std::string(question->title),
                        .verdict = fact.verdict,
                        .sentences = {},
                        .latex = {},
                        .proof = fact.proof};
            if (fact.failed)
                throw library::error_of("fact-failed", row.question + ": " + fact.statement.front().text);
            for (const Fact::Sentence& sentence : fact.statement) {
                row.sentences.push_back(sentence.text);
                row.latex.push_back(sentence.latex);
            }
            rows.push_back(std::move(row));
        }
        return rows;
    });
}

}  // namespace v0
}  // namespace anholon
