#include <algorithm>

#include "base/words.hpp"
#include "expr/dependence.hpp"
#include "expr/print.hpp"
#include "mechanics/claims/model_claims.hpp"
#include "mechanics/points/generic_rank.hpp"
#include "verify/verify.hpp"

namespace anholon {

namespace {

bool keeps_velocity_constraints(Axiom axiom) {
    return axiom != Axiom::viscous && axiom != Axiom::added_mass && axiom != Axiom::free;
}

// The number of independent constraints where they hold, with the parameters as declared; of the geometric ones alone where the law
// does not keep the others.
enum class Counted { all, those_that_are_kept };
GenericRank independent_constraints(const Setting& s, Counted which) {
    const System& system = s.system;
    const bool keeps_velocities = keeps_velocity_constraints(system.motion.axiom);
    Substitution declared;
    for (const Parameter& p : system.parameters) declared.emplace_back(p.symbol, p.exact);
    std::vector<Expr> f;
    for (const Constraint& k : system.constraints)
        if (k.kind == Constraint::Kind::geometric)
            f.push_back(substitute(time_derivative(k.residual), s.kinematics(s.v)));
        else if (keeps_velocities || which == Counted::all)
            f.push_back(k.residual);
    using enum ManifoldPoints::Keep;
    return generic_rank(s, jacobian(f, s.v),
                        {.declared = declared, .keep = keeps_velocities ? all_constraints : geometric_ones});
}

// v ∂L/∂v − L
Expr energy(const Setting& s) { return d(s.L, s.v)(Vector(s.v)) - s.L; }

using Outcome = proof::Judgement::Outcome;
using Of = ModelClaims::Of;

bool has_sign_by_range(const Parameter& p) {
    return p.range && (p.range->first.sign() > 0 || p.range->second.sign() < 0);
}

// Parameters that choose branches of what is claimed or of the law: with the signs that they have as declared, they are positive.
std::vector<Expr> signs_as_declared(const Setting& s, const Expr& e) {
    std::vector<Expr> all{e, s.L};
    all.insert(all.end(), s.Q.begin(), s.Q.end());
    for (const Constraint& k : s.system.constraints) all.push_back(k.residual);
    std::vector<Expr> positive;
    for (const Parameter& p : s.system.parameters)
        if (p.value.sign() != 0 && !has_sign_by_range(p) &&
            std::ranges::any_of(all, [&](const Expr& f) { return branches_with(f, p.symbol); }))
            positive.push_back(p.value.sign() > 0 ? p.symbol : -p.symbol);
    return positive;
}

// "k > 0 and c < 0"
std::string text_of_signs(const std::vector<Expr>& positive) {
    std::vector<std::string> words;
    for (const Expr& e : positive)
        words.push_back(e.kind() == Kind::symbol ? text(e) + " > 0" : text(-e) + " < 0");
    return joined(words, " and ");
}

// First for any values of the parameters; where that fails, for those with the signs of the declared ones; then for the declared ones
// alone, which it is about.
void judge(ModelClaims& claims, const std::string& id, ExpectationVerdict& v) {
    const Expectation& expected = *v.expectation;
    const bool is_integral = expected.kind == Expectation::Kind::integral;
    const Setting& s = claims.setting();
    const Expr e = !is_integral                ? expected.left - expected.right
                   : expected.name == "energy" ? energy(s)
                                               : expected.left;
    const auto judged = [&](Of law, const std::string& suffix, const std::vector<Expr>& signs = {}) {
        std::vector<Expr> positive(expected.domain.begin(), expected.domain.end());
        positive.insert(positive.end(), signs.begin(), signs.end());
        claims.judge(is_integral ? claims.of_integral(id + suffix, e, law, positive)
                                 : claims.of_equation(id + suffix, e, law, positive));
        return claims.judged().back();
    };
    const auto witness = [&](const ModelClaims::Judged& one) {
        return (is_integral ? "its rate is " : "the two sides differ by ") + one.judgement.value + " at " +
               claims.witness_text(one);
    };
    if (!claims.system(Of::own_law, v.reason)) return;
    const auto holds = [](const ModelClaims::Judged& one) { return one.judgement.outcome == Outcome::holds; };
    const auto is_about_declared = [&](const ModelClaims::Judged& one) {
        return s.system.parameters.empty() || (holds(one) && one.judgement.has_state_as_given);
    };
    const ModelClaims::Judged any = judged(Of::own_law, "");
    const bool holds_for_any = holds(any);
    ModelClaims::Judged last = any;
    std::string values;  // of the parameters, if not all
    if (!is_about_declared(last) && !holds_for_any)
        if (const std::vector<Expr> signs = signs_as_declared(s, e); !signs.empty()) {
            const ModelClaims::Judged with_signs = judged(Of::own_law, ", signs as declared", signs);
            if (is_about_declared(with_signs)) {
                last = with_signs;
                values = "where " + text_of_signs(signs);
            }
        }
    if (!is_about_declared(last) && claims.system(Of::own_law_as_declared, v.reason)) {
        last = judged(Of::own_law_as_declared, ", parameters as declared");
        values = "for the parameters as declared";
    }
    const proof::Judgement& found = last.judgement;
    switch (found.outcome) {
        case Outcome::holds:
            v.holds = Answer::yes;
            v.proof = Proof::prime_field;
            v.error_bound = found.error_bound();
            if (!holds_for_any && !values.empty())
                v.restriction = values + (any.judgement.outcome == Outcome::fails
                                              ? ", not for all values: " + witness(any)
                                              : std::string("; not decided for all values"));
            if (!found.except.empty())
                v.restriction += (v.restriction.empty() ? "" : "; ") +
                                 std::string("nothing is stated where ") + joined(found.except, " = 0 or ") +
                                 " = 0";
            break;
        case Outcome::fails:
            v.holds = Answer::no;
            v.proof = Proof::witness;
            v.reason = witness(last);
            break;
        case Outcome::open: v.reason = found.reason; break;
    }
    if (holds_for_any && v.holds != Answer::yes)
        v.reason = "for the parameters as declared " + v.reason + "; it holds for other values";
    v.reason = claims.without_prefixes(v.reason);
    v.restriction = claims.without_prefixes(v.restriction);
}

// Whether expressions vanish at all states, as they are drawn for a law; the first witness of no in `why`.
Answer vanish(ModelClaims& claims, const std::vector<Expr>& list, Of law, std::string& why,
              double& error_bound) {
    Answer all = Answer::yes;
    if (!claims.system(law, why)) return Answer::unknown;
    for (const Expr& e : list) {
        const ModelClaims::Judged one = claims.judged_apart(claims.of_equation("", e, law));
        if (one.judgement.outcome == Outcome::open) {
            all = Answer::unknown;
            why = claims.without_prefixes(one.judgement.reason);
        }
        if (one.judgement.outcome == Outcome::holds)
            error_bound = std::max(error_bound, one.judgement.error_bound());
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
            if (std::ranges::any_of(free, [&](const Expr& v) { return switches_with(g, v); })) {
                why = "a constraint has a corner in the velocities";
                return std::nullopt;
            }
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
    if (const GenericRank on_manifold = independent_constraints(s, Counted::all);
        on_manifold.rank < s.n() - X.l()) {
        why = on_manifold.rank ? "the constraints are dependent where they hold" : on_manifold.reason;
        return std::nullopt;
    }
    for (const std::size_t r : indices(0, X.l()))
        for (const std::size_t k : indices(r + 1, X.l()))
            for (const std::size_t m : indices(X.l() + 1, X.n()))
                if (const Expr c = X.c(m, r, k); c != s.c.zero()) out.push_back(c);
    return out;
}

void judge_integrability(ModelClaims& claims, ExpectationVerdict& v) {
    const bool wants_holonomic = v.expectation->kind == Expectation::Kind::holonomic;
    const HolonomicVerdict found = are_holonomic(claims);
    if (found.as_declared == Answer::unknown) {
        v.reason = "integrability could not be decided: " + found.reason;
        return;
    }
    const bool is_holonomic = found.as_declared == Answer::yes;
    v.holds = is_holonomic == wants_holonomic ? Answer::yes : Answer::no;
    if (found.for_any_parameters == Answer::no && is_holonomic)
        v.restriction = "for the parameters as declared, not for all values";
    if (v.holds == Answer::no)
        v.reason = is_holonomic ? "the constraints are integrable" : "the constraints are not integrable";
}

}  // namespace

HolonomicVerdict are_holonomic(ModelClaims& claims) {
    HolonomicVerdict out;
    const auto list = obstructions(claims.setting(), out.reason);
    if (!list) return out;
    out.obstructions = *list;
    out.for_any_parameters = vanish(claims, *list, Of::nonholonomic, out.reason, out.error_bound);
    const bool has_parameters = !claims.setting().system.parameters.empty();
    out.as_declared = out.for_any_parameters == Answer::yes || !has_parameters
                          ? out.for_any_parameters
                          : vanish(claims, *list, Of::own_law_as_declared, out.reason, out.error_bound);
    return out;
}

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
                const GenericRank constraints = independent_constraints(s, Counted::those_that_are_kept);
                if (!constraints.rank) {
                    v.reason = "the rank of the constraints: " + constraints.reason;
                    break;
                }
                const std::size_t dof = s.n() - *constraints.rank;
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
