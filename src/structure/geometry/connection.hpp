#pragma once

#include <string>
#include <vector>

#include "structure/evidence/fact.hpp"

namespace anholon {

enum class ConnectionVerdict { undecided, does_not_apply, flat, curved };
template <>
inline constexpr auto words<ConnectionVerdict> =
    std::to_array<std::string_view>({"not decided", "does not apply", "flat", "curved"});

// The nonholonomic connection of a natural system with homogeneous linear constraints that do not depend on time: Levi-Civita's of the
// kinetic energy, projected on the allowed velocities along its normals, and the curvature that Schouten gave it (Schouten 1928,
// Vranceanu 1936). In the free fields X_1..X_l of an adapted frame, with G_rs = g(X_r, X_s), P the orthogonal projection,
// P[X_r, X_s] = C^u_rs X_u and N_α = X_α − P X_α:
//   ∇_r X_p = Γ^u_rp X_u,   2 G_ut Γ^u_rp = X_r G_pt + X_p G_rt − X_t G_rp + C_rp,t − C_pt,r + C_tr,p,
//   R(X_r, X_s) X_p = R^u_prs X_u = ∇_r ∇_s X_p − ∇_s ∇_r X_p − ∇_P[X_r,X_s] X_p − c^α_rs P[N_α, X_p].
class NonholonomicConnection {
  public:
    // Throws NotAFrame; Undefined where the kinetic energy is degenerate.
    NonholonomicConnection(const Setting& s, const Budget& budget);

    std::size_t l() const { return l_; }
    // Indices from 1 to l.
    const Expr& gamma(std::size_t u, std::size_t r, std::size_t p) const { return gamma_[at(u, r, p)]; }
    Expr curvature(std::size_t u, std::size_t p, std::size_t r, std::size_t s) const;
    const Expr& metric(std::size_t r, std::size_t p) const { return G_(r - 1, p - 1); }
    const Expr& projected_bracket(std::size_t u, std::size_t r, std::size_t p) const {
        return C_[at(u, r, p)];
    }
    // η̇_u + Γ^u_rp η_r η_p − G^ut (Q_t − X_t V), which vanishes along motions; in t, q, q̇, q̈.
    std::vector<Expr> motion_residuals() const;

  private:
    std::size_t at(std::size_t u, std::size_t r, std::size_t p) const {
        return ((u - 1) * l_ + r - 1) * l_ + p - 1;
    }
    Expr across(std::size_t u, std::size_t alpha, std::size_t p) const;  // P[N_α, X_p] along X_u

    const Setting& s_;
    const AdaptedFrame& X_;
    std::size_t l_;
    Matrix G_, inverse_G_, K_;  // P X_α = K_α^u X_u
    std::vector<Expr> C_, gamma_;
};

// What it says of a system.
struct ConnectionFound {
    ConnectionVerdict verdict = ConnectionVerdict::undecided;
    std::string reason = {};  // of undecided, and why it does not apply
    std::vector<Expr> velocities = {};
    struct Component {
        std::vector<std::size_t> indices;  // u, r, p of Γ^u_rp; u, p, r, s of R^u_prs with r < s
        Expr value;
    };
    std::vector<Component> gamma = {}, curvature = {};  // those that do not vanish
    bool has_constraints = false;                       // on velocities; otherwise it is Levi-Civita's
    bool is_inertial = false;                           // no potential, no forces: motions are autoparallels
    bool for_these_parameters = false;                  // some component vanishes for the stated values alone
    Answer is_parallel = Answer::unknown;  // vectors are carried independently of the way (Wagner)
    std::string parallelism_open = {};     // why that is not known
    // Wagner's curvature (wagner_curvature.hpp): Y_k = λ^ab [Y_a, Y_b] beyond the free fields Y_1..Y_l, and the components that do not vanish.
    struct WagnerField {
        struct Term {
            std::size_t a, b;
            Expr factor;
        };
        std::vector<Term> terms;
    };
    std::vector<WagnerField> wagner_fields = {};
    std::vector<Component> wagner = {};  // u, p, a, b of W^u_pab with a < b
    FactProof proof = {};
};
ConnectionFound nonholonomic_connection(const Setting& s, const Budget& budget);

}  // namespace anholon
