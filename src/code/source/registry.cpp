#include "code/source/registry.hpp"

#include <algorithm>
#include <vector>

namespace anholon {

std::span<const SourceLanguage> all_languages() {
    static const std::vector<SourceLanguage> languages{
        {"c99", "C99", true, c99, c99_header},     {"python", "Python with NumPy", true, python},
        {"julia", "Julia", true, julia},           {"matlab", "MATLAB and Octave", true, matlab},
        {"modelica", "Modelica", false, modelica}, {"cuda", "CUDA C++", true, cuda},
    };
    return languages;
}

const SourceLanguage* find_language(std::string_view id) {
    const auto found = std::ranges::find(all_languages(), id, &SourceLanguage::id);
    return found == all_languages().end() ? nullptr : &*found;
}

}  // namespace anholon
