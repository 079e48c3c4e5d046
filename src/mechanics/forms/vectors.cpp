#include <algorithm>
#include <map>

#include "expr/print.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "mechanics/direction_cosines.hpp"
#include "mechanics/forms/core.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"
#include "mechanics/gyrostat.hpp"

namespace anholon {

namespace {

// A vector with the way it is written.
struct Term {
    Label label;
    Vector3 value;
};

class VectorForm {
  public:
    VectorForm(const Setting& s, Core core) : s_(s), core_(std::move(core)), c_(s.c), zero_(s.c.zero()) {
        gamma_ = core_.axes[0].cosines;
        omega_ = {core_.eta[0], core_.eta[1], core_.eta[2]};
        for (const Core::Place& p : core_.places) kinematics_.emplace_back(dot(p.symbol), p.rate);
        const Expr L = core_.L ? core_.L : core_.written(std::span(&core_.kinetic, 1)).value().front();
        const std::vector<Expr> slope = simplified(gradient(L, omega_), {.max_terms = 400, .max_nodes = 400});
        M_ = {slope[0], slope[1], slope[2]};
    }

    Equations run() {
        name_vectors();
        write_momentum();
        write_moment();
        write_constraints();
        write_kinematics();
        solve();
        return std::move(e_);
    }

  private:
    Vector3 rate_of(const Vector3& v) const {
        const std::vector<Expr> rate = substitute(time_derivative(v), kinematics_);
        return {rate[0], rate[1], rate[2]};
    }
    Vector3 steady(const Vector3& v) const {
        Substitution still;
        for (const Expr& u : core_.eta) still.emplace_back(dot(u), zero_);
        const std::vector<Expr> at = substitute(v, still);
        return {at[0], at[1], at[2]};
    }

    // Where γ is a unit vector.
    bool holds(const Expr& e) const { return vanishes(substitute(e, any_direction(gamma_))); }
    bool holds(const Vector3& v) const {
        return std::ranges::all_of(v, [&](const Expr& e) { return holds(e); });
    }
    bool is_constant(const Expr& e) const {
        return std::ranges::none_of(symbols_of(e), [](const Expr& x) {
            return x.symbol().kind == SymbolKind::variable || x.symbol().kind == SymbolKind::time;
        });
    }

    void define(const std::string& text, const std::string& latex, const Expr& value) {
        e_.definitions.push_back({{text, latex}, value});
    }
    static constexpr std::size_t one_line = 66;  // columns

    // In one line if that is short; else the components that are there.
    void define(const std::string& wanted, const Vector3& v) {
        const auto [text, latex] = letter(wanted);
        const Vector3 shown = simplified_vector(v);
        if (list(shown, false).size() <= one_line)
            return line(text + " = " + list(shown, false), latex + " &= " + list(shown, true));
        for (std::size_t i = 0; i < 3; ++i) {
            const std::string n = std::to_string(i + 1);
            const Expr& value = shown[i];
            if (value != zero_) define(text + n, latex + "_{" + n + "}", value);
        }
    }
    void define(const std::string& wanted, const Matrix& J) {
        const auto [text, latex] = letter(wanted);
        const bool is_diagonal = J(0, 1) == zero_ && J(0, 2) == zero_ && J(1, 2) == zero_;
        const Vector3 diagonal{J(0, 0), J(1, 1), J(2, 2)};
        if (is_diagonal && list(diagonal, false).size() <= one_line)
            return line(text + " = diag" + list(diagonal, false),
                        latex + " &= \\operatorname{diag}" + list(diagonal, true));
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = i; j < 3; ++j) {
                if (i != j && J(i, j) == zero_) continue;
                const std::string n = std::to_string(i + 1) + std::to_string(j + 1);
                define(text + n, latex + "_{" + n + "}", J(i, j));
            }
    }

