#include "study/standstill/enclosed_standstill.hpp"

#include <algorithm>
#include <cmath>

#include "algebra/exactly.hpp"
#include "expr/derivative.hpp"
#include "expr/introduce.hpp"
#include "expr/linear.hpp"
#include "expr/zero.hpp"
#include "integrate/least_squares.hpp"
#include "model/request.hpp"
#include "study/standstill/exact_standstill.hpp"

namespace anholon {

namespace {

constexpr long bits = enclosure_precision;
constexpr double relative_zero = 1e-9;  // of pivots, which are only chosen by numbers

using Places = std::vector<std::size_t>;

Places range(std::size_t n) {
    Places list(n);
    for (std::size_t k = 0; k < n; ++k) list[k] = k;
    return list;
}

Places others(const Places& taken, std::size_t n) {
    Places list = range(n);
    std::erase_if(list, [&](std::size_t k) { return std::ranges::find(taken, k) != taken.end(); });
    return list;
}

BallMatrix matrix_of(const std::vector<Ball>& entries, std::size_t rows, std::size_t columns) {
    BallMatrix out(rows, columns);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j) out(i, j) = entries[i * columns + j];
    return out;
}

// δx = T δx_independent where D δx = 0; nothing where the rows of D may be dependent.
struct Tangent {
    Places independent;
    BallMatrix T;
};
std::optional<Tangent> tangent(const BallMatrix& D, std::size_t n) {
    const PivotPlaces chosen = pivot_places(D, relative_zero);
    if (chosen.rows.size() < D.rows()) return std::nullopt;
    Tangent out{others(chosen.columns, n), BallMatrix(n, n - chosen.columns.size())};
    for (std::size_t j = 0; j < out.independent.size(); ++j) out.T(out.independent[j], j) = Ball(1, bits);
    if (D.rows() == 0) return out;
    const auto tied = solved(D.part(chosen.rows, chosen.columns), D.part(chosen.rows, out.independent), bits);
    if (!tied) return std::nullopt;
    for (std::size_t i = 0; i < chosen.columns.size(); ++i)
        for (std::size_t j = 0; j < out.independent.size(); ++j)
            out.T(chosen.columns[i], j).subtract(Ball(0, bits), (*tied)(i, j), bits);
    return out;
}

// The rank is at least this.
std::size_t proved_rank(const BallMatrix& A) {
    const PivotPlaces chosen = pivot_places(A, relative_zero);
    if (chosen.rows.empty()) return 0;
    return solved(A.part(chosen.rows, chosen.columns), BallMatrix::identity(chosen.rows.size()), bits)
               ? chosen.rows.size()
               : 0;
}

// Parameters, the time and cyclic coordinates, which have no influence.
EnclosedPoint given_point(const SteadyPart& part) {
    EnclosedPoint at{{part.formulation().equations().t, Ball(0, bits)}};
    for (const auto& [symbol, value] : part.exact_parameters())
        at.emplace_back(symbol, enclosure(value, Point(), bits));
    for (const auto& [symbol, value] : part.left_out()) at.emplace_back(symbol, Ball(value.number(), bits));
    return at;
}

class Finder {
  public:
    Finder(SteadyPart& part, const System& system, StandingNumbers numbers)
        : part_(part),
          system_(system),
          e_(part.formulation().equations()),
          n_(part.kept().size()),
          given_(given_point(part)),
          numbers_(std::move(numbers)) {
        for (const std::size_t k : part.kept()) kept_.push_back(part.state()[k]);
    }

    std::optional<EnclosedStandstill> near(PutToZero zeros) {
        choose_unknowns(zeros);
        auto zero = enclosed_zero(equations({}), unknown_, given_);
        if (!zero) zero = zero_without_redundant_rates();
        if (!zero) return std::nullopt;
        at_ = zero->at;
        return linearised(changes_of_kept(*zero));
    }

    std::optional<EnclosedStandstill> at(const ExactStandstill& exact) {
        for (const auto& [letter, value] : exact.values) at_.emplace_back(letter, Ball(value, bits));
        const EnclosedPoint letters = at_;
        for (const auto& [symbol, value] : exact.place)
            at_.emplace_back(symbol, enclosures(std::span(&value, 1), letters, bits)[0]);
        std::vector<Expr> kept;
        for (const auto& [variable, value] : exact.kept) kept.push_back(value);
        return linearised(exact.free.empty() ? BallMatrix(n_, 0) : values(jacobian(kept, exact.free)));
    }

