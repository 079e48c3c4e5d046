#include "study/surface_equations.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/finite.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "code/tiered.hpp"
#include "expr/derivative.hpp"
#include "expr/introduce.hpp"
#include "expr/linear.hpp"
#include "expr/print.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "integrate/least_squares.hpp"
#include "mechanics/setting.hpp"
#include "model/state/least_movement.hpp"
#include "study/random_numbers.hpp"

namespace anholon {

namespace {

using Equation = SurfaceEquations::Equation;
using Variable = SurfaceEquations::Variable;

constexpr std::size_t most_minors = 300, most_forms = 16;
constexpr std::uint64_t seed = 1;

bool occurs(const Expr& symbol, const Expr& e) { return Walk(e).contains(symbol.id()); }

class Reduction {
  public:
    Reduction(const System& system, const std::vector<SurfaceLevel>& levels, const Point& parameters,
              const InitialState& initial, const SurfaceChoice& choice)
        : system_(system),
          s_(system),
          parameters_(parameters),
          initial_(initial),
          choice_(choice),
          levels_(levels) {}

    SurfaceEquations found() {
        collect();
        choose_velocities();
        eliminate();
        move_constants();
        drop_implied_levels();
        name_variables();
        settle_dimension();
        settle_minors();
        return std::move(out_);
    }

  private:
    struct Written {  // the equations in some velocities
        std::vector<VelocityForm> velocities;
        std::vector<Equation> equations;
        std::optional<std::vector<Expr>> minors;
        std::vector<Expr> absent;
    };

    // Functions of place, constraints on velocities, levels: of q and v.
    void collect() {
        const std::vector<std::string> names = s_.constraint_names();
        for (const Constraint& k : system_.constraints)
            if (k.kind == Constraint::Kind::geometric)
                equations_.push_back({k.name, k.residual, s_.c.zero()});
        for (std::size_t r = 0; r < system_.relations.size(); ++r)
            equations_.push_back({"relation", system_.relations[r], s_.c.zero()});
        rows_ = substitute(s_.velocity_constraints(), s_.kinematics(s_.v));
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            const bool is_rate = system_.constraints[r].kind == Constraint::Kind::geometric;
            equations_.push_back({names[r] + (is_rate ? "'" : ""), rows_[r], s_.c.zero()});
        }
        of_levels_ = equations_.size();
        for (const SurfaceLevel& level : levels_)
            equations_.push_back({level.name, level.function, level.symbol});
        demand_no_time();
    }

    std::vector<Expr> lefts() const {
        std::vector<Expr> out;
        for (const Equation& e : equations_) out.push_back(e.left);
        return out;
    }

    // Of the constraints on velocities, whose rows these are; those that are not 0 identically. Nothing if there are too many.
    std::optional<std::vector<Expr>> minors(const std::vector<Expr>& rows, const std::vector<Expr>& u) const {
        const std::size_t m = rows.size(), n = u.size();
        std::vector<Expr> out;
        if (m == 0 || m > n) return out;
        const Matrix A = jacobian(rows, u);
        std::vector<bool> chosen(n);
        std::fill_n(chosen.begin(), m, true);
        std::size_t count = 0;
        do {
            if (++count > most_minors) return std::nullopt;
            Matrix B(s_.c, m, m);
            for (std::size_t i = 0; i < m; ++i)
                for (std::size_t j = 0, at = 0; j < n; ++j)
                    if (chosen[j]) B(i, at++) = A(i, j);
            if (const Expr det = determinant(B); !vanishes(det)) out.push_back(det);
        } while (std::prev_permutation(chosen.begin(), chosen.end()));
        return out;
    }

