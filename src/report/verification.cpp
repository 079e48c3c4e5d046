#include "report/verification.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "base/words.hpp"
#include "report/layout.hpp"

namespace anholon::request {

namespace {

std::string proof_text(Proof proof, double error_bound) {
    return std::string(name(proof)) +
           (proof == Proof::prime_field ? " (chance of error below " + rounded_up(error_bound) + ")" : "");
}

Json as_json(Answer a) { return a == Answer::unknown ? Json() : Json(a == Answer::yes); }

// Only one law is there where dry friction acts: nothing agrees with it.
bool has_forms(const Verification& page) {
    return std::ranges::any_of(page.forms, [](const FormVerdict& v) {
        return !v.inapplicable && v.form->role == EquationForm::Role::form;
    });
}

const char* headline(const Verification& page) {
    if (!has_forms(page)) return ": there are no forms to compare\n";
    switch (page.agree) {
        case Answer::yes: return ": all forms agree\n";
        case Answer::no: return ": NOT all forms agree\n";
        case Answer::unknown: return ": not all forms could be compared\n";
    }
    return "";
}

Json as_json(const ExpectationVerdict& v, const std::string& stated) {
    return Json::object({{"expect", stated},
                         {"holds", as_json(v.holds)},
                         {"reason", v.reason.empty() ? Json() : Json(v.reason)},
                         {"restriction", v.restriction.empty() ? Json() : Json(v.restriction)},
                         {"proof", Json(name(v.proof))},
                         {"error_bound", v.error_bound}});
}

Json as_json(const LoweringVerdict& v) {
    if (!v.has_parts) return Json();
    const auto optional = [](const std::string& s) { return s.empty() ? Json() : Json(s); };
    return Json::object({{"agrees", as_json(v.agrees)},
                         {"states", v.states},
                         {"reactions", v.reactions},
                         {"worst", v.worst},
                         {"reason", optional(v.reason)},
                         {"difference", optional(v.difference)}});
}

}  // namespace

Json as_json(const FormVerdict& v) {
    const auto optional = [](const std::string& s) { return s.empty() ? Json() : Json(s); };
    return Json::object({{"form", v.form->id},
                         {"applicable", !v.inapplicable.has_value()},
                         {"reason", optional(v.inapplicable ? *v.inapplicable : v.reason)},
                         {"agrees", v.inapplicable ? Json() : as_json(v.agrees)},
                         {"proof", v.inapplicable ? Json() : Json(name(v.proof))},
                         {"error_bound", v.error_bound},
                         {"difference", optional(v.difference)},
                         {"as_it_must_be", is_as_it_must_be(v)},
                         {"seconds", v.seconds}});
}

std::string verdict_text(const FormVerdict& v) {
    if (v.inapplicable) return "does not apply: " + *v.inapplicable;
    switch (v.agrees) {
        case Answer::yes: return "agrees, by " + proof_text(v.proof, v.error_bound);
        case Answer::no: return "differs" + (v.difference.empty() ? ", by prime field" : ": " + v.difference);
        case Answer::unknown: return "unknown: " + v.reason;
    }
    return "";
}

std::string verdict_text(const ExpectationVerdict& v) {
    switch (v.holds) {
        case Answer::yes:
            return (v.proof == Proof::none ? "holds" : "holds, by " + proof_text(v.proof, v.error_bound)) +
                   (v.restriction.empty() ? "" : ", " + v.restriction);
        case Answer::no: return "DOES NOT HOLD: " + v.reason;
        case Answer::unknown: return "not decided: " + v.reason;
    }
    return "";
}

std::string verdict_text(const LoweringVerdict& v) {
    switch (v.agrees) {
        case Answer::yes:
            return fmt::format("agrees with Newton–Euler at {} states, worst {:.1g}", v.states, v.worst);
        case Answer::no: return "DIFFERS from Newton–Euler: " + v.difference;
        case Answer::unknown: return "not compared with Newton–Euler: " + v.reason;
    }
    return "";
}

namespace {

std::string as_text(const Eliminations& found, std::size_t width) {
    if (found.why_not)
        return paragraph("  ", "no choice of eliminated velocities: " + *found.why_not, 6, width);
    std::vector<ListedTerm> rows;
    for (const auto& [eliminated, verdict] : found.choices)
        rows.push_back({joined(eliminated), verdict_text(verdict)});
    std::string out = "  the forbidden form by the velocities that are eliminated\n" + term_list(rows, width);
    if (found.impossible > 0)
        out += paragraph(
            "  ", "choices for which the constraints cannot be solved: " + std::to_string(found.impossible),
            6, width);
    return out;
}

Json as_json(const Eliminations& found) {
    Json::Array choices;
    for (const auto& [eliminated, verdict] : found.choices) {
        Json::Array names;
        for (const std::string& name : eliminated) names.emplace_back(name);
        choices.push_back(
            Json::object({{"eliminated", Json::array(std::move(names))},
                          {"applicable", !verdict.inapplicable.has_value()},
                          {"agrees", verdict.inapplicable ? Json() : as_json(verdict.agrees)},
                          {"difference", verdict.difference.empty() ? Json() : Json(verdict.difference)}}));
    }
    return Json::object({{"choices", Json::array(std::move(choices))},
                         {"impossible", found.impossible},
                         {"reason", found.why_not ? Json(*found.why_not) : Json()}});
}

}  // namespace

std::string as_text(const Verification& page, std::size_t width) {
    std::string out = page.system + headline(page);
    for (const FormVerdict& v : page.forms) {
        std::string id = "  " + v.form->id;
        id.resize(std::max<std::size_t>(id.size() + 1, 26), ' ');
        out += paragraph(id, verdict_text(v), 26, width);
    }
    if (page.eliminations) out += as_text(*page.eliminations, width);
    if (page.model.has_parts) out += "  the model itself: " + verdict_text(page.model) + "\n";
    for (const auto& [stated, v] : page.expectations)
        out += paragraph("  ", stated + ": " + verdict_text(v), 6, width);
    if (!page.inputs.empty())
        out += paragraph("  ", "inputs are held constant: " + joined(page.inputs), 6, width);
    if (page.seed != 0) out += "  random primes and points from seed " + std::to_string(page.seed) + "\n";
    return out;
}

Json as_json(const Verification& page) {
    Json::Array forms, expectations, inputs;
    for (const std::string& name : page.inputs) inputs.emplace_back(name);
    for (const FormVerdict& v : page.forms) forms.push_back(as_json(v));
    for (const auto& [stated, v] : page.expectations) expectations.push_back(as_json(v, stated));
    Json::Object out{{"system", page.system},
                     {"agree", as_json(has_forms(page) ? page.agree : Answer::unknown)},
                     {"forms", Json::array(std::move(forms))},
                     {"model", as_json(page.model)},
                     {"expectations", Json::array(std::move(expectations))},
                     {"inputs", Json::array(std::move(inputs))}};
    out.emplace_back("seed", page.seed);
    if (page.eliminations) out.emplace_back("eliminations", as_json(*page.eliminations));
    return Json::object(std::move(out));
}

}  // namespace anholon::request
