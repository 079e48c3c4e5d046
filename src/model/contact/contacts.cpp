#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "calculus/antiderivative.hpp"
#include "expr/substitute.hpp"
#include "model/contact/contact.hpp"
#include "model/language/body_errors.hpp"
#include "model/language/friction_errors.hpp"
#include "model/statements/friction.hpp"

namespace anholon {

namespace {

using namespace syntax;
using ContactKind = ContactStatement::Kind;
using Shows = SurfaceKind::Shows;

std::vector<std::string> support_names(const Elaboration& model) {
    std::vector<std::string> out;
    if (model.first<GroundStatement>()) out.emplace_back("ground");
    for (const Statement& s : model.tree.statements)
        if (const auto* support = std::get_if<SupportStatement>(&s.what))
            out.push_back(model.text(support->name));
    return out;
}

bool is_on_ground(const Elaboration& model, const ContactStatement& contact) {
    return model.source.text(contact.support) == "ground";
}

}  // namespace

std::vector<const ContactStatement*> contacts_of(const Elaboration& model, const BodyStatement& written) {
    std::vector<const ContactStatement*> out;
    for (const Statement& s : model.tree.statements)
        if (const auto* contact = std::get_if<ContactStatement>(&s.what))
            if (model.source.text(contact->body) == model.source.text(written.name)) out.push_back(contact);
    return out;
}

// Ω_x and Ω_y stay free where Ω·γ = 0; of ω1, ω2, ω3 no two do everywhere.
FreeVelocities free_velocities(const Elaboration& model, const Body& body) {
    const auto contacts = contacts_of(model, body.written);
    if (contacts.empty()) return FreeVelocities::all;
    if (contacts.size() > 1 || !body.surface) return FreeVelocities::unknown;
    const Shows shows = body.surface->kind->shows;
    const bool touches_at_a_point = shows != Shows::line && shows != Shows::edge;
    const bool is_on_plane = is_on_ground(model, *contacts[0]);
    if (!touches_at_a_point) return FreeVelocities::unknown;
    switch (contacts[0]->kind) {
        case ContactKind::rolling: return FreeVelocities::body_axes;
        case ContactKind::rubber: return is_on_plane ? FreeVelocities::space_axes : FreeVelocities::unknown;
        case ContactKind::friction:
        case ContactKind::sliding:
            return is_on_plane ? FreeVelocities::in_the_plane : FreeVelocities::unknown;
        case ContactKind::skating: return FreeVelocities::unknown;
    }
    return FreeVelocities::unknown;
}

namespace {

bool suits(Elaboration& model, const Body& body, const ContactStatement& contact) {
    const bool is_blade = body.surface->kind->shows == Shows::edge;
    const bool skates = contact.kind == ContactKind::skating;
    if (is_blade == skates || (is_blade && contact.kind == ContactKind::sliding)) return true;
    model.report(is_blade ? blade_rolls(contact.body) : skates_without_blade(contact.body));
    return false;
}

// How the material of a support moves.
struct SupportMotion {
    const Body* carrier;
    const SupportSurface& support;

    Vector3 angular_velocity() const {
        const Expr zero = support.side.context().zero();
        Vector3 out{zero, zero, zero};
        if (carrier) out = out + carrier->Omega;
        if (support.turning) out = out + support.turning * support.axes[2];
        return out;
    }
    Vector3 velocity_at(const Vector3& place) const {
        const Expr zero = support.side.context().zero();
        Vector3 out{zero, zero, zero};
        if (carrier) out = out + carrier->velocity + cross(carrier->Omega, place - carrier->position);
        if (support.turning) out = out + cross(support.turning * support.axes[2], place - support.place);
        return out + support.drift;
    }
};

// The point of contact in axes that move with the support; nothing if the angle of its turning is not found.
std::optional<Vector3> seen_from_support(Elaboration& model, const SupportSurface& support,
                                         const Vector3& place) {
    const Vector3 point = components_in(support.axes, place - support.place);
    if (!support.turning) return point;
    const Expr t = model.system.t, zero = model.context().zero();
    const auto angle = antiderivative(support.turning, t);
    if (!angle) return std::nullopt;
    return turned_back(point, {zero, zero, model.context().one()}, *angle - substitute(*angle, {{t, zero}}));
}

}  // namespace

namespace {

// Two orthogonal unit tangents.
std::array<Vector3, 2> unit_tangents(const Touch& at) {
    const auto& [first, second] = at.tangents;
    Context& c = at.normal[0].context();
    const auto is = [&](const Expr& a, const Expr& b) { return a == b; };
    if (is(dot(first, first), c.one()) && is(dot(second, second), c.one()) &&
        is(dot(first, second), c.zero()))
        return at.tangents;
    const Vector3 along = (Rational(1) / sqrt(dot(first, first))) * first;
    return {along, cross(at.normal, along)};
}

// Coulomb's law in place of the constraints of rolling. False after a mistake.
bool add_friction(Elaboration& model, const Body& body, const ContactStatement& contact, const Touch& at,
                  const Vector3& velocity, const std::string& suffix, Reaction& reaction) {
    if (at.is_along_a_line) {
        model.report(friction_along_line(contact.body, model.text(contact.body)));
        return false;
    }
    DryFriction out;
    out.noun = model.text(contact.body);
    out.place = model.text(contact.support);
    out.name = out.noun + " on " + out.place;
    out.span = join(contact.body, contact.support);
    if (!read_coefficients(model, *contact.coefficient, contact.width, out)) return false;
    std::vector<std::pair<std::string, Expr>> normal;
    for (const auto& [constraint, force] : reaction.parts)
        normal.emplace_back(constraint, dot(force, at.normal));
    const std::array<Vector3, 2> tangents = unit_tangents(at);
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string name = body.name(i == 0 ? "along" : "across") + suffix;
        out.rows.push_back({name, dot(tangents[i], velocity), {}});
        reaction.parts.emplace_back(name, tangents[i]);
    }
    model.system.frictions.push_back(std::move(out));
    model.normals.push_back(std::move(normal));
    return true;
}

}  // namespace

