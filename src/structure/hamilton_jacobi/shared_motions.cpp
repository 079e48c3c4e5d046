#include "structure/hamilton_jacobi/shared_motions.hpp"

#include <algorithm>
#include <cmath>

#include "expr/introduce.hpp"
#include "expr/linear.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"
#include "structure/evidence/polynomial_factors.hpp"

namespace anholon {

namespace {

// q̇, η̇ and μ̇ where N_s = 0.
class Flow {
  public:
    // Parameters that are 0 are no letters.
    explicit Flow(const Setting& s) : s_(s), X_(s.frame()), zeros_(vanishing(constant_values(s.system))) {
        const Substitution zero = X_.on_constraints();
        const Equations law = hamel(s);
        const Solution rates = solved(law);
        if (rates.outcome != Solution::Outcome::unique) throw Undefined("the accelerations are not unique");
        const std::vector<Expr> v = substitute(substitute(s.v, X_.velocities()), zero);
        const std::vector<Expr> q_dot = s.rates(v);
        along_.emplace_back(s.t, s.c.one());
        for (std::size_t i = 0; i < s.q.size(); ++i) along_.emplace_back(s.q[i], here(q_dot[i]));
        for (std::size_t k = 0; k < X_.l(); ++k) {
            eta_rates.push_back(here(rates.x[k]));
            along_.emplace_back(X_.eta(k + 1), eta_rates.back());
        }
        find_multipliers(zero);
    }

    std::vector<Expr> mu, N, eta_rates;
    std::vector<Expr> nu, conditions;  // N_s in ν
    std::vector<std::string> constraints;

    Expr rate(const Expr& f) const { return directional_derivative(f, along_); }

  private:
    Expr here(const Expr& e) const { return simplified(substitute(e, zeros_)); }

    void find_multipliers(const Substitution& zero) {
        const Expr L = s_.L_in_frame();
        const std::vector<Expr> Y = substitute(gradient(L, X_.eta()), zero);
        FrameCovector p(Y);
        std::vector<std::size_t> index;
        for (std::size_t k = 0, a = X_.l(); k < s_.system.constraints.size(); ++k) {
            ++a;
            if (s_.system.constraints[k].kind == Constraint::Kind::geometric) continue;
            constraints.push_back(s_.system.constraints[k].name);
            mu.push_back(
                introduced(s_.c, "mu_" + constraints.back(), SymbolKind::variable, "Hamilton-Jacobi", a));
            index.push_back(a);
            p[a] = Y[a - 1] - mu.back();
        }
        for (const std::size_t k : X_.free_indices()) {
            Expr sum = s_.c.zero();
            for (std::size_t j = 0; j < mu.size(); ++j) {
                Expr factor = X_.c(index[j], 0, k);
                for (const std::size_t r : X_.free_indices()) factor += X_.c(index[j], r, k) * X_.eta(r);
                sum += factor * mu[j];
            }
            N.push_back(simplified(sum));
        }
        std::vector<Expr> rates;
        for (const std::size_t a : index)
            rates.push_back(
                simplified(rate(Y[a - 1]) - X_.transport(p, a) - substitute(X_.apply(a, L), zero)));
        combine(index, rates);
    }

