#include "structure/integrals/integral_basis.hpp"

#include <algorithm>

#include "expr/elementary.hpp"
#include "expr/walk.hpp"
#include "structure/evidence/fresh.hpp"
#include "structure/integrals/energy.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxFunctionDegree = 2;

bool has_moving_multipliers(const Setting& s) {
    return s.system.motion.axiom == Axiom::vakonomic || s.system.motion.axiom == Axiom::servo_momentum;
}

std::vector<Expr> moving_multipliers(const Setting& s) {
    if (!has_moving_multipliers(s)) return {};
    const std::vector<Expr> all = s.multipliers();
    std::vector<Expr> moving;
    for (std::size_t k = 0; k < all.size(); ++k)
        if (s.system.constraints[k].kind != Constraint::Kind::geometric ||
            s.system.motion.axiom == Axiom::vakonomic)
            moving.push_back(all[k]);
    return moving;
}

Residue product(const PrimeField& F, const std::vector<std::size_t>& factors,
                std::span<const Residue> values) {
    Residue p = F.one();
    for (const std::size_t k : factors) p = F.multiply(p, values[k]);
    return p;
}

// d(a b c …) = Σ da (b c …), each letter with a derivative of its own.
Residue product_rule(const PrimeField& F, const std::vector<std::size_t>& factors,
                     std::span<const Residue> values, auto&& derivative) {
    Residue sum = F.zero();
    for (std::size_t i = 0; i < factors.size(); ++i) {
        Residue term = derivative(factors[i]);
        for (std::size_t j = 0; j < factors.size(); ++j)
            if (j != i) term = F.multiply(term, values[factors[j]]);
        sum = F.add(sum, term);
    }
    return sum;
}

}  // namespace

std::vector<Expr> state_symbols(const Setting& s) {
    std::vector<Expr> symbols{s.t};
    symbols.insert(symbols.end(), s.q.begin(), s.q.end());
    symbols.insert(symbols.end(), s.v.begin(), s.v.end());
    const auto moving = moving_multipliers(s);
    symbols.insert(symbols.end(), moving.begin(), moving.end());
    return symbols;
}

IntegralBasis::IntegralBasis(const Setting& s, std::size_t velocity_degree, std::size_t max_elements)
    : c_(s.c) {
    add_functions(s);
    add_velocities(s);
    add_elements(velocity_degree, max_elements);
}

void IntegralBasis::add_functions(const Setting& s) {
    std::vector<Expr> physics{s.L};
    for (const Constraint& k : s.system.constraints) physics.push_back(k.residual);
    for (const Expr& force : s.Q) physics.push_back(force);
    for (const auto& direction : s.system.motion.directions)
        physics.insert(physics.end(), direction.begin(), direction.end());
    const std::vector<Expr> flat = elementary(physics);
    const Walk walk(c_, flat);
    std::vector<Expr> arguments;
    for (const NodeId id : walk.nodes()) {
        const Node node = c_.node(id);
        if (node.kind != Kind::function || (node.function != Function::sin && node.function != Function::cos))
            continue;
        const Expr u(c_, node.args[0]);
        if (std::ranges::find(arguments, u) == arguments.end()) arguments.push_back(u);
    }
    for (const Expr& u : arguments)
        for (const Expr& f : {sin(u), cos(u)}) letters_.push_back({f, f});
    using Use = Letter::Use;
    if (walk.contains(s.t.id())) letters_.push_back({s.t, s.t});
    for (const Coordinate& q : s.system.coordinates) {
        const bool is_angle = q.modulus || std::ranges::find(arguments, q.symbol) != arguments.end();
        const Use use = is_angle ? Use::alone : walk.contains(q.symbol.id()) ? Use::anyhow : Use::linearly;
        letters_.push_back({q.symbol, q.symbol, false, use});
    }
}

