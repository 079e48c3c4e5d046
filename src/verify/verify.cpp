#include "verify/verify.hpp"

#include <algorithm>
#include <chrono>
#include <memory>

#include "base/deadline.hpp"
#include "expr/elementary.hpp"
#include "expr/normal_form.hpp"
#include "expr/walk.hpp"
#include "mechanics/points/manifold_points.hpp"
#include "verify/witness.hpp"

namespace anholon {

namespace {

constexpr const char* kNoValue = "no point was found at which all roots and divisions exist";

constexpr const char* kNotClosed =
    "no point was found at which the geometric constraints hold, and it differs where they have other values";

constexpr std::size_t kMaxRounds = 4096;
constexpr double kMaxWork = 4e8;  // nodes × rounds

using Values = ModularPoints::Values;

// q̈ along a form's motion: v(x, z) differentiated with ẋ = G and, where v holds z, with ż from W ż = ṙ − Ẇ z.
struct Flow {
    std::vector<Expr> W, r, W_dot, r_dot, accelerations, state_values;
    bool needs_z_dot = false;

    explicit Flow(const Equations& e, Expr t) {
        if (!e.W.empty()) W.assign(e.W.entries().begin(), e.W.entries().end());
        r = e.r;
        Direction along{{t, t.context().one()}};
        for (std::size_t k = 0; k < e.state.size(); ++k) along.emplace_back(e.state[k], e.rates[k]);
        for (const Expr& v : e.velocities)
            for (const Expr& symbol : symbols_of(v))
                for (const Expr& z : e.unknowns) needs_z_dot = needs_z_dot || symbol == z;
        if (needs_z_dot) {
            W_dot = directional_derivative(W, along);
            r_dot = directional_derivative(r, along);
            for (const Expr& z : e.unknowns) along.emplace_back(z, dot(z));
        }
        accelerations = directional_derivative(e.velocities, along);
        for (const auto& [symbol, value] : e.state_of) state_values.push_back(value);
    }

    std::vector<Expr> all() const {
        std::vector<Expr> list;
        for (const auto* part : {&W, &r, &W_dot, &r_dot, &accelerations, &state_values})
            list.insert(list.end(), part->begin(), part->end());
        return list;
    }
};

struct Found {
    std::vector<Values> unknowns, accelerations;
};

// At the points that are drawn; the points' state is the caller's afterwards.
Found found_at(ManifoldPoints& points, const Equations& e, const Flow& flow) {
    const auto states = points.evaluate(flow.state_values);
    for (std::size_t k = 0; k < states.size(); ++k) points.set(e.state_of[k].first, states[k]);
    const auto W = points.evaluate(flow.W), r = points.evaluate(flow.r);
    const auto z = points.solve(W, r);
    for (std::size_t k = 0; k < z.size(); ++k) points.set(e.unknowns[k], z[k]);
    if (flow.needs_z_dot) {
        const auto W_dot = points.evaluate(flow.W_dot);
        auto right = points.evaluate(flow.r_dot);
        const std::size_t n = z.size();
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t lane = 0; lane < ModularPoints::lanes; ++lane) {
                const PrimeField& F = points.field(lane);
                for (std::size_t j = 0; j < n; ++j)
                    right[i][lane] =
                        F.subtract(right[i][lane], F.multiply(W_dot[i * n + j][lane], z[j][lane]));
            }
        const auto z_dot = points.solve(W, right);
        for (std::size_t k = 0; k < n; ++k) points.set(dot(e.unknowns[k]), z_dot[k]);
    }
    return {z, points.evaluate(flow.accelerations)};
}

struct Candidate {
    FormVerdict verdict;
    std::optional<Equations> equations;
    std::optional<Flow> flow;
    std::unique_ptr<Observation> seen;  // of the points at which it agrees
    bool differs = false,
         differs_off_it = false;  // on the constraint manifold; on another level of its functions

    bool is_settled() const { return !flow || differs || differs_off_it || seen->is_done(); }
};

class Verification {
  public:
    Verification(const System& system, const VerifyOptions& options)
        : s_(system), asked_(system, options.independent), options_(options) {}

    std::vector<FormVerdict> run() {
        derive_all();
        compare_all();
        std::vector<FormVerdict> verdicts;
        for (Candidate& c : candidates_) verdicts.push_back(std::move(c.verdict));
        return verdicts;
    }

