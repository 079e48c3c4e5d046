#include "simulation_request.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "code/tiered.hpp"
#include "model/parameter_values.hpp"
#include "model/request.hpp"
#include "model/state_variable.hpp"
#include "model_input.hpp"

namespace anholon::cli {

namespace {

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

std::string without_blanks_around(const std::string& text) {
    const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

class Reader {
  public:
    Reader(const SimulationRequest& request, const System& system, const Session& session)
        : request_(request), system_(system), session_(session), scope_(scope_of(system)) {}

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

    double number(const char* option, const std::string& text) {
        const auto value = read_by(option, text, [&](const Source& source, Diagnostics& d) {
            return read_number(source, system_, d, parameters_);
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
            std::vector<std::string> ids;
            for (const EquationForm& form : all_forms()) ids.push_back(form.id);
            if (!o.form)
                refuse("form-unknown", "there is no form '" + request_.form + "'",
                       did_you_mean(request_.form, ids, "`anholon forms` lists them"));
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
        if (request_.until) o.until = number("--until", *request_.until);
        if (request_.every) o.every = number("--every", *request_.every);
        if (request_.tolerance) o.tolerance = number("--tol", *request_.tolerance);
        if (request_.max_drift) out_.max_drift = number("--max-drift", *request_.max_drift);
        if (o.every && !(*o.every > 0)) refuse("every-not-positive", "--every takes a positive time");
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

    Observable column(const char* option, const std::string& text) {
        const std::string name = without_blanks_around(text);
        return {name, expression(option, name)};
    }

    void read_columns() {
        if (!request_.columns) return;
        std::size_t count = 0;
        for (const Expectation& e : system_.expectations)
            if (e.kind == Expectation::Kind::integral && e.name != "energy")
                scope_.add("integral" + std::to_string(++count), {e.left, "integral"});
        out_.options.columns.emplace();
        std::size_t depth = 0;
        std::string word;
        for (const char c : *request_.columns + ",") {
            depth += c == '(';
            depth -= c == ')' && depth > 0;
            if (c != ',' || depth > 0) {
                word += c;
                continue;
            }
            const Observable o = column("--columns", word);
            if (o.value != system_.t) out_.options.columns->push_back(o);
            word.clear();
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
             "name=value: a parameter, in the unit of its declaration or in [a unit] of its own");
    add_many(app, "-i", values, "name=value: an initial value");
    app.add_option("--experiment", experiment, "the model's experiment; 'default' if it has one");
    app.add_flag("--strict", is_strict, strict_help);
}

void SimulationRequest::declare(CLI::App& app) {
    std::vector<std::string> methods;
    for (const Method& m : all_methods()) methods.emplace_back(m.name);
    declare_state(app);
    app.add_option("--until", until, "when to end; before 0 is backward");
    app.add_option("--every", every, "time between rows; the steps themselves if not given");
    app.add_option("--tol", tolerance, "relative error of a step");
    app.add_option("--form", form,
                   "a form of `anholon forms`; maggi or hamel if they apply, else the system's own law");
    app.add_option("--method", method, "the first, or the last if the motion is stiff, if not given")
        ->check(CLI::IsMember(methods));
    add_many(app, "--column", more, "an expression to report besides");
    app.add_option("--columns", columns, "names and expressions to report instead, with commas between");
    add_many(app, "--event", events, "EXPR[:up|down][:stop]: where an expression passes through 0");
    add_many(app, "--stop", stops, "EXPR: end where it passes through 0");
    app.add_flag("--keep-contact", keeps_contact,
                 "go on where a support would have to pull, or a surface has ended");
    add_many(app, "--quadrature", quadratures, "NAME=EXPR: the time integral of an expression goes along");
    app.add_option("--max-drift", max_drift,
                   "the relative drift of integrals and constraints that is allowed; more is exit code 5");
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
