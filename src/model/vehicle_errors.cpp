#include "base/text.hpp"
#include "expr/print.hpp"
#include "model/errors.hpp"
#include "syntax/errors.hpp"

namespace anholon {

using syntax::quoted;

Diagnostic frames_missing(Span span, std::string_view keyword) {
    return {.code = "frames-missing",
            .message = quoted(keyword) + " is for vehicles, and the model has no frame",
            .span = span,
            .help = "add frame name { mass …; inertia … }"};
}

Diagnostic frame_unknown(Span span, std::string_view name, const std::vector<std::string>& known) {
    Diagnostic d{.code = "frame-unknown", .message = "no frame is called " + quoted(name), .span = span};
    if (const auto meant = nearest(name, known)) {
        d.help = "did you mean " + quoted(*meant) + "?";
        return d;
    }
    for (const std::string& one : known) d.help += (d.help.empty() ? "known are " : ", ") + one;
    return d;
}

Diagnostic part_name_twice(Span span, std::string_view name, Span first) {
    return {.code = "name-duplicate",
            .message = "two parts of vehicles are called " + quoted(name),
            .span = span,
            .notes = {{"the first one is here", first}}};
}

Diagnostic part_name_taken(Span span, std::string_view name, std::string_view owner, Span named) {
    return {.code = "name-duplicate",
            .message = quoted(name) + " is the name of something that " + quoted(owner) + " has",
            .span = span,
            .notes = {{"this part of the vehicle", named}}};
}

Diagnostic axle_on_two_frames(Span span, std::string_view name, std::string_view frame,
                              std::string_view other, Span first) {
    return {.code = "axle-on-two-frames",
            .message = "the axle " + quoted(name) + " is on " + quoted(frame) + " and on " + quoted(other),
            .span = span,
            .notes = {{"the first one is here", first}},
            .help = "one frame carries it; what joins two frames is a hitch"};
}

Diagnostic axle_without_support(Span span, std::string_view name) {
    return {.code = "axle-without-support",
            .message = "the axle " + quoted(name) + " stands on nothing",
            .span = span,
            .help = "add skate, wheel radius …, or wheels radius …, track …"};
}

Diagnostic part_missing(Span span, std::string_view owner, std::string_view part) {
    return {.code = "part-missing",
            .message = std::string(owner) + " has no " + std::string(part),
            .span = span,
            .help = "add " + std::string(part) + " …"};
}

Diagnostic hitch_twice(Span span, std::string_view frame, Span first) {
    return {.code = "hitch-twice",
            .message = "the frame " + quoted(frame) + " is hitched to two frames",
            .span = span,
            .notes = {{"the first hitch is here", first}},
            .help = "frames make a tree; where a chain of them closes, add a constraint"};
}

Diagnostic hitch_cycle(Span span, const std::vector<std::string>& frames) {
    std::string chain;
    for (const std::string& frame : frames) chain += quoted(frame) + " on ";
    return {.code = "hitch-cycle",
            .message = "frames hang on each other in a circle: " + chain + quoted(frames.front()),
            .span = span,
            .help = "one frame of a vehicle is hitched to none"};
}

Diagnostic hitch_of_guided_frame(Span span, std::string_view frame, Span pose) {
    return {.code = "hitch-of-guided-frame",
            .message = "the frame " + quoted(frame) + " has its pose and cannot be hitched as well",
            .span = span,
            .notes = {{"the pose is given here", pose}}};
}

Diagnostic law_with_velocity(Span span, std::string_view what, Expr velocity) {
    return {.code = "law-with-velocity",
            .message = std::string(what) + " is given by coordinates and time, not by " + text(velocity),
            .span = span,
            .help = "state what binds velocities as a constraint"};
}

Diagnostic vehicle_stuck(Span span, std::string_view axle, std::string_view frame, Span named) {
    return {
        .code = "vehicle-stuck",
        .message = "with the axle " + quoted(axle) + " the frame " + quoted(frame) + " cannot move any more",
        .span = span,
        .notes = {{"the directions in which its axles roll allow no common motion", named}},
        .help = "let an axle steer, or turn it so that the axes meet in one point or are parallel"};
}

}  // namespace anholon
