#include "model/language/picture_errors.hpp"

#include "expr/print.hpp"
#include "model/language/mistake.hpp"

namespace anholon {

Diagnostic picture_twice(Span span, Span first) {
    return twice("picture-twice", span, "a model has one picture", first);
}

Diagnostic picture_name_twice(Span span, std::string_view name, Span first) {
    const std::string message = "two items of the picture are called " + quote(name);
    if (first.begin == first.end) return error("picture-name-twice", span, message);
    return twice("picture-name-twice", span, message, first);
}

Diagnostic picture_name_unknown(Span span, std::string_view name, const std::vector<std::string>& known) {
    return error("picture-name-unknown", span, "no earlier item of the picture is called " + quote(name),
                 known.empty() ? "give the item a name: box cart at (x, y) …" : known_names(name, known));
}

Diagnostic picture_without_axes(Span span, std::string_view name, std::string_view kind) {
    return error("picture-without-axes", span,
                 quote(name) + " has no axes of its own, since it is of the kind " + quote(kind),
                 "state axes where they are needed: axes name at (x, y) turned theta");
}

Diagnostic picture_not_drawn(Span span, std::string_view name) {
    return error("picture-not-drawn", span,
                 quote(name) + " stands for axes only, so that a trace cannot be drawn on it",
                 "a trace in axes that turn is drawn on an item, such as a ball or a plane");
}

Diagnostic picture_part_missing(Span span, std::string_view kind, std::string_view part) {
    return error("picture-part-missing", span, quote(kind) + " needs " + std::string(part));
}

Diagnostic picture_parts_exclusive(Span span, std::string_view first, std::string_view second) {
    return error("picture-parts-exclusive", span,
                 "an item cannot have both " + quote(first) + " and " + quote(second));
}

Diagnostic picture_vector_length(Span span, std::string_view what, std::size_t given) {
    return error("tuple-length", span,
                 std::string(what) + " has two or three components here, not " + std::to_string(given));
}

Diagnostic picture_variable(Span span, Expr symbol) {
    return error("picture-variable", span, "a picture cannot depend on " + quote(text(symbol)),
                 "it may depend on time, coordinates, velocities, multipliers and parameters");
}

Diagnostic picture_arrow_without_role(Span span, std::string_view given) {
    return error("picture-arrow-without-role", span,
                 "an arrow of the dimension " + std::string(given) + " needs a role, by which it is scaled",
                 "write role velocity, momentum, reaction or load; an arrow without a role is a length");
}

}  // namespace anholon
