#include "mechanics/adapted_frame.hpp"

#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/introduce.hpp"
#include "expr/linear.hpp"
#include "expr/simplify.hpp"

namespace anholon {

namespace {

// Rows that are longer, such as those of a rolling body, stay as they are: simplified they would lose what they share.
constexpr SimplifyOptions kShort{.max_terms = 100, .max_nodes = 40};

}  // namespace

ConstraintRows constraint_rows(const System& system) {
    Context& c = system.c();
    const std::vector<Expr> v = system.velocities();
    Substitution at_rest;
    for (const Expr& u : v) at_rest.emplace_back(u, c.zero());
    std::vector<Expr> residuals;
    ConstraintRows rows;
    for (const Constraint& constraint : system.constraints) {
        if (constraint.kind == Constraint::Kind::nonlinear) continue;
        const bool geometric = constraint.kind == Constraint::Kind::geometric;
        residuals.push_back(geometric ? time_derivative(constraint.residual) : constraint.residual);
        rows.names.push_back(constraint.name);
    }
    if (residuals.empty()) return rows;
    rows.a = simplified(jacobian(residuals, v), kShort);
    rows.a0 = substitute(residuals, at_rest);
    return rows;
}

namespace {

// Velocities that can stand for the free ones: those left when the constraints are solved for the others.
std::vector<std::size_t> independent_columns(const Matrix& a, std::size_t n) {
    std::vector<std::size_t> all(n);
    for (std::size_t i = 0; i < n; ++i) all[i] = i;
    if (a.empty()) return all;
    // Columns from the last: what is declared first stays free.
    Matrix reversed(a.context(), a.rows(), n);
    for (std::size_t i = 0; i < a.rows(); ++i)
        for (std::size_t j = 0; j < n; ++j) reversed(i, j) = a(i, n - 1 - j);
    const auto null = kernel(reversed);
    if (!null.decided) throw NotAFrame("the constraints' rank cannot be decided: " + null.reason);
    std::vector<std::size_t> columns;
    for (const std::size_t j : null.free) columns.push_back(n - 1 - j);
    std::ranges::sort(columns);
    return columns;
}

void demand_as_many(std::size_t free, std::size_t constraints, std::size_t velocities) {
    if (free + constraints != velocities)
        throw NotAFrame(std::to_string(free) + " free quasi-velocities and " + std::to_string(constraints) +
                        " constraints do not make " + std::to_string(velocities) + " velocities");
}

// f with η in the places where the definitions of the stated quasi-velocities stand in it, up to a factor.
Expr in_quasi_velocities(const System& system, Expr f) {
    Substitution replace;
    for (const QuasiVelocity& quasi : system.quasi) replace.emplace_back(quasi.definition, quasi.symbol);
    return substitute(f, with_multiples(replace));
}

// A⁻¹ of A = [Q; C], Q of the stated quasi-velocities, C of the constraints. A constraint written in quasi-velocities, f = P η + D q̇, has the
// row PQ + D: A = [1 0; P 1] [Q; D], so A⁻¹ = [Q; D]⁻¹ [1 0; −P 1], and Q Q⁻¹ is never written out.
Matrix inverse_with_quasi_velocities(const System& system, Matrix A) {
    Context& c = system.c();
    const std::vector<Expr> v = system.velocities();
    const std::size_t n = v.size(), l = system.quasi.size();
    std::vector<Expr> eta;
    Substitution without_eta;
    for (const QuasiVelocity& quasi : system.quasi) {
        eta.push_back(quasi.symbol);
        without_eta.emplace_back(quasi.symbol, c.zero());
    }
    Matrix P(c, n - l, l);
    std::size_t row = 0;
    for (const Constraint& constraint : system.constraints) {
        if (constraint.kind == Constraint::Kind::nonlinear) continue;
        const std::size_t k = row++;
        if (constraint.kind == Constraint::Kind::geometric) continue;
        const Expr f = in_quasi_velocities(system, constraint.residual);
        if (f == constraint.residual) continue;
        const std::vector<Expr> slope = gradient(f, eta), rest = gradient(substitute(f, without_eta), v);
        for (std::size_t s = 0; s < l; ++s) P(k, s) = slope[s];
        for (std::size_t i = 0; i < n; ++i) A(l + k, i) = rest[i];
    }
    Matrix B = frame_inverse(A);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < n - l; ++k)
            for (std::size_t s = 0; s < l; ++s) B(i, s) -= B(i, l + k) * P(k, s);
    return B;
}

// η_α of a constraint
Expr constrained_velocity(Context& c, const ConstraintRows& rows, std::size_t k) {
    return introduced(c, "eta_" + rows.names[k], SymbolKind::variable, "quasi-velocity", k);
}

}  // namespace

