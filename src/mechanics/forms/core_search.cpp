#include "mechanics/forms/core_search.hpp"

#include <algorithm>
#include <map>

#include "expr/introduce.hpp"
#include "expr/print.hpp"
#include "expr/walk.hpp"
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
    std::size_t place_of(const Expr& coordinate) const {
        return static_cast<std::size_t>(std::ranges::find(kept, coordinate) - kept.begin());
    }
    Expr rate_of(const Expr& coordinate) const { return rates[place_of(coordinate)]; }
    void replace(const Expr& coordinate, const Expr& by, const Expr& rate) {
        const std::size_t k = place_of(coordinate);
        kept[k] = by;
        rates[k] = rate;
    }
    void erase(const Expr& coordinate) {
        const auto k = static_cast<long>(place_of(coordinate));
        kept.erase(kept.begin() + k);
        rates.erase(rates.begin() + k);
    }
};

// Whether several bodies are looked at from one of them.
enum class Together { no, yes };

class Search {
  public:
    // With coordinates that are known to be needed.
    Search(const Setting& s, const std::vector<Expr>& others, std::vector<Expr> needed, Together together)
        : s_(s),
          together_(together),
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
        for (const auto& q : unit_quaternions(s.system)) attitudes_.emplace_back(s.system, q);
        find_positions();
    }

    Core run() {
        close();
        count_angles_from_one();
        if (together_ == Together::yes) {
            count_positions_from_one();
            use_relative_attitudes();
        }
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

    // Mass centres whose coordinates are coordinates of the system, of bodies whose attitudes are quaternions.
    struct Position {
        Vector3 gamma;     // of the body
        Vector3 x, value;  // in the state, in coordinates
        std::string prefix, unit;
    };
    void find_positions() {
        for (const DirectionCosines& a : attitudes_) {
            const Vector3 gamma = Attitude::of_quaternion(a.quaternion()).gamma;
            for (const RigidBody& body : s_.system.bodies)
                if (body.axes.gamma == gamma && contains(s_.q, body.position[0]))
                    positions_.push_back({gamma, body.position, body.position, prefix_of(a.quaternion()),
                                          unit_of(body.position[0])});
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
    void count_angles_from_one() {
        const auto is_angle = [&](const Expr& q) {
            const std::string& unit = unit_of(q);
            const bool is_length = std::ranges::any_of(
                positions_, [&](const Position& position) { return contains(position.x, q); });
            return !is_length && (unit.empty() || unit == "rad" || unit == "deg");
        };
        if (!std::ranges::all_of(functions_.kept, is_angle)) return;
        for (const auto& [angle, from_another] : count_from_one(functions_.kept)) {
            const Expr& value = from_another.value;
            core_.places.push_back({from_another.symbol, value, {}, text(value), unit_of(angle)});
        }
    }

    // Positions of bodies that may all move together along an axis of space count from the first body.
    void count_positions_from_one() {
        for (std::size_t i = 0; i < 3; ++i) {
            std::vector<Expr> along;
            for (const Position& position : positions_)
                if (contains(functions_.kept, position.x[i])) along.push_back(position.x[i]);
            for (const auto& [x, from_another] : count_from_one(along))
                for (Position& position : positions_)
                    if (position.x[i] == x) {
                        position.x[i] = from_another.symbol;
                        position.value[i] = from_another.value;
                    }
        }
    }

    struct Counted {
        Expr symbol, value;
    };
    std::vector<std::pair<Expr, Counted>> count_from_one(std::vector<Expr> variables) {
        if (variables.size() < 2 || !may_grow_together(functions_.all(), variables)) return {};
        const Expr from = variables[0], rate = functions_.rate_of(from);
        Core::Shift shift{variables, {{from, c_.zero()}}};
        std::vector<std::pair<Expr, Counted>> out;
        for (std::size_t i = 1; i < variables.size(); ++i) {
            const Expr& x = variables[i];
            const Expr counted = introduced(c_, x.symbol().name + "_" + from.symbol().name,
                                            SymbolKind::variable, "counted from another", i);
            shift.counted.emplace_back(x, counted);
            out.push_back({x, {counted, x - from}});
            functions_.replace(x, counted, functions_.rate_of(x) - rate);
        }
        functions_.erase(from);
        functions_.set(substitute(functions_.all(), shift.counted));
        core_.shifts.push_back(std::move(shift));
        return out;
    }

    // Attitudes of bodies that turn together, in axes of the first of them: q = q_to∘p, ṗ = ½ (p∘ω − ω_to∘p).
    void use_relative_attitudes() {
        std::vector<const DirectionCosines*> used;
        for (const DirectionCosines& a : attitudes_)
            if (std::ranges::any_of(a.quaternion(), [&](const Expr& x) { return functions_.hold(x); }))
                used.push_back(&a);
        for (std::size_t k = 1; k < used.size(); ++k) {
            const auto &q = used[k]->quaternion(), &to = used[0]->quaternion();
            Core::Relative relative{q, to, {}};
            for (std::size_t i = 0; i < 4; ++i)
                relative.p[i] = introduced(c_, prefix_of(q) + "r" + std::to_string(i), SymbolKind::variable,
                                           "relative attitude", i);
            const Vector3 w = clean_omega(*used[k]), w_to = clean_omega(*used[0]);
            const auto by_own = quaternion_rates(relative.p, w, OmegaAxes::body, c_.zero()),
                       by_other = quaternion_rates(relative.p, w_to, OmegaAxes::space, c_.zero());
            const auto value = product({to[0], -to[1], -to[2], -to[3]}, q);
            for (std::size_t i = 0; i < 4; ++i) {
                functions_.kept.push_back(relative.p[i]);
                functions_.rates.push_back(by_own[i] - by_other[i]);
                core_.places.push_back({relative.p[i],
                                        value[i],
                                        {},
                                        i == 0 ? "attitude in axes of " + text(to[0]) + "'s body" : ""});
            }
            functions_.set(substitute(functions_.all(), relative.in_p()));
            core_.relatives.push_back(std::move(relative));
        }
    }
    // In cosines, where q has gone from it as a rule.
    Vector3 clean_omega(const DirectionCosines& a) const {
        const std::vector<Expr> w = omega(a);
        const auto clean = a.written(w);
        const bool is_clean =
            clean && std::ranges::none_of(a.rows(), [&](const Vector3& row) {
                return std::ranges::any_of(row, [&](const Expr& x) { return holds(*clean, x); });
            });
        const std::vector<Expr>& out = is_clean ? *clean : w;
        return {out[0], out[1], out[2]};
    }

    std::vector<Expr> omega(const DirectionCosines& a) const {
        Substitution motion;
        for (const Expr& q : a.quaternion()) motion.emplace_back(dot(q), rate_of(q));
        return substitute(Attitude::of_quaternion(a.quaternion()).omega, motion);
    }

    // Functions of the coordinates in what counts from one body.
    std::vector<Expr> counted(std::vector<Expr> list) const {
        for (const Core::Shift& shift : core_.shifts) list = substitute(list, shift.counted);
        for (const Core::Relative& relative : core_.relatives) list = substitute(list, relative.in_p());
        return list;
    }

    // A quaternion that is needed: as one axis if that is possible.
    void write(const DirectionCosines& a) {
        const auto& q = a.quaternion();
        if (std::ranges::any_of(q, [&](const Expr& x) { return contains(needed_, x); })) return keep(a);
        if (std::ranges::none_of(q, [&](const Expr& x) { return functions_.hold(x); })) return;
        if (functions_.drop_from_all(q)) return core_.absent.push_back(q);
        Functions in_cosines = functions_;
        in_cosines.turning = counted(omega(a));
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
        const SeenFromBody seen = seen_from(a, in_cosines.kept);
        if (together_ == Together::no && write_about_an_axis(a, w, in_cosines, {})) return;
        if ((seen.places.empty() && together_ == Together::no) ||
            !write_about_an_axis(a, w, in_axes_of_body(w, in_cosines, seen), seen))
            keep(a);
    }

    // Positions in axes of a body, of its own mass centre or, where all are looked at from it, of the others: x = α·p, y = β·p, z = γ·p
    // of those of x, y, z that are needed.
    struct SeenFromBody {
        std::vector<Vector3> p;
        std::vector<Expr> coordinates;
        std::vector<Vector3> rows;       // α, β or γ for each coordinate
        std::vector<std::size_t> whose;  // p for each coordinate
        std::vector<Core::Place> places;
        Substitution in_p() const {
            Substitution out;
            for (std::size_t k = 0; k < rows.size(); ++k)
                out.emplace_back(coordinates[k], dot(rows[k], p[whose[k]]));
            return out;
        }
    };
    SeenFromBody seen_from(const DirectionCosines& a, std::span<const Expr> kept) const {
        SeenFromBody out;
        const Vector3 gamma = Attitude::of_quaternion(a.quaternion()).gamma;
        for (const Position& position : positions_) {
            if (together_ == Together::no && position.gamma != gamma) continue;
            Vector3 value{c_.zero(), c_.zero(), c_.zero()}, p;
            const std::size_t before = out.rows.size();
            for (std::size_t i = 0; i < 3; ++i) {
                if (!contains(kept, position.x[i])) continue;
                out.coordinates.push_back(position.x[i]);
                out.rows.push_back(a.rows()[i]);
                out.whose.push_back(out.p.size());
                value = value + position.value[i] * a.values()[i];
            }
            if (out.rows.size() == before) continue;
            for (std::size_t j = 0; j < 3; ++j) {
                p[j] = introduced(c_, position.prefix + "p" + std::to_string(j + 1), SymbolKind::variable,
                                  "position", j);
                out.places.push_back({p[j], value[j], {}, "position in axes of the body", position.unit});
            }
            out.p.push_back(p);
        }
        return out;
    }

    // ṗ = p×ω + ẋ α + ẏ β + ż γ
    static Functions in_axes_of_body(const Vector3& w, Functions f, const SeenFromBody& seen) {
        const std::vector<Expr> kept = std::move(f.kept), rates = std::move(f.rates);
        f.kept.clear();
        f.rates.clear();
        std::vector<Vector3> rate;
        for (const Vector3& p : seen.p) rate.push_back(cross(p, w));
        for (std::size_t i = 0; i < kept.size(); ++i) {
            const auto at = std::ranges::find(seen.coordinates, kept[i]) - seen.coordinates.begin();
            if (const auto k = static_cast<std::size_t>(at); k < seen.rows.size()) {
                Vector3& own = rate[seen.whose[k]];
                own = own + rates[i] * seen.rows[k];
                continue;
            }
            f.kept.push_back(kept[i]);
            f.rates.push_back(rates[i]);
        }
        for (std::size_t k = 0; k < rate.size(); ++k) {
            f.kept.insert(f.kept.end(), seen.p[k].begin(), seen.p[k].end());
            f.rates.insert(f.rates.end(), rate[k].begin(), rate[k].end());
        }
        f.set(substitute(f.all(), seen.in_p()));
        return f;
    }

    // Functions of all cosines as functions of the cosines of one axis.
    bool write_about_an_axis(const DirectionCosines& a, const Vector3& w, const Functions& in_cosines,
                             const SeenFromBody& seen) {
        for (const std::size_t axis : {2, 0, 1}) {
            const std::array<Vector3, 3> rows = a.rows_about(axis);
            Functions f = in_cosines;
            const Vector3 rate = cross(rows[2], w);
            f.turning.assign(rate.begin(), rate.end());
            if (!f.set_if_written(axial_invariants(f.all(), rows))) continue;
            for (std::size_t j = 0; j < 3; ++j) rates_of_cosines_.emplace(rows[2][j].id(), f.turning[j]);
            f.turning.clear();
            functions_ = std::move(f);
            core_.places.insert(core_.places.end(), seen.places.begin(), seen.places.end());
            core_.axes.push_back({a.quaternion(), rows[2], axis, seen.in_p()});
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
        for (const Position& position : positions_)
            for (std::size_t i = 0; i < 3; ++i)
                if (position.x[i] != position.value[i] && contains(functions_.kept, position.x[i]))
                    core_.places.push_back(
                        {position.x[i], position.value[i], {}, text(position.value[i]), position.unit});
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

    // |q| = 1 of q = q_to∘p, which follows from |q_to| = 1 and |p| = 1.
    bool is_length_of_relative(const Constraint& k) const {
        const std::vector<Expr> symbols = symbols_of(k.residual);
        return std::ranges::any_of(core_.relatives, [&](const Core::Relative& relative) {
            return std::ranges::all_of(symbols,
                                       [&](const Expr& x) { return contains(relative.quaternion, x); });
        });
    }

    void set_relations() {
        for (const Core::Axis& axis : core_.axes)
            core_.relations.push_back(dot(axis.cosines, axis.cosines) - 1);
        for (const Core::Relative& relative : core_.relatives)
            core_.relations.push_back(dot(relative.p, relative.p) - 1);
        for (const Constraint& k : s_.system.constraints) {
            if (k.kind != Constraint::Kind::geometric || is_length_of_relative(k)) continue;
            const auto in_core = core_.written(std::span(&k.residual, 1));
            if (in_core && !vanishes(in_core->front())) core_.relations.push_back(in_core->front());
        }
    }

    const Setting& s_;
    const Together together_;
    const AdaptedFrame& X_;
    const Equations e_;
    Context& c_;
    Core core_;
    Functions functions_;
    std::vector<DirectionCosines> attitudes_;
    std::vector<Position> positions_;
    std::vector<Expr> needed_, whole_, others_;  // whole_: quaternions that are kept
    std::map<NodeId, Expr> rates_of_cosines_;
};

// The rates of direction cosines and quaternions may bring in coordinates that W and r do not hold: then it begins anew with these.
Core searched(const Setting& s, const std::vector<Expr>& others, Together together) {
    std::vector<Expr> needed;
    for (;;) {
        Core core = Search(s, others, needed, together).run();
        std::vector<Expr> rates;
        for (const Core::Place& p : core.places) rates.push_back(p.rate);
        const std::size_t known = needed.size();
        for (const Expr& q : core.rest)
            if (holds(rates, q)) needed.push_back(q);
        if (needed.size() == known) return core;
    }
}

}  // namespace

Core core_in_free_velocities(const Setting& s, const std::vector<Expr>& others) {
    Core apart = searched(s, others, Together::no);
    std::size_t whole = 0;
    for (const auto& q : unit_quaternions(s.system))
        whole += std::ranges::find(apart.places, q[0], &Core::Place::symbol) != apart.places.end();
    if (whole < 2) return apart;
    Core together = searched(s, others, Together::yes);
    return together.size() < apart.size() ? together : apart;
}

}  // namespace anholon
