#include "motion/input_table.hpp"

#include <algorithm>
#include <cassert>

#include "expr/context.hpp"
#include "model/state/least_movement.hpp"

namespace anholon {

namespace {

using Numbers = std::vector<double>;

// The second derivatives of the spline at its knots, with a third derivative that does not jump at the second knot and the last but one:
// h₀ M₂ − (h₀ + h₁) M₁ + h₁ M₀ = 0, and so at the other end. Three rows lie on a parabola, two on a line.
Numbers second_derivatives(const Numbers& t, const Numbers& u) {
    const std::size_t n = t.size();
    Numbers h(n - 1), d(n - 1), M(n, 0.0);
    for (std::size_t k = 0; k + 1 < n; ++k) {
        h[k] = t[k + 1] - t[k];
        d[k] = (u[k + 1] - u[k]) / h[k];
    }
    if (n == 2) return M;
    if (n == 3) return Numbers(3, 2 * (d[1] - d[0]) / (h[0] + h[1]));
    // a M_{k−1} + b M_k + c M_{k+1} = r for the inner knots, the outer M put in.
    const std::size_t m = n - 2;
    Numbers a(m), b(m), c(m), r(m);
    for (std::size_t i = 0; i < m; ++i) {
        a[i] = h[i];
        b[i] = 2 * (h[i] + h[i + 1]);
        c[i] = h[i + 1];
        r[i] = 6 * (d[i + 1] - d[i]);
    }
    const double first = h[0] / h[1], last = h[n - 2] / h[n - 3];
    b[0] += a[0] * (1 + first);
    c[0] -= a[0] * first;
    b[m - 1] += c[m - 1] * (1 + last);
    a[m - 1] -= c[m - 1] * last;
    for (std::size_t i = 1; i < m; ++i) {
        const double factor = a[i] / b[i - 1];
        b[i] -= factor * c[i - 1];
        r[i] -= factor * r[i - 1];
    }
    for (std::size_t i = m; i-- > 0;) M[i + 1] = (r[i] - (i + 1 < m ? c[i] * M[i + 2] : 0)) / b[i];
    M[0] = (1 + first) * M[1] - first * M[2];
    M[n - 1] = (1 + last) * M[n - 2] - last * M[n - 3];
    return M;
}

}  // namespace

std::string_view name(InputTable::Kind kind) {
    switch (kind) {
        case InputTable::Kind::steps: return "steps";
        case InputTable::Kind::linear: return "linear";
        case InputTable::Kind::cubic: return "cubic";
    }
    return "";
}

InputTable::InputTable(std::string input, Kind kind, Numbers times, const Numbers& u)
    : input_(std::move(input)), kind_(kind), times_(std::move(times)) {
    assert(times_.size() >= 2 && times_.size() == u.size());
    const Numbers M = kind == Kind::cubic ? second_derivatives(times_, u) : Numbers();
    for (std::size_t k = 0; k + 1 < times_.size(); ++k) {
        const double h = times_[k + 1] - times_[k], slope = (u[k + 1] - u[k]) / h;
        switch (kind) {
            case Kind::steps: pieces_.push_back({u[k], 0, 0, 0}); break;
            case Kind::linear: pieces_.push_back({u[k], slope, 0, 0}); break;
            case Kind::cubic:
                pieces_.push_back(
                    {u[k], slope - h * (2 * M[k] + M[k + 1]) / 6, M[k] / 2, (M[k + 1] - M[k]) / (6 * h)});
                break;
        }
    }
}

std::size_t InputTable::piece(double t, int direction) const {
    const auto after =
        direction > 0 ? std::ranges::upper_bound(times_, t) : std::ranges::lower_bound(times_, t);
    const auto k = static_cast<std::size_t>(after - times_.begin());
    return std::clamp<std::size_t>(k, 1, pieces_.size()) - 1;
}

double InputTable::value(double t) const {
    const std::size_t k = piece(t, 1);
    const double s = t - times_[k];
    const auto& c = pieces_[k];
    return c[0] + s * (c[1] + s * (c[2] + s * c[3]));
}

// No model has such names.
std::vector<std::string> InputTable::letters() const {
    std::vector<std::string> out{"table_of_" + input_ + "_t_"};
    for (std::size_t i = 0; i < coefficients(); ++i)
        out.push_back("table_of_" + input_ + "_c" + std::to_string(i) + "_");
    return out;
}

std::vector<double> InputTable::values_from(double t, int direction) const {
    const std::size_t k = piece(t, direction);
    Numbers out{times_[k]};
    out.insert(out.end(), pieces_[k].begin(), pieces_[k].begin() + static_cast<long>(coefficients()));
    return out;
}

Expr InputTable::function(const Expr& t) const {
    Context& c = t.context();
    const std::vector<std::string> names = letters();
    const Expr s = t - c.constant(names[0]);
    Expr sum = c.constant(names.back());
    for (std::size_t i = names.size() - 1; i-- > 1;) sum = c.constant(names[i]) + s * sum;
    return sum;
}

void InputTable::add_letters(System& system) const {
    const std::vector<std::string> names = letters();
    const Numbers values = values_from(0, 1);
    Context& c = system.c();
    for (std::size_t i = 0; i < names.size(); ++i) {
        Parameter p{c.constant(names[i]),
                    rational(values[i]),
                    c.number(rational(values[i])),
                    c.one(),
                    {},
                    "",
                    "",
                    {}};
        p.is_of_table = true;
        system.parameters.push_back(std::move(p));
    }
}

}  // namespace anholon
