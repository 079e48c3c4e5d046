#include "structure/measure.hpp"

#include <algorithm>

#include "model/model.hpp"
#include "structure/sentence.hpp"

namespace anholon {

namespace {

using At = StateSampler::At;
constexpr SimplifyOptions kModest{.max_terms = 300, .max_nodes = 120, .max_angle_terms = 30};

Reason outside_hypotheses(const Setting& s) {
    if (s.system.motion.axiom != Axiom::nonholonomic)
        return "the motion is " + std::string(name(s.system.motion.axiom)) + ", not nonholonomic";
    if (s.has_nonlinear_constraints()) return "constraints are nonlinear";
    if (Reason why = s.no_frame()) return why;
    std::vector<Expr> all{s.L};
    for (const Constraint& k : s.system.constraints) all.push_back(k.residual);
    for (const QuasiVelocity& k : s.system.quasi) all.push_back(k.definition);
    for (const Expr& force : s.Q) all.push_back(force);
    for (const Expr& e : all)
        if (!vanishes(derivative(e, s.t))) return "the system depends on time";
    const Matrix M = hessian(s.L, s.v);
    for (const Expr& e : M.entries())
        if (!std::ranges::all_of(gradient(e, s.v), vanishes))
            return "the Lagrangian is not quadratic in the velocities";
    return std::nullopt;
}

// The divergence of the equations in (q, y), y_s = ∂L̂/∂η_s, is w_r η_r + w_0 with
//   w_r = div X_r + c^s_rs + c^α_rs M_αk G^ks + [r = 0] G^sk ∂Q_s/∂η_k,   M = ∂²L̂/∂η∂η, G its free block:
// the Hamiltonian part X_s H keeps volume, c^m_rs y_m ∂η_r/∂y_s vanishes by symmetry, and y_α = M_αk G^ks y_s.
struct Divergence {
    std::vector<std::size_t> generators{};  // r: 1..l, and 0 if X_0 moves q or w_0 is not zero
    std::vector<Expr> w{};                  // in their order
    std::vector<std::vector<Expr>> X{};     // the components of their fields
    Expr det_G{};
    Reason why_not{};
};

Expr divergence_of(const std::vector<Expr>& X, const Setting& s) {
    Expr sum = s.c.zero();
    for (std::size_t i = 0; i < s.q.size(); ++i) sum += derivative(X[i], s.q[i]);
    return sum;
}

// X_r without its time component.
std::vector<Expr> field(const Setting& s, std::size_t r) {
    std::vector<Expr> components;
    for (const Expr& q : s.q) components.push_back(s.frame().apply(r, q));
    return components;
}

// G^sk ∂Q_s/∂η_k
Expr divergence_of_forces(const Setting& s, const Matrix& inverse_G, Reason& why_not) {
    const AdaptedFrame& X = s.frame();
    Expr sum = s.c.zero();
    for (std::size_t i = 1; i <= X.l(); ++i)
        for (std::size_t j = 1; j <= X.l(); ++j) {
            const Expr slope = substitute(derivative(X.force(i), X.eta(j)), X.on_constraints());
            for (const Expr& eta : X.free())
                if (!vanishes(derivative(slope, eta))) why_not = "a force is not linear in the velocities";
            sum += inverse_G(i - 1, j - 1) * slope;
        }
    return sum;
}

// ∂²L̂/∂η∂η, which holds no velocities.
Matrix inertia(const Setting& s) {
    Matrix M = hessian(s.L_in_frame(), s.frame().eta());
    Substitution at_rest;
    for (const Expr& eta : s.frame().eta()) at_rest.emplace_back(eta, s.c.zero());
    for (Expr& e : M.entries()) e = substitute(e, at_rest);
    return M;
}

Divergence divergence(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const std::size_t l = X.l(), n = X.n();
    Divergence result{.det_G = s.c.one()};
    if (l == 0) return result;
    const Matrix M = inertia(s);
    Matrix G(s.c, l, l), K(s.c, n, l);  // K_α^s = M_αk G^ks
    for (std::size_t i = 0; i < l; ++i)
        for (std::size_t j = 0; j < l; ++j) G(i, j) = M(i, j);
    result.det_G = simplified(determinant(G));
    const InverseResult inverted = inverse(G);
    if (inverted.outcome != InverseResult::Outcome::regular) {
        result.why_not = "the kinetic energy on the constraints is degenerate";
        return result;
    }
    for (std::size_t a = l; a < n; ++a)
        for (std::size_t k = 0; k < l; ++k)
            for (std::size_t j = 0; j < l; ++j) K(a, j) += M(a, k) * inverted.inverse(k, j);
    for (std::size_t r = 0; r <= l; ++r) {
        const std::vector<Expr> components = field(s, r);
        Expr w = divergence_of(components, s);
        for (std::size_t k = 1; k <= l; ++k) {
            w += X.c(k, r, k);
            for (std::size_t a = l + 1; a <= n; ++a) w += X.c(a, r, k) * K(a - 1, k - 1);
        }
        if (r == 0) w += divergence_of_forces(s, inverted.inverse, result.why_not);
        if (r == 0 && vanishes(w) && std::ranges::all_of(components, vanishes)) continue;
        result.generators.push_back(r);
        result.w.push_back(simplified(w, kModest));
        result.X.push_back(components);
    }
    return result;
}

// ------------------------------------------------------------------ X_r σ = −w_r closed under brackets

// A field with the value that −σ is to have under it.
struct Demand {
    std::vector<Expr> field;
    Expr u;
    std::string name;  // "[X_1, X_2]"
};

Demand bracket(const Setting& s, const Demand& a, const Demand& b) {
    Direction along_a, along_b;
    for (std::size_t i = 0; i < s.q.size(); ++i) {
        along_a.emplace_back(s.q[i], a.field[i]);
        along_b.emplace_back(s.q[i], b.field[i]);
    }
    std::vector<Expr> of_a = a.field, of_b = b.field;
    of_a.push_back(a.u);
    of_b.push_back(b.u);
    const auto ab = directional_derivative(of_b, along_a), ba = directional_derivative(of_a, along_b);
    Demand result{{}, {}, "[" + a.name + ", " + b.name + "]"};
    for (std::size_t i = 0; i < s.q.size(); ++i) result.field.push_back(simplified(ab[i] - ba[i], kModest));
    result.u = simplified(ab.back() - ba.back(), kModest);
    return result;
}

enum class Place { independent, follows, contradicts, unknown };

// Where a demand stands to the others: at random states its field is a new direction, or its u follows, or does not.
Place place_of(const Setting& s, const std::vector<Demand>& known, const Demand& next, Parameters parameters,
               const Budget& budget) {
    const std::size_t n = s.q.size();
    std::vector<Expr> table;
    for (const Demand& demand : known) {
        table.insert(table.end(), demand.field.begin(), demand.field.end());
        table.push_back(demand.u);
    }
    table.insert(table.end(), next.field.begin(), next.field.end());
    table.push_back(next.u);
    StateSampler sampler(s, table, At::states, 3);
    if (parameters == Parameters::stated) sampler.set_parameters({ParameterValues::Kind::stated, {}});
    const auto samples = sampler.draw(2, budget);
    if (!samples) return Place::unknown;
    Place place = Place::follows;
    for (std::size_t lane = 0; lane < samples->rows.size(); ++lane)
        for (const ResidueRow& row : samples->rows[lane]) {
            ResidueRows fields;
            for (std::size_t at = 0; at < row.size(); at += n + 1)
                fields.emplace_back(row.begin() + static_cast<long>(at),
                                    row.begin() + static_cast<long>(at + n + 1));
            const PrimeField& F = *samples->fields[lane];
            const auto last = echelon(F, fields, n + 1);  // a pivot in the last column: 0 = 1
            fields.pop_back();
            const auto before = echelon(F, fields, n);
            const std::size_t with = last.pivots.size() - (!last.pivots.empty() && last.pivots.back() == n);
            if (with > before.pivots.size()) return Place::independent;
            if (!last.pivots.empty() && last.pivots.back() == n) place = Place::contradicts;
        }
    return place;
}

struct Closure {
    enum class Outcome { consistent, contradiction, unknown } outcome = Outcome::unknown;
    std::string where;  // of a contradiction: the bracket
    std::size_t rank = 0;
};

// Brackets with the generators suffice: i_X dα = 0 for these and i_[X,Y] dα = L_X i_Y dα carry closedness over to the rest.
Closure closure(const Setting& s, const Divergence& div, Parameters parameters, const Budget& budget) {
    using Outcome = Closure::Outcome;
    std::vector<Demand> known, queue;
    for (std::size_t r = 0; r < div.w.size(); ++r)
        queue.push_back({div.X[r], div.w[r], "X_" + std::to_string(div.generators[r])});
    const std::vector<Demand> generators = queue;
    for (std::size_t next = 0; next < queue.size(); ++next) {
        budget.check();
        switch (place_of(s, known, queue[next], parameters, budget)) {
            case Place::follows: continue;
            case Place::unknown: return {};
            case Place::contradicts: return {Outcome::contradiction, queue[next].name, known.size()};
            case Place::independent: break;
        }
        known.push_back(queue[next]);
        // Two generators have one bracket.
        for (std::size_t r = next < generators.size() ? next + 1 : 0; r < generators.size(); ++r)
            queue.push_back(bracket(s, generators[r], queue[next]));
    }
    return {Outcome::consistent, "", known.size()};
}

// ------------------------------------------------------------------ what is said

std::size_t geometric_constraints(const Setting& s) {
    return static_cast<std::size_t>(
        std::ranges::count(s.system.constraints, Constraint::Kind::geometric, &Constraint::kind));
}

Sentence base_measure(const Setting& s) {
    Sentence said;
    said << "the measure is density times ";
    std::string text, latex;
    for (const Expr& q : s.q) {
        text += " d" + symbol_text(q.symbol());
        latex += "\\,d" + symbol_latex(q.symbol());
    }
    for (const Expr& eta : s.frame().free()) {
        text += " d" + symbol_text(eta.symbol());
        latex += "\\,d" + symbol_latex(eta.symbol());
    }
    said.formula(text.substr(1), latex);
    if (geometric_constraints(s) > 0) said << " on the level of the geometric constraints";
    return said;
}

Sentence demands() { return Sentence().formula("X_s sigma = -w_s", "X_s \\sigma = -w_s"); }

Fact found(const Setting& s, const InvariantDensity& density) {
    Fact fact{
        .verdict = "measure", .statement = {}, .proof = prime_field_proof(density.in_momenta.error_bound)};
    Sentence first;
    first << "an invariant measure exists with the density "
          << simplified(density.in_velocities.density(s.c));
    if (density.in_momenta.valid == Parameters::stated)
        first << ", for the stated values of the parameters, not for all";
    fact.statement.push_back(first);
    fact.statement.push_back(base_measure(s));
    fact.statement.push_back(
        (Sentence() << "in the momenta ").formula("dL/deta", "\\partial L/\\partial\\eta")
        << " instead of the velocities: density " << simplified(density.in_momenta.density(s.c)));
    return fact;
}

Fact none_on_the_circle(const Setting& s, const InvariantDensity& density, Expr angle) {
    Fact fact{.verdict = "none", .statement = {}, .proof = prime_field_proof(density.in_momenta.error_bound)};
    fact.statement.push_back(Sentence()
                             << "no invariant measure has a density that depends on the configuration alone");
    fact.statement.push_back(Sentence()
                             << "the only solution, " << simplified(density.in_velocities.density(s.c))
                             << ", does not return to its value when the angle " << angle << " does");
    return fact;
}

Fact none(const Setting& s, const Divergence& div, const Closure& closed) {
    Fact fact{.verdict = "none", .statement = {}, .proof = ""};
    fact.statement.push_back(Sentence()
                             << "no invariant measure has a density that depends on the configuration alone");
    fact.statement.push_back(
        (demands() << " contradicts itself: the equation for ").formula(closed.where, closed.where)
        << " is not the one that follows from the others, neither for generic parameters nor "
           "at their stated values");
    bool is_free = div.generators.front() != 0;  // homogeneous constraints: w_0 is not there
    for (std::size_t r = 1; r <= s.frame().l(); ++r)
        is_free = is_free && vanishes(s.frame().apply(r, s.V)) &&
                  vanishes(substitute(s.frame().force(r), s.frame().on_constraints()));
    fact.statement.push_back(
        Sentence() << (is_free
                           ? "without potential and forces this excludes every smooth positive density near "
                             "rest; densities singular on a set may still exist"
                           : "this excludes densities of the configuration; with a potential, forces or "
                             "moving constraints it says "
                             "nothing of densities that depend on velocities"));
    fact.proof = "closed under brackets; prime field: a state where the contradiction is not zero";
    return fact;
}

Fact exists_locally(const Setting& s, const Closure& closed, Parameters valid) {
    Fact fact{.verdict = "measure", .statement = {}, .proof = "closed under brackets; prime field"};
    fact.statement.push_back(
        demands() << " is consistent under brackets, so an invariant measure exists about every generic "
                     "configuration; the brackets span "
                  << std::to_string(closed.rank) << " directions; its density was not found in closed form"
                  << (valid == Parameters::free ? ""
                                                : "; for the stated values of the "
                                                  "parameters, not for generic ones"));
    fact.statement.push_back(base_measure(s));
    return fact;
}

std::optional<InvariantDensity> density_of(const Setting& s, const Divergence& div, const Budget& budget) {
    std::vector<Expr> dividing = div.w;
    for (const auto& X : div.X) dividing.insert(dividing.end(), X.begin(), X.end());
    const std::vector<Expr> factors = density_factors(s, std::span(&div.det_G, 1), dividing);
    std::vector<std::vector<Expr>> derivatives(div.w.size());
    for (std::size_t r = 0; r < div.w.size(); ++r) {
        Direction along;
        for (std::size_t i = 0; i < s.q.size(); ++i) along.emplace_back(s.q[i], div.X[r][i]);
        for (const Expr& P : factors) derivatives[r].push_back(directional_derivative(P, along) / P);
    }
    const auto sigma = solve_by_logarithms(s, factors, derivatives, div.w, At::states, budget);
    if (!sigma) return std::nullopt;
    InvariantDensity density{*sigma, *sigma};
    // ρ dq dy = ρ det G dq dη; of det G what is constant on the configurations, such as |q|², is left out.
    for (const auto& [base, exponent] : factors_of(s, div.det_G)) {
        const auto column = static_cast<std::size_t>(std::ranges::find(factors, base) - factors.begin());
        std::vector<Expr> derivatives_of_base;
        for (const auto& row : derivatives) derivatives_of_base.push_back(row[column]);
        const auto zero = vanish(s, derivatives_of_base, At::states, Parameters::free, budget);
        if (!std::ranges::all_of(zero, [](const auto& v) { return v.answer == Answer::yes; }))
            density.in_velocities.multiply(base, s.c.number(exponent));
    }
    return density;
}

}  // namespace

std::optional<InvariantDensity> invariant_density(const Setting& s, const Budget& budget) {
    if (outside_hypotheses(s)) return std::nullopt;
    const Divergence div = divergence(s);
    return div.why_not ? std::nullopt : density_of(s, div, budget);
}

Fact measure(const Setting& s, const Budget& budget) {
    if (const Reason why = outside_hypotheses(s)) return not_decided(*why);
    const Divergence div = divergence(s);
    if (div.why_not) return not_decided(*div.why_not);
    if (const auto density = density_of(s, div, budget)) {
        const auto angle = density->in_momenta.many_valued_in(s);
        if (!angle) return found(s, *density);
        // Where the brackets span all directions there is no other solution.
        const std::size_t directions = s.q.size() - geometric_constraints(s);
        if (closure(s, div, density->in_momenta.valid, budget).rank == directions)
            return none_on_the_circle(s, *density, *angle);
        return not_decided("a density exists locally, but it is not a function of the angle " + text(*angle));
    }
    for (const Parameters parameters : {Parameters::free, Parameters::stated}) {
        const Closure closed = closure(s, div, parameters, budget);
        if (closed.outcome == Closure::Outcome::consistent) return exists_locally(s, closed, parameters);
        if (closed.outcome == Closure::Outcome::unknown) break;
        if (parameters == Parameters::stated) return none(s, div, closed);
    }
    return not_decided("no configuration was found at which the equations can be evaluated");
}

}  // namespace anholon
