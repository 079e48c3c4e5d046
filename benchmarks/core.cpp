#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>

#include "benchmark.hpp"
#include "calculus/calculus.hpp"
#include "expr/normal_form.hpp"
#include "expr/walk.hpp"

namespace anholon::bench {
namespace {

// --- Systems

struct Mechanical {
    std::vector<Expr> q, v;  // coordinates and their rates
    Expr L;
};

void add_coordinate(Context& c, const std::string& name, Mechanical& s) {
    s.q.push_back(c.variable(name));
    s.v.push_back(dot(s.q.back()));
}

// Point masses m_i at the ends of rods l_i in a vertical plane, with the angles q_i from the vertical.
Mechanical planar_pendulum(Context& c, int links) {
    Mechanical s;
    const Expr g = c.constant("g");
    Expr vx = c.zero(), vy = c.zero(), y = c.zero();
    s.L = c.zero();
    for (int i = 0; i < links; ++i) {
        const std::string k = std::to_string(i + 1);
        const Expr m = c.constant("m" + k), l = c.constant("l" + k);
        add_coordinate(c, "q" + k, s);
        const Expr q = s.q.back(), w = s.v.back();
        vx += l * cos(q) * w;
        vy += l * sin(q) * w;
        y -= l * cos(q);
        s.L += m * (pow(vx, 2) + pow(vy, 2)) / 2 - m * g * y;
    }
    return s;
}

// The same in space, with the spherical angles θ_i, φ_i of each rod.
Mechanical spherical_pendulum(Context& c, int links) {
    Mechanical s;
    const Expr g = c.constant("g");
    Expr x = c.zero(), y = c.zero(), z = c.zero();
    s.L = c.zero();
    for (int i = 0; i < links; ++i) {
        const std::string k = std::to_string(i + 1);
        const Expr m = c.constant("m" + k), l = c.constant("l" + k);
        add_coordinate(c, "theta" + k, s);
        add_coordinate(c, "phi" + k, s);
        const Expr theta = s.q[s.q.size() - 2], phi = s.q.back();
        x += l * sin(theta) * cos(phi);
        y += l * sin(theta) * sin(phi);
        z -= l * cos(theta);
        s.L += m * (pow(Dt(x), 2) + pow(Dt(y), 2) + pow(Dt(z), 2)) / 2 - m * g * z;
    }
    return s;
}

// A robot's arm in space: hinges about the axes x and y in turn, q_i the angle between neighbours, a point mass m_i at
// the end of each rod l_i.
Mechanical hinged_chain(Context& c, int links) {
    Mechanical s;
    const Expr g = c.constant("g");
    std::vector<Expr> e1{c.one(), c.zero(), c.zero()}, e2{c.zero(), c.one(), c.zero()},
        e3{c.zero(), c.zero(), c.one()}, r(3, c.zero());  // the axes of the link, and its end
    s.L = c.zero();
    for (int i = 0; i < links; ++i) {
        const std::string k = std::to_string(i + 1);
        const Expr m = c.constant("m" + k), l = c.constant("l" + k);
        add_coordinate(c, "q" + k, s);
        const Expr q = s.q.back();
        std::vector<Expr>& turned = i % 2 == 0 ? e2 : e1;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Expr u = turned[axis], w = e3[axis];
            turned[axis] = u * cos(q) + w * sin(q);
            e3[axis] = w * cos(q) - u * sin(q);
            r[axis] += l * e3[axis];
        }
        const std::vector<Expr> v = time_derivative(r);
        s.L += m * dot(v, v) / 2 - m * g * r[2];
    }
    return s;
}

// --- Lagrange's equations as M(q) q̈ + h(q, q̇) = 0

struct MatrixForm {
    Matrix M;
    std::vector<Expr> h;

