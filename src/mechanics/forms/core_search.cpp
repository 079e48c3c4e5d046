#include "mechanics/forms/core_search.hpp"

#include <algorithm>
#include <map>

#include "expr/introduce.hpp"
#include "expr/print.hpp"
#include "mechanics/axial_invariants.hpp"
#include "mechanics/direction_cosines.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/influence.hpp"

namespace anholon {

namespace {

// The shortest equations in free velocities that there are.
Equations source_of(const Setting& s) {
    const bool by_kane = !s.system.bodies.empty() && !kane_inapplicable(s) &&
                         s.frame_of_bodies().goes_through_base_velocities();
    return by_kane ? kane(s) : maggi(s);
}

bool contains(std::span<const Expr> list, const Expr& e) { return std::ranges::find(list, e) != list.end(); }

// What is written in the variables of the core, all at once.
struct Functions {
    std::vector<Expr> W, r, others;
    std::vector<Expr> kept, rates;  // coordinates, and their rates
    std::vector<Expr>
        turning;  // of the attitude that is being written: its angular velocity, or the rates of its axis

    std::vector<Expr> all() const {
        std::vector<Expr> list;
        for (const auto* part : {&W, &r, &others, &rates, &turning})
            list.insert(list.end(), part->begin(), part->end());
        return list;
    }
    void set(std::span<const Expr> all) {
        for (auto* part : {&W, &r, &others, &rates, &turning}) {
            std::ranges::copy(all.first(part->size()), part->begin());
            all = all.subspan(part->size());
        }
    }
    // False, and nothing done, if they could not be written so.
    bool set_if_written(const std::optional<std::vector<Expr>>& all) {
        if (all) set(*all);
        return all.has_value();
    }
    bool hold(const Expr& x) const { return holds(all(), x); }
    // A coordinate or an attitude that does not matter goes.
    bool drop_from_all(const auto& x) {
        std::vector<Expr> list = all();
        if (!drop(list, x)) return false;
        set(list);
        return true;
    }
    Expr rate_of(const Expr& coordinate) const {
        return rates[static_cast<std::size_t>(std::ranges::find(kept, coordinate) - kept.begin())];
    }
};

class Search {
  public:
    // With coordinates that are known to be needed.
    Search(const Setting& s, const std::vector<Expr>& others, std::vector<Expr> needed)
        : s_(s),
          X_(s.system.base.empty() ? s.frame() : s.frame_of_bodies()),
          e_(source_of(s)),
          c_(s.c),
          needed_(std::move(needed)) {
        core_.system = std::make_shared<const System>(s.system);
        core_.independent = s.independent();
        core_.eta = X_.free();
        for (std::size_t k = 1; k <= X_.l(); ++k) core_.definitions.push_back(X_.definition(k));
        core_.velocities = e_.velocities;
        Substitution motion;
        for (std::size_t i = 0; i < s.v.size(); ++i)
            if (s.v[i] != e_.velocities[i]) motion.emplace_back(s.v[i], e_.velocities[i]);
        if (!others.empty()) others_ = substitute(others, motion);
        core_.kinetic = kinetic();
        if (!s.system.bodies.empty()) set_gyrostats();
    }

    Core run() {
        for (const auto& q : unit_quaternions(s_.system)) attitudes_.emplace_back(s_.system, q);
        close();
        count_from_one();
        for (const DirectionCosines& attitude : attitudes_) write(attitude);
        set_equations();
        set_places();
        set_relations();
        const Expr L = core_.kinetic - s_.V;
        if (const auto in_core = core_.written(std::span(&L, 1))) core_.L = in_core->front();
        return std::move(core_);
    }

  private:
    // Of bodies in their own axes, where it is short.
    Expr kinetic() const {
        Expr T = s_.T;
        if (!s_.system.bodies.empty()) {
            T = c_.zero();
            for (const RigidBody& body : s_.system.bodies)
                T += (body.mass * dot(body.velocity, body.velocity) +
                      dot(body.omega, body.inertia.times(body.omega))) /
                     Rational(2);
        }
        return substitute(X_.in_eta(T), X_.on_constraints());
    }

    void set_gyrostats() {
        core_.gyrostats = gyrostats(s_.system);
        for (Gyrostat& g : core_.gyrostats) {
            const std::vector<Expr> v =
                substitute(substitute(g.body.velocity, X_.velocities()), X_.on_constraints());
            g.body.velocity = {v[0], v[1], v[2]};
            for (Gyrostat::Rotor& rotor : g.rotors)
                rotor.spin = substitute(X_.in_eta(rotor.spin), X_.on_constraints());
        }
    }

    bool is_of_attitude(const Expr& x) const {
        return std::ranges::any_of(attitudes_,
                                   [&](const DirectionCosines& a) { return contains(a.quaternion(), x); });
    }
    const std::string& unit_of(const Expr& q) const {
        return std::ranges::find(s_.system.coordinates, q, &Coordinate::symbol)->unit;
    }
    Expr rate_of(const Expr& q) const {
        return e_.velocities[static_cast<std::size_t>(std::ranges::find(s_.q, q) - s_.q.begin())];
    }

