#include "model/check.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "algebra/residue_matrix.hpp"
#include "expr/dependence.hpp"
#include "expr/derivative.hpp"
#include "expr/linear.hpp"
#include "expr/modular.hpp"
#include "expr/normal_form.hpp"
#include "expr/print.hpp"
#include "expr/simplify.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "model/language/body_errors.hpp"
#include "model/language/errors.hpp"
#include "model/model.hpp"

namespace anholon {

Constraint::Kind constraint_kind(Expr residual, std::span<const Expr> velocities) {
    const auto vanishes = [](const Expr& e) { return is_zero(e).answer == Answer::yes; };
    const std::vector<Expr> slope = gradient(residual, velocities);
    if (std::all_of(slope.begin(), slope.end(), vanishes)) return Constraint::Kind::geometric;
    if (std::ranges::any_of(velocities, [&](const Expr& v) { return switches_with(residual, v); }))
        return Constraint::Kind::nonlinear;
    for (const Expr& s : slope) {
        const std::vector<Expr> curvature = gradient(s, velocities);
        if (!std::all_of(curvature.begin(), curvature.end(), vanishes)) return Constraint::Kind::nonlinear;
    }
    return Constraint::Kind::linear;
}

namespace {

// Beyond so many velocities a singular inertia is left for the derivation to find.
constexpr std::size_t most_for_inertia = 100;

bool is_zero_for_sure(const Expr& e) { return is_zero(e).answer == Answer::yes; }

bool has_variables(const Expr& e) {
    const std::vector<Expr> symbols = symbols_of(e);
    return std::any_of(symbols.begin(), symbols.end(), [](const Expr& s) {
        return s.symbol().kind == SymbolKind::variable || s.symbol().kind == SymbolKind::time;
    });
}

// A linear form in the velocities, as it takes part in ranks and relations.
struct Row {
    std::string name;
    Span span;
    std::vector<Expr> coefficients;  // ∂f/∂q̇
    Expr value;                      // f, or Ḟ for a geometric constraint
    const Constraint* constraint;    // none for a quasi-velocity
};

// row = Σ factors · rows, if there is such a relation.
std::optional<std::vector<Expr>> relation(Context& context, const Row& row, const std::vector<Row>& rows) {
    if (rows.empty()) {
        if (std::all_of(row.coefficients.begin(), row.coefficients.end(), is_zero_for_sure))
            return std::vector<Expr>{};
        return std::nullopt;
    }
    Matrix A(context, row.coefficients.size(), rows.size());
    for (std::size_t j = 0; j < rows.size(); ++j)
        for (std::size_t i = 0; i < row.coefficients.size(); ++i) A(i, j) = rows[j].coefficients[i];
    Solution s = solve(A, row.coefficients);
    if (s.outcome != Solution::Outcome::unique && s.outcome != Solution::Outcome::many) return std::nullopt;
    return simplified(std::span<const Expr>(s.x));
}

// The rows that are combinations of rows before them at a random point modulo a prime, with those. The others are independent for
// sure. Nothing if no point was found.
using Dependences = std::map<std::size_t, std::vector<std::size_t>>;
std::optional<Dependences> dependences_at_a_point(const std::vector<Row>& rows, std::size_t n) {
    if (rows.empty()) return Dependences();
    std::vector<Expr> entries;
    for (const Row& row : rows)
        entries.insert(entries.end(), row.coefficients.begin(), row.coefficients.end());
    std::string why;
    const auto sample = sample_modulo_primes(entries, rows.size() * rows.size(), 1, why);
    if (!sample) return std::nullopt;
    ResidueRows columns(n, ResidueRow(rows.size()));
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (std::size_t i = 0; i < n; ++i) columns[i][r] = sample->values[r * n + i][0];
    const PrimeField& field = sample->fields[0];
    Dependences out;
    for (const KernelVector& k : kernel(field, echelon(field, std::move(columns), rows.size()))) {
        std::vector<std::size_t>& from = out[k.free];
        for (std::size_t r = 0; r < k.free; ++r)
            if (!k.c[r].is_zero()) from.push_back(r);
    }
    return out;
}

class Check {
  public:
    Check(System& system, const Source& source, Span model, Diagnostics& diagnostics,
          std::span<const SlipPair> pairs)
        : system_(system),
          source_(source),
          model_(model),
          diagnostics_(diagnostics),
          pairs_(pairs),
          v_(system.velocities()) {}

    void run() {
        constant_constraints();
        if (diagnostics_.failed()) return;
        dependent_constraints();
        contacts();
        quasi_velocities();
        laws_of_motion();
        if (!diagnostics_.failed()) free_motions_have_inertia();
    }

