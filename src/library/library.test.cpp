#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <numbers>
#include <thread>

#include "base/temporary_folder.test.hpp"
#include "code/source/registry.hpp"
#include "code/tiered.hpp"
#include "library/internals.hpp"
#include "model/read_model.test.hpp"
#include "motion/exported.hpp"
#include "report/derivation.hpp"
#include "report/facts.hpp"
#include "report/linearisation.hpp"
#include "report/verification.hpp"

namespace anholon {
inline namespace v0 {
namespace {

const char* const pendulum =
    "model Pendulum { param g = 9, l = 1 in 0.5..2; coord phi; kinetic l^2*phi'^2/2; potential -g*l*cos(phi);"
    " init phi = 0.001 }";

const char* const wedge =
    "model Wedge { param alpha = 30 [deg], g = 10; coord s; kinetic s'^2/2; potential -g*s*sin(alpha) }";

// --- What a model tells of itself

TEST(LibraryModel, HasInputsStatesAndOutputs) {
    const Model model = Model::parse(
        "model Motor { param J = 2 [kg m^2]; input tau [N cm] = 50 in -100..100 \"motor\", load [N m] = 0; "
        "coord phi [rad];"
        " state e [rad s]; kinetic J/2*phi'^2; e' = phi; force on phi: tau + load; output speed [rad/s] = "
        "phi' \"of it\" }");
    ASSERT_EQ(model.inputs().size(), 2U);
    EXPECT_EQ(model.inputs()[0].name, "tau");
    EXPECT_EQ(model.inputs()[0].value, 50);
    EXPECT_EQ(model.inputs()[0].unit, "N cm");
    EXPECT_EQ(model.inputs()[0].range, (std::pair{-100.0, 100.0}));
    EXPECT_EQ(model.parameters().size(), 3U);
    ASSERT_EQ(model.outputs().size(), 1U);
    EXPECT_EQ(model.outputs()[0].name, "speed");
    EXPECT_EQ(model.outputs()[0].unit, "rad/s");
    EXPECT_EQ(model.state_variables(), (std::vector<std::string>{"phi", "phi'", "e"}));
    v0::Run run{Motion(model)};
    const auto speed = [&] {
        const auto& names = run.names();
        return run.now()[static_cast<std::size_t>(std::ranges::find(names, "speed") - names.begin())];
    };
    while (run.step(1)) {
    }
    EXPECT_NEAR(speed(), 0.25, 1e-14);  // 0.5 N m on 2 kg m²
    run.set("tau", -50);
    run.set("load", 1);
    while (run.step(2)) {
    }
    EXPECT_NEAR(speed(), 0.5, 1e-14);
    EXPECT_THROW(run.set("tau", 200), Error);
    const Linearization linear =
        linearize(model, {.at = LinearizeRequest::At::steady, .parameters = {{"tau", 0}}});
    EXPECT_EQ(linear.inputs, (std::vector<std::string>{"tau", "load"}));
}

TEST(LibraryModel, HasNames) {
    const Model model = Model::gallery("chaplygin-sleigh");
    EXPECT_EQ(model.name(), "ChaplyginSleigh");
    EXPECT_EQ(model.description(), "Chaplygin's sleigh with the blade off the mass centre");
    EXPECT_EQ(model.state_variables(), (std::vector<std::string>{"x", "y", "theta", "x'", "y'", "theta'"}));
    EXPECT_EQ(model.quasi_velocities(), (std::vector<std::string>{"v", "w"}));
    EXPECT_EQ(model.experiments(), std::vector<std::string>{"default"});
    ASSERT_EQ(model.parameters().size(), 3U);
    const ModelParameter& J = model.parameters()[1];
    EXPECT_EQ(J.name, "J");
    EXPECT_EQ(J.value, 0.4);
    EXPECT_EQ(J.unit, "kg m^2");
    EXPECT_EQ(J.description, "moment of inertia about the mass centre");
    EXPECT_EQ(J.range, (std::pair(0.01, 10.0)));
}

TEST(LibraryModel, HasParametersInTheirUnits) {
    const Model model = Model::parse(wedge);
    EXPECT_DOUBLE_EQ(model.parameters()[0].value, 30);
    EXPECT_EQ(model.parameters()[0].unit, "deg");
    // s(1) = g sin(alpha)/2
    EXPECT_NEAR(simulate(model, 1)["s"], 2.5, 1e-13);
    EXPECT_NEAR(v0::Run(Motion(model), {.parameters = {{"alpha", 90}}}).run(1)["s"], 5, 1e-13);
}

TEST(LibraryModel, HasDerivedParameters) {
    const Model model =
        Model::parse("model D { param m = 2, J = m^2/8; coord x; kinetic m*x'^2/2 + J*x'^2/2 }");
    ASSERT_EQ(model.parameters().size(), 2U);
    EXPECT_EQ(model.parameters()[1].name, "J");
    EXPECT_EQ(model.parameters()[1].value, 0.5);
    EXPECT_TRUE(model.parameters()[1].is_derived);
}

TEST(LibraryModel, ComesFromAFile) {
    const TemporaryFolder folder;
    std::ofstream(folder / "pendulum.anh") << pendulum;
    EXPECT_EQ(Model::load(folder / "pendulum.anh").name(), "Pendulum");
}

TEST(LibraryModel, OfTheWholeGalleryCanBeMade) {
    EXPECT_EQ(Model::gallery_names().size(), anholon::gallery().size());
    for (const std::string& name : Model::gallery_names()) {
        const Model model = Model::gallery(name);
        EXPECT_TRUE(model.frozen().system.context->is_frozen()) << name;
        EXPECT_FALSE(model.state_variables().empty()) << name;
    }
}

// --- Each verb against the engine, on a system that is read anew

TEST(Library, DerivesLikeTheEngine) {
    for (const char* name : {"chaplygin-sleigh", "rolling-disc", "suslov"})
        for (const char* id : {"", "lagrange-multipliers", "maggi"}) {
            const System system = from_gallery(name);
            const Setting setting(system, regular_velocities(system));
            const EquationForm& form = *id == '\0' ? law_of_motion(system) : *find_form(id);
            const Model model = Model::gallery(name);
            if (form.inapplicable(setting)) {
                EXPECT_THROW(derive(model, {.form = id}), Error) << name << ' ' << id;
                continue;
            }
            const request::Derivations d = request::answer(request::Derive{.form = id}, system);
            EXPECT_EQ(derive(model, {.form = id}), as_text(d, 80)) << name << ' ' << id;
            EXPECT_EQ(derive(model, {.form = id, .format = Format::latex}), as_latex(d)) << name << ' ' << id;
            EXPECT_NE(derive(model, {.form = id, .format = Format::json}).find("\"equations\""),
                      std::string::npos);
        }
}

TEST(Library, VerifiesLikeTheEngine) {
    const System system = from_gallery("chaplygin-sleigh");
    const auto rows = verify(system, VerifyOptions{});
    const Verification found = verify(Model::gallery("chaplygin-sleigh"));
    EXPECT_EQ(found.verdict, Verdict::yes);
    ASSERT_EQ(found.forms.size(), rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
        EXPECT_EQ(found.forms[k].form, rows[k].form->id);
        EXPECT_EQ(found.forms[k].applies, !rows[k].inapplicable) << found.forms[k].form;
        EXPECT_EQ(found.forms[k].how, request::verdict_text(rows[k]));
    }
    EXPECT_EQ(found.bodies, std::nullopt);
    ASSERT_EQ(found.expectations.size(), 6U);
    for (const Verification::Expectation& e : found.expectations)
        EXPECT_EQ(e.holds, Verdict::yes) << e.stated;
    EXPECT_EQ(found.expectations[2].stated, "expect integral energy");
}

TEST(Library, ComparesBodiesWithNewtonAndEuler) {
    EXPECT_EQ(verify(Model::gallery("ball-on-turntable")).bodies, Verdict::yes);
}

TEST(Library, RefutesWhatAModelExpects) {
    const Verification found = verify(
        Model::parse("model W { coord x; kinetic x'^2/2; potential x^2/2; expect integral x'^2/2 - x^2/2 }"));
    ASSERT_EQ(found.expectations.size(), 1U);
    EXPECT_EQ(found.expectations[0].holds, Verdict::no);
}

TEST(Library, AnswersQuestionsLikeTheEngine) {
    System system = from_gallery("chaplygin-sleigh");
    const request::FactsFound page =
        request::answer(request::Facts{.names = {"integrability", "integrals"}}, system);
    const std::vector<FactRow> rows =
        facts(Model::gallery("chaplygin-sleigh"), {.names = {"integrability", "integrals"}});
    ASSERT_EQ(rows.size(), 2U);
    for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_EQ(rows[k].question, page.entries[k].question->id);
        EXPECT_EQ(rows[k].verdict, page.entries[k].fact.verdict.text());
        EXPECT_EQ(rows[k].answer, page.entries[k].fact.verdict.answer());
        EXPECT_EQ(rows[k].proof_kind, name(page.entries[k].fact.proof.kind));
        EXPECT_EQ(rows[k].error_bound, page.entries[k].fact.proof.error_bound);
        ASSERT_EQ(rows[k].sentences.size(), page.entries[k].fact.statement.size());
        EXPECT_EQ(rows[k].sentences[0], page.entries[k].fact.statement[0].text);
    }
    EXPECT_EQ(rows[0].verdict, "nonholonomic");
    EXPECT_NE(rows[1].results.find("\"is_energy\": true"), std::string::npos) << rows[1].results;
    EXPECT_EQ(fact_answers("energy")[3], "Jacobi's integral");
}

TEST(Library, LinearizesAPendulum) {
    const Linearization found = linearize(Model::parse(pendulum));
    ASSERT_EQ(found.eigenvalues.size(), 2U);  // ± i √(g/l)
    EXPECT_NEAR(found.eigenvalues[0].real(), 0, 1e-12);
    EXPECT_NEAR(found.eigenvalues[0].imag(), 3, 1e-12);
    EXPECT_NEAR(found.eigenvalues[1].imag(), -3, 1e-12);
    EXPECT_EQ(found.stability, "stable");
    EXPECT_EQ(found.matrix.size(), 4U);
    const Linearization above = linearize(Model::parse(pendulum), {.initial = {{"phi", 3}}});
    EXPECT_NEAR(above.state[0].second, std::numbers::pi, 1e-12);
    EXPECT_NEAR(above.eigenvalues[0].real(), 3, 1e-12);
    EXPECT_EQ(above.stability, "unstable");
}

TEST(Library, ExportsLikeTheEngine) {
    const System system = from_gallery("chaplygin-sleigh");
    const ExportedEquations exported = exported_equations(system, form_to_export(system));
    const SourceLanguage& c = *find_language("c99");
    const SourceCode found = export_to(Model::gallery("chaplygin-sleigh"), "c99", {.jacobian = true});
    EXPECT_EQ(found.text, c.write(exported.equations, {.jacobian = true}));
    EXPECT_EQ(found.header, c.header(exported.equations, {.jacobian = true}));
    EXPECT_EQ(export_to(Model::gallery("chaplygin-sleigh"), "python").header, "");
}

// --- Motions

TEST(LibraryRun, MovesLikeTheEngine) {
    for (const char* name : {"chaplygin-sleigh", "rattleback", "suslov"}) {
        const System system = from_gallery(name);
        SimulationOptions options{.until = 1, .every = 0.25, .make = tiered};
        if (!system.experiments.empty()) {
            options.initial.experiment = &system.experiments.front();
            if (!system.experiments.front().tolerance.is_zero())
                options.tolerance = system.experiments.front().tolerance.to_double();
        }
        std::vector<std::vector<double>> wanted, found;
        const SimulationResult engine =
            Simulation(system, options).run({.row = [&](std::span<const double> row) {
                wanted.emplace_back(row.begin(), row.end());
            }});
        const RunResult result = simulate(Model::gallery(name), 1, 0.25, [&](const RowView& row) {
            found.emplace_back(row.values().begin(), row.values().end());
            return true;
        });
        EXPECT_EQ(found, wanted) << name;
        EXPECT_EQ(result.final, engine.final) << name;
        EXPECT_EQ(result.steps, engine.steps) << name;
        EXPECT_EQ(result.end, RunResult::End::reached) << name;
        ASSERT_EQ(result.drifts.size(), engine.drifts.size()) << name;
    }
}

TEST(LibraryRun, FollowsAPendulum) {  // φ = φ₀ cos 3t, nearly
    const Motion motion(Model::parse(pendulum),
                        {.columns = {{"phi", "speed=l*phi'"}}, .events = {"phi:down"}});
    EXPECT_EQ(motion.names(), (std::vector<std::string>{"t", "phi", "speed"}));
    const RunResult result = v0::Run(motion).run(1);
    EXPECT_NEAR(result["phi"], 0.001 * std::cos(3), 1e-9);
    EXPECT_NEAR(result["speed"], -0.003 * std::sin(3), 1e-9);
    ASSERT_EQ(result.events.size(), 1U);
    EXPECT_NEAR(result.events[0].t, std::numbers::pi / 6, 1e-6);
    EXPECT_EQ(result.events[0].direction, -1);
}

TEST(LibraryRun, TakesOtherValues) {  // of a pendulum four times as slow
    v0::Run run(Motion(Model::parse(pendulum)), {.initial = {{"phi", 0.0005}}});
    run.set("g", 0.5625);
    run.set("phi'", 0);
    EXPECT_NEAR(run.run(2)["phi"], 0.0005 * std::cos(1.5), 1e-9);
    EXPECT_NEAR(run.run(-2)["phi"], 0.0005 * std::cos(1.5), 1e-9);
    run.set("phi", 0.001);
    EXPECT_NEAR(run.run(2)["phi"], 0.001 * std::cos(1.5), 1e-9);
}

TEST(LibraryRun, EndsWhereTheCallbackSays) {
    std::vector<double> times;
    const RunResult result = simulate(Model::parse(pendulum), 10, 0.5, [&](const RowView& row) {
        times.push_back(row.t());
        return row.t() < 2;
    });
    EXPECT_EQ(times, (std::vector<double>{0, 0.5, 1, 1.5, 2}));
    EXPECT_EQ(result.end, RunResult::End::stopped);
    EXPECT_LT(result.t, 10);
}

TEST(LibraryRun, PassesOnWhatTheCallbackThrows) {
    struct OfTheUser {};
    EXPECT_THROW(simulate(Model::parse(pendulum), 1, 0.5, [](const RowView&) -> bool { throw OfTheUser(); }),
                 OfTheUser);
}

TEST(LibraryRun, TellsWhyItEnded) {
    const Motion motion(Model::parse(pendulum), {.events = {"phi:stop"}});
    const RunResult stopped = v0::Run(motion).run(5);
    EXPECT_EQ(stopped.end, RunResult::End::event);
    EXPECT_EQ(stopped.reason, "phi");
    const RunResult singular =
        simulate(Model::parse("model S { coord x; kinetic x'^2/2; potential 1/x; init x = 1, x' = -1; "
                              "force on x: -1/x^2 - 1/x^3 }"),
                 100);
    EXPECT_NE(singular.end, RunResult::End::reached);
    EXPECT_FALSE(singular.reason.empty());
    for (const double value : singular.final) EXPECT_TRUE(std::isfinite(value));
}

TEST(LibraryRun, CanBeStepped) {
    const Motion motion(Model::gallery("chaplygin-sleigh"));
    v0::Run run(motion);
    EXPECT_EQ(run.t(), 0);
    EXPECT_EQ(run.names(), motion.names());
    std::vector<std::vector<double>> stepped{run.now()}, rows;
    bool goes_on = true;
    while (goes_on) {
        goes_on = run.step(5);
        stepped.push_back(run.now());
    }
    const RunResult whole = run.run(5, std::nullopt, [&](const RowView& row) {
        rows.emplace_back(row.values().begin(), row.values().end());
        return true;
    });
    EXPECT_EQ(stepped, rows);
    EXPECT_EQ(run.t(), 5);
    EXPECT_EQ(run.result().final, whole.final);
    EXPECT_EQ(run.result().end, RunResult::End::reached);
}

TEST(LibraryRun, KnowsWhatIsWithinTheLastStep) {  // y = 5 − 5 t²
    v0::Run run(
        Motion(Model::parse("model Ball { coord y; kinetic y'^2/2; potential 10*y; init y = 5 }"), {}));
    while (run.step(1)) EXPECT_NEAR(run.at(0.7 * run.t())[1], 5 - 5 * std::pow(0.7 * run.t(), 2), 1e-14);
    EXPECT_NEAR(run.at(0.5)[1], 3.75, 1e-14);
}

// A pendulum whose weight is set to a quarter where it hangs: φ = φ₀ cos 3t up to π/6, then −2 φ₀ sin(3 (t − π/6)/2).
TEST(LibraryRun, TakesOtherValuesOnTheWay) {
    const Motion motion(Model::parse(pendulum));
    v0::Run run(motion);
    while (run.step(std::numbers::pi / 6)) {
    }
    run.set("g", 2.25);
    EXPECT_NEAR(run.now()[1], 0, 1e-9);
    while (run.step(1)) {
    }
    const double phi = -0.002 * std::sin(1.5 * (1 - std::numbers::pi / 6));
    EXPECT_NEAR(run.result()["phi"], phi, 1e-9);
    EXPECT_NEAR(run.run(1)["phi"], 0.001 * std::cos(3), 1e-9);  // from the start, as it was
    EXPECT_NEAR(run.now()[1], phi, 1e-9);
    run.reset();
    EXPECT_EQ(run.t(), 0);
    EXPECT_EQ(run.now()[1], 0.001);
    run.reset({.initial = {{"phi", 0.0005}}});
    while (run.step(1)) {
    }
    EXPECT_NEAR(run.now()[1], 0.0005 * std::cos(3), 1e-9);
}

// A derived parameter follows, and what would take it out of its range is refused.
TEST(LibraryRun, DerivedParametersFollow) {
    const Motion motion(
        Model::parse("model D { param m = 2, k = m^2 in 0..20; coord x; kinetic m*x'^2/2; potential k*x^2/2; "
                     "init x = 1 }"));
    v0::Run run(motion);
    run.step(0);
    run.set("m", 3);  // k = 9: x = cos √3 t
    while (run.step(1)) {
    }
    EXPECT_NEAR(run.now()[1], std::cos(std::sqrt(3)), 1e-14);
    EXPECT_THROW(run.set("m", 5), Error);
    EXPECT_THROW(run.set("x", std::numeric_limits<double>::infinity()), Error);
    EXPECT_THROW(run.set("k", 5), Error);
    while (run.step(2)) {
    }
    EXPECT_NEAR(run.now()[1], std::cos(2 * std::sqrt(3)), 1e-13);
}

TEST(LibraryRun, StopsWhenAsked) {
    const Motion motion(Model::parse(pendulum));
    std::stop_source source;
    const RunResult result = v0::Run(motion).run(
        1e9, std::nullopt,
        [&](const RowView& row) {
            if (row.t() > 3) source.request_stop();
            return true;
        },
        source.get_token());
    EXPECT_EQ(result.end, RunResult::End::stopped);
    EXPECT_EQ(result.reason, "the motion was asked to stop");
    EXPECT_LT(result.t, 10);
    v0::Run run(motion);
    EXPECT_FALSE(run.step(1, source.get_token()));
    EXPECT_EQ(run.result().end, RunResult::End::stopped);
    EXPECT_EQ(v0::Run(motion).run(1, std::nullopt, {}, source.get_token()).end, RunResult::End::stopped);
}

// An integral that has no value at the start is no column, and does not shift the others.
TEST(LibraryRun, NamesTheColumnsThatThereAre) {
    const Motion motion(
        Model::parse("model I { coord x, y; kinetic (x'^2 + y'^2)/2; init x = 1, y' = 2;"
                     " expect integral y'/x'; expect integral y' + x' }"));
    v0::Run run(motion);
    const RunResult result = run.run(1);
    ASSERT_EQ(result.names.size(), result.final.size());
    EXPECT_EQ(result.names.size() + 1, motion.names().size());
    EXPECT_EQ(result["integral2"], 2);
    EXPECT_EQ(run.names(), result.names);
}

// --- Ensembles

TEST(LibraryEnsemble, MovesEachAsARunDoes) {
    const Motion motion(Model::gallery("chaplygin-sleigh"), {.events = {"w - 0.5:down"}});
    std::vector<RunRequest> starts;
    for (int k = 0; k < 40; ++k) {
        starts.push_back({.parameters = {{"a", 0.01 * k}}, .initial = {{"w", 0.1 * k}}});
        if (k % 10 == 3) starts.back().parameters["m"] = -1;  // out of its range
        if (k % 10 == 7) starts.back().initial["u"] = 1;      // there is none
    }
    for (const std::size_t threads : {0, 1, 3}) {
        const std::vector<RunResult> found = ensemble(motion, starts, 5, {.threads = threads});
        ASSERT_EQ(found.size(), starts.size());
        for (std::size_t k = 0; k < starts.size(); ++k) {
            v0::Run run(motion, starts[k]);
            if (k % 10 == 3 || k % 10 == 7) {
                EXPECT_EQ(found[k].end, RunResult::End::failed);
                try {
                    run.run(5);
                    ADD_FAILURE() << k;
                } catch (const Error& error) {
                    EXPECT_EQ(found[k].reason, error.what());
                }
                EXPECT_THROW(found[k]["v"], Error);
                continue;
            }
            const RunResult alone = run.run(5);
            EXPECT_EQ(found[k].end, alone.end);
            EXPECT_EQ(found[k].final, alone.final);
            EXPECT_EQ(found[k].names, alone.names);
            EXPECT_EQ(found[k].steps, alone.steps);
            ASSERT_EQ(found[k].events.size(), alone.events.size());
            for (std::size_t e = 0; e < alone.events.size(); ++e)
                EXPECT_EQ(found[k].events[e].t, alone.events[e].t);
            ASSERT_EQ(found[k].drifts.size(), alone.drifts.size());
            EXPECT_EQ(found[k].drifts[0].relative, alone.drifts[0].relative);
        }
    }
}

TEST(LibraryEnsemble, StopsWhenAsked) {
    const Motion motion(Model::parse(pendulum));
    std::stop_source source;
    const std::vector<RunRequest> starts(10);
    std::jthread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        source.request_stop();
    });
    for (const RunResult& result : ensemble(motion, starts, 1e12, {.stop = source.get_token()})) {
        EXPECT_EQ(result.end, RunResult::End::stopped);
        EXPECT_EQ(result.reason, "the motion was asked to stop");
    }
}

