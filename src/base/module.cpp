#include "base/module.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>

namespace anholon {

void* module_entry(const std::string& module, const char* entry) {
    const auto program = std::filesystem::read_symlink("/proc/self/exe");
    const auto file = program.parent_path() / (module + ".so");
    void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* found = handle == nullptr ? nullptr : dlsym(handle, entry);
    if (found == nullptr) {
        const char* why = dlerror();
        throw std::runtime_error("a part of the program cannot be loaded: " +
                                 std::string(why == nullptr ? file.string() : why));
    }
    return found;
}

}  // namespace anholon
