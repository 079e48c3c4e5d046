#include "motion/blow_up.hpp"

#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/introduce.hpp"
#include "expr/linear.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"

namespace anholon {

namespace {

constexpr const char* purpose = "blow-up of the degenerate set";

Expr variable(Context& c, const std::string& name, std::size_t place) {
    return introduced(c, name, SymbolKind::variable, purpose, place);
}

bool has(std::span<const std::size_t> list, std::size_t k) {
    return std::ranges::find(list, k) != list.end();
}

// The law's own blocks: W = (M, −Aᵀ; A, 0), r = (F, b).
class Blocks {
  public:
    explicit Blocks(const Formulation& law)
        : e_(law.equations()), n_(law.system().velocities().size()), m_(law.system().constraints.size()) {
        const std::vector<Expr> v = law.system().velocities();
        Substitution at_rest;
        for (const Expr& u : v) at_rest.emplace_back(u, u.context().zero());
        for (const Constraint& k : law.system().constraints)
            a0_.push_back(substitute(law.lowered(k.residual), at_rest));
    }
    std::size_t n() const { return n_; }
    std::size_t m() const { return m_; }
    const Expr& M(std::size_t i, std::size_t j) const { return e_.W(i, j); }
    const Expr& F(std::size_t i) const { return e_.r[i]; }
    const Expr& b(std::size_t k) const { return e_.r[n_ + k]; }
    // The last column is a₀.
    const Expr& A(std::size_t k, std::size_t j) const { return j < n_ ? e_.W(n_ + k, j) : a0_[k]; }

