#include "structure/geometry/parallelism.hpp"

#include <algorithm>

#include "expr/linear.hpp"
#include "expr/operations.hpp"
#include "expr/simplify.hpp"
#include "expr/substitute.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMostFields = 6;        // of the frame, for which brackets are taken as formulas
constexpr std::size_t kMostOperations = 400;  // of all coefficients of the connection

// Y = y^m X_m with ∇_Y V = Y(V) + ω V on V = V^p X_p.
struct Derivative {
    std::vector<Expr> y;  // by the fields of the frame
    Matrix omega;         // l × l
};

class Brackets {
  public:
    // With values of parameters, if any.
    Brackets(const Setting& s, const NonholonomicConnection& connection, Substitution values)
        : c_(s.c), X_(s.frame()), l_(connection.l()), values_(std::move(values)) {
        for (std::size_t r = 1; r <= l_; ++r) {
            Derivative D{std::vector<Expr>(X_.n(), c_.zero()), Matrix(c_, l_, l_)};
            D.y[r - 1] = c_.one();
            for (std::size_t u = 1; u <= l_; ++u)
                for (std::size_t p = 1; p <= l_; ++p)
                    D.omega(u - 1, p - 1) = valued(connection.gamma(u, r, p));
            basis_.push_back(std::move(D));
        }
    }

    std::size_t size() const { return basis_.size(); }

    // What each bracket of two of the basis leaves, while independent ones are added to it.
    Parallelism decide(const Budget& budget) {
        Parallelism out;
        for (std::size_t b = 1; b < basis_.size(); ++b)
            for (std::size_t a = 0; a < b; ++a) {
                budget.check();
                Derivative D = commutator(basis_[a], basis_[b]);
                if (std::ranges::all_of(D.y, vanishes)) {
                    if (!is_zero_matrix(D.omega, out)) return refuted(out);
                    continue;
                }
                const Solution in_basis = expressed(D.y);
                if (in_basis.outcome == Solution::Outcome::none) {
                    basis_.push_back(std::move(D));
                    continue;
                }
                if (in_basis.outcome != Solution::Outcome::unique) {
                    out.reason = "a bracket could not be expressed by others";
                    return out;
                }
                out.error_bound += in_basis.error_bound;
                for (std::size_t k = 0; k < basis_.size(); ++k)
                    for (std::size_t i = 0; i < l_ * l_; ++i)
                        D.omega.entries()[i] -= in_basis.x[k] * basis_[k].omega.entries()[i];
                if (!is_zero_matrix(D.omega, out)) return refuted(out);
            }
        out.exists = Answer::yes;
        out.fields = basis_.size();
        return out;
    }

  private:
    Parallelism refuted(Parallelism out) const {
        if (out.reason.empty()) out.exists = Answer::no;
        out.fields = basis_.size();
        return out;
    }

    bool is_zero_matrix(const Matrix& A, Parallelism& out) const {
        for (const Expr& entry : A.entries()) {
            const ZeroVerdict verdict = is_zero(entry);
            if (verdict.answer == Answer::unknown) out.reason = verdict.reason;
            if (verdict.answer != Answer::yes) return false;
            out.error_bound += verdict.error_bound;
        }
        return true;
    }

    Expr valued(const Expr& e) const { return values_.empty() ? e : substitute(e, values_); }

    Expr along(const Derivative& Y, const Expr& f) const {
        Expr sum = c_.zero();
        for (std::size_t m = 1; m <= X_.n(); ++m)
            if (Y.y[m - 1] != c_.zero()) sum += Y.y[m - 1] * X_.apply(m, f);
        return sum;
    }

    // [Y, Z]^m = Y(z^m) − Z(y^m) + c^m_rs y^r z^s,  ω = Y(ω_Z) − Z(ω_Y) + ω_Y ω_Z − ω_Z ω_Y
    Derivative commutator(const Derivative& Y, const Derivative& Z) const {
        Derivative out{{}, Y.omega * Z.omega - Z.omega * Y.omega};
        for (std::size_t m = 1; m <= X_.n(); ++m) {
            Expr sum = along(Y, Z.y[m - 1]) - along(Z, Y.y[m - 1]);
            for (std::size_t r = 1; r <= X_.n(); ++r)
                for (std::size_t s = 1; s <= X_.n(); ++s)
                    if (Y.y[r - 1] != c_.zero() && Z.y[s - 1] != c_.zero())
                        sum += X_.c(m, r, s) * Y.y[r - 1] * Z.y[s - 1];
            out.y.push_back(simplified(valued(sum)));
        }
        for (std::size_t i = 0; i < l_ * l_; ++i) {
            Expr& entry = out.omega.entries()[i];
            entry =
                simplified(valued(entry + along(Y, Z.omega.entries()[i]) - along(Z, Y.omega.entries()[i])));
        }
        return out;
    }

    Solution expressed(const std::vector<Expr>& y) const {
        Matrix columns(c_, X_.n(), basis_.size());
        for (std::size_t k = 0; k < basis_.size(); ++k)
            for (std::size_t m = 0; m < X_.n(); ++m) columns(m, k) = basis_[k].y[m];
        return solve(columns, y);
    }

    Context& c_;
    const AdaptedFrame& X_;
    std::size_t l_;
    Substitution values_;
    std::vector<Derivative> basis_;
};

}  // namespace

Parallelism absolute_parallelism(const Setting& s, const NonholonomicConnection& connection,
                                 const Budget& budget) {
    const auto is_geometric = [](const Constraint& k) { return k.kind == Constraint::Kind::geometric; };
    if (std::ranges::any_of(s.system.constraints, is_geometric))
        return {.reason = "geometric constraints tie the coordinates"};
    std::size_t total = 0;
    for (std::size_t u = 1; u <= connection.l(); ++u)
        for (std::size_t r = 1; r <= connection.l(); ++r)
            for (std::size_t p = 1; p <= connection.l(); ++p)
                total += operations(connection.gamma(u, r, p)).total();
    if (s.frame().n() > kMostFields || total > kMostOperations)
        return {.reason = "the coefficients of the connection are too long"};
    const Parallelism found = Brackets(s, connection, {}).decide(budget);
    if (found.exists != Answer::no || s.system.parameters.empty()) return found;
    Substitution stated;
    for (const Parameter& p : s.system.parameters) stated.emplace_back(p.symbol, p.exact);
    Parallelism here = Brackets(s, connection, stated).decide(budget);
    if (here.exists != Answer::yes) return found;
    here.reason = "for the stated values of the parameters";
    return here;
}

}  // namespace anholon
