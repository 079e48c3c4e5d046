#include "structure/substitution/substitution.hpp"

#include <algorithm>
#include <functional>
#include <ranges>

#include "mechanics/chaplygin_kind.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/points/manifold_points.hpp"
#include "mechanics/tied_coordinates.hpp"
#include "model/model.hpp"
#include "structure/evidence/abbreviations.hpp"
#include "structure/evidence/fresh.hpp"
#include "structure/evidence/sentence.hpp"
#include "structure/substitution/elimination_choices.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxSets = 4;  // of quasi-holonomic constraints that are named

Reason outside_hypotheses(const Setting& s) {
    if (s.system.motion.axiom != Axiom::nonholonomic)
        return "the criteria require the nonholonomic law of motion, and this model has another (" +
               std::string(name(s.system.motion.axiom)) + ")";
    if (s.has_nonlinear_constraints()) return "constraints are nonlinear";
    if (const Reason why = s.no_frame()) return why;
    return std::nullopt;
}

using Row = SubstitutedEquation;

// What [L*]_r = Q*_r lacks on its right side: Voronets's equations less the forbidden ones, whose W is the same.
std::vector<Row> forbidden_rows(const Setting& s, Vanishing& vanishes) {
    const Equations right = voronets(s), wrong = forbidden(s);
    std::vector<Row> rows;
    for (std::size_t k = 0; k < right.r.size(); ++k) {
        const Expr lacking = right.r[k] - wrong.r[k];
        rows.push_back({s.q[s.solved().independent[k]].symbol().name, lacking, vanishes(lacking)});
    }
    return rows;
}

// What Hamel's equations for Θ = L̂|_{η_α = 0} lack: (c^α_rs η_r + c^α_0s) (∂L̂/∂η_α)|_{η_α = 0}
std::vector<Row> restricted_rows(const Setting& s, Vanishing& vanishes) {
    const AdaptedFrame& X = s.frame();
    const Covector y = d(s.L_in_frame(), X.eta());
    std::vector<Row> rows;
    for (std::size_t k = 1; k <= X.l(); ++k) {
        Expr lacking = s.c.zero();
        for (std::size_t m = X.l() + 1; m <= X.n(); ++m)
            for (std::size_t r = 0; r <= X.l(); ++r)
                lacking += X.c(m, r, k) * (r == 0 ? s.c.one() : X.eta(r)) * y[m - 1];
        lacking = substitute(lacking, X.on_constraints());
        rows.push_back({symbol_text(X.eta(k).symbol()), lacking, vanishes(lacking)});
    }
    return rows;
}

// The velocities that L* holds no more, and the coordinates that geometric constraints tie.
std::vector<std::string> eliminated(const Setting& s) {
    const TiedCoordinates tied(s);
    std::vector<std::string> names;
    for (const std::size_t a : s.solved().dependent)
        names.push_back(symbol_text((tied.contains(a) ? s.q[a] : s.v[a]).symbol()));
    return names;
}

std::vector<Expr> independent_velocities(const Setting& s) {
    std::vector<Expr> v;
    for (const std::size_t r : s.solved().independent) v.push_back(s.v[r]);
    return v;
}

std::vector<std::string> names_with(const std::vector<Row>& rows, Answer answer) {
    std::vector<std::string> names;
    for (const Row& row : rows)
        if (row.verdict.answer == answer) names.push_back(row.name);
    return names;
}

void judge(ConstraintSubstitution& found, const std::vector<Row>& rows) {
    using enum SubstitutionVerdict;
    const std::size_t right_ones = names_with(rows, Answer::yes).size();
    found.verdict = right_ones == rows.size() ? right : right_ones == 0 ? wrong : partly_right;
    if (right_ones == rows.size() || !names_with(rows, Answer::no).empty()) return;
    found.verdict = SubstitutionVerdict::undecided;
    found.reason = std::ranges::find(rows, Answer::unknown, [](const Row& row) {
                       return row.verdict.answer;
                   })->verdict.reason;
}

