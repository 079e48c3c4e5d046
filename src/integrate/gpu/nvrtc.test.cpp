#include "integrate/gpu/nvrtc.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>

#include "base/temporary_folder.test.hpp"
#include "code/cuda/ensemble_kernel.hpp"
#include "code/eliminated.hpp"
#include "integrate/gpu/device.hpp"
#include "integrate/gpu/shared_library.hpp"
#include "model/read_model.test.hpp"
#include "request/reduced.hpp"
#include "study/flow.hpp"

namespace anholon {
namespace {

std::unique_ptr<Nvrtc> compiler() {
    try {
        return std::make_unique<Nvrtc>();
    } catch (const GpuError& error) {
        return nullptr;
    }
}

// Of the function that advances, as the compiler's log tells.
struct Resources {
    int registers = 0, stack = 0;
};
Resources resources(const std::string& log) {
    const std::regex pattern(R"(anholon_advance[\s\S]*?(\d+) bytes stack frame[\s\S]*?Used (\d+) registers)");
    std::smatch found;
    if (!std::regex_search(log, found, pattern)) throw std::runtime_error("no resources in the log:\n" + log);
    return {std::stoi(found[2]), std::stoi(found[1])};
}

KernelText rattleback(std::size_t tangents) {
    const System core = request::reduced(from_gallery("rattleback")).system;
    const Flow flow(core, {});
    const RateEquations& whole = flow.formulation().equations();
    EnsembleKernel kernel{.equations = eliminated_with_variations(
                              whole, pivots_at(whole, 0, flow.start(), flow.parameters()), tangents),
                          .tangents = tangents,
                          .scanned = {5, 9},
                          .parameters = flow.parameters()};
    return kernel_text(kernel);
}

// All stages of a motion of six variables stay in registers; with a tangent vector some spill.
TEST(Nvrtc, CompilesKernelsWithoutAGpu) {
    const auto nvrtc = compiler();
    if (!nvrtc) GTEST_SKIP() << "libnvrtc is not found on this machine";
    const std::vector<int> known = nvrtc->architectures();
    if (std::ranges::find(known, 90) == known.end())
        GTEST_SKIP() << nvrtc->library() << " (version " << nvrtc->version() << ") does not know sm_90";
    const Nvrtc::Image plain = nvrtc->compile(rattleback(0).text, 90);
    EXPECT_TRUE(plain.is_machine_code);
    EXPECT_TRUE(
        plain.bytes.starts_with("\x7f"
                                "ELF"));
    const Resources of_plain = resources(plain.log);
    EXPECT_LE(of_plain.registers, 255);
    EXPECT_EQ(of_plain.stack, 0) << plain.log;
    const Resources with_tangent = resources(nvrtc->compile(rattleback(1).text, 90).log);
    EXPECT_LE(with_tangent.registers, 255);
    EXPECT_LE(with_tangent.stack, 1024);
}

TEST(Nvrtc, KeepsCompiledKernels) {
    const auto nvrtc = compiler();
    if (!nvrtc) GTEST_SKIP() << "libnvrtc is not found on this machine";
    const TemporaryFolder folder;
    const std::string text = "extern \"C\" __global__ void f(double *x) { x[0] += 1.0; }";
    const int architecture = nvrtc->architectures().back();
    const Nvrtc::Image first = nvrtc->compile(text, architecture, folder / "kernels");
    const Nvrtc::Image second = nvrtc->compile(text, architecture, folder / "kernels");
    const Nvrtc::Image other = nvrtc->compile(text + "\n", architecture, folder / "kernels");
    EXPECT_FALSE(first.is_cached);
    EXPECT_TRUE(second.is_cached);
    EXPECT_FALSE(other.is_cached);
    EXPECT_EQ(first.bytes, second.bytes);
    // A chip that is newer than the compiler gets what its driver can compile.
    const Nvrtc::Image newer = nvrtc->compile(text, architecture + 1);
    EXPECT_FALSE(newer.is_machine_code);
    EXPECT_NE(newer.bytes.find(".visible .entry f"), std::string::npos);
}

TEST(Nvrtc, GivesTheCompilersWords) {
    const auto nvrtc = compiler();
    if (!nvrtc) GTEST_SKIP() << "libnvrtc is not found on this machine";
    try {
        nvrtc->compile("extern \"C\" __global__ void f() { none(); }", nvrtc->architectures().back());
        FAIL();
    } catch (const GpuError& error) {
        EXPECT_NE(std::string(error.what()).find("nvrtcCompileProgram of "), std::string::npos)
            << error.what();
        EXPECT_NE(std::string(error.what()).find("\"none\" is undefined"), std::string::npos) << error.what();
    }
}

TEST(Nvrtc, NamesWhatWasTried) {
    setenv("ANHOLON_NVRTC", "/nowhere/libnvrtc.so.13", 1);
    try {
        const Nvrtc nvrtc;
        FAIL();
    } catch (const GpuError& error) {
        EXPECT_NE(std::string(error.what()).find("/nowhere/libnvrtc.so.13"), std::string::npos)
            << error.what();
    }
    unsetenv("ANHOLON_NVRTC");
}

TEST(Gpus, AreListedOrTheReasonIsGiven) {
    try {
        for (const GpuDescription& gpu : gpus()) EXPECT_GT(gpu.multiprocessors, 0);
    } catch (const GpuError& error) {
        EXPECT_NE(std::string(error.what()).find("libcuda.so.1"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace anholon
