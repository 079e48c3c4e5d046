#include "simulation_request.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "code/tiered.hpp"
#include "form_input.hpp"
#include "model/parameter_values.hpp"
#include "model/request.hpp"
#include "model/state_variable.hpp"
#include "model/system_units.hpp"
#include "model_input.hpp"
#include "report/faults.hpp"

namespace anholon::cli {

namespace {

constexpr double most_rows = 1e8;

// Thrown inside this file: the first mistake ends the reading.
struct Mistake {
    Outcome outcome;
};

[[noreturn]] void refuse(std::string code, std::string message, std::string help = "") {
    throw Mistake{refused(Exit::usage,
                          {.code = std::move(code), .message = std::move(message), .help = std::move(help)})};
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& words,
                         const std::string& otherwise) {
    const auto meant = nearest(word, words);
    return meant ? "did you mean '" + *meant + "'?" : otherwise;
}

class Reader {
  public:
    Reader(const SimulationRequest& request, const System& system, const Session& session)
        : request_(request), system_(system), session_(session), units_(system), scope_(scope_of(system)) {}

    ReadRequest run() {
        SimulationOptions& o = out_.options;
        o.make = tiered;
        o.keeps_contact = request_.keeps_contact;
        read_form_and_method();
        read_experiment();
        for (const std::string& text : request_.parameters)
            assign(o.initial.parameters, "-p", text, read_parameter);
        parameters_ = parameter_point(system_, o.initial);
        check_derived();
        for (const std::string& text : request_.values)
            assign(o.initial.values, "-i", text,
                   [&](const Source& source, const System& system, Diagnostics& d) {
                       return read_initial_value(source, system, d, parameters_);
                   });
        o.initial.is_strict = request_.is_strict;
        read_numbers();
        for (const std::string& text : request_.quadratures) read_quadrature(text);
        for (const std::string& text : request_.more) o.more.push_back(column("--column", text));
        read_columns();
        for (const std::string& text : request_.events) read_event(text);
        for (const std::string& text : request_.stops)
            o.events.push_back({text, expression("--stop", text), 0, true});
        read_panels();
        return std::move(out_);
    }

  private:
    // Reads one word by `read`, which reports its mistakes.
    auto read_by(const char* option, const std::string& text, auto&& read) {
        const Source source(option, text);
        Diagnostics diagnostics;
        auto value = read(source, diagnostics);
        if (value && !diagnostics.failed()) return value;
        Outcome out = rejected(diagnostics, source, session_);
        out.exit = Exit::usage;
        throw Mistake{std::move(out)};
    }

    Expr expression(const char* option, const std::string& text) {
        return read_by(option, text, [&](const Source& source, Diagnostics& d) {
            return read_expression(source, scope_, system_, d);
        });
    }

    double number(const char* option, const std::string& text, const Dimension& dimension = {}) {
        const auto value = read_by(option, text, [&](const Source& source, Diagnostics& d) {
            return read_number(source, system_, d, parameters_, dimension);
        });
        return value->to_double();
    }

    void assign(std::vector<Assignment>& list, const char* option, const std::string& text, auto&& read) {
        const auto assignment = read_by(
            option, text, [&](const Source& source, Diagnostics& d) { return read(source, system_, d); });
        for (const auto& [symbol, value] : list)
            if (symbol == assignment->first)
                refuse("setting-twice", "'" + name_of(symbol, system_) + "' is given twice");
        list.push_back(*assignment);
    }

    // A parameter that others define may leave its range by what they are set to.
    void check_derived() const {
        if (const auto outside = derived_outside_range(system_, parameters_))
            refuse(outside->code, outside->message, outside->notes.empty() ? "" : outside->notes[0].text);
    }

    void read_form_and_method() {
        SimulationOptions& o = out_.options;
        if (!request_.form.empty()) {
            o.form = find_form(request_.form);
            if (!o.form) throw Mistake{refused(Exit::usage, unknown_form(request_.form))};
            if (const Reason why = o.form->inapplicable(Setting(system_)))
                throw Mistake{refused(Exit::failed, {.code = "form-inapplicable",
                                                     .message = o.form->title + " does not apply: " + *why})};
        }
        if (o.form)
            if (const Reason why = lacks_number(system_, *o.form))
                throw Mistake{refused(Exit::failed, {.code = "form-inapplicable",
                                                     .message = o.form->title + " has no value: " + *why})};
        if (!request_.method.empty()) o.method = find_method(request_.method);
    }

    void read_experiment() {
        const std::string name = request_.experiment.empty() ? "default" : request_.experiment;
        const auto found = std::ranges::find(system_.experiments, name, &Experiment::name);
        if (found != system_.experiments.end()) {
            out_.options.initial.experiment = &*found;
        } else if (!request_.experiment.empty()) {
            std::vector<std::string> names;
            for (const Experiment& e : system_.experiments) names.push_back(e.name);
            refuse("experiment-unknown", "this model has no experiment '" + name + "'",
                   did_you_mean(name, names, names.empty() ? "it has none" : "it has '" + names[0] + "'"));
        }
    }