// --- Threads and limits

struct Mistake {
    std::function<void()> made;
    std::string code, message, help = {};
};

void expect_mistake(const Mistake& mistake) {
    try {
        mistake.made();
        ADD_FAILURE() << mistake.code << ": nothing was said";
    } catch (const Error& error) {
        EXPECT_EQ(error.code, mistake.code) << error.what();
        EXPECT_NE(error.message.find(mistake.message), std::string::npos) << error.what();
        EXPECT_NE(error.diagnostics.front().help.find(mistake.help), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find(error.message), std::string::npos) << error.what();
    }
}

std::string answer(std::size_t k, const Model& model, const Motion& motion) {
    const char* forms[] = {"hamel", "maggi", "gauss", "lagrange-multipliers", "appell"};
    const char* questions[] = {"integrals", "integrability", "growth", "energy", "symmetries"};
    switch (k % 4) {
        case 0: return derive(model, {.form = forms[k / 4 % 5]});
        case 1: return facts(model, {.names = {questions[k / 4 % 5]}})[0].sentences[0];
        case 2:
            return k == 2 ? verify(model).json.substr(0, 200)
                          : export_to(model, k % 8 == 2 ? "c99" : "python").text;
        default: {
            v0::Run run(motion, {.parameters = {{"a", 0.1 * static_cast<double>(k % 8)}}});
            std::string all;
            run.run(1 + static_cast<double>(k), 1, [&](const RowView& row) {
                for (const double x : row.values()) all += std::to_string(x) + ' ';
                return true;
            });
            return all;
        }
    }
}

