#include "motion/formulation.hpp"

#include <algorithm>

#include "code/explicit_equations.hpp"
#include "code/lean.hpp"
#include "expr/walk.hpp"
#include "motion/roots_at_switches.hpp"

namespace anholon {

namespace {

bool contains(std::span<const Expr> list, Expr e) { return std::ranges::find(list, e) != list.end(); }

}  // namespace

Formulation::Formulation(const System& system, const EquationForm& form,
                         const IndependentVelocities& independent, const std::vector<Quadrature>& quadratures)
    : system_(system), form_(form) {
    const Equations e = form.derive(Setting(system, independent));
    rates_ = rate_equations(system, form, e);
    velocity_count_ = static_cast<std::size_t>(std::ranges::count_if(
                          e.state, [&](Expr x) { return !contains(system.multipliers, x); })) -
                      coordinates();
    for (const Expr& x : e.state) {
        const auto known = std::ranges::find(e.state_of, x, &std::pair<Expr, Expr>::first);
        state_in_velocities_.push_back(known == e.state_of.end() ? x : known->second);
    }
    set_substitution(e);
    find_free_velocities(e);
    std::vector<Quadrature> along;  // states of controllers are quadratures that forces depend on
    for (const ControllerState& s : system.states) along.push_back({s.symbol, s.rate});
    along.insert(along.end(), quadratures.begin(), quadratures.end());
    for (const Quadrature& quadrature : along) {
        rates_.state.push_back(quadrature.symbol);
        state_in_velocities_.push_back(quadrature.symbol);
    }
    for (const Quadrature& quadrature : along) rates_.rates.push_back(lowered(quadrature.integrand));
    take_roots_beyond_switches();
}

void Formulation::take_roots_beyond_switches() {
    const auto entries = rates_.W.entries();
    for (const std::vector<Expr>& list :
         {std::vector<Expr>(entries.begin(), entries.end()), rates_.r, rates_.rates})
        has_roots_at_switches_ = has_roots_at_switches_ || have_roots_at_switches(system_, list);
    if (!has_roots_at_switches_) return;
    std::ranges::copy(with_roots_beyond_switches(system_, {entries.begin(), entries.end()}), entries.begin());
    rates_.r = with_roots_beyond_switches(system_, rates_.r);
    rates_.rates = with_roots_beyond_switches(system_, rates_.rates);
}

void Formulation::shorten() {
    if (are_solved(rates_)) {
        for (std::size_t k = 0; k < rates_.unknowns.size(); ++k)
            solved_.emplace_back(rates_.unknowns[k], rates_.r[k]);
        rates_ = explicit_equations(std::move(rates_));
    }
    rates_ = lean(rates_);
}

// η → its definition, η̇ → its derivative, unless η is in the state; then q̇ → q̇(x, z), q̈ → q̈(x, z).
void Formulation::set_substitution(const Equations& e) {
    for (const QuasiVelocity& eta : system_.quasi) {
        if (contains(e.state, eta.symbol)) continue;
        if (!contains(e.unknowns, eta.symbol)) quasi_.emplace_back(eta.symbol, eta.definition);
        quasi_.emplace_back(dot(eta.symbol), Dt(eta.definition));
    }
    for (const ControllerState& s : system_.states)
        if (s.symbol.symbol().kind == SymbolKind::variable)  // and no letter that stands for one
            rates_of_states_.emplace_back(dot(s.symbol), s.rate);
    const std::vector<Expr> v = system_.velocities();
    const Walk walk(system_.c(), e.velocities);
    const bool velocities_hold_z =
        std::ranges::any_of(e.unknowns, [&](Expr z) { return walk.contains(z.id()); });
    Direction along{{system_.t, system_.c().one()}};
    for (std::size_t k = 0; k < e.state.size(); ++k) along.emplace_back(e.state[k], e.rates[k]);
    if (system_.algebra)
        for (std::size_t i = 0; i < coordinates(); ++i)
            if (const Expr rate = dot(system_.coordinates[i].symbol); !contains(v, rate))
                lower_.emplace_back(rate, e.rates[i]);
    for (std::size_t i = 0; i < v.size(); ++i) {
        if (e.velocities[i] != v[i]) lower_.emplace_back(v[i], e.velocities[i]);
        if (!contains(e.unknowns, dot(v[i])) && !velocities_hold_z)
            lower_.emplace_back(dot(v[i]), directional_derivative(e.velocities[i], along));
    }
}

void Formulation::find_free_velocities(const Equations& e) {
    const std::vector<Expr> v = system_.velocities();
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < v.size(); ++i)
        if (contains(e.state, v[i]) || contains(e.unknowns, v[i])) places.push_back(i);
    const bool is_linear = std::ranges::none_of(
        system_.constraints, [](const Constraint& k) { return k.kind == Constraint::Kind::nonlinear; });
    if (!is_linear || system_.constraints.empty()) return;
    is_stated_ = system_.quasi.size() + system_.constraints.size() == v.size() &&
                 std::ranges::all_of(system_.quasi, [&](const QuasiVelocity& eta) {
                     return contains(e.state, eta.symbol) || contains(e.unknowns, eta.symbol);
                 });
    if (!is_stated_ && places.size() + system_.constraints.size() == v.size() && places.size() < v.size())
        independent_ = std::move(places);
}

bool Formulation::knows(Expr symbol) const {
    if (symbol.symbol().kind == SymbolKind::pi || symbol == rates_.t) return true;
    return contains(rates_.state, symbol) || contains(rates_.parameters, symbol) ||
           contains(rates_.unknowns, symbol);
}

Expr Formulation::lowered(Expr e) const {
    const Expr low =
        substitute(substitute(substitute(substitute(e, rates_of_states_), quasi_), lower_), solved_);
    for (const Expr& symbol : symbols_of(low))
        if (!knows(symbol)) {
            const bool is_multiplier = contains(system_.multipliers, system_.c().find(symbol.symbol().name));
            throw Unavailable(
                is_multiplier
                    ? form_.title + " has no multipliers, and '" + symbol_text(symbol.symbol()) + "' is one"
                    : "'" + symbol_text(symbol.symbol()) + "' is not given by the state in " + form_.title);
        }
    return with_roots_beyond_switches(system_, {low})[0];
}

std::vector<Expr> Formulation::lowered(std::vector<Expr> e) const {
    for (Expr& one : e) one = lowered(one);
    return e;
}

}  // namespace anholon
