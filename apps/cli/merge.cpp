#include "report/merge.hpp"

#include "command.hpp"
#include "options.hpp"

namespace anholon::cli {

namespace {

class Merge : public Command {
  public:
    std::string_view name() const override { return "merge"; }
    std::string_view summary() const override { return "join the folders of the parts of a chart"; }
    std::string_view example() const override { return "anholon merge part1 part2 part3 --into whole"; }
    bool may_run_long() const override { return false; }

    void declare(Options& options) override {
        options.add("FOLDER", request_.folders, "folders of `anholon chart --part`").required().several();
        options
            .add("--into", request_.into,
                 "FOLDER: where all tiles are to stand; the chart's command with this --folder writes files")
            .required();
    }

    Outcome run(Session& session) override {
        const MergedStudy merged = request::answer(request_);
        Outcome outcome{.text = as_text(request_.into, merged, session.width),
                        .result = as_json(request_.into, merged)};
        if (!merged.missing.empty())
            add_error(outcome, Exit::failed, "tiles-missing", missing_tiles(request_.into, merged));
        return outcome;
    }

  private:
    request::Merge request_;
};

}  // namespace

std::unique_ptr<Command> make_merge() { return std::make_unique<Merge>(); }

}  // namespace anholon::cli