void IntegralBasis::add_velocities(const Setting& s) {
    const auto add = [&](Expr symbol, Expr definition) { letters_.push_back({symbol, definition, true}); };
    const auto add_momentum = [&](Expr velocity, Expr y) { add(momentum_letter(s, velocity), y); };
    const Covector p = d(moving_lagrangian(s), s.v);
    if (s.no_frame() || !keeps_velocity_constraints(s.system.motion.axiom)) {
        for (const Expr& v : s.v) add(v, v);
        for (std::size_t i = 0; i < s.n(); ++i) add_momentum(s.v[i], p[i]);
    } else {
        const AdaptedFrame& X = s.frame();
        for (std::size_t k = 1; k <= X.l(); ++k) add(X.eta(k), X.definition(k));
        // y_s = ∂L̂/∂η_s = p_i B_is
        for (std::size_t k = 1; k <= X.l(); ++k) {
            Expr y = c_.zero();
            for (std::size_t i = 0; i < s.n(); ++i) y += p[i] * derivative(X.in_eta(s.v[i]), X.eta(k));
            add_momentum(X.eta(k), y);
        }
    }
    for (const Expr& lambda : moving_multipliers(s)) add(lambda, lambda);
}

std::vector<IntegralBasis::Element> IntegralBasis::elements_of(std::size_t velocity_degree,
                                                               std::size_t function_degree) const {
    using Use = Letter::Use;
    std::vector<Element> all{{}};
    std::vector<Element> of_degree = all;
    for (std::size_t k = 0; k < function_degree; ++k) {
        std::vector<Element> next;
        for (const Element& e : of_degree)
            for (std::size_t j = e.factors.empty() ? 0 : e.factors.back(); j < letters_.size(); ++j) {
                const bool is_first = e.factors.empty();
                const bool fits = letters_[j].use == Use::anyhow ||
                                  (letters_[j].use == Use::linearly && is_first && velocity_degree < 2) ||
                                  (letters_[j].use == Use::alone && is_first && velocity_degree == 0);
                if (letters_[j].is_velocity || !fits) continue;
                if (!is_first && letters_[e.factors.back()].use != Use::anyhow) continue;
                next.push_back(e);
                next.back().factors.push_back(j);
            }
        all.insert(all.end(), next.begin(), next.end());
        of_degree = std::move(next);
    }
    for (std::size_t k = 0; k < velocity_degree; ++k) {
        std::vector<Element> next;
        for (const Element& e : all)
            for (std::size_t j = 0; j < letters_.size(); ++j) {
                if (!letters_[j].is_velocity || (k > 0 && j < e.factors.back())) continue;
                next.push_back(e);
                next.back().factors.push_back(j);
                next.back().velocity_degree = k + 1;
            }
        all = std::move(next);
    }
    return all;
}

void IntegralBasis::add_elements(std::size_t velocity_degree, std::size_t max_elements) {
    for (std::size_t v = 0; v <= velocity_degree; ++v) {
        const std::size_t room =
            (max_elements - std::min(max_elements, elements_.size())) / (velocity_degree - v + 1);
        std::size_t degree = kMaxFunctionDegree;
        auto found = elements_of(v, degree);
        while (degree > 0 && found.size() > std::max<std::size_t>(room, 1)) found = elements_of(v, --degree);
        degrees_.push_back(degree);
        elements_.insert(elements_.end(), found.begin(), found.end());
    }
}

std::vector<Expr> IntegralBasis::sampled() const {
    std::vector<Expr> list;
    for (const Letter& letter : letters_) list.push_back(letter.definition);
    for (const Letter& letter : letters_) list.push_back(Dt(letter.definition));
    return list;
}

ResidueRow IntegralBasis::values(const PrimeField& F, std::span<const Residue> sampled) const {
    ResidueRow row;
    for (const Element& e : elements_) row.push_back(product(F, e.factors, sampled));
    return row;
}

