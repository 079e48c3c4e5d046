#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>

#include "algebra/polynomial.hpp"
#include "base/text.hpp"
#include "expr/dependence.hpp"
#include "facts/answers.hpp"
#include "facts/questions.hpp"
#include "facts/variational_answers.hpp"
#include "mechanics/forms/core.hpp"
#include "mechanics/points/generic_rank.hpp"
#include "mechanics/velocity_choices.hpp"
#include "model/friction_refusal.hpp"
#include "model/model.hpp"
#include "structure/distribution/rolling.hpp"
#include "structure/geometry/connection.hpp"
#include "structure/multiplier/hojman.hpp"
#include "structure/variational/principles.hpp"

namespace anholon {

namespace {

// A larger chance of error is no proof. Bounds over the gallery are below 1e-11.
constexpr double largest_error = 1e-9;

// One line a question, in the order in which they are printed.
const std::vector<Question>& questions() {
    static const std::vector<Question> list = {
        {"integrability", "Integrability of the constraints", words<IntegrabilityVerdict>, integrability},
        {"growth", "Growth of the distribution", words<GrowthVerdict>, growth},
        {"degeneracy", "Degeneracy", words<DegeneracyVerdict>, degeneracy},
        {"substitution", "Substitution of the constraints into the Lagrangian", words<SubstitutionVerdict>,
         substitution},
        {"principles", "Variational principles", words<PrinciplesVerdict>, principles},
        {"energy", "Energy and Jacobi's integral", words<EnergyVerdict>, energy},
        {"integrals", "First integrals", words<IntegralsVerdict>, integrals},
        {"connection", "Nonholonomic connection and its curvature", words<ConnectionVerdict>, connection},
        {"rolling", "Rolling of surfaces on each other", words<RollingVerdict>, rolling},
        {"measure", "Invariant measure", words<MeasureVerdict>, measure},
        {"chaplygin-multiplier", "Chaplygin's reducing multiplier", words<MultiplierVerdict>,
         chaplygin_multiplier},
        {"poisson", "Poisson structures by Hojman's construction", words<PoissonVerdict>, poisson},
        {"equilibria", "Equilibria and steady motions", words<EquilibriaVerdict>, equilibria},
        {"symmetries", "Symmetries and reversibility", words<SymmetriesVerdict>, symmetries},
        {"lie-algebra", "The system on its Lie algebra", words<LieAlgebraVerdict>, lie_algebra},
        {"reductions", "Reductions by cyclic displacements and energy", words<ReductionsVerdict>, reductions},
        {"wheels", "Wheels replaced by skates", words<WheelsVerdict>, wheels},
    };
    return list;
}

// Questions about the coordinates and constraints of a system as it is declared, which a core has used up.
constexpr std::array<std::string_view, 9> of_full_systems{"integrability", "growth",       "rolling",
                                                          "degeneracy",    "substitution", "principles",
                                                          "connection",    "lie-algebra",  "wheels"};

// Questions about equations of motion in free velocities.
constexpr std::array<std::string_view, 7> of_free_velocities{
    "substitution", "connection", "measure", "chaplygin-multiplier", "poisson", "lie-algebra", "reductions"};

// Questions about constraints that are kept by ideal reactions.
constexpr std::array<std::string_view, 9> of_ideal_constraints{
    "substitution", "principles",  "connection", "rolling", "chaplygin-multiplier",
    "poisson",      "lie-algebra", "reductions", "wheels"};

// Those of them that are not more precise themselves about other laws of motion.
constexpr std::array<std::string_view, 3> of_ideal_reactions{"substitution", "principles", "reductions"};

bool keeps_by_ideal_reactions(const Setting& s) {
    return s.system.motion.axiom == Axiom::nonholonomic || !s.has_velocity_constraints();
}

// Questions about systems on which no forces act but those with a potential.
constexpr std::array<std::string_view, 3> of_potential_forces{"chaplygin-multiplier", "poisson",
                                                              "lie-algebra"};

// Questions about the constraints alone, whatever acts on the system. States of controllers act by forces and change none of them.
constexpr std::array<std::string_view, 4> of_constraints{"integrability", "growth", "rolling", "degeneracy"};

bool is_among(const Question& question, std::span<const std::string_view> list) {
    return std::ranges::find(list, question.id) != list.end();
}

bool controllers_act(const Setting& s) {
    return std::ranges::any_of(s.system.states, [&](const ControllerState& state) {
        return std::ranges::any_of(s.Q,
                                   [&](const Expr& force) { return !is_constant_in(force, state.symbol); });
    });
}

// Why a question makes no sense for a system, by what kind of system it is; more is known to the question itself.
Reason inapplicable(const Question& question, const Setting& s) {
    if (is_core(s.system) && is_among(question, of_full_systems))
        return "it is about constraints and coordinates that the core has used up: ask it of the full system";
    if (question.id == "wheels" && s.system.rolling_axles.empty())
        return "no vehicle in this model has wheels on its axles";
    if (question.id == "growth" && s.has_nonlinear_constraints())
        return "a constraint is not linear in the velocities: those that it allows are no distribution";
    if (is_among(question, of_ideal_reactions) && !keeps_by_ideal_reactions(s) &&
        !(question.id == "principles" && s.system.motion.axiom == Axiom::vakonomic))
        return "it is about constraints that ideal reactions keep, and this model has another law (" +
               std::string(name(s.system.motion.axiom)) + ")";
    if (!s.system.frictions.empty() && is_among(question, of_ideal_constraints))
        return "the reactions of '" + s.system.frictions[0].name + "' are not ideal: they have dry friction";
    if (controllers_act(s) && is_among(question, of_potential_forces))
        return "controllers act on the system, by forces that have no potential";
    if (is_among(question, of_free_velocities) && !s.no_frame() && s.frame().l() == 0)
        return "the constraints leave no velocity free";
    return std::nullopt;
}

// A constraint on velocities may follow from the others only where the geometric ones hold. Frames and reactions are made for
// independent ones.
Reason dependent_constraints(const Setting& s) {
    const bool has_ties = std::ranges::any_of(
        s.system.constraints, [](const Constraint& k) { return k.kind == Constraint::Kind::geometric; });
    if (!has_ties || !s.has_velocity_constraints()) return std::nullopt;
    const std::vector<Expr> f = substitute(s.velocity_constraints(), s.kinematics(s.v));
    const GenericRank rank = generic_rank(s, jacobian(f, s.v), {.solves_for_parameters = false});
    if (!rank.rank || rank.error_bound > largest_error) return std::nullopt;
    for (std::size_t k = 0; k < f.size(); ++k)
        if (std::ranges::find(rank.rows, k) == rank.rows.end())
            return "the constraint '" + s.constraint_names()[k] +
                   "' follows from those before it where they hold, and should be left out";
    return std::nullopt;
}

// Why a question that makes sense is not answered.
Reason unanswered(const Question& question, const Setting& s) {
    if (const Reason why = dependent_constraints(s)) return why;
    if (!s.system.states.empty() && !is_among(question, of_constraints))
        return "the model has states of controllers, which this question does not know";
    // Dry friction changes none of the constraints either; but where the law can be solved it decides.
    if (!s.system.frictions.empty() && question.id != "integrability" && question.id != "growth")
        return *no_forces_of_the_state(s.system);
    return std::nullopt;
}

}  // namespace

std::span<const Question> all_questions() { return questions(); }

const Question* find_question(std::string_view id) {
    const auto found = std::ranges::find(questions(), id, &Question::id);
    return found == questions().end() ? nullptr : &*found;
}

Setting setting_for_questions(const System& system) {
    return Setting(system, left_by_elimination(Setting(system)));
}

Fact answer(const Question& question, const Setting& setting, const Budget& budget) {
    const auto start = std::chrono::steady_clock::now();
    Fact fact;
    const auto undecided = [&](const std::string& reason, const std::string& said) {
        return Fact{.verdict = FactVerdict::undecided(question.answers),
                    .reason = reason,
                    .statement = {{said, said}}};
    };
    const auto because = [&](const std::string& reason) {
        return undecided(reason, "not decided: " + reason);
    };
    try {
        budget.check();
        const Deadline deadline(budget.limit());
        if (const Reason why = inapplicable(question, setting))
            return inapplicable(FactVerdict::inapplicable(question.answers), *why);
        if (const Reason why = unanswered(question, setting)) return because(*why);
        fact = question.answer(setting, budget);
        assert(fact.verdict.belongs_to(question.answers));
        if (fact.proof.kind == FactProof::Kind::prime_field && fact.proof.error_bound > largest_error)
            fact = because("random points leave a chance of error of " + decimal(fact.proof.error_bound, 1));
    } catch (const TimeIsUp&) {
        char time[64];
        std::snprintf(time, sizeof time, "within %g s", budget.seconds());
        fact = undecided(std::string("no answer ") + time, std::string("not decided ") + time);
    } catch (const TooLarge& e) {
        fact = because(e.what());
    } catch (const NotAFrame& e) {
        fact = because(e.what());
    } catch (const Undefined& e) {
        fact = because(e.what());
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& e) {  // one fact's failure is its own
        fact = undecided(e.what(), std::string("could not be derived: ") + e.what());
        fact.failed = true;
    }
    fact.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return fact;
}

}  // namespace anholon
