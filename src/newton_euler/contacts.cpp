#include <algorithm>
#include <cmath>

#include "newton_euler/assembly.hpp"

// Contacts by the kinematics of the point of contact: the material points that meet there do not part, and where the body rolls
// they have one velocity.
namespace anholon::newton_euler {

using namespace syntax;

namespace {

Vector along(const std::array<Vector, 3>& axes, const Vector& r) {
    return r[0] * axes[0] + r[1] * axes[1] + r[2] * axes[2];
}

Vector seen(const std::array<Vector, 3>& axes, const Vector& r) {
    return {{dot(axes[0], r), dot(axes[1], r), dot(axes[2], r)}};
}

bool is_by_functions(const std::string& kind) {
    return kind == "graph" || kind == "revolution" || kind == "parametric";
}

// Two directions across a unit vector.
std::array<Vector, 2> across(const Vector& n) {
    std::size_t least = 0;
    for (std::size_t k = 1; k < 3; ++k)
        if (std::abs(n[k].value()) < std::abs(n[least].value())) least = k;
    Vector e;
    e[least] = 1.0;
    const Vector first = unit(cross(n, e));
    return {first, cross(n, first)};
}

}  // namespace

std::array<Vector, 3> axes_about(const Vector& n) {
    const std::array<Vector, 3> e = Rotation::none().axes;
    const auto is = [&](const Vector& a) { return std::abs(dot(n, a).value() - 1) < 1e-14; };
    if (is(e[2])) return e;
    if (is(e[0])) return {e[1], e[2], e[0]};
    if (is(e[1])) return {e[2], e[0], e[1]};
    if (is(-e[2])) return {e[0], -e[1], -e[2]};
    // The turn about (0, 0, 1) × n that takes one to the other.
    const Vector axis = cross(e[2], n);
    const Jet sine_of_angle = length(axis);
    const Rotation R =
        turn((Jet(1.0) / sine_of_angle) * axis, std::atan2(sine_of_angle.value(), n[2].value()));
    return {R * e[0], R * e[1], n};
}

std::array<Vector, 3> Face::axes() const { return axes_about(axis); }

std::optional<Face> Assembly::face_of(const BodyStatement& written) const {
    const Vector up{{0.0, 0.0, 1.0}};
    const auto axis = [&](const BodyStatement::Solid& s) { return s.axis ? direction(*s.axis) : up; };
    if (written.surface)
        return Face{reader_.name(written.surface->name), &written.surface->sizes.entries,
                    point(written.centre), axis(*written.surface)};
    if (!written.shape) return std::nullopt;
    const std::string shape = reader_.name(written.shape->name);
    const std::string kind = shape == "ball"                      ? "sphere"
                             : shape == "ellipsoid"               ? "ellipsoid"
                             : shape == "disc" || shape == "hoop" ? "rim"
                                                                  : "";
    if (kind.empty()) return std::nullopt;
    return Face{kind, &written.shape->sizes.entries, point(written.centre), axis(*written.shape)};
}

Vector Assembly::Support::angular_velocity() const {
    return carrier ? carrier->pose.axes.angular_velocity() + turning : turning;
}

Vector Assembly::Support::velocity_at(const Vector& at) const {
    const Vector own = drift + cross(turning, at - place);
    return carrier ? carrier->pose.velocity_at(at) + own : own;
}

void Assembly::add_supports() {
    each<GroundStatement>([&](const GroundStatement& s) {
        Support out{"ground",
                    {"plane", nullptr, {}, {}},
                    1.0,
                    nullptr,
                    {{0.0, 0.0, number(s.height)}},
                    Rotation::none().axes,
                    {},
                    {}};
        out.drift = rate(out.place);
        out.turning[2] = reader_.value_or_zero(s.turning, names);
        supports_.push_back(out);
    });
    each<SupportStatement>([&](const SupportStatement& s) {
        const Vector up{{0.0, 0.0, 1.0}};
        Support out{reader_.name(s.name),
                    {reader_.name(s.surface.name), &s.surface.sizes.entries, {}, up},
                    s.is_inside ? -1.0 : 1.0,
                    s.carrier ? find(*s.carrier) : nullptr,
                    point(s.place),
                    axes_about(s.surface.axis ? direction(*s.surface.axis) : up),
                    {},
                    {}};
        out.drift = rate(out.place);
        if (out.carrier) {
            out.drift = out.carrier->pose.axes * out.drift;
            out.place = out.carrier->pose.place_of(out.place);
            for (Vector& axis : out.axes) axis = out.carrier->pose.axes * axis;
        }
        out.turning = reader_.value_or_zero(s.turning, names) * out.axes[2];
        supports_.push_back(out);
    });
}

// The point of a convex surface with this outward normal, seen from its centre in axes of the body.
Vector Assembly::reach(const Face& face, const Vector& n) const {
    const auto size = [&](std::size_t k) { return number((*face.sizes)[k]); };
    if (face.kind == "sphere") return size(0) * n;
    if (face.kind == "point") return {};
    if (face.kind == "ellipsoid") {
        Vector stretched;
        for (std::size_t k = 0; k < 3; ++k) stretched[k] = size(k) * n[k];
        const Jet distance = length(stretched);
        for (std::size_t k = 0; k < 3; ++k) stretched[k] = size(k) * stretched[k] / distance;
        return stretched;
    }
    if (face.kind == "rim" || face.kind == "torus") {
        const Vector out = size(0) * unit(n - dot(n, face.axis) * face.axis);
        return face.kind == "rim" ? out : out + size(1) * n;
    }
    // 2z = x²/a + y²/b: the normal is along (x/a, y/b, −1).
    const std::array<Vector, 3> axes = face.axes();
    const Vector m = seen(axes, n);
    const Jet a = size(0), b = face.sizes->size() == 2 ? size(1) : a;
    const Jet x = -(a * m[0] / m[2]), y = -(b * m[1] / m[2]);
    return along(axes, {{x, y, Jet(0.5) * (x * x / a + y * y / b)}});
}

// In the surface's own axes; of a body's graph and base the outer side is below.
Assembly::Patch Assembly::patch(const Face& face, const Jet& u, const Jet& v) const {
    const auto point_at = [&](const Sloped& u, const Sloped& v) -> VectorOf<Sloped> {
        const auto function = [&](std::size_t k, const char* first, const char* second) {
            NamesOf<Sloped> scope;
            for (const auto& [name, value] : names)
                if (value.is_constant()) scope.emplace(name, Sloped(value));
            scope.insert_or_assign(first, u);
            if (*second) scope.insert_or_assign(second, v);
            return reader_.value((*face.sizes)[k], scope);
        };
        const auto size = [&] { return Sloped(number((*face.sizes)[0])); };
        const auto round = [&](const Sloped& r) -> VectorOf<Sloped> {
            return {{r * cosine(v), r * sine(v), u}};
        };
        if (face.kind == "cylinder") return round(size());
        if (face.kind == "cone") return round(u * (sine(size()) / cosine(size())));
        if (face.kind == "revolution") return round(function(0, "z", ""));
        if (face.kind == "graph") return {{u, v, function(0, "x", "y")}};
        if (face.kind == "parametric")
            return {{function(0, "u", "v"), function(1, "u", "v"), function(2, "u", "v")}};
        throw NotSupported("the surface '" + face.kind + "'");
    };
    const VectorOf<Sloped> along_u = point_at({u, 1.0}, v), along_v = point_at(u, {v, 1.0});
    Patch out;
    for (std::size_t k = 0; k < 3; ++k) {
        out.point[k] = along_u[k].at;
        out.tangents[0][k] = along_u[k].slope;
        out.tangents[1][k] = along_v[k].slope;
    }
    const bool is_round = face.kind != "graph" && face.kind != "parametric";
    const Vector normal = cross(out.tangents[0], out.tangents[1]);
    out.normal = unit(is_round ? -normal : normal);
    return out;
}

Assembly::Patch Assembly::patch_of_body(const Body& body, const Face& face, const std::string& suffix) const {
    const auto parameter = [&](const char* name) {
        return coordinate(body.prefix + "contact_" + name + suffix);
    };
    Patch out = patch(face, parameter("u"), parameter("v"));
    const auto place = [&](const Vector& r) { return body.told_of_surface * along(face.axes(), r); };
    out.point = body.pose.centre + body.told_of_surface * face.centre + place(out.point);
    out.normal = face.kind == "graph" ? -place(out.normal) : place(out.normal);
    for (Vector& t : out.tangents) t = place(t);
    return out;
}

// Its normal is on the side of the body. A sphere has the three components of its normal for parameters.
Assembly::Patch Assembly::patch_of_support(const Body& body, const Support& support,
                                           const std::string& suffix, std::vector<Tie>& ties) const {
    const auto parameter = [&](const char* name) {
        return coordinate(body.prefix + "support_" + name + suffix);
    };
    Patch out;
    if (support.face.kind == "sphere") {
        const Vector n{{parameter("n1"), parameter("n2"), parameter("n3")}};
        ties.push_back({body.prefix + "support_unit" + suffix, dot(n, n) - Jet(1.0)});
        out.normal = along(support.axes, n);
        out.point = support.place + (support.side * number((*support.face.sizes)[0])) * out.normal;
        out.tangents = across(out.normal);
        return out;
    }
    out = patch(support.face, parameter("u"), parameter("v"));
    out.point = support.place + along(support.axes, out.point);
    out.normal = support.side * along(support.axes, out.normal);
    for (Vector& t : out.tangents) t = along(support.axes, t);
    return out;
}

namespace {

// Two points coincide: along the tangents that determines parameters, along the normal it is the gap.
void meet(const Vector& apart, const Vector& normal, const std::array<Vector, 2>& tangents,
          std::vector<Tie>& ties, Jet& gap) {
    for (const Vector& t : tangents) ties.push_back({"the point of contact", dot(t, apart)});
    gap = dot(normal, apart);
}

}  // namespace

Assembly::Touch Assembly::on_plane(const Body& body, const Face& face, const Support& support,
                                   const std::string& suffix) {
    const Vector N = support.side * support.axes[2], centre = body.pose.place_of(face.centre);
    const Vector k = body.pose.axes * face.axis;
    Touch out{.place = centre, .normal = N, .gap = 0.0};
    if (is_by_functions(face.kind)) {
        const Patch at = patch_of_body(body, face, suffix);
        out.place = at.point;
        for (const Vector& t : at.tangents) out.ties.push_back({"slope", dot(t, N)});
    } else if (face.kind == "cylinder") {
        out.place = centre - number((*face.sizes)[0]) * N;
        out.ties.push_back({"lies", dot(k, N)});
        out.along = k;
    } else if (face.kind == "cone") {
        const Jet tilt = sine(number((*face.sizes)[0]));
        out.ties.push_back({"lies", dot(k, N) - tilt});
        out.along = k - tilt * N;
    } else if (face.kind == "blade") {
        out.ties.push_back({"lies", dot(k, N)});
        out.along = k;
    } else {
        out.place = centre + body.pose.axes * reach(face, body.pose.axes.seen(-N));
    }
    out.gap = dot(N, out.place - support.place);
    return out;
}

Assembly::Touch Assembly::ball(const Body& body, const Face& face, const Support& support,
                               const std::string& suffix) {
    const Vector centre = body.pose.place_of(face.centre);
    const Jet radius = face.kind == "point" ? Jet(0.0) : number((*face.sizes)[0]);
    const auto size = [&] { return number((*support.face.sizes)[0]); };
    Touch out;
    if (is_by_functions(support.face.kind)) {
        const Patch at = patch_of_support(body, support, suffix, out.ties);
        out.normal = at.normal;
        out.place = centre - radius * at.normal;
        meet(out.place - at.point, at.normal, at.tangents, out.ties, out.gap);
        return out;
    }
    Vector d = seen(support.axes, centre - support.place);
    if (support.face.kind == "cone") {
        const Jet r = root(d[0] * d[0] + d[1] * d[1]), c = cosine(size()), s = sine(size());
        const Vector n = along(support.axes, {{c * d[0] / r, c * d[1] / r, -s}});
        out.normal = support.side * n;
        out.gap = dot(out.normal, centre - support.place) - radius;  // the apex is on every tangent plane
    } else {
        if (support.face.kind == "cylinder") d[2] = 0.0;
        out.normal = support.side * along(support.axes, unit(d));
        out.gap = support.side * (length(d) - size()) - radius;
    }
    out.place = centre - radius * out.normal;
    return out;
}

Assembly::Touch Assembly::base(const Body& body, const Face& face, const Support& support,
                               const std::string& suffix) {
    const Vector up = body.pose.axes * face.axis, centre = body.pose.place_of(face.centre);
    Touch out{.place = {}, .normal = up, .gap = 0.0};
    if (support.face.kind == "sphere") {
        out.place = support.place + number((*support.face.sizes)[0]) * up;
    } else {
        const Patch at = patch_of_support(body, support, suffix, out.ties);
        out.place = at.point;
        for (const Vector& t : at.tangents) out.ties.push_back({"slope", dot(t, up)});
    }
    out.gap = dot(up, centre - out.place);
    return out;
}

// Along a line: where both ends of a piece of one axis are as far from the other axis as the radii say.
Assembly::Touch Assembly::parallel(const Body& body, const Face& face, const Support& support) const {
    const Vector K = support.axes[2], k = body.pose.axes * face.axis,
                 centre = body.pose.place_of(face.centre);
    const Vector apart = centre - support.place, off = apart - dot(apart, K) * K;
    const Jet radius = number((*face.sizes)[0]);
    Touch out{.place = {}, .normal = support.side * unit(off), .gap = 0.0};
    out.place = centre - radius * out.normal;
    out.gap = support.side * (length(off) - number((*support.face.sizes)[0])) - radius;
    const Vector tilt = cross(K, k);
    for (std::size_t i = 0; i < 3; ++i) out.ties.push_back({"lies", tilt[i]});
    out.along = k;
    return out;
}

// An edge is tangent to what it touches.
Assembly::Touch Assembly::edge(const Body& body, const Face& face, const Support& support,
                               const std::string& suffix) const {
    const Vector k = body.pose.axes * face.axis, centre = body.pose.place_of(face.centre);
    Touch out;
    out.along = k;
    if (support.face.kind == "sphere") {
        const Vector apart = centre - support.place;
        out.place = centre - dot(apart, k) * k;
        out.normal = unit(out.place - support.place);
        out.gap = length(out.place - support.place) - number((*support.face.sizes)[0]);
        return out;
    }
    const Patch there = patch_of_support(body, support, suffix, out.ties);
    out.place = centre + coordinate(body.prefix + "contact_s" + suffix) * k;
    out.normal = there.normal;
    out.ties.push_back({"slope", dot(k, there.normal)});
    meet(out.place - there.point, there.normal, there.tangents, out.ties, out.gap);
    return out;
}

Assembly::Touch Assembly::touch(const Body& body, const Face& face, const Support& support,
                                const std::string& suffix) {
    if (support.face.kind == "plane") return on_plane(body, face, support, suffix);
    if (face.kind == "sphere" || face.kind == "point") return ball(body, face, support, suffix);
    if (face.kind == "base") return base(body, face, support, suffix);
    if (face.kind == "blade") return edge(body, face, support, suffix);
    if (face.kind == "cylinder" && support.face.kind == "cylinder") return parallel(body, face, support);
    Touch out;
    const bool has_patch = is_by_functions(face.kind) || face.kind == "cylinder" || face.kind == "cone";
    if (has_patch && support.face.kind == "sphere") {
        const Patch at = patch_of_body(body, face, suffix);
        out.place = at.point;
        out.normal = -at.normal;
        const Vector there = support.place + (support.side * number((*support.face.sizes)[0])) * out.normal;
        meet(at.point - there, out.normal, at.tangents, out.ties, out.gap);
        return out;
    }
    const Patch there = patch_of_support(body, support, suffix, out.ties);
    out.normal = there.normal;
    if (has_patch) {
        const Patch at = patch_of_body(body, face, suffix);
        out.place = at.point;
        for (const Vector& t : there.tangents) out.ties.push_back({"slope", dot(t, at.normal)});
    } else {
        out.place = body.pose.place_of(face.centre + reach(face, body.pose.axes.seen(-there.normal)));
    }
    meet(out.place - there.point, there.normal, there.tangents, out.ties, out.gap);
    return out;
}

void Assembly::add_contact(const Body& body, const Support& support, const ContactStatement& written,
                           const std::string& suffix) {
    using Kind = ContactStatement::Kind;
    const Kind kind = written.kind;
    const Face face = *face_of(*body.written);
    const Touch at = touch(body, face, support, suffix);
    const std::string name = body.name + " on " + support.name;
    for (const Tie& t : at.ties) tie(name + ": " + t.name, t.value);
    ties.push_back({name + ": touches", at.gap});
    const std::size_t index = contacts.size();
    const bool is_edge = face.kind == "blade";
    contacts.push_back({body.name, support.name, !at.along});
    const auto slip_at = [&](const Vector& place) {
        return body.pose.velocity_at(place) - support.velocity_at(place);
    };
    const Vector slip = slip_at(at.place);
    const auto resist = [&](const Vector& direction) {
        rows.push_back({name + ": slips", dot(direction, slip), index, direction});
    };
    const bool rolls = kind == Kind::rolling || kind == Kind::rubber;
    if (rolls) {
        for (const Vector& e : Rotation::none().axes) resist(e);
    } else {
        resist(at.normal);
        if (kind == Kind::friction)
            frictions.push_back({rows.size() - 1, number(*written.coefficient), slip,
                                 written.width ? number(*written.width) : Jet(0)});
        if (kind == Kind::skating) resist(cross(at.normal, *at.along));
    }
    if (rolls && at.along && !is_edge) {
        const Vector further = slip_at(at.place + *at.along);
        for (std::size_t i = 0; i < 3; ++i) rows.push_back({name + ": slips along a line", further[i]});
    }
    if (kind == Kind::rubber)
        rows.push_back({name + ": spins",
                        dot(body.pose.axes.angular_velocity() - support.angular_velocity(), at.normal)});
    const Vector arm = body.told.seen(at.place - body.pose.centre);
    for (std::size_t i = 0; i < 3; ++i) {
        names.try_emplace(body.prefix + "contact_" + "xyz"[i] + suffix, at.place[i]);
        names.try_emplace(body.prefix + "contact" + std::to_string(i + 1) + suffix, arm[i]);
    }
}

void Assembly::add_contacts() {
    each<ContactStatement>([&](const ContactStatement& s) {
        const std::string name = reader_.name(s.body), on = reader_.name(s.support);
        std::size_t count = 0;
        each<ContactStatement>(
            [&](const ContactStatement& other) { count += reader_.name(other.body) == name; });
        const auto support = std::ranges::find(supports_, on, &Support::name);
        if (support == supports_.end()) throw NotSupported("the support '" + on + "'");
        add_contact(*find(s.body), *support, s, count > 1 ? "_" + on : "");
    });
}

}  // namespace anholon::newton_euler
