#include "expr/derivative.hpp"
#include "expr/simplify.hpp"
#include "expr/zero.hpp"
#include "model/contact/contact.hpp"
#include "model/contact/fit.hpp"
#include "model/language/body_errors.hpp"

// The geometry of a contact. A ball's centre moves on a surface parallel to its support; a surface whose points are known by their
// normals is told its normal by the support, and a support by the body; else the parameters of the point of contact are coordinates,
// tied by the demand that the points coincide and the normals are opposite. The same geometry is worked out a second time in axes of the
// body, for velocities.
namespace anholon {

namespace {

using namespace syntax;
using Kind = SupportSurface::Kind;
using Shows = SurfaceKind::Shows;

class Touching {
  public:
    Touching(Elaboration& model, Body& body, const SupportSurface& support, const ContactStatement& contact,
             std::string suffix, const SeenFromBody* seen)
        : model_(model),
          c_(model.context()),
          body_(body),
          surface_(*body.surface),
          support_(support),
          contact_(contact),
          suffix_(std::move(suffix)),
          seen_(seen) {
        const Expr zero = c_.zero();
        nothing_ = {zero, zero, zero};
        out_.arm = out_.lever = nothing_;
    }

    std::optional<Touch> run() {
        const Shows shows = surface_.kind->shows;
        bool good = true;
        if (support_.kind == Kind::plane)
            good = on_plane();
        else if (shows == Shows::edge)
            good = blade();
        else if (surface_.kind->name == "cylinder" && support_.kind == Kind::cylinder)
            good = parallel_cylinders();
        else if (shows == Shows::ball)
            good = ball();
        else if (shows == Shows::normals)
            on_points_of_support();
        else if (shows == Shows::plane)
            good = flat_base();
        else if (support_.kind == Kind::sphere)
            points_on_sphere();
        else
            good = points_on_points();
        if (!good) return std::nullopt;
        return std::move(out_);
    }

  private:
    bool refuse(Diagnostic d) {
        model_.report(std::move(d));
        return false;
    }

    void demand(const std::string& name, const Expr& residual, const Vector3& force) {
        out_.demands.push_back({name, residual, force});
    }
    void demand(const std::string& name, const Expr& residual) { demand(name, residual, nothing_); }

    // The last demand holds as it is meant where outer sides are opposite: this is the cosine between one and the other turned back.
    void face(const Expr& cosine) { out_.demands.back().positive = cosine; }
    // The same where the body rises from the support, on the whole: 1, or −1 where the parameters show it inside out.
    void lie_outside(const Form2& heights) {
        const Expr sum = trace(heights, first_form_of_body());
        out_.demands.back().positive = sum / sqrt(square(sum));
    }

    // The body's point at the support's: its reaction has all three components.
    void points_coincide(const Vector3& apart) {
        for (std::size_t i = 0; i < 3; ++i) {
            Vector3 force = nothing_;
            force[i] = c_.one();
            demand(std::string("touch_") + "xyz"[i], apart[i], force);
        }
    }

    Vector3 in_space(const Vector3& r) const { return body_.axes.in_space(r); }
    // The surface's centre, seen from the origin of the support.
    Vector3 centre() const { return body_.position + in_space(surface_.centre) - support_.place; }
    Expr radius() const { return surface_.sizes.empty() ? c_.zero() : surface_.sizes[0]; }

    // A parameter of the point of contact.
    Expr coordinate(const std::string& local, const std::string& description = "") {
        out_.parameters.push_back(seen_ ? seen_->parameters[out_.parameters.size()]
                                        : new_coordinate(local, description));
        return out_.parameters.back();
    }
    Expr new_coordinate(const std::string& local, const std::string& description) {
        const std::string full = body_.name(local) + suffix_;
        const Expr out =
            part_coordinate(model_, part_of(model_, body_.written),
                            {.name = full, .description = description, .span = contact_.support});
        model_.dimensions[full].reset();
        return out;
    }

