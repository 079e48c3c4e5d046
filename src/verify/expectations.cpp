#include <algorithm>

#include "mechanics/claims/model_claims.hpp"
#include "verify/verify.hpp"

namespace anholon {

namespace {

bool keeps_velocity_constraints(Axiom axiom) {
    return axiom != Axiom::viscous && axiom != Axiom::added_mass && axiom != Axiom::free;
}

std::size_t kept_constraints(const System& system) {
    return static_cast<std::size_t>(std::ranges::count_if(system.constraints, [&](const Constraint& k) {
        return k.kind == Constraint::Kind::geometric || keeps_velocity_constraints(system.motion.axiom);
    }));
}

// v ∂L/∂v − L
Expr energy(const Setting& s) { return d(s.L, s.v)(Vector(s.v)) - s.L; }

using Outcome = proof::Judgement::Outcome;
using Of = ModelClaims::Of;

// First for any values of the parameters; where that fails, for those that the model declares, which it is about.
void judge(ModelClaims& claims, const std::string& id, ExpectationVerdict& v) {
    const Expectation& expected = *v.expectation;
    const bool is_integral = expected.kind == Expectation::Kind::integral;
    const Setting& s = claims.setting();
    const Expr e = !is_integral                ? expected.left - expected.right
                   : expected.name == "energy" ? energy(s)
                                               : expected.left;
    const auto judged = [&](Of law) -> const ModelClaims::Judged& {
        claims.judge(is_integral ? claims.of_integral(id, e, law) : claims.of_equation(id, e, law));
        return claims.judged().back();
    };
    const auto witness = [&](const ModelClaims::Judged& one) {
        return (is_integral ? "its rate is " : "the two sides differ by ") + one.judgement.value + " at " +
               claims.witness_text(one);
    };
    if (!claims.system(Of::own_law, v.reason)) return;
    const ModelClaims::Judged& any = judged(Of::own_law);
    const ModelClaims::Judged* last = &any;
    const bool is_special = any.judgement.outcome != Outcome::holds && !s.system.parameters.empty();
    if (is_special && claims.system(Of::own_law_as_declared, v.reason))
        last = &judged(Of::own_law_as_declared);
    const proof::Judgement& found = last->judgement;
    switch (found.outcome) {
        case Outcome::holds:
            v.holds = Answer::yes;
            v.proof = Proof::prime_field;
            v.error_bound = found.error_bound();
            if (last != &any)
                v.restriction =
                    "for the parameters as declared" + (any.judgement.outcome == Outcome::fails
                                                            ? ", not for all values: " + witness(any)
                                                            : std::string("; not decided for all values"));
            break;
        case Outcome::fails:
            v.holds = Answer::no;
            v.proof = Proof::witness;
            v.reason = witness(*last);
            break;
        case Outcome::open: v.reason = found.reason; break;
    }
}

// Whether expressions vanish at all states, as they are drawn for a law; the first witness of no in `why`.
Answer vanish(ModelClaims& claims, const std::vector<Expr>& list, Of law, std::string& why) {
    Answer all = Answer::yes;
    if (!claims.system(law, why)) return Answer::unknown;
    for (const Expr& e : list) {
        const ModelClaims::Judged one = claims.judged_apart(claims.of_equation("", e, law));
        if (one.judgement.outcome == Outcome::open) {
            all = Answer::unknown;
            why = one.judgement.reason;
        }
        if (one.judgement.outcome != Outcome::fails) continue;
        why = claims.witness_text(one);
        return Answer::no;
    }
    return all;
}

// The constraints are holonomic if these vanish at all states: geometric constraints allow an affine space of velocities at each
// position, so that q̇_α = g_α(t, q, q̇_r) is affine in q̇_r; and of affine ones the brackets stay among the free directions.
std::optional<std::vector<Expr>> obstructions(const Setting& s, std::string& why) {
    std::vector<Expr> out;
    if (s.has_nonlinear_constraints() && !s.not_solved()) {
        std::vector<Expr> free;
        for (const std::size_t r : s.solved().independent) free.push_back(s.v[r]);
        for (const Expr& g : s.solved().g) {
            const Matrix seconds = hessian(g, free);
            out.insert(out.end(), seconds.entries().begin(), seconds.entries().end());
        }
        std::erase(out, s.c.zero());
        if (!out.empty()) return out;
    }
    if (const Reason reason = s.no_frame()) {
        why = *reason;
        return std::nullopt;
    }
    const AdaptedFrame& X = s.frame();
    for (const std::size_t r : indices(0, X.l()))
        for (const std::size_t k : indices(r + 1, X.l()))
            for (const std::size_t m : indices(X.l() + 1, X.n()))
                if (const Expr c = X.c(m, r, k); c != s.c.zero()) out.push_back(c);
    return out;
}

// Whether the constraints are integrable: for any values of the parameters, or for those declared.
void judge_integrability(ModelClaims& claims, ExpectationVerdict& v) {
    const bool wants_holonomic = v.expectation->kind == Expectation::Kind::holonomic;
    std::string why;
    const auto list = obstructions(claims.setting(), why);
    if (!list) {
        v.reason = why;
        return;
    }
    const Answer any = vanish(claims, *list, Of::nonholonomic, why);
    const bool has_parameters = !claims.setting().system.parameters.empty();
    const Answer here =
        any == Answer::yes || !has_parameters ? any : vanish(claims, *list, Of::own_law_as_declared, why);
    if (here == Answer::unknown) {
        v.reason = "integrability could not be decided: " + why;
        return;
    }
    const bool is_holonomic = here == Answer::yes;
    v.holds = is_holonomic == wants_holonomic ? Answer::yes : Answer::no;
    if (any == Answer::no && is_holonomic)
        v.restriction = "for the parameters as declared, not for all values";
    if (v.holds == Answer::no)
        v.reason = is_holonomic ? "the constraints are integrable" : "the constraints are not integrable";
}

}  // namespace

std::vector<ExpectationVerdict> check_expectations(ModelClaims& claims) {
    const Setting& s = claims.setting();
    const System& system = s.system;
    std::vector<ExpectationVerdict> verdicts;
    for (const Expectation& expectation : system.expectations)
        verdicts.push_back({.expectation = &expectation, .reason = {}});
    for (ExpectationVerdict& v : verdicts) {
        const Expectation& expected = *v.expectation;
        switch (expected.kind) {
            case Expectation::Kind::dof: {
                const std::size_t dof = s.n() - kept_constraints(system);
                v.holds = dof == expected.count ? Answer::yes : Answer::no;
                if (v.holds == Answer::no) v.reason = "it has " + std::to_string(dof);
                break;
            }
            case Expectation::Kind::holonomic:
            case Expectation::Kind::nonholonomic: {
                try {
                    judge_integrability(claims, v);
                } catch (const Undefined& error) {
                    v.reason = std::string("the constraints have no value: ") + error.what();
                }
                break;
            }
            case Expectation::Kind::integral:
            case Expectation::Kind::equation:
                if (expected.left || expected.name == "energy") try {
                        judge(claims, "expect " + std::to_string(&v - verdicts.data() + 1), v);
                    } catch (const Undefined& error) {
                        v.reason = std::string("the equations of motion have no value: ") + error.what();
                    }
                else
                    v.reason = "linear equations are looked for elsewhere";
                break;
            case Expectation::Kind::value: v.reason = "a value at a time requires a simulation"; break;
        }
    }
    return verdicts;
}

std::vector<ExpectationVerdict> check_expectations(const System& system, std::uint64_t seed) {
    ModelClaims claims(system, "", {.seed = seed});
    return check_expectations(claims);
}

}  // namespace anholon
