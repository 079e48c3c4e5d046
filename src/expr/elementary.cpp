#include "expr/elementary.hpp"

#include <map>
#include <optional>

#include "expr/build.hpp"
#include "expr/expand.hpp"
#include "expr/rebuild.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

constexpr long kMaxMultiple = 10000;

bool is_circular(Function f) { return f == Function::sin || f == Function::cos || f == Function::tan; }

bool is_exponential(Function f) {
    return f == Function::exp || f == Function::sinh || f == Function::cosh || f == Function::tanh;
}

struct Rotation {
    Expr cos, sin;
};

Rotation operator*(const Rotation& a, const Rotation& b) {
    return {a.cos * b.cos - a.sin * b.sin, a.sin * b.cos + a.cos * b.sin};
}

Rotation power(Context& c, Rotation a, long n) {
    if (n < 0) return power(c, {a.cos, -a.sin}, -n);
    Rotation result{c.one(), c.zero()};
    for (; n != 0; n >>= 1) {
        if ((n & 1) != 0) result = result * a;
        if (n > 1) a = a * a;
    }
    return result;
}

class Rewriting {
  public:
    Rewriting(Context& context, const Walk& walk, Choices choices)
        : c_(context), walk_(walk), keeps_choices_(choices == Choices::kept) {}

    std::vector<Expr> run(std::span<const Expr> roots) {
        survey();
        if (!needed_) return {roots.begin(), roots.end()};
        values_.resize(walk_.size());
        for (std::size_t i = 0; i < walk_.size(); ++i) values_[i] = rewritten(walk_[i]);
        std::vector<Expr> result;
        for (const Expr& e : roots) result.emplace_back(c_, values_[walk_.place(e.id())]);
        return result;
    }

  private:
    using Denominators = std::map<NodeId, Rational>;

    NodeId value(NodeId id) const { return values_[walk_.place(id)]; }

    const std::vector<Term>& decomposition(NodeId argument) {
        auto [found, is_new] = decompositions_.try_emplace(argument);
        if (is_new) found->second = terms_of(expand(Expr(c_, argument)));
        return found->second;
    }

    // Which arguments there are, and what each base has to be divided by so that all are whole multiples.
    void survey() {
        for (const NodeId id : walk_.nodes()) {
            const Node node = c_.node(id);
            if (node.kind != Kind::function) continue;
            const bool circular = is_circular(node.function), exponential = is_exponential(node.function);
            const bool switches = node.function == Function::sign || node.function == Function::choose;
            needed_ = needed_ || (switches && !keeps_choices_) || node.function == Function::acos;
            if (!circular && !exponential) continue;
            const auto& terms = decomposition(node.args[0]);
            const bool plain = node.function == Function::sin || node.function == Function::cos ||
                               node.function == Function::exp;
            const Node argument = c_.node(node.args[0]);
            if (!plain || terms.size() > 1 || argument.kind == Kind::multiple ||
                argument.kind == Kind::function || terms[0].expr.id() != node.args[0])
                needed_ = true;
            Denominators& denominators = circular ? angles_ : exponents_;
            for (const Term& t : terms) {
                Rational& d = denominators.try_emplace(t.expr.id(), 1).first->second;
                d = lcm(d, t.coefficient.denominator());
            }
        }
    }

    NodeId rewritten(NodeId id) {
        const Node node = c_.node(id);
        if (node.kind == Kind::function) {
            if (is_circular(node.function)) return circular(node).id();
            if (is_exponential(node.function)) return exponential(node).id();
            if (node.function == Function::sign && !keeps_choices_) {
                const Expr u(c_, value(node.args[0]));
                return (u / abs(u)).id();
            }
            if (node.function == Function::choose && !keeps_choices_) {
                const Expr u(c_, value(node.args[0])), a(c_, value(node.args[1])), b(c_, value(node.args[2]));
                return ((a + b) / 2 + u / abs(u) * (a - b) / 2).id();
            }
            if (node.function == Function::acos)
                return (c_.pi() / 2 - asin(Expr(c_, value(node.args[0])))).id();
        }
        return rebuild(c_, id, [&](NodeId a) { return value(a); });
    }

