#pragma once

#include "serve/schema.hpp"

namespace anholon::serve {

// Of what as_json(Scene) makes: src/report/scene.hpp.
Type scene_type();

}  // namespace anholon::serve
