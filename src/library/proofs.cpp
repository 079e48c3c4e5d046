#include "facts/questions.hpp"
#include "library/internals.hpp"
#include "model/fork.hpp"
#include "report/data.hpp"
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

Verification plain(const VerificationPage& page, std::size_t width) {
    Verification out{.verdict = verdict_of(page.agree),
                     .forms = {},
                     .expectations = {},
                     .text = as_text(page, width),
                     .json = to_string(as_json(page))};
    for (const FormVerdict& v : page.forms)
        out.forms.push_back({.form = v.form->id,
                             .applies = !v.inapplicable,
                             .must_agree = v.form->role == EquationForm::Role::form,
                             .agrees = v.inapplicable ? Verdict::undecided : verdict_of(v.agrees),
                             .how = verdict_text(v)});
    if (page.model.has_parts) out.bodies = verdict_of(page.model.agrees);
    for (const auto& [stated, v] : page.expectations)
        out.expectations.push_back({.stated = stated, .holds = verdict_of(v.holds), .how = verdict_text(v)});
    return out;
}

const Question& asked_for(const std::string& id) {
    if (const Question* question = find_question(id)) return *question;
    throw library::error_of("fact-unknown", "there is no fact '" + id + "'",
                            library::did_you_mean(id, fact_names()));
}

}  // namespace

inline namespace v0 {

Verification verify(const Model& model, const VerifyRequest& request) {
    return library::answered(model, [&] {
        const System system = fork(model.frozen().system);
        VerifyOptions options;
        options.seed = request.seed;
        return plain(verification_page(model.name(), model.frozen().source, system, options), request.width);
    });
}

std::vector<std::string> fact_names() {
    std::vector<std::string> ids;
    for (const Question& question : all_questions()) ids.emplace_back(question.id);
    return ids;
}

std::vector<std::string> fact_answers(const std::string& question) {
    const auto answers = asked_for(question).answers;
    return {answers.begin(), answers.end()};
}

std::vector<FactRow> facts(const Model& model, const FactsRequest& request) {
    return library::answered(model, [&] {
        library::finite(request.seconds_per_fact, "seconds_per_fact");
        std::vector<const Question*> questions;
        for (const std::string& id : request.names.empty() ? fact_names() : request.names)
            questions.push_back(&asked_for(id));
        const System system = fork(model.frozen().system);
        const FactsPage page = facts_page(Setting(system), questions, request.seconds_per_fact);
        std::vector<FactRow> rows;
        for (const auto& [question, fact] : page.entries) {
            FactRow row{.question = std::string(question->id),
                        .title = std::string(question->title),
                        .verdict = fact.verdict.text(),
                        .answer = std::string(fact.verdict.answer()),
                        .reason = fact.reason,
                        .sentences = {},
                        .latex = {},
                        .proof = text(fact.proof),
                        .proof_kind = std::string(name(fact.proof.kind)),
                        .error_bound = fact.proof.error_bound,
                        .results = to_string(as_json(Data(fact.results)))};
            if (fact.failed) throw library::error_of("fact-failed", row.question + ": " + fact.reason);
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