    // The equations with u in place of v; nothing where det a is not a number other than 0 for all q.
    std::optional<Written> written(const std::vector<VelocityForm>& forms) const {
        Written out{.velocities = forms, .equations = equations_, .minors = {}, .absent = {}};
        std::vector<Expr> definitions, u;
        bool is_v = true;
        for (const VelocityForm& form : forms) {
            definitions.push_back(form.definition);
            u.push_back(form.symbol);
            is_v = is_v && form.definition == form.symbol;
        }
        if (!is_v) {
            const Matrix a = jacobian(definitions, s_.v);
            const Expr det = simplified(determinant(a));
            if (!is_constant(det) || std::fabs(number(det)) < 1e-12) return std::nullopt;
            const Solution v = solve(a, u);
            if (v.outcome != Solution::Outcome::unique) return std::nullopt;
            Substitution replace;
            for (std::size_t i = 0; i < s_.n(); ++i) replace.emplace_back(s_.v[i], simplified(v.x[i]));
            for (Equation& e : out.equations) e.left = substitute(e.left, replace);
        }
        for (Equation& e : out.equations) e.left = simplified(e.left);
        std::vector<Expr> rows;
        for (std::size_t r = of_levels_ - rows_.size(); r < of_levels_; ++r)
            rows.push_back(out.equations[r].left);
        out.minors = minors(rows, u);
        // Coordinates that the equations do not depend on, whatever they contain.
        for (const Expr& q : s_.q) {
            const bool is_absent = std::ranges::all_of(out.equations, [&](const Equation& e) {
                return !occurs(q, e.left) || vanishes(derivative(e.left, q));
            });
            if (!is_absent) continue;
            out.absent.push_back(q);
            for (Equation& e : out.equations)
                if (occurs(q, e.left)) e.left = simplified(without(q, e.left));
            if (!out.minors) continue;
            for (Expr& m : *out.minors)
                if (occurs(q, m)) {
                    if (!vanishes(derivative(m, q))) {
                        out.minors = std::nullopt;
                        break;
                    }
                    m = without(q, m);
                }
        }
        return out;
    }

    Expr without(const Expr& q, const Expr& e) const {
        for (const int value : {0, 1, 2}) try {
                return substitute(e, {{q, s_.c.number(Rational(value))}});
            } catch (const Undefined&) {
            }
        return e;
    }

    bool is_constant(const Expr& e) const {
        return std::ranges::all_of(symbols_of(e), [](const Expr& x) {
            return x.symbol().kind == SymbolKind::constant || x.symbol().kind == SymbolKind::pi;
        });
    }
    double number(const Expr& e) const { return enclosure(e, parameters_).midpoint(); }

    // The velocities of the system, or those that the model has named where fewer coordinates are left then.
    void choose_velocities() {
        std::vector<VelocityForm> own;
        for (const Expr& v : s_.v) own.push_back({v, v});
        std::optional<Written> best;
        if (!choice_.velocities.empty()) {
            best = written(choice_.velocities);
            if (!best)
                throw NoSurface(
                    "velocities-degenerate",
                    "the given velocities do not determine those of the system everywhere",
                    "their determinant must be a number other than 0, or depend on parameters alone");
        } else {
            best = written(own);
            if (const auto named = named_velocities(); !named.empty())
                if (auto other = written(named); other && other->absent.size() > best->absent.size())
                    best = std::move(other);
        }
        equations_ = best->equations;
        out_.minors = best->minors;
        absent_ = best->absent;
        forms_ = best->velocities;
        for (const VelocityForm& u : forms_)
            if (u.symbol != u.definition) out_.velocities.push_back(u);
    }

