#include "mechanics/forms/kane_writing.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "expr/introduce.hpp"
#include "expr/operations.hpp"
#include "expr/walk.hpp"
#include "mechanics/forms/writing.hpp"
#include "mechanics/gyrostat.hpp"
#include "mechanics/letters.hpp"

namespace anholon {

namespace {

constexpr std::size_t kShortVelocity = 1, kShortForce = 3;  // operations that need no name

bool is_long(Expr e, std::size_t most = kShortForce) { return operations(e).total() > most; }

// A velocity that has a name, and its value in velocities named before it, in rates of coordinates and in η.
struct NamedVelocity {
    Expr symbol, value;
};

// A force that inertia, less the weight, opposes to a velocity.
struct Opposed {
    Expr force, velocity;
};

// Σ F·δv = Σ_s (…) δη_s by the chain rule from the last velocity to the first. With a velocity u that later ones depend on,
//   R_u = Σ F ∂v/∂u + Σ R_u' ∂u'/∂u,      (…)_s = Σ F ∂v/∂η_s + Σ R_u ∂u/∂η_s,
// and no partial velocity ∂v/∂η_s is multiplied out.
class KaneWriting {
  public:
    KaneWriting(const Setting& s, Equations& e)
        : s_(s), X_(s.frame_of_bodies()), e_(e), motion_(X_.motion()) {}

    void run() {
        e_.definitions.clear();
        e_.kinematics.clear();
        choose_rates();
        name_functions();
        const std::vector<Gyrostat> bodies = gyrostats(s_.system);
        has_one_body_ = bodies.size() == 1;
        for (const RigidBody& body : s_.system.bodies) name_turning(body);
        name_rolling();
        for (const Gyrostat& body : bodies) name_inertia(body.body);
        for (const Gyrostat& body : bodies) add(body);
        write_equations();
        write_kinematics();
        leave_out_unused();
    }

  private:
    Expr lowered(Expr velocity) const { return substitute(velocity, motion_); }

    // In names, rates of coordinates and η.
    Expr in_names(Expr e) const { return substitute(substitute(e, with_multiples(nodes_)), lowering_); }
    Vector3 in_names(const Vector3& a) const { return {in_names(a[0]), in_names(a[1]), in_names(a[2])}; }

    Expr symbol(const std::string& name) {
        return introduced(s_.c, name, SymbolKind::variable, "kane", ++introduced_);
    }

    void define(Expr symbol, Expr value) {
        e_.definitions.push_back({named(name_of(symbol, false), name_of(symbol, true)), value});
    }

    std::string name(const std::string& body, const std::string& letter, std::size_t i) const {
        return (has_one_body_ ? "" : body + "_") + letter + std::to_string(i + 1);
    }

    // Rates that are long in η stand for themselves; the kinematics explain them.
    void choose_rates() {
        const auto is_kept = [&](Expr u) { return std::ranges::find(rates_, u) != rates_.end(); };
        for (const auto& [u, value] : motion_)
            if (is_rate(u) && is_long(value) && !has_base_rate(u)) rates_.push_back(u);
        for (const auto& [u, value] : motion_) {
            const bool is_rate_of_kept =
                std::ranges::any_of(rates_, [&](Expr q_dot) { return dot(q_dot) == u; });
            if (!is_kept(u) && !is_rate_of_kept) lowering_.emplace_back(u, value);
        }
    }

    bool is_rate(Expr u) const { return std::ranges::find(s_.v, u) != s_.v.end(); }

    bool has_base_rate(Expr q_dot) const {
        const auto& rates = s_.system.base.rates;
        return std::ranges::find(rates, q_dot, &std::pair<Expr, Expr>::first) != rates.end();
    }

    Expr velocity(const std::string& name, Expr raw, Expr value) {
        if (!is_long(value, kShortVelocity)) return value;
        const Expr u = letter(name, raw);
        velocities_.push_back({u, value});
        define(u, value);
        return u;
    }

    // Functions of the coordinates that the model has named, such as the vertical in axes of a body.
    void name_functions() {
        for (const auto& [let, value] : s_.system.lets) {
            const auto is_velocity = [](const Expr& s) { return s.symbol().dots > 0; };
            if (!is_sum(value) || is_constant(value) || is_named(value)) continue;
            if (std::ranges::any_of(symbols_of(value), is_velocity)) continue;
            const Expr name = letter_of(s_.system, let);
            if (!name) continue;
            nodes_.emplace_back(value, name);
            define(name, value);
        }
    }

