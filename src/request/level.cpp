#include "request/level.hpp"

#include <algorithm>

#include "algebra/residue_matrix.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "expr/introduce.hpp"
#include "expr/print.hpp"
#include "expr/walk.hpp"
#include "mechanics/forms/core.hpp"
#include "mechanics/points/manifold_points.hpp"
#include "model/check.hpp"
#include "model/friction_refusal.hpp"
#include "model/refusal.hpp"
#include "model/request.hpp"
#include "model/state/least_movement.hpp"
#include "model/state/parameter_values.hpp"
#include "model/system_units.hpp"
#include "request/first_integral.hpp"

namespace anholon::request {

namespace {

// More than a double has: where the potential is large and the velocities are small, a rounded level would be another one.
constexpr long precision = 192;
constexpr int digits = 40;

using Kind = Constraint::Kind;
using Of = Refusal::Of;

struct Level {
    std::string words;  // EXPR
    Expr F;             // in t, q and v
    Kind kind;
    std::optional<Rational> value;  // if one is asked for
    std::string name = {};          // of the constraint
};

// The energy of a core that is known with coordinates alone which it does not have.
void demand_energy(const std::string& words, const System& system, const Scope& scope) {
    if (!is_core(system) || system.energy || scope.find("energy")->value != energy_of(system)) return;
    const auto is_part = [](char c) {
        return is_letter(static_cast<unsigned char>(c)) || is_digit(static_cast<unsigned char>(c)) ||
               c == '_';
    };
    const std::size_t at = words.find("energy"), end = at + 6;
    if (at == words.npos || (at > 0 && is_part(words[at - 1])) || (end < words.size() && is_part(words[end])))
        return;
    throw Refusal(Of::system, "level-not-state", "the energy holds coordinates that the core does not have",
                  "take its level in the full system, without --reduced");
}

Expr read_integral(const std::string& words, const System& system) {
    const Source source("--level", words);
    Diagnostics said;
    const Scope scope = scope_of(system);
    demand_energy(words, system, scope);
    const Expr e = read_expression(source, scope, system, said);
    if (!e || said.failed()) throw Refusal(said, source);
    const Setting s(system);
    const Expr F = in_state(system, e);
    for (const Expr& x : symbols_of(F)) {
        const auto is_in = [&](const std::vector<Expr>& list) {
            return std::ranges::find(list, x) != list.end();
        };
        if (x.symbol().kind == SymbolKind::variable && !is_in(s.q) && !is_in(s.v))
            throw Refusal(Of::words, "level-not-state",
                          "'" + words + "' has no level: '" + symbol_text(x.symbol()) +
                              "' is neither a coordinate nor a velocity");
    }
    return F;
}

Rational read_value(const std::string& text, Expr F, const System& system, const Point& parameters) {
    const Source source("--level", text);
    Diagnostics said;
    const auto value = read_number(source, system, said, parameters,
                                   SystemUnits(system).dimension_of(F).value_or(Dimension{}));
    if (!value || said.failed()) throw Refusal(said, source);
    return *value;
}

Level read_level(const std::string& word, const System& system, const Point& parameters) {
    const std::size_t sign = word.find('=');
    const std::string words = without_blanks_around(word.substr(0, sign));
    const std::string value = sign == word.npos ? "" : without_blanks_around(word.substr(sign + 1));
    if (words.empty() || (sign != word.npos && value.empty()))
        throw Refusal(Of::words, "level-bad", "--level takes EXPR or EXPR=VALUE, not '" + word + "'");
    const Expr F = read_integral(words, system);
    Level out{words, F, constraint_kind(F, system.velocities()), {}};
    if (!value.empty()) out.value = read_value(value, F, system, parameters);
    return out;
}

// The first of these functions whose gradient with respect to v is a combination of those before it, at all random points of the
// constraint manifold; nothing if there is none. Throws Refusal if no point is found.
std::optional<std::size_t> first_dependent(const Setting& s, std::vector<Expr> f) {
    f = substitute(f, s.kinematics(s.v));
    const Matrix J = jacobian(f, s.v);
    const std::vector<Expr> entries(J.entries().begin(), J.entries().end());
    ManifoldPoints points(s, entries, ManifoldPoints::Keep::all_constraints, {},
                          ManifoldPoints::Levels::any_where_none_is_found);
    std::optional<std::size_t> most;
    for (std::uint64_t round = 0; round < 8; ++round) {
        if (!points.draw(1, round)) continue;
        const auto values = points.evaluate(entries);
        for (std::size_t lane = 0; lane < ModularPoints::lanes; ++lane) {
            if (!points.is_alive(lane)) continue;
            RowSpace rows(points.field(lane), s.n());
            std::size_t k = 0;
            for (; k < f.size(); ++k) {
                ResidueRow row;
                for (std::size_t i = 0; i < s.n(); ++i) row.push_back(values[k * s.n() + i][lane]);
                if (!rows.add(row)) break;
            }
            if (k == f.size()) return std::nullopt;
            most = std::max(most.value_or(0), k);
        }
    }
    if (most) return most;
    throw Refusal(Of::system, "level-undecided",
                  "no point of the constraint manifold was found at which the levels could be compared");
}

void demand_independent(const System& system, const std::vector<Level>& levels) {
    for (const Level& level : levels)
        if (level.kind == Kind::geometric)
            throw Refusal(Of::words, "level-dependent",
                          "'" + level.words + "' has no velocities in it, so its level restricts none");
    const Setting s(system);
    std::vector<Expr> f = s.velocity_constraints();
    const std::size_t own = f.size();
    for (const Level& level : levels) f.push_back(level.F);
    if (const auto k = first_dependent(s, f); k && *k >= own)
        throw Refusal(Of::words, "level-dependent",
                      "the level of '" + levels[*k - own].words +
                          "' is no further condition: the constraints" + (*k > own ? " and levels" : "") +
                          " before it imply it");
}

// A quasi-velocity that is free no more, as an abbreviation; and what it stands for.
Substitution abbreviate(System& system, std::size_t place) {
    const QuasiVelocity eta = system.quasi[place];
    system.quasi.erase(system.quasi.begin() + static_cast<std::ptrdiff_t>(place));
    const Substitution out{{eta.symbol, eta.definition}, {dot(eta.symbol), Dt(eta.definition)}};
    const auto rewrite = [&](Expr& e) {
        if (e) e = substitute(e, out);
    };
    for (auto& [name, value] : system.lets) rewrite(value);
    for (Expectation& e : system.expectations)
        for (Expr* side : {&e.left, &e.right}) rewrite(*side);
    for (Guard& guard : system.guards)
        for (Expr* part : {&guard.value, &guard.scale}) rewrite(*part);
    for (InitialValue& i : system.init) rewrite(i.symbol);
    std::erase_if(system.guesses, [&](const InitialValue& i) { return i.symbol == eta.symbol; });
    for (Experiment& e : system.experiments) {
        for (InitialValue& i : e.init) rewrite(i.symbol);
        std::erase_if(e.guesses, [&](const InitialValue& i) { return i.symbol == eta.symbol; });
    }
    system.lets.emplace_back(eta.symbol.symbol().name, eta.definition);
    return out;
}

// Stated quasi-velocities are as many as there are free ones. What became of the others.
Substitution free_velocities(System& system, const Setting& before) {
    Substitution gone;
    const auto linear = static_cast<std::size_t>(std::ranges::count_if(
        system.constraints, [](const Constraint& c) { return c.kind != Kind::nonlinear; }));
    while (system.quasi.size() > system.velocities().size() - linear) {
        std::vector<Expr> f;
        for (const Constraint& c : system.constraints)
            if (c.kind != Kind::nonlinear)
                f.push_back(c.kind == Kind::geometric ? Dt(c.residual) : c.residual);
        const std::size_t own = f.size();
        for (const QuasiVelocity& eta : system.quasi) f.push_back(eta.definition);
        const auto k = first_dependent(before, f);
        const Substitution one = abbreviate(system, k && *k >= own ? *k - own : system.quasi.size() - 1);
        gone.insert(gone.end(), one.begin(), one.end());
    }
    return gone;
}

void add(System& system, Level& level, std::size_t number, const Rational& value) {
    Context& c = system.c();
    level.name =
        is_identifier(level.words) ? "level_" + ascii_name(level.words) : "level" + std::to_string(number);
    const Expr symbol = introduced(c, level.name, SymbolKind::constant, "level", number);
    const Expr lambda = introduced(c, "lambda_" + level.name, SymbolKind::variable, "multiplier", number);
    system.parameters.push_back({.symbol = symbol,
                                 .value = value,
                                 .exact = c.number(value),
                                 .scale = c.one(),
                                 .range = {},
                                 .unit = SystemUnits(system).unit_of(level.F),
                                 .description = "the level of " + level.words,
                                 .span = {}});
    system.constraints.push_back(
        {.name = level.name, .residual = level.F - symbol, .kind = level.kind, .span = {}});
    system.multipliers.push_back(lambda);
    system.expectations.push_back({.kind = Expectation::Kind::equation,
                                   .left = lambda,
                                   .right = c.zero(),
                                   .time = {},
                                   .tolerance = {},
                                   .name = {},
                                   .span = {}});
}

// The search for a state on the levels starts where the system starts without them.
Point take_start(System& system, const InitialStateOptions& start) {
    const InitialState initial = possible_initial_state(system, start);
    Point at = parameter_point(system, start);
    at.emplace_back(system.t, Rational(0));
    for (Experiment& e : system.experiments) e.guesses.clear();
    for (const auto* list : {&initial.q, &initial.v})
        for (const InitialVariable& x : *list) {
            at.emplace_back(x.symbol, rational(x.value));
            system.guesses.push_back({x.symbol, system.c().number(rational(x.value)), {}});
        }
    return at;
}

Rational value_at(const Point& point, const Level& level) {
    const Ball value = enclosure(level.F, point, precision);
    if (value.is_finite()) return *Rational::parse(value.to_string(digits));
    throw Refusal(Of::state, "level-unreachable", "'" + level.words + "' has no value at the initial state");
}

// To the state next to the one without the levels, which takes the place of what the model gives.
bool is_moved(System& system, InitialStateOptions start, const Point& initial) {
    if (start.is_strict) return false;
    std::vector<Expr> variables = system.q();
    for (const Expr& v : system.velocities()) variables.push_back(v);
    start.standing.emplace();
    for (const auto& [symbol, value] : initial)
        if (std::ranges::find(variables, symbol) != variables.end())
            start.standing->values.emplace_back(symbol, value.to_double());
    const auto found = initial_state(system, start).state;
    if (!found) return false;
    system.init.clear();
    for (Experiment& e : system.experiments) e.init.clear();
    for (const auto* list : {&found->q, &found->v})
        for (const InitialVariable& x : *list)
            system.init.push_back({x.symbol, system.c().number(rational(x.value)), {}});
    return true;
}

void demand_state(System& system, const std::vector<Level>& levels, InitialStateOptions start,
                  const Substitution& gone, const Point& initial) {
    for (auto& [symbol, value] : start.values) symbol = substitute(symbol, gone);
    const auto failure = initial_state(system, start).failure;
    if (!failure || is_moved(system, start, initial)) return;
    const auto level = std::ranges::find(levels, failure->constraint, &Level::name);
    if (level == levels.end() || !level->value) throw NoInitialState(told(*failure));
    throw Refusal(
        Of::state, "level-unreachable",
        "no state near the initial one has " + level->words + " = " + decimal(level->value->to_double(), 10),
        "the velocities move to reach a level; the coordinates stay where they are");
}

// What is said of the number of freedoms, and of another motion.
void forget_expectations(System& system, bool is_another_motion) {
    using Expected = Expectation::Kind;
    std::erase_if(system.expectations, [&](const Expectation& e) {
        return e.kind == Expected::dof || e.kind == Expected::holonomic || e.kind == Expected::nonholonomic ||
               (is_another_motion && e.kind == Expected::value);
    });
}

}  // namespace

Expr in_state(const System& system, Expr e) {
    const Setting s(system);
    Substitution definitions;
    for (const QuasiVelocity& eta : system.quasi) definitions.emplace_back(eta.symbol, eta.definition);
    return substitute(substitute(e, definitions), s.kinematics(s.v));
}

AskedLevel asked_level(const std::string& word, const System& system, const Point& parameters) {
    const Level level = read_level(word, system, parameters);
    return {level.words, level.F, level.value};
}

void add_levels(System& system, const System& closed, const std::vector<std::string>& words,
                const InitialStateOptions& start) {
    if (words.empty()) return;
    refuse_friction(system, "a level of a first integral");
    if (system.motion.axiom != Axiom::nonholonomic)
        throw Refusal(Of::system, "level-law",
                      "levels are taken of nonholonomic systems, and this one has another law of motion");
    std::vector<Level> levels;
    for (const std::string& word : words) {
        levels.push_back(read_level(word, closed, parameter_point(system, start)));
        const Level& last = levels.back();
        for (const Level& other : levels)
            if (&other != &last && other.F == last.F)
                throw Refusal(Of::words, "setting-twice", "the level of '" + last.words + "' is given twice");
    }
    for (const Level& level : levels) demand_first_integral(closed, level.words, level.F);
    demand_independent(closed, levels);
    const Point initial = take_start(system, start);
    const System before = system;
    forget_expectations(system,
                        std::ranges::any_of(levels, [](const Level& l) { return l.value.has_value(); }));
    for (std::size_t k = 0; k < levels.size(); ++k)
        add(system, levels[k], k + 1, levels[k].value ? *levels[k].value : value_at(initial, levels[k]));
    demand_state(system, levels, start, free_velocities(system, Setting(before)), initial);
}

}  // namespace anholon::request
