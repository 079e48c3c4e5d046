#include <map>

#include "model/body.hpp"
#include "model/errors.hpp"

namespace anholon {

namespace {

using namespace syntax;

const BodyStatement* find_body(const Elaboration& model, std::string_view name) {
    const Statement* found =
        model.first<BodyStatement>([&](const BodyStatement& b) { return model.source.text(b.name) == name; });
    return found ? &std::get<BodyStatement>(found->what) : nullptr;
}

std::vector<std::string> body_names(const Elaboration& model) {
    std::vector<std::string> out;
    for (const Statement& s : model.tree.statements)
        if (const auto* body = std::get_if<BodyStatement>(&s.what)) out.push_back(model.text(body->name));
    return out;
}

}  // namespace

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
    Vector3 s;
    s.fill(model.context().zero());
    if (const auto& centre = body.written.centre) {
        const auto mass_centre = components(model, *centre, "the place of a mass centre", metres());
        if (!mass_centre) return;
        s = -*mass_centre;
    }
    const auto support = read_support(model, body, s);
    if (!ground || !support) return;
    const auto& [x, y, z] = body.position;
    declare_abbreviation(model, body, "contact_x", x + support->place[0], metres());
    declare_abbreviation(model, body, "contact_y", y + support->place[1], metres());
    const Expr height = z + dot(s, body.attitude.gamma) - ground - support->height;
    add_body_constraint(model, body, "height", height, Kind::geometric);
    if (contact.kind == ContactStatement::Kind::sliding) return;
    add_body_constraint(model, body, "along", dot(x) + support->motion[0], Kind::linear);
    add_body_constraint(model, body, "across", dot(y) + support->motion[1], Kind::linear);
    if (contact.kind == ContactStatement::Kind::rubber)
        add_body_constraint(model, body, "spin", body.attitude.Omega[2], Kind::linear);
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
