#include <algorithm>

#include "expr/divide_through.hpp"
#include "expr/factor_out.hpp"
#include "expr/operations.hpp"
#include "expr/print.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "mechanics/forms/core.hpp"
#include "mechanics/forms/reactions.hpp"
#include "model/request.hpp"
#include "model/system_units.hpp"

namespace anholon {

namespace {

constexpr SimplifyOptions few{.max_terms = 400, .max_nodes = 400};

// Operations with the parameters as they are, and with numbers in their place: what holds no variable is computed once.
std::size_t length(const std::vector<Expr>& list, const System& system) {
    Substitution numbers;
    for (const Parameter& p : system.parameters) {
        const auto k = static_cast<long>(numbers.size());
        numbers.emplace_back(p.symbol, system.c().number(Rational(1009 + 7 * k, 911 + 13 * k)));
    }
    const std::size_t own = operations(list).total();
    try {
        return own + operations(substitute(list, numbers)).total();
    } catch (const Undefined&) {
        return 2 * own;
    }
}

// The same functions in as few operations as the ways tried make them.
std::vector<Expr> shortened(const std::vector<Expr>& given, const System& system) {
    std::vector<Expr> best = given;
    std::size_t least = length(given, system);
    const auto consider = [&](const std::vector<Expr>& list) {
        if (const std::size_t count = length(list, system); count < least) {
            least = count;
            best = list;
        }
    };
    const std::vector<Expr> simple = simplified(given, few);
    for (std::vector<Expr> list : {given, simple, divide_through(simple)}) {
        consider(list);
        // What goes before a bracket changes what terms have in common.
        for (int times = 0; times < 3; ++times) consider(list = factor_out(list));
    }
    return best;
}

class CoreSystem {
  public:
    CoreSystem(const Core& core, Rest rest)
        : core_(core), full_(*core.system), c_(full_.c()), rest_(rest == Rest::along) {}

    std::optional<System> run() {
        System& s = out_;
        s.name = full_.name;
        s.description = full_.description;
        s.citations = full_.citations;
        s.context = full_.context;
        s.t = full_.t;
        s.parameters = full_.parameters;
        s.derived = full_.derived;
        s.has_quantities = full_.has_quantities;
        s.experiments = full_.experiments;
        for (Experiment& e : s.experiments) e.init = e.guesses = {};
        if (!set_energy()) return std::nullopt;
        set_coordinates();
        set_algebra();
        set_forces();
        set_finished();
        out_.constraints = core_.constraints;
        out_.relations = core_.relations;
        out_.multipliers = core_.multipliers;
        set_reactions();
        set_lets();
        set_expectations();
        set_guards();
        return std::move(out_);
    }

  private:
    std::optional<Expr> written(const Expr& e) const {
        const auto all = core_.written(std::span(&e, 1));
        if (!all) return std::nullopt;
        return all->front();
    }

    bool set_energy() {
        std::optional<Expr> L = core_.L ? std::optional(core_.L) : written(core_.kinetic);
        if (!L) return false;
        keeps_energy_ = rest_ || static_cast<bool>(core_.L);
        if (rest_ && !core_.L) L = core_.kinetic - full_.V;
        out_.L = simplified(*L, few);
        const Expr energy = energy_of(full_);
        out_.energy = rest_ ? energy : written(energy).value_or(Expr());
        Substitution at_rest;
        for (const Expr& u : core_.eta) at_rest.emplace_back(u, c_.zero());
        out_.V = -substitute(out_.L, at_rest);
        out_.T = out_.L + out_.V;
        return true;
    }

    void set_coordinates() {
        for (const Core::Place& p : core_.places) {
            const auto stated = std::ranges::find(full_.coordinates, p.symbol, &Coordinate::symbol);
            if (stated != full_.coordinates.end())
                out_.coordinates.push_back(*stated);
            else
                out_.coordinates.push_back({p.symbol, {}, p.unit, p.description, {}});
        }
        for (const Expr& q : core_.rest)
            if (rest_)
                out_.coordinates.push_back(*std::ranges::find(full_.coordinates, q, &Coordinate::symbol));
    }

    // c^m_rs = −dθ^m(X_r, X_s), of θ^m = A_mi dq_i and X_s = B_is ∂/∂q_i.
    void set_algebra() {
        const std::size_t l = core_.eta.size();
        const std::vector<Expr> q = full_.q(), v = full_.velocities();
        std::vector<Expr> constants(l * l * l, c_.zero());
        const Matrix B = jacobian(core_.velocities, core_.eta);
        for (std::size_t m = 0; m < l; ++m) {
            const std::vector<Expr> A = gradient(core_.definitions[m], v);
            for (std::size_t r = 0; r < l; ++r)
                for (std::size_t s = r + 1; s < l; ++s) {
                    Expr sum = c_.zero();
                    for (std::size_t i = 0; i < q.size(); ++i)
                        for (std::size_t j = 0; j < q.size(); ++j) {
                            const Expr d = derivative(A[j], q[i]);
                            if (d == c_.zero()) continue;
                            sum -= d * (B(i, r) * B(j, s) - B(i, s) * B(j, r));
                        }
                    const Expr c = simplified(written(sum).value_or(c_.zero()), few);
                    constants[(m * l + r) * l + s] = c;
                    constants[(m * l + s) * l + r] = -c;
                }
        }
        out_.algebra = LieAlgebra{"of the core", l, core_.eta, std::move(constants), {}};
        for (const Core::Place& p : core_.places) out_.algebra->rates.push_back(p.rate);
        for (const Expr& x : core_.rest)
            if (rest_)
                out_.algebra->rates.push_back(
                    core_.velocities[static_cast<std::size_t>(std::ranges::find(q, x) - q.begin())]);
    }

