#pragma once

#include <string>

namespace anholon {

struct CompiledLibrary {
    std::string bytes;    // empty if there is none
    std::string why_not;  // in words
};

// A program in C99 as a shared library for this machine, made by `cc`; it needs the C library and libm. The same program and compiler give
// the same bytes. Throws std::runtime_error where no file can be written.
CompiledLibrary compiled_library(const std::string& name, const std::string& program);

}  // namespace anholon
