#include "structure/geometry/wagner_curvature.hpp"

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

struct NotDecided {
    std::string reason;
};

class Construction {
  public:
    // With values of parameters, if any.
    Construction(const Setting& s, const NonholonomicConnection& connection, Substitution values,
                 const Budget& budget)
        : s_(s), c_(s.c), X_(s.frame()), l_(connection.l()), values_(std::move(values)), budget_(budget) {
        for (std::size_t r = 1; r <= l_; ++r) {
            Derivative D = none();
            D.y[r - 1] = c_.one();
            for (std::size_t u = 1; u <= l_; ++u)
                for (std::size_t p = 1; p <= l_; ++p)
                    D.omega(u - 1, p - 1) = valued(connection.gamma(u, r, p));
            basis_.push_back(std::move(D));
        }
    }

    WagnerCurvature curvature() {
        while (extend()) {
        }
        WagnerCurvature out;
        for (std::size_t b = 1; b < basis_.size(); ++b)
            for (std::size_t a = 0; a < b; ++a) add_components(a, b, out);
        std::ranges::sort(out.components, {}, &ConnectionFound::Component::indices);
        out.fields = fields_;
        out.error_bound = error_bound_;
        out.vanishes = out.components.empty() ? Answer::yes : Answer::no;
        return out;
    }

  private:
    using Pair = std::pair<std::size_t, std::size_t>;

    Derivative none() const { return {std::vector<Expr>(X_.n(), c_.zero()), Matrix(c_, l_, l_)}; }

    const Derivative& bracket_of(std::size_t a, std::size_t b) {
        const auto known = std::ranges::find(brackets_, Pair{a, b}, &std::pair<Pair, Derivative>::first);
        if (known != brackets_.end()) return known->second;
        return brackets_.emplace_back(Pair{a, b}, commutator(basis_[a], basis_[b])).second;
    }

    // From V_i to V_i+1. False if that is no more.
    bool extend() {
        const std::size_t k = basis_.size();
        std::vector<Pair> pairs;
        for (std::size_t a = 0; a < k; ++a)
            for (std::size_t b = a + 1; b < k; ++b) pairs.emplace_back(a, b);
        if (pairs.empty() || k == X_.n()) return false;
        // λ^ab [Y_a, Y_b] + μ^a Y_a = 0
        Matrix columns(c_, X_.n(), pairs.size() + k);
        for (std::size_t j = 0; j < pairs.size(); ++j) {
            const Derivative& D = bracket_of(pairs[j].first, pairs[j].second);
            for (std::size_t m = 0; m < X_.n(); ++m) columns(m, j) = D.y[m];
        }
        for (std::size_t a = 0; a < k; ++a)
            for (std::size_t m = 0; m < X_.n(); ++m) columns(m, pairs.size() + a) = basis_[a].y[m];
        const KernelResult closed = kernel(columns);
        if (!closed.decided) throw NotDecided{closed.reason};
        if (closed.basis.size() == pairs.size()) return false;
        error_bound_ += closed.error_bound;
        for (const std::vector<Expr>& lambda : orthogonal_to(closed.basis, pairs)) {
            Derivative sum = none();
            ConnectionFound::WagnerField field;
            for (std::size_t j = 0; j < pairs.size(); ++j) {
                if (lambda[j] == c_.zero()) continue;
                const Derivative& D = bracket_of(pairs[j].first, pairs[j].second);
                for (std::size_t m = 0; m < X_.n(); ++m) sum.y[m] += lambda[j] * D.y[m];
                for (std::size_t i = 0; i < l_ * l_; ++i)
                    sum.omega.entries()[i] += lambda[j] * D.omega.entries()[i];
                field.terms.push_back({pairs[j].first + 1, pairs[j].second + 1, lambda[j]});
            }
            for (Expr& y : sum.y) y = simplified(y);
            for (Expr& w : sum.omega.entries()) w = simplified(w);
            basis_.push_back(std::move(sum));
            fields_.push_back(std::move(field));
        }
        return true;
    }

