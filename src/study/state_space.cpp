#include "study/state_space.hpp"

#include <algorithm>
#include <cmath>

#include "base/words.hpp"
#include "expr/derivative.hpp"
#include "expr/linear.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "integrate/least_squares.hpp"
#include "motion/slopes.hpp"

namespace anholon {

namespace {

// --- exact matrices

struct Exact {
    std::size_t rows = 0, columns = 0;
    std::vector<Rational> entries = {};

    Exact(std::size_t m, std::size_t n) : rows(m), columns(n), entries(m * n) {}
    Rational& operator()(std::size_t i, std::size_t j) { return entries[i * columns + j]; }
    const Rational& operator()(std::size_t i, std::size_t j) const { return entries[i * columns + j]; }
};

Exact product(const Exact& A, const Exact& B) {
    Exact out(A.rows, B.columns);
    for (std::size_t i = 0; i < A.rows; ++i)
        for (std::size_t k = 0; k < A.columns; ++k)
            for (std::size_t j = 0; j < B.columns && !A(i, k).is_zero(); ++j)
                if (!B(k, j).is_zero()) out(i, j) = out(i, j) + A(i, k) * B(k, j);
    return out;
}

Exact transposed(const Exact& A) {
    Exact out(A.columns, A.rows);
    for (std::size_t i = 0; i < A.rows; ++i)
        for (std::size_t j = 0; j < A.columns; ++j) out(j, i) = A(i, j);
    return out;
}

// Reduces the first `columns` columns to echelon form with ones; the columns of the pivots, row by row.
std::vector<std::size_t> reduce(Exact& A, std::size_t columns) {
    std::vector<std::size_t> pivots;
    for (std::size_t j = 0; j < columns && pivots.size() < A.rows; ++j) {
        std::size_t row = pivots.size();
        while (row < A.rows && A(row, j).is_zero()) ++row;
        if (row == A.rows) continue;
        const std::size_t to = pivots.size();
        for (std::size_t k = 0; k < A.columns; ++k) std::swap(A(row, k), A(to, k));
        const Rational divisor = A(to, j);
        for (std::size_t k = j; k < A.columns; ++k) A(to, k) = A(to, k) / divisor;
        for (std::size_t i = 0; i < A.rows; ++i) {
            if (i == to || A(i, j).is_zero()) continue;
            const Rational factor = A(i, j);
            for (std::size_t k = j; k < A.columns; ++k) A(i, k) = A(i, k) - factor * A(to, k);
        }
        pivots.push_back(j);
    }
    return pivots;
}

// Of (B, AB, …, Aⁿ⁻¹B).
std::size_t rank_of_reach(const Exact& A, const Exact& B) {
    const std::size_t n = A.rows, m = B.columns;
    Exact all(n, n * m), power = B;
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < m; ++j) all(i, k * m + j) = power(i, j);
        power = product(A, power);
    }
    return reduce(all, all.columns).size();
}

// --- numbers that are rational, to rounding

// The convergent of a continued fraction that is as near as rounding allows and has a short denominator.
std::optional<Rational> short_rational(double x) {
    constexpr double near = 1e-11;
    constexpr long longest = 10000;
    double rest = x;
    long p0 = 1, q0 = 0, p = static_cast<long>(std::floor(rest)), q = 1;
    if (!(std::fabs(x) < 1e9)) return std::nullopt;
    for (int step = 0; step < 40 && q <= longest; ++step) {
        if (std::fabs(x - static_cast<double>(p) / static_cast<double>(q)) <=
            near * std::max(1.0, std::fabs(x)))
            return Rational(p, q);
        rest = 1 / (rest - std::floor(rest));
        const long a = static_cast<long>(std::floor(rest));
        if (a > longest) return std::nullopt;
        const long next_p = a * p + p0, next_q = a * q + q0;
        p0 = p, q0 = q, p = next_p, q = next_q;
    }
    return std::nullopt;
}

// The system with its inputs as variables that stay and its outputs as quadratures: what follows of the slopes is A, B, C and D.
struct Widened {
    System system;
    std::vector<Quadrature> outputs;
    std::vector<std::size_t> inputs;  // their places among the parameters
};

bool holds(const Expr& e, const Expr& symbol) { return e && !e.is_number() && Walk(e).contains(symbol.id()); }

bool depends(const Expr& e, const Expr& x) { return holds(e, x) && !vanishes(derivative(e, x)); }

