#include "mechanics/forms/registry.hpp"

#include <algorithm>
#include <array>

#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/kane_writing.hpp"

namespace anholon {

namespace {

using Role = EquationForm::Role;

// Of all forms the law of dry friction alone knows of it; none other may leave it out.
template <Reason (*inapplicable)(const Setting&)>
Reason without_friction(const Setting& s) {
    if (!s.system.frictions.empty()) return "the model has dry friction, which this form does not contain";
    return inapplicable(s);
}

#define FORM(function, id, title, source, formula, role) \
    EquationForm { id, title, source, formula, role, without_friction<function##_inapplicable>, function }
#define WRITTEN_FORM(function, id, title, source, formula, role)                               \
    EquationForm {                                                                             \
        id, title, source, formula, role, without_friction<function##_inapplicable>, function, \
            write_##function                                                                   \
    }

const std::array forms{
    FORM(lagrange_multipliers, "lagrange-multipliers", "Lagrange, first kind (multipliers)", "Routh 1884",
         "[L]_i = Q_i + λ_μ ∂f_μ/∂q̇_i,  f_μ = 0", Role::form),
    FORM(lagrange_quasi, "lagrange-quasi", "Lagrange with multipliers in quasi-velocities", "Hamel 1904",
         "(∂L/∂η_s)˙ − X_s L = c^m_rs η_r ∂L/∂η_m + c^m_0s ∂L/∂η_m + Q_s + N_s", Role::form),
    FORM(lagrange, "lagrange", "Lagrange, second kind", "Lagrange 1788", "[L]_i = Q_i", Role::form),
    FORM(redundant, "lagrange-redundant", "Lagrange in redundant coordinates", "Rumyantsev 1996",
         "(∂L*/∂q̇_s)˙ − ∂L*/∂q_s − b_js ∂L*/∂q_j = Q*_s", Role::form),
    FORM(ferrers, "ferrers", "Ferrers", "Ferrers 1872",
         "(∂L*/∂q̇_s)˙ − (∂L/∂q̇_i)(∂q̇_i/∂q̇_s)˙ − (∂L/∂q_i)(∂q̇_i/∂q̇_s) = Q_s", Role::form),
    FORM(voronets, "voronets", "Voronets", "Voronets 1901",
         "(∂L*/∂q̇_r)˙ − ∂L*/∂q_r − (∂g_α/∂q̇_r) ∂L*/∂q_α = Q*_r + θ_α {(∂g_α/∂q̇_r)˙ − ∂g_α/∂q_r − (∂g_β/∂q̇_r) "
         "∂g_α/∂q_β}",
         Role::form),
    FORM(chaplygin, "chaplygin", "Chaplygin", "Chaplygin 1897", "[L*]_r = Q*_r + θ_α [g_α]_r", Role::form),
    FORM(maggi, "maggi", "Maggi", "Maggi 1896", "B_is ([L]_i − Q_i) = 0", Role::form),
    FORM(volterra, "volterra", "Volterra", "Volterra 1898, Maggi 1901",
         "(∂L/∂η_r)˙ = Ḃ_ir ∂L/∂q̇_i + B_ir ∂L/∂q_i + P_r", Role::form),
    FORM(volterra_cartesian, "volterra-cartesian", "Volterra for point masses", "Volterra 1898",
         "(∂T/∂η_r)˙ = c^(k)_rs η_k η_s + P_r", Role::form),
    FORM(appell, "appell", "Gibbs–Appell", "Appell 1899", "∂S/∂η̇_s = Π_s", Role::form),
    WRITTEN_FORM(kane, "kane", "Kane", "Kane 1961", "Σ (m v̇·∂v/∂η_s + (I ω̇ + Ω×Iω)·∂ω/∂η_s) = −X_s V + Q_s",
                 Role::form),
    FORM(hamel, "hamel", "Boltzmann–Hamel, Poincaré", "Hamel 1904, Poincaré 1901",
         "(∂L/∂η_s)˙ = X_s L + c^m_rs η_r ∂L/∂η_m + c^m_0s ∂L/∂η_m + Q_s", Role::form),
    FORM(hamel_restricted, "hamel-restricted", "Boltzmann–Hamel with the restricted energy", "Hamel 1904",
         "(∂Θ/∂η_s)˙ = X_s Θ + (c^m_rs η_r + c^m_0s) ∂Θ/∂η_m + (c^α_rs η_r + c^α_0s) ∂L/∂η_α + Q_s",
         Role::form),
    FORM(chetaev, "chetaev", "Chetaev's canonical equations", "Chetaev 1928",
         "ẏ_s = c^m_rs ∂H/∂y_r y_m + c^m_0s y_m − X_s H + Q_s,  ∂H/∂y_α = 0", Role::form),
    FORM(chetaev_restricted, "chetaev-restricted", "Canonical equations with the restricted energy",
         "Rumyantsev 1996",
         "ẏ_s = (c^m_rs ∂H*/∂y_r + c^m_0s) y_m + (c^α_rs ∂H*/∂y_r + c^α_0s) ∂L/∂η_α − X_s H* + Q_s",
         Role::form),
    FORM(hamilton, "hamilton", "Hamilton with multipliers", "Quanjel 1906",
         "q̇ = ∂H/∂p,  ṗ = −∂H/∂q + Q + λ_μ a_μ", Role::form),
    FORM(nielsen, "nielsen", "Nielsen", "Nielsen 1935", "B_is (∂Ṫ/∂q̇_i − 2 ∂T/∂q_i + ∂V/∂q_i − Q_i) = 0",
         Role::form),
    FORM(tzenoff, "tzenoff", "Tzénoff", "Tzénoff 1924", "B_is (½ (∂T̈/∂q̈_i − 3 ∂T/∂q_i) + ∂V/∂q_i − Q_i) = 0",
         Role::form),
    FORM(tatarinov, "tatarinov", "Tatarinov", "Tatarinov 2003",
         "(∂L/∂η_s)˙ + {P_s, L} = η_r {P_s, P_r} + {P_s, P_0} + ∂_t P_s + Q_s", Role::form),
    FORM(gauss, "gauss", "Gauss, Udwadia–Kalaba", "Gauss 1829", "Z = ½ (q̈ − a)ᵀ M (q̈ − a) is least",
         Role::form),
    FORM(vectors, "vector", "Vectors in axes of the body", "Chaplygin 1897",
         "Ṁ = M×ω + N,  γ̇ = γ×ω,  M = ∂L*/∂ω", Role::form),
    FORM(body_by_body, "newton-euler", "Newton–Euler, body by body", "Newton 1687, Euler 1776",
         "m a = G + Σ R,  (I ω)˙ = Σ r×R + L", Role::form),
    FORM(articulated_body, "articulated-body", "Articulated bodies", "Vereshchagin 1974, Featherstone 1983",
         "(n·J n) q̈ = Q − n·N − P·α' − R·a'", Role::form),
    FORM(core, "core", "The core: the smallest closed system", "Poincaré 1901",
         "W(p, η) η̇ = r(p, η),  ṗ = g(p, η)", Role::form),
    FORM(routh, "routh", "Routh–Chetaev", "Routh 1877, Chetaev 1941",
         "(∂R/∂η_i)˙ = (c^m_ri η_r + c^m_0i) ∂R/∂η_m + (c^σ_ri η_r + c^σ_0i) β_σ + X_i R + Q_i,  R = L − β_σ "
         "η_σ",
         Role::form),
    FORM(routh_canonical, "routh-canonical", "Routh–Chetaev, canonical", "Chetaev 1941, Rumyantsev 1996",
         "ẏ_i = (c^m_ri ∂H/∂y_r + c^m_0i) y_m + (c^σ_ri ∂H/∂y_r + c^σ_0i) β_σ − X_i H + Q_i,  η_σ = ∂H/∂β_σ",
         Role::form),
    FORM(jacobi_whittaker, "jacobi-whittaker", "Jacobi–Whittaker", "Jacobi 1842, Whittaker 1904",
         "dy_s/dπ_1 = (c^m_1s + c^m_rs η'_r) y_m + (c^1_1s + c^1_rs η'_r)(R' − η'_m y_m) + X_s R',  y_m = "
         "∂R'/∂η'_m",
         Role::form),
    FORM(whittaker, "whittaker", "Whittaker", "Whittaker 1904",
         "dy_s/dπ_1 = (c^m_1s + c^m_rs ∂K/∂y_r) y_m − (c^1_1s + c^1_rs ∂K/∂y_r) K − X_s K,  K = −y_1",
         Role::form),
    FORM(parametric, "parametric", "Parametric, with time among the coordinates", "Rumyantsev 1987",
         "(∂Λ/∂η'_s)' = c^m_rs η'_r ∂Λ/∂η'_m + c^m_0s t' ∂Λ/∂η'_m + X_s Λ + t' Q_s,  Λ = t' L(η'/t')",
         Role::form),
    FORM(routh_time, "routh-time", "Routh, with time ignored", "Rumyantsev 1996",
         "(∂R/∂η'_s)' = c^m_rs η'_r ∂R/∂η'_m + X_s R,  R = L t' + h t',  t' = √(L_2(η')/(h + L_0))",
         Role::form),
    FORM(vakonomic, "vakonomic", "Vakonomic", "Kozlov 1982", "[L] = Q + λ_μ [f_μ] + λ̇_μ ∂f_μ/∂q̇,  f = 0",
         Role::axiom),
    FORM(servo_force, "servo-force", "Servo-constraints of the first kind", "Béghin 1922",
         "[L] = Q + λ_μ m_μ,  f = 0", Role::axiom),
    FORM(servo_momentum, "servo-momentum", "Servo-constraints of the second kind", "Kozlov 2015",
         "[L + λ_μ N_μ] = Q,  f = 0", Role::axiom),
    FORM(viscous, "viscous", "Viscous realisation", "Carathéodory 1933", "[L] = Q − ∂R/∂q̇,  R = (N/2) Σ f_μ²",
         Role::axiom),
    FORM(added_mass, "added-mass", "Added-mass realisation", "Kozlov 1983", "[L + (N/2) Σ f_μ²] = Q",
         Role::axiom),
    FORM(free_motion, "free", "Free motion, without the constraints", "Lagrange 1788", "[L] = Q",
         Role::axiom),
    EquationForm{"dry-friction", "Dry friction", "Coulomb 1785",
                 "[L]_i = Q_i + λ_μ ∂f_μ/∂q̇_i + φ_k ∂v_k/∂q̇_i,  φ_k = −μ N v_k/|v|", Role::axiom,
                 dry_friction_inapplicable, dry_friction},
    FORM(forbidden, "forbidden", "The forbidden form", "Lindelöf 1895", "[L*]_r = Q*_r", Role::control),
    FORM(poeschl, "poeschl", "Pöschl's canonical equations", "Pöschl 1913",
         "ẏ_s = c^m_rs ∂H/∂y_r y_m + c^m_0s y_m − X_s H + Q_s,  H of the restricted L", Role::control),
    FORM(hamel_without_brackets, "hamel-without-brackets", "Hamel without its brackets", "a control",
         "(∂L/∂η_s)˙ = X_s L + Q_s", Role::control),
};

#undef FORM
#undef WRITTEN_FORM

}  // namespace

std::span<const EquationForm> all_forms() { return forms; }

const EquationForm* find_form(std::string_view id) {
    const auto found = std::ranges::find(forms, id, &EquationForm::id);
    return found == forms.end() ? nullptr : &*found;
}

const EquationForm& law_of_motion(const System& system) {
    if (!system.frictions.empty()) return *find_form("dry-friction");
    switch (system.motion.axiom) {
        case Axiom::nonholonomic: break;
        case Axiom::vakonomic: return *find_form("vakonomic");
        case Axiom::servo_force: return *find_form("servo-force");
        case Axiom::servo_momentum: return *find_form("servo-momentum");
        case Axiom::viscous: return *find_form("viscous");
        case Axiom::added_mass: return *find_form("added-mass");
        case Axiom::free: return *find_form(system.constraints.empty() ? "lagrange" : "free");
    }
    return *find_form("lagrange-multipliers");
}

}  // namespace anholon
