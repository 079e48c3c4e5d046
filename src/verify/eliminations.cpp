#include "verify/eliminations.hpp"

#include "base/deadline.hpp"
#include "expr/print.hpp"
#include "mechanics/velocity_choices.hpp"

namespace anholon {

namespace {

constexpr double kMaxChoices = 1000;

}  // namespace

Eliminations forbidden_by_elimination(const System& system, const VerifyOptions& options) {
    const EquationForm& forbidden = *find_form("forbidden");
    const Setting own(system);
    Eliminations found;
    if (found.why_not = forbidden.inapplicable(own); found.why_not) return found;
    if (own.has_nonlinear_constraints()) {
        found.why_not = "a constraint is not linear in the velocities";
        return found;
    }
    const std::size_t n = own.n(), m = own.solved().dependent.size();
    Combinations eliminated(n, m);
    if (const double count = eliminated.count(); count > kMaxChoices) {
        found.why_not = "there are " + std::to_string(static_cast<long>(count)) + " choices; at most " +
                        std::to_string(static_cast<long>(kMaxChoices)) + " are compared";
        return found;
    }
    do {
        Deadline::check();
        const std::vector<std::size_t>& chosen = eliminated.chosen();
        const std::vector<std::size_t> independent = others(chosen, n);
        if (SolvedConstraints(system, independent).dependent != chosen) {
            ++found.impossible;
            continue;
        }
        VerifyOptions asked = options;
        asked.only = &forbidden;
        asked.independent = independent;
        asked.verdict = {};
        Eliminations::Choice choice{{}, verify(system, asked).back()};
        for (const std::size_t i : chosen) choice.eliminated.push_back(text(own.v[i]));
        found.choices.push_back(std::move(choice));
    } while (eliminated.advance());
    return found;
}

}  // namespace anholon
