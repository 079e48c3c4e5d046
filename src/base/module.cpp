#include "base/module.hpp"

#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>

#include <filesystem>
#include <stdexcept>
#include <vector>

namespace anholon {

namespace fs = std::filesystem;

// The loader knows a program only by the words it was started with, and leaves
// its name empty.
fs::path file_of_this_code() {
    Dl_info found{};
    link_map* loaded = nullptr;
    const int is_found = dladdr1(reinterpret_cast<void*>(&module_entry), &found,
                                 reinterpret_cast<void**>(&loaded), RTLD_DL_LINKMAP);
    if (is_found != 0 && loaded != nullptr && loaded->l_name[0] != '\0') return fs::canonical(loaded->l_name);
    std::error_code unknown;  // where /proc is not mounted
    const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
    return unknown ? fs::canonical(reinterpret_cast<const char*>(getauxval(AT_EXECFN))) : program;
}

namespace {

// Beside the code in a build tree; in PREFIX/lib/anholon for PREFIX/lib/libanholon.so and for PREFIX/bin/anholon.
std::vector<fs::path> folders_of_modules() {
    const fs::path here = file_of_this_code().parent_path();
    return {here, here / "anholon", here.parent_path() / ANHOLON_LIBRARY_FOLDER / "anholon"};
}

void* opened(const std::string& module) {
    const std::string file = module + ".so";
    std::error_code ignored;
    const std::vector<fs::path> folders = folders_of_modules();
    for (const fs::path& folder : folders) {
        if (!fs::exists(folder / file, ignored)) continue;
        if (void* handle = dlopen((folder / file).c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
        throw std::runtime_error(std::string("a part of the program cannot be loaded: ") + dlerror());
    }
    throw std::runtime_error("a part of the program is missing: " + file + " is not in " +
                             folders.front().string() + " and not in " + folders.back().string());
}

}  // namespace

void* module_entry(const std::string& module, const char* entry) {
    if (void* found = dlsym(opened(module), entry)) return found;
    throw std::runtime_error("a part of the program cannot be used: " + module + ".so has no '" + entry +
                             "'");
}

}  // namespace anholon
