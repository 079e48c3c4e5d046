#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "code/cuda/kernel_text.hpp"

namespace anholon {

struct GpuDescription {
    int number = 0;  // as the driver counts
    std::string name;
    int architecture = 0;  // 90 for sm_90
    int multiprocessors = 0;
    double clock = 0;  // Hz, as the driver states it
    std::uint64_t memory = 0;
};

// The devices of this machine. Throws GpuError where the driver is not found or finds none.
std::vector<GpuDescription> gpus();

// Where a kernel's text runs: its memory, and its two functions on many threads. A GPU, or what a test puts in its place.
class KernelMachine {
  public:
    enum class Function { begin, advance };

    virtual ~KernelMachine() = default;
    virtual std::uint64_t allocate(std::uint64_t bytes) = 0;  // an address
    virtual void release(std::uint64_t address) = 0;
    virtual void write(std::uint64_t address, const void* from, std::uint64_t bytes) = 0;
    virtual void read(void* to, std::uint64_t address, std::uint64_t bytes) = 0;
    // Until all threads are done.
    virtual void launch(Function function, const EnsembleArguments& arguments) = 0;
};

// A GPU with a kernel on it. For one thread at a time.
class Gpu : public KernelMachine {
  public:
    // Compiles the text, or finds it among the kernels that were. Throws GpuError.
    Gpu(const GpuDescription& device, const KernelText& kernel);
    ~Gpu() override;

    const GpuDescription& device() const { return device_; }
    const std::string& compiler() const { return compiler_; }  // its library and version
    const std::string& compiler_version() const { return compiler_version_; }
    bool was_cached() const { return was_cached_; }
    int registers() const;              // of a thread that advances
    std::uint64_t local_bytes() const;  // that it has beside them

    std::uint64_t allocate(std::uint64_t bytes) override;
    void release(std::uint64_t address) override;
    void write(std::uint64_t address, const void* from, std::uint64_t bytes) override;
    void read(void* to, std::uint64_t address, std::uint64_t bytes) override;
    void launch(Function function, const EnsembleArguments& arguments) override;

  private:
    struct Loaded;
    GpuDescription device_;
    std::string compiler_, compiler_version_;
    bool was_cached_ = false;
    std::unique_ptr<Loaded> loaded_;
};

}  // namespace anholon