    // A patch whose parameters become coordinates, and the demands of its own.
    Patch with_coordinates(const Patch& patch, const std::string& whose) {
        std::vector<Expr> values;
        for (const std::string& name : patch.names)
            values.push_back(coordinate(whose + "_" + name, values.empty() ? "point of contact" : ""));
        Patch out = patch.with(values);
        if (out.unit) {
            demand(whose + "_unit", out.unit);
            // The point r n moves along n by r (n·n)˙/2.
            out_.demands.back().in_normal = derivative(out.point[0], values[0]) / Rational(2);
            if (!seen_) model_.system.guesses.push_back({values[2], c_.one(), contact_.support});
        }
        for (const Guard& end : out.ends) out_.guards.push_back(end);
        return out;
    }
    Patch patch_of_support() {
        local_ = with_coordinates(*support_.patch, "support");
        // A sphere is told by the normal on the side of the body.
        if (support_.kind != Kind::sphere) local_.normal = support_.side * local_.normal;
        Patch out = local_.placed(support_.axes, support_.place);
        if (!seen_) return out;
        out.normal = in_names("n", local_.normal, out.normal);
        for (std::size_t k = 0; k < 2; ++k)
            out.tangents[k] = in_names("t" + std::to_string(k + 1), local_.tangents[k], out.tangents[k]);
        return out;
    }
    const Patch& patch_of_body() {
        return body_points_ = with_coordinates(*body_patch(surface_, c_), "contact");
    }

    // --- velocities, seen from the body

    // A vector that the parameters give in axes of the support: it moves there, and these turn.
    Vector3 in_names(const std::string& name, const Vector3& local, const Vector3& value) const {
        const Vector3 in_support = composed(support_.axes, rate_by_parameters(local));
        return seen_->named(name + suffix_, value,
                            [&](const Vector3& v) { return in_support + cross(v, seen_->turning); });
    }
    Vector3 rate_by_parameters(const Vector3& v) const {
        Vector3 out = nothing_;
        for (const Expr& p : out_.parameters)
            out = out + dot(p) * Vector3{derivative(v[0], p), derivative(v[1], p), derivative(v[2], p)};
        return out;
    }
    // τ·v̇ of vectors that the parameters give in axes of the support: functions of these alone, and often constants or zero.
    Expr rate_along(const Vector3& tangent, const Vector3& v) const {
        constexpr SimplifyOptions modest{.max_terms = 100, .max_nodes = 100};
        Expr out = c_.zero();
        for (const Expr& p : out_.parameters) {
            const Vector3 by_p{derivative(v[0], p), derivative(v[1], p), derivative(v[2], p)};
            out += simplified(dot(tangent, by_p), modest) * dot(p);
        }
        return out;
    }
    // How the support's point moves on its material along a tangent.
    Expr rate_on_support(const Vector3& tangent) const {
        const Expr rate = rate_along(tangent, local_.point);
        if (!support_.turning) return rate;
        return rate - dot(tangent, cross({c_.zero(), c_.zero(), support_.turning}, local_.point));
    }
    // How the body's point moves on its material, where it moves with this rate in the axes.
    Vector3 rate_on_body(const Vector3& rate) const {
        return rate - cross(seen_->own_turning, out_.arm + out_.lever);
    }

    // The support is given by parameters: τ are its tangents.
    void wander(const Vector3& rate_of_point) {
        if (!seen_) return;
        out_.on_support = local_.point;
        const Vector3 on_body = rate_on_body(rate_of_point);
        for (std::size_t k = 0; k < 2; ++k)
            out_.wandering.push_back(
                {out_.tangents[k], dot(out_.tangents[k], on_body) - rate_on_support(local_.tangents[k])});
    }
    // The same of a ball: n and τ are both of the support, and so are the products of their rates.
    void wander_of_ball(const Expr& rho) {
        if (!seen_) return;
        out_.on_support = local_.point;
        const Vector3 spin = components_in(support_.axes, seen_->turning), slip = rate_on_body(nothing_);
        for (std::size_t k = 0; k < 2; ++k) {
            const Vector3& tangent = local_.tangents[k];
            Vector3 across = cross(tangent, local_.normal);
            for (Expr& e : across) e = simplified(e, {.max_terms = 100, .max_nodes = 100});
            const Expr turned = rate_along(tangent, local_.normal) + dot(across, spin);
            out_.wandering.push_back(
                {out_.tangents[k], dot(out_.tangents[k], slip) - rho * turned - rate_on_support(tangent)});
        }
    }