  private:
    void report(Diagnostic d) { diagnostics_.add(std::move(d)); }
    std::string line(Span span) const { return "line " + std::to_string(source_.line_of(span.begin)); }

    bool acts_on_velocities(const Constraint& c) const { return c.kind != Constraint::Kind::geometric; }

    Row row(const Constraint& c) const {
        const Expr value = acts_on_velocities(c) ? c.residual : time_derivative(c.residual);
        return {acts_on_velocities(c) ? c.name : c.name + "'", c.span, gradient(value, v_), value, &c};
    }

    // 0 = 1, m = 2: no coordinate and no velocity takes part.
    void constant_constraints() {
        std::vector<Expr> all = v_;
        for (const Expr& q : system_.q()) all.push_back(q);
        std::erase_if(system_.constraints, [&](const Constraint& c) {
            const std::vector<Expr> slope = gradient(c.residual, all);
            if (!std::all_of(slope.begin(), slope.end(), is_zero_for_sure)) return false;
            if (is_zero_for_sure(c.residual)) {
                report(constraint_always(c.span, c.name));
                return true;
            }
            report(constraint_constant(c.span, c.name, text_in_brief(c.residual)));
            return false;
        });
    }

    std::string term(const Expr& factor, const std::string& name) const {
        if (factor == system_.context->one()) return name;
        std::string f = text_in_brief(factor);
        if (factor.kind() == Kind::sum) f = "(" + f + ")";
        return f + "·" + name;
    }

    std::string combination(const std::vector<Expr>& factors, const std::vector<Row>& rows) const {
        std::string out;
        for (std::size_t j = 0; j < rows.size(); ++j) {
            if (is_zero_for_sure(factors[j])) continue;
            out +=
                (out.empty() ? "" : " + ") + term(factors[j], rows[j].name) + " (" + line(rows[j].span) + ")";
        }
        return out.empty() ? "0" : out;
    }

    std::string names(const std::vector<Expr>& factors, const std::vector<Row>& rows) const {
        std::vector<std::string> all;
        for (std::size_t j = 0; j < rows.size(); ++j)
            if (!is_zero_for_sure(factors[j])) all.push_back("'" + rows[j].constraint->name + "'");
        std::string out;
        for (std::size_t i = 0; i < all.size(); ++i)
            out += (i == 0 ? "" : i + 1 == all.size() ? " and " : ", ") + all[i];
        return out;
    }

    // Geometric constraints first, nonlinear ones last, so that what is said to follow is what holds the lesser content.
    void dependent_constraints() {
        std::vector<std::size_t> order(system_.constraints.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return system_.constraints[i].kind; });
        std::vector<Row> all;
        for (const std::size_t i : order) all.push_back(row(system_.constraints[i]));
        const auto dependences = dependences_at_a_point(all, v_.size());
        std::map<std::size_t, std::size_t> place;  // in rows_, of those that are independent
        std::vector<std::size_t> dropped;
        for (std::size_t k = 0; k < all.size(); ++k) {
            const auto suspect = dependences ? dependences->find(k) : Dependences::const_iterator();
            std::optional<std::vector<Expr>> factors;
            if (!dependences)
                factors = relation(system_.c(), all[k], rows_);
            else if (suspect != dependences->end())
                factors = relation_to(all[k], suspect->second, all, place);
            if (!factors || factors->empty()) {
                place.emplace(k, rows_.size());
                rows_.push_back(all[k]);
            } else if (depends(all[k], turned_factors(all[k], *factors))) {
                dropped.push_back(order[k]);
            }
        }
        std::sort(dropped.begin(), dropped.end());
        const auto kept = [&](std::size_t i) {
            return !std::binary_search(dropped.begin(), dropped.end(), i);
        };
        std::vector<Constraint> constraints;
        for (std::size_t i = 0; i < system_.constraints.size(); ++i)
            if (kept(i)) constraints.push_back(std::move(system_.constraints[i]));
        // The rows speak of constraints by address only while they are compared.
        for (Row& r : rows_) r.constraint = nullptr;
        system_.constraints = std::move(constraints);
    }

