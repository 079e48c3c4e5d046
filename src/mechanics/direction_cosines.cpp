#include "mechanics/direction_cosines.hpp"

#include <algorithm>

#include "expr/introduce.hpp"
#include "expr/rebuild.hpp"
#include "expr/walk.hpp"
#include "mechanics/letters.hpp"
#include "model/space/attitude.hpp"

namespace anholon {

namespace {

// q² − 1, up to a factor ±1
bool is_unit_length(const Constraint& k, const std::vector<Expr>& q) {
    Expr length = -q[0].context().one();
    for (const Expr& x : q) length += pow(x, Rational(2));
    return k.residual == length || k.residual == -length;
}

}  // namespace

std::vector<std::array<Expr, 4>> unit_quaternions(const System& system) {
    std::vector<std::array<Expr, 4>> found;
    for (const Constraint& k : system.constraints) {
        if (k.kind != Constraint::Kind::geometric) continue;
        std::vector<Expr> q;
        for (const Coordinate& x : system.coordinates)
            if (Walk(k.residual).contains(x.symbol.id())) q.push_back(x.symbol);
        if (q.size() == 4 && is_unit_length(k, q)) found.push_back({q[0], q[1], q[2], q[3]});
    }
    return found;
}

std::string prefix_of(const std::array<Expr, 4>& q) {
    const std::string& first = q[0].symbol().name;
    return first.ends_with("q0") ? first.substr(0, first.size() - 2) : "";
}

AnyAttitude any_attitude(const std::array<Expr, 4>& q) {
    Context& c = q[0].context();
    AnyAttitude out;
    Expr square = c.zero();
    for (std::size_t i = 0; i < 3; ++i) {
        out.u[i] = introduced(c, "u" + std::to_string(i + 1), SymbolKind::variable, "any attitude", i);
        square += out.u[i] * out.u[i];
    }
    const Expr scale = 2 / (1 + square);
    out.q.emplace_back(q[0], scale - 1);
    for (std::size_t i = 0; i < 3; ++i) out.q.emplace_back(q[i + 1], scale * out.u[i]);
    return out;
}

Substitution any_direction(const Vector3& gamma) {
    Context& c = gamma[0].context();
    const std::string& name = gamma[0].symbol().name;
    const Expr u = introduced(c, name + "_u", SymbolKind::variable, "any direction", 0),
               v = introduced(c, name + "_v", SymbolKind::variable, "any direction", 1);
    const Expr scale = 2 / (1 + u * u + v * v);
    return {{gamma[0], scale * u}, {gamma[1], scale * v}, {gamma[2], scale - 1}};
}

DirectionCosines::DirectionCosines(const System& system, const std::array<Expr, 4>& q) : q_(q) {
    const Attitude axes = Attitude::of_quaternion(q);
    values_ = {axes.alpha, axes.beta, axes.gamma};
    const std::array<std::string, 3> names{"alpha", "beta", "gamma"};
    const std::string prefix = prefix_of(q);
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t j = 0; j < 3; ++j)
            rows_[row][j] = letter_for(system, values_[row][j], prefix + names[row] + std::to_string(j + 1),
                                       "direction cosine", 3 * row + j);
}

Expr DirectionCosines::product(const Expr& factor, std::size_t i, std::size_t j) const {
    const auto& [alpha, beta, gamma] = rows_;
    const Expr one = factor.context().one();
    if (i > j) std::swap(i, j);
    struct Signed {
        int sign;
        Expr letter;
    };
    const auto sum = [&](std::initializer_list<Signed> terms) {
        Expr out = factor.context().zero();
        for (const auto& [sign, letter] : terms) out += Rational(sign, 4) * (factor * letter);
        return out;
    };
    if (i == j) {
        const int a = i == 0 || i == 1 ? 1 : -1, b = i == 0 || i == 2 ? 1 : -1, g = i == 0 || i == 3 ? 1 : -1;
        return sum({{1, one}, {a, alpha[0]}, {b, beta[1]}, {g, gamma[2]}});
    }
    if (i == 0 && j == 1) return sum({{1, gamma[1]}, {-1, beta[2]}});
    if (i == 0 && j == 2) return sum({{1, alpha[2]}, {-1, gamma[0]}});
    if (i == 0 && j == 3) return sum({{1, beta[0]}, {-1, alpha[1]}});
    if (i == 1 && j == 2) return sum({{1, alpha[1]}, {1, beta[0]}});
    if (i == 1 && j == 3) return sum({{1, alpha[2]}, {1, gamma[0]}});
    return sum({{1, beta[2]}, {1, gamma[1]}});
}

