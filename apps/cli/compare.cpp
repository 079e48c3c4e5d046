#include "certificate_file.hpp"
#include "command.hpp"
#include "model_input.hpp"
#include "options.hpp"
#include "report/comparison.hpp"

namespace anholon::cli {

namespace {

class Compare : public Command {
  public:
    std::string_view name() const override { return "compare"; }
    std::string_view summary() const override {
        return "prove that a map takes the motions of one model to those of another, or find such a map";
    }
    std::string_view example() const override {
        return "anholon compare suslov suslov --map \"w1 = -w1, w2 = -w2\" --time \"-1\"";
    }

    void declare(Options& options) override {
        options.add("A", a_, model_help).required();
        options.add("B", b_, "the other model").required();
        options.add(
            "--map", request_.map,
            "NAME=EXPR,...: variables and parameters of B in the names of A; those left out are those "
            "of the same name, or B's stated values; repeatable");
        options.add("--time", request_.time, "EXPR: f of dt_B = f dt_A, in the names of A (default: 1)");
        options.add("--where", request_.where,
                    "EXPR > 0: which root of a square is meant, where roots occur; repeatable");
        options.add("--find", request_.find,
                    "NAME,...: parameters of B that the search for a map may choose; repeatable");
        options.add("-p", parameters_,
                    "NAME=VALUE: fix a parameter of A; all others stay arbitrary; repeatable");
        options.flag("--reduced", reduced_, "compare the cores, the smallest closed sets of variables");
        options.add("--certificate", certificate_, certificate_help);
    }

    Outcome run(Session& session) override {
        const request::ModelRequest of_a{.parameters = parameters_, .reduced = reduced_, .if_smaller = true};
        const request::ModelRequest of_b{.reduced = reduced_, .if_smaller = true};
        const request::StatedModel &read_a = load_model(a_, session, of_a),
                                   &read_b = load_model(b_, session, of_b);
        const System &a = read_a.system, &b = read_b.system;
        const ModelTexts texts{std::string(read_a.source.text()), std::string(read_b.source.text())};
        const request::Comparison found = answer(request_, title_of(a_, a), a, title_of(b_, b), b, texts);
        Outcome outcome{.text = as_text(found, session.width), .result = as_json(found)};
        if (found.verdict.holds == Answer::no)
            add_error(outcome, Exit::failed, "map-fails", "the map does not take motions to motions");
        if (found.verdict.holds == Answer::unknown)
            add_error(outcome, Exit::failed, "map-undecided",
                      "it is not decided whether a map takes motions to motions");
        if (certificate_ && !write_certificate(*certificate_, found.verdict.judged, session, outcome))
            fail_without_certificate(outcome);
        return outcome;
    }

  private:
    std::string a_, b_;
    std::vector<std::string> parameters_;
    bool reduced_ = false;
    std::optional<std::string> certificate_;
    request::Compare request_;
};

}  // namespace

std::unique_ptr<Command> make_compare() { return std::make_unique<Compare>(); }

}  // namespace anholon::cli
