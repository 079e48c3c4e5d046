#include "mechanics/forms/core.hpp"

#include <algorithm>

#include "expr/introduce.hpp"
#include "expr/print.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "mechanics/axial_invariants.hpp"
#include "mechanics/direction_cosines.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"
#include "mechanics/gyrostat.hpp"
#include "mechanics/letters.hpp"
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

// The same of an attitude.
bool drop(std::vector<Expr>& functions, const std::array<Expr, 4>& q) {
    Context& c = q[0].context();
    const AnyAttitude any = any_attitude(q);
    try {
        for (const Expr& f : substitute(functions, any.q))
            for (const Expr& x : any.u)
                if (!vanishes(derivative(f, x))) return false;
        functions =
            substitute(functions, {{q[0], c.one()}, {q[1], c.zero()}, {q[2], c.zero()}, {q[3], c.zero()}});
        return true;
    } catch (const Undefined&) {
        return false;
    }
}

// Whether the functions stay the same when these angles grow together.
bool may_turn_together(std::span<const Expr> functions, std::span<const Expr> angles) {
    return std::ranges::all_of(functions, [&](const Expr& f) {
        Expr slope = f.context().zero();
        for (const Expr& x : angles) slope += derivative(f, x);
        return vanishes(slope);
    });
}

class Search {
  public:
    // With functions of q and q̇ that are to be written in the variables of the core as well, and coordinates that are known to be
    // needed.
    Search(const Setting& s, const std::vector<Expr>& others, std::vector<Expr> needed)
        : s_(s), e_(source_of(s)), c_(s.c), needed_(std::move(needed)) {
        core_.system = std::make_shared<const System>(s.system);
        const AdaptedFrame& X = s.system.base.empty() ? s.frame() : s.frame_of_bodies();
        core_.eta = X.free();
        for (std::size_t k = 1; k <= X.l(); ++k) core_.definitions.push_back(X.definition(k));
        core_.velocities = e_.velocities;
        Substitution motion;
        for (std::size_t i = 0; i < s.v.size(); ++i)
            if (s.v[i] != e_.velocities[i]) motion.emplace_back(s.v[i], e_.velocities[i]);
        if (!others.empty()) others_ = substitute(others, motion);
        first_rate_ = core_.eta.size() * (core_.eta.size() + 1) + others_.size();
        core_.kinetic = kinetic(X);
        const auto lowered = [&](const Vector3& v) {
            const std::vector<Expr> low = substitute(substitute(v, X.velocities()), X.on_constraints());
            return Vector3{low[0], low[1], low[2]};
        };
        if (s.system.bodies.empty()) return;
        core_.gyrostats = gyrostats(s.system);
        for (Gyrostat& g : core_.gyrostats) {
            g.body.velocity = lowered(g.body.velocity);
            for (Gyrostat::Rotor& rotor : g.rotors)
                rotor.spin = substitute(X.in_eta(rotor.spin), X.on_constraints());
        }
    }

