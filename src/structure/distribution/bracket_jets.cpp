#include "structure/distribution/bracket_jets.hpp"

#include <algorithm>
#include <map>

#include "expr/build.hpp"
#include "expr/derivative.hpp"
#include "expr/elementary.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxFunctions = 100;

// Functions and roots that occur in rational operations, each once; of base^(p/q) the root base^(1/q).
std::vector<Expr> letters_in(Context& c, const std::vector<Expr>& entries) {
    std::vector<Expr> found;
    const auto add = [&](Expr e) {
        if (std::ranges::find(found, e) == found.end()) found.push_back(e);
    };
    const Walk walk(c, entries);
    for (const NodeId id : walk.nodes()) {
        const Node node = c.node(id);
        if (node.kind == Kind::function) add(Expr(c, id));
        for (std::size_t k = 0; node.kind == Kind::product && k < node.count; k += 2)
            if (const Rational& e = c.number_at(node.args[k + 1]); !e.is_integer())
                add(pow(Expr(c, node.args[k]), 1 / e.denominator()));
    }
    return found;
}

}  // namespace

BracketJets::BracketJets(const Distribution& D) : n_(D.q.size()) {
    if (D.s.on_algebra()) {
        why_not_ = "the fields act on no coordinates";
        return;
    }
    for (const std::size_t r : D.free) fields_.push_back(r);
    entries_ = elementary(D.eta.entries());
    variables_ = {D.s.t};
    variables_.insert(variables_.end(), D.q.begin(), D.q.end());
    add_functions(D);
    for (const Parameter& p : D.s.system.parameters) variables_.push_back(p.symbol);
    variables_.push_back(D.s.c.pi());
    if (!why_not_) compile(D.s.c);
}

// df for each function f that occurs, and for those that occur in that.
void BracketJets::add_functions(const Distribution& D) {
    Context& c = D.s.c;
    const std::vector<Expr> axes = variables_;
    for (std::vector<Expr> more = letters_in(c, entries_); !more.empty();) {
        if (variables_.size() + more.size() > axes.size() + kMaxFunctions) {
            why_not_ = "there are too many functions in the forms";
            return;
        }
        for (const Expr& f : more) {
            variables_.push_back(f);
            const std::vector<Expr> slopes = elementary(gradient(f, axes));
            entries_.insert(entries_.end(), slopes.begin(), slopes.end());
        }
        more = letters_in(c, entries_);
        std::erase_if(more,
                      [&](const Expr& f) { return std::ranges::find(variables_, f) != variables_.end(); });
    }
}

void BracketJets::compile(Context& c) {
    std::map<NodeId, std::size_t> places;
    for (std::size_t k = 0; k < variables_.size(); ++k) places.emplace(variables_[k].id(), k);
    const Walk walk(c, entries_);
    // What stands inside functions alone is not computed.
    std::vector<bool> is_needed(walk.size(), false);
    for (const Expr& e : entries_) is_needed[walk.place(e.id())] = true;
    program_.resize(walk.size());
    for (std::size_t i = walk.size(); i-- > 0;) {
        const NodeId id = walk[i];
        const Node node = c.node(id);
        Step& step = program_[i];
        step.is_needed = is_needed[i];
        if (!step.is_needed) continue;
        step.kind = node.kind;
        const auto need = [&](NodeId argument) {
            const std::size_t place = walk.place(argument);
            is_needed[place] = true;
            return place;
        };
        switch (node.kind) {
            case Kind::number: step.number = c.number_at(id); break;
            case Kind::symbol:
            case Kind::function:
                step.kind = Kind::symbol;
                if (!places.contains(id))
                    why_not_ = "the forms contain a constant that is not a parameter";
                else
                    step.variable = places.at(id);
                break;
            case Kind::multiple:
                step.kind = Kind::sum;
                step.terms.emplace_back(need(node.args[1]), c.number_at(node.args[0]));
                break;
            case Kind::sum:
                step.number = c.number_at(node.args[0]);
                for (std::size_t k = 1; k < node.count; k += 2)
                    step.terms.emplace_back(need(node.args[k + 1]), c.number_at(node.args[k]));
                break;
            case Kind::product:
                for (std::size_t k = 0; k < node.count; k += 2) {
                    const Rational& e = c.number_at(node.args[k + 1]);
                    const auto numerator = static_cast<long>((e * e.denominator()).to_double());
                    if (e.is_integer())
                        step.factors.emplace_back(need(node.args[k]), numerator);
                    else
                        step.roots.emplace_back(
                            places.at(pow(Expr(c, node.args[k]), 1 / e.denominator()).id()), numerator);
                }
                break;
        }
    }
    for (const Expr& e : entries_) results_.push_back(walk.place(e.id()));
}

// ------------------------------------------------------------------ numbers with ε_1, …, ε_d, ε_j² = 0