  private:
    const RateEquations& e_;
    std::size_t n_, m_;
    std::vector<Expr> a0_;
};

// y with y A_IJ = A_rJ.
std::vector<Expr> combination(const Blocks& law, const ChartChoice& choice) {
    const std::size_t k = choice.rows.size();
    if (k == 0) return {};
    Matrix transposed(law.A(0, 0).context(), k, k);
    std::vector<Expr> right;
    for (std::size_t j = 0; j < k; ++j) {
        for (std::size_t i = 0; i < k; ++i) transposed(j, i) = law.A(choice.rows[i], choice.columns[j]);
        right.push_back(law.A(choice.row, choice.columns[j]));
    }
    Solution y = solve(transposed, right);
    if (y.outcome != Solution::Outcome::unique)
        throw Unavailable("the constraints cannot be solved for one of them here: " + y.reason);
    return std::move(y.x);
}

std::vector<Expr> along_with(const RateEquations& law, std::size_t first) {
    return {law.state.begin() + static_cast<long>(first), law.state.end()};
}

}  // namespace

Reason not_blown_up(const System& s) {
    using Kind = Constraint::Kind;
    const auto is = [](Kind kind) { return [kind](const Constraint& k) { return k.kind == kind; }; };
    if (s.motion.axiom != Axiom::nonholonomic)
        return "the system obeys another law than the nonholonomic one";
    if (s.finished) return "the core of a system is not written with its constraints; leave out --reduced";
    if (s.algebra) return "the system is stated on a Lie algebra";
    if (std::ranges::any_of(s.constraints, is(Kind::nonlinear)))
        return "a nonlinear constraint changes its slope with the velocities, and the set where such "
               "constraints "
               "become dependent is not made of configurations";
    if (std::ranges::any_of(s.constraints, is(Kind::geometric)) || !s.relations.empty())
        return "the model has geometric constraints, such as the unit length of a quaternion; only "
               "constraints on velocities are supported";
    if (s.constraints.empty()) return "there are no constraints that could become dependent";
    if (!s.switches.empty()) return "the system has switches: sign, abs or if";
    if (!s.frictions.empty()) return "the system has dry friction";
    if (!s.guards.empty()) return "the system has contacts that may be lost";
    return std::nullopt;
}

std::string with_way_through(std::string words, const System& system) {
    if (not_blown_up(system)) return words;
    return std::move(words) + "; --through-degeneracy leads the motion on";
}

BlownUpEquations blown_up(const Formulation& formulation, const ChartChoice& choice) {
    const RateEquations& law = formulation.equations();
    const System& system = formulation.system();
    const Blocks blocks(formulation);
    const std::size_t n = blocks.n(), m = blocks.m();
    Context& c = system.c();
    const std::vector<Expr> q = system.q(), v = system.velocities();

    // g and its rate along the motion in t
    const std::vector<Expr> y = combination(blocks, choice);
    Direction along{{system.t, c.one()}};
    for (std::size_t i = 0; i < n; ++i) along.emplace_back(q[i], v[i]);
    BlownUpEquations out;
    const auto g_of = [&](std::size_t j) {
        Expr g = blocks.A(choice.row, j);
        for (std::size_t i = 0; i < y.size(); ++i) g -= y[i] * blocks.A(choice.rows[i], j);
        return g;
    };
    out.g.push_back(g_of(choice.column));
    for (std::size_t j = 0; j <= n; ++j) {
        if (j == choice.column || has(choice.columns, j)) continue;
        const Expr g = g_of(j);
        if (vanishes(g)) continue;
        out.g.push_back(g);
        out.ratio.push_back(j);
    }
    const std::vector<Expr> g_dot = directional_derivative(out.g, along);

    const Expr tau = introduced(c, "tau", SymbolKind::time, purpose);
    const Expr s = variable(c, "s", 0), nu = variable(c, "nu", 1);
    std::vector<Expr> rho, rho_rate, a, mu;
    for (std::size_t j = 0; j < out.ratio.size(); ++j) {
        rho.push_back(variable(c, "rho" + std::to_string(j + 1), 2 + j));
        rho_rate.push_back(g_dot[j + 1] - rho[j] * g_dot[0]);
    }
    for (std::size_t i = 0; i < n; ++i) a.push_back(variable(c, "a" + std::to_string(i + 1), 100 + i));
    for (std::size_t i = 0; i + 1 < m; ++i) mu.push_back(variable(c, "mu" + std::to_string(i + 1), 200 + i));

    RateEquations& e = out.rates;
    e = {.name = law.name,
         .title = law.title + ", blown up",
         .t = tau,
         .state = {system.t},
         .parameters = law.parameters,
         .unknowns = a,
         .W = Matrix(c, n + m, n + m),
         .r = {},
         .rates = {s},
         .parameter_values = law.parameter_values};
    e.unknowns.insert(e.unknowns.end(), mu.begin(), mu.end());
    e.unknowns.push_back(nu);
    e.state.insert(e.state.end(), q.begin(), q.end());
    e.state.insert(e.state.end(), v.begin(), v.end());
    for (const Expr& u : v) e.rates.push_back(s * u);
    e.rates.insert(e.rates.end(), a.begin(), a.end());
    // quadratures and the states of controllers
    const std::vector<Expr> more = along_with(law, 2 * n);
    for (std::size_t k = 0; k < more.size(); ++k) {
        const Expr rate = law.rates[2 * n + k];
        const Walk walk(rate);
        if (std::ranges::any_of(law.unknowns, [&](const Expr& z) { return walk.contains(z.id()); }))
            throw Unavailable(
                "'" + symbol_text(more[k].symbol()) +
                "' integrates accelerations or reactions, which have no bound at the degenerate set");
        e.state.push_back(more[k]);
        e.rates.push_back(s * rate);
    }
    e.state.push_back(s);
    e.rates.push_back(s * g_dot[0]);
    e.state.insert(e.state.end(), rho.begin(), rho.end());
    e.rates.insert(e.rates.end(), rho_rate.begin(), rho_rate.end());

    // ρ̂, and ρ̂ q̇ + ρ_0
    std::vector<Expr> row(n + 1, c.zero());
    row[choice.column] = c.one();
    for (std::size_t j = 0; j < rho.size(); ++j) row[out.ratio[j]] = rho[j];
    Expr last = row[n], turning = c.zero();
    for (std::size_t i = 0; i < n; ++i) last += row[i] * v[i];
    for (std::size_t j = 0; j < rho.size(); ++j)
        turning += out.ratio[j] < n ? rho_rate[j] * v[out.ratio[j]] : rho_rate[j];

    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) e.W(i, j) = blocks.M(i, j);
        for (std::size_t k = 0; k + 1 < m; ++k) {
            e.W(i, n + k) = -blocks.A(choice.rows[k], i);
            e.W(n + k, i) = blocks.A(choice.rows[k], i);
        }
        e.W(i, n + m - 1) = -row[i];
        e.W(n + m - 1, i) = row[i];
        e.r.push_back(s * blocks.F(i));
    }
    for (std::size_t k = 0; k + 1 < m; ++k) e.r.push_back(s * blocks.b(choice.rows[k]));
    e.r.push_back(-turning);

    out.at_rest = out.g;
    for (const std::size_t k : choice.rows) {
        Expr f = blocks.A(k, n);
        for (std::size_t i = 0; i < n; ++i) f += blocks.A(k, i) * v[i];
        out.at_rest.push_back(f);
    }
    out.at_rest.push_back(last);
    out.at_rest.insert(out.at_rest.end(), rho_rate.begin(), rho_rate.end());
    return out;
}

