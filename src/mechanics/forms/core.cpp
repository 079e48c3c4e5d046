#include "mechanics/forms/core.hpp"

#include <algorithm>

#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "mechanics/axial_invariants.hpp"
#include "mechanics/direction_cosines.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"
#include "model/space/attitude.hpp"

namespace anholon {

namespace {

bool holds(std::span<const Expr> functions, const Expr& symbol) {
    return !functions.empty() && Walk(symbol.context(), functions).contains(symbol.id());
}

// The shortest equations in free velocities that there are.
Equations source_of(const Setting& s) {
    const bool by_kane = !s.system.bodies.empty() && !kane_inapplicable(s) &&
                         s.frame_of_bodies().goes_through_base_velocities();
    return by_kane ? kane(s) : maggi(s);
}

// A coordinate that stands in functions without influencing them may have any value there.
bool drop(std::vector<Expr>& functions, const Expr& x) {
    for (const Expr& f : functions)
        if (!vanishes(derivative(f, x))) return false;
    for (const long value : {0, 1}) try {
            functions = substitute(functions, {{x, x.context().number(value)}});
            return true;
        } catch (const Undefined&) {
        }
    return false;
}

class Search {
  public:
    explicit Search(const Setting& s) : s_(s), e_(source_of(s)), c_(s.c) {
        core_.system = std::make_shared<const System>(s.system);
        const AdaptedFrame& X = s.system.base.empty() ? s.frame() : s.frame_of_bodies();
        core_.eta = X.free();
        for (std::size_t k = 1; k <= X.l(); ++k) core_.definitions.push_back(X.definition(k));
        core_.velocities = e_.velocities;
        core_.kinetic = kinetic(X);
    }

    Core run() {
        for (const auto& q : unit_quaternions(s_.system)) attitudes_.emplace_back(s_.system, q);
        close();
        for (const DirectionCosines& attitude : attitudes_) write(attitude);
        fill();
        return std::move(core_);
    }

  private:
    // Of bodies in their own axes, where it is short.
    Expr kinetic(const AdaptedFrame& X) const {
        Expr T = s_.T;
        if (!s_.system.bodies.empty()) {
            T = c_.zero();
            for (const RigidBody& body : s_.system.bodies)
                T += (body.mass * dot(body.velocity, body.velocity) +
                      dot(body.omega, body.inertia.times(body.omega))) /
                     Rational(2);
        }
        return substitute(X.in_eta(T), X.on_constraints());
    }

    bool is_of_attitude(const Expr& x) const {
        return std::ranges::any_of(attitudes_, [&](const DirectionCosines& a) {
            return std::ranges::find(a.quaternion(), x) != a.quaternion().end();
        });
    }
    Expr rate_of(const Expr& q) const {
        return e_.velocities[static_cast<std::size_t>(std::ranges::find(s_.q, q) - s_.q.begin())];
    }

    // W, r, and the rates of the coordinates that stand in these, or in the rates of such.
    void close() {
        for (;;) {
            functions_.assign(e_.W.entries().begin(), e_.W.entries().end());
            functions_.insert(functions_.end(), e_.r.begin(), e_.r.end());
            for (const Expr& q : kept_) functions_.push_back(rate_of(q));
            std::vector<Expr> kept;
            for (const Expr& q : s_.q)
                if (!is_of_attitude(q) && holds(functions_, q) && !drop(functions_, q)) kept.push_back(q);
            if (kept == kept_) return;
            // What was needed once is needed: rates may let go of what W holds, never the other way round.
            for (const Expr& q : kept_)
                if (std::ranges::find(kept, q) == kept.end()) kept.push_back(q);
            std::ranges::sort(kept, {}, [&](const Expr& q) { return std::ranges::find(s_.q, q) - s_.q.begin(); });
            if (kept == kept_) return;
            kept_ = std::move(kept);
        }
    }

