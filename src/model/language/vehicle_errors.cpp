#include "model/language/vehicle_errors.hpp"

#include "expr/print.hpp"
#include "model/language/mistake.hpp"

namespace anholon {

Diagnostic frames_missing(Span span, std::string_view keyword) {
    return error("frames-missing", span,
                 quote(keyword) + " applies only to vehicles, but the model has no frame",
                 "add frame name { mass …; inertia … }");
}

Diagnostic frame_unknown(Span span, std::string_view name, const std::vector<std::string>& known) {
    return error("frame-unknown", span, "no frame is called " + quote(name), known_names(name, known));
}

Diagnostic part_name_twice(Span span, std::string_view name, Span first) {
    return twice("name-duplicate", span, "two vehicle parts are called " + quote(name), first);
}

Diagnostic axle_on_two_frames(Span span, std::string_view name, std::string_view frame,
                              std::string_view other, Span first) {
    Diagnostic d =
        twice("axle-on-two-frames", span,
              "the axle " + quote(name) + " is on " + quote(frame) + " and on " + quote(other), first);
    d.help = "an axle belongs to one frame; use a hitch to join two frames";
    return d;
}

Diagnostic axle_without_support(Span span, std::string_view name) {
    return error("axle-without-support", span, "the axle " + quote(name) + " has no skate and no wheels",
                 "add skate, wheel radius …, or wheels radius …, track …");
}

Diagnostic part_missing(Span span, std::string_view owner, std::string_view part) {
    return error("part-missing", span, std::string(owner) + " has no " + std::string(part),
                 "add " + std::string(part) + " …");
}

Diagnostic hitch_twice(Span span, std::string_view frame, Span first) {
    return error_beside("hitch-twice", span, "the frame " + quote(frame) + " is hitched to two frames",
                        "the first hitch is here", first,
                        "frames must form a tree; to close a chain of frames, add a constraint");
}

Diagnostic hitch_cycle(Span span, const std::vector<std::string>& frames) {
    std::string chain;
    for (const std::string& frame : frames) chain += quote(frame) + " on ";
    return error("hitch-cycle", span, "the frames are hitched in a circle: " + chain + quote(frames.front()),
                 "one frame of every vehicle must not be hitched to another");
}

Diagnostic hitch_of_guided_frame(Span span, std::string_view frame, Span pose) {
    return error_beside("hitch-of-guided-frame", span,
                        "the frame " + quote(frame) + " has a given pose and cannot be hitched as well",
                        "the pose is given here", pose);
}

Diagnostic law_with_velocity(Span span, std::string_view what, Expr velocity) {
    return error("law-with-velocity", span,
                 std::string(what) + " may depend on coordinates and time, but not on " + text(velocity),
                 "state a relation between velocities as a constraint");
}

Diagnostic vehicle_stuck(Span span, std::string_view axle, std::string_view frame, Span named) {
    return error_beside(
        "vehicle-stuck", span,
        "with the axle " + quote(axle) + " the frame " + quote(frame) + " can no longer move",
        "the directions in which its axles roll allow no common motion", named,
        "let an axle steer, or turn it so that the axes of the axles are parallel or meet in one point");
}

}  // namespace anholon
