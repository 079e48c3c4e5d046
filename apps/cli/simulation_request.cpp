#include "simulation_request.hpp"

#include <CLI/CLI.hpp>

#include "form_input.hpp"
#include "model/request.hpp"
#include "model/state/parameter_values.hpp"
#include "model_input.hpp"
#include "report/faults.hpp"

namespace anholon::cli {

namespace {

Outcome told(const Refusal& refusal, const Session& session) {
    if (refusal.source) {
        Outcome out = rejected(refusal.diagnostics, *refusal.source, session);
        out.exit = Exit::usage;
        return out;
    }
    const Diagnostic& said = refusal.diagnostics.all().front();
    return refused(refusal.of == Refusal::Of::words ? Exit::usage : Exit::failed,
                   {.code = said.code, .message = said.message, .help = said.help});
}

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

std::vector<Panel> panels_of(const PlotRequest& plot) {
    try {
        plot.files();
        return plot.panels();
    } catch (const PlotMistake& mistake) {
        refuse(mistake.code, mistake.message, mistake.help);
    } catch (const UnknownFileFormat& e) {
        refuse("file-format", e.what());
    }
}

ReadRequest read(const SimulationRequest& request, const System& system) {
    SimulationWords words = request;
    if (!request.form_id.empty()) {
        words.form = find_form(request.form_id);
        if (!words.form) {
            const Message unknown = unknown_form(request.form_id);
            refuse(unknown.code, unknown.message, unknown.help);
        }
    }
    if (!request.method_name.empty()) words.method = find_method(request.method_name);
    ReadRequest out{.options = {}, .max_drift = {}, .panels = panels_of(request.plot)};
    for (const Panel& panel : out.panels) {
        words.plotted.insert(words.plotted.end(), panel.y.begin(), panel.y.end());
        if (!panel.x.empty()) words.plotted.push_back(panel.x);
    }
    out.options = read_simulation(words, system);
    if (request.max_drift) out.max_drift = read_bound(*request.max_drift, system, out.options.initial);
    return out;
}

void add_many(CLI::App& app, const char* name, std::vector<std::string>& list, const char* help) {
    app.add_option(name, list, help)->allow_extra_args(false);
}

}  // namespace

void SimulationRequest::declare_state(CLI::App& app) {
    add_many(app, "-p", parameters,
             "NAME=VALUE: set a parameter, in the unit of its declaration or with a [unit]; repeatable");
    add_many(app, "-i", values, "NAME=VALUE: set an initial value; repeatable");
    app.add_option("--experiment", experiment,
                   "NAME: an experiment of the model (default: 'default', if it has one)");
    app.add_flag("--strict", is_strict, strict_help);
}

void SimulationRequest::declare(CLI::App& app) {
    std::vector<std::string> methods;
    for (const Method& m : all_methods()) methods.emplace_back(m.name);
    declare_state(app);
    app.add_option(
        "--until", until,
        "TIME: when to end; a negative time runs backward (default: from the experiment, else 10)");
    app.add_option("--every", every,
                   "TIME: the time between rows (default: from the experiment, else one row per step)");
    app.add_option("--tol", tolerance,
                   "NUMBER: the relative error per step (default: 2.2e-16 for taylor, 1e-12 for cvode-adams, "
                   "1e-10 for cvode-bdf)");
    app.add_option("--form", form_id, integrated_form_help);
    app.add_option(
           "--method", method_name,
           "METHOD: taylor, cvode-adams or cvode-bdf (default: taylor, or cvode-bdf if the motion turns out "
           "to be stiff)")
        ->check(CLI::IsMember(methods));
    app.add_option(
        "--columns", columns,
        "LIST: report these names and expressions, separated by commas, instead of the standard ones; a "
        "list that begins with + adds to the standard ones");
    // An older way of saying --columns +EXPR.
    app.add_option("--column", more, "EXPR: report this expression as well")
        ->allow_extra_args(false)
        ->group("");
    add_many(app, "--event", events,
             "EXPR[:up|down][:stop]: report the states where an expression passes through 0, as in a "
             "Poincare section; "
             "repeatable");
    add_many(app, "--stop", stops, "EXPR: end where the expression passes through 0; repeatable");
    app.add_flag("--keep-contact", keeps_contact, "do not stop when contact is lost or a surface ends");
    add_many(app, "--quadrature", quadratures, "NAME=EXPR: integrate an expression over time; repeatable");
    app.add_option("--max-drift", max_drift,
                   "NUMBER: exit with 5 if an integral or a constraint drifts by more than this, relatively");
}

std::optional<ReadRequest> read_request(const SimulationRequest& request, const System& system,
                                        const Session& session, Outcome& refusal) {
    try {
        return read(request, system);
    } catch (const Refusal& mistake) {
        refusal = told(mistake, session);
        return std::nullopt;
    }
}

}  // namespace anholon::cli
