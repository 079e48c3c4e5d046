#include "structure/evidence/constant_relations.hpp"

#include <algorithm>
#include <numeric>

#include "expr/simplify.hpp"

namespace anholon {

namespace {

constexpr std::size_t lanes = ModularPoints::lanes;
constexpr std::size_t kMoreStates = 8;        // than unknowns
constexpr std::size_t kMaxFitUnknowns = 300;  // of a rational function of parameters
constexpr std::size_t kMaxParameterDegree = 6;

using Columns = std::vector<std::size_t>;
using Vectors = std::array<std::vector<KernelVector>, lanes>;

ResidueRow chosen(const ResidueRow& row, const Columns& columns) {
    ResidueRow part;
    for (const std::size_t k : columns) part.push_back(row[k]);
    return part;
}

// Exponents of all monomials in `variables` letters up to a total degree, the lower degrees first.
std::vector<std::vector<std::size_t>> exponents_up_to(std::size_t degree, std::size_t variables) {
    std::vector<std::vector<std::size_t>> all{std::vector<std::size_t>(variables, 0)};
    for (std::size_t first = 0, d = 1; d <= degree; ++d) {
        const std::size_t end = all.size();
        for (; first < end; ++first)
            for (std::size_t v = 0; v < variables; ++v) {
                // Each monomial once: letters are multiplied in ascending order.
                if (std::any_of(all[first].begin() + static_cast<long>(v) + 1, all[first].end(),
                                [](std::size_t e) { return e > 0; }))
                    continue;
                auto next = all[first];
                ++next[v];
                all.push_back(std::move(next));
            }
    }
    return all;
}

class Search {
  public:
    Search(const Setting& s, StateSampler& sampler, const RelationProblem& problem, const Budget& budget)
        : s_(s), sampler_(sampler), problem_(problem), budget_(budget) {}

    Relations run() {
        using Kind = ParameterValues::Kind;
        Columns all(problem_.columns);
        std::iota(all.begin(), all.end(), 0);
        const auto numbers = solutions({}, all);
        if (!numbers) {
            result_.why_not = sampler_.why();
            return result_;
        }
        add_each(*numbers, {}, [&](const KernelVector& v) { add_numbers(v, *numbers, Parameters::free); });
        const ParameterPoint base = sampler_.random_parameters(1);
        if (const auto generic = solutions({Kind::common, base}, all))
            add_each(*generic, {Kind::common, base}, [&](const KernelVector& v) { add_functions(v, base); });
        if (const auto stated = solutions({Kind::stated, {}}, all))
            add_each(*stated, {Kind::stated, {}},
                     [&](const KernelVector& v) { add_numbers(v, *stated, Parameters::stated); });
        sampler_.set_parameters({});
        return std::move(result_);
    }

  private:
    void add_each(const Vectors& vectors, const ParameterValues& at, auto&& add) {
        // Without a choice their number tells whether there are more than before.
        if (!problem_.wanted && vectors[0].size() <= result_.list.size()) return;
        const RelationProblem::Wanted wanted = problem_.wanted ? problem_.wanted(at, result_.list) : nullptr;
        for (const KernelVector& v : vectors[0])
            if (!wanted || wanted(v.c)) add(v);
    }

    // The kernel of the conditions over those of the columns whose functions are independent, modulo each prime.
    std::optional<Vectors> solutions(const ParameterValues& parameters, const Columns& among) {
        sampler_.set_parameters(parameters);
        const auto samples = sampler_.draw(among.size() + kMoreStates, budget_);
        if (!samples) return std::nullopt;
        Columns columns = among;
        if (problem_.values) {
            ResidueRows values;
            for (const ResidueRow& row : samples->rows[0])
                values.push_back(chosen(problem_.values(*samples->fields[0], row), among));
            columns.clear();
            for (const std::size_t k : echelon(*samples->fields[0], values, among.size()).pivots)
                columns.push_back(among[k]);
        }
        Vectors found;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            budget_.check();
            const PrimeField& F = *samples->fields[lane];
            ResidueRows rows;
            for (const ResidueRow& row : samples->rows[lane])
                for (const ResidueRow& condition : problem_.conditions(F, row)) {
                    rows.push_back(chosen(condition, columns));
                    if (rows.size() >= columns.size() + kMoreStates * problem_.conditions_per_state) break;
                }
            for (KernelVector& v : kernel(F, echelon(F, rows, columns.size()))) {
                ResidueRow c(problem_.columns);
                for (std::size_t k = 0; k < columns.size(); ++k) c[columns[k]] = v.c[k];
                found[lane].push_back({columns[v.free], std::move(c)});
            }
        }
        fields_ = samples->fields;
        return found;
    }

