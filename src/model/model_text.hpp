#pragma once

#include <iosfwd>
#include <stdexcept>
#include <string>

#include "base/source.hpp"

// The texts of models, from files and from the gallery.

namespace anholon {

inline constexpr std::size_t max_input = std::size_t{8} << 20;

// There is no model of this name, or its file cannot be read.
struct ModelNotFound : std::runtime_error {
    ModelNotFound(const std::string& what, std::string remedy)
        : std::runtime_error(what), help(std::move(remedy)) {}
    std::string help;
};

// Input that is longer than max_input.
struct InputTooLarge : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct NotText : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// All throw these.
std::string all_of(std::istream& in, const std::string& name);
Source text_of_file(const std::string& path);
Source text_of_gallery(const std::string& name);
std::string meant_in_gallery(const std::string& name);  // "did you mean 'suslov'?"

}  // namespace anholon
