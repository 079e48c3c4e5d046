#include "report/linearisation.hpp"

#include "base/faults.hpp"
#include "base/pending_file.hpp"
#include "command.hpp"
#include "model_input.hpp"
#include "motion_options.hpp"
#include "report/stability_region.hpp"
#include "report/symbolic_stability.hpp"

namespace anholon::cli {

namespace {

class Linearize : public Command {
  public:
    std::string_view name() const override { return "linearize"; }
    std::string_view summary() const override {
        return "linearize the equations near an equilibrium or a steady motion, and judge its stability";
    }
    std::string_view example() const override {
        return "anholon linearize whipple-bicycle --at steady -i v=5";
    }

    void declare(Options& options) override {
        options.add("M", model_, model_help).required();
        options.add("--at", at_, "KIND: equilibrium (nothing moves) or steady (motion along symmetries only)")
            .required()
            .one_of({"equilibrium", "steady"});
        options.add("--where", request_.where,
                    "EXPR=VALUE: a condition that the state must satisfy as well, such as energy=3 or "
                    "theta=1.2; repeatable");
        options.add("--critical", request_.critical,
                    "NAME=LOW..HIGH: instead, find the values of a parameter or of an initial value, such "
                    "as a speed, at which eigenvalues pass the imaginary axis");
        options.add(
            "--symbolic", letters_,
            "NAMES: instead, the characteristic polynomial and the conditions of stability with these "
            "parameters as letters, separated by commas, or all");
        options.add("--region", regions_.region,
                    "A=LOW..HIGH,B=LOW..HIGH: instead, where in the plane of two letters it is stable");
        options.add("--points", points_, "N: of a region along each axis (default: 201)");
        options.add("-o", output_, "FILE: write the region, as a picture: .svg, .png or .pdf, or as .csv");
        options.flag("--reduced", reduced_, reduced_help);
        declare_start(options, request_.start);
    }

    Outcome run(Session& session) override {
        request_.at = at_ == "steady" ? Standstill::steady : Standstill::equilibrium;
        const System& system =
            load_model(model_, session, {.reduced = reduced_, .words = &request_.start, .keeps_given = true})
                .system;
        const std::string title = title_of(model_, system);
        refuse_conflicts();
        if (letters_) return in_letters(system, title, session);
        if (!regions_.region.empty()) return region(system, title, session);
        const LinearizeAnswer found = answer(request_, system);
        return {.text = as_text(title, found, session.width), .result = as_json(title, found)};
    }

  private:
    void refuse_conflicts() const {
        const int ways =
            (request_.critical.empty() ? 0 : 1) + (letters_ ? 1 : 0) + (regions_.region.empty() ? 0 : 1);
        if (ways > 1)
            misused("options-conflict", "--critical, --symbolic and --region are different questions",
                    "one of them; --symbolic also gives the critical values of a single letter");
        if (regions_.region.empty() && (!output_.empty() || points_ > 0))
            misused("options-conflict", "-o and --points belong to --region", "--region a=0..1,b=0..2");
    }

    Outcome in_letters(const System& system, const std::string& title, const Session& session) const {
        const SymbolicStability found = request::answer(
            request::StabilityInLetters{.standstill = request_, .letters = *letters_}, system);
        return {.text = as_text(title, found, session.width), .result = as_json(title, found)};
    }

    Outcome region(const System& system, const std::string& title, const Session& session) {
        regions_.standstill = request_;
        if (points_ > 0) regions_.points = points_;
        if (!output_.empty()) const PendingFile writable(output_);
        const request::RegionFound found = request::answer(regions_, system);
        try {
            if (!output_.empty()) write_region(output_, title, found);
        } catch (const UnknownFileFormat& e) {
            misused("file-format", e.what());
        }
        return {.text = as_text(title, found, session.width),
                .result = session.json ? as_json(title, found) : Json()};
    }

    std::string model_, at_;
    std::optional<std::string> letters_;
    request::StabilityRegions regions_;
    std::uint64_t points_ = 0;  // the default
    std::string output_;
    request::Linearize request_;
    bool reduced_ = false;
};

}  // namespace

std::unique_ptr<Command> make_linearize() { return std::make_unique<Linearize>(); }

}  // namespace anholon::cli