  private:
    // At at_, which belongs to a family whose displacements are these columns.
    std::optional<EnclosedStandstill> linearised(const BallMatrix& along_family) {
        if (!choose_slice()) return std::nullopt;
        const auto slopes = this->slopes();
        const auto tangent = anholon::tangent(conditions(), n_);
        if (!slopes || !tangent) return std::nullopt;
        independent_ = tangent->independent;
        const auto A = across(product(*slopes, tangent->T, bits));
        const auto family = across(along_family);
        if (!A || !family) return std::nullopt;
        auto mu = eigenvalues(*A, bits);
        if (!mu) return std::nullopt;
        return EnclosedStandstill{proved_rank(*family), std::move(*mu)};
    }

    void choose_unknowns(PutToZero zeros) {
        double scale = 0;
        for (const auto& [symbol, value] : numbers_.numbers) scale = std::max(scale, std::fabs(value));
        const std::size_t nq = part_.formulation().coordinates();
        for (std::size_t k = 0; k < numbers_.numbers.size(); ++k) {
            const auto& [symbol, value] = numbers_.numbers[k];
            if (k < e_.state.size() && !std::ranges::binary_search(part_.kept(), k)) continue;
            const bool may_be_put = zeros == PutToZero::all || (zeros == PutToZero::velocities && k >= nq);
            if (may_be_put && std::fabs(value) <= relative_zero * scale)
                given_.emplace_back(symbol, Ball(0, bits));
            else
                unknown_.emplace_back(symbol, value);
        }
    }

    // W z − r
    std::vector<Expr> gaps() const {
        std::vector<Expr> list;
        for (std::size_t i = 0; i < e_.unknowns.size(); ++i) {
            Expr gap = -e_.r[i];
            for (std::size_t j = 0; j < e_.unknowns.size(); ++j) gap += e_.W(i, j) * e_.unknowns[j];
            list.push_back(gap);
        }
        return list;
    }
    std::vector<Expr> rates() const {
        std::vector<Expr> list;
        for (const std::size_t k : part_.kept()) list.push_back(e_.rates[k]);
        return list;
    }
    std::vector<Expr> field(std::size_t k) const {
        const auto first =
            part_.symmetries().components().begin() + static_cast<long>(numbers_.fields[k] * n_);
        return {first, first + static_cast<long>(n_)};
    }
    // ẋ − c_k ξ_k
    std::vector<Expr> rates_beside_orbits() const {
        std::vector<Expr> rates = this->rates();
        for (std::size_t k = 0; k < numbers_.fields.size(); ++k) {
            const std::vector<Expr> xi = field(k);
            for (std::size_t i = 0; i < n_; ++i) rates[i] -= numbers_.turning[k] * xi[i];
        }
        return rates;
    }
    std::vector<Expr> equations(const Places& without) const {
        std::vector<Expr> list = part_.constraints();
        for (Expr& gap : gaps()) list.push_back(gap);
        const std::vector<Expr> rates = rates_beside_orbits();
        for (const std::size_t i : others(without, n_)) list.push_back(rates[i]);
        return list;
    }

    // ẋ − c_k ξ_k with z solved for; nothing where that has no formula.
    std::optional<std::vector<Expr>> explicit_rates_beside_orbits() const {
        if (e_.unknowns.empty()) return rates_beside_orbits();
        const Solution z = solve(e_.W, e_.r);
        if (z.outcome != Solution::Outcome::unique) return std::nullopt;
        Substitution solved;
        for (std::size_t k = 0; k < e_.unknowns.size(); ++k) solved.emplace_back(e_.unknowns[k], z.x[k]);
        return substitute(rates_beside_orbits(), solved);
    }

    bool is_invariant(const std::vector<Expr>& slopes) const {
        for (std::size_t k = 0; k < numbers_.fields.size(); ++k)
            if (!vanishes(dot(slopes, field(k)))) return false;
        return true;
    }

    // ∂F for constraints and integrals F with ∂F·(ẋ − c_k ξ_k) = 0 at all states that the constraints allow: rates depend on each other.
    std::vector<std::vector<Expr>> identities() const {
        std::vector<std::vector<Expr>> out;
        if (const std::vector<Expr>& F = part_.constraints(); !F.empty())
            if (const auto rates = explicit_rates_beside_orbits())
                for (const Expr& one : F)
                    if (std::vector<Expr> slopes = gradient(one, kept_); vanishes(dot(slopes, *rates)))
                        out.push_back(std::move(slopes));
        for (const Expr& F : part_.integrals())
            if (std::vector<Expr> slopes = gradient(F, kept_); is_of_kept(F) && is_invariant(slopes))
                out.push_back(std::move(slopes));
        return out;
    }

