#include "structure/distribution/growth_by_jets.hpp"

#include <algorithm>
#include <set>

#include "expr/complexity.hpp"
#include "expr/elementary.hpp"
#include "expr/modular.hpp"
#include "mechanics/points/manifold_points.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxLength = 13;  // of brackets
constexpr std::size_t kFewPoints = 4, kManyPoints = 160;
constexpr std::uint64_t kRoundsPerPoint = 10;
constexpr double kSmallEnough = 1e-14;
constexpr std::size_t kMaxWords = 100;  // at a point that may be singular

// A point modulo a prime, the values of the jets' variables there, and the brackets found so far.
struct Place {
    PrimeField field;
    ResidueRow at;
    ResidueRows brackets = {};
};

// The chance that a minor of so many brackets, the longest of k operators, vanishes at random points without being zero.
// Over a common denominator the N entries of the forms and the differentials are polynomials of degree δ = N a, a the largest
// degree of a numerator and a denominator together. By Cramer's rule the components of X_r, and X_r f of the functions, are
// polynomials of degree Δ = (n + 1) δ over one of that degree, their common denominator D. A derivative along X_s
// takes P/D^m to (polynomial of degree deg P + 2Δ)/D^(m+2), so that brackets of k have degree (2k − 1) Δ over D^(2k−1), and a minor
// of them as many times that as it has rows. A geometric constraint of degree d multiplies the number of zeros by d, as Bézout's
// theorem has it; of roots chance_of_error knows.
class ChanceOfError {
  public:
    ChanceOfError(const Distribution& D, std::vector<Expr> entries) : entries_(std::move(entries)) {
        std::set<NodeId> different;
        for (const Expr& e : entries_)
            if (!e.is_number()) different.insert(e.id());
        factor_ = static_cast<double>(different.size() * (D.q.size() + 1));
        for (const Constraint& k : D.s.system.constraints) {
            if (k.kind != Constraint::Kind::geometric) continue;
            const std::vector<Expr> residual = anholon::elementary(std::span(&k.residual, 1));
            factor_ *= complexity(D.s.c, Walk(residual[0]), residual).degree + 1;
        }
    }
    double operator()(std::size_t rows, std::size_t length, std::size_t points) const {
        return chance_of_error(entries_, factor_ * static_cast<double>(rows * (2 * length - 1)), points);
    }

  private:
    std::vector<Expr> entries_;
    double factor_ = 1;
};

// As many as leave little chance of error: more where roots have branches.
std::vector<Place> random_places(const Distribution& D, const BracketJets& jets, std::size_t wanted,
                                 const Budget& budget) {
    const std::vector<Expr> variables = substitute(jets.variables(), D.back);
    ManifoldPoints points(D.s, variables, ManifoldPoints::Keep::geometric_ones);
    std::vector<Place> places;
    for (std::uint64_t round = 0; round < kRoundsPerPoint * wanted && places.size() < wanted; ++round) {
        budget.check();
        if (!points.draw(2, round)) continue;
        const auto values = points.evaluate(variables);
        for (std::size_t lane = 0; lane < ModularPoints::lanes; ++lane) {
            if (!points.is_alive(lane)) continue;
            places.push_back({points.field(lane), {}});
            for (const auto& v : values) places.back().at.push_back(v[lane]);
        }
    }
    return places;
}

bool add_bracket(const BracketJets& jets, const BracketWord& word, Place& place) {
    auto value = jets.value(place.field, place.at, word);
    if (!value) return false;
    place.brackets.push_back(std::move(*value));
    return true;
}

// Which of the rows are independent of those before them.
std::vector<std::size_t> independent(const Place& place) {
    if (place.brackets.empty()) return {};
    const std::size_t rows = place.brackets.size(), columns = place.brackets[0].size();
    ResidueRows transposed(columns, ResidueRow(rows));
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j) transposed[j][i] = place.brackets[i][j];
    return echelon(place.field, transposed, rows).pivots;
}

// [X_r, Y] for all of these Y.
std::vector<BracketWord> longer(const std::vector<BracketWord>& words, std::size_t fields) {
    std::vector<BracketWord> next;
    for (std::size_t r = 0; r < fields; ++r)
        for (const BracketWord& y : words) {
            if (y.size() == 1 && y[0] <= r) continue;
            BracketWord word{r};
            word.insert(word.end(), y.begin(), y.end());
            next.push_back(std::move(word));
        }
    return next;
}

}  // namespace

