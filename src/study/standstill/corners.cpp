#include "study/standstill/corners.hpp"

#include <algorithm>
#include <cmath>

#include "expr/print.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

bool has_corner(const Node& node) {
    return node.kind == Kind::function &&
           (node.function == Function::abs || node.function == Function::sign ||
            node.function == Function::choose);
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
            if (has_corner(c.node(id)))
                if (const Expr u(c, c.node(id).args[0]); !u.is_number() && vanishes_here(u)) return u;
        return std::nullopt;
    }

    bool vanishes_here(const Expr& u) {
        constexpr double near = 1e-9;
        const RateEquations& equations = part_.formulation().equations();
        std::vector<double> z(equations.unknowns.size());
        StateFunctions function(equations, std::span(&u, 1));
        if (function.need_unknowns() && !part_.rates().solve(0, x_, z)) return true;
        double value = 0, size = 1;
        for (const double one : x_) size = std::max(size, std::fabs(one));
        function(0, x_, part_.parameters(), z, std::span(&value, 1));
        return !(std::fabs(value) > near * size);
    }

    // The equations on the side of u = 0 where u has this sign; a multiple of u has a sign as well.
    static RateEquations on_side(const RateEquations& equations, const Expr& u, int sign) {
        Context& c = u.context();
        const std::vector<Expr> functions = functions_of(equations);
        const Walk walk(c, functions);
        Substitution replace;
        for (const NodeId id : walk.nodes()) {
            const Node node = c.node(id);
            if (!has_corner(node)) continue;
            const Expr argument(c, node.args[0]), ratio = argument / u;
            if (!ratio.is_number()) continue;
            const int side = ratio.number().sign() * sign;
            Expr piece = c.number(Rational(side));
            if (node.function == Function::abs) piece = argument * Rational(side);
            if (node.function == Function::choose) piece = Expr(c, node.args[side > 0 ? 1 : 2]);
            replace.emplace_back(Expr(c, id), piece);
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