    // F depends on nothing that moves in the standstill.
    bool is_of_kept(const Expr& F) const {
        if (!vanishes(derivative(F, e_.t))) return false;
        return std::ranges::all_of(part_.left_out(),
                                   [&](const auto& one) { return vanishes(derivative(F, one.first)); });
    }

    // Where identities hold between the rates, as many of these vanish with the others.
    std::optional<EnclosedZero> zero_without_redundant_rates() {
        const std::vector<std::vector<Expr>> known = identities();
        if (known.empty()) return std::nullopt;
        std::vector<Expr> entries;
        for (const auto& slopes : known) entries.insert(entries.end(), slopes.begin(), slopes.end());
        const auto matrix_at = [&](const EnclosedPoint& at) {
            return matrix_of(enclosures(entries, at, bits), known.size(), n_);
        };
        EnclosedPoint near = given_;
        for (const auto& [symbol, value] : unknown_) near.emplace_back(symbol, Ball(exactly(value), bits));
        const PivotPlaces chosen = pivot_places(matrix_at(near), relative_zero);
        const auto zero = enclosed_zero(equations(chosen.columns), unknown_, given_);
        if (!zero) return std::nullopt;
        const BallMatrix there = matrix_at(zero->at).part(chosen.rows, chosen.columns);
        return solved(there, BallMatrix::identity(chosen.rows.size()), bits) ? zero : std::nullopt;
    }

    BallMatrix values(const std::vector<Expr>& list, std::size_t rows, std::size_t columns) const {
        return matrix_of(enclosures(list, at_, bits), rows, columns);
    }
    BallMatrix values(const Matrix& M) const {
        return values(std::vector<Expr>(M.entries().begin(), M.entries().end()), M.rows(), M.columns());
    }
    Ball turning(std::size_t k) const { return enclosures(std::span(&numbers_.turning[k], 1), at_, bits)[0]; }

    // ∂ẋ/∂x − c_k ∂ξ_k/∂x with z solved for.
    std::optional<BallMatrix> slopes() const {
        BallMatrix out = values(jacobian(rates(), kept_));
        if (!e_.unknowns.empty()) {
            const std::vector<Expr> gaps = this->gaps();
            const auto z_x = solved(values(e_.W), values(jacobian(gaps, kept_)), bits);
            if (!z_x) return std::nullopt;
            out = difference(out, product(values(jacobian(rates(), e_.unknowns)), *z_x, bits), bits);
        }
        for (std::size_t k = 0; k < numbers_.fields.size(); ++k) {
            BallMatrix turned = values(jacobian(field(k), kept_));
            const Ball c = turning(k);
            for (std::size_t i = 0; i < n_; ++i)
                for (std::size_t j = 0; j < n_; ++j) turned(i, j).multiply(turned(i, j), c, bits);
            out = difference(out, turned, bits);
        }
        return out;
    }

    // As many variables as the orbit has dimensions, coordinates before velocities: they stay where they are.
    bool choose_slice() {
        const std::size_t r = numbers_.fields.size();
        V_ = BallMatrix(n_, r);
        for (std::size_t k = 0; k < r; ++k) {
            const BallMatrix xi = values(field(k), n_, 1);
            for (std::size_t i = 0; i < n_; ++i) V_(i, k) = xi(i, 0);
        }
        if (r == 0) return true;
        const BallMatrix rows = transpose(V_);
        Places coordinates;
        for (std::size_t i = 0; i < n_; ++i)
            if (part_.kept()[i] < part_.formulation().coordinates()) coordinates.push_back(i);
        for (const Places& from : {coordinates, range(n_)}) {
            slice_.clear();
            for (const std::size_t j : pivot_places(rows.part(range(r), from), relative_zero).columns)
                slice_.push_back(from[j]);
            if (slice_.size() == r) return true;
        }
        return false;
    }

    // The conditions on displacements: the constraints and the slice.
    BallMatrix conditions() const {
        const std::size_t m = part_.constraints().size();
        BallMatrix D(m + slice_.size(), n_);
        if (m > 0) {
            const BallMatrix slopes = values(jacobian(part_.constraints(), kept_));
            for (std::size_t i = 0; i < m; ++i)
                for (std::size_t j = 0; j < n_; ++j) D(i, j) = slopes(i, j);
        }
        for (std::size_t a = 0; a < slice_.size(); ++a) D(m + a, slice_[a]) = Ball(1, bits);
        return D;
    }

