#include "model/body_errors.hpp"

#include "model/mistake.hpp"

namespace anholon {

Diagnostic body_missing(Span span, std::string_view keyword) {
    return error("body-missing", span, quote(keyword) + " is for bodies, and the model has none",
                 "add body name { mass …; shape … }");
}

Diagnostic body_name_duplicate(Span span, std::string_view name, Span first) {
    return twice("name-duplicate", span, "two bodies are called " + quote(name), first);
}

Diagnostic body_name_taken(Span span, std::string_view name, std::string_view body, Span named) {
    Diagnostic d = error("name-duplicate", span,
                         quote(name) + " is the name of something the body " + quote(body) + " has");
    d.notes.push_back({"this body", named});
    return d;
}

Diagnostic not_positive(Span span, std::string_view what) {
    return error("not-positive", span, std::string(what) + " is a positive number");
}

Diagnostic mass_missing(Span span, std::string_view body) {
    return error("mass-missing", span, "the body " + quote(body) + " has no mass", "add mass …");
}

Diagnostic inertia_missing(Span span, std::string_view body) {
    return error("inertia-missing", span, "the body " + quote(body) + " has no moments of inertia",
                 "add inertia (I1, I2, I3), or a shape such as ball(r)");
}

Diagnostic inertia_not_positive(Span span) {
    return error("inertia-not-positive", span, "with these moments some rotation has negative energy");
}

Diagnostic inertia_of_no_body(Span span) {
    return {
        .severity = Severity::warning,
        .code = "inertia-of-no-body",
        .message = "no body has these moments: one principal moment is larger than the other two together",
        .span = span};
}

Diagnostic shape_unknown(Span span, std::string_view name, const std::vector<std::string>& known) {
    return error("shape-unknown", span, "no shape is called " + quote(name), known_names(name, known));
}

Diagnostic surface_unknown(Span span, std::string_view name, const std::vector<std::string>& known) {
    return error("surface-unknown", span, "no surface is called " + quote(name), known_names(name, known));
}

Diagnostic surface_missing(Span span, std::string_view body, Span named) {
    Diagnostic d = error("surface-missing", span, "the body " + quote(body) + " has no surface to touch with",
                         "add a surface to it, such as sphere(r)");
    d.notes.push_back({"this body", named});
    return d;
}

Diagnostic surface_unused(Span span, std::string_view body) {
    return {.severity = Severity::warning,
            .code = "surface-unused",
            .message = "the body " + quote(body) + " has a surface and touches nothing",
            .span = span};
}

Diagnostic gravity_twice(Span span, Span first) {
    return twice("gravity-twice", span, "a model has one gravity", first);
}

Diagnostic direction_zero(Span span) {
    return error("direction-zero", span, "a direction is not the zero vector");
}

Diagnostic ground_twice(Span span, Span first) {
    return twice("ground-twice", span, "a model has one ground", first);
}

Diagnostic contact_body_unknown(Span span, std::string_view name, const std::vector<std::string>& known) {
    return error("contact-body-unknown", span, "no body is called " + quote(name), known_names(name, known));
}

Diagnostic contact_twice(Span span, std::string_view body, Span first) {
    return twice("contact-twice", span, quote(body) + " touches the ground in two ways", first);
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

Diagnostic surface_without_axis(Span span, std::string_view solid) {
    return error("solid-without-axis", span, "a " + std::string(solid) + " has no axis",
                 "leave out 'along'; a disc, a hoop, a rod, a cylinder and a rim have an axis");
}

Diagnostic planar_angles(Span span, Span planar) {
    return error_beside("planar-angles", span, "a planar pose has one angle, phi", "this pose", planar);
}

Diagnostic joint_body_unknown(Span span, std::string_view name, const std::vector<std::string>& known) {
    return error("joint-body-unknown", span, "no body is called " + quote(name), known_names(name, known));
}

Diagnostic joint_on_itself(Span span, std::string_view body) {
    return error("joint-on-itself", span, quote(body) + " cannot hang on itself",
                 "name the body that carries it, or 'space'");
}

Diagnostic joint_of_posed_body(Span span, std::string_view body, Span named) {
    return error_beside("joint-of-posed-body", span,
                        "the joint places " + quote(body) + ", which has a pose of its own", "this body",
                        named, "leave out its pose and its angles");
}

Diagnostic joint_cycle(Span span, std::string_view body) {
    return error(
        "joint-cycle", span, quote(body) + " would carry itself",
        "begin with a body that no joint carries, or with 'space'; a second joint of a body closes a loop");
}

Diagnostic joint_coordinate_missing(Span span, std::string_view kind) {
    return error("joint-coordinate-missing", span,
                 "this " + std::string(kind) + " needs a name for its coordinate",
                 "write " + std::string(kind) + " s along (0, 0, 1)");
}

Diagnostic joint_coordinate_unused(Span span, std::string_view name) {
    return error(
        "joint-coordinate-unused", span,
        quote(name) + " is no coordinate: this joint closes a loop, and the joints before it place the body",
        "leave the name out");
}

Diagnostic law_not_of_time(Span span, std::string_view name) {
    return error("law-not-of-time", span,
                 "the law of a joint is a function of time, and " + quote(name) + " is not",
                 "let it depend on t and parameters, or state a constraint");
}

}  // namespace anholon
