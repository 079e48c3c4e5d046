#include "questions.hpp"

#include <algorithm>
#include <cmath>

#include "base/pending_file.hpp"
#include "base/words.hpp"
#include "expr/substitute.hpp"
#include "model/fork.hpp"
#include "model/state/parameter_values.hpp"
#include "report/bifurcation.hpp"
#include "report/chart.hpp"
#include "report/continue.hpp"
#include "report/derivation.hpp"
#include "report/ensemble.hpp"
#include "report/facts.hpp"
#include "report/linearisation.hpp"
#include "report/lyapunov.hpp"
#include "report/orbit.hpp"
#include "report/player.hpp"
#include "report/scene.hpp"
#include "report/section.hpp"
#include "report/simulation.hpp"
#include "report/verification.hpp"
#include "report/version.hpp"
#include "request/export.hpp"
#include "request/failure.hpp"
#include "request/fmu.hpp"
#include "request/lyapunov.hpp"
#include "request/simulate.hpp"
#include "request/study_words.hpp"

namespace anholon::binding {

using Of = Refusal::Of;

// A system that is ready to move, as the words of a motion ask for it.
struct Moving {
    Moving(request::StatedModel stated, const request::Simulate& words)
        : model(std::move(stated)), asked(read(words, model.system)), moving(model.system, asked.options) {}
    ~Moving() { library::mind_thread(); }

    request::StatedModel model;
    request::SimulateOptions asked;
    MovingSystem moving;
};

std::shared_ptr<Expressions> LoadedModel::expressions() const {
    const std::lock_guard lock(one_at_a_time_);
    if (!expressions_) expressions_ = std::make_shared<Expressions>(fork(model_.frozen().system));
    return expressions_;
}

std::shared_ptr<const Moving> LoadedModel::moving(
    const std::string& key, const std::function<std::shared_ptr<const Moving>()>& make) const {
    constexpr std::size_t most = 8;
    {
        const std::lock_guard lock(one_at_a_time_);
        const auto known = std::ranges::find(moving_, key, [](const auto& pair) { return pair.first; });
        if (known != moving_.end()) {
            std::rotate(known, known + 1, moving_.end());
            return moving_.back().second;
        }
    }
    auto made = make();  // two threads may both make it: either will do
    const std::lock_guard lock(one_at_a_time_);
    if (moving_.size() == most) moving_.erase(moving_.begin());
    moving_.emplace_back(key, made);
    return made;
}

namespace {

// One question while it is answered.
class Asked {
  public:
    Asked(const LoadedModel& model, Words words, const Hearing& hearing)
        : loaded(model), source(model.model().frozen().source), hearing(hearing), words_(std::move(words)) {}

    bool has(const std::string& option) const { return words_.contains(option); }
    std::vector<std::string> list(const std::string& option) const {
        const auto found = words_.find(option);
        return found == words_.end() ? std::vector<std::string>() : found->second;
    }
    std::optional<std::string> word(const std::string& option) const {
        const auto found = words_.find(option);
        return found == words_.end() ? std::nullopt : std::optional(found->second.front());
    }
    std::string text(const std::string& option, const std::string& otherwise = "") const {
        return word(option).value_or(otherwise);
    }
    bool flag(const std::string& option) const { return text(option, "false") == "true"; }
    std::uint64_t seed() const { return has("seed") ? std::stoull(text("seed")) : 1; }

    // What the experiment says of the study, where the question does not.
    void take(const std::string& study) {
        Words taken;
        for (const request::StudyWord& word : request::study_words(source, study, text("experiment")))
            if (!has(word.option)) taken[word.option].push_back(word.value.empty() ? "true" : word.value);
        words_.merge(taken);
    }

    SimulationWords start() const {
        SimulationWords out;
        out.parameters = list("p");
        out.values = list("i");
        out.inputs = list("input");
        out.experiment = text("experiment");
        out.until = word("until");
        out.every = word("every");
        out.tolerance = word("tol");
        out.columns = word("columns");
        out.is_strict = flag("strict");
        return out;
    }

