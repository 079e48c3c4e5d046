#include "study/first_variation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/deadline.hpp"
#include "base/finite.hpp"
#include "base/text.hpp"
#include "expr/introduce.hpp"
#include "expr/linear.hpp"
#include "integrate/least_squares.hpp"
#include "mechanics/setting.hpp"
#include "study/orthonormal_basis.hpp"

namespace anholon {

namespace {

std::vector<Expr> identity_column(const Setting& s, std::size_t j) {
    std::vector<Expr> column(s.n(), s.c.zero());
    column[j] = s.c.one();
    return column;
}

// Fields along which curves are varied. With A = ∂f/∂q̇: the coordinate fields projected on the virtual displacements, 1 − Aᵀ(A Aᵀ)⁻¹A by columns,
// and N_α with f_α along them, Aᵀ(A Aᵀ)⁻¹. They degenerate only where the constraints do, other than free velocities.
std::vector<Vector> fields(const Setting& s) {
    const std::size_t n = s.n();
    const std::vector<Expr> f = s.velocity_constraints();
    std::vector<Vector> out;
    if (f.empty()) {
        for (std::size_t j = 0; j < n; ++j) out.emplace_back(identity_column(s, j));
        return out;
    }
    const Matrix A = jacobian(f, s.v), A_t = transpose(A);
    const InverseResult inverted = inverse(A * A_t);
    if (inverted.outcome != InverseResult::Outcome::regular)
        throw NoFlow("the constraints are dependent, so that virtual displacements are not determined");
    const Matrix N = A_t * inverted.inverse, projected = N * A;
    for (std::size_t j = 0; j < n; ++j) {
        std::vector<Expr> column = identity_column(s, j);
        for (std::size_t i = 0; i < n; ++i) column[i] -= projected(i, j);
        out.emplace_back(std::move(column));
    }
    for (std::size_t a = 0; a < f.size(); ++a) {
        std::vector<Expr> column;
        for (std::size_t i = 0; i < n; ++i) column.push_back(N(i, a));
        out.emplace_back(std::move(column));
    }
    return out;
}

// Along each field X_j, as functions of x:
//   δL + Q δq = G_j w_j + P_j ẇ_j,  G_j = (∂L/∂q_i + Q_i) X_ij + ∂L/∂q̇_i Ẋ_ij,  P_j = ∂L/∂q̇_i X_ij,  K_αj = [f_α](X_j).
struct Coefficients {
    std::vector<Expr> G, P;
    std::vector<std::vector<Expr>> K;

    Coefficients(const Flow& flow, const Setting& s) {
        const std::vector<Vector> X = fields(s);
        const Covector p = d(s.L, s.v), along_q = d(s.L, s.q);
        for (const Vector& X_j : X) {
            G.push_back(flow.written(along_q(X_j) + s.Q(X_j) + p(Dt(X_j))));
            P.push_back(flow.written(p(X_j)));
        }
        for (const Expr& f : s.velocity_constraints()) {
            const Covector bracket = s.lagrange(f);
            K.emplace_back();
            for (const Vector& X_j : X) K.back().push_back(flow.written(bracket(X_j)));
        }
    }
};

// Of the first n fields, at the start, those that are most independent: with all of them some combinations would hardly vary anything.
std::vector<std::size_t> independent_fields(const Flow& flow, const Setting& s, std::size_t count) {
    const std::size_t n = s.n();
    std::vector<Expr> entries;
    const std::vector<Vector> X = fields(s);
    for (std::size_t j = 0; j < n; ++j)
        for (const Expr& entry : X[j].components()) entries.push_back(flow.written(entry));
    std::vector<double> values(entries.size());
    StateFunctions at_start(flow.equations(), entries);
    at_start(0, flow.start(), flow.parameters(), {}, values);
    if (!are_finite(values))
        throw NoFlow("the formulas of virtual displacements divide by zero at the start: begin elsewhere");
    std::vector<std::size_t> chosen;
    std::vector<std::vector<double>> left;
    for (std::size_t j = 0; j < n; ++j)
        left.emplace_back(values.begin() + static_cast<long>(j * n),
                          values.begin() + static_cast<long>((j + 1) * n));
    while (chosen.size() < count) {
        const auto longest = std::ranges::max_element(left, {}, [](const auto& v) { return norm(v); });
        const double length = norm(*longest);
        if (!(length > 1e-9)) throw NoFlow("the constraints are dependent at the start");
        chosen.push_back(static_cast<std::size_t>(longest - left.begin()));
        std::vector<double> unit = *longest;
        for (double& entry : unit) entry /= length;
        for (std::vector<double>& v : left) {
            const double part = std::inner_product(v.begin(), v.end(), unit.begin(), 0.0);
            for (std::size_t i = 0; i < n; ++i) v[i] -= part * unit[i];
        }
    }
    std::ranges::sort(chosen);
    return chosen;
}

// The motion with its action, and behind it for each test variation: w_α; then Hölder's and Hamilton's integral, each followed by that
// of the square of its integrand.
class Variations {
  public:
    Variations(const Flow& flow, const FirstVariationOptions& options)
        : s_(flow.system()), along_(flow, s_), n_(s_.n()), m_(along_.K.size()) {
        equations_ = flow.equations();
        add("S", flow.written(s_.L));
        along_which_ = independent_fields(flow, s_, n_ - m_);
        for (const std::size_t s : along_which_)
            for (std::size_t k = 1; k <= options.harmonics; ++k) add_test(s, k, options.until);
    }