    // Moved along the orbit into the slice; rows of the independent variables.
    std::optional<BallMatrix> across(const BallMatrix& columns) const {
        const Places all = range(columns.columns());
        if (slice_.empty()) return columns.part(independent_, all);
        const auto along = solved(V_.part(slice_, range(V_.columns())), columns.part(slice_, all), bits);
        if (!along) return std::nullopt;
        return difference(columns, product(V_, *along, bits), bits).part(independent_, all);
    }

    BallMatrix changes_of_kept(const EnclosedZero& zero) const {
        BallMatrix out(n_, zero.free.size());
        for (std::size_t i = 0; i < n_; ++i)
            for (std::size_t k = 0; k < unknown_.size(); ++k)
                for (std::size_t j = 0; unknown_[k].first == kept_[i] && j < zero.free.size(); ++j)
                    out(i, j) = zero.tangent(k, j);
        return out;
    }

    SteadyPart& part_;
    const System& system_;
    const RateEquations& e_;
    std::size_t n_;
    EnclosedPoint given_, at_;
    StandingNumbers numbers_;
    std::vector<std::pair<Expr, double>> unknown_;
    std::vector<Expr> kept_;
    Places slice_, independent_;
    BallMatrix V_;
};

}  // namespace

std::optional<EnclosedStandstill> enclosed_standstill(SteadyPart& part, const System& system,
                                                      const std::vector<double>& x, PutToZero zeros) {
    try {
        return Finder(part, system, standing_numbers(part, system, x)).near(zeros);
    } catch (const NotExact&) {
    } catch (const Undefined&) {  // as it is written it has no value or no slope there
    }
    return std::nullopt;
}

std::optional<EnclosedStandstill> enclosed_standstill(SteadyPart& part, const System& system,
                                                      const ExactStandstill& exact) {
    try {
        return Finder(part, system, {exact.fields, exact.turning, {}}).at(exact);
    } catch (const Undefined&) {
        return std::nullopt;
    }
}

// ∂f = λ_a ∂F_a and F = 0 have a solution, and f − λ_a F_a has positive second derivatives along F = 0 there.
bool has_strict_minimum(SteadyPart& part, const std::vector<double>& x, const Expr& f) {
    std::vector<Expr> kept, multipliers;
    for (const std::size_t k : part.kept()) kept.push_back(part.state()[k]);
    const std::vector<Expr>& F = part.constraints();
    const std::size_t n = kept.size(), m = F.size();
    const EnclosedPoint given = given_point(part);

    EnclosedPoint here = given;
    for (const std::size_t k : part.kept()) here.emplace_back(part.state()[k], Ball(exactly(x[k]), bits));
    const auto numbers = [&](const std::vector<Expr>& list) {
        std::vector<double> out;
        for (const Ball& b : enclosures(list, here, bits)) out.push_back(b.midpoint());
        return out;
    };
    std::vector<std::pair<Expr, double>> unknown;
    for (const std::size_t k : part.kept()) unknown.emplace_back(part.state()[k], x[k]);
    Expr free = f;
    if (m > 0) {
        const Matrix slopes = transpose(jacobian(F, kept));
        const std::vector<double> lambda = least_squares(
            numbers({slopes.entries().begin(), slopes.entries().end()}), n, m, numbers(gradient(f, kept)));
        for (std::size_t a = 0; a < m; ++a) {
            multipliers.push_back(introduced(f.context(), "extremal_multiplier" + std::to_string(a + 1),
                                             SymbolKind::variable, "multiplier at an extremum", a));
            unknown.emplace_back(multipliers.back(), lambda[a]);
            free -= multipliers[a] * F[a];
        }
    }
    std::vector<Expr> equations = gradient(free, kept);
    equations.insert(equations.end(), F.begin(), F.end());
    const auto zero = enclosed_zero(equations, unknown, given);
    if (!zero || !zero->free.empty()) return false;
    const auto values = [&](const Matrix& M) {
        return matrix_of(enclosures({M.entries().begin(), M.entries().end()}, zero->at, bits), M.rows(),
                         M.columns());
    };
    const auto along = tangent(m > 0 ? values(jacobian(F, kept)) : BallMatrix(0, n), n);
    if (!along) return false;
    const BallMatrix H = values(hessian(free, kept));
    return is_positive_definite(product(transpose(along->T), product(H, along->T, bits), bits), bits);
}

}  // namespace anholon
