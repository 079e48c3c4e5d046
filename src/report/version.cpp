#include "report/version.hpp"

namespace anholon {

std::string_view version() { return ANHOLON_VERSION; }  // defined by the build

}  // namespace anholon
