#include "request/linear_integrals.hpp"

#include <algorithm>

#include "expr/introduce.hpp"
#include "structure/integrals/linear_equations.hpp"

namespace anholon::request {

namespace {

constexpr double kSeconds = 60;

std::optional<LinearEquations> equations_of(const System& system) {
    return linear_equations(Setting(system), Budget(kSeconds));
}

}  // namespace

bool expects_linear_integrals(const Expectation& e) {
    return e.kind == Expectation::Kind::integral && !e.left && e.name == "linear";
}

void decide_linear_integrals(ExpectationVerdict& verdict, const System& system) {
    verdict.reason.clear();
    try {
        if (const auto found = equations_of(system)) {
            verdict.holds = Answer::yes;
            verdict.proof = Proof::prime_field;
            verdict.error_bound = found->error_bound;
        } else {
            verdict.holds = Answer::unknown;
            verdict.reason = "no variable was found in which the other velocities obey linear equations";
        }
    } catch (const TimeIsUp&) {
        verdict.reason = "there was no time to look for linear equations";
    }
}

std::vector<Quadrature> put_linear_integrals(System& system) {
    const auto expected = std::ranges::find_if(system.expectations, expects_linear_integrals);
    if (expected == system.expectations.end()) return {};
    const auto found = equations_of(system);
    if (!found) return {};
    Context& c = *system.context;
    const Setting s(system);
    const std::size_t m = found->letters.size();
    const auto in_state = [&](const Expr& e) { return substitute(e, found->in_state); };
    const Expr x_dot = substitute(Dt(in_state(found->x)), s.kinematics(s.v));
    std::vector<Quadrature> along;
    std::vector<Expr> Psi;  // by rows, with κ behind each; the quadratures start at 0, Ψ at 1
    for (std::size_t k = 0; k < m * (m + 1); ++k) {
        const Expr part =
            introduced(c, "psi" + std::to_string(k + 1), SymbolKind::variable, "linear integrals", k);
        along.push_back({part, {}});
        const bool stays = k % (m + 1) == m && found->is_homogeneous();
        Psi.push_back(stays ? c.zero() : k / (m + 1) == k % (m + 1) ? 1 + part : part);
    }
    std::vector<Expectation> integrals;
    for (std::size_t i = 0; i < m; ++i) {
        Expr value = Psi[i * (m + 1) + m];
        for (std::size_t j = 0; j <= m; ++j) {
            Expr rate = c.zero();
            for (std::size_t k = 0; k < m; ++k)
                rate -= Psi[i * (m + 1) + k] * (j < m ? found->A(k, j) : found->b[k]);
            along[i * (m + 1) + j].integrand = x_dot * in_state(rate);
            if (j < m) value += Psi[i * (m + 1) + j] * in_state(found->obeying[j]);
        }
        Expectation one = *expected;
        one.left = value;
        one.name = "linear integral " + std::to_string(i + 1);
        integrals.push_back(std::move(one));
    }
    std::erase_if(along, [](const Quadrature& one) {
        return one.integrand.is_number() && one.integrand.number().is_zero();
    });
    const auto at = system.expectations.erase(expected);
    system.expectations.insert(at, integrals.begin(), integrals.end());
    return along;
}

}  // namespace anholon::request
