#include <cmath>

#include "report/lyapunov.hpp"
#include "report/orbit.hpp"
#include "request/lyapunov.hpp"
#include "request/orbit.hpp"
#include "serve/asks.hpp"
#include "serve/studied.hpp"

// Lyapunov exponents and periodic orbits.

namespace anholon::serve {

namespace {

Json exponents(Call& call) {
    const Studied model(call, "lyapunov");
    request::Lyapunov asked{.start = model.start(),
                            .transient = model.word("transient"),
                            .count = model.word("count"),
                            .method_name = model.text("method")};
    const double until = request::read(asked, model.system()).until;
    auto told_at = std::chrono::steady_clock::now();
    asked.averages = [&](double t, std::span<const double> averages) {
        const auto now = std::chrono::steady_clock::now();
        if (now - told_at < std::chrono::milliseconds(50)) return;
        told_at = now;
        call.row(Json::object(
            {{"t", t}, {"exponents", Json::array(Json::Array(averages.begin(), averages.end()))}}));
    };
    asked.goes_on = [&](double t) {
        call.progress(std::abs(t), std::abs(until), "averaging");
        return true;
    };
    const LyapunovSpectrum found = request::answer(asked, model.system());
    if (!found.is_consistent())
        call.warn("exponents-inconsistent",
                  "the sum of the exponents differs from the mean divergence: they are not reliable");
    if (found.ended) call.warn("motion-ended", "the motion ends before its time: " + *found.ended);
    return as_json(model.system().name, found);
}

Type spectrum_type() {
    const Type exponent = record("Exponent", {{"value", number()},
                                              {"error", number()},
                                              {"half", number(), "the estimate at half of the time"},
                                              {"average", one_of({"weighted", "plain"})},
                                              {"told_from_zero", boolean()}});
    const Type neutral =
        record("NeutralDirection", {{"why", text()}, {"value", number()}, {"vanishes", boolean()}});
    return record("Spectrum",
                  {{"system", text()},
                   {"variables", integer()},
                   {"dimension", integer()},
                   {"exponents", list(exponent)},
                   {"neutral", list(neutral)},
                   {"complete", boolean()},
                   {"sum", nullable(number())},
                   {"divergence", nullable(number())},
                   {"kaplan_yorke", nullable(number())},
                   {"from", number()},
                   {"until", number()},
                   {"steps", integer()},
                   {"method", text()},
                   {"tolerance", number()},
                   {"confidence", nullable(number()), "of the intervals value ± error, where it is known"},
                   {"notes", list(text())},
                   {"history", list(list(number())), "t and the averages until then"}});
}

Json orbit_found(Call& call) {
    const Studied model(call, "orbit");
    const request::Orbit asked{.start = model.start(),
                               .period = model.word("period"),
                               .at = model.text("at"),
                               .returns = model.word("returns"),
                               .fix = model.words("fix"),
                               .method_name = model.text("method")};
    return as_json(model.system().name, request::answer(asked, model.system()));
}

}  // namespace

Ask ask_lyapunov() {
    return {.name = "lyapunov",
            .about = "Lyapunov exponents of one motion",
            .fields = study_fields({optional("count", value(), "of exponents; all if not given"),
                                    optional("transient", value(), "when averages begin")}),
            .result = spectrum_type(),
            .row = record("Averages", {{"t", number()}, {"exponents", list(number())}}),
            .answer = exponents};
}

Ask ask_orbit() {
    return {
        .name = "orbit",
        .about = "A periodic motion near the start",
        .fields =
            study_fields({optional("period", value(), "a guess"),
                          optional("at", text(), "EXPR[:up|down]: instead, from one passage to a later one"),
                          optional("returns", value(), "which; the first if not given"),
                          optional("fix", list(text()), "EXPR=VALUE: on this level")}),
        .result = record("Orbit", {{"system", text()},
                                   {"period", number()},
                                   {"guess", number()},
                                   {"residual", number()},
                                   {"state", map(number())},
                                   {"integrals", map(number())},
                                   {"multipliers", list(list(number())), "real and imaginary part"},
                                   {"explained", list(text()), "multipliers that are always 1"},
                                   {"stability", one_of({"stable", "neutral", "unstable"})},
                                   {"full", nullable(anything()), "the motion of the full system along it"},
                                   {"rounds", integer()},
                                   {"method", text()},
                                   {"tolerance", number()},
                                   {"notes", list(text())}}),
        .answer = orbit_found};
}

}  // namespace anholon::serve
