#include "study/standstill/exact_standstill.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "algebra/exactly.hpp"
#include "base/text.hpp"
#include "expr/context.hpp"
#include "expr/derivative.hpp"
#include "expr/introduce.hpp"
#include "expr/normal_form.hpp"
#include "expr/print.hpp"
#include "expr/rebuild.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "integrate/least_squares.hpp"
#include "structure/zeros/range.hpp"

namespace anholon {

namespace {

// What Newton's method leaves of a zero is less, what it finds is more.
constexpr double surely_zero = 1e-9, surely_same = 1e-6;

// Symmetries that are independent at x: the first ones that are.
std::vector<std::size_t> independent_fields(SteadyPart& part, const std::vector<double>& x) {
    const std::size_t n = part.kept().size(), r = part.symmetries().size();
    const std::vector<double> V = part.symmetries_at(x);
    std::vector<std::size_t> chosen;
    for (std::size_t k = 0; k < r; ++k) {
        std::vector<double> rows;
        chosen.push_back(k);
        for (const std::size_t j : chosen)
            for (std::size_t i = 0; i < n; ++i) rows.push_back(V[i * r + j]);
        if (rank(rows, chosen.size(), n, {1e-9}) < chosen.size()) chosen.pop_back();
    }
    return chosen;
}

using State = std::vector<double>;

// Along one symmetry to a place of the orbit where one more variable is zero, the nearest there is: of the states on an orbit, that one is
// written shortest.
class OrbitWalk {
  public:
    OrbitWalk(SteadyPart& part, std::size_t field) : part_(part), field_(field) {}

    void to_a_zero(State& x) {
        const State here = slopes(x);
        double scale = 0;
        for (const std::size_t k : part_.kept()) scale = std::max(scale, std::fabs(x[k]));
        const auto is_zero = [&](double v) { return std::fabs(v) < surely_zero * std::max(1.0, scale); };
        std::vector<std::size_t> moved;
        for (const std::size_t k : part_.kept()) {
            if (is_zero(here[k])) continue;
            if (is_zero(x[k])) return;  // it is there already
            moved.push_back(k);
        }
        std::optional<State> best;
        double best_length = longest;
        for (const std::size_t k : moved)
            for (const double direction : {1.0, -1.0})
                if (auto there = zero_of(x, k, direction, best_length)) best = std::move(there);
        if (best) x = std::move(*best);
    }

  private:
    static constexpr double step = 1.0 / 64, longest = 13;  // more than a turn, of half angles too

    State slopes(const State& x) const {
        const std::size_t n = part_.kept().size(), r = part_.symmetries().size();
        const State V = part_.symmetries_at(x);
        State dx(x.size(), 0.0);
        for (std::size_t i = 0; i < n; ++i) dx[part_.kept()[i]] = V[i * r + field_];
        return dx;
    }
    static State sum(State x, const State& dx, double factor) {
        for (std::size_t k = 0; k < x.size(); ++k) x[k] += factor * dx[k];
        return x;
    }
    // Runge and Kutta's step.
    State moved(const State& x, double h) const {
        const State a = slopes(x), b = slopes(sum(x, a, h / 2)), c = slopes(sum(x, b, h / 2)),
                    d = slopes(sum(x, c, h));
        return sum(sum(sum(sum(x, a, h / 6), b, h / 3), c, h / 3), d, h / 6);
    }
    std::optional<State> zero_of(State x, std::size_t k, double direction, double& most) const {
        for (double gone = 0; gone < most; gone += step) {
            const State next = moved(x, direction * step);
            if ((next[k] > 0) == (x[k] > 0)) {
                x = next;
                continue;
            }
            constexpr int rounds = 8;
            for (int round = 0; round < rounds; ++round) {
                const double slope = slopes(x)[k];
                if (slope == 0 || !std::isfinite(x[k] / slope)) return std::nullopt;
                x = moved(x, -x[k] / slope);
            }
            most = gone;
            return x;
        }
        return std::nullopt;
    }

