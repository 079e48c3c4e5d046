#pragma once

#include <string>

#include "base/source.hpp"
#include "syntax/model_tree.hpp"

namespace anholon {

// The text of the same vehicle with the skates of theory §6 in place of its wheels. What is said of the wheels' turns, of reactions and of
// quasi-velocities that hold those turns is left out. The tree is that of the source.
std::string with_skates(const syntax::ModelTree& tree, const Source& source);

}  // namespace anholon