    // W, r, and the rates of the coordinates that stand in these, or in the rates of such.
    void close() {
        std::vector<Expr> kept;
        for (const Expr& q : needed_)
            if (!is_of_attitude(q)) kept.push_back(q);
        for (;;) {
            functions_ = {{e_.W.entries().begin(), e_.W.entries().end()}, e_.r, others_, kept, {}, {}};
            for (const Expr& q : kept) functions_.rates.push_back(rate_of(q));
            // What was needed once is needed: rates may let go of what W holds, never the other way round.
            std::vector<Expr> now;
            for (const Expr& q : s_.q) {
                if (is_of_attitude(q)) continue;
                const bool is_needed = functions_.hold(q) && !functions_.drop_from_all(q);
                if (is_needed || contains(kept, q)) now.push_back(q);
            }
            if (now == kept) return;
            kept = std::move(now);
        }
    }

    // Angles that all may grow together count from the first of them.
    void count_from_one() {
        const std::vector<Expr> kept = functions_.kept;
        const auto is_angle = [&](const Expr& q) {
            const std::string& unit = unit_of(q);
            return unit.empty() || unit == "rad" || unit == "deg";
        };
        if (kept.size() < 2 || !std::ranges::all_of(kept, is_angle) ||
            !may_grow_together(functions_.all(), kept))
            return;
        const Expr from = kept[0], rate = functions_.rates[0];
        Core::Shift shift{kept, {{from, c_.zero()}}};
        functions_.kept.clear();
        for (std::size_t i = 1; i < kept.size(); ++i) {
            const Expr angle = introduced(c_, kept[i].symbol().name + "_" + from.symbol().name,
                                          SymbolKind::variable, "angle from another", i);
            shift.counted.emplace_back(kept[i], angle);
            core_.places.push_back({angle, kept[i] - from, {}, text(kept[i] - from), unit_of(kept[i])});
            functions_.kept.push_back(angle);
            functions_.rates[i] -= rate;
        }
        functions_.rates.erase(functions_.rates.begin());
        functions_.set(substitute(functions_.all(), shift.counted));
        core_.shift = std::move(shift);
    }

    std::vector<Expr> omega(const DirectionCosines& a) const {
        Substitution motion;
        for (const Expr& q : a.quaternion()) motion.emplace_back(dot(q), rate_of(q));
        return substitute(Attitude::of_quaternion(a.quaternion()).omega, motion);
    }

    // A quaternion that is needed: as one axis if that is possible.
    void write(const DirectionCosines& a) {
        const auto& q = a.quaternion();
        if (std::ranges::any_of(q, [&](const Expr& x) { return contains(needed_, x); })) return keep(a);
        if (std::ranges::none_of(q, [&](const Expr& x) { return functions_.hold(x); })) return;
        if (functions_.drop_from_all(q)) return core_.absent.push_back(q);
        Functions in_cosines = functions_;
        in_cosines.turning = omega(a);
        if (!in_cosines.set_if_written(a.written(in_cosines.all()))) return keep(a);
        const Vector3 w{in_cosines.turning[0], in_cosines.turning[1], in_cosines.turning[2]};
        in_cosines.turning.clear();
        const auto is_used = [&](const Vector3& row) {
            return std::ranges::any_of(row, [&](const Expr& x) { return in_cosines.hold(x); });
        };
        if (std::ranges::none_of(a.rows(), is_used)) {
            functions_ = std::move(in_cosines);
            return;
        }
        const Position position = position_of(a, in_cosines.kept);
        if (write_about_an_axis(a, w, in_cosines, {})) return;
        if (position.places.empty() ||
            !write_about_an_axis(a, w, seen_from_body(w, in_cosines, position), position))
            keep(a);
    }

    // Where the mass centre of a body is, in axes of the body: x = α·p, y = β·p, z = γ·p of those of x, y, z that are needed.
    struct Position {
        Vector3 p;
        std::vector<Core::Place> places;
        std::vector<Expr> coordinates;
        std::vector<Vector3> rows;  // α, β or γ for each
        Substitution in_axes() const {
            Substitution out;
            for (std::size_t k = 0; k < rows.size(); ++k) out.emplace_back(coordinates[k], dot(rows[k], p));
            return out;
        }
    };
    Position position_of(const DirectionCosines& a, std::span<const Expr> kept) const {
        Position out;
        const Vector3 gamma = Attitude::of_quaternion(a.quaternion()).gamma;
        const auto body =
            std::ranges::find_if(s_.system.bodies, [&](const RigidBody& b) { return b.axes.gamma == gamma; });
        if (body == s_.system.bodies.end()) return out;
        Vector3 value{c_.zero(), c_.zero(), c_.zero()};
        for (std::size_t i = 0; i < 3; ++i) {
            const Expr& x = body->position[i];
            if (!contains(kept, x)) continue;
            out.coordinates.push_back(x);
            out.rows.push_back(a.rows()[i]);
            value = value + x * a.values()[i];
        }
        for (std::size_t j = 0; j < 3 && !out.rows.empty(); ++j) {
            out.p[j] = introduced(c_, prefix_of(a.quaternion()) + "p" + std::to_string(j + 1),
                                  SymbolKind::variable, "position", j);
            out.places.push_back(
                {out.p[j], value[j], {}, "position in axes of the body", unit_of(out.coordinates[0])});
        }
        return out;
    }

