#include "structure/integrals/integrals.hpp"
#include "mechanics/forms/reduction.hpp"

#include <algorithm>

#include "expr/build.hpp"
#include "expr/walk.hpp"
#include "structure/evidence/abbreviations.hpp"
#include "structure/evidence/sentence.hpp"
#include "structure/integrals/energy.hpp"
#include "structure/integrals/integral_basis.hpp"
#include "structure/integrals/noether.hpp"

namespace anholon {

namespace {

using At = StateSampler::At;
constexpr std::size_t kShort = 12;  // operations of a momentum that is written out where it occurs

bool is_independent_at(Parameters parameters, const Setting& s, const Expr& value,
                       const std::vector<Expr>& of, const Budget& budget) {
    std::vector<Expr> functions = kept_functions(s), table;
    functions.insert(functions.end(), of.begin(), of.end());
    functions.push_back(value);
    const std::vector<Expr> x = state_symbols(s);
    for (const Expr& f : functions)
        for (const Expr& g : gradient(f, x)) table.push_back(g);
    StateSampler sampler(s, table, At::states);
    if (parameters == Parameters::stated) sampler.set_parameters({ParameterValues::Kind::stated, {}});
    const auto samples = sampler.draw(1, budget);
    if (!samples) return true;
    ResidueRows rows;
    for (std::size_t k = 0; k < table.size(); k += x.size())
        rows.emplace_back(samples->rows[0][0].begin() + static_cast<long>(k),
                          samples->rows[0][0].begin() + static_cast<long>(k + x.size()));
    const std::size_t rank = echelon(*samples->fields[0], rows, x.size()).pivots.size();
    rows.pop_back();
    return echelon(*samples->fields[0], rows, x.size()).pivots.size() < rank;
}

SearchedFunctions searched(const IntegralBasis& basis, std::size_t velocity_degree) {
    using Use = IntegralBasis::Letter::Use;
    SearchedFunctions out;
    for (std::size_t v = 0; v <= velocity_degree; ++v) {
        out.velocity_degrees.push_back(v);
        out.coefficient_degrees.push_back(basis.function_degree(v));
    }
    for (const auto& letter : basis.letters()) {
        if (letter.is_velocity) continue;
        if (letter.use == Use::anyhow) out.coefficients.push_back(letter.symbol);
        if (letter.use == Use::linearly) out.linear.push_back(letter.symbol);
    }
    return out;
}

class Search {
  public:
    Search(const Setting& s, const Budget& budget, const IntegralOptions& options)
        : s_(s), budget_(budget), basis_(s, options.velocity_degree, options.max_elements) {
        result_.basis = searched(basis_, options.velocity_degree);
        name_short_momenta();
    }

    FirstIntegrals run() {
        find_energy();
        RelationProblem problem;
        problem.columns = basis_.elements().size();
        problem.values = [&](const PrimeField& F, std::span<const Residue> row) {
            return basis_.values(F, row);
        };
        problem.conditions = [&](const PrimeField& F, std::span<const Residue> row) {
            return ResidueRows{basis_.rates(F, row)};
        };
        problem.wanted = [&](const auto& parameters, const auto& found) { return wanted(parameters, found); };
        StateSampler sampler(s_, basis_.sampled(), At::motion);
        const Relations relations = constant_relations(s_, sampler, problem, budget_);
        if (!relations.why_not.empty()) {
            result_.reason = relations.why_not;
            return std::move(result_);
        }
        for (const Relation& relation : relations.list)
            if (velocity_degree(relation.c) <= 1) add(relation);
        if (energy_) add(energy_, {}, Parameters::free, 2);
        for (const Relation& relation : relations.list)
            if (velocity_degree(relation.c) > 1) add(relation);
        name_momenta();
        return std::move(result_);
    }

  private:
    // An integral is wanted if it is independent of those before it, or if it holds no coordinates and is independent of
    // those before it that hold none: an integral of the reduced system. The energy comes after the linear ones.
    RelationProblem::Wanted wanted(const ParameterValues& parameters,
                                   const std::vector<Relation>& found) const {
        std::vector<Expr> known, reduced;
        for (const Relation& relation : found) {
            known.push_back(basis_.in_state(relation.c));
            if (!holds_coordinates(relation.c)) reduced.push_back(known.back());
        }
        const auto all =
            std::make_shared<FunctionalIndependence>(s_, basis_, known, energy_, parameters, budget_);
        const auto few =
            std::make_shared<FunctionalIndependence>(s_, basis_, reduced, energy_, parameters, budget_);
        return [this, all, few](const ResidueRow& c) {
            if (velocity_degree(c) > 1) {
                all->count_in_later();
                few->count_in_later();
            }
            const bool adds_to_few = !holds_coordinates(c) && few->adds(c);
            return all->adds(c) || adds_to_few;
        };
    }