    static bool is_sum(Expr e) {
        Context& c = e.context();
        const Node node = c.node(e.id());
        return node.kind == Kind::multiple ? c.node(node.args[1]).kind == Kind::sum : node.kind == Kind::sum;
    }

    bool is_named(Expr value) const {
        return std::ranges::find(nodes_, value, &std::pair<Expr, Expr>::first) != nodes_.end();
    }

    static bool is_constant(Expr e) {
        return std::ranges::all_of(symbols_of(e),
                                   [](const Expr& s) { return s.symbol().kind == SymbolKind::constant; });
    }

    // The components of an angular velocity, under names wherever they occur.
    void name_turning(const RigidBody& body) {
        for (const Vector3* w : {&body.turning, &body.omega})
            for (std::size_t i = 0; i < 3; ++i) {
                const Expr part = (*w)[i];
                if (is_named(part)) continue;
                const Expr shown = velocity(name(body.name, "w", i), part, relative(part));
                if (!part.is_symbol() && shown.is_symbol()) nodes_.emplace_back(part, shown);
            }
    }

    // In names; as a named one and a rest, where that is shorter: a wheel turns with its fork, and in it.
    Expr relative(Expr part) const {
        Expr best = in_names(part);
        for (const auto& [other, shown] : nodes_) {
            const Expr sum = shown + in_names(part - other);
            if (operations(sum).total() < operations(best).total()) best = sum;
        }
        return best;
    }

    // The name that the model has for this velocity, or another.
    Expr letter(const std::string& name, Expr raw) {
        const Expr in_coordinates = s_.system.base.in_coordinates(raw);
        return letter_for(s_.system, in_coordinates, name, "kane", ++introduced_);
    }

    // A base velocity that rolling determines by others: v = −ω×r.
    void name_rolling() {
        for (const BaseVelocities::Contact& contact : s_.system.base.contacts)
            for (const BaseVelocities::Form& form : contact.forms)
                for (const auto& [u, definition] : s_.system.base.definitions) {
                    const Expr slip = s_.system.base.without_names(form.form);
                    const Expr factor = derivative(slip, u);
                    const auto old = std::ranges::find(lowering_, u, &std::pair<Expr, Expr>::first);
                    if (old == lowering_.end() || !factor.is_number() || factor.number().is_zero()) continue;
                    if (is_rolled(u)) continue;
                    const Expr value = in_names(u - slip / factor.number());
                    old->second = velocity(shown_name(u), u, value);
                    rolled_.push_back(u);
                    break;
                }
    }

    bool is_rolled(Expr u) const { return std::ranges::find(rolled_, u) != rolled_.end(); }

    // base_frame_v1 is v1 of the frame.
    std::string shown_name(Expr u) const {
        const std::string& full = u.symbol().name;
        const std::string local = full.substr(full.find('_') + 1);
        return has_one_body_ ? local.substr(local.rfind('_') + 1) : local;
    }

    Expr rate(Expr velocity) const { return substitute(Dt(velocity), lowering_); }

    Expr defined(const std::string& name, Expr value, std::size_t most = kShortForce) {
        if (!is_long(value, most)) return value;
        const Expr letter = symbol(name);
        define(letter, value);
        return letter;
    }

    void oppose(const std::string& name, Expr force, Expr velocity) {
        opposed_.push_back({defined(name, force), velocity});
    }

    // Sums of velocities that several components share: the velocity of a hinge, in axes of what carries it.
    void name_shared(const RigidBody& body, const Vector3& v) {
        const Walk walk(s_.c, std::span<const Expr>(v));
        std::map<NodeId, std::size_t> uses;
        for (const NodeId id : walk.nodes())
            for (const NodeId a : s_.c.node(id).arguments()) ++uses[a];
        std::vector<std::pair<std::vector<std::string>, Expr>> shared;  // by the names in them
        for (const NodeId id : walk.nodes()) {
            const Expr part(s_.c, id);
            if (part.kind() != Kind::sum || uses[id] < 2 || !is_long(part, kShortVelocity) ||
                !is_moving(part))
                continue;
            std::vector<std::string> names;
            for (const Expr& s : symbols_of(part)) names.push_back(text(s));
            std::ranges::sort(names);
            std::ranges::stable_partition(names, [&](const std::string& n) { return is_velocity(n); });
            shared.emplace_back(std::move(names), part);
        }
        std::ranges::stable_sort(shared, {}, &std::pair<std::vector<std::string>, Expr>::first);
        for (std::size_t i = 0; i < shared.size(); ++i) {
            const Expr part = shared[i].second;
            shared_.emplace_back(part, velocity(name(body.name, "h", i), part, part));
        }
    }

