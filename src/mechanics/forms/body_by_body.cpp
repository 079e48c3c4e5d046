#include <algorithm>

#include "expr/introduce.hpp"
#include "expr/print.hpp"
#include "expr/zero.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

namespace {

constexpr const char* axis_names = "xyz";

// What a joint or a contact passes on to a body, in axes of space; its components are unknown.
struct Reaction {
    std::size_t on, by;  // places of bodies; none: as many as there are
    Vector3 point, force, moment;
    Label name_of_force, name_of_moment;  // empty if there is none
};

class NewtonEuler {
  public:
    explicit NewtonEuler(const Setting& s)
        : s_(s), X_(s.frame_of_bodies()), bodies_(s.system.bodies), motion_(X_.motion()) {
        for (std::size_t b = 0; b < bodies_.size(); ++b)
            for (const Hold& hold : bodies_[b].holds) add(b, hold);
    }

    std::size_t unknowns() const { return X_.l() + components_.size(); }

    Equations run() {
        say_letters();
        for (std::size_t b = 0; b < bodies_.size(); ++b) {
            write(b);
            balance(b);
        }
        for (const Reaction& R : reactions_) define(R);
        eliminate();
        std::vector<Expr> unknowns = dots(X_.free());
        unknowns.insert(unknowns.end(), components_.begin(), components_.end());
        use_free_state(s_, X_, e_);
        set_linear_system(e_, residuals_, unknowns);
        return std::move(e_);
    }

  private:
    static std::string upright(const std::string& name) {
        std::string out;
        for (const char letter : name) out += letter == '_' ? "\\_" : std::string(1, letter);
        return "\\mathrm{" + out + "}";
    }
    static Label named(const std::string& letter, const std::string& whose) {
        return {letter + "_" + whose, "\\mathbf " + letter + "_{" + upright(whose) + "}"};
    }
    Expr component(const std::string& name) {
        components_.push_back(introduced(s_.c, name, SymbolKind::variable, "reaction", components_.size()));
        return components_.back();
    }
    // Σ x_k d_k; named after an axis of space if d_k is one.
    Vector3 sum(const std::vector<Vector3>& directions, const Label& name) {
        const Attitude space = Attitude::of_space(s_.c);
        const std::array<Vector3, 3> axes{space.alpha, space.beta, space.gamma};
        Vector3 out{s_.c.zero(), s_.c.zero(), s_.c.zero()};
        for (std::size_t k = 0; k < directions.size(); ++k) {
            const auto axis = std::ranges::find(axes, directions[k]) - axes.begin();
            const std::string which = axis < 3 ? std::string("_") + axis_names[axis] : std::to_string(k + 1);
            out = out + component(name.text + which) * directions[k];
        }
        return out;
    }

    // A joint passes on R and L, a contact N and, where it does not let the body spin, S.
    void add(std::size_t b, const Hold& hold) {
        const std::string& name = bodies_[b].name;
        const auto is_contact = [](const Hold& h) { return !h.name.empty(); };
        const bool is_one = std::ranges::count_if(bodies_[b].holds, is_contact) < 2;
        const std::string whose = !is_contact(hold) || is_one ? name : name + "_" + hold.name;
        const auto by = std::ranges::find(bodies_, hold.by, &RigidBody::name) - bodies_.begin();
        Reaction R{b, static_cast<std::size_t>(by), hold.point, {}, {}, {}, {}};
        const Label force = named(is_contact(hold) ? "N" : "R", whose),
                    moment = named(is_contact(hold) ? "S" : "L", whose);
        R.force = sum(hold.forces, force);
        R.moment = sum(hold.moments, moment);
        if (!hold.forces.empty()) R.name_of_force = force;
        if (!hold.moments.empty()) R.name_of_moment = moment;
        reactions_.push_back(std::move(R));
    }

    Vector3 lowered(const Vector3& a) const {
        const std::vector<Expr> low = substitute(a, motion_);
        return {low[0], low[1], low[2]};
    }
    Vector3 rate(const Vector3& a) const { return lowered({Dt(a[0]), Dt(a[1]), Dt(a[2])}); }