  private:
    static double seconds_since(std::chrono::steady_clock::time_point start) {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }

    void derive_all() {
        for (const EquationForm& form : all_forms()) {
            if (options_.only && &form != options_.only && &form != &all_forms().front()) continue;
            if (options_.progress) options_.progress(form);
            const auto start = std::chrono::steady_clock::now();
            const Setting& s = &form == options_.only && options_.independent ? asked_ : s_;
            Candidate c;
            c.verdict.form = &form;
            try {
                c.verdict.inapplicable = form.inapplicable(s);
                if (!c.verdict.inapplicable) {
                    c.equations = form.derive(s);
                    c.flow.emplace(*c.equations, s_.t);
                }
            } catch (const std::exception& error) {
                not_derived(c, error);
            }
            c.verdict.seconds = seconds_since(start);
            if (!c.flow) tell(c);
            candidates_.push_back(std::move(c));
        }
    }

    void tell(const Candidate& c) const {
        if (options_.verdict) options_.verdict(c.verdict);
    }

    // One form's misfortune is its own. Lack of time or memory is everybody's.
    static void not_derived(Candidate& c, const std::exception& error) {
        if (dynamic_cast<const TimeIsUp*>(&error) || dynamic_cast<const std::bad_alloc*>(&error)) throw;
        c.flow.reset();
        c.verdict.reason = std::string("could not be derived: ") + error.what();
    }

    ManifoldPoints points_for(const std::vector<Expr>& all) const {
        return {s_,
                all,
                ManifoldPoints::Keep::all_constraints,
                {},
                ManifoldPoints::Levels::any_where_none_is_found};
    }

    // Rewriting may show up a division by zero: then the forms are rewritten one by one, to see whose it is.
    std::optional<ManifoldPoints> points_for_all() {
        const auto everything = [&] {
            std::vector<Expr> all;
            for (const Candidate& c : candidates_)
                if (c.flow) {
                    const auto list = c.flow->all();
                    all.insert(all.end(), list.begin(), list.end());
                }
            return all;
        };
        try {
            return points_for(everything());
        } catch (const Undefined&) {
        }
        for (Candidate& c : candidates_)
            if (c.flow) try {
                    elementary(c.flow->all());
                } catch (const Undefined& error) {
                    not_derived(c, error);
                }
        try {
            return points_for(everything());
        } catch (const Undefined& error) {
            leave_undecided(std::string("the constraints have no value: ") + error.what());
            return std::nullopt;
        }
    }

    void leave_undecided(const std::string& why) {
        for (Candidate& c : candidates_)
            if (c.flow) {
                if (c.verdict.reason.empty()) c.verdict.reason = why;
                tell(c);
            }
    }

    // The form and the reference: their expressions, and the unknowns of both.
    std::unique_ptr<Observation> observation(const ManifoldPoints& points, const Candidate& c) const {
        const Candidate& reference = candidates_[0];
        std::vector<Expr> compared = c.flow->all(), unknowns = c.equations->unknowns;
        const auto others = reference.flow->all();
        compared.insert(compared.end(), others.begin(), others.end());
        unknowns.insert(unknowns.end(), reference.equations->unknowns.begin(),
                        reference.equations->unknowns.end());
        const double size =
            static_cast<double>(c.equations->unknowns.size() + s_.n() + s_.system.constraints.size() + 2);
        return std::make_unique<Observation>(points, compared, 4 * size * size, unknowns);
    }

