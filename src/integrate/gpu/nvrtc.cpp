#include "integrate/gpu/nvrtc.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/pending_file.hpp"
#include "base/sha256.hpp"
#include "integrate/gpu/shared_library.hpp"

namespace anholon {

namespace {

namespace fs = std::filesystem;

constexpr const char* names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"};

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "";
}

// What lies in a folder and has a name that begins so, in the order of names.
std::vector<fs::path> entries(const fs::path& folder, const std::string& beginning) {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (fs::directory_iterator at(folder, ignored), end; at != end; at.increment(ignored))
        if (at->path().filename().string().starts_with(beginning)) found.push_back(at->path());
    std::ranges::sort(found, std::greater<>());
    return found;
}

std::vector<fs::path> folders_of_cuda() {
    std::vector<fs::path> folders;
    for (const char* name : {"CUDA_HOME", "CUDA_PATH"})
        if (const std::string home = variable(name); !home.empty())
            folders.push_back(fs::path(home) / "lib64");
    for (const fs::path& cuda : entries("/usr/local", "cuda")) folders.push_back(cuda / "lib64");
    std::vector<fs::path> pythons = entries("/usr/local/lib", "python");
    for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"})
        if (const std::string home = variable(name); !home.empty())
            for (const fs::path& python : entries(fs::path(home) / "lib", "python"))
                pythons.push_back(python);
    if (const std::string home = variable("HOME"); !home.empty())
        for (const fs::path& python : entries(fs::path(home) / ".local/lib", "python"))
            pythons.push_back(python);
    for (const fs::path& python : pythons)
        for (const char* packages : {"site-packages", "dist-packages"})
            for (const fs::path& wheel : entries(python / packages / "nvidia", "cu"))
                folders.push_back(wheel / "lib");
    return folders;
}

std::vector<std::string> candidates() {
    if (const std::string given = variable("ANHOLON_NVRTC"); !given.empty()) return {given};
    std::vector<std::string> all(std::begin(names), std::end(names));
    std::error_code ignored;
    for (const fs::path& folder : folders_of_cuda())
        for (const char* name : names)
            if (fs::exists(folder / name, ignored)) all.push_back((folder / name).string());
    return all;
}

// No fast mathematics; a multiplication and an addition may become one operation. 177: a helper that this kernel does not need.
const std::vector<std::string> common_options = {"--std=c++17", "--fmad=true", "--ptxas-options=-v",
                                                 "--diag-suppress=177"};

}  // namespace

using NvrtcProgram = void*;
constexpr int nvrtc_success = 0;

struct Nvrtc::Library {
    Library() : file("the run-time compiler of CUDA (NVRTC)", candidates()) {
        file.get(version, "nvrtcVersion");
        file.get(error_string, "nvrtcGetErrorString");
        file.get(count_architectures, "nvrtcGetNumSupportedArchs");
        file.get(list_architectures, "nvrtcGetSupportedArchs");
        file.get(create, "nvrtcCreateProgram");
        file.get(destroy, "nvrtcDestroyProgram");
        file.get(compile, "nvrtcCompileProgram");
        file.get(cubin_size, "nvrtcGetCUBINSize");
        file.get(cubin, "nvrtcGetCUBIN");
        file.get(ptx_size, "nvrtcGetPTXSize");
        file.get(ptx, "nvrtcGetPTX");
        file.get(log_size, "nvrtcGetProgramLogSize");
        file.get(log, "nvrtcGetProgramLog");
    }

    void check(int result, const char* call) const {
        if (result != nvrtc_success)
            throw GpuError(std::string(call) + " of " + file.path() + " failed: " + error_string(result));
    }

    SharedLibrary file;
    int (*version)(int*, int*);
    const char* (*error_string)(int);
    int (*count_architectures)(int*);
    int (*list_architectures)(int*);
    int (*create)(NvrtcProgram*, const char*, const char*, int, const char* const*, const char* const*);
    int (*destroy)(NvrtcProgram*);
    int (*compile)(NvrtcProgram, int, const char* const*);
    int (*cubin_size)(NvrtcProgram, std::size_t*);
    int (*cubin)(NvrtcProgram, char*);
    int (*ptx_size)(NvrtcProgram, std::size_t*);
    int (*ptx)(NvrtcProgram, char*);
    int (*log_size)(NvrtcProgram, std::size_t*);
    int (*log)(NvrtcProgram, char*);
};

