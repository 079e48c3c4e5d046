#include "structure/symmetries/affine_symmetries.hpp"

#include <algorithm>
#include <optional>

#include "algebra/residue_matrix.hpp"
#include "expr/dependence.hpp"
#include "expr/elementary.hpp"
#include "expr/modular.hpp"
#include "expr/walk.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

constexpr std::uint64_t kSeed = 1;

// g under the flow: ξ_i ∂g/∂q_i + (Sq̇ − τq̇)_i ∂g/∂q̇_i, a number for each unknown constant, from the values of q, q̇ and the slopes.
// What must vanish is Σ c_k · row[k].
struct Condition {
    Expr function;                    // L, a constraint, a component of Q or of a servo's direction
    std::vector<std::size_t> slopes;  // places of ∂/∂q_1, …, ∂/∂q̇_1, … among the sampled expressions
    std::vector<std::size_t> extra;    // places of what may be added with a constant of its own
    std::vector<std::size_t> unknown;  // which constants these are
    std::optional<std::size_t> covector =
        std::nullopt;  // of a covector's component i: the place of its first component
    std::size_t component = 0;
    bool on_constraints = false;  // are q̇ those that the constraints allow?
};

// Numbers small enough to be meant.
std::optional<Rational> small_rational(const PrimeField& field, Residue r) {
    return as_fraction(field, r, (1L << 20) + 1);
}

class Search {
  public:
    Search(const Setting& s, const Budget& budget, Substitution special)
        : s_(s), budget_(budget), n_(s.n()), special_(std::move(special)) {
        // Constants in an order in which the last are the simplest: what has no pivot names the field.
        first_linear_ = 0;
        add_conditions();
        first_linear_ = unknowns_;
        unknowns_ += n_ * n_;
        time_ = unknowns_++;
        first_translation_ = unknowns_;
        unknowns_ += n_;
    }

    AffineSymmetries run() {
        AffineSymmetries out;
        const auto kernel = constants();
        if (!kernel) {
            out.outside = "the system cannot be evaluated at points of a prime field";
            return out;
        }
        for (const auto& c : *kernel) {
            budget_.check();
            const auto field = field_of(c);
            if (field && is_symmetry(*field, c, out.error_bound))
                out.fields.push_back(*field);
            else
                ++out.unresolved;
        }
        return out;
    }

  private:
    std::size_t sampled(Expr e) {
        expressions_.push_back(substitute(e, special_));
        return expressions_.size() - 1;
    }

    // One condition, with functions that may be added to it with constants of their own.
    void add(Expr function, const std::vector<Expr>& extra, bool on_constraints) {
        const Expr g = substitute(function, special_);
        Condition condition{
            .function = g, .slopes = {}, .extra = {}, .unknown = {}, .on_constraints = on_constraints};
        const auto restricted = [&](Expr e) { return on_constraints ? on_constraints_(e) : e; };
        for (const auto& list : {gradient(g, s_.q), gradient(g, s_.v)})
            for (const Expr& slope : list) condition.slopes.push_back(sampled(restricted(slope)));
        for (const Expr& e : extra) {
            condition.extra.push_back(sampled(restricted(e)));
            condition.unknown.push_back(unknowns_++);
        }
        conditions_.push_back(std::move(condition));
    }

    // The components of a covector: L_ξ m = Σ σ m_ν, with the same constants σ for all of them.
    void add_covector(const std::vector<Expr>& m, const std::vector<std::vector<Expr>>& span,
                      std::vector<std::size_t> unknown) {
        std::size_t first = 0;
        for (std::size_t i = 0; i < n_; ++i) {
            const std::size_t place = sampled(m[i]);
            if (i == 0) first = place;
        }
        for (std::size_t i = 0; i < n_; ++i) {
            std::vector<Expr> none;
            add(m[i], none, false);
            conditions_.back().covector = first;
            conditions_.back().component = i;
            for (std::size_t k = 0; k < span.size(); ++k) {
                conditions_.back().extra.push_back(sampled(span[k][i]));
                conditions_.back().unknown.push_back(unknown[k]);
            }
        }
    }

    void add_conditions() {
        // δL = κL + γ_0 + γ_i q̇_i: constants and total derivatives change no equation.
        std::vector<Expr> gauge{s_.c.one()};
        gauge.insert(gauge.end(), s_.v.begin(), s_.v.end());
        factor_ = unknowns_;
        gauge.insert(gauge.begin(), s_.L);
        add(s_.L, gauge, false);
        const std::vector<Expr> Q(s_.Q.begin(), s_.Q.end());
        if (!std::ranges::all_of(Q, [](Expr e) { return is_zero_modulo_primes(e).answer == Answer::yes; }))
            add_covector(Q, {Q}, {factor_});
        add_constraints();
        add_jumps();
    }