    // Of two wheels on one axle only the slip across both is said twice. In components along x and y that is a relation whose
    // factors vary, and leaving one of them out is wrong where its factor vanishes. With  f₂ = (p/d) f₁ + …  the part of the slip
    // that is not said yet is  d f₁ + p f₂, wherever the axle points: it takes the place of f₁.
    std::vector<Expr> turned_factors(const Row& candidate, std::vector<Expr> factors) {
        const auto pair = std::ranges::find(pairs_, candidate.constraint->name, &SlipPair::across);
        if (pair == pairs_.end()) return factors;
        const auto partner =
            std::ranges::find_if(rows_, [&](const Row& r) { return r.constraint->name == pair->along; });
        if (partner == rows_.end()) return factors;
        const Expr factor = factors[static_cast<std::size_t>(partner - rows_.begin())];
        if (!has_variables(factor)) return factors;
        try {
            const NormalForms forms(std::span(&factor, 1), 1000);
            const Expr p = simplified(forms.expr(forms[0].numerator)),
                       d = simplified(forms.expr(forms[0].denominator));
            const auto constraint = std::ranges::find(system_.constraints, pair->along, &Constraint::name);
            const Expr before = constraint->residual;
            const Row old = *partner;
            constraint->residual = simplified(d * before + p * candidate.constraint->residual,
                                              {.max_terms = 200, .max_nodes = 400});
            *partner = row(*constraint);
            if (auto found = relation(system_.c(), candidate, rows_)) return *found;
            constraint->residual = before;
            *partner = old;
        } catch (const std::runtime_error&) {
            // Too large for a normal form: the relation stands as it was found.
        }
        return factors;
    }

    // The relation of a row to few of the independent ones, where that is one; or else to all of them.
    std::optional<std::vector<Expr>> relation_to(const Row& candidate, const std::vector<std::size_t>& from,
                                                 const std::vector<Row>& all,
                                                 const std::map<std::size_t, std::size_t>& place) const {
        std::vector<Row> few;
        for (const std::size_t r : from)
            if (place.contains(r)) few.push_back(all[r]);
        const auto some =
            few.empty() || few.size() < from.size() ? std::nullopt : relation(system_.c(), candidate, few);
        if (!some) return relation(system_.c(), candidate, rows_);
        std::vector<Expr> factors(rows_.size(), system_.c().zero());
        for (std::size_t r = 0; r < from.size(); ++r) factors[place.at(from[r])] = (*some)[r];
        return factors;
    }

    // Contacts that leave nothing free: what is at rest cannot be told from what is impossible.
    void contacts() {
        if (diagnostics_.failed() || system_.constraints.size() < v_.size() || v_.empty()) return;
        const auto is_contact = [](const Constraint& c) { return c.may_follow && !c.of_axle; };
        const auto first = std::ranges::find_if(system_.constraints, is_contact);
        const auto last = std::find_if(system_.constraints.rbegin(), system_.constraints.rend(), is_contact);
        if (first != system_.constraints.end()) report(contacts_overdetermine(last->span, first->span));
    }

    // The velocities of a constraint are a combination of those of others: does it follow from them, or contradict them?
    // True if it is to be left out.
    bool depends(const Row& candidate, const std::vector<Expr>& factors) {
        const Constraint& c = *candidate.constraint;
        if (c.kind == Constraint::Kind::nonlinear) return nonlinear_depends(candidate, factors);
        // What the constraints together demand of the rest: f − Σ κ_j f_j = 0.
        Expr rest = candidate.value;
        bool fixed = true;
        for (std::size_t j = 0; j < rows_.size(); ++j) {
            const Constraint& other = *rows_[j].constraint;
            if (!acts_on_velocities(c) && !acts_on_velocities(other)) {
                fixed = fixed && !has_variables(factors[j]);
                continue;
            }
            rest = rest - factors[j] * rows_[j].value;
        }
        if (!acts_on_velocities(c)) {
            rest = c.residual;
            for (std::size_t j = 0; j < rows_.size(); ++j)
                rest = rest - factors[j] * rows_[j].constraint->residual;
            if (!fixed) rest = system_.c().zero();  // as F² = 0 beside F = 0: the initial state tells
        }
        if (is_zero(rest).answer != Answer::no) {
            const std::string how = candidate.name + " = " + combination(factors, rows_);
            system_.redundant.push_back({c.name, how, c.span, fixed ? Expr() : c.residual});
            if (!c.may_follow)
                report(
                    constraint_redundant(candidate.span, c.name, names(factors, rows_), how, rows_.size()));
            return true;
        }
        const auto first =
            std::find_if(factors.begin(), factors.end(), [](const Expr& f) { return !is_zero_for_sure(f); });
        const auto at = static_cast<std::size_t>(first - factors.begin());
        report(constraint_contradictory(candidate.span, c.name, names(factors, rows_),
                                        text_in_brief(simplified(rest)),
                                        rows_[std::min(at, rows_.size() - 1)].span));
        return false;
    }