    // --- on a plane

    bool on_plane() {
        const Vector3 N = support_.side * support_.axes[2];
        out_.normal = N;
        out_.tangents = {support_.axes[0], support_.axes[1]};
        const Vector3 vertical = body_.axes.seen(N);
        const Expr height = dot(N, body_.position) + dot(surface_.centre, vertical) - dot(N, support_.place);
        const Vector3& k = surface_.axis;
        switch (surface_.kind->shows) {
            case Shows::ball:
                out_.arm = surface_.centre;
                out_.lever = -radius() * N;
                demand("height", height - radius(), N);
                return true;
            case Shows::normals: {
                const Reach at = *reach(surface_, -vertical);
                out_.arm = surface_.centre + at.point;
                demand("height", height - at.distance, N);
                if (surface_.kind->name == "paraboloid")
                    guard(dot(k, vertical), "the paraboloid no longer touches: it has turned over");
                else if (surface_.kind->has_axis)
                    guard(c_.one() - square(dot(k, vertical)) - Rational(1, 100000000),
                          "the " + std::string(surface_.kind->name) +
                              " has fallen flat and touches along a circle");
                return true;
            }
            case Shows::points: {
                const Patch patch = patch_of_body();
                out_.arm = patch.point;
                demand("slope_u", dot(patch.tangents[0], vertical));
                lie_outside(heights_of_body());
                demand("slope_v", dot(patch.tangents[1], vertical));
                demand("height", dot(N, body_.position) + dot(patch.point, vertical) - dot(N, support_.place),
                       N);
                face(-dot(patch.normal, vertical));
                guard(-dot(patch.normal, vertical), "the surface turns its inner side to the plane");
                fit(guards_of_heights(heights_of_body(), first_form_of_body(), does_not_fit()));
                return true;
            }
            case Shows::plane: return refuse(base_on_plane(contact_.support));
            case Shows::line:
            case Shows::edge: return along_a_line(N, height, vertical);
        }
        return false;
    }

    // Of a cylinder, a cone or a straight blade a whole line lies on the plane.
    bool along_a_line(const Vector3& N, const Expr& height, const Vector3& vertical) {
        const bool is_cone = surface_.kind->name == "cone", is_blade = surface_.kind->shows == Shows::edge;
        out_.is_along_a_line = !is_blade;
        out_.arm = surface_.centre;
        const Expr above = is_cone || is_blade ? c_.zero() : radius();
        out_.lever = -above * N;
        const Expr tilt = dot(surface_.axis, vertical);
        demand("lies", is_cone ? tilt - sin(radius()) : tilt);
        demand("height", height - above, N);
        if (!is_blade) return true;
        const Vector3 along = in_space(surface_.axis);
        out_.tangents = {cross(N, along), along};
        return true;
    }

    void guard(const Expr& value, const std::string& words) {
        out_.guards.push_back({value, c_.one(), words});
    }

    // --- a ball: its centre is on the parallel surface

    bool ball() {
        const Expr& side = support_.side;
        const Expr rho = radius();
        out_.arm = surface_.centre;
        if (support_.kind == Kind::graph || support_.kind == Kind::revolution ||
            support_.kind == Kind::parametric) {
            const Patch at = patch_of_support();
            out_.normal = at.normal;
            out_.tangents = at.tangents;
            points_coincide(support_.place + centre() - rho * at.normal - at.point);
            out_.lever = -rho * out_.normal;
            wander_of_ball(rho);
            fit(guards_of_radii(rho * first_form_of_support(), heights_of_support(), first_form_of_support(),
                                does_not_fit()));
        } else if (support_.kind == Kind::cone) {
            ball_on_cone(rho);
        } else {
            const Expr R = support_.size + side * rho;
            if (!is_positive(R)) return refuse(ball_too_large(contact_.body, model_.text(contact_.support)));
            Vector3 d = centre();
            if (support_.kind == Kind::cylinder) d = across_axis(d);
            out_.normal = (side / R) * d;
            if (support_.kind == Kind::cylinder)
                out_.tangents = {support_.axes[2], cross(support_.axes[2], out_.normal)};
            else
                use_sphere_tangents();
            demand("touch", (side / (Rational(2) * R)) * (dot(d, d) - square(R)), out_.normal);
        }
        out_.lever = -rho * out_.normal;
        return true;
    }

