#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

#include "algebra/prime_field.hpp"
#include "code/compiler.hpp"
#include "code/lean.hpp"
#include "code/source/registry.hpp"
#include "model/read_model.test.hpp"
#include "motion/formulation.hpp"

namespace anholon {
namespace {

std::uint64_t units_in_the_last_place(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    const auto ordered = [](double x) {
        const auto bits = std::bit_cast<std::int64_t>(x);
        return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
    };
    const std::int64_t d = ordered(a) - ordered(b);
    return static_cast<std::uint64_t>(d < 0 ? -d : d);
}

struct Model {
    System system;
    RateEquations equations;
    std::string prefix;  // of its C functions
};

// Exported C, compiled by the machine's compiler, against our own machine code at pseudo-random states: W and r of every system.
TEST(MachineCode, GivesWhatExportedCGives) {
    const auto folder = std::filesystem::temp_directory_path() / ("anholon_c99_" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    std::vector<Model> models;
    std::string command =
        "cc -std=c99 -O1 -ffp-contract=off -shared -fPIC -o " + (folder / "all.so").string();
    for (const GalleryModel& one : gallery()) {
        models.push_back({from_gallery(std::string(one.name)), {}, ""});
        Model& model = models.back();
        if (!model.system.frictions.empty()) {  // whose equations change on the way: nothing is exported
            models.pop_back();
            continue;
        }
        const Setting setting(model.system);
        const EquationForm& form = form_of_motion(setting);
        model.equations = lean(Formulation(model.system, form).equations());
        const std::string text = find_language("c99")->write(model.equations, {});
        const std::size_t end = text.find("_system("), begin = text.rfind(' ', end) + 1;
        model.prefix = text.substr(begin, end - begin);
        const auto file = folder / (std::string(one.name) + ".c");
        std::ofstream(file) << text;
        command += " " + file.string();
    }
    ASSERT_EQ(std::system((command + " -lm").c_str()), 0);
    void* library = dlopen((folder / "all.so").c_str(), RTLD_NOW);
    ASSERT_NE(library, nullptr) << dlerror();

    for (const Model& model : models) {
        const RateEquations& e = model.equations;
        using System = void(double t, const double* x, const double* p, double* W, double* r);
        auto* exported = reinterpret_cast<System*>(dlsym(library, (model.prefix + "_system").c_str()));
        ASSERT_NE(exported, nullptr) << model.prefix;
        std::vector<Expr> inputs{e.t}, outputs;
        inputs.insert(inputs.end(), e.state.begin(), e.state.end());
        inputs.insert(inputs.end(), e.parameters.begin(), e.parameters.end());
        if (!e.W.empty()) outputs.assign(e.W.entries().begin(), e.W.entries().end());
        outputs.insert(outputs.end(), e.r.begin(), e.r.end());
        if (outputs.empty()) continue;
        const auto ours = compiled(program(outputs, inputs));
        const std::size_t nx = e.state.size(), entries = outputs.size() - e.r.size();
        for (std::uint64_t trial = 0; trial < 20; ++trial) {
            std::vector<double> in(inputs.size()), found(outputs.size()), W(entries + 1), r(e.r.size() + 1);
            for (std::size_t k = 0; k < in.size(); ++k)
                in[k] = static_cast<double>(mix(trial, k) % 100003) / 40000 + 0.01;
            (*ours)(in.data(), found.data());
            exported(in[0], in.data() + 1, in.data() + 1 + nx, W.data(), r.data());
            for (std::size_t k = 0; k < outputs.size(); ++k)
                EXPECT_LE(units_in_the_last_place(found[k], k < entries ? W[k] : r[k - entries]), 2)
                    << model.prefix << ", output " << k;
        }
    }
    dlclose(library);
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace anholon
