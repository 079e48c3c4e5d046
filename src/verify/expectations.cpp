#include <algorithm>
#include <memory>

#include "mechanics/points/manifold_points.hpp"
#include "model/friction_refusal.hpp"
#include "verify/verify.hpp"
#include "verify/witness.hpp"

namespace anholon {

namespace {

// What must vanish along the motion for an expectation to hold, in q, q̇, q̈, λ, λ̇.
class Residuals {
  public:
    explicit Residuals(const Setting& s) : s_(s) {
        for (const QuasiVelocity& quasi : s.system.quasi) {
            definitions_.emplace_back(quasi.symbol, quasi.definition);
            definitions_.emplace_back(dot(quasi.symbol), Dt(quasi.definition));
        }
        for (const ControllerState& state : s.system.states)
            rates_.emplace_back(dot(state.symbol), state.rate);
    }

    Expr of(const Expectation& expectation) const {
        if (expectation.kind == Expectation::Kind::equation)
            return substitute(
                substitute(substitute(expectation.left - expectation.right, definitions_), rates_),
                s_.kinematics(s_.v));
        const Expr integral = expectation.name == "energy" ? energy() : expectation.left;
        return substitute(substitute(Dt(substitute(integral, definitions_)), rates_), s_.kinematics(s_.v));
    }

  private:
    // v ∂L/∂v − L
    Expr energy() const { return d(s_.L, s_.v)(Vector(s_.v)) - s_.L; }

    const Setting& s_;
    Substitution definitions_, rates_;  // the latter of the states of controllers
};

bool keeps_velocity_constraints(Axiom axiom) {
    return axiom != Axiom::viscous && axiom != Axiom::added_mass && axiom != Axiom::free;
}

std::size_t kept_constraints(const System& system) {
    return static_cast<std::size_t>(std::ranges::count_if(system.constraints, [&](const Constraint& k) {
        return k.kind == Constraint::Kind::geometric || keeps_velocity_constraints(system.motion.axiom);
    }));
}

constexpr std::size_t kMaxRounds = 4096;
constexpr double kMaxWork = 4e8;  // nodes × rounds

// An expression on the motion as a function of t, q and free velocities; nothing where that cannot be had.
Expr on_the_motion(const Setting& s, const Equations& law, Expr e) {
    constexpr std::size_t max_unknowns = 8;
    if (law.unknowns.size() > max_unknowns || !s.system.functions_of_place().empty()) return {};
    try {
        const Solution z = solve(law.W, law.r);
        if (z.outcome != Solution::Outcome::unique) return {};
        Substitution unknowns, velocities;
        for (std::size_t k = 0; k < z.x.size(); ++k) unknowns.emplace_back(law.unknowns[k], z.x[k]);
        if (!keeps_velocity_constraints(s.system.motion.axiom)) return substitute(e, unknowns);
        if (!s.no_frame())
            for (const Expr& u : s.v)
                velocities.emplace_back(u, substitute(s.frame().in_eta(u), s.frame().on_constraints()));
        else if (!s.not_solved())
            velocities = s.solved().restriction(s.system);
        else
            return {};
        return substitute(substitute(e, unknowns), velocities);
    } catch (const Undefined&) {
        return {};
    }
}

// An expectation, what has to vanish for it to hold, and the points that have been seen.
struct Asked {
    ExpectationVerdict* verdict;
    Expr vanishing;
    std::unique_ptr<Observation> seen;
    std::size_t differing = 0;    // points
    bool differs_off_it = false;  // on another level of the geometric constraints

    // A single point refutes, but where roots have branches: there it may be one on which no real state is.
    bool is_settled() const {
        constexpr std::size_t enough = 16;
        if (differing > 0) return !seen->has_branches() || seen->good() >= enough;
        return differs_off_it || seen->is_done();
    }

    void look(ManifoldPoints& points, const std::array<bool, ModularPoints::lanes>& drawn) {
        const auto value = points.evaluate(std::span(&vanishing, 1))[0];
        for (std::size_t lane = 0; lane < ModularPoints::lanes; ++lane) {
            if (!points.is_alive(lane) || value[lane].is_zero()) continue;
            if (points.is_on_manifold())
                ++differing;
            else
                differs_off_it = true;
        }
        seen->add(points, drawn);
    }

