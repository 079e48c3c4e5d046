#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/deadline.hpp"
#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "model/refusal.hpp"
#include "model/system.hpp"
#include "motion/ensemble.hpp"
#include "motion/simulation_words.hpp"
#include "report/simulation.hpp"

namespace anholon::library {

// The engine has a Run of its own, and an ensemble. Headers that use them come before the public one.
using EngineRun = anholon::Run;
using EngineEnsembleOptions = anholon::EnsembleOptions;

}  // namespace anholon::library

#include "anholon/anholon.hpp"

namespace anholon {
inline namespace v0 {

// What a model is made of. Nothing of it ever changes, so any number of threads may read it.
struct Model::Frozen {
    Frozen(Source text, System stated, const Diagnostics& said);
    ~Frozen();

    Source source;
    System system;  // its context is frozen
    std::string name, description;
    std::vector<ModelParameter> parameters, inputs;
    std::vector<ModelOutput> outputs;
    std::vector<std::string> state_variables, quasi_velocities, experiments;
    std::vector<Error::Diagnostic> warnings;
};

}  // namespace v0

namespace library {

// The exact arithmetic keeps memory for each thread: from here on it is given back when this thread ends.
void mind_thread();

Error error_of(const Diagnostics& diagnostics, const Source* source, Error::Of of);
Error error_of(const std::string& code, const std::string& message, const std::string& help = "");
std::vector<Error::Diagnostic> listed(const Diagnostics& diagnostics, const Source* source,
                                      Severity severity);
[[noreturn]] void rethrow_as_error(const Source* source);  // what is being caught; `source` is the model's

// Hands a stop of the standard library on to the computations of this thread.
class StopHere {
  public:
    explicit StopHere(const std::stop_token& token)
        : callback_(token, [stop = stop_] { stop.request(); }), here_(stop_) {}

  private:
    Stop stop_;
    std::stop_callback<std::function<void()>> callback_;
    Stoppable here_;
};

// Answers a question: what the engine throws becomes an Error.
auto answered(const Source* source, auto&& question) {
    mind_thread();
    try {
        return question();
    } catch (...) {
        rethrow_as_error(source);
    }
}
auto answered(const Model& model, auto&& question) { return answered(&model.frozen().source, question); }

// What a caller's function threw: it comes out of the library unchanged.
struct Unchanged {
    std::exception_ptr exception;
};
std::function<void(const std::string&)> progress_of(const Limits& limits);

// The same within limits.
class Limited {
  public:
    explicit Limited(const Limits& limits);
    ~Limited();

  private:
    StopHere stop_;
    std::optional<Deadline> deadline_;
};
auto answered(const Model& model, const Limits& limits, auto&& question) {
    return answered(model, [&] {
        const Limited here(limits);
        return question();
    });
}

double finite(double number, const std::string& name);       // throws Error
std::vector<std::string> assignments(const Values& values);  // "h=0.01"

}  // namespace library
}  // namespace anholon