    SteadyPart& part_;
    std::size_t field_;
};

class Search {
  public:
    Search(SteadyPart& part, const System& system, State x, const Substitution& numbers,
           const ConstantValues& parameters, const Budget& budget, const std::vector<Expr>& asked)
        : part_(part),
          system_(system),
          x_(std::move(x)),
          parameters_(parameters),
          budget_(budget),
          known_(numbers),
          asked_(asked) {}

    ExactStandstill run() {
        for (const std::size_t field : independent_fields(part_, x_)) OrbitWalk(part_, field).to_a_zero(x_);
        const StandingNumbers standing = standing_numbers(part_, system_, x_);
        numbers_ = standing.numbers;
        out_.fields = standing.fields;
        out_.turning = standing.turning;
        put_zeros();
        const std::vector<Expr> equations = this->equations();
        solve(equations);
        prove(equations);
        read();
        return std::move(out_);
    }

  private:
    const RateEquations& rates() const { return part_.formulation().equations(); }

    // Time and cyclic coordinates have no influence; what is zero in numbers is tried as zero.
    void put_zeros() {
        for (const auto& [symbol, value] : numbers_) scale_ = std::max(scale_, std::fabs(value));
        known_.emplace_back(rates().t, system_.c().zero());
        known_.insert(known_.end(), part_.left_out().begin(), part_.left_out().end());
        for (std::size_t k = 0; k < numbers_.size(); ++k) {
            const auto& [symbol, value] = numbers_[k];
            if (k < x_.size() && !std::ranges::binary_search(part_.kept(), k)) continue;
            if (std::fabs(value) <= surely_zero * scale_)
                known_.emplace_back(symbol, system_.c().zero());
            else
                unknown_.push_back(symbol);
        }
    }

    Expr known(Expr e) const {
        try {
            return with_known_roots(system_, substitute(e, known_));
        } catch (const Undefined&) {
            throw NotExact("'" + text_in_brief(e) + "' has no value there as it is written");
        }
    }

    // Constraints; W z = r; ẋ = c_k ξ_k.
    std::vector<Expr> equations() const {
        std::vector<Expr> list;
        for (const Expr& F : part_.constraints()) list.push_back(known(F));
        const RateEquations& e = rates();
        for (std::size_t i = 0; i < e.unknowns.size(); ++i) {
            Expr gap = -known(e.r[i]);
            for (std::size_t j = 0; j < e.unknowns.size(); ++j)
                gap += known(e.W(i, j)) * known(e.unknowns[j]);
            list.push_back(gap);
        }
        const std::size_t n = part_.kept().size();
        for (std::size_t i = 0; i < n; ++i) {
            Expr gap = known(e.rates[part_.kept()[i]]);
            for (std::size_t k = 0; k < out_.fields.size(); ++k)
                gap -=
                    known(out_.turning[k]) * known(part_.symmetries().components()[out_.fields[k] * n + i]);
            list.push_back(gap);
        }
        std::erase_if(list, [](const Expr& e) { return e.is_number() && e.number().is_zero(); });
        return list;
    }

    double number_of(const Expr& symbol) const {
        return std::ranges::find(numbers_, symbol, &std::pair<Expr, double>::first)->second;
    }

    Point letters(const std::vector<Expr>& free) const {
        Point point(parameters_.begin(), parameters_.end());
        for (const Expr& x : free) point.emplace_back(x, exactly(number_of(x)));
        return point;
    }

    bool is_here(const SolvedFamily& family) const {
        const Point at = letters(family.free);
        return std::ranges::all_of(family.solved, [&](const std::pair<Expr, Expr>& one) {
            const double value = value_at(one.second, at), number = number_of(one.first);
            return std::fabs(value - number) <= surely_same * scale_;
        });
    }