// Sixteen threads ask a thousand questions about one model and one motion.
TEST(Library, AnswersManyThreadsAsItAnswersOne) {
    constexpr std::size_t requests = 1000, different = 40, threads = 16;
    const Model model = Model::gallery("chaplygin-sleigh");
    std::vector<std::string> wanted(different), found(requests);
    {
        const Motion motion(model);
        for (std::size_t k = 0; k < different; ++k) wanted[k] = answer(k, model, motion);
    }
    {
        const Motion motion(model);
        std::atomic<std::size_t> next = 0;
        std::vector<std::jthread> all;
        for (std::size_t thread = 0; thread < threads; ++thread)
            all.emplace_back([&] {
                for (std::size_t k = next++; k < requests; k = next++)
                    found[k] = answer(k % different, model, motion);
            });
    }
    for (std::size_t k = 0; k < requests; ++k) ASSERT_EQ(found[k], wanted[k % different]) << k;
}

// Every verb ends when it is asked to, or when its time is up, and tells what it does.
TEST(LibraryLimits, HoldForEveryVerb) {
    const Model model = Model::gallery("whipple-bicycle");
    std::stop_source stopped;
    stopped.request_stop();
    const Limits limits[] = {{.stop = stopped.get_token()}, {.seconds = 0}};
    const char* codes[] = {"stopped", "budget"};
    for (std::size_t k = 0; k < 2; ++k) {
        const std::function<void()> verbs[] = {
            [&] { derive(model, {.limits = limits[k]}); },
            [&] { verify(model, {.limits = limits[k]}); },
            [&] { facts(model, {.limits = limits[k]}); },
            [&] { linearize(model, {.at = LinearizeRequest::At::steady, .limits = limits[k]}); },
            [&] { export_to(model, "c99", {.limits = limits[k]}); },
        };
        for (const auto& verb : verbs) expect_mistake({verb, codes[k], ""});
    }
}

