#include <cmath>

#include "asked.hpp"
#include "report/action.hpp"
#include "report/connect.hpp"
#include "report/path.hpp"
#include "report/quadrature.hpp"
#include "report/variations.hpp"

// One motion, or the motions between two places, without time as the only variable.

namespace anholon::binding {

namespace {

void warn(Asked& asked, const std::vector<request::Judgement>& judgements) {
    for (const request::Judgement& j : judgements) asked.warn(j.code, j.message);
}

// What is asked after every step of a motion.
std::function<bool(double)> heard(const Asked& asked, double until) {
    return [&asked, until](double at) {
        asked.hearing.progress(std::fabs(at), std::fabs(until));
        Deadline::check();
        return true;
    };
}

Answer path(Asked& asked) {
    request::TracePath request{
        .by = asked.text("by"), .start = asked.start(), .method_name = asked.text("method")};
    const request::StatedModel model = asked.stated({.words = &request.start});
    request.goes_on = heard(asked, 0);
    const TracedPath found = answer(request, model.system);
    warn(asked, request::judged(found));
    const std::string& title = asked.loaded.title();
    return {.result = as_json(title, found), .text = as_text(title, found, width)};
}

Answer variations(Asked& asked) {
    request::Variations request{
        .tangents = asked.list("tangent"), .start = asked.start(), .method_name = asked.text("method")};
    const request::StatedModel model = asked.stated({.words = &request.start});
    request.goes_on = heard(asked, read_simulation(request.start, model.system).until);
    const VariedMotion found = answer(request, model.system);
    warn(asked, request::judged(found));
    const std::string& title = asked.loaded.title();
    return {.result = as_json(title, found), .text = as_text(title, found, width)};
}

Answer action(Asked& asked) {
    request::Action request{
        .start = asked.start(), .harmonics = asked.word("harmonics"), .method_name = asked.text("method")};
    const request::StatedModel model = asked.stated({.words = &request.start});
    const request::ActionFound found = answer(request, model.system);
    const std::string& title = asked.loaded.title();
    return {.result = as_json(title, found), .text = as_text(title, found, width)};
}

Answer connect(Asked& asked) {
    constexpr double seconds = 30;  // for what the constraints keep constant
    request::Connect request{.start = asked.start(),
                             .to = asked.list("to"),
                             .time = asked.word("in"),
                             .starts = asked.word("starts"),
                             .seed = asked.word("seed"),
                             .method_name = asked.text("method")};
    const request::StatedModel model = asked.stated({.words = &request.start});
    const request::Connections found = answer(request, model.system, seconds);
    const std::string& title = asked.loaded.title();
    return {.result = as_json(title, found), .text = as_text(title, found, width)};
}

Answer quadrature(Asked& asked) {
    request::ByQuadrature request{.start = asked.start()};
    const request::StatedModel model = asked.stated({.words = &request.start});
    const request::SolvedByQuadrature found = answer(request, model.system);
    const std::string& title = asked.loaded.title();
    return {.result = as_json(title, found), .text = as_text(title, found, width), .latex = as_latex(found)};
}

}  // namespace

std::vector<Question> questions_of_one_motion() {
    return {{"path", path},
            {"variations", variations},
            {"action", action},
            {"connect", connect},
            {"quadrature", quadrature}};
}

}  // namespace anholon::binding