    // Unknowns ν in the place of μ, ν_j = c^α_rs μ_α as far as these are independent, and others at right angles to them: N_s is short in
    // them, and where one of the c^α_rs vanishes there is no case of its own.
    void combine(const std::vector<std::size_t>& index, const std::vector<Expr>& mu_rates) {
        const std::size_t m = mu.size();
        std::vector<std::vector<Expr>> rows;
        const auto matrix = [&] {
            Matrix A(s_.c, rows.size(), m);
            for (std::size_t i = 0; i < rows.size(); ++i)
                for (std::size_t j = 0; j < m; ++j) A(i, j) = rows[i][j];
            return A;
        };
        for (const std::size_t r : indices(0, X_.l()))
            for (const std::size_t k : indices(r + 1, X_.l())) {
                rows.emplace_back();
                for (const std::size_t a : index) rows.back().push_back(simplified(X_.c(a, r, k)));
                const RankResult rank_of = rank(matrix());
                if (!rank_of.rank) throw Undefined(rank_of.reason);
                if (*rank_of.rank < rows.size()) rows.pop_back();
            }
        if (rows.size() + 1 == m) {  // at right angles by minors, which divide by nothing
            const Matrix A = matrix();
            std::vector<Expr> across;
            for (std::size_t j = 0; j < m; ++j) {
                Matrix minor(s_.c, m - 1, m - 1);
                for (std::size_t i = 0; i + 1 < m; ++i)
                    for (std::size_t k = 0; k + 1 < m; ++k) minor(i, k) = A(i, k < j ? k : k + 1);
                across.push_back(simplified(determinant(minor) * Rational(j % 2 == 0 ? 1 : -1)));
            }
            rows.push_back(across);
        } else if (!rows.empty() && rows.size() < m) {
            const KernelResult across = kernel(matrix());
            if (!across.decided) throw Undefined(across.reason);
            for (const std::vector<Expr>& one : across.basis) rows.push_back(simplified(one));
        }
        const InverseResult T = inverse(matrix());
        if (T.outcome != InverseResult::Outcome::regular) throw Undefined("the brackets are dependent");
        Substitution in_nu;
        for (std::size_t j = 0; j < m; ++j)
            nu.push_back(
                introduced(s_.c, "nu" + std::to_string(j + 1), SymbolKind::variable, "Hamilton-Jacobi", j));
        for (std::size_t j = 0; j < m; ++j) in_nu.emplace_back(mu[j], simplified(dot(T.inverse.row(j), nu)));
        std::vector<Expr> nu_rates;
        for (std::size_t i = 0; i < m; ++i) {
            Expr sum = s_.c.zero();
            for (std::size_t j = 0; j < m; ++j) sum += rate(rows[i][j]) * mu[j] + rows[i][j] * mu_rates[j];
            nu_rates.push_back(here(substitute(sum, in_nu)));
        }
        for (std::size_t i = 0; i < m; ++i) along_.emplace_back(nu[i], nu_rates[i]);
        for (const Expr& one : N) conditions.push_back(here(substitute(one, in_nu)));
    }

    const Setting& s_;
    const AdaptedFrame& X_;
    Direction along_;
    Substitution zeros_;
};

bool vanish_on(const SolvedFamily& family, std::span<const Expr> e) {
    return std::ranges::all_of(e, [&](const Expr& one) { return vanishes(substitute(one, family.solved)); });
}

// Families of (q, η, ν) that satisfy equations and that the flow does not leave: as soon as x = φ(the others) is found, (x − φ)˙ = 0 is one more
// equation.
class InvariantFamilies {
  public:
    InvariantFamilies(const Setting& s, const Flow& flow, std::vector<Expr> variables, const Budget& budget)
        : s_(s),
          flow_(flow),
          variables_(std::move(variables)),
          constants_(constant_values(s.system)),
          budget_(budget) {}

    std::vector<SolvedFamily> found;
    std::string reason;  // why these are not all
    std::size_t cases = 0;

    void descend(SolvedFamily family, std::vector<Expr> pending) {
        budget_.check();
        if (!reason.empty()) return;
        if (++cases > kMostCases) return give_up("there are too many cases");
        std::vector<std::vector<Expr>> factored;  // of each equation that does not hold yet
        std::vector<Expr> open;  // these, with their denominators: where one vanishes there is no state
        for (const Expr& e : pending) {
            std::vector<Expr> factors;
            Expr here;
            try {
                here = simplified(substitute(e, family.solved));
                if (vanishes(here)) continue;
                if (Walk(here).contains(s_.t.id())) return give_up("the equations depend on time");
                factors = factors_of(here);
            } catch (const Undefined&) {
                return;  // the equations have no value on this branch
            }
            if (!reason.empty()) return;
            if (factors.empty()) return;  // it cannot hold
            if (std::ranges::any_of(factors, [&](const Expr& f) { return f == s_.c.zero(); })) continue;
            factored.push_back(std::move(factors));
            open.push_back(here);
        }
        if (factored.empty()) {
            for (const Expr& x : variables_)
                if (!is_solved(family, x)) family.free.push_back(x);
            found.push_back(std::move(family));
            return;
        }
        // The equation that needs the fewest cases.
        std::optional<std::vector<Way>> best;
        for (const auto& factors : factored)
            if (auto ways = ways_of(factors); ways && (!best || ways->size() < best->size())) best = ways;
        if (!best) return give_up("no equation could be solved for one of its variables");
        for (const Way& way : *best) follow(family, open, way);
    }

