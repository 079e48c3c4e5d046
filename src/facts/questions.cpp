#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>

#include "algebra/polynomial.hpp"
#include "base/text.hpp"
#include "facts/answers.hpp"
#include "facts/questions.hpp"
#include "facts/variational_answers.hpp"
#include "mechanics/forms/core.hpp"
#include "model/friction_refusal.hpp"
#include "structure/distribution/rolling.hpp"
#include "structure/geometry/connection.hpp"
#include "structure/multiplier/hojman.hpp"
#include "structure/variational/principles.hpp"

namespace anholon {

namespace {

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

// Questions about the coordinates and constraints of a system as it is stated, which a core has used up.
constexpr std::array<std::string_view, 9> of_full_systems{"integrability", "growth",       "rolling",
                                                          "degeneracy",    "substitution", "principles",
                                                          "connection",    "lie-algebra",  "wheels"};

// Questions about the constraints alone, whatever acts on the system. States of controllers act by forces and change none of them.
constexpr std::array<std::string_view, 4> of_constraints{"integrability", "growth", "rolling", "degeneracy"};

// Dry friction changes none of the constraints either; but where the law can be solved it decides.
bool is_unanswered_with_friction(const Question& question, const Setting& s) {
    return !s.system.frictions.empty() && question.id != "integrability" && question.id != "growth";
}

bool is_unanswered_with_states(const Question& question, const Setting& s) {
    return !s.system.states.empty() && std::ranges::find(of_constraints, question.id) == of_constraints.end();
}

// A larger chance of error is no proof. Bounds over the gallery are below 1e-11.
constexpr double largest_error = 1e-9;

bool is_outside(const Question& question, const Setting& s) {
    return is_core(s.system) && std::ranges::find(of_full_systems, question.id) != of_full_systems.end();
}

}  // namespace

std::span<const Question> all_questions() { return questions(); }

const Question* find_question(std::string_view id) {
    const auto found = std::ranges::find(questions(), id, &Question::id);
    return found == questions().end() ? nullptr : &*found;
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
    if (is_outside(question, setting))
        return because(
            "it is about constraints and coordinates that the core has used up: ask it of the "
            "full system");
    if (is_unanswered_with_states(question, setting))
        return because("the model has states of controllers, which this question does not know");
    if (is_unanswered_with_friction(question, setting))
        return because(*no_forces_of_the_state(setting.system));
    try {
        budget.check();
        const Deadline deadline(budget.limit());
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