    // Abbreviations that are linear in the velocities, as far as they are independent, then velocities themselves.
    std::vector<VelocityForm> named_velocities() const {
        if (s_.on_algebra()) return {};
        std::vector<VelocityForm> candidates;
        for (std::size_t k = 0; k < system_.lets.size() && candidates.size() < most_forms; ++k) {
            const auto& [name, value] = system_.lets[k];
            if (!value) continue;
            const Expr e = substitute(value, s_.kinematics(s_.v));
            const std::vector<Expr> a = gradient(e, s_.v);
            if (std::ranges::all_of(a, [](const Expr& x) { return vanishes(x); })) continue;
            bool is_linear = true;
            for (const Expr& x : a)
                for (const Expr& v : s_.v) is_linear = is_linear && !occurs(v, x);
            const bool has_others = std::ranges::any_of(symbols_of(e), [&](const Expr& x) {
                return x.symbol().kind == SymbolKind::time ||
                       (x.symbol().kind == SymbolKind::variable && !is_state(x));
            });
            if (!is_linear || has_others || !vanishes(e - dot(a, s_.v))) continue;
            candidates.push_back({letter_of_model(s_.c, ascii_name(name), k), e});
        }
        if (candidates.empty()) return {};
        for (const Expr& v : s_.v) candidates.push_back({v, v});
        std::vector<VelocityForm> out;
        std::vector<Expr> definitions;
        for (const VelocityForm& form : candidates) {
            definitions.push_back(form.definition);
            const RankResult r = rank(jacobian(definitions, s_.v));
            if (!r.rank) return {};
            if (*r.rank == definitions.size())
                out.push_back(form);
            else
                definitions.pop_back();
        }
        return out;
    }
    bool is_state(const Expr& x) const {
        return std::ranges::find(s_.q, x) != s_.q.end() || std::ranges::find(s_.v, x) != s_.v.end();
    }

    bool is_circle(const Expr& q) const {
        const auto at = std::ranges::find(system_.coordinates, q, &Coordinate::symbol);
        return at != system_.coordinates.end() && at->modulus;
    }

    std::vector<Expr> unknowns() const {
        std::vector<Expr> out;
        for (const VelocityForm& u : forms_) out.push_back(u.symbol);
        for (const Expr& q : s_.q)
            if (std::ranges::find(absent_, q) == absent_.end()) out.push_back(q);
        for (const auto& [x, value] : out_.eliminated) std::erase(out, x);
        return out;
    }

    // Equations that are linear in a variable with a constant factor give that variable.
    void eliminate() {
        for (bool again = true; again;) {
            again = false;
            remove_empty();
            std::size_t best_equation = 0, best_score = ~std::size_t{0};
            Expr best_variable;
            const std::vector<Expr> all = unknowns();
            for (std::size_t k = 0; k < equations_.size(); ++k)
                for (const Expr& x : all) {
                    if (is_circle(x) || !occurs(x, equations_[k].left)) continue;
                    const Expr a = derivative(equations_[k].left, x);
                    if (!is_constant(a) || std::fabs(number(a)) < 1e-12) continue;
                    const auto score = static_cast<std::size_t>(std::ranges::count_if(
                        equations_, [&](const Equation& e) { return occurs(x, e.left); }));
                    if (score < best_score) {
                        best_score = score;
                        best_equation = k;
                        best_variable = x;
                    }
                }
            if (!best_variable) break;
            again = true;
            const Equation solved = equations_[best_equation];
            const Expr a = derivative(solved.left, best_variable);
            const Expr value = simplified(best_variable - (solved.left - solved.right) / a);
            equations_.erase(equations_.begin() + static_cast<std::ptrdiff_t>(best_equation));
            if (best_equation < of_levels_) --of_levels_;
            const Substitution replace{{best_variable, value}};
            for (Equation& e : equations_)
                if (occurs(best_variable, e.left)) e.left = simplified(substitute(e.left, replace));
            if (out_.minors)
                for (Expr& m : *out_.minors) m = substitute(m, replace);
            for (auto& [x, known] : out_.eliminated) known = simplified(substitute(known, replace));
            out_.eliminated.emplace_back(best_variable, value);
        }
    }