    bool is_velocity(const std::string& name) const {
        return std::ranges::any_of(velocities_,
                                   [&](const NamedVelocity& u) { return text(u.symbol) == name; });
    }

    bool is_moving(Expr e) const {
        return std::ranges::any_of(symbols_of(e), [&](const Expr& s) { return is_velocity(text(s)); });
    }

    Vector3 name_velocity(const RigidBody& body, const char* letter) {
        Vector3 v = in_names(body.velocity);
        name_shared(body, v);
        for (std::size_t i = 0; i < 3; ++i)
            v[i] = velocity(name(body.name, letter, i), body.velocity[i],
                            substitute(v[i], with_multiples(shared_)));
        return v;
    }

    Expr constant(const std::string& name, Expr value) {
        if (operations(value).total() == 0) return value;
        const Expr symbol = introduced(s_.c, name, SymbolKind::constant, "kane", ++introduced_);
        define(symbol, value);
        return symbol;
    }

    Vector3 named_constants(const std::string& body, const std::array<const char*, 3>& letters,
                            const Vector3& values) {
        Vector3 out;
        for (std::size_t i = 0; i < 3; ++i)
            out[i] = constant((has_one_body_ ? "" : body + "_") + letters[i], in_names(values[i]));
        return out;
    }

    void name_inertia(const RigidBody& body) {
        const Expr mass = constant(has_one_body_ ? "m" : body.name + "_m", body.mass);
        if (mass != body.mass) nodes_.emplace_back(body.mass, mass);
        inertia_.emplace(
            body.name,
            InertiaTensor{named_constants(body.name, {"I1", "I2", "I3"}, body.inertia.diagonal),
                          named_constants(body.name, {"I12", "I13", "I23"}, body.inertia.products)});
    }

    void add(const Gyrostat& gyrostat) {
        const auto& [body, rotors] = gyrostat;
        const Vector3 v = name_velocity(body, rotors.empty() ? "v" : "c");
        const Vector3 omega = in_names(body.omega), Omega = in_names(body.turning);
        const Expr mass = in_names(body.mass);
        const InertiaTensor& inertia = inertia_.at(body.name);
        Vector3 momentum = inertia.times(omega);
        for (const auto& [C, axis, spin] : rotors) {
            const Expr w = relative(spin);
            momentum = momentum + C * w * axis;
            opposed_.push_back({C * rate(w), w});
        }
        for (std::size_t i = 0; i < 3; ++i) momentum[i] = defined(name(body.name, "K", i), momentum[i], 2);
        const auto rates = [&](const Vector3& a) { return Vector3{rate(a[0]), rate(a[1]), rate(a[2])}; };
        const RigidBody& first = *std::ranges::find(s_.system.bodies, body.name, &RigidBody::name);
        Vector3 weight;  // by mass, which is the same for all bodies of a gyrostat
        for (std::size_t i = 0; i < 3; ++i) weight[i] = in_names(first.weight[i] / first.mass);
        const Vector3 force = mass * (rates(v) + cross(Omega, v) - weight);
        const Vector3 torque = inertia.times(rates(omega)) + cross(Omega, momentum);
        for (std::size_t i = 0; i < 3; ++i) oppose(name(body.name, "F", i), force[i], v[i]);
        for (std::size_t i = 0; i < 3; ++i) oppose(name(body.name, "N", i), torque[i], omega[i]);
    }

    // R_u; the velocities after u have theirs already.
    Expr resultant(Expr u, std::span<const Opposed> along) const {
        Expr total = s_.c.zero();
        for (const auto& [force, velocity] : along) total += force * derivative(velocity, u);
        return total;
    }