    Vector3 omega(const DirectionCosines& a) const {
        Substitution motion;
        for (const Expr& q : a.quaternion()) motion.emplace_back(dot(q), rate_of(q));
        const Attitude axes = Attitude::of_quaternion(a.quaternion());
        const std::vector<Expr> w = substitute(axes.omega, motion);
        return {w[0], w[1], w[2]};
    }

    // A quaternion that is needed: as one axis if that is possible.
    void write(const DirectionCosines& a) {
        if (std::ranges::none_of(a.quaternion(), [&](const Expr& q) { return holds(functions_, q); })) return;
        std::vector<Expr> all = functions_;
        const Vector3 w = omega(a);
        all.insert(all.end(), w.begin(), w.end());
        const auto cosines = a.written(all);
        if (!cosines) return keep(a);
        const std::span<const Expr> rewritten(cosines->data(), functions_.size());
        const Vector3 turning{(*cosines)[all.size() - 3], (*cosines)[all.size() - 2], cosines->back()};
        const auto is_used = [&](const Vector3& row, std::span<const Expr> in) {
            return std::ranges::any_of(row, [&](const Expr& x) { return holds(in, x); });
        };
        if (std::ranges::none_of(a.rows(), [&](const Vector3& row) { return is_used(row, rewritten); })) {
            functions_.assign(rewritten.begin(), rewritten.end());
            return;
        }
        for (const std::size_t axis : {2, 0, 1}) {
            const std::array<Vector3, 3> rows{a.rows()[(axis + 1) % 3], a.rows()[(axis + 2) % 3], a.rows()[axis]};
            std::vector<Expr> wanted(rewritten.begin(), rewritten.end());
            const Vector3 rate = cross(rows[2], turning);
            wanted.insert(wanted.end(), rate.begin(), rate.end());
            if (is_used(rows[0], wanted) || is_used(rows[1], wanted)) {
                auto invariant = axial_invariants(wanted, rows);
                if (!invariant) continue;
                wanted = std::move(*invariant);
            }
            for (std::size_t j = 3; j-- > 0;) {
                rates_.emplace(rows[2][j].id(), wanted.back());
                wanted.pop_back();
            }
            functions_ = std::move(wanted);
            core_.axes.push_back({a.quaternion(), rows[2], axis});
            return;
        }
        keep(a);
    }

    void keep(const DirectionCosines& a) { whole_.insert(whole_.end(), a.quaternion().begin(), a.quaternion().end()); }

    void fill() {
        const std::size_t l = core_.eta.size();
        core_.W = Matrix(c_, l, l);
        std::copy_n(functions_.begin(), l * l, core_.W.entries().begin());
        core_.r.assign(functions_.begin() + static_cast<long>(l * l), functions_.begin() + static_cast<long>(l * l + l));
        for (const Core::Axis& axis : core_.axes) {
            const DirectionCosines& a = *std::ranges::find(attitudes_, axis.quaternion, &DirectionCosines::quaternion);
            Expr length = -c_.one();
            for (std::size_t j = 0; j < 3; ++j) {
                core_.places.push_back(
                    {axis.cosines[j], a.values()[axis.number][j], rates_.at(axis.cosines[j].id())});
                length += pow(axis.cosines[j], Rational(2));
            }
            core_.relations.push_back(length);
        }
        for (const Expr& q : s_.q) {
            const auto kept = std::ranges::find(kept_, q);
            if (kept != kept_.end())
                core_.places.push_back(
                    {q, q, functions_[l * l + l + static_cast<std::size_t>(kept - kept_.begin())]});
            else if (std::ranges::find(whole_, q) != whole_.end())
                core_.places.push_back({q, q, rate_of(q)});
            else
                core_.rest.push_back(q);
        }
        std::vector<Expr> F;
        for (const Constraint& k : s_.system.constraints)
            if (k.kind == Constraint::Kind::geometric) F.push_back(k.residual);
        for (const Expr& f : F)
            if (const auto in_core = core_.written(std::span(&f, 1)); in_core && !vanishes(in_core->front()))
                core_.relations.push_back(in_core->front());
        const Expr L = core_.kinetic - s_.V;
        if (const auto in_core = core_.written(std::span(&L, 1))) core_.L = in_core->front();
    }