    // A letter for a vector or a tensor, or another one where the model has a quantity of that name.
    Label letter(const std::string& wanted) const {
        const System& system = s_.system;
        const auto is_named = [&](const auto& x) { return x.symbol.symbol().name == wanted; };
        const bool is_taken =
            std::ranges::any_of(system.parameters, is_named) ||
            std::ranges::any_of(system.coordinates, is_named) ||
            std::ranges::any_of(system.quasi, is_named) ||
            std::ranges::find(system.derived, wanted, &DerivedParameter::name) != system.derived.end() ||
            std::ranges::any_of(system.lets, [&](const auto& let) {
                // What the model calls D may be this very D.
                return let.first == wanted && !(wanted == "D" && D_ && vanishes(let.second - D_));
            });
        if (!is_taken) return {wanted, wanted == "D" ? wanted : "\\mathbf " + wanted};
        static const std::map<std::string, Label> others{
            {"M", {"Λ", "\\boldsymbol\\Lambda"}},
            {"I", {"Θ", "\\boldsymbol\\Theta"}},
            {"J", {"Θ", "\\boldsymbol\\Theta"}},
            {"r", {"ρ", "\\boldsymbol\\rho"}},
            {"D", {"Δ", "\\Delta"}},
            {"K", {"κ", "\\boldsymbol\\kappa"}},
            {"N", {"ν", "\\boldsymbol\\nu"}},
            {"b", {"β", "\\boldsymbol\\beta"}},
            {"a", {"α", "\\boldsymbol\\alpha"}},
        };
        return others.at(wanted);
    }

    // As it stands before a vector.
    static Label factor(const Expr& e) {
        const bool is_sum = e.kind() == Kind::sum;
        return {is_sum ? "(" + text(e) + ")" : text(e),
                is_sum ? "\\left(" + latex(e) + "\\right)" : latex(e)};
    }
    static std::string list(const Vector3& v, bool is_latex) {
        std::string out = "(";
        for (std::size_t i = 0; i < 3; ++i) out += (i ? ", " : "") + (is_latex ? latex(v[i]) : text(v[i]));
        return out + ")";
    }
    // %M stands for the letter M, %.M for its rate.
    std::string spelled(const std::string& words, bool is_latex) const {
        std::string out;
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (words[i] != '%') {
                out += words[i];
                continue;
            }
            const bool is_rate = words[i + 1] == '.';
            i += is_rate ? 2 : 1;
            const Label name = letter(std::string(1, words[i]));
            if (is_latex)
                out += is_rate ? "\\dot{" + name.latex + "}" : name.latex + " ";
            else
                out += !is_rate           ? name.text
                       : name.text == "M" ? "Ṁ"
                       : name.text == "r" ? "ṙ"
                                          : name.text + "\u0307";
        }
        return out;
    }
    void line(const std::string& text, const std::string& latex) {
        e_.vectors.push_back({spelled(text, false), spelled(latex, true)});
    }

    void name_vectors() {
        const std::string axis(1, "xyz"[core_.axes[0].number]);
        line("ω = " + list(omega_, false) + ", γ = " + list(gamma_, false) + ": the axis " + axis +
                 " of space in axes of the body",
             "\\boldsymbol\\omega &= " + list(omega_, true) +
                 ", \\quad \\boldsymbol\\gamma = " + list(gamma_, true));
    }

    // r with v = r×ω: the point of the body that is at rest, seen from the mass centre.
    std::optional<Vector3> resting_point(const Vector3& v) const {
        const Vector3 r{-derivative(v[1], omega_[2]), derivative(v[0], omega_[2]),
                        -derivative(v[0], omega_[1])};
        const auto written = core_.written(r);
        const auto velocity = core_.written(v);
        if (!written || !velocity) return std::nullopt;
        const Vector3 out{(*written)[0], (*written)[1], (*written)[2]};
        for (const Expr& e : out)
            for (const Expr& u : core_.eta)
                if (derivative(e, u) != zero_) return std::nullopt;
        const Vector3 turned = cross(out, omega_);
        if (!holds({(*velocity)[0] - turned[0], (*velocity)[1] - turned[1], (*velocity)[2] - turned[2]}))
            return std::nullopt;
        return out;
    }

    // M = I ω + m r×(ω×r) + K for a body that moves about a point at rest.
    bool write_body_momentum() {
        if (core_.gyrostats.size() != 1) return false;
        const auto& [body, rotors] = core_.gyrostats[0];
        const auto r = resting_point(body.velocity);
        if (!r) return false;
        const Vector3 Iw = body.inertia.times(omega_);
        Vector3 K{zero_, zero_, zero_};
        for (const Gyrostat::Rotor& rotor : rotors) {
            const auto spin = core_.written(std::span(&rotor.spin, 1));
            if (!spin) return false;
            K = K + rotor.moment * spin->front() * rotor.axis;
        }
        r_ = simplified_vector(*r);
        const Vector3 M = Iw + body.mass * cross(r_, cross(omega_, r_)) + K;
        if (!holds(M - M_)) return false;
        M_ = M;
        mass_ = body.mass;
        const auto weight = core_.written(body.weight);
        if (weight) weight_ = Vector3{(*weight)[0], (*weight)[1], (*weight)[2]};
        const auto [m, m_latex] = factor(body.mass);
        line("%M = %I ω + " + m + " %r×(ω×%r)" + (rotors.empty() ? "" : " + %K"),
             "%M &= %I\\boldsymbol\\omega + " + m_latex + "\\,%r\\times(\\boldsymbol\\omega\\times %r)" +
                 (rotors.empty() ? "" : " + %K"));
        define("I", jacobian(Iw, omega_));
        define("r", r_);
        if (!rotors.empty()) define("K", K);
        return true;
    }

