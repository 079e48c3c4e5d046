#include "structure/substitution/substitution.hpp"

#include <algorithm>
#include <functional>

#include "mechanics/chaplygin_kind.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/points/manifold_points.hpp"
#include "mechanics/tied_coordinates.hpp"
#include "model/model.hpp"
#include "structure/evidence/abbreviations.hpp"
#include "structure/evidence/fresh.hpp"
#include "structure/evidence/sentence.hpp"
#include "structure/substitution/hadamard.hpp"
#include "structure/substitution/quasi_holonomic.hpp"
#include "structure/substitution/right_combinations.hpp"
#include "structure/substitution/sumbatov.hpp"

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

// One equation of the forbidden form, or of Hamel's with the restricted function, and what it lacks.
struct Row {
    std::string name;  // of the coordinate or quasi-velocity
    Expr lacking;
    Vanishing::Result verdict;
};

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

void judge(Fact& fact, const std::vector<Row>& rows) {
    using enum SubstitutionVerdict;
    const std::size_t right_ones = names_with(rows, Answer::yes).size();
    fact.verdict = right_ones == rows.size() ? right : right_ones == 0 ? wrong : partly_right;
    if (right_ones == rows.size() || !names_with(rows, Answer::no).empty()) return;
    fact.verdict = SubstitutionVerdict::undecided;
    fact.reason = std::ranges::find(rows, Answer::unknown, [](const Row& row) {
                      return row.verdict.answer;
                  })->verdict.reason;
}

Fact::Sentence lacks(const Setting& s, const Row& row, const Budget& budget) {
    Sentence saying = briefly();
    saying << "the equation of " << row.name << " lacks "
           << Abbreviations(s).in_letters(simplified(row.lacking), budget);
    if (!row.verdict.witness.empty())
        saying << ", which is " << row.verdict.value << " at " << described(row.verdict.witness);
    return saying;
}

// The verdict on some equations in one sentence, and what the wrong ones lack.
void say_rows(Fact& fact, const char* what, const Setting& s, const std::vector<Row>& rows,
              const std::string& equations, const Budget& budget) {
    const auto right = names_with(rows, Answer::yes), wrong = names_with(rows, Answer::no);
    Sentence first = briefly();
    first << equations;
    if (right.size() == rows.size()) {
        first << " are right";
    } else if (right.empty()) {
        first << (wrong.empty() ? " are not decided" : " are wrong");
    } else {
        first << (right.size() == 1 ? ": only that of " : ": only those of ") << listed(right)
              << (right.size() == 1 ? " is right" : " are right");
    }
    Data::List results;
    for (const Row& row : rows) {
        Data::Fields result{{"of", row.name}, {"is_right", row.verdict.answer == Answer::yes}};
        if (row.verdict.answer == Answer::no)
            result.emplace_back("lacks", is_too_long(row.lacking) ? row.lacking : simplified(row.lacking));
        results.emplace_back(std::move(result));
    }
    fact.results.emplace_back(what, results);
    const bool special =
        std::ranges::any_of(rows, [](const Row& r) { return r.verdict.for_these_parameters; });
    if (special) first << ", for the stated values of the parameters, not for all";
    fact.statement.push_back(first);
    for (const Row& row : rows) {
        if (row.verdict.answer == Answer::no) fact.statement.push_back(lacks(s, row, budget));
        if (row.verdict.answer == Answer::unknown)
            fact.statement.push_back(briefly() << "the equation of " << row.name
                                               << " is not decided: " << row.verdict.reason);
    }
}

// Whether what the equations in quasi-velocities lack is what Lagrange's equations for L* lack: the constraints on velocities are all of
// Chaplygin's kind, and the free quasi-velocities do not contain the ẏ_i, so that both leave out the same.
bool lack_the_same(const Setting& s) {
    const ChaplyginKind kind(s);
    if (kind.why_not || !kind.beside.empty()) return false;
    for (std::size_t k = 1; k <= s.frame().l(); ++k)
        for (const std::size_t i : kind.y)
            if (is_zero_modulo_primes(derivative(s.frame().definition(k), s.v[i])).answer != Answer::yes)
                return false;
    return true;
}

Fact::Sentence combined(const Setting& s, const std::vector<Row>& rows, const RightCombinations::One& one,
                        const Budget& budget) {
    const Abbreviations letters(s);
    std::vector<std::string> of;
    std::vector<Fact::Sentence> factors;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (one.kappa[k] == s.c.zero()) continue;
        of.push_back(rows[k].name);
        factors.push_back(formula(letters.in_letters(simplified(one.kappa[k]), budget)));
    }
    Sentence saying = briefly();
    saying << "the equations of " << listed(of) << ", multiplied by ";
    Fact::Sentence said =
        Fact::Sentence(saying) + listed(factors) + " and added, give an equation that is right";
    if (one.for_these_parameters) said = said + ", for the stated values of the parameters, not for all";
    return said;
}

