#include <cmath>

#include "asked.hpp"
#include "report/bifurcation.hpp"
#include "report/chart.hpp"
#include "report/continue.hpp"
#include "report/ensemble.hpp"
#include "report/lyapunov.hpp"
#include "report/orbit.hpp"
#include "report/section.hpp"
#include "report/surface.hpp"
#include "request/lyapunov.hpp"

// Studies of motions; what an experiment of the model says of one counts where the question does not say.

namespace anholon::binding {

namespace {

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

Answer surface(Asked& asked) {
    request::Surface request{.start = asked.start(),
                             .levels = asked.list("level"),
                             .velocities = asked.word("velocities"),
                             .keep = asked.word("keep"),
                             .box = asked.list("box"),
                             .cells = asked.word("cells"),
                             .starts = asked.word("starts"),
                             .most = asked.word("most"),
                             .motion = asked.word("motion"),
                             .seed = asked.seed()};
    const bool reduced = asked.flag("reduced");
    const request::StatedModel model = asked.stated(
        {.start = request.start.is_strict ? request::Start::strict : request::Start::moved_if_needed,
         .reduced = reduced,
         .moves = reduced,
         .words = reduced ? &request.start : nullptr});
    const request::SurfaceFound found = answer(request, asked.loaded.title(), model.system);
    Deadline::check();
    if (!found.traced.is_decided && found.traced.singular.empty())
        asked.warn("surface-undecided", "the topology is not decided at this resolution");
    Answer out{.result = as_json(found), .text = as_text(found, width), .columns = found.columns};
    const request::ShownSurface shown = request::shown(found);
    for (const auto& point : shown.points) out.rows.insert(out.rows.end(), point.begin(), point.end());
    Answer::Polygons& polygons = out.polygons.emplace();
    for (const auto& face : shown.faces) {
        polygons.corners.insert(polygons.corners.end(), face.begin(), face.end());
        polygons.ends.push_back(static_cast<std::int64_t>(polygons.corners.size()));
    }
    polygons.parts.assign(shown.part_of_face.begin(), shown.part_of_face.end());
    return out;
}

}  // namespace

std::vector<Question> studies() {
    return {{"section", section}, {"bifurcation", bifurcation}, {"lyapunov", lyapunov}, {"chart", chart},
            {"orbit", orbit},     {"continue", continued},      {"ensemble", ensemble}, {"surface", surface}};
}

}  // namespace anholon::binding
