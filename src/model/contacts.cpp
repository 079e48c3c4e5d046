#include <map>

#include "model/body.hpp"
#include "model/body_errors.hpp"

namespace anholon {

using namespace syntax;

const ContactStatement* contact_of(const Elaboration& model, const BodyStatement& written) {
    const Statement* found = model.first<ContactStatement>([&](const ContactStatement& c) {
        return model.source.text(c.body) == model.source.text(written.name);
    });
    return found ? &std::get<ContactStatement>(found->what) : nullptr;
}

// With s from the mass centre to the surface's centre and r to the point of contact, that point of the body has the velocity
// v + ω×r = 0 [000 (6.4)]. Its vertical part is the rate of the height, which is kept as it stands: z + s·γ = z_ground + ε(γ).
// The multiplier of the height is the normal reaction, those of the other two are the friction.
void add_contact(Elaboration& model, const Body& body, const ContactStatement& contact, const Expr& ground) {
    using Kind = Constraint::Kind;
    if (!ground || !body.surface) return;
    const Support at = support(body);
    const auto& [x, y, z] = body.position;
    declare_abbreviation(model, body, body.name("contact_x"), x + at.place[0], metres());
    declare_abbreviation(model, body, body.name("contact_y"), y + at.place[1], metres());
    const Expr height = z + dot(body.surface->centre, body.axes.gamma) - ground - at.height;
    add_body_constraint(model, body, "height", height, Kind::geometric);
    if (contact.kind == ContactStatement::Kind::sliding) return;
    add_body_constraint(model, body, "along", body.velocity[0] + at.motion[0], Kind::linear);
    add_body_constraint(model, body, "across", body.velocity[1] + at.motion[1], Kind::linear);
    if (contact.kind == ContactStatement::Kind::rubber)
        add_body_constraint(model, body, "spin", body.Omega[2], Kind::linear);
}

Expr read_ground(Elaboration& model) {
    const Statement* first = model.first<GroundStatement>();
    model.each<GroundStatement>([&](const auto&, const Statement& s) {
        if (&s != first) model.report(ground_twice(s.keyword, first->keyword));
    });
    if (!first) return {};
    const Expression& height = std::get<GroundStatement>(first->what).height;
    return quantity(model, height, "the height of the ground", metres());
}

void check_contacts(Elaboration& model) {
    const bool has_ground = model.first<GroundStatement>();
    std::map<std::string, Span> seen;
    model.each<ContactStatement>([&](const ContactStatement& c, const Statement& s) {
        const std::string name = model.text(c.body);
        const BodyStatement* body = find_body(model, name);
        if (!body) return model.report(contact_body_unknown(c.body, name, body_names(model)));
        const auto [first, is_new] = seen.try_emplace(name, c.body);
        if (!is_new) return model.report(contact_twice(c.body, name, first->second));
        if (!has_ground) model.report(contact_without_ground(s.span));
        if (body->fixed_point) model.report(contact_of_fixed_body(c.body, name, body->fixed_point->span));
        if (!has_surface(model, *body)) model.report(surface_missing(c.body, name, body->name));
    });
}

}  // namespace anholon