// 2^d residues: the first half without ε_d, the second what stands in front of it. One that lies in a smaller algebra is kept short.
using Jet = std::vector<Residue>;

class JetEvaluation {
  public:
    JetEvaluation(const BracketJets& jets, const PrimeField& field) : jets_(jets), F_(field) {}

    bool has_failed() const { return has_failed_; }

    std::vector<Jet> bracket(std::span<const std::size_t> word, const std::vector<Jet>& P,
                             std::size_t depth) {
        std::vector<Jet> U = field(word[0], P);
        if (word.size() == 1 || has_failed_) return U;
        // DY·U from Y(P + εU), and DX·Y from X(P + εY).
        const std::vector<Jet> Y = bracket(word.subspan(1), moved(P, U, depth), depth + 1);
        if (has_failed_) return U;
        std::vector<Jet> inner;
        for (const Jet& y : Y) inner.push_back(without_last(y, depth));
        const std::vector<Jet> X = field(word[0], moved(P, inner, depth));
        for (std::size_t i = 0; i < U.size(); ++i)
            U[i] = subtract(last_part(Y[i], depth), last_part(X[i], depth));
        return U;
    }

  private:
    static Jet without_last(const Jet& a, std::size_t depth) {
        const std::size_t size = std::size_t{1} << depth;
        return a.size() <= size ? a : Jet(a.begin(), a.begin() + static_cast<long>(size));
    }
    static Jet last_part(const Jet& a, std::size_t depth) {
        const std::size_t size = std::size_t{1} << depth;
        return a.size() <= size ? Jet{Residue{}} : Jet(a.begin() + static_cast<long>(size), a.end());
    }

    // P + εU with a new ε; what does not move stays as it is.
    std::vector<Jet> moved(const std::vector<Jet>& P, const std::vector<Jet>& U, std::size_t depth) const {
        const std::size_t size = std::size_t{1} << depth;
        std::vector<Jet> Q = P;
        for (std::size_t i = 0; i < U.size(); ++i) {
            if (std::ranges::all_of(U[i], &Residue::is_zero)) continue;
            Q[i].resize(2 * size);
            std::ranges::copy(U[i], Q[i].begin() + static_cast<long>(size));
        }
        return Q;
    }

    // A X = e_r, or −A_0 for X_0, and X f = ∂f/∂t X_t + ∂f/∂q_i X_i for what is a function of the coordinates.
    std::vector<Jet> field(std::size_t place, const std::vector<Jet>& P) {
        const std::vector<Jet> entries = evaluated(P);
        const std::size_t n = jets_.n_, r = jets_.fields_[place];
        std::vector<std::vector<Jet>> rows(n);
        for (std::size_t i = 0; i < n; ++i) {
            rows[i].assign(entries.begin() + static_cast<long>(i * (n + 1) + 1),
                           entries.begin() + static_cast<long>((i + 1) * (n + 1)));
            rows[i].push_back(r == 0       ? subtract({F_.zero()}, entries[i * (n + 1)])
                              : r == i + 1 ? Jet{F_.one()}
                                           : Jet{F_.zero()});
        }
        std::vector<Jet> X = solved(std::move(rows));
        X.insert(X.begin(), Jet{r == 0 ? F_.one() : F_.zero()});
        for (std::size_t at = n * (n + 1); at < entries.size() && !has_failed_; at += n + 1) {
            Jet rate{F_.zero()};
            for (std::size_t i = 0; i <= n; ++i) rate = add(rate, multiply(entries[at + i], X[i]));
            X.push_back(std::move(rate));
        }
        return X;
    }

    std::vector<Jet> evaluated(const std::vector<Jet>& P) {
        std::vector<Jet> values;
        for (const BracketJets::Step& step : jets_.program_)
            values.push_back(step.is_needed ? result(step, values, P) : Jet{});
        std::vector<Jet> entries;
        for (const std::size_t place : jets_.results_) entries.push_back(values[place]);
        return entries;
    }

    static bool is_null(const Jet& a) { return std::ranges::all_of(a, &Residue::is_zero); }

