#include "report/verification.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>

#include "command.hpp"
#include "model/gallery.hpp"
#include "model_input.hpp"

namespace anholon::cli {

namespace {

class Verify : public Command {
  public:
    std::string_view name() const override { return "verify"; }
    std::string_view summary() const override {
        return "prove that all forms of the equations of motion agree, and check the expectations";
    }
    std::string_view example() const override { return "anholon verify rolling-disc"; }

    void declare(CLI::App& app) override {
        app.add_option("M", model_, model_help);
        app.add_flag("--all", all_, "verify every model of the gallery");
        app.add_option("--seed", options_.seed,
                       "N: the seed of the random points of prime-field proofs (default: 0)")
            ->check(CLI::NonNegativeNumber);
        app.add_flag("--strict", strict_, strict_help);
    }

    Outcome run(Session& session) override {
        if (model_.empty() == !all_)
            return refused(Exit::usage, {.code = "usage", .message = "name one model, or give --all"});
        Outcome outcome;
        Json::Array systems;
        for (const std::string& model : names()) {
            LoadedModel input = load_model_with_doubts(model, session, start_of(strict_));
            if (!input.system) return rejected(input.diagnostics, input.source, session);
            add_warnings(outcome, input, session);
            const VerificationPage page = verification_page(model, input.source, *input.system, options_);
            outcome.text += (outcome.text.empty() ? "" : "\n") + as_text(page, session.width);
            fail_where_something_differs(outcome, page);
            if (!all_) {
                outcome.result = as_json(page);
                return outcome;
            }
            systems.push_back(as_json(page));
        }
        outcome.result = Json::array(std::move(systems));
        return outcome;
    }

  private:
    static void fail_where_something_differs(Outcome& outcome, const VerificationPage& page) {
        const auto fail = [&](Exit exit, const char* code, const std::string& message) {
            outcome.exit = std::max(outcome.exit, exit);
            outcome.errors.push_back({.code = code, .message = page.system + ": " + message});
        };
        if (page.agree == Answer::no) fail(Exit::failed, "forms-differ", "not all forms agree");
        if (page.agree == Answer::unknown)
            fail(Exit::failed, "forms-undecided", "not all forms could be compared");
        if (page.model.agrees == Answer::no) fail(Exit::failed, "model-differs", verdict_text(page.model));
        for (const auto& [stated, v] : page.expectations)
            if (v.holds == Answer::no)
                fail(Exit::expectation, "expectation-false", "'" + stated + "' does not hold: " + v.reason);
    }

    std::vector<std::string> names() const {
        if (!all_) return {model_};
        std::vector<std::string> all;
        for (const GalleryModel& model : gallery()) all.emplace_back(model.name);
        return all;
    }

    std::string model_;
    bool all_ = false, strict_ = false;
    VerifyOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_verify() { return std::make_unique<Verify>(); }

}  // namespace anholon::cli