    // The part of a vector that is across the axis of a cylinder; along it the cylinder may end.
    Vector3 across_axis(const Vector3& d) {
        const Expr along = dot(support_.axes[2], d);
        end_along(along);
        return d - along * support_.axes[2];
    }

    void use_sphere_tangents() {
        const Vector3 n = components_in(support_.axes, out_.normal);
        for (std::size_t k = 0; k < 2; ++k)
            out_.tangents[k] = composed(support_.axes, sphere_tangents(c_, n)[k]);
    }

    // --- along a common direction

    // The axes stay parallel, and as far apart as the radii say. So the cylinders touch along a line, on which none of them spins.
    bool parallel_cylinders() {
        const Expr& side = support_.side;
        const Expr R = support_.size + side * radius();
        if (!is_positive(R)) return refuse(ball_too_large(contact_.body, model_.text(contact_.support)));
        const Vector3 k = components_in(support_.axes, in_space(surface_.axis));
        const Vector3 d = across_axis(centre());
        out_.arm = surface_.centre;
        out_.normal = (side / R) * d;
        out_.tangents = {support_.axes[2], cross(support_.axes[2], out_.normal)};
        out_.lever = -radius() * out_.normal;
        demand("lies1", k[0]);
        demand("lies2", k[1]);
        demand("touch", (side / (Rational(2) * R)) * (dot(d, d) - square(R)), out_.normal);
        return true;
    }

    // A straight edge is tangent to the support. Of a sphere it touches the point that is nearest to the centre.
    bool blade() {
        if (!vanishes(support_.side - Rational(1))) return refuse(blade_inside(contact_.support));
        const Vector3 k = in_space(surface_.axis);
        out_.arm = surface_.centre;
        if (support_.kind == Kind::sphere) {
            const Vector3 off = centre() - dot(centre(), k) * k;
            out_.normal = (Rational(1) / support_.size) * off;
            out_.lever = -dot(centre(), k) * k;
            demand("touch", (dot(off, off) - square(support_.size)) / (Rational(2) * support_.size),
                   out_.normal);
        } else {
            const Patch at = patch_of_support();
            const Expr s = coordinate("contact_s");
            out_.normal = at.normal;
            out_.lever = s * k;
            demand("slope", dot(at.normal, k));
            points_coincide(body_.position + in_space(out_.arm) + out_.lever - at.point);
            out_.tangents = at.tangents;
            wander(dot(s) * k);
        }
        out_.tangents = {cross(out_.normal, k), k};
        return true;
    }

    // With the half angle a, outside:  r cos a − z sin a = ρ; the normal (cos a e_r, −sin a).
    void ball_on_cone(const Expr& rho) {
        const Expr& side = support_.side;
        const Vector3 d = components_in(support_.axes, centre());
        const Expr cosine = cos(support_.size), sine = sin(support_.size);
        const Expr r = sqrt(square(d[0]) + square(d[1])), x = d[0] / r, y = d[1] / r;
        out_.normal = side * composed(support_.axes, {cosine * x, cosine * y, -sine});
        out_.tangents = {composed(support_.axes, {-y, x, c_.zero()}),
                         composed(support_.axes, {sine * x, sine * y, cosine})};
        demand("touch", side * (cosine * r - sine * d[2]) - rho, out_.normal);
        // The point of contact, not the centre, stays on the cone.
        end_along(d[2] + side * sine * rho);
    }

    void end_along(const Expr& along) {
        const Expr u = support_.patch->parameters[0];
        for (const Guard& end : support_.patch->ends)
            out_.guards.push_back({substitute(end.value, {{u, along}}), end.scale, end.words});
    }