    // The gradient of a nonlinear constraint depends on those of others wherever they hold: on what they allow it is a function of t and q.
    // With linear ones alone that function is known: its value where they are solved for. Otherwise the initial state tells.
    bool nonlinear_depends(const Row& candidate, const std::vector<Expr>& factors) {
        const Constraint& c = *candidate.constraint;
        const auto rest = on_linear_rows(candidate.value);
        if (rest && !has_variables(*rest) && !is_zero_for_sure(*rest)) {
            report(constraint_contradictory(candidate.span, c.name, names(factors, rows_),
                                            text_in_brief(*rest), rows_[0].span));
            return false;
        }
        const bool follows = rest && is_zero_for_sure(*rest);
        const std::string how = "gradient of " + candidate.name + " = " + combination(factors, rows_);
        system_.redundant.push_back(
            {.name = c.name, .relation = how, .span = c.span, .residual = follows ? Expr() : c.residual});
        report(constraint_redundant(candidate.span, c.name, names(factors, rows_), how, rows_.size()));
        return true;
    }

    // A function of the velocities where the linear constraints hold; nothing if they cannot be solved.
    std::optional<Expr> on_linear_rows(const Expr& f) const {
        std::vector<Row> linear;
        for (const Row& r : rows_)
            if (r.constraint->kind != Constraint::Kind::nonlinear) linear.push_back(r);
        if (linear.empty()) return f;
        Substitution at_rest;
        for (const Expr& u : v_) at_rest.emplace_back(u, system_.c().zero());
        std::vector<Expr> right;
        for (const Row& r : linear) right.push_back(-substitute(r.value, at_rest));
        const Solution one = solve(coefficients(linear), right);
        const auto along = free_directions(linear);
        if (one.x.empty() || !along) return std::nullopt;
        Substitution velocities;
        for (std::size_t i = 0; i < v_.size(); ++i) {
            Expr u = one.x[i];
            for (std::size_t s = 0; s < along->size(); ++s)
                u += (*along)[s][i] * system_.c().variable("free_velocity_" + std::to_string(s));
            velocities.emplace_back(v_[i], u);
        }
        return simplified(substitute(f, velocities));
    }

    bool is_constraining() const {
        return system_.motion.axiom == Axiom::nonholonomic || system_.motion.axiom == Axiom::vakonomic ||
               system_.motion.axiom == Axiom::servo_force || system_.motion.axiom == Axiom::servo_momentum;
    }

    std::size_t count(auto&& accepts) const {
        return static_cast<std::size_t>(
            std::count_if(system_.constraints.begin(), system_.constraints.end(), accepts));
    }

    void quasi_velocities() {
        if (system_.quasi.empty() || diagnostics_.failed()) return;
        using Kind = Constraint::Kind;
        const std::size_t geometric = count([](const Constraint& c) { return c.kind == Kind::geometric; });
        const std::size_t linear = count([](const Constraint& c) { return c.kind != Kind::nonlinear; });
        // Laws that do not hold the constraints may speak of all velocities, or of those that were free.
        const bool all_free = !is_constraining() && system_.quasi.size() == v_.size() - geometric;
        std::vector<Row> rows;
        for (const Constraint& c : system_.constraints)
            if (c.kind == Kind::geometric || (c.kind == Kind::linear && !all_free)) rows.push_back(row(c));
        for (const QuasiVelocity& q : system_.quasi) {
            const std::string name = q.symbol.symbol().name;
            if (constraint_kind(q.definition, v_) != Kind::linear) {
                report(quasi_not_linear(q.span, name));
                continue;
            }
            Row candidate{name, q.span, gradient(q.definition, v_), q.definition, nullptr};
            if (const auto factors = relation(system_.c(), candidate, rows); factors && !rows.empty())
                report(quasi_dependent(q.span, name, name + " = " + combination(*factors, rows)));
            else
                rows.push_back(std::move(candidate));
        }
        if (diagnostics_.failed() || all_free) return;
        const std::size_t free = v_.size() - linear, least = v_.size() - system_.constraints.size();
        const std::size_t given = system_.quasi.size();
        if (given != free && given != least)
            report(quasi_count(system_.quasi.back().span, given, free, v_.size(), linear));
    }

    void laws_of_motion() {
        const Motion& motion = system_.motion;
        const std::size_t on_velocities = count([&](const Constraint& c) { return acts_on_velocities(c); });
        if (motion.axiom == Axiom::nonholonomic || motion.axiom == Axiom::free) return;
        if (on_velocities == 0)
            return report(motion_needs_constraints(motion.span, anholon::name(motion.axiom)));
        if (motion.axiom == Axiom::servo_force && motion.directions.size() != on_velocities)
            report(servo_count(motion.span, "force", motion.directions.size(), on_velocities));
        if (motion.axiom == Axiom::servo_momentum && motion.momenta.size() != on_velocities)
            report(servo_count(motion.span, "momentum", motion.momenta.size(), on_velocities));
    }

