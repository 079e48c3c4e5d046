#include "request/chart.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "integrate/gpu/shared_library.hpp"
#include "model/state/parameter_values.hpp"
#include "request/failure.hpp"
#include "request/method.hpp"
#include "request/words.hpp"
#include "study/device_chart.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;

constexpr double most_points = 1e9;
// Points per tile: what a killed process may lose.
constexpr std::size_t tile_size = 1024;
// Of charts that are watched while they are computed: points that are shown at once, and the side of the first grid.
constexpr std::size_t strip_size = 256, coarsest = 16;
// Tiles that a GPU computes at once: 2^18 points keep all its threads at work.
constexpr std::size_t tiles_on_device = 256;

const std::vector<std::pair<std::string, ChartMeasure::Kind>> measures = {
    {"final", ChartMeasure::Kind::final},  {"mean", ChartMeasure::Kind::mean},
    {"max", ChartMeasure::Kind::max},      {"min", ChartMeasure::Kind::min},
    {"time", ChartMeasure::Kind::time},    {"count", ChartMeasure::Kind::count},
    {"period", ChartMeasure::Kind::period}};

// Who computes the points of a chart: the processors of this machine, or its GPU.
class Worker {
  public:
    Worker(const Flow& flow, const ChartOptions& options, const std::string& device) {
        if (device != "cpu") try {
                chart_.emplace(flow, options);
                gpu_.emplace(gpus().front(), chart_->kernel());
                return;
            } catch (const GpuError& e) {
                if (device == "gpu") throw;
                why_cpu_ = e.what();
            } catch (const NotOnDevice& e) {
                if (device == "gpu") throw;
                why_cpu_ = e.what();
            }
        chart_.reset();
        work_.emplace(flow, options);
    }

    std::size_t tiles_at_once() const { return gpu_ ? tiles_on_device : 1; }
    bool is_of_order_8() const { return gpu_ || work_->has_lanes(); }
    const std::string& why_cpu() const { return why_cpu_; }
    // What numbers depend on to the last bit, and for people to read.
    std::string device() const {
        if (!gpu_) return "cpu";
        return "gpu sm_" + std::to_string(gpu_->device().architecture) + ", NVRTC " +
               gpu_->compiler_version();
    }
    std::string device_name() const { return gpu_ ? gpu_->device().name + " (" + device() + ")" : "cpu"; }

    std::vector<ChartPoint> points(const Study& study, std::span<const std::size_t> tiles,
                                   const SideBySideOptions& options) {
        if (!gpu_) {
            const std::size_t from = study.first_point(tiles[0]);
            return chart_points(*work_, from, from + study.points_of(tiles[0]), options);
        }
        std::vector<std::size_t> numbers;
        for (const std::size_t tile : tiles)
            for (std::size_t k = 0; k < study.points_of(tile); ++k)
                numbers.push_back(study.first_point(tile) + k);
        return chart_->points(*gpu_, numbers, options);
    }

  private:
    std::optional<ChartWork> work_;
    std::optional<DeviceChart> chart_;
    std::optional<Gpu> gpu_;
    std::string why_cpu_;
};

class Reader {
  public:
    Reader(const Chart& request, const System& system)
        : request_(request),
          system_(system),
          start_(read_initial_state(request.start, system)),
          parameters_(parameter_point(system, start_)),
          flow_(system, start_) {}

    ChartFound run(const ChartWay& way) {
        ChartFound out{.options = options(), .points = {}, .method = {}};
        const FlowRun run(flow_, flow_.equations(), {}, out.options.run);
        out.method = run.method();
        out.tolerance = run.tolerance();
        compute(out, way);
        return out;
    }

    ChartFound refine(const SideBySideOptions& side_by_side, const ChartSeen& seen) {
        const ChartOptions wanted = options();
        const std::size_t finest = std::max(wanted.axes.front().count, wanted.axes.back().count);
        for (std::size_t side = coarsest;; side *= 2) {
            ChartFound grid{.options = wanted, .points = {}, .method = {}};
            for (ChartAxis& axis : grid.options.axes) axis.count = std::min(axis.count, side);
            compute_in_strips(grid, side_by_side, seen);
            if (side >= finest || should_stop(side_by_side)) return grid;
        }
    }

  private:
    void compute_in_strips(ChartFound& grid, const SideBySideOptions& side_by_side,
                           const ChartSeen& seen) const {
        const ChartWork work(flow_, grid.options);
        const FlowRun run(flow_, flow_.equations(), {}, grid.options.run);
        grid.method = work.has_lanes() ? "dop853" : run.method();
        grid.tolerance = run.tolerance();
        grid.study = {"", grid.options.points(), strip_size};
        grid.points.assign(grid.study.points, {});
        for (std::size_t strip = 0; strip < grid.study.tiles() && !should_stop(side_by_side); ++strip) {
            const std::size_t from = grid.study.first_point(strip), to = from + grid.study.points_of(strip);
            put(grid, strip, chart_points(work, from, to, side_by_side));
            seen(grid, from, to);
        }
    }