// What the wrong ones lack, for people.
std::vector<Row> written(const Setting& s, std::vector<Row> rows, const Budget& budget) {
    const auto is_wrong = [](const Row& row) { return row.verdict.answer == Answer::no; };
    for (Row& row : rows | std::views::filter(is_wrong))
        row.simplified = is_too_long(row.lacking) ? row.lacking : simplified(row.lacking);
    const Abbreviations letters(s);
    for (Row& row : rows | std::views::filter(is_wrong))
        row.in_letters = simplified(letters.in_letters(simplified(row.lacking), budget));
    return rows;
}

// Whether what the equations in quasi-velocities lack is what Lagrange's equations for L* lack: the constraints on velocities are all of
// Chaplygin's kind, and the free quasi-velocities do not contain the ẏ_i, so that both leave out the same.
bool lack_the_same(const Setting& s, const Setting& chosen) {
    const ChaplyginKind kind(s, chosen);
    if (kind.why_not || !kind.beside.empty()) return false;
    for (std::size_t k = 1; k <= s.frame().l(); ++k)
        for (const std::size_t i : kind.y)
            if (is_zero_modulo_primes(derivative(s.frame().definition(k), s.v[i])).answer != Answer::yes)
                return false;
    return true;
}

std::optional<CombinedEquations> combined(const Setting& s, const std::vector<Row>& rows,
                                          const std::vector<Expr>& velocities, Vanishing& vanishes,
                                          const Budget& budget) {
    CombinedEquations found{.right_alone = names_with(rows, Answer::yes).size()};
    if (found.right_alone == rows.size() || !names_with(rows, Answer::unknown).empty()) return std::nullopt;
    std::vector<Expr> lacking;
    for (const Row& row : rows) {
        lacking.push_back(row.lacking);
        found.of.push_back(row.name);
    }
    found.all = right_combinations(s, lacking, velocities, vanishes, budget);
    if (!found.all.why_not.empty()) return std::nullopt;
    const Abbreviations letters(s);
    for (RightCombinations::One& one : found.all.found) {
        for (Expr& kappa : one.kappa) kappa = simplified(kappa);
        std::vector<Expr>& shown = found.in_letters.emplace_back();
        for (const Expr& kappa : one.kappa) shown.push_back(letters.in_letters(kappa, budget));
    }
    return found;
}

// Whether any equation is right, combined ones among them.
bool any_is_right(const CombinedEquations& found) {
    return found.all.at_most == found.right_alone ? found.right_alone > 0 : !found.all.found.empty();
}

// Theorem 2 is theorem 1 in the quasi-velocities, where the operator is another.
std::vector<QuasiHolonomicConstraints::Derivative> derivatives(const Setting& s, const QuasiHolonomicSet& set,
                                                               Vanishing& vanishes) {
    const AdaptedFrame& X = s.frame();
    const ConstraintRows rows = constraint_rows(s.system);
    std::vector<QuasiHolonomicConstraints::Derivative> list;
    for (std::size_t i = 0; i < set.g.size(); ++i) {
        const std::vector<Expr> in_coordinates = lagrange_along_frame(s, set.g[i]),
                                in_frame = lagrange_in_quasi_velocities(s, set.g[i]);
        const auto on = [&](Expr e) { return substitute(e, X.on_constraints()); };
        bool in_span = true, agree = true;
        for (std::size_t k = 0; k < X.n(); ++k) {
            if (k < X.l()) in_span = in_span && vanishes(on(in_frame[k])).answer == Answer::yes;
            agree = agree && is_zero_modulo_primes(on(in_frame[k] - in_coordinates[k])).answer == Answer::yes;
        }
        assert(agree);
        if (!in_span || !agree) continue;
        list.push_back({s.q[set.y[i]].symbol().name, {}});
        for (std::size_t a = 0; a < rows.names.size(); ++a)
            if (const Expr k = simplified(on(in_frame[X.l() + a])); k != s.c.zero())
                list.back().terms.emplace_back(k, rows.names[a]);
    }
    return list;
}

