#include "report/lyapunov.hpp"

#include <fmt/format.h>

#include <cmath>

#include "report/layout.hpp"

namespace anholon {

namespace {

// Digits down to those of the error, at most ten.
std::string rounded(double value, double error) {
    const int digits = error > 0 ? std::clamp(static_cast<int>(std::ceil(1 - std::log10(error))), 0, 10) : 10;
    return fmt::format("{:.{}f}", value, digits);
}

std::string_view about_zero(const Exponent& e) {
    if (!e.is_told_from_zero()) return "indistinguishable from zero";
    return std::fabs(e.value) > e.error ? "" : "not zero: more than beside regular motions";
}

std::string exponent_text(const Exponent& e) {
    return fmt::format("  {:>14} ± {:<8.1e}  {}", rounded(e.value, e.error), e.error, about_zero(e));
}

std::string_view errors_text(const LyapunovSpectrum& s) {
    if (s.has_confidence)
        return "errors are 95 % confidence intervals, from estimates over parts of this time";
    if (!s.is_complete)
        return "errors are estimates from parts of this time, not confidence intervals: whether volumes "
               "shrink is "
               "known for all exponents only";
    return "errors are estimates from parts of this time, not confidence intervals: volumes shrink too "
           "little to "
           "exclude a motion that sticks to regular ones for longer";
}

std::string without_blanks_at_end(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

std::string counts_text(const LyapunovSpectrum& s) {
    std::string out = fmt::format("{} variables", s.variables);
    if (s.dimension < s.variables) out += fmt::format(" on a surface of dimension {}", s.dimension);
    return out + fmt::format("; {} of {} exponents computed, {} explained", s.exponents.size(), s.dimension,
                             s.neutral.size());
}

}  // namespace

std::string as_text(const std::string& system, const LyapunovSpectrum& s, std::size_t width) {
    const auto sentence = [&](const std::string& words) { return paragraph("", words, 2, width); };
    std::string out = sentence(system + ": Lyapunov exponents");
    if (s.until == s.from) return out + sentence("the motion ended before averages could begin");
    out += sentence(counts_text(s));
    for (const Exponent& e : s.exponents) out += without_blanks_at_end(exponent_text(e));
    for (const NeutralDirection& d : s.neutral)
        out += paragraph(fmt::format("  {:>14}   ", d.vanishes ? "0" : fmt::format("{:.4g}", d.value)),
                         fmt::format("{}; over this time {:.1e}", d.why, d.value), 19, width);
    if (s.sum && s.divergence)
        out += sentence(fmt::format("sum {:.12g}, mean divergence {:.12g}, difference {:.1e}", *s.sum,
                                    *s.divergence, std::fabs(*s.sum - *s.divergence)));
    if (s.kaplan_yorke)
        out += sentence(fmt::format("Kaplan–Yorke dimension {:.6g} on the common level of the integrals",
                                    *s.kaplan_yorke));
    out +=
        sentence(fmt::format("averages from t = {:.6g} to {:.6g}, {} steps by {} at the tolerance {:.3g}; {}",
                             s.from, s.until, s.steps, s.method, s.tolerance, errors_text(s)));
    for (const std::string& note : s.notes) out += sentence("note: " + note);
    return out;
}

Json as_json(const std::string& system, const LyapunovSpectrum& s) {
    Json::Array exponents, neutral, history, notes;
    for (const Exponent& e : s.exponents)
        exponents.push_back(Json::object({{"value", e.value},
                                          {"error", e.error},
                                          {"half", e.half},
                                          {"average", e.is_weighted ? "weighted" : "plain"},
                                          {"told_from_zero", e.is_told_from_zero()}}));
    for (const NeutralDirection& d : s.neutral)
        neutral.push_back(Json::object({{"why", d.why}, {"value", d.value}, {"vanishes", d.vanishes}}));
    for (const LyapunovSpectrum::Sample& sample : s.history) {
        Json::Array row{Json(sample.t)};
        for (const double estimate : sample.estimates) row.emplace_back(estimate);
        history.push_back(Json::array(std::move(row)));
    }
    for (const std::string& note : s.notes) notes.emplace_back(note);
    const auto optional = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
    return Json::object({{"system", system},
                         {"variables", s.variables},
                         {"dimension", s.dimension},
                         {"exponents", Json::array(std::move(exponents))},
                         {"neutral", Json::array(std::move(neutral))},
                         {"complete", s.is_complete},
                         {"sum", optional(s.sum)},
                         {"divergence", optional(s.divergence)},
                         {"kaplan_yorke", optional(s.kaplan_yorke)},
                         {"from", s.from},
                         {"until", s.until},
                         {"steps", s.steps},
                         {"method", s.method},
                         {"tolerance", s.tolerance},
                         {"confidence", s.has_confidence ? Json(0.95) : Json()},
                         {"notes", Json::array(std::move(notes))},
                         {"history", Json::array(std::move(history))}});
}

}  // namespace anholon