    // Equations without roots of unknowns first: what they say may take the roots out of others, as q1² = 1 does of √(c² q1⁴).
    void solve(std::vector<Expr> equations) {
        std::vector<Expr> unknown = unknown_;
        while (true) {
            for (Expr& e : equations) e = with_known_roots(system_, substitute(e, solved_));
            std::erase_if(equations, [](const Expr& e) { return vanishes(e); });
            if (equations.empty()) break;
            std::vector<Expr> first;
            for (const Expr& e : equations)
                if (const Expr part = vanishing_factors(e, unknown); !has_roots_of(part, unknown))
                    first.push_back(part);
            const SolvedFamily family = solved(first.empty() ? equations : first, unknown);
            if (family.solved.empty()) throw NotExact("its equations are not solved in letters");
            for (auto& [variable, value] : solved_) value = simplified(substitute(value, family.solved));
            solved_.insert(solved_.end(), family.solved.begin(), family.solved.end());
            unknown = family.free;
        }
        free_ = unknown;
        prefer([&](const Expr& x) { return is_kept(x); });  // w3, not the rate c = −w3 at which axes turn
        if (!asked_.empty()) prefer([&](const Expr& x) { return is_asked(x); });
        known_.insert(known_.end(), solved_.begin(), solved_.end());
        out_.values = letters(free_);
    }

    bool is_kept(const Expr& x) const {
        return std::ranges::any_of(part_.kept(), [&](std::size_t k) { return part_.state()[k] == x; });
    }
    bool is_asked(const Expr& x) const { return std::ranges::find(asked_, x) != asked_.end(); }

    // Letters that are not `preferred` give way to variables that are: x = α c + β is c = (x − β)/α.
    void prefer(const std::function<bool(const Expr&)>& preferred) {
        for (Expr& letter : free_) {
            if (preferred(letter)) continue;
            for (auto& [variable, value] : solved_) {
                if (!preferred(variable)) continue;
                const Expr slope = derivative(value, letter);
                if (vanishes(slope) || !vanishes(derivative(slope, letter))) continue;
                const Expr rest = substitute(value, {{letter, system_.c().zero()}});
                const Substitution exchange{{letter, simplified((variable - rest) / slope)}};
                const Expr freed = std::exchange(variable, letter);
                value = exchange[0].second;
                for (auto& [other, formula] : solved_)
                    if (other != letter) formula = simplified(substitute(formula, exchange));
                letter = freed;
                break;
            }
        }
    }

    SolvedFamily solved(const std::vector<Expr>& equations, const std::vector<Expr>& unknown) const {
        try {
            return solved_here(equations, unknown);
        } catch (const NotExact&) {
            if (auto by_root = solved_by_root(equations, unknown)) return *by_root;
            throw;
        }
    }

    // The equation at x = 0; empty where it has no value there as it is written.
    static Expr without(const Expr& e, const Expr& x) {
        try {
            return substitute(e, {{x, e.context().zero()}});
        } catch (const Undefined&) {
            return {};
        }
    }

    // a x² + b = 0 with a and b of other unknowns, as φ̇² = g/(l cos θ): the root of the sign that it has here. Where −b/a is positive cannot
    // be said for all values of those unknowns; it is so near this standstill.
    std::optional<SolvedFamily> solved_by_root(const std::vector<Expr>& equations,
                                               const std::vector<Expr>& unknown) const {
        const Point at = letters(unknown);
        for (const Expr& e : equations)
            for (const Expr& x : unknown) {
                const Expr slope = derivative(e, x), twice = derivative(slope, x), rest = without(e, x),
                           slope_there = without(slope, x);
                if (!rest || !slope_there || vanishes(twice) || !vanishes(derivative(twice, x)) ||
                    !vanishes(slope_there))
                    continue;
                const Expr square = simplified(-rest * Rational(2) / twice);
                const double number = value_at(square, at), here = number_of(x);
                if (!(number > 0) ||
                    std::fabs(std::sqrt(number) - std::fabs(here)) > surely_same * std::fabs(here))
                    continue;
                SolvedFamily out;
                out.solved.emplace_back(x, pow(square, Rational(1, 2)) * Rational(here > 0 ? 1 : -1));
                for (const Expr& other : unknown)
                    if (other != x) out.free.push_back(other);
                return out;
            }
        return std::nullopt;
    }

    SolvedFamily solved_here(const std::vector<Expr>& equations, const std::vector<Expr>& unknown) const {
        const ZeroSet zeros = zero_set(equations, unknown, letter_values(), budget_);
        const auto here = std::ranges::find_if(zeros.families, [&](const auto& f) { return is_here(f); });
        if (here == zeros.families.end())
            throw NotExact(zeros.is_complete ? "its equations have no solution in letters near it"
                                             : "its equations are not solved in letters: " + zeros.reason);
        return *here;
    }

