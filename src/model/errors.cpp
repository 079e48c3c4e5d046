#include "model/errors.hpp"

#include "base/text.hpp"

namespace anholon {

namespace {

std::string quote(std::string_view name) { return "'" + std::string(name) + "'"; }

std::string with_article(std::string_view noun) {
    if (noun == "time") return "time";
    const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun[0]) != std::string_view::npos;
    return (vowel ? "an " : "a ") + std::string(noun);
}

}  // namespace

Diagnostic name_unknown(Span span, std::string_view name, const Scope& scope, const Source& source) {
    Diagnostic d{
        .code = "name-unknown", .message = "no symbol " + quote(name) + " in this model", .span = span};
    const auto meant = nearest(ascii_name(name), scope.names());
    if (const Meaning* meaning = meant ? scope.find(*meant) : nullptr) {
        d.help = "did you mean the " + meaning->noun + " " + quote(*meant);
        if (meaning->declared)
            d.help += " (line " + std::to_string(source.line_of(meaning->declared->begin)) + ")";
        d.help += "?";
    }
    return d;
}

Diagnostic function_unknown(Span span, std::string_view name, const Scope& scope) {
    Diagnostic d{.code = "function-unknown", .message = "no function " + quote(name), .span = span};
    const Meaning* meaning = scope.find(name);
    if (meaning) d.message = quote(name) + " is " + with_article(meaning->noun) + ", not a function";
    const std::string meant = meaning ? "" : probable_builtin(name);
    d.help = meant.empty() ? "if a product is meant, write " + std::string(name) + "*(…)"
                           : "did you mean " + quote(meant) + "?";
    return d;
}

Diagnostic function_bare(Span span, const Builtin& function) {
    return {.code = "function-bare",
            .message = quote(function.name) + " is a function and needs its argument",
            .span = span,
            .help = "write " + std::string(function.usage)};
}

Diagnostic argument_count(Span span, const Builtin& function, std::size_t given) {
    const std::string wanted = function.arguments == 1 ? "one argument" : "two arguments";
    return {.code = "argument-count",
            .message = quote(function.name) + " takes " + wanted + ", not " + std::to_string(given),
            .span = span,
            .help = "write " + std::string(function.usage)};
}

Diagnostic undefined(Span span, std::string reason) {
    return {.code = "undefined", .message = "undefined operation: " + std::move(reason), .span = span};
}

Diagnostic symbol_bad(Span span, std::string reason) {
    return {.code = "symbol-bad", .message = std::move(reason), .span = span};
}

Diagnostic number_too_long(Span span) {
    return {.code = "number-too-long",
            .message = "this number has more than 100000 digits once written out",
            .span = span,
            .help = "numbers are exact here; use a symbol for a scale"};
}

Diagnostic primes_too_many(Span span, std::string_view name, int limit) {
    return {.code = "primes-too-many",
            .message = quote(name) + " has more than " + std::to_string(limit) + " primes",
            .span = span};
}

Diagnostic prime_of_constant(Span span, std::string_view name, std::string_view noun) {
    return {.code = "prime-of-constant",
            .message = quote(name) + " is " + with_article(noun) + " and has no time derivative",
            .span = span};
}

}  // namespace anholon
