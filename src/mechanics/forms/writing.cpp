#include "mechanics/forms/writing.hpp"

#include <algorithm>

#include "mechanics/letters.hpp"

namespace anholon {

std::vector<Expr> dots(std::span<const Expr> variables) {
    std::vector<Expr> result;
    for (const Expr& x : variables) result.push_back(dot(x));
    return result;
}

std::string name_of(Expr symbol, bool latex) {
    return latex ? symbol_latex(symbol.symbol()) : symbol_text(symbol.symbol());
}

Label named(const std::string& text, const std::string& latex) {
    return {text, latex.empty() ? text : latex};
}

Label partial(const std::string& function, Expr x) {
    return {"d" + function + "/d" + name_of(x, false),
            "\\frac{\\partial " + function + "}{\\partial " + name_of(x, true) + "}"};
}

namespace {

void set_state(Equations& e, std::vector<Expr> state, std::vector<Expr> rates) {
    e.state = std::move(state);
    e.rates = std::move(rates);
}

std::vector<Expr> joined(std::vector<Expr> a, std::span<const Expr> b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

std::vector<Expr> velocities_in(const Setting& s, const AdaptedFrame& X, const Substitution& zero) {
    std::vector<Expr> v;
    for (const Expr& u : s.v) v.push_back(substitute(X.in_eta(u), zero));
    return v;
}

}  // namespace

void use_coordinate_state(const Setting& s, Equations& e) {
    set_state(e, joined(s.q, s.v), joined(s.q_dot, s.accelerations()));
    e.velocities = s.v;
}

void use_free_state(const Setting& s, Equations& e) { use_free_state(s, s.frame(), e); }

void use_free_state(const Setting& s, const AdaptedFrame& X, Equations& e) {
    e.velocities = velocities_in(s, X, X.on_constraints());
    set_state(e, joined(s.q, X.free()), joined(s.rates(e.velocities), dots(X.free())));
    for (const std::size_t k : X.free_indices()) e.state_of.emplace_back(X.eta(k), X.definition(k));
}

void use_full_frame_state(const Setting& s, Equations& e) {
    const AdaptedFrame& X = s.frame();
    e.velocities = velocities_in(s, X, {});
    set_state(e, joined(s.q, X.eta()), joined(s.rates(e.velocities), dots(X.eta())));
    for (const std::size_t k : X.all_indices()) e.state_of.emplace_back(X.eta(k), X.definition(k));
}

void use_independent_state(const Setting& s, Equations& e) {
    const SolvedConstraints& solved = s.solved();
    e.velocities = substitute(s.v, solved.restriction(s.system));
    std::vector<Expr> free;
    for (const std::size_t r : solved.independent) free.push_back(s.v[r]);
    set_state(e, joined(s.q, free), joined(e.velocities, dots(free)));
}

void close_in_free_velocities(const Setting& s, Equations& e, std::span<const Expr> residuals) {
    const AdaptedFrame& X = s.frame();
    Substitution last;
    for (const Expr& u : X.constrained()) {
        last.emplace_back(u, s.c.zero());
        last.emplace_back(dot(u), s.c.zero());
    }
    // The time derivative brought q̇ in: in η, too.
    const Substitution in_eta = s.kinematics(velocities_in(s, X, X.on_constraints()));
    last.insert(last.end(), in_eta.begin(), in_eta.end());
    set_linear_system(e, substitute(residuals, last), dots(X.free()));
    use_free_state(s, e);
}

std::vector<Expr> momenta(const Setting& s, const std::string& letter, std::span<const Expr> of) {
    std::vector<Expr> y;
    for (const Expr& u : of) y.push_back(momentum(s, letter, u));
    return y;
}

void set_legendre_system(Equations& e, std::span<const Expr> Y, std::span<const Expr> y,
                         const std::vector<Expr>& free) {
    std::vector<Expr> legendre;
    for (std::size_t k = 0; k < free.size(); ++k) {
        legendre.push_back(Y[k] - y[k]);
        e.definitions.push_back({named(name_of(y[k], false), name_of(y[k], true)), Y[k]});
    }
    set_linear_system(e, legendre, free);
}

FrameCovector free_momenta(std::span<const Expr> y, std::vector<Expr> Y) {
    std::ranges::copy(y, Y.begin());
    return FrameCovector(std::move(Y));
}

void define_momenta(const Setting& s, Equations& e, std::span<const Expr> y, std::span<const Expr> Y) {
    const AdaptedFrame& X = s.frame();
    Substitution definitions;
    for (const std::size_t k : X.all_indices()) definitions.emplace_back(X.eta(k), X.definition(k));
    for (std::size_t k = 0; k < y.size(); ++k) e.state_of.emplace_back(y[k], substitute(Y[k], definitions));
}

bool is_quadratic(Expr L, std::span<const Expr> v) {
    const Matrix M = hessian(L, v);
    for (const Expr& entry : M.entries())
        for (const Expr& u : v)
            if (is_zero_modulo_primes(derivative(entry, u)).answer != Answer::yes) return false;
    return true;
}

Reason needs_frame(const Setting& s) { return s.no_frame(); }

Reason needs_coordinates(const Setting& s) {
    if (!s.on_algebra()) return std::nullopt;
    return s.q.empty() ? "the model is stated on a Lie algebra, without coordinates"
                       : "the velocities of a core are not the rates of coordinates";
}

Reason needs_coordinates_and_frame(const Setting& s) {
    if (Reason why = needs_coordinates(s)) return why;
    return s.no_frame();
}

Reason needs_solved(const Setting& s) { return s.not_solved(); }

}  // namespace anholon
