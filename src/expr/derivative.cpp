#include "expr/derivative.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "expr/build.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

// ∂f(u)/∂u, a function of one argument.
Expr outer_derivative(Function f, Expr node, Expr u) {
    Context& c = u.context();
    switch (f) {
        case Function::sin: return cos(u);
        case Function::cos: return -sin(u);
        case Function::tan: return 1 + pow(node, 2);
        case Function::asin: return pow(1 - pow(u, 2), Rational(-1, 2));
        case Function::acos: return -pow(1 - pow(u, 2), Rational(-1, 2));
        case Function::atan: return pow(1 + pow(u, 2), -1);
        case Function::sinh: return cosh(u);
        case Function::cosh: return sinh(u);
        case Function::tanh: return 1 - pow(node, 2);
        case Function::exp: return node;
        case Function::log: return pow(u, -1);
        case Function::abs: return sign(u);
        case Function::sign: return c.zero();
        case Function::atan2:
        case Function::choose: break;
    }
    assert(!"it has several arguments");
    return {};
}

// ∂ atan2(y, x) = (x ∂y − y ∂x)/(x² + y²)
std::array<Expr, 2> atan2_derivatives(Expr y, Expr x) {
    const Expr r2 = pow(x, 2) + pow(y, 2);
    return {x / r2, -y / r2};
}

// c·Π bᵢ^eᵢ·b_k^(−1)·extra, the derivative of a product by its k-th base: e_k P/b_k.
NodeId with_factor_lowered(Context& c, NodeId product, NodeId base, const Rational& exponent, NodeId extra) {
    ProductBuilder builder(c);
    builder.scale(exponent);
    builder.multiply(product);
    builder.multiply(base, -1);
    builder.multiply(extra);
    return builder.finish();
}

// The pass forward: values[i] is the derivative of node i; `seed` gives those of the symbols.
std::vector<NodeId> forward(Context& c, const Walk& walk, auto&& seed) {
    std::vector<NodeId> values(walk.size(), Context::zero_id);
    const auto value = [&](NodeId id) { return values[walk.place(id)]; };
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const NodeId id = walk[i];
        const Node node = c.node(id);
        switch (node.kind) {
            case Kind::number: break;
            case Kind::symbol: values[i] = seed(id); break;
            case Kind::multiple:
                values[i] = multiple(c, c.number_at(node.args[0]), value(node.args[1]));
                break;
            case Kind::sum: {
                SumBuilder builder(c);
                for (std::size_t k = 1; k < node.count; k += 2)
                    if (const NodeId d = value(node.args[k + 1]); d != Context::zero_id)
                        builder.add(c.number_at(node.args[k]), d);
                values[i] = builder.finish();
                break;
            }
            case Kind::product: {
                SumBuilder builder(c);
                for (std::size_t k = 0; k < node.count; k += 2)
                    if (const NodeId d = value(node.args[k]); d != Context::zero_id)
                        builder.add(
                            1, with_factor_lowered(c, id, node.args[k], c.number_at(node.args[k + 1]), d));
                values[i] = builder.finish();
                break;
            }
            case Kind::function: {
                const Expr u(c, node.args[0]);
                if (node.function == Function::atan2) {
                    const Expr x(c, node.args[1]), du(c, value(u.id())), dx(c, value(x.id()));
                    if (du.id() == Context::zero_id && dx.id() == Context::zero_id) break;
                    const auto [by_y, by_x] = atan2_derivatives(u, x);
                    values[i] = (by_y * du + by_x * dx).id();
                } else if (node.function == Function::choose) {
                    const NodeId da = value(node.args[1]), db = value(node.args[2]);
                    values[i] = choose(u, Expr(c, da), Expr(c, db)).id();
                } else if (const Expr du(c, value(u.id())); du.id() != Context::zero_id) {
                    values[i] = (outer_derivative(node.function, Expr(c, id), u) * du).id();
                }
                break;
            }
        }
    }
    return values;
}

std::vector<Expr> forward_roots(std::span<const Expr> roots, auto&& seed) {
    std::vector<Expr> result;
    if (roots.empty()) return result;
    Context& c = roots[0].context();
    const Walk walk(c, roots);
    const auto values = forward(c, walk, seed);
    result.reserve(roots.size());
    for (const Expr& e : roots) result.emplace_back(c, values[walk.place(e.id())]);
    return result;
}

}  // namespace

Expr derivative(Expr e, Expr x) {
    assert(x.is_symbol());
    return forward_roots(std::span(&e, 1),
                         [&](NodeId id) { return id == x.id() ? Context::one_id : Context::zero_id; })[0];
}

std::vector<Expr> directional_derivative(std::span<const Expr> e, const Direction& along) {
    std::unordered_map<std::uint32_t, NodeId> rates;
    for (const auto& [x, rate] : along) rates.emplace(index(x.id()), rate.id());
    return forward_roots(e, [&](NodeId id) {
        const auto found = rates.find(index(id));
        return found == rates.end() ? Context::zero_id : found->second;
    });
}

