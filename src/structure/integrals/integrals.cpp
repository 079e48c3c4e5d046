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
constexpr std::size_t kShort = 12;     // operations of a momentum that is written out where it occurs
constexpr std::size_t kReadable = 30;  // and of one that is written at all

// "0, 1 and 2"
std::string listed(std::size_t count, auto&& item) {
    std::string text;
    for (std::size_t v = 0; v < count; ++v)
        text += (v == 0 ? "" : v + 1 == count ? " and " : ", ") + std::to_string(item(v));
    return text;
}

Sentence in_words(const IntegralBasis& basis, std::size_t velocity_degree) {
    using Use = IntegralBasis::Letter::Use;
    Sentence said;
    said << "polynomials in velocities and momenta of degree "
         << listed(velocity_degree + 1, [](std::size_t v) { return v; });
    const auto add_letters = [&](Use use, const std::string& before) {
        bool any = false;
        for (const auto& letter : basis.letters()) {
            if (letter.is_velocity || letter.use != use) continue;
            said << (any ? ", " : before) << letter.symbol;
            any = true;
        }
    };
    add_letters(Use::anyhow, ", their coefficients of degree " + listed(velocity_degree + 1, [&](auto v) {
                                 return basis.function_degree(v);
                             }) + " in ");
    add_letters(Use::linearly, ", linear in ");
    return said;
}

class Search {
  public:
    Search(const Setting& s, const Budget& budget, const IntegralOptions& options)
        : s_(s), budget_(budget), basis_(s, options.velocity_degree, options.max_elements) {
        result_.basis = in_words(basis_, options.velocity_degree);
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
            result_.why_not = relations.why_not;
            return std::move(result_);
        }
        for (const Relation& relation : relations.list)
            if (velocity_degree(relation.c) <= 1) add(relation);
        if (energy_) add(energy_, {}, Parameters::free);
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
        result_.energy = integral->is_jacobis() ? "Jacobi's integral" : "the energy";
    }

    void add(const Relation& relation) {
        const Expr as_found = simplified(substitute(basis_.in_symbols(relation.c), short_momenta_));
        Expr printed = names_.in_letters(as_found, budget_);
        // A number in front says nothing.
        if (printed != as_found) printed = Expr(s_.c, split_coefficient(s_.c, printed.id()).second);
        add(basis_.in_state(relation.c), printed, relation.valid);
    }

    void add(Expr value, Expr printed, Parameters valid) {
        const auto proof = vanish(s_, {Dt(value)}, At::motion, valid, budget_)[0];
        if (proof.answer == Answer::yes)
            result_.list.push_back({value, printed, valid, proof.error_bound, !is_independent(value)});
    }

    // Of those before it, by the rank of the gradients at a random state.
    bool is_independent(Expr value) const {
        std::vector<Expr> functions = kept_functions(s_), table;
        for (const FirstIntegral& I : result_.list) functions.push_back(I.value);
        functions.push_back(value);
        const std::vector<Expr> x = state_symbols(s_);
        for (const Expr& f : functions)
            for (const Expr& g : gradient(f, x)) table.push_back(g);
        StateSampler sampler(s_, table, At::states);
        const auto samples = sampler.draw(1, budget_);
        if (!samples) return true;
        ResidueRows rows;
        for (std::size_t k = 0; k < table.size(); k += x.size())
            rows.emplace_back(samples->rows[0][0].begin() + static_cast<long>(k),
                              samples->rows[0][0].begin() + static_cast<long>(k + x.size()));
        const std::size_t rank = echelon(*samples->fields[0], rows, x.size()).pivots.size();
        rows.pop_back();
        return echelon(*samples->fields[0], rows, x.size()).pivots.size() < rank;
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

Sentence momenta_in_words(const FirstIntegrals& found) {
    Sentence said;
    (said << "where p are the momenta ").formula("dL/deta", "\\partial L/\\partial\\eta")
        << " on the constraints";
    for (const auto& [symbol, value] : found.momenta)
        if (operations(value).total() <= kReadable)
            (said << ", ").equation(symbol_text(symbol.symbol()), symbol_latex(symbol.symbol()), value);
    return said;
}

void say_reasons(const Setting& s, Fact& fact, const Budget& budget) {
    for (const std::size_t k : cyclic_displacements(s)) {
        const std::string name = symbol_text(s.frame().eta(k).symbol()),
                          latex = symbol_latex(s.frame().eta(k).symbol());
        fact.statement.push_back((Sentence() << "cyclic displacement: the momentum ")
                                     .formula("dL/d" + name, "\\partial L/\\partial " + latex)
                                 << " is constant");
    }
    for (const SymmetryField& field : symmetries_in_the_distribution(s, budget)) {
        Sentence line;
        line << "Noether: the constraints allow the symmetry ";
        line.field(s.q, field.xi);
        if (field.valid == Parameters::stated) line << ", for the stated values of the parameters";
        fact.statement.push_back(line);
    }
    for (const auto& [constraint, valid] : idle_constraints(s, budget))
        fact.statement.push_back(
            Sentence() << "the multiplier of '" << constraint->name << "' vanishes"
                       << (valid == Parameters::stated ? " for the stated values of the parameters" : "")
                       << ": the constraint is an integral of the motion without it");
}

}  // namespace

FirstIntegrals first_integrals(const Setting& s, const Budget& budget, const IntegralOptions& options) {
    return Search(s, budget, options).run();
}

Fact integrals(const Setting& s, const Budget& budget) {
    const FirstIntegrals found = first_integrals(s, budget);
    if (!found.why_not.empty()) return not_decided(found.why_not);
    const auto count =
        static_cast<std::size_t>(std::ranges::count(found.list, false, &FirstIntegral::follows));
    Fact fact{.verdict = "none found", .statement = {}, .proof = "exact linear algebra"};
    if (count > 0) fact.verdict = std::to_string(count) + (count == 1 ? " integral" : " integrals");
    const std::string head =
        (count == 0 ? "none found" : "independent ones: " + std::to_string(count)) + " among ";
    fact.statement.push_back({head + found.basis.text, head + found.basis.latex});
    double error = 0;
    for (const FirstIntegral& I : found.list) {
        Sentence line;
        if (!I.printed)
            line << found.energy;
        else
            line << I.printed;
        if (I.follows) line << ", which follows from the others";
        if (I.valid == Parameters::stated) line << ", for the stated values of the parameters";
        fact.statement.push_back(line);
        error = std::max(error, I.error_bound);
    }
    if (!found.momenta.empty()) fact.statement.push_back(momenta_in_words(found));
    say_reasons(s, fact, budget);
    if (count > 0) fact.proof += "; " + prime_field_proof(error);
    return fact;
}

}  // namespace anholon
