#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "model/builtin.hpp"
#include "model/scope.hpp"

// The mistakes one can make in meaning, one function each.
namespace anholon {

Diagnostic name_unknown(Span span, std::string_view name, const Scope& scope, const Source& source);
Diagnostic function_unknown(Span span, std::string_view name, const Scope& scope);
Diagnostic function_bare(Span span, const Builtin& function);
Diagnostic argument_count(Span span, const Builtin& function, std::size_t given);
Diagnostic undefined(Span span, std::string reason);
Diagnostic symbol_bad(Span span, std::string reason);
Diagnostic number_too_long(Span span);
Diagnostic primes_too_many(Span span, std::string_view name, int limit);
Diagnostic prime_of_constant(Span span, std::string_view name, std::string_view noun);

}  // namespace anholon
