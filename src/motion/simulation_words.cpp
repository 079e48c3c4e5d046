#include "motion/simulation_words.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "base/words.hpp"
#include "code/tiered.hpp"
#include "model/request.hpp"
#include "model/state/parameter_values.hpp"
#include "model/state/state_variable.hpp"
#include "model/system_units.hpp"
#include "motion/law.hpp"

namespace anholon {

namespace {

constexpr double most_rows = 1e8;

[[noreturn]] void refuse(std::string code, std::string message, std::string help = "") {
    throw Refusal(Refusal::Of::words, std::move(code), std::move(message), std::move(help));
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& words,
                         const std::string& otherwise) {
    const auto meant = nearest(word, words);
    return meant ? "did you mean '" + *meant + "'?" : otherwise;
}

std::optional<Assignment> read_constant_input(const Source& source, const System& system,
                                              Diagnostics& diagnostics) {
    if (!read_input(source, system, diagnostics)) return std::nullopt;
    return read_parameter(source, system, diagnostics);
}

class Reader {
  public:
    Reader(const SimulationWords& words, const System& system)
        : words_(words), system_(system), units_(system), scope_(scope_of(system)) {}

    SimulationOptions run() {
        SimulationOptions& o = out_;
        o.make = tiered;
        o.keeps_contact = words_.keeps_contact;
        take_form();
        read_start();
        read_numbers();
        check_reach();
        o.tables = words_.tables;
        for (const std::string& text : words_.quadratures) read_quadrature(text);
        for (const std::string& text : words_.more) o.more.push_back(column("--column", text));
        read_columns();
        for (const std::string& text : words_.events) read_event(text);
        for (const std::string& text : words_.stops)
            o.events.push_back({text, expression("--stop", text), 0, true});
        for (const std::string& text : words_.plotted) read_plotted(text);
        return std::move(out_);
    }

    InitialStateOptions start() {
        read_start();
        return std::move(out_.initial);
    }

  private:
    void read_start() {
        InitialStateOptions& initial = out_.initial;
        read_experiment();
        for (const std::string& text : words_.parameters)
            assign(initial.parameters, "-p", text, read_parameter);
        for (const std::string& text : words_.inputs)
            assign(initial.parameters, "--input", text, read_constant_input);
        parameters_ = parameter_point(system_, initial);
        check_derived();
        for (const std::string& text : words_.values)
            assign(initial.values, "-i", text,
                   [&](const Source& source, const System& system, Diagnostics& d) {
                       return read_initial_value(source, system, d, parameters_);
                   });
        initial.is_strict = words_.is_strict;
    }

