#include "study/standstill/involutions.hpp"

#include <algorithm>
#include <functional>

#include "motion/formulation.hpp"
#include "study/standstill/standing_family.hpp"
#include "study/standstill/steady_part.hpp"

namespace anholon {

namespace {

constexpr std::size_t max_variables = 10;  // 2¹¹ candidates

// Something that an involution must leave as it is.
using Condition = std::function<Expr(const Involution&)>;

Expr signed_by(Expr e, bool negative) { return negative ? -e : e; }

// g(±q, ±q̇) = ±g for L, each force, and each constraint where the constraints hold.
std::vector<Condition> conditions_of_coordinates(const Setting& s) {
    const auto image = [&s](Expr g, const Involution& i) {
        Substitution map;
        for (std::size_t k = 0; k < s.n(); ++k) {
            map.emplace_back(s.q[k], signed_by(s.q[k], i.turned[k]));
            map.emplace_back(s.v[k], signed_by(s.v[k], i.turned[k] != i.reverses_time));
        }
        if (i.reverses_time) map.emplace_back(s.t, -s.t);
        return substitute(g, map);
    };
    std::vector<Condition> list{[&s, image](const Involution& i) { return image(s.L, i) - s.L; }};
    for (std::size_t k = 0; k < s.n(); ++k)
        if (is_zero_modulo_primes(s.Q[k]).answer != Answer::yes)
            list.emplace_back([&s, image, k](const Involution& i) {
                return image(s.Q[k], i) - signed_by(s.Q[k], i.turned[k]);
            });
    const bool restricts = !s.has_nonlinear_constraints() && !s.no_frame();
    for (const Constraint& c : s.system.constraints) {
        const Expr f = c.residual;
        const bool on_constraints = restricts && c.kind == Constraint::Kind::linear;
        list.emplace_back([&s, image, f, on_constraints](const Involution& i) {
            const Expr g = image(f, i);
            if (on_constraints) return substitute(s.frame().in_eta(g), s.frame().on_constraints());
            // Up to its sign; two that exchange their places are not found.
            return g * g - f * f;
        });
    }
    return list;
}

// ẏ = G(y) for y(t) = R x(±t), R the signs: G(Rx) = ±R G(x). Of a state (q, q̇) the velocities turn with their coordinates, and
// with time; on a Lie algebra every variable turns by itself.
std::vector<Condition> conditions_of_rates(const Setting& s) {
    const Formulation motion(s.system, form_of_motion(s));
    const std::vector<Expr> x = motion.equations().state, G = explicit_rates(motion.equations());
    const std::size_t nq = s.on_algebra() ? x.size() : s.q.size();
    const auto is_turned = [nq](const Involution& i, std::size_t k) {
        if (k < nq) return static_cast<bool>(i.turned[k]);
        return i.turned[k - nq] != i.reverses_time;
    };
    std::vector<Condition> list;
    for (std::size_t k = 0; k < x.size(); ++k)
        list.emplace_back([x, is_turned, rate = G[k], k](const Involution& i) {
            Substitution map;
            for (std::size_t j = 0; j < x.size(); ++j)
                map.emplace_back(x[j], signed_by(x[j], is_turned(i, j)));
            return substitute(rate, map) - signed_by(rate, is_turned(i, k) != i.reverses_time);
        });
    return list;
}

bool holds(const std::vector<Condition>& conditions, const Involution& i, const Substitution& zeros,
           double& error_bound) {
    double bound = 0;
    for (const Condition& condition : conditions) {
        const ZeroVerdict zero = is_zero_modulo_primes(substitute(condition(i), zeros));
        if (zero.answer != Answer::yes) return false;
        bound += zero.error_bound;
    }
    error_bound += bound;
    return true;
}

std::size_t weight(unsigned mask) { return static_cast<std::size_t>(__builtin_popcount(mask)); }

// Is the mask a sum modulo 2 of some of the others?
bool is_generated(unsigned mask, const std::vector<unsigned>& by) {
    for (unsigned choice = 0; choice < (1U << by.size()); ++choice) {
        unsigned sum = 0;
        for (std::size_t k = 0; k < by.size(); ++k)
            if (choice >> k & 1) sum ^= by[k];
        if (sum == mask) return true;
    }
    return false;
}

}  // namespace

std::vector<Expr> involution_variables(const Setting& s) {
    if (!s.on_algebra()) return s.q;
    return Formulation(s.system, form_of_motion(s)).equations().state;
}

Involutions involutions(const Setting& s, const Budget& budget) {
    Involutions out;
    const Axiom axiom = s.system.motion.axiom;
    const std::size_t n = involution_variables(s).size();
    const bool is_realised = axiom == Axiom::viscous || axiom == Axiom::added_mass;
    const bool is_servo = axiom == Axiom::servo_force || axiom == Axiom::servo_momentum;
    if (n > max_variables)
        out.outside = "there are more than " + std::to_string(max_variables) + " variables";
    if (is_servo && !s.on_algebra()) out.outside = "a servo's force would have to be reflected as well";
    if (out.outside) return out;
    const auto conditions =
        s.on_algebra() || is_realised ? conditions_of_rates(s) : conditions_of_coordinates(s);
    const Substitution zeros = vanishing(constant_values(s.system));
    std::vector<unsigned> masks;
    for (unsigned mask = 0; mask < (1U << n); ++mask) masks.push_back(mask);
    std::ranges::stable_sort(masks, {}, weight);
    std::vector<unsigned> found;
    const auto try_all = [&](bool reverses) {
        for (const unsigned mask : masks) {
            budget.check();
            if (!reverses && (mask == 0 || is_generated(mask, found))) continue;
            Involution i{std::vector<bool>(n), reverses};
            for (std::size_t k = 0; k < n; ++k) i.turned[k] = mask >> k & 1;
            if (!holds(conditions, i, zeros, out.error_bound)) continue;
            out.generators.push_back(std::move(i));
            if (reverses) return;
            found.push_back(mask);
        }
    };
    try_all(false);
    // x(t) → −x(−t) first where the variables are velocities.
    if (s.on_algebra()) std::ranges::reverse(masks);
    try_all(true);
    return out;
}

}  // namespace anholon