// The normal part of the slip is the rate of the geometric demand, which is kept as it stands; its multiplier is the normal
// reaction. Along the tangents the slip vanishes where the body rolls: their multipliers are the friction.
void add_contact(Elaboration& model, Body& body, const ContactStatement& contact,
                 const SupportSurface& written, const Body* carrier) {
    if (!body.surface || !suits(model, body, contact)) return;
    const SupportSurface support = carrier ? written.carried_by(*carrier) : written;
    const SupportMotion motion{carrier, support};
    const std::string suffix = contacts_of(model, body.written).size() > 1 ? "_" + support.name : "";
    const auto at = touch(model, body, support, contact, suffix);
    if (!at) return;
    const Vector3 arm = body.axes.in_space(at->arm), place = body.position + arm + at->lever;
    Reaction reaction{
        body.prefix,     suffix, {}, at->normal, model.text(contact.body), model.text(contact.support),
        contact.support, place};
    Hold hold{support.name, carrier ? model.text(carrier->written.name) : "", place, {}, {}};
    const auto add = [&](const std::string& local, const Expr& residual, Constraint::Kind kind,
                         const Vector3& force) {
        const std::string name = body.name(local) + suffix;
        model.system.constraints.push_back({name, residual, kind, contact.support, true});
        reaction.parts.emplace_back(name, force);
        const auto is_zero = [&](const Expr& e) { return e == model.context().zero(); };
        if (std::ranges::all_of(force, is_zero)) {
            hold.has_all_rows = false;
            return;
        }
        hold.forces.push_back(force);
        hold.force_rows.push_back(name);
    };
    const auto tell = [&](const std::string& local, const Expr& value) {
        part_abbreviation(model, part_of(model, body.written), body.name(local) + suffix, value, metres());
    };
    for (std::size_t i = 0; i < (is_on_ground(model, contact) ? 2u : 3u); ++i)
        tell(std::string("contact_") + "xyz"[i], place[i]);
    const Attitude& axes = body.axes;
    for (std::size_t i = 0; i < 3; ++i)
        tell("contact" + std::to_string(i + 1), body.seen_from_named_axes(at->arm + axes.seen(at->lever))[i]);
    if (carrier || support.moves_by_law())
        if (const auto trace = seen_from_support(model, support, place))
            for (std::size_t i = 0; i < (support.kind == SupportSurface::Kind::plane ? 2u : 3u); ++i)
                tell("trace" + std::to_string(i + 1), (*trace)[i]);
    for (const Touch::Demand& d : at->demands) {
        add(d.name, d.residual, Constraint::Kind::geometric, d.force);
        model.system.constraints.back().positive = d.positive;
    }
    for (const Guard& g : at->guards) model.system.guards.push_back(g);
    // v + ω×r less the velocity of the support's point [000 (6.4)].
    const Vector3 velocity =
        body.velocity_of(at->arm) + cross(body.Omega, at->lever) - motion.velocity_at(place);
    const auto resist = [&](const std::string& name, const Vector3& tangent) {
        add(name, dot(tangent, velocity), Constraint::Kind::linear, tangent);
    };
    if (contact.kind == ContactKind::skating) resist("across", at->tangents[0]);
    if (contact.kind == ContactKind::friction) {
        if (!add_friction(model, body, contact, *at, velocity, suffix, reaction)) return;
        hold.has_all_rows = false;
    }
    if (contact.kind == ContactKind::rolling || contact.kind == ContactKind::rubber) {
        resist("along", at->tangents[0]);
        resist("across", at->tangents[1]);
        if (contact.kind == ContactKind::rubber || at->is_along_a_line) {
            const Expr spin = dot(body.Omega - motion.angular_velocity(), at->normal);
            const Expr zero = model.context().zero();
            const bool had_all_rows = hold.has_all_rows;
            add("spin", spin, Constraint::Kind::linear, {zero, zero, zero});
            hold.has_all_rows = had_all_rows;
            hold.moments.push_back(at->normal);
            hold.moment_rows.push_back(body.name("spin") + suffix);
        }
    }
    if (contact.kind == ContactKind::rolling || contact.kind == ContactKind::rubber)
        model.system.base.contacts.push_back(
            contact_forms(model, body, carrier, written, contact, suffix, *at));
    const std::string name = model.text(body.written.name);
    std::ranges::find(model.system.bodies, name, &RigidBody::name)->holds.push_back(std::move(hold));
    model.reactions.push_back(std::move(reaction));
}