    void judge(const Setting& s, const Equations& law, std::uint64_t seed, const std::string& why) const {
        if (differing > 0) {
            if (!seen->has_branches() || differing == seen->good()) return refute(Proof::prime_field);
            const Expr real = on_the_motion(s, law, vanishing);
            if (real && witness(s.system, real, seed)) return refute(Proof::witness);
            verdict->reason =
                "it holds on some branches of its roots and not on others, and no real state was found that "
                "decides between them";
        } else if (differs_off_it) {
            verdict->reason =
                "no point was found at which the geometric constraints hold, and it is false where they have "
                "other values";
        } else if (seen->good() < 2) {
            verdict->reason = why;
        } else if (!seen->suffices()) {
            verdict->reason = seen->why_not();
            verdict->error_bound = seen->error_bound();
        } else {
            verdict->holds = Answer::yes;
            verdict->proof = Proof::prime_field;
            verdict->error_bound = seen->error_bound();
        }
    }

    void refute(Proof proof) const {
        verdict->holds = Answer::no;
        verdict->proof = proof;
        verdict->reason = verdict->expectation->kind == Expectation::Kind::integral
                              ? "it changes along the motion"
                              : "the two sides differ along the motion";
    }
};

void along_the_motion(const Setting& s, std::vector<ExpectationVerdict*>& asked, std::uint64_t seed) {
    const EquationForm& law = law_of_motion(s.system);
    const auto undecided = [&](const std::string& why) {
        for (ExpectationVerdict* v : asked) v->reason = why;
    };
    if (const Reason why = law.inapplicable(s)) return undecided(*why);
    if (const auto why = no_smooth_equations(s.system)) return undecided(*why);
    const Equations e = law.derive(s);
    const Residuals residuals(s);
    std::vector<Expr> vanishing, all(e.r);
    for (const ExpectationVerdict* v : asked) vanishing.push_back(residuals.of(*v->expectation));
    const std::vector<Expr> W(e.W.entries().begin(), e.W.entries().end());
    all.insert(all.end(), W.begin(), W.end());
    all.insert(all.end(), vanishing.begin(), vanishing.end());
    using Keep = ManifoldPoints::Keep;
    ManifoldPoints points(
        s, all,
        keeps_velocity_constraints(s.system.motion.axiom) ? Keep::all_constraints : Keep::geometric_ones, {},
        ManifoldPoints::Levels::any_where_none_is_found);

    const double size = static_cast<double>(e.unknowns.size() + s.n() + s.system.constraints.size() + 2);
    std::vector<Asked> open;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        std::vector<Expr> used(all.begin(), all.end() - static_cast<long>(vanishing.size()));
        used.push_back(vanishing[i]);
        open.push_back({asked[i], vanishing[i],
                        std::make_unique<Observation>(points, used, 4 * size * size, e.unknowns)});
    }
    std::string why = "no point of the constraint manifold was found";
    double work = 0;
    bool any = false;
    for (std::uint64_t round = 0; round < (any ? kMaxRounds : 64) && work < kMaxWork; ++round) {
        if (round >= 4 && std::ranges::all_of(open, &Asked::is_settled)) break;
        if (!points.draw(seed, round)) {
            why = points.why();
            continue;
        }
        const auto drawn = points.alive();
        const auto W_values = points.evaluate(W), r_values = points.evaluate(e.r);
        const auto z = points.solve(W_values, r_values);
        for (std::size_t k = 0; k < z.size(); ++k) points.set(e.unknowns[k], z[k]);
        const auto solved = points.state();
        for (Asked& one : open) {
            points.restore(solved);
            one.look(points, drawn);
            work += static_cast<double>(one.seen->size());
            any = any || one.seen->good() > 0;
        }
        if (!any)
            why = points.why().empty() ? "no point was found at which all roots and divisions exist"
                                       : points.why();
    }
    for (const Asked& one : open) one.judge(s, e, seed, why);
}

// Whether the brackets of the free directions stay among them wherever the geometric constraints hold; elsewhere they need not.
Answer close_on_the_manifold(const Setting& s, std::uint64_t seed) {
    const AdaptedFrame& X = s.frame();
    std::vector<Expr> across;  // c^α_rs
    for (const std::size_t r : indices(0, X.l()))
        for (const std::size_t k : indices(r + 1, X.l()))
            for (const std::size_t m : indices(X.l() + 1, X.n())) across.push_back(X.c(m, r, k));
    ManifoldPoints points(s, across, ManifoldPoints::Keep::geometric_ones);
    Observation seen(points, across, 1, {});
    for (std::uint64_t round = 0; round < 64 && !seen.is_done(); ++round) {
        if (!points.draw(seed, round)) continue;
        const auto drawn = points.alive();
        for (const auto& values : points.evaluate(across))
            for (std::size_t lane = 0; lane < ModularPoints::lanes; ++lane)
                if (points.is_alive(lane) && !values[lane].is_zero()) return Answer::no;
        seen.add(points, drawn);
    }
    return seen.suffices() ? Answer::yes : Answer::unknown;
}

// Geometric constraints allow an affine space of velocities at each place. So constraints are none if, solved as q̇_α = g_α(t, q, q̇_r),
// some g_α is not affine in q̇_r; if all are, brackets decide.
Answer are_holonomic(const Setting& s, std::uint64_t seed, std::string& why) {
    if (s.has_nonlinear_constraints() && !s.not_solved()) {
        std::vector<Expr> free;
        for (const std::size_t r : s.solved().independent) free.push_back(s.v[r]);
        for (const Expr& g : s.solved().g) {
            const Matrix seconds = hessian(g, free);
            for (const Expr& second : seconds.entries())
                if (is_zero_modulo_primes(second).answer == Answer::no) return Answer::no;
        }
    }
    if (const Reason reason = s.no_frame()) {
        why = *reason;
        return Answer::unknown;
    }
    const Answer everywhere = s.frame().is_closed();
    if (everywhere == Answer::yes || s.system.functions_of_place().empty()) return everywhere;
    return close_on_the_manifold(s, seed);
}

}  // namespace