    // Reads one word by `read`, which reports its mistakes.
    auto read_by(const char* option, const std::string& text, auto&& read) {
        const Source source(option, text);
        Diagnostics diagnostics;
        auto value = read(source, diagnostics);
        if (value && !diagnostics.failed()) return value;
        throw Refusal(diagnostics, source);
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

    void take_form() {
        out_.form = words_.form;
        out_.method = words_.method;
        if (!out_.form) return;
        const auto inapplicable = [&](const std::string& why) {
            throw Refusal(Refusal::Of::system, "form-inapplicable", out_.form->title + why);
        };
        if (const Reason why = out_.form->inapplicable(Setting(system_)))
            inapplicable(" does not apply: " + *why);
        if (const Reason why = lacks_number(system_, *out_.form)) inapplicable(" has no value: " + *why);
    }

    void read_experiment() {
        const std::string name = words_.experiment.empty() ? "default" : words_.experiment;
        const auto found = std::ranges::find(system_.experiments, name, &Experiment::name);
        if (found != system_.experiments.end()) {
            out_.initial.experiment = &*found;
        } else if (!words_.experiment.empty()) {
            std::vector<std::string> names;
            for (const Experiment& e : system_.experiments) names.push_back(e.name);
            refuse("experiment-unknown", "this model has no experiment '" + name + "'",
                   did_you_mean(name, names, names.empty() ? "it has none" : "it has '" + names[0] + "'"));
        }
    }

    void read_numbers() {
        SimulationOptions& o = out_;
        if (const Experiment* e = o.initial.experiment) {
            o.until = e->until.to_double();
            if (!e->every.is_zero()) o.every = e->every.to_double();
            if (!e->tolerance.is_zero()) o.tolerance = e->tolerance.to_double();
        }
        if (words_.until) o.until = number("--until", *words_.until, seconds());
        if (words_.every) o.every = number("--every", *words_.every, seconds());
        if (words_.tolerance) o.tolerance = number("--tol", *words_.tolerance);
        if (o.every && !(*o.every > 0)) refuse("every-not-positive", "--every takes a positive time");
        if (o.every && std::fabs(o.until) / *o.every > most_rows)
            refuse("rows-too-many",
                   "this makes " + decimal(std::fabs(o.until) / *o.every, 3) + " rows, and at most " +
                       decimal(most_rows, 1) + " are written",
                   "take a longer --every");
        if (o.tolerance && !(*o.tolerance > 0 && *o.tolerance < 1))
            refuse("tolerance-bad", "--tol takes a number between 0 and 1", "such as 1e-10");
    }

    // A table must reach over the motion, from t = 0 to its end.
    void check_reach() const {
        const double begin = std::min(0.0, out_.until), end = std::max(0.0, out_.until);
        for (const InputTable& table : words_.tables) {
            const double first = table.times().front(), last = table.times().back();
            const std::string whose = "the table of the input '" + table.input() + "' ";
            if (first > begin)
                refuse("table-short", whose + "starts at t = " + decimal(first, 10) +
                                          ", after the motion, which starts at t = " + decimal(begin, 10));
            if (last < end)
                refuse("table-short", whose + "ends at t = " + decimal(last, 10) +
                                          ", before the motion, which ends at t = " + decimal(end, 10));
        }
    }

    void read_quadrature(const std::string& text) {
        const std::size_t equals = text.find('=');
        const std::string name = without_blanks_around(text.substr(0, equals));
        if (equals == std::string::npos || !is_identifier(name))
            refuse("quadrature-bad", "a quadrature is NAME=EXPR, not '" + text + "'");
        if (scope_.find(name) || system_.c().find(ascii_name(name)))
            refuse("name-duplicate", "'" + name + "' has a meaning already");
        const Expr integrand = expression("--quadrature", text.substr(equals + 1));
        const Expr symbol = system_.c().variable(ascii_name(name));
        scope_.add(name, {symbol, "quadrature"});
        out_.quadratures.push_back({symbol, integrand});
    }

    // EXPR, or NAME=EXPR. Its unit is that of the name, or follows from the expression.
    Observable column(const char* option, const std::string& text) {
        std::string name = without_blanks_around(text), value = name;
        if (const std::size_t equals = name.find('='); equals != std::string::npos) {
            value = without_blanks_around(name.substr(equals + 1));
            name = without_blanks_around(name.substr(0, equals));
            if (!is_identifier(name))
                refuse("column-bad", "a column is EXPR or NAME=EXPR, not '" + text + "'",
                       "speed=sqrt(x'^2+y'^2)");
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
        if (!words_.columns) return;
        std::size_t count = 0;
        for (const Expectation& e : system_.expectations)
            if (e.kind == Expectation::Kind::integral && e.left)
                scope_.add("integral" + std::to_string(++count), {e.left, "integral"});
        std::string list = without_blanks_around(*words_.columns);
        const bool adds = list.starts_with('+');
        if (adds)
            list.erase(0, 1);
        else
            out_.columns.emplace();
        for (const std::string& word : split_outside_parentheses(list, ',')) {
            const Observable o = column("--columns", word);
            if (o.value != system_.t) (adds ? out_.more : *out_.columns).push_back(o);
        }
    }

    // Quantities shown in pictures are computed along with the columns.
    void read_plotted(const std::string& word) {
        Observable o = column("--plot", word);
        o.kind = Observable::Kind::plotted;
        if (o.value != system_.t) out_.more.push_back(std::move(o));
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
        out_.events.push_back(std::move(event));
    }

    const SimulationWords& words_;
    const System& system_;
    SystemUnits units_;
    Scope scope_;
    Point parameters_;
    SimulationOptions out_;
};

}  // namespace

SimulationOptions read_simulation(const SimulationWords& words, const System& system) {
    return Reader(words, system).run();
}

InitialStateOptions read_initial_state(const SimulationWords& words, const System& system) {
    return Reader(words, system).start();
}

}  // namespace anholon
