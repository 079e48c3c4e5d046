#include "study/routh_lyapunov.hpp"

#include <algorithm>
#include <optional>

#include "expr/context.hpp"
#include "expr/derivative.hpp"
#include "expr/introduce.hpp"
#include "expr/linear.hpp"
#include "expr/normal_form.hpp"
#include "expr/operations.hpp"
#include "expr/print.hpp"
#include "expr/simplify.hpp"
#include "expr/zero.hpp"
#include "structure/integrals/integrals.hpp"
#include "structure/integrals/linear_equations.hpp"
#include "study/analytic_at.hpp"

namespace anholon {

namespace {

using Outcome = RouthLyapunov::Outcome;

class Finder {
  public:
    Finder(const SteadyPart& part, const System& system, const ExactStandstill& at,
           const ExactLinearPart& linear, bool all_are_numbers, const Budget& budget)
        : part_(part),
          system_(system),
          at_(at),
          linear_(linear),
          all_are_numbers_(all_are_numbers),
          budget_(budget),
          c_(system.c()) {
        for (const std::size_t k : part.kept()) kept_.push_back(part.state()[k]);
        for (std::size_t k = 0; k < at.free.size(); ++k) {
            const Expr letter = introduced(c_, "x" + std::to_string(k + 1), SymbolKind::constant,
                                           "variable of a steady motion", k);
            as_letters_.emplace_back(at.free[k], letter);
            from_letters_.emplace_back(letter, at.free[k]);
        }
    }

    RouthLyapunov run() {
        solve_constraints();
        find_integrals();
        if (known_.empty())
            return not_decided(ran_out_ ? "the search for integrals took too long"
                                        : "no first integral is known that the symmetries leave as it is");
        try {
            return judged();
        } catch (const TooLarge&) {
            return not_decided("the conditions are too long");
        } catch (const Undefined&) {
            return not_decided("an integral has no value there as it is written");
        } catch (const NotExact& why) {
            return not_decided(why.what());
        }
    }

  private:
    struct Known {
        RouthLyapunov::Integral shown;
        Expr value;  // in the kept variables, to second order
    };

    static RouthLyapunov not_decided(const std::string& reason) { return {.reason = reason}; }

    // ------------------------------------------------------------------ integrals

    // What is not found in its share of the time is not used.
    template <class Search>
    void within_share(const Search& search) {
        constexpr double most = 10;
        const Budget share(std::min(most, budget_.limit().left() / 3));
        const Deadline deadline(share.limit());
        try {
            search(share);
        } catch (const TimeIsUp&) {
            if (budget_.is_over()) throw;
            ran_out_ = true;
        }
    }

    void find_integrals() {
        const Setting setting(system_);
        within_share([&](const Budget& share) { add_found(first_integrals(setting, share)); });
        within_share([&](const Budget& share) {
            if (const auto equations = linear_equations(setting, share)) add_solutions(*equations);
        });
    }

    void add_found(const FirstIntegrals& found) {
        for (const FirstIntegral& one : found.list) {
            if (one.valid != Parameters::free && !all_are_numbers_) continue;
            const bool is_energy = !one.printed;
            add(one.value, is_energy ? (found.energy_is_jacobis ? "Jacobi's integral" : "energy") : "",
                one.printed);
        }
    }

    // In the kept variables alone, without time, and the same all along the orbits of the symmetries.
    void add(const Expr& function, const std::string& name, const Expr& printed) {
        try {
            const Expr value = part_.formulation().lowered(function);
            if (!vanishes(derivative(value, system_.t))) return;
            const std::vector<Expr>& state = part_.state();
            for (std::size_t k = 0; k < state.size(); ++k)
                if (!std::ranges::binary_search(part_.kept(), k) && !vanishes(derivative(value, state[k])))
                    return;
            for (const Expr& z : part_.formulation().equations().unknowns)
                if (!vanishes(derivative(value, z))) return;
            if (!is_invariant(value) || !are_analytic_at(std::span(&value, 1), at_)) return;
            known_.push_back({{name, name.empty() ? simplified(value) : Expr(), printed, {}}, value});
        } catch (const Unavailable&) {
            // It holds what the state does not tell.
        }
    }

