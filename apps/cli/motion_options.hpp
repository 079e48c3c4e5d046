#pragma once

#include <functional>

#include "command.hpp"
#include "options.hpp"
#include "request/simulate.hpp"

namespace anholon::cli {

void declare_start(Options& options, SimulationWords& words);  // where a motion starts
// The options of a study that the experiment of a model gives, where the command line does not.
class StudyOptions {
  public:
    void declare(Options& options, std::string_view study);
    void take(const Source& source, const std::string& experiment);  // throws Refusal

  private:
    std::string study_;
    std::optional<Options> options_;
};

// What studies of motions work on: the core of a model, or with --full the model as it is stated.
class StudiedModel {
  public:
    std::string name;
    bool is_full = false;

    void declare(Options& options, std::string_view study);
    const request::StatedModel& load(Session& session, SimulationWords& words);  // throws Refusal
    // As it was stated, and the words for its start: load() takes those that are of the full system alone.
    const SimulationWords& stated_words() const { return stated_words_; }

  private:
    SimulationWords stated_words_;
    StudyOptions options_;
};

// The words of --plot: files of pictures, and what they show.
struct PictureWords {
    explicit PictureWords(const std::vector<std::string>& words);
    std::vector<std::string> files;
    std::string shown;
};

// --method; `otherwise` says which method is used if none is given.
void declare_method(Options& options, std::string& method, const std::string& otherwise);
void declare_motion(Options& options, request::Simulate& words);

// The options of a motion that is followed row by row: until, every, tol, -o, and those of its method and its start.
struct RowOptions {
    std::string output;

    void declare(Options& options, SimulationWords& start, std::string& method, const char* until_help,
                 const char* every_help);
    // Calls `write` with the file, if there is one. Throws Refusal where its ending is unknown.
    void write(const std::function<void(const std::string& file)>& write) const;
    static bool goes_on();  // neither interrupted nor out of time
};

// The error of a motion that ended before its time: interrupted, out of time, or with this code.
void add_early_end(Outcome& outcome, const char* code, const std::string& message);

}  // namespace anholon::cli
