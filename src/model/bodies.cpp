#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "model/body.hpp"
#include "model/errors.hpp"

namespace anholon {

namespace {

using namespace syntax;

Dimension per_second(const Dimension& d) { return d / seconds(); }

// A name that the lowered body takes; false if the model has given it to something else.
bool may_take(Elaboration& model, const BodyStatement& body, const std::string& name) {
    const Meaning* known = model.outer.find(name);
    if (!known) return true;
    model.report(
        body_name_taken(known->declared.value_or(body.name), name, model.source.text(body.name), body.name));
    return false;
}

Expr coordinate(Elaboration& model, const BodyStatement& body, const std::string& name,
                const Dimension& dimension, std::string description) {
    const bool is_free = may_take(model, body, name);
    const Expr symbol = model.context().variable(is_free ? name : name + "_of_body");
    if (is_free) model.declare(name, {symbol, "coordinate", body.name});
    model.dimensions[name] = dimension;
    const bool has_unit = model.units_given && !dimension.is_one();
    model.system.coordinates.push_back(
        {symbol, {}, has_unit ? to_string(dimension) : "", std::move(description), body.name});
    return symbol;
}

void quasi_velocity(Elaboration& model, const Body& body, std::string_view local, Expr definition,
                    const Dimension& dimension) {
    const std::string name = body.name(local);
    if (!may_take(model, body.written, name)) return;
    const Expr symbol = model.context().variable(name);
    model.inner.add(name, {definition, "quasi-velocity", body.written.name});
    model.outer.add(name, {symbol, "quasi-velocity", body.written.name});
    model.dimensions[name] = dimension;
    model.system.quasi.push_back({symbol, definition, body.written.name});
}

// Quasi-velocities that stay free under the body's contact, unless the model has coordinates, constraints or quasi-velocities of its
// own: then the same names are abbreviations.
void declare_velocities(Elaboration& model, const Body& body) {
    const bool is_alone = !model.first<CoordStatement>() && !model.first<ConstraintStatement>() &&
                          !model.first<QuasiStatement>() && !model.first<FrameStatement>();
    const auto velocity = [&](std::string_view local, Expr value, const Dimension& dimension, bool is_free) {
        if (is_alone && is_free)
            quasi_velocity(model, body, local, value, dimension);
        else
            declare_abbreviation(model, body, local, value, dimension);
    };
    const ContactStatement* contact = contact_of(model, body.written);
    const bool rolls = contact && contact->kind != ContactStatement::Kind::sliding;
    // Ω_x and Ω_y stay free where Ω·γ = 0; of ω1, ω2, ω3 no two do everywhere.
    const bool is_rubber = contact && contact->kind == ContactStatement::Kind::rubber;
    const Attitude& at = body.attitude;
    const Dimension turn = per_second(Dimension{});
    for (const std::size_t i : {0, 1, 2})
        velocity("w" + std::to_string(i + 1), at.omega[i], turn, !is_rubber);
    for (const std::size_t i : {0, 1, 2})
        velocity(std::string("w") + "xyz"[i], at.Omega[i], turn, is_rubber && i < 2);
    for (const std::size_t i : {0, 1, 2})
        declare_abbreviation(model, body, "gamma" + std::to_string(i + 1), at.gamma[i], Dimension{});
    if (body.written.fixed_point || rolls) return;
    for (std::size_t i = 0; i < (contact ? 2u : 3u); ++i)
        velocity(std::string("v") + "xyz"[i], dot(body.position[i]), per_second(metres()), true);
}

// g n of the gravity statement; nothing if there is none, or after a mistake in it.
std::optional<Vector3> gravity(Elaboration& model) {
    const Statement* statement = model.first<GravityStatement>();
    model.each<GravityStatement>([&](const auto&, const Statement& s) {
        if (&s != statement) model.report(gravity_twice(s.keyword, statement->keyword));
    });
    if (!statement) return std::nullopt;
    const auto& written = std::get<GravityStatement>(statement->what);
    const Expr g = quantity(model, written.strength, "gravity", per_second(per_second(metres())));
    auto n = components(model, written.direction, "a direction", Dimension{});
    if (!g || !n) return std::nullopt;
    const bool is_zero = std::ranges::all_of(written.direction.entries, [&](const Expression& e) {
        const auto value = model.constant(e, "a direction");
        return value && value->value.is_zero();
    });
    if (is_zero) {
        model.report(direction_zero(written.direction.span));
        return std::nullopt;
    }
    const Expr length = sqrt(dot(*n, *n));
    for (Expr& component : *n) component = g * component / length;
    return n;
}

// T = ½ m v² + ½ ω·Iω, and v = ω×c where a point at −c from the mass centre is fixed; V = −m g·X.
void add_energy(Elaboration& model, const Body& body, const std::optional<Vector3>& c,
                const std::optional<Vector3>& g) {
    const auto& [x, y, z] = body.position;
    const Vector3 v = c ? cross(body.attitude.omega, *c) : Vector3{dot(x), dot(y), dot(z)};
    const Expr T = body.mass * dot(v, v) / Rational(2) + body.inertia.energy(body.attitude.omega);
    model.system.T = model.system.T ? model.system.T + T : T;
    if (!g) return;
    const Expr V = -body.mass * dot(*g, body.position);
    model.system.V = model.system.V ? model.system.V + V : V;
}

std::array<Expr, 4> quaternion(Elaboration& model, const BodyStatement& written, const std::string& prefix) {
    std::array<Expr, 4> q;
    for (std::size_t i = 0; i < 4; ++i)
        q[i] = coordinate(model, written, prefix + "q" + std::to_string(i), Dimension{},
                          i == 0 ? "unit quaternion" : "");
    model.attitudes.push_back({q, written.name});
    return q;
}

// R c of a fixed point at −c, or coordinates of its own.
Vector3 mass_centre(Elaboration& model, const Body& body, const std::optional<Vector3>& c) {
    const Attitude& at = body.attitude;
    if (c) return {dot(at.alpha, *c), dot(at.beta, *c), dot(at.gamma, *c)};
    Vector3 out;
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = coordinate(model, body.written, body.name(std::string(1, "xyz"[i])), metres(),
                            i == 0 ? "mass centre" : "");
    return out;
}

struct Surroundings {
    std::optional<Vector3> gravity;
    Expr ground;
};

void lower(Elaboration& model, const BodyStatement& written, const std::string& prefix,
           const Surroundings& around) {
    // After a mistake the body goes on with ones, so that its names are known.
    Expr mass = written.mass ? positive_quantity(model, *written.mass, "a mass", kilograms()) : Expr();
    if (!written.mass) model.report(mass_missing(written.name, model.source.text(written.name)));
    if (!mass) mass = model.context().one();
    const Vector3 ones{mass, mass, mass};
    const InertiaTensor inertia = read_inertia(model, written, mass).value_or(InertiaTensor{ones, ones});
    std::optional<Vector3> c;
    if (written.fixed_point) {
        c = components(model, *written.fixed_point, "the place of a fixed point", metres()).value_or(ones);
        *c = -*c;
    }
    Body body{written, prefix, Attitude(quaternion(model, written, prefix)), {}, mass, inertia};
    body.position = mass_centre(model, body, c);
    for (std::size_t i = 0; i < 3 && c; ++i)
        declare_abbreviation(model, body, std::string(1, "xyz"[i]), body.position[i], metres());
    declare_velocities(model, body);
    add_energy(model, body, c, around.gravity);
    Expr length = -model.context().one();
    for (const Expr& q : body.attitude.q) length += pow(q, Rational(2));
    add_body_constraint(model, body, "unit", length, Constraint::Kind::geometric);
    if (const ContactStatement* contact = contact_of(model, written))
        add_contact(model, body, *contact, around.ground);
    else if (written.surface)
        model.report(surface_unused(written.surface->name, model.source.text(written.name)));
}

// Statements that speak of bodies where there are none.
void check_bodies_stated(Elaboration& model) {
    for (const Statement& s : model.tree.statements)
        if (std::holds_alternative<GravityStatement>(s.what) ||
            std::holds_alternative<GroundStatement>(s.what) ||
            std::holds_alternative<ContactStatement>(s.what))
            model.report(body_missing(s.keyword, model.source.text(s.keyword)));
}

}  // namespace

Expr quantity(Elaboration& model, const Expression& e, std::string_view what, const Dimension& dimension) {
    const Expr value = model.constant_expression(e, what);
    std::optional<Dimension> given;
    if (!value || !model.read(e, model.inner, &given)) return {};
    if (given && *given != dimension) model.report(unit_misfit(e.span, what, *given, dimension));
    return value;
}

Expr positive_quantity(Elaboration& model, const Expression& e, std::string_view what,
                       const Dimension& dimension) {
    const Expr out = quantity(model, e, what, dimension);
    const auto value = out ? model.constant(e, what) : std::nullopt;
    if (!value) return {};
    if (value->value.sign() > 0) return out;
    model.report(not_positive(e.span, what));
    return {};
}

std::optional<Vector3> components(Elaboration& model, const Tuple& tuple, std::string_view what,
                                  const Dimension& dimension) {
    if (tuple.entries.size() != 3) {
        model.report(tuple_length(tuple.span, what, tuple.entries.size(), 3));
        return std::nullopt;
    }
    Vector3 out;
    for (std::size_t i = 0; i < 3; ++i) {
        out[i] = quantity(model, tuple.entries[i], what, dimension);
        if (!out[i]) return std::nullopt;
    }
    return out;
}

void declare_abbreviation(Elaboration& model, const Body& body, std::string_view local, Expr value,
                          const Dimension& dimension) {
    const std::string name = body.name(local);
    if (!may_take(model, body.written, name)) return;
    model.declare(name, {value, "abbreviation", body.written.name});
    model.system.lets.emplace_back(name, value);
    model.dimensions[name] = dimension;
}

void add_body_constraint(Elaboration& model, const Body& body, std::string_view local, Expr residual,
                         Constraint::Kind kind) {
    model.system.constraints.push_back({body.name(local), residual, kind, body.written.name});
}

void lower_bodies(Elaboration& model) {
    const Statement* first = model.first<BodyStatement>();
    if (!first) return check_bodies_stated(model);
    check_contacts(model);
    const Surroundings around{gravity(model), read_ground(model)};
    const bool is_one = !model.first<BodyStatement>(
        [&](const BodyStatement& b) { return &b != std::get_if<BodyStatement>(&first->what); });
    std::map<std::string, Span> names;
    model.each<BodyStatement>([&](const BodyStatement& body, const Statement&) {
        const std::string name = ascii_name(model.source.text(body.name));
        const auto [old, is_new] = names.try_emplace(name, body.name);
        if (!is_new) return model.report(body_name_duplicate(body.name, name, old->second));
        if (model.system.coordinates.size() + 7 > max_coordinates)
            return model.report(coordinates_too_many(body.name, max_coordinates));
        lower(model, body, is_one ? "" : name + "_", around);
    });
    if (!model.units_given || model.energy_dimension) return;
    model.energy_dimension = kilograms() * pow(metres() / seconds(), Rational(2));
    model.energy_span = first->span;
}

}  // namespace anholon
