#include "structure/substitution/elimination_choices.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "mechanics/tied_coordinates.hpp"
#include "mechanics/velocity_choices.hpp"
#include "structure/evidence/state_sampler.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxChoices = 10000;
constexpr double kSmallEnough = 1e-15;  // a chance of error

// The quantities of which the terms consist that the forbidden equations lack. The constraints are f = a q̇ + a_0.
class Terms {
  public:
    explicit Terms(const Setting& s) : n_(s.n()), m_(s.system.constraints.size()) {
        const ConstraintRows rows = constraint_rows(s.system);
        assert(rows.names.size() == m_);
        const std::vector<Expr> a(rows.a.entries().begin(), rows.a.entries().end());
        add(gradient(s.L, s.v));
        add(gradient(s.L, s.q));
        add(a);
        add(time_derivative(a));
        for (std::size_t k = 0; k < m_; ++k) add(gradient(dot(rows.a.row(k), s.v) + rows.a0[k], s.q));
    }

    const std::vector<Expr>& expressions() const { return all_; }
    std::size_t n() const { return n_; }
    std::size_t m() const { return m_; }

    // Among the values of the expressions at a state:
    Residue p(const ResidueRow& at, std::size_t i) const { return at[i]; }         // ∂L/∂q̇_i
    Residue L_q(const ResidueRow& at, std::size_t i) const { return at[n_ + i]; }  // ∂L/∂q_i
    Residue a(const ResidueRow& at, std::size_t k, std::size_t i) const { return at[entry(0, k, i)]; }
    Residue a_dot(const ResidueRow& at, std::size_t k, std::size_t i) const { return at[entry(1, k, i)]; }
    Residue f_q(const ResidueRow& at, std::size_t k, std::size_t i) const {
        return at[entry(2, k, i)];
    }  // ∂f_k/∂q_i

  private:
    void add(const std::vector<Expr>& list) { all_.insert(all_.end(), list.begin(), list.end()); }
    std::size_t entry(std::size_t matrix, std::size_t k, std::size_t i) const {
        return 2 * n_ + (matrix * m_ + k) * n_ + i;
    }

    std::size_t n_, m_;
    std::vector<Expr> all_;
};

// The terms missing from the forbidden equations at one state, by the dependent velocities and the coordinates that may be tied.
class AtState {
  public:
    AtState(const Terms& terms, const PrimeField& field, const ResidueRow& values)
        : terms_(terms), F_(field), at_(values) {}

    // Voronets's equations less the forbidden ones, where Z is the displacement along which L* is differentiated: of q_r, and of the
    // coordinates that are tied to it.
    //   N_r = ∂L/∂q (X_r − Z_r) − μ (ȧ X_r − ∂f/∂q Z_r),   μ a_α = ∂L/∂q̇_α,   a X_r = 0
    // Empty if the constraints cannot be solved for these velocities.
    std::optional<ResidueRow> lacking(const EliminationChoice& choice, const std::vector<std::size_t>& tying,
                                      const std::vector<std::size_t>& order_of_tying) const {
        const auto X = displacements(choice.dependent, choice.independent, all_rows());
        const auto Z = displacements(order_of_tying, choice.independent, tying);
        if (!X || !Z) return std::nullopt;
        const ResidueRow mu = multipliers(choice.dependent);
        ResidueRow N;
        for (std::size_t r = 0; r < choice.independent.size(); ++r)
            N.push_back(lacking((*X)[r], (*Z)[r], mu));
        return N;
    }

    // The coordinates that these constraints tie, of those that may be tied.
    std::vector<std::size_t> tied(const std::vector<std::size_t>& order_of_tying,
                                  const std::vector<std::size_t>& tying) const {
        std::vector<std::size_t> list;
        for (const std::size_t k : solved(order_of_tying, tying).pivots) list.push_back(order_of_tying[k]);
        return list;
    }

  private:
    std::vector<std::size_t> all_rows() const { return others({}, terms_.m()); }

    Residue lacking(const ResidueRow& X, const ResidueRow& Z, const ResidueRow& mu) const {
        Residue sum = F_.zero();
        for (std::size_t i = 0; i < terms_.n(); ++i) {
            sum = F_.add(sum, F_.multiply(terms_.L_q(at_, i), F_.subtract(X[i], Z[i])));
            for (std::size_t k = 0; k < terms_.m(); ++k) {
                const Residue f = F_.subtract(F_.multiply(terms_.a_dot(at_, k, i), X[i]),
                                              F_.multiply(terms_.f_q(at_, k, i), Z[i]));
                sum = F_.subtract(sum, F_.multiply(mu[k], f));
            }
        }
        return sum;
    }

    // The displacements that these constraints allow: of each independent velocity one, which moves it by 1, no other independent one, and
    // of the dependent ones the first that the constraints determine.
    std::optional<ResidueRows> displacements(const std::vector<std::size_t>& dependent,
                                             const std::vector<std::size_t>& independent,
                                             const std::vector<std::size_t>& constraints) const {
        std::vector<std::size_t> columns = dependent;
        columns.insert(columns.end(), independent.begin(), independent.end());
        const Echelon solved = this->solved(columns, constraints);
        if (solved.pivots.size() < constraints.size()) return std::nullopt;
        if (!solved.pivots.empty() && solved.pivots.back() >= dependent.size()) return std::nullopt;
        ResidueRows list;
        for (std::size_t r = 0; r < independent.size(); ++r) {
            ResidueRow X(terms_.n(), F_.zero());
            X[independent[r]] = F_.one();
            for (std::size_t k = 0; k < solved.pivots.size(); ++k)
                X[columns[solved.pivots[k]]] = F_.negate(solved.rows[k][dependent.size() + r]);
            list.push_back(std::move(X));
        }
        return list;
    }

