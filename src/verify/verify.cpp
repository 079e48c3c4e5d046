#include "verify/verify.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/deadline.hpp"
#include "expr/normal_form.hpp"
#include "expr/walk.hpp"
#include "mechanics/claims/model_claims.hpp"

namespace anholon {

namespace {

struct Candidate {
    FormVerdict verdict;
    std::optional<Equations> equations;
};

class Verification {
  public:
    Verification(ModelClaims& claims, const VerifyOptions& options)
        : claims_(claims), s_(claims.setting()), asked_(s_.system, options.independent), options_(options) {}

    std::vector<FormVerdict> run() {
        derive_all();
        judge_all();
        std::vector<FormVerdict> verdicts;
        for (Candidate& c : candidates_) verdicts.push_back(std::move(c.verdict));
        return verdicts;
    }

  private:
    static double seconds_since(std::chrono::steady_clock::time_point start) {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }

    void derive_all() {
        for (const EquationForm& form : all_forms()) {
            if (options_.only && &form != options_.only && &form != &all_forms().front()) continue;
            if (options_.progress) options_.progress(form);
            const auto start = std::chrono::steady_clock::now();
            const Setting& s = &form == options_.only && options_.independent ? asked_ : s_;
            Candidate c;
            c.verdict.form = &form;
            try {
                c.verdict.inapplicable = form.inapplicable(s);
                if (!c.verdict.inapplicable) c.equations = form.derive(s);
            } catch (const std::exception& error) {
                not_derived(c, error);
            }
            c.verdict.seconds = seconds_since(start);
            if (!c.equations) tell(c);
            candidates_.push_back(std::move(c));
        }
    }

    void tell(const Candidate& c) const {
        if (options_.verdict) options_.verdict(c.verdict);
    }

    // One form's misfortune is its own. Lack of time or memory is everybody's.
    static void not_derived(Candidate& c, const std::exception& error) {
        if (dynamic_cast<const TimeIsUp*>(&error) || dynamic_cast<const std::bad_alloc*>(&error)) throw;
        c.equations.reset();
        c.verdict.reason = std::string("could not be derived: ") + error.what();
    }

    void judge_all() {
        std::string why;
        const bool has_system = claims_.system(ModelClaims::Of::nonholonomic, why).has_value();
        for (Candidate& c : candidates_) {
            if (!c.equations) continue;
            const auto start = std::chrono::steady_clock::now();
            if (has_system) try {
                    judge(c);
                } catch (const Undefined& error) {
                    not_derived(c, error);
                }
            else
                c.verdict.reason = why;
            c.verdict.seconds += seconds_since(start);
            tell(c);
        }
    }

    void judge(Candidate& c) {
        using Outcome = proof::Judgement::Outcome;
        FormVerdict& v = c.verdict;
        const proof::Judgement& found = claims_.judge(claims_.of_form(*v.form, *c.equations));
        switch (found.outcome) {
            case Outcome::holds:
                v.agrees = Answer::yes;
                v.proof = Proof::prime_field;
                v.error_bound = found.error_bound();
                prove_by_normal_form(c);
                break;
            case Outcome::fails:
                v.agrees = Answer::no;
                v.proof = Proof::witness;
                v.difference = found.value + ", at " + claims_.witness_text(claims_.judged().back());
                break;
            case Outcome::open: v.reason = found.reason; break;
        }
    }

    // ------------------------------------------------------------------ symbolically, for small systems

    // Accelerations as functions of t, q and independent velocities alone; nothing where that cannot be had, as where an elimination
    // divides by what vanishes on the constraints.
    std::optional<std::vector<Expr>> explicit_accelerations(const Candidate& c) {
        try {
            return written_out(*c.equations);
        } catch (const Undefined&) {
            return std::nullopt;
        }
    }

    // q̈ along the motion of a form: v(x) differentiated with ẋ = G.
    std::optional<std::vector<Expr>> written_out(const Equations& e) {
        if (e.unknowns.size() > options_.max_size) return std::nullopt;
        if (!s_.system.functions_of_place().empty()) return std::nullopt;  // q themselves are dependent
        for (const Expr& v : e.velocities)
            for (const Expr& symbol : symbols_of(v))
                if (std::ranges::find(e.unknowns, symbol) != e.unknowns.end()) return std::nullopt;
        if (!free_) {
            free_.emplace();
            if (!s_.no_frame()) {
                for (const Expr& u : s_.v)
                    free_->emplace_back(u, substitute(s_.frame().in_eta(u), s_.frame().on_constraints()));
            } else if (!s_.not_solved()) {
                *free_ = s_.solved().restriction(s_.system);
            }
        }
        Direction along{{s_.t, s_.c.one()}};
        for (std::size_t k = 0; k < e.state.size(); ++k) along.emplace_back(e.state[k], e.rates[k]);
        std::vector<Expr> accelerations = directional_derivative(e.velocities, along);
        if (!e.unknowns.empty()) {
            const Solution z = solve(e.W, e.r);
            if (z.outcome != Solution::Outcome::unique) return std::nullopt;
            Substitution in;
            for (std::size_t k = 0; k < z.x.size(); ++k) in.emplace_back(e.unknowns[k], z.x[k]);
            accelerations = substitute(accelerations, in);
        }
        return substitute(substitute(accelerations, e.state_of), *free_);
    }

    const std::optional<std::vector<Expr>>& reference() {
        if (!reference_)
            reference_ = candidates_[0].equations ? explicit_accelerations(candidates_[0]) : std::nullopt;
        return *reference_;
    }

    void prove_by_normal_form(Candidate& c) {
        const auto &expected = reference(), found = explicit_accelerations(c);
        if (!expected || !found) return;
        for (std::size_t i = 0; i < found->size(); ++i) {
            const Expr difference = (*found)[i] - (*expected)[i];
            try {
                const NormalForms forms(std::span(&difference, 1), options_.max_terms);
                if (!forms[0].is_zero()) return;
            } catch (const std::runtime_error&) {  // too large, or it divides by zero on the constraints
                return;
            }
        }
        c.verdict.proof = Proof::normal_form;
        c.verdict.error_bound = 0;
    }

    ModelClaims& claims_;
    const Setting& s_;
    Setting asked_;
    const VerifyOptions& options_;
    std::vector<Candidate> candidates_;
    std::optional<Substitution> free_;
    std::optional<std::optional<std::vector<Expr>>> reference_;
};

}  // namespace

std::vector<FormVerdict> verify(ModelClaims& claims, const VerifyOptions& options) {
    return Verification(claims, options).run();
}

std::vector<FormVerdict> verify(const System& system, const VerifyOptions& options) {
    ModelClaims claims(system, "", {.seed = options.seed});
    return verify(claims, options);
}

bool is_as_it_must_be(const FormVerdict& v) {
    return v.inapplicable || v.form->role != EquationForm::Role::form || v.agrees == Answer::yes;
}

}  // namespace anholon