    ChartOptions options() {
        ChartOptions options;
        read_axes(options);
        for (const std::string& text : request_.fix) {
            const Level fixed = level("--fix", text, system_, parameters_);
            options.levels.push_back({of_state(flow_, fixed.function, text), fixed.value, fixed.text});
        }
        read_measure(options.measure);
        read_times(options);
        if (request_.start.tolerance)
            options.run.tolerance = tolerance(*request_.start.tolerance, system_, parameters_);
        if (!request_.method_name.empty()) options.run.method = &method_named(request_.method_name);
        options.seed = request_.seed;
        return options;
    }

    void read_axes(ChartOptions& options) {
        if (request_.over.empty() || request_.over.size() > 2)
            throw Refusal(Of::words, "chart-axes",
                          "a chart has one or two axes, each by --over NAME=LOW..HIGH:N",
                          "--over m=1..2:100 --over w3=-5..5:100");
        for (const std::string& text : request_.over) {
            const Range r = range("--over", text, system_, parameters_);
            if (!r.count)
                throw Refusal(Of::words, "chart-axes",
                              "--over needs the number of points: '" + text + ":100'");
            options.axes.push_back({r.text, axis_function(r), r.low, r.high, *r.count});
        }
        if (options.axes.size() == 2 && options.axes[0].function == options.axes[1].function)
            throw Refusal(Of::words, "chart-axes",
                          "both axes of the chart are '" + options.axes[0].text + "'");
        double all = 1;
        for (const ChartAxis& axis : options.axes) all *= static_cast<double>(axis.count);
        if (all > most_points)
            throw Refusal(Of::words, "points-too-many",
                          "this chart has " + decimal(all, 3) + " points, and at most " +
                              decimal(most_points, 1) + " are computed");
    }

    // A parameter stands for itself; a function of the state is written in the variables of the flow.
    Expr axis_function(const Range& r) const {
        if (parameter_place(flow_, r.function)) return r.function;
        return of_state(flow_, r.function, r.text);
    }

    void read_measure(ChartMeasure& measure) const {
        const std::string text = without_blanks_around(request_.measure);
        measure.text = text;
        if (text == "lyapunov") return;
        const std::size_t open = text.find('(');
        std::vector<std::string> names{"lyapunov"};
        for (const auto& [name, kind] : measures) {
            names.push_back(name + "(EXPR)");
            if (open == std::string::npos || !text.ends_with(')') || text.substr(0, open) != name) continue;
            measure.kind = kind;
            const std::string inside = text.substr(open + 1, text.size() - open - 2);
            const bool is_event = kind == ChartMeasure::Kind::time || kind == ChartMeasure::Kind::count ||
                                  kind == ChartMeasure::Kind::period;
            const Crossed read = is_event ? crossed("--measure", inside, system_)
                                          : Crossed{expression("--measure", inside, system_), 0};
            measure.function = of_state(flow_, read.function, inside);
            measure.direction = read.direction;
            return;
        }
        throw Refusal(Of::words, text.empty() ? "measure-missing" : "measure-unknown",
                      text.empty() ? "a chart needs --measure" : "there is no measure '" + text + "'",
                      "one of " + joined(names));
    }

    void read_times(ChartOptions& options) {
        if (const Experiment* e = start_.experiment) options.until = e->until.to_double();
        if (request_.start.until)
            options.until = number("--until", *request_.start.until, system_, parameters_, seconds());
        if (!(options.until > 0)) throw Refusal(Of::words, "until-bad", "--until takes a positive time");
        options.transient = options.measure.kind == ChartMeasure::Kind::lyapunov ? options.until / 10 : 0;
        if (request_.transient)
            options.transient = number("--transient", *request_.transient, system_, parameters_, seconds());
        if (!(options.transient >= 0 && options.transient < options.until))
            throw Refusal(
                Of::words, "transient-bad",
                "--transient takes a time from 0 to less than that of --until, " + decimal(options.until, 6));
    }

    // --- tile by tile