    std::optional<Rational> number(Residue first, Residue second) const {
        const auto a = as_fraction(*fields_[0], first);
        if (!a || fields_[1]->from(*a) != second) return std::nullopt;
        return a;
    }

    static const KernelVector* twin(const KernelVector& v, const Vectors& vectors) {
        const auto found = std::ranges::find(vectors[1], v.free, &KernelVector::free);
        return found == vectors[1].end() ? nullptr : &*found;
    }

    void add_numbers(const KernelVector& v, const Vectors& vectors, Parameters valid) {
        const KernelVector* other = twin(v, vectors);
        if (!other) return;
        Relation relation{{}, valid};
        for (std::size_t k = 0; k < v.c.size(); ++k) {
            const auto a = number(v.c[k], other->c[k]);
            if (!a) return;
            relation.c.push_back(s_.c.number(*a));
        }
        result_.list.push_back(std::move(relation));
    }

    // ---------------------------------------------------------------- coefficients as functions of parameters

    // The coefficients over a support on which the solution is unique, scaled so that the last is 1.
    std::optional<std::array<ResidueRow, lanes>> coefficients(const ParameterPoint& at,
                                                              const Columns& support) {
        const auto vectors = solutions({ParameterValues::Kind::common, at}, support);
        if (!vectors) return std::nullopt;
        std::array<ResidueRow, lanes> c;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            if ((*vectors)[lane].size() != 1 || (*vectors)[lane][0].free != support.back())
                return std::nullopt;
            c[lane] = chosen((*vectors)[lane][0].c, support);
        }
        return c;
    }

    struct Fit {
        Expr numerator, denominator;
    };

    void add_functions(const KernelVector& v, const ParameterPoint& base) {
        Columns support;
        for (std::size_t k = 0; k < v.c.size(); ++k)
            if (!v.c[k].is_zero()) support.push_back(k);
        points_.clear();
        values_.clear();
        letters_ = letters(support, base);
        if (letters_.empty()) return;  // numbers, and found before
        std::vector<Fit> fits;
        for (std::size_t k = 0; k < support.size(); ++k) {
            auto fit = fitted(k, support, base);
            if (!fit) return;
            fits.push_back(*fit);
        }
        result_.list.push_back({without_denominators(fits, support), Parameters::free});
    }

    // Places of the parameters on which the coefficients depend.
    Columns letters(const Columns& support, const ParameterPoint& base) {
        const auto c = coefficients(base, support);
        Columns found;
        for (std::size_t j = 0; c && j < base.size(); ++j) {
            ParameterPoint moved = base;
            moved[j] = sampler_.random_parameters(2)[j];
            const auto other = coefficients(moved, support);
            if (other && *other != *c) found.push_back(j);
        }
        return found;
    }

    bool have_points(std::size_t count, const Columns& support, const ParameterPoint& base) {
        while (points_.size() < count) {
            ParameterPoint at = base;
            const ParameterPoint random = sampler_.random_parameters(100 + points_.size());
            for (const std::size_t j : letters_) at[j] = random[j];
            auto c = coefficients(at, support);
            if (!c) return false;
            points_.push_back(std::move(at));
            values_.push_back(std::move(*c));
        }
        return true;
    }

    ResidueRow monomials(const PrimeField& F, const ParameterPoint& at, std::size_t lane,
                         const std::vector<std::vector<std::size_t>>& exponents) const {
        ResidueRow row;
        for (const auto& e : exponents) {
            Residue m = F.one();
            for (std::size_t j = 0; j < letters_.size(); ++j)
                m = F.multiply(m, F.power(at[letters_[j]][lane], static_cast<std::uint64_t>(e[j])));
            row.push_back(m);
        }
        return row;
    }

