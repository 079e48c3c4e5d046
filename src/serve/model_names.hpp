#pragma once

#include "base/source.hpp"
#include "model/system.hpp"
#include "serve/schema.hpp"

// The names of a model, for pages that show, complete and explain them.
namespace anholon::serve {

Type symbol_type();
Type parameter_type();
Type state_type();

Json symbols(const System& system, const Source& source);
Json parameters(const System& system);  // those that can be set, then derived ones
Json state(const System& system);       // the variables that may have an initial value, as the model starts

}  // namespace anholon::serve
