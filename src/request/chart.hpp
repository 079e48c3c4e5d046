#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "motion/simulation_words.hpp"
#include "study/chart.hpp"
#include "study/study_folder.hpp"

namespace anholon::request {

struct Chart {
    SimulationWords start = {};          // with its until and tolerance
    std::vector<std::string> over = {};  // NAME=LOW..HIGH:N, one or two
    std::vector<std::string> fix = {};   // EXPR=VALUE
    std::string measure =
        {};  // lyapunov, final(EXPR), mean(EXPR), max(EXPR), min(EXPR), time(EXPR), count(EXPR), period(EXPR)
    std::optional<std::string> transient = {};
    std::uint64_t seed = 1;
    std::string method_name = {};
    std::string device = "cpu";  // cpu, gpu, or auto: a GPU where one can do it
};

struct ChartWay {
    std::string folder = {};              // that keeps what is done; none if empty
    std::string part = {};                // K/N: only the tiles of this part; all of them if empty
    bool only_reads = false;              // the request, and computes nothing
    std::string model_text = {};          // whose chart the folder holds
    std::vector<std::string> words = {};  // of the request
    SideBySideOptions side_by_side = {};  // its progress counts points of the part
};

// A chart as far as it is computed.
struct ChartFound {
    ChartOptions options;
    std::vector<ChartPoint> points;
    std::string_view method;
    double tolerance = 0;
    std::string device = "cpu";  // or which GPU, and the compiler of its kernel
    std::string why_cpu = {};    // where a GPU would have been used
    std::size_t resumed = 0;     // points that the folder had
    Study study = {};            // in tiles
    StudyPart part = {};

    bool is_asked(std::size_t point) const { return part.has(point / study.tile_size); }
};

// The same chart from coarse to fine: grids of 16, 32, … points per side, and at last the one that is asked for. `seen` is told of points
// [from, to) of a grid when they are computed, on the caller's thread. Throws as `answer` does.
using ChartSeen = std::function<void(const ChartFound& grid, std::size_t from, std::size_t to)>;
ChartFound refined(const Chart& request, const System& system, const SideBySideOptions& side_by_side,
                   const ChartSeen& seen);

// In tiles, which the folder keeps. Throws Refusal, NoFlow and NoInitialState, and what the folder throws.
ChartFound answer(const Chart& request, const System& system, const ChartWay& way);

}  // namespace anholon::request