    void read_numbers() {
        SimulationOptions& o = out_.options;
        if (const Experiment* e = o.initial.experiment) {
            o.until = e->until.to_double();
            if (!e->every.is_zero()) o.every = e->every.to_double();
            if (!e->tolerance.is_zero()) o.tolerance = e->tolerance.to_double();
        }
        if (request_.until) o.until = number("--until", *request_.until, seconds());
        if (request_.every) o.every = number("--every", *request_.every, seconds());
        if (request_.tolerance) o.tolerance = number("--tol", *request_.tolerance);
        if (request_.max_drift) out_.max_drift = number("--max-drift", *request_.max_drift);
        if (o.every && !(*o.every > 0)) refuse("every-not-positive", "--every takes a positive time");
        if (o.every && std::fabs(o.until) / *o.every > most_rows)
            refuse("rows-too-many",
                   fmt::format("this makes {:.3g} rows, and at most {:.0e} are written",
                               std::fabs(o.until) / *o.every, most_rows),
                   "take a longer --every");
        if (o.tolerance && !(*o.tolerance > 0 && *o.tolerance < 1))
            refuse("tolerance-bad", "--tol takes a number between 0 and 1", "such as 1e-10");
        if (out_.max_drift && !(*out_.max_drift > 0))
            refuse("drift-bound-bad", "--max-drift takes a positive number");
    }

    void read_quadrature(const std::string& text) {
        const std::size_t equals = text.find('=');
        const std::string name = without_blanks_around(text.substr(0, equals));
        if (equals == std::string::npos || !is_identifier(name))
            refuse("quadrature-bad", "--quadrature takes NAME=EXPR, not '" + text + "'");
        if (scope_.find(name) || system_.c().find(ascii_name(name)))
            refuse("name-duplicate", "'" + name + "' has a meaning already");
        const Expr integrand = expression("--quadrature", text.substr(equals + 1));
        const Expr symbol = system_.c().variable(ascii_name(name));
        scope_.add(name, {symbol, "quadrature"});
        out_.options.quadratures.push_back({symbol, integrand});
    }

    // EXPR, or NAME=EXPR. Its unit is that of the name, or follows from the expression.
    Observable column(const char* option, const std::string& text) {
        std::string name = without_blanks_around(text), value = name;
        if (const std::size_t equals = name.find('='); equals != std::string::npos) {
            value = without_blanks_around(name.substr(equals + 1));
            name = without_blanks_around(name.substr(0, equals));
            if (!is_identifier(name))
                refuse("column-bad", "a column is EXPR or NAME=EXPR, not '" + text + "'",
                       "--columns speed=sqrt(x'^2+y'^2)");
        }
        const Expr e = expression(option, value);
        return {.name = name, .value = e, .unit = unit_of(e)};
    }

    std::string unit_of(const Expr& e) const {
        for (const Coordinate& q : system_.coordinates) {
            if (q.symbol == e) return q.unit;
            if (dot(q.symbol) == e) return q.unit.empty() ? "" : q.unit + "/s";
        }
        return units_.unit_of(e);
    }

    void read_columns() {
        if (!request_.columns) return;
        std::size_t count = 0;
        for (const Expectation& e : system_.expectations)
            if (e.kind == Expectation::Kind::integral && e.name != "energy")
                scope_.add("integral" + std::to_string(++count), {e.left, "integral"});
        std::string list = without_blanks_around(*request_.columns);
        const bool adds = list.starts_with('+');
        if (adds)
            list.erase(0, 1);
        else
            out_.options.columns.emplace();
        for (const std::string& word : split_outside_parentheses(list, ',')) {
            const Observable o = column("--columns", word);
            if (o.value != system_.t) (adds ? out_.options.more : *out_.options.columns).push_back(o);
        }
    }

    // What pictures show is computed along with the columns.
    void read_panels() {
        try {
            request_.plot.files();
            out_.panels = request_.plot.panels();
        } catch (const PlotMistake& mistake) {
            refuse(mistake.code, mistake.message, mistake.help);
        } catch (const UnknownFileFormat& e) {
            refuse("file-format", e.what());
        }
        for (const Panel& panel : out_.panels) {
            std::vector<std::string> words = panel.y;
            if (!panel.x.empty()) words.push_back(panel.x);
            for (const std::string& word : words) {
                Observable o = column("--plot", word);
                o.kind = Observable::Kind::plotted;
                if (o.value != system_.t) out_.options.more.push_back(std::move(o));
            }
        }
    }

    void read_event(const std::string& text) {
        WatchedEvent event{text, {}, 0, false};
        std::string rest = text;
        for (std::size_t colon = rest.rfind(':'); colon != std::string::npos; colon = rest.rfind(':')) {
            const std::string word = without_blanks_around(rest.substr(colon + 1));
            if (word == "stop")
                event.stops = true;
            else if (word == "up" || word == "down")
                event.direction = word == "up" ? 1 : -1;
            else
                refuse("event-bad", "an event ends with :up, :down or :stop, not with ':" + word + "'",
                       "EXPR[:up|down][:stop]");
            rest.resize(colon);
        }
        event.name = without_blanks_around(rest);
        event.function = expression("--event", rest);
        out_.options.events.push_back(std::move(event));
    }

    const SimulationRequest& request_;
    const System& system_;
    const Session& session_;
    SystemUnits units_;
    Scope scope_;
    Point parameters_;
    ReadRequest out_;
};

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
    app.add_option("--form", form, integrated_form_help);
    app.add_option(
           "--method", method,
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
        return Reader(request, system, session).run();
    } catch (Mistake& mistake) {
        refusal = std::move(mistake.outcome);
        return std::nullopt;
    }
}

}  // namespace anholon::cli