    Expr circular(const Node& node) {
        const Rotation& r = rotation(node.args[0]);
        switch (node.function) {
            case Function::sin: return r.sin;
            case Function::cos: return r.cos;
            default: return r.sin / r.cos;
        }
    }

    const Rotation& rotation(NodeId argument) {
        auto [found, is_new] = rotations_.try_emplace(argument);
        if (is_new) {
            Rotation r{c_.one(), c_.zero()};
            for (const Term& t : decomposition(argument)) r = r * rotation_by(t.coefficient, t.expr);
            found->second = r;
        }
        return found->second;
    }

    Rotation rotation_by(const Rational& coefficient, Expr base) {
        if (base.is_symbol() && base.symbol().kind == SymbolKind::pi && (coefficient * 12).is_integer()) {
            const Expr angle = coefficient * base, c = cos(angle), s = sin(angle);
            if (c.kind() != Kind::function && s.kind() != Kind::function) return {c, s};
        }
        const Rational& d = angles_.at(base.id());
        const auto n = (coefficient * d).to_long();
        if (!n || std::abs(*n) > kMaxMultiple) {
            const Expr angle =
                coefficient * base;  // too far from its base to be reached: an angle of its own
            return {cos(angle), sin(angle)};
        }
        if (d.is_one())
            if (const auto algebraic = inverse_function(base)) return power(c_, *algebraic, *n);
        const Expr angle = base / d;
        return power(c_, {cos(angle), sin(angle)}, *n);
    }

    // cos and sin of asin u, acos u, atan u, atan2(y, x).
    std::optional<Rotation> inverse_function(Expr base) {
        const Node node = c_.node(base.id());
        if (node.kind != Kind::function) return std::nullopt;
        const Expr u(c_, value(node.args[0]));
        switch (node.function) {
            case Function::asin: return Rotation{sqrt(1 - pow(u, 2)), u};
            case Function::acos: return Rotation{u, sqrt(1 - pow(u, 2))};
            case Function::atan: {
                const Expr cosine = pow(1 + pow(u, 2), Rational(-1, 2));
                return Rotation{cosine, u * cosine};
            }
            case Function::atan2: {
                const Expr x(c_, value(node.args[1])), r = sqrt(pow(x, 2) + pow(u, 2));
                return Rotation{x / r, u / r};
            }
            default: return std::nullopt;
        }
    }

    Expr exponential(const Node& node) {
        Expr e = c_.one();
        for (const Term& t : decomposition(node.args[0])) e = e * exponential_of(t.coefficient, t.expr);
        if (node.function == Function::exp) return e;
        const Expr above = e + 1 / e, below = e - 1 / e;
        switch (node.function) {
            case Function::cosh: return above / 2;
            case Function::sinh: return below / 2;
            default: return below / above;
        }
    }

    Expr exponential_of(const Rational& coefficient, Expr base) {
        const Node node = c_.node(base.id());
        if (node.kind == Kind::function && node.function == Function::log)
            return pow(Expr(c_, value(node.args[0])), coefficient);
        const Rational& d = exponents_.at(base.id());
        return pow(exp(base / d), coefficient * d);
    }

    Context& c_;
    const Walk& walk_;
    std::vector<NodeId> values_;
    bool needed_ = false, keeps_choices_ = false;
    std::map<NodeId, std::vector<Term>> decompositions_;
    std::map<NodeId, Rotation> rotations_;
    Denominators angles_, exponents_;
};

}  // namespace

std::vector<Expr> elementary(std::span<const Expr> e, Choices choices) {
    if (e.empty()) return {};
    return elementary(e, Walk(e[0].context(), e), choices);
}

std::vector<Expr> elementary(std::span<const Expr> e, const Walk& walk, Choices choices) {
    if (e.empty()) return {};
    return Rewriting(e[0].context(), walk, choices).run(e);
}

}  // namespace anholon