    // m (v̇ + Ω×v) = m g + Σ ±R,  I ω̇ + Ω×Iω = Σ ±(L + r×R),  in axes of the body.
    void balance(std::size_t b) {
        const RigidBody& body = bodies_[b];
        const Vector3 Omega = lowered(body.turning), v = lowered(body.velocity), w = lowered(body.omega);
        const Expr zero = s_.c.zero();
        Vector3 force{zero, zero, zero}, moment = force;
        for (const Reaction& R : reactions_) {
            if (R.on != b && R.by != b) continue;
            const Vector3 arm = body.axes.seen(R.point - body.position), at = body.axes.seen(R.force),
                          turning = body.axes.seen(R.moment) + cross(arm, at);
            force = R.on == b ? force + at : force - at;
            moment = R.on == b ? moment + turning : moment - turning;
        }
        const Vector3 inertia = body.mass * (rate(body.velocity) + cross(Omega, v)),
                      turning = body.inertia.times(rate(body.omega)) + cross(Omega, body.inertia.times(w));
        for (std::size_t i = 0; i < 3; ++i) say(inertia[i], body.weight[i], force[i]);
        for (std::size_t i = 0; i < 3; ++i) say(turning[i], zero, moment[i]);
    }
    void say(const Expr& left, const Expr& weight, const Expr& reaction) {
        residuals_.push_back(left - weight - reaction);
        e_.lines.push_back({{}, left, {{weight, ""}, {reaction, "reactions"}}});
    }

    static Label acceleration(const std::string& name) { return named("a", name); }
    Label inertia(std::size_t b) const {
        const Label a = acceleration(bodies_[b].name);
        const auto [m, m_latex] = factor(bodies_[b].mass);
        return {m + " " + a.text, m_latex + "\\," + a.latex};
    }
    static Label factor(const Expr& e) {
        const bool is_sum = e.kind() == Kind::sum;
        return {is_sum ? "(" + text(e) + ")" : text(e),
                is_sum ? "\\left(" + latex(e) + "\\right)" : latex(e)};
    }
    bool has_weight(std::size_t b) const {
        return std::ranges::any_of(bodies_[b].weight, [&](const Expr& e) { return e != s_.c.zero(); });
    }
    // The way from the mass centre of a body to where a reaction acts: r to a joint, c to a contact.
    static Label arm(const Label& to, const std::string& from) {
        const std::string whose = to.text.substr(2), letter = to.text[0] == 'R' ? "r" : "c";
        return whose == from ? named(letter, whose) : named(letter, whose + "," + from);
    }

    void say_letters() {
        const auto has = [&](const char* letter) {
            return std::ranges::any_of(
                reactions_, [&](const Reaction& R) { return R.name_of_force.text.starts_with(letter); });
        };
        std::string words = "from the mass centre of a body:";
        if (has("R")) words += " r to its joint";
        if (has("N")) words += std::string(has("R") ? "," : "") + " c to its contact";
        if (std::ranges::any_of(reactions_, [&](const Reaction& R) { return R.by < bodies_.size(); }))
            words += std::string("; ") + (has("R") ? "r" : "c") + "_b,a from a to what holds b";
        std::string formula = words;
        if (const std::size_t at = formula.find("_b,a"); at != std::string::npos)
            formula.replace(at - 1, 5, "$" + formula.substr(at - 1, 1) + "_{b,a}$");
        e_.vectors.push_back({words, "&\\text{" + formula + "}"});
    }

    void line(const std::string& left, const std::string& latex_left,
              const std::vector<std::pair<bool, Label>>& terms) {
        std::string words = left + " = ", formula = latex_left + " &= ";
        for (std::size_t k = 0; k < terms.size(); ++k) {
            const auto& [is_plus, label] = terms[k];
            words += is_plus ? (k ? " + " : "") : (k ? " − " : "−");
            formula += is_plus ? (k ? " + " : "") : " - ";
            words += label.text;
            formula += label.latex;
        }
        e_.vectors.push_back({words + (terms.empty() ? "0" : ""), formula + (terms.empty() ? "0" : "")});
    }

    void write(std::size_t b) {
        const std::string& name = bodies_[b].name;
        std::vector<std::pair<bool, Label>> forces, moments;
        if (has_weight(b)) forces.emplace_back(true, named("G", name));
        for (const Reaction& R : reactions_) {
            if (R.on != b && R.by != b) continue;
            const bool is_plus = R.on == b;
            if (!R.name_of_force.text.empty()) {
                forces.emplace_back(is_plus, R.name_of_force);
                const Label r = arm(R.name_of_force, name);
                moments.emplace_back(is_plus, Label{r.text + "×" + R.name_of_force.text,
                                                    r.latex + "\\times " + R.name_of_force.latex});
            }
            if (!R.name_of_moment.text.empty()) moments.emplace_back(is_plus, R.name_of_moment);
        }
        const Label ma = inertia(b), I = named("I", name), w = omega(name);
        line(ma.text, ma.latex, forces);
        line("(" + I.text + " " + w.text + ")˙", "(" + I.latex + w.latex + ")^{\\textstyle\\cdot}", moments);
    }
    static Label omega(const std::string& name) {
        return {"ω_" + name, "\\boldsymbol\\omega_{" + upright(name) + "}"};
    }