namespace {

std::vector<Expr> without_s(const BlownUpEquations& e) {
    std::vector<Expr> variables = e.rates.state;
    variables.erase(variables.end() - 1 - static_cast<long>(e.ratio.size()));
    return variables;
}

std::vector<Expr> with_slopes(const BlownUpEquations& e) {
    std::vector<Expr> all = e.at_rest;
    const Matrix J = jacobian(e.at_rest, without_s(e));
    all.insert(all.end(), J.entries().begin(), J.entries().end());
    return all;
}

// ġ_k, then ∂g/∂(t, q)
std::vector<Expr> slopes_of_g(const BlownUpEquations& e, std::size_t n) {
    const Expr s = e.rates.state[e.rates.state.size() - 1 - e.ratio.size()];
    const Expr rate = e.rates.rates[e.rates.state.size() - 1 - e.ratio.size()];
    std::vector<Expr> all{derivative(rate, s)};
    const Matrix J = jacobian(e.g, std::span(e.rates.state).first(n + 1));
    all.insert(all.end(), J.entries().begin(), J.entries().end());
    return all;
}

}  // namespace

BlowUpChart::BlowUpChart(const Formulation& law, ChartChoice choice, std::span<const Event> events,
                         double tolerance, MakeEvaluator make)
    : choice_(std::move(choice)),
      velocities_(law.system().velocities().size()),
      equations_(blown_up(law, choice_)),
      rates_(equations_.rates, make),
      series_(std::make_unique<Taylor>(Problem{equations_.rates, {events.begin(), events.end()}},
                                       TaylorOptions{.tolerance = tolerance})),
      rest_(equations_.rates, with_slopes(equations_), make),
      g_slopes_(equations_.rates, slopes_of_g(equations_, velocities_), make) {}

void BlowUpChart::rest(std::span<const double> x, std::span<const double> p, std::span<double> values,
                       std::span<double> slopes) {
    values_.resize(rest_.size());
    rest_(0, x, p, {}, values_);
    std::copy_n(values_.begin(), values.size(), values.begin());
    std::copy_n(values_.begin() + static_cast<long>(values.size()), slopes.size(), slopes.begin());
}

void BlowUpChart::g_slopes(std::span<const double> x, std::span<const double> p, std::span<double> slopes,
                           double& rate_of_s) {
    values_.resize(g_slopes_.size());
    g_slopes_(0, x, p, {}, values_);
    rate_of_s = values_[0];
    std::copy_n(values_.begin() + 1, slopes.size(), slopes.begin());
}

}  // namespace anholon
