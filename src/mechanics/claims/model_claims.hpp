#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>

#include "mechanics/forms/registry.hpp"
#include "proof/judge.hpp"
#include "proof/translation.hpp"

namespace anholon {

// A system in the words of claims (proof/claim.hpp): its Lagrangian, forces and constraints under a law, and claims about it, from
// which certificates are written as well.
class ModelClaims {
  public:
    // `text` is what the author wrote.
    explicit ModelClaims(const System& system, std::string text = {},
                         const proof::JudgeOptions& options = {});
    ModelClaims(const ModelClaims&) = delete;
    ModelClaims& operator=(const ModelClaims&) = delete;

    const Setting& setting() const { return s_; }
    const proof::JudgeOptions& options() const { return options_; }
    proof::Subject& subject() { return subject_; }
    const proof::Subject& subject() const { return subject_; }

    // Judges a claim, and keeps it for a certificate.
    struct Judged {
        Judged(proof::Claim c, proof::Judgement j) : claim(std::move(c)), judgement(std::move(j)) {}
        proof::Claim claim;
        proof::Judgement judgement;
    };
    const proof::Judgement& judge(proof::Claim claim);
    Judged judged_apart(proof::Claim claim);  // without keeping it
    const std::deque<Judged>& judged() const { return judged_; }
    // "x = 1, y' = 0.25": the state that refutes a claim, as far as the claim and the law depend on it.
    std::string witness_text(const Judged& refuted);
    // A sentence with names as the author wrote them.
    std::string without_prefixes(std::string text) const;

    enum class Of {
        nonholonomic,  // whatever law the model states
        own_law,
        own_law_as_declared,  // with the parameters at the values that the model declares
    };
    // The index of the system; or why there is none, in `why`.
    std::optional<std::size_t> system(Of law, std::string& why);

    // The claim that the equations of a form hold along motions and determine the accelerations. Symbols of its state that are no function of
    // (t, q, q̇), such as multipliers that have a motion of their own, may have any values.
    proof::Claim of_form(const EquationForm& form, const Equations& e);
    // Claims about a function of t, q, q̇ and the multipliers, and about an expression in accelerations and reactions too. The system must be there.
    // It is stated where the functions `positive` are, as far as they are functions of the state.
    proof::Claim of_integral(std::string id, const Expr& F, Of law = Of::own_law,
                             std::span<const Expr> positive = {});
    proof::Claim of_equation(std::string id, const Expr& difference, Of law = Of::own_law,
                             std::span<const Expr> positive = {});

  private:
    void add_free(proof::Claim& claim);
    void add_conditions(proof::Claim& claim, Of law, std::span<const Expr> positive);
    proof::Id less_levels(const Expr& e, Of law);
    static std::string prefix(Of law);
    std::string prefix(std::size_t system) const;
    Of same_as(Of law) const;  // the first law that is the same for this model

    Setting s_;
    std::string text_;
    proof::JudgeOptions options_;
    std::deque<Judged> judged_;
    proof::Subject subject_;
    std::map<Of, proof::Translation> translations_;
    std::map<Of, std::size_t> systems_;
};

}  // namespace anholon