    // The components in axes of space, where these are not the unknowns themselves.
    void define(const Reaction& R) {
        for (const auto& [vector, name] :
             {std::pair(R.force, R.name_of_force), std::pair(R.moment, R.name_of_moment)})
            for (std::size_t i = 0; i < 3; ++i) {
                if (vector[i] == s_.c.zero() || vector[i].kind() == Kind::symbol) continue;
                const std::string axis(1, axis_names[i]);
                e_.definitions.push_back(
                    {{name.text + "_" + axis, "{" + name.latex + "}_{" + axis + "}"}, vector[i]});
            }
    }

    // The force that holds a body is what it and all that it carries demand beyond their weights and other reactions:
    //   R = Σ (m a − G) − Σ N.
    void eliminate() {
        for (const Reaction& R : reactions_) {
            if (R.name_of_force.text.empty() || !is_first(R)) continue;
            const std::vector<bool> carried = carried_by(R.on);
            std::vector<std::pair<bool, Label>> terms;
            for (std::size_t b = 0; b < bodies_.size(); ++b) {
                if (!carried[b]) continue;
                terms.emplace_back(true, inertia(b));
                if (has_weight(b)) terms.emplace_back(false, named("G", bodies_[b].name));
            }
            for (const Reaction& other : reactions_) {
                if (&other == &R || other.name_of_force.text.empty()) continue;
                const bool is_on = carried[other.on], is_by = other.by < bodies_.size() && carried[other.by];
                if (is_on != is_by) terms.emplace_back(is_by, other.name_of_force);
            }
            line(R.name_of_force.text, R.name_of_force.latex, terms);
        }
    }
    bool is_first(const Reaction& R) const {
        const auto first = std::ranges::find(reactions_, R.on, &Reaction::on);
        return &*first == &R;
    }
    // A body and those that its joints and surfaces carry, directly or not, by what holds each of them first.
    std::vector<bool> carried_by(std::size_t root) const {
        std::vector<bool> carried(bodies_.size(), false);
        carried[root] = true;
        for (bool grows = true; grows;) {
            grows = false;
            for (const Reaction& R : reactions_) {
                if (R.by >= bodies_.size() || !carried[R.by] || carried[R.on] || !is_first(R)) continue;
                carried[R.on] = grows = true;
            }
        }
        return carried;
    }

    const Setting& s_;
    const AdaptedFrame& X_;
    const std::vector<RigidBody>& bodies_;
    const Substitution motion_;
    std::vector<Reaction> reactions_;
    std::vector<Expr> components_, residuals_;
    Equations e_;
};

}  // namespace

Reason body_by_body_inapplicable(const Setting& s) {
    if (s.system.bodies.empty()) return "there are no bodies, or the kinetic energy has other parts as well";
    if (Reason why = s.no_frame_of_bodies()) return why;
    for (const RigidBody& body : s.system.bodies)
        if (!body.position[0]) return "the parts of a vehicle do not say where they touch each other";
    const Expr V = s.system.V_of_weights ? s.V - s.system.V_of_weights : s.V;
    const auto acts = [&](const Expr& x) { return !vanishes(derivative(V, x)); };
    const auto is_force = [](const Expr& e) { return !vanishes(e); };
    if (std::ranges::any_of(s.q, acts) || std::ranges::any_of(s.system.Q, is_force))
        return "forces other than weights are known by their work alone, not by where they act";
    if (NewtonEuler(s).unknowns() != 6 * s.system.bodies.size())
        return "joints and contacts do not account for all of its constraints, or they say one thing twice";
    return std::nullopt;
}

// For each body, with the forces R that act on it at r from its mass centre and the moments L:      theory §6
//   m a = m g + Σ R,  (I ω)˙ = Σ (r×R + L),
// components in axes of the body; the body that holds it feels −R and −L.
Equations body_by_body(const Setting& s) { return NewtonEuler(s).run(); }

}  // namespace anholon