    // Of the factors of an equation those that vanish here: the others belong to standstills elsewhere.
    Expr vanishing_factors(const Expr& e, const std::vector<Expr>& unknown) const {
        const NormalForms forms(std::span(&e, 1), 2000);
        const auto split = factor(forms[0].numerator);
        if (!split || split->powers.size() < 2) return e;
        const Point at = letters(unknown);
        std::vector<double> generators;
        for (std::size_t g = 0; g < forms.ring().generators(); ++g)
            generators.push_back(forms.generator(g) ? value_at(forms.generator(g), at) : 0);
        Expr kept = system_.c().one();
        for (const auto& [p, exponent] : split->powers) {
            double value = 0, size = 0;
            p.for_each_term([&](const Rational& c, std::span<const long> exponents) {
                double term = c.to_double(), most = std::fabs(term);
                for (std::size_t g = 0; g < exponents.size(); ++g) {
                    term *= std::pow(generators[g], static_cast<double>(exponents[g]));
                    most *=
                        std::pow(std::max(1.0, std::fabs(generators[g])), static_cast<double>(exponents[g]));
                }
                value += term;
                size += most;
            });
            if (std::fabs(value) <= surely_same * size) kept *= forms.expr(p);
        }
        return kept.is_number() ? e : kept;
    }

    static bool has_roots_of(const Expr& e, const std::vector<Expr>& unknown) {
        Context& c = e.context();
        const Walk walk(e);
        return std::ranges::any_of(walk.nodes(), [&](NodeId id) {
            const Node node = c.node(id);
            if (node.kind != Kind::product) return false;
            for (std::size_t k = 0; k < node.count; k += 2) {
                if (c.number_at(node.args[k + 1]).is_integer()) continue;
                for (const Expr& x : symbols_of(Expr(c, node.args[k])))
                    if (std::ranges::find(unknown, x) != unknown.end()) return true;
            }
            return false;
        });
    }

    // A letter is no zero though its value may be one: that value only decides which roots are real.
    ConstantValues letter_values() const {
        ConstantValues list;
        for (const auto& [symbol, value] : parameters_)
            list.emplace_back(symbol, value.is_zero() ? Rational(1, 1L << 60) : value);
        return list;
    }

    // zero_set takes what vanishes at the values of constants for zero: here it has to vanish for all of them.
    void prove(const std::vector<Expr>& equations) {
        for (const Expr& e : equations) {
            const Expr gap = with_known_roots(system_, substitute(e, solved_));
            const ZeroVerdict verdict = is_zero_modulo_primes(gap);
            if (verdict.answer != Answer::yes)
                throw NotExact("it is one only where " + text_in_brief(simplified(gap)) + " = 0");
            out_.error_bound += verdict.error_bound;
        }
    }

    void read() {
        out_.place = known_;
        const auto value_of = [&](const Expr& x) {
            const auto found = std::ranges::find(known_, x, &std::pair<Expr, Expr>::first);
            return found == known_.end() ? x : found->second;
        };
        for (const std::size_t k : part_.kept()) {
            const Expr x = part_.state()[k];
            out_.kept.emplace_back(x, value_of(x));
            if (std::ranges::find(free_, x) != free_.end()) out_.free.push_back(x);
        }
        for (Expr& c : out_.turning) c = value_of(c);
    }