    // A basis of the λ ∈ Λ²V_i that are orthogonal to the kernel of Δ: h(a∧b, c∧d) = g_ac g_bd − g_ad g_bc.
    std::vector<std::vector<Expr>> orthogonal_to(const std::vector<std::vector<Expr>>& closed,
                                                 const std::vector<Pair>& pairs) {
        std::vector<std::vector<Expr>> out;
        if (closed.empty()) {
            for (std::size_t j = 0; j < pairs.size(); ++j) {
                out.emplace_back(pairs.size(), c_.zero());
                out.back()[j] = c_.one();
            }
            return out;
        }
        const Matrix g = metric();
        Matrix rows(c_, closed.size(), pairs.size());
        for (std::size_t i = 0; i < closed.size(); ++i)
            for (std::size_t j = 0; j < pairs.size(); ++j) {
                const auto [a, b] = pairs[j];
                Expr sum = c_.zero();
                for (std::size_t k = 0; k < pairs.size(); ++k) {
                    if (closed[i][k] == c_.zero()) continue;
                    const auto [p, q] = pairs[k];
                    sum += closed[i][k] * (g(a, p) * g(b, q) - g(a, q) * g(b, p));
                }
                rows(i, j) = simplified(sum);
            }
        budget_.check();
        const KernelResult complement = kernel(rows);
        if (!complement.decided) throw NotDecided{complement.reason};
        error_bound_ += complement.error_bound;
        for (const std::vector<Expr>& lambda : complement.basis) out.push_back(simplified(lambda));
        return out;
    }

    // Of the kinetic energy, on the basis.
    Matrix metric() const {
        const Matrix M = hessian(s_.T, s_.v);
        std::vector<std::vector<Expr>> displaced;
        for (const Derivative& D : basis_) {
            displaced.emplace_back(s_.v.size(), c_.zero());
            for (std::size_t m = 1; m <= X_.n(); ++m) {
                if (D.y[m - 1] == c_.zero()) continue;
                const Vector B = X_.displacement(m);
                for (std::size_t i = 0; i < s_.v.size(); ++i) displaced.back()[i] += D.y[m - 1] * B[i];
            }
        }
        Matrix g(c_, basis_.size(), basis_.size());
        for (std::size_t a = 0; a < basis_.size(); ++a)
            for (std::size_t b = 0; b < basis_.size(); ++b)
                g(a, b) = simplified(valued(dot(displaced[a], M * std::span<const Expr>(displaced[b]))));
        return g;
    }

    void add_components(std::size_t a, std::size_t b, WagnerCurvature& out) {
        budget_.check();
        Matrix W = bracket_of(a, b).omega;
        const std::vector<Expr> y = bracket_of(a, b).y;
        if (!std::ranges::all_of(y, [](const Expr& e) { return anholon::vanishes(e); })) {
            Matrix columns(c_, X_.n(), basis_.size());
            for (std::size_t k = 0; k < basis_.size(); ++k)
                for (std::size_t m = 0; m < X_.n(); ++m) columns(m, k) = basis_[k].y[m];
            const Solution in_basis = solve(columns, y);
            if (in_basis.outcome != Solution::Outcome::unique)
                throw NotDecided{"a bracket could not be expressed by others"};
            error_bound_ += in_basis.error_bound;
            for (std::size_t k = 0; k < basis_.size(); ++k)
                for (std::size_t i = 0; i < l_ * l_; ++i)
                    W.entries()[i] -= in_basis.x[k] * basis_[k].omega.entries()[i];
        }
        for (std::size_t u = 1; u <= l_; ++u)
            for (std::size_t p = 1; p <= l_; ++p) {
                const Expr& entry = W(u - 1, p - 1);
                const ZeroVerdict zero = is_zero(entry);
                if (zero.answer == Answer::unknown) throw NotDecided{zero.reason};
                error_bound_ += zero.error_bound;
                if (zero.answer == Answer::no)
                    out.components.push_back({{u, p, a + 1, b + 1}, simplified(entry)});
            }
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
        budget_.check();
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

    const Setting& s_;
    Context& c_;
    const AdaptedFrame& X_;
    std::size_t l_;
    Substitution values_;
    const Budget& budget_;
    std::vector<Derivative> basis_;
    std::vector<ConnectionFound::WagnerField> fields_;
    std::vector<std::pair<Pair, Derivative>> brackets_;
    double error_bound_ = 0;
};

WagnerCurvature decided(const Setting& s, const NonholonomicConnection& connection, Substitution values,
                        const Budget& budget) {
    try {
        return Construction(s, connection, std::move(values), budget).curvature();
    } catch (const NotDecided& e) {
        return {.reason = e.reason};
    }
}

}  // namespace

WagnerCurvature wagner_curvature(const Setting& s, const NonholonomicConnection& connection,
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
    const WagnerCurvature found = decided(s, connection, {}, budget);
    if (found.vanishes != Answer::no || s.system.parameters.empty()) return found;
    Substitution stated;
    for (const Parameter& p : s.system.parameters) stated.emplace_back(p.symbol, p.exact);
    WagnerCurvature here = decided(s, connection, stated, budget);
    if (here.vanishes != Answer::yes) return found;
    here.reason = "for the stated values of the parameters";
    return here;
}

}  // namespace anholon