ResidueRow IntegralBasis::rates(const PrimeField& F, std::span<const Residue> sampled) const {
    ResidueRow row;
    for (const Element& e : elements_)
        row.push_back(
            product_rule(F, e.factors, sampled, [&](std::size_t k) { return sampled[letters_.size() + k]; }));
    return row;
}

Expr IntegralBasis::in_symbols(const std::vector<Expr>& c) const {
    std::vector<Expr> terms{c_.zero()};
    for (std::size_t k = 0; k < elements_.size(); ++k) {
        if (c[k] == c_.zero()) continue;
        Expr term = c[k];
        for (const std::size_t j : elements_[k].factors) term *= letters_[j].symbol;
        terms.push_back(term);
    }
    return sum(c_, terms);
}

Expr IntegralBasis::in_state(const std::vector<Expr>& c) const {
    Substitution definitions;
    for (const Letter& letter : letters_)
        if (letter.is_velocity) definitions.emplace_back(letter.symbol, letter.definition);
    return substitute(in_symbols(c), definitions);
}

std::vector<Expr> kept_functions(const Setting& s) {
    std::vector<Expr> kept;
    for (const Constraint& k : s.system.constraints) {
        const bool is_geometric = k.kind == Constraint::Kind::geometric;
        if (is_geometric || keeps_velocity_constraints(s.system.motion.axiom)) kept.push_back(k.residual);
        if (is_geometric) kept.push_back(Dt(k.residual));
    }
    kept.insert(kept.end(), s.system.relations.begin(), s.system.relations.end());
    return kept;
}

FunctionalIndependence::FunctionalIndependence(const Setting& s, const IntegralBasis& basis,
                                               const std::vector<Expr>& known, Expr later,
                                               const ParameterValues& parameters, const Budget& budget)
    : basis_(basis) {
    const std::vector<Expr> x = state_symbols(s);
    variables_ = x.size();
    std::vector<Expr> functions = kept_functions(s), table;
    functions.insert(functions.end(), known.begin(), known.end());
    const std::size_t settled = functions.size();
    functions.push_back(later ? later : s.c.zero());
    for (const auto& letter : basis.letters()) functions.push_back(letter.definition);
    for (const Expr& f : functions)
        for (const Expr& g : gradient(f, x)) table.push_back(g);
    for (const auto& letter : basis.letters()) table.push_back(letter.definition);
    // Modulo the primes of the search: c and the parameters are residues of those.
    StateSampler sampler(s, table, StateSampler::At::states);
    sampler.set_parameters(parameters);
    const auto samples = sampler.draw(1, budget);
    if (!samples) return;
    field_ = samples->fields[0];
    known_.emplace(*field_, variables_);
    const ResidueRow& row = samples->rows[0][0];
    for (std::size_t f = 0; f < functions.size(); ++f) {
        ResidueRow gradient(row.begin() + static_cast<long>(f * variables_),
                            row.begin() + static_cast<long>((f + 1) * variables_));
        if (f < settled)
            known_->add(std::move(gradient));
        else if (f == settled)
            later_ = std::move(gradient);
        else
            gradients_.push_back(std::move(gradient));
    }
    letters_.assign(row.begin() + static_cast<long>(functions.size() * variables_), row.end());
}

void FunctionalIndependence::count_in_later() {
    if (field_ && !later_.empty()) known_->add(std::move(later_));
    later_.clear();
}

bool FunctionalIndependence::adds(const ResidueRow& c) {
    if (!field_) return false;
    ResidueRow row(variables_);
    for (std::size_t k = 0; k < c.size(); ++k) {
        if (c[k].is_zero()) continue;
        for (std::size_t i = 0; i < variables_; ++i) {
            const Residue slope = product_rule(*field_, basis_.elements()[k].factors, letters_,
                                               [&](std::size_t j) { return gradients_[j][i]; });
            row[i] = field_->add(row[i], field_->multiply(c[k], slope));
        }
    }
    return known_->add(std::move(row));
}

}  // namespace anholon
