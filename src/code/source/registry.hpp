#pragma once

#include <span>
#include <string>
#include <string_view>

#include "code/source/languages.hpp"

namespace anholon {

struct SourceLanguage {
    std::string id, title;
    std::string (*write)(const RateEquations&, const ExportOptions&);
    std::string why_no_jacobian = {};  // empty if there is one
    std::string (*header)(const RateEquations&,
                          const ExportOptions&) = nullptr;  // declarations, in a file of their own
};

// Every language equations are written in: command line, tests and documents read this list.
std::span<const SourceLanguage> all_languages();
const SourceLanguage* find_language(std::string_view id);  // nothing if there is none

}  // namespace anholon
