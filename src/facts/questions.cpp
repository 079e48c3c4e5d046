#include <algorithm>
#include <chrono>

#include "algebra/polynomial.hpp"
#include "facts/questions.hpp"
#include "structure/distribution/degeneracy.hpp"
#include "structure/distribution/growth.hpp"
#include "structure/distribution/integrability.hpp"
#include "structure/groups/lie_algebra.hpp"
#include "structure/integrals/energy.hpp"
#include "structure/integrals/integrals.hpp"
#include "structure/integrals/reductions.hpp"
#include "structure/measure/measure.hpp"
#include "structure/multiplier/chaplygin_multiplier.hpp"
#include "structure/substitution/substitution.hpp"
#include "structure/substitution/wheels.hpp"
#include "study/standstill/equilibria.hpp"
#include "study/standstill/symmetries.hpp"

namespace anholon {

namespace {

// One line a question, in the order in which they are printed.
const std::vector<Question>& questions() {
    static const std::vector<Question> list = {
        {"integrability", "Integrability of the constraints", integrability},
        {"growth", "Growth of the distribution", growth},
        {"degeneracy", "Degeneracy", degeneracy},
        {"substitution", "Substitution of the constraints into the Lagrangian", substitution},
        {"energy", "Energy and Jacobi's integral", energy},
        {"integrals", "First integrals", integrals},
        {"measure", "Invariant measure", measure},
        {"chaplygin-multiplier", "Chaplygin's reducing multiplier", chaplygin_multiplier},
        {"equilibria", "Equilibria and steady motions", equilibria},
        {"symmetries", "Symmetries and reversibility", symmetries},
        {"lie-algebra", "The system on its Lie algebra", lie_algebra},
        {"reductions", "Reductions by cyclic displacements and energy", reductions},
        {"wheels", "Wheels replaced by skates", wheels},
    };
    return list;
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
    const auto not_decided = [](const std::string& why) {
        return Fact{.verdict = "not decided", .statement = {{why, why}}, .proof = "none"};
    };
    try {
        budget.check();
        const Deadline deadline(budget.limit());
        fact = question.answer(setting, budget);
    } catch (const TimeIsUp&) {
        char text[64];
        std::snprintf(text, sizeof text, "not decided within %g s", budget.seconds());
        fact = not_decided(text);
    } catch (const TooLarge& e) {
        fact = not_decided(std::string("not decided: ") + e.what());
    } catch (const NotAFrame& e) {
        fact = not_decided(std::string("not decided: ") + e.what());
    } catch (const Undefined& e) {
        fact = not_decided(std::string("not decided: ") + e.what());
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& e) {  // one fact's failure is its own
        fact = not_decided(std::string("could not be derived: ") + e.what());
        fact.failed = true;
    }
    fact.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return fact;
}

}  // namespace anholon
