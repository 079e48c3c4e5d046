#include <algorithm>
#include <cmath>
#include <limits>

#include "expr/print.hpp"
#include "model/state/parameter_values.hpp"
#include "motion/run.hpp"
#include "motion/simulation_words.hpp"
#include "report/scene.hpp"
#include "request/words.hpp"
#include "scene/widened_rows.hpp"
#include "serve/asks.hpp"
#include "serve/scene_type.hpp"

namespace anholon::serve {

namespace {

constexpr double frames_per_second = 60, most_frames = 20000, least_frames = 60;

std::string_view name(Observable::Kind kind) {
    using Kind = Observable::Kind;
    switch (kind) {
        case Kind::time: return "time";
        case Kind::coordinate: return "coordinate";
        case Kind::velocity: return "velocity";
        case Kind::quasi_velocity: return "quasi-velocity";
        case Kind::multiplier: return "multiplier";
        case Kind::state: return "state";
        case Kind::output: return "output";
        case Kind::energy: return "energy";
        case Kind::integral: return "integral";
        case Kind::quadrature: return "quadrature";
        case Kind::asked:
        case Kind::plotted: return "asked";
    }
    return "asked";
}

std::string latex_of(const Observable& column) {
    if (column.kind == Observable::Kind::time) return "t";
    if (column.kind == Observable::Kind::energy) return "E";
    if (column.value && column.value.is_symbol()) return symbol_latex(column.value.symbol());
    return "";
}

Json columns_of(const std::vector<Observable>& columns, const System& system) {
    const auto is_drawn = [&](const Observable& column) {
        return std::ranges::find(system.staging.variables, column.value, &DrawnVariable::symbol) !=
               system.staging.variables.end();
    };
    Json::Array out;
    for (const Observable& column : columns)
        out.push_back(Json::object({{"name", column.name},
                                    {"unit", column.unit == "1" ? "" : column.unit},
                                    {"latex", latex_of(column)},
                                    {"kind", name(column.kind)},
                                    {"description", column.description},
                                    {"detail", column.is_detail || is_drawn(column)}}));
    return Json::array(std::move(out));
}

Json drift_of(const SimulationResult& result) {
    Json::Array out;
    for (const Drift& d : result.drifts)
        out.push_back(Json::object({{"name", d.name},
                                    {"kind", d.kind == Drift::Kind::integral ? "integral" : "constraint"},
                                    {"relative", d.relative}}));
    return Json::array(std::move(out));
}

// Why a motion ended before its time.
Json ended(const SimulationResult& result, const std::vector<request::Judgement>& judgements) {
    using End = SimulationResult::End;
    if (result.end == End::reached) return {};
    if (result.end == End::interrupted)
        return Json::object({{"code", "budget"}, {"reason", "the time limit was reached"}, {"t", result.t}});
    std::string code = "motion-ended";
    for (const request::Judgement& j : judgements)
        if (j.severity == request::Judgement::Severity::state) code = j.code;
    return Json::object({{"code", code}, {"reason", result.reason}, {"t", result.t}});
}

// What the shapes of a scene are known by: all but the numbers of its frames.
std::string identity(const Scene& scene) {
    std::string bytes;
    const auto add = [&](const auto* first, std::size_t count) {
        bytes.append(reinterpret_cast<const char*>(first), count * sizeof *first);
        bytes += ';';
    };
    for (const Shape& s : scene.shapes) {
        const int kinds[] = {static_cast<int>(s.kind), static_cast<int>(s.role), static_cast<int>(s.motion)};
        add(kinds, std::size(kinds));
        for (const std::string& word : {s.name, s.part, s.text, s.colour, s.on}) bytes += word + '\0';
        add(s.sizes.data(), s.sizes.size());
        add(s.mesh.vertices.data(), s.mesh.vertices.size());
        add(s.mesh.triangles.data(), s.mesh.triangles.size());
        add(&s.at, 1);
        add(s.still.data(), s.still.size());
    }
    return std::to_string(std::hash<std::string>()(bytes));
}

class Move {
  public:
    explicit Move(Call& call)
        : call_(call),
          began_(std::chrono::steady_clock::now()),
          model_(call.model()),
          moving_(call.models.moving(call.text("model_name", "model"), call.text("model"), words(call))) {}

    Json answer() {
        Run run(moving_->moving, options());
        for (const request::Judgement& j : request::judged(run.initial())) call_.warn(j.code, j.message);
        const SimulationResult result = moved(run);
        if (result.end == SimulationResult::End::interrupted) stop_if_cancelled();
        const Json scene = show(run);
        call_.frames(Frame::plot, run.columns().size(), rows_);
        const auto judgements = request::judged(result, std::nullopt);
        for (const request::Judgement& j : judgements) call_.warn(j.code, j.message);
        return told(run, result, judgements, scene);
    }

  private:
    static MovingWords words(const Call& call) {
        return {.experiment = call.text("experiment"),
                .form = call.text("form"),
                .method = call.text("method"),
                .tolerance = call.word("tolerance"),
                .columns = call.texts("columns")};
    }

    RunOptions options() {
        const SimulationWords start{.parameters = call_.assignments("parameters"),
                                    .values = call_.assignments("initial"),
                                    .experiment = call_.text("experiment")};
        RunOptions out;
        moving_->moving.exclusively([&] {
            out.initial = read_initial_state(start, moving_->system);
            out.until = moving_->moving.options().until;
            if (const auto until = call_.word("until"))
                out.until = request::number("--until", *until, moving_->system,
                                            parameter_point(moving_->system, out.initial), seconds());
        });
        until_ = out.until;
        const double frames = std::clamp(std::round(call_.number("frames").value_or(std::max(
                                             least_frames, std::fabs(out.until) * frames_per_second))),
                                         1.0, most_frames);
        // A little more than the part, so that the last frame is the end and not one beside it.
        if (out.until != 0)
            out.every =
                std::nextafter(std::fabs(out.until) / frames, std::numeric_limits<double>::infinity());
        return out;
    }

