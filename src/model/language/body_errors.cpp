#include "model/language/body_errors.hpp"

#include "model/language/mistake.hpp"

namespace anholon {

Diagnostic surface_variable(Span span, std::string_view found, const std::vector<std::string>& names) {
    const std::string of = names.size() == 1 ? names[0] : names[0] + " and " + names[1];
    const char* kind = names[0] == "x"   ? "a graph is a height z"
                       : names[0] == "z" ? "a surface of revolution is a radius"
                                         : "a parametric surface is a point";
    return error("surface-variable", span,
                 std::string(kind) + " as a function of " + of + ", not of " + quote(found),
                 names[0] == "x"   ? "write graph((x^2 + y^2)/2)"
                 : names[0] == "z" ? "write revolution(sqrt(1 + z^2))"
                                   : "write parametric(u, v, u*v)");
}

Diagnostic body_missing(Span span, std::string_view keyword) {
    return error("body-missing", span, quote(keyword) + " applies only to bodies, but the model has none",
                 "add body name { mass …; shape … }");
}

Diagnostic body_name_duplicate(Span span, std::string_view name, Span first) {
    return twice("name-duplicate", span, "two bodies are called " + quote(name), first);
}

Diagnostic not_positive(Span span, std::string_view what) {
    return error("not-positive", span, std::string(what) + " must be a positive number");
}

Diagnostic mass_missing(Span span, std::string_view body) {
    return error("mass-missing", span, "the body " + quote(body) + " has no mass", "add mass …");
}

Diagnostic inertia_missing(Span span, std::string_view body) {
    return error("inertia-missing", span, "the body " + quote(body) + " has no moments of inertia",
                 "add inertia (I1, I2, I3), or a shape such as ball(r)");
}

Diagnostic inertia_not_positive(Span span) {
    return error("inertia-not-positive", span,
                 "with these moments of inertia some rotation has negative energy");
}

Diagnostic inertia_of_no_body(Span span) {
    return {.severity = Severity::warning,
            .code = "inertia-of-no-body",
            .message =
                "no rigid body has these moments of inertia: one principal moment exceeds the sum of the "
                "other two",
            .span = span};
}

Diagnostic shape_unknown(Span span, std::string_view name, const std::vector<std::string>& known) {
    return error("shape-unknown", span, "no shape is called " + quote(name), known_names(name, known));
}

Diagnostic surface_unknown(Span span, std::string_view name, const std::vector<std::string>& known) {
    return error("surface-unknown", span, "no surface is called " + quote(name), known_names(name, known));
}

Diagnostic surface_missing(Span span, std::string_view body, Span named) {
    Diagnostic d = error("surface-missing", span,
                         "the body " + quote(body) + " has no surface, so it cannot touch anything",
                         "add a surface to it, such as sphere(r)");
    d.notes.push_back({"this body", named});
    return d;
}

Diagnostic surface_unused(Span span, std::string_view body) {
    return {.severity = Severity::warning,
            .code = "surface-unused",
            .message = "the body " + quote(body) + " has a surface but no contact",
            .span = span};
}

Diagnostic gravity_twice(Span span, Span first) {
    return twice("gravity-twice", span, "gravity is given twice", first);
}

Diagnostic direction_zero(Span span) {
    return error("direction-zero", span, "a direction cannot be the zero vector");
}

Diagnostic ground_twice(Span span, Span first) {
    return twice("ground-twice", span, "the ground is given twice", first);
}

Diagnostic contact_body_unknown(Span span, std::string_view name, const std::vector<std::string>& known) {
    return error("contact-body-unknown", span, "no body is called " + quote(name), known_names(name, known));
}

Diagnostic contact_support_unknown(Span span, std::string_view name, const std::vector<std::string>& known) {
    return error("contact-support-unknown", span, "no support is called " + quote(name),
                 known_names(name, known));
}

Diagnostic contact_twice(Span span, std::string_view body, std::string_view support, Span first) {
    const std::string what = support == "ground" ? "the ground" : quote(support);
    return twice("contact-twice", span, quote(body) + " touches " + what + " in two ways", first);
}

Diagnostic contact_without_ground(Span span) {
    return error("contact-without-ground", span, "there is no ground to touch", "add ground plane z = 0");
}

Diagnostic contact_of_fixed_body(Span span, std::string_view body, Span fixed_point) {
    Diagnostic d = error("contact-of-fixed-body", span,
                         quote(body) + " turns about a fixed point and cannot touch the ground as well");
    d.notes.push_back({"the fixed point is given here", fixed_point});
    return d;
}

Diagnostic contact_with_itself(Span span, std::string_view body) {
    return error("contact-with-itself", span, "this support is fixed to " + quote(body) + " itself");
}

Diagnostic support_twice(Span span, std::string_view name, Span first) {
    return twice("name-duplicate", span, "two supports are called " + quote(name), first);
}

Diagnostic support_name_reserved(Span span, std::string_view name) {
    return error("name-reserved", span, quote(name) + " cannot be the name of a support",
                 "choose another name; to state the ground, write ground plane z = 0");
}

Diagnostic support_not_of_time(Span span, std::string_view name) {
    return error("support-not-of-time", span,
                 "a support moves by a prescribed law, which cannot depend on " + quote(name),
                 "use only t and parameters");
}

Diagnostic turning_without_axis(Span span, std::string_view surface) {
    return error(
        "turning-without-axis", span,
        "a support can turn only about an axis of revolution, and a " + std::string(surface) + " has none",
        "planes, spheres, cylinders, cones and surfaces of revolution have one");
}

Diagnostic angle_too_large(Span span) {
    return error("angle-too-large", span, "the half angle of a cone must be less than a right angle");
}

Diagnostic blade_inside(Span span) {
    return error("blade-inside", span, "a straight blade touches the inside of a support only at its ends",
                 "a blade may lie on a plane, or touch a support from outside");
}

Diagnostic blade_rolls(Span span) {
    return error("blade-rolls", span, "a blade cannot roll", "write skating, or sliding");
}

Diagnostic skates_without_blade(Span span) {
    return error("skates-without-blade", span, "only a blade can skate",
                 "write rolling, rubber or sliding, or give the body surface blade along (1, 0, 0)");
}

Diagnostic base_on_plane(Span span) {
    return error("base-on-plane", span, "a flat base on a plane touches everywhere and cannot roll",
                 "a base can roll on a sphere; for a body that slides flat on a plane, write pose planar");
}

Diagnostic ball_too_large(Span span, std::string_view support) {
    return error("ball-too-large", span, "the ball is too large for the inside of " + quote(support));
}

Diagnostic contact_along_line(Span span, std::string_view surface) {
    return error("contact-along-line", span,
                 "a " + std::string(surface) + " touches this support along a line or everywhere",
                 "a contact must be a single point, except for a cylinder or a cone on a plane and a "
                 "cylinder on a parallel cylinder");
}

Diagnostic contact_inside_impossible(Span span, std::string_view surface) {
    return error("contact-inside-impossible", span,
                 "a " + std::string(surface) + " touches the inside of a support only at its edge",
                 "give the edge as surface rim(r)");
}

Diagnostic contacts_overdetermine(Span span, Span first) {
    return error_beside(
        "contacts-overdetermine", span,
        "the contacts leave the body no motion at all: together they impose too many conditions",
        "the first of them", first, "leave out a contact, or let one slide");
}

Diagnostic surface_without_axis(Span span, std::string_view solid) {
    return error("solid-without-axis", span, "a " + std::string(solid) + " has no axis",
                 "leave out 'along'; only a disc, a hoop, a rod, a cylinder and a rim have an axis");
}

Diagnostic planar_angles(Span span, Span planar) {
    return error_beside("planar-angles", span, "a planar pose has only one angle, phi", "this pose", planar);
}

Diagnostic joint_body_unknown(Span span, std::string_view name, const std::vector<std::string>& known) {
    return error("joint-body-unknown", span, "no body is called " + quote(name), known_names(name, known));
}

Diagnostic joint_on_itself(Span span, std::string_view body) {
    return error("joint-on-itself", span, quote(body) + " cannot be attached to itself",
                 "name the body that carries it, or 'space'");
}

Diagnostic joint_of_posed_body(Span span, std::string_view body, Span named) {
    return error_beside(
        "joint-of-posed-body", span,
        "the joint determines the pose of " + quote(body) + ", which also has a pose of its own", "this body",
        named, "remove its pose and its angles");
}

Diagnostic joint_cycle(Span span, std::string_view body) {
    return error(
        "joint-cycle", span, quote(body) + " would carry itself",
        "begin with a body that no joint carries, or with 'space'; a second joint of a body closes a loop");
}

Diagnostic joint_coordinate_missing(Span span, std::string_view kind) {
    return error("joint-coordinate-missing", span,
                 "this " + std::string(kind) + " needs a name for its coordinate",
                 "write " + std::string(kind) + (kind == "hinge" ? " phi" : " s") + " along (0, 0, 1)");
}

Diagnostic joint_coordinate_unused(Span span, std::string_view name) {
    return error("joint-coordinate-unused", span,
                 quote(name) +
                     " cannot be a coordinate: this joint closes a loop, and earlier joints determine the "
                     "pose of the body",
                 "leave out the name");
}

Diagnostic spring_on_itself(Span span, std::string_view what, std::string_view body, Span first) {
    const bool is_space = body == "space";
    return error_beside("spring-on-itself", span,
                        "both ends of this " + std::string(what) + " are fixed to " +
                            (is_space ? "space" : quote(body)) + ", so its length never changes",
                        "the other end", first, "name two different bodies, or a body and 'space'");
}

Diagnostic loop_cannot_close(Span span, std::string_view body, std::string_view off) {
    return error("loop-cannot-close", span,
                 "earlier joints place " + quote(body) +
                     " so that this loop cannot be closed: it misses by " + std::string(off),
                 "check the points and the axes of its joints");
}

Diagnostic loop_open(Span span, std::string_view off) {
    return error(
        "loop-cannot-close", span,
        "no position of the bodies near the given one closes the loop of this joint: it misses by " +
            std::string(off),
        "check the lengths in the loop, or give initial values nearer to a position in which it is closed");
}

Diagnostic loop_turned(Span span) {
    return error(
        "loop-cannot-close", span,
        "near the given place of the bodies this joint closes its loop only with the axes of its two bodies "
        "turned against each other",
        "give initial values, or a 'guess', nearer to a place where the axes agree");
}

Diagnostic loop_redundant(Span span, const std::vector<std::string>& names, std::size_t kept) {
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : &name == &names.back() ? " and " : ", ") + quote(name);
    Diagnostic d{.severity = Severity::warning,
                 .code = "constraint-redundant",
                 .message = list + (names.size() == 1 ? " follows" : " follow") + " from " +
                            (kept == 1 ? "one condition" : std::to_string(kept) + " conditions") +
                            " of the loops",
                 .span = span};
    d.notes.push_back({"in the configurations around the initial one, in numbers; " +
                       std::string(names.size() == 1 ? "it is" : "they are") +
                       " left out, and the forces in this joint are not unique"});
    return d;
}

Diagnostic contact_turned(Span span) {
    return error("contact-turned", span,
                 "no point was found at which the surfaces touch with their outer sides towards each other",
                 "give a 'guess' for the parameters of the point of contact; the outer side of a surface "
                 "parametric(X, Y, Z) is that of X_u × X_v");
}

Diagnostic law_not_of_time(Span span, std::string_view name) {
    return error("law-not-of-time", span,
                 "the law of a joint must be a function of time, and " + quote(name) + " is not one",
                 "use only t and parameters, or state a constraint");
}

}  // namespace anholon