std::optional<GrowthByJets> growth_by_jets(const Distribution& D, const Budget& budget) {
    const BracketJets jets(D);
    if (jets.inapplicable()) return std::nullopt;
    const ChanceOfError chance(D, jets.entries());
    std::size_t wanted = kFewPoints;
    while (wanted < kManyPoints && chance(D.dimension, kMaxLength, wanted) > kSmallEnough) wanted += 4;
    std::vector<Place> places = random_places(D, jets, wanted, budget);
    if (places.empty()) return std::nullopt;
    const std::size_t l = D.free.size();
    std::vector<BracketWord> words, last;
    for (std::size_t r = 0; r < l; ++r) {
        last.push_back({r});
        for (Place& place : places)
            if (!add_bracket(jets, {r}, place)) return std::nullopt;
    }
    GrowthByJets found{{.dimensions = {l}, .error_bound = 0, .open = ""}, {}};
    for (std::size_t length = 2; found.vector.dimensions.back() < D.dimension; ++length) {
        if (length > kMaxLength) {
            found.vector.open =
                "brackets of more than " + std::to_string(kMaxLength) + " operators are too long";
            return found;
        }
        const std::vector<BracketWord> next = longer(last, l);
        for (Place& place : places)
            for (const BracketWord& word : next) {
                budget.check();
                if (!add_bracket(jets, word, place)) return std::nullopt;
            }
        std::vector<std::size_t> best;
        for (const Place& place : places)
            if (auto rows = independent(place); rows.size() > best.size()) best = std::move(rows);
        const std::size_t before = found.vector.dimensions.back(), now = best.size();
        // Larger it cannot be if all brackets are independent or fill the manifold: a minor that is not zero proves it.
        if (now - before < next.size() && now < D.dimension)
            found.vector.error_bound += chance(now + 1, length, places.size());
        if (now == before) return found;
        last.clear();
        for (const std::size_t row : best)
            if (row >= before) last.push_back(next[row - before]);
        found.words.insert(found.words.end(), last.begin(), last.end());
        found.vector.dimensions.push_back(now);
        for (Place& place : places) {
            ResidueRows kept;
            for (const std::size_t row : best) kept.push_back(place.brackets[row]);
            place.brackets = std::move(kept);
        }
    }
    return found;
}

namespace {

// Random values may stand for sin, cos and e^ of rational numbers, which satisfy no algebraic relation but the known ones (Lindemann
// and Weierstrass). sin(π/10), however, is an algebraic number.
bool are_independent(Context& c, const std::vector<Expr>& elementary) {
    const Walk walk(c, elementary);
    return std::ranges::all_of(walk.nodes(), [&](NodeId id) {
        const Node node = c.node(id);
        if (node.kind != Kind::function) return true;
        const Expr argument(c, node.args[0]);
        if (!argument.is_number())
            return std::ranges::any_of(symbols_of(argument), [&](const Expr& x) { return x != c.pi(); });
        return node.function == Function::sin || node.function == Function::cos ||
               node.function == Function::exp;
    });
}

// The point modulo primes; none where that does not tell what holds at the point itself.
std::vector<Place> places_at(const Distribution& D, const BracketJets& jets, const Substitution& point) {
    std::vector<Expr> variables;
    try {
        variables = substitute(substitute(jets.variables(), D.back), point);
        if (!are_independent(D.s.c, elementary(variables))) return {};
    } catch (const Undefined&) {  // as log 0
        return {};
    }
    std::string why;
    const auto sample = sample_modulo_primes(variables, 1, 1, why);
    std::vector<Place> places;
    for (std::size_t k = 0; sample && k < sample->fields.size(); ++k) {
        places.push_back({sample->fields[k], {}});
        for (const auto& values : sample->values) places.back().at.push_back(values[k]);
    }
    return places;
}

}  // namespace

GrowthVector growth_at_by_jets(const Distribution& D, const GrowthVector& generic, const Substitution& point,
                               const Budget& budget) {
    GrowthVector g{.dimensions = {D.free.size()}, .error_bound = 0, .open = ""};
    const BracketJets jets(D);
    if (const Reason why = jets.inapplicable()) {
        g.open = *why;
        return g;
    }
    std::vector<Place> places = places_at(D, jets, point);
    const ChanceOfError chance(D, elementary(substitute(substitute(jets.entries(), D.back), point)));
    if (places.empty()) g.open = "functions have values there that are not known modulo primes";
    std::vector<BracketWord> words;
    for (std::size_t r = 0; r < D.free.size(); ++r) words.push_back({r});
    for (std::size_t length = 1; g.open.empty(); ++length) {
        std::size_t rank = 0;
        for (Place& place : places) {
            for (const BracketWord& word : words) {
                budget.check();
                if (add_bracket(jets, word, place)) continue;
                g.open = "the quasi-velocities are dependent there";
                return g;
            }
            place.brackets = echelon(place.field, place.brackets, place.brackets[0].size()).rows;
            rank = std::max(rank, place.brackets.size());
        }
        if (rank < D.dimension) g.error_bound += chance(rank + 1, length, places.size());
        if (length > 1) g.dimensions.push_back(rank);
        if (rank == generic.dimensions.back()) return g;
        // All words are needed: where the rank changes, fields that depend on others may have brackets that do not.
        words = longer(words, D.free.size());
        if (words.size() > kMaxWords)
            g.open = "brackets of more than " + std::to_string(length) + " operators are too many";
    }
    return g;
}

bool is_generic_at(const Distribution& D, const GrowthByJets& generic, const Substitution& point,
                   const Budget& budget) {
    const BracketJets jets(D);
    if (jets.inapplicable()) return false;
    std::vector<Place> places = places_at(D, jets, point);
    if (places.empty()) return false;
    Place& place = places[0];
    std::vector<BracketWord> all;
    for (std::size_t r = 0; r < D.free.size(); ++r) all.push_back({r});
    all.insert(all.end(), generic.words.begin(), generic.words.end());
    for (const BracketWord& word : all) {
        budget.check();
        if (!add_bracket(jets, word, place)) return false;
    }
    return independent(place).size() == all.size();
}

}  // namespace anholon