    // The model as the question has it; what is said of it beyond its own warnings is kept.
    request::StatedModel stated(const request::ModelRequest& request) {
        if (is_as_loaded(request)) return {source, {}, fork(loaded.model().frozen().system)};
        request::StatedModel model = request::stated(source, request);
        hear(model.said);
        return model;
    }
    // As studies of motions work on it: its core, unless the full system is asked for.
    request::StatedModel studied(SimulationWords& words) {
        return stated({.reduced = !flag("full"), .if_smaller = true, .moves = true, .words = &words});
    }

    void hear(const Diagnostics& said) {
        for (const Diagnostic& d : said.all()) {
            const auto& known = loaded.model().warnings();
            if (d.severity == Severity::warning &&
                std::ranges::none_of(known, [&](const Error::Diagnostic& w) {
                    return w.code == d.code && w.message == d.message;
                }))
                warn(d.code, d.message, d.help);
        }
    }
    void warn(const std::string& code, const std::string& message, const std::string& help = "") {
        warnings.push_back({code, message, help});
    }

    SideBySideOptions side_by_side() const {
        return {.threads = hearing.threads, .progress = [this](std::size_t done, std::size_t all) {
                    hearing.progress(static_cast<double>(done), static_cast<double>(all));
                }};
    }

    Words words_without(const std::vector<std::string>& options) const {
        Words out = words_;
        for (const std::string& option : options) out.erase(option);
        return out;
    }

    const LoadedModel& loaded;
    const Source& source;
    const Hearing& hearing;
    std::vector<Answer::Warning> warnings;

  private:
    // Then its text need not be read again.
    static bool is_as_loaded(const request::ModelRequest& request) {
        return request.start == request::Start::unchecked && request.parameters.empty() && !request.reduced &&
               request.levels.empty() && (request.words == nullptr || request.words->inputs.empty());
    }