    // Simplified, with γ·γ = 1.
    Expr on_sphere(const Expr& e) const {
        return substitute(simplified(e), {{dot(gamma_, gamma_), c_.one()}});
    }
    Vector3 simplified_vector(const Vector3& v) const {
        return {on_sphere(v[0]), on_sphere(v[1]), on_sphere(v[2])};
    }

    // M = J ω − D (γ·ω) γ + K with constant J and D.
    bool write_constant_momentum() {
        const Matrix W = jacobian(M_, omega_);
        const Expr D = simplified(-W(0, 1) / (gamma_[0] * gamma_[1]));
        const bool is_round = is_constant(D) && D != zero_;
        if (W(0, 1) != zero_ && !is_round && !is_constant(W(0, 1))) return false;
        if (is_round) D_ = D;
        Matrix J(c_, 3, 3);
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) {
                J(i, j) = on_sphere(is_round ? W(i, j) + D * gamma_[i] * gamma_[j] : W(i, j));
                if (!is_constant(J(i, j))) return false;
            }
        Vector3 M;
        for (std::size_t i = 0; i < 3; ++i) {
            M[i] = dot(J.row(i), omega_);
            if (is_round) M[i] -= D * dot(gamma_, omega_) * gamma_[i];
        }
        const Vector3 K = simplified_vector(M_ - M);
        const bool has_rest = std::ranges::any_of(K, [&](const Expr& e) { return e != zero_; });
        line(std::string("%M = %J ω") + (is_round ? " − %D (γ·ω) γ" : "") + (has_rest ? " + %K" : ""),
             std::string("%M &= %J\\boldsymbol\\omega") +
                 (is_round ? " - %D(\\boldsymbol\\gamma\\cdot\\boldsymbol\\omega)\\boldsymbol\\gamma" : "") +
                 (has_rest ? " + %K" : ""));
        define("J", J);
        if (is_round) define(letter("D").text, letter("D").latex, D);
        if (has_rest) define("K", K);
        return true;
    }

    void write_momentum() {
        if (write_body_momentum() || write_constant_momentum()) return;
        line("%M = ∂L*/∂ω", "%M &= \\partial L^*/\\partial\\boldsymbol\\omega");
        define("M", M_);
    }

    // N = Ṁ − M×ω by the equations of the core, in known terms.
    void write_moment() {
        Vector3 N = steady(rate_of(M_)) - cross(M_, omega_);
        for (std::size_t i = 0; i < 3; ++i) N[i] += core_.r[i];
        right_.push_back({{"%M×ω", "%M\\times\\boldsymbol\\omega"}, cross(M_, omega_)});
        if (mass_) {
            const Vector3 r_dot = rate_of(r_), term = mass_ * cross(r_dot, cross(omega_, r_));
            const auto [m, m_latex] = factor(mass_);
            const bool moves = std::ranges::any_of(r_dot, [&](const Expr& e) { return e != zero_; });
            if (moves)
                right_.push_back(
                    {{m + " %.r×(ω×%r)", m_latex + "\\,%.r\\times(\\boldsymbol\\omega\\times %r)"}, term});
            N = N - term;
            write_weight(N);
        }
        if (holds(N)) return write_rates();
        // γ×b
        const Vector3 b{simplified(derivative(N[1], gamma_[2])), simplified(-derivative(N[0], gamma_[2])),
                        simplified(derivative(N[0], gamma_[1]))};
        if (std::ranges::all_of(b, [&](const Expr& e) { return is_constant(e); }) &&
            holds(N - cross(gamma_, b))) {
            right_.push_back({{"γ×%b", "\\boldsymbol\\gamma\\times %b"}, cross(gamma_, b)});
            define("b", b);
        } else {
            N = simplified_vector(N);
            right_.push_back({{"%N", "%N"}, N});
            define("N", N);
        }
        write_rates();
    }

    // The weight −k γ has about the resting point the moment k r×γ.
    void write_weight(Vector3& N) {
        if (!weight_) return;
        const Expr k = simplified(-(*weight_)[2] / gamma_[2]);
        if (!is_constant(k) || k == zero_ || !holds(*weight_ + k * gamma_)) return;
        const Vector3 moment = k * cross(r_, gamma_);
        const auto [in_text, in_latex] = factor(k);
        right_.push_back({{in_text + " %r×γ", in_latex + "\\,%r\\times\\boldsymbol\\gamma"}, moment});
        N = N - moment;
    }

    void write_rates() {
        for (std::size_t m = 0; m < core_.constraints.size(); ++m) {
            const Expr& f = core_.constraints[m].residual;
            const std::vector<Expr> slope = gradient(f, omega_);
            const Vector3 a{slope[0], slope[1], slope[2]};
            Label name{"%a", "%a"};
            if (holds(a - gamma_)) name = {"γ", "\\boldsymbol\\gamma"};
            for (std::size_t i = 0; i < 3; ++i) {
                Vector3 unit{zero_, zero_, zero_};
                unit[i] = c_.one();
                const std::string n = std::to_string(i + 1);
                if (holds(a - unit)) name = {"e" + n, "\\mathbf e_{" + n + "}"};
            }
            if (name.text == "%a") define("a", a);
            const Expr& lambda = core_.multipliers[m];
            right_.push_back(
                {{text(lambda) + " " + name.text, latex(lambda) + "\\," + name.latex}, lambda * a});
            constraint_names_.push_back(name);
        }
        std::string words = "%.M = ", formula = "%.M &= ";
        for (std::size_t k = 0; k < right_.size(); ++k) {
            words += (k ? " + " : "") + right_[k].label.text;
            formula += (k ? " + " : "") + right_[k].label.latex;
        }
        line(words, formula);
    }

    void write_constraints() {
        for (const Label& name : constraint_names_)
            line(name.text + "·ω = 0", name.latex + "\\cdot\\boldsymbol\\omega &= 0");
    }

    void write_kinematics() {
        line("γ̇ = γ×ω", "\\dot{\\boldsymbol\\gamma} &= \\boldsymbol\\gamma\\times\\boldsymbol\\omega");
        for (const Core::Place& p : core_.places)
            if (std::ranges::find(gamma_, p.symbol) == gamma_.end())
                e_.kinematics.push_back({{text(dot(p.symbol)), latex(dot(p.symbol))}, p.rate});
    }

    // Ṁ − Σ = 0, the equations of the other velocities, and the rates of the constraints.
    void solve() {
        Vector3 sum{zero_, zero_, zero_};
        for (const Term& term : right_) sum = sum + term.value;
        const Vector3 rate = rate_of(M_);
        std::vector<Expr> residuals, unknowns = dots(core_.eta);
        for (std::size_t i = 0; i < 3; ++i) residuals.push_back(rate[i] - sum[i]);
        for (std::size_t k = 3; k < core_.eta.size(); ++k) {
            const Expr left = dot(core_.W.row(k), unknowns);
            residuals.push_back(left - core_.r[k]);
            e_.lines.push_back({{}, left, {{core_.r[k], ""}}});
        }
        for (std::size_t m = 0; m < core_.constraints.size(); ++m) {
            residuals.push_back(substitute(Dt(core_.constraints[m].residual), kinematics_));
            unknowns.push_back(core_.multipliers[m]);
        }
        set_linear_system(e_, residuals, unknowns);
        use_core_state(core_, e_);
    }

    const Setting& s_;
    const Core core_;
    Context& c_;
    Expr zero_, mass_, D_;
    Vector3 gamma_, omega_, M_, r_;
    std::optional<Vector3> weight_;
    Substitution kinematics_;
    std::vector<Term> right_;
    std::vector<Label> constraint_names_;
    Equations e_;
};

}  // namespace

Reason vectors_inapplicable(const Setting& s) {
    if (Reason why = no_core(s)) return why;
    if (unit_quaternions(s.system).size() != 1)
        return "no body, or more than one, has its attitude as a unit quaternion";
    const auto core = core_in_body_axes(s);
    if (!core) return "the direction cosines of one axis do not determine the angular acceleration";
    if (!core->L && !core->written(std::span(&core->kinetic, 1)))
        return "its kinetic energy depends on coordinates that do not influence the motion";
    return std::nullopt;
}

// In axes of a body that has its attitude through one axis of space alone, γ:                     theory §6
//   Ṁ = M×ω + N,  γ̇ = γ×ω,  M = ∂L*/∂ω.
// Of a body that turns about the point r at rest, M = I ω + m r×(ω×r) and N = m ṙ×(ω×r) + m g r×γ.
Equations vectors(const Setting& s) { return VectorForm(s, core_in_body_axes(s).value()).run(); }

}  // namespace anholon