namespace {

// A function of q as even + Σ odd_i q_i, its coefficients functions of the direction cosines.
struct Parity {
    Expr even;
    std::array<Expr, 4> odd;

    bool is_even() const {
        const Expr zero = even.context().zero();
        return std::ranges::all_of(odd, [&](const Expr& e) { return e == zero; });
    }
};

}  // namespace

std::optional<std::vector<Expr>> DirectionCosines::written(std::span<const Expr> functions) const {
    if (functions.empty()) return std::vector<Expr>{};
    Context& c = q_[0].context();
    const Expr zero = c.zero();
    const Walk walk(c, functions);
    std::vector<Parity> values;
    values.reserve(walk.size());
    const auto of = [&](NodeId id) -> const Parity& { return values[walk.place(id)]; };
    const auto even = [&](Expr e) { return Parity{e, {zero, zero, zero, zero}}; };
    const auto times = [&](const Parity& x, const Parity& y) {
        Parity out = even(x.even * y.even);
        for (std::size_t i = 0; i < 4; ++i) {
            out.odd[i] = x.odd[i] * y.even + x.even * y.odd[i];
            for (std::size_t j = 0; j < 4; ++j)
                if (x.odd[i] != zero && y.odd[j] != zero) out.even += product(x.odd[i] * y.odd[j], i, j);
        }
        return out;
    };
    for (const NodeId id : walk.nodes()) {
        const Node node = c.node(id);
        const auto arguments = node.arguments();
        const bool is_new = std::ranges::any_of(
            arguments, [&](NodeId a) { return !(of(a).is_even() && of(a).even.id() == a); });
        const auto own = std::ranges::find(q_, Expr(c, id));
        if (own != q_.end()) {
            values.push_back(even(zero));
            values.back().odd[static_cast<std::size_t>(own - q_.begin())] = c.one();
        } else if (!is_new) {
            values.push_back(even(Expr(c, id)));
        } else if (node.kind == Kind::sum) {
            Parity out = even(Expr(c, node.args[0]));
            for (std::size_t k = 1; k < node.count; k += 2) {
                const Rational factor = c.number_at(node.args[k]);
                const Parity& term = of(node.args[k + 1]);
                out.even += factor * term.even;
                for (std::size_t i = 0; i < 4; ++i) out.odd[i] += factor * term.odd[i];
            }
            values.push_back(out);
        } else if (node.kind == Kind::multiple) {
            const Rational factor = c.number_at(node.args[0]);
            Parity out = of(node.args[1]);
            out.even = factor * out.even;
            for (Expr& e : out.odd) e = factor * e;
            values.push_back(out);
        } else if (node.kind == Kind::product) {
            Parity out = even(c.one());
            for (std::size_t k = 0; k < node.count; k += 2) {
                const Parity& base = of(node.args[k]);
                const Rational exponent = c.number_at(node.args[k + 1]);
                if (base.is_even()) {
                    out = times(out, even(pow(base.even, exponent)));
                    continue;
                }
                const auto times_over = exponent.to_long();
                if (!times_over) return std::nullopt;
                if (*times_over < 0) {
                    // (Σ o_i q_i)^−2 is even
                    const Parity square = times(base, base);
                    if (*times_over % 2 != 0 || !square.is_even()) return std::nullopt;
                    out = times(out, even(pow(square.even, exponent / Rational(2))));
                    continue;
                }
                for (long n = 0; n < *times_over; ++n) out = times(out, base);
            }
            values.push_back(out);
        } else {
            if (std::ranges::any_of(arguments, [&](NodeId a) { return !of(a).is_even(); }))
                return std::nullopt;
            values.push_back(even(Expr(c, rebuild(c, id, [&](NodeId a) { return of(a).even.id(); }))));
        }
    }
    std::vector<Expr> out;
    for (const Expr& f : functions) {
        if (!of(f.id()).is_even()) return std::nullopt;
        out.push_back(of(f.id()).even);
    }
    return out;
}

}  // namespace anholon