    Words words_;
};

request::Start start_of(const Asked& asked) {
    return asked.flag("strict") ? request::Start::strict : request::Start::moved_if_needed;
}

constexpr std::size_t width = 80;

// --- exact questions

// What a derivation was solved for, without the names that its page explains.
std::vector<std::pair<std::string, Expression>> solved_of(const request::Derivation& d,
                                                          const LoadedModel& model) {
    std::vector<std::pair<std::string, Expression>> out;
    const auto of = model.expressions();
    for (const auto* list : {&d.kinematics, &d.solved})
        for (const Definition& definition : *list) {
            Expr e = definition.value;
            for (auto known = d.where.rbegin(); known != d.where.rend(); ++known)
                e = substitute(e, {{known->symbol, known->value}});
            out.emplace_back(definition.name.text, Expression::copied(of, e));
        }
    return out;
}

Answer derive(Asked& asked) {
    const request::StatedModel model = asked.stated(
        {.start = start_of(asked), .reduced = asked.flag("reduced"), .levels = asked.list("level")});
    const request::Derivations found = answer(request::Derive{.form = asked.text("form"),
                                                              .simplify = !asked.flag("unsimplified"),
                                                              .parts = asked.list("part"),
                                                              .progress = asked.hearing.limits.progress},
                                              model.system);
    Answer out{.result = as_json(found), .text = as_text(found, width), .latex = as_latex(found)};
    for (const auto& entry : found.entries) {
        for (const std::string& why : entry.missing) asked.warn("part-missing", why);
        if (entry.derivation && found.entries.size() == 1)
            out.solved = solved_of(*entry.derivation, asked.loaded);
    }
    return out;
}

Answer verify(Asked& asked) {
    const request::StatedModel model = asked.stated(
        {.start = start_of(asked), .reduced = asked.flag("reduced"), .levels = asked.list("level")});
    request::Verify request{.title = asked.loaded.title()};
    request.options.seed = asked.seed();
    request.eliminations = asked.flag("eliminations");
    if (asked.hearing.limits.progress)
        request.options.progress = [&](const EquationForm& form) { asked.hearing.limits.progress(form.id); };
    const request::Verification found = answer(request, model.source, model.system);
    return {.result = as_json(found), .text = as_text(found, width)};
}

Answer facts(Asked& asked) {
    const request::Facts request{.names = asked.list("fact"),
                                 .seconds = asked.has("budget") ? std::stod(asked.text("budget")) : 30,
                                 .at = asked.list("at"),
                                 .fixed = asked.list("p"),
                                 .progress = asked.hearing.limits.progress};
    request::StatedModel model = asked.stated(
        {.start = start_of(asked), .parameters = request.fixed, .reduced = asked.flag("reduced")});
    const request::FactsFound found = answer(request, model.system);
    for (const auto& [question, fact] : found.entries)
        if (fact.failed)
            throw Refusal(Of::system, "fact-failed", std::string(question->id) + ": " + fact.reason);
    return {.result = as_json(found), .text = as_text(found, width), .latex = as_latex(found)};
}

Answer linearize(Asked& asked) {
    request::Linearize request{
        .at = asked.text("at") == "steady" ? Standstill::steady : Standstill::equilibrium,
        .start = asked.start(),
        .where = asked.list("where"),
        .critical = asked.text("critical")};
    const request::StatedModel model =
        asked.stated({.reduced = asked.flag("reduced"), .words = &request.start, .keeps_given = true});
    const LinearizeAnswer found = answer(request, model.system);
    const std::string& title = asked.loaded.title();
    return {.result = as_json(title, found), .text = as_text(title, found, width)};
}

Answer export_to(Asked& asked) {
    request::Export request{.language = asked.text("to"),
                            .form = asked.text("form"),
                            .start = asked.start(),
                            .options = {.jacobian = asked.flag("jacobian")}};
    request.start.of_core = asked.flag("reduced");
    const request::StatedModel model =
        asked.stated({.reduced = request.start.of_core, .words = &request.start});
    const request::ExportedProgram program = answer(request, model.system);
    if (!program.can_start)
        asked.warn("state-singular",
                   "the equations have no finite rates at the initial state: the program cannot start there");
    Json::Object result{
        {"form", program.form->id}, {"language", program.language->id}, {"text", program.text}};
    if (program.language->header) result.emplace_back("header", program.header);
    return {.result = Json::object(std::move(result)), .text = program.text};
}

// Written to a file: an archive is no text.
Answer export_fmu(Asked& asked) {
    request::ExportFmu request{.version = asked.text("fmi") == "3.0" ? FmiVersion::three : FmiVersion::two,
                               .form = asked.text("form"),
                               .start = asked.start()};
    request.start.of_core = asked.flag("reduced");
    const request::StatedModel model =
        asked.stated({.reduced = request.start.of_core, .words = &request.start});
    PendingFile file(asked.text("o"));
    const request::ExportedFmu fmu = answer(request, model.system);
    if (!fmu.can_start)
        asked.warn("state-singular",
                   "the equations have no finite rates at the initial state: the FMU cannot start there");
    if (!fmu.without_library.empty())
        asked.warn("fmu-without-library", "the FMU contains sources only: " + fmu.without_library);
    for (const std::string& name : fmu.fixed_inputs)
        asked.warn("input-in-constraint",
                   "a constraint contains the input '" + name + "': in the FMU it is a fixed parameter");
    file.write(fmu.bytes);
    file.commit();
    Json::Array files;
    for (const std::string& path : fmu.paths) files.emplace_back(path);
    return {.result = Json::object({{"form", fmu.form->id}, {"files", Json::array(std::move(files))}})};
}

// --- motions

request::Simulate words_of_motion(const Asked& asked) {
    request::Simulate out;
    static_cast<SimulationWords&>(out) = asked.start();
    out.of_core = asked.flag("reduced");
    out.events = asked.list("event");
    out.stops = asked.list("stop");
    out.quadratures = asked.list("quadrature");
    out.keeps_contact = asked.flag("keep-contact");
    out.form_id = asked.text("form");
    out.method_name = asked.text("method");
    out.max_drift = asked.word("max-drift");
    return out;
}

std::shared_ptr<const Moving> made(Asked& asked, request::Simulate words) {
    request::StatedModel model = asked.stated({.reduced = words.of_core,
                                               .rest = Rest::along,
                                               .words = &words,
                                               .takes_tables = true,
                                               .levels = asked.list("level")});
    return std::make_shared<const Moving>(std::move(model), words);
}

std::string key_of(const Words& words) {
    std::string key;
    for (const auto& [option, values] : words)
        for (const std::string& value : values)
            key += option + ":" + std::to_string(value.size()) + ":" + value;
    return key;
}

// Cores, levels and inputs that move are of one motion alone; what else is derived and compiled is not.
bool is_for_one_motion(const Asked& asked) {
    return asked.flag("reduced") || asked.has("level") || asked.has("input");
}

std::shared_ptr<const Moving> moving(Asked& asked, const request::Simulate& words) {
    if (is_for_one_motion(asked)) return made(asked, words);
    return asked.loaded.moving(
        key_of(asked.words_without({"p", "i", "until", "every", "strict", "max-drift"})),
        [&] { return made(asked, words); });
}

void warn(Asked& asked, const std::vector<request::Judgement>& judgements) {
    for (const request::Judgement& j : judgements) asked.warn(j.code, j.message);
}

class Simulated {
  public:
    explicit Simulated(Asked& asked) : asked_(asked), words_(words_of_motion(asked)) {}