  private:
    // x = value, or more equations.
    struct Way {
        Expr x = {}, value = {};
        std::vector<Expr> equations = {};
    };
    static constexpr std::size_t kMostCases = 300, kMostTerms = 2000;

    void give_up(const std::string& why) { reason = why; }
    static bool is_solved(const SolvedFamily& family, const Expr& x) {
        return std::ranges::find(family.solved, x, &std::pair<Expr, Expr>::first) != family.solved.end();
    }
    std::vector<Expr> variables_in(const Expr& e) const {
        const Walk walk(e);
        std::vector<Expr> in;
        for (const Expr& x : variables_)
            if (walk.contains(x.id())) in.push_back(x);
        return in;
    }

    // Irreducible ones that hold variables; zero among them where a constant is zero at the stated values; none if e cannot vanish.
    std::vector<Expr> factors_of(const Expr& e) {
        std::vector<Expr> out;
        for (const PolynomialFactor& factor : polynomial_factors(s_, e, kMostTerms)) {
            if (!variables_in(factor.polynomial).empty())
                out.push_back(factor.polynomial);
            else if (std::fabs(value_at(factor.polynomial, constants_)) < 1e-25)
                return {s_.c.zero()};
        }
        return out;
    }

    std::optional<std::vector<Way>> ways_of(const std::vector<Expr>& factors) const {
        std::vector<Way> all;
        for (const Expr& factor : factors) {
            const auto ways = ways_of(factor);
            if (!ways) return std::nullopt;
            all.insert(all.end(), ways->begin(), ways->end());
        }
        return all;
    }

    std::optional<std::vector<Way>> ways_of(const Expr& factor) const {
        const std::vector<Expr> in = variables_in(factor);
        std::optional<std::vector<Way>> with_cases;
        for (const Expr& x : in) {
            const Expr slope = simplified(derivative(factor, x));
            if (Walk(slope).contains(x.id())) continue;  // not linear
            const Expr rest = simplified(substitute(factor, {{x, s_.c.zero()}}));
            const bool is_constant = variables_in(slope).empty();
            if (is_constant && std::fabs(value_at(slope, constants_)) < 1e-25) continue;
            const Way solved{x, simplified(-rest / slope), {}};
            if (is_constant) return std::vector<Way>{solved};
            if (!with_cases) with_cases = {solved, {{}, {}, {slope, rest}}};
        }
        if (with_cases || in.size() != 1) return with_cases;
        const ZeroSet set = zero_set(std::span(&factor, 1), in, constants_, budget_);
        if (!set.is_complete) return std::nullopt;
        std::vector<Way> ways;
        for (const SolvedFamily& one : set.families)
            ways.push_back({one.solved[0].first, one.solved[0].second, {}});
        return ways;
    }

    void follow(SolvedFamily family, std::vector<Expr> pending, const Way& way) {
        pending.insert(pending.end(), way.equations.begin(), way.equations.end());
        if (way.x) {
            const Substitution step{{way.x, way.value}};
            try {
                for (auto& [x, value] : family.solved) value = simplified(substitute(value, step));
            } catch (const Undefined&) {
                return;
            }
            family.solved.emplace_back(way.x, way.value);
            pending.push_back(flow_.rate(way.x - way.value));
        }
        descend(std::move(family), std::move(pending));
    }

