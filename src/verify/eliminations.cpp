#include "verify/eliminations.hpp"

#include "base/deadline.hpp"
#include "expr/print.hpp"

namespace anholon {

namespace {

constexpr double kMaxChoices = 1000;

double binomial(std::size_t n, std::size_t k) {
    double count = 1;
    for (std::size_t i = 1; i <= k; ++i) count *= static_cast<double>(n - k + i) / static_cast<double>(i);
    return count;
}

// The next k of 0..n−1 in lexicographic order; false after the last.
bool advance(std::vector<std::size_t>& chosen, std::size_t n) {
    const std::size_t k = chosen.size();
    for (std::size_t i = k; i-- > 0;)
        if (chosen[i] + (k - i) < n) {
            ++chosen[i];
            for (std::size_t j = i + 1; j < k; ++j) chosen[j] = chosen[j - 1] + 1;
            return true;
        }
    return false;
}

std::vector<std::size_t> others(const std::vector<std::size_t>& chosen, std::size_t n) {
    std::vector<std::size_t> rest;
    std::size_t next = 0;
    for (std::size_t i = 0; i < n; ++i)
        if (next < chosen.size() && chosen[next] == i)
            ++next;
        else
            rest.push_back(i);
    return rest;
}

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
    if (const double count = binomial(n, m); count > kMaxChoices) {
        found.why_not = "there are " + std::to_string(static_cast<long>(count)) + " choices; at most " +
                        std::to_string(static_cast<long>(kMaxChoices)) + " are compared";
        return found;
    }
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < m; ++i) chosen.push_back(i);
    do {
        Deadline::check();
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
    } while (advance(chosen, n));
    return found;
}

}  // namespace anholon
