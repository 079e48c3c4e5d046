#include "right_hand_side.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>

#include "benchmark.hpp"
#include "cases.hpp"
#include "code/compiler.hpp"
#include "code/source/registry.hpp"
#include "integrate/aligned.hpp"

namespace anholon::bench {
namespace {

using Exported = int(double t, const double* x, const double* p, double* dx, double* z);

// The program that `anholon export --to c99` writes, compiled by gcc -O3 and loaded.
class ExportedC {
  public:
    explicit ExportedC(const RateEquations& equations) {
        const auto stem =
            std::filesystem::temp_directory_path() / ("anholon_rhs_" + std::to_string(getpid()));
        const std::string source = stem.string() + ".c", library = stem.string() + ".so";
        const std::string text = find_language("c99")->write(equations, {});
        std::ofstream(source) << text;
        output_of({"gcc", "-O3", "-std=c99", "-shared", "-fPIC", "-o", library, source, "-lm"});
        handle_ = dlopen(library.c_str(), RTLD_NOW);
        std::smatch found;
        if (handle_ && std::regex_search(text, found, std::regex("int ([a-z_0-9]+_rhs)\\(")))
            rhs = reinterpret_cast<Exported*>(dlsym(handle_, found[1].str().c_str()));
        std::filesystem::remove(source);
        std::filesystem::remove(library);
    }
    ~ExportedC() {
        if (handle_) dlclose(handle_);
    }
    ExportedC(const ExportedC&) = delete;
    ExportedC& operator=(const ExportedC&) = delete;

    Exported* rhs = nullptr;  // nothing where there is no gcc

  private:
    void* handle_ = nullptr;
};

}  // namespace

void right_hand_sides() {
    std::puts(
        "\nOne right-hand side W z = r, dx/dt = G as machine code, in one lane and in eight, against the "
        "exported C "
        "(gcc -O3); the quickest of 30 rounds in alternation");
    Table table({"system", "form", "operations", "compile", "ours", "exported C", "ratio", "of a lane",
                 "difference", ""});
    for (const char* name : {"rolling-disc", "rattleback", "chaplygin-top", "whipple-bicycle", "trailer-5"}) {
        const Case c = prepared(of_gallery(name), 0);
        const ExportedC exported(c.equations);
        if (!exported.rhs) {
            std::puts("  skipped: no gcc to compile the exported C");
            return;
        }
        const RateProgram program = rate_program(c.equations);
        std::unique_ptr<RateEvaluator> ours;
        const double compile = seconds_of([&] { ours = compiled_rates(program); });
        const auto eight = rate_code(program, 8);
        const std::size_t n = program.states;
        AlignedDoubles memory(program.doubles()), wide_memory(8 * program.doubles()), point(n + 1),
            wide_point(8 * (n + 1)), dx(n), other(n), wide_dx(8 * n), z(program.unknowns + 1);
        program.set_parameters(c.p, memory.data());
        std::copy_n(c.x.data(), n, point.data() + 1);
        for (std::size_t l = 0; l < 8; ++l) {
            program.set_parameters(c.p, wide_memory.data(), l, 8);
            for (std::size_t i = 0; i <= n; ++i) wide_point[8 * i + l] = point[i];
        }
        double best = HUGE_VAL, best_c = HUGE_VAL, best_lane = HUGE_VAL;
        constexpr int calls = 3000;
        for (int round = 0; round < 30; ++round) {
            best = std::min(best, seconds_of([&] {
                                for (int k = 0; k < calls; ++k)
                                    point[0] = 1e-9 * k, (*ours)(point.data(), memory.data(), dx.data());
                            }));
            best_c = std::min(best_c, seconds_of([&] {
                                  for (int k = 0; k < calls; ++k)
                                      exported.rhs(1e-9 * k, c.x.data(), c.p.data(), other.data(), z.data());
                              }));
            best_lane = std::min(best_lane, seconds_of([&] {
                                     for (int k = 0; k < calls / 8; ++k)
                                         (*eight)(wide_point.data(), wide_memory.data(), wide_dx.data());
                                 }));
        }
        double worst = 0;
        for (std::size_t i = 0; i < n; ++i)
            worst = std::max(worst, std::fabs(dx[i] - other[i]) / std::max(1.0, std::fabs(other[i])));
        table.add({name, c.form, count(program.program.operations()), duration(compile),
                   duration(best / calls), duration(best_c / calls), decimal(best / best_c, 2),
                   duration(best_lane / calls), small(worst), verdict("≤ 1", best <= best_c)});
    }
    table.print();
}

}  // namespace anholon::bench
