#pragma once

#include <string>

namespace anholon {

// A part of the program that stands in a file of its own beside the program and is loaded when it is first needed, so that
// commands which never compile, draw or write NetCDF do not pay for the libraries these take. Its one function with C linkage,
// `entry`. Throws std::runtime_error where the file cannot be loaded.
void* module_entry(const std::string& module, const char* entry);

template <class F>
F* module_function(const std::string& module, const char* entry) {
    return reinterpret_cast<F*>(module_entry(module, entry));
}

}  // namespace anholon
