#include "structure/hamilton_jacobi/separation.hpp"

#include <algorithm>

#include "calculus/antiderivative.hpp"
#include "expr/dependence.hpp"
#include "expr/expand.hpp"
#include "expr/introduce.hpp"
#include "expr/linear.hpp"
#include "expr/operations.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "mechanics/forms/reduction.hpp"
#include "mechanics/forms/writing.hpp"
#include "structure/distribution/distribution.hpp"

namespace anholon {

namespace {

using Part = Separation::Part;

constexpr int kReferences = 4;  // places that are tried

struct Pair {
    Expr x, p;
};

// 1904: Φ_pi Φ_pj Φ_xixj − Φ_pi Φ_xj Φ_xipj − Φ_xi Φ_pj Φ_pixj + Φ_xi Φ_xj Φ_pipj
Expr levi_civita(const Expr& Phi, const Pair& i, const Pair& j) {
    const Expr pi = derivative(Phi, i.p), pj = derivative(Phi, j.p), xi = derivative(Phi, i.x),
               xj = derivative(Phi, j.x);
    return pi * pj * derivative(xi, j.x) - pi * xj * derivative(xi, j.p) - xi * pj * derivative(pi, j.x) +
           xi * xj * derivative(pi, j.p);
}

bool is_free_of(const Expr& e, const Expr& x) { return is_constant_in(e, x); }

Expr constant_of(const Setting& s, const Expr& x, std::size_t place) {
    return introduced(s.c, "a_" + name_of(x, false), SymbolKind::constant, "constant of S", place);
}

// The factors of a product that depend on x alone; nothing where a factor depends on x and on others.
std::optional<Expr> part_in(const Expr& e, const Expr& x, const std::vector<Pair>& others) {
    Context& c = e.context();
    const Node node = c.node(e.id());
    if (node.kind == Kind::multiple) return part_in(Expr(c, node.args[1]), x, others);
    const auto depends_on_others = [&](const Expr& f) {
        return std::ranges::any_of(others,
                                   [&](const Pair& o) { return !is_free_of(f, o.x) || !is_free_of(f, o.p); });
    };
    std::vector<std::pair<Expr, Rational>> factors;
    if (node.kind == Kind::product)
        for (std::size_t k = 0; k < node.count; k += 2)
            factors.emplace_back(Expr(c, node.args[k]), c.number_at(node.args[k + 1]));
    else
        factors.emplace_back(e, Rational(1));
    Expr part = c.one();
    for (const auto& [base, exponent] : factors) {
        if (is_free_of(base, x)) continue;
        if (depends_on_others(base)) return std::nullopt;
        part *= pow(base, exponent);
    }
    return part;
}

// One coordinate after another is taken off: Φ f = A(x_k, p_k) + B(the others), so A = a_k and B = −a_k. Each equation is quadratic in
// its momentum.
class Separator {
  public:
    Separator(const Setting& s, Expr Phi, std::vector<Pair> pairs, const Budget& budget)
        : s_(s), Phi_(Phi), rest_(std::move(pairs)), budget_(budget) {}

    std::vector<Part> parts;
    std::vector<Expr> constants;
    Expr energy;

    // False where the equations could not be written down.
    bool run() {
        take_cyclic();
        take_time();
        while (rest_.size() > 1) {
            budget_.check();
            if (!take_one() && !take_all_at_reference()) return false;
        }
        if (rest_.size() == 1) parts.push_back({rest_[0].x, rest_[0].p, simplified(Phi_), {}, false, {}});
        return solve_all();
    }

  private:
    // S_t = −h, and dS_i/dx = a_i: of those that do not occur. One coordinate stays, for Φ = 0 itself.
    void take_cyclic() {
        std::vector<Pair> kept;
        for (const Pair& pair : rest_) {
            const bool is_last = parts.size() + 1 == rest_.size();
            if (is_last || !is_free_of(Phi_, pair.x)) {
                kept.push_back(pair);
                continue;
            }
            const bool is_time = pair.x == s_.t;
            if (is_time) level_ = energy_constant(s_);
            constants.push_back(is_time ? level_ : constant_of(s_, pair.x, constants.size()));
            const Expr slope = is_time ? -constants.back() : constants.back();
            Phi_ = simplified(substitute(Phi_, {{pair.p, slope}}));
            parts.push_back({pair.x, pair.p, pair.p - slope, slope, false, {}});
        }
        rest_ = std::move(kept);
    }

    // H = β(t) K(q, p) + g(t): S_t = −β a − g, K = a.
    void take_time() {
        if (rest_.size() < 2 || rest_[0].x != s_.t) return;
        const Pair time = rest_[0];
        const std::vector<Pair> others(rest_.begin() + 1, rest_.end());
        Expr of_time = s_.c.zero(), H = s_.c.zero();
        for (const Term& term : terms_of(expand(simplified(Phi_ - time.p)))) {
            const bool is_of_time = std::ranges::all_of(others, [&](const Pair& o) {
                return is_free_of(term.expr, o.x) && is_free_of(term.expr, o.p);
            });
            (is_of_time ? of_time : H) += term.coefficient * term.expr;
        }
        const std::optional<Expr> beta = part_in(simplified(H), time.x, others);
        if (!beta) return;
        const Expr K = simplified(H / *beta);
        if (!is_free_of(K, time.x)) return;
        level_ = constant_of(s_, time.x, constants.size());
        constants.push_back(level_);
        const Expr slope = simplified(-*beta * level_ - of_time);
        parts.push_back({time.x, time.p, time.p - slope, slope, false, {}});
        Phi_ = K - level_;
        rest_ = others;
    }