TEST(LibraryLimits, AStopFromAnotherThreadEndsAVerification) {
    const Model model = Model::gallery("whipple-bicycle");
    std::stop_source source;
    std::vector<std::string> parts;
    const Limits limits{.stop = source.get_token(), .progress = [&](const std::string& part) {
                            parts.push_back(part);
                            if (parts.size() == 2) source.request_stop();
                        }};
    expect_mistake({[&] { verify(model, {.limits = limits}); }, "stopped", "asked to stop"});
    EXPECT_EQ(parts.size(), 2U);
}

TEST(LibraryLimits, WhatProgressThrowsComesOut) {
    const Model model = Model::gallery("chaplygin-sleigh");
    const Limits limits{.progress = [](const std::string& part) { throw part; }};
    EXPECT_THROW(derive(model, {.limits = limits}), std::string);
    EXPECT_THROW(verify(model, {.limits = limits}), std::string);
    EXPECT_THROW(facts(model, {.limits = limits}), std::string);
    EXPECT_THROW(facts(model, {.limits = {.seconds = -1}}), Error);
}

TEST(Library, ModelsGoWhereverTheyAreLastHeld) {
    std::optional<Motion> motion = Motion(Model::parse(pendulum));
    std::jthread([last = std::move(motion)]() mutable {
        EXPECT_NEAR(v0::Run(*last).run(1)["phi"], 0.001 * std::cos(3), 1e-9);
        last.reset();
    }).join();
}