std::vector<std::string> coordinate_names(const Setting& s, const std::vector<std::size_t>& places) {
    std::vector<std::string> names;
    for (const std::size_t i : places) names.push_back(s.q[i].symbol().name);
    return names;
}

// The sets as the author wrote them; others where there are none.
QuasiHolonomicConstraints quasi_holonomic(const Setting& s, const Budget& budget, Vanishing& vanishes) {
    QuasiHolonomicConstraints found;
    const auto sets = quasi_holonomic_sets(s, budget, vanishes);
    for (const QuasiHolonomicSet& set : sets)
        for (const std::string& n : coordinate_names(s, set.y))
            if (std::ranges::find(found.coordinates, n) == found.coordinates.end())
                found.coordinates.push_back(n);
    for (const bool as_written : {true, false})
        for (const QuasiHolonomicSet& set : sets) {
            if (set.verdict.answer != Answer::yes || set.as_written != as_written) continue;
            if ((!as_written && !found.sets.empty()) || found.sets.size() == kMaxSets) continue;
            found.sets.push_back({set, derivatives(s, set, vanishes)});
        }
    return found;
}

// 003, proposition 1: [Σ a_km f_k f_m](X_s) = 0 on the constraints, a_km arbitrary functions.
bool quadratic_forms_change_nothing(const Setting& s, Vanishing& vanishes) {
    const AdaptedFrame& X = s.frame();
    const std::vector<Expr> f = s.velocity_constraints();
    const std::vector<Expr> a_km = fresh_variables(s, "a_", f.size() * f.size());
    Expr added = s.c.zero();
    for (std::size_t k = 0; k < f.size(); ++k)
        for (std::size_t m = k; m < f.size(); ++m) added += a_km[k * f.size() + m] * f[k] * f[m];
    const Covector E = s.lagrange(added);
    Substitution on;
    for (const Expr& u : s.v) on.emplace_back(u, substitute(X.in_eta(u), X.on_constraints()));
    const std::vector<Expr> v = substitute(s.v, on);
    const std::vector<Expr> a = substitute(time_derivative(v), on);
    Substitution all = on;
    for (std::size_t i = 0; i < s.n(); ++i) all.emplace_back(dot(s.v[i]), a[i]);
    for (std::size_t k = 1; k <= X.l(); ++k) {
        Expr work = s.c.zero();
        for (std::size_t i = 0; i < s.n(); ++i) work += X.frame().B()(i, k - 1) * E[i];
        if (vanishes(substitute(work, all)).answer != Answer::yes) return false;
    }
    return true;
}

// Do the multipliers of the velocity constraints vanish along every motion?                             001 §3
Answer multipliers_vanish(const Setting& s, Vanishing& vanishes) {
    const Equations e = lagrange_multipliers(s);
    std::vector<Expr> W(e.W.entries().begin(), e.W.entries().end()), all(e.r);
    all.insert(all.end(), W.begin(), W.end());
    ManifoldPoints points(s, all);
    std::size_t good = 0;
    for (std::uint64_t round = 0; round < 32 && good < 4; ++round) {
        if (!points.draw(1, round)) continue;
        const auto W_values = points.evaluate(W), r_values = points.evaluate(e.r);
        const auto z = points.solve(W_values, r_values);
        for (std::size_t lane = 0; lane < ModularPoints::lanes; ++lane) {
            if (!points.is_alive(lane)) continue;
            ++good;
            for (std::size_t k = 0; k < s.system.constraints.size(); ++k)
                if (s.system.constraints[k].kind != Constraint::Kind::geometric &&
                    !z[s.n() + k][lane].is_zero())
                    return Answer::no;
        }
    }
    if (good < 4) return Answer::unknown;
    const double size = static_cast<double>(e.unknowns.size());
    vanishes.count_error(chance_of_error(points.elementary(), 4 * size * size, good));
    return Answer::yes;
}

