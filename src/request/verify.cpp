#include "request/verify.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "code/tiered.hpp"
#include "expr/print.hpp"
#include "model/request.hpp"
#include "motion/expectations.hpp"
#include "request/linear_integrals.hpp"

namespace anholon::request {

namespace {

// Values at a time are decided by simulation, all else exactly.
std::vector<ExpectationVerdict> decided(ModelClaims& claims) {
    const System& system = claims.setting().system;
    std::vector<ExpectationVerdict> verdicts = check_expectations(claims);
    for (const ValueVerdict& value : check_values(system, {.make = tiered})) {
        const auto v = std::ranges::find(verdicts, value.expectation, &ExpectationVerdict::expectation);
        v->reason = value.reason;
        if (!value.reason.empty()) continue;
        v->holds = value.holds ? Answer::yes : Answer::no;
        if (!value.holds) v->reason = "it is " + decimal(value.value, 15);
    }
    for (ExpectationVerdict& v : verdicts)
        if (expects_linear_integrals(*v.expectation)) decide_linear_integrals(v, system);
    return verdicts;
}

// A core and a system on a level expect more than their text says.
std::string written(const Expectation& e) {
    if (e.kind == Expectation::Kind::integral) return "expect integral " + e.name;
    return "expect equation " + text(e.left) + " = " + text(e.right);
}

}  // namespace

Verification answer(const Verify& request, const Source& source, const System& system) {
    const auto claims = std::make_shared<ModelClaims>(system, std::string(source.text()),
                                                      proof::JudgeOptions{.seed = request.options.seed});
    Verification out{.system = request.title,
                     .forms = verify(*claims, request.options),
                     .model = verify_lowering(source, system, {.seed = claims->options().seed}),
                     .expectations = {},
                     .inputs = names_of_inputs(system)};
    out.seed = claims->options().seed;
    out.claims = claims;
    if (request.eliminations) out.eliminations = forbidden_by_elimination(system, request.options);
    for (const FormVerdict& v : out.forms)
        if (!is_as_it_must_be(v) && out.agree != Answer::no) out.agree = v.agrees;
    for (const ExpectationVerdict& v : decided(*claims)) {
        const std::string stated(source.text(v.expectation->span));
        out.expectations.push_back({stated.empty() ? written(*v.expectation) : stated, v});
    }
    return out;
}

}  // namespace anholon::request
