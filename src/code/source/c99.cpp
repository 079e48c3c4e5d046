#include "code/source/c_functions.hpp"

namespace anholon {

std::string c99(const RateEquations& e, const ExportOptions& options) {
    const CDialect dialect{.scope = "", .inner = "static ", .data = ""};
    return c_description(e) + "#include <math.h>\n\n" + c_constants(e, dialect) +
           c_functions(e, options, dialect) + c_self_test(e, options);
}

std::string c99_header(const RateEquations& e, const ExportOptions& options) {
    return c_description(e) + c_header(e, options);
}

}  // namespace anholon
