#include "report/surface.hpp"

#include "base/faults.hpp"
#include "base/pending_file.hpp"
#include "command.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"
#include "options.hpp"
#include "report/surface_picture.hpp"

namespace anholon::cli {

namespace {

class Surface : public Command {
  public:
    std::string_view name() const override { return "surface"; }
    std::string_view summary() const override {
        return "find the topology of the surface on which the first integrals are constant, and draw it";
    }
    std::string_view example() const override { return "anholon surface cart-two-skates --plot surface.png"; }

    void declare(Options& options) override {
        options.add("M", model_, model_help).required();
        options.flag("--reduced", reduced_, reduced_help);
        options.add(
            "--level", request_.levels,
            "EXPR[=VALUE]: a first integral, at its initial value if none is given; repeatable (default: "
            "those that the model expects)");
        options.add("--velocities", request_.velocities,
                    "LIST: NAME or NAME=EXPR, velocities to write the equations in (default: those of the "
                    "coordinates, or abbreviations of the model where fewer coordinates are left)");
        options.add(
            "--keep", request_.keep,
            "LIST: coordinates to keep though they occur in no equation (default: angles, if they make "
            "the set a surface)");
        options.add(
            "--box", request_.box,
            "NAME=LOW..HIGH: where to follow the surface; repeatable (default: seven times as wide as "
            "the points found)");
        options.add("--cells", request_.cells, "N: cells per variable of the first grid (default: 12)");
        options.add("--most", request_.most, "N: simplices of a grid at most (default: 1500000)");
        options.add("--starts", request_.starts,
                    "N: random points from which the set is sought (default: 64)");
        options.add("--seed", request_.seed, "NUMBER: of the random points and grids (default: 1)");
        options.add("--columns", request_.start.columns,
                    "LIST: three names or expressions to draw (default: the first three variables)");
        options.add("--motion", request_.motion,
                    "TIME: follow the motion from the initial state on the surface, and draw it");
        options.add("-o", output_, "FILE: write the polygons: .obj");
        options.add("--plot", pictures_, "FILE: draw the surface as SVG, PNG or PDF; repeatable");
        declare_start(options, request_.start);
    }

    Outcome run(Session& session) override {
        for (const std::string& path : pictures_) check_file(path, {".svg", ".png", ".pdf"});
        if (!output_.empty()) check_file(output_, {".obj"});
        const System& system = load_model(model_, session,
                                          {.start = start_of(request_.start.is_strict),
                                           .reduced = reduced_,
                                           .moves = reduced_,
                                           .words = reduced_ ? &request_.start : nullptr})
                                   .system;
        const request::SurfaceFound found = answer(request_, title_of(model_, system), system);
        for (const std::string& path : pictures_) write_surface(path, found);
        if (!output_.empty()) {
            PendingFile file(output_);
            file.write(as_obj(found));
            file.commit();
        }
        Outcome outcome{.text = as_text(found, session.width), .result = as_json(found)};
        if (!found.traced.is_decided && found.traced.singular.empty())
            add_warning(outcome, "surface-undecided", "the topology is not decided at this resolution");
        return outcome;
    }

  private:
    // Before the work, not after it.
    static void check_file(const std::string& path, std::initializer_list<std::string_view> endings) {
        try {
            file_ending(path, endings);
        } catch (const UnknownFileFormat& e) {
            misused("file-format", e.what());
        }
        const PendingFile writable(path);
    }

    std::string model_, output_;
    std::vector<std::string> pictures_;
    bool reduced_ = false;
    request::Surface request_;
};

}  // namespace

std::unique_ptr<Command> make_surface() { return std::make_unique<Surface>(); }

}  // namespace anholon::cli