    bool is_invariant(const Expr& value) const {
        const std::size_t n = kept_.size();
        for (const std::size_t field : at_.fields) {
            Direction along;
            for (std::size_t i = 0; i < n; ++i)
                along.emplace_back(kept_[i], part_.symmetries().components()[field * n + i]);
            if (!vanishes_on_constraints(directional_derivative(value, along))) return false;
        }
        return true;
    }

    // Constraints solved for a variable that occurs to the first power, or to the second alone: q0 = √(1 − q1² − q2² − q3²). What vanishes
    // with one root does so with the other.
    void solve_constraints() {
        for (const Expr& constraint : part_.constraints()) {
            const Expr F = substitute(constraint, on_constraints_);
            for (const Expr& x : kept_) {
                const Substitution without{{x, c_.zero()}};
                const Expr slope = derivative(F, x), second = derivative(slope, x),
                           rest = substitute(F, without);
                const bool is_first = slope.is_number() && !slope.number().is_zero(),
                           is_square = second.is_number() && !second.number().is_zero() &&
                                       vanishes(substitute(slope, without));
                if (!is_first && !is_square) continue;
                const Expr value =
                    is_first ? -rest / slope : pow(-rest * Rational(2) / second, Rational(1, 2));
                for (auto& [variable, old] : on_constraints_) old = substitute(old, {{x, value}});
                on_constraints_.emplace_back(x, value);
                break;
            }
        }
    }
    bool vanishes_on_constraints(const Expr& e) const {
        return vanishes(e) || (!on_constraints_.empty() && vanishes(substitute(e, on_constraints_)));
    }

    // u' = A u + b: the u at x* of the solution through (x, u) are integrals, to second order
    //   (1 − h A + h²/2 (A² − A')) u − h b + h²/2 (A b − b'),  h = x − x*.
    void add_solutions(const LinearEquations& e) {
        try {
            const Formulation& f = part_.formulation();
            const Expr x = f.lowered(substitute(e.x, e.in_state));
            const Expr place = with_known_roots(system_, at_.at(x));
            // Letters of the place are no variables here, though some have the same name.
            const auto here = [&](const Expr& a) {
                return substitute(with_known_roots(system_, at_.at(substitute(a, {{e.x, place}}))),
                                  as_letters_);
            };
            const std::size_t n = e.letters.size();
            std::vector<Expr> u;
            for (const Expr& obeying : e.obeying) u.push_back(f.lowered(substitute(obeying, e.in_state)));
            Matrix A = e.A, slope = e.A;
            std::vector<Expr> b = e.b, b_slope = e.b;
            for (Expr& a : slope.entries()) a = here(derivative(a, e.x));
            for (Expr& a : A.entries()) a = here(a);
            for (Expr& a : b_slope) a = here(derivative(a, e.x));
            for (Expr& a : b) a = here(a);
            const Matrix square = A * A;
            const std::vector<Expr> Ab = A * b;
            const Expr h = x - substitute(place, as_letters_);
            std::vector<Expr> parts = u;
            parts.push_back(x);
            for (const Expr& a : e.A.entries())
                parts.push_back(f.lowered(substitute(substitute(a, {{e.x, x}}), e.in_state)));
            for (const Expr& a : e.b)
                parts.push_back(f.lowered(substitute(substitute(a, {{e.x, x}}), e.in_state)));
            if (!are_analytic_at(parts, at_)) return;
            for (std::size_t i = 0; i < n; ++i) {
                Expr value = u[i] - h * b[i] + h * h * (Ab[i] - b_slope[i]) / Rational(2);
                for (std::size_t j = 0; j < n; ++j)
                    value += (h * h * (square(i, j) - slope(i, j)) / Rational(2) - h * A(i, j)) * u[j];
                const std::size_t before = known_.size();
                add_solution(value);
                if (known_.size() == before) return;
            }
        } catch (const Unavailable&) {
            return;
        } catch (const NotExact&) {
            return;  // the linear equations are singular there
        } catch (const Undefined&) {
            return;
        }
    }
    // x and u are invariant, as they are functions on the core, so that functions of them are.
    void add_solution(const Expr& value) {
        if (!is_invariant(value)) return;
        known_.push_back({{"a linear integral without a formula", {}, {}, {}}, value});
    }

    // ------------------------------------------------------------------ the second variation