    // Equations without variables say nothing, or cannot hold.
    void remove_empty() {
        for (std::size_t k = equations_.size(); k-- > 0;) {
            const Equation& e = equations_[k];
            if (!is_constant(e.left)) continue;
            const double left = number(e.left), right = number(e.right);
            if (std::fabs(left - right) > 1e-9 * std::max({1.0, std::fabs(left), std::fabs(right)}))
                throw NoSurface("level-unreachable", "no state has these levels: " + e.name +
                                                         " would have to be " + decimal_of(left) +
                                                         " there, not " + decimal_of(right));
            if (k >= of_levels_) out_.implied.push_back(e.name);
            equations_.erase(equations_.begin() + static_cast<std::ptrdiff_t>(k));
            if (k < of_levels_) --of_levels_;
        }
    }
    static std::string decimal_of(double x) { return std::to_string(x); }

    // Levels whose gradients depend on those of the equations before them at all of several points of the constraints.
    void drop_implied_levels() {
        const std::vector<Expr> x = unknowns();
        if (x.empty() || equations_.empty()) return;
        SurfaceEquations all;
        all.equations = equations_;
        for (const Expr& symbol : x) all.variables.push_back({symbol, "", 0, start_of(symbol)});
        const LevelSet whole = level_set(all, parameters_);
        SurfaceEquations bound = all;
        bound.equations.resize(of_levels_);
        const LevelSet constraints = level_set(bound, parameters_);
        RandomNumbers random(seed);
        std::vector<double> scales(x.size(), 1.0);
        std::vector<bool> is_new(equations_.size());
        for (int round = 0; round < 12; ++round) {
            Coordinates at;
            for (const Variable& v : all.variables) at.push_back(v.start + 2 * random.uniform() - 1);
            if (of_levels_ > 0) {
                const auto on = point_near(constraints, scales, at);
                if (!on) continue;
                at = *on;
            }
            Coordinates J(whole.k * whole.n);
            whole.slopes(at.data(), J.data());
            if (!are_finite(J)) continue;
            std::size_t before = 0;
            for (std::size_t k = 0; k < equations_.size(); ++k) {
                const std::size_t now = rank(std::span(J).first((k + 1) * whole.n), k + 1, whole.n, {1e-9});
                if (now > before) is_new[k] = true;
                before = now;
            }
        }
        for (std::size_t k = equations_.size(); k-- > 0;) {
            if (is_new[k]) continue;
            if (k < of_levels_)
                throw NoSurface("surface-constraints", "the constraint '" + equations_[k].name +
                                                           "' depends on the others at all points tried");
            const auto level = std::ranges::find(levels_, equations_[k].name, &SurfaceLevel::name);
            if (level != levels_.end() && level->is_asked)
                throw NoSurface("level-dependent",
                                "the level of '" + equations_[k].name +
                                    "' is no further condition: its gradient depends on those of the "
                                    "constraints and levels before it at all points tried");
            out_.implied.push_back(equations_[k].name);
            equations_.erase(equations_.begin() + static_cast<std::ptrdiff_t>(k));
        }
    }

    // Terms without variables, to the right.
    void move_constants() {
        for (Equation& e : equations_) {
            Expr factor = s_.c.one(), sum = e.left;
            if (sum.kind() == Kind::multiple) {
                const auto parts = s_.c.node(sum.id()).arguments();
                factor = Expr(s_.c, parts[0]);
                sum = Expr(s_.c, parts[1]);
            }
            if (sum.kind() != Kind::sum) continue;
            const auto parts = s_.c.node(sum.id()).arguments();
            Expr constant = factor * Expr(s_.c, parts[0]), rest = s_.c.zero();
            for (std::size_t k = 1; k + 1 < parts.size(); k += 2) {
                const Expr term = factor * Expr(s_.c, parts[k]) * Expr(s_.c, parts[k + 1]);
                (is_constant(term) ? constant : rest) += term;
            }
            if (constant == s_.c.zero()) continue;
            e.right = simplified(e.right - constant);
            e.left = rest;
        }
    }