    // c_k = N/D with N, D of the lowest total degree that will do: N(p) − c_k(p) D(p) = 0 at enough points p.
    std::optional<Fit> fitted(std::size_t k, const Columns& support, const ParameterPoint& base) {
        for (std::size_t degree = 0; degree <= kMaxParameterDegree; ++degree) {
            const auto exponents = exponents_up_to(degree, letters_.size());
            const std::size_t size = exponents.size();
            if (2 * size > kMaxFitUnknowns || !have_points(2 * size + 3, support, base)) return std::nullopt;
            std::array<std::vector<KernelVector>, lanes> found;
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                const PrimeField& F = *fields_[lane];
                ResidueRows rows;
                for (std::size_t i = 0; i < 2 * size + 3; ++i) {
                    ResidueRow row = monomials(F, points_[i], lane, exponents);
                    for (std::size_t j = 0; j < size; ++j)
                        row.push_back(F.negate(F.multiply(row[j], values_[i][lane][k])));
                    rows.push_back(std::move(row));
                }
                found[lane] = kernel(F, echelon(F, rows, 2 * size));
            }
            if (found[0].empty()) continue;
            return written(found, exponents);
        }
        return std::nullopt;
    }

    std::optional<Fit> written(const Vectors& found, const std::vector<std::vector<std::size_t>>& exponents) {
        const KernelVector* other = twin(found[0][0], found);
        if (!other) return std::nullopt;
        Fit fit{s_.c.zero(), s_.c.zero()};
        for (std::size_t i = 0; i < 2 * exponents.size(); ++i) {
            const auto a = number(found[0][0].c[i], other->c[i]);
            if (!a) return std::nullopt;
            Expr term = s_.c.number(*a);
            const auto& e = exponents[i % exponents.size()];
            for (std::size_t j = 0; j < letters_.size(); ++j)
                if (e[j] > 0)
                    term *= pow(s_.system.parameters[letters_[j]].symbol, Rational(static_cast<long>(e[j])));
            (i < exponents.size() ? fit.numerator : fit.denominator) += term;
        }
        return fit;
    }

    std::vector<Expr> without_denominators(const std::vector<Fit>& fits, const Columns& support) const {
        Expr common = s_.c.one();
        std::vector<Expr> seen;
        for (const Fit& fit : fits) {
            // Equal up to a number: the same divisor.
            const auto is_same = [&](const Expr& d) { return simplified(d / fit.denominator).is_number(); };
            if (simplified(fit.numerator / fit.denominator).is_number() || std::ranges::any_of(seen, is_same))
                continue;
            seen.push_back(fit.denominator);
            common *= fit.denominator;
        }
        std::vector<Expr> c(problem_.columns, s_.c.zero());
        for (std::size_t k = 0; k < fits.size(); ++k)
            c[support[k]] = simplified(common * fits[k].numerator / fits[k].denominator);
        return c;
    }

    const Setting& s_;
    StateSampler& sampler_;
    const RelationProblem& problem_;
    const Budget& budget_;
    std::array<std::optional<PrimeField>, lanes> fields_;
    Relations result_;
    Columns letters_;
    std::vector<ParameterPoint> points_;
    std::vector<std::array<ResidueRow, lanes>> values_;
};

}  // namespace

std::function<ResidueRows(const PrimeField&, std::span<const Residue>)> rows_of_length(std::size_t columns) {
    return [columns](const PrimeField&, std::span<const Residue> values) {
        ResidueRows rows;
        for (std::size_t k = 0; k < values.size(); k += columns)
            rows.emplace_back(values.begin() + static_cast<long>(k),
                              values.begin() + static_cast<long>(k + columns));
        return rows;
    };
}

Relations constant_relations(const Setting& s, StateSampler& sampler, const RelationProblem& problem,
                             const Budget& budget) {
    return Search(s, sampler, problem, budget).run();
}

}  // namespace anholon