    bool is_positive(const Expr& e) {
        Substitution replace;
        for (const auto& [id, value] : model_.values)
            replace.emplace_back(Expr(c_, static_cast<NodeId>(id)), value);
        const auto value = model_.evaluated(substitute(e, replace), contact_.body, "a radius");
        return value && value->value.sign() > 0;
    }

    // --- surfaces that are known by their normals, or by parameters

    void on_points_of_support() {
        const Patch at = patch_of_support();
        out_.normal = at.normal;
        out_.tangents = at.tangents;
        out_.arm = surface_.centre + reach(surface_, body_.axes.seen(-at.normal))->point;
        points_coincide(body_.position + in_space(out_.arm) - at.point);
        if (seen_) return wander(model_.system.base.derivative(out_.arm));
        const bool is_convex =
            vanishes(support_.side - Rational(1)) &&
            (support_.kind == Kind::sphere || support_.kind == Kind::cylinder || support_.kind == Kind::cone);
        if (!is_convex)
            fit(guards_of_radii(radii_of_body(at.normal), heights_of_support(), first_form_of_support(),
                                does_not_fit()));
    }

    // --- whether the body fits: fit.hpp

    void fit(const std::vector<Guard>& guards) {
        if (!seen_) out_.guards.insert(out_.guards.end(), guards.begin(), guards.end());
    }
    std::string does_not_fit() const {
        return model_.text(contact_.body) + " does not fit " + model_.text(contact_.support) +
               ": beside the point of contact their surfaces go through each other";
    }
    // Along the tangents of the support, in its own axes.
    std::array<Vector3, 2> tangents_of_support() const {
        if (support_.kind == Kind::sphere) return local_.tangents;
        return {derivative_of(local_.point, local_.parameters[0]),
                derivative_of(local_.point, local_.parameters[1])};
    }
    Form2 first_form_of_support() const {
        return first_form(tangents_of_support()[0], tangents_of_support()[1]);
    }
    // How it rises towards the body.
    Form2 heights_of_support() const {
        if (support_.kind == Kind::sphere) return (-support_.side / support_.size) * first_form_of_support();
        return second_form(local_.point, local_.parameters[0], local_.parameters[1], local_.normal);
    }
    // The radii of curvature of a surface whose points are known by their normals: the slope of the point by the normal.
    Form2 radii_of_body(const Vector3& normal) const {
        const Vector3 n{c_.constant("formal_n1"), c_.constant("formal_n2"), c_.constant("formal_n3")};
        const Vector3 point = reach(surface_, n)->point, down = body_.axes.seen(-normal);
        const Substitution here{{n[0], down[0]}, {n[1], down[1]}, {n[2], down[2]}};
        std::array<Vector3, 3> slopes;
        for (std::size_t i = 0; i < 3; ++i) slopes[i] = substituted(derivative_of(point, n[i]), here);
        const auto seen = [&](const Vector3& tangent) {
            return body_.axes.seen(composed(support_.axes, tangent));
        };
        return restricted(slopes, seen(tangents_of_support()[0]), seen(tangents_of_support()[1]));
    }
    std::array<Vector3, 2> tangents_of_body() const {
        return {derivative_of(body_points_.point, body_points_.parameters[0]),
                derivative_of(body_points_.point, body_points_.parameters[1])};
    }
    Form2 first_form_of_body() const { return first_form(tangents_of_body()[0], tangents_of_body()[1]); }
    // How it rises from the support.
    Form2 heights_of_body() const {
        return second_form(body_points_.point, body_points_.parameters[0], body_points_.parameters[1],
                           -body_points_.normal);
    }
    static Vector3 derivative_of(const Vector3& v, const Expr& x) {
        return {derivative(v[0], x), derivative(v[1], x), derivative(v[2], x)};
    }

