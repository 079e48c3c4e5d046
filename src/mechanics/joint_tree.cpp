#include "mechanics/joint_tree.hpp"

#include <algorithm>
#include <map>

#include "expr/walk.hpp"

namespace anholon {

namespace {

using Step = Mount::Step;

const Matrix3 matrix(const InertiaTensor& I) {
    const auto& [I12, I13, I23] = I.products;
    return {{{I.diagonal[0], I12, I13}, {I12, I.diagonal[1], I23}, {I13, I23, I.diagonal[2]}}};
}

// −[c][c] = c²1 − c cᵀ
Matrix3 of_unit_mass(const Vector3& c) {
    const Matrix3 C = skew(c);
    return zero3(c[0].context()) - symmetric_product(C, C);
}

void add(LinkInertia& to, const RigidBody& body, const Vector3& centre) {
    to.mass += body.mass;
    to.moment = to.moment + body.mass * centre;
    to.J = to.J + matrix(body.inertia) + body.mass * of_unit_mass(centre);
}

// Vectors in these axes, seen from those turned by an angle about n.
Matrix3 turn_matrix(Context& c, const Vector3& n, const Expr& angle) {
    Matrix3 columns = identity3(c);
    for (Vector3& e : columns) e = turned_back(e, n, angle);
    return transpose(columns);
}

class Builder {
  public:
    explicit Builder(const Setting& s)
        : s_(s), c_(s.c), rates_(rates_of_quaternions(s.system)), forces_(generalised_forces()) {
        for (const auto& one : rates_)
            for (const Expr& symbol : symbols_of(one.second)) rates_in_[symbol.id()].push_back(one);
    }

    JointTree run() {
        for (const RigidBody& body : s_.system.bodies) add_body(body);
        const auto is_of_quaternion = [&](const Expr& v) {
            return std::ranges::find(rates_, v, &std::pair<Expr, Expr>::first) != rates_.end();
        };
        std::vector<Expr> in_order;
        for (const Expr& v : s_.v)
            if (!is_of_quaternion(v)) in_order.push_back(v);
        in_order.insert(in_order.end(), tree_.velocities.begin(), tree_.velocities.end());
        tree_.velocities = std::move(in_order);
        tree_.coordinate_rates = substitute(s_.v, rates_);
        return std::move(tree_);
    }

    // q̇ of quaternions of length one in their ω.
    static Substitution rates_of_quaternions(const System& system) {
        Substitution out = system.base.rates, unit;
        for (const auto& [name, s] : system.base.rates_of_constraints)
            unit.emplace_back(s, system.c().zero());
        for (auto& [rate, value] : out) value = substitute(value, unit);
        return out;
    }

  private:
    // Where a body is among the links, and its mass centre seen from the origin there.
    struct Place {
        std::optional<std::size_t> link;
        Vector3 centre;
    };

    // Q − ∂V/∂q, less the weights; by coordinate and by its rate, in the velocities of the tree.
    std::map<NodeId, Expr> generalised_forces() const {
        const System& system = s_.system;
        const Expr V = system.V_of_weights ? s_.V - system.V_of_weights : s_.V;
        std::vector<Expr> F = gradient(V, s_.q);
        for (std::size_t i = 0; i < F.size(); ++i) F[i] = s_.Q[i] - F[i];
        if (!rates_.empty()) F = substitute(F, rates_);
        std::map<NodeId, Expr> out;
        for (std::size_t i = 0; i < F.size(); ++i) {
            out.emplace(s_.q[i].id(), F[i]);
            out.emplace(s_.v[i].id(), F[i]);
        }
        return out;
    }

    void add_body(const RigidBody& body) {
        const Mount& mount = *body.mount;
        const Place carrier =
            mount.carrier.empty() ? Place{std::nullopt, zero_vector()} : places_.at(mount.carrier);
        Place place{carrier.link, carrier.centre + mount.at};  // of the joint, to begin with
        for (const Step& step : mount.steps) {
            if (step.kind == Step::Kind::attitude)
                add_attitude(place, body, mount.carrier);
            else
                add_link(place, step);
            place = {tree_.links.size() - 1, zero_vector()};
        }
        place.centre = place.centre - mount.on;
        places_.emplace(body.name, place);
        if (place.link) add(tree_.links[*place.link].inertia, body, place.centre);
        bodies_.emplace(body.name, &body);
    }