    bool take_one() {
        for (std::size_t k = 0; k < rest_.size(); ++k) {
            std::vector<Pair> others = rest_;
            others.erase(others.begin() + static_cast<long>(k));
            if (take(rest_[k], others)) {
                rest_ = others;
                return true;
            }
        }
        return false;
    }

    // Φ = ½ g p² + Φ_0, g and Φ_0 without p: f = α(x)/g with α from the quotient of g and another's.
    bool take(const Pair& pair, const std::vector<Pair>& others) {
        const Expr g = simplified(derivative(derivative(Phi_, pair.p), pair.p));
        if (vanishes(g) || !is_free_of(g, pair.p)) return false;
        const Expr Phi_0 = simplified(Phi_ - g * pair.p * pair.p / 2);
        if (!is_free_of(Phi_0, pair.p)) return false;
        const auto other = std::ranges::find_if(
            others, [&](const Pair& o) { return !vanishes(derivative(derivative(Phi_, o.p), o.p)); });
        if (other == others.end()) return false;
        const Expr quotient = simplified(g / derivative(derivative(Phi_, other->p), other->p));
        const std::optional<Expr> alpha = part_in(quotient, pair.x, others);
        if (!alpha) return false;
        const Expr W = expand(simplified(*alpha * Phi_0 / g));
        for (const Pair& o : others)
            for (const Expr& x : {o.x, o.p})
                if (!vanishes(derivative(derivative(W, pair.x), x))) return false;
        Expr of_pair = s_.c.zero(), of_others = s_.c.zero();
        for (const Term& term : terms_of(W))
            (is_free_of(term.expr, pair.x) ? of_others : of_pair) += term.coefficient * term.expr;
        for (const Pair& o : others)
            if (!is_free_of(of_pair, o.x) || !is_free_of(of_pair, o.p)) return false;
        const Expr a = constant_of(s_, pair.x, constants.size());
        constants.push_back(a);
        parts.push_back(
            {pair.x, pair.p, simplified(*alpha * pair.p * pair.p / 2 + of_pair) - a, {}, false, {}});
        Phi_ = simplified(of_others) + a;
        return true;
    }

    // With the momenta c_j at a place x° as constants, the equation for p_i is Φ(x_i, x°; p_i, c) = 0: whatever is separable. h follows
    // from Φ(x°, c) = 0.
    bool take_all_at_reference() {
        const Expr h = level_;
        if (!h || std::ranges::find(constants, h) == constants.end()) return false;
        const Expr per_h = derivative(Phi_, h);
        for (int first = 1; first <= kReferences; ++first) {
            Substitution at, momenta;
            std::vector<Expr> c;
            for (const Pair& pair : rest_) {
                at.emplace_back(pair.x, s_.c.number(Rational(first + static_cast<int>(at.size()))));
                c.push_back(constant_of(s_, pair.x, constants.size() + c.size()));
                momenta.emplace_back(pair.p, c.back());
            }
            Substitution all = at;
            all.insert(all.end(), momenta.begin(), momenta.end());
            try {
                const Expr there = substitute(Phi_, all), slope = substitute(per_h, all);
                if (vanishes(slope)) continue;
                const Expr value = simplified(h - there / slope);
                std::vector<Part> found;
                for (std::size_t i = 0; i < rest_.size(); ++i) {
                    Substitution others{{h, value}};
                    for (std::size_t j = 0; j < rest_.size(); ++j)
                        if (j != i) {
                            others.push_back(at[j]);
                            others.push_back(momenta[j]);
                        }
                    found.push_back(
                        {rest_[i].x, rest_[i].p, simplified(substitute(Phi_, others)), {}, false, {}});
                }
                std::erase(constants, h);
                for (Part& part : parts)
                    if (part.slope) part.slope = substitute(part.slope, {{h, value}});
                for (Part& part : parts) part.equation = substitute(part.equation, {{h, value}});
                if (h == energy_constant(s_)) energy = value;
                constants.insert(constants.end(), c.begin(), c.end());
                parts.insert(parts.end(), found.begin(), found.end());
                rest_.clear();
                return true;
            } catch (const Undefined&) {
                continue;
            }
        }
        return false;
    }

