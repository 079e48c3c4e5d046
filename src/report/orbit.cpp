#include "report/orbit.hpp"

#include <fmt/format.h>

#include <cmath>

#include "report/layout.hpp"

namespace anholon {

namespace {

std::string_view name(PeriodicOrbit::Stability stability) {
    switch (stability) {
        case PeriodicOrbit::Stability::stable: return "asymptotically stable";
        case PeriodicOrbit::Stability::unstable: return "unstable";
        case PeriodicOrbit::Stability::neutral: break;
    }
    return "not decided by its multipliers: the largest lie on the unit circle";
}

std::string multiplier(const std::complex<double>& mu) {
    std::string out = fmt::format("  {:.12g}", mu.real());
    if (mu.imag() != 0) out += fmt::format(" {} {:.12g}i", mu.imag() < 0 ? '-' : '+', std::fabs(mu.imag()));
    return out + fmt::format("   (|μ| = {:.10g})\n", std::abs(mu));
}

}  // namespace

std::string as_text(const std::string& system, const request::OrbitFound& found, std::size_t width) {
    const auto sentence = [&](const std::string& words) { return paragraph("", words, 2, width); };
    const PeriodicOrbit& o = found.orbit;
    std::string out = sentence(system + ": a periodic motion");
    out += sentence(fmt::format("period {:.15g} (guessed {:.6g}); it misses its start by {:.1e}", o.period,
                                found.guess, o.residual));
    std::size_t widest = 0;
    for (const std::string& variable : found.variables) widest = std::max(widest, cells(variable));
    for (std::size_t k = 0; k < found.variables.size(); ++k)
        out += fmt::format("  {:<{}}  {:.15g}\n", found.variables[k], widest, o.start[k]);
    for (const auto& [integral, value] : found.integrals)
        out += sentence(fmt::format("{} = {:.15g}", integral, value));
    out +=
        sentence(o.multipliers.empty() ? "no multipliers but those that are explained"
                                       : "multipliers within the levels of the integrals, across the motion");
    for (const auto& mu : o.multipliers) out += multiplier(mu);
    for (const std::string& why : o.explained) out += paragraph("  1   ", why, 6, width);
    if (!o.multipliers.empty())
        out += sentence(fmt::format("{}the motion is {}",
                                    found.integrals.empty() ? "" : "on the common level of the integrals ",
                                    name(o.stability)));
    out += sentence(fmt::format("{} rounds of Newton's method, by {} at the tolerance {:.3g}", o.rounds,
                                found.method, found.tolerance));
    for (const std::string& note : o.notes) out += sentence("note: " + note);
    return out;
}

Json as_json(const std::string& system, const request::OrbitFound& found) {
    Json::Array multipliers, explained, notes;
    for (const auto& mu : found.orbit.multipliers)
        multipliers.push_back(Json::array({Json(mu.real()), Json(mu.imag())}));
    for (const std::string& why : found.orbit.explained) explained.emplace_back(why);
    for (const std::string& note : found.orbit.notes) notes.emplace_back(note);
    Json::Object state, integrals;
    for (std::size_t k = 0; k < found.variables.size(); ++k)
        state.emplace_back(found.variables[k], found.orbit.start[k]);
    for (const auto& [integral, value] : found.integrals) integrals.emplace_back(integral, value);
    constexpr const char* stabilities[] = {"stable", "neutral", "unstable"};
    return Json::object({{"system", system},
                         {"period", found.orbit.period},
                         {"guess", found.guess},
                         {"residual", found.orbit.residual},
                         {"state", Json::object(std::move(state))},
                         {"integrals", Json::object(std::move(integrals))},
                         {"multipliers", Json::array(std::move(multipliers))},
                         {"explained", Json::array(std::move(explained))},
                         {"stability", stabilities[static_cast<int>(found.orbit.stability)]},
                         {"rounds", found.orbit.rounds},
                         {"method", found.method},
                         {"tolerance", found.tolerance},
                         {"notes", Json::array(std::move(notes))}});
}

}  // namespace anholon