    void compare_all() {
        Candidate& reference = candidates_[0];  // Lagrange with multipliers stands first in the registry
        assert(reference.verdict.form->id == "lagrange-multipliers");
        std::optional<ManifoldPoints> drawn_from = points_for_all();
        if (!drawn_from) return;
        if (!reference.flow)
            return leave_undecided(
                "there is nothing to compare with: Lagrange's equations with multipliers " +
                reference.verdict.reason);
        ManifoldPoints& points = *drawn_from;
        for (Candidate& c : candidates_)
            if (c.flow) c.seen = observation(points, c);
        std::string why;
        double work = 0;
        std::size_t rounds = 0;
        for (std::uint64_t round = 0; round < (rounds > 0 ? kMaxRounds : 64) && work < kMaxWork; ++round) {
            if (rounds >= 4 && std::ranges::all_of(candidates_, &Candidate::is_settled)) break;
            if (rounds >= 32 && reference.seen->is_done() && nothing_left_to_see()) break;
            if (!points.draw(options_.seed, round)) {
                why = points.why();
                continue;
            }
            const auto drawn = points.state();
            const Found expected = found_at(points, *reference.equations, *reference.flow);
            const auto alive = points.alive();
            if (std::ranges::none_of(alive, [](bool a) { return a; }))
                why = points.why().empty() ? kNoValue : points.why();
            else
                ++rounds;
            for (Candidate& c : candidates_) {
                if (!c.flow || (rounds > 4 && c.is_settled())) continue;
                const auto start = std::chrono::steady_clock::now();
                points.restore(drawn);
                compare(c, points, drawn.alive, alive, expected);
                work += static_cast<double>(c.seen->size());
                c.verdict.seconds += seconds_since(start);
            }
        }
        for (Candidate& c : candidates_) {
            if (!c.flow) continue;
            judge(c, why);
            tell(c);
        }
    }

    // What has no value at any point will have none at others.
    bool nothing_left_to_see() const {
        return std::ranges::all_of(candidates_,
                                   [](const Candidate& c) { return c.is_settled() || c.seen->good() == 0; });
    }

    using Lanes = std::array<bool, ModularPoints::lanes>;
    void compare(Candidate& c, ManifoldPoints& points, const Lanes& drawn, const Lanes& alive,
                 const Found& expected) {
        const std::vector<Values> found = found_at(points, *c.equations, *c.flow).accelerations;
        for (std::size_t lane = 0; lane < ModularPoints::lanes; ++lane) {
            if (alive[lane] && !points.is_alive(lane) && c.verdict.reason.empty())
                c.verdict.reason = points.why().empty() ? kNoValue : points.why();
            if (!alive[lane] || !points.is_alive(lane)) continue;
            bool same = true;
            for (std::size_t k = 0; k < found.size(); ++k)
                same = same && found[k][lane] == expected.accelerations[k][lane];
            if (same) continue;
            (points.is_on_manifold() ? c.differs : c.differs_off_it) = true;
        }
        const std::vector<Expr>& z = candidates_[0].equations->unknowns;
        for (std::size_t k = 0; k < z.size(); ++k)
            if (std::ranges::find(c.equations->unknowns, z[k]) == c.equations->unknowns.end())
                points.set(z[k], expected.unknowns[k]);
        // A good point is good for both.
        for (std::size_t lane = 0; lane < ModularPoints::lanes; ++lane)
            if (!alive[lane]) points.drop(lane);
        c.seen->add(points, drawn);
    }

    void judge(Candidate& c, const std::string& why) {
        FormVerdict& v = c.verdict;
        const auto start = std::chrono::steady_clock::now();
        if (c.differs) {
            v.agrees = Answer::no;
            v.proof = Proof::prime_field;
            v.reason.clear();
            find_witness(c);
        } else if (c.differs_off_it) {
            v.reason = kNotClosed;
        } else if (c.seen->good() >= 2) {
            v.error_bound = c.seen->error_bound();
            v.reason.clear();
            if (c.seen->suffices()) {
                v.agrees = Answer::yes;
                v.proof = Proof::prime_field;
            } else {
                v.reason = c.seen->why_not();
            }
            prove_by_normal_form(c);
        } else {
            if (v.reason.empty()) v.reason = why;
            if (v.reason.empty()) v.reason = "too few points of the constraint manifold were found";
        }
        v.seconds += seconds_since(start);
    }

    // ------------------------------------------------------------------ symbolically, for small systems

    // Accelerations as functions of t, q and independent velocities alone; nothing where that cannot be had, as where an elimination
    // divides by what vanishes on the constraints.
    std::optional<std::vector<Expr>> explicit_accelerations(const Candidate& c) {
        try {
            return written_out(c);
        } catch (const Undefined&) {
            return std::nullopt;
        }
    }