    // Gauss and Jordan; a jet can be divided by if its first residue is not zero. Short pivots in short rows come first.
    std::vector<Jet> solved(std::vector<std::vector<Jet>> a) {
        const std::size_t n = a.size();
        std::vector<std::size_t> row_of(n, n);
        std::vector<bool> is_used(n, false);
        for (std::size_t step = 0; step < n; ++step) {
            std::size_t row = n, column = n, cost = 0;
            for (std::size_t i = 0; i < n; ++i) {
                if (is_used[i]) continue;
                std::size_t filled = 0;
                for (std::size_t j = 0; j <= n; ++j) filled += is_null(a[i][j]) ? 0 : a[i][j].size();
                for (std::size_t j = 0; j < n; ++j)
                    if (row_of[j] == n && !a[i][j][0].is_zero() &&
                        (row == n || a[i][j].size() * filled < cost)) {
                        row = i;
                        column = j;
                        cost = a[i][j].size() * filled;
                    }
            }
            if (row == n) {
                has_failed_ = true;
                return {};
            }
            is_used[row] = true;
            row_of[column] = row;
            const Jet scale = inverse(a[row][column]);
            for (Jet& x : a[row]) x = is_null(x) ? Jet{F_.zero()} : multiply(x, scale);
            for (std::size_t i = 0; i < n; ++i) {
                if (i == row || is_null(a[i][column])) continue;
                const Jet factor = a[i][column];
                for (std::size_t j = 0; j <= n; ++j)
                    if (!is_null(a[row][j])) a[i][j] = subtract(a[i][j], multiply(factor, a[row][j]));
            }
        }
        std::vector<Jet> X;
        for (std::size_t j = 0; j < n; ++j) X.push_back(a[row_of[j]][n]);
        return X;
    }

    Jet result(const BracketJets::Step& step, const std::vector<Jet>& values, const std::vector<Jet>& P) {
        switch (step.kind) {
            case Kind::symbol: return P[step.variable];
            case Kind::product: {
                Jet product{F_.one()};
                for (const auto& [place, exponent] : step.factors)
                    product = multiply(product, power(values[place], exponent));
                for (const auto& [variable, exponent] : step.roots)
                    product = multiply(product, power(P[variable], exponent));
                return product;
            }
            default: {
                Jet sum{number(step.number)};
                for (const auto& [place, coefficient] : step.terms)
                    sum = add(sum, multiply(values[place], {number(coefficient)}));
                return sum;
            }
        }
    }

    Residue number(const Rational& a) {
        const auto residue = F_.from(a);
        has_failed_ = has_failed_ || !residue;
        return residue.value_or(F_.zero());
    }

    Jet add(const Jet& a, const Jet& b) const {
        Jet sum = a.size() >= b.size() ? a : b;
        const Jet& other = a.size() >= b.size() ? b : a;
        for (std::size_t k = 0; k < other.size(); ++k) sum[k] = F_.add(sum[k], other[k]);
        return sum;
    }
    Jet subtract(const Jet& a, Jet b) const {
        for (Residue& x : b) x = F_.negate(x);
        return add(a, b);
    }

    Jet multiply(const Jet& a, const Jet& b) const {
        Jet product(std::max(a.size(), b.size()));
        a.size() <= b.size() ? add_product(a, b, product) : add_product(b, a, product);
        return product;
    }
    // out += a b, a not longer than b
    void add_product(std::span<const Residue> a, std::span<const Residue> b, std::span<Residue> out) const {
        if (a.size() == 1) {
            if (a[0].is_zero()) return;
            for (std::size_t k = 0; k < b.size(); ++k) out[k] = F_.add(out[k], F_.multiply(a[0], b[k]));
            return;
        }
        const std::size_t half = b.size() / 2;
        if (a.size() <= half) {
            add_product(a, b.first(half), out.first(half));
            add_product(a, b.subspan(half), out.subspan(half));
            return;
        }
        add_product(a.first(half), b.first(half), out.first(half));
        add_product(a.first(half), b.subspan(half), out.subspan(half));
        add_product(a.subspan(half), b.first(half), out.subspan(half));
    }

    Jet power(const Jet& a, long exponent) {
        if (exponent < 0) return power(inverse(a), -exponent);
        Jet product{F_.one()};
        for (long k = 0; k < exponent; ++k) product = multiply(product, a);
        return product;
    }
    // 1/(a + bε) = 1/a − b/a² ε
    Jet inverse(const Jet& a) {
        if (a.size() == 1) {
            has_failed_ = has_failed_ || a[0].is_zero();
            return {has_failed_ ? F_.one() : F_.inverse(a[0])};
        }
        const long half = static_cast<long>(a.size() / 2);
        Jet first = inverse(Jet(a.begin(), a.begin() + half));
        const Jet second = multiply(Jet(a.begin() + half, a.end()), multiply(first, first));
        for (const Residue& x : second) first.push_back(F_.negate(x));
        return first;
    }

    const BracketJets& jets_;
    const PrimeField& F_;
    bool has_failed_ = false;
};

std::optional<ResidueRow> BracketJets::value(const PrimeField& field, std::span<const Residue> at,
                                             const BracketWord& word) const {
    std::vector<Jet> P;
    for (const Residue& x : at) P.push_back({x});
    JetEvaluation evaluation(*this, field);
    const std::vector<Jet> V = evaluation.bracket(word, P, 0);
    if (evaluation.has_failed()) return std::nullopt;
    ResidueRow components;
    for (std::size_t i = 0; i <= n_; ++i) components.push_back(V[i][0]);
    return components;
}

}  // namespace anholon
