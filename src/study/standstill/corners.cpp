#include "study/standstill/corners.hpp"

#include <algorithm>
#include <cmath>

#include "expr/context.hpp"
#include "expr/print.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

bool is_atan2(const Node& node) { return node.kind == Kind::function && node.function == Function::atan2; }
bool has_corner(const Node& node) {
    return node.kind == Kind::function &&
           (node.function == Function::abs || node.function == Function::sign ||
            node.function == Function::choose || is_atan2(node));
}

// At whose sign a function changes: of atan2(y, x) it is y, or x where y = 0 everywhere.
Expr argument_of(Context& c, const Node& node) {
    const Expr u(c, node.args[0]);
    return is_atan2(node) && u.is_number() && u.number().is_zero() ? Expr(c, node.args[1]) : u;
}

std::vector<Expr> functions_of(const RateEquations& e) {
    std::vector<Expr> list = e.rates;
    list.insert(list.end(), e.r.begin(), e.r.end());
    list.insert(list.end(), e.W.entries().begin(), e.W.entries().end());
    return list;
}

RateEquations substituted(RateEquations e, const Substitution& replace) {
    for (Expr& f : e.rates) f = substitute(f, replace);
    for (Expr& f : e.r) f = substitute(f, replace);
    for (Expr& f : e.W.entries()) f = substitute(f, replace);
    return e;
}

struct Linear {
    std::vector<double> rates, slopes;
};

std::optional<Linear> linear_at(RateFunction& rates, const std::vector<double>& x) {
    Linear out{std::vector<double>(x.size()), std::vector<double>(x.size() * x.size())};
    if (!rates.rates(0, x, out.rates) || !rates.jacobian(0, x, out.slopes)) return std::nullopt;
    return out;
}

bool are_near(const std::vector<double>& a, const std::vector<double>& b) {
    constexpr double rounding = 1e-9;
    double size = 1, most = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        size = std::max(size, std::fabs(a[k]));
        most = std::max(most, std::fabs(a[k] - b[k]));
    }
    return most <= rounding * size;
}

class Finder {
  public:
    Finder(SteadyPart& part, const std::vector<double>& x) : part_(part), x_(x) {}

    std::optional<Expr> run() {
        const RateEquations& equations = part_.formulation().equations();
        const std::optional<Expr> first = next(equations);
        if (!first) return std::nullopt;
        here_ = linear_at(part_.rates(), x_);
        if (!here_) return first;
        return differing(equations, *first, 0);
    }

  private:
    // The argument of an innermost function that has its corner here.
    std::optional<Expr> next(const RateEquations& equations) {
        Context& c = equations.t.context();
        const std::vector<Expr> functions = functions_of(equations);
        const Walk walk(c, functions);
        for (const NodeId id : walk.nodes())
            if (const Node node = c.node(id); has_corner(node))
                if (const Expr u = argument_of(c, node); !u.is_number() && jumps_here(node, u)) return u;
        return std::nullopt;
    }

    // atan2(y, x) is smooth where x > 0.
    bool jumps_here(const Node& node, const Expr& u) {
        if (!vanishes_here(u)) return false;
        if (!is_atan2(node)) return true;
        const Expr x(u.context(), node.args[1]);
        return x == u || sign_here(x) <= 0;
    }

    // 0 where it may vanish at a state as near as this, or has no value at all of these.
    int sign_here(const Expr& u) {
        constexpr double near = 1e-9;
        const auto at = part_.enclosed_near(x_, near);
        if (!at) return 0;
        const Ball value = enclosures(std::span(&u, 1), *at, 64)[0];
        return !value.is_finite() || value.contains_zero() ? 0 : value.midpoint_sign();
    }
    bool vanishes_here(const Expr& u) { return sign_here(u) == 0; }

    // The function on the side where the argument that switches it has this sign.
    Expr piece_of(Context& c, const Node& node, const Expr& argument, int side) {
        switch (node.function) {
            case Function::abs: return argument * Rational(side);
            case Function::choose: return {c, node.args[side > 0 ? 1 : 2]};
            case Function::atan2: break;
            default: return c.number(Rational(side));
        }
        const Expr y(c, node.args[0]), x(c, node.args[1]);
        if (x.is_number() && x.number().is_zero()) return c.pi() * Rational(side, 2);
        const Expr ratio = x / argument;
        const bool is_right = ratio.is_number() ? ratio.number().sign() * side > 0 : sign_here(x) > 0;
        if (y != argument) return is_right ? c.zero() : c.pi();  // y = 0 everywhere
        return atan(y / x) + c.pi() * Rational(is_right ? 0 : side);
    }

    // The equations on the side of u = 0 where u has this sign; a multiple of u has a sign as well.
    RateEquations on_side(const RateEquations& equations, const Expr& u, int sign) {
        Context& c = u.context();
        const std::vector<Expr> functions = functions_of(equations);
        const Walk walk(c, functions);
        Substitution replace;
        for (const NodeId id : walk.nodes()) {
            const Node node = c.node(id);
            if (!has_corner(node)) continue;
            const Expr argument = argument_of(c, node), ratio = argument / u;
            if (!ratio.is_number() || ratio.number().is_zero()) continue;
            const int side = ratio.number().sign() * sign;
            replace.emplace_back(Expr(c, id), piece_of(c, node, argument, side));
        }
        return substituted(equations, replace);
    }

    std::optional<Expr> differing(const RateEquations& equations, const Expr& u, int depth) {
        constexpr int most = 6;
        if (depth == most) return u;
        for (const int sign : {1, -1}) {
            const RateEquations side = on_side(equations, u, sign);
            if (const auto inner = next(side)) {
                if (auto found = differing(side, *inner, depth + 1)) return found;
                continue;
            }
            RateFunction rates(side);
            rates.set_parameters(part_.parameters());
            const auto there = linear_at(rates, x_);
            if (!there || !are_near(here_->rates, there->rates) || !are_near(here_->slopes, there->slopes))
                return u;
        }
        return std::nullopt;
    }

    SteadyPart& part_;
    const std::vector<double>& x_;
    std::optional<Linear> here_;
};

}  // namespace

std::optional<Expr> corner_at(SteadyPart& part, const std::vector<double>& x) {
    return Finder(part, x).run();
}

std::string text_of_corner(const Expr& u) {
    return "the equations have a corner here, where " + text(u) + " = 0, and differ on its sides";
}

}  // namespace anholon