// Under the realisations all velocities are free, and the stated quasi-velocities may be as many.
bool states_free_velocities(const System& system) {
    const auto linear = std::ranges::count_if(
        system.constraints, [](const Constraint& k) { return k.kind != Constraint::Kind::nonlinear; });
    return !system.quasi.empty() &&
           system.quasi.size() + static_cast<std::size_t>(linear) <= system.velocities().size();
}

AdaptedFrame::AdaptedFrame(const System& system, const IndependentVelocities& independent, Through through)
    : system_(system) {
    system.algebra ? of_algebra(system, independent) : of_coordinates(system, independent, through);
    if (system.Q.empty()) Q_.assign(n(), system.c().zero());
    for (std::size_t s = 1; s <= n() && !system.Q.empty(); ++s)
        Q_.push_back(Covector(substitute(system.Q, velocities_))(displacement(s)));
}

// With u the base velocities, M u + m_0 = (η_1..η_l, forms that the constraints determine); so u = M⁻¹ (…), and q̇ follows.
bool AdaptedFrame::use_base(const System& system, const ConstraintRows& rows) {
    const BaseVelocities& base = system.base;
    const std::vector<Expr> v = system.velocities();
    base_ = base.all(v);
    std::vector<Expr> values;  // of the forms, in η
    for (std::size_t s = 0; s < l_; ++s) {
        forms_.push_back(base.in_base(system.quasi[s].definition));
        values.push_back(eta_[s]);
    }
    std::map<std::string, Expr> open;  // constraints that are not among the forms yet
    for (std::size_t k = 0; k < rows.names.size(); ++k) open[rows.names[k]] = eta_[l_ + k];
    for (const BaseVelocities::Contact& contact : base.contacts) {
        if (!std::ranges::all_of(contact.constraints, [&](const auto& name) { return open.contains(name); }))
            continue;
        for (const auto& [form, in_constraints] : contact.forms) {
            forms_.push_back(form);
            values.push_back(system.c().zero());
            for (const auto& [name, coefficient] : in_constraints) values.back() += coefficient * open[name];
        }
        for (const std::string& name : contact.constraints) open.erase(name);
    }
    for (const Constraint& constraint : system.constraints) {
        if (!open.contains(constraint.name)) continue;
        const auto rate = base.rates_of_constraints.find(constraint.name);
        const Expr form =
            rate == base.rates_of_constraints.end() ? base.in_base(constraint.residual) : rate->second;
        if (std::ranges::find(base_, form) == base_.end()) return false;
        forms_.push_back(form);
        values.push_back(open[constraint.name]);
    }
    Substitution at_rest;
    for (const Expr& one : base_) at_rest.emplace_back(one, system.c().zero());
    const std::vector<Expr> m0 = substitute(forms_, at_rest);
    for (std::size_t k = 0; k < values.size(); ++k) values[k] -= m0[k];
    const auto in_eta = solved_for_base(values);
    if (!in_eta) return false;
    for (std::size_t k = 0; k < base_.size(); ++k) velocities_.emplace_back(base_[k], (*in_eta)[k]);
    for (const auto& [rate, in_base] : base.rates)
        velocities_.emplace_back(rate, substitute(in_base, velocities_));
    return true;
}

// The base velocities, or their rates, for which the forms' linear parts have these values.
std::optional<std::vector<Expr>> AdaptedFrame::solved_for_base(std::span<const Expr> values) const {
    Matrix right(system_.c(), values.size(), 1);
    std::ranges::copy(values, right.entries().begin());
    const InverseResult solved = inverse_times(jacobian(forms_, base_), right);
    if (solved.outcome != InverseResult::Outcome::regular) return std::nullopt;
    return system_.base.without_names(solved.inverse.entries());
}

