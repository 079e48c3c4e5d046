#include "verify/verify.hpp"
#include "base/text.hpp"
#include "verify/lowering.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>

#include "code/tiered.hpp"
#include "command.hpp"
#include "model/gallery.hpp"
#include "model_input.hpp"
#include "motion/expectations.hpp"
#include "report/layout.hpp"

namespace anholon::cli {

namespace {

std::string proof_text(Proof proof, double error_bound) {
    return std::string(anholon::name(proof)) +
           (proof == Proof::prime_field ? " (chance of error below " + rounded_up(error_bound) + ")" : "");
}

std::string verdict_text(const FormVerdict& v) {
    if (v.inapplicable) return "does not apply: " + *v.inapplicable;
    switch (v.agrees) {
        case Answer::yes: return "agrees, by " + proof_text(v.proof, v.error_bound);
        case Answer::no: return "differs" + (v.difference.empty() ? ", by prime field" : ": " + v.difference);
        case Answer::unknown: return "unknown: " + v.reason;
    }
    return "";
}

Json as_json(Answer a) { return a == Answer::unknown ? Json() : Json(a == Answer::yes); }

Json as_json(const FormVerdict& v) {
    const auto optional = [](const std::string& s) { return s.empty() ? Json() : Json(s); };
    return Json::object({{"form", v.form->id},
                         {"applicable", !v.inapplicable.has_value()},
                         {"reason", optional(v.inapplicable ? *v.inapplicable : v.reason)},
                         {"agrees", v.inapplicable ? Json() : as_json(v.agrees)},
                         {"proof", v.inapplicable ? Json() : Json(anholon::name(v.proof))},
                         {"error_bound", v.error_bound},
                         {"difference", optional(v.difference)},
                         {"as_it_must_be", is_as_it_must_be(v)},
                         {"seconds", v.seconds}});
}

const char* headline(Answer agree) {
    switch (agree) {
        case Answer::yes: return ": all forms agree\n";
        case Answer::no: return ": NOT all forms agree\n";
        case Answer::unknown: return ": not all forms could be compared\n";
    }
    return "";
}

std::string expectation_text(const ExpectationVerdict& v) {
    switch (v.holds) {
        case Answer::yes:
            return v.proof == Proof::none ? "holds" : "holds, by " + proof_text(v.proof, v.error_bound);
        case Answer::no: return "DOES NOT HOLD: " + v.reason;
        case Answer::unknown: return "not decided: " + v.reason;
    }
    return "";
}

Json as_json(const ExpectationVerdict& v, const std::string& stated) {
    return Json::object({{"expect", stated},
                         {"holds", as_json(v.holds)},
                         {"reason", v.reason.empty() ? Json() : Json(v.reason)},
                         {"proof", Json(anholon::name(v.proof))},
                         {"error_bound", v.error_bound}});
}

std::string lowering_text(const LoweringVerdict& v) {
    switch (v.agrees) {
        case Answer::yes:
            return fmt::format("agrees with Newton–Euler at {} states, worst {:.1g}", v.states, v.worst);
        case Answer::no: return "DIFFERS from Newton–Euler: " + v.difference;
        case Answer::unknown: return "not compared with Newton–Euler: " + v.reason;
    }
    return "";
}

Json as_json(const LoweringVerdict& v) {
    if (!v.has_parts) return Json();
    const auto optional = [](const std::string& s) { return s.empty() ? Json() : Json(s); };
    return Json::object({{"agrees", as_json(v.agrees)},
                         {"states", v.states},
                         {"reactions", v.reactions},
                         {"worst", v.worst},
                         {"reason", optional(v.reason)},
                         {"difference", optional(v.difference)}});
}

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
            Json::Array rows;
            Answer agree = Answer::yes;
            std::string table;
            for (const FormVerdict& v : verify(*input.system, options_)) {
                if (!is_as_it_must_be(v) && agree != Answer::no) agree = v.agrees;
                std::string id = "  " + v.form->id;
                id.resize(std::max<std::size_t>(id.size() + 1, 26), ' ');
                table += paragraph(id, verdict_text(v), 26, session.width);
                rows.push_back(as_json(v));
            }
            outcome.text += std::string(outcome.text.empty() ? "" : "\n") + model + headline(agree) + table;
            if (agree != Answer::yes) {
                outcome.exit = std::max(outcome.exit, Exit::failed);
                outcome.errors.push_back(
                    {.code = agree == Answer::no ? "forms-differ" : "forms-undecided",
                     .message = model + (agree == Answer::no ? ": not all forms agree"
                                                             : ": not all forms could be compared")});
            }
            const LoweringVerdict lowering =
                verify_lowering(input.source, *input.system, {.seed = options_.seed});
            if (lowering.has_parts) outcome.text += "  the model itself: " + lowering_text(lowering) + "\n";
            if (lowering.agrees == Answer::no) {
                outcome.exit = std::max(outcome.exit, Exit::failed);
                outcome.errors.push_back(
                    {.code = "model-differs", .message = model + ": " + lowering_text(lowering)});
            }
            Json::Array expectations;
            for (const ExpectationVerdict& v : decided(*input.system)) {
                const std::string stated(input.source.text(v.expectation->span));
                outcome.text += paragraph("  ", stated + ": " + expectation_text(v), 6, session.width);
                expectations.push_back(as_json(v, stated));
                if (v.holds != Answer::no) continue;
                outcome.exit = Exit::expectation;
                outcome.errors.push_back(
                    {.code = "expectation-false",
                     .message = model + ": '" + stated + "' does not hold: " + v.reason});
            }
            if (!all_) {
                outcome.result = Json::object({{"system", model},
                                               {"agree", as_json(agree)},
                                               {"forms", Json::array(std::move(rows))},
                                               {"model", as_json(lowering)},
                                               {"expectations", Json::array(std::move(expectations))}});
                return outcome;
            }
            systems.push_back(Json::object({{"system", model},
                                            {"agree", as_json(agree)},
                                            {"forms", Json::array(std::move(rows))},
                                            {"model", as_json(lowering)},
                                            {"expectations", Json::array(std::move(expectations))}}));
        }
        outcome.result = Json::array(std::move(systems));
        return outcome;
    }

  private:
    // Values at a time are decided by simulation, all else exactly.
    std::vector<ExpectationVerdict> decided(const System& system) const {
        std::vector<ExpectationVerdict> verdicts = check_expectations(system, options_.seed);
        for (const ValueVerdict& value : check_values(system, {.make = tiered})) {
            const auto v = std::ranges::find(verdicts, value.expectation, &ExpectationVerdict::expectation);
            v->reason = value.reason;
            if (!value.reason.empty()) continue;
            v->holds = value.holds ? Answer::yes : Answer::no;
            if (!value.holds) v->reason = fmt::format("it is {:.15g}", value.value);
        }
        return verdicts;
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