    // A p² + B p + C = 0
    bool solve_all() {
        for (Part& part : parts) {
            if (part.slope) continue;
            const Expr dp = derivative(part.equation, part.momentum);
            const Expr A = simplified(derivative(dp, part.momentum) / 2);
            if (!is_free_of(A, part.momentum)) return false;
            const Substitution rest{{part.momentum, s_.c.zero()}};
            const Expr B = simplified(substitute(dp, rest)), C = substitute(part.equation, rest);
            if (vanishes(A)) {
                if (vanishes(B)) return false;
                part.slope = simplified(-C / B);
                continue;
            }
            part.has_root = true;
            part.slope =
                vanishes(B) ? sqrt(simplified(-C / A)) : (sqrt(simplified(B * B - 4 * A * C)) - B) / (2 * A);
        }
        for (Part& part : parts) {
            budget_.check();
            part.S = antiderivative(part.slope, part.x);
        }
        return true;
    }

    const Setting& s_;
    Expr Phi_;
    Expr level_;  // the constant that comes with time
    std::vector<Pair> rest_;
    const Budget& budget_;
};

SumOfQuadratures summed(const std::vector<Part>& parts) {
    SumOfQuadratures S{parts.front().x.context().zero()};
    for (const Part& part : parts) {
        if (part.S)
            S.closed += *part.S;
        else
            S.quadratures.push_back({part.slope, part.x});
    }
    return S;
}

SumOfQuadratures slope(const SumOfQuadratures& S, const Expr& a) {
    SumOfQuadratures out{simplified(derivative(S.closed, a))};
    for (const auto& [p, x] : S.quadratures) {
        if (vanishes(derivative(p, a))) continue;
        // Of a root, ∂p/∂a = (∂p²/∂a)/(2p) is shorter.
        const Expr of_square = simplified(derivative(p * p, a) / 2), itself = simplified(derivative(p, a));
        const bool is_root = operations(of_square).total() < operations(itself).total();
        out.quadratures.push_back({is_root ? of_square / p : itself, x});
    }
    return out;
}

// Φ = 0, the rank of ∂p/∂a and Maggi's equations along the curves.
void prove(Separation& found, const Setting& s, const HamiltonJacobi& equation, Vanishing& vanishing) {
    Substitution slopes;
    std::vector<Expr> momenta;
    for (const Part& part : found.parts) slopes.emplace_back(part.momentum, part.slope);
    const std::size_t n = s.q.size();
    if (found.constants.size() != n) return;
    Matrix jacobian(s.c, n, n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < n; ++k)
            jacobian(i, k) = derivative(substitute(equation.S_q[i], slopes), found.constants[k]);
    const RankResult rank_of = rank(jacobian);
    for (std::size_t k = 1; k < equation.XS.size(); ++k)
        momenta.push_back(substitute(equation.XS[k], slopes));
    std::vector<Expr> zeros = curve_family(s, equation, momenta).residuals;
    zeros.push_back(substitute(equation.left, slopes));
    const Vanishing::Result all = all_vanish(vanishing, zeros);
    found.is_complete = rank_of.rank == n && all.answer == Answer::yes;
    if (all.answer == Answer::unknown) found.not_written = all.reason;
    vanishing.count_error(rank_of.error_bound);
}

}  // namespace

Separation separation(const Setting& s, const HamiltonJacobi& equation, const Budget& budget) {
    Separation found;
    if (!s.is_unconstrained() || s.on_algebra()) {
        found.verdict = Separation::Verdict::does_not_apply;
        found.reason = s.on_algebra() ? "the velocities are those of a Lie algebra"
                                      : "the coordinates are not independent";
        return found;
    }
    std::vector<Pair> pairs{{s.t, equation.S_t}};
    for (std::size_t i = 0; i < s.q.size(); ++i) pairs.push_back({s.q[i], equation.S_q[i]});
    Vanishing vanishing(s, budget);
    for (std::size_t i = 0; i < pairs.size(); ++i)
        for (std::size_t j = i + 1; j < pairs.size(); ++j) {
            const Vanishing::Result result = vanishing(levi_civita(equation.left, pairs[i], pairs[j]));
            if (result.answer == Answer::yes) continue;
            found.verdict = result.answer == Answer::no ? Separation::Verdict::not_separable
                                                        : Separation::Verdict::undecided;
            found.reason = result.reason;
            found.coupled = {pairs[i].x, pairs[j].x};
            if (!result.witness.empty()) found.where = {result.witness, result.value};
            found.proof = {FactProof::Kind::witness};
            if (result.answer == Answer::no) return found;
        }
    if (found.coupled) return found;
    found.verdict = Separation::Verdict::separable;
    found.for_these_parameters = vanishing.for_these_parameters();
    if (found.for_these_parameters) {
        found.not_written = "they hold for the stated values of the parameters only";
        found.proof = vanishing.proof();
        return found;
    }
    Separator separator(s, equation.left, pairs, budget);
    if (separator.run()) {
        found.parts = std::move(separator.parts);
        found.constants = std::move(separator.constants);
        found.energy = separator.energy;
        prove(found, s, equation, vanishing);
        if (!found.is_complete) {
            found.parts.clear();
            if (found.not_written.empty()) found.not_written = "what was found is no complete integral";
        } else {
            found.S = summed(found.parts);
            for (const Expr& a : found.constants) found.integrals.push_back(slope(found.S, a));
        }
    } else {
        found.not_written = "the equations could not be solved for the momenta";
    }
    found.proof = vanishing.proof();
    return found;
}

}  // namespace anholon