Nvrtc::Nvrtc() : library_(std::make_unique<Library>()) {}
Nvrtc::~Nvrtc() = default;

const std::string& Nvrtc::library() const { return library_->file.path(); }

std::string Nvrtc::version() const {
    int major = 0, minor = 0;
    library_->check(library_->version(&major, &minor), "nvrtcVersion");
    return std::to_string(major) + "." + std::to_string(minor);
}

std::vector<int> Nvrtc::architectures() const {
    int count = 0;
    library_->check(library_->count_architectures(&count), "nvrtcGetNumSupportedArchs");
    std::vector<int> list(static_cast<std::size_t>(count));
    library_->check(library_->list_architectures(list.data()), "nvrtcGetSupportedArchs");
    std::ranges::sort(list);
    return list;
}

Nvrtc::Image Nvrtc::compile(const std::string& text, int architecture) const {
    const std::vector<int> known = architectures();
    Image image;
    image.architecture = architecture;
    if (std::ranges::find(known, architecture) == known.end()) {
        const auto older =
            std::find_if(known.rbegin(), known.rend(), [&](int one) { return one < architecture; });
        if (older == known.rend())
            throw GpuError(library() + " (version " + version() + ") knows no architecture as old as sm_" +
                           std::to_string(architecture));
        image.is_machine_code = false;
        image.architecture = *older;
    }
    struct Program {
        const Library& library;
        NvrtcProgram handle = nullptr;
        ~Program() {
            if (handle != nullptr) library.destroy(&handle);
        }
    } program{*library_};
    const Library& l = *library_;
    l.check(l.create(&program.handle, text.c_str(), "ensemble.cu", 0, nullptr, nullptr),
            "nvrtcCreateProgram");
    std::vector<std::string> options = common_options;
    options.push_back((image.is_machine_code ? "--gpu-architecture=sm_" : "--gpu-architecture=compute_") +
                      std::to_string(image.architecture));
    std::vector<const char*> words;
    for (const std::string& option : options) words.push_back(option.c_str());
    const int result = l.compile(program.handle, static_cast<int>(words.size()), words.data());
    const auto fetched = [&](auto size_of, auto read, const char* call) {
        std::size_t size = 0;
        l.check(size_of(program.handle, &size), call);
        std::string bytes(size, '\0');
        l.check(read(program.handle, bytes.data()), call);
        return bytes;
    };
    image.log = fetched(l.log_size, l.log, "nvrtcGetProgramLog");
    while (!image.log.empty() && image.log.back() == '\0') image.log.pop_back();
    if (result != nvrtc_success)
        throw GpuError("nvrtcCompileProgram of " + library() + " failed: " + l.error_string(result) + "\n" +
                       image.log);
    image.bytes = image.is_machine_code ? fetched(l.cubin_size, l.cubin, "nvrtcGetCUBIN")
                                        : fetched(l.ptx_size, l.ptx, "nvrtcGetPTX");
    return image;
}

Nvrtc::Image Nvrtc::compile(const std::string& text, int architecture, const std::string& folder) const {
    if (folder.empty()) return compile(text, architecture);
    std::string key = text + "\n" + std::to_string(architecture) + "\n" + version();
    for (const std::string& option : common_options) key += "\n" + option;
    const fs::path path = fs::path(folder) / (sha256(key) + ".cubin");
    if (std::ifstream file(path, std::ios::binary); file) {
        std::ostringstream bytes;
        bytes << file.rdbuf();
        if (file && !bytes.str().empty())
            return {.bytes = bytes.str(), .architecture = architecture, .log = "", .is_cached = true};
    }
    Image image = compile(text, architecture);
    if (!image.is_machine_code) return image;
    try {
        fs::create_directories(folder);
        PendingFile file(path.string());
        file.write(image.bytes);
        file.commit();
    } catch (const std::exception&) {
        // What cannot be kept is compiled again next time.
    }
    return image;
}

std::string kernel_folder() {
    if (const std::string cache = variable("XDG_CACHE_HOME"); !cache.empty())
        return (fs::path(cache) / "anholon/kernels").string();
    if (const std::string home = variable("HOME"); !home.empty())
        return (fs::path(home) / ".cache/anholon/kernels").string();
    return "";
}

}  // namespace anholon