    Echelon solved(const std::vector<std::size_t>& columns,
                   const std::vector<std::size_t>& constraints) const {
        ResidueRows rows;
        for (const std::size_t k : constraints) {
            ResidueRow& row = rows.emplace_back();
            for (const std::size_t i : columns) row.push_back(terms_.a(at_, k, i));
        }
        return echelon(F_, std::move(rows), columns.size());
    }

    ResidueRow multipliers(const std::vector<std::size_t>& dependent) const {
        ResidueRows rows;
        for (const std::size_t i : dependent) {
            ResidueRow& row = rows.emplace_back();
            for (std::size_t k = 0; k < terms_.m(); ++k) row.push_back(terms_.a(at_, k, i));
            row.push_back(terms_.p(at_, i));
        }
        const Echelon solved = echelon(F_, std::move(rows), terms_.m() + 1);
        ResidueRow mu;
        for (std::size_t k = 0; k < terms_.m(); ++k) mu.push_back(solved.rows[k][terms_.m()]);
        return mu;
    }

    const Terms& terms_;
    const PrimeField& F_;
    const ResidueRow& at_;
};

class Judge {
  public:
    Judge(const Setting& s, const Budget& budget)
        : s_(s), budget_(budget), terms_(s), sampler_(s, terms_.expressions(), StateSampler::At::states, 29) {
        const bool closed = s.has_velocity_constraints() && s.frame().is_closed() == Answer::yes;
        for (std::size_t k = 0; k < s.system.constraints.size(); ++k)
            if (closed || s.system.constraints[k].kind == Constraint::Kind::geometric) tying_.push_back(k);
    }

    EliminationChoices all() {
        EliminationChoices found;
        judge_free(found);
        if (!found.why_not && !s_.system.parameters.empty()) judge_stated(found);
        const auto best = std::ranges::max_element(found.possible, {}, [](const EliminationChoice& choice) {
            return std::pair(choice.right_ones(), !choice.for_these_parameters);
        });
        if (best != found.possible.end()) std::rotate(found.possible.begin(), best, best + 1);
        return found;
    }

  private:
    void judge_free(EliminationChoices& found) {
        const auto samples = drawn(found);
        if (!samples) return;
        const std::vector<std::size_t> order = order_of_elimination(s_);
        Combinations places(s_.n(), terms_.m());
        found.not_examined = places.count();
        std::size_t examined = 0;
        do {
            if (budget_.is_over() || examined++ == kMaxChoices) return;
            EliminationChoice choice;
            for (const std::size_t k : places.chosen()) choice.dependent.push_back(order[k]);
            std::ranges::sort(choice.dependent);
            choice.independent = others(choice.dependent, s_.n());
            if (judge(choice, *samples)) found.possible.push_back(std::move(choice));
            --found.not_examined;
        } while (places.advance());
    }

    // An equation that is wrong for general parameters may be right for the stated ones.
    void judge_stated(EliminationChoices& found) {
        sampler_.set_parameters({ParameterValues::Kind::stated, {}});
        EliminationChoices stated;
        const auto samples = drawn(stated);
        if (!samples) return;
        found.error_bound += stated.error_bound;
        for (EliminationChoice& choice : found.possible) {
            if (choice.is_right()) continue;
            EliminationChoice here = choice;
            if (!judge(here, *samples) || here.right == choice.right) continue;
            here.for_these_parameters = true;
            choice = here;
        }
    }

    std::optional<Samples> drawn(EliminationChoices& found) {
        const std::size_t states = sampler_.enough_states();
        auto samples = sampler_.draw(states, budget_);
        if (!samples) {
            found.why_not = sampler_.why();
            return std::nullopt;
        }
        const double size = static_cast<double>(s_.n());
        found.error_bound = sampler_.chance_of_error(4 * size * size, 2 * states);
        if (found.error_bound < kSmallEnough) return samples;
        found.why_not = "random points leave a chance of error of " + rounded_up(found.error_bound);
        return std::nullopt;
    }

    // False where the constraints cannot be solved for these velocities.
    bool judge(EliminationChoice& choice, const Samples& samples) const {
        const std::vector<std::size_t> order = order_of_tying(s_, choice.dependent);
        choice.right.assign(choice.independent.size(), true);
        bool is_possible = false;
        for (std::size_t lane = 0; lane < samples.rows.size(); ++lane)
            for (const ResidueRow& values : samples.rows[lane]) {
                const AtState state(terms_, *samples.fields[lane], values);
                const auto N = state.lacking(choice, tying_, order);
                if (!N) continue;
                if (!is_possible) choice.tied = state.tied(order, tying_);
                is_possible = true;
                for (std::size_t r = 0; r < N->size(); ++r)
                    if (!(*N)[r].is_zero()) choice.right[r] = false;
                if (choice.right_ones() == 0) return true;  // further states change nothing
            }
        return is_possible;
    }

    const Setting& s_;
    const Budget& budget_;
    const Terms terms_;
    StateSampler sampler_;
    std::vector<std::size_t> tying_;  // the constraints that make coordinates functions of others
};

}  // namespace

std::size_t EliminationChoice::right_ones() const {
    return static_cast<std::size_t>(std::ranges::count(right, true));
}

EliminationChoices elimination_choices(const Setting& s, const Budget& budget) {
    return Judge(s, budget).all();
}

}  // namespace anholon