    const Setting& s_;
    const Flow& flow_;
    std::vector<Expr> variables_;
    ConstantValues constants_;
    const Budget& budget_;
};

// η and q that a family gives as functions of some free ν are free, and ν follows from them.
SolvedFamily without_nu(SolvedFamily family, const Flow& flow) {
    const auto is_nu = [&](const Expr& x) { return std::ranges::find(flow.nu, x) != flow.nu.end(); };
    for (std::size_t k = 0; k < family.solved.size();) {
        const auto [x, value] = family.solved[k];
        const auto through = std::ranges::find_if(flow.nu, [&](const Expr& nu) {
            return !is_nu(x) && Walk(value).contains(nu.id()) && !vanishes(derivative(value, nu));
        });
        if (through == flow.nu.end()) {
            ++k;
            continue;
        }
        const Expr slope = derivative(value, *through);
        if (!vanishes(derivative(slope, *through))) throw Undefined("a family could not be solved for nu");
        const Expr nu = simplified((x - substitute(value, {{*through, x.context().zero()}})) / slope);
        family.solved.erase(family.solved.begin() + static_cast<long>(k));
        for (auto& [y, e] : family.solved) e = simplified(substitute(e, {{*through, nu}}));
        family.solved.emplace_back(*through, nu);
        k = 0;
    }
    return family;
}

SharedMotions::Family described(const SolvedFamily& family, const Flow& flow, const AdaptedFrame& X) {
    SharedMotions::Family out;
    for (const auto& [x, value] : family.solved)
        if (std::ranges::find(flow.nu, x) == flow.nu.end()) out.conditions.emplace_back(x, simplified(value));
    out.is_steady = vanish_on(family, flow.eta_rates);
    out.is_rest = out.is_steady && vanish_on(family, X.free());
    return out;
}

}  // namespace

SharedMotions shared_motions(const Setting& s, const Budget& budget) {
    SharedMotions found;
    if (!s.system.functions_of_place().empty()) {
        found.reason = "the coordinates are redundant";
        return found;
    }
    const AdaptedFrame& X = s.frame();
    const Flow flow(s);
    found.free = X.free();
    found.mu = flow.mu;
    found.constraints = flow.constraints;
    found.N = flow.N;
    std::vector<Expr> variables = flow.nu;
    for (const Expr& eta : X.free()) variables.push_back(eta);
    for (const Expr& q : s.q) variables.push_back(q);
    InvariantFamilies invariant(s, flow, variables, budget);
    invariant.descend({}, flow.conditions);
    found.cases = invariant.cases;
    if (!invariant.reason.empty()) {
        found.reason = invariant.reason;
        return found;
    }
    std::vector<SolvedFamily> families;
    for (const SolvedFamily& family : invariant.found) families.push_back(without_nu(family, flow));
    // In (q, η), where ν does not count, a family may lie in another.
    const auto lies_in = [&](const SolvedFamily& a, const SolvedFamily& b) {
        std::vector<Expr> conditions;
        for (const auto& [x, value] : b.solved)
            if (std::ranges::find(flow.nu, x) == flow.nu.end()) conditions.push_back(x - value);
        try {
            return vanish_on(a, conditions);
        } catch (const Undefined&) {
            return false;
        }
    };
    for (std::size_t k = 0; k < families.size(); ++k) {
        bool is_part = false;
        for (std::size_t j = 0; j < families.size() && !is_part; ++j)
            is_part =
                j != k && lies_in(families[k], families[j]) && (j < k || !lies_in(families[j], families[k]));
        if (is_part) continue;
        try {
            found.families.push_back(described(families[k], flow, X));
        } catch (const Undefined&) {
            found.has_singular_states = true;
        }
    }
    using Verdict = SharedMotions::Verdict;
    const auto every = [&](auto is) { return std::ranges::all_of(found.families, is); };
    if (found.families.empty())
        found.verdict = Verdict::none;
    else if (!every([](const auto& f) { return !f.conditions.empty(); }))
        found.verdict = Verdict::all;
    else
        found.verdict = every([](const auto& f) { return f.is_steady; }) ? Verdict::steady : Verdict::some;
    found.proof = {FactProof::Kind::exact};
    return found;
}

}  // namespace anholon