Substitution AdaptedFrame::motion() const {
    const Substitution zero = on_constraints();
    Substitution out;
    for (const auto& [velocity, in_eta] : velocities_) out.emplace_back(velocity, substitute(in_eta, zero));
    const std::vector<Expr> v = system_.velocities();
    if (base_.empty()) {
        // d/dt of q̇(t, q, η): its q̇ once more in η.
        std::vector<Expr> in_eta;
        for (const Expr& u : v) in_eta.push_back(substitute(u, out));
        const std::vector<Expr> a = substitute(time_derivative(in_eta), out);
        for (std::size_t i = 0; i < v.size(); ++i) out.emplace_back(dot(v[i]), a[i]);
        Substitution rates;
        for (const auto& [u, definition] : system_.base.definitions)
            rates.emplace_back(dot(u), substitute(Dt(definition), out));
        out.insert(out.end(), rates.begin(), rates.end());
        return out;
    }
    // M u̇ = (η̇, 0) − the rest of the derivative of the forms.
    Substitution without = out;
    for (const Expr& u : base_) without.emplace_back(dot(u), system_.c().zero());
    std::vector<Expr> rest = substitute(system_.base.derivative(forms_), without);
    for (std::size_t k = 0; k < rest.size(); ++k)
        rest[k] = (k < l_ ? dot(eta_[k]) : system_.c().zero()) - rest[k];
    const auto rates = solved_for_base(rest);
    if (!rates) throw NotAFrame("the rates of the base velocities cannot be solved for");
    for (std::size_t k = 0; k < base_.size(); ++k) out.emplace_back(dot(base_[k]), (*rates)[k]);
    Substitution accelerations;
    for (const auto& [rate, in_base] : system_.base.rates)
        accelerations.emplace_back(dot(rate), substitute(Dt(in_base), out));
    out.insert(out.end(), accelerations.begin(), accelerations.end());
    return out;
}

void AdaptedFrame::of_coordinates(const System& system, const IndependentVelocities& independent,
                                  Through through) {
    Context& c = system.c();
    const Chart chart(system.t, system.q());
    const std::vector<Expr> v = system.velocities();
    const std::size_t n = v.size();
    const ConstraintRows rows = constraint_rows(system);
    Substitution at_rest;
    for (const Expr& u : v) at_rest.emplace_back(u, c.zero());

    Matrix A(c, n, n);
    std::vector<Expr> A0(n, c.zero());
    std::size_t s = 0;
    const bool is_stated = !independent && states_free_velocities(system);
    if (is_stated) {
        for (const QuasiVelocity& quasi : system.quasi) {
            if (s == n) throw NotAFrame("there are more quasi-velocities than coordinates");
            const auto gradient_of = gradient(quasi.definition, v);
            for (std::size_t i = 0; i < n; ++i) A(s, i) = gradient_of[i];
            A0[s] = substitute(quasi.definition, at_rest);
            eta_.push_back(quasi.symbol);
            ++s;
        }
    } else {
        for (const std::size_t i : independent ? *independent : independent_columns(rows.a, n)) {
            A(s, i) = c.one();
            eta_.push_back(v[i]);
            ++s;
        }
    }
    l_ = s;
    demand_as_many(l_, rows.names.size(), n);
    for (std::size_t k = 0; k < rows.names.size(); ++k, ++s) {
        for (std::size_t i = 0; i < n; ++i) A(s, i) = rows.a(k, i);
        A0[s] = rows.a0[k];
        eta_.push_back(constrained_velocity(c, rows, k));
    }
    if (through == Through::base_velocities && is_stated && !system.base.empty() && use_base(system, rows)) {
        frame_ =
            std::make_shared<const Frame>(chart, A, A0, eta_, jacobian(substitute(v, velocities_), eta_));
    } else {
        base_.clear();
        forms_.clear();
        velocities_.clear();
        const Matrix B = is_stated ? inverse_with_quasi_velocities(system, A) : frame_inverse(A);
        frame_ = std::make_shared<const Frame>(chart, A, A0, eta_, B);
        velocities_ = frame_->velocities();
        for (const auto& [u, definition] : system.base.definitions)
            velocities_.emplace_back(u, substitute(definition, frame_->velocities()));
    }
    for (std::size_t k = 0; k < n; ++k) definitions_.push_back(dot(A.row(k), v) + A0[k]);
}