    // u = 0, where the law jumps, goes to itself.
    void add_jumps() {
        std::vector<Expr> law{s_.L};
        law.insert(law.end(), s_.Q.begin(), s_.Q.end());
        for (const Constraint& k : s_.system.constraints) law.push_back(k.residual);
        for (const Expr& u : jump_arguments(law)) add(u, {u}, false);
    }

    void add_constraints() {
        const Axiom axiom = s_.system.motion.axiom;
        const bool is_force = axiom == Axiom::viscous || axiom == Axiom::added_mass;
        std::vector<Expr> nonlinear, geometric;
        for (const Constraint& k : s_.system.constraints) {
            if (k.kind == Constraint::Kind::geometric) geometric.push_back(k.residual);
            if (k.kind == Constraint::Kind::nonlinear) nonlinear.push_back(k.residual);
        }
        for (const Expr& F : geometric) add(F, geometric, false);
        if (axiom == Axiom::free) return;
        for (const Constraint& k : s_.system.constraints) {
            if (k.kind == Constraint::Kind::geometric) continue;
            if (is_force)
                add(k.residual, {}, false);
            else if (!nonlinear.empty() || s_.no_frame())
                add(k.residual, nonlinear.empty() ? std::vector<Expr>{k.residual} : nonlinear, false);
            else
                add(k.residual, {}, true);
        }
        if (axiom == Axiom::servo_force) {
            const auto& m = s_.system.motion.directions;
            for (const auto& row : m) {
                std::vector<std::size_t> own;
                for (std::size_t k = 0; k < m.size(); ++k) own.push_back(unknowns_++);
                add_covector(row, m, own);
            }
        }
    }

    Expr on_constraints_(Expr e) const {
        return substitute(substitute(s_.frame().in_eta(e), s_.frame().on_constraints()), special_);
    }

    // Parameters as numbers that are the same at every point: the constants may not depend on the point.
    std::vector<Expr> with_numbers(const std::vector<Expr>& list) const {
        Substitution numbers;
        long next = 1009;
        for (const Parameter& p : s_.system.parameters) {
            numbers.emplace_back(p.symbol, s_.c.number(Rational(next, 97)));
            next += 2 * 1013;
        }
        return substitute(list, numbers);
    }

    std::optional<std::vector<std::vector<Residue>>> constants() {
        std::vector<Expr> all = expressions_;
        const bool has_frame = std::ranges::any_of(conditions_, &Condition::on_constraints);
        for (const auto& list : {s_.q, s_.v}) all.insert(all.end(), list.begin(), list.end());
        for (const Expr& v : s_.v) all.push_back(has_frame ? on_constraints_(v) : v);
        const std::vector<Expr> roots = elementary(with_numbers(all));
        const Walk walk(s_.c, roots);
        field_.emplace(ModularPoints(s_.c, kSeed, 0).field(0));
        RowSpace elimination(*field_, unknowns_);
        for (const std::size_t k : constants_that_vanish()) {
            std::vector<Residue> unit(unknowns_, field_->zero());
            unit[k] = field_->one();
            elimination.add(std::move(unit));
        }
        const std::size_t wanted = unknowns_ + 8;
        std::size_t points = 0;
        for (std::size_t tries = 0; points < wanted; ++tries) {
            if (tries > 256 && points * 256 < tries) return std::nullopt;
            budget_.check();
            ModularPoints at(s_.c, kSeed, ModularPoints::period * tries);
            at.evaluate(walk);
            if (!at.is_alive(0)) continue;
            ++points;
            std::vector<Residue> values;
            for (const Expr& e : roots) values.push_back(at[walk.place(e.id())][0]);
            for (const Condition& c : conditions_) elimination.add(row(c, values, *field_));
        }
        return elimination.kernel();
    }