    Answer answer() {
        const std::shared_ptr<const Moving> ready = moving(asked_, words_);
        const request::SimulateOptions read = options(*ready);
        library::EngineRun run(ready->moving,
                               {read.options.initial, read.options.until, read.options.every, {}, {}});
        warn(asked_, request::judged(run.initial()));
        SimulationReport report{.system = asked_.loaded.title(),
                                .form = &run.form_of_equations(),
                                .tolerance = run.tolerance(),
                                .columns = run.columns(),
                                .events = ready->moving.options().events,
                                .result = {},
                                .values = {},
                                .expected = {},
                                .history = History(run.columns().size())};
        Answer out;
        report.result = moved(run, read.options.until, report, out.rows);
        Deadline::check();  // nothing is told of a motion that was stopped
        warn(asked_, request::judged(report.result, read.max_drift));
        check_expectations(*ready, report);
        for (const Observable& column : run.columns()) {
            out.columns.push_back(column.name);
            out.units.push_back(column.unit);
        }
        out.text = as_text(report, width);
        out.result = as_json(report);
        return out;
    }

  private:
    request::SimulateOptions options(const Moving& ready) const {
        if (is_for_one_motion(asked_)) return ready.asked;
        return ready.moving.exclusively([&] { return read(words_, ready.model.system); });
    }

    SimulationResult moved(library::EngineRun& run, double until, SimulationReport& report,
                           std::vector<double>& rows) const {
        const auto row = [&](std::span<const double> values) {
            rows.insert(rows.end(), values.begin(), values.end());
        };
        const auto goes_on = [&](double t) {
            asked_.hearing.progress(std::fabs(t), std::fabs(until));
            return true;
        };
        const auto sample = [&](std::span<const double> values) { report.history.add(values); };
        const auto samples = [](std::size_t step) -> std::size_t {
            if (step < 16) return 2;
            return step < 4096 || step % (step / 2048) == 0 ? 1 : 0;
        };
        return run.run({.row = row, .goes_on = goes_on, .sample = sample, .samples = samples});
    }

    // What the model expects of its own motion; one with other parameters or values is another motion.
    void check_expectations(const Moving& ready, SimulationReport& report) const {
        using End = SimulationResult::End;
        const End end = report.result.end;
        if (end != End::reached && end != End::event && end != End::left) return;
        if (!words_.are_of_the_model_itself() || report.form->role == EquationForm::Role::control) return;
        const std::vector<Expectation>& all = ready.model.system.expectations;
        if (std::ranges::none_of(all,
                                 [](const Expectation& e) { return e.kind == Expectation::Kind::value; }))
            return;
        // In a fork: other threads may move the same system.
        const System system = ready.moving.exclusively([&] { return fork(ready.model.system); });
        const SimulationOptions& options = ready.moving.options();
        report.values = check_values(system, {.form = options.form, .make = options.make});
        for (ValueVerdict& v : report.values)
            v.expectation = &all[static_cast<std::size_t>(v.expectation - system.expectations.data())];
        for (const ValueVerdict& v : report.values) {
            report.expected.emplace_back(ready.model.source.text(v.expectation->span));
            if (v.reason.empty() && !v.holds)
                asked_.warn("expectation", "'" + report.expected.back() + "' does not hold");
        }
    }

