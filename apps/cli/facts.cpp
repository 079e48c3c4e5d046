#include "report/facts.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>

#include "base/text.hpp"
#include "command.hpp"
#include "expr/print.hpp"
#include "model/gallery.hpp"
#include "model/request.hpp"
#include "model_input.hpp"

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
        return {{"Facts", question_ids()}};
    }

    void declare(CLI::App& app) override {
        app.add_option("M", model_, model_help);
        app.add_option("--fact", facts_,
                       "FACT: answer only this question, one of the facts below; repeatable")
            ->allow_extra_args(false);
        app.add_flag("--all", all_, "answer for every model of the gallery");
        app.add_option("--budget", budget_, "SECONDS: the time limit of each fact (default: 30)")
            ->check(CLI::NonNegativeNumber);
        app.add_option("--at", at_,
                       "NAME=VALUE,...: coordinates of the point to examine (default: the initial state)")
            ->delimiter(',');
        app.add_option("-p", parameters_,
                       "NAME=VALUE: fix a parameter to a number; the others stay symbols; repeatable")
            ->allow_extra_args(false);
        app.add_flag("--strict", strict_, strict_help);
        app.add_option("--as", as_, "FORMAT: text or latex (default: text)")
            ->check(CLI::IsMember({"text", "latex"}));
    }

    Outcome run(Session& session) override {
        if (model_.empty() == !all_)
            return refused(Exit::usage, {.code = "usage", .message = "name one model, or give --all"});
        if (all_ && !at_.empty())
            return refused(Exit::usage, {.code = "usage", .message = "--at cannot be combined with --all"});
        if (all_ && !parameters_.empty())
            return refused(Exit::usage, {.code = "usage", .message = "-p cannot be combined with --all"});
        std::vector<const Question*> questions;
        for (const std::string& id : facts_) {
            questions.push_back(find_question(id));
            if (!questions.back()) return unknown_fact(id);
        }
        if (facts_.empty())
            for (const Question& question : all_questions()) questions.push_back(&question);
        return all_ ? of_gallery(questions, session) : of_model(questions, session);
    }

  private:
    Outcome of_model(std::span<const Question* const> questions, Session& session) const {
        LoadedModel stated = load_model_with_doubts(model_, session, start_of(strict_));
        if (!stated.system) return rejected(stated.diagnostics, stated.source, session);
        Outcome outcome;
        auto fixed =
            with_fixed_parameters(std::move(stated), parameters_, session, outcome, start_of(strict_));
        if (!fixed) return outcome;
        LoadedModel& input = *fixed;
        if (!input.system) return rejected(input.diagnostics, input.source, session);
        if (!move_to_point(*input.system, session, outcome)) return outcome;
        add_warnings(outcome, input, session);
        FactsPage page = facts_page(Setting(*input.system), questions, budget_);
        for (const std::string& word : parameters_) page.fixed.push_back(as_equation(word));
        fail_where_one_failed(outcome, page);
        outcome.text = as_ == "latex" ? as_latex(page) : as_text(page, session.width);
        outcome.result = as_json(page);
        return outcome;
    }

    static void fail_where_one_failed(Outcome& outcome, const FactsPage& page) {
        for (const auto& entry : page.entries) {
            if (!entry.fact.failed) continue;
            outcome.exit = Exit::failed;
            outcome.errors.push_back({.code = "fact-failed",
                                      .message = page.system + ", " + std::string(entry.question->id) + ": " +
                                                 entry.fact.statement.front().text});
        }
    }

    // a=0 as a = 0
    static std::string as_equation(const std::string& word) {
        const auto trimmed = [](const std::string& part) {
            const auto first = part.find_first_not_of(' '), last = part.find_last_not_of(' ');
            return first == std::string::npos ? "" : part.substr(first, last - first + 1);
        };
        const std::size_t equals = word.find('=');
        return trimmed(word.substr(0, equals)) + " = " + trimmed(word.substr(equals + 1));
    }

    // The initial state moves to the point that was asked for.
    bool move_to_point(System& system, const Session& session, Outcome& refusal) const {
        const Scope scope = scope_of(system);
        for (const std::string& text : at_) {
            const std::size_t equals = std::min(text.find('='), text.size());
            const std::string name = ascii_name(text.substr(0, equals));
            const std::vector<Expr> q = system.q();
            const auto coordinate =
                std::ranges::find_if(q, [&](const Expr& x) { return symbol_text(x.symbol()) == name; });
            if (coordinate == q.end() || equals == text.size()) {
                refusal = refused(
                    Exit::usage,
                    {.code = "point-bad", .message = "--at takes coordinate=value, not '" + text + "'"});
                return false;
            }
            const Source source("--at", text.substr(equals + 1));
            Diagnostics diagnostics;
            const Expr value = read_expression(source, scope, system, diagnostics);
            if (!value || diagnostics.failed()) {
                refusal = rejected(diagnostics, source, session);
                refusal.exit = Exit::usage;
                return false;
            }
            std::erase_if(system.init, [&](const InitialValue& i) { return i.symbol == *coordinate; });
            system.init.push_back({*coordinate, value, {}});
        }
        return true;
    }

    Outcome of_gallery(std::span<const Question* const> questions, Session& session) const {
        Outcome outcome;
        std::vector<FactsPage> pages;
        Json::Array systems;
        for (const GalleryModel& model : gallery()) {
            LoadedModel input = load_model_with_doubts(std::string(model.name), session);
            if (!input.system) return rejected(input.diagnostics, input.source, session);
            add_warnings(outcome, input, session);
            pages.push_back(facts_page(Setting(*input.system), questions, budget_));
            pages.back().system = model.name;
            fail_where_one_failed(outcome, pages.back());
            systems.push_back(Json::object({{"system", model.name}, {"facts", as_json(pages.back())}}));
            if (as_ == "latex") outcome.text += as_latex(pages.back());
        }
        if (as_ == "text") outcome.text = verdict_table(pages, session.width);
        outcome.result = Json::array(std::move(systems));
        return outcome;
    }

    static std::string question_ids() {
        std::string list;
        for (const Question& question : all_questions())
            list += (list.empty() ? "" : ", ") + std::string(question.id);
        return list;
    }

    static Outcome unknown_fact(const std::string& id) {
        return refused(Exit::usage, {.code = "fact-unknown",
                                     .message = "there is no fact '" + id + "'",
                                     .help = "the facts are " + question_ids()});
    }

    std::string model_, as_ = "text";
    std::vector<std::string> facts_, at_, parameters_;
    bool all_ = false, strict_ = false;
    double budget_ = 30;
};

}  // namespace

std::unique_ptr<Command> make_facts() { return std::make_unique<Facts>(); }

}  // namespace anholon::cli