    // The normal of a base is that of the support: on a sphere it shows the point.
    bool flat_base() {
        if (support_.kind == Kind::cylinder || support_.kind == Kind::cone)
            return refuse(contact_along_line(contact_.support, surface_.kind->name));
        if (!vanishes(support_.side - Rational(1)))
            return refuse(contact_inside_impossible(contact_.support, surface_.kind->name));
        const Vector3 up = in_space(surface_.axis);
        if (support_.kind == Kind::sphere) {
            out_.lever = support_.place + support_.size * up - body_.position;
            out_.normal = up;
            use_sphere_tangents();
            demand("touch", dot(centre(), up) - support_.size, up);
        } else {
            const Patch at = patch_of_support();
            out_.tangents = at.tangents;
            out_.lever = at.point - body_.position;
            demand("slope_u", dot(at.tangents[0], up));
            demand("slope_v", dot(at.tangents[1], up));
            face(dot(at.normal, up));
            demand("touch", dot(support_.place + centre() - at.point, up), up);
        }
        out_.normal = up;
        if (!surface_.sizes.empty()) {
            const Vector3 off = out_.lever - in_space(surface_.centre);
            out_.guards.push_back({square(surface_.sizes[0]) - dot(off, off), square(surface_.sizes[0]),
                                   "the point of contact reaches the edge of the base"});
        }
        return true;
    }

    void points_on_sphere() {
        const Patch patch = patch_of_body();
        out_.arm = patch.point;
        out_.normal = -in_space(patch.normal);
        use_sphere_tangents();
        const Expr R = support_.side * support_.size;
        points_coincide(body_.position + in_space(patch.point) - support_.place - R * out_.normal);
        const Form2 g = first_form_of_body(), heights = heights_of_body() - (Rational(-1) / R) * g;
        lie_outside(heights);
        fit(guards_of_heights(heights, g, does_not_fit()));
        if (!seen_) return;
        // The support's point is at R n from its centre, and n is known by the body.
        const Vector3 n = -patch.normal;
        Vector3 on_support = rate_by_parameters(R * n) + cross(seen_->turning, R * n);
        if (support_.turning) on_support = on_support - cross(support_.turning * support_.axes[2], R * n);
        const Vector3 apart = rate_on_body(rate_by_parameters(patch.point)) - on_support;
        for (const Vector3& tangent : patch.tangents)
            out_.wandering.push_back({tangent, dot(tangent, apart)});
    }

    bool points_on_points() {
        if (surface_.kind->shows == Shows::line &&
            (support_.kind == Kind::cylinder || support_.kind == Kind::cone))
            return refuse(contact_along_line(contact_.support, surface_.kind->name));
        const Patch patch = patch_of_body(), at = patch_of_support();
        out_.arm = patch.point;
        out_.normal = at.normal;
        out_.tangents = at.tangents;
        const Vector3 outward = in_space(cross(patch.tangents[0], patch.tangents[1]));
        demand("slope_u", dot(at.tangents[0], outward));
        demand("slope_v", dot(at.tangents[1], outward));
        face(-dot(at.normal, in_space(patch.normal)));
        points_coincide(body_.position + in_space(patch.point) - at.point);
        if (seen_) {
            wander(rate_by_parameters(patch.point));
            return true;
        }
        const std::array<Vector3, 2> tangents = tangents_of_body();
        const auto seen = [&](const Vector3& tangent) {
            return components_in(support_.axes, in_space(tangent));
        };
        const Form2 under = carried(heights_of_support(), first_form_of_support(), tangents_of_support(),
                                    {seen(tangents[0]), seen(tangents[1])});
        lie_outside(heights_of_body() - under);
        fit(guards_of_heights(heights_of_body() - under, first_form_of_body(), does_not_fit()));
        return true;
    }

    Elaboration& model_;
    Context& c_;
    Body& body_;
    const Surface& surface_;
    const SupportSurface& support_;
    const ContactStatement& contact_;
    std::string suffix_;
    const SeenFromBody* seen_;
    Vector3 nothing_;
    Patch local_;        // the support's, in its own axes
    Patch body_points_;  // the body's
    Touch out_;
};

}  // namespace

std::optional<Touch> touch(Elaboration& model, Body& body, const SupportSurface& support,
                           const ContactStatement& contact, const std::string& suffix,
                           const SeenFromBody* seen) {
    return Touching(model, body, support, contact, suffix, seen).run();
}

}  // namespace anholon