// Where a row follows from others the reactions of the body are not determined, and none is told.
std::optional<Vector3> reaction_force(const Elaboration& model, const Reaction& r) {
    const auto multiplier = [&](const std::string& name) {
        const auto& all = model.system.constraints;
        const auto found = std::ranges::find(all, name, &Constraint::name);
        if (found != all.end())
            return model.system.multipliers[static_cast<std::size_t>(found - all.begin())];
        for (const DryFriction& f : model.system.frictions)
            for (const DryFriction::Row& row : f.rows)
                if (row.name == name) return row.force;
        return Expr();
    };
    const bool is_told = std::ranges::all_of(model.reactions, [&](const Reaction& other) {
        return other.body != r.body || std::ranges::all_of(other.parts, [&](const auto& part) {
                   return static_cast<bool>(multiplier(part.first));
               });
    });
    if (!is_told) return std::nullopt;
    const Expr zero = model.system.context->zero();
    Vector3 force{zero, zero, zero};
    for (const auto& [name, direction] : r.parts) force = force + multiplier(name) * direction;
    return force;
}

void declare_reactions(Elaboration& model) {
    for (const Reaction& r : model.reactions) {
        const auto told = reaction_force(model, r);
        if (!told) continue;
        const Vector3& force = *told;
        const Vector3 across = cross(force, r.normal);
        const Expr normal = dot(force, r.normal), friction = sqrt(dot(across, across));
        const auto tell = [&](const std::string& local, const Expr& value) {
            const std::string name = r.prefix + local + r.suffix;
            if (model.outer.find(name)) return;
            model.outer.add(name, {value, "reaction", r.span});
            model.system.lets.emplace_back(name, value);
            model.dimensions[name].reset();
        };
        for (std::size_t i = 0; i < 3; ++i) tell(std::string("reaction_") + "xyz"[i], force[i]);
        tell("reaction", normal);
        tell("friction", friction);
        // Where nothing presses, as in a model without gravity, the reaction is rounding: a small part of what the motion holds.
        const Expr scale = abs(normal) + friction + model.system.T / Rational(1000);
        model.system.guards.push_back({normal, scale,
                                       r.body + " leaves " +
                                           (r.support == "ground" ? "the ground" : r.support) +
                                           ": the normal reaction vanishes"});
    }
}

void check_contacts(Elaboration& model) {
    std::map<std::pair<std::string, std::string>, Span> seen;
    model.each<ContactStatement>([&](const ContactStatement& c, const Statement& s) {
        const std::string name = model.text(c.body), on = model.text(c.support);
        const BodyStatement* body = find_body(model, name);
        if (!body) return model.report(contact_body_unknown(c.body, name, body_names(model)));
        const auto [first, is_new] = seen.try_emplace({name, on}, c.body);
        if (!is_new) return model.report(contact_twice(c.body, name, on, first->second));
        const std::vector<std::string> known = support_names(model);
        if (on == "ground" && !model.first<GroundStatement>())
            model.report(contact_without_ground(s.span));
        else if (std::ranges::find(known, on) == known.end())
            model.report(contact_support_unknown(c.support, on, known));
        const Statement* stated = model.first<SupportStatement>(
            [&](const SupportStatement& one) { return model.text(one.name) == on; });
        const auto* support = stated ? &std::get<SupportStatement>(stated->what) : nullptr;
        if (support && support->carrier && model.text(*support->carrier) == name)
            model.report(contact_with_itself(c.support, name));
        if (body->fixed_point) model.report(contact_of_fixed_body(c.body, name, body->fixed_point->span));
        if (!has_surface(model, *body)) model.report(surface_missing(c.body, name, body->name));
    });
}

}  // namespace anholon
