#pragma once

#include <memory>
#include <string>
#include <vector>

namespace anholon {

// The run-time compiler of CUDA C++. It needs no GPU.
class Nvrtc {
  public:
    // Looked for in ANHOLON_NVRTC (a file), where the loader looks, in CUDA_HOME and CUDA_PATH, in the usual folders of CUDA, and
    // among the packages of Python. Throws GpuError.
    Nvrtc();
    ~Nvrtc();
    Nvrtc(const Nvrtc&) = delete;
    Nvrtc& operator=(const Nvrtc&) = delete;

    const std::string& library() const;
    std::string version() const;             // "13.0"
    std::vector<int> architectures() const;  // 90 for sm_90

    struct Image {
        std::string bytes;  // machine code (CUBIN), or PTX where the compiler does not know the architecture
        bool is_machine_code = true;
        int architecture = 0;  // that it was compiled for
        std::string log;       // what the compiler says, with the registers of each kernel
        bool is_cached = false;
    };
    // For the machine code of an architecture; PTX of the newest older one that is known, where it is newer than the compiler. Throws
    // GpuError with the compiler's words.
    Image compile(const std::string& text, int architecture) const;
    // The same from a folder of compiled kernels, which is filled: by the text, the architecture and the compiler's version. An empty
    // folder name: none.
    Image compile(const std::string& text, int architecture, const std::string& folder) const;

  private:
    struct Library;
    std::unique_ptr<Library> library_;
};

// $XDG_CACHE_HOME/anholon/kernels or ~/.cache/anholon/kernels; empty where neither is known.
std::string kernel_folder();

}  // namespace anholon
