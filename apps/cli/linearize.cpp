#include <CLI/CLI.hpp>

#include <algorithm>

#include "command.hpp"
#include "model/state_variable.hpp"
#include "model_input.hpp"
#include "report/linearisation.hpp"
#include "simulation_request.hpp"

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

    void declare(CLI::App& app) override {
        app.add_option("M", model_, model_help)->required();
        app.add_option("--at", at_,
                       "KIND: equilibrium (nothing moves) or steady (motion along symmetries only)")
            ->required()
            ->check(CLI::IsMember({"equilibrium", "steady"}));
        request_.declare_state(app);
    }

    Outcome run(Session& session) override {
        LoadedModel input = load_model(model_, session);
        if (!input.system) return rejected(input.diagnostics, input.source, session);
        const System& system = *input.system;
        Outcome outcome;
        const auto read = read_request(request_, system, session, outcome);
        if (!read) return outcome;
        const LinearisationOptions options{at_ == "steady" ? Standstill::steady : Standstill::equilibrium,
                                           read->options.initial};
        if (const auto moving = given_velocity(system, options); !moving.empty())
            return refused(Exit::usage,
                           {.code = "velocity-in-equilibrium",
                            .message = "in an equilibrium '" + moving + "' is 0 and cannot be given",
                            .help = "--at steady keeps the velocities that are given"});
        try {
            const Linearisation l = linearisation(system, options);
            add_warnings(outcome, input, session);
            const std::string title = model_ == "-" ? system.name : model_;
            outcome.text = as_text(title, l, session.width);
            outcome.result = as_json(title, l);
            return outcome;
        } catch (const NoStandstill& e) {
            return refused(Exit::state, {.code = "no-standstill",
                                         .message = e.what(),
                                         .help = "-i name=value starts the search elsewhere"});
        } catch (const DependsOnTime& e) {
            return refused(Exit::failed, {.code = "depends-on-time",
                                          .message = std::string(e.what()) + ": nothing stands still"});
        } catch (const NoInitialState& e) {
            return impossible(input, e, session);
        }
    }

  private:
    static std::string given_velocity(const System& system, const LinearisationOptions& options) {
        if (options.at == Standstill::steady) return "";
        const std::vector<Expr> q = system.q();
        for (const auto& [symbol, value] : options.initial.values) {
            const bool stands = std::ranges::find(q, symbol) != q.end() ||
                                std::ranges::find(system.multipliers, symbol) != system.multipliers.end();
            if (!stands) return name_of(symbol, system);
        }
        return "";
    }

    std::string model_, at_;
    SimulationRequest request_;
};

}  // namespace

std::unique_ptr<Command> make_linearize() { return std::make_unique<Linearize>(); }

}  // namespace anholon::cli
