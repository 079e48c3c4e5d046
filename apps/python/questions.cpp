#include "asked.hpp"

#include <algorithm>
#include <cmath>

#include "base/pending_file.hpp"
#include "base/words.hpp"
#include "expr/substitute.hpp"
#include "model/state/parameter_values.hpp"
#include "motion/through_degeneracy.hpp"
#include "report/derivation.hpp"
#include "report/facts.hpp"
#include "report/hamilton_jacobi.hpp"
#include "report/linearisation.hpp"
#include "report/player.hpp"
#include "report/scene.hpp"
#include "report/simulation.hpp"
#include "report/stability_region.hpp"
#include "report/symbolic_stability.hpp"
#include "report/verification.hpp"
#include "report/version.hpp"
#include "request/export.hpp"
#include "request/failure.hpp"
#include "request/fmu.hpp"
#include "request/simulate.hpp"

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

request::Start start_of(const Asked& asked) {
    return asked.flag("strict") ? request::Start::strict : request::Start::moved_if_needed;
}

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
    request.options.seed = asked.has("seed") ? asked.seed() : 0;
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

Answer hamilton_jacobi(Asked& asked) {
    request::HamiltonJacobi request{.S = asked.word("integral"), .constants = asked.list("constants")};
    if (asked.has("budget")) request.seconds = std::stod(asked.text("budget"));
    const std::vector<std::string> fixed = asked.list("p");
    const request::StatedModel model = asked.stated({.parameters = fixed});
    const request::HamiltonJacobiFound found = answer(request, model.system);
    Deadline::check();
    const std::string& title = asked.loaded.title();
    return {.result = as_json(title, found), .text = as_text(title, found, width)};
}

Answer linearize(Asked& asked) {
    request::Linearize request{
        .at = asked.text("at") == "steady" ? Standstill::steady : Standstill::equilibrium,
        .start = asked.start(),
        .where = asked.list("where"),
        .critical = asked.text("critical")};
    const request::StatedModel model =
        asked.stated({.reduced = asked.flag("reduced"), .words = &request.start, .keeps_given = true});
    const std::string& title = asked.loaded.title();
    const auto told = [&](const auto& found, const std::string& latex = "") {
        return Answer{.result = as_json(title, found), .text = as_text(title, found, width), .latex = latex};
    };
    if (asked.has("symbolic")) {
        const SymbolicStability found = request::answer(
            request::StabilityInLetters{.standstill = request, .letters = asked.text("symbolic")},
            model.system);
        return told(found, as_latex(found));
    }
    if (asked.has("region")) {
        request::StabilityRegions regions{.standstill = request, .region = asked.text("region")};
        if (asked.has("points")) regions.points = std::stoull(asked.text("points"));
        const request::RegionFound found = request::answer(regions, model.system);
        return told(found, as_latex(found.region.conditions));
    }
    return told(answer(request, model.system));
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
    out.through_degeneracy = asked.flag("through-degeneracy");
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

// Cores, levels, inputs that move and the charts of degenerate sets are of one motion alone; what else is derived and compiled is not.
bool is_for_one_motion(const Asked& asked) {
    return asked.flag("reduced") || asked.has("level") || asked.has("input") ||
           asked.flag("through-degeneracy");
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
        RunOptions asked{read.options.initial, read.options.until, read.options.every, {}, {}};
        if (words_.through_degeneracy) asked.columns = without_reactions(ready->moving);
        library::EngineRun run(ready->moving, asked);
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
        report.result = moved(*ready, run, read.options.until, report, out.rows);
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

    SimulationResult moved(const Moving& ready, library::EngineRun& run, double until,
                           SimulationReport& report, std::vector<double>& rows) const {
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
        const SimulationObserver observer{
            .row = row, .goes_on = goes_on, .sample = sample, .samples = samples};
        return words_.through_degeneracy ? ThroughDegeneracy(ready.moving, run.columns()).run(observer)
                                         : run.run(observer);
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

const std::vector<Question>& all_questions() {
    static const std::vector<Question> all = [] {
        std::vector<Question> list{
            {"derive", derive},       {"verify", verify},
            {"facts", facts},         {"hamilton-jacobi", hamilton_jacobi},
            {"linearize", linearize}, {"export", export_to},
            {"fmu", export_fmu},      {"simulate", [](Asked& asked) { return Simulated(asked).answer(); }}};
        for (const auto& more : {studies(), questions_of_one_motion(), questions_of_two_models()})
            list.insert(list.end(), more.begin(), more.end());
        return list;
    }();
    return all;
}

}  // namespace

Answer ask(const std::string& question, const LoadedModel& model, const LoadedModel* other, Words words,
           const Hearing& hearing) {
    return library::answered(model.model(), hearing.limits, [&] {
        const auto found =
            std::ranges::find_if(all_questions(), [&](const Question& q) { return question == q.name; });
        if (found == all_questions().end())
            throw Refusal(Of::words, "question-unknown", "there is no question '" + question + "'");
        Asked asked(model, other, std::move(words), hearing);
        Answer out = found->answer(asked);
        out.warnings = std::move(asked.warnings);
        return out;
    });
}

std::string page(const LoadedModel& model, Words words, const Hearing& hearing) {
    return library::answered(model.model(), hearing.limits, [&] {
        Asked asked(model, nullptr, std::move(words), hearing);
        request::Simulate simulate = words_of_motion(asked);
        if (simulate.of_core)
            throw Refusal(Of::words, "picture-of-core",
                          "a picture shows a system as it is stated, not its core");
        if (simulate.through_degeneracy)
            throw Refusal(Of::words, "picture-through-degeneracy",
                          "a page does not play motions with --through-degeneracy");
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
