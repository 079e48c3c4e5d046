#include "structure/growth_by_jets.hpp"

#include <algorithm>

#include "expr/modular.hpp"
#include "verify/manifold_points.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxLength = 13;  // of brackets
constexpr std::size_t kPoints = 4;
constexpr std::uint64_t kMaxRounds = 40;

// A point modulo a prime, the values of the jets' variables there, and the brackets found so far.
struct Place {
    PrimeField field;
    ResidueRow at;
    ResidueRows brackets = {};
};

std::vector<Place> random_places(const Distribution& D, const BracketJets& jets) {
    const std::vector<Expr> variables = substitute(jets.variables(), D.back);
    ManifoldPoints points(D.s, variables, ManifoldPoints::Keep::geometric_ones);
    std::vector<Place> places;
    for (std::uint64_t round = 0; round < kMaxRounds && places.size() < kPoints; ++round) {
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
    const std::size_t rows = place.brackets.size(), columns = place.brackets[0].size();
    ResidueRows transposed(columns, ResidueRow(rows));
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j) transposed[j][i] = place.brackets[i][j];
    return echelon(place.field, transposed, rows).pivots;
}

}  // namespace

std::optional<GrowthByJets> growth_by_jets(const Distribution& D, const Budget& budget) {
    const BracketJets jets(D);
    if (jets.inapplicable()) return std::nullopt;
    std::vector<Place> places = random_places(D, jets);
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
        std::vector<BracketWord> next;
        for (std::size_t r = 0; r < l; ++r)
            for (const BracketWord& y : last) {
                if (length == 2 && y[0] <= r) continue;
                BracketWord word{r};
                word.insert(word.end(), y.begin(), y.end());
                next.push_back(std::move(word));
            }
        for (Place& place : places)
            for (const BracketWord& word : next) {
                budget.check();
                if (!add_bracket(jets, word, place)) return std::nullopt;
            }
        std::vector<std::size_t> best;
        for (const Place& place : places)
            if (auto rows = independent(place); rows.size() > best.size()) best = std::move(rows);
        const std::size_t before = found.vector.dimensions.back(), now = best.size();
        if (now - before < next.size() && now < D.dimension) {
            // A bracket of k operators has numerator and denominator of at most 2k times the degree of theirs.
            const double steps = static_cast<double>(4 * length * now);
            found.vector.error_bound += chance_of_error(jets.elementary_components(), steps, places.size());
        }
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

bool is_generic_at(const Distribution& D, const GrowthByJets& generic, const Substitution& point,
                   const Budget& budget) {
    const BracketJets jets(D);
    std::string why;
    std::vector<Expr> variables = substitute(substitute(jets.variables(), D.back), point);
    const auto sample = sample_modulo_primes(variables, 1, 1, why);
    if (!sample || sample->fields.empty()) return false;
    Place place{sample->fields[0], {}};
    for (const auto& values : sample->values) place.at.push_back(values[0]);
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