void AdaptedFrame::of_algebra(const System& system, const IndependentVelocities& independent) {
    Context& c = system.c();
    const std::vector<Expr>& omega = system.algebra->omega;
    const std::size_t n = omega.size();
    const ConstraintRows rows = constraint_rows(system);
    A_ = Matrix(c, n, n);
    std::size_t s = 0;
    const std::vector<std::size_t> free = independent ? *independent : independent_columns(rows.a, n);
    demand_as_many(free.size(), rows.names.size(), n);
    for (const std::size_t i : free) {
        A_(s++, i) = c.one();
        eta_.push_back(omega[i]);
    }
    l_ = s;
    for (std::size_t k = 0; k < rows.names.size(); ++k, ++s) {
        for (std::size_t i = 0; i < n; ++i) A_(s, i) = rows.a(k, i);
        eta_.push_back(constrained_velocity(c, rows, k));
    }
    const InverseResult inverted = inverse(A_);
    if (inverted.outcome != InverseResult::Outcome::regular) throw NotAFrame(inverted.reason);
    B_ = simplified(inverted.inverse);
    std::vector<Expr> A0(l_, c.zero());
    A0.insert(A0.end(), rows.a0.begin(), rows.a0.end());
    Substitution at_rest;  // ω = B η − B A_0 where η = 0
    for (std::size_t i = 0; i < n; ++i) {
        const Expr B0 = -dot(B_.row(i), A0);
        velocities_.emplace_back(omega[i], dot(B_.row(i), eta_) + B0);
        at_rest.emplace_back(omega[i], B0);
    }
    fields_.resize(n + 1);
    for (const Expr& rate : system.algebra->rates) {
        fields_[0].push_back(substitute(rate, at_rest));
        const std::vector<Expr> slope = gradient(rate, omega);
        for (std::size_t k = 0; k < n; ++k) {
            Expr along = c.zero();
            for (std::size_t i = 0; i < n; ++i) along += slope[i] * B_(i, k);
            fields_[k + 1].push_back(along);
        }
    }
    for (std::size_t k = 0; k < n; ++k) definitions_.push_back(dot(A_.row(k), omega) + A0[k]);
}

const Frame& AdaptedFrame::frame() const {
    assert(frame_);
    return *frame_;
}

Substitution AdaptedFrame::on_constraints() const {
    Substitution zero;
    for (const Expr& e : constrained()) zero.emplace_back(e, e.context().zero());
    return zero;
}

FrameCovector AdaptedFrame::d(Expr f) const { return FrameCovector(gradient(f, eta_)); }

Expr AdaptedFrame::transport(const FrameCovector& y, std::size_t s) const {
    return sum(system_.c(), indices(0, l_), [&](std::size_t r) { return eta(r) * y(bracket(r, s)); });
}

Vector AdaptedFrame::displacement(std::size_t s) const {
    const Matrix& B = frame_ ? frame_->B() : B_;
    std::vector<Expr> column;
    for (std::size_t i = 0; i < B.rows(); ++i) column.push_back(B(i, s - 1));
    return Vector(std::move(column));
}

Answer AdaptedFrame::is_closed() const {
    Answer answer = Answer::yes;
    for (std::size_t r = 0; r <= l_; ++r)
        for (std::size_t s = r + 1; s <= l_; ++s)
            for (std::size_t m = l_ + 1; m <= n(); ++m) switch (is_zero_modulo_primes(c(m, r, s)).answer) {
                    case Answer::yes: break;
                    case Answer::no: return Answer::no;
                    case Answer::unknown: answer = Answer::unknown;
                }
    return answer;
}

Expr AdaptedFrame::apply(std::size_t s, Expr f) const {
    if (frame_) return (*frame_)[s](f);
    Expr sum = s == 0 ? derivative(f, system_.t) : system_.c().zero();
    for (std::size_t i = 0; i < system_.coordinates.size(); ++i)
        sum += derivative(f, system_.coordinates[i].symbol) * fields_[s][i];
    return sum;
}

const Vector& AdaptedFrame::bracket(std::size_t r, std::size_t s) const {
    if (frame_) return frame_->bracket(r, s);
    if (const auto found = brackets_.find({r, s}); found != brackets_.end()) return found->second;
    // X_s = B_is e_i, X_0 = ∂_t + B_i0 e_i: [X_r, X_s] = (B_ir B_js c^k_ij + X_r B_ks − X_s B_kr) e_k, and e_k = A_mk X_m.
    Context& c = system_.c();
    Substitution at_rest;
    for (const Expr& e : eta_) at_rest.emplace_back(e, c.zero());
    const auto B = [&](std::size_t i, std::size_t k) {
        return k > 0 ? B_(i, k - 1) : substitute(velocities_[i].second, at_rest);
    };
    std::vector<Expr> components(n(), c.zero());
    for (std::size_t k = 0; k < n(); ++k) {
        Expr along = apply(r, B(k, s)) - apply(s, B(k, r));
        for (std::size_t i = 0; i < n(); ++i)
            for (std::size_t j = 0; j < n(); ++j) along += B(i, r) * B(j, s) * system_.algebra->c(k, i, j);
        for (std::size_t m = 0; m < n(); ++m) components[m] += A_(m, k) * along;
    }
    for (Expr& e : components) e = simplified(e);
    return brackets_.emplace(std::pair{r, s}, Vector(std::move(components))).first->second;
}

}  // namespace anholon
