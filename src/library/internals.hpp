#pragma once

#include <memory>
#include <string>
#include <vector>

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
    std::vector<ModelParameter> parameters;
    std::vector<std::string> state_variables, quasi_velocities, experiments;
    std::vector<Error::Diagnostic> warnings;
};

}  // namespace v0

namespace library {

// The exact arithmetic keeps memory for each thread: from here on it is given back when this thread ends.
void mind_thread();

Error error_of(const Diagnostics& diagnostics, const Source* source);
Error error_of(const std::string& code, const std::string& message, const std::string& help = "");
std::vector<Error::Diagnostic> listed(const Diagnostics& diagnostics, const Source* source,
                                      Severity severity);
[[noreturn]] void rethrow_as_error(const Source* source);  // what is being caught; `source` is the model's

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

double finite(double number, const std::string& name);       // throws Error
std::vector<std::string> assignments(const Values& values);  // "h=0.01"

}  // namespace library
}  // namespace anholon