Expr directional_derivative(Expr e, const Direction& along) {
    return directional_derivative(std::span(&e, 1), along)[0];
}

std::vector<Expr> time_derivative(std::span<const Expr> e) {
    if (e.empty()) return {};
    Context& c = e[0].context();
    return forward_roots(e, [&](NodeId id) {
        switch (c.symbol_at(id).kind) {
            case SymbolKind::time: return Context::one_id;
            case SymbolKind::variable: return dot(Expr(c, id)).id();
            default: return Context::zero_id;
        }
    });
}

Expr time_derivative(Expr e) { return time_derivative(std::span(&e, 1))[0]; }

Matrix jacobian(std::span<const Expr> e, std::span<const Expr> x) {
    if (e.empty()) return {};
    Context& c = e[0].context();
    Matrix J(c, e.size(), x.size());
    const Walk walk(c, e);
    for (std::size_t j = 0; j < x.size(); ++j) {
        if (!walk.contains(x[j].id())) continue;
        const auto values =
            forward(c, walk, [&](NodeId id) { return id == x[j].id() ? Context::one_id : Context::zero_id; });
        for (std::size_t i = 0; i < e.size(); ++i) J(i, j) = Expr(c, values[walk.place(e[i].id())]);
    }
    return J;
}

Matrix hessian(Expr e, std::span<const Expr> x) {
    const std::vector<Expr> g = gradient(e, x);
    Matrix H = jacobian(g, x);
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) H(i, j) = H(j, i);
    return H;
}

// The pass backward: the adjoint of a node, ∂e/∂node, is the sum of what each user of the node passes down.
std::vector<Expr> gradient(Expr e, std::span<const Expr> x) {
    Context& c = e.context();
    const Walk walk(e);
    // An adjoint of 0 times the derivative of a branch that is not taken, and has no value, would have none.
    if (std::ranges::any_of(walk.nodes(), [&](NodeId id) {
            return c.node(id).kind == Kind::function && c.node(id).function == Function::choose;
        })) {
        std::vector<Expr> result;
        for (const Expr& v : x) result.push_back(derivative(e, v));
        return result;
    }
    // Only nodes that hold one of the variables need an adjoint.
    std::vector<bool> active(walk.size(), false);
    for (const Expr& v : x)
        if (walk.contains(v.id())) active[walk.place(v.id())] = true;
    for (std::size_t i = 0; i < walk.size(); ++i)
        for (const NodeId a : c.node(walk[i]).arguments())
            if (active[walk.place(a)]) active[i] = true;

    struct Share {
        NodeId id;
        Rational coefficient;
        std::uint32_t next;
    };
    constexpr std::uint32_t none = ~0u;
    std::vector<Share> shares;
    std::vector<std::uint32_t> first(walk.size(), none);
    const auto pass = [&](NodeId to, const Rational& coefficient, NodeId id) {
        std::uint32_t& head = first[walk.place(to)];
        shares.push_back({id, coefficient, head});
        head = static_cast<std::uint32_t>(shares.size() - 1);
    };
    const auto is_active = [&](NodeId id) { return active[walk.place(id)]; };
    const auto adjoint = [&](std::size_t i) {
        SumBuilder builder(c);
        for (std::uint32_t s = first[i]; s != none; s = shares[s].next)
            builder.add(shares[s].coefficient, shares[s].id);
        return builder.finish();
    };

    std::vector<Expr> result(x.size(), c.zero());
    pass(e.id(), 1, Context::one_id);
    for (std::size_t i = walk.size(); i-- > 0;) {
        if (!active[i] || first[i] == none) continue;
        const NodeId id = walk[i], a = adjoint(i);
        const Node node = c.node(id);
        switch (node.kind) {
            case Kind::number: break;
            case Kind::symbol:
                for (std::size_t k = 0; k < x.size(); ++k)
                    if (x[k].id() == id) result[k] = Expr(c, a);
                break;
            case Kind::multiple: pass(node.args[1], c.number_at(node.args[0]), a); break;
            case Kind::sum:
                for (std::size_t k = 1; k < node.count; k += 2)
                    if (is_active(node.args[k + 1])) pass(node.args[k + 1], c.number_at(node.args[k]), a);
                break;
            case Kind::product:
                for (std::size_t k = 0; k < node.count; k += 2)
                    if (is_active(node.args[k]))
                        pass(node.args[k], 1,
                             with_factor_lowered(c, id, node.args[k], c.number_at(node.args[k + 1]), a));
                break;
            case Kind::function: {
                const Expr u(c, node.args[0]), adj(c, a);
                if (node.function == Function::atan2) {
                    const auto [by_y, by_x] = atan2_derivatives(u, Expr(c, node.args[1]));
                    if (is_active(node.args[0])) pass(node.args[0], 1, (by_y * adj).id());
                    if (is_active(node.args[1])) pass(node.args[1], 1, (by_x * adj).id());
                } else {
                    pass(u.id(), 1, (outer_derivative(node.function, Expr(c, id), u) * adj).id());
                }
                break;
            }
        }
    }
    return result;
}

}  // namespace anholon
