#include "integrate/gpu/shared_library.hpp"

#include <dlfcn.h>
#include <link.h>

namespace anholon {

SharedLibrary::SharedLibrary(const std::string& what, const std::vector<std::string>& candidates) {
    std::string tried;
    for (const std::string& name : candidates) {
        handle_ = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (handle_ != nullptr) {
            path_ = name;
            link_map* loaded = nullptr;
            if (dlinfo(handle_, RTLD_DI_LINKMAP, &loaded) == 0 && loaded != nullptr) path_ = loaded->l_name;
            return;
        }
        const char* const why = dlerror();
        tried += (tried.empty() ? " " : "; ") + std::string(why != nullptr ? why : name.c_str());
    }
    throw GpuError(what + " is not found; tried:" + tried);
}

void* SharedLibrary::address(const char* name) const {
    if (void* found = dlsym(handle_, name)) return found;
    throw GpuError(path_ + " has no function '" + name + "': it is too old");
}

}  // namespace anholon