    Expr here(const Expr& e) const { return with_known_roots(system_, substitute(at_.at(e), from_letters_)); }
    Matrix here(Matrix M) const {
        for (Expr& e : M.entries()) e = here(e);
        return M;
    }

    // Functions whose combinations are tried: integrals first, then constraints.
    std::vector<Expr> functions() const {
        std::vector<Expr> list;
        for (const Known& k : known_) list.push_back(k.value);
        list.insert(list.end(), part_.constraints().begin(), part_.constraints().end());
        return list;
    }

    RouthLyapunov judged() {
        const std::vector<Expr> all = functions();
        const Matrix slopes = simplified(here(jacobian(all, kept_)));
        choose_displacements(slopes);
        if (directions_.empty()) return alone();
        // Combinations with dW = 0.
        const KernelResult combinations = kernel(transpose(slopes));
        if (!combinations.decided) return not_decided(combinations.reason);
        std::vector<std::vector<Expr>> W;
        for (const auto& w : combinations.basis) {
            const auto takes_part = [](const Expr& e) { return !vanishes(e); };
            if (std::any_of(w.begin(), w.begin() + static_cast<long>(known_.size()), takes_part))
                W.push_back(w);
        }
        if (W.empty()) return not_decided("no combination of the known integrals is stationary there");
        single_out_energy(W);
        std::vector<Matrix> variations;
        std::vector<std::size_t> of;
        for (std::size_t a = 0; a < W.size(); ++a) {
            const Matrix K = second_variation(all, W[a]);
            if (std::ranges::all_of(K.entries(), vanishes)) continue;
            variations.push_back(K);
            of.push_back(a);
        }
        if (variations.empty())
            return not_decided("the second variation of every stationary combination vanishes");
        return best(W, of, variations);
    }

    // Nothing is left free on the level of the integrals: Σ (I − I*)² has a strict minimum.
    RouthLyapunov alone() const {
        RouthLyapunov out{.outcome = Outcome::definite, .extrema = {{}}};
        note_rank(out);
        for (const Known& k : known_) out.integrals.push_back(k.shown);
        return out;
    }

    void choose_displacements(const Matrix& slopes) {
        Matrix of_integrals(c_, known_.size(), kept_.size());
        for (std::size_t a = 0; a < known_.size(); ++a)
            for (std::size_t i = 0; i < kept_.size(); ++i) of_integrals(a, i) = slopes(a, i);
        level_ = simplified(of_integrals * linear_.T);
        const KernelResult level = kernel(level_);
        if (!level.decided) throw NotExact("the level of the integrals is not known: " + level.reason);
        for (std::size_t j = 0; j < level_.columns(); ++j)
            if (std::ranges::find(level.free, j) == level.free.end()) pivots_.push_back(j);
        // Velocities first: the minors of T have known signs.
        const auto is_velocity = [&](std::size_t k) {
            const auto place = std::ranges::find(part_.state(), linear_.variables[level.free[k]]);
            return place - part_.state().begin() >= static_cast<long>(part_.formulation().coordinates());
        };
        for (const bool velocities : {true, false})
            for (std::size_t k = 0; k < level.basis.size(); ++k)
                if (is_velocity(k) == velocities) directions_.push_back(linear_.T * level.basis[k]);
    }

    // The gradients have the rank that they have in general as long as one of their minors does not vanish.
    void note_rank(RouthLyapunov& out) const {
        if (pivots_.empty()) return;
        std::vector<std::size_t> rows;
        for (std::size_t i = 0; i < level_.rows() && rows.size() < pivots_.size(); ++i) {
            rows.push_back(i);
            Matrix tried(c_, rows.size(), pivots_.size());
            for (std::size_t a = 0; a < rows.size(); ++a)
                for (std::size_t j = 0; j < pivots_.size(); ++j) tried(a, j) = level_(rows[a], pivots_[j]);
            if (anholon::rank(tried).rank != rows.size()) rows.pop_back();
        }
        if (rows.size() != pivots_.size())
            throw NotExact("the rank of the integrals' gradients is not known");
        Matrix minor(c_, rows.size(), rows.size());
        for (std::size_t a = 0; a < rows.size(); ++a)
            for (std::size_t j = 0; j < rows.size(); ++j) minor(a, j) = level_(rows[a], pivots_[j]);
        const Expr d = determinant(minor);
        const Ball value = enclosure(d, at_.values, 256);
        if (!value.is_finite() || value.contains_zero())
            throw NotExact("the integrals' gradients are dependent at the values here");
        conditions_of_positive(Matrix{{d * d}}, system_, at_, out.signs);
    }