// Where its rate would act as well as the input itself.
std::string where_its_rate_acts(const System& system, const Expr& u) {
    if (holds(system.T, u)) return "the kinetic energy";
    for (const Constraint& c : system.constraints)
        if (holds(c.residual, u)) return "the constraint '" + c.name + "'";
    for (const QuasiVelocity& eta : system.quasi)
        if (holds(eta.definition, u)) return "the quasi-velocity '" + symbol_text(eta.symbol.symbol()) + "'";
    return "";
}

class Finder {
  public:
    Finder(const System& system, SteadyPart& part, const std::vector<double>& x, const LinearPart& linear,
           const Point& values)
        : system_(system), part_(part), x_(x), linear_(linear), values_(values), wide_{system, {}, {}} {
        choose_inputs();
        choose_outputs();
        formulation_.emplace(wide_.system, part.formulation().form(), part.formulation().independent(),
                             wide_.outputs);
    }

    StateSpace run(const Spectrum& spectrum) {
        if (!read_slopes()) {
            out_.notes.push_back("B, C and D have no value here");
            return std::move(out_);
        }
        const std::size_t n = linear_.independent.size();
        const auto exact = exact_slopes();
        if (!out_.inputs.empty()) {
            out_.controllability = ModeReach{{}, missed(spectrum, linear_.A, out_.B, out_.inputs.size())};
            if (exact) out_.controllability->rank = rank_of_reach(exact->A, exact->B);
        }
        if (!out_.outputs.empty()) {
            std::vector<double> At(n * n), Ct(out_.C.size());
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j) At[j * n + i] = linear_.A[i * n + j];
            for (std::size_t o = 0; o < out_.outputs.size(); ++o)
                for (std::size_t j = 0; j < n; ++j) Ct[j * out_.outputs.size() + o] = out_.C[o * n + j];
            out_.observability = ModeReach{{}, missed(spectrum, At, Ct, out_.outputs.size())};
            if (exact) out_.observability->rank = rank_of_reach(transposed(exact->A), transposed(exact->C));
        }
        return std::move(out_);
    }

  private:
    void choose_inputs() {
        for (std::size_t k = 0; k < system_.parameters.size(); ++k) {
            const Parameter& p = system_.parameters[k];
            if (!p.is_input) continue;
            const std::string name = symbol_text(p.symbol.symbol());
            if (const std::string where = where_its_rate_acts(system_, p.symbol); !where.empty()) {
                out_.notes.push_back("the input " + name + " is left out: it is in " + where +
                                     ", so that its rate acts as well");
                continue;
            }
            wide_.inputs.push_back(k);
            out_.inputs.push_back(name);
        }
        std::vector<Parameter> kept;
        for (std::size_t k = 0; k < system_.parameters.size(); ++k)
            if (std::ranges::find(wide_.inputs, k) == wide_.inputs.end())
                kept.push_back(system_.parameters[k]);
        for (const std::size_t k : wide_.inputs)
            wide_.system.states.push_back({system_.parameters[k].symbol, system_.c().zero(), {}, {}, {}});
        wide_.system.parameters = std::move(kept);
    }

    void choose_outputs() {
        for (const Output& o : system_.outputs) {
            try {
                const Expr low = part_.formulation().lowered(o.value);
                std::string cyclic;
                for (std::size_t k = 0; k < part_.state().size(); ++k)
                    if (std::ranges::find(part_.kept(), k) == part_.kept().end() &&
                        depends(low, part_.state()[k]))
                        cyclic = symbol_text(part_.state()[k].symbol());
                if (!cyclic.empty()) {
                    out_.notes.push_back("the output " + o.name + " is left out: it depends on " + cyclic +
                                         ", which does not stand still");
                    continue;
                }
                wide_.outputs.push_back({system_.c().variable("output_" + o.name + "_"), o.value});
                out_.outputs.push_back(o.name);
            } catch (const Unavailable& why) {
                out_.notes.push_back("the output " + o.name + " is left out: " + why.what());
            }
        }
    }

    std::size_t states() const { return part_.state().size(); }
    std::size_t place(std::size_t independent) const {
        return part_.kept()[linear_.independent[independent]];
    }

    bool read_slopes() {
        const RateEquations& e = formulation_->equations();
        const std::size_t N = e.state.size(), s = states(), n = linear_.independent.size(),
                          nu = wide_.inputs.size(), ny = wide_.outputs.size();
        std::vector<double> X = x_, p, J(N * N);
        for (const std::size_t k : wide_.inputs) X.push_back(part_.parameters()[k]);
        X.resize(N, 0.0);
        for (std::size_t k = 0; k < system_.parameters.size(); ++k)
            if (std::ranges::find(wide_.inputs, k) == wide_.inputs.end()) p.push_back(part_.parameters()[k]);
        if (!Slopes(e)(0, X, p, J)) return false;
        const auto slope = [&](std::size_t i, std::size_t j) { return J[i * N + j] + 0.0; };
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t u = 0; u < nu; ++u) out_.B.push_back(slope(place(i), s + u));
        for (std::size_t o = 0; o < ny; ++o) {
            for (std::size_t j = 0; j < n; ++j) {
                double sum = 0;
                for (std::size_t k = 0; k < part_.kept().size(); ++k)
                    sum += slope(s + nu + o, part_.kept()[k]) * linear_.T[k * n + j];
                out_.C.push_back(sum);
            }
            for (std::size_t u = 0; u < nu; ++u) out_.D.push_back(slope(s + nu + o, s + u));
        }
        return true;
    }

    // Hautus: the eigenvalues at which the rows of (μ − A, B) are dependent; of complex ones in real numbers, twice as many.
    static std::vector<std::complex<double>> missed(const Spectrum& spectrum, const std::vector<double>& A,
                                                    const std::vector<double>& B, std::size_t m) {
        const std::size_t n = B.size() / m, columns = 2 * (n + m);
        double size = 1e-300;
        for (const double b : B) size = std::max(size, std::fabs(b));
        double of_A = 1e-300;
        for (const double a : A) of_A = std::max(of_A, std::fabs(a));
        std::vector<std::complex<double>> out;
        for (const std::complex<double>& mu : spectrum.values) {
            std::vector<double> M(2 * n * columns, 0.0);
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = 0; j < n; ++j) {
                    const double re = ((i == j ? mu.real() : 0) - A[i * n + j]) / of_A;
                    M[i * columns + j] = M[(n + i) * columns + n + m + j] = re;
                }
                M[i * columns + n + m + i] = -mu.imag() / of_A;
                M[(n + i) * columns + i] = mu.imag() / of_A;
                for (std::size_t j = 0; j < m; ++j)
                    M[i * columns + n + j] = M[(n + i) * columns + 2 * n + m + j] = B[i * m + j] / size;
            }
            if (rank(M, 2 * n, columns, {1e-8}) < 2 * n) out.push_back(mu);
        }
        return out;
    }

    // --- the same exactly

    struct ExactSpace {
        Exact A, B, C;
    };

    // Nothing where the standstill is not rational, or an entry is not.
    std::optional<ExactSpace> exact_slopes() const {
        try {
            return exact_slopes_or_throw();
        } catch (const Undefined&) {
            return std::nullopt;
        } catch (const NotRational&) {
            return std::nullopt;
        }
    }

    struct NotRational {};
    static Rational number(const Expr& e) {
        if (!e.is_number()) throw NotRational{};
        return e.number();
    }

    ExactSpace exact_slopes_or_throw() const {
        const RateEquations& e = formulation_->equations();
        const std::size_t s = states(), nu = wide_.inputs.size(), ny = wide_.outputs.size(),
                          n = linear_.independent.size(), m = e.unknowns.size(), kept = part_.kept().size();
        Context& c = system_.c();
        Substitution at{{e.t, c.zero()}};
        for (const auto& [symbol, value] : values_) at.emplace_back(symbol, c.number(value));
        for (std::size_t k = 0; k < s; ++k) {
            const auto value = short_rational(x_[k]);
            if (!value) throw NotRational{};
            at.emplace_back(e.state[k], c.number(*value));
        }
        const auto evaluated = [&](const Expr& f) { return number(substitute(f, at)); };
        for (const Expr& F : part_.constraints())
            if (!evaluated(F).is_zero()) throw NotRational{};
        // z, then its slopes: W δz = δr − δW z
        std::vector<Expr> directions;
        for (const std::size_t k : part_.kept()) directions.push_back(e.state[k]);
        for (std::size_t u = 0; u < nu; ++u) directions.push_back(e.state[s + u]);
        const std::size_t d = directions.size();
        Exact W(m, m + 1 + d);
        for (std::size_t i = 0; i < m; ++i) {
            for (std::size_t j = 0; j < m; ++j) W(i, j) = evaluated(e.W(i, j));
            W(i, m) = evaluated(e.r[i]);
        }
        Exact first = W;
        if (reduce(first, m).size() < m) throw NotRational{};
        Substitution with_z = at;
        for (std::size_t i = 0; i < m; ++i) with_z.emplace_back(e.unknowns[i], c.number(first(i, m)));
        const auto valued = [&](const Expr& f) { return number(substitute(f, with_z)); };
        for (std::size_t i = 0; i < m; ++i)
            for (std::size_t k = 0; k < d; ++k) {
                Rational sum = valued(derivative(e.r[i], directions[k]));
                for (std::size_t j = 0; j < m; ++j)
                    sum = sum - valued(derivative(e.W(i, j), directions[k])) * first(j, m);
                W(i, m + 1 + k) = sum;
            }
        if (reduce(W, m).size() < m) throw NotRational{};
        const auto slope = [&](std::size_t row, std::size_t direction) {
            Rational sum = valued(derivative(e.rates[row], directions[direction]));
            for (std::size_t i = 0; i < m; ++i) {
                const Expr by_z = derivative(e.rates[row], e.unknowns[i]);
                if (!W(i, m + 1 + direction).is_zero()) sum = sum + valued(by_z) * W(i, m + 1 + direction);
            }
            return sum;
        };
        for (const std::size_t k : part_.kept())
            if (!valued(e.rates[k]).is_zero()) throw NotRational{};
        const Exact T = exact_tangent(evaluated);
        ExactSpace out{Exact(n, n), Exact(n, nu), Exact(ny, n)};
        for (std::size_t i = 0; i < n; ++i) {
            Exact row(1, kept);
            for (std::size_t k = 0; k < kept; ++k) row(0, k) = slope(place(i), k);
            const Exact on_tangent = product(row, T);
            for (std::size_t j = 0; j < n; ++j) out.A(i, j) = on_tangent(0, j);
            for (std::size_t u = 0; u < nu; ++u) out.B(i, u) = slope(place(i), kept + u);
        }
        for (std::size_t o = 0; o < ny; ++o) {
            Exact row(1, kept);
            for (std::size_t k = 0; k < kept; ++k) row(0, k) = slope(s + nu + o, k);
            const Exact on_tangent = product(row, T);
            for (std::size_t j = 0; j < n; ++j) out.C(o, j) = on_tangent(0, j);
        }
        return out;
    }

    // δx_kept = T δx for the independent x, on the constraints.
    Exact exact_tangent(const auto& evaluated) const {
        const std::size_t kept = part_.kept().size(), n = linear_.independent.size(),
                          rows = part_.constraints().size();
        std::vector<std::size_t> order;  // the dependent ones first
        for (std::size_t k = 0; k < kept; ++k)
            if (std::ranges::find(linear_.independent, k) == linear_.independent.end()) order.push_back(k);
        const std::size_t dependent = order.size();
        order.insert(order.end(), linear_.independent.begin(), linear_.independent.end());
        Exact D(rows, kept), T(kept, n);
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < kept; ++j)
                D(i, j) =
                    evaluated(derivative(part_.constraints()[i], part_.state()[part_.kept()[order[j]]]));
        const std::vector<std::size_t> pivots = reduce(D, kept);
        if (pivots.size() != dependent || (dependent > 0 && pivots.back() >= dependent)) throw NotRational{};
        for (std::size_t j = 0; j < n; ++j) {
            T(linear_.independent[j], j) = Rational(1);
            for (std::size_t i = 0; i < dependent; ++i) T(order[i], j) = -D(i, dependent + j);
        }
        return T;
    }

    const System& system_;
    SteadyPart& part_;
    const std::vector<double>& x_;
    const LinearPart& linear_;
    const Point& values_;
    Widened wide_;
    std::optional<Formulation> formulation_;
    StateSpace out_;
};

}  // namespace

std::optional<StateSpace> state_space(const System& system, SteadyPart& part, const std::vector<double>& x,
                                      const LinearPart& linear, const Spectrum& spectrum,
                                      const Point& values) {
    const bool has_inputs = std::ranges::any_of(system.parameters, &Parameter::is_input);
    if (!has_inputs && system.outputs.empty()) return std::nullopt;
    if (linear.orbit > 0)
        return StateSpace{
            .notes = {"B, C and D are not given: the variables along symmetries were left out"}};
    return Finder(system, part, x, linear, values).run(spectrum);
}

}  // namespace anholon