// --- Mistakes

TEST(LibraryError, SaysWhatIsWrong) {
    const Model model = Model::parse(pendulum);
    const Motion motion(model);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Mistake mistakes[] = {
        {[] { Model::load("no-such-file.anh"); }, "model-not-found", "no file 'no-such-file.anh'"},
        {[] { Model::gallery("suslof"); }, "model-not-found", "no model 'suslof'", "did you mean 'suslov'"},
        {[&] { derive(model, {.form = "hamell"}); }, "form-unknown", "'hamell'", "did you mean 'hamel'"},
        {[&] { derive(model, {.form = "chaplygin"}); }, "form-inapplicable", "does not apply"},
        {[&] { facts(model, {.names = {"integral"}}); }, "fact-unknown", "'integral'",
         "did you mean 'integrals'"},
        {[&] { export_to(model, "pyton"); }, "language-unknown", "'pyton'", "did you mean 'python'"},
        {[&] {
             linearize(model, {.initial = {{"phi'", 1}}});
         },
         "velocity-in-equilibrium", "phi'"},
        {[&] { linearize(model, {.where = {"phi"}}); }, "condition-bad", "'phi'"},
        {[&] { Motion(model, {.form = "magi"}); }, "form-unknown", "'magi'", "did you mean 'maggi'"},
        {[&] { Motion(model, {.method = "tailor"}); }, "method-unknown", "'tailor'", "did you mean 'taylor'"},
        {[&] { Motion(model, {.tolerance = 0}); }, "tolerance-bad", "between 0 and 1"},
        {[&] { Motion(model, {.tolerance = nan}); }, "number-not-finite", "'tolerance'"},
        {[&] { Motion(model, {.columns = {{"phj"}}}); }, "name-unknown", "'phj'", "did you mean"},
        {[&] { Motion(model, {.events = {"phi:sideways"}}); }, "event-bad", ":sideways"},
        {[&] { Motion(model, {.quadratures = {"3"}}); }, "quadrature-bad", "NAME=EXPR"},
        {[&] { Motion(model, {.experiment = "long"}); }, "experiment-unknown", "'long'"},
        {[&] {
             v0::Run(motion, {.parameters = {{"k", 1}}}).run(1);
         },
         "parameter-unknown", "'k'", "g, l"},
        {[&] {
             v0::Run(motion, {.parameters = {{"l", 5}}}).run(1);
         },
         "value-outside-range", "'l'"},
        {[&] {
             v0::Run(motion, {.initial = {{"phi", nan}}}).run(1);
         },
         "number-not-finite", "'phi'"},
        {[&] { v0::Run(motion).set("phj", 1); }, "init-unknown", "'phj'", "did you mean"},
        {[&] { v0::Run(motion).run(nan); }, "number-not-finite", "'until'"},
        {[&] { v0::Run(motion).run(1, 0); }, "every-not-positive", "positive"},
        {[&] { v0::Run(motion).run(1e9, 1e-9); }, "rows-too-many", "rows"},
        {[&] { v0::Run(motion).at(1); }, "time-outside", "t = 1 is not within the last step",
         "the motion stands at t = 0"},
        {[&] { v0::Run(motion).step(nan); }, "number-not-finite", "'until'"},
        {[&] {
             v0::Run run(motion);
             run.step(1);
             run.set("l", 5);
         },
         "value-outside-range", "'l'"},
        {[&] { v0::Run(motion).run(1)["phj"]; }, "column-unknown", "'phj'", "did you mean 'phi'"},
    };
    for (const Mistake& mistake : mistakes) expect_mistake(mistake);
}