    std::vector<Residue> row(const Condition& c, const std::vector<Residue>& values,
                             const PrimeField& F) const {
        const auto at = [&](std::size_t place) { return values[place]; };
        const std::size_t q = expressions_.size(), v = q + n_ * (c.on_constraints ? 2 : 1);
        std::vector<Residue> out(unknowns_, F.zero());
        const auto add_to = [&](std::size_t k, Residue value) { out[k] = F.add(out[k], value); };
        for (std::size_t i = 0; i < n_; ++i) {
            const Residue g_q = at(c.slopes[i]), g_v = at(c.slopes[n_ + i]);
            add_to(first_translation_ + i, g_q);
            for (std::size_t j = 0; j < n_; ++j)
                add_to(first_linear_ + i * n_ + j,
                       F.add(F.multiply(at(q + j), g_q), F.multiply(at(v + j), g_v)));
            add_to(time_, F.negate(F.multiply(at(v + i), g_v)));
            // (L_ξ m)_i has m_j ∂ξ_j/∂q_i besides.
            if (c.covector) add_to(first_linear_ + i * n_ + c.component, at(*c.covector + i));
        }
        for (std::size_t k = 0; k < c.extra.size(); ++k) add_to(c.unknown[k], F.negate(at(c.extra[k])));
        return out;
    }

    bool depends_on_time() const {
        std::vector<Expr> all{s_.L};
        all.insert(all.end(), s_.Q.begin(), s_.Q.end());
        for (const Constraint& k : s_.system.constraints) all.push_back(k.residual);
        return Walk(s_.c, all).contains(s_.t.id());
    }

    // Time is not scaled where it occurs, nor L where constraints act as forces of their own size.
    std::vector<std::size_t> constants_that_vanish() const {
        const Axiom axiom = s_.system.motion.axiom;
        if (axiom == Axiom::viscous || axiom == Axiom::added_mass) return {time_, factor_};
        if (depends_on_time()) return {time_};
        return {};
    }

    std::optional<AffineField> field_of(const std::vector<Residue>& c) const {
        bool is_known = true;
        const auto number = [&](std::size_t k) {
            const auto value = small_rational(*field_, c[k]);
            is_known = is_known && value;
            return value.value_or(Rational(0));
        };
        AffineField field{.translation = {}, .linear = {}, .time = number(time_), .factor = number(factor_)};
        for (std::size_t i = 0; i < n_; ++i) {
            field.translation.push_back(number(first_translation_ + i));
            field.linear.emplace_back();
            for (std::size_t j = 0; j < n_; ++j)
                field.linear[i].push_back(number(first_linear_ + i * n_ + j));
        }
        if (!is_known) return std::nullopt;
        return field;
    }

    // Every condition, with parameters as letters.
    bool is_symmetry(const AffineField& field, const std::vector<Residue>& c, double& error_bound) const {
        const std::vector<Expr> xi = components(field, s_), dv = velocity_components(field, s_);
        for (const Condition& k : conditions_) {
            budget_.check();
            Expr sum = dot(gradient(k.function, s_.q), xi) + dot(gradient(k.function, s_.v), dv);
            if (&k == &conditions_[0]) {
                if (!is_gauge(sum - s_.c.number(field.factor) * k.function, error_bound)) return false;
                continue;
            }
            if (k.covector)
                for (std::size_t j = 0; j < n_; ++j)
                    sum += s_.c.number(field.linear[j][k.component]) * expressions_[*k.covector + j];
            if (k.on_constraints) sum = on_constraints_(sum);
            for (std::size_t e = 0; e < k.extra.size(); ++e) {
                const auto constant = small_rational(*field_, c[k.unknown[e]]);
                if (!constant) return false;
                sum -= s_.c.number(*constant) * expressions_[k.extra[e]];
            }
            if (!vanishes(sum, error_bound)) return false;
        }
        return true;
    }

    // γ_0 + γ_i q̇_i with constants, whatever they are made of.
    bool is_gauge(Expr e, double& error_bound) const {
        std::vector<Expr> all = s_.q;
        all.insert(all.end(), s_.v.begin(), s_.v.end());
        all.push_back(s_.t);
        const auto is_constant = [&](Expr g) {
            const auto slopes = gradient(g, all);
            return std::ranges::all_of(slopes, [&](Expr slope) { return vanishes(slope, error_bound); });
        };
        const auto of_coordinates = gradient(e, s_.q), of_velocities = gradient(e, s_.v);
        return std::ranges::all_of(of_coordinates,
                                   [&](Expr slope) { return vanishes(slope, error_bound); }) &&
               std::ranges::all_of(of_velocities, is_constant);
    }

    static bool vanishes(Expr e, double& error_bound) {
        const ZeroVerdict zero = is_zero_modulo_primes(e);
        error_bound += zero.answer == Answer::yes ? zero.error_bound : 0;
        return zero.answer == Answer::yes;
    }