using Topic = ConstraintSubstitution::Topic;

// What else there is to find. A topic may take a third of the time that is left, so that none spends what the others need.
class Topics {
  public:
    Topics(ConstraintSubstitution& found, const Budget& budget) : found_(found), budget_(budget) {}

    void ask(Topic topic, const std::function<void()>& find) {
        try {
            const Deadline share(TimeLimit::of_work(budget_.limit().left() / 3));
            find();
        } catch (const TimeIsUp&) {
            found_.late.push_back(topic);
        }
    }

  private:
    ConstraintSubstitution& found_;
    const Budget& budget_;
};

void find_combinations(ConstraintSubstitution& found, const Setting& s, const Setting& chosen,
                       const std::vector<Row>& restricted, Vanishing& vanishes, const Budget& budget) {
    const bool is_stated = states_free_velocities(s.system);
    found.combinations = is_stated
                             ? combined(s, restricted, s.frame().free(), vanishes, budget)
                             : combined(s, found.equations, independent_velocities(chosen), vanishes, budget);
    if (found.combinations && any_is_right(*found.combinations) &&
        found.verdict == SubstitutionVerdict::wrong && (!is_stated || lack_the_same(s, chosen)))
        found.verdict = SubstitutionVerdict::partly_right;
}

// Where geometric constraints hold, the brackets of the free directions need to stay among them there only.
Answer are_integrable(const Setting& s, Vanishing& vanishes) {
    const AdaptedFrame& X = s.frame();
    const Answer everywhere = X.is_closed();
    if (everywhere == Answer::yes || s.system.functions_of_place().empty()) return everywhere;
    Answer answer = Answer::yes;
    for (const std::size_t r : indices(0, X.l()))
        for (const std::size_t k : indices(r + 1, X.l()))
            for (const std::size_t m : indices(X.l() + 1, X.n())) switch (vanishes(X.c(m, r, k)).answer) {
                    case Answer::yes: break;
                    case Answer::no: return Answer::no;
                    case Answer::unknown: answer = Answer::unknown;
                }
    return answer;
}

void find_more(ConstraintSubstitution& found, const Setting& s, const Setting& chosen,
               const std::vector<Row>& restricted, Vanishing& vanishes, const Budget& budget) {
    Topics topics(found, budget);
    topics.ask(Topic::integrability, [&] { found.constraints_are_integrable = are_integrable(s, vanishes); });
    topics.ask(Topic::restricted, [&] {
        if (states_free_velocities(s.system)) found.restricted = written(s, restricted, budget);
    });
    topics.ask(Topic::combinations,
               [&] { find_combinations(found, s, chosen, restricted, vanishes, budget); });
    topics.ask(Topic::quasi_holonomic, [&] { found.quasi_holonomic = quasi_holonomic(s, budget, vanishes); });
    topics.ask(Topic::hadamard, [&] {
        found.hadamard = hadamard(s);
        vanishes.count_error(found.hadamard->error_bound);
    });
    topics.ask(Topic::sumbatov, [&] { found.sumbatov = sumbatov(s, chosen, vanishes); });
    topics.ask(Topic::quadratic_forms,
               [&] { found.quadratic_forms_change_nothing = quadratic_forms_change_nothing(s, vanishes); });
    topics.ask(Topic::multipliers, [&] {
        found.multipliers_vanish =
            s.has_velocity_constraints() && multipliers_vanish(s, vanishes) == Answer::yes;
    });
}