    // ∂²L/∂q̇∂q̇ must be regular on the velocities that the constraints leave free.
    void free_motions_have_inertia() {
        const Axiom axiom = system_.motion.axiom;
        if (axiom == Axiom::servo_force || axiom == Axiom::servo_momentum)
            return;  // solvable or not by S and m alone
        Expr L = system_.L;
        std::vector<Row> rows;
        for (const Constraint& c : system_.constraints) {
            if (!acts_on_velocities(c) || axiom == Axiom::nonholonomic || axiom == Axiom::vakonomic)
                rows.push_back(row(c));
            else if (axiom == Axiom::added_mass)
                L = L + system_.motion.stiffness * pow(c.residual, Rational(2)) / Rational(2);
        }
        if (v_.size() > most_for_inertia) return;
        const Matrix M = hessian(L, v_);
        if (is_regular_along(M, rows)) return;
        const auto basis = free_directions(rows);
        if (!basis || basis->empty()) return;
        const std::size_t n = v_.size(), l = basis->size();
        Matrix B(system_.c(), n, l);
        for (std::size_t s = 0; s < l; ++s)
            for (std::size_t i = 0; i < n; ++i) B(i, s) = (*basis)[s][i];
        const Matrix reduced = rows.empty() ? M : transpose(B) * M * B;
        if (rank(reduced).rank.value_or(l) == l) return;
        const KernelResult idle = kernel(reduced);
        if (!idle.decided || idle.basis.empty()) return;
        const std::vector<Expr> direction = simplified(std::span<const Expr>(B * idle.basis[0]));
        std::string words;
        for (std::size_t i = 0; i < n; ++i) {
            if (is_zero_for_sure(direction[i])) continue;
            words += (words.empty() ? "" : ", ") + text(v_[i]) + " = " + text_in_brief(direction[i]);
        }
        const bool all = std::none_of(direction.begin(), direction.end(), is_zero_for_sure);
        report(inertia_singular(model_, words + (all ? "" : " and the other velocities zero")));
    }

    Matrix coefficients(const std::vector<Row>& rows) const {
        Matrix A(system_.c(), rows.size(), v_.size());
        for (std::size_t r = 0; r < rows.size(); ++r)
            for (std::size_t i = 0; i < v_.size(); ++i) A(r, i) = rows[r].coefficients[i];
        return A;
    }

    // M v + Aᵀ λ = 0 and A v = 0 have no solutions but v = 0, Aᵀ λ = 0: M is regular on the kernel of A, and no basis of that is
    // needed, whose entries would be long fractions.
    bool is_regular_along(const Matrix& M, const std::vector<Row>& rows) const {
        if (rows.empty()) return rank(M).rank == M.rows();
        const Matrix A = coefficients(rows);
        const std::size_t n = v_.size(), m = rows.size();
        Matrix bordered(system_.c(), n + m, n + m);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) bordered(i, j) = M(i, j);
        for (std::size_t r = 0; r < m; ++r)
            for (std::size_t i = 0; i < n; ++i) bordered(n + r, i) = bordered(i, n + r) = A(r, i);
        const auto whole = rank(bordered).rank, of_constraints = rank(A).rank;
        return whole && of_constraints && *whole == n + *of_constraints;
    }

    std::optional<std::vector<std::vector<Expr>>> free_directions(const std::vector<Row>& rows) const {
        const std::size_t n = v_.size();
        if (rows.empty()) {
            std::vector<std::vector<Expr>> identity(n, std::vector<Expr>(n, system_.c().zero()));
            for (std::size_t i = 0; i < n; ++i) identity[i][i] = system_.c().one();
            return identity;
        }
        KernelResult k = kernel(coefficients(rows));
        if (!k.decided) return std::nullopt;
        return std::move(k.basis);
    }

    System& system_;
    const Source& source_;
    Span model_;
    Diagnostics& diagnostics_;
    std::span<const SlipPair> pairs_;
    std::vector<Expr> v_;
    std::vector<Row> rows_;  // independent so far
};

}  // namespace

void check_system(System& system, const Source& source, Span model, Diagnostics& diagnostics,
                  std::span<const SlipPair> pairs) {
    try {
        Check(system, source, model, diagnostics, pairs).run();
    } catch (const Undefined& reason) {
        diagnostics.add(undefined(model, reason.what()));
    }
}

}  // namespace anholon