TEST(LibraryError, HasThePlaceOfEachMistake) {
    try {
        Model::parse("model M {\n  coord x, y\n  kinetic z'^2/2\n  potential u\n}\n", "my.anh");
        FAIL() << "nothing was said";
    } catch (const Error& error) {
        ASSERT_EQ(error.diagnostics.size(), 2U) << error.what();
        EXPECT_EQ(error.diagnostics[0].file, "my.anh");
        EXPECT_EQ(error.diagnostics[0].line, 3U);
        EXPECT_EQ(error.diagnostics[0].column, 11U);
        EXPECT_EQ(error.diagnostics[1].line, 4U);
        EXPECT_NE(std::string(error.what()).find("my.anh:3:11: error[name-unknown]"), std::string::npos);
    }
}

TEST(LibraryError, HasThePlaceInAnArgument) {
    try {
        Motion(Model::parse(pendulum), {.columns = {{"phi + phj"}}});
        FAIL() << "nothing was said";
    } catch (const Error& error) {
        EXPECT_EQ(error.diagnostics[0].file, "columns");
        EXPECT_EQ(error.diagnostics[0].column, 7U);
    }
}

TEST(LibraryError, RefusesImpossibleInitialStates) {
    const Model model =
        Model::parse("model I { coord x, y; kinetic (x'^2 + y'^2)/2; constraint c: x^2 + y^2 + 1 = 0 }");
    expect_mistake({[&] { simulate(model, 1); }, "state-impossible", "c"});
}

}  // namespace
}  // namespace v0
}  // namespace anholon
