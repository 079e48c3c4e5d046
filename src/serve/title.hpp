#pragma once

#include <string>
#include <vector>

namespace anholon::serve {

// The name of a model as a title: "chaplygin-sleigh" is "Chaplygin sleigh", "appell-hamel" is "Appell–Hamel". Names of people are those
// that the model's own words write as such, as in "Hamel's" or "P. Appell".
std::string title_of(const std::string& name, const std::vector<std::string>& words_of_model);

}  // namespace anholon::serve