    Core run() {
        for (const auto& q : unit_quaternions(s_.system)) attitudes_.emplace_back(s_.system, q);
        for (const Expr& q : needed_)
            if (!is_of_attitude(q)) kept_.push_back(q);
        close();
        count_from_one();
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
    const std::string& unit_of(const Expr& q) const {
        return std::ranges::find(s_.system.coordinates, q, &Coordinate::symbol)->unit;
    }
    Expr rate_of(const Expr& q) const {
        return e_.velocities[static_cast<std::size_t>(std::ranges::find(s_.q, q) - s_.q.begin())];
    }

    // W, r, and the rates of the coordinates that stand in these, or in the rates of such.
    void close() {
        for (;;) {
            functions_.assign(e_.W.entries().begin(), e_.W.entries().end());
            functions_.insert(functions_.end(), e_.r.begin(), e_.r.end());
            functions_.insert(functions_.end(), others_.begin(), others_.end());
            for (const Expr& q : kept_) functions_.push_back(rate_of(q));
            std::vector<Expr> kept;
            for (const Expr& q : s_.q)
                if (!is_of_attitude(q) && holds(functions_, q) && !drop(functions_, q)) kept.push_back(q);
            if (kept == kept_) return;
            // What was needed once is needed: rates may let go of what W holds, never the other way round.
            for (const Expr& q : kept_)
                if (std::ranges::find(kept, q) == kept.end()) kept.push_back(q);
            std::ranges::sort(kept, {},
                              [&](const Expr& q) { return std::ranges::find(s_.q, q) - s_.q.begin(); });
            if (kept == kept_) return;
            kept_ = std::move(kept);
        }
    }

    // Angles that all may grow together count from the first of them.
    void count_from_one() {
        const std::size_t first = first_rate_;
        const auto is_angle = [&](const Expr& q) {
            const std::string& unit = unit_of(q);
            return unit.empty() || unit == "rad" || unit == "deg";
        };
        if (kept_.size() < 2 || !std::ranges::all_of(kept_, is_angle) ||
            !may_turn_together(functions_, kept_))
            return;
        Core::Shift shift{kept_, {{kept_[0], c_.zero()}}};
        const Expr from = kept_[0], rate = functions_[first];
        const std::string name = from.symbol().name;
        for (std::size_t i = 1; i < kept_.size(); ++i) {
            const Expr angle = introduced(c_, kept_[i].symbol().name + "_" + name, SymbolKind::variable,
                                          "angle from another", i);
            shift.counted.emplace_back(kept_[i], angle);
            core_.places.push_back({angle, kept_[i] - from, {}, text(kept_[i] - from), unit_of(kept_[i])});
            functions_[first + i] -= rate;
        }
        functions_.erase(functions_.begin() + static_cast<long>(first));
        functions_ = substitute(functions_, shift.counted);
        core_.shift = std::move(shift);
        kept_.clear();
        for (const Core::Place& p : core_.places) kept_.push_back(p.symbol);
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
        const auto is_needed = [&](const Expr& q) { return std::ranges::find(needed_, q) != needed_.end(); };
        if (std::ranges::any_of(a.quaternion(), is_needed)) return keep(a);
        if (std::ranges::none_of(a.quaternion(), [&](const Expr& q) { return holds(functions_, q); })) return;
        if (drop(functions_, a.quaternion())) {
            core_.absent.push_back(a.quaternion());
            return;
        }
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
        const std::vector<Expr> functions(rewritten.begin(), rewritten.end());
        for (const std::size_t axis : {2, 0, 1})
            if (write_about(a, axis, turning, functions, {})) return;
        const Position position = position_of(a);
        for (const std::size_t axis : {2, 0, 1})
            if (!position.places.empty() && write_about(a, axis, turning, functions, position)) return;
        keep(a);
    }

    // Where the mass centre of a body is, in axes of the body: x = α·p, y = β·p, z = γ·p of those of x, y, z that are needed.
    struct Position {
        std::vector<Expr> coordinates;
        std::vector<std::size_t> rows;
        Vector3 p;
        std::vector<Core::Place> places;
    };
    Position position_of(const DirectionCosines& a) const {
        Position out;
        const std::string prefix = prefix_of(a.quaternion());
        for (std::size_t i = 0; i < 3; ++i) {
            const Expr x = c_.find(prefix + "xyz"[i]);
            if (!x || std::ranges::find(kept_, x) == kept_.end()) continue;
            out.coordinates.push_back(x);
            out.rows.push_back(i);
        }
        for (std::size_t j = 0; j < 3 && !out.rows.empty(); ++j) {
            out.p[j] =
                introduced(c_, prefix + "p" + std::to_string(j + 1), SymbolKind::variable, "position", j);
            Expr value = c_.zero();
            for (std::size_t k = 0; k < out.rows.size(); ++k)
                value += a.values()[out.rows[k]][j] * out.coordinates[k];
            out.places.push_back(
                {out.p[j], value, {}, "position in axes of the body", unit_of(out.coordinates[0])});
        }
        return out;
    }

    // The functions, in cosines, as functions of the cosines of one axis and, if one is given, of the position in axes of the body.
    bool write_about(const DirectionCosines& a, std::size_t axis, const Vector3& turning,
                     std::vector<Expr> wanted, const Position& position) {
        const std::array<Vector3, 3> rows{a.rows()[(axis + 1) % 3], a.rows()[(axis + 2) % 3], a.rows()[axis]};
        const std::size_t first = first_rate_;
        Substitution in_axes;
        std::vector<Expr> kept;
        if (!position.places.empty()) {
            Vector3 rate = cross(position.p, turning);
            std::vector<Expr> others(wanted.begin(), wanted.begin() + static_cast<long>(first));
            for (std::size_t i = 0; i < kept_.size(); ++i) {
                const auto at = std::ranges::find(position.coordinates, kept_[i]);
                if (at == position.coordinates.end()) {
                    kept.push_back(kept_[i]);
                    others.push_back(wanted[first + i]);
                    continue;
                }
                const Vector3& row =
                    a.rows()[position.rows[static_cast<std::size_t>(at - position.coordinates.begin())]];
                in_axes.emplace_back(kept_[i], dot(row, position.p));
                rate = rate + wanted[first + i] * row;
            }
            for (std::size_t j = 0; j < 3; ++j) {
                kept.push_back(position.p[j]);
                others.push_back(rate[j]);
            }
            wanted = substitute(others, in_axes);
        }
        const Vector3 rate = cross(rows[2], turning);
        wanted.insert(wanted.end(), rate.begin(), rate.end());
        auto invariant = axial_invariants(wanted, rows);
        if (!invariant) return false;
        for (std::size_t j = 3; j-- > 0;) {
            rates_.emplace(rows[2][j].id(), invariant->back());
            invariant->pop_back();
        }
        functions_ = std::move(*invariant);
        if (!position.places.empty()) kept_ = kept;
        core_.places.insert(core_.places.end(), position.places.begin(), position.places.end());
        core_.axes.push_back({a.quaternion(), rows[2], axis, in_axes});
        return true;
    }

    void keep(const DirectionCosines& a) {
        whole_.insert(whole_.end(), a.quaternion().begin(), a.quaternion().end());
    }

    void fill() {
        const std::size_t l = core_.eta.size();
        core_.W = Matrix(c_, l, l);
        std::copy_n(functions_.begin(), l * l, core_.W.entries().begin());
        core_.r.assign(functions_.begin() + static_cast<long>(l * l),
                       functions_.begin() + static_cast<long>(l * l + l));
        const auto rate_in_core = [&](const Expr& symbol) {
            const auto place = static_cast<std::size_t>(std::ranges::find(kept_, symbol) - kept_.begin());
            return functions_[first_rate_ + place];
        };
        core_.others.assign(functions_.begin() + static_cast<long>(l * l + l),
                            functions_.begin() + static_cast<long>(first_rate_));
        for (Core::Place& p : core_.places) p.rate = rate_in_core(p.symbol);
        for (const Core::Axis& axis : core_.axes) {
            const DirectionCosines& a =
                *std::ranges::find(attitudes_, axis.quaternion, &DirectionCosines::quaternion);
            Expr length = -c_.one();
            for (std::size_t j = 0; j < 3; ++j) {
                core_.places.push_back(
                    {axis.cosines[j], a.values()[axis.number][j], rates_.at(axis.cosines[j].id()),
                     j == 0 ? std::string("the axis ") + "xyz"[axis.number] + " of space in axes of the body"
                            : ""});
                length += pow(axis.cosines[j], Rational(2));
            }
            core_.relations.push_back(length);
        }
        for (const Expr& q : s_.q) {
            const auto kept = std::ranges::find(kept_, q);
            if (kept != kept_.end())
                core_.places.push_back({q, q, rate_in_core(q)});
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
    std::vector<Expr> needed_, kept_, whole_;
    // W, r, others, and the rates of what is kept.
    std::vector<Expr> functions_, others_;
    std::size_t first_rate_ = 0;
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
    Substitution definitions_of_replaced;
    for (const QuasiVelocity& eta : replaced)
        definitions_of_replaced.emplace_back(eta.symbol, eta.definition);
    all = substitute(all, definitions_of_replaced);
    all = substitute(substitute(all, on_constraints), solved_for(*system, rest));
    if (shift) {
        if (!may_turn_together(all, shift->together)) return std::nullopt;
        all = substitute(all, shift->counted);
    }
    for (const Axis& axis : axes) {
        const DirectionCosines a(*system, axis.quaternion);
        auto cosines = a.written(all);
        if (!cosines) return std::nullopt;
        cosines = substitute(*cosines, axis.positions);
        const auto& row = a.rows();
        const std::array<Vector3, 3> rows{row[(axis.number + 1) % 3], row[(axis.number + 2) % 3],
                                          row[axis.number]};
        cosines = axial_invariants(*cosines, rows);
        if (!cosines) return std::nullopt;
        all = std::move(*cosines);
    }
    for (const auto& q : absent)
        if (!drop(all, q)) return std::nullopt;
    for (const Expr& q : rest)
        if (holds(all, q) && !drop(all, q)) return std::nullopt;
    return all;
}

Reason no_core(const Setting& s) { return needs_coordinates_and_frame(s); }

namespace {

// The rates of direction cosines and quaternions may bring in coordinates that W and r do not hold: then it begins anew with these.
Core searched(const Setting& s, const std::vector<Expr>& others = {}) {
    std::vector<Expr> needed;
    for (;;) {
        Core core = Search(s, others, needed).run();
        std::vector<Expr> rates;
        for (const Core::Place& p : core.places) rates.push_back(p.rate);
        const std::size_t known = needed.size();
        for (const Expr& q : core.rest)
            if (holds(rates, q)) needed.push_back(q);
        if (needed.size() == known) return core;
    }
}

enum class Axes { body, space };

Expr quasi_velocity(const System& system, const Expr& definition, const std::string& name,
                    std::size_t place) {
    for (const QuasiVelocity& eta : system.quasi)
        if (eta.definition == definition) return eta.symbol;
    return letter_for(system, definition, name, "angular velocity", place);
}

// The system in the angular velocity of a body in axes of the body or of space, in place of the quasi-velocities that it states of this
// attitude. Constraints of the angular velocity alone are set aside.
struct Restated {
    System system;
    std::vector<Constraint> aside;
    std::vector<Expr> multipliers;
};
std::optional<Restated> restated(const System& stated, const std::array<Expr, 4>& q, Axes axes) {
    const auto is_of_attitude = [&](const Expr& e) {
        bool turns = false;
        for (const Expr& x : symbols_of(e)) {
            if (x.symbol().kind != SymbolKind::variable || x.symbol().dots == 0) continue;
            if (std::ranges::none_of(q, [&](const Expr& component) { return dot(component) == x; }))
                return false;
            turns = true;
        }
        return turns;
    };
    // So that letters stand in one order, whatever was asked before.
    const DirectionCosines letters(stated, q);
    Restated out{stated, {}, {}};
    const Attitude attitude = Attitude::of_quaternion(q);
    const Vector3& omega = axes == Axes::body ? attitude.omega : attitude.Omega;
    const std::string prefix = prefix_of(q);
    out.system.quasi.clear();
    for (std::size_t i = 0; i < 3; ++i) {
        const std::string name =
            prefix + "w" + (axes == Axes::body ? std::to_string(i + 1) : std::string(1, "xyz"[i]));
        out.system.quasi.push_back({quasi_velocity(stated, omega[i], name, i), omega[i], {}});
    }
    for (const QuasiVelocity& eta : stated.quasi)
        if (!is_of_attitude(eta.definition)) out.system.quasi.push_back(eta);
    out.system.constraints.clear();
    out.system.multipliers.clear();
    for (std::size_t k = 0; k < stated.constraints.size(); ++k) {
        const Constraint& constraint = stated.constraints[k];
        const bool is_aside =
            constraint.kind == Constraint::Kind::linear && is_of_attitude(constraint.residual);
        (is_aside ? out.aside : out.system.constraints).push_back(constraint);
        if (k < stated.multipliers.size())
            (is_aside ? out.multipliers : out.system.multipliers).push_back(stated.multipliers[k]);
    }
    const bool is_frame =
        out.system.quasi.size() + out.system.constraints.size() == stated.coordinates.size();
    return is_frame ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<Core> core_in(const System& stated, const std::array<Expr, 4>& q, Axes axes) {
    const auto other = restated(stated, q, axes);
    if (!other) return std::nullopt;
    const Setting s(other->system);
    if (no_core(s)) return std::nullopt;
    std::vector<Expr> residuals;
    for (const Constraint& k : other->aside) residuals.push_back(k.residual);
    Core core = searched(s, residuals);
    for (const QuasiVelocity& eta : stated.quasi)
        if (std::ranges::find(core.eta, eta.symbol) == core.eta.end()) core.replaced.push_back(eta);
    core.multipliers = other->multipliers;
    for (std::size_t k = 0; k < residuals.size(); ++k) {
        core.constraints.push_back(other->aside[k]);
        core.constraints.back().residual = simplified(core.others[k]);
    }
    return core;
}

}  // namespace

Core core_of(const Setting& s) {
    Core best = searched(s);
    for (const auto& q : unit_quaternions(s.system)) {
        const auto is_place = [&](const Core::Place& p) { return p.symbol == q[0]; };
        const bool has_position = !best.axes.empty() && !best.axes[0].positions.empty();
        if (!has_position && std::ranges::none_of(best.places, is_place)) continue;
        for (const Axes axes : {Axes::body, Axes::space}) try {
                auto core = core_in(s.system, q, axes);
                if (core && core->size() < best.size()) best = std::move(*core);
            } catch (const NotAFrame&) {
            }
    }
    return best;
}

std::optional<Core> core_in_body_axes(const Setting& s) {
    const auto attitudes = unit_quaternions(s.system);
    if (attitudes.size() != 1) return std::nullopt;
    try {
        auto core = core_in(s.system, attitudes[0], Axes::body);
        return core && core->axes.size() == 1 ? core : std::nullopt;
    } catch (const NotAFrame&) {
        return std::nullopt;
    }
}

Reason core_inapplicable(const Setting& s) {
    const bool is_core = s.on_algebra() && !s.q.empty();
    return is_core ? needs_frame(s) : no_core(s);
}

void use_core_state(const Core& core, Equations& e) {
    Substitution in_coordinates;
    for (const Core::Place& p : core.places)
        if (p.symbol != p.value) in_coordinates.emplace_back(p.symbol, p.value);
    for (Expr& entry : e.W.entries()) entry = substitute(entry, in_coordinates);
    if (!e.r.empty()) e.r = substitute(e.r, in_coordinates);
    e.state = core.system->q();
    e.rates = e.velocities = core.velocities;
    for (std::size_t k = 0; k < core.eta.size(); ++k) {
        e.state.push_back(core.eta[k]);
        e.rates.push_back(dot(core.eta[k]));
        e.state_of.emplace_back(core.eta[k], core.definitions[k]);
    }
}

// The core: W(x) η̇ = r(x), ṗ = g(x), and quadratures.
Equations core(const Setting& s) {
    if (s.on_algebra()) {
        Equations e = lagrange_multipliers(s);
        for (std::size_t k = 0; k < s.n(); ++k) {
            Expr left = s.c.zero(), reaction = s.c.zero();
            for (std::size_t j = 0; j < e.unknowns.size(); ++j)
                if (j < s.n())
                    left += e.W(k, j) * e.unknowns[j];
                else
                    reaction -= e.W(k, j) * e.unknowns[j];
            e.lines[k] = {{}, left, {{e.r[k], ""}, {reaction, "reactions"}}};
        }
        return e;
    }
    const Core core = core_of(s);
    Equations e;
    e.unknowns = dots(core.eta);
    Substitution kinematics;
    for (const Core::Place& p : core.places) kinematics.emplace_back(dot(p.symbol), p.rate);
    std::vector<Expr> residuals;
    for (std::size_t k = 0; k < core.eta.size(); ++k) {
        Expr reaction = s.c.zero();
        for (std::size_t m = 0; m < core.constraints.size(); ++m)
            reaction += core.multipliers[m] * derivative(core.constraints[m].residual, core.eta[k]);
        const Expr left = dot(core.W.row(k), e.unknowns);
        residuals.push_back(left - core.r[k] - reaction);
        e.lines.push_back({{}, left, {{core.r[k], ""}, {reaction, "reactions"}}});
    }
    for (std::size_t m = 0; m < core.constraints.size(); ++m) {
        residuals.push_back(substitute(Dt(core.constraints[m].residual), kinematics));
        e.lines.push_back({{}, core.constraints[m].residual, {}});
    }
    std::vector<Expr> unknowns = e.unknowns;
    unknowns.insert(unknowns.end(), core.multipliers.begin(), core.multipliers.end());
    if (core.constraints.empty()) {
        e.W = core.W;
        e.r = core.r;
    } else {
        set_linear_system(e, residuals, unknowns);
    }
    for (const Core::Place& p : core.places)
        e.kinematics.push_back({{text(dot(p.symbol)), latex(dot(p.symbol))}, p.rate});
    use_core_state(core, e);
    return e;
}

}  // namespace anholon
