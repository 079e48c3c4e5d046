#include "request/simulate.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "model/request.hpp"
#include "model/state/parameter_values.hpp"
#include "motion/blow_up.hpp"
#include "request/failure.hpp"
#include "request/form.hpp"
#include "request/method.hpp"

namespace anholon::request {

namespace {

using End = SimulationResult::End;
using Severity = Judgement::Severity;

[[noreturn]] void refuse(const std::string& code, const std::string& message, const std::string& help = "") {
    throw Refusal(Refusal::Of::words, code, message, help);
}

double read_bound(const std::string& text, const System& system, const InitialStateOptions& initial) {
    const Source source("--max-drift", text);
    Diagnostics diagnostics;
    const auto bound = read_number(source, system, diagnostics, parameter_point(system, initial));
    if (!bound || diagnostics.failed()) throw Refusal(diagnostics, source);
    if (!(bound->to_double() > 0)) refuse("drift-bound-bad", "--max-drift takes a positive number");
    return bound->to_double();
}

void judge_drift(const Drift& d, std::optional<double> bound, std::vector<Judgement>& out) {
    const bool must_hold = d.is_due || bound;
    const auto say = [&](bool is_wrong, std::string words) {
        out.push_back({is_wrong ? Severity::expectation : Severity::warning, "drift", std::move(words)});
    };
    if (d.lost_at)
        say(must_hold, d.name + " has no finite value at t = " + decimal(*d.lost_at, 10) +
                           ": from there on its drift is not known");
    const double most = bound.value_or(wrong_drift);
    const bool is_wrong = !(d.relative <= most) && must_hold;
    if (!is_wrong && (bound || d.relative <= noticeable_drift)) return;
    std::string words = "the relative drift of " + d.name + " is " + scientific(d.relative, 2);
    if (is_wrong) words += ", more than " + decimal(most, 6);
    if (!d.reason.empty()) words += ": " + d.reason;
    say(is_wrong, std::move(words));
}

// The code of an end that no motion should have; nothing for the others.
const char* code_of(const SimulationResult& result) {
    switch (result.end) {
        case End::reached:
        case End::event:
        case End::interrupted: return nullptr;
        case End::left: return result.t == 0 ? "contact-impossible" : nullptr;
        case End::singular: return "state-singular";
        case End::stuck: return "step-too-short";
        case End::undetermined: return "motion-undetermined";
        case End::unrowed: return "value-not-finite";
    }
    return nullptr;
}

// What goes on through the degenerate set goes by one form and one method.
void check_through_degeneracy(const SimulationWords& words, const System& system) {
    constexpr const char* option = "--through-degeneracy";
    const auto refused = [&](const std::string& code, const std::string& words) {
        refuse(code, std::string(option) + words);
    };
    if (words.form && words.form->id != "lagrange-multipliers")
        refused("form-inapplicable",
                " integrates Lagrange's equations with multipliers, blown up; leave out --form");
    if (words.method && words.method->name != "taylor")
        refused("method-inapplicable", " integrates by Taylor series; leave out --method");
    if (!words.tables.empty()) refused("tables-inapplicable", " does not know tables of inputs");
    if (const Reason why = not_blown_up(system))
        throw Refusal(Refusal::Of::system, "degeneracy-inapplicable", std::string(option) + ": " + *why);
}

}  // namespace

SimulateOptions read(const Simulate& request, const System& system) {
    SimulationWords words = request;
    if (!request.form_id.empty()) words.form = &form_of(request.form_id);
    if (!request.method_name.empty()) words.method = &method_named(request.method_name);
    if (request.through_degeneracy) check_through_degeneracy(words, system);
    request.pictures.files();
    SimulateOptions out{
        .options = {}, .max_drift = {}, .panels = request.pictures.panels(), .at_degeneracy = {}};
    for (const Panel& panel : out.panels) {
        words.plotted.insert(words.plotted.end(), panel.y.begin(), panel.y.end());
        if (!panel.x.empty()) words.plotted.push_back(panel.x);
    }
    out.options = read_simulation(words, system);
    if (request.through_degeneracy) {
        out.options.form = find_form("lagrange-multipliers");
        out.at_degeneracy = Simulation::AtDegeneracy::goes_through;
    }
    if (request.max_drift) out.max_drift = read_bound(*request.max_drift, system, out.options.initial);
    return out;
}

std::vector<Judgement> judged(const SimulationResult& result, std::optional<double> max_drift) {
    std::vector<Judgement> out;
    if (result.condition > ill_conditioned)
        out.push_back({Severity::warning, "ill-conditioned",
                       "the mass matrix in the free velocities has the condition " +
                           scientific(result.condition, 0) + ": about " +
                           decimal(std::round(std::min(16.0, std::log10(result.condition))), 2) +
                           " of 16 digits of the accelerations are lost"});
    if (result.end != End::interrupted)
        for (const Drift& d : result.drifts) judge_drift(d, max_drift, out);
    if (const char* code = code_of(result)) out.push_back({Severity::state, code, why_it_ended(result)});
    return out;
}

std::vector<Judgement> judged(const InitialState& initial) {
    std::vector<Judgement> out;
    for (const auto* list : initial.parts())
        for (const InitialVariable& x : *list)
            if (x.is_changed())
                out.push_back({Severity::warning, "state-inconsistent",
                               "the motion starts with " + x.name + " = " + decimal(x.value, 10) + ", not " +
                                   decimal(*x.given, 10) + ", which the constraints do not allow"});
    return out;
}

std::string why_it_ended(const SimulationResult& result) {
    return "the motion ends at t = " + decimal(result.t, 10) + ": " + result.reason;
}

}  // namespace anholon::request
