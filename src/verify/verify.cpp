#include "verify/verify.hpp"

#include <chrono>

#include "expr/normal_form.hpp"
#include "expr/walk.hpp"
#include "verify/manifold_points.hpp"

namespace anholon {

namespace {

constexpr const char* kNoValue = "no point was found at which all roots and divisions exist";

constexpr double wanted_bound = 1e-9;  // on the chance of error

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

// The accelerations at the points that are drawn; the points' state is the caller's afterwards.
std::vector<Values> accelerations_at(ManifoldPoints& points, const Equations& e, const Flow& flow) {
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
    return points.evaluate(flow.accelerations);
}

struct Candidate {
    FormVerdict verdict;
    std::optional<Equations> equations;
    std::optional<Flow> flow;
    std::size_t first = 0, last = 0;  // its expressions among those of all
};

class Verification {
  public:
    Verification(const System& system, const VerifyOptions& options) : s_(system), options_(options) {}

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
            if (options_.progress) options_.progress(form);
            const auto start = std::chrono::steady_clock::now();
            Candidate c;
            c.verdict.form = &form;
            c.verdict.inapplicable = form.inapplicable(s_);
            if (!c.verdict.inapplicable) try {
                    c.equations = form.derive(s_);
                    c.flow.emplace(*c.equations, s_.t);
                } catch (const Undefined& error) {
                    c.verdict.reason = error.what();
                }
            c.verdict.seconds = seconds_since(start);
            candidates_.push_back(std::move(c));
        }
    }

    void compare_all() {
        std::vector<Expr> all;
        for (Candidate& c : candidates_) {
            c.first = all.size();
            if (c.flow) {
                const auto list = c.flow->all();
                all.insert(all.end(), list.begin(), list.end());
            }
            c.last = all.size();
        }
        ManifoldPoints points(s_, all);
        Candidate& reference = candidates_[0];  // Lagrange with multipliers stands first in the registry
        assert(reference.verdict.form->id == "lagrange-multipliers");
        std::vector<std::size_t> agreeing(candidates_.size(), 0);
        std::vector<bool> differs(candidates_.size(), false);
        std::string why;
        std::size_t rounds = 0;
        // Each root in the expressions halves what a point says: there, more of them are drawn.
        const auto suffice = [&] {
            return rounds >= 4 && bound(reference, agreeing[0], points) < wanted_bound;
        };
        for (std::uint64_t round = 0; round < 64 || (round < 256 && rounds > 0); ++round) {
            if (suffice()) break;
            if (!points.draw(options_.seed, round)) {
                why = points.why();
                continue;
            }
            const auto drawn = points.state();
            const auto expected = accelerations_at(points, *reference.equations, *reference.flow);
            const auto alive = points.state().alive;
            std::size_t good = 0;
            for (const bool a : alive) good += a;
            if (good == 0) {
                why = points.why().empty() ? kNoValue : points.why();
                continue;
            }
            ++rounds;
            for (std::size_t i = 0; i < candidates_.size(); ++i) {
                Candidate& c = candidates_[i];
                if (!c.flow) continue;
                const auto start = std::chrono::steady_clock::now();
                points.restore(drawn);
                const auto found = accelerations_at(points, *c.equations, *c.flow);
                for (std::size_t lane = 0; lane < ModularPoints::lanes; ++lane) {
                    if (alive[lane] && !points.is_alive(lane) && c.verdict.reason.empty())
                        c.verdict.reason = points.why().empty() ? kNoValue : points.why();
                    if (!alive[lane] || !points.is_alive(lane)) continue;
                    bool same = true;
                    for (std::size_t k = 0; k < expected.size(); ++k)
                        same = same && found[k][lane] == expected[k][lane];
                    if (same)
                        ++agreeing[i];
                    else
                        differs[i] = true;
                }
                c.verdict.seconds += seconds_since(start);
            }
        }
        for (std::size_t i = 0; i < candidates_.size(); ++i)
            judge(candidates_[i], agreeing[i], differs[i], why, points);
    }

    double bound(const Candidate& c, std::size_t agreeing, const ManifoldPoints& points) const {
        const double size =
            static_cast<double>(c.equations->unknowns.size() + s_.n() + s_.system.constraints.size() + 2);
        // What is compared: the form, the reference, and the constraints, which stand behind all forms.
        const std::span<const Expr> all = points.elementary();
        std::vector<Expr> compared(all.begin() + static_cast<long>(candidates_.back().last), all.end());
        for (const Candidate* one : {&c, &candidates_[0]})
            compared.insert(compared.end(), all.begin() + static_cast<long>(one->first),
                            all.begin() + static_cast<long>(one->last));
        return chance_of_error(compared, 4 * size * size, agreeing);
    }

    void judge(Candidate& c, std::size_t agreeing, bool differs, const std::string& why,
               const ManifoldPoints& points) {
        FormVerdict& v = c.verdict;
        if (!c.flow) return;
        const auto start = std::chrono::steady_clock::now();
        if (differs) {
            v.agrees = Answer::no;
            v.proof = Proof::prime_field;
            find_witness(c);
        } else if (agreeing >= 2) {
            v.agrees = Answer::yes;
            v.proof = Proof::prime_field;
            v.reason.clear();
            v.error_bound = bound(c, agreeing, points);
            prove_by_normal_form(c);
        } else {
            if (v.reason.empty()) v.reason = why;
            if (v.reason.empty()) v.reason = "too few points of the constraint manifold were found";
        }
        v.seconds += seconds_since(start);
    }

    // ------------------------------------------------------------------ symbolically, for small systems

    // Accelerations as functions of t, q and independent velocities alone; nothing where that cannot be had.
    std::optional<std::vector<Expr>> explicit_accelerations(const Candidate& c) {
        const Equations& e = *c.equations;
        if (c.flow->needs_z_dot || e.unknowns.size() > options_.max_size) return std::nullopt;
        for (const Constraint& k : s_.system.constraints)
            if (k.kind == Constraint::Kind::geometric) return std::nullopt;  // q themselves are dependent
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
            Substitution in;
            for (std::size_t k = 0; k < z.x.size(); ++k) in.emplace_back(e.unknowns[k], z.x[k]);
            accelerations = substitute(accelerations, in);
        }
        accelerations = substitute(accelerations, e.state_of);
        return substitute(accelerations, *free_);
    }

    const std::optional<std::vector<Expr>>& reference() {
        if (!reference_) reference_ = explicit_accelerations(candidates_[0]);
        return *reference_;
    }

    void prove_by_normal_form(Candidate& c) {
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
        c.verdict.proof = Proof::normal_form;
        c.verdict.error_bound = 0;
    }

    void find_witness(Candidate& c) {
        const auto &expected = reference(), found = explicit_accelerations(c);
        if (!expected || !found) return;
        for (std::size_t i = 0; i < found->size(); ++i) {
            const ZeroVerdict v = is_zero((*found)[i] - (*expected)[i], {.seed = options_.seed});
            if (v.answer != Answer::no) continue;
            const Ball mine = enclosure((*found)[i], v.witness), right = enclosure((*expected)[i], v.witness);
            const std::string name = text(dot(s_.v[i]));
            c.verdict.difference = name + " = " + mine.to_string(6) + ", not " + right.to_string(6);
            for (std::size_t k = 0; k < v.witness.size(); ++k)
                c.verdict.difference += (k == 0 ? ", at " : ", ") + text(v.witness[k].first) + " = " +
                                        v.witness[k].second.to_string();
            c.verdict.proof = Proof::witness;
            return;
        }
    }

    Setting s_;
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