    std::optional<std::vector<Expr>> written_out(const Candidate& c) {
        const Equations& e = *c.equations;
        if (e.unknowns.size() > options_.max_size) return std::nullopt;
        if (!s_.system.functions_of_place().empty()) return std::nullopt;  // q themselves are dependent
        if (!free_) {
            free_.emplace();
            if (!s_.no_frame()) {
                for (const Expr& u : s_.v)
                    free_->emplace_back(u, substitute(s_.frame().in_eta(u), s_.frame().on_constraints()));
            } else if (!s_.not_solved()) {
                *free_ = s_.solved().restriction(s_.system);
            }
        }
        std::vector<Expr> accelerations = c.flow->accelerations;
        if (!e.unknowns.empty()) {
            const Solution z = solve(e.W, e.r);
            if (z.outcome != Solution::Outcome::unique) return std::nullopt;
            if (c.flow->needs_z_dot) {
                const std::optional<Substitution> z_dot = rates_of_unknowns(c);
                if (!z_dot) return std::nullopt;
                accelerations = substitute(accelerations, *z_dot);
            }
            Substitution in;
            for (std::size_t k = 0; k < z.x.size(); ++k) in.emplace_back(e.unknowns[k], z.x[k]);
            accelerations = substitute(accelerations, in);
        }
        accelerations = substitute(accelerations, e.state_of);
        return substitute(accelerations, *free_);
    }

    // W ż = ṙ − Ẇ z
    static std::optional<Substitution> rates_of_unknowns(const Candidate& c) {
        const Equations& e = *c.equations;
        const std::size_t n = e.unknowns.size();
        std::vector<Expr> right = c.flow->r_dot;
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) right[i] -= c.flow->W_dot[i * n + j] * e.unknowns[j];
        const Solution z_dot = solve(e.W, right);
        if (z_dot.outcome != Solution::Outcome::unique) return std::nullopt;
        Substitution rates;
        for (std::size_t k = 0; k < n; ++k) rates.emplace_back(dot(e.unknowns[k]), z_dot.x[k]);
        return rates;
    }

    const std::optional<std::vector<Expr>>& reference() {
        if (!reference_) reference_ = explicit_accelerations(candidates_[0]);
        return *reference_;
    }

    void prove_by_normal_form(Candidate& c) {
        if (c.flow->needs_z_dot) return;  // too long, as a rule, to be worth the time
        const auto &expected = reference(), found = explicit_accelerations(c);
        if (!expected || !found) return;
        for (std::size_t i = 0; i < found->size(); ++i) {
            const Expr difference = (*found)[i] - (*expected)[i];
            try {
                const NormalForms forms(std::span(&difference, 1), options_.max_terms);
                if (!forms[0].is_zero()) return;
            } catch (
                const std::
                    runtime_error&) {  // too large, or an elimination that divides by zero on the constraints
                return;
            }
        }
        c.verdict.agrees = Answer::yes;
        c.verdict.proof = Proof::normal_form;
        c.verdict.error_bound = 0;
        c.verdict.reason.clear();
    }

    void find_witness(Candidate& c) {
        const auto &expected = reference(), found = explicit_accelerations(c);
        if (!expected || !found) return;
        for (std::size_t i = 0; i < found->size(); ++i) {
            const auto at = witness(s_.system, (*found)[i] - (*expected)[i], options_.seed);
            if (!at) continue;
            const Ball mine = enclosure((*found)[i], at->point), right = enclosure((*expected)[i], at->point);
            const std::string name = text(dot(s_.v[i]));
            c.verdict.difference = name + " = " + mine.to_string(6) + ", not " + right.to_string(6);
            for (std::size_t k = 0; k < at->point.size(); ++k)
                c.verdict.difference += (k == 0 ? ", at " : ", ") + text(at->point[k].first) + " = " +
                                        at->point[k].second.to_string();
            c.verdict.proof = Proof::witness;
            return;
        }
    }

    Setting s_, asked_;
    const VerifyOptions& options_;
    std::vector<Candidate> candidates_;
    std::optional<Substitution> free_;
    std::optional<std::optional<std::vector<Expr>>> reference_;
};

}  // namespace

std::vector<FormVerdict> verify(const System& system, const VerifyOptions& options) {
    return Verification(system, options).run();
}

bool is_as_it_must_be(const FormVerdict& v) {
    return v.inapplicable || v.form->role != EquationForm::Role::form || v.agrees == Answer::yes;
}

}  // namespace anholon