ConstraintSubstitution on_algebra(const Setting& s, const Budget& budget) {
    Vanishing vanishes(s, budget);
    const std::vector<Row> restricted = restricted_rows(s, vanishes);
    ConstraintSubstitution found{.velocities = s.frame().free()};
    judge(found, restricted);
    found.restricted = written(s, restricted, budget);
    found.constraints_are_integrable = s.frame().is_closed();
    found.proof = vanishes.proof();
    return found;
}

std::vector<NamedChoice> named_choices(const Setting& s, const EliminationChoices& choices) {
    std::vector<NamedChoice> list;
    for (const EliminationChoice& choice : choices.possible) {
        NamedChoice& named = list.emplace_back();
        for (const std::size_t a : choice.dependent) {
            const bool is_tied = std::ranges::find(choice.tied, a) != choice.tied.end();
            named.eliminated.push_back(symbol_text((is_tied ? s.q[a] : s.v[a]).symbol()));
        }
        std::ranges::sort(named.eliminated);
        for (std::size_t r = 0; r < choice.right.size(); ++r)
            if (choice.right[r]) named.right.push_back(s.q[choice.independent[r]].symbol().name);
        std::ranges::sort(named.right);
        named.is_right = choice.is_right();
        named.for_these_parameters = choice.for_these_parameters;
    }
    return list;
}

// Whether an equation is called right by any choice but the first.
bool claims_more(const std::vector<NamedChoice>& choices) {
    return std::ranges::any_of(choices | std::views::drop(1),
                               [](const NamedChoice& choice) { return !choice.right.empty(); });
}

// Of no choice that was examined an equation is right, but others remain.
void doubt(ConstraintSubstitution& found) {
    if (found.verdict != SubstitutionVerdict::wrong) return;
    if (found.choices_not_examined > 0)
        found.reason = "no equation is right in " + std::to_string(found.choices.size()) +
                       " choices of the eliminated velocities, but others were not examined";
    if (!found.why_no_choices.empty())
        found.reason =
            "other choices of the eliminated velocities were not examined: " + found.why_no_choices;
    if (!found.reason.empty()) found.verdict = SubstitutionVerdict::undecided;
}

// Lagrange's equations for L* in the setting `chosen`; what is known in quasi-velocities, in `s`.
ConstraintSubstitution by_choice(const Setting& s, const Setting& chosen, const EliminationChoices& choices,
                                 const Budget& budget) {
    Vanishing vanishes(s, budget);
    const std::vector<Row> restricted = restricted_rows(s, vanishes), rows = forbidden_rows(chosen, vanishes);
    ConstraintSubstitution found{.coordinates = coordinate_names(s, chosen.solved().independent),
                                 .eliminated = eliminated(chosen),
                                 .velocities = s.frame().free()};
    judge(found, rows);
    found.choices = named_choices(s, choices);
    found.choices_not_examined = choices.not_examined;
    found.why_no_choices = choices.why_not.value_or("");
    if (claims_more(found.choices)) vanishes.count_error(choices.error_bound);
    found.equations = written(chosen, rows, budget);
    find_more(found, s, chosen, restricted, vanishes, budget);
    doubt(found);
    found.proof = vanishes.proof();
    return found;
}

}  // namespace

ConstraintSubstitution constraint_substitution(const Setting& s, const Budget& budget) {
    const auto outside = [](const std::string& why) {
        return ConstraintSubstitution{.reason = why, .is_outside = true};
    };
    budget.check();
    if (s.is_unconstrained()) return {.verdict = SubstitutionVerdict::unconstrained};
    if (const Reason why = outside_hypotheses(s)) return outside(*why);
    if (s.on_algebra()) return on_algebra(s, budget);
    if (const Reason why = forbidden_inapplicable(s)) return outside(*why);
    const EliminationChoices choices = elimination_choices(s, budget);
    const Setting chosen(s.system,
                         choices.possible.empty() ? s.independent() : choices.possible.front().independent);
    return by_choice(states_free_velocities(s.system) ? s : chosen, chosen, choices, budget);
}

}  // namespace anholon