    RateEquations& equations() { return equations_; }
    const Setting& setting() const { return s_; }
    std::size_t constraints() const { return m_; }
    const std::vector<std::size_t>& along_which() const { return along_which_; }
    std::size_t per_test() const { return m_ + 4; }

  private:
    Expr add(const std::string& name, const Expr& rate) {
        const Expr symbol = introduced(s_.c, name, SymbolKind::variable, "variation of the action");
        equations_.state.push_back(symbol);
        equations_.rates.push_back(rate);
        return symbol;
    }

    void add_test(std::size_t s, std::size_t k, const Rational& T) {
        const std::string test = std::to_string(s + 1) + "_" + std::to_string(k);
        const Expr frequency = s_.c.pi() * Rational(static_cast<long>(k)) / T;
        const Expr w = sin(frequency * s_.t), w_dot = frequency * cos(frequency * s_.t);
        std::vector<Expr> across, rates;
        for (std::size_t a = 0; a < m_; ++a)
            across.push_back(add("w" + std::to_string(a + 1) + "_" + test, s_.c.zero()));
        for (std::size_t a = 0; a < m_; ++a) {
            Expr rate = along_.K[a][s] * w;
            for (std::size_t b = 0; b < m_; ++b) rate += along_.K[a][n_ + b] * across[b];
            equations_.rates[equations_.rates.size() - m_ + a] = rate;
            rates.push_back(rate);
        }
        const Expr hoelder = along_.G[s] * w + along_.P[s] * w_dot;
        Expr hamilton = hoelder;
        for (std::size_t a = 0; a < m_; ++a)
            hamilton += along_.G[n_ + a] * across[a] + along_.P[n_ + a] * rates[a];
        add("H_" + test, hoelder);
        add("HH_" + test, hoelder * hoelder);
        add("A_" + test, hamilton);
        add("AA_" + test, hamilton * hamilton);
    }

    Setting s_;
    Coefficients along_;
    std::size_t n_, m_;
    std::vector<std::size_t> along_which_;
    RateEquations equations_;
};

struct Integrals {
    std::vector<double> values, bounds;  // of each test variation
};

// Among the combinations that lie in the span of orthonormal vectors.
Stationarity stationarity(const Integrals& integrals, const std::vector<std::vector<double>>& admissible) {
    Stationarity out{.variations = admissible.size()};
    const std::size_t tests = integrals.values.size();
    std::vector<double> steepest(tests, 0.0);
    for (const std::vector<double>& v : admissible) {
        const double part = std::inner_product(v.begin(), v.end(), integrals.values.begin(), 0.0);
        for (std::size_t i = 0; i < tests; ++i) steepest[i] += part * v[i];
    }
    out.largest = norm(steepest);
    out.bound = admissible.empty() ? 0 : norm(integrals.bounds);
    return out;
}

}  // namespace

FirstVariation first_variation(const Flow& flow, const FirstVariationOptions& options) {
    Variations variations(flow, options);
    const std::size_t n = flow.size(), m = variations.constraints(), size = variations.per_test();
    FlowRun run(flow, variations.equations(), {}, options.run);
    std::vector<double> y(run.size(), 0.0);
    std::ranges::copy(flow.start(), y.begin());
    const double T = options.until.to_double();
    run.start(0, y, flow.parameters());
    while (run.time() != T) {
        if (!run.step(T)) throw NoFlow("the motion ends at t = " + decimal(run.time(), 6) + ": " + run.why());
        Deadline::check();
    }
    if (!are_finite(run.state())) throw NoFlow("a variation has no finite value");
    const std::span<const double> end = run.state().subspan(n);
    const std::size_t tests = (end.size() - 1) / size;
    FirstVariation out{.action = end[0],
                       .coordinates = {},
                       .harmonics = options.harmonics,
                       .hoelder = {},
                       .hamilton = {},
                       .method = run.method(),
                       .tolerance = run.tolerance()};
    for (const std::size_t j : variations.along_which())
        out.coordinates.push_back(symbol_text(variations.setting().q[j].symbol()));
    Integrals hoelder, hamilton;
    std::vector<double> ends(m * tests);  // w_α(T) by rows
    for (std::size_t i = 0; i < tests; ++i) {
        const std::span<const double> of = end.subspan(1 + i * size, size);
        for (std::size_t a = 0; a < m; ++a) ends[a * tests + i] = of[a];
        hoelder.values.push_back(of[m]);
        hoelder.bounds.push_back(std::sqrt(std::fabs(of[m + 1] * T)));
        hamilton.values.push_back(of[m + 2]);
        hamilton.bounds.push_back(std::sqrt(std::fabs(of[m + 3] * T)));
    }
    out.hoelder = stationarity(hoelder, kernel({}, 0, tests));
    out.hamilton = stationarity(hamilton, kernel(ends, m, tests));
    return out;
}

}  // namespace anholon