    Matrix second_variation(const std::vector<Expr>& all, const std::vector<Expr>& w) const {
        Matrix H(c_, kept_.size(), kept_.size());
        for (std::size_t a = 0; a < all.size(); ++a) {
            if (w[a].is_number() && w[a].number().is_zero()) continue;
            const Matrix second = here(hessian(all[a], kept_));
            for (std::size_t k = 0; k < H.entries().size(); ++k) H.entries()[k] += w[a] * second.entries()[k];
        }
        Matrix B(c_, kept_.size(), directions_.size());
        for (std::size_t j = 0; j < directions_.size(); ++j)
            for (std::size_t i = 0; i < kept_.size(); ++i) B(i, j) = directions_[j][i];
        return simplified(transpose(B) * H * B);
    }

    // 1 or −1 where it is definite at the values, else 0; definite forms have minors that are not zero.
    int sign_here(const Matrix& K) const {
        bool is_positive = true, is_negative = true;
        for (std::size_t n = 1; n <= K.rows(); ++n) {
            Matrix minor(c_, n, n);
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j) minor(i, j) = K(i, j);
            const Ball value = enclosure(determinant(minor), at_.values, 256);
            if (!value.is_finite() || value.contains_zero()) return 0;
            is_positive = is_positive && value.midpoint() > 0;
            is_negative = is_negative && (value.midpoint() > 0) == (n % 2 == 0);
        }
        return is_positive ? 1 : is_negative ? -1 : 0;
    }

    struct Candidate {
        std::vector<Expr> w;
        Matrix K;
    };

    static std::vector<Expr> combined(const std::vector<Expr>& a, const Expr& s, const std::vector<Expr>& b) {
        std::vector<Expr> out = a;
        for (std::size_t k = 0; k < out.size(); ++k) out[k] = simplified(a[k] + s * b[k]);
        return out;
    }
    static Matrix combined(const Matrix& a, const Expr& s, const Matrix& b) {
        Matrix out = a;
        for (std::size_t k = 0; k < out.entries().size(); ++k)
            out.entries()[k] = a.entries()[k] + s * b.entries()[k];
        return simplified(out);
    }

    // Each combination by itself; then, of two, a + s b with the s at which a factor of the determinant that is quadratic in s is largest.
    RouthLyapunov best(const std::vector<std::vector<Expr>>& W, const std::vector<std::size_t>& of,
                       const std::vector<Matrix>& K) const {
        std::vector<Candidate> candidates;
        for (std::size_t a = 0; a < K.size(); ++a) candidates.push_back({W[of[a]], K[a]});
        for (std::size_t a = 0; a < K.size(); ++a)
            for (std::size_t b = 0; b < K.size(); ++b) {
                if (a == b) continue;
                for (const Expr& s : vertices(K[a], K[b]))
                    candidates.push_back({combined(W[of[a]], s, W[of[b]]), combined(K[a], s, K[b])});
            }
        // Of those that hold here the one with the shortest conditions.
        std::optional<RouthLyapunov> shortest;
        for (const Candidate& candidate : candidates) {
            const int sign = sign_here(candidate.K);
            if (sign == 0) continue;
            RouthLyapunov one = definite(candidate, sign);
            if (!shortest || length(one) < length(*shortest)) shortest = std::move(one);
        }
        if (shortest) return *shortest;
        // Not here; elsewhere perhaps.
        for (auto candidate = candidates.rbegin(); candidate != candidates.rend(); ++candidate)
            if (anholon::rank(candidate->K).rank == candidate->K.rows())
                if (RouthLyapunov out = definite(*candidate, 1); !out.extrema.empty()) return out;
        return not_decided(
            "no combination of the known integrals that was tried has a definite second variation");
    }

    static std::size_t length(const RouthLyapunov& r) {
        std::size_t sum = 0;
        for (const RouthLyapunov::Extremum& one : r.extrema)
            for (const StabilityCondition& c : one.conditions) sum += 1 + operations(c.factors).total();
        return sum;
    }

