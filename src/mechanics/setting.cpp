#include "mechanics/setting.hpp"

#include <algorithm>

#include "expr/introduce.hpp"

namespace anholon {

namespace {

std::vector<Expr> forces(const System& system) {
    if (!system.Q.empty()) return system.Q;
    return std::vector<Expr>(system.velocities().size(), system.c().zero());
}

}  // namespace

Setting::Setting(const System& s, IndependentVelocities independent)
    : system(s),
      c(s.c()),
      t(s.t),
      q(s.q()),
      v(s.velocities()),
      q_dot(s.algebra ? s.algebra->rates : v),
      L(s.L),
      T(s.T),
      V(s.V),
      Q(forces(s)),
      independent_(std::move(independent)) {}

bool Setting::has_nonlinear_constraints() const {
    return std::ranges::any_of(system.constraints,
                               [](const Constraint& k) { return k.kind == Constraint::Kind::nonlinear; });
}

bool Setting::has_velocity_constraints() const {
    return std::ranges::any_of(system.constraints,
                               [](const Constraint& k) { return k.kind != Constraint::Kind::geometric; });
}

std::vector<Expr> Setting::accelerations() const {
    std::vector<Expr> a;
    for (const Expr& u : v) a.push_back(dot(u));
    return a;
}

Covector Setting::lagrange(Expr u) const {
    const Covector y = d(u, v);
    if (!on_algebra()) return Dt(y) - d(u, q);
    const std::vector<Expr> rate = substitute(Dt(y).components(), kinematics(v));
    Covector result(rate);
    for (std::size_t k = 0; k < n(); ++k)
        for (std::size_t i = 0; i < q.size(); ++i)
            result[k] -= derivative(u, q[i]) * derivative(q_dot[i], v[k]);
    for (std::size_t k = 0; k < n(); ++k)
        for (std::size_t i = 0; i < n(); ++i)
            for (std::size_t j = 0; j < n(); ++j)
                if (const Expr& cijk = system.algebra->c(i, j, k); cijk != c.zero())
                    result[k] -= cijk * y[i] * v[j];
    return result;
}

std::vector<Expr> Setting::rates(std::span<const Expr> velocities) const {
    if (!on_algebra()) return {velocities.begin(), velocities.end()};
    Substitution in;
    for (std::size_t i = 0; i < v.size(); ++i) in.emplace_back(v[i], velocities[i]);
    return q_dot.empty() ? q_dot : substitute(q_dot, in);
}

Substitution Setting::kinematics(std::span<const Expr> velocities) const {
    Substitution out;
    const std::vector<Expr> rate = rates(velocities);
    for (std::size_t i = 0; i < q.size(); ++i)
        if (rate[i] != dot(q[i])) out.emplace_back(dot(q[i]), rate[i]);
    return out;
}

std::vector<Expr> Setting::velocity_constraints() const {
    std::vector<Expr> f;
    for (const Constraint& k : system.constraints)
        f.push_back(k.kind == Constraint::Kind::geometric ? Dt(k.residual) : k.residual);
    return f;
}

std::vector<std::string> Setting::constraint_names() const {
    std::vector<std::string> names;
    for (const Constraint& k : system.constraints) names.push_back(k.name);
    return names;
}

std::vector<Expr> Setting::multipliers(const std::string& letter) const {
    // A model may name its multipliers itself, in expectations and initial values.
    if (letter == "lambda" && system.multipliers.size() == system.constraints.size())
        return system.multipliers;
    std::vector<Expr> list;
    for (const Constraint& k : system.constraints)
        list.push_back(introduced(c, letter + "_" + k.name, SymbolKind::variable, "multiplier", list.size()));
    return list;
}

Reason Setting::no_frame() const {
    if (frame_) return std::nullopt;
    if (has_nonlinear_constraints()) return "a constraint is not linear in the velocities";
    try {
        frame_.emplace(system, independent_);
        return std::nullopt;
    } catch (const NotAFrame& error) {
        return error.what();
    }
}

const AdaptedFrame& Setting::frame() const {
    if (const Reason why = no_frame()) throw NotAFrame(*why);
    return *frame_;
}

Reason Setting::no_frame_of_bodies() const {
    if (system.base.empty() || has_nonlinear_constraints()) return no_frame();
    if (frame_of_bodies_) return std::nullopt;
    try {
        frame_of_bodies_.emplace(system, independent_, AdaptedFrame::Through::base_velocities);
        return std::nullopt;
    } catch (const NotAFrame& error) {
        return error.what();
    }
}

const AdaptedFrame& Setting::frame_of_bodies() const {
    if (const Reason why = no_frame_of_bodies()) throw NotAFrame(*why);
    return frame_of_bodies_ ? *frame_of_bodies_ : frame();
}

Expr Setting::L_in_frame() const {
    if (!L_in_frame_) L_in_frame_ = simplified(frame().in_eta(L), {.max_terms = 300, .max_nodes = 60});
    return L_in_frame_;
}

Reason Setting::not_solved() const {
    if (on_algebra()) return "the model is stated on a Lie algebra, without coordinates";
    if (!solved_) solved_.emplace(system, independent_);
    return solved_->why_not;
}

const SolvedConstraints& Setting::solved() const {
    const Reason why = not_solved();
    assert(!why);
    return *solved_;
}

}  // namespace anholon