    void compute(ChartFound& out, const ChartWay& way) const {
        out.part = part(way);
        if (way.only_reads) {
            if (request_.device == "gpu") const DeviceChart possible(flow_, out.options);
            out.study = {"", out.options.points(), tile_size};
            return;
        }
        Worker worker(flow_, out.options, request_.device);
        if (worker.is_of_order_8()) out.method = "dop853";
        out.device = worker.device_name();
        out.why_cpu = worker.why_cpu();
        out.study = {identity(out, worker.device(), way), out.options.points(), tile_size};
        out.points.assign(out.study.points, {});
        std::optional<StudyFolder> kept;
        if (!way.folder.empty()) kept.emplace(way.folder, out.study, out.part);
        std::vector<std::size_t> missing;
        for (std::size_t tile = out.part.number - 1; tile < out.study.tiles(); tile += out.part.of)
            if (const auto points = kept ? kept->tile(tile) : std::nullopt) {
                put(out, tile, *points);
                out.resumed += points->size();
            } else {
                missing.push_back(tile);
            }
        std::size_t before = out.resumed;
        for (std::span<const std::size_t> left = missing; !left.empty();) {
            const auto tiles = left.first(std::min(worker.tiles_at_once(), left.size()));
            left = left.subspan(tiles.size());
            const std::vector<ChartPoint> points =
                worker.points(out.study, tiles, counted_from(before, out, way));
            before += points.size();
            if (!take(out, tiles, points, kept)) return;
        }
    }

    static void put(ChartFound& out, std::size_t tile, std::span<const ChartPoint> points) {
        std::ranges::copy(points,
                          out.points.begin() + static_cast<std::ptrdiff_t>(out.study.first_point(tile)));
    }

    // Tile after tile; a tile with points that are not computed is not kept. Whether there was none.
    static bool take(ChartFound& out, std::span<const std::size_t> tiles, std::span<const ChartPoint> points,
                     const std::optional<StudyFolder>& kept) {
        const auto is_pending = [](const ChartPoint& p) { return p.status == ChartPoint::Status::pending; };
        for (const std::size_t tile : tiles) {
            const auto own = points.first(out.study.points_of(tile));
            points = points.subspan(own.size());
            put(out, tile, own);
            if (std::ranges::any_of(own, is_pending)) return false;
            if (kept) kept->keep(tile, {own.begin(), own.end()});
        }
        return true;
    }

    // With progress that counts the points of the part, so many of which are there.
    static SideBySideOptions counted_from(std::size_t before, const ChartFound& out, const ChartWay& way) {
        SideBySideOptions options = way.side_by_side;
        if (options.progress)
            options.progress = [before, all = points_of(out.part, out.study),
                                tell = way.side_by_side.progress](std::size_t done, std::size_t) {
                tell(before + done, all);
            };
        return options;
    }

    static std::size_t points_of(const StudyPart& part, const Study& study) {
        std::size_t sum = 0;
        for (std::size_t tile = part.number - 1; tile < study.tiles(); tile += part.of)
            sum += study.points_of(tile);
        return sum;
    }

    static StudyPart part(const ChartWay& way) {
        if (way.part.empty()) return {};
        StudyPart out{0, 0};
        const char* const end = way.part.data() + way.part.size();
        auto read = std::from_chars(way.part.data(), end, out.number);
        if (read.ec == std::errc() && read.ptr != end && *read.ptr == '/')
            read = std::from_chars(read.ptr + 1, end, out.of);
        if (read.ec != std::errc() || read.ptr != end || out.number < 1 || out.number > out.of)
            throw Refusal(Of::words, "part-bad",
                          "--part takes K/N, part K of N with K from 1 to N, and not '" + way.part + "'",
                          "--part 1/3, --part 2/3 and --part 3/3 make a whole");
        if (way.folder.empty())
            throw Refusal(Of::words, "part-nowhere", "--part needs a folder to keep its tiles in",
                          "--folder FOLDER");
        return out;
    }

    // What a folder is known by. Threads, parts and pictures are no part of it.
    static std::string identity(const ChartFound& out, const std::string& device, const ChartWay& way) {
        std::string text = "anholon chart\nmodel sha256: " + sha256(way.model_text) +
                           "\nmeasure: " + out.options.measure.text + "\nmethod: " + std::string(out.method) +
                           "\ndevice: " + device + "\n";
        for (const std::string& word : way.words) text += "word: " + printable(word) + "\n";
        return text;
    }

    const Chart& request_;
    const System& system_;
    InitialStateOptions start_;
    Point parameters_;
    Flow flow_;
};

}  // namespace

ChartFound refined(const Chart& request, const System& system, const SideBySideOptions& side_by_side,
                   const ChartSeen& seen) {
    return Reader(request, system).refine(side_by_side, seen);
}

ChartFound answer(const Chart& request, const System& system, const ChartWay& way) {
    return Reader(request, system).run(way);
}

}  // namespace anholon::request