    // The first combination holds the energy with the factor 1, the others do not hold it.
    void single_out_energy(std::vector<std::vector<Expr>>& W) const {
        std::size_t energy = known_.size();
        for (std::size_t a = 0; a < known_.size(); ++a)
            if (known_[a].shown.name == "energy" || known_[a].shown.name == "Jacobi's integral") energy = a;
        if (energy == known_.size()) return;
        const auto first = std::ranges::find_if(W, [&](const auto& w) { return !vanishes(w[energy]); });
        if (first == W.end()) return;
        std::iter_swap(W.begin(), first);
        const Expr scale = W[0][energy];
        for (Expr& e : W[0]) e = simplified(e / scale);
        for (std::size_t a = 1; a < W.size(); ++a) W[a] = combined(W[a], -W[a][energy], W[0]);
    }

    std::vector<Expr> vertices(const Matrix& a, const Matrix& b) const {
        const Expr s = introduced(c_, "s", SymbolKind::variable, "factor of an integral");
        const Expr det = determinant(combined(a, s, b));
        const std::vector<Expr> both{det, s};
        const NormalForms forms(both);
        std::size_t place = 0;
        while (forms.generator(place) != s) ++place;
        std::vector<Expr> out;
        const auto factors = factor(forms[0].numerator);
        if (!factors) return out;
        const std::size_t of_s[] = {place};
        for (const auto& [p, exponent] : factors->powers) {
            if (p.degree(place) != 2) continue;
            Expr first = c_.zero(), second = c_.one();
            for (const auto& [power, coefficient] : by_exponents(p, of_s)) {
                if (power[0] == 1) first = forms.expr(coefficient);
                if (power[0] == 2) second = forms.expr(coefficient);
            }
            out.push_back(simplified(-first / (second * Rational(2))));
        }
        return out;
    }

    // p > 0 and p < 0.
    static bool contradict(const std::vector<StabilityCondition>& conditions) {
        return std::ranges::any_of(conditions, [&](const StabilityCondition& a) {
            return std::ranges::any_of(conditions, [&](const StabilityCondition& b) {
                return a.factors == b.factors && a.sign != b.sign;
            });
        });
    }

    RouthLyapunov definite(const Candidate& candidate, int first) const {
        RouthLyapunov out{.outcome = Outcome::definite};
        out.rows = candidate.K.rows();
        for (const int sign : {first, -first}) {
            Matrix K = candidate.K;
            if (sign < 0)
                for (Expr& e : K.entries()) e = -e;
            KnownSigns signs = out.signs;
            RouthLyapunov::Extremum one{
                sign < 0, conditions_of_positive(K, system_, at_, signs, "the second variation")};
            if (std::ranges::any_of(one.conditions, &StabilityCondition::is_never) ||
                contradict(one.conditions))
                continue;
            out.extrema.push_back(std::move(one));
            out.signs = std::move(signs);
        }
        note_rank(out);
        // What a condition says need not be said again.
        std::erase_if(out.signs.nonzero, [&](const Expr& e) {
            return std::ranges::any_of(out.extrema, [&](const RouthLyapunov::Extremum& one) {
                return std::ranges::any_of(one.conditions, [&](const StabilityCondition& c) {
                    return std::ranges::any_of(
                        c.factors, [&](const Expr& f) { return vanishes(e - f) || vanishes(e + f); });
                });
            });
        });
        for (std::size_t a = 0; a < known_.size(); ++a) {
            out.integrals.push_back(known_[a].shown);
            out.integrals.back().factor = candidate.w[a];
        }
        return out;
    }

    const SteadyPart& part_;
    const System& system_;
    const ExactStandstill& at_;
    const ExactLinearPart& linear_;
    bool all_are_numbers_;
    const Budget& budget_;
    Context& c_;
    std::vector<Expr> kept_;
    Substitution as_letters_, from_letters_, on_constraints_;
    bool ran_out_ = false;
    std::vector<Known> known_;
    std::vector<std::vector<Expr>> directions_;
    Matrix level_;  // gradients of the integrals, on independent variables
    std::vector<std::size_t> pivots_;
};

}  // namespace

RouthLyapunov routh_lyapunov(const SteadyPart& part, const System& system, const ExactStandstill& at,
                             const ExactLinearPart& linear, bool all_are_numbers, const Budget& budget) {
    return Finder(part, system, at, linear, all_are_numbers, budget).run();
}

}  // namespace anholon