    SteadyPart& part_;
    const System& system_;
    State x_;
    const ConstantValues& parameters_;
    const Budget& budget_;
    Substitution known_, solved_;
    std::vector<std::pair<Expr, double>> numbers_;
    double scale_ = 0;  // the largest of them
    std::vector<Expr> unknown_, free_;
    const std::vector<Expr>& asked_;
    ExactStandstill out_;
};

// u if e = u² up to a positive number, that number's root being rational: its sign is that of its value.
Expr known_root(const System& system, Expr square) {
    try {
        const NormalForms forms(std::span(&square, 1), 2000);
        if (forms.ring().generators() == 0 || forms.has_roots()) return {};
        Expr root = system.c().one();
        const auto take = [&](const Polynomial& p, int direction) {
            const auto factors = factor(p);
            if (!factors || factors->constant.sign() < 0) return false;
            root *= pow(system.c().number(factors->constant), Rational(direction, 2));
            for (const auto& [q, exponent] : factors->powers) {
                const Expr base = forms.expr(q);
                const int sign = sign_of(system, base);
                if (exponent % 2 != 0) return false;
                if (sign == 0 && exponent % 4 != 0) return false;
                const Rational half(direction * exponent / 2);
                root *= pow(sign < 0 ? -base : base, half);
            }
            return true;
        };
        if (!take(forms[0].numerator, 1) || !take(forms[0].denominator, -1)) return {};
        return root;
    } catch (const std::runtime_error&) {
        return {};
    }
}

}  // namespace

Expr with_known_roots(const System& system, Expr e) {
    Context& c = system.c();
    const Walk walk(e);
    std::vector<NodeId> made;
    const auto at = [&](NodeId id) { return walk.contains(id) ? made[walk.place(id)] : id; };
    for (const NodeId id : walk.nodes()) {
        const NodeId next = rebuild(c, id, at);
        const Node node = c.node(next);
        Expr value(c, next);
        if (node.kind == Kind::product)
            for (std::size_t k = 0; k < node.count; k += 2) {
                const Rational exponent = c.number_at(node.args[k + 1]);
                if (exponent.denominator() != Rational(2)) continue;
                const Expr base(c, node.args[k]);
                if (const Expr root = known_root(system, base))
                    value = value / pow(base, exponent) * pow(root, exponent * Rational(2));
            }
        made.push_back(value.id());
    }
    return {c, made.back()};
}

StandingNumbers standing_numbers(SteadyPart& part, const System& system, const std::vector<double>& x) {
    StandingNumbers out{independent_fields(part, x), {}, {}};
    const std::vector<Expr>& unknowns = part.formulation().equations().unknowns;
    std::vector<double> z(unknowns.size()), dx(x.size());
    if (!part.rates().solve(0, x, z) || !part.rates().rates(0, x, dx))
        throw NotExact("the rates have no value there: " + part.why());
    for (std::size_t k = 0; k < x.size(); ++k) out.numbers.emplace_back(part.state()[k], x[k]);
    for (std::size_t k = 0; k < z.size(); ++k) out.numbers.emplace_back(unknowns[k], z[k]);
    const std::size_t n = part.kept().size(), r = part.symmetries().size(), count = out.fields.size();
    const std::vector<double> V = part.symmetries_at(x);
    std::vector<double> columns(n * count), kept;
    for (std::size_t i = 0; i < n; ++i) {
        kept.push_back(dx[part.kept()[i]]);
        for (std::size_t k = 0; k < count; ++k) columns[i * count + k] = V[i * r + out.fields[k]];
    }
    const std::vector<double> c = count > 0 ? least_squares(columns, n, count, kept) : kept;
    for (std::size_t k = 0; k < count; ++k) {
        out.turning.push_back(introduced(system.c(), "turning" + std::to_string(k + 1), SymbolKind::variable,
                                         "rates along symmetries", k));
        out.numbers.emplace_back(out.turning.back(), c[k]);
    }
    return out;
}

Expr ExactStandstill::at(Expr e) const {
    try {
        return substitute(e, place);
    } catch (const Undefined&) {
        throw NotExact("'" + text_in_brief(e) + "' has no value there as it is written");
    }
}

std::vector<Expr> ExactStandstill::at(std::span<const Expr> e) const {
    try {
        return substitute(e, place);
    } catch (const Undefined&) {
        throw NotExact("the linear equations have no value there as they are written");
    }
}

double ExactStandstill::value(Expr e) const { return value_at(e, values); }

ExactStandstill exact_standstill(SteadyPart& part, const System& system, const std::vector<double>& x,
                                 const Substitution& numbers, const ConstantValues& parameters,
                                 const Budget& budget, const std::vector<Expr>& free) {
    return Search(part, system, x, numbers, parameters, budget, free).run();
}

}  // namespace anholon