    const Setting& s_;
    const Budget& budget_;
    std::size_t n_, unknowns_ = 0, first_linear_ = 0, first_translation_ = 0, time_ = 0, factor_ = 0;
    Substitution special_;  // parameters that vanish, or are equal to others
    std::vector<Expr> expressions_;
    std::vector<Condition> conditions_;
    std::optional<PrimeField> field_;
};

}  // namespace

bool AffineField::is_translation() const {
    return keeps_L() && std::ranges::all_of(linear, [](const auto& row) {
               return std::ranges::all_of(row, &Rational::is_zero);
           });
}

bool AffineField::is_rotation() const {
    for (std::size_t i = 0; i < linear.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j)
            if (linear[i][j] != -linear[j][i]) return false;
    return keeps_L() && !is_translation();
}

bool AffineField::is_scaling() const {
    for (std::size_t i = 0; i < linear.size(); ++i)
        for (std::size_t j = 0; j < linear.size(); ++j)
            if (i != j && !linear[i][j].is_zero()) return false;
    return !is_translation();
}

std::vector<Expr> components(const AffineField& field, const Setting& s) {
    std::vector<Expr> xi;
    for (std::size_t i = 0; i < s.n(); ++i) {
        Expr sum = s.c.number(field.translation[i]);
        for (std::size_t j = 0; j < s.n(); ++j) sum += s.c.number(field.linear[i][j]) * s.q[j];
        xi.push_back(sum);
    }
    return xi;
}

std::vector<Expr> velocity_components(const AffineField& field, const Setting& s) {
    std::vector<Expr> dv;
    for (std::size_t i = 0; i < s.n(); ++i) {
        Expr sum = s.c.number(-field.time) * s.v[i];
        for (std::size_t j = 0; j < s.n(); ++j) sum += s.c.number(field.linear[i][j]) * s.v[j];
        dv.push_back(sum);
    }
    return dv;
}

Fact::Sentence field_sentence(const AffineField& field, const Setting& s) {
    Fact::Sentence out;
    const std::vector<Expr> xi = components(field, s);
    const auto add = [&](Expr coefficient, const std::string& text, const std::string& latex) {
        if (coefficient == s.c.zero()) return;
        const bool negative = text_in_brief(coefficient).starts_with("-");
        const Expr size = negative ? -coefficient : coefficient;
        if (!out.text.empty() || negative)
            append(out, std::string(out.text.empty() ? "-" : negative ? " - " : " + "));
        if (size != s.c.one()) {
            const bool is_sum = size.kind() == Kind::sum;
            out.text += (is_sum ? "(" : "") + text_in_brief(size) + (is_sum ? ")" : "") + "*";
            out.latex +=
                "$" + std::string(is_sum ? "(" : "") + anholon::latex(size) + (is_sum ? ")" : "") + "$ ";
        }
        out.text += text;
        out.latex += latex;
    };
    for (std::size_t i = 0; i < s.n(); ++i)
        add(xi[i], "∂/∂" + symbol_text(s.q[i].symbol()),
            "$\\partial/\\partial " + symbol_latex(s.q[i].symbol()) + "$");
    if (!field.time.is_zero())
        add(s.c.number(field.time) * s.t, "∂/∂" + symbol_text(s.t.symbol()),
            "$\\partial/\\partial " + symbol_latex(s.t.symbol()) + "$");
    return out;
}

Substitution special_values(const ConstantValues& values) {
    Substitution out = vanishing(values);
    for (std::size_t k = 0; k < values.size(); ++k) {
        const auto first = std::ranges::find(values, values[k].second, &std::pair<Expr, Rational>::second);
        if (first != values.begin() + static_cast<long>(k) && !values[k].second.is_zero())
            out.emplace_back(values[k].first, first->first);
    }
    return out;
}

namespace {

AffineSymmetries found(const Setting& s, const Budget& budget, Substitution special) {
    if (s.on_algebra())
        return {.fields = {},
                .outside = s.q.empty() ? "the model is stated on a Lie algebra, without coordinates"
                                       : "they are sought in the coordinates of the full system"};
    if (s.system.motion.axiom == Axiom::servo_momentum)
        return {.fields = {},
                .outside = "for a servo of the second kind the momenta would have to be preserved as well"};
    return Search(s, budget, std::move(special)).run();
}

}  // namespace

AffineSymmetries affine_symmetries(const Setting& s, const Budget& budget) {
    return found(s, budget, vanishing(constant_values(s.system)));
}

AffineSymmetries affine_symmetries(const Setting& s, const ConstantValues& values, const Budget& budget) {
    return found(s, budget, special_values(values));
}

}  // namespace anholon
