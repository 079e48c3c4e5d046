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

const char* headline(Answer agree) {
    switch (agree) {
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
            return v.proof == Proof::none ? "holds" : "holds, by " + proof_text(v.proof, v.error_bound);
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

std::string as_text(const Verification& page, std::size_t width) {
    std::string out = page.system + headline(page.agree);
    for (const FormVerdict& v : page.forms) {
        std::string id = "  " + v.form->id;
        id.resize(std::max<std::size_t>(id.size() + 1, 26), ' ');
        out += paragraph(id, verdict_text(v), 26, width);
    }
    if (page.model.has_parts) out += "  the model itself: " + verdict_text(page.model) + "\n";
    for (const auto& [stated, v] : page.expectations)
        out += paragraph("  ", stated + ": " + verdict_text(v), 6, width);
    if (!page.inputs.empty())
        out += paragraph("  ", "inputs are held constant: " + joined(page.inputs), 6, width);
    return out;
}

Json as_json(const Verification& page) {
    Json::Array forms, expectations, inputs;
    for (const std::string& name : page.inputs) inputs.emplace_back(name);
    for (const FormVerdict& v : page.forms) forms.push_back(as_json(v));
    for (const auto& [stated, v] : page.expectations) expectations.push_back(as_json(v, stated));
    return Json::object({{"system", page.system},
                         {"agree", as_json(page.agree)},
                         {"forms", Json::array(std::move(forms))},
                         {"model", as_json(page.model)},
                         {"expectations", Json::array(std::move(expectations))},
                         {"inputs", Json::array(std::move(inputs))}});
}

}  // namespace anholon::request
