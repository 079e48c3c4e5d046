#include "report/verification.hpp"

#include <algorithm>

#include "certificate_file.hpp"
#include "command.hpp"
#include "model/gallery.hpp"
#include "model_input.hpp"
#include "options.hpp"

namespace anholon::cli {

namespace {

class Verify : public Command {
  public:
    std::string_view name() const override { return "verify"; }
    std::string_view summary() const override {
        return "prove that all forms of the equations of motion agree, and check the expectations";
    }
    std::string_view example() const override { return "anholon verify rolling-disc"; }

    void declare(Options& options) override {
        options.add("M", model_, model_help);
        options.flag("--all", all_, "verify every model of the gallery");
        options.add("--seed", options_.seed, seed_help);
        options.add("--certificate", certificate_,
                    "FILE: write what was decided as a certificate, for anholon-check; with --all a folder");
        options.flag("--eliminations", eliminations_,
                     "compare the forbidden form by every choice of eliminated velocities");
        options.flag("--reduced", reduced_, reduced_help);
        options.add("--level", levels_, level_help);
        options.flag("--strict", strict_, strict_help);
    }

    Outcome run(Session& session) override {
        if (model_.empty() == !all_) misused("usage", "name one model, or give --all");
        if (certificate_ && (reduced_ || !levels_.empty()))
            misused("usage",
                    "a certificate is about a model as it is written: --certificate cannot be combined with "
                    "--reduced or --level");
        Outcome outcome;
        Json::Array systems;
        for (const std::string& model : names()) {
            const request::StatedModel& read = load_model(
                model, session, {.start = start_of(strict_), .reduced = reduced_, .levels = levels_});
            const request::Verification found =
                answer(request::Verify{model, options_, eliminations_}, read.source, read.system);
            outcome.text += (outcome.text.empty() ? "" : "\n") + as_text(found, session.width);
            fail_where_something_differs(outcome, found);
            const std::string path = !certificate_ ? ""
                                     : all_        ? *certificate_ + "/" + model + ".json"
                                                   : *certificate_;
            const bool is_missing =
                certificate_ &&
                !write_certificate(path, *found.claims, undecided_by_claims(found), session, outcome);
            if (is_missing && !all_) fail_without_certificate(outcome);
            systems.push_back(as_json(found));
        }
        outcome.result = all_ ? Json::array(std::move(systems)) : std::move(systems.front());
        return outcome;
    }

  private:
    static void fail_where_something_differs(Outcome& outcome, const request::Verification& found) {
        const auto fail = [&](Exit exit, const char* code, const std::string& message) {
            outcome.exit = std::max(outcome.exit, exit);
            outcome.errors.push_back({.code = code, .message = found.system + ": " + message});
        };
        if (found.agree == Answer::no) fail(Exit::failed, "forms-differ", "not all forms agree");
        if (found.agree == Answer::unknown)
            fail(Exit::failed, "forms-undecided", "not all forms could be compared");
        if (found.model.agrees == Answer::no)
            fail(Exit::failed, "model-differs", request::verdict_text(found.model));
        for (const auto& [stated, v] : found.expectations)
            if (v.holds == Answer::no)
                fail(Exit::expectation, "expectation-false", "'" + stated + "' does not hold: " + v.reason);
    }

    // What was decided, or not, in another way than by a claim.
    static std::vector<std::string> undecided_by_claims(const request::Verification& found) {
        std::vector<std::string> out;
        for (const auto& [stated, v] : found.expectations)
            if (v.proof != Proof::prime_field && v.proof != Proof::witness)
                out.push_back(stated + ": it is no identity of the format");
        return out;
    }

    std::vector<std::string> names() const {
        if (!all_) return {model_};
        std::vector<std::string> all;
        for (const GalleryModel& model : gallery()) all.emplace_back(model.name);
        return all;
    }

    std::string model_;
    std::vector<std::string> levels_;
    bool all_ = false, strict_ = false, reduced_ = false, eliminations_ = false;
    std::optional<std::string> certificate_;
    VerifyOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_verify() { return std::make_unique<Verify>(); }

}  // namespace anholon::cli