    Link link(Link::Kind kind, const Place& at) const {
        return {.kind = kind,
                .carrier = at.link,
                .E = identity3(c_),
                .arm = at.centre,
                .axis = zero_vector(),
                .velocity = {},
                .given_acceleration = {},
                .force = c_.zero(),
                .inertia = {c_.zero(), zero_vector(), zero3(c_)}};
    }

    void add_link(const Place& at, const Step& step) {
        Link out = link(step.kind == Step::Kind::turn ? Link::Kind::turn : Link::Kind::slide, at);
        out.axis = step.axis;
        if (step.kind == Step::Kind::slide)
            out.arm = out.arm + step.value * step.axis;
        else if (!step.leaves_axes)
            out.E = turn_matrix(c_, step.axis, step.value);
        if (const auto force = forces_.find(step.value.id()); force != forces_.end()) {
            out.velocity = dot(step.value);
            out.force = force->second;
        } else {
            out.velocity = derivative(step.value, s_.t);
            out.given_acceleration = derivative(out.velocity, s_.t);
        }
        tree_.links.push_back(std::move(out));
    }

    // Of the carrier's axes only the forces that it feels are left; ω̇ has its three components for itself.
    void add_attitude(Place at, const RigidBody& body, const std::string& carrier) {
        Matrix3 columns = identity3(c_);
        for (Vector3& e : columns)
            e = body.axes.seen(carrier.empty() ? e : bodies_.at(carrier)->axes.in_space(e));
        for (std::size_t k = 3; k-- > 0;) {
            Link out = link(Link::Kind::component, at);
            out.frees_attitude = k == 2;
            if (k == 2) out.E = transpose(columns);
            out.axis[k] = c_.one();
            out.velocity = body.omega[k];
            out.omega = body.omega;
            for (const auto& [rate, value] : rates_in_.at(body.omega[k].id()))
                out.force += forces_.at(rate.id()) * derivative(value, body.omega[k]);
            tree_.links.push_back(std::move(out));
            at = {tree_.links.size() - 1, zero_vector()};
        }
        for (const Expr& w : body.omega) {
            tree_.velocities.push_back(w);
            tree_.definitions.emplace_back(w, s_.system.base.in_coordinates(w));
        }
    }

    Vector3 zero_vector() const { return {c_.zero(), c_.zero(), c_.zero()}; }

    const Setting& s_;
    Context& c_;
    const Substitution rates_;
    const std::map<NodeId, Expr> forces_;
    std::map<NodeId, Substitution> rates_in_;  // the rates that hold a component of ω
    JointTree tree_;
    std::map<std::string, Place> places_;
    std::map<std::string, const RigidBody*> bodies_;
};

}  // namespace

Reason no_joint_tree(const Setting& s) {
    const System& system = s.system;
    if (system.bodies.empty()) return "there are no bodies, or the kinetic energy has other parts as well";
    std::vector<Expr> known;
    for (const RigidBody& body : system.bodies) {
        if (!body.mount) return "the parts of a vehicle are not joined by hinges, sliders and ball joints";
        for (const Step& step : body.mount->steps)
            if (step.value) known.push_back(step.value);
    }
    for (const Constraint& k : system.constraints)
        if (!system.base.rates_of_constraints.contains(k.name))
            return "'" + k.name + "' constrains the bodies beyond the tree of their joints";
    for (const auto& [rate, value] : system.base.rates) known.push_back(rate);
    for (std::size_t i = 0; i < s.n(); ++i)
        if (std::ranges::find(known, s.q[i]) == known.end() &&
            std::ranges::find(known, s.v[i]) == known.end())
            return "no joint has the coordinate '" + s.q[i].symbol().name + "'";
    return std::nullopt;
}

JointTree joint_tree(const Setting& s) { return Builder(s).run(); }

}  // namespace anholon