    SimulationResult moved(Run& run) {
        if (call_.flag("scene", true)) widened_.emplace(moving_->moving.columns(), run.columns());
        const auto row = [&](std::span<const double> values) {
            rows_.insert(rows_.end(), values.begin(), values.end());
            if (widened_) widened_->append(values);
        };
        const auto goes_on = [&](double t) {
            call_.progress(std::fabs(t), std::fabs(until_), "integrate");
            return true;
        };
        return run.run({.row = row, .goes_on = goes_on});
    }

    // The scene, whose frames are sent; without its shapes, which may be large, where the page has them.
    Json show(const Run& run) {
        if (!widened_) return {};
        SceneInMotion shown = moving_->drawing.scene(widened_->numbers(), run.parameters());
        call_.frames(Frame::motion, shown.scene.columns, shown.frames);
        shapes_ = identity(shown.scene);
        has_same_shapes_ = call_.text("shapes") == *shapes_;
        if (has_same_shapes_) shown.scene.shapes.clear();
        return as_json(shown.scene);
    }

    // A motion that ran out of time is shown as far as it goes; one that nobody waits for is not.
    static void stop_if_cancelled() {
        try {
            Deadline::check();
        } catch (const TimeIsUp&) {
            return;
        }
    }

    Json told(const Run& run, const SimulationResult& result,
              const std::vector<request::Judgement>& judgements, const Json& scene) const {
        // What was derived and compiled for an earlier motion costs this one nothing.
        const SimulationSeconds made =
            moving_->has_moved.exchange(true) ? SimulationSeconds() : moving_->moving.seconds();
        const std::chrono::duration<double> total = std::chrono::steady_clock::now() - began_;
        return Json::object({{"scene", scene},
                             {"shapes", shapes_ ? Json(*shapes_) : Json()},
                             {"same_shapes", has_same_shapes_},
                             {"columns", columns_of(run.columns(), moving_->system)},
                             {"rows", run.columns().empty() ? 0 : rows_.size() / run.columns().size()},
                             {"t_end", result.t},
                             {"ended", ended(result, judgements)},
                             {"drift", drift_of(result)},
                             {"steps", result.steps},
                             {"method", result.method},
                             {"form", moving_->moving.form().id},
                             {"seconds", Json::object({{"derive", made.derive + result.seconds.derive},
                                                       {"compile", made.compile + result.seconds.compile},
                                                       {"integrate", result.seconds.integrate},
                                                       {"total", total.count()}})}});
    }

    Call& call_;
    std::chrono::steady_clock::time_point began_;
    std::shared_ptr<const FrozenModel> model_;
    std::shared_ptr<const MovingModel> moving_;
    double until_ = 0;
    std::vector<double> rows_;
    std::optional<WidenedRows> widened_;  // for the picture
    std::optional<std::string> shapes_;
    bool has_same_shapes_ = false;
};

}  // namespace

Ask ask_move() {
    const Type column =
        record("Column", {{"name", text()},
                          {"unit", text()},
                          {"latex", text(), "empty if it has none"},
                          {"kind", one_of({"time", "coordinate", "velocity", "quasi-velocity", "multiplier",
                                           "state", "output", "energy", "integral", "quadrature", "asked"})},
                          {"description", text()},
                          {"detail", boolean(), "of a parametrisation, such as the rates of a quaternion"}});
    const Type drift = record(
        "Drift", {{"name", text()}, {"kind", one_of({"integral", "constraint"})}, {"relative", number()}});
    return {
        .name = "move",
        .about = "A motion: what the stage and the plots show",
        .fields = start_fields(
            {optional("until", value(), "the time at which it ends; negative: backward"),
             optional("frames", integer(),
                      "how many, at equal distances in time; 60 per second if not given, at most 20000"),
             optional("columns", list(text()), "EXPR or NAME=EXPR, after the standard ones"),
             optional("form", text(), "in which it is integrated"),
             optional("method", text(), "of integration"),
             optional("tolerance", value(), "the relative error per step"),
             optional("scene", boolean(), "whether the picture is wanted; true if not given"),
             optional("shapes", text(), "the id of the shapes that the page has: these are not sent again")}),
        .result = record(
            "MoveResult",
            {{"scene", nullable(scene_type()), "null if it was not wanted"},
             {"shapes", nullable(text()), "the id of the scene's shapes"},
             {"same_shapes", boolean(), "as the page has: then the scene comes without them"},
             {"columns", list(column), "of the plot rows; the first is t"},
             {"rows", integer(), "as many as there are frames"},
             {"t_end", number()},
             {"ended", nullable(record("Ended", {{"code", text()}, {"reason", text()}, {"t", number()}})),
              "why before its time"},
             {"drift", list(drift)},
             {"steps", integer(), "of the integrator"},
             {"method", text()},
             {"form", text()},
             {"seconds", record("Seconds", {{"derive", number()},
                                            {"compile", number()},
                                            {"integrate", number()},
                                            {"total", number(), "of this request"}})}}),
        .frames = {{Frame::motion, "the columns of the scene, a row per frame"},
                   {Frame::plot, "the columns of the plots, a row per frame; the first is t"}},
        .answer = [](Call& call) { return Move(call).answer(); }};
}

}  // namespace anholon::serve