std::vector<ExpectationVerdict> check_expectations(const System& system, std::uint64_t seed) {
    const Setting s(system);
    std::vector<ExpectationVerdict> verdicts;
    for (const Expectation& expectation : system.expectations)
        verdicts.push_back({.expectation = &expectation, .reason = {}});
    std::vector<ExpectationVerdict*> along;
    for (ExpectationVerdict& v : verdicts) {
        const Expectation& expected = *v.expectation;
        switch (expected.kind) {
            case Expectation::Kind::dof: {
                const std::size_t dof = s.n() - kept_constraints(system);
                v.holds = dof == expected.count ? Answer::yes : Answer::no;
                if (v.holds == Answer::no) v.reason = "it has " + std::to_string(dof);
                break;
            }
            case Expectation::Kind::holonomic:
            case Expectation::Kind::nonholonomic: {
                const Answer closed = are_holonomic(s, seed, v.reason);
                if (!v.reason.empty()) break;
                const bool wants_closed = expected.kind == Expectation::Kind::holonomic;
                if (closed == Answer::unknown) {
                    v.reason = "integrability could not be decided";
                } else if ((closed == Answer::yes) == wants_closed) {
                    v.holds = Answer::yes;
                } else {
                    v.holds = Answer::no;
                    v.reason = wants_closed ? "the constraints are not integrable"
                                            : "the constraints are integrable";
                }
                break;
            }
            case Expectation::Kind::integral:
            case Expectation::Kind::equation:
                if (expected.left || expected.name == "energy")
                    along.push_back(&v);
                else
                    v.reason = "linear equations are looked for elsewhere";
                break;
            case Expectation::Kind::value: v.reason = "a value at a time requires a simulation"; break;
        }
    }
    if (!along.empty()) try {
            along_the_motion(s, along, seed);
        } catch (const Undefined& error) {
            for (ExpectationVerdict* v : along)
                v->reason = std::string("the equations of motion have no value: ") + error.what();
        }
    return verdicts;
}

}  // namespace anholon