    // ṗ = p×ω + ẋ α + ẏ β + ż γ
    static Functions seen_from_body(const Vector3& w, Functions f, const Position& position) {
        const std::vector<Expr> kept = std::move(f.kept), rates = std::move(f.rates);
        f.kept.clear();
        f.rates.clear();
        Vector3 rate = cross(position.p, w);
        for (std::size_t i = 0; i < kept.size(); ++i) {
            const auto at = std::ranges::find(position.coordinates, kept[i]) - position.coordinates.begin();
            if (const auto k = static_cast<std::size_t>(at); k < position.rows.size()) {
                rate = rate + rates[i] * position.rows[k];
                continue;
            }
            f.kept.push_back(kept[i]);
            f.rates.push_back(rates[i]);
        }
        f.kept.insert(f.kept.end(), position.p.begin(), position.p.end());
        f.rates.insert(f.rates.end(), rate.begin(), rate.end());
        f.set(substitute(f.all(), position.in_axes()));
        return f;
    }

    // Functions of all cosines as functions of the cosines of one axis.
    bool write_about_an_axis(const DirectionCosines& a, const Vector3& w, const Functions& in_cosines,
                             const Position& position) {
        for (const std::size_t axis : {2, 0, 1}) {
            const std::array<Vector3, 3> rows = a.rows_about(axis);
            Functions f = in_cosines;
            const Vector3 rate = cross(rows[2], w);
            f.turning.assign(rate.begin(), rate.end());
            if (!f.set_if_written(axial_invariants(f.all(), rows))) continue;
            for (std::size_t j = 0; j < 3; ++j) rates_of_cosines_.emplace(rows[2][j].id(), f.turning[j]);
            f.turning.clear();
            functions_ = std::move(f);
            core_.places.insert(core_.places.end(), position.places.begin(), position.places.end());
            core_.axes.push_back({a.quaternion(), rows[2], axis, position.in_axes()});
            return true;
        }
        return false;
    }

    void keep(const DirectionCosines& a) {
        whole_.insert(whole_.end(), a.quaternion().begin(), a.quaternion().end());
    }

    void set_equations() {
        const std::size_t l = core_.eta.size();
        core_.W = Matrix(c_, l, l);
        std::ranges::copy(functions_.W, core_.W.entries().begin());
        core_.r = functions_.r;
        core_.others = functions_.others;
    }

    void set_places() {
        for (Core::Place& p : core_.places) p.rate = functions_.rate_of(p.symbol);
        for (const Core::Axis& axis : core_.axes) {
            const DirectionCosines& a =
                *std::ranges::find(attitudes_, axis.quaternion, &DirectionCosines::quaternion);
            for (std::size_t j = 0; j < 3; ++j)
                core_.places.push_back(
                    {axis.cosines[j], a.values()[axis.number][j], rates_of_cosines_.at(axis.cosines[j].id()),
                     j == 0 ? std::string("the axis ") + "xyz"[axis.number] + " of space in axes of the body"
                            : ""});
        }
        for (const Expr& q : s_.q)
            if (contains(functions_.kept, q))
                core_.places.push_back({q, q, functions_.rate_of(q)});
            else if (contains(whole_, q))
                core_.places.push_back({q, q, rate_of(q)});
            else
                core_.rest.push_back(q);
    }

    void set_relations() {
        for (const Core::Axis& axis : core_.axes)
            core_.relations.push_back(dot(axis.cosines, axis.cosines) - 1);
        for (const Constraint& k : s_.system.constraints) {
            if (k.kind != Constraint::Kind::geometric) continue;
            const auto in_core = core_.written(std::span(&k.residual, 1));
            if (in_core && !vanishes(in_core->front())) core_.relations.push_back(in_core->front());
        }
    }

    const Setting& s_;
    const AdaptedFrame& X_;
    const Equations e_;
    Context& c_;
    Core core_;
    Functions functions_;
    std::vector<DirectionCosines> attitudes_;
    std::vector<Expr> needed_, whole_, others_;  // whole_: quaternions that are kept
    std::map<NodeId, Expr> rates_of_cosines_;
};

}  // namespace

// The rates of direction cosines and quaternions may bring in coordinates that W and r do not hold: then it begins anew with these.
Core core_in_free_velocities(const Setting& s, const std::vector<Expr>& others) {
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

}  // namespace anholon
