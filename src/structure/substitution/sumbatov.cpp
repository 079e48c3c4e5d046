#include "structure/substitution/sumbatov.hpp"

#include <algorithm>

#include "mechanics/chaplygin_kind.hpp"

namespace anholon {

namespace {

class RollingBody {
  public:
    RollingBody(const Setting& s, const Setting& solved, Vanishing& vanishes)
        : s_(s), vanishes_(vanishes), X_(s.frame()), kind_(s, solved) {}

    std::optional<SumbatovCase> judged() {
        if (!is_of_the_kind()) return std::nullopt;
        const auto a = axis(0), b = axis(1);
        if (!a || !b || !all_vanish({a->mass - b->mass})) return not_decided();
        const auto result = conclusion(*a, *b);
        return is_undecided_ ? not_decided() : result;
    }

  private:
    using enum SumbatovCase::Outcome;

    std::optional<SumbatovCase> not_decided() const {
        if (!is_undecided_) return std::nullopt;
        return SumbatovCase{.reason = why_};
    }

    // The motion of the mass centre along one axis: ∂L/∂ẋ = m (ẋ + φ_i ż_i), φ_i dz_i closed, so that X = x + ∫φ and Ẋ = A_s η_s.
    struct Axis {
        Expr mass;
        std::vector<Expr> A;
        std::vector<Expr> gamma;  // dA(X_r, X_k), a component per pair r < k
    };

    // Two constraints of Chaplygin's kind, which do not depend on time, and besides them geometric ones at most.
    bool is_of_the_kind() const {
        if (kind_.why_not || kind_.y.size() != 2 || !kind_.beside.empty() || X_.l() < 2) return false;
        const ConstraintRows rows = constraint_rows(s_.system);
        for (const Expr& a0 : rows.a0)
            if (!anholon::vanishes(a0)) return false;
        for (const Expr& a : rows.a.entries())
            if (!anholon::vanishes(derivative(a, s_.t))) return false;
        return true;
    }

    std::optional<Axis> axis(std::size_t i) {
        const Expr p = derivative(s_.L, s_.v[kind_.y[i]]);
        std::vector<Expr> row = gradient(p, s_.v);
        const Expr m = row[kind_.y[i]];
        if (anholon::vanishes(m)) return std::nullopt;
        Substitution at_rest;
        for (const Expr& u : s_.v) at_rest.emplace_back(u, s_.c.zero());
        std::vector<Expr> none{substitute(p, at_rest), row[kind_.y[1 - i]]};
        for (std::size_t r = 0; r <= X_.l(); ++r) none.push_back(X_.apply(r, m));  // m is a constant
        for (Expr& e : row) e /= m;
        if (!all_vanish(none) || !is_closed(row, kind_.y[i])) return std::nullopt;
        const Expr along = substitute(X_.in_eta(p / m), X_.on_constraints());
        Axis out{m, {}, {}};
        for (std::size_t r = 1; r <= X_.l(); ++r) {
            out.A.push_back(derivative(along, X_.eta(r)));
            for (std::size_t k = r + 1; k <= X_.l(); ++k) out.gamma.push_back(curvature(i, r, k));
        }
        return out;
    }

    // φ_i dz_i is closed along the X_r: bodies have φ = 0, their coordinates being those of the mass centre.
    bool is_closed(const std::vector<Expr>& phi, std::size_t y) {
        std::vector<Expr> d;
        for (std::size_t r = 1; r <= X_.l(); ++r)
            for (std::size_t k = r + 1; k <= X_.l(); ++k) {
                Expr sum = s_.c.zero();
                for (std::size_t i = 0; i < s_.n(); ++i)
                    for (std::size_t j = 0; j < s_.n(); ++j) {
                        if (i == y || j == y) continue;
                        const Expr turn = derivative(phi[j], s_.q[i]) - derivative(phi[i], s_.q[j]);
                        sum += turn * X_.frame().B()(i, r - 1) * X_.frame().B()(j, k - 1);
                    }
                d.push_back(sum);
            }
        return all_vanish(d);
    }

    // d(g_i)(X_r, X_k) = C_iν c^ν_rk: ẏ_i − g_i = C_iν f_ν, and f_ν is a quasi-velocity of the frame.
    Expr curvature(std::size_t i, std::size_t r, std::size_t k) const {
        Expr sum = s_.c.zero();
        for (std::size_t nu = 0; nu < kind_.rows.size(); ++nu)
            sum += kind_.C(i, nu) * X_.c(X_.l() + 1 + kind_.rows[nu], r, k);
        return sum;
    }

    bool all_vanish(const std::vector<Expr>& list) {
        return std::ranges::all_of(list, [&](Expr e) {
            const Vanishing::Result result = vanishes_(e);
            if (result.answer == Answer::unknown) why_ = result.reason;
            is_undecided_ = is_undecided_ || result.answer == Answer::unknown;
            return result.answer == Answer::yes;
        });
    }

    std::optional<SumbatovCase> conclusion(const Axis& a, const Axis& b) {
        if (all_vanish(a.gamma) && all_vanish(b.gamma)) return found(integrable);
        if (X_.l() == 2) return of_two(a, b);
        return of_more(a, b);
    }

    SumbatovCase found(SumbatovCase::Outcome outcome) const {
        return {.outcome = outcome, .degrees_of_freedom = X_.l()};
    }

    std::optional<SumbatovCase> of_more(const Axis& a, const Axis& b) {
        for (std::size_t r = 0; r < X_.l(); ++r)
            for (std::size_t k = r + 1; k < X_.l(); ++k)
                if (!all_vanish({a.A[r] * b.A[k] - a.A[k] * b.A[r]})) return found(never);
        return std::nullopt;
    }

    SumbatovCase of_two(const Axis& a, const Axis& b) {
        const Expr J = a.A[0] * b.A[1] - a.A[1] * b.A[0];
        // A_i γ^a_12 + B_i γ^b_12 = 0: 001 (20), (21)
        const bool are_lagranges = all_vanish({a.A[0] * a.gamma[0] + b.A[0] * b.gamma[0],
                                               a.A[1] * a.gamma[0] + b.A[1] * b.gamma[0]}),
                   is_dependent = all_vanish({J});
        if (are_lagranges) return found(is_dependent ? by_F : integrable);
        SumbatovCase out = found(is_dependent ? not_by_F : independent);
        out.determinant = J;
        return out;
    }

    const Setting& s_;
    Vanishing& vanishes_;
    const AdaptedFrame& X_;
    const ChaplyginKind kind_;
    bool is_undecided_ = false;  // whether something vanishes could not be decided
    std::string why_;
};

}  // namespace

std::optional<SumbatovCase> sumbatov(const Setting& s, const Setting& solved, Vanishing& vanishes) {
    if (s.on_algebra() || s.has_nonlinear_constraints() || s.no_frame()) return std::nullopt;
    return RollingBody(s, solved, vanishes).judged();
}

}  // namespace anholon
