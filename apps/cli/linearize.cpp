#include <CLI/CLI.hpp>

#include <algorithm>
#include <optional>

#include "command.hpp"
#include "model/request.hpp"
#include "model/state/state_variable.hpp"
#include "model_input.hpp"
#include "report/linearisation.hpp"
#include "simulation_request.hpp"
#include "sweep_request.hpp"

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
        app.add_option("--where", where_,
                       "EXPR=VALUE: a condition that the state must satisfy as well, such as energy=3 or "
                       "theta=1.2; repeatable")
            ->allow_extra_args(false);
        app.add_option("--critical", critical_,
                       "NAME=LOW..HIGH: instead, find the values of a parameter or of an initial value, such "
                       "as a speed, at which eigenvalues pass the imaginary axis");
        request_.declare_state(app);
    }

    Outcome run(Session& session) override {
        LoadedModel input = load_model(model_, session);
        if (!input.system) return rejected(input.diagnostics, input.source, session);
        const System& system = *input.system;
        Outcome outcome;
        const auto read = read_request(request_, system, session, outcome);
        if (!read) return outcome;
        LinearisationOptions options{
            at_ == "steady" ? Standstill::steady : Standstill::equilibrium, read->options.initial, {}};
        if (const auto moving = given_velocity(system, options); !moving.empty())
            return velocity_refused(moving);
        for (const std::string& text : where_)
            if (!add_condition(text, system, options, session, outcome)) return outcome;
        std::optional<ReadSweep> sweep;
        if (!critical_.empty()) {
            sweep = read_sweep(critical_, system, options.initial, session, outcome);
            if (!sweep) return outcome;
            if (const auto moving = moving_in_equilibrium(system, options, sweep->sweep); !moving.empty())
                return velocity_refused(moving);
        }
        try {
            const std::string title = model_ == "-" ? system.name : model_;
            if (sweep) {
                const CriticalValues c = critical_values(system, options, sweep->sweep);
                outcome.text = as_text(title, c, sweep->unit, session.width);
                outcome.result = as_json(title, c, sweep->unit);
            } else {
                const Linearisation l = linearisation(system, options);
                outcome.text = as_text(title, l, session.width);
                outcome.result = as_json(title, l);
            }
            add_warnings(outcome, input, session);
            return outcome;
        } catch (const NoStandstill& e) {
            return refused(Exit::state, {.code = "no-standstill",
                                         .message = e.what(),
                                         .help = "-i name=value starts the search elsewhere"});
        } catch (const ConditionOutside& e) {
            return refused(Exit::usage, {.code = "condition-outside", .message = e.what()});
        } catch (const DependsOnTime& e) {
            return refused(Exit::failed, {.code = "depends-on-time",
                                          .message = std::string(e.what()) + ": nothing stands still"});
        } catch (const NoInitialState& e) {
            return impossible(input, e, session);
        }
    }

  private:
    static bool add_condition(const std::string& text, const System& system, LinearisationOptions& options,
                              const Session& session, Outcome& refusal) {
        if (text.find('=') == std::string::npos) {
            refusal = refused(Exit::usage, {.code = "condition-bad",
                                            .message = "--where takes EXPR=VALUE, not '" + text + "'",
                                            .help = "--where energy=3"});
            return false;
        }
        const Source source("--where", text);
        Diagnostics diagnostics;
        const Expr residual = read_equation(source, scope_of(system), system, diagnostics);
        if (residual) {
            options.where.push_back({residual, text});
            return true;
        }
        refusal = rejected(diagnostics, source, session);
        refusal.exit = Exit::usage;
        return false;
    }

    static Outcome velocity_refused(const std::string& name) {
        return refused(Exit::usage, {.code = "velocity-in-equilibrium",
                                     .message = "in an equilibrium '" + name + "' is 0 and cannot be given",
                                     .help = "--at steady keeps the velocities that are given"});
    }

    static std::string moving_in_equilibrium(const System& system, const LinearisationOptions& options,
                                             const Sweep& sweep) {
        const bool moves = sweep.what == Sweep::What::initial_value && !may_stand_still(sweep.symbol, system);
        return options.at == Standstill::equilibrium && moves ? sweep.name : "";
    }

    std::string model_, at_, critical_;
    std::vector<std::string> where_;
    SimulationRequest request_;
};

}  // namespace

std::unique_ptr<Command> make_linearize() { return std::make_unique<Linearize>(); }

}  // namespace anholon::cli
