#include "report/facts.hpp"

#include "base/words.hpp"
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
        options.add("M", model_, model_help);
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
        options.flag("--strict", strict_, strict_help);
        options.add("--as", as_, "FORMAT: text or latex (default: text)").one_of({"text", "latex"});
    }

    Outcome run(Session& session) override {
        if (model_.empty() == !all_) misused("usage", "name one model, or give --all");
        if (all_ && !request_.at.empty()) misused("usage", "--at cannot be combined with --all");
        if (all_ && !request_.fixed.empty()) misused("usage", "-p cannot be combined with --all");
        return all_ ? of_gallery(session) : of_model(session);
    }

  private:
    Outcome of_model(Session& session) const {
        System& system =
            load_model(model_, session, {.start = start_of(strict_), .parameters = request_.fixed}).system;
        const request::FactsFound found = answer(request_, system);
        Outcome outcome = shown(found, session, as_);
        fail_where_one_failed(outcome, found);
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

    Outcome of_gallery(Session& session) const {
        Outcome outcome;
        std::vector<request::FactsFound> systems;
        Json::Array rows;
        for (const GalleryModel& model : gallery()) {
            const std::string name(model.name);
            systems.push_back(
                answer(request_, load_model(name, session, {.start = start_of(strict_)}).system));
            systems.back().system = name;
            fail_where_one_failed(outcome, systems.back());
            rows.push_back(Json::object({{"system", name}, {"facts", as_json(systems.back())}}));
            if (as_ == "latex") outcome.text += as_latex(systems.back());
        }
        if (as_ == "text") outcome.text = verdict_table(systems, session.width);
        outcome.result = Json::array(std::move(rows));
        return outcome;
    }

    std::string model_, as_ = "text";
    request::Facts request_;
    bool all_ = false, strict_ = false;
};

}  // namespace

std::unique_ptr<Command> make_facts() { return std::make_unique<Facts>(); }

}  // namespace anholon::cli
