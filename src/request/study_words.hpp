#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"

namespace anholon::request {

// What an experiment says of a study: options of its command and their values, in the order of the text.
struct StudyWord {
    std::string option, value;
    Span span;
};

// Of the experiment of this name, or of 'default' without a name. A text with mistakes has none: whoever states it reports them.
std::vector<StudyWord> study_words(const Source& model, std::string_view study,
                                   const std::string& experiment);

}  // namespace anholon::request