    static bool is_nothing(Residue a) { return a.is_zero(); }
    static bool is_nothing(const Expr& a) { return a.is_number() && a.number().is_zero(); }

    std::size_t velocity_degree(const auto& c) const {
        std::size_t degree = 0;
        for (std::size_t k = 0; k < c.size(); ++k)
            if (!is_nothing(c[k])) degree = std::max(degree, basis_.elements()[k].velocity_degree);
        return degree;
    }

    bool holds_coordinates(const auto& c) const {
        for (std::size_t k = 0; k < c.size(); ++k)
            if (!is_nothing(c[k]) &&
                basis_.elements()[k].factors.size() > basis_.elements()[k].velocity_degree)
                return true;
        return false;
    }

    void find_energy() {
        const auto integral = energy_integral(s_, budget_).integral;
        if (!integral || integral->valid == Parameters::stated) return;
        energy_ = integral->value;
        result_.energy_is_jacobis = integral->is_jacobis();
    }

    void add(const Relation& relation) {
        const Expr as_found = simplified(substitute(basis_.in_symbols(relation.c), short_momenta_));
        Expr printed = names_.in_letters(as_found, budget_);
        // A number in front says nothing.
        if (printed != as_found) printed = Expr(s_.c, split_coefficient(s_.c, printed.id()).second);
        add(basis_.in_state(relation.c), printed, relation.valid, velocity_degree(relation.c));
    }

    void add(Expr value, Expr printed, Parameters valid, std::size_t degree) {
        const auto proof = vanish(s_, {Dt(value)}, At::motion, valid, budget_)[0];
        if (proof.answer == Answer::yes)
            result_.list.push_back({value, printed, valid, proof.error_bound,
                                    !is_independent_at(compared_at(valid), s_, value, values(), budget_),
                                    degree});
    }

    // Integrals that hold for the stated values alone are compared there with others.
    Parameters compared_at(Parameters valid) const {
        const bool is_stated =
            std::ranges::count(result_.list, Parameters::stated, &FirstIntegral::valid) > 0;
        return is_stated ? Parameters::stated : valid;
    }

    std::vector<Expr> values() const {
        std::vector<Expr> list;
        for (const FirstIntegral& I : result_.list) list.push_back(I.value);
        return list;
    }

    // Momenta with a short expression are written out, the others keep their names.
    void name_short_momenta() {
        const bool keeps = keeps_velocity_constraints(s_.system.motion.axiom) && !s_.no_frame();
        for (const auto& letter : basis_.letters()) {
            if (!letter.is_velocity || letter.symbol == letter.definition ||
                !letter.symbol.symbol().name.starts_with("p_"))
                continue;
            Expr y = letter.definition;
            if (keeps) y = substitute(s_.frame().in_eta(y), s_.frame().on_constraints());
            y = simplified(y);
            (operations(y).total() <= kShort ? short_momenta_ : long_momenta_).emplace_back(letter.symbol, y);
        }
    }

    void name_momenta() {
        for (const auto& momentum : long_momenta_)
            if (std::ranges::any_of(result_.list, [&](const FirstIntegral& I) {
                    return I.printed && Walk(I.printed).contains(momentum.first.id());
                }))
                result_.momenta.push_back(momentum);
    }

    const Setting& s_;
    const Budget& budget_;
    IntegralBasis basis_;
    Abbreviations names_{s_};
    FirstIntegrals result_;
    Expr energy_;
    Substitution short_momenta_, long_momenta_;
};

}  // namespace

bool is_independent(const Setting& s, const Expr& value, const std::vector<Expr>& of, const Budget& budget) {
    return is_independent_at(Parameters::free, s, value, of, budget);
}

FirstIntegrals first_integrals(const Setting& s, const Budget& budget, const IntegralOptions& options) {
    return Search(s, budget, options).run();
}

IntegralReasons integral_reasons(const Setting& s, const Budget& budget) {
    IntegralReasons reasons;
    for (const std::size_t k : cyclic_displacements(s)) reasons.cyclic.push_back(s.frame().eta(k));
    reasons.symmetries = symmetries_in_the_distribution(s, budget);
    reasons.idle = idle_constraints(s, budget);
    return reasons;
}

}  // namespace anholon
