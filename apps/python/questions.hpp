#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "expressions.hpp"
#include "library/internals.hpp"
#include "report/json.hpp"

namespace anholon::binding {

struct Moving;

// A model with what has been made of it so far. Any number of threads may ask it.
class LoadedModel {
  public:
    LoadedModel(Model model, std::string title) : model_(std::move(model)), title_(std::move(title)) {}

    const Model& model() const { return model_; }
    const std::string& title() const { return title_; }  // as it was asked for
    std::shared_ptr<Expressions> expressions() const;
    // A system ready to move, by the words that need a derivation: made once.
    std::shared_ptr<const Moving> moving(const std::string& key,
                                         const std::function<std::shared_ptr<const Moving>()>& make) const;

  private:
    Model model_;
    std::string title_;
    mutable std::mutex one_at_a_time_;
    mutable std::shared_ptr<Expressions> expressions_;
    mutable std::vector<std::pair<std::string, std::shared_ptr<const Moving>>> moving_;  // the last ones
};

// The words of a question by the names of the command's options, without dashes. A flag has the word "true".
using Words = std::map<std::string, std::vector<std::string>>;

// How long an answer may take, and what is heard meanwhile; called on the thread that answers.
struct Hearing {
    Limits limits = {};
    std::size_t threads = 0;
    std::function<void(double done, double of)> progress = [](double, double) {};
};

struct Answer {
    struct Warning {
        std::string code, message, help;
    };
    Json result = {};  // as behind --json
    std::string text = {}, latex = {};
    std::vector<Warning> warnings = {};
    // Of a motion: its rows, one after the other.
    std::vector<std::string> columns = {}, units = {};
    std::vector<double> rows = {};
    // Of a surface, whose points are the rows: the numbers of the points around polygon after polygon, where each ends among them, and
    // the part that it lies in.
    struct Polygons {
        std::vector<std::int64_t> corners, ends, parts;
    };
    std::optional<Polygons> polygons = {};
    // Of a derivation: what it was solved for.
    std::vector<std::pair<std::string, Expression>> solved = {};
};

// The questions of the command line: "derive", "section", …. Some compare with another model. Throws Error.
Answer ask(const std::string& question, const LoadedModel& model, const LoadedModel* other, Words words,
           const Hearing& hearing);

// The page that plays a motion; its words are those of "simulate". Throws Error.
std::string page(const LoadedModel& model, Words words, const Hearing& hearing);

}  // namespace anholon::binding