    // ∂q̇/∂η, under a name if it is long.
    Expr rate_coefficient(Expr q_dot, Expr eta) {
        const auto [known, is_new] = rate_coefficients_.try_emplace({q_dot.id(), eta.id()});
        if (!is_new) return known->second;
        const Expr value = substitute(derivative(lowered(q_dot), eta), with_multiples(nodes_));
        if (!is_long(value)) return known->second = value;
        const Expr name = symbol(q_dot.symbol().name + "_" + eta.symbol().name);
        s_.c.set_latex(name.symbol().name, "{\\partial_{" + latex(eta) + "}" + latex(q_dot) + "}");
        coefficients_.push_back({name, value});
        return known->second = name;
    }

    void write_equations() {
        std::vector<Opposed> along = opposed_;
        const auto pass = [&](Expr u) { return defined("R_" + u.symbol().name, resultant(u, along)); };
        for (auto u = velocities_.rbegin(); u != velocities_.rend(); ++u)
            along.push_back({pass(u->symbol), u->value});
        std::vector<std::pair<Expr, Expr>> along_rates;
        for (const Expr& q_dot : rates_) along_rates.emplace_back(q_dot, pass(q_dot));
        for (std::size_t k = 0; k < X_.l(); ++k) {
            Expr left = resultant(X_.eta(k + 1), along);
            for (const auto& [q_dot, R] : along_rates) left += R * rate_coefficient(q_dot, X_.eta(k + 1));
            e_.lines[k].left = left;
        }
    }

    // q̇ in η: Σ (∂q̇/∂η_s) η_s + (∂q̇/∂t)
    Expr in_coefficients(Expr q_dot) {
        const Expr value = lowered(q_dot);
        Substitution at_rest;
        Expr total = s_.c.zero();
        for (const Expr& eta : X_.free()) {
            at_rest.emplace_back(eta, s_.c.zero());
            total += rate_coefficient(q_dot, eta) * eta;
        }
        return total + substitute(value, at_rest);
    }

    void write_kinematics() {
        const auto& base = s_.system.base.rates;
        for (std::size_t i = 0; i < s_.q.size(); ++i) {
            const Expr q_dot = dot(s_.q[i]);
            const auto rate = std::ranges::find(base, q_dot, &std::pair<Expr, Expr>::first);
            const bool is_kept = std::ranges::find(rates_, q_dot) != rates_.end();
            const Expr value = rate != base.end() ? in_names(rate->second)
                               : is_kept          ? in_coefficients(q_dot)
                                                  : lowered(q_dot);
            if (value != q_dot)
                e_.kinematics.push_back({named(name_of(q_dot, false), name_of(q_dot, true)), value});
        }
        for (const auto& [name, value] : coefficients_) define(name, value);
    }

    // Names that nothing uses.
    void leave_out_unused() {
        for (bool is_done = false; !is_done;) {
            std::vector<Expr> all;
            for (const Line& line : e_.lines) all.push_back(line.left);
            for (const auto* list : {&e_.definitions, &e_.kinematics})
                for (const Definition& definition : *list) all.push_back(definition.value);
            std::set<std::string> used;
            for (const Expr& s : symbols_of(s_.c, all)) used.insert(s.symbol().name);
            is_done = std::erase_if(e_.definitions,
                                    [&](const Definition& d) { return !used.contains(d.name.text); }) == 0;
        }
    }

    const Setting& s_;
    const AdaptedFrame& X_;
    Equations& e_;
    const Substitution motion_;  // q̇ and base velocities in η
    Substitution lowering_;      // the same for those that do not stand for themselves
    Substitution nodes_;         // components of angular velocities → names
    Substitution shared_;        // sums of velocities → names
    std::vector<Expr> rates_;    // q̇ that stand for themselves
    std::vector<Expr> rolled_;
    std::map<std::string, InertiaTensor> inertia_;  // by body, in names
    std::vector<NamedVelocity> velocities_, coefficients_;
    std::map<std::pair<NodeId, NodeId>, Expr> rate_coefficients_;
    std::vector<Opposed> opposed_;
    std::size_t introduced_ = 0;
    bool has_one_body_ = false;
};

}  // namespace

void write_through_velocities(const Setting& s, Equations& e) { KaneWriting(s, e).run(); }

void write_kane(const Setting& s, Equations& kane) {
    constexpr std::size_t longest = 600;  // operations that are read without names
    std::vector<Expr> all;
    for (const Line& line : kane.lines) all.push_back(line.left);
    if (!s.system.bodies.empty() && operations(all).total() > longest) write_through_velocities(s, kane);
}

}  // namespace anholon
