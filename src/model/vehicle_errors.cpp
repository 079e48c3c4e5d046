#include "model/vehicle_errors.hpp"

#include "expr/print.hpp"
#include "model/mistake.hpp"

namespace anholon {

Diagnostic frames_missing(Span span, std::string_view keyword) {
    return error("frames-missing", span, quote(keyword) + " is for vehicles, and the model has no frame",
                 "add frame name { mass …; inertia … }");
}

Diagnostic frame_unknown(Span span, std::string_view name, const std::vector<std::string>& known) {
    return error("frame-unknown", span, "no frame is called " + quote(name), known_names(name, known));
}

Diagnostic part_name_twice(Span span, std::string_view name, Span first) {
    return twice("name-duplicate", span, "two parts of vehicles are called " + quote(name), first);
}

Diagnostic axle_on_two_frames(Span span, std::string_view name, std::string_view frame,
                              std::string_view other, Span first) {
    Diagnostic d =
        twice("axle-on-two-frames", span,
              "the axle " + quote(name) + " is on " + quote(frame) + " and on " + quote(other), first);
    d.help = "one frame carries it; what joins two frames is a hitch";
    return d;
}

Diagnostic axle_without_support(Span span, std::string_view name) {
    return error("axle-without-support", span, "the axle " + quote(name) + " stands on nothing",
                 "add skate, wheel radius …, or wheels radius …, track …");
}

Diagnostic part_missing(Span span, std::string_view owner, std::string_view part) {
    return error("part-missing", span, std::string(owner) + " has no " + std::string(part),
                 "add " + std::string(part) + " …");
}

Diagnostic hitch_twice(Span span, std::string_view frame, Span first) {
    return error_beside("hitch-twice", span, "the frame " + quote(frame) + " is hitched to two frames",
                        "the first hitch is here", first,
                        "frames make a tree; where a chain of them closes, add a constraint");
}

Diagnostic hitch_cycle(Span span, const std::vector<std::string>& frames) {
    std::string chain;
    for (const std::string& frame : frames) chain += quote(frame) + " on ";
    return error("hitch-cycle", span,
                 "frames hang on each other in a circle: " + chain + quote(frames.front()),
                 "one frame of a vehicle is hitched to none");
}

Diagnostic hitch_of_guided_frame(Span span, std::string_view frame, Span pose) {
    return error_beside("hitch-of-guided-frame", span,
                        "the frame " + quote(frame) + " has its pose and cannot be hitched as well",
                        "the pose is given here", pose);
}

Diagnostic law_with_velocity(Span span, std::string_view what, Expr velocity) {
    return error("law-with-velocity", span,
                 std::string(what) + " is given by coordinates and time, not by " + text(velocity),
                 "state what binds velocities as a constraint");
}

Diagnostic vehicle_stuck(Span span, std::string_view axle, std::string_view frame, Span named) {
    return error_beside(
        "vehicle-stuck", span,
        "with the axle " + quote(axle) + " the frame " + quote(frame) + " cannot move any more",
        "the directions in which its axles roll allow no common motion", named,
        "let an axle steer, or turn it so that the axes meet in one point or are parallel");
}

}  // namespace anholon