// Combinations of the equations that are right though none of their parts is: Ferrers' nutation in the axes of a body.
// Whether there are any.
bool say_combinations(Fact& fact, const Setting& s, const std::vector<Row>& rows,
                      const std::vector<Expr>& velocities, Vanishing& vanishes, const Budget& budget) {
    const std::size_t right_rows = names_with(rows, Answer::yes).size();
    if (right_rows == rows.size() || !names_with(rows, Answer::unknown).empty()) return false;
    std::vector<Expr> lacking;
    for (const Row& row : rows) lacking.push_back(row.lacking);
    const RightCombinations all = right_combinations(s, lacking, velocities, vanishes, budget);
    if (!all.why_not.empty()) return false;
    if (all.at_most == right_rows) {
        fact.statement.push_back(briefly() << "no " << (right_rows == 0 ? "" : "other ")
                                           << "combination of these equations is right");
        return right_rows > 0;
    }
    Data::List results;
    for (const RightCombinations::One& one : all.found) {
        Data::List factors;
        for (const Expr& kappa : one.kappa) factors.emplace_back(simplified(kappa));
        results.emplace_back(std::move(factors));
        if (std::ranges::count(one.kappa, s.c.zero()) + 1 < std::ssize(rows))  // not one of them alone
            fact.statement.push_back(combined(s, rows, one, budget));
    }
    fact.results.emplace_back("right_combinations", results);
    if (all.found.size() < all.at_most)
        fact.statement.push_back(
            briefly() << "not decided: whether further combinations of these equations, of which there "
                         "may be "
                      << all.at_most - all.found.size() << ", are right");
    return !all.found.empty();
}

// [g_i] = Σ k_ν ∂f_ν/∂ż, as 003 (3.11); theorem 2 is theorem 1 in the quasi-velocities, where the operator is another.
void say_derivative(Fact& fact, const Setting& s, const QuasiHolonomicSet& set, Vanishing& vanishes) {
    const AdaptedFrame& X = s.frame();
    const ConstraintRows rows = constraint_rows(s.system);
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
        Sentence saying = briefly();
        saying << "[g_" << s.q[set.y[i]].symbol().name << "] = ";
        bool any = false;
        for (std::size_t a = 0; a < rows.names.size(); ++a) {
            const Expr k = simplified(on(in_frame[X.l() + a]));
            if (k == s.c.zero()) continue;
            saying << (any ? " + (" : "(") << k << ") d(" << rows.names[a] << ")";
            any = true;
        }
        saying << (any ? " on the constraints" : "0: integrable");
        fact.statement.push_back(saying);
    }
}

std::vector<std::string> coordinate_names(const Setting& s, const std::vector<std::size_t>& places) {
    std::vector<std::string> names;
    for (const std::size_t i : places) names.push_back(s.q[i].symbol().name);
    return names;
}

void say_set(Fact& fact, const Setting& s, const QuasiHolonomicSet& set, Vanishing& vanishes) {
    Sentence saying = briefly();
    saying << "quasi-holonomic: ";
    for (std::size_t i = 0; i < set.g.size(); ++i)
        saying << (i == 0 ? "" : ", ") << s.v[set.y[i]] << " = " << set.g[i];
    if (!set.rest.empty()) saying << " in addition to " << listed(set.rest);
    if (!set.as_written) saying << ", with multiples of the other constraints added";
    if (set.verdict.for_these_parameters) saying << ", for the stated values of the parameters";
    fact.statement.push_back(saying);
    say_derivative(fact, s, set, vanishes);
}

// The sets as the author wrote them; others where there are none.
void say_quasi_holonomic(Fact& fact, const Setting& s, const Budget& budget, Vanishing& vanishes) {
    const auto sets = quasi_holonomic_sets(s, budget, vanishes);
    if (sets.empty()) {
        fact.statement.push_back(briefly()
                                 << "no constraint is of Chaplygin's kind y' = g(z, z'), so theorems 1 "
                                    "and 2 of Borisov, Kilin and Mamaev do not apply");
        return;
    }
    std::size_t said = 0;
    for (const bool as_written : {true, false})
        for (const QuasiHolonomicSet& set : sets) {
            if (set.verdict.answer != Answer::yes || set.as_written != as_written) continue;
            if ((!as_written && said > 0) || said == kMaxSets) continue;
            say_set(fact, s, set, vanishes);
            ++said;
        }
    std::vector<std::string> all;
    for (const QuasiHolonomicSet& set : sets)
        for (const std::string& n : coordinate_names(s, set.y))
            if (std::ranges::find(all, n) == all.end()) all.push_back(n);
    if (said == 0)
        fact.statement.push_back(briefly()
                                 << "no constraints on " << listed(all)
                                 << " are quasi-holonomic: N is not in the span of the others' gradients");
}

