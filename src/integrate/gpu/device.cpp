#include "integrate/gpu/device.hpp"

#include "integrate/gpu/nvrtc.hpp"
#include "integrate/gpu/shared_library.hpp"

namespace anholon {

namespace {

// The prototypes and numbers of the CUDA driver's interface that are used here; it has kept them since version 4.
using Result = int;
using Device = int;
using Handle = void*;  // of a context, a module, a function or a stream
using Address = std::uint64_t;

constexpr Result success = 0;
constexpr int clock_rate = 13, multiprocessor_count = 16, capability_major = 75, capability_minor = 76;
constexpr int local_size = 3, register_count = 4;

struct Driver {
    // Toolkits ship a stub called libcuda.so; the driver itself has a number.
    Driver() : file("the driver of NVIDIA's GPUs", {"libcuda.so.1"}) {
        file.get(init, "cuInit");
        file.get(error_name, "cuGetErrorName");
        file.get(error_string, "cuGetErrorString");
        file.get(device_count, "cuDeviceGetCount");
        file.get(device_get, "cuDeviceGet");
        file.get(device_name, "cuDeviceGetName");
        file.get(device_attribute, "cuDeviceGetAttribute");
        file.get(device_memory, "cuDeviceTotalMem_v2");
        file.get(context_retain, "cuDevicePrimaryCtxRetain");
        file.get(context_release, "cuDevicePrimaryCtxRelease_v2");
        file.get(context_set, "cuCtxSetCurrent");
        file.get(synchronize, "cuCtxSynchronize");
        file.get(module_load, "cuModuleLoadData");
        file.get(module_unload, "cuModuleUnload");
        file.get(module_function, "cuModuleGetFunction");
        file.get(function_attribute, "cuFuncGetAttribute");
        file.get(allocate, "cuMemAlloc_v2");
        file.get(release, "cuMemFree_v2");
        file.get(copy_to, "cuMemcpyHtoD_v2");
        file.get(copy_from, "cuMemcpyDtoH_v2");
        file.get(launch, "cuLaunchKernel");
        check(init(0), "cuInit");
    }

    void check(Result result, const char* call) const {
        if (result == success) return;
        const char *name = nullptr, *words = nullptr;
        error_name(result, &name);
        error_string(result, &words);
        throw GpuError(std::string(call) + " of " + file.path() +
                       " failed: " + (words != nullptr ? words : "unknown error") + " (" +
                       (name != nullptr ? name : std::to_string(result)) + ")");
    }

    SharedLibrary file;
    Result (*init)(unsigned);
    Result (*error_name)(Result, const char**);
    Result (*error_string)(Result, const char**);
    Result (*device_count)(int*);
    Result (*device_get)(Device*, int);
    Result (*device_name)(char*, int, Device);
    Result (*device_attribute)(int*, int, Device);
    Result (*device_memory)(std::size_t*, Device);
    Result (*context_retain)(Handle*, Device);
    Result (*context_release)(Device);
    Result (*context_set)(Handle);
    Result (*synchronize)();
    Result (*module_load)(Handle*, const void*);
    Result (*module_unload)(Handle);
    Result (*module_function)(Handle*, Handle, const char*);
    Result (*function_attribute)(int*, int, Handle);
    Result (*allocate)(Address*, std::size_t);
    Result (*release)(Address);
    Result (*copy_to)(Address, const void*, std::size_t);
    Result (*copy_from)(void*, Address, std::size_t);
    Result (*launch)(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle,
                     void**, void**);
};

const Driver& driver() {
    static const Driver one;  // a failure is tried again next time
    return one;
}

}  // namespace

std::vector<GpuDescription> gpus() {
    const Driver& d = driver();
    int count = 0;
    d.check(d.device_count(&count), "cuDeviceGetCount");
    if (count == 0) throw GpuError("the driver " + d.file.path() + " finds no GPU");
    std::vector<GpuDescription> all;
    for (int k = 0; k < count; ++k) {
        Device device = 0;
        d.check(d.device_get(&device, k), "cuDeviceGet");
        char name[256] = {};
        d.check(d.device_name(name, sizeof name - 1, device), "cuDeviceGetName");
        const auto attribute = [&](int which) {
            int value = 0;
            d.check(d.device_attribute(&value, which, device), "cuDeviceGetAttribute");
            return value;
        };
        std::size_t memory = 0;
        d.check(d.device_memory(&memory, device), "cuDeviceTotalMem");
        all.push_back({.number = k,
                       .name = name,
                       .architecture = 10 * attribute(capability_major) + attribute(capability_minor),
                       .multiprocessors = attribute(multiprocessor_count),
                       .clock = 1e3 * attribute(clock_rate),
                       .memory = memory});
    }
    return all;
}

struct Gpu::Loaded {
    explicit Loaded(int number) : d(driver()) {
        d.check(d.device_get(&device, number), "cuDeviceGet");
        d.check(d.context_retain(&context, device), "cuDevicePrimaryCtxRetain");
    }
    ~Loaded() {
        if (code != nullptr) {
            d.context_set(context);
            d.module_unload(code);
        }
        if (context != nullptr) d.context_release(device);
    }
    Loaded(const Loaded&) = delete;
    Loaded& operator=(const Loaded&) = delete;

