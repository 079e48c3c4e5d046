#pragma once

#include <string>

#include "motion/method.hpp"

namespace anholon::request {

// Throws Refusal where there is none of this name.
const Method& method_named(const std::string& name);

}  // namespace anholon::request