void say_hadamard(Fact& fact, const Setting& s, Vanishing& vanishes) {
    const SubstitutableCombinations found = hadamard(s);
    if (!found.why_not.empty()) {
        fact.statement.push_back(briefly() << "Hadamard's combinations are not decided: " << found.why_not);
        return;
    }
    Sentence saying = briefly();
    saying << "Hadamard: " << found.combinations.size() << " of " << found.constraints
           << " independent combinations of the constraints may be substituted into every Lagrangian";
    for (std::size_t i = 0; i < found.combinations.size(); ++i)
        saying << (i == 0 ? ": " : "; ") << found.combinations[i] << " = 0";
    fact.statement.push_back(saying);
    vanishes.count_error(found.error_bound);
}

// 003, proposition 1: [Σ a_km f_k f_m](X_s) = 0 on the constraints, a_km arbitrary functions.
void say_proposition(Fact& fact, const Setting& s, Vanishing& vanishes) {
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
        if (vanishes(substitute(work, all)).answer != Answer::yes) return;
    }
    fact.statement.push_back(briefly()
                             << "adding any quadratic form of the constraints, sum a_km f_k f_m, to the "
                                "Lagrangian changes no equation of motion");
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

void say_integrability(Fact& fact, const Setting& s) {
    const Answer closed = s.frame().is_closed();
    if (closed == Answer::no && fact.verdict == SubstitutionVerdict::right)
        fact.statement.push_back(briefly() << "the constraints are nonholonomic nevertheless");
    if (closed != Answer::yes) return;
    Sentence saying = briefly();
    saying << "the constraints are holonomic";
    fact.statement.push_back(saying);
}

struct Topic {
    std::string name;
    std::function<void()> say;
};

// What else there is to say. A topic may take a third of the time that is left, so that none spends what the others need.
void say_more(Fact& fact, const Budget& budget, const std::vector<Topic>& topics) {
    std::vector<std::string> late;
    for (const Topic& topic : topics) {
        try {
            const Deadline share(TimeLimit::of_work(budget.limit().left() / 3));
            topic.say();
        } catch (const TimeIsUp&) {
            late.push_back(topic.name);
        }
    }
    if (!late.empty())
        fact.statement.push_back(briefly() << "not decided within the time allowed: " << listed(late));
}

}  // namespace

Fact substitution(const Setting& s, const Budget& budget) {
    budget.check();
    if (s.is_unconstrained())
        return {.verdict = SubstitutionVerdict::unconstrained,
                .statement = {briefly() << "there are no constraints to substitute into the Lagrangian"},
                .proof = {FactProof::Kind::definition}};
    if (const Reason why = outside_hypotheses(s)) return undecided(SubstitutionVerdict::undecided, *why);
    Vanishing vanishes(s, budget);
    Fact fact;
    const std::vector<Row> restricted = restricted_rows(s, vanishes);
    const std::string in_eta =
        "Hamel's equations for the restricted Lagrangian in " + listed(names_of(s.frame().free()));
    if (s.on_algebra()) {
        judge(fact, restricted);
        say_rows(fact, "restricted_equations", s, restricted, in_eta, budget);
        say_integrability(fact, s);
        fact.proof = vanishes.proof();
        return fact;
    }
    if (const Reason why = forbidden_inapplicable(s)) return undecided(SubstitutionVerdict::undecided, *why);
    const std::vector<Row> rows = forbidden_rows(s, vanishes);
    judge(fact, rows);
    say_rows(fact, "equations", s, rows,
             "Lagrange's equations of " + listed(coordinate_names(s, s.solved().independent)) + " for L* (" +
                 listed(eliminated(s)) + " eliminated)",
             budget);
    say_more(
        fact, budget,
        {{"whether the constraints are integrable", [&] { say_integrability(fact, s); }},
         {"what the restricted equations lack",
          [&] {
              if (states_free_velocities(s.system))
                  say_rows(fact, "restricted_equations", s, restricted, in_eta, budget);
          }},
         {"which combinations of the equations are right",
          [&] {
              const bool is_stated = states_free_velocities(s.system);
              const bool any =
                  is_stated ? say_combinations(fact, s, restricted, s.frame().free(), vanishes, budget)
                            : say_combinations(fact, s, rows, independent_velocities(s), vanishes, budget);
              if (any && fact.verdict == SubstitutionVerdict::wrong && (!is_stated || lack_the_same(s)))
                  fact.verdict = SubstitutionVerdict::partly_right;
          }},
         {"which constraints are quasi-holonomic", [&] { say_quasi_holonomic(fact, s, budget, vanishes); }},
         {"Hadamard's combinations", [&] { say_hadamard(fact, s, vanishes); }},
         {"Sumbatov's theorem",
          [&] {
              if (const auto sentence = sumbatov(s, vanishes)) fact.statement.push_back(*sentence);
          }},
         {"quadratic forms of the constraints", [&] { say_proposition(fact, s, vanishes); }},
         {"whether the multipliers vanish", [&] {
              if (s.has_velocity_constraints() && multipliers_vanish(s, vanishes) == Answer::yes)
                  fact.statement.push_back(briefly()
                                           << "the multipliers vanish: Lagrange's equations hold for the "
                                              "unrestricted Lagrangian and all coordinates");
          }}});
    fact.proof = vanishes.proof();
    return fact;
}

}  // namespace anholon
