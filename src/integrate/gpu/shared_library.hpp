#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace anholon {

// No GPU can be used, or something failed on it. The sentence names the call and the library, or what was tried.
struct GpuError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A shared library that is loaded when it is first needed, and stays.
class SharedLibrary {
  public:
    // The first of these names or paths that can be loaded. Throws GpuError, which names all of them.
    SharedLibrary(const std::string& what, const std::vector<std::string>& candidates);

    const std::string& path() const { return path_; }  // as the loader found it

    // A function of it. Throws GpuError where there is none.
    template <class F>
    void get(F*& function, const char* name) const {
        function = reinterpret_cast<F*>(address(name));
    }

  private:
    void* address(const char* name) const;

    std::string path_;
    void* handle_ = nullptr;
};

}  // namespace anholon
