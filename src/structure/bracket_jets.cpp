#include "structure/bracket_jets.hpp"

#include <algorithm>

#include "expr/elementary.hpp"
#include "expr/walk.hpp"
#include "structure/fresh.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxFunctions = 100;

// Functions that occur in rational operations, each once.
std::vector<Expr> functions_in(Context& c, const std::vector<Field>& fields) {
    std::vector<Expr> all, found;
    for (const Field& V : fields) all.insert(all.end(), V.begin(), V.end());
    const Walk walk(c, all);
    for (const NodeId id : walk.nodes())
        if (c.node(id).kind == Kind::function) found.emplace_back(c, id);
    return found;
}

}  // namespace

BracketJets::BracketJets(const Distribution& D) {
    if (D.s.on_algebra()) {
        why_not_ = "the fields act on no coordinates";
        return;
    }
    std::vector<Field> fields;
    for (const std::size_t r : D.free) fields.push_back(elementary(D.X[r]));
    for (const Field& V : fields) elementary_.insert(elementary_.end(), V.begin(), V.end());
    variables_ = {D.s.t};
    variables_.insert(variables_.end(), D.q.begin(), D.q.end());
    components_ = variables_.size();
    add_functions(D, fields);
    moving_ = variables_.size();
    for (const Parameter& p : D.s.system.parameters) variables_.push_back(p.symbol);
    variables_.push_back(D.s.c.pi());
    if (!why_not_) compile(D, fields);
}

// X f for each function f that occurs, and for those that occur in that.
void BracketJets::add_functions(const Distribution& D, std::vector<Field>& fields) {
    Context& c = D.s.c;
    for (std::vector<Expr> more = functions_in(c, fields); !more.empty();) {
        if (variables_.size() + more.size() > components_ + kMaxFunctions) {
            why_not_ = "there are too many functions in the fields";
            return;
        }
        for (Field& V : fields) {
            Direction along;
            for (std::size_t i = 0; i < components_; ++i) along.emplace_back(variables_[i], V[i]);
            const Field rates = elementary(directional_derivative(more, along));
            V.insert(V.end(), rates.begin(), rates.end());
        }
        variables_.insert(variables_.end(), more.begin(), more.end());
        more.clear();
        for (const Expr& f : functions_in(c, fields))
            if (std::ranges::find(variables_, f) == variables_.end()) more.push_back(f);
    }
}

void BracketJets::compile(const Distribution& D, const std::vector<Field>& fields) {
    Context& c = D.s.c;
    const std::vector<Expr> letters = fresh_variables(D.s, "jet", variables_.size());
    Substitution by_letters;
    for (std::size_t k = 0; k < variables_.size(); ++k) by_letters.emplace_back(variables_[k], letters[k]);
    for (const Field& V : fields) {
        const std::vector<Expr> roots = substitute(V, by_letters);
        const Walk walk(c, roots);
        Program program;
        for (const NodeId id : walk.nodes()) {
            const Node node = c.node(id);
            Step step{.kind = node.kind, .number = 0, .variable = 0, .arguments = {}, .terms = {}};
            switch (node.kind) {
                case Kind::number: step.number = c.number_at(id); break;
                case Kind::symbol: {
                    const auto place = std::ranges::find(letters, Expr(c, id));
                    if (place == letters.end()) why_not_ = "the fields hold a constant that is no parameter";
                    step.variable = static_cast<std::size_t>(place - letters.begin());
                    break;
                }
                case Kind::multiple:
                    step.kind = Kind::sum;
                    step.terms.emplace_back(walk.place(node.args[1]), c.number_at(node.args[0]));
                    break;
                case Kind::sum:
                    step.number = c.number_at(node.args[0]);
                    for (std::size_t k = 1; k < node.count; k += 2)
                        step.terms.emplace_back(walk.place(node.args[k + 1]), c.number_at(node.args[k]));
                    break;
                case Kind::product:
                    for (std::size_t k = 0; k < node.count; k += 2) {
                        const Rational& exponent = c.number_at(node.args[k + 1]);
                        if (!exponent.is_integer()) why_not_ = "the fields hold roots";
                        step.arguments.emplace_back(walk.place(node.args[k]),
                                                    static_cast<long>(exponent.to_double()));
                    }
                    break;
                case Kind::function: why_not_ = "the fields hold functions of functions"; break;
            }
            program.steps.push_back(std::move(step));
        }
        for (const Expr& root : roots) program.results.push_back(walk.place(root.id()));
        programs_.push_back(std::move(program));
    }
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

    std::vector<Jet> field(std::size_t r, const std::vector<Jet>& P) {
        const BracketJets::Program& program = jets_.programs_[r];
        std::vector<Jet> values;
        for (const BracketJets::Step& step : program.steps) values.push_back(result(step, values, P));
        std::vector<Jet> components;
        for (const std::size_t place : program.results) components.push_back(values[place]);
        return components;
    }

    Jet result(const BracketJets::Step& step, const std::vector<Jet>& values, const std::vector<Jet>& P) {
        switch (step.kind) {
            case Kind::symbol: return P[step.variable];
            case Kind::product: {
                Jet product{F_.one()};
                for (const auto& [place, exponent] : step.arguments)
                    product = multiply(product, power(values[place], exponent));
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
    for (std::size_t i = 0; i < components_; ++i) components.push_back(V[i][0]);
    return components;
}

}  // namespace anholon
