#pragma once

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>

#include "base/temporary_folder.test.hpp"
#include "integrate/gpu/device.hpp"

namespace anholon {

// A kernel's text compiled as C++ by the machine's compiler, thread after thread on this processor.
class HostMachine : public KernelMachine {
  public:
    explicit HostMachine(const KernelText& kernel) {
        std::ofstream(folder_ / "kernel.cpp") << kernel.text;
        const std::string command =
            "c++ -std=c++17 -O1 -shared -fPIC -o " + (folder_ / "kernel.so") + " " + (folder_ / "kernel.cpp");
        if (std::system(command.c_str()) != 0) throw std::runtime_error("the kernel's text is no C++");
        library_ = dlopen((folder_ / "kernel.so").c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library_ == nullptr) throw std::runtime_error(dlerror());
        begin_ = reinterpret_cast<Entry*>(dlsym(library_, "anholon_begin"));
        advance_ = reinterpret_cast<Entry*>(dlsym(library_, "anholon_advance"));
    }
    ~HostMachine() override { dlclose(library_); }

    std::uint64_t allocate(std::uint64_t bytes) override {
        ++arrays;
        return reinterpret_cast<std::uint64_t>(std::malloc(bytes + 1));
    }
    void release(std::uint64_t address) override {
        --arrays;
        std::free(reinterpret_cast<void*>(address));
    }
    void write(std::uint64_t address, const void* from, std::uint64_t bytes) override {
        if (bytes > 0) std::memcpy(reinterpret_cast<void*>(address), from, bytes);
    }
    void read(void* to, std::uint64_t address, std::uint64_t bytes) override {
        if (bytes > 0) std::memcpy(to, reinterpret_cast<const void*>(address), bytes);
    }
    void launch(Function function, const EnsembleArguments& arguments) override {
        ++launches;
        for (std::uint64_t thread = 0; thread < arguments.active; ++thread)
            (function == Function::begin ? begin_ : advance_)(arguments, thread);
    }

    int arrays = 0, launches = 0;

  private:
    using Entry = void(EnsembleArguments, unsigned long long);
    TemporaryFolder folder_;
    void* library_ = nullptr;
    Entry *begin_ = nullptr, *advance_ = nullptr;
};

}  // namespace anholon
