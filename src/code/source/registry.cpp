#include "code/source/registry.hpp"

#include <algorithm>
#include <vector>

namespace anholon {

std::span<const SourceLanguage> all_languages() {
    static const std::vector<SourceLanguage> languages{
        {"c99", "C99", c99, {}, c99_header},
        {"cpp", "a C++ class", cpp},
        {"python", "Python with NumPy", python},
        {"julia", "Julia", julia},
        {"matlab", "MATLAB and Octave", matlab},
        {"modelica", "Modelica", modelica,
         "Modelica does not need a Jacobian: its tools compute derivatives themselves"},
        {"cuda", "CUDA C++", cuda},
        {"sfunction", "a Simulink S-function", sfunction, "an S-function for Simulink has no Jacobian"},
    };
    return languages;
}

const SourceLanguage* find_language(std::string_view id) {
    const auto found = std::ranges::find(all_languages(), id, &SourceLanguage::id);
    return found == all_languages().end() ? nullptr : &*found;
}

}  // namespace anholon