    // What the equations hold besides: Q_s = (∂L*/∂η_s)˙ − X_s L* − c^m_rs η_r ∂L*/∂η_m + r_s, where η̇ = 0.
    void set_forces() {
        const Setting s(out_);
        const Covector E = s.lagrange(out_.L);
        Substitution steady;
        for (const Expr& u : core_.eta) steady.emplace_back(dot(u), c_.zero());
        for (std::size_t k = 0; k < core_.eta.size(); ++k)
            out_.Q.push_back(simplified(substitute(E[k], steady) + core_.r[k], few));
    }

    // With the rates of the coordinates, which share much with them.
    void set_finished() {
        out_.finished.emplace(core_.W, core_.r);
        const std::span<Expr> W = out_.finished->W.entries(), r = out_.finished->r,
                              rates = std::span(out_.algebra->rates).first(core_.places.size());
        std::vector<Expr> all;
        for (const auto part : {W, r, rates}) all.insert(all.end(), part.begin(), part.end());
        all = shortened(all, full_);
        auto next = all.begin();
        for (const auto part : {W, r, rates})
            for (Expr& e : part) e = *next++;
    }

    // Of t, p, η, their rates and, where it comes along, the rest.
    bool is_known(const Expr& e) const {
        return std::ranges::all_of(symbols_of(e), [&](const Expr& x) {
            const Symbol& symbol = x.symbol();
            if (symbol.kind != SymbolKind::variable) return true;
            const auto is = [&](const Expr& y) { return y == x || dot(y) == x; };
            return std::ranges::any_of(core_.eta, is) || (rest_ && std::ranges::any_of(core_.rest, is)) ||
                   std::ranges::any_of(core_.places, [&](const Core::Place& p) { return is(p.symbol); });
        });
    }

    void set_reactions() {
        const std::vector<Expr> lambda = reactions(Setting(full_, core_.independent));
        const SystemUnits units(full_);
        for (std::size_t k = 0; k < full_.multipliers.size(); ++k) {
            const auto value = lambda[k] ? known(lambda[k]) : std::nullopt;
            if (!value) continue;
            const Expr& symbol = full_.multipliers[k];
            out_.reactions.push_back({symbol, *value, full_.constraints[k].name, units.unit_of(symbol)});
            solved_.emplace_back(symbol, *value);
        }
    }

    std::optional<Expr> known(const Expr& stated) const {
        const Expr e = substitute(stated, solved_);
        // With reactions in it, it is long: it stays as it is.
        if (rest_ && e != stated && is_known(e)) return e;
        const auto in_core = written(e);
        if (in_core && is_known(*in_core)) return in_core;
        return rest_ && is_known(e) ? std::optional(e) : std::nullopt;
    }

    void set_lets() {
        for (const auto& [name, value] : full_.lets) {
            const bool is_place = std::ranges::any_of(core_.places, [&, &name = name](const Core::Place& p) {
                return p.symbol.symbol().name == name;
            });
            if (is_place) continue;
            if (const auto in_core = known(value)) out_.lets.emplace_back(name, *in_core);
        }
    }

    // γ·γ and p·p of a relative attitude stay what they are.
    void expect_lengths() {
        const auto expect = [&](std::span<const Expr> v) {
            Expectation e;
            e.kind = Expectation::Kind::integral;
            e.left = dot(v, v);
            e.name = text(e.left);
            out_.expectations.push_back(std::move(e));
        };
        for (const Core::Axis& axis : core_.axes) expect(axis.cosines);
        for (const Core::Relative& relative : core_.relatives) expect(relative.p);
    }

    void set_expectations() {
        expect_lengths();
        for (Expectation e : full_.expectations) {
            using Kind = Expectation::Kind;
            if (e.kind == Kind::dof || e.kind == Kind::holonomic || e.kind == Kind::nonholonomic) continue;
            if (e.kind == Kind::integral && e.name == "energy") {
                if (keeps_energy_) out_.expectations.push_back(e);
                continue;
            }
            if (!e.left) {  // linear integrals, which a core has as well
                out_.expectations.push_back(e);
                continue;
            }
            const auto left = known(e.left);
            const auto right = e.right ? known(e.right) : std::optional(Expr());
            if (!left || !right) continue;
            e.left = *left;
            e.right = *right;
            out_.expectations.push_back(e);
        }
    }

    void set_guards() {
        for (Guard guard : full_.guards) {
            const auto value = known(guard.value), scale = known(guard.scale);
            if (!value || !scale) continue;
            guard.value = *value;
            guard.scale = *scale;
            out_.guards.push_back(std::move(guard));
        }
    }

    const Core& core_;
    const System& full_;
    Context& c_;
    System out_;
    Substitution solved_;  // multipliers of solved constraints
    bool keeps_energy_ = false, rest_;
};

}  // namespace

std::optional<System> as_system(const Core& core, Rest rest) { return CoreSystem(core, rest).run(); }

}  // namespace anholon
