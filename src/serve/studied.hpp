#pragma once

#include "request/model.hpp"
#include "serve/call.hpp"
#include "serve/schema.hpp"

namespace anholon::serve {

// The fields of studies of motions: those of a start, and more.
std::vector<Field> study_fields(std::vector<Field> more);

// A model as studies of motions work on it, its core unless the full system is asked for; with the words of the request, and those of
// the experiment where the request does not say.
class Studied {
  public:
    Studied(Call& call, std::string_view study);  // "section"

    std::optional<std::string> word(std::string_view option) const;  // under the name of the command's option
    std::string text(std::string_view option) const { return word(option).value_or(""); }
    std::vector<std::string> words(std::string_view option) const;  // NAME=VALUE, of a map
    SimulationWords start() const { return start_; }
    const System& system() const { return model_->system; }

  private:
    Call& call_;
    std::vector<std::pair<std::string, std::string>> of_experiment_;
    SimulationWords start_;
    std::optional<request::StatedModel> model_;
};

}  // namespace anholon::serve