    void load(const std::string& image) {
        use();
        d.check(d.module_load(&code, image.data()), "cuModuleLoadData");
        d.check(d.module_function(&begin, code, "anholon_begin"), "cuModuleGetFunction");
        d.check(d.module_function(&advance, code, "anholon_advance"), "cuModuleGetFunction");
    }
    void use() const { d.check(d.context_set(context), "cuCtxSetCurrent"); }
    int attribute(int which) const {
        int value = 0;
        d.check(d.function_attribute(&value, which, advance), "cuFuncGetAttribute");
        return value;
    }

    const Driver& d;
    Device device = 0;
    Handle context = nullptr, code = nullptr, begin = nullptr, advance = nullptr;
};

Gpu::Gpu(const GpuDescription& device, const KernelText& kernel)
    : device_(device), loaded_(std::make_unique<Loaded>(device.number)) {
    const Nvrtc nvrtc;
    compiler_version_ = nvrtc.version();
    compiler_ = nvrtc.library() + " (NVRTC " + compiler_version_ + ")";
    const Nvrtc::Image image = nvrtc.compile(kernel.text, device.architecture, kernel_folder());
    was_cached_ = image.is_cached;
    loaded_->load(image.bytes);
}
Gpu::~Gpu() = default;

int Gpu::registers() const { return loaded_->attribute(register_count); }
std::uint64_t Gpu::local_bytes() const { return static_cast<std::uint64_t>(loaded_->attribute(local_size)); }

std::uint64_t Gpu::allocate(std::uint64_t bytes) {
    loaded_->use();
    Address address = 0;
    loaded_->d.check(loaded_->d.allocate(&address, bytes > 0 ? bytes : 8), "cuMemAlloc");
    return address;
}

void Gpu::release(std::uint64_t address) {
    loaded_->use();
    loaded_->d.check(loaded_->d.release(address), "cuMemFree");
}

void Gpu::write(std::uint64_t address, const void* from, std::uint64_t bytes) {
    loaded_->use();
    if (bytes > 0) loaded_->d.check(loaded_->d.copy_to(address, from, bytes), "cuMemcpyHtoD");
}

void Gpu::read(void* to, std::uint64_t address, std::uint64_t bytes) {
    loaded_->use();
    if (bytes > 0) loaded_->d.check(loaded_->d.copy_from(to, address, bytes), "cuMemcpyDtoH");
}

void Gpu::launch(Function function, const EnsembleArguments& arguments) {
    if (arguments.active == 0) return;
    loaded_->use();
    EnsembleArguments copy = arguments;
    void* parameters[] = {&copy};
    const auto blocks = static_cast<unsigned>((arguments.active + threads_per_block - 1) / threads_per_block);
    loaded_->d.check(
        loaded_->d.launch(function == Function::begin ? loaded_->begin : loaded_->advance, blocks, 1, 1,
                          threads_per_block, 1, 1, 0, nullptr, parameters, nullptr),
        "cuLaunchKernel");
    loaded_->d.check(loaded_->d.synchronize(), "cuCtxSynchronize");
}

}  // namespace anholon