    Asked& asked_;
    request::Simulate words_;
};

// --- studies

Answer section(Asked& asked) {
    asked.take("section");
    request::Section request{.start = asked.start(),
                             .at = asked.text("at"),
                             .count = asked.word("count"),
                             .orbits = asked.word("orbits"),
                             .transient = asked.word("transient"),
                             .over = asked.list("over"),
                             .fix = asked.list("fix"),
                             .rotations = asked.flag("rotation"),
                             .seed = asked.seed(),
                             .method_name = asked.text("method"),
                             .side_by_side = asked.side_by_side()};
    const request::StatedModel model = asked.studied(request.start);
    const request::SectionFound found = answer(request, model.system);
    Deadline::check();
    const std::string& title = asked.loaded.title();
    return {.result = as_json(title, found), .text = as_text(title, found, width)};
}

Answer bifurcation(Asked& asked) {
    asked.take("bifurcation");
    request::Bifurcation request{.section = {.start = asked.start(),
                                             .at = asked.text("at"),
                                             .count = asked.word("count"),
                                             .transient = asked.word("transient"),
                                             .over = asked.list("over"),
                                             .fix = asked.list("fix"),
                                             .method_name = asked.text("method"),
                                             .side_by_side = asked.side_by_side()},
                                 .inherit = asked.text("inherit")};
    const request::StatedModel model = asked.studied(request.section.start);
    const request::BifurcationFound found = answer(request, model.system);
    Deadline::check();
    const std::string& title = asked.loaded.title();
    return {.result = as_json(title, found), .text = as_text(title, found, width)};
}

Answer lyapunov(Asked& asked) {
    asked.take("lyapunov");
    request::Lyapunov request{.start = asked.start(),
                              .transient = asked.word("transient"),
                              .count = asked.word("count"),
                              .seed = asked.seed(),
                              .method_name = asked.text("method")};
    const request::StatedModel model = asked.studied(request.start);
    const double until = read(request, model.system).until;
    request.goes_on = [&](double t) {
        asked.hearing.progress(std::fabs(t), std::fabs(until));
        Deadline::check();
        return true;
    };
    const LyapunovSpectrum found = answer(request, model.system);
    Deadline::check();
    if (!found.is_consistent())
        asked.warn("exponents-inconsistent",
                   "the sum of the exponents differs from the mean divergence: they are not reliable");
    if (found.ended) asked.warn("motion-ended", "the motion ends before its time: " + *found.ended);
    const std::string& title = asked.loaded.title();
    return {.result = as_json(title, found), .text = as_text(title, found, width)};
}

Answer chart(Asked& asked) {
    asked.take("chart");
    request::Chart request{.start = asked.start(),
                           .over = asked.list("over"),
                           .fix = asked.list("fix"),
                           .measure = asked.text("measure"),
                           .transient = asked.word("transient"),
                           .seed = asked.seed(),
                           .method_name = asked.text("method"),
                           .device = asked.text("device", "cpu")};
    const request::StatedModel model = asked.studied(request.start);
    const request::ChartFound found = answer(request, model.system, {.side_by_side = asked.side_by_side()});
    Deadline::check();
    const std::string& title = asked.loaded.title();
    return {.result = as_json(title, found), .text = as_text(title, found, width)};
}

request::Orbit words_of_orbit(const Asked& asked) {
    return {.start = asked.start(),
            .period = asked.word("period"),
            .at = asked.text("at"),
            .returns = asked.word("returns"),
            .fix = asked.list("fix"),
            .method_name = asked.text("method")};
}

Answer orbit(Asked& asked) {
    asked.take("orbit");
    request::Orbit request = words_of_orbit(asked);
    const SimulationWords stated = request.start;
    const request::StatedModel model = asked.studied(request.start);
    const request::OrbitFound found = [&] {
        if (!is_core(model.system)) return answer(request, model.system);
        const request::StatedModel full = request::stated(asked.source);
        return answer(request, model.system, full.system, stated);
    }();
    const std::string& title = asked.loaded.title();
    return {.result = as_json(title, found), .text = as_text(title, found, width)};
}

Answer continued(Asked& asked) {
    using Of = request::Continue::Of;
    asked.take("continue");
    const std::vector<std::string> over = asked.list("over");
    const std::string of = asked.text("of");
    if (over.empty() || over.size() > 2)
        throw Refusal(Refusal::Of::words, "over-missing", "'over' names one value that changes, or two",
                      "such as {\"g\": (1, 9)}");
    request::Continue request{.of = of == "orbit"    ? Of::orbit
                                    : of == "steady" ? Of::steady
                                                     : Of::equilibrium,
                              .over = over[0],
                              .second = over.size() == 2 ? over[1] : "",
                              .curves = asked.list("curve"),
                              .orbit = words_of_orbit(asked),
                              .branches = asked.word("branches"),
                              .step = asked.word("step")};
    const bool of_orbit = request.of == Of::orbit;
    const request::StatedModel model =
        asked.stated({.reduced = asked.flag("reduced") || (of_orbit && !asked.flag("full")),
                      .if_smaller = of_orbit,
                      .moves = of_orbit,
                      .words = &request.orbit.start,
                      .keeps_given = !of_orbit});
    const request::ContinueFound found = answer(request, model.system);
    const std::string& title = asked.loaded.title();
    return {.result = as_json(title, found), .text = as_text(title, found, width)};
}

Answer ensemble(Asked& asked) {
    asked.take("ensemble");
    request::Ensemble request{.start = asked.start(),
                              .draw = asked.list("draw"),
                              .fix = asked.list("fix"),
                              .count = asked.word("count"),
                              .seed = asked.seed(),
                              .method_name = asked.text("method"),
                              .side_by_side = asked.side_by_side()};
    const request::StatedModel model = asked.studied(request.start);
    const request::EnsembleFound found = answer(request, model.system);
    Deadline::check();
    const std::string& title = asked.loaded.title();
    return {.result = as_json(title, found), .text = as_text(title, found, width)};
}

constexpr std::pair<const char*, Answer (*)(Asked&)> questions[] = {
    {"derive", derive},
    {"verify", verify},
    {"facts", facts},
    {"linearize", linearize},
    {"export", export_to},
    {"fmu", export_fmu},
    {"simulate", [](Asked& asked) { return Simulated(asked).answer(); }},
    {"section", section},
    {"bifurcation", bifurcation},
    {"lyapunov", lyapunov},
    {"chart", chart},
    {"orbit", orbit},
    {"continue", continued},
    {"ensemble", ensemble}};

}  // namespace

Answer ask(const std::string& question, const LoadedModel& model, Words words, const Hearing& hearing) {
    return library::answered(model.model(), hearing.limits, [&] {
        const auto found =
            std::ranges::find_if(questions, [&](const auto& q) { return question == q.first; });
        if (found == std::end(questions))
            throw Refusal(Of::words, "question-unknown", "there is no question '" + question + "'");
        Asked asked(model, std::move(words), hearing);
        Answer out = found->second(asked);
        out.warnings = std::move(asked.warnings);
        return out;
    });
}

std::string page(const LoadedModel& model, Words words, const Hearing& hearing) {
    return library::answered(model.model(), hearing.limits, [&] {
        Asked asked(model, std::move(words), hearing);
        request::Simulate simulate = words_of_motion(asked);
        if (simulate.of_core)
            throw Refusal(Of::words, "picture-of-core",
                          "a picture shows a system as it is stated, not its core");
        const request::StatedModel stated = asked.stated({.words = &simulate, .takes_tables = true});
        if (stated.system.picture.empty())
            throw Refusal(Of::system, "picture-missing", "this model has no picture",
                          "a block 'picture { … }' says what is drawn: docs/language.md");
        const auto player = player_page();
        if (!player)
            throw Refusal(Of::system, "page-missing", "the page that plays a motion has not been built",
                          "tools/web builds it");
        request::Animate request;
        static_cast<SimulationWords&>(request) = simulate;
        request.form_id = simulate.form_id;
        request.method_name = simulate.method_name;
        const request::MotionShown shown = answer(request, stated.system, [&](double t) {
            hearing.progress(std::fabs(t), 0);
            return true;
        });
        Deadline::check();
        const Model& m = model.model();
        return motion_page(
            *player,
            motion_document(shown, {m.name(), m.description(), std::string(m.frozen().source.text())},
                            {std::string(version()), {"simulate", model.title()}}));
    });
}

}  // namespace anholon::binding