    std::vector<Expr> all() const {
        std::vector<Expr> e(M.entries().begin(), M.entries().end());
        e.insert(e.end(), h.begin(), h.end());
        return e;
    }
};

Direction along(const std::vector<Expr>& x, const std::vector<Expr>& rates) {
    Direction pairs;
    for (std::size_t i = 0; i < x.size(); ++i) pairs.emplace_back(x[i], rates[i]);
    return pairs;
}

// M = ∂p/∂q̇ and h = (∂p/∂q) q̇ − ∂L/∂q, where p = ∂L/∂q̇. The second is d/dt with q̈ = 0: nothing is left to cancel.
MatrixForm matrix_form(const Mechanical& s) {
    const std::vector<Expr> p = gradient(s.L, s.v), dL = gradient(s.L, s.q);
    MatrixForm f{jacobian(p, s.v), directional_derivative(p, along(s.q, s.v))};
    for (std::size_t i = 0; i < dL.size(); ++i) f.h[i] -= dL[i];
    return f;
}

// q̇·(M q̈ + h) − dE/dt, which is zero: the power of the equations of motion is the rate of the energy E = q̇·p − L.
Expr energy_balance(const Mechanical& s) {
    const MatrixForm f = matrix_form(s);
    std::vector<Expr> a;
    for (const Expr& v : s.v) a.push_back(dot(v));
    std::vector<Expr> residual = f.M * a;
    for (std::size_t i = 0; i < residual.size(); ++i) residual[i] += f.h[i];
    const Expr E = dot(gradient(s.L, s.v), s.v) - s.L;
    return dot(residual, s.v) - time_derivative(E);
}

std::size_t nodes(std::span<const Expr> e) { return Walk(e[0].context(), e).size(); }
std::size_t nodes(Expr e) { return nodes(std::span(&e, 1)); }

auto fresh_context() {
    return [] { return std::make_unique<Context>(); };
}

// --- The peer

struct PeerTime {
    double seconds = 0;
    std::size_t operations = 0;
};

// The fastest of the ways benchmarks/core_sympy.py knows; nothing where there is no SymPy.
std::optional<PeerTime> sympy(const Options& options, int links) {
    std::optional<PeerTime> best;
    for (const PeerWay& way :
         peer_ways(options, "sympy", "core_sympy.py", {std::to_string(links), links <= 10 ? "3" : "1"}))
        if (way.numbers.size() == 2 && (!best || way.numbers[0] < best->seconds))
            best = {way.numbers[0], static_cast<std::size_t>(way.numbers[1])};
    return best;
}

// --- The measurements

void lagrange_equations(const Options& options) {
    std::puts(
        "\nLagrange's equations M(q) q'' + h(q, q') = 0 of a planar pendulum of n links, symbolic masses and "
        "lengths");
    Table table(
        {"n", "time", "context nodes", "result nodes", "operations", "SymPy", "its operations", "ratio", ""});
    std::vector<double> sizes, times;
    for (const int n : {5, 10, 20, 40}) {
        std::size_t context_nodes = 0, result_nodes = 0, ops = 0;
        const double seconds = median_seconds(n <= 10 ? 101 : 15, fresh_context(), [&](auto& c) {
            const MatrixForm f = matrix_form(planar_pendulum(*c, n));
            context_nodes = c->size();
            static_cast<void>(f);
        });
        Context c;
        const std::vector<Expr> all = matrix_form(planar_pendulum(c, n)).all();
        result_nodes = nodes(all);
        ops = operations(all).total();
        sizes.push_back(n);
        times.push_back(seconds);
        std::vector<std::string> row{std::to_string(n), duration(seconds), count(context_nodes),
                                     count(result_nodes), count(ops)};
        const bool peer_is_asked = n <= 10 || (n == 20 && options.length == Options::Length::all);
        const auto peer = peer_is_asked ? sympy(options, n) : std::nullopt;
        if (peer)
            row.insert(row.end(), {duration(peer->seconds), count(peer->operations),
                                   decimal(peer->seconds / seconds, 0) + "×",
                                   verdict("≥ 100×", peer->seconds >= 100 * seconds)});
        else
            row.insert(row.end(), {"–", "–", "–"});
        table.add(row);
    }
    table.print();
    const double exponent = fitted_exponent(sizes, times);
    std::printf("  time grows as n^%.2f, fitted over n = 5 to 40; %s\n", exponent,
                verdict("close to n^2 to n^3", exponent <= 3.2).c_str());
    if (options.has_peer("sympy"))
        std::puts(
            "  SymPy: the faster of LagrangesMethod and plain differentiation of L by symbols, best of its "
            "runs");
}

struct Question {
    std::unique_ptr<Context> context = std::make_unique<Context>();
    Expr e;
    std::vector<Expr> q;
};

// As many links as make the balance of energy an expression of 10⁵ nodes.
constexpr int kHinges = 43, kSphericalLinks = 66;

auto balance_of(Mechanical (*system)(Context&, int), int links) {
    return [=] {
        Question question;
        const Mechanical s = system(*question.context, links);
        question.e = energy_balance(s);
        question.q = s.q;
        return question;
    };
}

// With a term more: a near-identity.
auto nearly(auto&& make) {
    return [=] {
        Question question = make();
        Context& c = *question.context;
        const Expr q = question.q[0];
        question.e += c.constant("m1") * pow(c.constant("l1"), 2) * dot(q) * dot(dot(q));
        return question;
    };
}

void zero_tests() {
    std::puts(
        "\nIs it zero? The power of the equations of motion less the rate of the energy, q'·(M q'' + h) - "
        "dE/dt");
    Table table({"system", "test", "nodes", "operations", "time", "answer", ""});
    const auto row = [&](const std::string& name, const char* test, auto&& make, auto&& ask, double goal) {
        ZeroVerdict v;
        std::size_t size = 0, ops = 0;
        const double seconds = median_seconds(
            9,
            [&] {
                Question q = make();
                size = nodes(q.e);
                ops = operations(q.e).total();
                return q;
            },
            [&](Question& q) { v = ask(q.e); });
        const char* answer = v.answer == Answer::yes ? "yes" : v.answer == Answer::no ? "no" : "unknown";
        char bound[32] = "";
        if (v.error_bound > 0) std::snprintf(bound, sizeof bound, ", error < %.0e", v.error_bound);
        table.add({name, test, count(size), count(ops), duration(seconds), std::string(answer) + bound,
                   goal > 0 ? verdict("< 5 ms", seconds < goal) : ""});
    };
    const auto quick = [](Expr e) { return is_zero_modulo_primes(e); };
    const auto chain = balance_of(hinged_chain, kHinges),
               pendulum = balance_of(spherical_pendulum, kSphericalLinks);
    const std::string chain_name = "chain of " + std::to_string(kHinges) + " hinges";
    const std::string pendulum_name = "spherical pendulum, " + std::to_string(kSphericalLinks) + " links";
    row(chain_name, "prime field", chain, quick, 5e-3);
    row(chain_name + ", a term more", "prime field", nearly(chain), quick, 5e-3);
    row(
        chain_name + ", a term more", "and a witness", nearly(chain), [](Expr e) { return is_zero(e); }, 0);
    row(pendulum_name, "prime field", pendulum, quick, 5e-3);
    row(pendulum_name + ", a term more", "prime field", nearly(pendulum), quick, 5e-3);
    table.print();
}

void derivatives() {
    std::puts("\nDerivatives of these with respect to 20 of their coordinates");
    Table table({"system", "way", "nodes", "time", "nodes made", ""});
    const auto row = [&](const char* system, const char* way, auto&& make, auto&& differentiate,
                         double goal) {
        std::size_t size = 0, made = 0;
        const double seconds = median_seconds(
            5,
            [&] {
                Question q = make();
                size = nodes(q.e);
                return q;
            },
            [&](Question& q) {
                const std::size_t before = q.context->size();
                differentiate(q.e, std::span<const Expr>(q.q).first(20));
                made = q.context->size() - before;
            });
        table.add({system, way, count(size), duration(seconds), count(made),
                   goal > 0 ? verdict("< 0.5 s", seconds < goal) : ""});
    };
    const auto forward = [](Expr e, std::span<const Expr> x) {
        for (const Expr& y : x) static_cast<void>(derivative(e, y));
    };
    const auto backward = [](Expr e, std::span<const Expr> x) { static_cast<void>(gradient(e, x)); };
    const auto chain = balance_of(hinged_chain, kHinges),
               pendulum = balance_of(spherical_pendulum, kSphericalLinks);
    row("chain", "20 passes forward", chain, forward, 0);
    row("chain", "one pass backward", chain, backward, 0.5);
    row("spherical pendulum", "20 passes forward", pendulum, forward, 0);
    row("spherical pendulum", "one pass backward", pendulum, backward, 0.5);
    table.print();
}

// An unbalanced sphere of radius r that rolls on a plane, its mass centre at (a, 0, b) in the principal axes of
// inertia: the 3 × 3 matrix of its kinetic energy in the rates of Euler's angles, the rolling v = ω × r e_z put in.
// (Putting it in is right for T as a function; Lagrange's equations of the result would be wrong.)
Matrix rolling_sphere(Context& c) {
    const Expr m = c.constant("m"), r = c.constant("r"), a = c.constant("a"), b = c.constant("b");
    const Expr I1 = c.constant("I1"), I2 = c.constant("I2"), I3 = c.constant("I3");
    const Expr psi = c.variable("psi"), theta = c.variable("theta"), phi = c.variable("phi");
    const std::vector<Expr> rates{dot(psi), dot(theta), dot(phi)};
    // ω and the vertical γ in the axes of the body
    const Expr w1 = rates[0] * sin(theta) * sin(phi) + rates[1] * cos(phi);
    const Expr w2 = rates[0] * sin(theta) * cos(phi) - rates[1] * sin(phi);
    const Expr w3 = rates[0] * cos(theta) + rates[2];
    const Expr g1 = sin(theta) * sin(phi), g2 = sin(theta) * cos(phi), g3 = cos(theta);
    // from the point of contact to the mass centre: r γ + (a, 0, b), and its velocity ω × that
    const Expr s1 = r * g1 + a, s2 = r * g2, s3 = r * g3 + b;
    const Expr v1 = w2 * s3 - w3 * s2, v2 = w3 * s1 - w1 * s3, v3 = w1 * s2 - w2 * s1;
    const Expr T = m * (pow(v1, 2) + pow(v2, 2) + pow(v3, 2)) / 2 +
                   (I1 * pow(w1, 2) + I2 * pow(w2, 2) + I3 * pow(w3, 2)) / 2;
    return hessian(T, rates);
}

void normal_forms() {
    std::puts(
        "\nNormal form on FLINT: the determinant of an unbalanced rolling sphere's kinetic-energy matrix, 3 "
        "× 3");
    Table table({"nodes", "operations", "normal form", "terms above", "terms below", "simplified",
                 "operations then", ""});
    std::size_t size = 0, ops = 0, above = 0, below = 0, ops_then = 0;
    const auto prepared = [&] {
        Question q;
        q.e = determinant(rolling_sphere(*q.context));
        size = nodes(q.e);
        ops = operations(q.e).total();
        return q;
    };
    const double seconds = median_seconds(5, prepared, [&](Question& q) {
        const NormalForms forms(std::span(&q.e, 1));
        above = forms[0].numerator.terms();
        below = forms[0].denominator.terms();
    });
    const double simplifying =
        median_seconds(3, prepared, [&](Question& q) { ops_then = operations(simplified(q.e)).total(); });
    table.add({count(size), count(ops), duration(seconds), count(above), count(below), duration(simplifying),
               count(ops_then)});
    table.print();
}

}  // namespace

void core(const Options& options) {
    print_heading("core: the exact core.");
    lagrange_equations(options);
    zero_tests();
    derivatives();
    normal_forms();
    std::printf("\npeak memory %.0f MiB\n", peak_memory() / (1 << 20));
}

}  // namespace anholon::bench
