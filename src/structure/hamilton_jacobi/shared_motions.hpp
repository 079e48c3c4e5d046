#pragma once

#include "structure/hamilton_jacobi/hamilton_jacobi.hpp"
#include "structure/zeros/zero_set.hpp"

namespace anholon {

// The motions of a nonholonomic system that the generalised Hamilton–Jacobi method finds (Van Dooren 1975–78): curves of a complete
// integral of X_0 S + H(t, q, X S) = 0, which are the vakonomic motions, that satisfy the nonholonomic equations as well.  Rumyantsev, Sumbatov 1978
// With μ_α = ∂L̂/∂η_α − X_α S these are the motions on which
//   N_s = (c^α_rs η_r + c^α_0s) μ_α = 0,   μ̇_α = (∂L̂/∂η_α)˙ − (c^m_rα η_r + c^m_0α) p_m − X_α L̂,   p_m = ∂L̂/∂η_m − μ_m,
// and on which all time derivatives of N_s vanish: equations in (q, η, μ), solved by families.
struct SharedMotions {
    enum class Verdict {
        undecided,
        all,     // every motion
        steady,  // steady ones alone: all η̇_s = 0
        some,
        none,
    } verdict = Verdict::undecided;
    std::string reason = {};  // of undecided
    std::vector<Expr> free;   // η_s
    std::vector<Expr> mu;     // letters
    std::vector<std::string> constraints;
    std::vector<Expr> N;  // one per free velocity
    struct Family {
        Substitution conditions;  // η, q as functions of the others
        bool is_steady = false, is_rest = false;
    };
    std::vector<Family> families = {};
    bool has_singular_states = false;  // families were left out on which the frame has no value
    std::size_t cases = 0;             // that were distinguished
    FactProof proof = {};
};
SharedMotions shared_motions(const Setting& s, const Budget& budget);

}  // namespace anholon
