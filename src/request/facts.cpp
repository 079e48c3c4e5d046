#include "request/facts.hpp"

#include <algorithm>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "expr/print.hpp"
#include "model/request.hpp"
#include "request/failure.hpp"

namespace anholon::request {

namespace {

void move_to_point(System& system, const std::string& text) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string name = ascii_name(text.substr(0, equals));
    const std::vector<Expr> q = system.q();
    const auto coordinate =
        std::ranges::find_if(q, [&](const Expr& x) { return symbol_text(x.symbol()) == name; });
    if (coordinate == q.end() || equals == text.size())
        throw Refusal(Refusal::Of::words, "point-bad", "--at takes coordinate=value, not '" + text + "'");
    const Source source("--at", text.substr(equals + 1));
    Diagnostics diagnostics;
    const Expr value = read_expression(source, scope_of(system), system, diagnostics);
    if (!value || diagnostics.failed()) throw Refusal(diagnostics, source);
    std::erase_if(system.init, [&](const InitialValue& i) { return i.symbol == *coordinate; });
    system.init.push_back({*coordinate, value, {}});
}

ModelClaims::Of law_of(const Fact::Claim& claim) {
    return claim.for_all_parameters ? ModelClaims::Of::own_law : ModelClaims::Of::own_law_as_declared;
}

std::string name_of(const Fact::Claim& claim) {
    constexpr std::size_t longest = 50;
    const std::string formula = text(claim.integral);
    return formula.size() <= longest ? formula : claim.id;
}

// The judge has the last word on integrals: it takes all branches of roots and signs, and refutes at real states only.
void confirm(const Question& question, Fact& fact, ModelClaims& claims) {
    using Outcome = proof::Judgement::Outcome;
    std::vector<std::string> jumps;
    for (const Fact::Claim& claim : fact.claims) {
        std::string why;
        if (!claims.system(law_of(claim), why)) continue;
        const proof::Judgement judged =
            claims.judged_apart(claims.of_integral(claim.id, claim.integral, law_of(claim))).judgement;
        if (judged.outcome == (claim.holds ? Outcome::holds : Outcome::fails)) continue;
        const std::string reason = claims.without_prefixes(judged.reason);
        if (claim.holds && judged.may_jump) {
            jumps.push_back(name_of(claim) + " is constant until it jumps: " + reason);
            continue;
        }
        const std::string said =
            "whether " + name_of(claim) + " is constant: " +
            (judged.outcome == Outcome::open ? reason : "a real state contradicts the proof");
        fact = undecided(FactVerdict::undecided(question.answers), said);
        return;
    }
    for (const std::string& jump : jumps) fact.statement.push_back({jump, jump});
}

// a=0 as a = 0
std::string as_equation(const std::string& word) {
    const std::size_t equals = word.find('=');
    return without_blanks_around(word.substr(0, equals)) + " = " +
           without_blanks_around(word.substr(equals + 1));
}

}  // namespace

std::vector<std::string> fact_names() {
    std::vector<std::string> ids;
    for (const Question& question : all_questions()) ids.emplace_back(question.id);
    return ids;
}

const Question& question_of(const std::string& id) {
    if (const Question* question = find_question(id)) return *question;
    throw Refusal(Refusal::Of::words, "fact-unknown", "there is no fact '" + id + "'",
                  (nearest(id, fact_names()) ? did_you_mean(id, fact_names()) + " The" : "the") +
                      " facts are " + joined(fact_names()));
}

FactsFound answer(const Facts& request, System& system) {
    std::vector<const Question*> asked;
    for (const std::string& id : request.names.empty() ? fact_names() : request.names)
        asked.push_back(&question_of(id));
    for (const std::string& word : request.at) move_to_point(system, word);
    FactsFound found{system.name, {}};
    for (const std::string& word : request.fixed) found.fixed.push_back(as_equation(word));
    found.inputs = names_of_inputs(system);
    const Setting setting = setting_for_questions(system);
    ModelClaims claims(system);
    for (const Question* question : asked) {
        if (request.progress) request.progress(std::string(question->id));
        found.entries.push_back({question, anholon::answer(*question, setting, Budget(request.seconds))});
        confirm(*question, found.entries.back().fact, claims);
        Deadline::check();  // of all facts together
        if (request.answered) request.answered(found.entries.back());
    }
    return found;
}

std::vector<std::string> judge_claims(const FactsFound& found, ModelClaims& claims) {
    std::vector<std::string> left_out, others;
    for (const auto& [question, fact] : found.entries) {
        if (fact.claims.empty()) {
            others.emplace_back(question->id);
            continue;
        }
        for (const Fact::Claim& claim : fact.claims) {
            const std::string id = std::string(question->id) + ": " + claim.id;
            std::string why;
            if (!claims.system(law_of(claim), why))
                left_out.push_back(id + ": " + why);
            else
                claims.judge(claims.of_integral(id, claim.integral, law_of(claim)));
        }
    }
    if (!others.empty())
        left_out.push_back(joined(others) + ": answers of this kind are not part of the format");
    return left_out;
}

}  // namespace anholon::request
