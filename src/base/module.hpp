#pragma once

#include <filesystem>
#include <string>

namespace anholon {

// The program or the shared library that holds this code.
std::filesystem::path file_of_this_code();

// A part of the program that stands in a file of its own and is loaded when it is first needed, so that commands which never compile,
// draw or write NetCDF do not pay for the libraries these take. The file is looked for beside the program or the shared library that
// holds this code, then where `cmake --install` puts it. Its one function with C linkage, `entry`. Throws std::runtime_error where
// the file cannot be loaded.
void* module_entry(const std::string& module, const char* entry);

template <class F>
F* module_function(const std::string& module, const char* entry) {
    return reinterpret_cast<F*>(module_entry(module, entry));
}

}  // namespace anholon

// Stands before the entry of a module: nothing else of it can be seen from outside.
#define ANHOLON_MODULE_ENTRY extern "C" [[gnu::visibility("default")]]
