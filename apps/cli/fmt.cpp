
#include "command.hpp"
#include "input.hpp"
#include "model_input.hpp"
#include "options.hpp"
#include "syntax/format.hpp"

namespace anholon::cli {

namespace {

class Fmt : public Command {
  public:
    std::string_view name() const override { return "fmt"; }
    std::string_view summary() const override { return "format the source of a model"; }
    std::string_view example() const override { return "anholon fmt --write my-model.anh"; }
    bool may_run_long() const override { return false; }

    void declare(Options& options) override {
        options.add("FILE", file_, "the file to format, or - for stdin").required();
        const auto write = options.flag("--write", write_, "rewrite the file instead of printing the result");
        options.flag("--check", check_, "print nothing; exit with 1 if the file is not formatted")
            .not_with(write);
    }

    Outcome run(Session& session) override {
        if (write_ && file_ == "-")
            return refused(Exit::usage, {.code = "write-stdin",
                                         .message = "--write needs a file; it cannot rewrite stdin"});
        const Source source = read_file(file_, session);
        Diagnostics diagnostics;
        auto text = syntax::formatted(source, diagnostics);
        if (!text) throw Refusal(diagnostics, source, Refusal::Of::model);
        const bool changed = *text != source.text();
        Outcome out;
        out.result = Json::object({{"changed", changed}, {"text", *text}});
        if (check_) {
            if (changed) {
                out = refused(Exit::failed, {.code = "layout",
                                             .message = source.name() + " is not formatted",
                                             .help = "anholon fmt --write " + source.name()});
            }
        } else if (write_) {
            if (changed) write_file(file_, *text);
        } else {
            text->pop_back();  // the line end is printed behind every result
            out.text = std::move(*text);
        }
        return out;
    }

  private:
    std::string file_;
    bool write_ = false, check_ = false;
};

}  // namespace

std::unique_ptr<Command> make_fmt() { return std::make_unique<Fmt>(); }

}  // namespace anholon::cli
