#include "structure/equivalence/known_signs.hpp"

#include <map>

#include "algebra/residue_matrix.hpp"
#include "expr/modular.hpp"
#include "expr/rebuild.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"

namespace anholon {

namespace {

// a/b at a random point; 0 where that is no fraction.
Rational ratio_of(const Expr& a, const Expr& b) {
    const std::vector<Expr> both{a, b};
    std::string why;
    const auto sample = sample_modulo_primes(both, 1, 1, why);
    if (!sample || sample->fields.empty() || sample->values[1][0].is_zero()) return 0;
    const PrimeField& field = sample->fields[0];
    const auto ratio =
        as_fraction(field, field.multiply(sample->values[0][0], field.inverse(sample->values[1][0])));
    return ratio.value_or(Rational(0));
}

class KnownRoots {
  public:
    KnownRoots(std::span<const Expr> positive, std::vector<bool>& used) : positive_(positive), used_(used) {}

    // b^e, or s^2e where b = s².
    Expr power(const Expr& base, const Rational& exponent) {
        const Rational twice = exponent * Rational(2);
        if (exponent.is_integer() || !twice.is_integer()) return pow(base, exponent);
        const Expr root = root_of(base);
        return root ? pow(root, twice) : pow(base, exponent);
    }

  private:
    Expr root_of(const Expr& base) {
        const auto known = roots_.find(base.id());
        if (known != roots_.end()) return known->second;
        Expr root;
        for (std::size_t k = 0; k < positive_.size() && !root; ++k) {
            const Expr square = pow(positive_[k], 2);
            const Rational ratio = ratio_of(base, square);
            if (ratio.sign() <= 0 || !vanishes(base - ratio * square)) continue;
            root = pow(base.context().number(ratio), Rational(1, 2)) * positive_[k];
            used_[k] = true;
        }
        return roots_[base.id()] = root;
    }

    std::span<const Expr> positive_;
    std::vector<bool>& used_;
    std::map<NodeId, Expr> roots_;
};

}  // namespace

std::vector<Expr> with_known_roots(std::span<const Expr> list, std::span<const Expr> positive,
                                   std::vector<bool>& used) {
    used.resize(positive.size(), false);
    if (list.empty() || positive.empty()) return {list.begin(), list.end()};
    Context& c = list.front().context();
    const Walk walk(c, list);
    KnownRoots roots(positive, used);
    std::vector<NodeId> made(walk.size());
    for (std::size_t place = 0; place < walk.size(); ++place) {
        const Node node = c.node(walk[place]);
        const auto argument = [&](NodeId id) { return made[walk.place(id)]; };
        if (node.kind != Kind::product) {
            made[place] = rebuild(c, walk[place], argument);
            continue;
        }
        Expr product = c.one();
        for (std::size_t k = 0; k < node.count; k += 2)
            product *= roots.power(Expr(c, argument(node.args[k])), c.number_at(node.args[k + 1]));
        made[place] = product.id();
    }
    std::vector<Expr> out;
    for (const Expr& e : list) out.emplace_back(c, made[walk.place(e.id())]);
    return out;
}

}  // namespace anholon
