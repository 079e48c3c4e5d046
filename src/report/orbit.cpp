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

// What the full system does after a period of its core.
std::string reconstruction_text(const request::OrbitFound& found, std::size_t width) {
    if (!found.not_reconstructed.empty())
        return paragraph("", "note: the motion of the full system is not known: " + found.not_reconstructed,
                         2, width);
    if (!found.reconstruction) return "";
    const Reconstruction& r = *found.reconstruction;
    std::string out =
        paragraph("", "in the full system the motion returns up to symmetries; after each period", 2, width);
    std::size_t widest = 0;
    for (const Reconstruction::Change& c : r.changes) widest = std::max(widest, cells(c.name));
    for (const Reconstruction::Change& c : r.changes)
        out += fmt::format("  {:<{}}  has changed by {:.12g}, from {:.12g}\n", c.name, widest,
                           std::fabs(c.by) < 1e-11 * std::max(1.0, std::fabs(c.begins)) ? 0 : c.by, c.begins);
    bool turns = false;
    for (const Reconstruction::Turn& t : r.turns) {
        const bool is_back = t.angle < 1e-9;
        turns = turns || !is_back;
        const auto part = [&](std::size_t k) { return std::fabs(t.axis[k]) < 1e-9 ? 0 : t.axis[k]; };
        out += is_back
                   ? fmt::format("  the attitude ({}, ...) is what it was\n", t.name)
                   : fmt::format(
                         "  the attitude ({}, ...) has turned by {:.12g} about ({:.9g}, {:.9g}, {:.9g})\n",
                         t.name, t.angle, part(0), part(1), part(2));
    }
    if (turns && !r.changes.empty())
        out += paragraph("", "what changes in directions that turn along changes in other directions later",
                         2, width);
    return out;
}

Json reconstruction_json(const request::OrbitFound& found) {
    if (!found.reconstruction) return {};
    Json::Object changes;
    Json::Array turns;
    for (const Reconstruction::Change& c : found.reconstruction->changes)
        changes.emplace_back(c.name, Json::object({{"begins", c.begins}, {"by", c.by}}));
    for (const Reconstruction::Turn& t : found.reconstruction->turns)
        turns.push_back(
            Json::object({{"attitude", t.name},
                          {"angle", t.angle},
                          {"axis", Json::array({Json(t.axis[0]), Json(t.axis[1]), Json(t.axis[2])})}}));
    return Json::object(
        {{"changes", Json::object(std::move(changes))}, {"turns", Json::array(std::move(turns))}});
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
    if (found.reconstruction)
        out +=
            paragraph("  1   ",
                      "in the full system one for each coordinate that the core leaves out: nothing depends "
                      "on where it starts",
                      6, width);
    if (!o.multipliers.empty())
        out += sentence(fmt::format("{}the motion is {}",
                                    found.integrals.empty() ? "" : "on the common level of the integrals ",
                                    name(o.stability)));
    out += reconstruction_text(found, width);
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
                         {"full", reconstruction_json(found)},
                         {"rounds", found.orbit.rounds},
                         {"method", found.method},
                         {"tolerance", found.tolerance},
                         {"notes", Json::array(std::move(notes))}});
}

}  // namespace anholon