    const Setting& s_;
    const Equations e_;
    Context& c_;
    Core core_;
    std::vector<DirectionCosines> attitudes_;
    std::vector<Expr> kept_, whole_, functions_;
    std::map<NodeId, Expr> rates_;
};

// Coordinates that geometric constraints give as functions of others, such as the height of a mass centre.
Substitution solved_for(const System& system, std::span<const Expr> coordinates) {
    Substitution out;
    for (const Constraint& k : system.constraints) {
        if (k.kind != Constraint::Kind::geometric) continue;
        const Expr f = substitute(k.residual, out);
        for (const Expr& x : coordinates) {
            const Expr slope = derivative(f, x);
            if (!slope.is_number() || slope.number().is_zero()) continue;
            out.emplace_back(x, x - f / slope.number());
            break;
        }
    }
    return out;
}

}  // namespace

std::optional<std::vector<Expr>> Core::written(std::span<const Expr> functions) const {
    Substitution on_constraints;
    const std::vector<Expr> v = system->velocities();
    for (std::size_t i = 0; i < v.size(); ++i)
        if (v[i] != velocities[i]) on_constraints.emplace_back(v[i], velocities[i]);
    std::vector<Expr> all(functions.begin(), functions.end());
    all = substitute(substitute(all, on_constraints), solved_for(*system, rest));
    for (const Axis& axis : axes) {
        const DirectionCosines a(*system, axis.quaternion);
        auto cosines = a.written(all);
        if (!cosines) return std::nullopt;
        const auto& row = a.rows();
        const std::array<Vector3, 3> rows{row[(axis.number + 1) % 3], row[(axis.number + 2) % 3], row[axis.number]};
        cosines = axial_invariants(*cosines, rows);
        if (!cosines) return std::nullopt;
        all = std::move(*cosines);
    }
    for (const Expr& q : rest)
        if (holds(all, q) && !drop(all, q)) return std::nullopt;
    return all;
}

Reason no_core(const Setting& s) {
    return needs_coordinates_and_frame(s);
}

Core core_of(const Setting& s) { return Search(s).run(); }

Reason core_inapplicable(const Setting& s) {
    const bool is_core = s.on_algebra() && !s.q.empty();
    return is_core ? needs_frame(s) : no_core(s);
}

// The core: W(x) η̇ = r(x), ṗ = g(x), and quadratures.
Equations core(const Setting& s) {
    if (s.on_algebra()) {
        Equations e = hamel(s);
        e.definitions.clear();
        e.lines.clear();
        for (std::size_t k = 0; k < e.unknowns.size(); ++k)
            e.lines.push_back({{}, dot(e.W.row(k), e.unknowns), {{e.r[k], ""}}});
        return e;
    }
    const Core core = core_of(s);
    Equations e;
    e.unknowns = dots(core.eta);
    e.W = core.W;
    e.r = core.r;
    for (const Core::Place& p : core.places) {
        e.state.push_back(p.symbol);
        e.rates.push_back(p.rate);
        if (p.symbol != p.value) e.state_of.emplace_back(p.symbol, p.value);
    }
    for (std::size_t k = 0; k < core.eta.size(); ++k) {
        e.state.push_back(core.eta[k]);
        e.rates.push_back(e.unknowns[k]);
        e.state_of.emplace_back(core.eta[k], core.definitions[k]);
        e.lines.push_back({{}, dot(core.W.row(k), e.unknowns), {{core.r[k], ""}}});
    }
    for (const Expr& q : core.rest) {
        e.state.push_back(q);
        e.rates.push_back(core.velocities[static_cast<std::size_t>(std::ranges::find(s.q, q) - s.q.begin())]);
    }
    e.velocities = core.velocities;
    return e;
}

}  // namespace anholon