    double start_of(const Expr& symbol) const {
        const auto value = [&](const Expr& x) {
            for (const auto* list : {&initial_.q, &initial_.v})
                for (const InitialVariable& one : *list)
                    if (one.symbol == x) return one.value;
            return 0.0;
        };
        for (const VelocityForm& u : forms_) {
            if (u.symbol != symbol || u.definition == u.symbol) continue;
            Point at = parameters_;
            for (const auto* list : {&initial_.q, &initial_.v})
                for (const InitialVariable& one : *list) at.emplace_back(one.symbol, rational(one.value));
            return enclosure(u.definition, at).midpoint();
        }
        return value(symbol);
    }

    double period_of(const Expr& q) const {
        const auto at = std::ranges::find(system_.coordinates, q, &Coordinate::symbol);
        return at != system_.coordinates.end() && at->modulus ? number(at->modulus) : 0;
    }

    void name_variables() {
        out_.equations = equations_;
        for (const Expr& x : unknowns()) {
            Variable one{x, symbol_text(x.symbol()), period_of(x), start_of(x)};
            const bool is_used = occurs_in_set(x);
            const bool is_coordinate = std::ranges::find(s_.q, x) != s_.q.end();
            if (is_coordinate && !is_used) {
                absent_.push_back(x);
                continue;
            }
            if (one.period > 0 && !repeats(x, one.period)) {
                out_.unwound.push_back(one.name);
                one.period = 0;
            } else if (one.period == 0 && is_coordinate && repeats(x, 2 * std::numbers::pi) &&
                       !repeats(x, 1)) {
                out_.repeating.push_back(one.name);
            }
            out_.variables.push_back(std::move(one));
        }
        for (const Expr& q : s_.q)
            if (std::ranges::find(absent_, q) != absent_.end())
                out_.absent.push_back({q, symbol_text(q.symbol()), period_of(q), start_of(q)});
    }

    // In an equation, or in what another coordinate is.
    bool occurs_in_set(const Expr& x) const {
        return std::ranges::any_of(equations_, [&](const Equation& e) { return occurs(x, e.left); }) ||
               std::ranges::any_of(out_.eliminated, [&](const auto& known) {
                   return std::ranges::find(s_.q, known.first) != s_.q.end() && occurs(x, known.second);
               });
    }

    // Whether the equations are the same one turn further on.
    bool repeats(const Expr& q, double period) const {
        const std::vector<Expr> x = unknowns();
        const NumberFunctions values = in_numbers(lefts(), x, parameters_);
        const auto place = static_cast<std::size_t>(std::ranges::find(x, q) - x.begin());
        RandomNumbers random(seed);
        Coordinates here(equations_.size()), there(here);
        for (int round = 0; round < 6; ++round) {
            Coordinates at;
            for (const Expr& one : x) at.push_back(start_of(one) + 2 * random.uniform() - 1);
            values(at.data(), here.data());
            at[place] += period;
            values(at.data(), there.data());
            if (!are_finite(here) || !are_finite(there)) continue;
            for (std::size_t k = 0; k < here.size(); ++k)
                if (std::fabs(here[k] - there[k]) > 1e-8 * (1 + std::fabs(here[k]))) return false;
        }
        return true;
    }

    void demand_no_time() const {
        for (const Equation& e : equations_)
            if (occurs(system_.t, e.left))
                throw NoSurface("surface-time",
                                "'" + e.name + "' depends on the time, so that the set moves");
    }

    std::string words_of(const std::vector<Variable>& list) const {
        std::vector<std::string> names;
        for (const Variable& v : list) names.push_back(v.name);
        return joined(names);
    }

