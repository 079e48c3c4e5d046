#include "report/facts.hpp"
#include "report/hierarchy.hpp"

#include "base/words.hpp"
#include "certificate_file.hpp"
#include "command.hpp"
#include "model/gallery.hpp"
#include "model_input.hpp"
#include "options.hpp"

namespace anholon::cli {

namespace {

class Facts : public Command {
  public:
    std::string_view name() const override { return "facts"; }
    std::string_view summary() const override {
        return "answer questions about a system without integrating it: integrals, measures, stability";
    }
    std::string_view example() const override { return "anholon facts chaplygin-ball --fact integrals"; }
    bool may_run_long() const override { return false; }  // it has a budget for each fact

    std::vector<std::pair<std::string, std::string>> lists() const override {
        return {{"Facts", joined(request::fact_names())}};
    }

    void declare(Options& options) override {
        options.add("M", models_, std::string(model_help) + "; several with --table").several();
        options.add("--fact", request_.names,
                    "FACT: answer only this question, one of the facts below; repeatable");
        options.flag("--all", all_, "answer for every model of the gallery");
        options.add("--budget", request_.seconds,
                    "SECONDS: the limit of each fact, in seconds of work (default: 30)");
        options
            .add("--at", request_.at,
                 "NAME=VALUE,...: coordinates of the point to examine (default: the initial state)")
            .separated_by(',');
        options.add("-p", request_.fixed,
                    "NAME=VALUE: fix a parameter to a number; the others stay symbols; repeatable");
        options.flag("--reduced", reduced_, reduced_help);
        options.flag(
            "--table", table_,
            "the place of each system among the others: measure, integrals and multiplier of its core, "
            "and what follows from them");
        options.flag("--strict", strict_, strict_help);
        options.add("--certificate", certificate_, certificate_help);
        options.add("--as", as_, "FORMAT: text or latex (default: text)").one_of({"text", "latex"});
    }

    Outcome run(Session& session) override {
        if (table_ && certificate_) misused("usage", "--table cannot be combined with --certificate");
        if (table_) return of_hierarchy(session);
        if (models_.size() + (all_ ? 1 : 0) != 1) misused("usage", "name one model, or give --all");
        if (all_ && !request_.at.empty()) misused("usage", "--at cannot be combined with --all");
        if (all_ && !request_.fixed.empty()) misused("usage", "-p cannot be combined with --all");
        if (certificate_ && (all_ || reduced_ || !request_.fixed.empty()))
            misused(
                "usage",
                "a certificate is about one model as it is written: --certificate cannot be combined with "
                "--all, --reduced or -p");
        return all_ ? of_gallery(session) : of_model(session);
    }

  private:
    Outcome of_model(Session& session) const {
        request::StatedModel& read =
            load_model(models_[0], session,
                       {.start = start_of(strict_), .parameters = request_.fixed, .reduced = reduced_});
        const request::FactsFound found = answer(request_, read.system);
        Outcome outcome = shown(found, session, as_);
        fail_where_one_failed(outcome, found);
        if (certificate_) {
            ModelClaims claims(read.system, std::string(read.source.text()));
            const std::vector<std::string> left_out = judge_claims(found, claims);
            if (!write_certificate(*certificate_, claims, left_out, session, outcome))
                fail_without_certificate(outcome);
        }
        return outcome;
    }

    static void fail_where_one_failed(Outcome& outcome, const request::FactsFound& found) {
        for (const auto& [question, fact] : found.entries) {
            if (!fact.failed) continue;
            outcome.exit = Exit::failed;
            outcome.errors.push_back({.code = "fact-failed",
                                      .message = found.system + ", " + std::string(question->id) + ": " +
                                                 fact.statement.front().text});
        }
    }

    Outcome of_hierarchy(Session& session) const {
        if (models_.empty() == !all_) misused("usage", "name models, or give --all");
        if (!request_.names.empty() || !request_.at.empty() || as_ != "text")
            misused("usage", "--table cannot be combined with --fact, --at or --as latex");
        std::vector<std::string> names = models_;
        if (all_)
            for (const GalleryModel& model : gallery()) names.emplace_back(model.name);
        request::Hierarchy table;
        for (const std::string& M : names) {
            const request::ModelRequest asked{.start = start_of(strict_), .parameters = request_.fixed};
            const System& system = load_model(M, session, asked).system;
            add(table, title_of(M, system), system, request_.seconds);
        }
        return {.text = as_text(table, session.width), .result = as_json(table)};
    }

    Outcome of_gallery(Session& session) const {
        Outcome outcome;
        std::vector<request::FactsFound> systems;
        Json::Array rows;
        for (const GalleryModel& model : gallery()) {
            const std::string name(model.name);
            systems.push_back(
                answer(request_,
                       load_model(name, session, {.start = start_of(strict_), .reduced = reduced_}).system));
            systems.back().system = name;
            fail_where_one_failed(outcome, systems.back());
            rows.push_back(Json::object({{"system", name}, {"facts", as_json(systems.back())}}));
            if (as_ == "latex") outcome.text += as_latex(systems.back());
        }
        if (as_ == "text") outcome.text = verdict_table(systems, session.width);
        outcome.result = Json::array(std::move(rows));
        return outcome;
    }

    std::vector<std::string> models_;
    std::string as_ = "text";
    std::optional<std::string> certificate_;
    request::Facts request_;
    bool all_ = false, strict_ = false, reduced_ = false, table_ = false;
};

}  // namespace

std::unique_ptr<Command> make_facts() { return std::make_unique<Facts>(); }

}  // namespace anholon::cli