    void settle_dimension() {
        if (out_.variables.size() < out_.equations.size())
            throw NoSurface("surface-dimension", "there are more equations than variables");
        if (choice_.kept) {
            for (const std::string& name : *choice_.kept) keep(name);
        } else if (out_.dimension() < 2) {
            // Circles that make it a surface, if there is no choice.
            std::vector<std::string> circles;
            for (const Variable& v : out_.absent)
                if (v.period > 0) circles.push_back(v.name);
            if (circles.size() + out_.dimension() == 2)
                for (const std::string& name : circles) keep(name);
        }
        const std::size_t d = out_.dimension();
        const std::string what = "the levels leave a set of dimension " + std::to_string(d) +
                                 (out_.variables.empty() ? "" : " in " + words_of(out_.variables)) +
                                 ", not a surface";
        if (d < 2)
            throw NoSurface("surface-dimension", what,
                            out_.absent.empty() ? "leave a level out: --level names those to take"
                                                : "--keep takes coordinates that occur in no equation: " +
                                                      words_of(out_.absent));
        if (d > 2)
            throw NoSurface(
                "surface-dimension", what,
                "give more first integrals with --level EXPR; `anholon facts M --fact integrals` looks for "
                "them");
    }

    // Minors are functions on the set, or not looked at.
    void settle_minors() {
        if (!out_.minors) return;
        for (Expr& m : *out_.minors)
            for (const Variable& v : out_.absent) {
                if (!occurs(v.symbol, m)) continue;
                if (!vanishes(derivative(m, v.symbol))) {
                    out_.minors = std::nullopt;
                    return;
                }
                m = without(v.symbol, m);
            }
    }

    void keep(const std::string& name) {
        const auto at = std::ranges::find(out_.absent, name, &Variable::name);
        if (at == out_.absent.end())
            throw NoSurface("surface-keep", "'" + name + "' is no coordinate that occurs in no equation",
                            out_.absent.empty() ? "there is none" : "those are " + words_of(out_.absent));
        out_.variables.push_back(*at);
        out_.kept.push_back(name);
        out_.absent.erase(at);
    }

    const System& system_;
    Setting s_;
    const Point& parameters_;
    const InitialState& initial_;
    const SurfaceChoice& choice_;
    const std::vector<SurfaceLevel>& levels_;
    std::vector<Equation> equations_;
    std::size_t of_levels_ = 0;  // where levels begin among them
    std::vector<Expr> rows_;     // constraints on velocities, in v
    std::vector<VelocityForm> forms_;
    std::vector<Expr> absent_;
    SurfaceEquations out_;
};

}  // namespace

SurfaceEquations surface_equations(const System& system, const std::vector<SurfaceLevel>& levels,
                                   const Point& parameters, const InitialState& initial,
                                   const SurfaceChoice& choice) {
    return Reduction(system, levels, parameters, initial, choice).found();
}

NumberFunctions in_numbers(const std::vector<Expr>& functions, const std::vector<Expr>& variables,
                           const Point& parameters) {
    if (functions.empty()) return [](const double*, double*) {};
    Substitution replace;
    for (const auto& [symbol, value] : parameters)
        if (std::ranges::find(variables, symbol) == variables.end())
            replace.emplace_back(symbol, symbol.context().number(value));
    const std::shared_ptr<Evaluator> run = tiered(program(substitute(functions, replace), variables));
    return [run](const double* x, double* values) { (*run)(x, values); };
}

LevelSet level_set(const SurfaceEquations& equations, const Point& parameters) {
    LevelSet out{.n = equations.variables.size(),
                 .k = equations.equations.size(),
                 .periods = {},
                 .values = {},
                 .slopes = {}};
    std::vector<Expr> x, F, J;
    for (const Variable& v : equations.variables) {
        x.push_back(v.symbol);
        out.periods.push_back(v.period);
    }
    for (const Equation& e : equations.equations) {
        F.push_back(e.left - e.right);
        const std::vector<Expr> slopes = gradient(e.left, x);
        J.insert(J.end(), slopes.begin(), slopes.end());
    }
    out.values = in_numbers(F, x, parameters);
    out.slopes = in_numbers(J, x, parameters);
    return out;
}

}  // namespace anholon
